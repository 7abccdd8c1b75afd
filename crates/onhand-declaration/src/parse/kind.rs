//! A `version` or `liveness` block: a kind and its parameters, as the vocabulary describes them.

use std::collections::BTreeMap;

use onhand_document::{Place, choice, listed, shown, suggestion};
use onhand_platform::{CertificateFingerprint, EndpointPath, Os};

use super::path::{self, BACKSLASH_HINT};
use super::{Field, Fields, Report, words};
use crate::vocabulary::NONE;
use crate::{
    DocumentRule, KindRole, KindSpec, KindUse, ParameterSpec, ParameterType, ParameterValue, Rule,
    Value, Vocabulary,
};

pub(super) fn parse(
    vocabulary: &Vocabulary,
    role: KindRole,
    os: Os,
    field: &Field<'_>,
    report: &mut Report,
) -> Option<KindUse> {
    let what = format!("`{}`", field.key);
    let hint = || {
        let kind = match &field.node.value {
            Value::Text(text) => shown(text),
            _ => "…".to_owned(),
        };
        format!("write `{}: {{ kind: {kind} }}`", field.key)
    };
    let mut fields = Fields::read(field.node, &field.place, &what, hint, report)?;
    let name = match fields.take_given("kind", report) {
        None => {
            let meant = kinds_with(vocabulary, role, os, &fields);
            if !meant.is_empty() {
                deny_without_kind(&meant, fields, report);
                return None;
            }
            NONE
        }
        Some(kind) => {
            let name = kind.text_or(|| kinds_hint(vocabulary, role, os), report)?;
            if !is_known(vocabulary, role, os, name, &kind, report) {
                return None;
            }
            name
        }
    };
    let spec = vocabulary.get(role, name)?;
    let mark = report.mark();
    let parsed = parse_parameters(spec, os, &mut fields, report);
    let mut known = vec!["kind"];
    known.extend(spec.parameters().iter().map(ParameterSpec::name));
    fields.deny_rest(&known, report);
    (!report.errors_since(mark)).then_some(parsed)
}

/// The kinds that take most of what stands here; none where nothing of it is a parameter.
fn kinds_with<'v>(
    vocabulary: &'v Vocabulary,
    role: KindRole,
    os: Os,
    fields: &Fields<'_>,
) -> Vec<&'v KindSpec> {
    let taken = |spec: &KindSpec| fields.keys().filter(|key| takes(spec, key)).count();
    let here = || {
        vocabulary
            .kinds(role)
            .filter(|spec| spec.systems().contains(&os))
    };
    let most = here().map(taken).max().unwrap_or_default();
    here()
        .filter(|spec| most > 0 && taken(spec) == most)
        .collect()
}

fn takes(spec: &KindSpec, key: &str) -> bool {
    let mut parameters = spec.parameters().iter();
    parameters.any(|parameter| parameter.name() == key)
}

/// Says that a kind is missing, where parameters of these kinds stand, and what belongs to none.
fn deny_without_kind(meant: &[&KindSpec], mut fields: Fields<'_>, report: &mut Report) {
    let named = listed(fields.keys().filter(|key| takes(meant[0], key)));
    let hint = match meant {
        [spec] => format!("{named} goes with `kind: {}`", spec.name()),
        _ => {
            let kinds = listed(meant.iter().map(|spec| spec.name()));
            format!("{named} goes with each of the kinds {kinds}")
        }
    };
    report.add_with_hint(Rule::KindMissing, &fields.place, "`kind` is missing", hint);
    let parameters = meant.iter().flat_map(|spec| spec.parameters());
    let mut known = vec!["kind"];
    known.extend(parameters.map(ParameterSpec::name));
    for name in &known {
        fields.take(name);
    }
    fields.deny_rest(&known, report);
}

fn is_known(
    vocabulary: &Vocabulary,
    role: KindRole,
    os: Os,
    name: &str,
    field: &Field<'_>,
    report: &mut Report,
) -> bool {
    let (unknown, wrong_os) = match role {
        KindRole::Version => (Rule::VersionKindUnknown, Rule::VersionKindWrongOs),
        KindRole::Liveness => (Rule::LivenessKindUnknown, Rule::LivenessKindWrongOs),
    };
    match vocabulary.get(role, name) {
        Some(spec) if spec.systems().contains(&os) => true,
        Some(spec) => {
            let systems: Vec<_> = spec.systems().iter().map(|os| os.as_str()).collect();
            report.add_with_hint(
                wrong_os,
                &field.place,
                format!(
                    "the {} kind `{name}` exists on {} only, not on `{os}`",
                    role.key(),
                    listed(systems)
                ),
                kinds_hint(vocabulary, role, os),
            );
            false
        }
        None if name.trim().is_empty() => {
            report.add_with_hint(
                unknown,
                &field.place,
                "`kind` is empty",
                kinds_hint(vocabulary, role, os),
            );
            false
        }
        None => {
            let what = format!("{} kind", role.key());
            let here = format!(" on {}", os.display_name());
            report.add_with_hint(
                unknown,
                &field.place,
                format!("`{}` is no {what}", shown(name)),
                suggestion(name, &what, &here, kinds_on(vocabulary, role, os)),
            );
            false
        }
    }
}

fn kinds_on(vocabulary: &Vocabulary, role: KindRole, os: Os) -> impl Iterator<Item = &str> {
    vocabulary
        .kinds(role)
        .filter(move |spec| spec.systems().contains(&os))
        .map(KindSpec::name)
}

fn kinds_hint(vocabulary: &Vocabulary, role: KindRole, os: Os) -> String {
    choice(
        &format!("{} kind", role.key()),
        &format!(" on {}", os.display_name()),
        kinds_on(vocabulary, role, os),
    )
}

fn parse_parameters(
    spec: &KindSpec,
    os: Os,
    fields: &mut Fields<'_>,
    report: &mut Report,
) -> KindUse {
    let mut parsed = KindUse::new(spec.name());
    let mut given = BTreeMap::new();
    for parameter in spec.parameters() {
        let value = match fields.take(parameter.name()) {
            Some(field) if field.is_blank() && !parameter.is_required() => {
                let hint = match parameter.default_text() {
                    Some(default) => format!("where it is left out, it is `{default}`"),
                    None => "give it a value, or leave it out".to_owned(),
                };
                field.is_as_left_out(hint, report);
                default_of(parameter, os)
            }
            Some(field) => {
                given.insert(parameter.name(), field.place.clone());
                parse_value(spec, parameter, os, &field, report)
            }
            None if parameter.is_required() => {
                report.add_with_hint(
                    parameter.missing_rule(),
                    &fields.place,
                    format!("`{}` is missing", parameter.name()),
                    needs(spec, parameter),
                );
                None
            }
            None => default_of(parameter, os),
        };
        if let Some(value) = value {
            parsed = parsed.with(parameter.name(), value);
        }
    }
    deny_equal_keys(spec, &parsed, &given, &fields.place, report);
    parsed
}

/// Says of each key of a file that another parameter names already. It is told at a place that the
/// author wrote: two defaults differ.
fn deny_equal_keys(
    spec: &KindSpec,
    parsed: &KindUse,
    given: &BTreeMap<&str, Place>,
    block: &Place,
    report: &mut Report,
) {
    let mut first_by_key = BTreeMap::new();
    for parameter in spec.parameters() {
        if *parameter.value() != ParameterType::Key {
            continue;
        }
        let Some(key) = parsed.text(parameter.name()) else {
            continue;
        };
        let Some(first) = first_by_key.insert(key, parameter.name()) else {
            continue;
        };
        let places = [parameter.name(), first].map(|name| given.get(name));
        let place = places.into_iter().flatten().next().unwrap_or(block);
        report.add_with_hint(
            Rule::KeysEqual,
            place,
            format!("`{first}` and `{}` are both `{key}`", parameter.name()),
            "each must name a different field of the file; a default counts too",
        );
    }
}

fn needs(spec: &KindSpec, parameter: &ParameterSpec) -> String {
    format!(
        "`{}` needs `{}`: {}",
        spec.name(),
        parameter.name(),
        parameter.summary()
    )
}

/// Longer than any name; what reads a kind may compare it with what somebody else wrote.
pub(crate) const MAX_PARAMETER_BYTES: usize = 256;

fn parse_value(
    spec: &KindSpec,
    parameter: &ParameterSpec,
    os: Os,
    field: &Field<'_>,
    report: &mut Report,
) -> Option<ParameterValue> {
    if let ParameterType::Bool = parameter.value() {
        return field.bool(report).map(ParameterValue::Bool);
    }
    // An empty value is as good as none, and only what is required comes here without one.
    let empty = parameter.missing_rule();
    if let ParameterType::Path = parameter.value() {
        return path::parse(os, empty, field, report).map(ParameterValue::Path);
    }
    if field.is_blank() {
        report.add_with_hint(
            empty,
            &field.place,
            format!("`{}` is empty", field.key),
            needs(spec, parameter),
        );
        return None;
    }
    if let ParameterType::Words(words) = parameter.value() {
        return words::parse(words, field, report).map(ParameterValue::Words);
    }
    if let ParameterType::OneOf(texts) = parameter.value() {
        let texts = || texts.iter().map(String::as_str);
        let text = field.text_or(|| choice("value", " here", texts()), report)?;
        if !texts().any(|one| one == text) {
            report.add_with_hint(
                Rule::ParameterInvalid,
                &field.place,
                format!("`{}` is not a `{}`", shown(text), field.key),
                suggestion(text, "value", " here", texts()),
            );
            return None;
        }
        return Some(ParameterValue::Text(text.to_owned()));
    }
    let text = field.text(report)?;
    if text.len() > MAX_PARAMETER_BYTES {
        report.add_with_hint(
            DocumentRule::TooLarge,
            &field.place,
            format!("`{}` holds {} bytes", field.key, text.len()),
            format!("at most {MAX_PARAMETER_BYTES} bytes are taken"),
        );
        return None;
    }
    match parameter.value() {
        ParameterType::EndpointPath => match EndpointPath::parse(text) {
            Ok(path) => Some(ParameterValue::Text(path.as_str().to_owned())),
            Err(error) => {
                report.add_with_hint(
                    Rule::EndpointPathInvalid,
                    &field.place,
                    format!("`{}` is no path of an endpoint: {error}", shown(text)),
                    "it starts with one `/`, as in `/mcp`, and holds only what may stand in the path \
                     and query of a URL",
                );
                None
            }
        },
        ParameterType::Key if !is_key(text) => {
            report.add_with_hint(
                Rule::ParameterInvalid,
                &field.place,
                format!("`{}` is not a key of a field", shown(text)),
                "a key is made of letters, digits, `_`, `.` and `-`",
            );
            None
        }
        ParameterType::CertificateSha256 => match CertificateFingerprint::parse(text) {
            Ok(fingerprint) => Some(ParameterValue::Text(fingerprint.to_string())),
            Err(error) => {
                report.add_with_hint(
                    Rule::ParameterInvalid,
                    &field.place,
                    format!(
                        "`{}` is not the SHA-256 of a certificate: {error}",
                        field.key
                    ),
                    "`openssl x509 -in CERTIFICATE -noout -fingerprint -sha256` prints it",
                );
                None
            }
        },
        _ if text.chars().any(char::is_control) => {
            report.add_with_hint(
                Rule::ParameterInvalid,
                &field.place,
                format!("`{}` holds a control character", field.key),
                BACKSLASH_HINT,
            );
            None
        }
        _ => Some(ParameterValue::Text(text.to_owned())),
    }
}

fn is_key(text: &str) -> bool {
    text.chars()
        .all(|c| c.is_ascii_alphanumeric() || "_.-".contains(c))
}

/// A default was written by the kind's author; one that its own type refuses is left out.
fn default_of(parameter: &ParameterSpec, os: Os) -> Option<ParameterValue> {
    let text = parameter.default_text()?;
    match parameter.value() {
        ParameterType::Path => onhand_platform::PathTemplate::parse(os, text)
            .ok()
            .map(ParameterValue::Path),
        ParameterType::Bool => text.parse().ok().map(ParameterValue::Bool),
        ParameterType::Words(_) => Some(ParameterValue::Words(words::of_default(text))),
        _ => Some(ParameterValue::Text(text.to_owned())),
    }
}
