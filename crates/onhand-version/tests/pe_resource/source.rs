//! The kind, on Windows machines in memory.

use onhand_declaration::{KindRole, KindUse, Node, ParameterValue, Parser};
use onhand_platform::{Os, RootedPath};
use onhand_platform_fake::{FakeHost, Fault};
use onhand_resolver::{Evaluator, Resolvers, State, VersionQuery, VersionSource};
use onhand_version::{PeField, PeResource};
use serde_json::json;

use onhand_testkit::pe::{Resources, full, with_resources};

const PATH: &str = r"C:\Vendor\Vendor.exe";

fn windows() -> FakeHost {
    let file = with_resources(Resources::version(full()));
    FakeHost::new(Os::Win32).file(PATH, file.bytes)
}

fn ask(host: &FakeHost, kind: &KindUse) -> String {
    let found = &RootedPath::new(Os::Win32, PATH).expect("a path of Windows");
    let answer = PeResource.read(host, &VersionQuery::new(found, kind));
    answer.to_string().replace(PATH, "FILE")
}

fn field(name: &str) -> KindUse {
    KindUse::new("pe_resource").with("field", ParameterValue::Text(name.to_owned()))
}

#[test]
fn the_field_picks_the_version() {
    assert_eq!(ask(&windows(), &KindUse::new("pe_resource")), "2.3.0.12594");
    assert_eq!(ask(&windows(), &field("file")), "2.3.0.12594");
    assert_eq!(ask(&windows(), &field("product")), "26.1.0.0");
    assert_eq!(
        ask(&windows(), &field("File")),
        "error: `File` is not a `field`: it is `file` or `product`"
    );
}

#[test]
fn the_declared_fields_are_the_known_ones() {
    let spec = PeResource.spec();
    assert_eq!(
        (spec.role(), spec.name()),
        (KindRole::Version, "pe_resource")
    );
    assert_eq!(spec.systems(), [Os::Win32]);
    let [parameter] = spec.parameters() else {
        panic!("it takes one parameter");
    };
    assert_eq!(parameter.name(), "field");
    let default = parameter.default_text().and_then(PeField::from_name);
    assert_eq!(default, Some(PeField::default()));
    let names = PeField::ALL.map(|field| field.to_string());
    assert_eq!(
        parameter.value(),
        &onhand_declaration::ParameterType::OneOf(names.to_vec())
    );
}

#[test]
fn what_the_host_says_is_the_observation() {
    for (host, expected) in [
        (windows().remove(PATH), "absent: FILE: nothing is there"),
        (
            FakeHost::new(Os::Win32).dir(PATH),
            "absent: FILE: not a regular file",
        ),
        (
            windows().fault(PATH, Fault::Unreadable),
            "unavailable: FILE: permission denied",
        ),
        (
            windows().fault(PATH, Fault::AppExecutionAlias),
            "unavailable: FILE: an app-execution alias can't be opened",
        ),
    ] {
        assert_eq!(ask(&host, &KindUse::new("pe_resource")), expected);
    }
    let broken = windows().fault(PATH, Fault::ReadError);
    assert!(ask(&broken, &KindUse::new("pe_resource")).starts_with("error: FILE: "));
}

#[test]
fn a_declaration_is_answered_from_the_executable() {
    let resolvers = Resolvers::new().with_version(PeResource);
    let availability = |version: serde_json::Value, min_version: &str| {
        let node: Node = serde_json::from_value(json!({
            "app": { "win32": {
                "presence": "executable",
                "location": "C:/Vendor/Vendor.exe",
                "version": version,
            } },
            "requires": { "app": true, "min_version": min_version },
        }))
        .expect("JSON decodes");
        let parsed = Parser::new(resolvers.vocabulary()).declaration(&node);
        let declaration = parsed.declaration.expect("valid");
        let availability = Evaluator::new(&windows(), &resolvers).availability(&declaration);
        let version = availability.version.expect("it was read");
        (availability.state, version.to_string())
    };
    let file = json!({ "kind": "pe_resource" });
    let product = json!({ "kind": "pe_resource", "field": "product" });
    for (version, least, state, expected) in [
        (&file, "2.3", State::Available, "2.3.0.12594"),
        (&file, "2.4", State::VersionTooOld, "2.3.0.12594"),
        (&product, "26.1", State::Available, "26.1.0.0"),
        (&product, "26.2", State::VersionTooOld, "26.1.0.0"),
    ] {
        assert_eq!(
            availability(version.clone(), least),
            (state, expected.to_owned()),
            "{version} {least}"
        );
    }
}
