//! `onhand schema`.

use crate::program::{cases, onhand};

#[test]
fn it_is_the_schema_of_the_kinds_that_are_plugged_in() {
    let run = onhand(&cases(), &["schema"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    let schema = run.json();
    assert_eq!(
        schema["$schema"],
        "https://json-schema.org/draft/2020-12/schema"
    );
    assert!(run.stdout.contains("\"plist\""));
    // For people too: a line for each thing.
    assert!(run.stdout.lines().count() > 100);
}
