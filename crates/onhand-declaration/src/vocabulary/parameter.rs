//! What a kind takes beside its name.

use crate::Rule;

/// A parameter of a kind.
#[derive(Debug, Clone, PartialEq)]
pub struct ParameterSpec {
    name: String,
    summary: String,
    value: ParameterType,
    required: bool,
    missing: Rule,
    default: Option<String>,
}

/// What a parameter's value can be.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParameterType {
    /// A text that is not blank.
    Text,
    /// One of these texts.
    OneOf(Vec<String>),
    /// A path on the host, under the rules of `location`.
    Path,
    /// The path of a URL: starts with one `/`, holds nothing that could change the host, and no
    /// `..` segment.
    EndpointPath,
    /// The key of a field in a file that the application writes: ASCII letters, digits, `_`, `.` and
    /// `-`. The keys of one kind must differ from one another, the defaults too: one field can't be
    /// both a process id and a token.
    Key,
    /// `true` or `false`.
    Bool,
}

impl ParameterSpec {
    /// A text. `summary` is a phrase for people.
    pub fn text(name: impl Into<String>, summary: impl Into<String>) -> Self {
        ParameterSpec::new(name.into(), summary.into(), ParameterType::Text)
    }

    /// One of a few texts.
    pub fn one_of(name: impl Into<String>, summary: impl Into<String>, texts: &[&str]) -> Self {
        let texts = texts.iter().map(|text| (*text).to_owned()).collect();
        ParameterSpec::new(name.into(), summary.into(), ParameterType::OneOf(texts))
    }

    /// A path on the host.
    pub fn path(name: impl Into<String>, summary: impl Into<String>) -> Self {
        ParameterSpec::new(name.into(), summary.into(), ParameterType::Path)
    }

    /// The path of a URL.
    pub fn endpoint_path(name: impl Into<String>, summary: impl Into<String>) -> Self {
        ParameterSpec::new(name.into(), summary.into(), ParameterType::EndpointPath)
    }

    /// The key of a field in a file that the application writes.
    pub fn key(name: impl Into<String>, summary: impl Into<String>) -> Self {
        ParameterSpec::new(name.into(), summary.into(), ParameterType::Key)
    }

    /// A boolean.
    pub fn bool(name: impl Into<String>, summary: impl Into<String>) -> Self {
        ParameterSpec::new(name.into(), summary.into(), ParameterType::Bool)
    }

    fn new(name: String, summary: String, value: ParameterType) -> Self {
        ParameterSpec {
            name,
            summary,
            value,
            required: false,
            missing: Rule::ParameterMissing,
            default: None,
        }
    }

    /// Makes it one that must be there.
    #[must_use]
    pub fn required(mut self) -> Self {
        self.required = true;
        self
    }

    /// The rule that its absence breaks, where that has a code of its own.
    #[must_use]
    pub fn missing(mut self, rule: Rule) -> Self {
        self.missing = rule;
        self
    }

    /// The text that stands for it where it is not given, or given as nothing.
    #[must_use]
    pub fn default(mut self, text: impl Into<String>) -> Self {
        self.default = Some(text.into());
        self
    }

    /// Its key.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it is, as a phrase for people.
    #[must_use]
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// What its value can be.
    #[must_use]
    pub fn value(&self) -> &ParameterType {
        &self.value
    }

    /// Whether it must be there.
    #[must_use]
    pub fn is_required(&self) -> bool {
        self.required
    }

    /// The rule that its absence breaks.
    #[must_use]
    pub fn missing_rule(&self) -> Rule {
        self.missing
    }

    /// What stands for it where it is not given.
    #[must_use]
    pub fn default_text(&self) -> Option<&str> {
        self.default.as_deref()
    }
}
