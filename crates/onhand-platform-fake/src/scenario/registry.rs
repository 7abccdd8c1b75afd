//! An entry of the uninstall registry, or what of it can't be read.

use std::collections::HashSet;

use onhand_platform::{
    Hive, HostError, RegistryView, UninstallEntry, UninstallValue, UnreadPart, UnreadReason,
    UnreadUninstall,
};

use super::document::{Node, Value};
use super::fields::{Fields, Shape};
use super::mistake::{Attempt, MistakeKind};
use crate::Fault;

const ENTRY: Shape = Shape {
    name: "an uninstall entry",
    wanted: "a mapping that describes an uninstall entry",
    keys: &["hive", "view", "key", "values", "unread"],
};
const HIVES: &[&str] = &["hklm", "hkcu"];
const UNREAD: &[&str] = &["permission_denied", "io_error", "not_unicode"];

const VALUE: Shape = Shape {
    name: "a registry value",
    wanted: "a text, a whole number or `{ type_code: NUMBER }`",
    keys: &["type_code"],
};

/// What an element of the list describes.
pub(super) enum Described {
    Entry(UninstallEntry),
    Unread(UnreadUninstall),
}

impl Described {
    /// Its root, and its key where it is not the root itself.
    pub(super) fn place(&self) -> (Hive, RegistryView, Option<&str>) {
        match self {
            Described::Entry(entry) => (entry.hive, entry.view, Some(&entry.key)),
            Described::Unread(unread) => {
                let key = match &unread.part {
                    UnreadPart::Entry { key } => key.as_deref(),
                    _ => None,
                };
                (unread.hive, unread.view, key)
            }
        }
    }
}

/// `{ hive, view?, key?, values? }` or `{ hive, view?, key?, unread }`. The view is 64 where none
/// is given. The key is the display name where none is given; of what is unread, the whole root.
pub(super) fn described(node: Node) -> Attempt<Described> {
    let mut fields = Fields::of(node, ENTRY)?;
    let hive = match fields.require("hive")?.word("hive", HIVES)? {
        "hklm" => Hive::LocalMachine,
        _ => Hive::CurrentUser,
    };
    let view = match fields.take("view") {
        None => RegistryView::Bits64,
        Some(node) => {
            let at = node.at;
            let (what, range) = ("view", "64 or 32");
            match node.number(what, range)? {
                64_u32 => RegistryView::Bits64,
                32 => RegistryView::Bits32,
                _ => return Err(at.mistake(MistakeKind::OutOfRange { what, range })),
            }
        }
    };
    let key = fields
        .take("key")
        .map(|node| node.text("the name of a registry key"))
        .transpose()?;
    match fields.take("unread") {
        None => entry(fields, hive, view, key).map(Described::Entry),
        Some(node) => {
            if fields.take("values").is_some() {
                let (one, other) = ("values", "unread");
                return Err(node.at.mistake(MistakeKind::Exclusive { one, other }));
            }
            let error = match node.word("reason", UNREAD)? {
                "permission_denied" => HostError::PermissionDenied,
                "io_error" => Fault::io_error(),
                _ => HostError::NotUnicode,
            };
            Ok(Described::Unread(UnreadUninstall {
                hive,
                view,
                part: match key {
                    None => UnreadPart::Root,
                    key => UnreadPart::Entry { key },
                },
                reason: UnreadReason::Failed(error),
            }))
        }
    }
}

fn entry(
    mut fields: Fields,
    hive: Hive,
    view: RegistryView,
    key: Option<String>,
) -> Attempt<UninstallEntry> {
    let mut entry = UninstallEntry::new(hive, view, key.unwrap_or_default());
    if let Some(node) = fields.take("values") {
        let mut names = HashSet::new();
        for (name, node) in node.map("a mapping from names to registry values")? {
            if !names.insert(name.name.to_ascii_lowercase()) {
                return Err(name.at.mistake(MistakeKind::RepeatedKey(name.name)));
            }
            entry.values.push((name.name, value(node)?));
        }
        entry.values.sort_by(|(a, _), (b, _)| a.cmp(b));
    }
    if entry.key.is_empty() {
        let missing = MistakeKind::MissingKey {
            key: "key",
            within: "an uninstall entry without a `DisplayName`",
        };
        let name = entry.text("DisplayName").map(str::to_owned);
        entry.key = name.ok_or_else(|| fields.at.mistake(missing))?;
    }
    Ok(entry)
}

fn value(node: Node) -> Attempt<UninstallValue> {
    const DWORD: (&str, &str) = ("REG_DWORD", "a whole number from 0 to 4294967295");
    Ok(match node.value {
        Value::Text(_) | Value::Bool(_) => UninstallValue::Text(node.text(VALUE.wanted)?),
        // A version that YAML read as a number, `2.3`, would lose its spelling.
        Value::Number(ref number) if number.is_f64() => {
            return Err(node.at.mistake(MistakeKind::WrongType {
                wanted: VALUE.wanted,
                found: "a number with a fraction",
                quote: true,
            }));
        }
        Value::Number(_) => UninstallValue::Number(node.number(DWORD.0, DWORD.1)?),
        _ => {
            let type_code = Fields::of(node, VALUE)?.require("type_code")?;
            let type_code = type_code.number("type code", DWORD.1)?;
            UninstallValue::Other { type_code }
        }
    })
}
