//! Variables and the home folder. Each test sets them for a child of its own: a process whose
//! tests run side by side has only one environment.

use std::ffi::OsString;
#[cfg(unix)]
use std::process::Command;

use onhand_platform::{HostError, LocateHost};
use onhand_platform_native::NativeHost;

use onhand_testkit::rerun::{in_child, rerun};

const HOST: NativeHost = NativeHost::new();
const HOME: &str = if cfg!(windows) { "USERPROFILE" } else { "HOME" };

fn value(text: &str) -> Result<Option<String>, HostError> {
    Ok(Some(text.to_owned()))
}

fn not_unicode() -> OsString {
    #[cfg(unix)]
    return std::os::unix::ffi::OsStringExt::from_vec(b"a\xFFb".to_vec());
    #[cfg(windows)]
    return std::os::windows::ffi::OsStringExt::from_wide(&[0x61, 0xD800, 0x62]);
}

#[test]
fn a_variable_has_its_value_as_it_is() {
    if in_child() {
        assert_eq!(HOST.env("ONHAND_SET"), value(" %x% $y ä "));
        assert_eq!(HOST.env("ONHAND_UNSET"), Ok(None));
        return;
    }
    let test = "environment::a_variable_has_its_value_as_it_is";
    rerun(test, |child| {
        child.env("ONHAND_SET", " %x% $y ä ");
        child.env_remove("ONHAND_UNSET");
    })
    .expect("starts");
}

/// Windows takes a variable that is set to nothing away.
#[cfg(unix)]
#[test]
fn a_variable_that_is_set_to_nothing_is_set() {
    if in_child() {
        assert_eq!(HOST.env("ONHAND_EMPTY"), value(""));
        return;
    }
    let test = "environment::a_variable_that_is_set_to_nothing_is_set";
    rerun(test, |child| {
        child.env("ONHAND_EMPTY", "");
    })
    .expect("starts");
}

#[test]
fn a_value_that_is_not_unicode_is_not_guessed_at() {
    if in_child() {
        assert_eq!(HOST.env("ONHAND_ODD"), Err(HostError::NotUnicode));
        assert_eq!(HOST.home(), Err(HostError::NotUnicode));
        return;
    }
    let test = "environment::a_value_that_is_not_unicode_is_not_guessed_at";
    rerun(test, |child| {
        child.env("ONHAND_ODD", not_unicode());
        child.env(HOME, not_unicode());
    })
    .expect("starts");
}

#[test]
fn a_name_that_can_name_no_variable_is_not_set() {
    if in_child() {
        assert_eq!(HOST.env("ONHAND_A"), value("B=c"));
        for name in ["", "=", "ONHAND_A=B", "=C:", "ONHAND_A\0", "\0"] {
            assert_eq!(HOST.env(name), Ok(None), "{name:?}");
        }
        return;
    }
    let test = "environment::a_name_that_can_name_no_variable_is_not_set";
    rerun(test, |child| {
        child.env("ONHAND_A", "B=c");
    })
    .expect("starts");
}

#[test]
fn the_case_of_a_name_counts_except_on_windows() {
    if in_child() {
        assert_eq!(HOST.env("Onhand_Case"), value("x"));
        let folded = HOST.env("ONHAND_CASE");
        assert_eq!(folded, if cfg!(windows) { value("x") } else { Ok(None) });
        return;
    }
    let test = "environment::the_case_of_a_name_counts_except_on_windows";
    rerun(test, |child| {
        child.env("Onhand_Case", "x");
    })
    .expect("starts");
}

#[test]
fn the_home_folder_is_what_the_variable_says() {
    if in_child() {
        assert_eq!(HOST.home(), value("/somewhere/else"));
        return;
    }
    let test = "environment::the_home_folder_is_what_the_variable_says";
    rerun(test, |child| {
        child.env(HOME, "/somewhere/else");
    })
    .expect("starts");
}

#[cfg(windows)]
#[test]
fn there_is_no_home_folder_where_the_variable_is_unset() {
    if in_child() {
        assert_eq!(HOST.home(), Ok(None));
        return;
    }
    let test = "environment::there_is_no_home_folder_where_the_variable_is_unset";
    rerun(test, |child| {
        child.env_remove(HOME);
    })
    .expect("starts");
    rerun(test, |child| {
        child.env(HOME, "");
    })
    .expect("starts");
}

/// The shell looks a user's home folder up by name, whatever the variable says.
#[cfg(unix)]
#[test]
fn the_home_folder_is_in_the_password_database_where_the_variable_is_unset() {
    if in_child() {
        let look_up = r#"name=$(id -un) && eval "printf %s ~$name""#;
        let shell = Command::new("sh").args(["-c", look_up]).output();
        let shell = shell.expect("runs");
        assert!(shell.status.success(), "{shell:?}");
        let home = String::from_utf8(shell.stdout).expect("Unicode");
        assert!(home.starts_with('/'), "{home}");
        assert_eq!(HOST.home(), value(&home));
        return;
    }
    let test =
        "environment::the_home_folder_is_in_the_password_database_where_the_variable_is_unset";
    rerun(test, |child| {
        child.env_remove(HOME);
    })
    .expect("starts");
    rerun(test, |child| {
        child.env(HOME, "");
    })
    .expect("starts");
}
