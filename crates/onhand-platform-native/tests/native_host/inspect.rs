//! The inspect tier on real files: what every OS has in common.

use std::fs::{self, File};
use std::io::Write;

use onhand_platform::{HostError, InspectHost, LocateHost, Os, RootedPath, read_bounded};
use onhand_platform_native::NativeHost;

use crate::scratch::Scratch;

const HOST: NativeHost = NativeHost::new();

fn open_error(path: &RootedPath) -> Option<HostError> {
    HOST.open(path).err()
}

#[test]
fn a_file_is_read_wherever_the_caller_wants() {
    let scratch = Scratch::new();
    let path = scratch.file("file", "0123456789");
    let file = HOST.open(&path).expect("opens");
    assert_eq!(file.len(), 10);
    assert!(!file.is_empty());
    // In no order: no read depends on the one before.
    for (offset, wanted, expected) in [
        (7, 2, "78"),
        (0, 10, "0123456789"),
        (8, 9, "89"),
        (3, 0, ""),
        (0, 100, "0123456789"),
    ] {
        let mut buffer = vec![b'?'; wanted];
        let read = file.read_at(offset, &mut buffer).expect("reads");
        assert_eq!(&buffer[..read], expected.as_bytes(), "{wanted} at {offset}");
    }
}

#[test]
fn beyond_its_end_a_file_gives_nothing() {
    let scratch = Scratch::new();
    let path = scratch.file("file", "0123456789");
    let file = HOST.open(&path).expect("opens");
    let last = i64::MAX.unsigned_abs();
    for offset in [10, 11, 1 << 40, last - 1, last, last + 1, u64::MAX] {
        assert_eq!(file.read_at(offset, &mut [0; 8]), Ok(0), "at {offset}");
    }
}

#[test]
fn an_empty_file_is_empty() {
    let scratch = Scratch::new();
    let path = scratch.file("file", "");
    let file = HOST.open(&path).expect("opens");
    assert!(file.is_empty());
    assert_eq!(file.read_at(0, &mut [0; 8]), Ok(0));
    assert_eq!(read_bounded(&HOST, &path, 0), Ok(Vec::new()));
}

#[test]
fn a_file_that_grows_while_it_is_open_gives_what_is_there_now() {
    let scratch = Scratch::new();
    let path = scratch.file("file", "abc");
    let file = HOST.open(&path).expect("opens");
    let grown = File::options().append(true).open(scratch.os_path("file"));
    grown
        .and_then(|mut grown| grown.write_all(b"def"))
        .expect("writes");
    let mut buffer = [0; 9];
    assert_eq!(file.read_at(1, &mut buffer), Ok(5));
    assert_eq!(&buffer[..5], b"bcdef");
    assert_eq!(file.len(), 3, "the length is that of the opening");
}

#[test]
fn an_open_file_keeps_nobody_from_renaming_or_deleting_it() {
    let scratch = Scratch::new();
    let path = scratch.file("file", "abc");
    let file = HOST.open(&path).expect("opens");
    fs::rename(scratch.os_path("file"), scratch.os_path("renamed")).expect("renames");
    fs::remove_file(scratch.os_path("renamed")).expect("removes");
    let mut buffer = [0; 3];
    assert_eq!(file.read_at(0, &mut buffer), Ok(3));
    assert_eq!(&buffer, b"abc");
}

#[test]
fn a_bounded_read_takes_the_whole_file_or_nothing() {
    let scratch = Scratch::new();
    let content: Vec<u8> = (0..100_000_u32).flat_map(u32::to_le_bytes).collect();
    let path = scratch.file("file", &content);
    let size = content.len() as u64;
    assert_eq!(read_bounded(&HOST, &path, size), Ok(content.clone()));
    assert_eq!(read_bounded(&HOST, &path, u64::MAX), Ok(content));
    for limit in [0, 1, size - 1] {
        let refused = Err(HostError::TooLarge { limit });
        assert_eq!(read_bounded(&HOST, &path, limit), refused);
    }
}

#[test]
fn what_is_no_file_is_not_opened() {
    let scratch = Scratch::new();
    scratch.file("file", "");
    let folder = scratch.folder("folder");
    assert_eq!(open_error(&folder), Some(HostError::NotAFile));
    for name in ["missing", "file/x"] {
        assert_eq!(
            open_error(&scratch.path(name)),
            Some(HostError::NotFound),
            "{name}"
        );
    }
}

#[test]
fn a_path_of_another_os_is_refused() {
    for os in Os::ALL.into_iter().filter(|os| *os != HOST.os()) {
        let text = if os == Os::Win32 {
            r"C:\x"
        } else {
            "/etc/passwd"
        };
        let path = RootedPath::new(os, text).expect("rooted");
        let refused = HostError::Unsupported("a path of another OS");
        assert_eq!(open_error(&path), Some(refused), "{os}");
    }
}

#[cfg(not(windows))]
#[test]
fn there_is_no_uninstall_registry_off_windows() {
    assert_eq!(
        HOST.uninstall_entries(),
        Err(HostError::Unsupported("the uninstall registry"))
    );
}
