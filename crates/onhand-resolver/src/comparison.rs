//! A comparison of versions that was made, and what people should know of it.

use std::fmt;

use onhand_declaration::VersionScheme;

use crate::VersionText;

/// A comparison that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// The version found.
    pub found: VersionText,
    /// The minimum version.
    pub required: String,
    /// How they were compared.
    pub scheme: VersionScheme,
}

impl Comparison {
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

    /// What people should know where characters were dropped: which, as what the version was compared, and
    /// which schemes would come to the other answer. `None` for dotted digits.
    #[must_use]
    pub fn remark(&self) -> Option<String> {
        let dropped = self.dropped();
        if dropped.is_empty() {
            return None;
        }
        let (scheme, found) = (self.scheme, &self.found);
        let mut remark = format!(
            "the {scheme} scheme drops `{dropped}` of `{found}` and compares {}",
            self.compared_as(scheme)
        );
        for other in self.disagreeing() {
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
