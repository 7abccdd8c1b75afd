//! A number as its author spelled it.

use std::fmt;
use std::str::FromStr;

/// A number with its spelling: `2.30` is not `2.3` to whoever reads a version. Two are equal if they are spelled alike.
///
/// ```
/// use onhand_document::Number;
///
/// let number: Number = "2.30".parse()?;
/// assert_eq!((number.as_str(), number.as_f64(), number.as_u64()), ("2.30", Some(2.3), None));
/// assert_eq!(Number::from(4242_u64).as_u64(), Some(4242));
/// # Ok::<(), onhand_document::NotANumber>(())
/// ```
#[derive(Debug, Clone)]
pub struct Number {
    spelled: Box<str>,
    value: Numeric,
}

#[derive(Debug, Clone, Copy)]
enum Numeric {
    Unsigned(u64),
    /// Below zero.
    Signed(i64),
    /// With a fraction or an exponent, or beyond the others.
    Float(f64),
}

/// A text that spells no number of JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotANumber;

impl Number {
    /// The number as it is spelled.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.spelled
    }

    /// The value, if it is a whole number within 64 bits that is not below zero.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        match self.value {
            Numeric::Unsigned(value) => Some(value),
            _ => None,
        }
    }

    /// The value, if it is a whole number within 64 bits and a sign.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match self.value {
            Numeric::Unsigned(value) => i64::try_from(value).ok(),
            Numeric::Signed(value) => Some(value),
            Numeric::Float(_) => None,
        }
    }

    /// The value, to the nearest number that a `f64` can hold; `None` where it is beyond all of them, or none.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        #[expect(clippy::cast_precision_loss, reason = "the nearest one is asked for")]
        let value = match self.value {
            Numeric::Unsigned(value) => value as f64,
            Numeric::Signed(value) => value as f64,
            Numeric::Float(value) => value,
        };
        value.is_finite().then_some(value)
    }

    /// The number that JSON spells so, of which only its length was checked.
    pub(crate) fn of_json(spelled: &str) -> Self {
        let value = if let Ok(value) = spelled.parse() {
            Numeric::Unsigned(value)
        } else if let Ok(value) = spelled.parse::<i64>() {
            // There is no zero below zero among whole numbers.
            u64::try_from(value).map_or(Numeric::Signed(value), Numeric::Unsigned)
        } else {
            Numeric::Float(spelled.parse().unwrap_or(f64::NAN))
        };
        Number {
            spelled: spelled.into(),
            value,
        }
    }

    /// The same number under the spelling that stands in its text.
    #[cfg(feature = "yaml")]
    pub(crate) fn respell(&mut self, spelled: &str) {
        if &*self.spelled != spelled {
            self.spelled = spelled.into();
        }
    }
}

/// How many bytes of the text a number of JSON takes, from its start.
///
/// # Errors
/// Where a digit is missing, in bytes from the start.
pub(crate) fn json_len(text: &[u8]) -> Result<usize, usize> {
    let digits = |at: usize| {
        let count = text[at..].iter().take_while(|b| b.is_ascii_digit()).count();
        if count == 0 { Err(at) } else { Ok(at + count) }
    };
    let mut at = usize::from(text.first() == Some(&b'-'));
    at = match text.get(at) {
        Some(b'0') => at + 1,
        _ => digits(at)?,
    };
    if text.get(at) == Some(&b'.') {
        at = digits(at + 1)?;
    }
    if matches!(text.get(at), Some(b'e' | b'E')) {
        let sign = matches!(text.get(at + 1), Some(b'+' | b'-'));
        at = digits(at + 1 + usize::from(sign))?;
    }
    Ok(at)
}

impl FromStr for Number {
    type Err = NotANumber;

    /// A number as JSON spells it.
    fn from_str(text: &str) -> Result<Self, NotANumber> {
        if json_len(text.as_bytes()) == Ok(text.len()) {
            Ok(Number::of_json(text))
        } else {
            Err(NotANumber)
        }
    }
}

impl From<u64> for Number {
    fn from(value: u64) -> Self {
        Number {
            spelled: value.to_string().into(),
            value: Numeric::Unsigned(value),
        }
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        match u64::try_from(value) {
            Ok(value) => value.into(),
            Err(_) => Number {
                spelled: value.to_string().into(),
                value: Numeric::Signed(value),
            },
        }
    }
}

impl From<i128> for Number {
    fn from(value: i128) -> Self {
        Number::of_json(&value.to_string())
    }
}

impl From<u128> for Number {
    fn from(value: u128) -> Self {
        Number::of_json(&value.to_string())
    }
}

impl From<f64> for Number {
    fn from(value: f64) -> Self {
        Number {
            spelled: value.to_string().into(),
            value: Numeric::Float(value),
        }
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.spelled == other.spelled
    }
}

impl Eq for Number {}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.spelled)
    }
}

impl fmt::Display for NotANumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a number as JSON spells it")
    }
}

impl std::error::Error for NotANumber {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_has_its_spelling_and_its_value() {
        let seen = |text: &str| {
            let number: Number = text.parse().expect("a number");
            assert_eq!(number.as_str(), text);
            (number.as_u64(), number.as_i64(), number.as_f64())
        };
        assert_eq!(seen("0"), (Some(0), Some(0), Some(0.0)));
        assert_eq!(seen("-0"), (Some(0), Some(0), Some(0.0)));
        assert_eq!(seen("-7"), (None, Some(-7), Some(-7.0)));
        assert_eq!(seen("2.30"), (None, None, Some(2.3)));
        assert_eq!(seen("1e2"), (None, None, Some(100.0)));
        let most = u64::MAX.to_string();
        assert_eq!(
            seen(&most),
            (Some(u64::MAX), None, Some(1.844_674_407_370_955_2e19))
        );
        assert_eq!(
            seen("18446744073709551616"),
            (None, None, Some(1.844_674_407_370_955_2e19))
        );
        assert_eq!(seen("1e999"), (None, None, None));
    }

    #[test]
    fn what_json_spells_otherwise_is_none() {
        for text in [
            "", "-", "01", "+1", ".5", "5.", "1e", "1e+", "0x1", "1_000", "inf", "NaN", "1 ",
        ] {
            assert_eq!(text.parse::<Number>(), Err(NotANumber), "{text}");
        }
    }
}
