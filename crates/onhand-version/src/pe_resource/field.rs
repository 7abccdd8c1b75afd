//! Which version of a file is asked for.

use std::fmt;

/// Which of its versions an executable is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PeField {
    /// The version of this file.
    #[default]
    File,
    /// The version of the product that it belongs to.
    Product,
}

impl PeField {
    /// In the order in which people are told of them.
    pub const ALL: [PeField; 2] = [PeField::File, PeField::Product];

    /// Its name in a declaration: `file` or `product`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            PeField::File => "file",
            PeField::Product => "product",
        }
    }

    /// The field of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        PeField::ALL
            .into_iter()
            .find(|field| field.as_str() == name)
    }
}

impl fmt::Display for PeField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
