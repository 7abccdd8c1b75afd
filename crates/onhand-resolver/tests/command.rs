//! Where a command is found.

use onhand_platform::{Operation, Os, Recorded};
use onhand_platform_fake::FakeHost;
use onhand_resolver::{ResolutionKind, locate_command};
use proptest::prelude::*;

fn linux() -> FakeHost {
    FakeHost::new(Os::Linux)
        .env("PATH", "/usr/local/bin:relative::/usr/bin")
        .env("HOME", "/home/me")
        .file("/usr/bin/app", b"")
        .file("/usr/bin/npx", b"")
        .dir("/usr/local/bin/app")
        .file("/home/me/bin/app", b"")
        .file("/relative/app", b"")
}

#[test]
fn a_bare_name_is_looked_for_in_each_folder_of_path() {
    let resolution = locate_command(&linux(), "app");
    assert_eq!(resolution.kind, ResolutionKind::PathExecutable);
    assert_eq!(resolution.path(), Some("/usr/bin/app"));
    let tried: Vec<String> = resolution
        .candidates
        .iter()
        .map(|candidate| format!("{} {}", candidate.value, candidate.present.state()))
        .collect();
    assert_eq!(tried, ["/usr/local/bin/app absent", "/usr/bin/app present"]);
}

#[test]
fn the_current_folder_is_never_looked_at() {
    let host = Recorded::new(linux().env("PATH", ":.:relative"));
    let resolution = locate_command(&host, "app");
    assert_eq!(resolution.kind, ResolutionKind::Missing);
    assert_eq!(host.count(Operation::Stat), 0);
}

#[test]
fn a_package_runner_is_told_apart() {
    assert_eq!(
        locate_command(&linux(), "npx").kind,
        ResolutionKind::PackageRunner
    );
    assert_eq!(
        locate_command(&linux(), "uvx").kind,
        ResolutionKind::Missing
    );
}

#[test]
fn a_package_runner_is_one_whatever_its_case_and_extension_on_windows() {
    let host = FakeHost::new(Os::Win32)
        .env("PATH", r"C:\nodejs")
        .file(r"C:\nodejs\npx.cmd", b"")
        .file(r"C:\nodejs\node.exe", b"");
    for command in ["npx", "NPX", "npx.cmd", "Npx.CMD"] {
        assert_eq!(
            locate_command(&host, command).kind,
            ResolutionKind::PackageRunner,
            "{command}"
        );
    }
    assert_eq!(
        locate_command(&host, "node").kind,
        ResolutionKind::PathExecutable
    );
}

#[test]
fn hostile_variables_and_empty_names_cost_little() {
    let host = Recorded::new(
        FakeHost::new(Os::Win32)
            .env("PATH", &r"C:\a;".repeat(5_000))
            .env("PATHEXT", &".x;".repeat(4_000)),
    );
    for command in ["", ".", ".."] {
        let _ = locate_command(&host, command);
    }
    assert_eq!(host.count(Operation::Stat), 0);
    let _ = locate_command(&host, "app");
    assert!(host.count(Operation::Stat) <= 500 * 32);
}

#[test]
fn a_path_is_taken_as_it_is() {
    let resolution = locate_command(&linux(), "~/bin/app");
    assert_eq!(resolution.kind, ResolutionKind::ExplicitPath);
    assert_eq!(resolution.path(), Some("/home/me/bin/app"));
    for command in [
        "./app",
        "bin/app",
        "/usr/bin/gone",
        "/usr/../usr/bin/app",
        "//srv/s/app",
    ] {
        let resolution = locate_command(&linux(), command);
        assert_eq!(resolution.kind, ResolutionKind::Missing, "{command}");
        assert_eq!(resolution.path(), Some(command));
    }
}

#[test]
fn windows_tries_each_extension() {
    let host = FakeHost::new(Os::Win32)
        .env("Path", r#""C:\Tools";\\server\share;C:\Bin"#)
        .env("PATHEXT", ".EXE;.CMD")
        .file(r"C:\Tools\plain", b"")
        .file(r"C:\Bin\plain.cmd", b"")
        .file(r"C:\Bin\named.exe", b"");
    let path = |command: &str| {
        locate_command(&host, command)
            .found()
            .map(ToString::to_string)
    };
    assert_eq!(path("plain").as_deref(), Some(r"C:\Bin\plain.CMD"));
    assert_eq!(path("named.exe").as_deref(), Some(r"C:\Bin\named.exe"));
    assert_eq!(path("NAMED").as_deref(), Some(r"C:\Bin\NAMED.EXE"));
    assert_eq!(path("gone"), None);
}

proptest! {
    #[test]
    fn no_command_and_no_path_panics(
        os in prop::sample::select(Os::ALL.to_vec()),
        command in any::<String>(),
        path in "[A-Za-z/\\\\:;.\" ]{0,40}",
    ) {
        let host = FakeHost::new(os).env("PATH", &path);
        prop_assert!(locate_command(&host, &command).found().is_none());
    }
}
