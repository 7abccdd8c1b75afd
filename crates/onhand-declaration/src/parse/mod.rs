//! Decoded data to declarations, with every problem at once.

mod app;
mod file;
mod kind;
mod path;
mod requires;
#[cfg(feature = "yaml")]
mod text;
mod words;

use onhand_document::{Field, Fields, Place, keys_hint};
use onhand_platform::Os;

use crate::{Declaration, Node, Problem, Rule, Vocabulary};

pub use file::{Named, ParsedFile};
#[cfg(feature = "schema")]
pub(crate) use kind::MAX_PARAMETER_BYTES;
#[cfg(feature = "yaml")]
pub use text::LIMITS;
#[cfg(feature = "schema")]
pub(crate) use words::MAX_WORDS;

type Report = onhand_document::Report<Rule>;

/// Takes decoded data apart under a vocabulary. It touches no file and costs no host call.
///
/// The parse is closed: a key that the grammar doesn't know is an error, wherever it stands.
///
/// ```
/// use onhand_declaration::{Node, Parser, Vocabulary};
///
/// let node: Node = serde_json::from_value(serde_json::json!({
///     "app": { "linux": { "presence": "executable", "locatoin": "/opt/vendor/app" } },
/// }))?;
/// let parsed = Parser::new(&Vocabulary::standard()).declaration(&node);
/// assert_eq!(parsed.declaration, None);
/// let told: Vec<String> = parsed.problems.iter().map(ToString::to_string).collect();
/// assert_eq!(told, [
///     "app.linux: `location` is missing [location-missing]",
///     "app.linux.locatoin: `locatoin` is not a key here [unknown-key]",
/// ]);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Parser<'v> {
    vocabulary: &'v Vocabulary,
}

/// What came of one declaration.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Parsed {
    /// The declaration; `None` where a problem is an error.
    pub declaration: Option<Declaration>,
    /// Everything that is wrong, warnings too; in order of place where places are known.
    pub problems: Vec<Problem>,
}

/// The keys of a declaration.
const KEYS: [&str; 2] = ["app", "requires"];

impl<'v> Parser<'v> {
    /// A parser that knows the kinds of `vocabulary`.
    #[must_use]
    pub fn new(vocabulary: &'v Vocabulary) -> Self {
        Parser { vocabulary }
    }

    /// A mapping of `app` and `requires`.
    #[must_use]
    pub fn declaration(&self, node: &Node) -> Parsed {
        let mut report = Report::default();
        let (place, hint) = (Place::root(node), || keys_hint(&KEYS));
        let declaration = Fields::read(node, &place, "a declaration", hint, &mut report).and_then(
            |mut fields| {
                let declaration = self.declaration_of(&mut fields, &mut report);
                fields.deny_rest(&KEYS, &mut report);
                declaration
            },
        );
        let problems = report.finish();
        Parsed {
            declaration: declaration.filter(|_| !problems.iter().any(Problem::is_error)),
            problems,
        }
    }

    /// Takes `app` and `requires` out of a mapping that may hold other keys beside them.
    fn declaration_of(&self, fields: &mut Fields<'_>, report: &mut Report) -> Option<Declaration> {
        let app = fields
            .take_given("app", report)
            .map(|field| app::parse(self.vocabulary, &field, report));
        let requires = fields
            .take_given("requires", report)
            .map(|field| requires::parse(self.vocabulary, &field, app.as_ref(), report));
        let apps = match app {
            None => Some(Default::default()),
            Some(block) => block.complete(),
        };
        Some(Declaration::from_parts(
            apps?,
            match requires {
                None => Default::default(),
                Some(requires) => requires?,
            },
        ))
    }
}

/// The names of the OSes, for messages.
fn os_names() -> Vec<&'static str> {
    Os::ALL.iter().map(|os| os.as_str()).collect()
}
