//! What this user may not look at, on Linux and macOS.
//!
//! Permission bits mean nothing to root. There the test runs once more as the user `nobody`.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use onhand_platform::{FileKind, HostError, InspectHost, LocateHost};
use onhand_platform_native::NativeHost;

use crate::scratch::{Scratch, rooted};
use onhand_testkit::nobody::rerun_as_nobody;
use onhand_testkit::rerun::in_child;

const FOLDER: &str = "ONHAND_TEST_FOLDER";

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("sets permissions");
}

#[test]
fn what_this_user_may_not_do_is_permission_denied() {
    if in_child() {
        let folder = std::env::var_os(FOLDER).expect("set for the child");
        return assert_denied(Path::new(&folder));
    }
    let scratch = Scratch::new();
    scratch.file("file", "secret");
    scratch.folder("folder");
    scratch.file("folder/inside", "secret");
    set_mode(&scratch.os_path("."), 0o755);
    set_mode(&scratch.os_path("file"), 0);
    set_mode(&scratch.os_path("folder"), 0);
    if File::open(scratch.os_path("file")).is_err() {
        assert_denied(&scratch.os_path("."));
    } else {
        let test = "permissions::what_this_user_may_not_do_is_permission_denied";
        rerun_as_nobody(test, |child| {
            child.env(FOLDER, scratch.os_path("."));
        });
    }
    // Or nobody but root could remove it.
    set_mode(&scratch.os_path("folder"), 0o755);
}

fn assert_denied(folder: &Path) {
    let host = NativeHost::new();
    let path = |name| rooted(&folder.join(name));
    let denied = HostError::PermissionDenied;

    let file = host.stat(&path("file")).map(|metadata| metadata.kind);
    assert_eq!(file, Ok(FileKind::File), "a stat needs no right to read");
    assert_eq!(host.open(&path("file")).err(), Some(denied.clone()));
    for name in ["file", "folder"] {
        let physical = host.resolve(&path(name));
        assert!(physical.is_ok(), "nor has the physical path: {physical:?}");
    }

    let folder = host.stat(&path("folder")).map(|metadata| metadata.kind);
    assert_eq!(folder, Ok(FileKind::Directory));
    assert_eq!(host.list(&path("folder"), 9), Err(denied.clone()));
    for name in ["folder/inside", "folder/missing"] {
        assert_eq!(host.stat(&path(name)), Err(denied.clone()), "{name}");
        assert_eq!(host.resolve(&path(name)), Err(denied.clone()), "{name}");
        assert_eq!(host.open(&path(name)).err(), Some(denied.clone()), "{name}");
    }
}
