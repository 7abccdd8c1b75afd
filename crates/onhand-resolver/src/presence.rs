//! Whether something is present at a path.

use onhand_declaration::Presence;
use onhand_platform::{FileKind, HostError, HostResult, LocateHost, RootedPath};

use crate::Observation;

/// Whether what makes an application present is at the path: one `stat` for an executable, one
/// or two for a bundle. What is present is told by its own path, whatever variables led there.
pub(crate) fn look(
    host: &dyn LocateHost,
    presence: Presence,
    path: RootedPath,
) -> Observation<RootedPath> {
    match (presence, kind_at(host, &path)) {
        (_, Err(error)) => error.into(),
        (Presence::Executable, Ok(kind)) if kind.is_program() && path.names_a_folder() => {
            Observation::Absent(format!(
                "a {} is there, and a path that ends in a separator is that of a folder",
                kind.describe()
            ))
        }
        (Presence::Executable, Ok(kind)) if kind.is_program() => {
            Observation::Present(path.revealed())
        }
        (Presence::Executable, Ok(kind)) => {
            Observation::Absent(format!("a {} is there, no file", kind.describe()))
        }
        (Presence::Bundle, Ok(FileKind::Directory)) => look_for_plist(host, path),
        (Presence::Bundle, Ok(kind)) => {
            Observation::Absent(format!("a {} is there, no folder", kind.describe()))
        }
    }
}

/// Whether a folder is a bundle.
fn look_for_plist(host: &dyn LocateHost, folder: RootedPath) -> Observation<RootedPath> {
    let plist = match folder.join("Contents/Info.plist") {
        Ok(plist) => plist,
        Err(violation) => return Observation::Error(violation.to_string()),
    };
    match kind_at(host, &plist) {
        Ok(FileKind::File) => Observation::Present(folder.revealed()),
        Ok(kind) => Observation::Absent(format!(
            "its `Contents/Info.plist` is a {}, no file",
            kind.describe()
        )),
        Err(HostError::NotFound) => {
            Observation::Absent("a folder without `Contents/Info.plist`".to_owned())
        }
        Err(error) => error.into(),
    }
}

fn kind_at(host: &dyn LocateHost, path: &RootedPath) -> HostResult<FileKind> {
    host.stat(path).map(|metadata| metadata.kind)
}
