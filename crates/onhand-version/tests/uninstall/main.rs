//! Which entry of the uninstall registry counts, and what it says.

use onhand_declaration::{KindUse, Node, ParameterValue, Parser};
use onhand_platform::{
    Hive, Operation, Os, Recorded, RegistryView, RootedPath, UninstallEntry, UninstallValue,
};
use onhand_platform_fake::FakeHost;
use onhand_resolver::{
    Evaluator, Observation, Resolvers, VersionQuery, VersionReading, VersionSource,
};
use onhand_version::UninstallRegistry;
use proptest::prelude::*;

mod folder;
mod unread;

const FOUND: &str = r"C:\Program Files\Vendor\Vendor App\Server.exe";

fn entry(key: &str, name: &str, version: &str) -> UninstallEntry {
    UninstallEntry::new(Hive::LocalMachine, RegistryView::Bits64, key)
        .with("DisplayName", name)
        .with("DisplayVersion", version)
}

fn ask(host: &dyn onhand_platform::InspectHost, prefix: &str) -> VersionReading {
    ask_at(host, FOUND, prefix)
}

fn ask_at(host: &dyn onhand_platform::InspectHost, found: &str, prefix: &str) -> VersionReading {
    let found = RootedPath::new(Os::Win32, found).expect("it is a path");
    let prefix = ParameterValue::Text(prefix.to_owned());
    let kind = KindUse::new("uninstall_registry").with("display_name_prefix", prefix);
    UninstallRegistry.read_with_remarks(host, &VersionQuery::new(&found, &kind))
}

fn read(entries: impl IntoIterator<Item = UninstallEntry>) -> VersionReading {
    read_at(FOUND, entries)
}

fn read_at(found: &str, entries: impl IntoIterator<Item = UninstallEntry>) -> VersionReading {
    let host = entries
        .into_iter()
        .fold(FakeHost::new(Os::Win32), FakeHost::uninstall);
    ask_at(&host, found, "Vendor App")
}

fn version(entries: impl IntoIterator<Item = UninstallEntry>) -> String {
    read(entries).version.to_string()
}

#[test]
fn the_prefix_is_plain_and_keeps_case() {
    assert_eq!(version([entry("a", "Vendor App", "1.0")]), "1.0");
    assert_eq!(version([entry("a", "Vendor App 2", "2.0")]), "2.0");
    for name in [
        "vendor app",
        "Vendor  App",
        "My Vendor App",
        "Vendor.App",
        "Vendor Ap",
    ] {
        let reading = read([entry("a", name, "1.0")]);
        assert_eq!(
            reading.version,
            Observation::Absent(
                "the uninstall registry has no entry whose `DisplayName` starts with `Vendor App`"
                    .into()
            ),
            "{name}"
        );
    }
}

#[test]
fn what_an_installer_wrote_is_told_in_part_and_can_not_drive_a_terminal() {
    let hostile = format!("Vendor App\u{1b}[2J\r\n{}", "x".repeat(10_000));
    let other = format!("{hostile} Beta");
    let told = |entries: Vec<UninstallEntry>, prefix: &str| {
        let host = entries
            .into_iter()
            .fold(FakeHost::new(Os::Win32), FakeHost::uninstall);
        let reading = ask(&host, prefix);
        let reason = reading.version.reason().map(str::to_owned);
        reading
            .remarks
            .into_iter()
            .chain(reason)
            .collect::<Vec<_>>()
    };
    let nothing = UninstallEntry::new(Hive::LocalMachine, RegistryView::Bits64, "n");
    for (entries, prefix) in [
        (vec![entry("a", &hostile, "1")], "Vendor App"),
        (
            vec![entry("a", &hostile, "1"), entry("b", &other, "1")],
            "Vendor App",
        ),
        (
            vec![nothing.with("DisplayName", hostile.as_str())],
            "Vendor App",
        ),
        (vec![entry("a", &hostile, "1")], "vendor app"),
        (vec![], &hostile),
    ] {
        let told = told(entries, prefix);
        assert!(!told.is_empty());
        for text in told {
            assert!(!text.contains(char::is_control), "{text:?}");
            assert!(text.len() < 1_000, "{} bytes", text.len());
        }
    }
}

#[test]
fn a_near_miss_is_named() {
    for name in ["vendor app 2.3", "Vendor  App", "VENDOR\tAPP"] {
        let remarks = read([entry("key", name, "1.0"), entry("b", "Other", "1")]).remarks;
        assert_eq!(remarks.len(), 1, "{name}");
        assert!(
            remarks[0].contains("`key` differs from the prefix only in case"),
            "{remarks:?}"
        );
    }
    assert_eq!(
        read([entry("a", "Vender App", "1.0")]).remarks,
        Vec::<String>::new()
    );
}

#[test]
fn the_folder_that_holds_the_application_decides_first() {
    let elsewhere = entry("a", "Vendor App", "9.0").with("InstallLocation", r"D:\Other");
    let here = entry("b", "Vendor App Beta", "1.0")
        .with("InstallLocation", r"C:\Program Files\Vendor\Vendor App\");
    assert_eq!(version([elsewhere.clone(), here]), "1.0");

    let icon = entry("c", "Vendor App Beta", "2.0").with(
        "DisplayIcon",
        r#""C:\Program Files\Vendor\Vendor App\Server.exe",0"#,
    );
    assert_eq!(version([elsewhere.clone(), icon]), "2.0");

    // The root of a drive holds everything, thus tells nothing; still it is not elsewhere.
    let root = entry("d", "Vendor App Beta", "3.0").with("InstallLocation", r"C:\");
    assert_eq!(version([elsewhere, root]), "3.0");
}

#[test]
fn an_exact_name_stands_before_a_variant_and_that_before_a_word() {
    let exact = entry("a", "Vendor App", "1.0");
    let variant = entry("b", "Vendor App (x64)", "2.0");
    let word = entry("c", "Vendor App Beta", "3.0");
    assert_eq!(version([word.clone(), variant.clone(), exact]), "1.0");
    assert_eq!(version([word.clone(), variant]), "2.0");
    assert_eq!(version([word]), "3.0");
}

#[test]
fn the_highest_version_stands_first_among_equals() {
    assert_eq!(
        version([
            entry("a", "Vendor App 2.9", "2.9"),
            entry("b", "Vendor App 2.10", "2.10"),
            entry("c", "Vendor App 2.1", "2.1"),
        ]),
        "2.10"
    );
    let silent = UninstallEntry::new(Hive::LocalMachine, RegistryView::Bits64, "0")
        .with("DisplayName", "Vendor App");
    assert_eq!(version([silent, entry("a", "Vendor App", "0.1")]), "0.1");
}

#[test]
fn every_hive_and_view_is_read() {
    for (hive, view) in [
        (Hive::LocalMachine, RegistryView::Bits64),
        (Hive::LocalMachine, RegistryView::Bits32),
        (Hive::CurrentUser, RegistryView::Bits64),
    ] {
        let entry = UninstallEntry::new(hive, view, "a")
            .with("DisplayName", "Vendor App")
            .with("DisplayVersion", "1.0");
        assert_eq!(version([entry]), "1.0");
    }
}

#[test]
fn entries_that_are_alike_keep_the_order_of_hives_and_views() {
    let entry = |hive, view| {
        UninstallEntry::new(hive, view, "a")
            .with("DisplayName", "Vendor App")
            .with("DisplayVersion", "1.0")
    };
    let all = || {
        [
            entry(Hive::CurrentUser, RegistryView::Bits64),
            entry(Hive::LocalMachine, RegistryView::Bits32),
            entry(Hive::LocalMachine, RegistryView::Bits64),
        ]
    };
    for (count, chosen) in [(3, "HKLM (64-bit)"), (2, "HKLM (32-bit)"), (1, "HKCU")] {
        let remarks = read(all().into_iter().take(count)).remarks;
        assert!(remarks[0].contains(chosen), "{remarks:?}");
    }
}

#[test]
fn a_match_by_nothing_but_the_start_of_its_name_is_said() {
    let remarks = read([entry("a", "Vendor App Viewer", "9.0")]).remarks;
    assert!(
        remarks[1].starts_with("it may be another product"),
        "{remarks:?}"
    );
}

#[test]
fn two_products_that_cant_be_told_apart_are_said() {
    let remarks = read([
        entry("a", "Vendor App Viewer 1.0", "1.0"),
        entry("b", "Vendor App Editor 2.0", "2.0"),
    ])
    .remarks;
    assert_eq!(remarks.len(), 2, "{remarks:?}");
    assert!(
        remarks[1].starts_with("it may be another product"),
        "{remarks:?}"
    );
    assert!(
        remarks[1].contains("`Vendor App Viewer 1.0`"),
        "{remarks:?}"
    );

    // Two releases of one product are none.
    let releases = [
        entry("a", "Vendor App 1.0", "1.0"),
        entry("b", "Vendor App 2.0 (x64)", "2.0"),
    ];
    assert_eq!(read(releases).remarks.len(), 1);

    // Nor are products of different classes.
    let classes = [
        entry("a", "Vendor App", "1.0"),
        entry("b", "Vendor App Beta", "2.0"),
    ];
    assert_eq!(read(classes).remarks.len(), 1);

    let publishers = [
        entry("a", "Vendor App", "1.0").with("Publisher", "Vendor"),
        entry("b", "Vendor App", "2.0").with("Publisher", "Somebody else"),
    ];
    assert_eq!(read(publishers).remarks.len(), 2);
}

#[test]
fn the_values_count_in_their_order() {
    let bare = || {
        UninstallEntry::new(Hive::CurrentUser, RegistryView::Bits64, "a")
            .with("DisplayName", "Vendor App")
    };
    let parts = || bare().with("VersionMajor", 2).with("VersionMinor", 3);
    let packed = || bare().with("Version", 0x0203_3132);
    assert_eq!(version([parts().with("DisplayVersion", "9.1")]), "9.1");
    assert_eq!(version([parts().with("Version", 0x0900_0000)]), "2.3");
    let zeros = packed().with("VersionMajor", 0).with("VersionMinor", 0);
    assert_eq!(version([zeros]), "2.3.12594");
    assert_eq!(version([packed()]), "2.3.12594");
    assert_eq!(version([packed().with("VersionMajor", 7)]), "2.3.12594");
    for zeros in ["0", "0.0.0", "0.0.0.0", "0, 0, 0, 0"] {
        assert_eq!(version([parts().with("DisplayVersion", zeros)]), "2.3");
    }
    for silent in [
        bare(),
        bare().with("Version", 0),
        bare().with("DisplayVersion", "0.0"),
    ] {
        assert_eq!(
            version([silent]),
            "unavailable: the entry `Vendor App` of HKCU, key `a` states no version"
        );
    }
}

#[test]
fn a_value_of_another_type_is_passed_over_and_never_ends_the_scan() {
    let odd = || UninstallValue::Other { type_code: 7 };
    let wrong = entry("a", "Vendor App", "1.0")
        .with("DisplayVersion", odd())
        .with("VersionMajor", "2")
        .with("VersionMinor", "3")
        .with("Version", 0x0400_0000);
    assert_eq!(version([wrong]), "4.0.0");
    for bad in ["", "  ", "1\u{1}0", &"9".repeat(300)] {
        let entry = entry("a", "Vendor App", bad)
            .with("VersionMajor", 2)
            .with("VersionMinor", 3);
        assert_eq!(version([entry]), "2.3", "{bad:?}");
    }
    let nameless = entry("0", "x", "9.0").with("DisplayName", odd());
    assert_eq!(version([nameless, entry("a", "Vendor App", "1.0")]), "1.0");
}

#[test]
fn what_the_system_hides_counts() {
    let hidden = entry("a", "Vendor App", "1.0").with("SystemComponent", 1);
    assert_eq!(version([hidden]), "1.0");
}

#[test]
fn it_costs_one_call() {
    let host = Recorded::new(FakeHost::new(Os::Win32).uninstall(entry("a", "Vendor App", "1.0")));
    assert_eq!(ask(&host, "Vendor App").version.to_string(), "1.0");
    let calls: Vec<Operation> = host.calls().iter().map(|call| call.operation).collect();
    assert_eq!(calls, [Operation::UninstallEntries]);
}

#[test]
fn a_pass_reads_the_registry_once_however_many_ask() {
    let host = Recorded::new(
        FakeHost::new(Os::Win32)
            .file(FOUND, "")
            .uninstall(entry("a", "Vendor App", "2.3.0"))
            .uninstall(entry("b", "Other App", "1.0")),
    );
    let resolvers = Resolvers::new().with_version(UninstallRegistry);
    let pass = Evaluator::new(&host, &resolvers).pass();
    for (prefix, offerable) in [("Vendor App", true), ("Other App", false), ("Vendor", true)] {
        let node = serde_json::json!({
            "app": { "win32": {
                "presence": "executable",
                "location": FOUND,
                "version": { "kind": "uninstall_registry", "display_name_prefix": prefix },
            } },
            "requires": { "app": true, "min_version": "2.0" },
        });
        let node: Node = serde_json::from_value(node).expect("it decodes");
        let parsed = Parser::new(resolvers.vocabulary()).declaration(&node);
        let declaration = parsed.declaration.expect("it is valid");
        assert_eq!(
            pass.availability(&declaration).offerable(),
            offerable,
            "{prefix}"
        );
    }
    assert_eq!(host.count(Operation::UninstallEntries), 1);
    assert_eq!(host.count(Operation::Stat), 1);
}

#[test]
fn another_os_has_no_such_registry() {
    assert_eq!(
        ask(&FakeHost::new(Os::Linux), "Vendor App")
            .version
            .to_string(),
        "unavailable: the uninstall registry is not known on this OS"
    );
}

fn any_value() -> impl Strategy<Value = UninstallValue> {
    prop_oneof![
        any::<String>().prop_map(UninstallValue::Text),
        "(Vendor App|vendor app|Vendor App Beta|Vendor App) ?[0-9(-]{0,3}"
            .prop_map(UninstallValue::Text),
        "[Cc]:[/\\\\]Program Files[/\\\\]?[A-Za-z ]{0,8}".prop_map(UninstallValue::Text),
        any::<u32>().prop_map(UninstallValue::Number),
        any::<u32>().prop_map(|type_code| UninstallValue::Other { type_code }),
    ]
}

fn any_entry() -> impl Strategy<Value = UninstallEntry> {
    let name = prop::sample::select(vec![
        "DisplayName",
        "DisplayVersion",
        "VersionMajor",
        "VersionMinor",
        "Version",
        "InstallLocation",
        "DisplayIcon",
        "Publisher",
        "SystemComponent",
    ]);
    let values = prop::collection::vec((name, any_value()), 0..8);
    ("[a-z]{1,4}", values).prop_map(|(key, values)| {
        values.into_iter().fold(
            UninstallEntry::new(Hive::LocalMachine, RegistryView::Bits64, key),
            |entry, (name, value)| entry.with(name, value),
        )
    })
}

proptest! {
    #[test]
    fn no_registry_panics_and_every_version_is_of_a_match(
        entries in prop::collection::vec(any_entry(), 0..6),
    ) {
        let matching = entries
            .iter()
            .filter(|entry| entry.text("DisplayName").is_some_and(|name| name.starts_with("Vendor App")))
            .count();
        // Of two entries with one key a registry has the later one alone.
        let entries = entries.into_iter().enumerate().map(|(index, mut entry)| {
            entry.key = format!("{index}{}", entry.key);
            entry
        });
        let reading = read(entries);
        // Those that lie elsewhere are none; of another name are none either, but in the folder.
        if matches!(reading.version, Observation::Absent(_)) {
            prop_assert!(reading.remarks.len() <= 4);
        } else {
            let by_folder = reading.remarks.iter().any(|remark| remark.contains("though its name"));
            let reason = reading.version.reason().unwrap_or_default();
            prop_assert!(matching > 0 || by_folder || reason.contains("whose folder"));
        }
    }

    #[test]
    fn the_order_of_entries_in_a_hive_plays_no_part(
        mut entries in prop::collection::vec(
            ("Vendor App( Beta| 2| \\(x64\\)|)", "[1-9]\\.[0-9]"), 1..6,
        ),
    ) {
        let made = |entries: &[(String, String)]| version(
            entries.iter().enumerate().map(|(key, (name, version))| {
                entry(&key.to_string(), name, version)
            }),
        );
        let before = made(&entries);
        entries.reverse();
        prop_assert_eq!(before, made(&entries));
    }
}
