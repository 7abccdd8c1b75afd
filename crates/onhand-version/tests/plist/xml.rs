//! The rules of the XML format.

use crate::document::{is_malformed, of, utf16, with};
use crate::machine::{said, version, version_by};

#[test]
fn a_document_as_apple_writes_it_is_read() {
    assert_eq!(said(version(with("2.3.0"))), "2.3.0");
}

#[test]
fn cdata_is_text() {
    assert_eq!(said(version(with("<![CDATA[2.3.0]]>"))), "2.3.0");
    assert_eq!(said(version(with("2.<![CDATA[3 <&>]]>.0"))), "2.3 <&>.0");
    let key = "<key><![CDATA[CFBundle]]>Version</key><string>1</string>";
    assert_eq!(said(version(of(key))), "1");
}

#[test]
fn references_to_characters_and_to_the_five_entities_are_resolved() {
    assert_eq!(
        said(version(with(
            "&#50;&#x2E;3 &amp;&lt;&gt;&quot;&apos; &#x1F600;"
        ))),
        "2.3 &<>\"' 😀"
    );
    let key = "<key>CFBundle&#x56;ersion</key><string>1</string>";
    assert_eq!(said(version(of(key))), "1");
}

#[test]
fn any_other_reference_is_an_error_wherever_it_stands() {
    for reference in [
        "&nbsp;",
        "&version;",
        "&AMP;",
        "&;",
        "&#;",
        "&#x;",
        "&#0;",
        "&#xD800;",
        "&#x110000;",
        "&#-1;",
        "&#+1;",
        "&#99999999999;",
        "&# 50;",
    ] {
        let because = format!("the reference `{reference}` stands for nothing");
        is_malformed(with(&format!("2.3{reference}")), &because);
        let elsewhere = format!("<key>Other</key><array><string>{reference}</string></array>");
        is_malformed(of(&elsewhere), &because);
    }
    for unclosed in ["2.3&", "2.3 & 4", "2.3&amp"] {
        is_malformed(
            with(unclosed),
            "entity or character reference not closed: `;` not found before end of input",
        );
    }
}

#[test]
fn declared_entities_are_refused() {
    let declared = |subset: &str, text: &str| {
        with(text)
            .replace(
                "<!DOCTYPE plist PUBLIC",
                &format!("<!DOCTYPE plist [{subset}]><!-- PUBLIC"),
            )
            .replace(".dtd\">", ".dtd\" -->")
    };
    is_malformed(
        declared("<!ENTITY version \"2.3\">", "&version;"),
        "it declares entities",
    );
    is_malformed(
        declared("<!ENTITY % x SYSTEM \"file:///etc/passwd\"> %x;", "1"),
        "it declares entities",
    );
    // Without entities it changes nothing.
    let harmless = declared("<!ELEMENT plist ANY><!-- ]> --><?x ]>?>", "2.3.0");
    assert_eq!(said(version(harmless)), "2.3.0");
}

#[test]
fn a_document_type_stands_once_and_before_the_root() {
    let doctype = "<!DOCTYPE plist>";
    let misplaced = "a misplaced document type";
    is_malformed(format!("{doctype}{doctype}<plist/>"), misplaced);
    is_malformed(of(doctype), misplaced);
    is_malformed(format!("{}{doctype}", with("1")), misplaced);
}

#[test]
fn comments_and_processing_instructions_are_no_text_and_split_none() {
    assert_eq!(said(version(with("2.<!-- 9 -->3<?x 9?>.0"))), "2.3.0");
    let entries = "<!-- <key>CFBundleVersion</key><string>9</string> -->\
                   <key>CFBundle<!-- - -->Version</key> <?x?> <!----> <string>1</string><!-- -->";
    assert_eq!(said(version(of(entries))), "1");
    assert_eq!(said(version(format!("{}<!-- --> <?x?>\n", with("1")))), "1");
}

#[test]
fn nested_dictionaries_have_keys_of_their_own() {
    let entries = "<key>A</key><dict><key>CFBundleVersion</key><string>9</string></dict>\
                   <key>B</key><array><dict><key>CFBundleVersion</key><string>8</string></dict>\
                   <key>CFBundleVersion</key><string>7</string></array>\
                   <key>CFBundleVersion</key><string>1</string>\
                   <key>C</key><dict><key>CFBundleShortVersionString</key><string>6</string></dict>";
    assert_eq!(said(version(of(entries))), "1");
}

#[test]
fn a_value_of_another_type_is_unavailable_and_named() {
    for (value, named) in [
        ("<true/>", "a boolean"),
        ("<false></false>", "a boolean"),
        ("<real>2.3</real>", "a real number"),
        ("<date>2026-01-01T00:00:00Z</date>", "a date"),
        ("<data>Mi4z</data>", "data"),
        ("<array><string>2.3</string></array>", "an array"),
        ("<dict/>", "a dictionary"),
    ] {
        assert_eq!(
            said(version(of(&format!("<key>CFBundleVersion</key>{value}")))),
            format!("unavailable: `CFBundleVersion`: it is {named}, no text and no integer")
        );
    }
}

#[test]
fn an_integer_that_is_none_is_an_error() {
    for text in ["", "2.3", "one", "1 2", "0x", "--1", "٣"] {
        let entries = format!("<key>CFBundleVersion</key><integer>{text}</integer>");
        is_malformed(
            of(&entries),
            &format!("`{text}` is no integer of at most 128 bits"),
        );
    }
    let build = "<key>CFBundleVersion</key><integer> 12594\n</integer>";
    assert_eq!(said(version(of(build))), "12594");
}

#[test]
fn keys_and_values_alternate() {
    let key = "<key>CFBundleVersion</key>";
    is_malformed(
        of(key),
        "the key `CFBundleVersion` without a value after it",
    );
    is_malformed(
        of(&format!("{key}<key>B</key><string>1</string>")),
        "the key `CFBundleVersion` without a value after it",
    );
    is_malformed(
        of(&format!("{key}<string>1</string><string>2</string>")),
        "a text without a key before it",
    );
    is_malformed(of("<dict/>"), "a dictionary without a key before it");
    is_malformed(of(&format!("{key} 2.3.0 ")), "text outside of a value");
    is_malformed(
        of(&format!("{key}<![CDATA[x]]><string>1</string>")),
        "text outside of a value",
    );
}

#[test]
fn a_wanted_key_that_stands_twice_is_an_error_and_another_is_not() {
    let twice = |key: &str| {
        let entry = format!("<key>{key}</key><string>1</string>");
        of(&format!(
            "{entry}<key>CFBundleVersion</key><string>2</string>{entry}"
        ))
    };
    assert_eq!(
        said(version(twice("CFBundleShortVersionString"))),
        "error: the key `CFBundleShortVersionString` appears twice in the root dictionary"
    );
    assert_eq!(said(version(twice("CFBundleName"))), "2");
}

#[test]
fn a_key_with_white_space_is_another_key() {
    let entry = of("<key> CFBundleVersion </key><string>1</string>");
    assert_eq!(said(version_by(" CFBundleVersion ", entry.clone())), "1");
    assert_eq!(
        said(version_by("CFBundleVersion", entry)),
        "absent: `CFBundleVersion`: not there"
    );
}

#[test]
fn the_root_must_be_one_dictionary() {
    for (root, named) in [
        ("<array/>", "an array"),
        ("<string>2.3.0</string>", "a text"),
        ("<key>CFBundleVersion</key>", "a key"),
    ] {
        let because = format!("error: the root is {named}, not a dictionary");
        assert_eq!(said(version(format!("<plist>{root}</plist>"))), because);
        assert_eq!(said(version(root)), because);
    }
    is_malformed("<plist/>", "nothing is in it");
    is_malformed("<!-- -->", "nothing is in it");
    is_malformed("<plist><dict/><dict/></plist>", "more than one root");
    is_malformed("<dict/><dict/>", "more than one root");
    is_malformed(format!("{}<plist/>", with("1")), "more than one root");
    is_malformed(
        "<plist><plist><dict/></plist></plist>",
        "`<plist>` within another element",
    );
    assert_eq!(
        said(version(
            "<dict><key>CFBundleVersion</key><string>1</string></dict>"
        )),
        "1"
    );
}

#[test]
fn text_around_the_root_is_an_error() {
    is_malformed(format!("{}garbage", with("1")), "text outside of a value");
    is_malformed(format!("{}&#32;", with("1")), "text outside of a value");
    is_malformed(
        format!("{}<![CDATA[]]>", with("1")),
        "text outside of a value",
    );
    is_malformed(
        with("1").replace("<plist", "garbage<plist"),
        "text outside of a value",
    );
}

#[test]
fn tags_must_match() {
    is_malformed(
        with("1").replace("</string>", "</key>"),
        "`key` where `string` should end",
    );
    is_malformed(
        format!("{}</plist>", with("1")),
        "the end of `plist`, which is not open",
    );
    is_malformed(
        with("1").replace("</string>", "</string x=\"1\">"),
        r#"`string x="1"` where `string` should end"#,
    );
}

#[test]
fn a_document_that_is_cut_short_is_an_error_though_the_version_was_there() {
    let whole = with("2.3.0");
    for end in ["</string>", "</dict>", "\n</plist>"] {
        let (start, _) = whole.split_once(end).expect("it is there");
        is_malformed(start, "it is cut short");
    }
}

#[test]
fn an_element_that_property_lists_do_not_have_is_an_error() {
    for name in ["ustring", "Key", "p:key", "", "html"] {
        is_malformed(
            of(&format!("<key>A</key><array><{name}></{name}></array>")),
            &format!("`{name}` is no element of a property list"),
        );
    }
}

#[test]
fn a_text_holds_no_elements() {
    is_malformed(with("<true/>"), "an element within a text");
    is_malformed(of("<key><true/></key>"), "an element within a key");
    is_malformed(
        of("<key>A</key><array><real>1<key>CFBundleVersion</key></real></array>"),
        "an element within a real number",
    );
}

#[test]
fn a_container_holds_no_text() {
    for stray in ["x", "&amp;", "&#32;", "<![CDATA[]]>"] {
        for container in ["array", "dict"] {
            let entry = format!("<key>A</key><{container}>{stray}</{container}>");
            is_malformed(of(&entry), "text outside of a value");
        }
    }
}

#[test]
fn attributes_say_nothing() {
    let entries = "<key a='1' b=\"x>y\">CFBundleVersion</key><string c=\"2\">1</string >";
    assert_eq!(said(version(of(entries))), "1");
    is_malformed(
        of("<key>A</key><string a=\"</string><key>CFBundleVersion</key><string>\">1</string>"),
        "`<` in the attributes of a text",
    );
}

#[test]
fn an_old_style_list_is_unavailable() {
    for old in ["{ CFBundleVersion = 1; }", "(1, 2)", "\u{FEFF}\n{}"] {
        assert_eq!(
            said(version(old)),
            "unavailable: an old-style ASCII property list is not read"
        );
    }
    assert_eq!(
        said(version(utf16("{}", u16::to_be_bytes))),
        "unavailable: an old-style ASCII property list is not read"
    );
}

#[test]
fn what_starts_as_no_property_list_is_an_error() {
    for other in [
        &b"\x7FELF"[..],
        b"PK\x03\x04",
        b"[section]",
        b"\0\0\0\0",
        b"\xCF\xFA\xED\xFE",
        b"bplis",
        b"\xFF\xFE\0\0<\0\0\0",
        b"\xFF",
    ] {
        assert_eq!(
            said(version(other)),
            "error: not a property list",
            "{other:?}"
        );
    }
    for empty in ["", " \n", "\u{FEFF}"] {
        assert_eq!(
            said(version(empty)),
            "error: not a property list: the file is empty"
        );
    }
}

#[test]
fn a_message_quotes_little_and_nothing_that_drives_a_terminal() {
    is_malformed(
        format!("<\u{1b}]0;{}/>", "x".repeat(1000)),
        &format!(
            "`\\u{{1b}}]0;{}…` is no element of a property list",
            "x".repeat(36)
        ),
    );
}
