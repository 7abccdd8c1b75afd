//! One entry of a mapping, or one item of a list.

use crate::{DocumentRule, Node, Place, Report, RuleCode, Value, choice, shown, suggestion};

/// One entry of a mapping: its key, its value, and where it stands. Or an item of a list, under the list's key.
///
/// What reads the value says in the [`Report`] what is wrong with it, and gives `None`: who goes on to the next field
/// tells every mistake at once.
pub struct Field<'n> {
    /// The key; of an item, that of its list.
    pub key: &'n str,
    /// The value.
    pub node: &'n Node,
    /// Where the value stands. What has no extent in the text is shown by its key.
    pub place: Place,
    /// Where the key stands; of an item, the item.
    pub key_place: Place,
    /// Which item of the list it is, from 0.
    pub(super) index: Option<usize>,
}

impl<'n> Field<'n> {
    /// What messages call it: its key, or which item of the list it is.
    #[must_use]
    pub fn called(&self) -> String {
        let key = shown(self.key);
        match self.index {
            None => format!("`{key}`"),
            Some(index) => format!("item {} of `{key}`", index + 1),
        }
    }

    /// Says that there is no such key.
    pub fn deny<R: RuleCode>(&self, hint: impl Into<String>, report: &mut Report<R>) {
        report.add_with_hint(
            DocumentRule::UnknownKey,
            &self.key_place,
            format!("`{}` is not a key here", shown(self.key)),
            hint,
        );
    }

    /// The value, if it is a text: any text, so that a number or a boolean only needs quotes.
    pub fn text<R: RuleCode>(&self, report: &mut Report<R>) -> Option<&'n str> {
        let spelled = match &self.node.value {
            Value::Text(text) => return Some(text),
            Value::Number(number) => Some(shown(number.as_str())),
            Value::Bool(value) => Some(value.to_string()),
            Value::Null | Value::Sequence(_) | Value::Mapping(_) => None,
        };
        let hint = match (spelled, self.index) {
            (Some(spelled), None) => format!("quote it: `{}: \"{spelled}\"`", shown(self.key)),
            (Some(spelled), Some(_)) => format!("quote it: `\"{spelled}\"`"),
            (None, None) => format!("write `{}: \"…\"`", shown(self.key)),
            (None, Some(_)) => "write `\"…\"`".to_owned(),
        };
        self.wrong_type("a text", hint, report);
        None
    }

    /// The value, if it is a text. `hint` says which texts will do, so that nobody is told to
    /// quote what would still be wrong.
    pub fn text_or<R: RuleCode>(
        &self,
        hint: impl FnOnce() -> String,
        report: &mut Report<R>,
    ) -> Option<&'n str> {
        match &self.node.value {
            Value::Text(text) => Some(text),
            _ => {
                self.wrong_type("a text", hint(), report);
                None
            }
        }
    }

    /// The value, if it is one of these words. `what` is what a word of them is called; `rule` is broken by another one.
    pub fn word<'w, R: RuleCode>(
        &self,
        what: &str,
        known: &[&'w str],
        rule: impl Into<R>,
        report: &mut Report<R>,
    ) -> Option<&'w str> {
        let words = || known.iter().copied();
        let text = self.text_or(|| choice(what, "", words()), report)?;
        let word = words().find(|word| *word == text);
        if word.is_none() {
            report.add_with_hint(
                rule,
                &self.place,
                format!("`{}` is not {} {what}", shown(text), article(what)),
                suggestion(text, what, "", words()),
            );
        }
        word
    }

    /// The value, if it is `true` or `false`.
    pub fn bool<R: RuleCode>(&self, report: &mut Report<R>) -> Option<bool> {
        match self.node.value {
            Value::Bool(value) => Some(value),
            _ => {
                self.wrong_type("`true` or `false`", "write `true` or `false`", report);
                None
            }
        }
    }

    /// The value, if it is a whole number that fits `N`. `range` says to people which do: "a whole number from 1 to
    /// 65535". `rule` is broken by any other number.
    pub fn number<N: TryFrom<u64>, R: RuleCode>(
        &self,
        range: &str,
        rule: impl Into<R>,
        report: &mut Report<R>,
    ) -> Option<N> {
        let Value::Number(number) = &self.node.value else {
            self.wrong_type("a number", format!("write {range}"), report);
            return None;
        };
        let value = number.as_u64().and_then(|value| N::try_from(value).ok());
        if value.is_none() {
            report.add_with_hint(
                rule,
                &self.place,
                format!(
                    "`{}` is not a value of {}",
                    shown(number.as_str()),
                    self.called()
                ),
                format!("write {range}"),
            );
        }
        value
    }

    /// The items of the value, if it is a list. `wanted` says of what: "a list of paths".
    pub fn items<R: RuleCode>(
        &self,
        wanted: &str,
        hint: impl FnOnce() -> String,
        report: &mut Report<R>,
    ) -> Option<Vec<Field<'n>>> {
        let Value::Sequence(nodes) = &self.node.value else {
            self.wrong_type(wanted, hint(), report);
            return None;
        };
        let item = |(index, node): (usize, &'n Node)| {
            let place = self.place.item(index, node.span);
            Field {
                key: self.key,
                node,
                key_place: place.clone(),
                place,
                index: Some(index),
            }
        };
        Some(nodes.iter().enumerate().map(item).collect())
    }

    /// Says that it can't stand beside another one. `rule` is the one that they break together.
    pub fn exclude<R: RuleCode>(
        &self,
        other: &Field<'_>,
        rule: impl Into<R>,
        report: &mut Report<R>,
    ) {
        report.add_with_hint(
            rule,
            &self.key_place,
            format!(
                "{} and {} exclude each other",
                self.called(),
                other.called()
            ),
            "leave one of them out",
        );
    }

    /// Says that the value is of another type than `wanted`.
    pub fn wrong_type<R: RuleCode>(
        &self,
        wanted: &str,
        hint: impl Into<String>,
        report: &mut Report<R>,
    ) {
        report.add_with_hint(
            DocumentRule::WrongType,
            &self.place,
            format!(
                "{} must be {wanted}, not {}",
                self.called(),
                self.node.describe()
            ),
            hint,
        );
    }

    /// Whether there is no value.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self.node.value, Value::Null)
    }

    /// Says that the value is as good as none.
    pub fn is_as_left_out<R: RuleCode>(&self, hint: impl Into<String>, report: &mut Report<R>) {
        report.add_with_hint(
            DocumentRule::EmptyValue,
            &self.place,
            format!("`{}` is empty, as if it were left out", shown(self.key)),
            hint,
        );
    }

    /// Whether there is no value, or one that is a blank text.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        match &self.node.value {
            Value::Null => true,
            Value::Text(text) => text.trim().is_empty(),
            _ => false,
        }
    }
}

fn article(what: &str) -> &'static str {
    if what.starts_with(['a', 'e', 'i', 'o', 'u', 'O']) {
        "an"
    } else {
        "a"
    }
}
