//! What Windows has beside files and folders: the uninstall registry.

use std::path::Path;
use std::process::Command;
use std::thread;

use onhand_testkit::program;
use serde_json::Value;
use windows_registry::{CURRENT_USER, Key, LOCAL_MACHINE, Type};

use super::folders::Folders;
use crate::PROGRAM;
use crate::case::Case;
use crate::machine::{Entry, Hive};

const UNINSTALL: &str = r"Software\Microsoft\Windows\CurrentVersion\Uninstall";

/// Entries of the uninstall registry, each the key that holds it and its name there.
#[derive(Default)]
pub(super) struct Special {
    entries: Vec<(Key, String)>,
}

impl Special {
    pub(super) fn new(case: &Case, _: &mut Folders<'_>) -> Self {
        let machine = case.machine();
        // Wine makes no links, and refuses an administrator nothing.
        assert!(machine.symlinks.is_empty() && machine.faults.is_empty());
        let mut special = Special::default();
        for entry in &machine.uninstall {
            assert!(entry.key.contains(case.name()), "{} is not ours", entry.key);
            special.put(entry);
        }
        special
    }

    fn put(&mut self, entry: &Entry) {
        let open = |parent: &Key, path: &str| {
            let mut options = parent.options();
            options.read().write().create();
            match (entry.hive, entry.view) {
                (Hive::Hklm, None | Some(64)) => options.wow64_64().open(path),
                (Hive::Hklm, Some(32)) => options.wow64_32().open(path),
                (Hive::Hkcu, None) => options.open(path),
                (hive, view) => panic!("{hive:?} has no view {view:?}"),
            }
            .expect("this user may install here")
        };
        let root = open(
            match entry.hive {
                Hive::Hklm => LOCAL_MACHINE,
                Hive::Hkcu => CURRENT_USER,
            },
            UNINSTALL,
        );
        let key = open(&root, &entry.key);
        self.entries.push((root, entry.key.clone()));
        for (name, value) in &entry.values {
            set(&key, name, value).expect("writes");
        }
    }
}

/// A text, a number, or `{ type_code: NUMBER }`: a byte that claims that type. A text that names a
/// variable has the type that asks its reader to fill it in.
fn set(key: &Key, name: &str, value: &Value) -> windows_registry::Result<()> {
    let number = |value: &Value| {
        let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
        number.expect("32 bits")
    };
    match value {
        Value::String(text) if text.contains('%') => key.set_expand_string(name, text),
        Value::String(text) => key.set_string(name, text),
        Value::Object(other) => key.set_bytes(name, Type::Other(number(&other["type_code"])), &[7]),
        value => key.set_u32(name, number(value)),
    }
}

impl Drop for Special {
    fn drop(&mut self) {
        let remove = |(root, name): &(Key, String)| root.remove_tree(name);
        // All are tried before one that failed is told.
        let removed: Vec<_> = self.entries.iter().map(remove).collect();
        assert!(
            removed.iter().all(Result::is_ok) || thread::panicking(),
            "{removed:?}"
        );
    }
}

/// The program.
pub(super) fn command(case: &Case, args: &[&str]) -> Command {
    program::command(Path::new(PROGRAM), &case.folder(), args)
}
