//! Whether something is present at a path.

use onhand_declaration::Presence;
use onhand_platform::{
    FileKind, HostError, LocateHost, Metadata, PathRule, PathViolation, RootedPath,
};

use crate::{CauseCode, Observation, Reason};

/// What was seen at a path.
pub(crate) struct Seen {
    /// The path as it is told. Where it is found it is a fact, whatever variables led there.
    pub(crate) value: String,
    /// Whether what is wanted is there.
    pub(crate) present: Observation<RootedPath>,
    /// What people should know of it, though it counts.
    pub(crate) remark: Option<String>,
}

/// Whether what makes an application present is at the path: one `stat` for an executable, one
/// or two for a bundle.
pub(crate) fn look(
    host: &dyn LocateHost,
    presence: Presence,
    executable_bit: bool,
    path: RootedPath,
) -> Seen {
    let mut remark = None;
    let present = match (presence, host.stat(&path)) {
        (_, Err(error)) => error.into(),
        (Presence::Executable, Ok(metadata)) => {
            program(&metadata, executable_bit, &path, &mut remark)
        }
        (Presence::Bundle, Ok(metadata)) => bundle(host, metadata.kind, &path),
    };
    let path = if present.is_present() {
        path.revealed()
    } else {
        path
    };
    Seen {
        value: path.to_string(),
        present: present.map(|()| path),
        remark,
    }
}

/// Whether a program can be started from what is there. The executable bit comes with the same `stat`.
fn program(
    metadata: &Metadata,
    executable_bit: bool,
    path: &RootedPath,
    remark: &mut Option<String>,
) -> Observation<()> {
    let kind = metadata.kind;
    if !kind.is_program() {
        let text = format!("expected a file, found a {}", kind.describe());
        return absent(CauseCode::NotAFile, text);
    }
    if path.names_a_folder() {
        let text = format!(
            "a {} is there, and a path that ends in a separator is that of a folder",
            kind.describe()
        );
        return absent(CauseCode::NotAFolder, text);
    }
    if metadata.executable == Some(false) {
        let nobody_may = "a file is there that nobody may execute";
        if executable_bit {
            return absent(CauseCode::NotExecutable, nobody_may);
        }
        *remark = Some(format!(
            "{nobody_may}, and it counts all the same: `executable_bit: true` in its declaration \
             asks for the permission"
        ));
    }
    Observation::Present(())
}

fn bundle(host: &dyn LocateHost, kind: FileKind, path: &RootedPath) -> Observation<()> {
    match kind {
        FileKind::Directory => look_for_plist(host, path),
        kind => absent(
            CauseCode::NotAFolder,
            format!("expected a folder, found a {}", kind.describe()),
        ),
    }
}

/// Whether a folder is a bundle.
fn look_for_plist(host: &dyn LocateHost, folder: &RootedPath) -> Observation<()> {
    let plist = match folder.join("Contents/Info.plist") {
        Ok(plist) => plist,
        Err(violation) => return invalid_path(&violation),
    };
    match host.stat(&plist).map(|metadata| metadata.kind) {
        Ok(FileKind::File) => Observation::Present(()),
        Ok(kind) => absent(
            CauseCode::NotABundle,
            format!(
                "its `Contents/Info.plist` is a {}, not a file",
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

fn absent(code: CauseCode, text: impl Into<String>) -> Observation<()> {
    Observation::Absent(Reason::new(code, text))
}

/// What is not a path can't be looked at.
pub(crate) fn invalid_path<T>(violation: &PathViolation) -> Observation<T> {
    let code = match violation.rule() {
        PathRule::Network => CauseCode::NetworkPath,
        _ => CauseCode::InvalidPath,
    };
    Observation::Error(Reason::new(code, violation.to_string()))
}
