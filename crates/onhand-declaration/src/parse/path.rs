//! A path, wherever the grammar has one.

use onhand_document::shown;
use onhand_platform::{Os, PathTemplate, PathViolation};

use super::{Field, Report};
use crate::{DocumentRule, Rule, Value};

/// The path that the field holds. `empty` is the rule that an empty one breaks.
pub(super) fn parse(
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
                        shown(user)
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
            DocumentRule::TooLarge.into(),
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

pub(super) fn rooted_hint(os: Os) -> String {
    let start = match os {
        Os::Win32 => r"`C:\`, `~`, `%VAR%` or `$VAR`",
        Os::Darwin | Os::Linux => "`/`, `~` or `$VAR`",
    };
    format!("a path on {} starts with {start}", os.display_name())
}
