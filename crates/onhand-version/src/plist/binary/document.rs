//! The root dictionary.

use super::BinaryError;
use super::container::Container;
use crate::plist::dictionary::RootDictionary;
use crate::plist::error::PlistError;

/// How many entries the root dictionary may have; those of real applications are some dozens.
const MAX_ENTRIES: usize = 100_000;

/// Reads the wanted keys of the root dictionary.
pub(in crate::plist) fn read(file: &[u8], root: &mut RootDictionary<'_>) -> Result<(), PlistError> {
    let container = Container::open(file)?.ok_or(PlistError::BinaryVersion)?;
    let object = container.root()?;
    let Some(dictionary) = object.dictionary(container.reference_width())? else {
        return Err(match object.type_name() {
            Some(name) => PlistError::Root(name),
            None => BinaryError::Marker(object.marker()).into(),
        });
    };
    if dictionary.len() > MAX_ENTRIES {
        return Err(BinaryError::TooManyEntries(MAX_ENTRIES).into());
    }
    for (key, value) in dictionary.entries() {
        let is_key = container.referred(key)?.key()?;
        if let Some(slot) = root.slot(is_key)? {
            *slot = Some(container.referred(value)?.value()?);
        }
    }
    Ok(())
}
