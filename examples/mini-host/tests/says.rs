//! What the program says.

#![allow(clippy::disallowed_types, reason = "the program is started")]

use std::process::Command;

#[test]
fn it_offers_what_this_machine_can_do_and_says_what_would_show_the_rest() {
    let output = Command::new(env!("CARGO_BIN_EXE_mini-host"))
        .output()
        .expect("it starts");
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(
        said,
        "tool draw: offered\n\
         tool edit: hidden; `editor` can't be used on Linux: the application was not found. \
         What to do: install the application at `/opt/editor`. Then try again.\n\
         tool search: offered\n\
         skill paint: offered\n\
         skill write: hidden; `editor`: the application was not found; \
         to show it: install the application at `/opt/editor`\n"
    );
}
