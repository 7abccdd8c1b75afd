//! Where an OS gives up following a path, and in which words.

use onhand_platform::{FileKind, HostError, HostResult, LocateHost, Os, RootedPath};
use onhand_platform_fake::FakeHost;

fn kind(host: &FakeHost, path: &str) -> HostResult<FileKind> {
    let path = RootedPath::new(host.os(), path).expect(path);
    host.stat(&path).map(|metadata| metadata.kind)
}

/// A path of that many bytes, none of its names too long.
fn path_of(bytes: usize) -> String {
    let mut path = "/0123456789".repeat(bytes / 11 + 1);
    path.truncate(bytes - 1);
    path + "x"
}

#[test]
fn as_many_links_are_followed_as_the_os_follows() {
    for (os, root, most) in [
        (Os::Linux, "/", 40),
        (Os::Darwin, "/", 32),
        (Os::Win32, "C:/", 63),
    ] {
        let mut host = FakeHost::new(os).file(&format!("{root}0"), "end");
        for link in 1..=most + 1 {
            host = host.symlink(&format!("{root}{link}"), &(link - 1).to_string());
        }
        assert_eq!(kind(&host, &format!("{root}{most}")), Ok(FileKind::File));
        let answer = kind(&host, &format!("{root}{}", most + 1));
        assert!(matches!(answer, Err(HostError::Io(_))), "{os}: {answer:?}");
    }
}

#[test]
fn a_name_that_no_file_can_have_is_not_said_to_be_missing() {
    for (os, root) in [(Os::Linux, "/"), (Os::Darwin, "/"), (Os::Win32, "C:/")] {
        let host = FakeHost::new(os).dir(&format!("{root}folder"));
        let named = |len| "x".repeat(len);
        let missing = Err(HostError::NotFound);
        assert_eq!(kind(&host, &(root.to_owned() + &named(255))), missing);
        for path in [named(256), format!("folder/{}/x", named(256))] {
            let answer = kind(&host, &(root.to_owned() + &path));
            assert!(matches!(answer, Err(HostError::Io(_))), "{os}: {answer:?}");
        }
        let below_nothing = format!("{root}nothing/{}", named(256));
        assert_eq!(kind(&host, &below_nothing), missing, "{os}");
    }
}

#[test]
fn a_name_is_measured_as_the_os_measures_it() {
    // 255 bytes, and 85 units.
    let longest = "日".repeat(85);
    let linux = FakeHost::new(Os::Linux);
    assert_eq!(
        kind(&linux, &format!("/{longest}")),
        Err(HostError::NotFound)
    );
    let answer = kind(&linux, &format!("/{longest}x"));
    assert!(matches!(answer, Err(HostError::Io(_))), "{answer:?}");
    let windows = FakeHost::new(Os::Win32);
    let answer = kind(&windows, &format!("C:/{longest}x"));
    assert_eq!(answer, Err(HostError::NotFound));
}

#[test]
fn a_path_that_is_too_long_is_not_followed() {
    for (os, bytes) in [(Os::Linux, 4096), (Os::Darwin, 1024)] {
        let host = FakeHost::new(os);
        let longest = kind(&host, &path_of(bytes - 1));
        assert_eq!(longest, Err(HostError::NotFound), "{os}");
        let answer = kind(&host, &path_of(bytes));
        assert!(matches!(answer, Err(HostError::Io(_))), "{os}: {answer:?}");
    }
}

/// Asks the OS that runs this. Wine has other words than Windows.
#[cfg(any(target_os = "linux", target_os = "macos"))]
#[test]
#[allow(clippy::disallowed_methods, reason = "the real OS is the oracle")]
fn the_words_are_those_of_the_os() {
    use std::os::unix::fs::symlink;

    let folder = tempfile::tempdir().expect("a temporary folder");
    let circle = folder.path().join("circle");
    symlink("circle", &circle).expect("links");
    let circle = circle.to_str().expect("Unicode");
    let host = FakeHost::new(Os::current().expect("known")).symlink(circle, "circle");
    for path in [
        circle.to_owned(),
        format!("/{}", "x".repeat(256)),
        path_of(5000),
    ] {
        let real = std::fs::metadata(&path).expect_err("it can't be followed");
        assert_eq!(kind(&host, &path), Err(HostError::from(real)));
    }
}
