//! Environment variables, and the home folder, which is one of them on every OS.
//!
//! Nobody is looked up in an account database: a user who unsets the variable has no home here.

use std::env;

use onhand_platform::{HostError, HostResult};

/// The variable that holds the user's home folder.
const HOME: &str = if cfg!(windows) { "USERPROFILE" } else { "HOME" };

/// The value of the variable; `None` where it is not set. Windows ignores the name's case.
///
/// A name that is empty or holds `=` or NUL names no variable. It is kept from the OS: for
/// `A=B` Linux would find `A=B=c`, and Windows keeps hidden ones such as `=C:`.
pub(crate) fn variable(name: &str) -> HostResult<Option<String>> {
    if name.is_empty() || name.contains(['=', '\0']) {
        return Ok(None);
    }
    match env::var_os(name) {
        Some(value) => value
            .into_string()
            .map(Some)
            .map_err(|_| HostError::NotUnicode),
        None => Ok(None),
    }
}

/// The home folder; `None` where the variable is unset or set to nothing.
pub(crate) fn home() -> HostResult<Option<String>> {
    Ok(variable(HOME)?.filter(|home| !home.is_empty()))
}
