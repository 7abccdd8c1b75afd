//! A machine described in code answers what was described.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, SystemTime};

use onhand_platform::{
    FileKind, Hive, HostError, InspectHost, LocateHost, Operation, Os, PathTemplate, Recorded,
    RegistryView, RootedPath, UninstallEntry, UninstallValue, UnreadPart, UnreadReason,
    UnreadUninstall, read_bounded,
};
use onhand_platform_fake::{FakeHost, Fault, FileContent, Listener};

fn at(os: Os, path: &str) -> RootedPath {
    RootedPath::new(os, path).expect(path)
}

fn names(host: &FakeHost, path: &str) -> Vec<String> {
    let path = at(LocateHost::os(host), path);
    let entries = host.list(&path, 100).expect("a folder");
    entries.into_iter().map(|entry| entry.name).collect()
}

#[test]
fn an_empty_machine_has_its_root_and_nothing_else() {
    for (os, root) in [(Os::Win32, r"C:\"), (Os::Darwin, "/"), (Os::Linux, "/")] {
        let host = FakeHost::new(os);
        assert_eq!(
            host.stat(&at(os, root)).map(|m| m.kind),
            Ok(FileKind::Directory)
        );
        assert_eq!(host.list(&at(os, root), 0), Ok(Vec::new()));
        assert_eq!(
            host.stat(&at(os, root).join("x").expect("rooted")),
            Err(HostError::NotFound)
        );
        assert_eq!(LocateHost::home(&host), Ok(None));
        assert_eq!(LocateHost::env(&host, "PATH"), Ok(None));
    }
    let other_drive = at(Os::Win32, r"D:\");
    assert_eq!(
        FakeHost::new(Os::Win32).stat(&other_drive),
        Err(HostError::NotFound)
    );
    let with_drive = FakeHost::new(Os::Win32).file(r"D:\a\b", "");
    assert_eq!(
        with_drive.stat(&other_drive).map(|m| m.kind),
        Ok(FileKind::Directory)
    );
}

#[test]
fn a_file_has_its_size_its_content_and_folders_above_it() {
    let noon = SystemTime::UNIX_EPOCH + Duration::from_secs(43_200);
    let host = FakeHost::new(Os::Linux)
        .file("/opt/app/bin/app", b"\x7fELF")
        .modified("/opt/app/bin/app", noon)
        .file("/opt/app/big", FileContent::zeros(5_000_000_000));
    let app = at(Os::Linux, "/opt/app/bin/app");
    let metadata = host.stat(&app).expect("there");
    assert_eq!(
        (metadata.kind, metadata.len, metadata.modified),
        (FileKind::File, 4, Some(noon))
    );
    assert_eq!(read_bounded(&host, &app, 4), Ok(b"\x7fELF".to_vec()));
    assert_eq!(
        read_bounded(&host, &app, 3),
        Err(HostError::TooLarge { limit: 3 })
    );

    let folder = host.stat(&at(Os::Linux, "/opt/app/bin")).expect("there");
    assert_eq!(
        (folder.kind, folder.len, folder.modified),
        (FileKind::Directory, 0, None)
    );

    let big = host.open(&at(Os::Linux, "/opt/app/big")).expect("a file");
    let mut end = [1; 4];
    assert_eq!(big.read_at(4_999_999_998, &mut end), Ok(2));
    assert_eq!((big.len(), end), (5_000_000_000, [0, 0, 1, 1]));
}

#[test]
fn nothing_stands_below_a_file() {
    let host = FakeHost::new(Os::Linux).file("/a", "x");
    let below = at(Os::Linux, "/a/b");
    assert_eq!(host.stat(&below), Err(HostError::NotFound));
    assert_eq!(host.list(&below, 9), Err(HostError::NotFound));
    assert_eq!(host.open(&below).err(), Some(HostError::NotFound));
}

#[test]
fn only_a_folder_is_listed_and_only_a_file_is_opened() {
    let host = FakeHost::new(Os::Linux)
        .file("/f/a", "")
        .fault("/f/pipe", Fault::Fifo);
    assert_eq!(
        host.list(&at(Os::Linux, "/f/a"), 9),
        Err(HostError::NotADirectory)
    );
    assert_eq!(
        host.open(&at(Os::Linux, "/f")).err(),
        Some(HostError::NotAFile)
    );
    assert_eq!(
        host.open(&at(Os::Linux, "/f/pipe")).err(),
        Some(HostError::NotAFile)
    );
}

#[test]
fn a_list_is_sorted_and_bounded_and_does_not_follow_links() {
    let host = FakeHost::new(Os::Linux)
        .file("/f/b", "")
        .file("/f/B", "")
        .dir("/f/a")
        .file("/f/a.txt", "")
        .symlink("/f/c", "b")
        .fault("/f/d", Fault::Fifo);
    let folder = at(Os::Linux, "/f");
    let entries = host.list(&folder, 6).expect("six names");
    let entries: Vec<_> = entries.iter().map(|e| (e.name.as_str(), e.kind)).collect();
    assert_eq!(
        entries,
        [
            ("B", FileKind::File),
            ("a", FileKind::Directory),
            ("a.txt", FileKind::File),
            ("b", FileKind::File),
            ("c", FileKind::Symlink),
            ("d", FileKind::Other),
        ]
    );
    assert_eq!(
        host.list(&folder, 5),
        Err(HostError::TooManyNames { limit: 5 })
    );
}

#[test]
fn a_later_description_replaces_an_earlier_one() {
    let host = FakeHost::new(Os::Linux)
        .env("A", "1")
        .env("A", "2")
        .env("B", "1")
        .unset_env("B")
        .file("/a", "old")
        .file("/a", "new")
        .dir("/empty")
        .symlink("/empty", "a")
        .dir("/kept")
        .file("/kept/x", "")
        .dir("/kept");
    assert_eq!(LocateHost::env(&host, "A"), Ok(Some("2".to_owned())));
    assert_eq!(LocateHost::env(&host, "B"), Ok(None));
    assert_eq!(
        read_bounded(&host, &at(Os::Linux, "/empty"), 9),
        Ok(b"new".to_vec())
    );
    assert_eq!(names(&host, "/"), ["a", "empty", "kept"]);
    assert_eq!(names(&host, "/kept"), ["x"]);
}

#[test]
fn what_is_removed_is_gone_with_what_was_below_it() {
    let host = FakeHost::new(Os::Darwin)
        .file("/Applications/A.app/Contents/Info.plist", "a")
        .file("/Applications/B.app/Contents/Info.plist", "b")
        .fault("/Applications/A.app/Contents", Fault::PermissionDenied)
        .remove("/applications/a.APP");
    assert_eq!(names(&host, "/Applications"), ["B.app"]);
    let plist = at(Os::Darwin, "/Applications/A.app/Contents/Info.plist");
    assert_eq!(host.stat(&plist), Err(HostError::NotFound));
    let host = host.file(plist.as_str(), "again");
    assert_eq!(read_bounded(&host, &plist, 9), Ok(b"again".to_vec()));
    assert_eq!(names(&host.remove("/"), "/"), Vec::<String>::new());
}

#[test]
fn a_clone_is_a_second_machine() {
    let one = FakeHost::new(Os::Linux).file("/a", "x");
    let two = one.clone().remove("/a");
    assert!(one.stat(&at(Os::Linux, "/a")).is_ok());
    assert_eq!(two.stat(&at(Os::Linux, "/a")), Err(HostError::NotFound));
}

#[test]
fn a_path_of_another_os_is_not_found() {
    let host = FakeHost::new(Os::Linux).file("/a", "x");
    assert_eq!(host.stat(&at(Os::Darwin, "/a")), Err(HostError::NotFound));
    assert_eq!(host.stat(&at(Os::Win32, r"C:\")), Err(HostError::NotFound));
}

#[test]
fn the_home_is_what_was_said_else_what_the_environment_says() {
    for (os, variable, other) in [
        (Os::Win32, "USERPROFILE", "HOME"),
        (Os::Darwin, "HOME", "USERPROFILE"),
        (Os::Linux, "HOME", "USERPROFILE"),
    ] {
        let host = FakeHost::new(os).env(other, "/wrong");
        assert_eq!(LocateHost::home(&host), Ok(None));
        let host = host.env(variable, "");
        assert_eq!(LocateHost::home(&host), Ok(None), "empty is unset");
        let host = host.env(variable, "/env");
        assert_eq!(LocateHost::home(&host), Ok(Some("/env".to_owned())));
        let host = host.home("/said");
        assert_eq!(LocateHost::home(&host), Ok(Some("/said".to_owned())));
        let host = host.home("").env_not_unicode(variable);
        assert_eq!(LocateHost::home(&host), Err(HostError::NotUnicode));
    }
}

#[test]
fn uninstall_entries_come_by_hive_view_and_key() {
    use Hive::{CurrentUser, LocalMachine};
    use RegistryView::{Bits32, Bits64};
    let host = FakeHost::new(Os::Win32)
        .uninstall(UninstallEntry::new(CurrentUser, Bits64, "a"))
        .uninstall(UninstallEntry::new(LocalMachine, Bits32, "b"))
        .uninstall(UninstallEntry::new(LocalMachine, Bits64, "d"))
        .uninstall(UninstallEntry::new(LocalMachine, Bits64, "C"))
        .uninstall(UninstallEntry::new(LocalMachine, Bits64, "D").with("DisplayName", "second"));
    let registry = host.uninstall_entries().expect("a registry");
    let entries = &registry.entries;
    let places: Vec<_> = entries
        .iter()
        .map(|e| (e.hive, e.view, e.key.as_str()))
        .collect();
    assert_eq!(
        places,
        [
            (LocalMachine, Bits64, "C"),
            (LocalMachine, Bits64, "D"),
            (LocalMachine, Bits32, "b"),
            (CurrentUser, Bits64, "a"),
        ]
    );
    let second = UninstallValue::Text("second".to_owned());
    assert_eq!(entries[1].value("displayname"), Some(&second));
}

#[test]
fn only_windows_has_an_uninstall_registry() {
    for os in [Os::Darwin, Os::Linux] {
        assert_eq!(
            FakeHost::new(os).uninstall_entries(),
            Err(HostError::Unsupported("the uninstall registry"))
        );
    }
    assert!(
        FakeHost::new(Os::Win32)
            .uninstall_entries()
            .is_ok_and(|registry| registry.entries.is_empty() && registry.unread.is_empty())
    );
}

#[test]
fn a_recorded_machine_tells_what_was_asked_of_it() {
    let host = Recorded::new(
        FakeHost::new(Os::Linux)
            .env("HOME", "/home/me")
            .file("/home/me/a", "x"),
    );
    let path = PathTemplate::parse(Os::Linux, "$HOME/a").expect("a template");
    let path = path.expand(&host).expect("HOME is set");
    assert!(host.stat(&path).is_ok());
    let asked: Vec<_> = host
        .calls()
        .into_iter()
        .map(|call| (call.operation, call.target))
        .collect();
    assert_eq!(
        asked,
        [
            (Operation::Env, "HOME".to_owned()),
            (Operation::Stat, "/home/me/a".to_owned()),
        ]
    );
}

#[test]
fn a_description_that_makes_no_sense_panics_with_its_reason() {
    type Describe = fn(FakeHost) -> FakeHost;
    let panic_of = |describe: Describe, os| {
        let described = catch_unwind(AssertUnwindSafe(|| describe(FakeHost::new(os))));
        let panic = described.expect_err("a panic");
        panic.downcast_ref::<String>().expect("a text").clone()
    };
    let cases: [(Os, Describe, &str); 15] = [
        (
            Os::Win32,
            |host| host.file("Vendor/App.exe", ""),
            "this machine can't be: `Vendor/App.exe` is not a path on Windows: the path is not rooted: it is relative",
        ),
        (
            Os::Linux,
            |host| host.dir("//server/share"),
            "this machine can't be: `//server/share` is not a path on Linux: the path leads to the network or to a device (`//server`)",
        ),
        (
            Os::Linux,
            |host| host.file("/a", "").file("/a/b/c", ""),
            "this machine can't be: `/a/b/c` can't stand there: `/a` is a file, not a folder",
        ),
        (
            Os::Linux,
            |host| host.symlink("/a", "/b").file("/a/c", ""),
            "this machine can't be: `/a/c` can't stand there: `/a` is a link, not a folder",
        ),
        (
            Os::Darwin,
            |host| host.file("/A/b", "").file("/a", ""),
            "this machine can't be: `/a` is a folder already",
        ),
        (
            Os::Linux,
            |host| host.symlink("/", "/a"),
            "this machine can't be: `/` is a folder already",
        ),
        (
            Os::Win32,
            |host| host.symlink(r"C:\a", r"\b"),
            r"this machine can't be: `\b` can't be the target of a link on Windows: a path on Windows starts with a drive, as in `C:\`",
        ),
        (
            Os::Linux,
            |host| host.dir("/a").modified("/a", SystemTime::UNIX_EPOCH),
            "this machine can't be: `/a` is not a file of this machine, so it has no write time",
        ),
        (
            Os::Darwin,
            |host| host.fault("/a", Fault::AppExecutionAlias),
            "this machine can't be: an app-execution alias exists on Windows only",
        ),
        (
            Os::Linux,
            |host| host.env("A=B", ""),
            "this machine can't be: `A=B` can't name a variable: a name is not empty and holds neither `=` nor NUL",
        ),
        (
            Os::Linux,
            |host| host.env("A", "b\0c"),
            "this machine can't be: the value of `A` holds a NUL, which no environment can",
        ),
        (
            Os::Linux,
            |host| {
                host.uninstall(UninstallEntry::new(
                    Hive::LocalMachine,
                    RegistryView::Bits64,
                    "a",
                ))
            },
            "this machine can't be: the uninstall registry exists on Windows only",
        ),
        (
            Os::Win32,
            |host| {
                host.uninstall(UninstallEntry::new(
                    Hive::CurrentUser,
                    RegistryView::Bits32,
                    "a",
                ))
            },
            "this machine can't be: HKCU has one view for all programs, given as 64",
        ),
        (
            Os::Win32,
            |host| {
                host.uninstall(UninstallEntry::new(
                    Hive::CurrentUser,
                    RegistryView::Bits64,
                    r"a\b",
                ))
            },
            r"this machine can't be: `a\b` can't name a registry key: a name is not empty and holds neither `\` nor NUL",
        ),
        (
            Os::Linux,
            |host| host.listener("localhost:80", Listener::silent()),
            "this machine can't be: `localhost:80` is not a loopback address: write `127.0.0.1:PORT` or `[::1]:PORT`",
        ),
    ];
    for (os, describe, reason) in cases {
        assert_eq!(panic_of(describe, os), reason);
    }
}

#[test]
fn an_uninstall_entry_is_read_or_unread_as_it_was_said_last() {
    let (hive, view) = (Hive::LocalMachine, RegistryView::Bits64);
    let entry = || UninstallEntry::new(hive, view, "A");
    let unread = || UnreadUninstall {
        hive,
        view,
        part: UnreadPart::Entry {
            key: Some("a".to_owned()),
        },
        reason: UnreadReason::Failed(HostError::PermissionDenied),
    };
    let counts = |host: FakeHost| {
        let registry = host.uninstall_entries().expect("a registry");
        (registry.entries.len(), registry.unread.len())
    };
    let host = FakeHost::new(Os::Win32).uninstall(entry());
    assert_eq!(counts(host.clone()), (1, 0));
    let host = host.uninstall_unread(unread()).uninstall_unread(unread());
    assert_eq!(counts(host.clone()), (0, 1));
    assert_eq!(counts(host.uninstall(entry())), (1, 0));
}
