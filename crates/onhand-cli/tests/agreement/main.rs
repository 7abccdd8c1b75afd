//! Fake and native agree: a machine that is really installed answers as its scenario does.
//!
//! `win32`, `darwin` and `linux` hold a machine each, as a scenario, and the declarations that ask
//! it. There is one description, so that two machines can't drift apart: the scenario is given to
//! the program, and is what the real machine is made of. In place of `XXXXXXXX` a real machine has
//! a name that is new each time, and that stands in every path and every registry key of it. What it names with `from`
//! stands in `fixtures/machines`, and is copied beside it.
//!
//! `win32/answers.json` holds what its scenario answers on every OS. `ONHAND_BLESS=1 cargo test -p
//! onhand-cli --test agreement` writes it anew; the difference is then read in git.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a real machine is made, and the program is started on it"
)]

mod answers;
mod case;
mod difference;
mod expectation;
mod installed;
mod machine;

use onhand::platform::Os;

use crate::answers::{renamed, without_entry_count};
use crate::case::{Case, NAME};
use crate::difference::differences;
use crate::installed::Installed;

/// The program.
const PROGRAM: &str = env!("CARGO_BIN_EXE_onhand");

#[test]
fn this_machine_answers_as_its_scenario_does() {
    let os = Os::current().expect("onhand has a name for this OS");
    let case = Case::under_a_new_name(os);
    let native = Installed::new(&case).ask();
    let scenario = case.ask_the_scenario();
    let found = differences(
        ("native", &without_entry_count(&native)),
        ("scenario", &without_entry_count(&scenario)),
    );
    assert!(found.is_empty(), "\n{}", found.join("\n"));
    if os == Os::Win32 {
        expectation::is_met_by(&renamed(&scenario, case.name(), NAME));
    }
}

#[test]
fn the_windows_machine_answers_the_same_on_every_os() {
    expectation::is_met_by(&Case::new(Os::Win32).ask_the_scenario());
}

#[test]
fn every_machine_can_be_asked_on_every_os() {
    for os in Os::ALL {
        let answers = Case::new(os).ask_the_scenario();
        for command in ["check", "explain"] {
            let answer = &answers["fields"][command]["stdout"];
            assert_eq!(answer["platform"], os.as_str());
            let asked = answer["results"].as_array().expect("a list").len();
            assert!(asked >= 25, "{asked} declarations for {os} are few");
        }
    }
}
