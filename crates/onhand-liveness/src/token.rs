//! The bearer token of a runtime file.

use secrecy::SecretString;
use secrecy::zeroize::Zeroizing;

/// What a file says of its token.
pub(crate) enum Token {
    /// It is this one.
    Bearer(SecretString),
    /// There is none, for that reason.
    None(String),
}

/// Takes the text of a token, which is wiped where it is refused; `None` where it is empty: there is none.
///
/// # Errors
/// Where it can't stand in a header as one word: it holds something other than visible ASCII. That
/// is more than RFC 6750 allows, and nothing that could end a header or start another.
pub(crate) fn bearer(text: String) -> Result<Option<SecretString>, NotAToken> {
    let text = Zeroizing::new(text);
    if text.is_empty() {
        return Ok(None);
    }
    if !text.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(NotAToken);
    }
    Ok(Some(SecretString::from(text.as_str())))
}

/// The text can't stand in a header.
#[derive(Debug)]
pub(crate) struct NotAToken;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_could_change_a_request_is_no_token() {
        for text in [
            "a b",
            " a",
            "a ",
            "a\t",
            "a\r\nX: y",
            "a\n",
            "a\0",
            "é",
            "a\u{7f}",
            "\u{feff}a",
        ] {
            assert!(bearer(text.to_owned()).is_err(), "{text:?}");
        }
        for text in ["a", "AZaz09-._~+/==", "{\"k\":1}"] {
            assert!(matches!(bearer(text.to_owned()), Ok(Some(_))), "{text:?}");
        }
        assert!(matches!(bearer(String::new()), Ok(None)));
    }
}
