//! Files of which nobody knows what is meant: none of their servers is offered on a guess.

#![allow(
    clippy::disallowed_methods,
    reason = "the cases are files of the repository"
)]

mod corpus;

use corpus::parse;

/// The names that are valid, and those that are not.
fn names(text: &str) -> (Vec<String>, Vec<String>) {
    let file = parse(text.as_bytes());
    let valid = file.declarations.into_iter().map(|named| named.name);
    (valid.collect(), file.invalid)
}

#[test]
fn a_server_that_stands_there_twice_is_valid_by_neither_of_its_declarations() {
    let good =
        "{ app: { linux: { presence: executable, location: /opt/app } }, requires: { app: true } }";
    for (first, second) in [(good, "5"), ("5", good), (good, "{}"), (good, good)] {
        for key in ["a", "\"a\""] {
            let text = format!("servers:\n  a: {first}\n  b: {good}\n  {key}: {second}\n");
            let (valid, invalid) = names(&text);
            assert_eq!(valid, ["b"], "{text}");
            assert_eq!(invalid, ["a"], "{text}");
        }
    }
}

#[test]
fn a_key_at_the_top_that_may_be_meant_for_any_server_leaves_none_valid() {
    let servers = "servers: { a: {}, b: {} }\n";
    for more in [
        "servers: { a: 5 }",
        "requires: { app: true }",
        "require: { app: true }",
        "app: {}",
        "<<: {}",
    ] {
        let text = format!("{servers}{more}\n");
        let (valid, invalid) = names(&text);
        assert!(valid.is_empty(), "{text}");
        assert_eq!(invalid, ["a", "b"], "{text}");
    }
    // What has no say in it takes nobody down.
    let (valid, _) = names(&format!("$schema: onhand.schema.json\n{servers}"));
    assert_eq!(valid, ["a", "b"]);
}
