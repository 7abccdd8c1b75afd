//! The `app` block.

use std::collections::BTreeMap;

use onhand_document::{Place, choice, keys_hint, listed, nearest, shown};
use onhand_platform::{Os, PathTemplate};

use super::path::rooted_hint;
use super::{Field, Fields, Report, kind, os_names, path};
use crate::{AppDef, KindRole, KindUse, Presence, Rule, Value, Vocabulary};

/// What could be read of the block.
pub(super) struct AppBlock {
    /// Each OS that is named, with what could be read of it.
    systems: BTreeMap<Os, PartialApp>,
    /// Whether everything went well.
    sound: bool,
}

struct PartialApp {
    app: Option<AppDef>,
    version: Option<KindUse>,
    /// Where its version is said, or would be.
    version_place: Place,
}

impl AppBlock {
    /// The block, if nothing is wrong with it.
    pub(super) fn complete(self) -> Option<BTreeMap<Os, AppDef>> {
        if !self.sound {
            return None;
        }
        self.systems
            .into_iter()
            .map(|(os, partial)| Some((os, partial.app?)))
            .collect()
    }

    /// Each OS that is known to read no version, with the place where it would be said.
    pub(super) fn without_version(&self) -> impl Iterator<Item = (Os, &Place)> {
        self.systems.iter().filter_map(|(os, partial)| {
            let none = partial.version.as_ref().is_some_and(KindUse::is_none);
            none.then_some((*os, &partial.version_place))
        })
    }
}

pub(super) fn parse(vocabulary: &Vocabulary, field: &Field<'_>, report: &mut Report) -> AppBlock {
    let mark = report.mark();
    let mut systems = BTreeMap::new();
    let hint = || keys_hint(&os_names());
    if let Some(mut fields) = Fields::read(field.node, &field.place, "`app`", hint, report) {
        for entry in fields.take_rest() {
            match entry.key.parse::<Os>() {
                Ok(_) if entry.is_null() => {
                    entry.is_as_left_out("leave it out, or say where the application is", report);
                }
                Ok(os) => {
                    systems.insert(os, parse_system(vocabulary, os, &entry, report));
                }
                Err(_) => unknown_os(&entry, report),
            }
        }
        if systems.is_empty() && !report.errors_since(mark) {
            report.add_with_hint(
                Rule::AppEmpty,
                &field.place,
                "`app` names no OS",
                format!("name at least one of {}", listed(os_names())),
            );
        }
    }
    AppBlock {
        systems,
        sound: !report.errors_since(mark),
    }
}

fn unknown_os(entry: &Field<'_>, report: &mut Report) {
    let lower = entry.key.get(..40).unwrap_or(entry.key).to_lowercase();
    let meant = match lower.as_str() {
        "windows" | "win" | "win64" | "nt" => Some("win32"),
        "macos" | "mac" | "osx" | "macosx" => Some("darwin"),
        "gnu/linux" | "unix" | "ubuntu" | "debian" => Some("linux"),
        other => nearest(other, os_names()),
    };
    let hint = match meant {
        Some(os) => format!("did you mean `{os}`?"),
        None => choice("OS name", "", os_names()),
    };
    report.add_with_hint(
        Rule::UnknownOs,
        &entry.key_place,
        format!("`{}` is not an OS", shown(entry.key)),
        hint,
    );
}

const KEYS: [&str; 5] = [
    "presence",
    "location",
    "executable_bit",
    "version",
    "liveness",
];

fn parse_system(
    vocabulary: &Vocabulary,
    os: Os,
    entry: &Field<'_>,
    report: &mut Report,
) -> PartialApp {
    let mut partial = PartialApp {
        app: None,
        version: None,
        version_place: entry.key_place.child("version", entry.key_place.span),
    };
    let what = format!("`{os}`");
    let hint = || keys_hint(&KEYS);
    let Some(mut fields) = Fields::read(entry.node, &entry.place, &what, hint, report) else {
        return partial;
    };
    let presence = parse_presence(&mut fields, report);
    let location = parse_location(os, presence, &mut fields, report);
    let executable_bit = parse_executable_bit(os, presence, &mut fields, report);
    if let Some(field) = fields.take_given("version", report) {
        partial.version_place = field.place.clone();
        partial.version = kind::parse(vocabulary, KindRole::Version, os, &field, report);
    } else {
        partial.version = Some(KindUse::none());
    }
    let liveness = match fields.take_given("liveness", report) {
        Some(field) => kind::parse(vocabulary, KindRole::Liveness, os, &field, report),
        None => Some(KindUse::none()),
    };
    fields.deny_rest(&KEYS, report);
    partial.app = (|| {
        Some(AppDef {
            presence: presence?,
            locations: vec![location?],
            executable_bit: executable_bit?,
            version: partial.version.clone()?,
            liveness: liveness?,
        })
    })();
    partial
}

/// Asks for the one thing that presence leaves out, where it means something.
fn parse_executable_bit(
    os: Os,
    presence: Option<Presence>,
    fields: &mut Fields<'_>,
    report: &mut Report,
) -> Option<bool> {
    let Some(field) = fields.take_given("executable_bit", report) else {
        return Some(false);
    };
    if os == Os::Win32 {
        field.deny(
            "leave it out: a file on Windows has no executable bit",
            report,
        );
        return None;
    }
    if presence == Some(Presence::Bundle) {
        let hint = "leave it out: a bundle is a folder, and only `presence: executable` has it";
        field.deny(hint, report);
        return None;
    }
    field.bool(report)
}

fn parse_presence(fields: &mut Fields<'_>, report: &mut Report) -> Option<Presence> {
    let words = Presence::ALL.map(Presence::as_str);
    let hint = || choice("presence", "", words);
    let field = fields.require("presence", Rule::PresenceMissing, hint, report)?;
    if field.is_blank() {
        report.add_with_hint(
            Rule::PresenceMissing,
            &field.place,
            "`presence` is empty",
            hint(),
        );
        return None;
    }
    let word = field.word("presence", &words, Rule::PresenceUnknown, report)?;
    Presence::ALL
        .into_iter()
        .find(|presence| presence.as_str() == word)
}

fn parse_location(
    os: Os,
    presence: Option<Presence>,
    fields: &mut Fields<'_>,
    report: &mut Report,
) -> Option<PathTemplate> {
    let hint = || rooted_hint(os);
    let field = fields.require("location", Rule::LocationMissing, hint, report)?;
    if presence == Some(Presence::Executable) && ends_in_separator(os, &field) {
        report.add_with_hint(
            Rule::LocationNamesFolder,
            &field.place,
            "the path ends in a separator or a `.`, so it is that of a folder, and an executable is a file",
            "write the path of the file itself",
        );
    }
    path::parse(os, Rule::LocationMissing, &field, report)
}

/// Whether a path can only be a folder's. A last `.` is as good as nothing.
fn ends_in_separator(os: Os, field: &Field<'_>) -> bool {
    let Value::Text(text) = &field.node.value else {
        return false;
    };
    let separators: &[char] = match os {
        Os::Win32 => &['/', '\\'],
        Os::Darwin | Os::Linux => &['/'],
    };
    let text = text.trim();
    let before = text.strip_suffix('.').unwrap_or(text);
    text.ends_with(separators) || before.ends_with(separators)
}
