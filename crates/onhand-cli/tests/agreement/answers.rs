//! What the program says of a machine, as one document.

use serde_json::{Map, Value, json};

use onhand_testkit::program::Run;

/// What each command that asks a machine says, and how it ends: as fields, and as the lines of a
/// text.
pub(crate) fn answers(ask: impl Fn(&[&str]) -> Run) -> Value {
    let fields = |command| {
        let run = ask(&[command, "--json"]);
        answer(&run, run.json())
    };
    let text = |command| {
        let run = ask(&[command]);
        answer(&run, lines(&run.stdout))
    };
    json!({
        "fields": { "check": fields("check"), "explain": fields("explain") },
        "text": { "check": text("check"), "explain": text("explain") },
    })
}

fn answer(run: &Run, stdout: Value) -> Value {
    json!({ "exit": run.code, "stderr": lines(&run.stderr), "stdout": stdout })
}

fn lines(text: &str) -> Value {
    text.lines().collect()
}

/// The same answers, without how many entries the uninstall registry has: of a real one, others
/// write entries too.
pub(crate) fn without_entry_count(answers: &Value) -> Value {
    map_texts(answers, &|text| match text.strip_suffix(" entries") {
        // `12 entries` is the whole text, or the end of a line.
        Some(rest) => {
            rest.trim_end_matches(|c: char| c.is_ascii_digit())
                .to_owned()
                + "… entries"
        }
        None => text.to_owned(),
    })
}

/// The same answers, with another name of the machine.
pub(crate) fn renamed(answers: &Value, from: &str, to: &str) -> Value {
    map_texts(answers, &|text| text.replace(from, to))
}

fn map_texts(value: &Value, map: &impl Fn(&str) -> String) -> Value {
    match value {
        Value::String(text) => map(text).into(),
        Value::Array(elements) => elements.iter().map(|value| map_texts(value, map)).collect(),
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| (name.clone(), map_texts(value, map)))
            .collect::<Map<_, _>>()
            .into(),
        _ => value.clone(),
    }
}

#[test]
fn only_the_number_of_entries_is_left_out() {
    let answers = |count: u32, size: u32| {
        json!([
            { "result": format!("{count} entries") },
            format!("1  inspect  uninstall_entries  uninstall registry  {count} entries"),
            format!("file, {size} bytes"),
            size,
        ])
    };
    let same = |a: &Value, b: &Value| without_entry_count(a) == without_entry_count(b);
    assert!(same(&answers(1, 7), &answers(230, 7)));
    assert!(!same(&answers(1, 7), &answers(1, 8)));
}
