//! Whatever a file holds, what is found in it obeys the rules, and no gate is left open.

use onhand_gate_skill::Frontmatter;
use proptest::prelude::*;

mod support;
use support::{read, skill};

/// Pieces that a frontmatter is made of, and breaks by.
fn pieces() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop::sample::select(vec![
        &b"---\n"[..],
        b"---\r\n",
        b"---",
        b"\xEF\xBB\xBF",
        b"name: x\n",
        b"description: y\n",
        b"requires_apps:",
        b"requires_apps: [a, b]\n",
        b"metadata:\n",
        b"  require_apps: a\n",
        b"Banner\n",
        b": text: text\n",
        b"  requires_apps: a\n",
        b" a\n",
        b"- b\n",
        b"  - c\n",
        b"[",
        b"]",
        b"{ }",
        b"&a ",
        b"*a ",
        b": ",
        b"\n",
        b"\r",
        b"\t",
        b"'",
        b"\"",
        b"# c\n",
        b"<<: *a\n",
        b"...\n",
        b"\xFF",
        b"\0",
        b"5",
        b"~",
        b"|\n",
    ]);
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// Bytes, most of which get past the first fence.
fn texts() -> impl Strategy<Value = Vec<u8>> {
    let inside = pieces().prop_map(|inside| [b"---\n", &inside[..], b"\n---\n"].concat());
    prop_oneof![prop::collection::vec(any::<u8>(), 0..300), pieces(), inside,]
}

proptest! {
    #[test]
    fn nothing_panics_and_what_is_found_obeys_the_rules(text in texts()) {
        match Frontmatter::parse(&text) {
            Ok(found) => {
                for kept in [&found.name, &found.description].into_iter().chain(&found.requires_apps) {
                    prop_assert!(!kept.is_empty() && kept.trim() == kept);
                }
            }
            Err(error) => prop_assert!(!error.to_string().is_empty() && !error.remedy().is_empty()),
        }
    }

    #[test]
    fn a_file_is_read_as_its_text_is_parsed(text in texts(), padding in 0..9000_usize) {
        let mut text = text;
        text.resize(text.len() + padding, b'#');
        let (read, ..) = read(text.clone());
        let read = read.map_err(|error| error.to_string());
        prop_assert_eq!(read, Frontmatter::parse(&text).map_err(|error| error.to_string()));
    }

    #[test]
    fn what_follows_the_closing_fence_changes_nothing(text in texts(), more in texts()) {
        let fenced = [&text[..], b"\n---\n"].concat();
        if let Ok(found) = Frontmatter::parse(&fenced) {
            let longer = [&fenced[..], &more].concat();
            prop_assert_eq!(Frontmatter::parse(&longer), Ok(found));
        }
    }

    #[test]
    fn every_name_that_is_written_in_quotes_is_required(names in prop::collection::vec("\\PC{1,20}", 1..5)) {
        let quoted: Vec<String> = names.iter().map(|name| format!("'{}'", name.replace('\'', "''"))).collect();
        let text = skill("x", &format!("requires_apps: [{}]", quoted.join(", ")));
        let found = Frontmatter::parse(text.as_bytes());
        if names.iter().any(|name| name.trim().is_empty()) {
            prop_assert!(found.is_err());
        } else {
            let found = found.map_err(|error| TestCaseError::fail(error.to_string()))?.requires_apps;
            for name in &names {
                prop_assert!(found.contains(&name.trim().to_owned()), "{name:?} in {found:?}");
            }
        }
    }

    #[test]
    fn a_gate_that_might_have_been_meant_is_never_left_open(
        before in pieces(),
        key in prop::sample::select(vec![
            "requires_apps", "requires-apps", "require_apps", "required_apps", "requires_app", "requiresApps",
            "Requires_Apps", "REQUIRES APPS", "requires_aps", "reqiures_apps", "requires_applications",
        ]),
        quote in prop::sample::select(vec!["", "'", "\""]),
        value in prop::sample::select(vec![" a", " [a]", " 'a, b'", " ' '", " 5", " { a: b }", "\n    - a", "a", " [a"]),
        parent in prop::sample::select(vec!["", "metadata:\n  ", "metadata:\n  x: y\n  ", "metadata:\n  v:\n    ", "v:\n- ", "v: |\n  w\n  "]),
        after in pieces(),
    ) {
        let gate = format!("{parent}{quote}{key}{quote}:{value}\n");
        let own = parent.is_empty() || parent.starts_with('m');
        let text = [b"---\nname: x\ndescription: y\n", &before[..], b"\n", gate.as_bytes(), &after, b"\n---\n"].concat();
        let plain = format!("---\nname: x\ndescription: y\n{gate}---\n");
        if let Ok(found) = Frontmatter::parse(plain.as_bytes()) {
            prop_assert!(found.requires_apps.contains(&"a".to_owned()) || found.requires_apps.contains(&"a, b".to_owned())
                || (!own && key != "requires_apps"), "{plain}");
        }
        // Whatever stands around it: a block that ends before the gate is another frontmatter.
        let ends_before = String::from_utf8_lossy(&before).lines().any(|line| line.trim_end() == "---");
        // A quote or a bracket that is open makes a text of it, which is no key of anybody.
        let swallows = before.iter().any(|byte| b"'\"[{|#&:".contains(byte)) || !own;
        if !ends_before && !swallows && let Ok(found) = Frontmatter::parse(&text) {
            prop_assert!(!found.requires_apps.is_empty(), "{}", String::from_utf8_lossy(&text));
        }
    }
}
