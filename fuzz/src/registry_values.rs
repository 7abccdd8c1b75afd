//! The target `registry_values`.

use std::cmp::Ordering;

use onhand_declaration::{KindUse, ParameterValue};
use onhand_platform::{
    Hive, Operation, Os, Recorded, RegistryView, RootedPath, UninstallEntry, UninstallValue,
};
use onhand_platform_fake::FakeHost;
use onhand_resolver::{Observation, VersionQuery, VersionReading, VersionSource};
use onhand_version::UninstallRegistry;
use onhand_version::compare::VersionScheme;

use super::told::{MAX_LINE, expect_line, expect_version_or_reason};

/// Takes lines: the declared prefix, the path of the application, then entries.
///
/// ```text
/// Vendor App
/// C:\Program Files\Vendor\App\app.exe
/// [64]                          an entry of HKLM, 64-bit; or [32], or [user]
/// DisplayName=Vendor App 2.3    a text
/// VersionMajor#2                a number
/// Version!3                     a value of the type 3
/// ```
///
/// - It costs one call, with remarks and without, and answers the same.
/// - A version is one that an entry tells whose `DisplayName` starts with the prefix; it is absent
///   where there is no such entry, and only there.
/// - Entries of other names change nothing; the order of entries changes no version but to one that
///   is equal.
pub fn registry_values(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut lines = text.split('\n');
    let prefix = lines.next().unwrap_or_default();
    let found = lines
        .next()
        .and_then(|line| RootedPath::new(Os::Win32, line).ok())
        .unwrap_or_else(|| RootedPath::new(Os::Win32, r"C:\App\app.exe").expect("it is a path"));
    let entries = entries(lines);

    let reading = read(&entries, prefix, &found);
    let version = &reading.version;
    expect_version_or_reason(version);
    assert!(reading.remarks.len() <= 3, "{:?}", reading.remarks);
    for remark in &reading.remarks {
        expect_line(remark, MAX_LINE);
    }

    let mut matches: Vec<UninstallEntry> = entries
        .into_iter()
        .filter(|entry| {
            let name = entry.text("DisplayName");
            name.is_some_and(|name| name.starts_with(prefix))
        })
        .collect();
    match version {
        Observation::Present(version) => assert!(
            matches
                .iter()
                .flat_map(told)
                .any(|told| told == version.as_str()),
            "nobody tells {version}"
        ),
        Observation::Absent(_) => assert!(matches.is_empty()),
        Observation::Unavailable(_) => assert!(!matches.is_empty()),
        other => panic!("{other}"),
    }
    if matches.is_empty() {
        return;
    }
    let alone = read(&matches, prefix, &found).version;
    assert_eq!(alone.state(), version.state());
    assert_eq!(alone.present(), version.present());
    matches.reverse();
    let reversed = read(&matches, prefix, &found).version;
    assert_eq!(reversed.state(), version.state());
    if let (Some(a), Some(b)) = (version.present(), reversed.present()) {
        let order = VersionScheme::Numeric.compare(a.as_str(), b.as_str());
        assert_eq!(order, Ok(Ordering::Equal), "{a} and {b}");
    }
}

fn read(entries: &[UninstallEntry], prefix: &str, found: &RootedPath) -> VersionReading {
    let mut machine = FakeHost::new(Os::Win32);
    for (index, entry) in entries.iter().enumerate() {
        // The machine orders entries by key, and keeps one of each.
        let mut entry = entry.clone();
        entry.key = format!("{index:06}");
        machine = machine.uninstall(entry);
    }
    let host = Recorded::new(machine);
    let prefix = ParameterValue::Text(prefix.to_owned());
    let kind = KindUse::new("uninstall_registry").with("display_name_prefix", prefix);
    let query = VersionQuery::new(found, &kind);
    let reading = UninstallRegistry.read_with_remarks(&host, &query);
    assert_eq!(host.count(Operation::UninstallEntries), 1);
    assert_eq!(host.calls().len(), 1);
    assert_eq!(UninstallRegistry.read(&host, &query), reading.version);
    reading
}

/// At most so many entries are described, so that one text stays cheap.
const MAX_ENTRIES: usize = 64;

fn entries<'t>(lines: impl Iterator<Item = &'t str>) -> Vec<UninstallEntry> {
    let mut entries: Vec<UninstallEntry> = Vec::new();
    for line in lines {
        let root = match line {
            "[64]" => Some((Hive::LocalMachine, RegistryView::Bits64)),
            "[32]" => Some((Hive::LocalMachine, RegistryView::Bits32)),
            "[user]" => Some((Hive::CurrentUser, RegistryView::Bits64)),
            _ => None,
        };
        if let Some((hive, view)) = root {
            if entries.len() == MAX_ENTRIES {
                break;
            }
            entries.push(UninstallEntry::new(hive, view, "key"));
        } else if let Some((name, value)) = value(line)
            && let Some(entry) = entries.pop()
        {
            entries.push(entry.with(name, value));
        }
    }
    entries
}

/// A name and a value; the first sign says of which type.
fn value(line: &str) -> Option<(&str, UninstallValue)> {
    let at = line.find(['=', '#', '!'])?;
    let (name, rest) = (&line[..at], &line[at + 1..]);
    let value = match &line[at..=at] {
        "=" => UninstallValue::Text(rest.to_owned()),
        "#" => UninstallValue::Number(rest.parse().ok()?),
        _ => UninstallValue::Other {
            type_code: rest.parse().ok()?,
        },
    };
    Some((name, value))
}

/// Every version that an entry can be read to tell.
fn told(entry: &UninstallEntry) -> Vec<String> {
    let number = |name| match entry.value(name) {
        Some(UninstallValue::Number(number)) => Some(*number),
        _ => None,
    };
    let display = entry.text("DisplayVersion");
    let display = display.map(|text| text.trim_end_matches('\0').trim().to_owned());
    let pair = number("VersionMajor").zip(number("VersionMinor"));
    let packed = number("Version").map(u32::to_be_bytes);
    display
        .into_iter()
        .chain(pair.map(|(major, minor)| format!("{major}.{minor}")))
        .chain(packed.map(|[major, minor, high, low]| {
            format!("{major}.{minor}.{}", u16::from_be_bytes([high, low]))
        }))
        .collect()
}
