//! Whether something is present at a path.

use onhand_declaration::Presence;
use onhand_platform::{
    FileKind, HostError, HostResult, LocateHost, PathRule, PathViolation, RootedPath,
};

use crate::{CauseCode, Observation, Reason};

/// Whether what makes an application present is at the path: one `stat` for an executable, one
/// or two for a bundle. What is present is told by its own path, whatever variables led there.
pub(crate) fn look(
    host: &dyn LocateHost,
    presence: Presence,
    path: RootedPath,
) -> Observation<RootedPath> {
    match (presence, kind_at(host, &path)) {
        (_, Err(error)) => error.into(),
        (Presence::Executable, Ok(kind)) if kind.is_program() && path.names_a_folder() => absent(
            CauseCode::NotAFolder,
            format!(
                "a {} is there, and a path that ends in a separator is that of a folder",
                kind.describe()
            ),
        ),
        (Presence::Executable, Ok(kind)) if kind.is_program() => {
            Observation::Present(path.revealed())
        }
        (Presence::Executable, Ok(kind)) => absent(
            CauseCode::NotAFile,
            format!("a {} is there, no file", kind.describe()),
        ),
        (Presence::Bundle, Ok(FileKind::Directory)) => look_for_plist(host, path),
        (Presence::Bundle, Ok(kind)) => absent(
            CauseCode::NotAFolder,
            format!("a {} is there, no folder", kind.describe()),
        ),
    }
}

/// Whether a folder is a bundle.
fn look_for_plist(host: &dyn LocateHost, folder: RootedPath) -> Observation<RootedPath> {
    let plist = match folder.join("Contents/Info.plist") {
        Ok(plist) => plist,
        Err(violation) => return invalid_path(&violation),
    };
    match kind_at(host, &plist) {
        Ok(FileKind::File) => Observation::Present(folder.revealed()),
        Ok(kind) => absent(
            CauseCode::NotABundle,
            format!(
                "its `Contents/Info.plist` is a {}, no file",
                kind.describe()
            ),
        ),
        Err(HostError::NotFound) => absent(
            CauseCode::NotABundle,
            "a folder without `Contents/Info.plist`",
        ),
        Err(error) => error.into(),
    }
}

fn absent(code: CauseCode, text: impl Into<String>) -> Observation<RootedPath> {
    Observation::Absent(Reason::new(code, text))
}

/// What is no path can't be looked at.
pub(crate) fn invalid_path<T>(violation: &PathViolation) -> Observation<T> {
    let code = match violation.rule() {
        PathRule::Network => CauseCode::NetworkPath,
        _ => CauseCode::InvalidPath,
    };
    Observation::Error(Reason::new(code, violation.to_string()))
}

fn kind_at(host: &dyn LocateHost, path: &RootedPath) -> HostResult<FileKind> {
    host.stat(path).map(|metadata| metadata.kind)
}
