//! Against the registry of this Windows, below roots of our own.

use std::sync::atomic::{AtomicBool, Ordering};

use onhand_platform::UninstallValue;
use windows_registry::Type;

use super::super::denied::Denied;
use super::super::kernel_key::KernelKey;
use super::*;

/// A root of our own below HKCU, gone when dropped.
struct Scratch {
    path: &'static str,
    key: Key,
}

impl Scratch {
    fn new(name: &str) -> Self {
        let path = format!(r"Software\onhand-test-{}-{name}", std::process::id());
        let key = CURRENT_USER.create(&path).expect("HKCU can be written");
        Scratch {
            path: path.leak(),
            key,
        }
    }

    fn read(&self, bounds: &Bounds) -> UninstallEntries {
        read(self.path, bounds)
    }

    fn entries(&self, bounds: &Bounds) -> Vec<UninstallEntry> {
        self.read(bounds).entries
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let removed = CURRENT_USER.remove_tree(self.path);
        assert!(removed.is_ok() || std::thread::panicking(), "{removed:?}");
    }
}

fn read(path: &'static str, bounds: &Bounds) -> UninstallEntries {
    let root = Root {
        path,
        ..Root::new(Hive::CurrentUser, RegistryView::Bits64)
    };
    let mut all = UninstallEntries::default();
    root.read(bounds, &mut all);
    all
}

fn unread(all: &UninstallEntries) -> Vec<String> {
    all.unread.iter().map(ToString::to_string).collect()
}

fn keys(entries: &[UninstallEntry]) -> Vec<&str> {
    entries.iter().map(|entry| entry.key.as_str()).collect()
}

#[test]
fn entries_and_their_values_are_sorted_by_name() {
    let scratch = Scratch::new("sorted");
    for name in ["b", "a", "ä", "{C}", "B2"] {
        let key = scratch.key.create(name).expect("creates");
        key.set_string("z", name).expect("writes");
        key.set_u32("A", 7).expect("writes");
    }
    let entries = scratch.entries(&Bounds::ROOT);
    assert_eq!(keys(&entries), ["B2", "a", "b", "{C}", "ä"]);
    let last = entries.last().expect("five");
    assert_eq!(
        last.values,
        [
            ("A".to_owned(), UninstallValue::Number(7)),
            ("z".to_owned(), UninstallValue::Text("ä".to_owned())),
        ]
    );
}

#[test]
fn a_value_that_is_too_large_keeps_its_name_and_type_only() {
    let scratch = Scratch::new("large");
    let key = scratch.key.create("app").expect("creates");
    let bounds = Bounds {
        value_bytes: 64,
        ..Bounds::ROOT
    };
    let fits = "x".repeat(31);
    let too_long = "x".repeat(32);
    key.set_string("fits", &fits).expect("writes");
    key.set_string("too long", &too_long).expect("writes");
    key.set_bytes("binary", Type::Bytes, &[7; 100_000])
        .expect("writes");
    let entries = scratch.entries(&bounds);
    let entry = entries.first().expect("one");
    assert_eq!(entry.text("fits"), Some(fits.as_str()));
    assert_eq!(
        entry.value("too long"),
        Some(&UninstallValue::Other { type_code: 1 })
    );
    assert_eq!(
        entry.value("binary"),
        Some(&UninstallValue::Other { type_code: 3 })
    );
}

#[test]
fn no_more_entries_values_and_bytes_are_kept_than_the_bounds_allow() {
    let scratch = Scratch::new("many");
    for entry in 0..6 {
        let key = scratch.key.create(format!("{entry}")).expect("creates");
        for value in 0..6 {
            key.set_string(format!("{value}"), "0123456789")
                .expect("writes");
        }
    }
    assert_eq!(scratch.entries(&Bounds::ROOT).len(), 6);
    let few = Bounds {
        entries: 4,
        values: 3,
        ..Bounds::ROOT
    };
    let entries = scratch.entries(&few);
    assert_eq!(entries.len(), 4);
    assert!(entries.iter().all(|entry| entry.values.len() == 3));
    // A value takes 1 byte for its name and 22 for its text.
    let small = Bounds {
        total_bytes: 6 * 23 * 2 + 22,
        ..Bounds::ROOT
    };
    assert_eq!(keys(&scratch.entries(&small)), ["0", "1"]);
}

#[test]
fn a_root_that_is_not_there_has_no_entries() {
    let all = read(r"Software\onhand-test-never-made", &Bounds::ROOT);
    assert_eq!(all, UninstallEntries::default());
}

#[test]
fn what_is_cut_is_said() {
    let scratch = Scratch::new("cut");
    for entry in 0..6 {
        let key = scratch.key.create(format!("{entry}")).expect("creates");
        for value in 0..6 {
            key.set_string(format!("{value}"), "0123456789")
                .expect("writes");
        }
    }
    assert_eq!(scratch.read(&Bounds::ROOT).unread, []);
    let few = Bounds {
        entries: 4,
        values: 3,
        unread: 2,
        ..Bounds::ROOT
    };
    assert_eq!(
        unread(&scratch.read(&few)),
        [
            "HKCU, after the entries that were read: more than 4 are not looked at",
            "HKCU, values of the key `0`: more than 3 are not looked at",
            "HKCU: 3 more",
        ]
    );
    let exact = Bounds {
        entries: 6,
        values: 6,
        ..Bounds::ROOT
    };
    assert_eq!(scratch.read(&exact).unread, []);
    let small = Bounds {
        total_bytes: 6 * 23 * 2 + 22,
        ..Bounds::ROOT
    };
    assert_eq!(
        unread(&scratch.read(&small)),
        ["HKCU, after the entries that were read: more than 298 bytes are not kept"]
    );
}

#[test]
fn an_entry_that_is_stuffed_uses_up_its_own_room_alone() {
    let scratch = Scratch::new("stuffed");
    for name in ["a", "b"] {
        let key = scratch.key.create(name).expect("creates");
        key.set_string("DisplayName", name).expect("writes");
    }
    let stuffed = scratch.key.create("0").expect("creates");
    for value in 0..100 {
        stuffed
            .set_string(format!("A{value}"), "x".repeat(10_000))
            .expect("writes");
    }
    stuffed
        .set_string("DisplayName", "Stuffed")
        .expect("writes");
    let bounds = Bounds {
        total_bytes: 300 * 1024,
        ..Bounds::ROOT
    };
    let all = scratch.read(&bounds);
    assert_eq!(keys(&all.entries), ["0", "a", "b"]);
    assert_eq!(all.entries[0].text("DisplayName"), Some("Stuffed"));
    assert_eq!(
        unread(&all),
        ["HKCU, values of the key `0`: more than 262144 bytes are not kept"]
    );
}

#[test]
fn a_name_of_any_length_and_kind_hides_no_other() {
    let scratch = Scratch::new("names");
    for name in ["a", "z"] {
        let key = scratch.key.create(name).expect("creates");
        key.set_string("DisplayName", name).expect("writes");
        // The longest that a value's name may be, and it comes first.
        key.set_u32("A".repeat(16_383), 1).expect("writes");
        key.set_string("DisplayVersion", "2.3.0").expect("writes");
    }
    // One unit more than the documentation allows, and what is no text.
    let longest = vec![u16::from(b'M'); 256];
    let surrogate = [u16::from(b'N'), 0xD800];
    let nul = [u16::from(b'O'), 0, u16::from(b'P')];
    let _kept = [
        KernelKey::new(&scratch.key, &longest).expect("the kernel takes it"),
        KernelKey::new(&scratch.key, &surrogate).expect("the kernel takes it"),
        KernelKey::new(&scratch.key, &nul).expect("the kernel takes it"),
    ];
    let all = scratch.read(&Bounds::ROOT);
    for entry in all.entries.iter().filter(|entry| entry.key.len() == 1) {
        assert_eq!(entry.text("DisplayName"), Some(entry.key.as_str()));
        assert_eq!(entry.text("DisplayVersion"), Some("2.3.0"));
        assert_eq!(entry.values.len(), 3);
    }
    let mut seen = keys(&all.entries);
    seen.retain(|key| key.len() == 1);
    assert_eq!(seen, ["a", "z"]);
    let said = unread(&all).join("\n");
    assert!(
        said.contains("key `N\u{FFFD}`: not valid Unicode"),
        "{said}"
    );
    assert!(
        said.contains(r"key `O\u{0}P`: its name holds a NUL"),
        "{said}"
    );
    // Whether the longest can be opened is up to the OS; it is read, or said not to be.
    let longest = "M".repeat(256);
    let is_read = all.entries.iter().any(|entry| entry.key == longest);
    assert_ne!(is_read, said.contains("key `MMM"), "{said}");
}

#[test]
fn a_key_that_this_user_may_not_read_is_told_and_hides_no_other() {
    let scratch = Scratch::new("denied");
    for name in ["a", "b", "c"] {
        scratch.key.create(name).expect("creates");
    }
    let denied = Denied::new(&format!(r"{}\b", scratch.path));
    let all = scratch.read(&Bounds::ROOT);
    assert_eq!(keys(&all.entries), ["a", "c"]);
    assert_eq!(unread(&all), ["HKCU, key `b`: permission denied"]);
    drop(denied);
    let all = scratch.read(&Bounds::ROOT);
    assert_eq!(
        (keys(&all.entries), unread(&all)),
        (vec!["a", "b", "c"], vec![])
    );
}

#[test]
fn a_root_that_this_user_may_not_read_is_told_and_hides_no_other() {
    let scratch = Scratch::new("denied-root");
    scratch.key.create("a").expect("creates");
    let other = Scratch::new("open-root");
    other.key.create("b").expect("creates");
    let denied = Denied::new(scratch.path);
    let mut all = scratch.read(&Bounds::ROOT);
    assert_eq!(all.entries, []);
    assert_eq!(unread(&all), ["HKCU: permission denied"]);
    let root = Root {
        path: other.path,
        ..Root::new(Hive::CurrentUser, RegistryView::Bits64)
    };
    root.read(&Bounds::ROOT, &mut all);
    assert_eq!(keys(&all.entries), ["b"]);
    drop(denied);
    assert_eq!(keys(&scratch.entries(&Bounds::ROOT)), ["a"]);
}

#[test]
fn installers_at_work_beside_it_make_an_entry_neither_vanish_nor_double() {
    let scratch = Scratch::new("busy");
    for name in ["b", "m", "y"] {
        scratch.key.create(name).expect("creates");
    }
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let root = CURRENT_USER.create(scratch.path).expect("opens");
            while !done.load(Ordering::Relaxed) {
                for name in ["a", "z"] {
                    root.create(name).expect("creates");
                    root.remove_tree(name).expect("removes");
                }
            }
        });
        let seen: Vec<_> = (0..100).map(|_| scratch.entries(&Bounds::ROOT)).collect();
        done.store(true, Ordering::Relaxed);
        for entries in seen {
            let mut keys = keys(&entries);
            keys.retain(|key| !["a", "z"].contains(key));
            assert_eq!(keys, ["b", "m", "y"]);
        }
    });
}
