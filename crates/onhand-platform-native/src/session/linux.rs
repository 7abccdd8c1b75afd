//! A desktop session on Linux: a display that this program was given, or one of this user's sessions that
//! systemd-logind keeps. A program that was started over SSH has the latter alone.

use onhand_platform::{HostError, HostResult, InspectHost, Session};
use rustix::process::geteuid;

use super::display::{self, Display};
use super::logind;

/// Up to three variables and two sockets; where they show no display, the sessions.
pub(crate) fn session(host: &dyn InspectHost) -> HostResult<Session> {
    of_user(host, geteuid().as_raw())
}

fn of_user(host: &dyn InspectHost, user: u32) -> HostResult<Session> {
    let display = display::given(host);
    if display == Display::There {
        return Ok(Session::Interactive);
    }
    match (logind::session(host, user), display) {
        (Ok(Session::None), Display::NotSeen) => Err(HostError::Unsupported(
            "whether anybody is behind `DISPLAY`, whose socket is not there,",
        )),
        (session, _) => session,
    }
}

#[cfg(test)]
mod tests {
    use onhand_platform::Os;
    use onhand_platform_fake::{FakeHost, Fault};

    use super::*;

    const ME: u32 = 1000;

    fn machine() -> FakeHost {
        FakeHost::new(Os::Linux)
            .env("XDG_RUNTIME_DIR", "/run/user/1000")
            .dir("/run/systemd/sessions")
    }

    fn with_session(name: &str, text: &str) -> FakeHost {
        machine().file(&format!("/run/systemd/sessions/{name}"), text.as_bytes())
    }

    #[test]
    fn a_display_that_is_there_is_a_session() {
        let wayland = machine()
            .env("WAYLAND_DISPLAY", "wayland-0")
            .fault("/run/user/1000/wayland-0", Fault::Fifo);
        assert_eq!(of_user(&wayland, ME), Ok(Session::Interactive));
        let x11 = machine()
            .env("DISPLAY", ":1.0")
            .fault("/tmp/.X11-unix/X1", Fault::Fifo);
        assert_eq!(of_user(&x11, ME), Ok(Session::Interactive));
        let forwarded = machine().env("DISPLAY", "localhost:10.0");
        assert_eq!(of_user(&forwarded, ME), Ok(Session::Interactive));
    }

    #[test]
    fn a_display_that_is_gone_is_none() {
        let left = machine().env("WAYLAND_DISPLAY", "wayland-0");
        assert_eq!(of_user(&left, ME), Ok(Session::None));
        // It may listen at an abstract socket, which has no file.
        let abstract_socket = machine().env("DISPLAY", ":0");
        let answer = of_user(&abstract_socket, ME);
        assert!(
            matches!(answer, Err(HostError::Unsupported(_))),
            "{answer:?}"
        );
        let empty = machine().env("WAYLAND_DISPLAY", "").env("DISPLAY", "");
        assert_eq!(of_user(&empty, ME), Ok(Session::None));
    }

    #[test]
    fn a_desktop_of_this_user_counts_though_this_program_was_started_elsewhere() {
        let desktop = "# comment\nUID=1000\nSTATE=online\nTYPE=wayland\nCLASS=user\n";
        let host = with_session("2", desktop);
        assert_eq!(of_user(&host, ME), Ok(Session::Interactive));
        assert_eq!(of_user(&host, 1001), Ok(Session::None));
        for other in [
            desktop.replace("wayland", "tty"),
            desktop.replace("CLASS=user", "CLASS=greeter"),
            desktop.replace("online", "closing"),
            desktop.replace("UID=1000", "UID=01000x"),
            String::new(),
        ] {
            let host = with_session("2", &other);
            assert_eq!(of_user(&host, ME), Ok(Session::None), "{other}");
        }
    }

    #[test]
    fn where_nobody_keeps_sessions_it_cant_be_known() {
        let answer = of_user(&FakeHost::new(Os::Linux), ME);
        assert!(
            matches!(answer, Err(HostError::Unsupported(_))),
            "{answer:?}"
        );
    }

    #[test]
    fn one_session_that_cant_be_read_hides_no_other() {
        let host = with_session("2", "UID=1000\nTYPE=x11\nCLASS=user\nSTATE=active\n")
            .file("/run/systemd/sessions/1", b"UID=0\n")
            .fault("/run/systemd/sessions/1", Fault::Unreadable)
            .fault("/run/systemd/sessions/1.ref", Fault::Fifo);
        assert_eq!(of_user(&host, ME), Ok(Session::Interactive));
        let alone = host.remove("/run/systemd/sessions/2");
        assert_eq!(of_user(&alone, ME), Err(HostError::PermissionDenied));
    }
}
