//! What is wrong with a path shows in every call that meets it.

use onhand_platform::{
    FileKind, HostError, HostResult, InspectHost, LocateHost, Os, RootedPath, read_bounded,
};
use onhand_platform_fake::{FakeHost, Fault};

fn at(path: &str) -> RootedPath {
    RootedPath::new(Os::Win32, path).expect(path)
}

fn machine() -> FakeHost {
    FakeHost::new(Os::Win32)
        .file(r"C:\d\sub\f", "content")
        .file(r"C:\d\g", "")
}

/// The errors of stat, list and open.
fn errors(host: &FakeHost, path: &str) -> [Option<HostError>; 3] {
    let path = at(path);
    [
        host.stat(&path).err(),
        host.list(&path, 9).err(),
        host.open(&path).err(),
    ]
}

fn all(error: HostError) -> [Option<HostError>; 3] {
    [Some(error.clone()), Some(error.clone()), Some(error)]
}

#[test]
fn what_shuts_a_folder_shuts_everything_below_it_and_nothing_beside_it() {
    let io_error = HostError::Io("input/output error".to_owned());
    for (fault, error) in [
        (Fault::PermissionDenied, HostError::PermissionDenied),
        (Fault::NotFound, HostError::NotFound),
        (Fault::Network, HostError::Network),
        (Fault::IoError, io_error),
    ] {
        let host = machine().fault(r"C:\d\sub", fault);
        for path in [r"C:\d\sub", r"C:\d\sub\f", r"C:\d\sub\missing"] {
            assert_eq!(errors(&host, path), all(error.clone()), "{fault} {path}");
        }
        assert!(host.stat(&at(r"C:\d\g")).is_ok());
        let names = host.list(&at(r"C:\d"), 9).expect("a folder");
        assert_eq!(names.len(), 2, "{fault}: it is listed all the same");
    }
}

#[test]
fn a_fault_shows_where_nothing_stands() {
    let host = machine().fault(r"C:\Secret", Fault::PermissionDenied);
    assert_eq!(
        errors(&host, r"C:\Secret\x"),
        all(HostError::PermissionDenied)
    );
    assert_eq!(host.list(&at(r"C:\"), 9).map(|names| names.len()), Ok(1));
}

#[test]
fn an_unreadable_file_can_be_looked_at_but_not_opened() {
    let host = machine().fault(r"C:\d\sub\f", Fault::Unreadable);
    let path = at(r"C:\d\sub\f");
    assert_eq!(host.stat(&path).map(|m| m.len), Ok(7));
    assert_eq!(host.open(&path).err(), Some(HostError::PermissionDenied));
}

#[test]
fn an_unreadable_folder_can_be_walked_through_but_not_listed() {
    let host = machine().fault(r"C:\d\sub", Fault::Unreadable);
    assert_eq!(
        host.stat(&at(r"C:\d\sub")).map(|m| m.kind),
        Ok(FileKind::Directory)
    );
    assert_eq!(
        host.list(&at(r"C:\d\sub"), 9),
        Err(HostError::PermissionDenied)
    );
    assert_eq!(
        read_bounded(&host, &at(r"C:\d\sub\f"), 9),
        Ok(b"content".to_vec())
    );
}

#[test]
fn a_read_error_comes_after_the_file_was_opened() {
    let host = machine().fault(r"C:\d\sub\f", Fault::ReadError);
    let path = at(r"C:\d\sub\f");
    let file = host.open(&path).expect("it opens");
    assert_eq!(file.len(), 7);
    let read: HostResult<usize> = file.read_at(0, &mut [0; 7]);
    assert_eq!(read, Err(HostError::Io("input/output error".to_owned())));
}

#[test]
fn an_app_execution_alias_is_a_program_that_can_not_be_opened() {
    let alias = r"C:\Users\me\AppData\Local\Microsoft\WindowsApps\wt.exe";
    let host = machine().fault(alias, Fault::AppExecutionAlias);
    let metadata = host.stat(&at(alias)).expect("it is there");
    assert_eq!(
        (metadata.kind, metadata.len),
        (FileKind::AppExecutionAlias, 0)
    );
    assert!(metadata.kind.is_program());
    assert_eq!(
        host.open(&at(alias)).err(),
        Some(HostError::AppExecutionAlias)
    );
    let names = host
        .list(&at(alias).parent().expect("a folder"), 9)
        .expect("a folder");
    assert_eq!(names[0].kind, FileKind::AppExecutionAlias);
}

#[test]
fn a_fifo_is_never_opened() {
    let host = machine().fault(r"C:\d\pipe", Fault::Fifo);
    assert_eq!(
        host.stat(&at(r"C:\d\pipe")).map(|m| m.kind),
        Ok(FileKind::Other)
    );
    assert_eq!(
        host.open(&at(r"C:\d\pipe")).err(),
        Some(HostError::NotAFile)
    );
}

#[test]
fn a_fault_is_known_by_its_word() {
    for fault in Fault::ALL {
        assert_eq!(fault.to_string().parse(), Ok(fault));
    }
    let error = "broken".parse::<Fault>().expect_err("no fault");
    assert_eq!(error.to_string(), "`broken` is no fault");
}
