//! From the block's values to what a skill says of itself.

use std::collections::{BTreeMap, HashSet};

use onhand_declaration::{Entry, Node, Problem, Rule, Value, YamlBudget};
use onhand_platform::excerpt;

use super::block::block;
use super::{Flaw, FrontmatterError, MAX_FRONTMATTER_BYTES};

/// Far above any frontmatter, and low enough that none takes more than a few milliseconds.
const BUDGET: YamlBudget = YamlBudget {
    bytes: MAX_FRONTMATTER_BYTES,
    depth: 16,
    nodes: 1_000,
};

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
    /// The names of the applications that must be there, each trimmed, not blank and once, in order.
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
    ///     "line 3: `requires_apps` must be a text or a list of texts, not the number `5`",
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
    pub(super) fn of_block(block: &[u8]) -> Result<Self, FrontmatterError> {
        let node = Node::from_yaml_within(block, BUDGET).map_err(|problem| refusal(*problem))?;
        let entries = match &node.value {
            Value::Mapping(entries) => &entries[..],
            Value::Null => &[],
            _ => return Err(at(&node, Flaw::NotAMapping(node.describe()))),
        };
        let keys = Keys::read(entries)?;
        let requires_apps = keys.requires_apps()?;
        Ok(Frontmatter {
            name: keys.required("name")?,
            description: keys.required("description")?,
            license: keys.get("license").and_then(spelled),
            compatibility: keys.get("compatibility").and_then(spelled),
            metadata: keys.get("metadata").map(metadata).unwrap_or_default(),
            allowed_tools: keys.get("allowed-tools").and_then(joined),
            requires_apps,
        })
    }
}

/// The entries of a mapping, each key a text that stands there once.
struct Keys<'n>(BTreeMap<&'n str, &'n Node>);

impl<'n> Keys<'n> {
    /// A key that is no text is nobody's, and left out.
    fn read(entries: &'n [Entry]) -> Result<Self, FrontmatterError> {
        let mut keys = BTreeMap::new();
        for Entry { key, value } in entries {
            let Value::Text(name) = &key.value else {
                continue;
            };
            if name == "<<" {
                return Err(at(key, Flaw::Merge));
            }
            if name != GATE && spelled_loosely(name).eq(spelled_loosely(GATE)) {
                return Err(at(key, Flaw::NearMiss(excerpt(name, MAX_SHOWN))));
            }
            if keys.insert(name.as_str(), value).is_some() {
                return Err(at(key, Flaw::DuplicateKey(excerpt(name, MAX_SHOWN))));
            }
        }
        Ok(Keys(keys))
    }

    fn get(&self, key: &str) -> Option<&'n Node> {
        self.0.get(key).copied()
    }

    /// A text that is not blank.
    fn required(&self, key: &'static str) -> Result<String, FrontmatterError> {
        let node = self.get(key).ok_or(Flaw::Missing(key))?;
        match &node.value {
            Value::Text(text) if !text.trim().is_empty() => Ok(text.trim().to_owned()),
            Value::Text(_) | Value::Null => Err(at(node, Flaw::Missing(key))),
            _ => {
                let found = node.describe();
                Err(at(node, Flaw::NotText { key, found }))
            }
        }
    }

    fn requires_apps(&self) -> Result<Vec<String>, FrontmatterError> {
        let Some(node) = self.get(GATE) else {
            return Ok(Vec::new());
        };
        match &node.value {
            Value::Null => Ok(Vec::new()),
            Value::Text(text) if text.trim().is_empty() => Ok(Vec::new()),
            Value::Text(text) => Ok(vec![text.trim().to_owned()]),
            Value::Sequence(items) => applications(items),
            _ => Err(at(node, Flaw::RequiresApps(node.describe()))),
        }
    }
}

/// The key that gates.
const GATE: &str = "requires_apps";

/// The letters and digits of a key without a plural's `s`: what is left where its author forgot how it is spelled.
fn spelled_loosely(key: &str) -> impl Iterator<Item = char> {
    let key = key.trim_end_matches(|c: char| !c.is_alphanumeric());
    let key = key.strip_suffix(['s', 'S']).unwrap_or(key);
    key.chars()
        .filter(|c| c.is_alphanumeric())
        .map(|c| c.to_ascii_lowercase())
}

/// Each application once. An item that names none may stand for one that its author forgot, so it is no
/// gate left open.
fn applications(items: &[Node]) -> Result<Vec<String>, FrontmatterError> {
    let (mut names, mut seen) = (Vec::new(), HashSet::new());
    for item in items {
        let name = match &item.value {
            Value::Text(text) if text.trim().is_empty() => {
                return Err(at(item, Flaw::RequiresAppsItem("blank".to_owned())));
            }
            Value::Text(text) => text.trim(),
            _ => return Err(at(item, Flaw::RequiresAppsItem(item.describe()))),
        };
        if seen.insert(name) {
            names.push(name.to_owned());
        }
    }
    Ok(names)
}

/// A single value as a text.
fn spelled(node: &Node) -> Option<String> {
    match &node.value {
        Value::Text(text) | Value::Number(text) => Some(text.clone()),
        Value::Bool(value) => Some(value.to_string()),
        Value::Null | Value::Sequence(_) | Value::Mapping(_) => None,
    }
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

/// What the reader of declarations says of a text, for a skill.
fn refusal(problem: Problem) -> FrontmatterError {
    FrontmatterError {
        line: problem.span.map(|span| span.line),
        flaw: match problem.rule {
            Rule::NotUtf8 => Flaw::NotUtf8,
            Rule::TooDeep | Rule::TooLarge => Flaw::OverBudget,
            _ => Flaw::Syntax {
                message: problem.message,
                // One hint says how a file holds several declarations.
                hint: problem.hint.filter(|hint| !hint.contains("declaration")),
            },
        },
    }
}

fn at(node: &Node, flaw: Flaw) -> FrontmatterError {
    FrontmatterError {
        line: node.span.map(|span| span.line),
        flaw,
    }
}

/// How much of a key is shown, in characters.
const MAX_SHOWN: usize = 60;
