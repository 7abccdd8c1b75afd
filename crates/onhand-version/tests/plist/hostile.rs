//! Files that are made to cost much.

use onhand_platform::{Operation, Recorded};
use onhand_platform_fake::FileContent;

use crate::machine::{BUNDLE, mac, said, version, version_at};
use onhand_testkit::bplist::{
    array, ascii, dictionary, file, file_with_widths, number, with_version,
};

const MIB: usize = 1024 * 1024;

/// As many repetitions as fit within the bound, with some room for what is around them.
fn filled_with(piece: &str) -> String {
    piece.repeat((MIB - 300) / piece.len())
}

fn document(entries: &str) -> String {
    format!("<plist><dict><key>CFBundleVersion</key><string>2.3.0</string>{entries}</dict></plist>")
}

#[test]
fn more_than_a_mebibyte_is_not_read_at_all() {
    for len in [1 << 20 | 1, 1 << 30, u64::MAX] {
        let host = Recorded::new(mac(FileContent::zeros(len)));
        assert_eq!(
            said(version_at(&host, BUNDLE)),
            "error: larger than 1048576 bytes"
        );
        let calls: Vec<_> = host.calls().iter().map(|call| call.operation).collect();
        assert_eq!(calls, [Operation::Open]);
    }
    let whole = document(&" ".repeat(MIB - document("").len()));
    assert_eq!(said(version(whole.clone())), "2.3.0");
    assert_eq!(
        said(version(whole + " ")),
        "error: larger than 1048576 bytes"
    );
}

#[test]
fn nodes_that_are_shared_are_not_visited() {
    // Each of 30 arrays holds the next one twice: 2³⁰ nodes in some hundred bytes.
    let mut objects = vec![
        dictionary(&[(1, 3), (2, 3)]),
        ascii("CFBundleName"),
        ascii("CFBundleVersion"),
    ];
    for next in 4..34 {
        objects.push(array(&[next, next]));
    }
    objects.push(ascii("2.3.0"));
    assert_eq!(
        said(version(file(&objects))),
        "unavailable: `CFBundleVersion`: it is an array, no text and no integer"
    );
    objects[0] = dictionary(&[(1, 3), (2, 33)]);
    assert_eq!(said(version(file(&objects))), "2.3.0");
}

#[test]
fn an_object_may_hold_itself() {
    assert_eq!(
        said(version(file(&[
            dictionary(&[(1, 0)]),
            ascii("CFBundleVersion")
        ]))),
        "unavailable: `CFBundleVersion`: it is a dictionary, no text and no integer"
    );
    assert_eq!(
        said(version(file(&[dictionary(&[(0, 0)])]))),
        "error: malformed binary property list: \
         a key of the root dictionary is a dictionary, no text"
    );
    assert_eq!(
        said(version(with_version(array(&[2, 2, 2])))),
        "unavailable: `CFBundleVersion`: it is an array, no text and no integer"
    );
}

#[test]
fn deep_nesting_in_xml_ends_at_the_bound() {
    let too_deep = "error: malformed XML property list: elements nest deeper than 128 levels";
    for piece in ["<array>", "<dict><key>a</key>", "<array><!-- -->"] {
        let nested = format!("<key>Deep</key>{}", filled_with(piece));
        assert_eq!(said(version(document(&nested))), too_deep);
    }
    assert_eq!(
        said(version("<plist>".repeat(100_000))),
        "error: malformed XML property list: `<plist>` within another element"
    );
    assert_eq!(
        said(version("<array>".repeat(200_000))),
        "error: larger than 1048576 bytes"
    );

    // With `<plist>` and `<dict>` around them, 126 levels are within the bound.
    let levels = |n| {
        let nested = format!(
            "<key>Deep</key>{}{}",
            "<array>".repeat(n),
            "</array>".repeat(n)
        );
        said(version(document(&nested)))
    };
    assert_eq!(levels(126), "2.3.0");
    assert_eq!(levels(127), too_deep);
}

#[test]
fn deep_nesting_in_binary_is_not_visited() {
    for (depth, expected) in [
        (100_000, "2.3.0"),
        (200_000, "error: larger than 1048576 bytes"),
    ] {
        let reference = |to: usize| number(to as u64, 3);
        let root = [
            vec![0xD2],
            reference(1),
            reference(3),
            reference(2),
            reference(4),
        ]
        .concat();
        let mut objects = vec![
            root,
            ascii("CFBundleVersion"),
            ascii("2.3.0"),
            ascii("Deep"),
        ];
        for level in 0..depth {
            objects.push([vec![0xA1], reference(level + 5)].concat());
        }
        objects.push(vec![0xA0]);
        assert_eq!(said(version(file_with_widths(&objects, 3, 3))), expected);
    }
}

#[test]
fn many_elements_in_xml_end_at_the_bound() {
    let elements = |n: usize| {
        let many = format!("<key>Many</key><array>{}</array>", "<true/>".repeat(n));
        said(version(document(&many)))
    };
    // Six others are around them.
    assert_eq!(elements(100_000 - 6), "2.3.0");
    assert_eq!(
        elements(100_000 - 5),
        "error: malformed XML property list: more than 100000 elements"
    );
}

#[test]
fn many_entries_in_binary_end_at_the_bound() {
    let entries = |n: usize| {
        let mut root = [vec![0xDF, 0x12], number(n as u64, 4)].concat();
        root.extend(std::iter::repeat_n(1, n - 1).chain([2]));
        root.extend(std::iter::repeat_n(3, n));
        let objects = [
            root,
            ascii("Many"),
            ascii("CFBundleVersion"),
            ascii("2.3.0"),
        ];
        said(version(file(&objects)))
    };
    assert_eq!(entries(100_000), "2.3.0");
    assert_eq!(
        entries(100_001),
        "error: malformed binary property list: more than 100000 entries in the root dictionary"
    );
}

#[test]
fn a_mebibyte_of_anything_is_answered() {
    for (piece, expected) in [
        (" ", "2.3.0"),
        ("<!---->", "2.3.0"),
        ("<?x?>", "2.3.0"),
        (
            "&amp;",
            "error: malformed XML property list: text outside of a value",
        ),
        (
            "<![CDATA[]]>",
            "error: malformed XML property list: text outside of a value",
        ),
        (
            "<",
            "error: malformed XML property list: \
             `<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<…` is no element of a property list",
        ),
        (
            "<!--",
            "error: malformed XML property list: comment not closed: `-->` not found before end of input",
        ),
        (
            "<![CDATA[",
            "error: malformed XML property list: CDATA not closed: `]]>` not found before end of input",
        ),
        (
            "<!DOCTYPE [",
            "error: malformed XML property list: DOCTYPE not closed: `>` not found before end of input",
        ),
        (
            "&",
            "error: malformed XML property list: entity or character reference not closed: `;` not found before end of input",
        ),
        (
            "</",
            "error: malformed XML property list: `</</</</</</</</</</</</</</</</</</</</…` where `dict` should end",
        ),
    ] {
        let answer = said(version(document(&filled_with(piece))));
        assert_eq!(answer, expected, "{piece}");
    }
}

#[test]
fn a_mebibyte_in_one_place_is_answered() {
    let long = filled_with("&amp;");
    assert_eq!(
        said(version(format!(
            "<dict><key>CFBundleVersion</key><string>{long}</string></dict>"
        ))),
        "error: `CFBundleVersion`: the version is longer than 256 bytes"
    );
    assert_eq!(
        said(version(document(&format!("<key>{long}</key><true/>")))),
        "2.3.0"
    );
    let sections = filled_with("<![CDATA[]]>");
    assert_eq!(
        said(version(document(&format!(
            "<key>A</key><data>{sections}</data>"
        )))),
        "2.3.0"
    );
    let attributes = filled_with(" a=\"\"");
    assert_eq!(
        said(version(document(&format!(
            "<key{attributes}>A</key><true/>"
        )))),
        "2.3.0"
    );
    assert_eq!(
        said(version(format!(
            "<?xml version=\"1.0\"{attributes}?>{}",
            document("")
        ))),
        "2.3.0"
    );
    let subset = filled_with("<!ELEMENT a ANY>");
    assert_eq!(
        said(version(format!(
            "<!DOCTYPE plist [{subset}]>{}",
            document("")
        ))),
        "2.3.0"
    );
    let text = ascii(&"9".repeat(MIB - 100));
    assert_eq!(
        said(version(with_version(text))),
        "error: `CFBundleVersion`: the version is longer than 256 bytes"
    );
}

#[test]
fn a_billion_laughs_are_none() {
    let mut subset = "<!ENTITY a0 \"ha\">".to_owned();
    for level in 1..10 {
        let previous = format!("&a{};", level - 1).repeat(10);
        subset.push_str(&format!("<!ENTITY a{level} \"{previous}\">"));
    }
    let document = document("<key>A</key><string>&a9;</string>");
    assert_eq!(
        said(version(format!("<!DOCTYPE plist [{subset}]>{document}"))),
        "error: malformed XML property list: it declares entities"
    );
}
