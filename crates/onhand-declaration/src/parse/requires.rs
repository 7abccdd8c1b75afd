//! The `requires` block.

use onhand_document::{choice, keys_hint, shown, suggestion};
use onhand_platform::Os;

use super::app::AppBlock;
use super::{Field, Fields, Report};
use crate::{
    DocumentRule, KindRole, KindSpec, Requires, Rule, Value, VersionScheme, Vocabulary,
    is_dotted_numeric,
};

const KEYS: [&str; 3] = ["app", "min_version", "version_scheme"];

/// Longer than any version; comparing is linear, telling it back is not pleasant.
const MAX_VERSION_BYTES: usize = 256;

pub(super) fn parse(
    vocabulary: &Vocabulary,
    field: &Field<'_>,
    app_block: Option<&AppBlock>,
    report: &mut Report,
) -> Option<Requires> {
    let mark = report.mark();
    let hint = || keys_hint(&KEYS);
    let mut fields = Fields::read(field.node, &field.place, "`requires`", hint, report)?;
    let app = fields
        .take_given("app", report)
        .map(|app| parse_app(&app, app_block, report));
    let min_version = fields.take_given("min_version", report);
    let version_scheme = fields
        .take_given("version_scheme", report)
        .and_then(|scheme| parse_scheme(&scheme, report));
    let min_version = min_version.and_then(|field| {
        // An `app` that could not be read is not also blamed for being false.
        if !matches!(app, Some(Some(true) | None)) {
            report.add_with_hint(
                Rule::MinVersionNeedsApp,
                &field.key_place,
                "`min_version` needs `requires.app: true`",
                "a version is only read of an application that must be there",
            );
        }
        for (os, place) in app_block.into_iter().flat_map(AppBlock::without_version) {
            report.add_with_hint(
                Rule::MinVersionNeedsVersionSource,
                place,
                format!("`min_version` needs a `version.kind` on `{os}` too"),
                version_hint(vocabulary, os),
            );
        }
        parse_min_version(&field, report)
    });
    fields.deny_rest(&KEYS, report);
    (!report.errors_since(mark)).then(|| Requires {
        app: app.flatten().unwrap_or_default(),
        min_version,
        version_scheme,
    })
}

fn version_hint(vocabulary: &Vocabulary, os: Os) -> String {
    let kinds: Vec<&str> = vocabulary
        .kinds(KindRole::Version)
        .filter(|spec| !spec.is_none() && spec.systems().contains(&os))
        .map(KindSpec::name)
        .collect();
    if kinds.is_empty() {
        return format!(
            "no kind reads a version on {}: leave `{os}` out of `app`, or `min_version` out of \
             `requires`",
            os.display_name()
        );
    }
    let kinds = choice("version kind", &format!(" on {}", os.display_name()), kinds);
    format!("with `none` the server would never be offered; {kinds}")
}

fn parse_app(field: &Field<'_>, app_block: Option<&AppBlock>, report: &mut Report) -> Option<bool> {
    let Value::Bool(app) = field.node.value else {
        let hint = match &field.node.value {
            Value::Text(text) if ["true", "false"].contains(&text.as_str()) => {
                "write it without quotes".to_owned()
            }
            Value::Text(text) if ["yes", "no", "on", "off"].contains(&text.as_str()) => {
                format!("`{text}` is a text in YAML 1.2; write `true` or `false`")
            }
            _ => "write `true` or `false`".to_owned(),
        };
        report.add_with_hint(
            Rule::RequiresAppNotBool,
            &field.place,
            format!(
                "`requires.app` must be `true` or `false`, not {}",
                field.node.describe()
            ),
            hint,
        );
        return None;
    };
    if app && app_block.is_none() {
        report.add_with_hint(
            Rule::RequiresAppWithoutApp,
            &field.place,
            "`requires.app: true` needs an `app` block",
            "say under `app` where the application is found",
        );
    }
    Some(app)
}

fn parse_min_version(field: &Field<'_>, report: &mut Report) -> Option<String> {
    let dotted = || "`min_version` is a dotted numeric text such as \"2.3.0\"".to_owned();
    if let Value::Number(number) = &field.node.value {
        let hint = if is_dotted_numeric(number.as_str()) {
            format!("quote it: `min_version: \"{}\"`", shown(number.as_str()))
        } else {
            dotted()
        };
        report.add_with_hint(
            DocumentRule::WrongType,
            &field.place,
            format!(
                "`min_version` must be a text of dotted digits, and YAML reads {} as a number",
                shown(number.as_str())
            ),
            hint,
        );
        return None;
    }
    let text = field.text_or(dotted, report)?;
    let (rule, message): (Rule, String) = if text.trim().is_empty() {
        let rule = Rule::MinVersionNotDottedNumeric;
        (rule, "`min_version` is empty".to_owned())
    } else if !is_dotted_numeric(text) {
        let rule = Rule::MinVersionNotDottedNumeric;
        (rule, format!("`{}` is not digits and dots", shown(text)))
    } else if text.len() > MAX_VERSION_BYTES {
        let message = format!("`min_version` is longer than {MAX_VERSION_BYTES} characters");
        (DocumentRule::TooLarge.into(), message)
    } else {
        return Some(text.to_owned());
    };
    report.add_with_hint(rule, &field.place, message, dotted());
    None
}

fn parse_scheme(field: &Field<'_>, report: &mut Report) -> Option<VersionScheme> {
    let words = || VersionScheme::ALL.iter().map(|scheme| scheme.as_str());
    let text = field.text_or(|| choice("scheme", "", words()), report)?;
    text.parse()
        .inspect_err(|_| {
            report.add_with_hint(
                Rule::VersionSchemeUnknown,
                &field.place,
                format!("`{}` is not a version scheme", shown(text)),
                suggestion(text, "scheme", "", words()),
            );
        })
        .ok()
}
