//! Why something is not known to be there.

use std::fmt;

use onhand_platform::{ExpansionError, HostError};

use crate::CauseCode;

/// Why something is not known to be there: a sentence for people and, where it has one, a code for programs. A text
/// alone becomes one by `into()`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Reason {
    code: Option<CauseCode>,
    text: String,
}

/// The reason of a plain absence.
const NOTHING_THERE: &str = "nothing is there";

impl Reason {
    /// A reason with a code.
    pub fn new(code: CauseCode, text: impl Into<String>) -> Self {
        Reason {
            code: Some(code),
            text: text.into(),
        }
    }

    /// The code; `None` where the [observation](crate::Observation) alone tells it.
    #[must_use]
    pub fn code(&self) -> Option<CauseCode> {
        self.code
    }

    /// The same, with that code where it states none.
    #[must_use]
    pub fn or(self, code: CauseCode) -> Self {
        Reason {
            code: self.code.or(Some(code)),
            ..self
        }
    }

    /// The sentence, without a full stop.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The same, with the subject in front: `C:\App.exe: permission denied`.
    #[must_use]
    pub fn about(self, subject: impl fmt::Display) -> Self {
        Reason {
            text: format!("{subject}: {}", self.text),
            ..self
        }
    }
}

impl From<String> for Reason {
    fn from(text: String) -> Self {
        Reason { code: None, text }
    }
}

impl From<&str> for Reason {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<HostError> for Reason {
    fn from(error: HostError) -> Self {
        let text = match error {
            HostError::NotFound => NOTHING_THERE.to_owned(),
            _ => error.to_string(),
        };
        Reason::new((&error).into(), text)
    }
}

impl From<ExpansionError> for Reason {
    fn from(error: ExpansionError) -> Self {
        Reason::new((&error).into(), error.to_string())
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}
