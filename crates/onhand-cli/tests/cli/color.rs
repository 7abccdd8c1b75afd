//! When the output is colored: never into a pipe, unless somebody says so.

use crate::program::{cases, command, run};

/// Whether stdout and stderr are colored.
fn colored(args: &[&str], variables: &[(&str, &str)]) -> (bool, bool) {
    let mut command = command(&cases(), args);
    command.envs(variables.iter().copied());
    let run = run(command.output().expect("it starts"));
    assert_eq!(run.code, Some(2));
    assert!(!run.stdout.is_empty() && !run.stderr.is_empty());
    (run.stdout.contains('\u{1b}'), run.stderr.contains('\u{1b}'))
}

/// Writes to both streams: an answer, a problem and an event.
const CHECK: [&str; 4] = ["check", "-v", "declarations", "nowhere"];

#[test]
fn a_pipe_gets_none() {
    assert_eq!(colored(&CHECK, &[]), (false, false));
    assert_eq!(colored(&CHECK, &[("NO_COLOR", "1")]), (false, false));
}

#[test]
fn the_flag_outweighs_the_environment() {
    let with = |when| [&CHECK[..], &["--color", when]].concat();
    assert_eq!(colored(&with("always"), &[("NO_COLOR", "1")]), (true, true));
    assert_eq!(
        colored(&with("never"), &[("CLICOLOR_FORCE", "1")]),
        (false, false)
    );
}

#[test]
fn the_environment_is_honored_where_no_flag_is() {
    assert_eq!(colored(&CHECK, &[("CLICOLOR_FORCE", "1")]), (true, true));
    let both = [("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")];
    assert_eq!(colored(&CHECK, &both), (false, false));
}

#[test]
fn the_words_are_the_same_with_color_and_without() {
    let text = |when: &str| {
        let args = [&CHECK[..], &["--color", when]].concat();
        let output = command(&cases(), &args).output().expect("it starts");
        run(output)
    };
    let (always, never) = (text("always"), text("never"));
    assert_eq!(without_styles(&always.stdout), never.stdout);
    assert_eq!(without_styles(&always.stderr), never.stderr);
}

/// The text without its escape sequences, each of which ends in `m`.
fn without_styles(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (style, rest) = part.split_once('m').expect("a style ends");
        assert!(style.starts_with('['), "{style:?} is no style");
        plain.push_str(rest);
    }
    plain
}

#[cfg(target_os = "linux")]
mod on_a_terminal {
    use std::ffi::OsStr;
    use std::fs::File;
    use std::io::Read;
    use std::os::unix::ffi::OsStrExt;

    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    use super::{CHECK, cases, command};

    /// What the program writes to a terminal, both streams on it.
    fn shown(variables: &[(&str, &str)]) -> String {
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY;
        let master = openpt(flags).expect("a pseudo-terminal");
        grantpt(&master).expect("its own terminal");
        unlockpt(&master).expect("its own terminal");
        let name = ptsname(&master, Vec::new()).expect("it has a name");
        let terminal = File::options()
            .read(true)
            .write(true)
            .open(OsStr::from_bytes(name.as_bytes()))
            .expect("its own terminal");
        let mut command = command(&cases(), &CHECK);
        command.env("TERM", "xterm").envs(variables.iter().copied());
        command
            .stdout(terminal.try_clone().expect("a second one"))
            .stderr(terminal);
        let mut child = command.spawn().expect("it starts");
        // The other end is closed when nobody holds it any more.
        drop(command);
        let (mut master, mut bytes) = (File::from(master), Vec::new());
        // It ends with an error, as Linux tells that the other end is closed.
        let _ = master.read_to_end(&mut bytes);
        assert_eq!(child.wait().expect("it ends").code(), Some(2));
        String::from_utf8(bytes).expect("the output is UTF-8")
    }

    #[test]
    fn both_streams_are_colored_unless_somebody_says_no() {
        let colored = shown(&[]);
        for part in [
            "\u{1b}[1m\u{1b}[91merror",
            "\u{1b}[1m\u{1b}[32m✓",
            "\u{1b}[34mDEBUG",
        ] {
            assert!(colored.contains(part), "{part:?} in {colored:?}");
        }
        for (variable, value) in [("NO_COLOR", "1"), ("CLICOLOR", "0"), ("TERM", "dumb")] {
            let plain = shown(&[(variable, value)]);
            assert!(plain.contains("error[unreadable]"), "{variable}: {plain:?}");
            assert!(!plain.contains('\u{1b}'), "{variable}: {plain:?}");
        }
    }
}
