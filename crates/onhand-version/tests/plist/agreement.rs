//! Whatever the crate `plist` writes is read as it was.

use onhand_resolver::{Observation, VersionText};
use plist::{Dictionary, Uid, Value};
use proptest::prelude::*;

use crate::machine::{version, version_by};

/// What the rule says of a value.
fn expected(value: Option<&Value>) -> Observation<VersionText> {
    match value {
        None => Observation::Absent(String::new().into()),
        Some(Value::String(text)) => VersionText::observe(text),
        Some(Value::Integer(number)) => VersionText::observe(&number.to_string()),
        Some(_) => Observation::Unavailable(String::new().into()),
    }
}

/// The two agree in what they found, whatever the words.
fn same(answer: &Observation<VersionText>, expected: &Observation<VersionText>) -> bool {
    answer.present() == expected.present() && answer.state() == expected.state()
}

/// A text that XML can hold as it is: any but control characters, of which it has three.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[0-9.]{1,12}",
        "[ \\n\\t]{0,3}",
        "[A-Za-z&<>\"'\\]\\[;#/!-]{0,12}",
        "\\PC{0,12}",
        "[0-9]{250,260}",
    ]
}

fn key() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("CFBundleShortVersionString".to_owned()),
        Just("CFBundleVersion".to_owned()),
        text(),
    ]
}

fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => text().prop_map(Value::String),
        1 => any::<bool>().prop_map(Value::Boolean),
        1 => any::<i64>().prop_map(|number| Value::Integer(number.into())),
        1 => any::<u64>().prop_map(|number| Value::Integer(number.into())),
        1 => (0..300_u32).prop_map(|number| Value::Integer(number.into())),
        1 => prop::num::f64::NORMAL.prop_map(Value::Real),
        1 => prop::collection::vec(any::<u8>(), 0..20).prop_map(Value::Data),
    ]
}

fn dictionary(value: impl Strategy<Value = Value>) -> impl Strategy<Value = Dictionary> {
    let entries = prop::collection::vec((key(), value), 0..8);
    entries.prop_map(|entries| entries.into_iter().collect())
}

fn root() -> impl Strategy<Value = Dictionary> {
    let nested = scalar().prop_recursive(4, 64, 8, |value| {
        prop_oneof![
            prop::collection::vec(value.clone(), 0..8).prop_map(Value::Array),
            dictionary(value).prop_map(Value::Dictionary),
        ]
    });
    dictionary(nested)
}

fn xml(root: &Dictionary) -> Vec<u8> {
    let mut file = Vec::new();
    let value = Value::Dictionary(root.clone());
    value.to_writer_xml(&mut file).expect("XML holds it");
    file
}

fn binary(root: &Dictionary) -> Vec<u8> {
    let mut file = Vec::new();
    let value = Value::Dictionary(root.clone());
    value.to_writer_binary(&mut file).expect("binary holds it");
    file
}

proptest! {
    #[test]
    fn every_key_of_what_was_written_is_read_as_it_was(root in root(), other in key()) {
        for file in [xml(&root), binary(&root)] {
            for key in root.keys().chain([&other]) {
                let answer = version_by(key, file.clone());
                let expected = expected(root.get(key));
                prop_assert!(same(&answer, &expected), "{key:?}: {answer} for {expected}");
            }
        }
    }

    #[test]
    fn the_two_keys_are_read_in_their_order(root in root()) {
        let expected = match expected(root.get("CFBundleShortVersionString")) {
            Observation::Absent(_) => expected(root.get("CFBundleVersion")),
            decided => decided,
        };
        for file in [xml(&root), binary(&root)] {
            let answer = version(file);
            prop_assert!(same(&answer, &expected), "{answer} for {expected}");
        }
    }
}

#[test]
fn a_uid_is_no_version() {
    let root: Dictionary = [("CFBundleVersion".to_owned(), Value::Uid(Uid::new(7)))]
        .into_iter()
        .collect();
    assert!(version(binary(&root)).to_string().contains("it is a UID"));
}
