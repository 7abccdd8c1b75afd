//! The uninstall registry of the machine.

use onhand_platform::{
    Hive, HostError, HostResult, Os, RegistryView, UninstallEntries, UninstallEntry, UnreadPart,
    UnreadUninstall,
};

use crate::MachineError;

/// The entries, and what of them can't be read.
#[derive(Debug, Clone)]
pub(crate) struct Registry {
    os: Os,
    /// In the order in which they are given.
    entries: Vec<UninstallEntry>,
    /// In the order of their roots.
    unread: Vec<UnreadUninstall>,
}

impl Registry {
    /// An empty one.
    pub(crate) fn new(os: Os) -> Self {
        Registry {
            os,
            entries: Vec::new(),
            unread: Vec::new(),
        }
    }

    /// Adds an entry, in place of one of the same key.
    pub(crate) fn put(&mut self, entry: UninstallEntry) -> Result<(), MachineError> {
        self.check(entry.hive, entry.view, Some(&entry.key))?;
        self.forget(entry.hive, entry.view, &entry.key);
        let at = self
            .entries
            .partition_point(|other| order(other) < order(&entry));
        self.entries.insert(at, entry);
        Ok(())
    }

    /// Keeps a part from being read. One entry is then no longer given; of a root, none is.
    pub(crate) fn put_unread(&mut self, unread: UnreadUninstall) -> Result<(), MachineError> {
        let key = match &unread.part {
            UnreadPart::Entry { key } => key.as_deref(),
            UnreadPart::Value { key } => Some(key.as_str()),
            _ => None,
        };
        self.check(unread.hive, unread.view, key)?;
        if let UnreadPart::Entry { key: Some(key) } = &unread.part {
            self.forget(unread.hive, unread.view, key);
        }
        let root = |of: &UnreadUninstall| (of.hive, of.view);
        self.unread
            .retain(|other| root(other) != root(&unread) || other.part != unread.part);
        let at = self
            .unread
            .partition_point(|other| root(other) <= root(&unread));
        self.unread.insert(at, unread);
        Ok(())
    }

    /// What a host answers.
    pub(crate) fn read(&self) -> HostResult<UninstallEntries> {
        if self.os != Os::Win32 {
            return Err(HostError::Unsupported("the uninstall registry"));
        }
        let is_unread = |entry: &&UninstallEntry| {
            self.unread.iter().any(|unread| {
                unread.part == UnreadPart::Root
                    && (unread.hive, unread.view) == (entry.hive, entry.view)
            })
        };
        let entries = self.entries.iter().filter(|entry| !is_unread(entry));
        Ok(UninstallEntries {
            entries: entries.cloned().collect(),
            unread: self.unread.clone(),
        })
    }

    fn check(&self, hive: Hive, view: RegistryView, key: Option<&str>) -> Result<(), MachineError> {
        if self.os != Os::Win32 {
            return Err(MachineError::WindowsOnly("the uninstall registry"));
        }
        if (hive, view) == (Hive::CurrentUser, RegistryView::Bits32) {
            return Err(MachineError::CurrentUserView);
        }
        match key {
            Some(key) if key.is_empty() || key.contains(['\\', '\0']) => {
                Err(MachineError::RegistryKey(key.to_owned()))
            }
            _ => Ok(()),
        }
    }

    /// Takes away whatever was said of a key.
    fn forget(&mut self, hive: Hive, view: RegistryView, key: &str) {
        let key = key.to_lowercase();
        self.entries
            .retain(|entry| order(entry) != (hive, view, key.clone()));
        self.unread.retain(|unread| {
            let UnreadPart::Entry { key: Some(own) } = &unread.part else {
                return true;
            };
            (unread.hive, unread.view) != (hive, view) || own.to_lowercase() != key
        });
    }
}

/// HKLM 64-bit, HKLM 32-bit, HKCU, and by key name within each; a registry compares names
/// without regard to case.
fn order(entry: &UninstallEntry) -> (Hive, RegistryView, String) {
    (entry.hive, entry.view, entry.key.to_lowercase())
}
