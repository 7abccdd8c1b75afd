//! What a program opens for its user.

use std::fs;
use std::path::Path;
use std::time::Duration;

use onhand_platform::HostError;
use onhand_platform_native::{read_file, read_inside, read_named};

use crate::scratch::Scratch;

#[test]
fn a_regular_file_is_read_up_to_its_bound_whoever_named_it() {
    let scratch = Scratch::new();
    scratch.file("file", "123");
    let path = scratch.os_path("file");
    for limit in [3, 4, u64::MAX] {
        assert_eq!(read_file(&path, limit).as_deref(), Ok(&b"123"[..]));
        assert_eq!(
            read_named(&path, limit, Duration::ZERO).as_deref(),
            Ok(&b"123"[..])
        );
    }
    let too_large = Err(HostError::TooLarge { limit: 2 });
    assert_eq!(read_file(&path, 2), too_large);
    assert_eq!(read_named(&path, 2, Duration::ZERO), too_large);
    let folder = scratch.os_path(".");
    assert_eq!(read_file(&folder, 9), Err(HostError::NotAFile));
    assert_eq!(
        read_named(&folder, 9, Duration::ZERO),
        Err(HostError::NotAFile)
    );
    let missing = scratch.os_path("missing");
    assert_eq!(read_file(&missing, 9), Err(HostError::NotFound));
    assert_eq!(
        read_named(&missing, 9, Duration::ZERO),
        Err(HostError::NotFound)
    );
}

/// Windows puts `\\?\` before it.
#[test]
fn a_path_that_was_made_canonical_is_read_as_well() {
    let scratch = Scratch::new();
    scratch.file("file", "123");
    let path = fs::canonicalize(scratch.os_path("file")).expect("it is there");
    assert_eq!(read_file(&path, 3).as_deref(), Ok(&b"123"[..]));
    let named = read_named(&path, 3, Duration::ZERO);
    assert_eq!(named.as_deref(), Ok(&b"123"[..]));
}

#[test]
fn a_path_below_a_folder_is_read_where_it_stands() {
    let scratch = Scratch::new();
    scratch.folder("folder");
    scratch.file("folder/file", "in");
    scratch.file("outside", "out");
    let folder = scratch.os_path("folder");
    let read = |path: &str| read_inside(&folder, Path::new(path), 9);
    assert_eq!(read("file").as_deref(), Ok(&b"in"[..]));
    assert_eq!(read("."), Err(HostError::NotAFile));
    assert_eq!(read("missing"), Err(HostError::NotFound));
    // A second name in the folder is in the folder.
    fs::hard_link(scratch.os_path("outside"), folder.join("second")).expect("links");
    assert_eq!(read("second").as_deref(), Ok(&b"out"[..]));
    assert!(matches!(read("../outside"), Err(HostError::Io(_))));
}

#[cfg(unix)]
mod unix {
    use std::io::Write;
    use std::os::unix::fs::symlink;
    use std::process::Command;
    use std::thread;

    use super::*;

    /// Long enough for whatever the machine is busy with; nothing waits for it to be over.
    const LONG: Duration = Duration::from_secs(60);

    fn fifo(scratch: &Scratch) -> std::path::PathBuf {
        let path = scratch.os_path("fifo");
        let made = Command::new("mkfifo").arg(&path).status();
        assert!(made.expect("mkfifo runs").success());
        path
    }

    /// Somebody at the other end, who waits until the FIFO is read.
    fn writer(path: &Path, write: fn(&mut fs::File)) -> thread::JoinHandle<()> {
        let path = path.to_owned();
        thread::spawn(move || {
            let pipe = fs::OpenOptions::new().write(true).open(path);
            write(&mut pipe.expect("opens"));
        })
    }

    #[test]
    fn no_link_leads_out_of_the_folder_and_one_within_is_followed() {
        let scratch = Scratch::new();
        scratch.folder("folder");
        scratch.folder("folder/deep");
        scratch.file("folder/deep/file", "in");
        scratch.file("outside", "out");
        let folder = scratch.os_path("folder");
        for (target, link) in [
            ("deep/file", "within"),
            ("deep", "within-folder"),
            ("../outside", "out"),
            ("..", "out-folder"),
            ("/etc", "etc"),
        ] {
            symlink(target, folder.join(link)).expect("links");
        }
        let read = |path: &str| read_inside(&folder, Path::new(path), 9999);
        assert_eq!(read("within").as_deref(), Ok(&b"in"[..]));
        assert_eq!(read("within-folder/file").as_deref(), Ok(&b"in"[..]));
        for out in ["out", "out-folder/outside", "etc/hosts"] {
            let error = read(out).expect_err(out);
            assert_eq!(error.to_string(), "a link leads out of the folder", "{out}");
        }
        // The folder itself may be named by a link.
        symlink("folder", scratch.os_path("named")).expect("links");
        let read = read_inside(&scratch.os_path("named"), Path::new("within"), 9);
        assert_eq!(read.as_deref(), Ok(&b"in"[..]));
    }

    #[test]
    fn a_fifo_is_read_only_where_it_was_named_on_purpose() {
        let scratch = Scratch::new();
        let path = fifo(&scratch);
        assert_eq!(read_file(&path, 9), Err(HostError::NotAFile));
        let inside = read_inside(&scratch.os_path("."), Path::new("fifo"), 9);
        assert_eq!(inside, Err(HostError::NotAFile));
        let writer = writer(&path, |pipe| {
            for part in ["ab", "cd", "ef"] {
                pipe.write_all(part.as_bytes()).expect("writes");
            }
        });
        assert_eq!(read_named(&path, 6, LONG).as_deref(), Ok(&b"abcdef"[..]));
        writer.join().expect("it wrote");
    }

    #[test]
    fn a_fifo_that_nobody_writes_to_ends_with_its_time() {
        let path = fifo(&Scratch::new());
        assert_eq!(
            read_named(&path, 9, Duration::ZERO),
            Err(HostError::NotFound),
            "it is gone"
        );
        let scratch = Scratch::new();
        let path = fifo(&scratch);
        for patience in [Duration::ZERO, Duration::from_millis(20)] {
            assert_eq!(read_named(&path, 9, patience), Err(HostError::TimedOut));
        }
        // One that is open for writing, and silent.
        let silent = fs::OpenOptions::new().read(true).write(true).open(&path);
        let _silent = silent.expect("opens");
        assert_eq!(
            read_named(&path, 9, Duration::from_millis(20)),
            Err(HostError::TimedOut)
        );
    }

    #[test]
    fn a_fifo_without_end_ends_with_its_bound() {
        let scratch = Scratch::new();
        let path = fifo(&scratch);
        // Until nobody reads any more.
        let writer = writer(&path, |pipe| while pipe.write_all(&[b'x'; 4096]).is_ok() {});
        let read = read_named(&path, 100_000, LONG);
        assert_eq!(read, Err(HostError::TooLarge { limit: 100_000 }));
        writer.join().expect("it ends");
    }

    #[test]
    fn a_device_is_not_read_even_where_it_was_named() {
        for device in ["/dev/zero", "/dev/null"] {
            let read = read_named(Path::new(device), 9, LONG);
            assert_eq!(read, Err(HostError::NotAFile), "{device}");
        }
    }
}
