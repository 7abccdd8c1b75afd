//! An entry of the uninstall registry, or what of it can't be read.

use std::collections::HashSet;

use onhand_document::{DocumentRule, Field, Fields, Report, Value, keys_hint, shown};
use onhand_platform::{
    Hive, HostError, RegistryView, UninstallEntry, UninstallValue, UnreadPart, UnreadReason,
    UnreadUninstall,
};

use super::rule::ScenarioRule;
use crate::Fault;

const ENTRY_KEYS: [&str; 5] = ["hive", "view", "key", "values", "unread"];
const VALUE_KEYS: [&str; 1] = ["type_code"];

/// What an element of the list describes.
pub(super) enum Uninstall {
    Entry(UninstallEntry),
    Unread(UnreadUninstall),
}

impl Uninstall {
    /// Its root, and its key where it is not the root itself.
    pub(super) fn place(&self) -> (Hive, RegistryView, Option<&str>) {
        match self {
            Uninstall::Entry(entry) => (entry.hive, entry.view, Some(&entry.key)),
            Uninstall::Unread(unread) => {
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
pub(super) fn uninstall(field: &Field<'_>, report: &mut Report<ScenarioRule>) -> Option<Uninstall> {
    let mark = report.mark();
    let hint = || keys_hint(&ENTRY_KEYS);
    let mut fields = Fields::read(field.node, &field.place, "an uninstall entry", hint, report)?;
    let hive = hive(&mut fields, report);
    let view = match fields.take("view") {
        None => Some(RegistryView::Bits64),
        Some(field) => view(&field, report),
    };
    let key = fields
        .take("key")
        .and_then(|field| field.text(report).map(str::to_owned));
    let values = fields.take("values");
    let unread = fields.take("unread");
    if let (Some(unread), Some(values)) = (&unread, &values) {
        unread.exclude(values, ScenarioRule::Exclusive, report);
    }
    fields.deny_rest(&ENTRY_KEYS, report);
    let described = match unread {
        Some(unread) => {
            let error = failure(&unread, report);
            Uninstall::Unread(UnreadUninstall {
                hive: hive?,
                view: view?,
                part: match key {
                    None => UnreadPart::Root,
                    key => UnreadPart::Entry { key },
                },
                reason: UnreadReason::Failed(error?),
            })
        }
        None => {
            let values = values.map_or_else(Vec::new, |field| self::values(&field, report));
            let mut entry = UninstallEntry::new(hive?, view?, key.unwrap_or_default());
            entry.values = values;
            if entry.key.is_empty() {
                let Some(name) = entry.text("DisplayName").map(str::to_owned) else {
                    report.add(
                        ScenarioRule::KeyMissing,
                        &field.place,
                        "an uninstall entry without a `DisplayName` needs a `key`",
                    );
                    return None;
                };
                entry.key = name;
            }
            Uninstall::Entry(entry)
        }
    };
    (!report.errors_since(mark)).then_some(described)
}

fn hive(fields: &mut Fields<'_>, report: &mut Report<ScenarioRule>) -> Option<Hive> {
    let words = ["hklm", "hkcu"];
    let hint = || "write `hklm` or `hkcu`".to_owned();
    let field = fields.require("hive", ScenarioRule::KeyMissing, hint, report)?;
    let word = field.word("hive", &words, ScenarioRule::UnknownWord, report)?;
    Some(match word {
        "hklm" => Hive::LocalMachine,
        _ => Hive::CurrentUser,
    })
}

fn view(field: &Field<'_>, report: &mut Report<ScenarioRule>) -> Option<RegistryView> {
    let number: u64 = field.number("64 or 32", ScenarioRule::OutOfRange, report)?;
    match number {
        64 => Some(RegistryView::Bits64),
        32 => Some(RegistryView::Bits32),
        _ => {
            let message = format!("{number} is not a view of the registry");
            report.add_with_hint(
                ScenarioRule::OutOfRange,
                &field.place,
                message,
                "write 64 or 32",
            );
            None
        }
    }
}

/// Why something can't be read.
fn failure(field: &Field<'_>, report: &mut Report<ScenarioRule>) -> Option<HostError> {
    let words = ["permission_denied", "io_error", "not_unicode"];
    let word = field.word("reason", &words, ScenarioRule::UnknownWord, report)?;
    Some(match word {
        "permission_denied" => HostError::PermissionDenied,
        "io_error" => Fault::io_error(),
        _ => HostError::NotUnicode,
    })
}

fn values(field: &Field<'_>, report: &mut Report<ScenarioRule>) -> Vec<(String, UninstallValue)> {
    let hint = || "its keys are names of registry values, its values theirs".to_owned();
    let fields = Fields::read_named(field.node, &field.place, "`values`", hint, report);
    let mut names = HashSet::new();
    let mut values = Vec::new();
    for field in fields.into_iter().flat_map(|mut fields| fields.take_rest()) {
        if !names.insert(field.key.to_ascii_lowercase()) {
            let message = format!(
                "`{}` appears here twice: upper and lower case are the same here",
                shown(field.key)
            );
            report.add(DocumentRule::DuplicateKey, &field.key_place, message);
        }
        if let Some(value) = value(&field, report) {
            values.push((field.key.to_owned(), value));
        }
    }
    values.sort_by(|(a, _), (b, _)| a.cmp(b));
    values
}

fn value(field: &Field<'_>, report: &mut Report<ScenarioRule>) -> Option<UninstallValue> {
    const DWORD: &str = "a whole number from 0 to 4294967295";
    match &field.node.value {
        Value::Text(_) | Value::Bool(_) => field
            .text(report)
            .map(|text| UninstallValue::Text(text.to_owned())),
        // A version that YAML read as a number, `2.3`, would lose its spelling.
        Value::Number(number) if number.as_i64().is_none() && number.as_u64().is_none() => field
            .text(report)
            .map(|text| UninstallValue::Text(text.to_owned())),
        Value::Number(_) => {
            let number = field.number(DWORD, ScenarioRule::OutOfRange, report)?;
            Some(UninstallValue::Number(number))
        }
        _ => {
            let hint = || "write a text, a whole number or `{ type_code: NUMBER }`".to_owned();
            let mut fields =
                Fields::read(field.node, &field.place, "a registry value", hint, report)?;
            let missing = ScenarioRule::KeyMissing;
            let code = fields.require("type_code", missing, || format!("write {DWORD}"), report);
            fields.deny_rest(&VALUE_KEYS, report);
            let type_code = code?.number(DWORD, ScenarioRule::OutOfRange, report)?;
            Some(UninstallValue::Other { type_code })
        }
    }
}
