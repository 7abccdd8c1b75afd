//! The walk over the uninstall registry.

use std::io;
use std::sync::Arc;

use onhand_platform::{Hive, HostResult, RegistryView, UninstallEntry, UninstallValue};
use windows_registry::{CURRENT_USER, Key, LOCAL_MACHINE, OpenOptions};

use super::bounds::Bounds;
use super::children::child_names;
use super::enumerate::ValueBuffer;
use super::value::decode;

const UNINSTALL: &str = r"Software\Microsoft\Windows\CurrentVersion\Uninstall";

/// The entries of each root in the order that `InspectHost` promises. A root that isn't there
/// or that this user may not read has none.
pub(crate) fn uninstall_entries() -> HostResult<Arc<[UninstallEntry]>> {
    let roots = [
        Root::new(Hive::LocalMachine, RegistryView::Bits64),
        Root::new(Hive::LocalMachine, RegistryView::Bits32),
        Root::new(Hive::CurrentUser, RegistryView::Bits64),
    ];
    let mut entries = Vec::new();
    for root in roots {
        entries.extend(root.entries(&Bounds::ROOT)?);
    }
    Ok(entries.into())
}

/// One key of the registry whose children are the entries.
struct Root {
    hive: Hive,
    view: RegistryView,
    path: &'static str,
}

impl Root {
    fn new(hive: Hive, view: RegistryView) -> Self {
        Root {
            hive,
            view,
            path: UNINSTALL,
        }
    }

    /// Its entries, sorted by key name.
    fn entries(&self, bounds: &Bounds) -> io::Result<Vec<UninstallEntry>> {
        let hive = match self.hive {
            Hive::LocalMachine => LOCAL_MACHINE,
            Hive::CurrentUser => CURRENT_USER,
        };
        let root = match self.open(hive, self.path) {
            Ok(root) => root,
            Err(error) if is_skipped(&error) => {
                tracing::debug!(hive = ?self.hive, view = ?self.view, %error, "no uninstall entries");
                return Ok(Vec::new());
            }
            Err(error) => return Err(error),
        };
        let mut buffer = ValueBuffer::new(bounds.value_bytes);
        let mut left = bounds.total_bytes;
        let mut entries = Vec::new();
        for key in child_names(&root, bounds.entries)? {
            let values = self
                .open(&root, &key)
                .and_then(|entry| read_values(&entry, &mut buffer, bounds, &mut left));
            match values {
                Ok(Some(values)) => entries.push(UninstallEntry {
                    hive: self.hive,
                    view: self.view,
                    key,
                    values,
                }),
                Ok(None) => {
                    tracing::warn!(hive = ?self.hive, view = ?self.view, "too much: the rest is left out");
                    break;
                }
                Err(error) => tracing::debug!(key, %error, "uninstall entry left out"),
            }
        }
        Ok(entries)
    }

    /// Opens a key for reading in this root's view. HKCU is one for both.
    fn open(&self, parent: &Key, path: &str) -> io::Result<Key> {
        let mut options: OpenOptions<'_> = parent.options();
        options.read();
        match (self.hive, self.view) {
            (Hive::LocalMachine, RegistryView::Bits64) => options.wow64_64(),
            (Hive::LocalMachine, RegistryView::Bits32) => options.wow64_32(),
            (Hive::CurrentUser, _) => &mut options,
        };
        Ok(options.open(path)?)
    }
}

/// Whether a root that fails so is taken for one without entries.
fn is_skipped(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied
    )
}

/// The key's values, sorted by name; `None` once nothing more may be kept.
fn read_values(
    key: &Key,
    buffer: &mut ValueBuffer,
    bounds: &Bounds,
    left: &mut usize,
) -> io::Result<Option<Vec<(String, UninstallValue)>>> {
    let mut values = Vec::new();
    for index in 0..bounds.values {
        let Some(raw) = buffer.read(key, index)? else {
            break;
        };
        let size = raw.name.len() + raw.data.map_or(0, <[u8]>::len);
        match left.checked_sub(size) {
            Some(rest) => *left = rest,
            None => return Ok(None),
        }
        let value = match raw.data {
            Some(data) => decode(raw.type_code, data),
            None => UninstallValue::Other {
                type_code: raw.type_code,
            },
        };
        match raw.name.into_string() {
            Ok(name) => values.push((name, value)),
            Err(name) => tracing::debug!(?name, "value left out: its name is not Unicode"),
        }
    }
    values.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    Ok(Some(values))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use windows_registry::Type;

    use super::super::denied::Denied;
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

        fn entries(&self, bounds: &Bounds) -> Vec<UninstallEntry> {
            let root = Root {
                path: self.path,
                ..Root::new(Hive::CurrentUser, RegistryView::Bits64)
            };
            root.entries(bounds).expect("reads")
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let removed = CURRENT_USER.remove_tree(self.path);
            assert!(removed.is_ok() || std::thread::panicking(), "{removed:?}");
        }
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
        let root = Root {
            path: r"Software\onhand-test-never-made",
            ..Root::new(Hive::CurrentUser, RegistryView::Bits64)
        };
        assert_eq!(root.entries(&Bounds::ROOT).expect("reads"), []);
    }

    #[test]
    fn a_key_that_this_user_may_not_read_is_left_out_and_no_other() {
        let scratch = Scratch::new("denied");
        for name in ["a", "b", "c"] {
            scratch.key.create(name).expect("creates");
        }
        let denied = Denied::new(&format!(r"{}\b", scratch.path));
        assert_eq!(keys(&scratch.entries(&Bounds::ROOT)), ["a", "c"]);
        drop(denied);
        assert_eq!(keys(&scratch.entries(&Bounds::ROOT)), ["a", "b", "c"]);
    }

    #[test]
    fn a_root_that_this_user_may_not_read_has_no_entries() {
        let scratch = Scratch::new("denied-root");
        scratch.key.create("a").expect("creates");
        let denied = Denied::new(scratch.path);
        assert_eq!(scratch.entries(&Bounds::ROOT), []);
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
}
