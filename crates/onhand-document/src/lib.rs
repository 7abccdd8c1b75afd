//! Reads a text that somebody else wrote: YAML and JSON under limits, values with their places, every mistake at once.
//!
//! ```
//! use onhand_document::{DocumentRule, Fields, Format, Limits, Node, Place, Problem, Report, keys_hint};
//!
//! /// What a text of this grammar says.
//! struct Shelf {
//!     name: String,
//!     boards: u8,
//! }
//!
//! const KEYS: [&str; 2] = ["name", "boards"];
//! const LIMITS: Limits = Limits { noun: "shelf", bytes: 64 * 1024, ..Limits::DEFAULT };
//!
//! fn shelf(text: &[u8]) -> Result<Shelf, Vec<Problem>> {
//!     let node = Node::read(text, Format::Yaml, &LIMITS).map_err(|problem| vec![*problem])?;
//!     let mut report = Report::default();
//!     let shelf = fields(&node, &mut report);
//!     let problems = report.finish();
//!     shelf.filter(|_| problems.is_empty()).ok_or(problems)
//! }
//!
//! fn fields(node: &Node, report: &mut Report<DocumentRule>) -> Option<Shelf> {
//!     let mut fields = Fields::read(node, &Place::root(node), "a shelf", || keys_hint(&KEYS), report)?;
//!     // Every field is read before one that is wrong ends it: each mistake is told.
//!     let name = fields.take("name").and_then(|field| field.text(report).map(str::to_owned));
//!     let boards = fields.take("boards").and_then(|field| {
//!         field.number("a whole number from 0 to 255", DocumentRule::WrongType, report)
//!     });
//!     fields.deny_rest(&KEYS, report);
//!     Some(Shelf { name: name?, boards: boards? })
//! }
//!
//! assert_eq!(shelf(b"name: oak\nboards: 4\n").map(|shelf| shelf.boards).ok(), Some(4));
//!
//! let told: Vec<String> = shelf(b"name: 7\nbords: 4\n").err().expect("it is wrong")
//!     .iter()
//!     .map(|problem| format!("line {}: {problem}, {}", problem.span.unwrap().line, problem.hint.as_ref().unwrap()))
//!     .collect();
//! assert_eq!(told, [
//!     "line 1: name: `name` must be a text, not the number `7` [wrong-type], quote it: `name: \"7\"`",
//!     "line 2: bords: `bords` is not a key here [unknown-key], did you mean `boards`?",
//! ]);
//! ```
//!
//! # From text to a value
//!
//! | step | by | what it gives |
//! |---|---|---|
//! | text to values | `Node::read` (feature `yaml`) | a [`Node`], each value with its [`Span`]; or the one [`Problem`] that ended the reading |
//! | values to fields | [`Fields`], [`Field`] | what the grammar knows; what it doesn't know is in the [`Report`] |
//! | what is wrong | [`Report::finish`] | every [`Problem`], in order of place |
//!
//! A grammar has rules of its own: an enum that implements [`RuleCode`] and is made from a [`DocumentRule`]. Its problems
//! are `Problem<ThatEnum>`, its report a `Report<ThatEnum>`; what [`Fields`] finds is told under the same codes in every
//! grammar.
//!
//! A node also comes from any serde format ([`serde::Deserialize`], then without places), and is written to any
//! ([`serde::Serialize`]).
//!
//! # What is shown of a text
//!
//! Whatever somebody else wrote may stand in a message only as [`shown`] has it: cut, and with an escape for each
//! character that nobody sees. Whoever makes messages of a grammar calls it, too.
//!
//! # Features
//!
//! - `yaml`: reads YAML and JSON text (`Node::read`, `Limits`, `Format`).

#![cfg_attr(docsrs, feature(doc_cfg))]

mod fields;
mod nearest;
mod node;
mod number;
mod place;
mod problem;
#[cfg(feature = "yaml")]
mod read;
mod report;
mod rule;
mod shown;

pub use fields::{Field, Fields, keys_hint};
pub use nearest::{choice, listed, nearest, suggestion};
pub use node::{Entry, Node, Span, Value};
pub use number::{NotANumber, Number};
pub use place::Place;
pub use problem::Problem;
#[cfg(feature = "yaml")]
pub use read::{Format, Limits, ONE_DOCUMENT};
pub use report::Report;
pub use rule::{DocumentRule, RuleCode, Severity};
pub use shown::shown;
