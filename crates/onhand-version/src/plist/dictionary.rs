//! The root dictionary of a property list, whatever its format.

use super::error::PlistError;
use super::value::PlistValue;
use super::xml::Encoding;
use super::{binary, xml};

/// The wanted entries of a root dictionary.
pub(super) struct RootDictionary<'k> {
    entries: Vec<(&'k str, Option<PlistValue>)>,
}

impl<'k> RootDictionary<'k> {
    /// Reads these keys. The file is told by its first bytes, as its name says nothing.
    pub(super) fn read(content: &[u8], keys: &[&'k str]) -> Result<Self, PlistError> {
        let mut root = RootDictionary {
            entries: keys.iter().map(|key| (*key, None)).collect(),
        };
        if content.starts_with(binary::MAGIC) {
            tracing::debug!(format = "binary", bytes = content.len(), "property list");
            binary::read(content, &mut root)?;
            return Ok(root);
        }
        let (encoding, content) = Encoding::of(content)?;
        tracing::debug!(format = "text", %encoding, bytes = content.len(), "property list");
        match encoding.first_visible(content) {
            Some('<') => {}
            Some('{' | '(') => return Err(PlistError::OldStyle),
            Some(_) => return Err(PlistError::NotAPropertyList),
            None => return Err(PlistError::Empty),
        }
        xml::read(&encoding.decode(content)?, encoding, &mut root)?;
        Ok(root)
    }

    /// The keys in the order in which they were wanted, each with its value.
    pub(super) fn into_entries(self) -> impl Iterator<Item = (&'k str, Option<PlistValue>)> {
        self.entries.into_iter()
    }

    /// The place for the value of a key; `None` where the key is not wanted. `is_it` says whether
    /// a text is the key.
    pub(super) fn slot(
        &mut self,
        is_it: impl Fn(&str) -> bool,
    ) -> Result<Option<&mut Option<PlistValue>>, PlistError> {
        match self.entries.iter_mut().find(|(key, _)| is_it(key)) {
            None => Ok(None),
            Some((key, Some(_))) => Err(PlistError::DuplicateKey((*key).to_owned())),
            Some((_, slot)) => Ok(Some(slot)),
        }
    }
}
