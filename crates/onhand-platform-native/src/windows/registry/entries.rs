//! The walk over the uninstall registry.

use std::io;
use std::sync::Arc;

use onhand_platform::{
    Hive, HostError, HostResult, RegistryView, UninstallEntries, UninstallEntry, UnreadPart,
    UnreadReason,
};
use windows_registry::{CURRENT_USER, Key, LOCAL_MACHINE, OpenOptions};

use super::bounds::Bounds;
use super::children::Children;
use super::enumerate::ValueBuffer;
use super::unread::UnreadParts;
use super::values::{Room, read_values};

const UNINSTALL: &str = r"Software\Microsoft\Windows\CurrentVersion\Uninstall";

/// The entries of each root in the order that `InspectHost` promises, and what of it can't be
/// read. No root takes another down, and a root that isn't there has none.
pub(crate) fn uninstall_entries() -> HostResult<Arc<UninstallEntries>> {
    let roots = [
        Root::new(Hive::LocalMachine, RegistryView::Bits64),
        Root::new(Hive::LocalMachine, RegistryView::Bits32),
        Root::new(Hive::CurrentUser, RegistryView::Bits64),
    ];
    let mut all = UninstallEntries::default();
    for root in roots {
        root.read(&Bounds::ROOT, &mut all);
    }
    Ok(Arc::new(all))
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

    /// Adds its entries, sorted by key name, and what of it can't be read.
    fn read(&self, bounds: &Bounds, all: &mut UninstallEntries) {
        let hive = match self.hive {
            Hive::LocalMachine => LOCAL_MACHINE,
            Hive::CurrentUser => CURRENT_USER,
        };
        let mut unread = UnreadParts::new(self.hive, self.view, bounds.unread);
        match self.open(hive, self.path).map_err(HostError::from) {
            Ok(root) => self.read_children(&root, bounds, &mut all.entries, &mut unread),
            Err(HostError::NotFound) => {
                tracing::debug!(hive = ?self.hive, view = ?self.view, "no uninstall entries");
            }
            Err(error) => unread.push((UnreadPart::Root, UnreadReason::Failed(error))),
        }
        all.unread.extend(unread.into_list());
    }

    fn read_children(
        &self,
        root: &Key,
        bounds: &Bounds,
        entries: &mut Vec<UninstallEntry>,
        unread: &mut UnreadParts,
    ) {
        let children = Children::of(root, bounds);
        for part in children.unread {
            unread.push(part);
        }
        let mut buffer = ValueBuffer::new(bounds.value_bytes);
        let mut left = bounds.total_bytes;
        for key in children.names {
            let entry = match self.open(root, &key).map_err(HostError::from) {
                Ok(entry) => entry,
                // It has vanished meanwhile, or is a link that leads nowhere.
                Err(HostError::NotFound) => continue,
                Err(error) => {
                    let part = UnreadPart::Entry { key: Some(key) };
                    unread.push((part, UnreadReason::Failed(error)));
                    continue;
                }
            };
            let mut room = Room::new(bounds.entry_bytes, left);
            let read = read_values(&entry, &mut buffer, bounds, &mut room);
            if room.is_all_used() {
                unread.push((UnreadPart::Rest, UnreadReason::TooLarge(bounds.total_bytes)));
                break;
            }
            left -= room.used();
            if let Some(reason) = read.unread {
                let part = UnreadPart::Value { key: key.clone() };
                unread.push((part, reason));
            }
            entries.push(UninstallEntry {
                hive: self.hive,
                view: self.view,
                key,
                values: read.values,
            });
        }
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

#[cfg(test)]
mod tests;
