//! The displays that a program on Linux is given by its variables.

use onhand_platform::{FileKind, LocateHost, Os, RootedPath};

/// What the variables say of a display.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Display {
    /// It is there, or on another machine.
    There,
    /// A display of X is named, and its socket has no file. It may be one without.
    NotSeen,
    /// None is named that is there.
    None,
}

/// Three `env` calls, and one `stat` for each display that is named.
pub(super) fn given(host: &dyn LocateHost) -> Display {
    let variable = |name| {
        let value = host.env(name).ok().flatten();
        value.filter(|value| !value.is_empty())
    };
    if let Some(name) = variable("WAYLAND_DISPLAY") {
        // A name in the folder of the user's sockets, or a whole path: `wl_display_connect(3)`.
        let folder = variable("XDG_RUNTIME_DIR").unwrap_or_default();
        let path = if name.starts_with('/') {
            name
        } else {
            format!("{folder}/{name}")
        };
        if is_socket(host, &path) {
            return Display::There;
        }
    }
    let Some(name) = variable("DISPLAY") else {
        return Display::None;
    };
    match x_socket(&name) {
        XDisplay::Elsewhere => Display::There,
        XDisplay::Socket(path) if is_socket(host, &path) => Display::There,
        XDisplay::Socket(_) => Display::NotSeen,
        XDisplay::NoDisplay => Display::None,
    }
}

fn is_socket(host: &dyn LocateHost, path: &str) -> bool {
    let Ok(path) = RootedPath::new(Os::Linux, path) else {
        return false;
    };
    host.stat(&path)
        .is_ok_and(|metadata| metadata.kind == FileKind::Other)
}

#[derive(Debug, PartialEq, Eq)]
enum XDisplay {
    /// The socket of a display of this machine.
    Socket(String),
    /// One that is reached over TCP, as SSH forwards it.
    Elsewhere,
    /// No name of a display.
    NoDisplay,
}

/// `[host]:number[.screen]`. Source: X(7), "Display names".
fn x_socket(name: &str) -> XDisplay {
    let Some((host, numbers)) = name.rsplit_once(':') else {
        return XDisplay::NoDisplay;
    };
    let number = numbers.split('.').next().unwrap_or_default();
    if number.is_empty() || number.len() > 5 || !number.bytes().all(|b| b.is_ascii_digit()) {
        return XDisplay::NoDisplay;
    }
    match host {
        "" | "unix" => XDisplay::Socket(format!("/tmp/.X11-unix/X{number}")),
        _ => XDisplay::Elsewhere,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_display_is_a_number_behind_a_colon() {
        for (name, display) in [
            (":0", XDisplay::Socket("/tmp/.X11-unix/X0".to_owned())),
            (
                "unix:12.3",
                XDisplay::Socket("/tmp/.X11-unix/X12".to_owned()),
            ),
            ("localhost:10.0", XDisplay::Elsewhere),
            ("[::1]:10", XDisplay::Elsewhere),
            ("", XDisplay::NoDisplay),
            (":", XDisplay::NoDisplay),
            ("0", XDisplay::NoDisplay),
            (":../../x", XDisplay::NoDisplay),
            (":000000", XDisplay::NoDisplay),
        ] {
            assert_eq!(x_socket(name), display, "{name}");
        }
    }
}
