//! What the scenario of the Windows machine answers, kept in a file: as fields, since the text is
//! made of them.

use std::{env, fs};

use onhand::platform::Os;
use serde_json::Value;

use crate::case::Case;
use crate::difference::differences;

/// How deep the file goes on with a line for each value: down to one for each declaration.
const DEPTH: usize = 4;

/// Fails where an answer is another than the file says.
#[track_caller]
pub(crate) fn is_met_by(answers: &Value) {
    let answers = &answers["fields"];
    let path = Case::description(Os::Win32).join("answers.json");
    if env::var_os("ONHAND_BLESS").is_some() {
        let text = in_lines(answers, DEPTH, "") + "\n";
        fs::write(&path, text).expect("the expectation can be written");
        return;
    }
    let expected = fs::read_to_string(&path).expect("the expectation stands there");
    let expected = serde_json::from_str(&expected).expect("it is JSON");
    let found = differences(("expected", &expected), ("scenario", answers));
    assert!(
        found.is_empty(),
        "{} is not what the scenario answers (ONHAND_BLESS=1 rewrites it):\n{}",
        path.display(),
        found.join("\n"),
    );
}

fn in_lines(value: &Value, depth: usize, indent: &str) -> String {
    let deeper = format!("{indent}  ");
    let inner = |value| in_lines(value, depth - 1, &deeper);
    let (open, lines, close) = match value {
        Value::Object(fields) if depth > 0 && !fields.is_empty() => {
            let lines = fields.iter();
            let line = |(name, value): (&String, _)| format!("\"{name}\": {}", inner(value));
            ("{", lines.map(line).collect::<Vec<_>>(), "}")
        }
        Value::Array(elements) if depth > 0 && !elements.is_empty() => {
            ("[", elements.iter().map(inner).collect(), "]")
        }
        _ => return value.to_string(),
    };
    let lines = lines.join(&format!(",\n{deeper}"));
    format!("{open}\n{deeper}{lines}\n{indent}{close}")
}
