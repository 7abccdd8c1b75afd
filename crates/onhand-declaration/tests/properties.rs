//! What holds of every text and of all data, near the grammar and far from it.

#![allow(
    clippy::disallowed_methods,
    reason = "the properties start from files of the repository"
)]

mod corpus;
mod near;

use std::collections::BTreeSet;

use corpus::{cases, parse};
use onhand_declaration::{
    Node, ParsedFile, Parser, Presence, Problem, Requirements, RuleCode, VersionScheme, Vocabulary,
};
use onhand_platform::Os;
use proptest::prelude::*;
use proptest::sample::{Index, select, subsequence};

/// Every problem can be shown, and a declaration comes out only where nothing is wrong with it.
fn check(parsed: &ParsedFile) -> Result<(), TestCaseError> {
    prop_assert!(parsed.problems.len() <= 201);
    for problem in &parsed.problems {
        prop_assert!(!problem.message.is_empty(), "{:?}", problem);
        prop_assert!(!problem.rule.code().is_empty());
        let hint = problem.hint.as_deref().unwrap_or_default();
        for shown in [&problem.path, &problem.message, hint] {
            prop_assert!(!shown.contains(char::is_control), "{:?}", problem);
            prop_assert!(shown.len() < 4_000, "{:?}", problem);
        }
    }
    let names: BTreeSet<&str> = parsed
        .declarations
        .iter()
        .map(|named| named.name.as_str())
        .collect();
    prop_assert_eq!(names.len(), parsed.declarations.len());
    let has_error = parsed.problems.iter().any(Problem::is_error);
    prop_assert!(has_error || !parsed.declarations.is_empty());
    for named in &parsed.declarations {
        let declaration = &named.declaration;
        prop_assert!(declaration.min_version().is_none() || declaration.requires_app());
        prop_assert!(!declaration.requires_app() || declaration.apps().count() > 0);
        for (os, app) in declaration.apps() {
            prop_assert!(app.locations.iter().all(|location| location.os() == os));
            prop_assert!(!app.locations.is_empty());
            prop_assert!(declaration.min_version().is_none() || !app.version.is_none());
        }
    }
    Ok(())
}

/// Every place lies in the text, and its lines, columns and bytes agree.
fn check_places(text: &[u8], parsed: &ParsedFile) -> Result<(), TestCaseError> {
    for problem in &parsed.problems {
        let Some(span) = problem.span else { continue };
        prop_assert!(span.start + span.len <= text.len(), "{:?}", problem);
        let before = std::str::from_utf8(&text[..span.start]);
        prop_assert!(before.is_ok(), "{:?}", problem);
        let shown = std::str::from_utf8(&text[span.start..span.start + span.len]);
        prop_assert!(shown.is_ok(), "{:?}", problem);
        prop_assert!(span.line >= 1 && span.column >= 1);
    }
    Ok(())
}

fn file(node: &Node) -> ParsedFile {
    Parser::new(&Vocabulary::standard()).file(node, "stem")
}

/// The bytes of a valid file with some of them changed.
fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let texts: Vec<Vec<u8>> = cases("valid").into_iter().map(|case| case.text).collect();
    let splice = prop_oneof![
        any::<u8>().prop_map(|byte| vec![byte]),
        select(&b"{}[],:&*!|>'\"%@`#?-~ \n\r\t\\0a"[..]).prop_map(|byte| vec![byte]),
        near::text().prop_map(String::into_bytes),
    ];
    let splices = prop::collection::vec((any::<Index>(), 0_usize..20, splice), 1..4);
    (select(texts), splices).prop_map(|(mut text, splices)| {
        for (at, length, bytes) in splices {
            let start = at.index(text.len() + 1);
            let end = (start + length).min(text.len());
            text.splice(start..end, bytes);
        }
        text
    })
}

/// What one OS of a declaration says.
#[derive(Debug, Clone)]
struct Fact {
    os: Os,
    presence: Presence,
    location: &'static str,
    /// A kind that takes no parameter that it must have.
    kind: &'static str,
}

fn fact(os: Os) -> impl Strategy<Value = Fact> {
    let (locations, kind): (&'static [&'static str], _) = match os {
        Os::Win32 => (
            &[
                "C:/v/v.exe",
                r"c:\v\v.exe",
                "%ProgramFiles(x86)%/v.exe",
                "~/v 100%.exe",
            ],
            "pe_resource",
        ),
        Os::Darwin => (
            &["/Applications/V.app", "~/V.app", "${HOME}/V: a.app"],
            "plist",
        ),
        Os::Linux => (&["/opt/v/v", "$HOME/v", r"/opt/a\b # c", "~"], "none"),
    };
    (select(&Presence::ALL[..]), select(locations)).prop_map(move |(presence, location)| Fact {
        os,
        presence,
        location,
        kind,
    })
}

proptest! {
    #[test]
    fn no_bytes_make_it_panic(text in prop::collection::vec(any::<u8>(), 0..400)) {
        let parsed = parse(&text);
        check(&parsed)?;
        check_places(&text, &parsed)?;
    }

    #[test]
    fn no_text_of_punctuation_makes_it_panic(
        text in r#"[\[\]{}:,?&*!|>'"%@`#$~/<=\\ \n\r\ta-c0-9.é\u{feff}\u{85}\u{2028}-]{0,200}"#
    ) {
        let parsed = parse(text.as_bytes());
        check(&parsed)?;
        check_places(text.as_bytes(), &parsed)?;
    }

    #[test]
    fn a_damaged_file_is_told_of_or_still_good(text in damaged()) {
        let parsed = parse(&text);
        check(&parsed)?;
        check_places(&text, &parsed)?;
    }

    #[test]
    fn no_data_makes_it_panic(node in near::node()) {
        check(&file(&node))?;
    }

    #[test]
    fn no_change_to_a_valid_file_makes_it_panic(node in near::changed()) {
        let parsed = file(&node);
        check(&parsed)?;
        // The same data as one declaration: `name` and `servers` are no keys of it.
        let alone = Parser::new(&Vocabulary::standard()).declaration(&node);
        let has_error = alone.problems.iter().any(Problem::is_error);
        prop_assert_eq!(alone.declaration.is_none(), has_error);
    }

    #[test]
    fn what_is_written_comes_out_as_it_was_written(
        systems in subsequence(Os::ALL.to_vec(), 1..=3),
        facts in (fact(Os::Win32), fact(Os::Darwin), fact(Os::Linux)),
        min_version in "(0|[1-9][0-9]{0,40})(\\.[0-9]{1,5}){0,4}",
        scheme in select(&VersionScheme::ALL[..]),
        name in "[^\\p{Cc}]{0,20}[a-z]",
    ) {
        let facts: Vec<Fact> = [facts.0, facts.1, facts.2]
            .into_iter()
            .filter(|fact| systems.contains(&fact.os))
            .collect();
        let versioned = facts.iter().all(|fact| fact.kind != "none");
        let app: serde_json::Map<String, serde_json::Value> = facts
            .iter()
            .map(|fact| {
                let system = serde_json::json!({
                    "presence": fact.presence.as_str(),
                    "location": fact.location,
                    "version": { "kind": fact.kind },
                });
                (fact.os.to_string(), system)
            })
            .collect();
        let mut requires = serde_json::json!({ "app": true, "version_scheme": scheme.as_str() });
        if versioned {
            requires["min_version"] = min_version.clone().into();
        }
        let json = serde_json::json!({ "name": name, "app": app, "requires": requires });

        let decoded: Node = serde_json::from_value(json.clone()).expect("JSON decodes");
        let parsed = file(&decoded);
        prop_assert_eq!(&parsed.problems, &[]);
        prop_assert_eq!(&parsed.declarations[0].name, &name);
        let declaration = &parsed.declarations[0].declaration;
        prop_assert!(declaration.requires_app());
        prop_assert_eq!(declaration.min_version(), versioned.then_some(min_version.as_str()));
        prop_assert_eq!(declaration.version_scheme(), Some(scheme));
        prop_assert_eq!(declaration.apps().count(), facts.len());
        for fact in &facts {
            let app = declaration.app_for(fact.os).expect("it was written");
            prop_assert_eq!(app.presence, fact.presence);
            prop_assert_eq!(app.locations[0].as_str(), fact.location);
            prop_assert_eq!(app.version.kind(), fact.kind);
            prop_assert!(app.liveness.is_none());
        }

        // JSON is YAML: the text says the same as the data, in one line and in many.
        for text in [json.to_string(), format!("{json:#}")] {
            prop_assert_eq!(&parse(text.as_bytes()).declarations, &parsed.declarations);
        }
    }
}
