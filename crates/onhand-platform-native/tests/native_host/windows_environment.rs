//! The variables that declarations for Windows start with.

use onhand_platform::{LocateHost, PathTemplate};
use onhand_platform_native::NativeHost;

use onhand_testkit::rerun::{in_child, rerun};

const HOST: NativeHost = NativeHost::new();

/// Windows itself sees to it that `ProgramFiles` is `ProgramW6432` in a process of 64 bits.
#[test]
fn the_folders_for_programs_are_those_of_this_process_whatever_the_case_of_their_names() {
    if in_child() {
        for (name, folder) in [
            ("ProgramFiles", r"Q:\Prögrams"),
            ("PROGRAMFILES", r"Q:\Prögrams"),
            ("ProgramW6432", r"Q:\Prögrams"),
            ("programw6432", r"Q:\Prögrams"),
            ("ProgramFiles(x86)", r"Q:\Programs of 32 bits"),
            ("programfiles(X86)", r"Q:\Programs of 32 bits"),
        ] {
            assert_eq!(HOST.env(name), Ok(Some(folder.to_owned())), "{name}");
            let template = PathTemplate::parse(HOST.os(), &format!("%{name}%/Vendor/app.exe"));
            let path = template.expect("valid").expand(&HOST).expect("expands");
            assert_eq!(path.as_str(), format!(r"{folder}\Vendor\app.exe"));
        }
        return;
    }
    let test = "windows_environment::\
        the_folders_for_programs_are_those_of_this_process_whatever_the_case_of_their_names";
    rerun(test, |child| {
        child.env("ProgramFiles", r"Q:\Prögrams");
        child.env("ProgramW6432", r"Q:\Prögrams");
        child.env("ProgramFiles(x86)", r"Q:\Programs of 32 bits");
    })
    .expect("starts");
}

#[test]
fn this_windows_has_its_folders_for_programs_where_it_says() {
    for name in [
        "ProgramFiles",
        "ProgramFiles(x86)",
        "ProgramW6432",
        "SystemRoot",
    ] {
        let template = PathTemplate::parse(HOST.os(), &format!("%{name}%/")).expect("valid");
        let path = template.expand(&HOST).expect(name);
        assert!(HOST.list(&path, 100_000).is_ok(), "{name}: {path}");
    }
}

#[test]
fn the_home_folder_is_the_profile_of_the_user_and_no_other_variable() {
    if in_child() {
        assert_eq!(HOST.home(), Ok(Some(r"Q:\Users\Zoë".to_owned())));
        let template = PathTemplate::parse(HOST.os(), "~/app.exe").expect("valid");
        let path = template.expand(&HOST).expect("expands");
        assert_eq!(path.as_str(), r"Q:\Users\Zoë\app.exe");
        return;
    }
    let test =
        "windows_environment::the_home_folder_is_the_profile_of_the_user_and_no_other_variable";
    rerun(test, |child| {
        child.env("USERPROFILE", r"Q:\Users\Zoë");
        child.env("HOME", r"Q:\elsewhere");
        child.env("HOMEDRIVE", "R:");
        child.env("HOMEPATH", r"\elsewhere");
    })
    .expect("starts");
}
