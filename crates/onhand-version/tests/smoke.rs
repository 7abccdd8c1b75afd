//! The fixtures, damaged 20,000 times for each reader: none panics or hangs, and what is answered
//! is within its bounds. The damage is the same in each run; a failure names its case.

#![allow(
    clippy::disallowed_methods,
    reason = "the fixtures are files of the repository"
)]

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{self, AtomicU32};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use onhand_declaration::{KindUse, ParameterValue};
use onhand_platform::{
    InspectHost, Operation, Os, Recorded, RootedPath, UninstallEntry, UninstallValue,
};
use onhand_platform_fake::FakeHost;
use onhand_resolver::{Observation, VersionQuery, VersionSource, VersionText};
use onhand_testkit::fixtures;
use onhand_testkit::mutation::{CASES, Mutator};
use onhand_version::compare::{VersionScheme, is_dotted_numeric};
use onhand_version::{PeField, PeResource, PeVersion, Plist, UninstallRegistry};

/// A hang is told rather than waited for. What is fast takes seconds, so only a hang takes that long.
const LONGEST: Duration = Duration::from_secs(300);

/// Asks as many times as there are cases, and gives how often each answer came. Fails with the
/// number of the case that panicked, or that doesn't end.
fn answers(
    mut answer: impl FnMut() -> &'static str + Send + 'static,
) -> BTreeMap<&'static str, u32> {
    let (case, done) = (Arc::new(AtomicU32::new(0)), mpsc::channel());
    let (begun, sender) = (Arc::clone(&case), done.0);
    thread::spawn(move || {
        let mut counts = BTreeMap::new();
        for case in 0..CASES {
            begun.store(case, atomic::Ordering::Relaxed);
            match catch_unwind(AssertUnwindSafe(&mut answer)) {
                Ok(answer) => *counts.entry(answer).or_insert(0) += 1,
                Err(_) => return sender.send(Err(case)),
            }
        }
        sender.send(Ok(counts))
    });
    match done.1.recv_timeout(LONGEST) {
        Ok(Ok(counts)) => counts,
        Ok(Err(case)) => panic!("case {case} panicked, see above"),
        Err(_) => panic!("case {case:?} doesn't end"),
    }
}

/// What was answered, once it is known to be within its bounds.
fn state(version: &Observation<VersionText>) -> &'static str {
    match version {
        Observation::Present(version) => {
            let text = version.as_str();
            assert!(!text.trim().is_empty() && text.len() <= 256, "{text:?}");
            assert!(!text.contains(char::is_control), "{text:?}");
        }
        other => {
            // What a reason quotes of a file is cut.
            let reason = other.reason().unwrap_or_default();
            assert!(!reason.is_empty() && reason.len() < 1000, "{reason:?}");
            assert!(!reason.contains(char::is_control), "{reason:?}");
        }
    }
    version.state()
}

/// The fixtures of a folder whose content is so.
fn samples(folder: &str, is_so: impl Fn(&[u8]) -> bool) -> Vec<Vec<u8>> {
    let files = fixtures::versions(folder).into_iter();
    files
        .map(|file| file.bytes)
        .filter(|bytes| is_so(bytes))
        .collect()
}

/// That each of these was answered often: the damage is neither too small nor too great.
fn assert_all_often(counts: &BTreeMap<&'static str, u32>, answers: &[&str]) {
    for answer in answers {
        let count = counts.get(answer).copied().unwrap_or_default();
        assert!(count >= CASES / 200, "{answer}: {counts:?}");
    }
}

#[test]
fn no_damaged_executable_makes_it_panic() {
    let samples = samples("pe", |bytes| bytes.starts_with(b"MZ"));
    let mut mutator = Mutator::new(samples, &[], 1);
    let path = RootedPath::new(Os::Win32, r"C:\Vendor\vendor.exe").expect("rooted");
    let counts = answers(move || {
        let bytes = mutator.damaged();
        let host = Recorded::new(FakeHost::new(Os::Win32).file(path.as_str(), bytes));
        let kind = KindUse::new("pe_resource");
        let query = VersionQuery::new(&path, &kind);
        let version = PeResource.read(&host, &query);
        assert!(host.count(Operation::Read) <= 48);
        // The same file answers for the product, and for its parts.
        let file = host.open(&path).expect("it is there");
        if let Ok(read) = PeVersion::read(&*file) {
            assert_eq!(read.choose(PeField::File).about(&path), version);
            let _ = state(&read.choose(PeField::Product));
        }
        state(&version)
    });
    assert_all_often(&counts, &["present", "absent", "error"]);
}

/// The version of a bundle with that property list, by each way to ask for it.
fn plist_state(bytes: Vec<u8>) -> &'static str {
    let bundle = RootedPath::new(Os::Darwin, "/Applications/Vendor.app").expect("rooted");
    let host =
        FakeHost::new(Os::Darwin).file("/Applications/Vendor.app/Contents/Info.plist", bytes);
    let read = |kind: KindUse| {
        let query = VersionQuery::new(&bundle, &kind);
        Plist.read(&host, &query)
    };
    let key = ParameterValue::Text("CFBundleVersion".to_owned());
    let _ = state(&read(KindUse::new("plist").with("key", key)));
    state(&read(KindUse::new("plist")))
}

const BINARY: &[u8] = b"bplist";

#[test]
fn no_damaged_xml_property_list_makes_it_panic() {
    const PIECES: &[&[u8]] = &[
        b"<plist>",
        b"</plist>",
        b"<dict>",
        b"</dict>",
        b"<dict/>",
        b"<array>",
        b"</array>",
        b"<key>",
        b"</key>",
        b"<key>CFBundleShortVersionString</key>",
        b"<key>CFBundleVersion</key>",
        b"<string>",
        b"</string>",
        b"<string/>",
        b"<integer>2026</integer>",
        b"<real>",
        b"<true/>",
        b"<key>A</key><true/>",
        b"<!-- 2.3 -->",
        b"<!--",
        b"-->",
        b"<![CDATA[",
        b"]]>",
        b"<?xml version=\"1.0\"?>",
        b"<?",
        b"?>",
        b"<!DOCTYPE plist",
        b"<!ENTITY",
        b"[",
        b"]",
        b"<",
        b">",
        b"/",
        b" ",
        b"2.3",
        b"&amp;",
        b"&#50;",
        b"&#x110000;",
        b"&",
        b";",
        b"\"",
        b"\0",
        b"\xFF\xFE",
        b"\xFE\xFF",
        b"\xEF\xBB\xBF",
        b"UTF-16",
    ];
    let samples = samples("plist", |bytes| !bytes.starts_with(BINARY));
    let mut mutator = Mutator::new(samples, PIECES, 2);
    let counts = answers(move || plist_state(mutator.damaged()));
    assert_all_often(&counts, &["present", "absent", "unavailable", "error"]);
}

#[test]
fn no_damaged_binary_property_list_makes_it_panic() {
    const PIECES: &[&[u8]] = &[
        b"CFBundleShortVersionString",
        b"CFBundleVersion",
        b"bplist00",
        b"\x5F\x10",
        b"\xDF\x13",
        b"\xAF\x12",
        b"\x6F\x11",
        b"\xD1\x01\x02",
        b"\xA1\x00",
        b"\x14",
    ];
    let samples = samples("plist", |bytes| bytes.starts_with(BINARY));
    let mut mutator = Mutator::new(samples, PIECES, 3);
    let counts = answers(move || plist_state(mutator.damaged()));
    assert_all_often(&counts, &["present", "absent", "unavailable", "error"]);
}

/// The entries of the machine of the fixtures.
fn uninstall_entries() -> Vec<UninstallEntry> {
    let machine = fixtures::root().join("machines/versions-windows.yaml");
    let host = FakeHost::from_scenario_file(machine).expect("a machine");
    host.uninstall_entries()
        .expect("a registry")
        .entries
        .clone()
}

/// What stands in the values of the entries.
fn texts(entries: &[UninstallEntry]) -> Vec<Vec<u8>> {
    let values = entries.iter().flat_map(|entry| &entry.values);
    let texts = values.filter_map(|(_, value)| match value {
        UninstallValue::Text(text) => Some(text.as_bytes().to_vec()),
        _ => None,
    });
    texts.collect()
}

#[test]
fn no_damaged_registry_value_makes_it_panic() {
    const PIECES: &[&[u8]] = &[
        b"Plain App",
        b" ",
        b"(x64)",
        b"-",
        b"\"",
        b",0",
        b"C:\\",
        b"\\\\server\\share\\",
        b"..",
        b"\0",
        "\u{a0}ß".as_bytes(),
    ];
    let entries = uninstall_entries();
    let mut mutator = Mutator::new(texts(&entries), PIECES, 4);
    let found = RootedPath::new(Os::Win32, r"C:\Program Files\Held App\app.exe").expect("rooted");
    let counts = answers(move || {
        let mut host = FakeHost::new(Os::Win32);
        let mut names = Vec::new();
        for key in 0..=mutator.chance.below(5) {
            let mut entry = mutator.chance.pick(&entries).clone();
            entry.key = format!("key-{key}");
            for (_, value) in &mut entry.values {
                *value = match mutator.chance.below(8) {
                    0..=2 => UninstallValue::Text(
                        String::from_utf8_lossy(&mutator.damaged()).into_owned(),
                    ),
                    3 => UninstallValue::Number(mutator.chance.number() as u32),
                    4 => UninstallValue::Other {
                        type_code: mutator.chance.number() as u32,
                    },
                    _ => value.clone(),
                };
            }
            names.extend(entry.text("DisplayName").map(str::to_owned));
            host = host.uninstall(entry);
        }
        // The start of a name that is there, or some text.
        let prefix = match mutator.chance.below(3) {
            0 => String::from_utf8_lossy(&mutator.damaged()).into_owned(),
            _ if names.is_empty() => "Plain App".to_owned(),
            _ => {
                let name = mutator.chance.pick(&names).clone();
                let len = mutator.chance.below(name.chars().count() + 1);
                name.chars().take(len).collect()
            }
        };
        let kind = KindUse::new("uninstall_registry")
            .with("display_name_prefix", ParameterValue::Text(prefix));
        let query = VersionQuery::new(&found, &kind);
        let reading = UninstallRegistry.read_with_remarks(&host, &query);
        assert!(reading.remarks.len() <= 8, "{:?}", reading.remarks);
        if let Observation::Present(version) = &reading.version {
            assert!(version.as_str().len() <= 256);
        }
        reading.version.state()
    });
    assert_all_often(&counts, &["present", "absent", "unavailable"]);
}

#[test]
fn no_damaged_version_makes_the_comparison_panic() {
    const PIECES: &[&[u8]] = &[
        b".",
        b"..",
        b"0",
        b"v",
        b"+",
        b"-",
        "٣".as_bytes(),
        &[b'9'; 40],
    ];
    let mut samples = texts(&uninstall_entries());
    for text in ["2.3.0.12594", "v2.3.0+abc", "2.3.0-beta", "7.0.1 (build 5)"] {
        samples.push(text.into());
    }
    let mut mutator = Mutator::new(samples, PIECES, 5);
    let counts = answers(move || {
        let mut text = || String::from_utf8_lossy(&mutator.damaged()).into_owned();
        let (a, b) = (text(), text());
        for scheme in VersionScheme::ALL {
            let (there, back) = (scheme.compare(&a, &b), scheme.compare(&b, &a));
            assert_eq!(there.is_ok(), back.is_ok(), "{a:?} {b:?}");
            if let (Ok(there), Ok(back)) = (there, back) {
                assert_eq!(there, back.reverse(), "{a:?} {b:?}");
                assert_eq!(scheme.compare(&a, &a), Ok(Ordering::Equal), "{a:?}");
            }
        }
        let numeric = VersionScheme::Numeric.compare(&a, &b);
        let strict = VersionScheme::Strict.compare(&a, &b);
        if is_dotted_numeric(&a) && is_dotted_numeric(&b) {
            assert_eq!(numeric, strict, "{a:?} {b:?}");
        }
        match numeric {
            Ok(Ordering::Less) => "less",
            Ok(Ordering::Equal) => "equal",
            Ok(Ordering::Greater) => "greater",
            Err(_) => "not comparable",
        }
    });
    assert_all_often(&counts, &["less", "equal", "greater"]);
}
