//! Which texts are paths, on which OS, and which rule the others break.

use onhand_platform::{Os, PathTemplate, PathViolation, RootedPath};
use proptest::prelude::*;

/// The first rule that a template breaks, in a word.
fn broken(os: Os, text: &str) -> Option<&'static str> {
    let error = PathTemplate::parse(os, text).err()?;
    Some(match &error.violations()[0] {
        PathViolation::Empty => "empty",
        PathViolation::NotRooted(_) => "not-rooted",
        PathViolation::Network(_) => "network",
        PathViolation::Traversal => "traversal",
        PathViolation::Url(_) => "url",
        PathViolation::Reserved(_) => "reserved",
        PathViolation::Control(_) => "control",
        PathViolation::TooLong(_) => "too-long",
        PathViolation::Pattern(_) => "pattern",
        PathViolation::PowerShell => "powershell",
        other => panic!("an unknown rule: {other}"),
    })
}

#[test]
fn windows_takes_drives_variables_and_home() {
    for text in [
        "C:/x/y.exe",
        r"c:\x\y.exe",
        "%ProgramFiles%/V/v.exe",
        r"%programfiles(x86)%\v.exe",
        "~/v.exe",
        "~",
        r"~\v.exe",
        "~other/x",
        "$HOME/v.exe",
        "${HOME}/v.exe",
        "%SystemDrive%/x",
        "%DRIVE%:/x",
        "C:/100% sure/a$/50%.exe",
        "C:/a/./b",
        "C:/.hidden/x",
        "C:/null/console/com10/x",
        "C:/",
    ] {
        assert_eq!(broken(Os::Win32, text), None, "{text}");
    }
}

#[test]
fn windows_refuses_everything_else_with_its_rule() {
    for (text, rule) in [
        (r"\\srv\s\x", "network"),
        ("//srv/s/x", "network"),
        (r"\/srv/s/x", "network"),
        (r"\\?\C:\x", "network"),
        (r"\\.\pipe\x", "network"),
        (r"\??\C:\x", "network"),
        ("C:x", "not-rooted"),
        ("C:", "not-rooted"),
        (r"x\y", "not-rooted"),
        ("/x", "not-rooted"),
        (r"\x", "not-rooted"),
        (r".\x", "not-rooted"),
        ("C:/a/../b", "traversal"),
        (r"C:\a\..", "traversal"),
        ("%V%/../x", "traversal"),
        ("~/../x", "traversal"),
        ("..", "not-rooted"),
        ("../x", "not-rooted"),
        ("https://h/x", "url"),
        ("file:///C:/x", "url"),
        ("mailto:x", "url"),
        ("C:/a/b.exe:s", "reserved"),
        ("%V%/b.exe:s", "reserved"),
        ("C:/a/CON", "reserved"),
        ("C:/a/nul.txt", "reserved"),
        ("C:/CON/x", "reserved"),
        ("C:/a/b./c", "reserved"),
        ("C:/a/b /c", "reserved"),
        ("%V%./c", "reserved"),
        ("C:/%V%:s/c", "reserved"),
        ("C:/C:/c", "reserved"),
        ("C:/a/.../b", "reserved"),
        ("C:/a/*.exe", "pattern"),
        ("C:/a\u{0}b", "control"),
        ("C:/a\nb", "control"),
        ("C:\u{2029}rogram Files/x", "not-rooted"),
        ("C:/a\u{2029}b", "control"),
        ("", "empty"),
        (" \t", "empty"),
    ] {
        assert_eq!(broken(Os::Win32, text), Some(rule), "{text:?}");
    }
}

#[test]
fn a_lone_dotdot_is_a_traversal_as_well_as_relative() {
    let error = PathTemplate::parse(Os::Win32, "..").expect_err("it is no path");
    assert!(
        error.violations().contains(&PathViolation::Traversal),
        "{error:?}"
    );
}

#[test]
fn unix_takes_a_slash_variables_and_home() {
    for os in [Os::Darwin, Os::Linux] {
        for text in [
            "/x",
            "/Applications/Vendor.app/",
            "~/x",
            "$HOME/x",
            "${XDG_DATA_HOME}/x",
            "/a/CON/nul.txt",
            "/a/b./c /d:e",
            r"/a\b",
            r"/\a",
            "/a//b",
            "/$",
            "/a/%/b",
        ] {
            assert_eq!(broken(os, text), None, "{os} {text}");
        }
        for (text, rule) in [
            ("x/y", "not-rooted"),
            ("./x", "not-rooted"),
            ("C:/x", "not-rooted"),
            ("$/x", "not-rooted"),
            ("${HOME/x", "not-rooted"),
            ("$1/x", "not-rooted"),
            ("//srv/s/x", "network"),
            (r"\\srv\s\x", "network"),
            (r"\\?\C:\x", "network"),
            ("/a/../b", "traversal"),
            ("/..", "traversal"),
            ("https://h/x", "url"),
            ("file:///x", "url"),
            ("/a\u{7f}b", "control"),
            ("", "empty"),
        ] {
            assert_eq!(broken(os, text), Some(rule), "{os} {text:?}");
        }
    }
}

#[test]
fn a_percent_variable_off_windows_is_taken_and_told() {
    for text in ["%HOME%/x", "/opt/%VENDOR%/x"] {
        let template = PathTemplate::parse(Os::Linux, text).expect("the documented rule takes it");
        assert!(template.has_percent_reference(), "{text}");
    }
    for (os, text) in [(Os::Linux, "/opt/100%/x"), (Os::Win32, "%HOME%/x")] {
        let template = PathTemplate::parse(os, text).expect("valid");
        assert!(!template.has_percent_reference(), "{text}");
    }
}

#[test]
fn a_path_is_spelled_as_its_os_spells_it() {
    for (os, text, spelled) in [
        (Os::Win32, "c:/x//y/./z.exe", r"c:\x\y\z.exe"),
        (Os::Win32, "C:/", r"C:\"),
        (Os::Darwin, "/Applications//V.app/", "/Applications/V.app"),
        (Os::Linux, "/", "/"),
    ] {
        assert_eq!(RootedPath::new(os, text).expect("valid").as_str(), spelled);
    }
}

#[test]
fn paths_are_equal_where_their_os_finds_the_same_file() {
    let equal = |os, a: &str, b: &str| {
        RootedPath::new(os, a).expect("valid") == RootedPath::new(os, b).expect("valid")
    };
    assert!(equal(Os::Win32, r"C:\Ä\x.EXE", "c:/ä/X.exe"));
    assert!(equal(
        Os::Darwin,
        "/Applications/V.app",
        "/applications/v.APP"
    ));
    assert!(!equal(Os::Linux, "/opt/V", "/opt/v"));
}

#[test]
fn joining_and_going_up_stay_within_the_rules() {
    let path = RootedPath::new(Os::Win32, r"C:\a").expect("valid");
    assert_eq!(
        path.join("b/c.exe").expect("valid").as_str(),
        r"C:\a\b\c.exe"
    );
    assert_eq!(path.join("../x"), Err(PathViolation::Traversal));
    assert!(matches!(path.join("nul"), Err(PathViolation::Reserved(_))));
    assert_eq!(path.parent().expect("it has one").as_str(), r"C:\");
    assert_eq!(path.parent().expect("it has one").parent(), None);
    assert_eq!(path.file_name(), Some("a"));
    let bundle = RootedPath::new(Os::Darwin, "/Applications/V.app").expect("valid");
    let plist = bundle.join("Contents/Info.plist").expect("valid");
    assert_eq!(plist.as_str(), "/Applications/V.app/Contents/Info.plist");
}

#[test]
fn a_hostile_text_costs_no_more_than_its_length() {
    let openings = "${".repeat(250_000);
    assert_eq!(broken(Os::Linux, &openings), Some("too-long"));
    // As long as a path can be, many times over: quadratic work would take minutes.
    for piece in ["${", "%a", "$", "%", "con/"] {
        let text = format!("C:/{}", piece.repeat(30_000 / piece.len()));
        for _ in 0..20 {
            let _ = PathTemplate::parse(Os::Win32, &text);
        }
    }
}

#[test]
fn a_reserved_name_is_told_once_however_often_it_stands_there() {
    let text = format!("C:/{}nul", "con/".repeat(5_000));
    let error = PathTemplate::parse(Os::Win32, &text).expect_err("reserved");
    assert_eq!(error.violations().len(), 2, "{error:?}");
}

/// Texts that are made of what the rules speak of.
fn path_like() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("/"),
        Just("\\"),
        Just("C:"),
        Just("~"),
        Just("%V%"),
        Just("$V"),
        Just("${V}"),
        Just("%"),
        Just("$"),
        Just("{"),
        Just("}"),
        Just(".."),
        Just("."),
        Just(" "),
        Just(":"),
        Just("?"),
        Just("nul"),
        Just("a"),
        Just("é"),
        Just("\u{0}"),
        Just("\u{fdd0}"),
        Just("https"),
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

fn any_os() -> impl Strategy<Value = Os> {
    prop::sample::select(Os::ALL.to_vec())
}

proptest! {
    #[test]
    fn no_text_panics(os in any_os(), text in prop_oneof![any::<String>(), path_like()]) {
        let _ = PathTemplate::parse(os, &text);
        let _ = RootedPath::new(os, &text);
    }

    #[test]
    fn a_path_that_exists_obeys_the_rules(os in any_os(), text in path_like()) {
        if let Ok(path) = RootedPath::new(os, &text) {
            let shown = path.as_str();
            let is_rooted = match os {
                Os::Win32 => shown.get(1..3) == Some(r":\"),
                Os::Darwin | Os::Linux => shown.starts_with('/'),
            };
            prop_assert!(is_rooted, "{shown}");
            prop_assert!(!shown.starts_with("//") && !shown.starts_with(r"\\"), "{shown}");
            // Off Windows a backslash is a character like any other.
            let separators = if os == Os::Win32 { r"/\" } else { "/" };
            let names = shown.split(|c| separators.contains(c));
            prop_assert!(!names.into_iter().any(|name| name == ".."), "{shown}");
            prop_assert!(!shown.chars().any(char::is_control), "{shown:?}");
            // Its own spelling is the same path.
            prop_assert_eq!(RootedPath::new(os, shown), Ok(path.clone()));
        }
    }

    #[test]
    fn what_is_a_path_without_references_is_a_template(os in any_os(), text in path_like()) {
        // What no author means may be the name of a file all the same.
        let is_slip = text.contains(['*', '?']) || text.contains("://");
        if !text.contains(['~', '%', '$']) && !is_slip {
            prop_assert_eq!(
                PathTemplate::parse(os, &text).is_ok(),
                RootedPath::new(os, &text).is_ok()
            );
        }
    }
}

#[test]
fn a_user_name_with_a_control_character_is_told_like_any_other_segment() {
    for os in Os::ALL {
        assert_eq!(broken(os, "~a\u{1b}[2J/x"), Some("control"), "{os}");
        assert_eq!(broken(os, "~a\u{2028}"), Some("control"), "{os}");
        assert_eq!(broken(os, "~a/x"), None, "{os}");
    }
}

#[test]
fn what_no_author_means_is_refused_in_a_template_alone() {
    for (os, text, rule) in [
        (Os::Linux, "/opt/https://h/x", "url"),
        (Os::Linux, "$SCHEME://h/x", "url"),
        (Os::Linux, "~a://x", "url"),
        (Os::Win32, "C://x", "url"),
        (Os::Linux, "/opt/*/x", "pattern"),
        (Os::Win32, "C:/v?/x.exe", "pattern"),
        (Os::Linux, "$env:HOME/x", "powershell"),
        (Os::Linux, "/opt/${ENV:X}/x", "powershell"),
        (Os::Win32, "$Env:ProgramFiles/x.exe", "powershell"),
        (Os::Win32, "${env:ProgramFiles(x86)}/x.exe", "powershell"),
    ] {
        assert_eq!(broken(os, text), Some(rule), "{text}");
        let error = PathTemplate::parse(os, text).expect_err("it breaks a rule");
        assert_eq!(error.violations().len(), 1, "{text}: {error:?}");
    }
    for (os, text) in [
        (Os::Linux, "/opt/What?/x"),
        (Os::Linux, "/opt/a [b]/x"),
        (Os::Linux, "/opt/a:/x"),
        (Os::Win32, "$ENV/x"),
        (Os::Linux, "/opt/env:x"),
    ] {
        assert_eq!(broken(os, text), None, "{text}");
    }
    for text in ["/opt/*/x", "/opt/a://x", "/opt/$env:x"] {
        assert!(RootedPath::new(Os::Linux, text).is_ok(), "{text}");
    }
}

#[test]
fn another_users_home_is_known_as_such() {
    assert_eq!(
        PathTemplate::parse(Os::Linux, "~me/x")
            .expect("valid")
            .other_home(),
        Some("me")
    );
    assert_eq!(
        PathTemplate::parse(Os::Linux, "~/x")
            .expect("valid")
            .other_home(),
        None
    );
}

#[test]
fn an_error_is_one_line_that_names_every_broken_rule() {
    let parse = || -> Result<PathTemplate, Box<dyn std::error::Error>> {
        Ok(PathTemplate::parse(Os::Linux, "apps/*/../x")?)
    };
    assert_eq!(
        parse().expect_err("it breaks three rules").to_string(),
        "the path is not rooted: it is relative; the path has a `..` segment; \
         the path holds `*`, and patterns are not supported here"
    );
}
