//! The rules of the binary format.

use crate::machine::{said, version, version_by};
use onhand_testkit::bplist::{
    array, ascii, dictionary, file, file_with_widths, number, sized, utf16, with_trailer,
    with_version,
};

fn is_malformed(file: Vec<u8>, because: &str) {
    assert_eq!(
        said(version(file)),
        format!("error: malformed binary property list: {because}")
    );
}

#[test]
fn texts_are_read_in_both_of_their_encodings() {
    assert_eq!(said(version(with_version(ascii("2.3.0")))), "2.3.0");
    assert_eq!(said(version(with_version(utf16("2.3.0")))), "2.3.0");
    assert_eq!(said(version(with_version(utf16("2.3 ß 😀")))), "2.3 ß 😀");
    let long = "1".repeat(200);
    assert_eq!(said(version(with_version(ascii(&long)))), long);
}

#[test]
fn a_key_is_found_in_both_encodings() {
    let value = ascii("2.3.0");
    let key = utf16("CFBundleVersion");
    let by_utf16 = file(&[dictionary(&[(1, 2)]), key, value.clone()]);
    assert_eq!(said(version(by_utf16)), "2.3.0");

    let by_other = file(&[dictionary(&[(1, 2)]), utf16("Größe 😀"), value]);
    assert_eq!(said(version_by("Größe 😀", by_other)), "2.3.0");
}

#[test]
fn a_key_is_compared_exactly() {
    let not_there = "absent: `Größe`: not there";
    for key in [
        ascii("Gr"),
        utf16("Größe "),
        utf16("größe"),
        utf16("Gro\u{308}ße"),
        // The bytes of the key in UTF-8, where only ASCII can stand.
        [sized(0x50, 7), "Größe".as_bytes().to_vec()].concat(),
    ] {
        let odd = file(&[dictionary(&[(1, 2)]), key, ascii("1")]);
        assert_eq!(said(version_by("Größe", odd)), not_there);
    }
}

#[test]
fn a_text_that_is_none_is_an_error() {
    is_malformed(
        with_version(vec![0x52, b'2', 0xB7]),
        "a text is not valid ASCII",
    );
    is_malformed(
        with_version(vec![0x52, 0xC3, 0x9F]),
        "a text is not valid ASCII",
    );
    is_malformed(
        with_version(vec![0x61, 0xD8, 0x00]),
        "a text is not valid UTF-16",
    );
    is_malformed(
        with_version(vec![0x62, 0x00, 0x32, 0xDC, 0x00]),
        "a text is not valid UTF-16",
    );
}

#[test]
fn integers_are_unsigned_up_to_four_bytes_and_signed_above() {
    for (object, text) in [
        (vec![0x10, 0xFF], "255"),
        (vec![0x11, 0xFF, 0xFE], "65534"),
        (vec![0x12, 0xFF, 0xFF, 0xFF, 0xFD], "4294967293"),
        ([vec![0x13], vec![0xFF; 8]].concat(), "-1"),
        (
            [vec![0x13], i64::MAX.to_be_bytes().to_vec()].concat(),
            "9223372036854775807",
        ),
        (
            [vec![0x14], i128::from(u64::MAX).to_be_bytes().to_vec()].concat(),
            "18446744073709551615",
        ),
        (
            [vec![0x14], i128::MIN.to_be_bytes().to_vec()].concat(),
            "-170141183460469231731687303715884105728",
        ),
    ] {
        assert_eq!(said(version(with_version(object))), text);
    }
    is_malformed(
        with_version([vec![0x15], vec![0; 32]].concat()),
        "no object starts with the byte 0x15",
    );
}

#[test]
fn a_value_of_another_type_is_unavailable_and_named() {
    for (object, named) in [
        (vec![0x00], "a null"),
        (vec![0x09], "a boolean"),
        ([vec![0x23], vec![0; 8]].concat(), "a real number"),
        ([vec![0x33], vec![0; 8]].concat(), "a date"),
        (vec![0x41, b'1'], "data"),
        (vec![0x80, 1], "a UID"),
        (array(&[]), "an array"),
        (dictionary(&[]), "a dictionary"),
    ] {
        assert_eq!(
            said(version(with_version(object))),
            format!("unavailable: `CFBundleVersion`: it is {named}, no text and no integer")
        );
    }
    is_malformed(
        with_version(vec![0x70]),
        "no object starts with the byte 0x70",
    );
}

#[test]
fn a_size_is_read_at_every_width() {
    for power in 0..=3 {
        let mut object = vec![0x5F, 0x10 | power];
        object.extend(number(5, 1 << power));
        object.extend(b"2.3.0");
        assert_eq!(said(version(with_version(object))), "2.3.0");
    }
    for marker in [0x14, 0x50, 0x00, 0x33] {
        let object = [vec![0x5F, marker], vec![0; 16]].concat();
        is_malformed(with_version(object), "the size of an object is no integer");
    }
}

#[test]
fn offsets_and_references_are_read_at_every_width() {
    for width in 1..=8 {
        let root = [vec![0xD1], number(1, width), number(2, width)].concat();
        let objects = [root, ascii("CFBundleVersion"), ascii("2.3.0")];
        assert_eq!(
            said(version(file_with_widths(&objects, width, width))),
            "2.3.0",
            "{width} bytes"
        );
    }
}

#[test]
fn a_wanted_key_that_stands_twice_is_an_error_and_another_is_not() {
    let objects = |key: &str| {
        file(&[
            dictionary(&[(1, 2), (3, 4), (1, 4)]),
            ascii(key),
            ascii("1"),
            ascii("CFBundleShortVersionString"),
            ascii("2"),
        ])
    };
    assert_eq!(
        said(version(objects("CFBundleVersion"))),
        "error: the key `CFBundleVersion` appears twice in the root dictionary"
    );
    assert_eq!(said(version(objects("CFBundleName"))), "2");
}

#[test]
fn the_root_must_be_a_dictionary_whose_keys_are_texts() {
    assert_eq!(
        said(version(file(&[array(&[1]), ascii("2.3.0")]))),
        "error: the root is an array, not a dictionary"
    );
    is_malformed(file(&[vec![0x70]]), "no object starts with the byte 0x70");
    is_malformed(
        file(&[dictionary(&[(1, 1)]), vec![0x10, 1]]),
        "a key of the root dictionary is an integer, no text",
    );
    is_malformed(
        file(&[dictionary(&[(1, 1)]), vec![0x70]]),
        "no object starts with the byte 0x70",
    );
}

#[test]
fn an_object_that_is_not_wanted_is_not_looked_at() {
    let file = file(&[
        dictionary(&[(1, 200), (2, 3), (4, 5)]),
        ascii("Nowhere"),
        ascii("CFBundleVersion"),
        ascii("2.3.0"),
        ascii("Odd"),
        vec![0x70],
    ]);
    assert_eq!(said(version(file)), "2.3.0");
}

#[test]
fn another_version_of_the_format_is_unavailable() {
    let mut other = with_version(ascii("2.3.0"));
    other[6..8].copy_from_slice(b"15");
    assert_eq!(
        said(version(other)),
        "unavailable: a binary property list of another version than `00` is not read"
    );
}

#[test]
fn a_trailer_that_lies_is_an_error() {
    let good = || with_version(ascii("2.3.0"));
    let outside = "its table of offsets is outside of the file";
    for (at, bytes, because) in [
        (
            6,
            &[0][..],
            "its trailer says that offsets are 0 bytes wide",
        ),
        (6, &[9], "its trailer says that offsets are 9 bytes wide"),
        (7, &[0], "its trailer says that references are 0 bytes wide"),
        (
            7,
            &[255],
            "its trailer says that references are 255 bytes wide",
        ),
        (8, &[0xFF; 8], outside),
        (8, &[0, 0, 0, 0, 0, 0, 0, 4], outside),
        (16, &[0xFF; 8], "there is no object 18446744073709551615"),
        (16, &[0, 0, 0, 0, 0, 0, 0, 3], "there is no object 3"),
        (24, &[0xFF; 8], outside),
        (24, &[0; 8], outside),
        (24, &[0, 0, 0, 0, 0, 0, 0, 7], outside),
        // No object has room before the table.
        (
            24,
            &[0, 0, 0, 0, 0, 0, 0, 8],
            "the object 0 is outside of the file",
        ),
    ] {
        is_malformed(with_trailer(good(), at, bytes), because);
    }
}

#[test]
fn an_offset_outside_of_the_objects_is_an_error() {
    let good = with_version(ascii("2.3.0"));
    let table = good.len() - 32 - 3 * 4;
    for offset in [0, 7, table as u32, good.len() as u32, u32::MAX] {
        for object in 0..3 {
            let mut bad = good.clone();
            let at = table + object * 4;
            bad[at..at + 4].copy_from_slice(&offset.to_be_bytes());
            is_malformed(bad, &format!("the object {object} is outside of the file"));
        }
    }
}

#[test]
fn an_object_larger_than_the_file_is_an_error() {
    let huge = |kind: u8, size: u64| [vec![kind | 0x0F, 0x13], number(size, 8)].concat();
    for size in [6, 1 << 20, 1 << 62, 1 << 63, u64::MAX] {
        for kind in [0x50, 0x60] {
            is_malformed(with_version(huge(kind, size)), "an object is cut short");
        }
        is_malformed(file(&[huge(0xD0, size)]), "an object is cut short");
    }
    for cut in [
        vec![0x13, 0, 0],
        vec![0x5F],
        vec![0x5F, 0x13, 0],
        vec![0x51],
    ] {
        is_malformed(with_version(cut), "an object is cut short");
    }
    // There is room for the keys, and none for the values.
    is_malformed(file(&[vec![0xD4, 0, 0, 0, 0]]), "an object is cut short");
}

#[test]
fn a_magic_word_is_no_file() {
    for len in 6..8 {
        is_malformed(b"bplist00"[..len].to_vec(), "it is too short");
    }
    is_malformed([b"bplist00", &[0; 31][..]].concat(), "it is too short");
}
