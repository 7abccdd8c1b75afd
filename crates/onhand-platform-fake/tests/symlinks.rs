//! A path is followed through links as an OS follows it.

use onhand_platform::{
    FileKind, HostError, LocateHost, Operation, Os, PathTemplate, Recorded, RootedPath,
    read_bounded,
};
use onhand_platform_fake::{FakeHost, Fault};

fn at(path: &str) -> RootedPath {
    RootedPath::new(Os::Linux, path).expect(path)
}

fn content(host: &FakeHost, path: &str) -> Result<String, HostError> {
    read_bounded(host, &at(path), 100).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

#[test]
fn a_link_is_followed_wherever_it_stands_in_the_path() {
    let host = FakeHost::new(Os::Linux)
        .file("/opt/app-1.2/bin/app", "app")
        .symlink("/opt/app", "app-1.2")
        .symlink("/usr/bin/app", "/opt/app/bin/app")
        .symlink("/usr/local/bin", "../bin")
        .symlink("/bin", "usr/bin");
    for path in [
        "/opt/app/bin/app",
        "/usr/bin/app",
        "/usr/local/bin/app",
        "/bin/app",
    ] {
        assert_eq!(content(&host, path), Ok("app".to_owned()), "{path}");
    }
    assert_eq!(
        host.stat(&at("/opt/app")).map(|m| m.kind),
        Ok(FileKind::Directory)
    );
    assert_eq!(host.list(&at("/bin"), 9).map(|names| names.len()), Ok(1));
}

#[test]
fn two_dots_in_a_link_go_up_from_where_the_links_before_them_led() {
    let host = FakeHost::new(Os::Linux)
        .file("/deep/er/file", "physical")
        .file("/file", "lexical")
        .dir("/deep/er/still")
        .symlink("/jump", "/deep/er/still")
        .symlink("/link", "jump/../file")
        .symlink("/absolute", "/jump/../file")
        .symlink("/above", "../../../file");
    assert_eq!(content(&host, "/link"), Ok("physical".to_owned()));
    assert_eq!(content(&host, "/absolute"), Ok("physical".to_owned()));
    assert_eq!(
        content(&host, "/above"),
        Ok("lexical".to_owned()),
        "the root is its own parent"
    );
}

#[test]
fn two_dots_go_up_from_a_folder_only() {
    let host = FakeHost::new(Os::Linux)
        .file("/f", "")
        .file("/g", "")
        .symlink("/through", "f/../g")
        .symlink("/beyond", "missing/../g");
    assert_eq!(host.stat(&at("/through")), Err(HostError::NotFound));
    assert_eq!(host.stat(&at("/beyond")), Err(HostError::NotFound));
}

#[test]
fn a_link_that_leads_nowhere_is_not_found_though_it_is_listed() {
    let host = FakeHost::new(Os::Linux)
        .file("/file", "")
        .symlink("/d/dangling", "nothing")
        .symlink("/d/below", "/file/x");
    assert_eq!(host.stat(&at("/d/dangling")), Err(HostError::NotFound));
    assert_eq!(host.stat(&at("/d/below")), Err(HostError::NotFound));
    let kinds: Vec<_> = host
        .list(&at("/d"), 9)
        .expect("a folder")
        .iter()
        .map(|e| e.kind)
        .collect();
    assert_eq!(kinds, [FileKind::Symlink, FileKind::Symlink]);
}

#[test]
fn links_in_a_circle_end() {
    let host = FakeHost::new(Os::Linux)
        .symlink("/self", "self")
        .symlink("/dot", ".")
        .symlink("/a", "/b/x")
        .symlink("/b", "/a");
    for path in ["/self", "/self/x", "/a", "/b"] {
        let outcome = host.stat(&at(path));
        let words = "Too many levels of symbolic links (os error 40)";
        assert_eq!(outcome, Err(HostError::Io(words.to_owned())), "{path}");
    }
    assert_eq!(
        host.stat(&at("/dot/dot/dot")).map(|m| m.kind),
        Ok(FileKind::Directory)
    );
}

#[test]
fn a_link_to_the_network_is_not_followed() {
    let host = FakeHost::new(Os::Win32)
        .symlink(r"C:\Tools", r"\\server\tools")
        .symlink(r"C:\Vendor\App.exe", r"..\Tools\App.exe");
    for path in [r"C:\Tools", r"C:\Tools\App.exe", r"C:\Vendor\App.exe"] {
        let path = RootedPath::new(Os::Win32, path).expect(path);
        assert_eq!(host.stat(&path), Err(HostError::Network), "{path}");
        assert_eq!(host.resolve(&path), Err(HostError::Network), "{path}");
        assert_eq!(host.list(&path, 9), Err(HostError::Network), "{path}");
    }
}

#[test]
fn a_link_on_windows_leads_to_another_drive() {
    let host = FakeHost::new(Os::Win32)
        .file(r"D:\Apps\App.exe", "x")
        .symlink(r"C:\Apps", r"D:/Apps");
    let path = RootedPath::new(Os::Win32, r"C:\apps\app.exe").expect("rooted");
    assert_eq!(host.stat(&path).map(|m| m.len), Ok(1));
    let physical = host.resolve(&path).expect("it is there");
    assert_eq!(
        physical.as_str(),
        r"D:\Apps\App.exe",
        "as the disk spells it"
    );
}

#[test]
fn a_physical_path_tells_no_more_than_the_path_that_led_there() {
    let host = Recorded::new(
        FakeHost::new(Os::Linux)
            .env("TOKEN", "s3cret")
            .file("/srv/s3cret/app", "")
            .symlink("/opt/s3cret", "/srv/s3cret"),
    );
    let template = PathTemplate::parse(Os::Linux, "/opt/$TOKEN/app").expect("a template");
    let path = template.expand(&host).expect("expands");
    let physical = host.resolve(&path).expect("it is there");
    assert_eq!(physical.as_str(), "/srv/s3cret/app");
    assert_eq!(physical.to_string(), "/opt/$TOKEN/app");
    assert!(!format!("{physical:?} {:?}", host.calls()).contains("s3cret"));
    assert_eq!(host.count(Operation::Resolve), 1);
}

#[test]
fn a_fault_shows_through_a_link() {
    let host = FakeHost::new(Os::Linux)
        .file("/secret/a", "")
        .file("/b", "x")
        .symlink("/to-secret", "/secret/a")
        .symlink("/to-b", "b")
        .symlink("/to-b-too", "b")
        .fault("/secret", Fault::PermissionDenied)
        .fault("/to-b", Fault::Unreadable);
    assert_eq!(
        host.stat(&at("/to-secret")),
        Err(HostError::PermissionDenied)
    );
    assert_eq!(
        host.resolve(&at("/to-secret")),
        Err(HostError::PermissionDenied)
    );
    assert_eq!(
        host.resolve(&at("/to-b")),
        Ok(at("/b")),
        "it needs no reading"
    );
    assert_eq!(host.stat(&at("/to-b")).map(|m| m.len), Ok(1));
    assert_eq!(content(&host, "/to-b"), Err(HostError::PermissionDenied));
    assert_eq!(content(&host, "/to-b-too"), Ok("x".to_owned()));
}
