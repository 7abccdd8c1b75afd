//! Which certificate a server must show.

use std::fmt;

/// The SHA-256 of a certificate in DER, as `openssl x509 -fingerprint -sha256` prints it. It names one
/// certificate, whoever signed it and whatever names and dates stand in it.
///
/// ```
/// use onhand_platform::CertificateFingerprint;
///
/// let plain = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
/// let printed = "00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:\
///                00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF";
/// assert_eq!(CertificateFingerprint::parse(printed)?, CertificateFingerprint::parse(plain)?);
/// assert!(CertificateFingerprint::parse("00:11").is_err());
/// # Ok::<(), onhand_platform::FingerprintError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CertificateFingerprint([u8; BYTES]);

const BYTES: usize = 32;

/// Why a text is no [`CertificateFingerprint`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FingerprintError {
    /// Something else than hexadecimal digits, or colons at other places than between the bytes.
    #[error("it holds something other than hexadecimal digits and colons between two of them")]
    NotHexadecimal,
    /// Not 32 bytes.
    #[error("it has {0} hexadecimal digits, and SHA-256 has 64")]
    Length(usize),
}

impl CertificateFingerprint {
    /// The fingerprint of these 32 bytes.
    #[must_use]
    pub fn new(sha256: [u8; BYTES]) -> Self {
        CertificateFingerprint(sha256)
    }

    /// Takes 64 hexadecimal digits of either case: all together, or a colon between each two.
    ///
    /// # Errors
    /// Where it is something else.
    pub fn parse(text: &str) -> Result<Self, FingerprintError> {
        let mut digits = Vec::new();
        if text.contains(':') {
            for pair in text.split(':') {
                if pair.len() != 2 {
                    return Err(FingerprintError::NotHexadecimal);
                }
                digits.extend(pair.bytes());
            }
        } else {
            digits.extend(text.bytes());
        }
        let value = |digit: u8| char::from(digit).to_digit(16);
        if digits.iter().any(|digit| value(*digit).is_none()) {
            return Err(FingerprintError::NotHexadecimal);
        }
        if digits.len() != 2 * BYTES {
            return Err(FingerprintError::Length(digits.len()));
        }
        let mut sha256 = [0; BYTES];
        for (byte, pair) in sha256.iter_mut().zip(digits.chunks(2)) {
            for digit in pair {
                let value = value(*digit).and_then(|value| u8::try_from(value).ok());
                *byte = *byte << 4 | value.unwrap_or_default();
            }
        }
        Ok(CertificateFingerprint(sha256))
    }

    /// Whether these bytes are that SHA-256.
    #[must_use]
    pub fn matches(&self, sha256: &[u8]) -> bool {
        self.0 == sha256
    }
}

impl fmt::Display for CertificateFingerprint {
    /// Digits in upper case, a colon between each two.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, byte) in self.0.iter().enumerate() {
            let colon = if at == 0 { "" } else { ":" };
            write!(f, "{colon}{byte:02X}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for CertificateFingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CertificateFingerprint({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";

    #[test]
    fn what_is_printed_is_read_again() {
        let fingerprint = CertificateFingerprint::parse(PLAIN).expect("64 digits");
        let printed = fingerprint.to_string();
        assert!(printed.starts_with("00:11:22:"), "{printed}");
        assert_eq!(CertificateFingerprint::parse(&printed), Ok(fingerprint));
        assert_eq!(
            CertificateFingerprint::parse(&PLAIN.to_uppercase()),
            Ok(fingerprint)
        );
        assert!(fingerprint.matches(&fingerprint.0));
        assert!(!fingerprint.matches(&fingerprint.0[1..]));
    }

    #[test]
    fn what_is_no_sha_256_is_refused() {
        use FingerprintError::*;
        let sha1 = &PLAIN[..40];
        for (text, error) in [
            ("", Length(0)),
            (sha1, Length(40)),
            (&format!("{PLAIN}00"), Length(66)),
            (&format!("{}g", &PLAIN[1..]), NotHexadecimal),
            (&format!(" {PLAIN}"), NotHexadecimal),
            (&format!("{PLAIN}:"), NotHexadecimal),
            ("0:01", NotHexadecimal),
            ("00::11", NotHexadecimal),
            ("00:11", Length(4)),
            ("é", NotHexadecimal),
            (&format!("sha256:{PLAIN}"), NotHexadecimal),
        ] {
            assert_eq!(CertificateFingerprint::parse(text), Err(error), "{text:?}");
        }
    }
}
