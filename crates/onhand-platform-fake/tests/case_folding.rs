//! Case counts where it counts on the real OS.

use onhand_platform::{HostError, LocateHost, Os, RootedPath};
use onhand_platform_fake::{FakeHost, Fault};
use proptest::prelude::*;

fn at(os: Os, path: &str) -> RootedPath {
    RootedPath::new(os, path).expect(path)
}

#[test]
fn windows_and_macos_find_a_file_whatever_its_case() {
    for (os, made, asked) in [
        (
            Os::Win32,
            r"C:\Program Files\Vendor\App.exe",
            r"c:/program files/VENDOR/app.EXE",
        ),
        (
            Os::Darwin,
            "/Applications/Vendor.app/x",
            "/applications/VENDOR.APP/X",
        ),
        (
            Os::Darwin,
            "/Applications/Über.app",
            "/Applications/ÜBER.app",
        ),
    ] {
        let host = FakeHost::new(os).file(made, "x");
        assert_eq!(host.stat(&at(os, asked)).map(|m| m.len), Ok(1), "{asked}");
        let parent = at(os, asked).parent().expect("not a root");
        let listed = host.list(&parent, 9).expect("a folder");
        let name = at(os, made).file_name().map(str::to_owned);
        assert_eq!(
            Some(&listed[0].name),
            name.as_ref(),
            "a list gives the name as it was made"
        );
    }
}

#[test]
fn linux_finds_a_file_by_its_exact_name_only() {
    let host = FakeHost::new(Os::Linux)
        .file("/opt/App/a", "1")
        .file("/opt/app/a", "22");
    assert_eq!(
        host.stat(&at(Os::Linux, "/opt/App/a")).map(|m| m.len),
        Ok(1)
    );
    assert_eq!(
        host.stat(&at(Os::Linux, "/opt/app/a")).map(|m| m.len),
        Ok(2)
    );
    assert_eq!(
        host.stat(&at(Os::Linux, "/opt/APP/a")),
        Err(HostError::NotFound)
    );
}

#[test]
fn links_and_faults_fold_case_as_files_do() {
    let host = FakeHost::new(Os::Win32)
        .file(r"C:\Apps\1.2\App.exe", "x")
        .symlink(r"C:\Apps\Current", r"1.2")
        .symlink(r"C:\Link.exe", r"c:\APPS\current\APP.EXE")
        .fault(r"C:\Secret", Fault::PermissionDenied);
    assert_eq!(
        host.stat(&at(Os::Win32, r"c:\link.EXE")).map(|m| m.len),
        Ok(1)
    );
    assert_eq!(
        host.stat(&at(Os::Win32, r"c:\SECRET\x")),
        Err(HostError::PermissionDenied)
    );
}

#[test]
fn the_name_of_a_variable_folds_case_on_windows_only() {
    let host = FakeHost::new(Os::Win32)
        .env("ProgramFiles(x86)", "a")
        .env("PROGRAMFILES(X86)", "b");
    assert_eq!(
        LocateHost::env(&host, "programfiles(X86)"),
        Ok(Some("b".to_owned()))
    );
    for os in [Os::Darwin, Os::Linux] {
        let host = FakeHost::new(os).env("Path", "a").env("PATH", "b");
        assert_eq!(LocateHost::env(&host, "Path"), Ok(Some("a".to_owned())));
        assert_eq!(LocateHost::env(&host, "PATH"), Ok(Some("b".to_owned())));
        assert_eq!(LocateHost::env(&host, "path"), Ok(None));
    }
}

proptest! {
    #[test]
    fn whatever_is_made_is_found_and_is_in_its_folder(
        os in prop::sample::select(&Os::ALL[..]),
        segments in prop::collection::vec("[a-zA-Zäß Σς._-]{0,4}[a-zA-ZΣ0-9]", 1..6),
    ) {
        let root = if os == Os::Win32 { "C:/" } else { "/" };
        let text = format!("{root}{}", segments.join("/"));
        if let Ok(path) = RootedPath::new(os, &text) {
            let host = FakeHost::new(os).file(&text, "x");
            prop_assert_eq!(host.stat(&path).map(|m| m.len), Ok(1));
            let parent = path.parent().expect("a file has a folder");
            let listed = host.list(&parent, 1).expect("a folder");
            prop_assert_eq!(Some(listed[0].name.as_str()), path.file_name());
        }
    }
}
