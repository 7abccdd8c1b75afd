//! A kind that a host adds is taken by the parser and the schema, with no change to either.

use jsonschema::draft202012;
use onhand_declaration::{
    DocumentRule, KindRole, KindSpec, KindUse, Node, ParameterSpec, ParameterValue, Parser,
    Requirements, Rule, Vocabulary, WordList, json_schema,
};
use onhand_platform::{Os, PathTemplate};
use serde_json::{Value, json};

/// Reads a version out of a JSON file; each type of parameter is among what it takes.
fn json_file() -> KindSpec {
    KindSpec::version("json_file", "a field of a JSON file")
        .on(&[Os::Win32, Os::Linux])
        .parameter(ParameterSpec::path("path", "the file").required())
        .parameter(ParameterSpec::text("pointer", "the field, as a JSON pointer").required())
        .parameter(
            ParameterSpec::one_of("format", "how it is written", &["json", "jsonc"])
                .default("json"),
        )
        .parameter(ParameterSpec::bool("follow", "whether links are followed").default("true"))
        .parameter(
            ParameterSpec::path("fallback", "the file to read else").default("~/version.json"),
        )
        .parameter(ParameterSpec::text(
            "prefix",
            "what stands in front of the version",
        ))
}

/// Asks a file whether the application runs; on one OS only.
fn pid_file() -> KindSpec {
    KindSpec::liveness("pid_file", "a file with a process id")
        .on(&[Os::Linux])
        .parameter(ParameterSpec::liveness_path("the file"))
        .parameter(
            ParameterSpec::words(
                "lines",
                "what each line is",
                WordList::of(&["port", "pid", "ignored"])
                    .needing("port")
                    .repeating("ignored"),
            )
            .default("port, pid"),
        )
        .parameter(ParameterSpec::certificate_sha256(
            "certificate",
            "whose certificate it is",
        ))
}

fn vocabulary() -> Vocabulary {
    let mut vocabulary = Vocabulary::standard();
    assert_eq!(vocabulary.add(json_file()), None);
    assert_eq!(vocabulary.add(pid_file()), None);
    vocabulary
}

/// A declaration for that OS with that `version`.
fn declaration(os: &str, version: Value) -> Value {
    let location = if os == "win32" {
        "C:/v/v.exe"
    } else {
        "/opt/v"
    };
    json!({
        "app": { os: { "presence": "executable", "location": location, "version": version } },
        "requires": { "app": true, "min_version": "1.2" },
    })
}

/// What is told of a declaration, as lines of path, rule, message and hint.
fn told(json: &Value) -> Vec<String> {
    let node: Node = serde_json::from_value(json.clone()).expect("JSON decodes");
    Parser::new(&vocabulary())
        .declaration(&node)
        .problems
        .iter()
        .map(|problem| {
            format!(
                "{problem} ({})",
                problem.hint.as_deref().unwrap_or_default()
            )
        })
        .collect()
}

fn schema_takes(json: &Value) -> bool {
    draft202012::new(&json_schema(&vocabulary()))
        .expect("it is a schema")
        .is_valid(json)
}

fn used(json: &Value, os: Os) -> KindUse {
    let node: Node = serde_json::from_value(json.clone()).expect("JSON decodes");
    let parsed = Parser::new(&vocabulary()).declaration(&node);
    assert_eq!(parsed.problems, []);
    let declaration = parsed.declaration.expect("there was no problem");
    let app = declaration.app_for(os).expect("it is declared");
    app.version.clone()
}

#[test]
fn its_parameters_come_out_with_their_types_and_defaults() {
    let least = declaration(
        "linux",
        json!({ "kind": "json_file", "path": "/opt/v.json", "pointer": "/version" }),
    );
    let version = used(&least, Os::Linux);
    assert_eq!(version.kind(), "json_file");
    assert_eq!(
        version.path("path").map(PathTemplate::as_str),
        Some("/opt/v.json")
    );
    assert_eq!(version.text("pointer"), Some("/version"));
    assert_eq!(version.text("format"), Some("json"));
    assert_eq!(version.bool("follow"), Some(true));
    assert_eq!(
        version.path("fallback").map(PathTemplate::as_str),
        Some("~/version.json")
    );
    assert_eq!(version.text("prefix"), None);
    assert_eq!(version.parameters().count(), 5);
    assert!(schema_takes(&least));

    let all = declaration(
        "win32",
        json!({
            "kind": "json_file",
            "path": r"%APPDATA%\v.json",
            "pointer": "/version",
            "format": "jsonc",
            "follow": false,
            "fallback": "D:/v.json",
            "prefix": "v",
        }),
    );
    let version = used(&all, Os::Win32);
    let path = |text| ParameterValue::Path(PathTemplate::parse(Os::Win32, text).expect("a path"));
    let expected = KindUse::new("json_file")
        .with("path", path(r"%APPDATA%\v.json"))
        .with("pointer", ParameterValue::Text("/version".to_owned()))
        .with("format", ParameterValue::Text("jsonc".to_owned()))
        .with("follow", ParameterValue::Bool(false))
        .with("fallback", path("D:/v.json"))
        .with("prefix", ParameterValue::Text("v".to_owned()));
    assert_eq!(version, expected);
    assert!(schema_takes(&all));
}

#[test]
fn what_it_lacks_is_told_by_the_words_of_its_own_description() {
    let json = declaration("linux", json!({ "kind": "json_file" }));
    assert_eq!(
        told(&json),
        [
            "app.linux.version: `path` is missing [parameter-missing] (`json_file` needs `path`: the file)",
            "app.linux.version: `pointer` is missing [parameter-missing] (`json_file` needs `pointer`: the field, as a JSON pointer)",
        ]
    );
    assert!(!schema_takes(&json));
}

#[test]
fn a_value_that_it_does_not_take_is_an_error() {
    for (key, value, expected) in [
        (
            "path",
            json!(""),
            "`path` is empty [parameter-missing] (a path on Linux starts with `/`, `~` or `$VAR`)",
        ),
        (
            "path",
            json!(null),
            "`path` is empty [parameter-missing] (a path on Linux starts with `/`, `~` or `$VAR`)",
        ),
        (
            "path",
            json!("v.json"),
            "the path is not rooted: it is relative [location-not-rooted] (a path on Linux starts with `/`, `~` or `$VAR`)",
        ),
        (
            "path",
            json!(["/v.json"]),
            "`path` must be a text, not a list [wrong-type] (a path on Linux starts with `/`, `~` or `$VAR`)",
        ),
        (
            "pointer",
            json!(" "),
            "`pointer` is empty [parameter-missing] (`json_file` needs `pointer`: the field, as a JSON pointer)",
        ),
        (
            "pointer",
            json!(7),
            "`pointer` must be a text, not the number `7` [wrong-type] (quote it: `pointer: \"7\"`)",
        ),
        (
            "format",
            json!("jsonx"),
            "`jsonx` is not a `format` [parameter-invalid] (did you mean `json`?)",
        ),
        (
            "format",
            json!("toml"),
            "`toml` is not a `format` [parameter-invalid] (the values here are `json` and `jsonc`)",
        ),
        (
            "format",
            json!(true),
            "`format` must be a text, not the boolean `true` [wrong-type] (the values here are `json` and `jsonc`)",
        ),
        (
            "follow",
            json!("true"),
            "`follow` must be `true` or `false`, not the text `true` [wrong-type] (write `true` or `false`)",
        ),
    ] {
        let mut version =
            json!({ "kind": "json_file", "path": "/opt/v.json", "pointer": "/version" });
        version[key] = value;
        let json = declaration("linux", version);
        assert_eq!(
            told(&json),
            [format!("app.linux.version.{key}: {expected}")]
        );
        assert!(!schema_takes(&json), "{json}");
    }
}

#[test]
fn an_optional_parameter_that_is_empty_is_its_default() {
    let plain = json!({ "kind": "json_file", "path": "/opt/v.json", "pointer": "/version" });
    let version = |version| {
        let node: Node = serde_json::from_value(declaration("linux", version)).expect("it decodes");
        let parsed = Parser::new(&vocabulary()).declaration(&node);
        let app = parsed.declaration.expect("valid");
        let rules: Vec<Rule> = parsed.problems.iter().map(|problem| problem.rule).collect();
        (
            app.app_for(Os::Linux).expect("declared").version.clone(),
            rules,
        )
    };
    let (left_out, none) = version(plain.clone());
    assert_eq!(none, []);
    for key in ["format", "follow", "fallback", "prefix"] {
        for empty in [json!(null), json!(""), json!(" \t")] {
            let mut given = plain.clone();
            given[key] = empty;
            assert!(
                schema_takes(&declaration("linux", given.clone())),
                "{given}"
            );
            assert_eq!(
                version(given),
                (
                    left_out.clone(),
                    vec![Rule::Document(DocumentRule::EmptyValue)]
                ),
                "{key}"
            );
        }
    }
}

#[test]
fn an_unknown_parameter_is_told_the_known_ones() {
    let version =
        json!({ "kind": "json_file", "path": "/v", "pointer": "/v", "pionter": "/v", "x": 1 });
    let json = declaration("linux", version);
    assert_eq!(
        told(&json),
        [
            "app.linux.version.pionter: `pionter` is not a key here [unknown-key] (did you mean `pointer`?)",
            "app.linux.version.x: `x` is not a key here [unknown-key] (the keys here are `kind`, `path`, `pointer`, `format`, `follow`, `fallback` and `prefix`)",
        ]
    );
    assert!(!schema_takes(&json));
}

#[test]
fn on_an_os_where_it_does_not_exist_it_is_an_error() {
    let version = json!({ "kind": "json_file", "path": "/v.json", "pointer": "/version" });
    let json = declaration("darwin", version);
    assert_eq!(
        told(&json),
        [
            "app.darwin.version.kind: the version kind `json_file` exists on `win32` and `linux` only, not on `darwin` [version-kind-wrong-os] (the version kinds on macOS are `none` and `plist`)"
        ]
    );
    assert!(!schema_takes(&json));

    let json = json!({ "app": { "darwin": {
        "presence": "bundle",
        "location": "/Applications/V.app",
        "liveness": { "kind": "pid_file", "path": "/run/v.pid" },
    } } });
    assert_eq!(
        told(&json),
        [
            "app.darwin.liveness.kind: the liveness kind `pid_file` exists on `linux` only, not on `darwin` [liveness-kind-wrong-os] (the liveness kinds on macOS are `none` and `server_json`)"
        ]
    );
    assert!(!schema_takes(&json));
}

#[test]
fn a_missing_parameter_can_have_a_rule_of_its_own() {
    let json = json!({ "app": { "linux": {
        "presence": "executable",
        "location": "/opt/v",
        "liveness": { "kind": "pid_file" },
    } } });
    assert_eq!(
        told(&json),
        [
            "app.linux.liveness: `path` is missing [liveness-path-missing] (`pid_file` needs `path`: the file)"
        ]
    );
}

#[test]
fn the_messages_name_it_beside_the_documented_kinds() {
    let json = declaration("linux", json!({ "kind": "dpkg" }));
    assert_eq!(
        told(&json),
        [
            "app.linux.version.kind: `dpkg` is no version kind [version-kind-unknown] (the version kinds on Linux are `json_file` and `none`)"
        ]
    );
    let json = declaration("linux", json!({ "kind": "json-file" }));
    assert_eq!(
        told(&json),
        [
            "app.linux.version.kind: `json-file` is no version kind [version-kind-unknown] (did you mean `json_file`?)"
        ]
    );
}

#[test]
fn the_documented_grammar_knows_nothing_of_it() {
    let json = declaration(
        "linux",
        json!({ "kind": "json_file", "path": "/v", "pointer": "/v" }),
    );
    let node: Node = serde_json::from_value(json.clone()).expect("JSON decodes");
    let standard = Vocabulary::standard();
    let parsed = Parser::new(&standard).declaration(&node);
    assert_eq!(parsed.declaration, None);
    assert_eq!(parsed.problems[0].rule, Rule::VersionKindUnknown);
    let schema = draft202012::new(&json_schema(&standard)).expect("it is a schema");
    assert!(!schema.is_valid(&json));
    assert!(schema_takes(&json));
}

#[test]
fn the_documented_vocabulary_is_what_the_constructors_give() {
    let standard = Vocabulary::standard();
    let kinds = |role| standard.kinds(role).cloned().collect::<Vec<_>>();
    let versions = [
        KindSpec::none(KindRole::Version),
        KindSpec::pe_resource(),
        KindSpec::plist(),
        KindSpec::uninstall_registry(),
    ];
    assert_eq!(kinds(KindRole::Version), versions);
    let liveness = [KindSpec::none(KindRole::Liveness), KindSpec::server_json()];
    assert_eq!(kinds(KindRole::Liveness), liveness);
}

#[test]
fn a_kind_of_a_known_name_replaces_it() {
    let mut vocabulary = Vocabulary::standard();
    let ours = KindSpec::version("plist", "ours").on(&[Os::Darwin]);
    let theirs = vocabulary.add(ours.clone()).expect("there was one");
    assert_eq!(theirs.parameters().len(), 1);
    assert_eq!(vocabulary.get(KindRole::Version, "plist"), Some(&ours));
    // The roles have names of their own.
    assert_eq!(vocabulary.get(KindRole::Liveness, "plist"), None);
}

/// A declaration with a liveness of `pid_file` and this parameter.
fn with_liveness(key: &str, value: Value) -> Value {
    let mut liveness = json!({ "kind": "pid_file", "path": "/run/v.pid" });
    liveness[key] = value;
    json!({ "app": { "linux": {
        "presence": "executable",
        "location": "/opt/v",
        "liveness": liveness,
    } } })
}

fn liveness(json: &Value) -> KindUse {
    let node: Node = serde_json::from_value(json.clone()).expect("JSON decodes");
    let parsed = Parser::new(&vocabulary()).declaration(&node);
    assert_eq!(parsed.problems, []);
    let declaration = parsed.declaration.expect("there was no problem");
    let app = declaration.app_for(Os::Linux).expect("it is declared");
    app.liveness.clone()
}

#[test]
fn a_list_of_words_holds_known_ones_each_once() {
    let words = |json: &Value| {
        assert!(schema_takes(json), "{json}");
        liveness(json)
            .words("lines")
            .expect("it has a default")
            .join(" ")
    };
    assert_eq!(
        words(&with_liveness("path", json!("/run/v.pid"))),
        "port pid"
    );
    let given = json!(["ignored", "pid", "ignored", "port"]);
    assert_eq!(
        words(&with_liveness("lines", given)),
        "ignored pid ignored port"
    );
    for (value, expected, schema_knows) in [
        (
            json!("port"),
            "`lines` must be a list of words, not the text `port` [wrong-type] (write `lines: [port, pid, ignored]`, each word once at most)",
            true,
        ),
        (
            json!(["pid"]),
            "`port` is not in `lines` [parameter-invalid] (without it nothing can be found out)",
            true,
        ),
        (
            json!([]),
            "`port` is not in `lines` [parameter-invalid] (without it nothing can be found out)",
            true,
        ),
        (
            json!(["port", "pdi"]),
            "`pdi` is not a word of `lines` [parameter-invalid] (did you mean `pid`?)",
            true,
        ),
        (
            json!(["port", 7]),
            "`lines` must hold words, not the number `7` [wrong-type] (the words here are `port`, `pid` and `ignored`)",
            true,
        ),
        (
            json!(["port", "pid", "port"]),
            "`port` is in `lines` twice [parameter-invalid] (write it once)",
            false,
        ),
    ] {
        let json = with_liveness("lines", value);
        assert_eq!(
            told(&json),
            [format!("app.linux.liveness.lines: {expected}")]
        );
        assert_eq!(!schema_takes(&json), schema_knows, "{json}");
    }
    let many = json!(vec!["ignored"; 33]);
    let json = with_liveness("lines", many);
    assert_eq!(
        told(&json),
        ["app.linux.liveness.lines: `lines` holds 33 words [too-large] (at most 32 are taken)"]
    );
    assert!(!schema_takes(&json));
}

#[test]
fn a_certificate_is_named_by_its_sha_256() {
    let plain = "ab".repeat(32);
    let printed = vec!["AB"; 32].join(":");
    for given in [&plain, &plain.to_uppercase(), &printed] {
        let json = with_liveness("certificate", json!(given));
        assert_eq!(liveness(&json).text("certificate"), Some(&*printed));
        assert!(schema_takes(&json));
    }
    for (wrong, why) in [
        (
            json!("ab".repeat(20)),
            "it has 40 hexadecimal digits, and SHA-256 has 64",
        ),
        (
            json!(format!("SHA256:{plain}")),
            "it holds something other than hexadecimal digits and colons between two of them",
        ),
    ] {
        let json = with_liveness("certificate", wrong);
        let expected = format!(
            "app.linux.liveness.certificate: `certificate` is not the SHA-256 of a certificate: {why} \
             [parameter-invalid] (`openssl x509 -in CERTIFICATE -noout -fingerprint -sha256` prints it)"
        );
        assert_eq!(told(&json), [expected]);
        assert!(!schema_takes(&json));
    }
}
