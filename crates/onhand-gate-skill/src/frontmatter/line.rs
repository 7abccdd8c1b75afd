//! A line of a frontmatter, as its author wrote it.

/// A line `key: value`, with what stands before the key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FieldLine<'t> {
    /// The spaces and dashes before the key.
    pub(super) lead: &'t str,
    pub(super) key: &'t str,
    /// Whether a space, or the end, follows the colon. YAML takes it for no key without.
    pub(super) is_spaced: bool,
    /// What stands behind the colon, trimmed.
    pub(super) value: &'t str,
    /// The column of the value, in characters, from 1.
    pub(super) column: u64,
}

impl<'t> FieldLine<'t> {
    /// The line as one; `None` where it begins with no word and colon.
    pub(super) fn read(line: &'t str) -> Option<Self> {
        let mut at = line.len() - line.trim_start_matches(' ').len();
        while let Some(item) = line[at..].strip_prefix("- ") {
            at = line.len() - item.trim_start_matches(' ').len();
        }
        let (lead, rest) = line.split_at(at);
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '$');
        let (key, behind) = rest.split_at(rest.find(|c| !is_word(c))?);
        let behind = behind.strip_prefix(':')?;
        let value = behind.trim();
        let before = line.len() - behind.trim_start().len();
        (!key.is_empty()).then(|| FieldLine {
            lead,
            key,
            is_spaced: behind.trim_end().is_empty() || behind.starts_with([' ', '\t']),
            value,
            column: line[..before].chars().count() as u64 + 1,
        })
    }

    /// How far the key is indented, in characters.
    pub(super) fn indent(&self) -> usize {
        self.lead.len()
    }

    /// The line with another value.
    pub(super) fn with(&self, value: &str) -> String {
        format!("{}{}: {value}", self.lead, self.key)
    }

    /// The line with its value in quotes, those that surround it already taken away: they end too soon.
    pub(super) fn quoted(&self) -> String {
        let is_quoted = |quote: char| {
            let inner = self.value.strip_prefix(quote);
            inner.and_then(|inner| inner.strip_suffix(quote))
        };
        let value = is_quoted('"').or_else(|| is_quoted('\''));
        self.with(&in_quotes(value.unwrap_or(self.value)))
    }
}

/// The text as YAML takes it whatever it holds, on one line.
pub(super) fn in_quotes(text: &str) -> String {
    if text.contains(['"', '\\']) {
        format!("'{}'", text.replace('\'', "''"))
    } else {
        format!("\"{text}\"")
    }
}

/// The text as an item of a list, in quotes where it needs them.
pub(crate) fn as_scalar(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ' ' | '+');
    let starts_plainly = text.starts_with(char::is_alphabetic);
    if starts_plainly && text.chars().all(is_plain) {
        text.to_owned()
    } else {
        in_quotes(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_taken_apart_with_the_column_of_its_value() {
        let field = |line| {
            let field = FieldLine::read(line)?;
            Some((
                field.indent(),
                field.key,
                field.is_spaced,
                field.value,
                field.column,
            ))
        };
        assert_eq!(field("a: b: c"), Some((0, "a", true, "b: c", 4)));
        assert_eq!(field("  - é-b:  c \r"), Some((4, "é-b", true, "c", 11)));
        assert_eq!(field("a:b"), Some((0, "a", false, "b", 3)));
        assert_eq!(field("a:"), Some((0, "a", true, "", 3)));
        assert_eq!(field("a:\r"), Some((0, "a", true, "", 4)));
        for none in ["", "a", "a b: c", "- a", ": b", "# a: b", "\"a\": b", "- "] {
            assert_eq!(field(none), None, "{none}");
        }
    }

    #[test]
    fn a_value_is_quoted_by_what_it_does_not_hold() {
        for (line, right) in [
            ("a: b: c", "a: \"b: c\""),
            ("a: [b] - \"c\"", "a: '[b] - \"c\"'"),
            ("  - a: 'it's'", "  - a: \"it's\""),
            ("a: \"b \"c\" d\"", "a: 'b \"c\" d'"),
            ("a: \"it's\" \\d", "a: '\"it''s\" \\d'"),
            ("a: \"", "a: '\"'"),
        ] {
            let field = FieldLine::read(line).expect("it is one");
            assert_eq!(field.quoted(), right);
        }
        assert_eq!(as_scalar("Vendor App 2"), "Vendor App 2");
        assert_eq!(as_scalar("[a"), "\"[a\"");
        assert_eq!(as_scalar("5"), "\"5\"");
    }
}
