//! What the files of Windows have of their own.

use std::fs::File;
use std::io;
use std::os::windows::fs::OpenOptionsExt;
use std::os::windows::io::AsRawHandle;
use std::ptr::null_mut;

use onhand_platform::{FileKind, HostError, InspectHost, LocateHost, Os, RootedPath, read_bounded};
use onhand_platform_native::NativeHost;
use windows_sys::Win32::Foundation::{ERROR_INVALID_FUNCTION, ERROR_NOT_SUPPORTED};
use windows_sys::Win32::Storage::FileSystem::FILE_FLAG_OPEN_REPARSE_POINT;
use windows_sys::Win32::System::IO::DeviceIoControl;
use windows_sys::Win32::System::Ioctl::FSCTL_SET_REPARSE_POINT;

use crate::scratch::Scratch;

const HOST: NativeHost = NativeHost::new();

fn windows_path(text: &str) -> RootedPath {
    RootedPath::new(Os::Win32, text).expect("rooted")
}

#[test]
fn the_case_of_a_name_and_the_slant_of_a_separator_make_no_difference() {
    let scratch = Scratch::new();
    scratch.folder("Folder");
    let path = scratch.file("Folder/File.TXT", "123");
    for spelling in [
        path.as_str().to_lowercase(),
        path.as_str().to_uppercase(),
        path.as_str().replace('\\', "/"),
    ] {
        let path = windows_path(&spelling);
        assert_eq!(HOST.stat(&path).map(|m| m.len), Ok(3), "{spelling}");
        let content = read_bounded(&HOST, &path, 3);
        assert_eq!(content.as_deref(), Ok(&b"123"[..]), "{spelling}");
    }
}

#[test]
fn nothing_is_found_on_a_drive_that_is_not_there() {
    let answers: Vec<_> = ('A'..='Z')
        .map(|letter| HOST.stat(&windows_path(&format!(r"{letter}:\onhand-test-missing"))))
        .collect();
    assert!(answers.contains(&Err(HostError::NotFound)), "{answers:?}");
    assert!(answers.iter().all(Result::is_err), "{answers:?}");
}

#[test]
fn a_file_that_another_program_keeps_to_itself_is_seen_but_not_read() {
    let scratch = Scratch::new();
    let path = scratch.file("file", "123");
    let kept = File::options()
        .read(true)
        .share_mode(0)
        .open(scratch.os_path("file"))
        .expect("opens");
    assert_eq!(HOST.stat(&path).map(|m| m.len), Ok(3));
    let answer = HOST.open(&path).err();
    assert!(matches!(answer, Some(HostError::Io(_))), "{answer:?}");
    drop(kept);
    assert!(HOST.open(&path).is_ok());
}

/// Makes an empty file a reparse point of that tag.
#[allow(unsafe_code, reason = "std can't make a reparse point")]
fn set_reparse_tag(file: &File, tag: u32) -> io::Result<()> {
    // The tag, the length of what follows, and 4 bytes that nobody interprets.
    let mut buffer = [tag.to_le_bytes(), [4, 0, 0, 0], [0; 4]].concat();
    let mut returned = 0;
    // SAFETY: the handle is open; the buffer is as long as is said and is only read; nothing is
    // written out but the count.
    let done = unsafe {
        DeviceIoControl(
            file.as_raw_handle(),
            FSCTL_SET_REPARSE_POINT,
            buffer.as_mut_ptr().cast(),
            buffer.len() as u32,
            null_mut(),
            0,
            &raw mut returned,
            null_mut(),
        )
    };
    if done == 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// Says so and proves nothing on a file system that has no such reparse points (FAT, Wine).
fn assert_unopenable(tag: u32, kind: FileKind, refused: HostError) {
    let scratch = Scratch::new();
    let path = scratch.file("app.exe", "");
    let file = File::options()
        .write(true)
        .custom_flags(FILE_FLAG_OPEN_REPARSE_POINT)
        .open(scratch.os_path("app.exe"))
        .expect("opens");
    if let Err(error) = set_reparse_tag(&file, tag) {
        let unknown = [ERROR_INVALID_FUNCTION, ERROR_NOT_SUPPORTED].map(|code| Some(code as i32));
        assert!(unknown.contains(&error.raw_os_error()), "{error}");
        eprintln!("not proved: no reparse point can be made here: {error}");
        return;
    }
    drop(file);
    let metadata = HOST.stat(&path).expect("is there");
    assert_eq!((metadata.kind, metadata.len), (kind, 0));
    assert!(metadata.modified.is_some());
    assert_eq!(HOST.open(&path).err(), Some(refused));
    assert_eq!(HOST.list(&path, 9), Err(HostError::NotADirectory));
    let listed = HOST.list(&scratch.path("."), 9).expect("lists");
    assert_eq!(listed.first().map(|entry| entry.kind), Some(kind));
}

#[test]
fn an_app_execution_alias_is_seen_and_never_opened() {
    const IO_REPARSE_TAG_APPEXECLINK: u32 = 0x8000_001B;
    assert_unopenable(
        IO_REPARSE_TAG_APPEXECLINK,
        FileKind::AppExecutionAlias,
        HostError::AppExecutionAlias,
    );
}

#[test]
fn a_fifo_of_wsl_is_no_file() {
    const IO_REPARSE_TAG_LX_FIFO: u32 = 0x8000_0024;
    assert_unopenable(IO_REPARSE_TAG_LX_FIFO, FileKind::Other, HostError::NotAFile);
}

/// Set `ONHAND_TEST_NETWORK_DRIVE` to the letter of a mapped network drive.
#[test]
#[ignore = "needs a mapped network drive"]
fn a_network_drive_is_neither_looked_at_nor_opened() {
    let letter = std::env::var("ONHAND_TEST_NETWORK_DRIVE").expect("the letter is set");
    for text in [format!(r"{letter}:\"), format!(r"{letter}:\file")] {
        let path = windows_path(&text);
        assert_eq!(HOST.stat(&path), Err(HostError::Network), "{text}");
        assert_eq!(HOST.list(&path, 9), Err(HostError::Network), "{text}");
        assert_eq!(HOST.open(&path).err(), Some(HostError::Network), "{text}");
    }
}
