//! Two names of one file.

use std::time::{Duration, SystemTime};

use onhand_platform::{LocateHost, Metadata, Os, RootedPath, read_bounded};
use onhand_platform_fake::FakeHost;

fn rooted(path: &str) -> RootedPath {
    RootedPath::new(Os::Linux, path).expect("rooted")
}

fn stat(host: &FakeHost, path: &str) -> Metadata {
    host.stat(&rooted(path)).expect(path)
}

#[test]
fn a_hard_link_is_the_same_file_and_a_copy_is_another() {
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
    let host = FakeHost::new(Os::Linux)
        .file("/a/file", "text")
        .file("/a/copy", "text")
        .hard_link("/b/second", "/a/file")
        .hard_link("/b/third", "/b/second")
        .symlink("/to-file", "/b/third")
        .modified("/a/file", time);
    let file = stat(&host, "/a/file");
    assert!(file.identity.is_some());
    assert_eq!(file.modified, Some(time));
    for name in ["/b/second", "/b/third", "/to-file"] {
        assert_eq!(stat(&host, name), file, "{name}");
        assert_eq!(
            read_bounded(&host, &rooted(name), 9).as_deref(),
            Ok(&b"text"[..])
        );
    }
    assert_ne!(stat(&host, "/a/copy").identity, file.identity);
    assert_ne!(stat(&host, "/a").identity, stat(&host, "/b").identity);
    // What is put in its place is another file, and the other names stay.
    let host = host.file("/a/file", "new").remove("/b/third");
    assert_ne!(stat(&host, "/a/file").identity, file.identity);
    assert_eq!(stat(&host, "/b/second"), file);
}

#[test]
#[should_panic(expected = "`/none` is not a file of this machine, so it can't have a second name")]
fn what_is_no_file_has_no_second_name() {
    let _ = FakeHost::new(Os::Linux).hard_link("/b", "/none");
}
