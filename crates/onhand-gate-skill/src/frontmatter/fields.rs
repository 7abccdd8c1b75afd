//! From the block's values to what a skill says of itself.

use std::collections::BTreeMap;

use onhand_document::{DocumentRule, Format, Node, Problem, Value};
use onhand_platform::excerpt;

use super::applications::applications;
use super::block::{Block, block};
use super::error::{MAX_LINE, at};
use super::gate_key::METADATA;
use super::keys::Keys;
use super::limits::{LIMITS, MAX_FRONTMATTER_BYTES};
use super::line::FieldLine;
use super::misplaced::ensure_none;
use super::quoting::{passed_over, to_quote};
use super::{Flaw, FrontmatterError};

/// What a `SKILL.md` says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Frontmatter {
    /// The name, trimmed and not blank; its spelling is not checked.
    pub name: String,
    /// What the skill does and when it is of use, trimmed and not blank.
    pub description: String,
    /// Its licence.
    pub license: Option<String>,
    /// What it needs of its surroundings, in words.
    pub compatibility: Option<String>,
    /// Whatever its author keeps there: the values that are texts, numbers or booleans, as texts.
    pub metadata: BTreeMap<String, String>,
    /// `allowed-tools` as it stands there; a list is joined by spaces.
    pub allowed_tools: Option<String>,
    /// The names of the applications that must be there, of the top level and then of the metadata: each trimmed,
    /// not blank and once, in order.
    pub requires_apps: Vec<String>,
}

impl Frontmatter {
    /// Takes the text of a `SKILL.md`, of which what follows the frontmatter is not looked at.
    ///
    /// ```
    /// use onhand_gate_skill::Frontmatter;
    ///
    /// let text = b"---\nname: paint\ndescription: Paints.\nrequires_apps: [painter]\n---\n# Paint\n";
    /// let frontmatter = Frontmatter::parse(text)?;
    /// assert_eq!(frontmatter.requires_apps, ["painter"]);
    ///
    /// let error = Frontmatter::parse(b"---\nname: paint\nrequires_apps: 5\n---\n").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "line 3, column 16: `requires_apps` must be a text or a list of texts, not the number `5`",
    /// );
    /// # Ok::<(), onhand_gate_skill::FrontmatterError>(())
    /// ```
    ///
    /// # Errors
    /// The first thing that is wrong; what the skill requires comes before the rest.
    pub fn parse(text: &[u8]) -> Result<Self, FrontmatterError> {
        let head = &text[..text.len().min(MAX_FRONTMATTER_BYTES)];
        let block = block(head, head.len() == text.len())?;
        Frontmatter::of_block(block.ok_or(Flaw::TooLong)?)
    }

    /// Takes what stands before the closing fence.
    pub(super) fn of_block(block: Block<'_>) -> Result<Self, FrontmatterError> {
        Frontmatter::of_yaml(block.text).map_err(|error| error.further_down(block.blank))
    }

    fn of_yaml(text: &[u8]) -> Result<Self, FrontmatterError> {
        let node =
            Node::read(text, Format::Yaml, &LIMITS).map_err(|problem| refusal(text, *problem))?;
        let text = std::str::from_utf8(text).map_err(|_| Flaw::NotUtf8)?;
        let entries = match &node.value {
            Value::Mapping(entries) => &entries[..],
            Value::Null => &[],
            _ => return Err(at(&node, Flaw::NotAMapping(node.describe()))),
        };
        let keys = Keys::read(entries, None)?;
        let inner = match keys.get(METADATA).map(|node| &node.value) {
            Some(Value::Mapping(entries)) => Some(Keys::read(entries, Some(METADATA))?),
            _ => None,
        };
        ensure_none(entries, text)?;
        let requires_apps = applications(&keys, inner.as_ref())?;
        Ok(Frontmatter {
            name: required(&keys, "name", text)?,
            description: required(&keys, "description", text)?,
            license: keys.get("license").and_then(spelled),
            compatibility: keys.get("compatibility").and_then(spelled),
            metadata: keys.get(METADATA).map(metadata).unwrap_or_default(),
            allowed_tools: keys.get("allowed-tools").and_then(joined),
            requires_apps,
        })
    }
}

/// A text that is not blank. A number or a boolean is the text that its author wrote.
fn required(keys: &Keys<'_>, key: &'static str, text: &str) -> Result<String, FrontmatterError> {
    let node = keys.get(key).ok_or(Flaw::Missing(key))?;
    let field = field_of(node, key, text);
    if let Some(error) = field.and_then(|field| passed_over(field, node, text)) {
        return Err(error);
    }
    let is_written = |written: &&str| matches!(*written, "true" | "false");
    let found = match &node.value {
        Value::Text(_) | Value::Number(_) => node.spelled().map(str::trim),
        Value::Bool(_) => written(node, text).filter(|found| is_written(&&*found.to_lowercase())),
        // As it would be with nothing behind the colon.
        Value::Null if field.is_none_or(|field| field.value.is_empty()) => Some(""),
        Value::Null | Value::Sequence(_) | Value::Mapping(_) => None,
    };
    match found {
        Some("") => Err(at(node, Flaw::Missing(key))),
        Some(found) => Ok(found.to_owned()),
        None => {
            let field = field.filter(|field| !field.value.is_empty());
            let flaw = Flaw::NotText {
                key,
                found: node.describe(),
                right: field.map(|field| field.quoted()),
            };
            Err(at(node, flaw))
        }
    }
}

/// The line on which the value of a key begins, if the key stands there too.
fn field_of<'t>(node: &Node, key: &str, text: &'t str) -> Option<FieldLine<'t>> {
    let above = usize::try_from(node.span?.line - 1).ok()?;
    let field = text.lines().nth(above).and_then(FieldLine::read);
    field.filter(|field| field.key == key)
}

/// What stands in the text at the place of a value.
fn written<'t>(node: &Node, text: &'t str) -> Option<&'t str> {
    let span = node.span?;
    text.get(span.start..span.start + span.len)
}

/// A single value as a text.
fn spelled(node: &Node) -> Option<String> {
    node.spelled().map(str::to_owned)
}

fn joined(node: &Node) -> Option<String> {
    match &node.value {
        Value::Sequence(items) => {
            let texts: Vec<String> = items.iter().filter_map(spelled).collect();
            Some(texts.join(" "))
        }
        _ => spelled(node),
    }
}

fn metadata(node: &Node) -> BTreeMap<String, String> {
    let Value::Mapping(entries) = &node.value else {
        return BTreeMap::new();
    };
    entries
        .iter()
        .filter_map(|entry| Some((spelled(&entry.key)?, spelled(&entry.value)?)))
        .collect()
}

/// What is wrong with a text that is no YAML, or too much.
fn refusal(text: &[u8], problem: Problem) -> FrontmatterError {
    let flaw = match problem.rule {
        DocumentRule::NotUtf8 => Flaw::NotUtf8,
        DocumentRule::TooDeep | DocumentRule::TooLarge => Flaw::OverBudget,
        _ => {
            let text = std::str::from_utf8(text).unwrap_or_default();
            let line = problem.span.map_or(u64::MAX, |span| span.line);
            if let Some(error) = to_quote(text, line) {
                return error;
            }
            Flaw::Syntax {
                message: excerpt(&problem.message, MAX_LINE),
                hint: problem.hint,
            }
        }
    };
    FrontmatterError {
        line: problem.span.map(|span| span.line),
        column: problem.span.map(|span| span.column),
        flaw,
    }
}
