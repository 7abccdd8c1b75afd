//! A `version` or `liveness` block: a kind and its parameters, as the vocabulary describes them.

use onhand_platform::Os;

use super::app::parse_path;
use super::fields::{Field, Fields};
use super::nearest::{listed, nearest};
use super::report::Report;
use crate::node::excerpt;
use crate::vocabulary::NONE;
use crate::{
    KindRole, KindSpec, KindUse, ParameterSpec, ParameterType, ParameterValue, Rule, Value,
    Vocabulary,
};

pub(super) fn parse(
    vocabulary: &Vocabulary,
    role: KindRole,
    os: Os,
    field: &Field<'_>,
    report: &mut Report,
) -> Option<KindUse> {
    if let Value::Text(text) = &field.node.value {
        report.add_with_hint(
            Rule::NotAMapping,
            &field.place,
            format!(
                "`{}` must be a mapping, not {}",
                field.key,
                field.node.describe()
            ),
            format!("write `{}: {{ kind: {} }}`", field.key, excerpt(text)),
        );
        return None;
    }
    let what = format!("`{}`", field.key);
    let mut fields = Fields::read(field.node, &field.place, &what, report)?;
    let name = match fields.take("kind") {
        None => NONE,
        Some(kind) => {
            let name = kind.text(report)?;
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

fn is_known(
    vocabulary: &Vocabulary,
    role: KindRole,
    os: Os,
    name: &str,
    field: &Field<'_>,
    report: &mut Report,
) -> bool {
    let here = || {
        vocabulary
            .kinds(role)
            .filter(move |spec| spec.systems().contains(&os))
            .map(KindSpec::name)
    };
    let (unknown, wrong_os) = match role {
        KindRole::Version => (Rule::VersionKindUnknown, Rule::VersionKindWrongOs),
        KindRole::Liveness => (Rule::LivenessKindUnknown, Rule::LivenessKindWrongOs),
    };
    let kinds_here = || {
        format!(
            "the {} kinds on {} are {}",
            role.key(),
            os.display_name(),
            listed(here())
        )
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
                kinds_here(),
            );
            false
        }
        None => {
            let hint = match nearest(name, here()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => kinds_here(),
            };
            report.add_with_hint(
                unknown,
                &field.place,
                format!("`{}` is no {} kind", excerpt(name), role.key()),
                hint,
            );
            false
        }
    }
}

fn parse_parameters(
    spec: &KindSpec,
    os: Os,
    fields: &mut Fields<'_>,
    report: &mut Report,
) -> KindUse {
    let mut parsed = KindUse::new(spec.name());
    for parameter in spec.parameters() {
        let value = match fields.take(parameter.name()) {
            Some(field) => parse_value(parameter, os, &field, report),
            None if parameter.is_required() => {
                report.add_with_hint(
                    parameter.missing_rule(),
                    &fields.place,
                    format!("`{}` is missing", parameter.name()),
                    format!(
                        "`{}` needs `{}`: {}",
                        spec.name(),
                        parameter.name(),
                        parameter.summary()
                    ),
                );
                None
            }
            None => parameter
                .default_text()
                .and_then(|text| default_value(parameter, os, text)),
        };
        if let Some(value) = value {
            parsed = parsed.with(parameter.name(), value);
        }
    }
    parsed
}

fn parse_value(
    parameter: &ParameterSpec,
    os: Os,
    field: &Field<'_>,
    report: &mut Report,
) -> Option<ParameterValue> {
    if let ParameterType::Bool = parameter.value() {
        let Value::Bool(value) = field.node.value else {
            field.wrong_type("`true` or `false`", report);
            return None;
        };
        return Some(ParameterValue::Bool(value));
    }
    // An empty value is as good as none.
    let text = match &field.node.value {
        Value::Null => "",
        _ => field.text(report)?,
    };
    let empty = if parameter.is_required() {
        parameter.missing_rule()
    } else {
        Rule::ParameterInvalid
    };
    match parameter.value() {
        ParameterType::Path => parse_path(os, text, empty, field, report).map(ParameterValue::Path),
        _ if text.trim().is_empty() => {
            report.add(empty, &field.place, format!("`{}` is empty", field.key));
            None
        }
        ParameterType::OneOf(texts) if !texts.iter().any(|one| one == text) => {
            report.add_with_hint(
                Rule::ParameterInvalid,
                &field.place,
                format!("`{}` is no `{}`", excerpt(text), field.key),
                format!("it is one of {}", listed(texts.iter().map(String::as_str))),
            );
            None
        }
        ParameterType::EndpointPath if !is_endpoint_path(text) => {
            report.add_with_hint(
                Rule::EndpointPathInvalid,
                &field.place,
                format!("`{}` is no path of an endpoint", excerpt(text)),
                "it starts with one `/`, as in `/mcp`, and holds no backslash, space or control \
                 character",
            );
            None
        }
        _ => Some(ParameterValue::Text(text.to_owned())),
    }
}

/// A default was written by the kind's author; one that its own type refuses is left out.
fn default_value(parameter: &ParameterSpec, os: Os, text: &str) -> Option<ParameterValue> {
    match parameter.value() {
        ParameterType::Path => onhand_platform::PathTemplate::parse(os, text)
            .ok()
            .map(ParameterValue::Path),
        ParameterType::Bool => text.parse().ok().map(ParameterValue::Bool),
        _ => Some(ParameterValue::Text(text.to_owned())),
    }
}

/// Whether a text, put behind `http://host:port`, stays a path: it can't change the authority.
fn is_endpoint_path(text: &str) -> bool {
    text.starts_with('/')
        && !text.starts_with("//")
        && !text
            .chars()
            .any(|c| c == '\\' || c.is_whitespace() || c.is_control())
}
