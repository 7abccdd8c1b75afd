//! A version kind of one's own: one type, one registration. The parser, the JSON Schema and the
//! evaluator take it as they are.
//!
//! `cargo run --example json_file`

use onhand::declaration::{KindSpec, Node, ParameterSpec, Rule, json_schema};
use onhand::platform::{InspectHost, Os, read_bounded};
use onhand::platform_fake::FakeHost;
use onhand::resolver::{Observation, VersionQuery, VersionSource, VersionText};
use onhand::{Onhand, resolvers};

/// Reads a text field of a JSON file.
struct JsonFile;

/// Larger than any file that tells a version.
const MAX_BYTES: u64 = 64 * 1024;

impl VersionSource for JsonFile {
    fn spec(&self) -> KindSpec {
        KindSpec::version("json_file", "a field of a JSON file")
            .parameter(ParameterSpec::path("path", "the JSON file").required())
            .parameter(ParameterSpec::text("field", "the field's name").default("version"))
    }

    fn read(&self, host: &dyn InspectHost, query: &VersionQuery<'_>) -> Observation<VersionText> {
        let (Some(path), Some(field)) = (query.kind.path("path"), query.kind.text("field")) else {
            return Observation::Unavailable("`path` is not declared".into());
        };
        let path = match path.expand(host) {
            Ok(path) => path,
            Err(error) => return error.into(),
        };
        let content = match read_bounded(host, &path, MAX_BYTES) {
            Ok(content) => content,
            Err(error) => return Observation::from(error).about(&path),
        };
        match serde_json::from_slice::<serde_json::Value>(&content) {
            Ok(json) => match json.get(field).and_then(serde_json::Value::as_str) {
                Some(version) => VersionText::observe(version),
                None => Observation::Absent(format!("{path} has no text `{field}`").into()),
            },
            Err(error) => Observation::Error(format!("{path} is no JSON: {error}").into()),
        }
    }
}

const DECLARATION: &[u8] = br#"
app:
  linux:
    presence: executable
    location: /opt/vendor/app
    version: { kind: json_file, path: /opt/vendor/package.json }
requires: { app: true, min_version: "2.3", version_scheme: leading }
"#;

fn main() {
    let machine = FakeHost::new(Os::Linux)
        .file("/opt/vendor/app", b"")
        .file("/opt/vendor/package.json", br#"{ "version": "2.4.1" }"#);
    let onhand = Onhand::with_resolvers(machine, resolvers().with_version(JsonFile));

    // The parser knows the kind, and what is wrong with a use of it.
    let node = Node::from_yaml(DECLARATION).expect("it is YAML");
    let declaration = onhand
        .parser()
        .declaration(&node)
        .declaration
        .expect("it is valid");
    let without_path =
        String::from_utf8_lossy(DECLARATION).replace(", path: /opt/vendor/package.json", "");
    let node = Node::from_yaml(without_path.as_bytes()).expect("it is YAML");
    let problems = onhand.parser().declaration(&node).problems;
    assert_eq!(problems[0].rule, Rule::ParameterMissing);
    println!("{}", problems[0]);

    // So does the schema.
    let schema = json_schema(onhand.resolvers().vocabulary()).to_string();
    assert!(schema.contains("json_file"));

    // And the evaluator reads it.
    let availability = onhand.availability(&declaration);
    assert!(availability.offerable());
    let version = availability.version.expect("it was read");
    println!("{}: version {version}", availability.state);
}
