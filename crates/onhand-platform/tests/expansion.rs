//! What templates become on a host, at which cost.

use std::collections::BTreeMap;

use onhand_platform::{
    DirectoryEntry, ExpansionError, HostError, HostResult, LocateHost, Metadata, Operation, Os,
    PathRule, PathTemplate, Recorded, RootedPath,
};
use proptest::prelude::*;

/// Variables and a home folder; any other call fails the test.
struct Variables {
    os: Os,
    env: BTreeMap<&'static str, String>,
    home: Option<String>,
}

impl LocateHost for Variables {
    fn os(&self) -> Os {
        self.os
    }

    fn env(&self, name: &str) -> HostResult<Option<String>> {
        if name == "BAD" {
            return Err(HostError::NotUnicode);
        }
        Ok(self
            .env
            .iter()
            .find(|(key, _)| match self.os {
                Os::Win32 => key.eq_ignore_ascii_case(name),
                _ => **key == name,
            })
            .map(|(_, value)| value.clone()))
    }

    fn home(&self) -> HostResult<Option<String>> {
        Ok(self.home.clone())
    }

    fn stat(&self, path: &RootedPath) -> HostResult<Metadata> {
        panic!("expansion looks at no file: {path}")
    }

    fn resolve(&self, path: &RootedPath) -> HostResult<RootedPath> {
        panic!("expansion follows no link: {path}")
    }

    fn list(&self, path: &RootedPath, _: usize) -> HostResult<Vec<DirectoryEntry>> {
        panic!("expansion looks at no folder: {path}")
    }
}

fn host(os: Os, env: &[(&'static str, &str)], home: Option<&str>) -> Recorded<Variables> {
    Recorded::new(Variables {
        os,
        env: env.iter().map(|(k, v)| (*k, (*v).to_owned())).collect(),
        home: home.map(str::to_owned),
    })
}

fn expand(host: &dyn LocateHost, text: &str) -> Result<String, ExpansionError> {
    PathTemplate::parse(host.os(), text)
        .unwrap_or_else(|violations| panic!("{text}: {violations:?}"))
        .expand(host)
        .map(|path| path.as_str().to_owned())
}

#[test]
fn windows_fills_in_every_form_whatever_the_case() {
    let host = host(
        Os::Win32,
        &[
            ("ProgramFiles", r"C:\Program Files"),
            ("ProgramFiles(x86)", r"C:\PF86"),
            ("DRIVE", "D"),
        ],
        Some(r"C:\Users\me"),
    );
    for (text, path) in [
        ("%ProgramFiles%/V/v.exe", r"C:\Program Files\V\v.exe"),
        ("%PROGRAMFILES%/V/v.exe", r"C:\Program Files\V\v.exe"),
        (r"%programfiles(x86)%\v.exe", r"C:\PF86\v.exe"),
        ("$ProgramFiles/v.exe", r"C:\Program Files\v.exe"),
        ("${programfiles(X86)}/v.exe", r"C:\PF86\v.exe"),
        ("%DRIVE%:/v.exe", r"D:\v.exe"),
        ("~/v.exe", r"C:\Users\me\v.exe"),
        (r"~\v.exe", r"C:\Users\me\v.exe"),
        ("~", r"C:\Users\me"),
    ] {
        assert_eq!(expand(&host, text).as_deref(), Ok(path), "{text}");
    }
}

#[test]
fn unix_fills_in_dollars_and_home_and_keeps_case() {
    let host = host(Os::Linux, &[("XDG", "/home/me/.local")], Some("/home/me"));
    assert_eq!(expand(&host, "$XDG/x").as_deref(), Ok("/home/me/.local/x"));
    assert_eq!(
        expand(&host, "/a/${XDG}/x").as_deref(),
        Ok("/a/home/me/.local/x")
    );
    assert_eq!(expand(&host, "~/x").as_deref(), Ok("/home/me/x"));
    assert_eq!(expand(&host, "/a/~/x").as_deref(), Ok("/a/~/x"));
    assert_eq!(
        expand(&host, "$xdg/x"),
        Err(ExpansionError::Unset("xdg".to_owned()))
    );
}

#[test]
fn what_forms_no_reference_stays() {
    let unix = host(Os::Linux, &[], None);
    for text in ["/a/100%/b", "/a/$/b", "/a/$1/b", "/a/${b", "/a/%b%/c"] {
        assert_eq!(expand(&unix, text).as_deref(), Ok(text));
    }
    let windows = host(Os::Win32, &[], None);
    assert_eq!(
        expand(&windows, "C:/100% a/50% b").as_deref(),
        Ok(r"C:\100% a\50% b")
    );
    assert!(windows.calls().is_empty());
}

#[test]
fn an_unset_or_empty_variable_means_missing_not_relative() {
    let host = host(Os::Linux, &[("EMPTY", "")], Some(""));
    for name in ["EMPTY", "UNSET"] {
        let unset = Err(ExpansionError::Unset(name.to_owned()));
        assert_eq!(expand(&host, &format!("${name}/x")), unset);
        assert_eq!(expand(&host, &format!("/opt/${name}/x")), unset);
    }
    assert_eq!(expand(&host, "~/x"), Err(ExpansionError::NoHome));
}

#[test]
fn a_value_that_is_not_unicode_is_told() {
    let host = host(Os::Linux, &[], None);
    assert_eq!(
        expand(&host, "$BAD/x").expect_err("no text").to_string(),
        "the variable `BAD` could not be read: not valid Unicode"
    );
}

#[test]
fn nobody_elses_home_is_looked_up() {
    let host = host(Os::Linux, &[], Some("/home/me"));
    assert_eq!(
        expand(&host, "~other/x"),
        Err(ExpansionError::OtherHome("other".to_owned()))
    );
    assert!(host.calls().is_empty());
}

#[test]
fn a_long_name_is_told_in_part() {
    let host = host(Os::Linux, &[], None);
    let name = "a".repeat(10_000);
    for text in [format!("~{name}/x"), format!("${name}/x")] {
        let told = expand(&host, &text).expect_err("nobody knows it");
        assert!(told.to_string().len() < 200, "{told}");
    }
}

#[test]
fn a_value_cant_lead_where_the_text_could_not() {
    for value in [
        r"\\srv\share",
        "//srv/share",
        r"\\?\C:\x",
        r"\\.\pipe",
        r"\??\C:\x",
        "relative",
        "C:",
        "C:x",
        "/x",
        r"C:\a\..\b",
        "https://h",
        "C:/a\u{0}b",
        r"C:\a:s",
        r"C:\nul",
        " ",
    ] {
        let host = host(Os::Win32, &[("V", value)], Some(value));
        for text in ["%V%/x", "~/x"] {
            let error = expand(&host, text).map(|path| {
                // `C:` and a separator are a drive's root: nothing is wrong with it.
                assert_eq!((value, path.as_str()), ("C:", r"C:\x"));
            });
            assert!(
                value == "C:" || matches!(error, Err(ExpansionError::Rule { .. })),
                "{value}"
            );
            assert_eq!(host.take_calls().len(), 1, "only the variable is read");
        }
    }
}

#[test]
fn two_values_cant_make_a_network_path_together() {
    let host = host(Os::Win32, &[("A", r"\"), ("B", r"\srv\share")], None);
    assert!(matches!(
        expand(&host, "%A%%B%/x"),
        Err(ExpansionError::Rule {
            rule: PathRule::Network,
            ..
        })
    ));
}

#[test]
fn a_home_at_the_root_is_no_network_path() {
    let host = host(Os::Linux, &[("ROOT", "/")], Some("/"));
    assert_eq!(expand(&host, "~/x").as_deref(), Ok("/x"));
    assert_eq!(expand(&host, "$ROOT/x").as_deref(), Ok("/x"));
}

#[test]
fn a_value_is_not_expanded_again() {
    let host = host(Os::Linux, &[("A", "/opt/$B"), ("B", "secret")], None);
    assert_eq!(expand(&host, "$A/x").as_deref(), Ok("/opt/$B/x"));
    assert_eq!(host.count(Operation::Env), 1);
}

#[test]
fn a_text_that_would_grow_without_bound_is_cut() {
    let host = host(Os::Linux, &[("V", &"x".repeat(10_000))], None);
    let template = format!("/{}", "$V".repeat(10_000));
    let error = expand(&host, &template).expect_err("too long");
    assert!(matches!(
        error,
        ExpansionError::Rule {
            rule: PathRule::TooLong,
            ..
        }
    ));
    assert!(error.to_string().len() < 1_000);
    assert!(host.count(Operation::Env) < 10);
}

#[test]
fn a_value_that_is_no_path_is_never_told() {
    for secret in [
        "ghp_SECRET",
        "https://SECRET/x",
        r"C:\a\nul.SECRET",
        "C:/SECRET\u{7}",
        "SECRET:x",
    ] {
        let host = host(Os::Win32, &[("TOKEN", secret)], Some(secret));
        for text in ["$TOKEN/x", "~/x", "%TOKEN%"] {
            let error = expand(&host, text).expect_err("it is no path");
            let told = format!("{error} {error:?} {:?}", host.take_calls());
            assert!(!told.contains("SECRET"), "{told}");
        }
    }
}

#[test]
fn percent_variables_off_windows_are_never_read() {
    let host = host(Os::Darwin, &[("HOME", "/Users/me")], Some("/Users/me"));
    assert!(matches!(
        expand(&host, "%HOME%/x"),
        Err(ExpansionError::Rule {
            rule: PathRule::NotRooted,
            ..
        })
    ));
    assert!(host.calls().is_empty());
}

proptest! {
    #[test]
    fn no_value_panics_and_every_outcome_obeys_the_rules(
        os in prop::sample::select(Os::ALL.to_vec()),
        value in prop_oneof![any::<String>(), "[/\\\\:.a ]{0,8}"],
        text in prop::sample::select(vec!["$V/x", "~/x", "${V}", "$V$V/x", "~"]),
    ) {
        let host = host(os, &[("V", &value)], Some(&value));
        if let Ok(path) = expand(&host, text) {
            prop_assert!(RootedPath::new(os, &path).is_ok());
        }
    }
}
