//! Files that are no property list, or a malformed one, or of a kind that is not read.

use super::row::{BUNDLE, SHORT, broken, document, entry, present, row, texts, utf16};
use crate::versions::fixture::{Fixture, Said};

pub(super) fn rows() -> Vec<Fixture> {
    let mut rows = no_lists();
    rows.extend(malformed());
    rows.extend(hostile());
    rows
}

fn whole() -> String {
    document(&texts("2.3.0", "12594"))
}

fn because(reason: &str) -> String {
    format!("malformed XML property list: {reason}")
}

fn no_lists() -> Vec<Fixture> {
    vec![
        broken(
            "empty",
            "An empty file.",
            "",
            "not a property list: the file is empty",
        ),
        broken("text", "A text.", "2.3.0\n", "not a property list"),
        row(
            "old-style",
            "The format of NeXTSTEP.",
            format!("{{\n    {BUNDLE} = \"2.3.0\";\n}}\n"),
            [(); 3].map(|()| {
                let reason = "an old-style ASCII property list is not read";
                Said::Unavailable(reason.to_owned())
            }),
        ),
        broken(
            "xml-not-a-dictionary",
            "An array of versions.",
            "<plist version=\"1.0\"><array><string>2.3.0</string></array></plist>\n",
            "the root is an array, not a dictionary",
        ),
        broken(
            "xml-other-document",
            "XML of something else.",
            "<html><body>2.3.0</body></html>\n",
            &because("`html` is no element of a property list"),
        ),
    ]
}

fn malformed() -> Vec<Fixture> {
    let unmarked = utf16(&whole().replace("UTF-8", "UTF-16"), u16::to_le_bytes);
    let twice = texts("2.3.0", "12594") + &entry(SHORT, "<string>9.9</string>");
    vec![
        broken(
            "xml-cut-short",
            "A file that was cut short behind both versions.",
            whole().replace("</dict>\n</plist>\n", ""),
            &because("it is cut short"),
        ),
        broken(
            "xml-mismatched-end",
            "An end that closes another element.",
            whole().replace("12594</string>", "12594</integer>"),
            &because("`integer` where `string` should end"),
        ),
        broken(
            "xml-text-between",
            "Text where only elements can stand.",
            whole().replace("</dict>", "2.4\n</dict>"),
            &because("text outside of a value"),
        ),
        broken(
            "xml-second-root",
            "Two dictionaries.",
            whole().replace("</plist>", "<dict/>\n</plist>"),
            &because("more than one root"),
        ),
        broken(
            "xml-key-without-value",
            "A key without a value.",
            document(&format!("\t<key>{SHORT}</key>\n")),
            &because("the key `CFBundleShortVersionString` without a value after it"),
        ),
        broken(
            "xml-value-without-key",
            "A value without a key.",
            document("\t<string>2.3.0</string>\n"),
            &because("a text without a key before it"),
        ),
        row(
            "xml-duplicate-key",
            "A key that stands twice.",
            document(&twice),
            {
                let reason = format!("the key `{SHORT}` appears twice in the root dictionary");
                let error = || Said::Error(reason.clone());
                [error(), present("12594"), error()]
            },
        ),
        broken(
            "xml-unknown-entity",
            "An entity that XML does not have.",
            document(&texts("2.3.0&nbsp;", "12594")),
            &because("the reference `&nbsp;` stands for nothing"),
        ),
        broken(
            "xml-latin-1",
            "An encoding that is not read.",
            whole().replace("UTF-8", "ISO-8859-1"),
            &because("it declares the encoding `ISO-8859-1`, and only UTF-8 is read here"),
        ),
        broken(
            "xml-utf-16-unmarked",
            "UTF-16 without a byte-order mark.",
            &unmarked[2..],
            &because("UTF-16 without a byte-order mark"),
        ),
        broken(
            "xml-not-utf-8",
            "A byte that is no UTF-8.",
            [whole().as_bytes(), &[0xFF]].concat(),
            &because("it is not valid UTF-8"),
        ),
    ]
}

fn hostile() -> Vec<Fixture> {
    let mut subset = "<!ENTITY a0 \"ha\">".to_owned();
    for level in 1..10 {
        let previous = format!("&a{};", level - 1).repeat(10);
        subset.push_str(&format!("\n<!ENTITY a{level} \"{previous}\">"));
    }
    let laughs = format!(
        "<!DOCTYPE plist [\n{subset}\n]>\n<plist><dict>{}</dict></plist>\n",
        texts("&a9;", "12594")
    );
    vec![
        broken(
            "xml-entities-declared",
            "A billion laughs.",
            laughs,
            &because("it declares entities"),
        ),
        broken(
            "xml-too-deep",
            "Three hundred arrays within one another.",
            document(&entry("Deep", &"<array>".repeat(300))),
            &because("elements nest deeper than 128 levels"),
        ),
    ]
}
