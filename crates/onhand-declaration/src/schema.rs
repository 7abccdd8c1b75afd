//! The JSON Schema of a declaration file, made from a vocabulary.

use onhand_platform::Os;
use serde_json::{Map, Value, json};

use crate::parse::{MAX_PARAMETER_BYTES, MAX_WORDS};
use crate::{
    KindRole, KindSpec, ParameterSpec, ParameterType, Presence, VersionScheme, Vocabulary,
};

/// A JSON Schema (2020-12) of a declaration file under this vocabulary.
///
/// It accepts every file that the parser accepts. It refuses what a schema can refuse: unknown
/// keys and kinds, wrong types, missing keys, and locations whose start is wrong. What names a
/// file can't have, and the start of a location after expansion, only the parser knows.
///
/// ```
/// use onhand_declaration::{Vocabulary, json_schema};
///
/// let schema = json_schema(&Vocabulary::standard());
/// assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
/// ```
#[must_use]
pub fn json_schema(vocabulary: &Vocabulary) -> Value {
    let schema_key =
        json!({ "type": ["string", "null"], "description": "The schema of this file." });
    let systems: Map<String, Value> = Os::ALL
        .into_iter()
        .map(|os| (os.to_string(), or_nothing(reference(os.as_str()))))
        .collect();
    // Where nothing stands behind every OS, none is named.
    let named: Vec<Value> = Os::ALL
        .into_iter()
        .map(|os| {
            let os = os.as_str();
            json!({ "required": [os], "properties": { os: { "type": "object" } } })
        })
        .collect();
    let mut definitions = Map::new();
    for os in Os::ALL {
        definitions.insert(os.to_string(), system(vocabulary, os));
        definitions.insert(format!("{os}_path"), path(os));
    }
    definitions.insert(
        "app".to_owned(),
        json!({
            "description": "The application, for each OS where it exists.",
            "type": "object",
            "minProperties": 1,
            "anyOf": named,
            "additionalProperties": false,
            "properties": systems,
        }),
    );
    definitions.insert("requires".to_owned(), requires());
    definitions.insert(
        "declaration".to_owned(),
        json!({
            "type": "object",
            "additionalProperties": false,
            "properties": {
                "app": or_nothing(reference("app")),
                "requires": or_nothing(reference("requires")),
            },
            "allOf": [reference("consistent")],
        }),
    );
    definitions.insert("consistent".to_owned(), consistent());
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "onhand declaration file",
        "type": "object",
        // Told apart by `servers`, so that what is wrong is told of the right one.
        "if": { "required": ["servers"] },
        "then": {
            "title": "Several declarations, by the name of the server",
            "additionalProperties": false,
            "properties": {
                "$schema": schema_key,
                "servers": {
                    "type": "object",
                    "minProperties": 1,
                    "propertyNames": { "pattern": r"\S" },
                    "additionalProperties": reference("declaration"),
                },
            },
        },
        "else": {
            "title": "One declaration",
            "additionalProperties": false,
            "properties": {
                "$schema": schema_key,
                "name": {
                    "description": "The name of the server; the file's stem where it is left out.",
                    "type": ["string", "null"],
                    "pattern": r"\S",
                },
                "app": or_nothing(reference("app")),
                "requires": or_nothing(reference("requires")),
            },
            "allOf": [reference("consistent")],
        },
        "$defs": definitions,
    })
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// A key with nothing behind it is as good as left out.
fn or_nothing(schema: Value) -> Value {
    json!({ "anyOf": [schema, { "type": "null" }] })
}

/// What Unicode calls white space, as the parser does. A schema's own `\s` is another set.
const SPACE: &str = r"[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]";

fn requires() -> Value {
    let schemes = VersionScheme::ALL.iter().map(|scheme| scheme.as_str());
    let schemes: Vec<Value> = schemes.map(Value::from).chain([Value::Null]).collect();
    json!({
        "description": "What the server requires of the application.",
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "app": {
                "description": "Whether the application must be there.",
                "type": ["boolean", "null"],
                "default": false,
            },
            "min_version": {
                "description": "The minimum version. Quote it: 2.3 is a number.",
                "type": ["string", "null"],
                "pattern": r"^[0-9]+(\.[0-9]+)*$",
                "maxLength": 256,
            },
            "version_scheme": {
                "description": "How versions are compared. `leading` suits most applications; where nothing is said, the host's default counts.",
                "enum": schemes,
                "default": VersionScheme::default().as_str(),
            },
        },
        "if": given("min_version"),
        "then": { "properties": { "app": { "const": true } }, "required": ["app"] },
    })
}

/// That a key has a value.
fn given(key: &str) -> Value {
    json!({ "required": [key], "properties": { key: { "not": { "type": "null" } } } })
}

/// What holds between `app` and `requires`.
fn consistent() -> Value {
    let real_version = json!({
        "required": ["version"],
        "properties": {
            "version": {
                "type": "object",
                "required": ["kind"],
                "properties": { "kind": { "not": { "enum": ["none", null] } } },
            },
        },
    });
    json!({
        "allOf": [
            {
                "if": {
                    "required": ["requires"],
                    "properties": { "requires": {
                        "type": "object",
                        "required": ["app"],
                        "properties": { "app": { "const": true } },
                    } },
                },
                "then": { "required": ["app"], "properties": { "app": { "type": "object" } } },
            },
            {
                "if": {
                    "required": ["requires"],
                    "properties": { "requires": {
                        "type": "object",
                        "required": ["min_version"],
                        "properties": { "min_version": { "not": { "type": "null" } } },
                    } },
                },
                "then": { "properties": { "app": {
                    "additionalProperties": or_nothing(real_version),
                } } },
            },
        ],
    })
}

fn system(vocabulary: &Vocabulary, os: Os) -> Value {
    let presences: Vec<&str> = Presence::ALL
        .iter()
        .map(|presence| presence.as_str())
        .collect();
    let executable_bit = match os {
        Os::Win32 => json!({ "type": "null" }),
        _ => json!({
            "description": "Whether somebody must be allowed to execute the file.",
            "type": ["boolean", "null"],
            "default": false,
        }),
    };
    json!({
        "description": format!("The application on {}.", os.display_name()),
        "type": "object",
        "additionalProperties": false,
        "required": ["presence", "location"],
        "if": {
            "required": ["presence"],
            "properties": { "presence": { "const": Presence::Executable.as_str() } },
        },
        "then": { "properties": { "location": {
            "not": { "pattern": format!(r"{}\.?{SPACE}*$", separator(os)) },
        } } },
        "else": { "properties": { "executable_bit": { "type": "null" } } },
        "properties": {
            "presence": { "description": "What must be at the location.", "enum": presences },
            "executable_bit": executable_bit,
            "location": reference(&format!("{os}_path")),
            "version": or_nothing(kinds(vocabulary, KindRole::Version, os)),
            "liveness": or_nothing(kinds(vocabulary, KindRole::Liveness, os)),
        },
    })
}

fn kinds(vocabulary: &Vocabulary, role: KindRole, os: Os) -> Value {
    let choices: Vec<Value> = vocabulary
        .kinds(role)
        .filter(|spec| spec.systems().contains(&os))
        .map(|spec| kind(spec, os))
        .collect();
    let description = match role {
        KindRole::Version => "Where the version is read.",
        KindRole::Liveness => "How it is found out whether the application runs.",
    };
    json!({ "description": description, "type": "object", "oneOf": choices })
}

fn kind(spec: &KindSpec, os: Os) -> Value {
    let mut properties = Map::new();
    // Where no kind is said, it is `none`.
    let name = match spec.is_none() {
        true => json!({ "enum": [spec.name(), null] }),
        false => json!({ "const": spec.name() }),
    };
    properties.insert("kind".to_owned(), name);
    let mut required = if spec.is_none() { vec![] } else { vec!["kind"] };
    for parameter in spec.parameters() {
        properties.insert(parameter.name().to_owned(), value(parameter, os));
        if parameter.is_required() {
            required.push(parameter.name());
        }
    }
    json!({
        "title": spec.name(),
        "description": spec.summary(),
        "additionalProperties": false,
        "required": required,
        "properties": properties,
    })
}

fn value(parameter: &ParameterSpec, os: Os) -> Value {
    let mut schema = match parameter.value() {
        ParameterType::Text => {
            json!({
                "type": "string",
                "pattern": r"\S",
                "not": { "pattern": r"[\u0000-\u001F\u007F-\u009F]" },
                "maxLength": MAX_PARAMETER_BYTES,
            })
        }
        ParameterType::Key => {
            json!({
                "type": "string",
                "pattern": "^[A-Za-z0-9_.-]+$",
                "maxLength": MAX_PARAMETER_BYTES,
            })
        }
        ParameterType::OneOf(texts) => json!({ "enum": texts }),
        ParameterType::Path => reference(&format!("{os}_path")),
        ParameterType::EndpointPath => {
            const FIRST: &str = r"[A-Za-z0-9._~%!$&'()*+,;=:@?-]";
            const REST: &str = r"[A-Za-z0-9._~%!$&'()*+,;=:@?/-]";
            // No `..` segment before the query, percent-encoded or not.
            json!({
                "type": "string",
                "pattern": format!("^/({FIRST}{REST}*)?$"),
                "not": {
                    "pattern": r"^[^?]*(/|%2[fF]|%5[cC])(\.|%2[eE]){2}(/|%2[fF]|%5[cC]|;|\?|$)",
                },
            })
        }
        ParameterType::CertificateSha256 => json!({
            "type": "string",
            "pattern": "^([0-9A-Fa-f]{64}|[0-9A-Fa-f]{2}(:[0-9A-Fa-f]{2}){31})$",
        }),
        ParameterType::Words(words) => {
            let known: Vec<&str> = words.known().collect();
            let mut schema = json!({
                "type": "array",
                "items": { "enum": known },
                "maxItems": MAX_WORDS,
            });
            if let Some(needed) = words.needed() {
                schema["contains"] = json!({ "const": needed });
            }
            schema["uniqueItems"] = words.repeatable().is_none().into();
            schema
        }
        ParameterType::Bool => json!({ "type": "boolean" }),
    };
    if !parameter.is_required() {
        // An empty text stands for the default too.
        let blank = json!({ "type": "string", "pattern": format!("^{SPACE}*$") });
        schema = json!({ "anyOf": [schema, blank, { "type": "null" }] });
    }
    schema["description"] = parameter.summary().into();
    if let Some(default) = parameter.default_text() {
        schema["default"] = match parameter.value() {
            ParameterType::Bool => Value::Bool(default == "true"),
            ParameterType::Words(_) => default.split(',').map(str::trim).collect::<Vec<_>>().into(),
            _ => default.into(),
        };
    }
    schema
}

fn path(os: Os) -> Value {
    let (root, example) = match os {
        Os::Win32 => (r"[A-Za-z]:[\\/]", "%ProgramFiles%/Vendor/App.exe"),
        Os::Darwin => (r"/([^/]|$)", "/Applications/Vendor.app"),
        Os::Linux => (r"/([^/]|$)", "/opt/vendor/app"),
    };
    let name = "[A-Za-z_][A-Za-z0-9_().-]*";
    let start = format!(r"^{SPACE}*({root}|~|%{name}%|\$[A-Za-z_]|\$\{{{name}\}})");
    let separator = separator(os);
    let pattern = if os == Os::Win32 { "[*?]" } else { r"\*" };
    json!({
        "description": format!("A path on {}, rooted or starting with `~` or a variable.", os.display_name()),
        "type": "string",
        "pattern": start,
        "not": { "anyOf": [
            { "pattern": format!(r"(^|{separator})\.\.({separator}|{SPACE}*$)") },
            { "pattern": format!(r"://|{pattern}|\$\{{?[eE][nN][vV]:") },
        ] },
        "examples": [example],
    })
}

fn separator(os: Os) -> &'static str {
    match os {
        Os::Win32 => r"[\\/]",
        Os::Darwin | Os::Linux => "/",
    }
}
