//! The sessions that systemd-logind keeps, a file each in a folder that everybody may read. `libsystemd` reads them
//! so, too: `sd_session_get_type(3)`. Asking logind itself would take D-Bus.

use onhand_platform::{
    FileKind, HostError, HostResult, InspectHost, Os, RootedPath, Session, read_bounded,
};

const FOLDER: &str = "/run/systemd/sessions";

/// More names in the folder are not looked at: a session has two.
const MAX_NAMES: usize = 1024;

/// A larger file is none of logind's: theirs have some hundred bytes.
const MAX_BYTES: u64 = 16 * 1024;

/// One `list`; one `open` and one `read` for each session until a desktop of this user is found.
pub(super) fn session(host: &dyn InspectHost, user: u32) -> HostResult<Session> {
    let folder = RootedPath::new(Os::Linux, FOLDER).expect("it is a path");
    let entries = match host.list(&folder, MAX_NAMES) {
        Err(HostError::NotFound | HostError::NotADirectory) => {
            return Err(HostError::Unsupported(
                "a desktop session that systemd-logind doesn't keep",
            ));
        }
        entries => entries?,
    };
    let mut unread = None;
    // Beside each session stands a FIFO, which ends it when it is closed.
    for entry in entries.iter().filter(|entry| entry.kind == FileKind::File) {
        let Ok(path) = folder.join(&entry.name) else {
            continue;
        };
        match read_bounded(host, &path, MAX_BYTES) {
            Ok(text) if is_desktop(&text, user) => return Ok(Session::Interactive),
            // It may have ended meanwhile.
            Ok(_) | Err(HostError::NotFound) => {}
            Err(error) => unread = Some(error),
        }
    }
    match unread {
        Some(error) => Err(error),
        None => Ok(Session::None),
    }
}

/// Whether the session is a desktop of that user, and not about to end.
fn is_desktop(text: &[u8], user: u32) -> bool {
    let value = |key: &str| {
        text.split(|byte| *byte == b'\n').find_map(|line| {
            let value = line.strip_prefix(key.as_bytes())?.strip_prefix(b"=")?;
            std::str::from_utf8(value).ok()
        })
    };
    let is_theirs = value("UID").and_then(|uid| uid.parse().ok()) == Some(user);
    let is_person = matches!(
        value("CLASS"),
        Some("user" | "user-early" | "user-light" | "user-early-light")
    );
    let has_windows = matches!(value("TYPE"), Some("x11" | "wayland" | "mir"));
    let is_open = matches!(value("STATE"), Some("active" | "online"));
    is_theirs && is_person && has_windows && is_open
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn no_file_panics(text in proptest::collection::vec(any::<u8>(), 0..300), user: u32) {
            is_desktop(&text, user);
        }

        #[test]
        fn lines_in_any_order_say_the_same(
            lines in Just(vec!["UID=7", "CLASS=user", "TYPE=x11", "STATE=active", "A=B", ""])
                .prop_shuffle(),
        ) {
            prop_assert!(is_desktop(lines.join("\n").as_bytes(), 7));
        }
    }
}
