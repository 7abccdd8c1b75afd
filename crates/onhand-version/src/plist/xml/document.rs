//! From tags to the root dictionary.

use super::error::quoted;
use super::markup::Markup;
use super::tag::Tag;
use super::{Encoding, XmlError};
use crate::plist::dictionary::RootDictionary;
use crate::plist::error::PlistError;
use crate::plist::value::PlistValue;

/// Reads the wanted keys of the root dictionary. The document is read to its end, so that one
/// that was cut short answers nothing.
///
/// A `<dict>` without `<plist>` around it is a property list too, as Apple's reader has it.
pub(in crate::plist) fn read(
    text: &str,
    encoding: Encoding,
    root: &mut RootDictionary<'_>,
) -> Result<(), PlistError> {
    let mut markup = Markup::new(text, encoding);
    let mut first = markup.next_child()?.ok_or(XmlError::Nothing)?;
    let is_wrapped = first == Tag::Plist;
    if is_wrapped {
        first = markup.next_child()?.ok_or(XmlError::Nothing)?;
    }
    match first {
        Tag::Dict => read_dictionary(&mut markup, root)?,
        other => return Err(PlistError::Root(other.describe())),
    }
    if is_wrapped && markup.next_child()?.is_some() {
        return Err(XmlError::SecondRoot.into());
    }
    match markup.next_child()? {
        None => Ok(()),
        Some(_) => Err(XmlError::SecondRoot.into()),
    }
}

/// Reads an open `<dict>`, and over its end.
fn read_dictionary(
    markup: &mut Markup<'_>,
    root: &mut RootDictionary<'_>,
) -> Result<(), PlistError> {
    while let Some(tag) = markup.next_child()? {
        if tag != Tag::Key {
            return Err(XmlError::ValueWithoutKey(tag.describe()).into());
        }
        let key = markup.rest_as_text()?;
        let tag = match markup.next_child()? {
            None | Some(Tag::Key) => return Err(XmlError::KeyWithoutValue(quoted(&key)).into()),
            Some(tag) => tag,
        };
        match root.slot(|wanted| wanted == key)? {
            Some(slot) => *slot = Some(read_value(markup, tag)?),
            None => markup.skip_rest()?,
        }
    }
    Ok(())
}

/// Reads an open value, and over its end.
fn read_value(markup: &mut Markup<'_>, tag: Tag) -> Result<PlistValue, XmlError> {
    match tag {
        Tag::String => markup.rest_as_text().map(PlistValue::Text),
        Tag::Integer => {
            let text = markup.rest_as_text()?;
            integer(&text)
                .map(PlistValue::Integer)
                .ok_or_else(|| XmlError::NotAnInteger(quoted(&text)))
        }
        other => {
            markup.skip_rest()?;
            Ok(PlistValue::Other(other.describe()))
        }
    }
}

/// An integer as Apple's reader takes it: white space around it, a sign, decimal digits, or
/// hexadecimal ones after `0x`.
fn integer(text: &str) -> Option<i128> {
    let text = text.trim();
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let (radix, digits) = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(digits) => (16, digits),
        None => (10, digits),
    };
    // `from_str_radix` would take a second sign.
    if !digits.starts_with(|c: char| c.is_digit(radix)) {
        return None;
    }
    i128::from_str_radix(&format!("{sign}{digits}"), radix).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_integer_is_taken_as_apple_takes_it() {
        for (text, number) in [
            ("7", Some(7)),
            (" \n12594\t", Some(12594)),
            ("-5", Some(-5)),
            ("+5", Some(5)),
            ("007", Some(7)),
            ("0x1F", Some(31)),
            ("-0X10", Some(-16)),
            ("18446744073709551615", Some(i128::from(u64::MAX))),
            ("-170141183460469231731687303715884105728", Some(i128::MIN)),
            ("170141183460469231731687303715884105728", None),
            ("", None),
            ("-", None),
            ("--5", None),
            ("+-5", None),
            ("0x", None),
            ("0x-1", None),
            ("2.3", None),
            ("1 2", None),
            ("٣", None),
        ] {
            assert_eq!(integer(text), number, "{text:?}");
        }
    }
}
