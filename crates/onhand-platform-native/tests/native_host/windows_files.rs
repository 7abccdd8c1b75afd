//! What the files of Windows have of their own.

use std::fs::File;
use std::os::windows::fs::OpenOptionsExt;

use onhand_platform::{FileKind, HostError, InspectHost, LocateHost, Os, RootedPath, read_bounded};
use onhand_platform_native::NativeHost;

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

#[test]
fn a_path_may_be_longer_than_260_units() {
    let scratch = Scratch::new();
    let mut name = String::new();
    for letter in ["a", "b", "c", "d"] {
        name = format!("{name}{}/", letter.repeat(120));
        scratch.folder(&name);
    }
    let path = scratch.file(&format!("{name}file.exe"), "123");
    assert!(path.as_str().len() > 480, "{path}");
    assert_eq!(HOST.stat(&path).map(|m| m.len), Ok(3));
    let other_case = windows_path(&path.as_str().to_uppercase());
    assert_eq!(
        read_bounded(&HOST, &other_case, 3).as_deref(),
        Ok(&b"123"[..])
    );
    let listed = HOST
        .list(&path.parent().expect("a folder"), 9)
        .expect("lists");
    assert_eq!(listed[0].name, "file.exe");
    let missing = scratch.path(&format!("{name}missing"));
    assert_eq!(HOST.stat(&missing), Err(HostError::NotFound));
}

/// Most programs can't name such files, and so no declaration can. A folder may hold them.
#[test]
fn a_name_that_ends_in_a_dot_or_a_space_is_listed_as_it_is_and_hides_no_other() {
    let scratch = Scratch::new();
    let folder = scratch.folder("folder");
    let names = ["name", "name ", "name."];
    for name in names {
        let verbatim = format!(r"\\?\{}\{name}", folder.as_str());
        std::fs::write(verbatim, name).expect("writes");
        assert_eq!(
            RootedPath::new(Os::Win32, &format!(r"C:\{name}")).is_ok(),
            name == "name"
        );
    }
    let listed = HOST.list(&folder, 9).expect("lists");
    let listed: Vec<_> = listed.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(listed, names);
    let content = read_bounded(&HOST, &folder.join("name").expect("rooted"), 9);
    assert_eq!(content.as_deref(), Ok(&b"name"[..]));
}

#[test]
fn a_folder_is_listed_whatever_the_case_of_its_name() {
    let scratch = Scratch::new();
    let folder = scratch.folder("Folder");
    scratch.file("Folder/File.TXT", "");
    for spelling in [
        folder.as_str().to_uppercase(),
        folder.as_str().to_lowercase(),
    ] {
        let listed = HOST.list(&windows_path(&spelling), 9).expect("lists");
        assert_eq!(listed[0].name, "File.TXT", "as the folder spells it");
    }
}

/// The folder of a volume's restore points is the system's alone.
#[test]
#[ignore = "needs a file system of Windows"]
fn what_this_user_may_not_open_is_seen_as_its_folder_tells_it() {
    let path = windows_path(r"C:\System Volume Information");
    assert_eq!(HOST.stat(&path).map(|m| m.kind), Ok(FileKind::Directory));
    assert_eq!(HOST.list(&path, 9), Err(HostError::PermissionDenied));
    assert_eq!(HOST.open(&path).err(), Some(HostError::NotAFile));
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
