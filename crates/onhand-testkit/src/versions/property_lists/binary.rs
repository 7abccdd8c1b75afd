//! Binary property lists.

use super::row::{BUNDLE, SHORT, both, broken, missing, other, present, row};
use crate::bplist::{array, ascii, dictionary, file, file_with_widths, utf16, with_trailer};
use crate::versions::fixture::{Fixture, Said};

pub(super) fn rows() -> Vec<Fixture> {
    let mut rows = read();
    rows.extend(hostile());
    rows
}

/// A file with the two keys and these values.
fn of(short: Vec<u8>, bundle: Vec<u8>) -> Vec<u8> {
    file(&[
        dictionary(&[(1, 2), (3, 4)]),
        ascii(SHORT),
        short,
        ascii(BUNDLE),
        bundle,
    ])
}

/// A file with texts, each key before its value.
fn texts(entries: &[(&str, &str)]) -> Vec<u8> {
    let keys = (1..).step_by(2).take(entries.len());
    let pairs: Vec<(u8, u8)> = keys.map(|key| (key, key + 1)).collect();
    let objects = entries
        .iter()
        .flat_map(|(key, value)| [ascii(key), ascii(value)]);
    file(
        &std::iter::once(dictionary(&pairs))
            .chain(objects)
            .collect::<Vec<_>>(),
    )
}

fn read() -> Vec<Fixture> {
    const APPLICATION: &str = "An application of the machine macos-15.";
    vec![
        both(
            "slack-4.46",
            APPLICATION,
            texts(&[
                ("CFBundleExecutable", "Slack"),
                ("CFBundleIdentifier", "com.tinyspeck.slackmacgap"),
                (SHORT, "4.46.101"),
                (BUNDLE, "446000101"),
            ]),
            ["4.46.101", "446000101"],
        ),
        both(
            "textedit-1.20",
            APPLICATION,
            texts(&[
                ("CFBundleExecutable", "TextEdit"),
                ("CFBundleIdentifier", "com.apple.TextEdit"),
                (SHORT, "1.20"),
                (BUNDLE, "409"),
            ]),
            ["1.20", "409"],
        ),
        both(
            "binary",
            "Texts of ASCII.",
            of(ascii("2.3.0"), ascii("12594")),
            ["2.3.0", "12594"],
        ),
        both(
            "binary-utf-16",
            "Texts of UTF-16.",
            of(utf16("2.3.0 (Größe)"), utf16("12594")),
            ["2.3.0 (Größe)", "12594"],
        ),
        row(
            "binary-widths",
            "References of three bytes, and offsets of eight.",
            file_with_widths(
                &[vec![0xD1, 0, 0, 1, 0, 0, 2], ascii(SHORT), ascii("2.3.0")],
                8,
                3,
            ),
            [present("2.3.0"), missing(BUNDLE), present("2.3.0")],
        ),
        both(
            "binary-integers",
            "Integers of two and of eight bytes.",
            of(
                vec![0x11, 0x07, 0xEA],
                vec![0x13, 0, 0, 0, 0, 0, 0, 0x31, 0x32],
            ),
            ["2026", "12594"],
        ),
        row(
            "binary-boolean",
            "A boolean is no version.",
            of(vec![0x09], ascii("12594")),
            [
                other(SHORT, "a boolean"),
                present("12594"),
                other(SHORT, "a boolean"),
            ],
        ),
        row(
            "binary-empty-dictionary",
            "A dictionary without an entry.",
            file(&[dictionary(&[])]),
            [
                missing(SHORT),
                missing(BUNDLE),
                Said::Absent(format!("`{SHORT}`: not there; `{BUNDLE}`: not there")),
            ],
        ),
        row(
            "binary-newer",
            "Another version of the format.",
            [b"bplist15", &[0; 40][..]].concat(),
            [(); 3].map(|()| {
                let reason = "a binary property list of another version than `00` is not read";
                Said::Unavailable(reason.to_owned())
            }),
        ),
    ]
}

fn hostile() -> Vec<Fixture> {
    let malformed = |reason: &str| format!("malformed binary property list: {reason}");
    // Each of 13 arrays holds the next one four times: 2^26 nodes in 143 bytes.
    let mut shared = vec![dictionary(&[(1, 2)]), ascii(BUNDLE)];
    shared.extend((3..16).map(|next| array(&[next; 4])));
    shared.push(array(&[]));
    let shared = file_with_widths(&shared, 1, 1);
    assert_eq!(shared.len(), 143);
    let whole = of(ascii("2.3.0"), ascii("12594"));
    let mut huge = vec![0xDF, 0x13];
    huge.extend(0x1000_0000_0000_0000_u64.to_be_bytes());
    vec![
        row(
            "binary-shared-nodes",
            "143 bytes that stand for 2^26 nodes. The crate `plist` builds them all.",
            shared,
            [
                missing(SHORT),
                other(BUNDLE, "an array"),
                other(BUNDLE, "an array"),
            ],
        ),
        row(
            "binary-self-reference",
            "A dictionary that holds itself.",
            file(&[dictionary(&[(1, 0)]), ascii(BUNDLE)]),
            [
                missing(SHORT),
                other(BUNDLE, "a dictionary"),
                other(BUNDLE, "a dictionary"),
            ],
        ),
        broken(
            "binary-huge-dictionary",
            "A dictionary of 2^60 entries.",
            file(&[huge, ascii(BUNDLE)]),
            &malformed("an object is cut short"),
        ),
        broken(
            "binary-huge-table",
            "A table of 2^60 objects.",
            with_trailer(whole.clone(), 8, &0x1000_0000_0000_0000_u64.to_be_bytes()),
            &malformed("its table of offsets is outside of the file"),
        ),
        broken(
            "binary-no-such-object",
            "A key that no object is.",
            file(&[dictionary(&[(9, 1)]), ascii("2.3.0")]),
            &malformed("there is no object 9"),
        ),
        broken(
            "binary-key-no-text",
            "A key that is no text.",
            file(&[dictionary(&[(0, 1)]), ascii("2.3.0")]),
            &malformed("a key of the root dictionary is a dictionary, no text"),
        ),
        row(
            "binary-duplicate-key",
            "A key that stands twice.",
            file(&[
                dictionary(&[(1, 2), (3, 4), (1, 5)]),
                ascii(SHORT),
                ascii("2.3.0"),
                ascii(BUNDLE),
                ascii("12594"),
                ascii("9.9"),
            ]),
            {
                let reason = format!("the key `{SHORT}` appears twice in the root dictionary");
                let error = || Said::Error(reason.clone());
                [error(), present("12594"), error()]
            },
        ),
        broken(
            "binary-not-a-dictionary",
            "An array of versions.",
            file(&[array(&[1]), ascii("2.3.0")]),
            "the root is an array, not a dictionary",
        ),
        broken(
            "binary-no-trailer",
            "A file that was cut short, to less than a trailer.",
            &whole[..39],
            &malformed("it is too short"),
        ),
        broken(
            "binary-reference-width-0",
            "References of no bytes.",
            with_trailer(whole, 7, &[0]),
            &malformed("its trailer says that references are 0 bytes wide"),
        ),
    ]
}
