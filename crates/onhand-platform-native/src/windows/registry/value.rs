//! What the bytes of a registry value say.

use onhand_platform::UninstallValue;
use windows_sys::Win32::System::Registry::{REG_DWORD, REG_EXPAND_SZ, REG_SZ};

/// Takes a value by the type that it claims. Bytes that don't fit that type, and texts that
/// are not UTF-16, are [`UninstallValue::Other`].
///
/// A text ends at its first NUL, as every program that shows it takes it: some installers
/// write the rest of their buffer behind it. One without a NUL is whole.
pub(super) fn decode(type_code: u32, data: &[u8]) -> UninstallValue {
    let decoded = match type_code {
        REG_SZ | REG_EXPAND_SZ => text(data).map(UninstallValue::Text),
        REG_DWORD => <[u8; 4]>::try_from(data)
            .ok()
            .map(|bytes| UninstallValue::Number(u32::from_le_bytes(bytes))),
        _ => None,
    };
    decoded.unwrap_or(UninstallValue::Other { type_code })
}

fn text(data: &[u8]) -> Option<String> {
    let (units, rest) = data.as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    let units: Vec<u16> = units
        .iter()
        .map(|unit| u16::from_le_bytes(*unit))
        .take_while(|unit| *unit != 0)
        .collect();
    String::from_utf16(&units).ok()
}

#[cfg(test)]
mod tests {
    use windows_sys::Win32::System::Registry::{REG_BINARY, REG_MULTI_SZ, REG_QWORD};

    use super::*;

    fn utf16(text: &str) -> Vec<u8> {
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    }

    #[test]
    fn a_text_ends_at_its_first_nul_and_may_lack_it() {
        for data in [
            "Äpp 🦀",
            "Äpp 🦀\0",
            "Äpp 🦀\0\0",
            "Äpp 🦀\0rest of a buffer",
        ] {
            for type_code in [REG_SZ, REG_EXPAND_SZ] {
                let expected = UninstallValue::Text("Äpp 🦀".to_owned());
                assert_eq!(decode(type_code, &utf16(data)), expected, "{data:?}");
            }
        }
        for data in [&[][..], &[0, 0]] {
            assert_eq!(decode(REG_SZ, data), UninstallValue::Text(String::new()));
        }
    }

    #[test]
    fn a_text_that_is_not_utf_16_is_not_guessed_at() {
        let other = UninstallValue::Other { type_code: REG_SZ };
        assert_eq!(decode(REG_SZ, &[0x00, 0xD8]), other, "half a surrogate");
        assert_eq!(decode(REG_SZ, b"abc"), other, "an odd number of bytes");
    }

    #[test]
    fn a_number_has_four_bytes() {
        assert_eq!(
            decode(REG_DWORD, &[0x78, 0x56, 0x34, 0x12]),
            UninstallValue::Number(0x1234_5678)
        );
        for data in [&[][..], &[1, 2, 3], &[1, 2, 3, 4, 5]] {
            let other = UninstallValue::Other {
                type_code: REG_DWORD,
            };
            assert_eq!(decode(REG_DWORD, data), other);
        }
    }

    #[test]
    fn every_other_type_keeps_its_number() {
        for type_code in [REG_BINARY, REG_MULTI_SZ, REG_QWORD, 0, 0xFFFF_FFFF] {
            assert_eq!(
                decode(type_code, &utf16("text\0")),
                UninstallValue::Other { type_code }
            );
        }
    }
}
