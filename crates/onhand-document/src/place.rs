//! Where something stands.

use crate::{Node, Span, shown};

/// Where something stands: its path of keys, and its place in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The path of keys: `app.win32.location`. Empty for the text as a whole.
    pub path: String,
    /// The place in the text, where there is a text.
    pub span: Option<Span>,
}

impl Place {
    /// The place of a whole document.
    #[must_use]
    pub fn root(node: &Node) -> Self {
        Place {
            path: String::new(),
            span: node.span,
        }
    }

    /// The place of a key's value.
    #[must_use]
    pub fn child(&self, key: &str, span: Option<Span>) -> Self {
        let plain = !key.is_empty()
            && key
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
        let segment = if plain {
            shown(key)
        } else {
            format!("\"{}\"", shown(key))
        };
        let path = if self.path.is_empty() {
            segment
        } else {
            format!("{}.{segment}", self.path)
        };
        Place { path, span }
    }

    /// The place of an item of the list that stands here, counted from 0.
    #[must_use]
    pub fn item(&self, index: usize, span: Option<Span>) -> Self {
        Place {
            path: format!("{}[{index}]", self.path),
            span: span.or(self.span),
        }
    }

    /// The same path at another place in the text, where that is known.
    #[must_use]
    pub fn at(&self, span: Option<Span>) -> Self {
        Place {
            path: self.path.clone(),
            span: span.or(self.span),
        }
    }
}
