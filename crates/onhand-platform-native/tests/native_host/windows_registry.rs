//! The uninstall registry of this Windows. Each test writes a key of its own, which shows in no
//! list of applications since it has no `DisplayName`, and removes it again.

use onhand_platform::{
    Hive, InspectHost, LocateHost, RegistryView, UninstallEntry, UninstallValue,
};
use onhand_platform_native::NativeHost;
use windows_registry::{CURRENT_USER, Key, LOCAL_MACHINE, Type};

const UNINSTALL: &str = r"Software\Microsoft\Windows\CurrentVersion\Uninstall";

/// A key in the uninstall registry, gone when dropped.
struct Installed {
    name: String,
    root: Key,
    key: Key,
}

impl Installed {
    /// `Err` where this user may not write there.
    fn new(hive: Hive, view: RegistryView, name: &str) -> windows_registry::Result<Self> {
        let parent = match hive {
            Hive::LocalMachine => LOCAL_MACHINE,
            Hive::CurrentUser => CURRENT_USER,
        };
        let open = |parent: &Key, path: &str| {
            let mut options = parent.options();
            options.read().write().create();
            match (hive, view) {
                (Hive::LocalMachine, RegistryView::Bits32) => options.wow64_32().open(path),
                (Hive::LocalMachine, RegistryView::Bits64) => options.wow64_64().open(path),
                _ => options.open(path),
            }
        };
        let name = format!("onhand-test-{}-{name}", std::process::id());
        let root = open(parent, UNINSTALL)?;
        let key = open(&root, &name)?;
        Ok(Installed { name, root, key })
    }

    /// What the host makes of it, once for each root that it finds it in.
    fn found(&self) -> Vec<UninstallEntry> {
        let registry = NativeHost::new().uninstall_entries().expect("reads");
        registry
            .entries
            .iter()
            .filter(|entry| entry.key == self.name)
            .cloned()
            .collect()
    }
}

impl Drop for Installed {
    fn drop(&mut self) {
        let removed = self.root.remove_tree(&self.name);
        assert!(removed.is_ok() || std::thread::panicking(), "{removed:?}");
    }
}

#[test]
fn what_an_installer_wrote_is_read() {
    let app = Installed::new(Hive::CurrentUser, RegistryView::Bits64, "values");
    let app = app.expect("HKCU can be written");
    let key = &app.key;
    key.set_string("Publisher", "Vendör 日本 🦀")
        .expect("writes");
    key.set_expand_string("Path", r"%ProgramFiles%\Vendör")
        .expect("writes");
    key.set_u32("EstimatedSize", 0xFFFF_FFFF).expect("writes");
    key.set_u64("Quad", 7).expect("writes");
    key.set_multi_string("Many", &["a", "b"]).expect("writes");
    key.set_bytes("Binary", Type::Bytes, &[1, 2, 3])
        .expect("writes");
    // As a careless installer writes them; the crate's own types see to the terminator.
    let text = Type::Other(1);
    let number = Type::Other(4);
    key.set_bytes("Odd", text, &[0x41]).expect("writes");
    key.set_bytes("Surrogate", text, &[0x00, 0xD8, 0, 0])
        .expect("writes");
    key.set_bytes("Bare", text, &[0x41, 0]).expect("writes");
    key.set_bytes("Rest", text, &[0x41, 0, 0, 0, 0x42, 0])
        .expect("writes");
    key.set_bytes("Untyped", Type::Other(0), &[0x41, 0])
        .expect("writes");
    key.set_bytes("Short", number, &[1, 2]).expect("writes");
    key.set_string("Blank", "").expect("writes");
    key.set_string("", "the unnamed value").expect("writes");

    let found = app.found();
    assert_eq!(found.len(), 1);
    let entry = &found[0];
    assert_eq!(entry.hive, Hive::CurrentUser);
    assert_eq!(entry.view, RegistryView::Bits64);
    let text = |text: &str| UninstallValue::Text(text.to_owned());
    let other = |type_code| UninstallValue::Other { type_code };
    let expected = [
        ("", text("the unnamed value")),
        ("Bare", text("A")),
        ("Binary", other(3)),
        ("Blank", text("")),
        ("EstimatedSize", UninstallValue::Number(0xFFFF_FFFF)),
        ("Many", other(7)),
        ("Odd", other(1)),
        ("Path", text(r"%ProgramFiles%\Vendör")),
        ("Publisher", text("Vendör 日本 🦀")),
        ("Quad", other(11)),
        ("Rest", text("A")),
        ("Short", other(4)),
        ("Surrogate", other(1)),
        ("Untyped", other(0)),
    ];
    let expected = expected.map(|(name, value)| (name.to_owned(), value));
    assert_eq!(entry.values, expected);
    assert_eq!(entry.text("PUBLISHER"), Some("Vendör 日本 🦀"));
}

#[test]
fn an_entry_without_values_is_an_entry() {
    let app = Installed::new(Hive::CurrentUser, RegistryView::Bits64, "empty");
    let app = app.expect("HKCU can be written");
    let found = app.found();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].values, []);
}

#[test]
fn an_entry_that_is_gone_is_not_remembered() {
    let app = Installed::new(Hive::CurrentUser, RegistryView::Bits64, "gone");
    let app = app.expect("HKCU can be written");
    assert_eq!(app.found().len(), 1);
    app.root.remove_tree(&app.name).expect("removes");
    assert_eq!(app.found(), []);
    app.root.create(&app.name).expect("for the drop to remove");
}

/// Only an administrator may write to HKLM.
#[test]
fn the_two_views_of_hklm_are_told_apart_and_come_before_hkcu() {
    let roots = [
        (Hive::LocalMachine, RegistryView::Bits64),
        (Hive::LocalMachine, RegistryView::Bits32),
        (Hive::CurrentUser, RegistryView::Bits64),
    ];
    let mut apps = Vec::new();
    for (number, (hive, view)) in (0..).zip(roots) {
        let app = Installed::new(hive, view, "views");
        let app = app.expect("this test is run by an administrator");
        app.key.set_u32("Root", number).expect("writes");
        apps.push(app);
    }
    let found: Vec<_> = apps[0]
        .found()
        .into_iter()
        .map(|entry| (entry.hive, entry.view, entry.value("Root").cloned()))
        .collect();
    let expected = (0..)
        .zip(roots)
        .map(|(number, (hive, view))| (hive, view, Some(UninstallValue::Number(number))))
        .collect::<Vec<_>>();
    assert_eq!(found, expected);
}

#[test]
fn the_entries_of_each_root_are_sorted_by_name() {
    let host = NativeHost::new();
    let app = |name| {
        Installed::new(Hive::CurrentUser, RegistryView::Bits64, name).expect("HKCU can be written")
    };
    let _apps = [app("sorted-b"), app("sorted-a"), app("sorted-C")];
    let registry = host.uninstall_entries().expect("reads");
    let entries = &registry.entries;
    let place = |entry: &UninstallEntry| (entry.hive, entry.view, entry.key.clone());
    assert!(entries.is_sorted_by_key(place), "{entries:?}");
    assert_eq!(host.os(), onhand_platform::Os::Win32);
}

/// A name of 256 units, one more than the documentation allows: this user's own root holds it, and
/// every root is read all the same.
#[test]
fn a_key_of_the_longest_name_hides_no_root() {
    let app = Installed::new(
        Hive::CurrentUser,
        RegistryView::Bits64,
        "beside-the-longest",
    );
    let app = app.expect("HKCU can be written");
    app.key.set_string("Publisher", "Vendor").expect("writes");
    let longest = format!("{}-", app.name).repeat(8)[..256].to_owned();
    // Where this Windows takes no such name, it can do no harm.
    let made = app.root.create(&longest);
    let machine = Installed::new(
        Hive::LocalMachine,
        RegistryView::Bits64,
        "beside-the-longest",
    );
    let found = app.found();
    if made.is_ok() {
        app.root.remove_tree(&longest).expect("removes");
    }
    assert!(
        found
            .iter()
            .any(|entry| entry.text("Publisher") == Some("Vendor"))
    );
    // Only an administrator may write to HKLM.
    if machine.is_ok() {
        assert_eq!(found.len(), 2, "{found:?}");
    }
}
