//! A comparison of versions that was made, and what people should know of it.

use std::fmt;

use onhand_declaration::VersionScheme;

use crate::VersionText;

/// A comparison that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Comparison {
    /// The version found.
    pub found: VersionText,
    /// The minimum version.
    pub required: String,
    /// How they were compared.
    pub scheme: VersionScheme,
}

impl Comparison {
    /// The version found against the minimum version, under that scheme.
    #[must_use]
    pub fn new(found: VersionText, required: impl Into<String>, scheme: VersionScheme) -> Self {
        Comparison {
            found,
            required: required.into(),
            scheme,
        }
    }

    /// The characters of the version found that made no difference. Empty for dotted digits.
    #[must_use]
    pub fn dropped(&self) -> String {
        self.scheme.dropped(self.found.as_str())
    }

    /// The schemes that compare the two as well, and come to the other answer.
    pub fn disagreeing(&self) -> impl Iterator<Item = VersionScheme> {
        let answer = self.is_recent_enough(self.scheme);
        (VersionScheme::ALL.into_iter()).filter(move |scheme| {
            let other = self.is_recent_enough(*scheme);
            other.is_some() && other != answer
        })
    }

    /// What people should know where characters were dropped, or another scheme would come to the other answer:
    /// which characters, as what the version was compared, and which schemes disagree. `None` for dotted digits.
    #[must_use]
    pub fn remark(&self) -> Option<String> {
        let dropped = self.dropped();
        let disagreeing: Vec<VersionScheme> = self.disagreeing().collect();
        if dropped.is_empty() && disagreeing.is_empty() {
            return None;
        }
        let (scheme, found) = (self.scheme, &self.found);
        let mut remark = format!("the {scheme} scheme ");
        if !dropped.is_empty() {
            remark += &format!("drops `{dropped}` from `{found}` and ");
        }
        remark += &format!("compares {}", self.compared_as(scheme));
        for other in disagreeing {
            let verdict = match self.is_recent_enough(other) {
                Some(true) => "recent enough",
                _ => "too old",
            };
            remark += &format!(
                "; the {other} scheme would compare {}: {verdict}",
                self.compared_as(other)
            );
        }
        Some(remark)
    }

    /// Whether the version will do under a scheme; `None` where the scheme can't compare it.
    fn is_recent_enough(&self, scheme: VersionScheme) -> Option<bool> {
        let order = scheme.compare(self.found.as_str(), &self.required);
        order.ok().map(|order| order.is_ge())
    }

    fn compared_as(&self, scheme: VersionScheme) -> String {
        let text = self.found.as_str();
        scheme
            .as_compared(text)
            .map_or_else(|_| text.to_owned(), |digits| digits.into_owned())
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "found {}, required {}, compared by the {} scheme",
            self.found, self.required, self.scheme
        )?;
        if !self.dropped().is_empty() {
            write!(f, " as {}", self.compared_as(self.scheme))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remark(found: &str, scheme: VersionScheme, required: &str) -> Option<String> {
        let found = VersionText::observe(found).present().cloned();
        let comparison = Comparison {
            found: found.expect("a version"),
            required: required.to_owned(),
            scheme,
        };
        comparison.remark()
    }

    #[test]
    fn schemes_that_disagree_are_told_where_nothing_was_dropped() {
        let numeric = VersionScheme::Numeric;
        assert_eq!(
            remark("1..2", numeric, "1.0.1").as_deref(),
            Some("the numeric scheme compares 1..2; the leading scheme would compare 1: too old")
        );
        assert_eq!(remark("1..2", numeric, "1"), None);
        assert_eq!(remark(".5", numeric, "1"), None);
    }
}
