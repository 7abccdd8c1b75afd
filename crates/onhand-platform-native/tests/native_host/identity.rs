//! Which thing a path leads to.

use std::fs;

use onhand_platform::LocateHost;
use onhand_platform_native::NativeHost;

use crate::scratch::Scratch;

const HOST: NativeHost = NativeHost::new();

#[test]
fn two_names_of_one_file_have_one_identity_and_two_files_have_two() {
    let scratch = Scratch::new();
    scratch.file("file", "same");
    scratch.file("copy", "same");
    scratch.folder("folder");
    fs::hard_link(scratch.os_path("file"), scratch.os_path("folder/second")).expect("links");
    let identity = |name: &str| HOST.stat(&scratch.path(name)).expect(name).identity;
    assert!(identity("file").is_some());
    assert_eq!(identity("file"), identity("folder/second"));
    assert_ne!(identity("file"), identity("copy"));
    assert_ne!(identity("file"), identity("folder"));
    assert_eq!(identity("folder"), identity("folder"));
}

#[cfg(unix)]
#[test]
fn a_link_has_the_identity_of_what_it_leads_to() {
    let scratch = Scratch::new();
    scratch.file("file", "");
    scratch.folder("folder");
    for target in ["file", "folder"] {
        let link = format!("to-{target}");
        std::os::unix::fs::symlink(target, scratch.os_path(&link)).expect("links");
        let identity = |name: &str| HOST.stat(&scratch.path(name)).expect(name).identity;
        assert_eq!(identity(&link), identity(target));
    }
}
