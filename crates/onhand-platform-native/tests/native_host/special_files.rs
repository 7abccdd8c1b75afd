//! Links, FIFOs, sockets, devices and strange names, on Linux and macOS.

use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;

use onhand_platform::{FileKind, HostError, InspectHost, LocateHost, read_bounded};
use onhand_platform_native::NativeHost;

use crate::scratch::{Scratch, rooted};

const HOST: NativeHost = NativeHost::new();

fn fifo(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status();
    assert!(made.expect("mkfifo runs").success());
}

/// A folder with one of each kind, and a link to each.
fn one_of_each() -> (Scratch, UnixListener) {
    let scratch = Scratch::new();
    scratch.file("file", "123");
    scratch.folder("folder");
    fifo(&scratch.os_path("fifo"));
    let socket = UnixListener::bind(scratch.os_path("socket")).expect("binds");
    for (target, link) in [
        ("file", "to-file"),
        ("folder", "to-folder"),
        ("fifo", "to-fifo"),
        ("socket", "to-socket"),
        ("to-file", "to-to-file"),
        ("/dev/null", "to-device"),
        ("missing", "dangling"),
        ("loop-b", "loop-a"),
        ("loop-a", "loop-b"),
        ("itself", "itself"),
    ] {
        symlink(target, scratch.os_path(link)).expect("links");
    }
    (scratch, socket)
}

#[test]
fn a_stat_sees_through_links_to_what_is_there() {
    let (scratch, _socket) = one_of_each();
    for (name, kind, len) in [
        ("file", FileKind::File, 3),
        ("to-file", FileKind::File, 3),
        ("to-to-file", FileKind::File, 3),
        ("folder", FileKind::Directory, 0),
        ("to-folder", FileKind::Directory, 0),
        ("fifo", FileKind::Other, 0),
        ("to-fifo", FileKind::Other, 0),
        ("socket", FileKind::Other, 0),
        ("to-socket", FileKind::Other, 0),
        ("to-device", FileKind::Other, 0),
    ] {
        let metadata = HOST.stat(&scratch.path(name)).expect(name);
        assert_eq!((metadata.kind, metadata.len), (kind, len), "{name}");
    }
    assert_eq!(
        HOST.stat(&scratch.path("dangling")),
        Err(HostError::NotFound)
    );
    for name in ["loop-a", "itself", "loop-a/x"] {
        let answer = HOST.stat(&scratch.path(name));
        assert!(
            matches!(answer, Err(HostError::Io(_))),
            "{name}: {answer:?}"
        );
    }
}

#[test]
fn a_list_does_not_see_through_links() {
    let (scratch, _socket) = one_of_each();
    let listed = HOST.list(&scratch.path("."), 100).expect("lists");
    assert_eq!(listed.len(), 14);
    for entry in listed {
        let expected = match entry.name.as_str() {
            "file" => FileKind::File,
            "folder" => FileKind::Directory,
            "fifo" | "socket" => FileKind::Other,
            _ => FileKind::Symlink,
        };
        assert_eq!(entry.kind, expected, "{}", entry.name);
    }
    assert_eq!(HOST.list(&scratch.path("to-folder"), 9), Ok(Vec::new()));
    for name in ["fifo", "socket", "to-fifo", "to-device", "to-file"] {
        let answer = HOST.list(&scratch.path(name), 9);
        assert_eq!(answer, Err(HostError::NotADirectory), "{name}");
    }
}

#[test]
fn only_a_regular_file_is_opened_through_whatever_links() {
    let (scratch, _socket) = one_of_each();
    for name in ["file", "to-file", "to-to-file"] {
        let content = read_bounded(&HOST, &scratch.path(name), 10);
        assert_eq!(content.as_deref(), Ok(&b"123"[..]), "{name}");
    }
    // A FIFO without a writer would hang whoever opens it.
    for name in [
        "folder",
        "to-folder",
        "fifo",
        "to-fifo",
        "socket",
        "to-socket",
        "to-device",
    ] {
        let answer = HOST.open(&scratch.path(name)).err();
        assert_eq!(answer, Some(HostError::NotAFile), "{name}");
    }
    let dangling = HOST.open(&scratch.path("dangling")).err();
    assert_eq!(dangling, Some(HostError::NotFound));
    let circle = HOST.open(&scratch.path("loop-a")).err();
    assert!(matches!(circle, Some(HostError::Io(_))), "{circle:?}");
}

#[test]
fn a_name_that_is_too_long_is_not_said_to_be_missing() {
    let scratch = Scratch::new();
    let path = scratch.path(&"x".repeat(300));
    let answer = HOST.stat(&path);
    assert!(matches!(answer, Err(HostError::Io(_))), "{answer:?}");
}

#[test]
fn a_device_is_never_a_file() {
    for device in ["/dev/null", "/dev/zero", "/dev/tty"] {
        let path = rooted(Path::new(device));
        let kind = HOST.stat(&path).map(|metadata| metadata.kind);
        assert_eq!(kind, Ok(FileKind::Other), "{device}");
        assert_eq!(
            HOST.open(&path).err(),
            Some(HostError::NotAFile),
            "{device}"
        );
    }
}

/// Linux can be asked who opened what.
#[cfg(target_os = "linux")]
mod opened {
    use std::mem::MaybeUninit;
    use std::os::fd::OwnedFd;

    use rustix::fs::inotify::{CreateFlags, Reader, WatchFlags, add_watch, init};
    use rustix::io::Errno;

    use super::*;

    /// Watches one path for anybody who opens it.
    struct Watch(OwnedFd);

    impl Watch {
        fn new(path: &Path) -> Self {
            let watch = init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC).expect("inotify");
            add_watch(&watch, path, WatchFlags::OPEN).expect("watches");
            Watch(watch)
        }

        fn was_opened(&self) -> bool {
            let mut buffer = [MaybeUninit::uninit(); 4096];
            match Reader::new(&self.0, &mut buffer).next() {
                Ok(_) => true,
                Err(Errno::AGAIN) => false,
                Err(error) => panic!("{error}"),
            }
        }
    }

    #[test]
    fn what_is_no_regular_file_is_not_even_opened_to_find_that_out() {
        let (scratch, _socket) = one_of_each();
        for (name, opened) in [
            ("folder", false),
            ("fifo", false),
            ("socket", false),
            ("file", true),
        ] {
            let watch = Watch::new(&scratch.os_path(name));
            let answer = HOST.open(&scratch.path(name));
            assert_eq!(answer.is_ok(), opened, "{name}");
            assert_eq!(watch.was_opened(), opened, "{name}");
        }
    }

    #[test]
    fn a_stat_opens_nothing() {
        let (scratch, _socket) = one_of_each();
        for name in ["folder", "fifo", "socket", "file"] {
            let watch = Watch::new(&scratch.os_path(name));
            HOST.stat(&scratch.path(name)).expect(name);
            HOST.list(&scratch.path("."), 100).expect("lists");
            assert!(!watch.was_opened(), "{name}");
        }
    }
}

/// The file systems of macOS refuse such names.
#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_not_unicode_is_left_out_of_a_list_but_counts() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let scratch = Scratch::new();
    scratch.file("a", "");
    let odd = scratch.os_path(".").join(OsStr::from_bytes(b"b\xFF"));
    std::fs::write(odd, "").expect("writes");
    let listed = HOST.list(&scratch.path("."), 2).expect("lists");
    let names: Vec<_> = listed.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names, ["a"]);
    let told = HOST.listing(&scratch.path("."), 2).expect("lists");
    assert_eq!(
        (told.entries, told.not_unicode),
        (listed, vec!["b\u{fffd}".to_owned()])
    );
    assert_eq!(
        HOST.list(&scratch.path("."), 1),
        Err(HostError::TooManyNames { limit: 1 })
    );
}
