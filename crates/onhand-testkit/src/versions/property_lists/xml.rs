//! XML property lists that are read.

use super::row::{
    BUNDLE, SHORT, both, document, entry, missing, other, present, row, texts, utf16,
};
use crate::versions::fixture::{Fixture, Said};

pub(super) fn rows() -> Vec<Fixture> {
    let mut rows = applications();
    rows.extend(encodings());
    rows.extend(markup());
    rows.extend(values());
    rows
}

/// Versions as the applications of the scenario machines state them.
fn applications() -> Vec<Fixture> {
    const ABOUT: &str = "An application of the machine macos-15.";
    let application = |name, [executable, identifier]: [&str; 2], versions: [&str; 2]| {
        let text = |key: &str, value: &str| entry(key, &format!("<string>{value}</string>"));
        let entries = [
            text("CFBundleDevelopmentRegion", "en"),
            text("CFBundleExecutable", executable),
            text("CFBundleIdentifier", identifier),
            text("CFBundleInfoDictionaryVersion", "6.0"),
            text("CFBundlePackageType", "APPL"),
            texts(versions[0], versions[1]),
            entry("LSMinimumSystemVersion", "<string>12.0</string>"),
            entry("NSHighResolutionCapable", "<true/>"),
        ];
        both(name, ABOUT, document(&entries.concat()), versions)
    };
    vec![
        application(
            "vendor-2.3.0",
            ["Vendor", "com.example.vendor"],
            ["2.3.0", "12594"],
        ),
        application(
            "vendor-1.9.2",
            ["Vendor", "com.example.vendor"],
            ["1.9.2", "11800"],
        ),
        application(
            "chrome-141",
            ["Google Chrome", "com.google.Chrome"],
            ["141.0.7390.123", "7390.123"],
        ),
    ]
}

fn encodings() -> Vec<Fixture> {
    let versions = ["2.3.0 (Größe)", "12594"];
    let text = document(&texts(versions[0], versions[1]));
    let declared = |name| text.replace("UTF-8", name);
    vec![
        both("xml-utf-8", "UTF-8 without a mark.", text.clone(), versions),
        both(
            "xml-utf-8-mark",
            "UTF-8 with a byte-order mark.",
            format!("\u{FEFF}{text}"),
            versions,
        ),
        both(
            "xml-utf-16-le",
            "UTF-16, little-endian.",
            utf16(&declared("UTF-16"), u16::to_le_bytes),
            versions,
        ),
        both(
            "xml-utf-16-be",
            "UTF-16, big-endian.",
            utf16(&declared("UTF-16"), u16::to_be_bytes),
            versions,
        ),
        both(
            "xml-crlf",
            "Lines end as Windows ends them.",
            text.replace('\n', "\r\n"),
            versions,
        ),
    ]
}

fn markup() -> Vec<Fixture> {
    let nested = |levels: usize| {
        let deep = ["<array>".repeat(levels), "</array>".repeat(levels)].concat();
        document(&(entry("Deep", &deep) + &texts("2.3.0", "12594")))
    };
    let versions = ["2.3.0", "12594"];
    vec![
        both(
            "xml-bare-dictionary",
            "Without a declaration, a document type and `plist` around the dictionary.",
            format!("<dict>{}</dict>", texts("2.3.0", "12594")),
            versions,
        ),
        both(
            "xml-cdata",
            "A version in a CDATA section. The crate `plist` reads it as an empty text.",
            document(&texts("<![CDATA[2.3]]>.0", "<![CDATA[12594]]>")),
            versions,
        ),
        both(
            "xml-entities",
            "References to characters and to entities that XML has.",
            document(&texts("&#50;.&#x33;.0 &lt;R&amp;D&gt;", "12594")),
            ["2.3.0 <R&D>", "12594"],
        ),
        both(
            "xml-comments",
            "Comments and processing instructions, one within a version.",
            document(&("<!-- <key> --><?x y?>\n".to_owned() + &texts("2.3<!-- . -->.0", "12594"))),
            versions,
        ),
        both(
            "xml-deep",
            "A hundred arrays within one another, and within the bound.",
            nested(100),
            versions,
        ),
        both(
            "xml-other-keys",
            "The keys again, but not in the root dictionary.",
            document(
                &(entry("Nested", &format!("<dict>{}</dict>", texts("9.9", "9")))
                    + &texts("2.3.0", "12594")),
            ),
            versions,
        ),
    ]
}

fn values() -> Vec<Fixture> {
    let short = |value: &str| document(&entry(SHORT, value));
    let empty = |key: &str| format!("`{key}`: the version is empty");
    let hidden = |reason: &str| Said::Error(format!("`{SHORT}`: {reason}"));
    let nines = "9".repeat(257);
    let (control, long, variable) = (
        "the version holds a control character",
        "the version is longer than 256 bytes",
        "`$(MARKETING_VERSION)` is no version: it holds no digit",
    );
    vec![
        row(
            "xml-short-alone",
            "Only the version that people are shown.",
            short("<string>2.3.0</string>"),
            [present("2.3.0"), missing(BUNDLE), present("2.3.0")],
        ),
        row(
            "xml-bundle-alone",
            "Only the number of the build.",
            document(&entry(BUNDLE, "<string>12594</string>")),
            [missing(SHORT), present("12594"), present("12594")],
        ),
        row(
            "xml-no-version",
            "A dictionary without a version.",
            document(&entry("CFBundleName", "<string>Vendor</string>")),
            [
                missing(SHORT),
                missing(BUNDLE),
                Said::Absent(format!("`{SHORT}`: not there; `{BUNDLE}`: not there")),
            ],
        ),
        row(
            "xml-empty-text",
            "The first version is empty, thus missing.",
            document(&texts("", "12594")),
            [
                Said::Absent(empty(SHORT)),
                present("12594"),
                present("12594"),
            ],
        ),
        row(
            "xml-empty-texts",
            "Both versions are blank.",
            document(&texts(" \n", " ")),
            [
                Said::Absent(empty(SHORT)),
                Said::Absent(empty(BUNDLE)),
                Said::Absent(format!("{}; {}", empty(SHORT), empty(BUNDLE))),
            ],
        ),
        row(
            "xml-integers",
            "Integers are versions, in decimal digits.",
            document(
                &(entry(SHORT, "<integer>2026</integer>")
                    + &entry(BUNDLE, "<integer>0x3132</integer>")),
            ),
            [present("2026"), present("12594"), present("2026")],
        ),
        row(
            "xml-array",
            "An array is no version, and hides the number of the build.",
            document(
                &(entry(SHORT, "<array><string>2.3.0</string></array>")
                    + &entry(BUNDLE, "<string>12594</string>")),
            ),
            [
                other(SHORT, "an array"),
                present("12594"),
                other(SHORT, "an array"),
            ],
        ),
        row(
            "xml-real",
            "A real number is no version: 2.30 would be 2.3.",
            short("<real>2.30</real>"),
            [
                other(SHORT, "a real number"),
                missing(BUNDLE),
                other(SHORT, "a real number"),
            ],
        ),
        row(
            "xml-build-variable",
            "A variable that the build has not replaced.",
            document(&texts("$(MARKETING_VERSION)", "12594")),
            [hidden(variable), present("12594"), hidden(variable)],
        ),
        row(
            "xml-control-character",
            "A control character.",
            document(&texts("2&#x85;3", "12594")),
            [hidden(control), present("12594"), hidden(control)],
        ),
        row(
            "xml-too-long",
            "Longer than any version.",
            document(&texts(&nines, "12594")),
            [hidden(long), present("12594"), hidden(long)],
        ),
    ]
}
