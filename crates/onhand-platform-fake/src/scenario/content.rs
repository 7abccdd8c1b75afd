//! What a file or an answer's body holds.

use std::time::SystemTime;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::beside::Beside;
use super::document::{Node, Value};
use super::fields::{Fields, Shape};
use super::mistake::{Attempt, MistakeKind};
use crate::FileContent;

const FILE: Shape = Shape {
    name: "a file",
    wanted: "the text of a file, or a mapping that describes it",
    keys: &[
        "text",
        "base64",
        "json",
        "from",
        "size",
        "modified",
        "executable",
    ],
};
const FILE_CONTENT: &[&str] = &["text", "base64", "json", "from", "size"];

const BODY: Shape = Shape {
    name: "a body",
    wanted: "the text of a body, or a mapping that describes it",
    keys: BODY_CONTENT,
};
const BODY_CONTENT: &[&str] = &["text", "base64", "json", "from"];

/// A file as a scenario describes it.
pub(super) struct File {
    pub(super) content: FileContent,
    pub(super) modified: Option<SystemTime>,
    pub(super) executable: Option<bool>,
}

/// A file: its text, or `{ text | base64 | json | from | size, modified?, executable? }`.
pub(super) fn file(node: Node, beside: &Beside<'_>) -> Attempt<File> {
    if is_scalar(&node) {
        return Ok(File {
            content: node.text(FILE.wanted)?.into(),
            modified: None,
            executable: None,
        });
    }
    let mut fields = Fields::of(node, FILE)?;
    let modified = fields.take("modified").map(time).transpose()?;
    let executable = fields.take("executable").map(Node::bool).transpose()?;
    let content = content(&mut fields, FILE_CONTENT, beside)?;
    Ok(File {
        content,
        modified,
        executable,
    })
}

/// A body: its text, or `{ text | base64 | json | from }`.
pub(super) fn body(node: Node, beside: &Beside<'_>) -> Attempt<FileContent> {
    if is_scalar(&node) {
        return Ok(node.text(BODY.wanted)?.into());
    }
    content(&mut Fields::of(node, BODY)?, BODY_CONTENT, beside)
}

/// Whether it is a text, or what YAML took for something other than the text it was meant to be.
fn is_scalar(node: &Node) -> bool {
    matches!(
        node.value,
        Value::Text(_) | Value::Number(_) | Value::Bool(_)
    )
}

/// A time of RFC 3339, in UTC.
pub(super) fn time(node: Node) -> Attempt<SystemTime> {
    let at = node.at;
    let text = node.text("the text of a time")?;
    humantime::parse_rfc3339(&text).map_err(|_| at.mistake(MistakeKind::Time(text)))
}

fn content(
    fields: &mut Fields,
    keys: &'static [&'static str],
    beside: &Beside<'_>,
) -> Attempt<FileContent> {
    let (key, node) = fields.take_one(keys)?;
    let at = node.at;
    Ok(match key {
        "text" => node.text("a text")?.into(),
        "base64" => {
            // A block of lines is as good as one line.
            let mut text = node.text("a text of base64")?;
            text.retain(|c| !c.is_ascii_whitespace());
            let bytes = STANDARD.decode(&text);
            bytes.map_err(|_| at.mistake(MistakeKind::Base64))?.into()
        }
        "json" => serde_json::to_vec(&node.value)
            .expect("a tree of texts, numbers and mappings with text keys is JSON")
            .into(),
        "from" => beside
            .read(&node.text("the path of a file beside the scenario")?, at)?
            .into(),
        _ => FileContent::zeros(node.number("size", "a whole number of bytes")?),
    })
}
