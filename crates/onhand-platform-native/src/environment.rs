//! Environment variables, and the home folder, which one of them says.

use std::env;
use std::ffi::OsString;

use onhand_platform::{HostError, HostResult};

/// The value of the variable; `None` where it is not set. Windows ignores the name's case.
///
/// A name that is empty or holds `=` or NUL names no variable. It is kept from the OS: for
/// `A=B` Linux would find `A=B=c`, and Windows keeps hidden ones such as `=C:`.
pub(crate) fn variable(name: &str) -> HostResult<Option<String>> {
    if name.is_empty() || name.contains(['=', '\0']) {
        return Ok(None);
    }
    unicode(env::var_os(name))
}

/// The home folder; `None` where it is not known. A variable that is set to nothing is unset.
///
/// On Linux and macOS the password database is asked (`getpwuid_r`) where the variable is unset,
/// as std does. Elsewhere nobody is looked up.
pub(crate) fn home() -> HostResult<Option<String>> {
    #[cfg(unix)]
    let home = env::home_dir().map(OsString::from);
    #[cfg(windows)]
    let home = env::var_os("USERPROFILE");
    Ok(unicode(home)?.filter(|home| !home.is_empty()))
}

fn unicode(text: Option<OsString>) -> HostResult<Option<String>> {
    text.map(OsString::into_string)
        .transpose()
        .map_err(|_| HostError::NotUnicode)
}
