//! The locate tier on real files: what every OS has in common.

use std::fs::{self, File};
use std::time::{Duration, SystemTime};

use onhand_platform::{FileKind, HostError, LocateHost, Os, RootedPath};
use onhand_platform_native::NativeHost;

use crate::scratch::{Scratch, rooted};

const HOST: NativeHost = NativeHost::new();

#[test]
fn the_host_is_of_the_os_that_it_runs_on_and_weighs_nothing() {
    assert_eq!(Some(HOST.os()), Os::current());
    assert_eq!(size_of::<NativeHost>(), 0);
}

#[test]
fn a_file_has_its_length_and_the_time_of_its_last_writing() {
    let scratch = Scratch::new();
    let path = scratch.file("file", "12345");
    let written = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    let file = File::options().write(true).open(scratch.os_path("file"));
    file.and_then(|file| file.set_modified(written))
        .expect("sets the time");
    let metadata = HOST.stat(&path).expect("is there");
    assert_eq!(metadata.kind, FileKind::File);
    assert_eq!(metadata.len, 5);
    assert_eq!(metadata.modified, Some(written));
}

#[test]
fn a_folder_has_no_length() {
    let scratch = Scratch::new();
    let metadata = HOST.stat(&scratch.folder("folder")).expect("is there");
    assert_eq!(metadata.kind, FileKind::Directory);
    assert_eq!(metadata.len, 0);
}

#[test]
fn a_root_is_a_folder() {
    let mut root = rooted(&std::env::temp_dir());
    while let Some(parent) = root.parent() {
        root = parent;
    }
    let metadata = HOST.stat(&root).expect("is there");
    assert_eq!(metadata.kind, FileKind::Directory, "{root}");
}

#[test]
fn nothing_is_found_where_nothing_is_nor_below_a_file() {
    let scratch = Scratch::new();
    scratch.file("file", "");
    for name in ["missing", "missing/x", "file/x", "file/x/y"] {
        let path = scratch.path(name);
        assert_eq!(HOST.stat(&path), Err(HostError::NotFound), "stat {name}");
        assert_eq!(HOST.list(&path, 9), Err(HostError::NotFound), "list {name}");
    }
}

#[test]
fn a_list_is_sorted_and_tells_kinds() {
    let scratch = Scratch::new();
    for name in ["b", "a.exe", "ä"] {
        scratch.file(name, "");
    }
    scratch.folder("a");
    let listed = HOST.list(&scratch.path("."), 4).expect("lists");
    let listed: Vec<_> = listed
        .iter()
        .map(|entry| (entry.name.as_str(), entry.kind))
        .collect();
    // macOS may give the umlaut back in two code points.
    assert_eq!(
        listed[..3],
        [
            ("a", FileKind::Directory),
            ("a.exe", FileKind::File),
            ("b", FileKind::File)
        ]
    );
    assert_eq!(listed.len(), 4);
}

#[test]
fn a_list_beyond_its_limit_is_no_list() {
    let scratch = Scratch::new();
    let path = scratch.path(".");
    assert_eq!(HOST.list(&path, 0), Ok(Vec::new()));
    for name in 0..3 {
        scratch.file(&name.to_string(), "");
    }
    assert_eq!(HOST.list(&path, 3).map(|listed| listed.len()), Ok(3));
    for limit in 0..3 {
        let expected = HostError::TooManyNames { limit };
        assert_eq!(HOST.list(&path, limit), Err(expected));
    }
}

#[test]
fn a_file_has_no_list() {
    let scratch = Scratch::new();
    let path = scratch.file("file", "");
    assert_eq!(HOST.list(&path, 9), Err(HostError::NotADirectory));
}

#[test]
fn a_name_that_is_not_ascii_is_found() {
    let scratch = Scratch::new();
    let path = scratch.file("Ärger 日本 🦀.txt", "1");
    assert_eq!(HOST.stat(&path).map(|metadata| metadata.len), Ok(1));
}

#[test]
fn each_call_asks_anew() {
    let scratch = Scratch::new();
    let path = scratch.path("file");
    assert_eq!(HOST.stat(&path), Err(HostError::NotFound));
    scratch.file("file", "1");
    assert_eq!(HOST.stat(&path).map(|metadata| metadata.len), Ok(1));
    fs::remove_file(scratch.os_path("file")).expect("removes");
    assert_eq!(HOST.stat(&path), Err(HostError::NotFound));
}

#[test]
fn a_path_of_another_os_is_refused() {
    let refused = HostError::Unsupported("a path of another OS");
    for os in Os::ALL.into_iter().filter(|os| *os != HOST.os()) {
        let text = if os == Os::Win32 { r"C:\" } else { "/" };
        let path = RootedPath::new(os, text).expect("rooted");
        assert_eq!(HOST.stat(&path), Err(refused.clone()), "{os}");
        assert_eq!(HOST.list(&path, 9), Err(refused.clone()), "{os}");
    }
}
