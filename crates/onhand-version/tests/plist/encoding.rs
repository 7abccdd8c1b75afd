//! The encodings of the XML format, and what a document declares of them.

use crate::document::{is_malformed, of, utf16, with};
use crate::machine::{said, version};

#[test]
fn utf_8_is_read_with_and_without_a_mark() {
    assert_eq!(said(version(with("2.3 ß 😀"))), "2.3 ß 😀");
    assert_eq!(said(version(format!("\u{FEFF}{}", with("2.3 ß")))), "2.3 ß");
    is_malformed(b"<plist><dict>\xFF</dict></plist>", "it is not valid UTF-8");
    is_malformed(with("2.3\0"), "it holds a NUL character");
}

#[test]
fn utf_16_is_read_with_a_mark() {
    for (name, unit) in [
        ("UTF-16LE", u16::to_le_bytes as fn(u16) -> [u8; 2]),
        ("UTF-16BE", u16::to_be_bytes),
    ] {
        for declared in ["UTF-16", "utf-16", name] {
            let text = with("2.3 ß 😀").replace("UTF-8", declared);
            assert_eq!(said(version(utf16(&text, unit))), "2.3 ß 😀", "{declared}");
        }
        let undeclared = "<dict><key>CFBundleVersion</key><string>1</string></dict>";
        assert_eq!(said(version(utf16(undeclared, unit))), "1");

        let whole = utf16(undeclared, unit);
        is_malformed(&whole[..whole.len() - 1], "it is not valid UTF-16");
        is_malformed(
            [whole.clone(), unit(0xD800).to_vec()].concat(),
            "it is not valid UTF-16",
        );
        is_malformed(
            [whole, unit(0xDC00).to_vec()].concat(),
            "it is not valid UTF-16",
        );

        let unmarked = &utf16(undeclared, unit)[2..];
        is_malformed(unmarked, "UTF-16 without a byte-order mark");
    }
}

#[test]
fn an_encoding_that_the_bytes_are_not_in_is_an_error_and_named() {
    for declared in ["ISO-8859-1", "windows-1252", "UTF-16", "UTF-7", "macintosh"] {
        is_malformed(
            with("2.3.0").replace("UTF-8", declared),
            &format!("it declares the encoding `{declared}`, and only UTF-8 is read here"),
        );
    }
    for declared in ["UTF-8", "UTF-16BE"] {
        is_malformed(
            utf16(&with("2.3.0").replace("UTF-8", declared), u16::to_le_bytes),
            &format!("it declares the encoding `{declared}`, and only UTF-16 is read here"),
        );
    }
    for declared in ["utf-8", "UTF8"] {
        let text = with("2.3.0").replace("UTF-8", declared);
        assert_eq!(said(version(text)), "2.3.0");
    }
}

#[test]
fn a_declaration_stands_once_and_before_the_root() {
    assert_eq!(said(version(format!("\r\n {}", with("1")))), "1");
    let licence = "<!-- All rights reserved -->\n";
    assert_eq!(said(version(format!("{licence}{}", with("1")))), "1");
    is_malformed(
        format!("{licence}{}", with("1").replace("UTF-8", "ISO-8859-1")),
        "it declares the encoding `ISO-8859-1`, and only UTF-8 is read here",
    );
    let misplaced = "its XML declaration is malformed or misplaced";
    is_malformed(format!("<?xml version=\"1.0\"?>{}", with("1")), misplaced);
    is_malformed(of("<?xml version=\"1.0\"?>"), misplaced);
    is_malformed(
        with("1<?xml version=\"1.0\" encoding=\"UTF-16\"?>"),
        misplaced,
    );
    for malformed in [
        "<?xml?>",
        "<?xml version=\"1.0\" encoding=UTF-8?>",
        "<?xml version=\"3\"?>",
        "<?xml encoding=\"UTF-8\"?>",
    ] {
        is_malformed(format!("{malformed}<plist><dict/></plist>"), misplaced);
    }
}
