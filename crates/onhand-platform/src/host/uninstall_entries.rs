//! The uninstall registry of Windows: its entries, and what of it could not be read.

use std::fmt;

use super::HostError;

/// A root of the Windows registry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hive {
    /// `HKEY_LOCAL_MACHINE`: installed for everybody.
    LocalMachine,
    /// `HKEY_CURRENT_USER`: installed for this user.
    CurrentUser,
}

/// Which of the two registries of a 64-bit Windows a key stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RegistryView {
    /// Written by 64-bit installers.
    Bits64,
    /// Written by 32-bit installers (`WOW6432Node`).
    Bits32,
}

/// What the uninstall registry holds, as far as it could be read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct UninstallEntries {
    /// The entries in the order HKLM 64-bit, HKLM 32-bit, HKCU, and by key name within each.
    pub entries: Vec<UninstallEntry>,
    /// What could not be read, in the order of the roots. A root that isn't there is not among
    /// it, nor is an entry that vanished meanwhile: nothing is missing then.
    pub unread: Vec<UnreadUninstall>,
}

/// A part of the uninstall registry that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadUninstall {
    /// The root.
    pub hive: Hive,
    /// The view. HKCU has only one, given as 64-bit.
    pub view: RegistryView,
    /// What of it.
    pub part: UnreadPart,
    /// Why.
    pub reason: UnreadReason,
}

/// What of a root could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnreadPart {
    /// All of it.
    Root,
    /// What comes after the entries that are given. Which entries these are is not known.
    Rest,
    /// One entry.
    Entry {
        /// The name of its key, with `U+FFFD` for what is not Unicode; `None` where even that
        /// could not be read.
        key: Option<String>,
    },
    /// A value of an entry that is given without it, or the values after a bound.
    Value {
        /// The name of the entry's key.
        key: String,
    },
    /// More such parts than are listed one by one: this many.
    More(usize),
}

/// Why a part of the uninstall registry could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnreadReason {
    /// The OS gave an error.
    #[error(transparent)]
    Failed(HostError),
    /// The name holds a NUL: asking for it would open another key.
    #[error("its name holds a NUL")]
    NulInName,
    /// There are more keys or values than are looked at.
    #[error("more than {0} are not looked at")]
    TooMany(u32),
    /// There is more in it than is kept.
    #[error("more than {0} bytes are not kept")]
    TooLarge(usize),
    /// See [`UnreadPart::More`].
    #[error("not listed one by one")]
    NotListed,
}

impl UnreadUninstall {
    /// Whether entries may be missing by it, and not values of one alone.
    #[must_use]
    pub fn hides_entries(&self) -> bool {
        !matches!(self.part, UnreadPart::Value { .. })
    }
}

impl fmt::Display for UnreadUninstall {
    /// `HKCU: permission denied`; ``HKLM (32-bit), key `{A}`: not valid Unicode``. Names are cut and
    /// escaped.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let root = root_name(self.hive, self.view);
        let name = |key: &str| crate::excerpt(key, 60);
        let reason = &self.reason;
        match &self.part {
            UnreadPart::Root => write!(f, "{root}: {reason}"),
            UnreadPart::Rest => write!(f, "{root}, after the entries that were read: {reason}"),
            UnreadPart::Entry { key: None } => write!(f, "{root}, one key: {reason}"),
            UnreadPart::Entry { key: Some(key) } => {
                write!(f, "{root}, key `{}`: {reason}", name(key))
            }
            UnreadPart::Value { key } => {
                write!(f, "{root}, values of the key `{}`: {reason}", name(key))
            }
            UnreadPart::More(count) => write!(f, "{root}: {count} more"),
        }
    }
}

/// A root as people know it: `HKLM (64-bit)`, `HKLM (32-bit)`, `HKCU`.
fn root_name(hive: Hive, view: RegistryView) -> &'static str {
    match (hive, view) {
        (Hive::LocalMachine, RegistryView::Bits64) => "HKLM (64-bit)",
        (Hive::LocalMachine, RegistryView::Bits32) => "HKLM (32-bit)",
        (Hive::CurrentUser, _) => "HKCU",
    }
}

/// One application in the uninstall registry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UninstallEntry {
    /// The root.
    pub hive: Hive,
    /// The view. HKCU has only one, given as 64-bit.
    pub view: RegistryView,
    /// The name of its key: a product code, or whatever the installer chose.
    pub key: String,
    /// Its values in order of name. A value of a type that onhand has no use for is
    /// [`UninstallValue::Other`].
    pub values: Vec<(String, UninstallValue)>,
}

impl UninstallEntry {
    /// An entry without values.
    #[must_use]
    pub fn new(hive: Hive, view: RegistryView, key: impl Into<String>) -> Self {
        UninstallEntry {
            hive,
            view,
            key: key.into(),
            values: Vec::new(),
        }
    }

    /// The same entry with one value more, or with another value of that name.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl Into<UninstallValue>) -> Self {
        let name = name.into();
        self.values
            .retain(|(other, _)| !other.eq_ignore_ascii_case(&name));
        let at = self.values.partition_point(|(other, _)| *other < name);
        self.values.insert(at, (name, value.into()));
        self
    }

    /// Its root as people know it: `HKLM (64-bit)`, `HKLM (32-bit)`, `HKCU`.
    #[must_use]
    pub fn root_name(&self) -> &'static str {
        root_name(self.hive, self.view)
    }

    /// The value of that name; registry names ignore case.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&UninstallValue> {
        self.values
            .iter()
            .find(|(key, _)| key.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    }

    /// The text of that name, if it is a text.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.value(name)? {
            UninstallValue::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// A value in the registry.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum UninstallValue {
    /// `REG_SZ` or `REG_EXPAND_SZ`, without its terminator. Not expanded.
    Text(String),
    /// `REG_DWORD`.
    Number(u32),
    /// Another type, or bytes that don't fit the type that they claim.
    Other {
        /// The registry's number of that type.
        type_code: u32,
    },
}

impl From<&str> for UninstallValue {
    fn from(text: &str) -> Self {
        UninstallValue::Text(text.to_owned())
    }
}

impl From<u32> for UninstallValue {
    fn from(number: u32) -> Self {
        UninstallValue::Number(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_keeps_its_values_in_order_of_name_and_one_for_each_name() {
        let entry = UninstallEntry::new(Hive::CurrentUser, RegistryView::Bits64, "App")
            .with("Publisher", "Vendor")
            .with("displayname", "Old")
            .with("EstimatedSize", 12_u32)
            .with("DisplayName", "App");
        let names: Vec<_> = entry.values.iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["DisplayName", "EstimatedSize", "Publisher"]);
        assert_eq!(entry.text("DISPLAYNAME"), Some("App"));
        assert_eq!(entry.text("EstimatedSize"), None);
    }

    #[test]
    fn what_could_not_be_read_is_told_in_part_and_can_not_drive_a_terminal() {
        let unread = |part, reason| UnreadUninstall {
            hive: Hive::CurrentUser,
            view: RegistryView::Bits64,
            part,
            reason,
        };
        let denied = || UnreadReason::Failed(HostError::PermissionDenied);
        for (unread, said) in [
            (
                unread(UnreadPart::Root, denied()),
                "HKCU: permission denied",
            ),
            (
                unread(UnreadPart::Rest, UnreadReason::TooMany(10_000)),
                "HKCU, after the entries that were read: more than 10000 are not looked at",
            ),
            (
                unread(UnreadPart::Entry { key: None }, denied()),
                "HKCU, one key: permission denied",
            ),
            (
                unread(UnreadPart::More(7), UnreadReason::NotListed),
                "HKCU: 7 more",
            ),
        ] {
            assert_eq!(unread.to_string(), said);
        }
        let hostile = format!("\u{1b}[2J{}", "x".repeat(10_000));
        let entry = unread(
            UnreadPart::Entry { key: Some(hostile) },
            UnreadReason::NulInName,
        );
        let said = entry.to_string();
        assert!(
            !said.contains(char::is_control) && said.len() < 200,
            "{said}"
        );
    }
}
