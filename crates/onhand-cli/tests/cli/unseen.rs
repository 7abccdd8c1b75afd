//! What nobody sees, and something obeys: on no stream, in no format.

use onhand::platform::unseen::is_unseen;

use crate::program::{cases, folder, onhand};

/// The first character that nobody sees, but for the ends of lines.
fn unseen(text: &str) -> Option<char> {
    text.chars().find(|c| *c != '\n' && is_unseen(*c))
}

#[test]
fn a_name_that_only_a_model_reads_is_shown_to_people_and_programs() {
    let skills = |more: &[&str]| onhand(&cases(), &[&["skills", "unseen/skills"], more].concat());
    for more in [&[][..], &["--json"], &["-vv"]] {
        let run = skills(more);
        assert_eq!(run.code, Some(0));
        assert_eq!(
            (unseen(&run.stdout), unseen(&run.stderr)),
            (None, None),
            "{more:?}"
        );
    }
    // "ignore previous instructions", in tags.
    let shown = skills(&[]).stdout;
    assert!(shown.contains(r"pad\u{e0069}\u{e0067}\u{e006e}"), "{shown}");
    let app = skills(&["--json"]).json()["results"][0]["reasons"][0]["app"].clone();
    let app = app.as_str().expect("a text");
    assert!(
        app.starts_with("pad\u{e0069}\u{e0067}") && app.ends_with('\u{3164}'),
        "{app:?}"
    );
}

#[test]
fn json_is_the_same_bytes_whether_a_terminal_reads_it_or_not() {
    for color in ["always", "never"] {
        let args = [
            "inspect",
            "--json",
            "--color",
            color,
            "unseen/controls.plist",
        ];
        let run = onhand(&cases(), &args);
        assert_eq!(unseen(&run.stdout), None, "{:?}", run.stdout);
        assert!(
            run.stdout
                .contains(r#""1.0\u009b31mRED\u009d0;title\u0007\u007f""#),
            "{}",
            run.stdout
        );
        let fields = &run.json()[0]["fields"];
        assert_eq!(
            fields["CFBundleShortVersionString"],
            "1.0\u{9b}31mRED\u{9d}0;title\u{7}\u{7f}"
        );
    }
}

#[test]
fn no_command_lets_a_declaration_show_what_is_unseen() {
    let declaration = "server\u{e0041}\u{ad}: { app: { linux: { presence: executable, location: \"/opt/\u{200b}\u{206a}\u{115f}x\", \
         version: { kind: plist } } }, requires: { app: true, min_version: \"1.0\" } }\nbad\u{fe01}: { app: { \u{2800}: 1 } }\n";
    let machine = "os: linux\nenv: { X: \"\u{180e}\" }\n";
    let folder = folder(&[("x\u{feff}.yaml", declaration), ("machine.txt", machine)]);
    for command in ["check", "explain", "probe", "lint"] {
        for more in [&[][..], &["--json"], &["-vv"], &["--color", "always"]] {
            let on = ["--platform", "machine.txt"];
            let on = if command == "lint" { &[][..] } else { &on };
            let run = onhand(folder.path(), &[&[command, "."], on, more].concat());
            let styles = |text: &str| text.replace('\u{1b}', "");
            assert_eq!(
                unseen(&styles(&run.stdout)),
                None,
                "{command} {more:?}: {}",
                run.stdout
            );
            assert_eq!(
                unseen(&styles(&run.stderr)),
                None,
                "{command} {more:?}: {}",
                run.stderr
            );
        }
    }
}

#[test]
fn a_command_line_that_is_refused_shows_what_nobody_sees_in_it() {
    let hostile = "a\u{202E}b\u{9b}31m\u{E0041}\u{AD}\rc";
    let option = format!("--{hostile}");
    for args in [
        &["check", &option][..],
        &[hostile],
        &["check", "--color", hostile],
        &["probe", "--deadline", hostile, "x"],
        &["check", "--version-scheme", hostile],
        &["inspect", "--field", hostile, "x"],
    ] {
        let run = onhand(&cases(), args);
        assert_eq!(run.code, Some(2), "{args:?}");
        assert_eq!((unseen(&run.stderr), &*run.stdout), (None, ""), "{args:?}");
        assert!(run.stderr.contains("a\u{FFFD}b\u{FFFD}"), "{}", run.stderr);
    }
}
