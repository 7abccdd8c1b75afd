//! Files that were damaged, and files that never were any.

use proptest::prelude::*;

use crate::machine::{said, version};
use onhand_testkit::bplist::{array, ascii, dictionary, file, utf16};

const XML: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
    <!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n\
    <plist version=\"1.0\"><dict><key>A</key><array><true/><integer>1</integer></array>\
    <!-- c --><key>CFBundleShortVersionString</key><string>2.<![CDATA[3]]>&#x2E;0</string>\
    <key>B</key><dict/></dict></plist>";

fn xml_in_utf16() -> Vec<u8> {
    let marked = format!("\u{FEFF}{}", XML.replace("UTF-8", "UTF-16"));
    marked.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

fn binary() -> Vec<u8> {
    file(&[
        dictionary(&[(1, 2), (3, 4), (5, 6)]),
        ascii("A"),
        array(&[4, 6, 2]),
        ascii("CFBundleShortVersionString"),
        ascii("2.3.0"),
        utf16("Größe"),
        vec![0x13, 0, 0, 0, 0, 0, 0, 0, 7],
    ])
}

fn samples() -> [Vec<u8>; 3] {
    [XML.into(), xml_in_utf16(), binary()]
}

#[test]
fn the_samples_are_whole() {
    for sample in samples() {
        assert_eq!(said(version(sample)), "2.3.0");
    }
}

#[test]
fn a_file_that_is_cut_short_anywhere_has_no_version() {
    for sample in samples() {
        for len in 0..sample.len() {
            let answer = version(&sample[..len]);
            assert!(!answer.is_present(), "{len} bytes: {answer}");
        }
    }
}

#[test]
fn any_one_byte_may_be_anything() {
    let binary = binary();
    for at in 0..binary.len() {
        for byte in 0..=u8::MAX {
            let mut damaged = binary.clone();
            damaged[at] = byte;
            // It ends, and does not panic; what it says depends on the byte.
            let _ = version(damaged);
        }
    }
    for sample in samples() {
        for at in 0..sample.len() {
            for bit in 0..8 {
                let mut damaged = sample.clone();
                damaged[at] ^= 1 << bit;
                let _ = version(damaged);
            }
        }
    }
}

/// Pieces of which XML is made, well or not.
fn markup() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "<plist>",
        "</plist>",
        "<dict>",
        "</dict>",
        "<dict/>",
        "<key>",
        "</key>",
        "<string>",
        "</string>",
        "<string/>",
        "<array>",
        "</array>",
        "<integer>",
        "</integer>",
        "<true/>",
        "CFBundleVersion",
        "CFBundleShortVersionString",
        "2.3.0",
        " ",
        "\n",
        "<!--",
        "-->",
        "--",
        "<![CDATA[",
        "]]>",
        "<?xml version=\"1.0\"?>",
        "<?",
        "?>",
        "<!DOCTYPE plist",
        "[",
        "]",
        ">",
        "<",
        "/",
        "&amp;",
        "&#50;",
        "&",
        ";",
        "#",
        "x",
        "\"",
        "'",
        "<!ENTITY",
        "=",
        "\0",
        "ß",
        "\u{FEFF}",
    ]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_bytes_are_answered(
        start in prop::sample::select(vec![
            &b""[..], b"bplist00", b"<", b"<plist><dict>", b"\xEF\xBB\xBF<", b"\xFF\xFE<\0",
            b"\xFE\xFF\0<",
        ]),
        bytes in prop::collection::vec(any::<u8>(), 0..300),
    ) {
        let _ = version([start, &bytes].concat());
    }

    #[test]
    fn any_markup_is_answered(text in markup()) {
        let _ = version(text.clone());
        let _ = version(format!("<plist><dict>{text}</dict></plist>"));
    }

    #[test]
    fn any_objects_are_answered(
        objects in prop::collection::vec(prop::collection::vec(any::<u8>(), 1..20), 1..20),
        root in prop::collection::vec((any::<u8>(), any::<u8>()), 0..15),
    ) {
        let few = |number: u8| number % 20;
        let entries: Vec<_> = root.into_iter().map(|(key, value)| (few(key), few(value))).collect();
        let mut all = vec![dictionary(&entries), ascii("CFBundleVersion")];
        all.extend(objects);
        let _ = version(file(&all));
    }

    #[test]
    fn several_bytes_may_be_anything(
        which in 0..3_usize,
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut sample = samples()[which].clone();
        for (at, byte) in damage {
            let at = at.index(sample.len());
            sample[at] = byte;
        }
        let _ = version(sample.clone());
        sample.drain(..cut.index(sample.len()));
        let _ = version(sample);
    }
}
