//! Text to values, under limits: YAML and JSON, and what is said of a text that can't be read.

mod json;
mod limits;
mod place;
mod refusal;
mod yaml;

pub use limits::{Format, Limits, ONE_DOCUMENT};

use crate::{Node, Problem};

impl Node {
    /// Reads a text. A byte order mark and CRLF are fine; one document is.
    ///
    /// Keys may stand twice in what comes out: [`Fields`](crate::Fields) says so, with both places. Booleans are `true`
    /// and `false` alone. In YAML `yes`, `0755` and `1_000` are texts, and a [`Number`](crate::Number) keeps its
    /// spelling.
    ///
    /// # Errors
    /// [`NotUtf8`](crate::DocumentRule::NotUtf8), [`Syntax`](crate::DocumentRule::Syntax),
    /// [`TooDeep`](crate::DocumentRule::TooDeep) or [`TooLarge`](crate::DocumentRule::TooLarge), with the place
    /// where reading ended. The problem is boxed to keep the common path small.
    ///
    /// ```
    /// use onhand_document::{DocumentRule, Format, Limits, Node};
    ///
    /// let limits = Limits::default();
    /// let node = Node::read(b"app: {}", Format::Yaml, &limits).unwrap();
    /// assert_eq!(node.describe(), "a mapping");
    ///
    /// let problem = Node::read(b"{ \"app\": {}, }", Format::Json, &limits).unwrap_err();
    /// assert_eq!((problem.rule, problem.span.unwrap().column), (DocumentRule::Syntax, 12));
    /// assert_eq!(problem.message, "a comma after the last entry");
    /// ```
    pub fn read(text: &[u8], format: Format, limits: &Limits) -> Result<Node, Box<Problem>> {
        if text.len() > limits.bytes {
            return Err(Box::new(refusal::too_long(text.len(), limits)));
        }
        let text =
            std::str::from_utf8(text).map_err(|error| Box::new(refusal::not_utf8(text, error)))?;
        match format {
            Format::Yaml => yaml::read(text, limits),
            Format::Json => json::read(text, limits),
        }
    }

    /// Reads YAML, which JSON is too, under the default [`Limits`]. See [`read`](Self::read).
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn from_yaml(text: &[u8]) -> Result<Node, Box<Problem>> {
        Node::read(text, Format::Yaml, &Limits::default())
    }
}
