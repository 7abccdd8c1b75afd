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
    /// The SHA-256 of a certificate: 64 hexadecimal digits, all together or a colon between each two.
    CertificateSha256,
    /// A list of words that are known.
    Words(WordList),
    /// `true` or `false`.
    Bool,
}

/// Which words a list may hold, each once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WordList {
    known: Vec<String>,
    needed: Option<String>,
    repeatable: Option<String>,
}

impl WordList {
    /// A list of these words.
    #[must_use]
    pub fn of(known: &[&str]) -> Self {
        WordList {
            known: known.iter().map(|word| (*word).to_owned()).collect(),
            needed: None,
            repeatable: None,
        }
    }

    /// The word that must be in it.
    #[must_use]
    pub fn needing(mut self, word: impl Into<String>) -> Self {
        self.needed = Some(word.into());
        self
    }

    /// The word that may be in it more than once.
    #[must_use]
    pub fn repeating(mut self, word: impl Into<String>) -> Self {
        self.repeatable = Some(word.into());
        self
    }

    /// Every word that may be in it.
    pub fn known(&self) -> impl Iterator<Item = &str> {
        self.known.iter().map(String::as_str)
    }

    /// The word that must be in it.
    #[must_use]
    pub fn needed(&self) -> Option<&str> {
        self.needed.as_deref()
    }

    /// The word that may be in it more than once.
    #[must_use]
    pub fn repeatable(&self) -> Option<&str> {
        self.repeatable.as_deref()
    }
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

    /// The SHA-256 of a certificate.
    pub fn certificate_sha256(name: impl Into<String>, summary: impl Into<String>) -> Self {
        ParameterSpec::new(
            name.into(),
            summary.into(),
            ParameterType::CertificateSha256,
        )
    }

    /// A list of words. Its [default](Self::default) is written with commas.
    pub fn words(name: impl Into<String>, summary: impl Into<String>, words: WordList) -> Self {
        ParameterSpec::new(name.into(), summary.into(), ParameterType::Words(words))
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
