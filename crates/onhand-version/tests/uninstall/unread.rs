//! What can't be read of the registry hides nothing else, and is told where it matters.

use onhand_platform::{
    Hive, HostError, Os, RegistryView, UnreadPart, UnreadReason, UnreadUninstall,
};
use onhand_platform_fake::FakeHost;
use onhand_resolver::VersionReading;

use super::{FOUND, ask, entry};

fn unread(hive: Hive, part: UnreadPart) -> UnreadUninstall {
    UnreadUninstall {
        hive,
        view: RegistryView::Bits64,
        part,
        reason: UnreadReason::Failed(HostError::PermissionDenied),
    }
}

fn key(key: &str) -> UnreadPart {
    UnreadPart::Entry {
        key: Some(key.to_owned()),
    }
}

fn read(host: FakeHost) -> VersionReading {
    ask(&host, "Vendor App")
}

fn machine() -> FakeHost {
    FakeHost::new(Os::Win32)
}

#[test]
fn a_root_or_an_entry_that_can_not_be_read_hides_no_other() {
    for part in [
        UnreadPart::Root,
        UnreadPart::Rest,
        key("bad"),
        UnreadPart::Entry { key: None },
        UnreadPart::More(3),
    ] {
        let host = machine()
            .uninstall(entry("a", "Vendor App", "2.3.0"))
            .uninstall_unread(unread(Hive::CurrentUser, part.clone()));
        let reading = read(host);
        assert_eq!(reading.version.to_string(), "2.3.0", "{part:?}");
        assert_eq!(reading.remarks.len(), 2, "{part:?}: {:?}", reading.remarks);
        assert!(
            reading.remarks[1].starts_with("not all of the uninstall registry could be read: HKCU"),
            "{:?}",
            reading.remarks
        );
    }
}

#[test]
fn what_could_not_have_changed_the_answer_is_not_told() {
    let host = machine()
        .uninstall(entry("a", "Vendor App", "2.3.0").with("InstallLocation", FOUND))
        .uninstall(entry("other", "Other App", "1"))
        .uninstall_unread(unread(Hive::CurrentUser, UnreadPart::Root));
    assert_eq!(read(host.clone()).remarks.len(), 1);
    let value = |key: &str| {
        let key = key.to_owned();
        unread(Hive::LocalMachine, UnreadPart::Value { key })
    };
    let host = host.uninstall_unread(value("other"));
    assert_eq!(read(host.clone()).remarks.len(), 1);
    // Of the chosen one, a value that counts may be missing.
    let remarks = read(host.uninstall_unread(value("a"))).remarks;
    assert!(remarks[1].contains("values of the key `a`"), "{remarks:?}");
}

#[test]
fn nobody_can_know_that_an_entry_is_missing_where_not_all_was_read() {
    let hidden = machine().uninstall_unread(unread(Hive::LocalMachine, key("{A}")));
    let reading = read(hidden);
    assert_eq!(reading.version.state(), "unavailable");
    assert_eq!(
        reading.remarks,
        [
            "not all of the uninstall registry could be read: HKLM (64-bit), key `{A}`: permission \
             denied"
        ]
    );
    let value = UnreadPart::Value {
        key: "other".to_owned(),
    };
    let whole = machine()
        .uninstall(entry("other", "Other App", "1"))
        .uninstall_unread(unread(Hive::LocalMachine, value));
    assert_eq!(read(whole).version.state(), "absent");
}

#[test]
fn an_entry_whose_name_could_not_be_read_may_have_been_the_one() {
    let nameless =
        onhand_platform::UninstallEntry::new(Hive::LocalMachine, RegistryView::Bits64, "nameless");
    let value = UnreadPart::Value {
        key: "nameless".to_owned(),
    };
    let host = machine()
        .uninstall(nameless)
        .uninstall_unread(unread(Hive::LocalMachine, value));
    let remarks = read(host).remarks;
    assert!(
        remarks[0].contains("values of the key `nameless`"),
        "{remarks:?}"
    );
}

#[test]
fn much_that_can_not_be_read_is_told_in_part() {
    let bad = |number: usize| {
        unread(
            Hive::CurrentUser,
            key(&format!("{number}{}", "x".repeat(9_000))),
        )
    };
    let host = (0..50).map(bad).fold(
        machine().uninstall(entry("a", "Vendor App", "1")),
        |host, part| host.uninstall_unread(part),
    );
    let remarks = read(host).remarks;
    assert_eq!(remarks.len(), 2);
    assert!(remarks[1].ends_with("; 47 more"), "{}", remarks[1]);
    assert!(remarks[1].len() < 600, "{} bytes", remarks[1].len());
}
