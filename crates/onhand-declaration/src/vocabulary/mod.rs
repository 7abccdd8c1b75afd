//! The kinds that a declaration can name, each described as data.
//!
//! The parser, the JSON Schema and the error messages are made from these descriptions: a new
//! kind changes none of them.

mod kind;
mod parameter;
mod standard;

use std::collections::BTreeMap;

pub(crate) use kind::NONE;
pub use kind::{KindRole, KindSpec};
pub use parameter::{ParameterSpec, ParameterType, WordList};

/// The kinds that are known. Starts as the [documented ones](Vocabulary::standard) and takes
/// more.
///
/// ```
/// use onhand_declaration::{KindRole, KindSpec, ParameterSpec, Vocabulary};
///
/// let mut vocabulary = Vocabulary::standard();
/// vocabulary.add(
///     KindSpec::version("json_file", "a field of a JSON file")
///         .parameter(ParameterSpec::path("path", "the file").required()),
/// );
/// assert!(vocabulary.get(KindRole::Version, "json_file").is_some());
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Vocabulary {
    kinds: BTreeMap<(KindRole, String), KindSpec>,
}

impl Vocabulary {
    /// The kinds of the documented grammar: versions `none`, `pe_resource`,
    /// `uninstall_registry` and `plist`; liveness `none` and `server_json`.
    #[must_use]
    pub fn standard() -> Self {
        let mut vocabulary = Vocabulary {
            kinds: BTreeMap::new(),
        };
        for spec in standard::kinds() {
            vocabulary.add(spec);
        }
        vocabulary
    }

    /// Adds a kind; gives back the one of that role and name that it replaces.
    pub fn add(&mut self, spec: KindSpec) -> Option<KindSpec> {
        self.kinds
            .insert((spec.role(), spec.name().to_owned()), spec)
    }

    /// The kind of that role and name.
    #[must_use]
    pub fn get(&self, role: KindRole, name: &str) -> Option<&KindSpec> {
        self.kinds.get(&(role, name.to_owned()))
    }

    /// Every kind of a role, by name.
    pub fn kinds(&self, role: KindRole) -> impl Iterator<Item = &KindSpec> {
        self.kinds.values().filter(move |spec| spec.role() == role)
    }
}

impl Default for Vocabulary {
    fn default() -> Self {
        Vocabulary::standard()
    }
}
