//! The `app` block.

use std::collections::BTreeMap;

use onhand_platform::{Os, PathTemplate, PathViolation};

use super::fields::{Field, Fields, keys_hint};
use super::nearest::{choice, listed, nearest, suggestion};
use super::report::{Place, Report};
use super::{kind, os_names};
use crate::node::excerpt;
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
        format!("`{}` is no OS", excerpt(entry.key)),
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
    match field.node.value {
        Value::Bool(asked) => Some(asked),
        _ => {
            field.wrong_type("`true` or `false`", "write `true` or `false`", report);
            None
        }
    }
}

fn parse_presence(fields: &mut Fields<'_>, report: &mut Report) -> Option<Presence> {
    let words = || Presence::ALL.iter().map(|presence| presence.as_str());
    let hint = || choice("presence", "", words());
    let missing = |place: &Place, message: &str, report: &mut Report| {
        report.add_with_hint(Rule::PresenceMissing, place, message, hint());
    };
    let Some(field) = fields.take("presence") else {
        missing(&fields.place, "`presence` is missing", report);
        return None;
    };
    if field.is_blank() {
        missing(&field.place, "`presence` is empty", report);
        return None;
    }
    let text = field.text_or(hint, report)?;
    let presence = Presence::ALL
        .into_iter()
        .find(|presence| presence.as_str() == text);
    if presence.is_none() {
        report.add_with_hint(
            Rule::PresenceUnknown,
            &field.place,
            format!("`{}` is not a presence", excerpt(text)),
            suggestion(text, "presence", "", words()),
        );
    }
    presence
}

fn parse_location(
    os: Os,
    presence: Option<Presence>,
    fields: &mut Fields<'_>,
    report: &mut Report,
) -> Option<PathTemplate> {
    let Some(field) = fields.take("location") else {
        report.add_with_hint(
            Rule::LocationMissing,
            &fields.place,
            "`location` is missing",
            rooted_hint(os),
        );
        return None;
    };
    if presence == Some(Presence::Executable) && ends_in_separator(os, &field) {
        report.add_with_hint(
            Rule::LocationNamesFolder,
            &field.place,
            "the path ends in a separator or a `.`, so it is that of a folder, and an executable is a file",
            "write the path of the file itself",
        );
    }
    parse_path(os, Rule::LocationMissing, &field, report)
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

/// A path, wherever the grammar has one. `empty` is the rule that an empty one breaks.
pub(super) fn parse_path(
    os: Os,
    empty: Rule,
    field: &Field<'_>,
    report: &mut Report,
) -> Option<PathTemplate> {
    if let Value::Null = field.node.value {
        // Of what stands for nothing in YAML, only `~` is one byte long.
        let hint = match field.node.span {
            Some(span) if span.len == 1 => {
                "a lone `~` is nothing in YAML; quote it: \"~\"".to_owned()
            }
            _ => rooted_hint(os),
        };
        report.add_with_hint(
            empty,
            &field.place,
            format!("`{}` is empty", field.key),
            hint,
        );
        return None;
    }
    let written = field.text_or(|| rooted_hint(os), report)?;
    let text = written.trim();
    if text != written && !text.is_empty() {
        report.add_with_hint(
            Rule::SurroundingSpace,
            &field.place,
            format!("the white space around `{}` is dropped", field.key),
            "write the path without it",
        );
    }
    match PathTemplate::parse(os, text) {
        Ok(path) => {
            if os != Os::Win32 && text.contains('?') {
                report.add_with_hint(
                    Rule::LiteralPattern,
                    &field.place,
                    "`?` stands for itself: patterns are not supported here",
                    "where it stands for another character, write that one",
                );
            }
            if let Some(user) = path.other_home() {
                report.add_with_hint(
                    Rule::OtherUsersHome,
                    &field.place,
                    format!(
                        "`~{}` is another user's home folder, which is never looked up",
                        excerpt(user)
                    ),
                    "`~` alone is the home folder of the user; any other needs the whole path",
                );
            }
            if path.has_percent_reference() {
                report.add_with_hint(
                    Rule::PercentVarOffWindows,
                    &field.place,
                    format!("`%VAR%` is not expanded on {}", os.display_name()),
                    "write `$VAR` or `${VAR}`",
                );
            }
            Some(path)
        }
        Err(violations) => {
            for violation in violations {
                let (rule, hint) = violation_rule(os, &violation, empty);
                let message = match &violation {
                    PathViolation::Empty => format!("`{}` is empty", field.key),
                    other => other.to_string(),
                };
                report.add_with_hint(rule, &field.place, message, hint);
            }
            None
        }
    }
}

fn violation_rule(os: Os, violation: &PathViolation, empty: Rule) -> (Rule, String) {
    match violation {
        PathViolation::Empty => (empty, rooted_hint(os)),
        PathViolation::NotRooted(_) => (Rule::LocationNotRooted, rooted_hint(os)),
        PathViolation::Network(_) => (
            Rule::LocationNetwork,
            "only this machine's own disks are looked at".to_owned(),
        ),
        PathViolation::Traversal => (
            Rule::LocationTraversal,
            "write the path without `..`".to_owned(),
        ),
        PathViolation::Url(drive) if os == Os::Win32 && drive.len() == 1 => (
            Rule::LocationUrl,
            format!("write one separator after the drive, as in `{drive}:/`"),
        ),
        PathViolation::Url(_) => (Rule::LocationUrl, rooted_hint(os)),
        PathViolation::Pattern(_) => (
            Rule::LocationPattern,
            "write the whole name, as it is on the machine".to_owned(),
        ),
        PathViolation::PowerShell => (
            Rule::LocationPowerShell,
            match os {
                Os::Win32 => "write `%NAME%`, `$NAME` or `${NAME}`".to_owned(),
                Os::Darwin | Os::Linux => "write `$NAME` or `${NAME}`".to_owned(),
            },
        ),
        PathViolation::TooLong(_) => (
            Rule::TooLarge,
            "no OS takes a path of that length".to_owned(),
        ),
        PathViolation::Control(_) => (Rule::LocationReserved, BACKSLASH_HINT.to_owned()),
        _ => (
            Rule::LocationReserved,
            "no file can have that name".to_owned(),
        ),
    }
}

/// By far the commonest way in which a control character gets into a text.
pub(super) const BACKSLASH_HINT: &str =
    r"in double quotes `\` starts an escape: use single quotes, or write `/`";

fn rooted_hint(os: Os) -> String {
    let start = match os {
        Os::Win32 => r"`C:\`, `~`, `%VAR%` or `$VAR`",
        Os::Darwin | Os::Linux => "`/`, `~` or `$VAR`",
    };
    format!("a path on {} starts with {start}", os.display_name())
}
