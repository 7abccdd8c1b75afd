//! Every file of `fixtures/machines/versions` is read as it must be, on a host of any OS. `cargo xtask
//! fixtures` makes the files, and states what is expected without reading any.

#![allow(
    clippy::disallowed_methods,
    reason = "the fixtures are files of the repository"
)]

use std::collections::BTreeSet;

use onhand_declaration::{KindUse, Node, ParameterValue, Parser};
use onhand_platform::{InspectHost, Os, RootedPath};
use onhand_platform_fake::FakeHost;
use onhand_resolver::{Evaluator, Observation, Resolvers, VersionQuery, VersionSource};
use onhand_testkit::fixtures::{FixtureFile, root, versions};
use onhand_version::{PeResource, PeVersion, Plist, UninstallRegistry};

/// What a source says of what was found there, without the name of the file.
fn said(
    source: &dyn VersionSource,
    host: &dyn InspectHost,
    (found, file): (&RootedPath, &str),
    kind: &KindUse,
) -> String {
    let version = source.read(host, &VersionQuery::new(found, kind));
    match &version {
        Observation::Present(version) => format!("present {:?}", version.as_str()),
        other => {
            let reason = other.reason().unwrap_or_default();
            let about = format!("{file}: ");
            let reason = reason
                .strip_prefix(&about)
                .unwrap_or_else(|| panic!("{reason:?} doesn't name {file}"));
            format!("{} {reason:?}", other.state())
        }
    }
}

fn with(kind: &str, name: &str, value: &str) -> KindUse {
    KindUse::new(kind).with(name, ParameterValue::Text(value.to_owned()))
}

/// A folder of a host of that OS.
fn folder(os: Os) -> &'static str {
    match os {
        Os::Win32 => r"C:\Program Files\Vendor",
        Os::Darwin | Os::Linux => "/opt/Vendor",
    }
}

fn read_executable(os: Os, fixture: &FixtureFile) -> Vec<String> {
    let path = RootedPath::new(os, folder(os)).expect("rooted");
    let path = path.join("vendor.exe").expect("a name");
    let host = FakeHost::new(os).file(path.as_str(), fixture.bytes.as_slice());
    let file = host.open(&path).expect("it is there");
    let fields = PeVersion::read(&*file).unwrap_or_default();
    let field = |name: &str, value: Option<String>| match value {
        None => format!("{name}: -"),
        Some(value) => format!("{name}: {value:?}"),
    };
    let version = |field| {
        let kind = with("pe_resource", "field", field);
        said(&PeResource, &host, (&path, path.as_str()), &kind)
    };
    vec![
        field("fixed_file", fields.fixed_file),
        field("fixed_product", fields.fixed_product),
        field("string_file", fields.string_file),
        field("string_product", fields.string_product),
        format!("version: {}", version("file")),
        format!("product_version: {}", version("product")),
    ]
}

fn read_property_list(os: Os, fixture: &FixtureFile) -> Vec<String> {
    let bundle = RootedPath::new(os, folder(os)).expect("rooted");
    let file = bundle.join("Contents/Info.plist").expect("a name");
    let host = FakeHost::new(os).file(file.as_str(), fixture.bytes.as_slice());
    let version = |kind| said(&Plist, &host, (&bundle, file.as_str()), &kind);
    let keys = ["CFBundleShortVersionString", "CFBundleVersion"];
    keys.into_iter()
        .map(|key| format!("{key}: {}", version(with("plist", "key", key))))
        .chain([format!("version: {}", version(KindUse::new("plist")))])
        .collect()
}

/// Compares every file of a folder with what is expected of it.
fn compare(folder: &str, extension: &str, read: fn(Os, &FixtureFile) -> Vec<String>) {
    let mut wrong = Vec::new();
    for fixture in versions(folder) {
        let name = fixture.path.display();
        let kind = fixture.path.extension().and_then(|end| end.to_str());
        assert_eq!(kind, Some(extension), "{name}");
        let expected = fixture.expected();
        for os in Os::ALL {
            let read = read(os, &fixture);
            if read != expected {
                wrong.push(format!(
                    "{} on {os}\n  read      {}\n  expected  {}",
                    fixture.stem(),
                    read.join("\n            "),
                    expected.join("\n            ")
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_executable_is_read_as_expected() {
    compare("pe", "exe", read_executable);
}

#[test]
fn every_property_list_is_read_as_expected() {
    compare("plist", "plist", read_property_list);
}

#[test]
fn every_expectation_is_of_a_file() {
    for folder in ["pe", "plist", "declarations"] {
        let stems: BTreeSet<String> = versions(folder)
            .iter()
            .map(|fixture| fixture.stem().to_owned())
            .collect();
        let all =
            std::fs::read_dir(root().join("machines/versions").join(folder)).expect("a folder");
        for entry in all {
            let path = entry.expect("it can be listed").path();
            let stem = path.file_stem().expect("a name").to_string_lossy();
            assert!(stems.contains(&*stem), "{}", path.display());
        }
    }
}

/// The machine that a file of declarations names in its head: its path in `fixtures`.
fn machine_of(text: &str) -> FakeHost {
    let name = text
        .split('`')
        .find(|word| word.starts_with("machines/"))
        .expect("the head names a machine");
    FakeHost::from_scenario_file(root().join(name)).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_application_of_the_machines_is_answered_as_expected() {
    let resolvers = Resolvers::new()
        .with_version(PeResource)
        .with_version(Plist)
        .with_version(UninstallRegistry);
    for fixture in versions("declarations") {
        let text = std::str::from_utf8(&fixture.bytes).expect("a text");
        let host = machine_of(text);
        let node = Node::from_yaml(&fixture.bytes).expect("it is YAML");
        let parsed = Parser::new(resolvers.vocabulary()).file(&node, fixture.stem());
        assert_eq!(parsed.problems, [], "{}", fixture.stem());
        let evaluator = Evaluator::new(&host, &resolvers);
        let answers: Vec<String> = parsed
            .declarations
            .iter()
            .map(|named| {
                let answer = evaluator.availability(&named.declaration);
                let version = answer
                    .version
                    .map(|version| format!("{:?}", version.as_str()));
                let version = version.as_deref().unwrap_or("-");
                format!("{}: {} {version}", named.name, answer.state.as_str())
            })
            .collect();
        assert_eq!(answers, fixture.expected(), "{}", fixture.stem());
    }
}
