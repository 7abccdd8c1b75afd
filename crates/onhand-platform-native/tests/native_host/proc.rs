//! Files whose length says nothing of their content: those of `/proc`.

use std::path::Path;

use onhand_platform::{FileKind, HostError, InspectHost, LocateHost, RootedPath, read_bounded};
use onhand_platform_native::NativeHost;

use crate::scratch::rooted;

const HOST: NativeHost = NativeHost::new();

fn status() -> RootedPath {
    rooted(Path::new("/proc/self/status"))
}

#[test]
fn a_file_of_length_0_is_read_to_its_end() {
    let metadata = HOST.stat(&status()).expect("is there");
    assert_eq!((metadata.kind, metadata.len), (FileKind::File, 0));
    let content = read_bounded(&HOST, &status(), 64 * 1024).expect("reads");
    let content = String::from_utf8(content).expect("text");
    assert!(content.starts_with("Name:"), "{content}");
    // Near its end, more than a kilobyte on.
    assert!(
        content.contains("\nnonvoluntary_ctxt_switches:"),
        "{content}"
    );
    assert!(content.ends_with('\n'), "{content}");
}

#[test]
fn the_limit_holds_for_a_file_of_length_0() {
    for limit in [0, 1, 100] {
        let refused = Err(HostError::TooLarge { limit });
        assert_eq!(read_bounded(&HOST, &status(), limit), refused);
    }
}

#[test]
fn a_file_of_length_0_is_read_from_its_middle_too() {
    let file = HOST.open(&status()).expect("opens");
    let mut start = [0; 10];
    let mut middle = [0; 5];
    assert_eq!(file.read_at(0, &mut start), Ok(10));
    assert_eq!(file.read_at(5, &mut middle), Ok(5));
    assert_eq!(middle, start[5..]);
}
