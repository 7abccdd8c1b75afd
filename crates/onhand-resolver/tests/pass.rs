//! A pass reads each fact once.

mod support;

use onhand_declaration::Declaration;
use onhand_platform::{Operation, Os, Recorded};
use onhand_platform_fake::FakeHost;
use onhand_resolver::Evaluator;
use serde_json::json;
use support::{declaration, resolvers};

fn with_version(location: &str, min_version: &str) -> Declaration {
    declaration(json!({
        "app": { "linux": {
            "presence": "executable", "location": location, "version": { "kind": "content" },
        } },
        "requires": { "app": true, "min_version": min_version },
    }))
}

fn host() -> Recorded<FakeHost> {
    Recorded::new(
        FakeHost::new(Os::Linux)
            .env("HOME", "/home/me")
            .file("/home/me/x", "2.3")
            .file("/home/me/y", "1.0"),
    )
}

#[test]
fn each_fact_is_read_once_however_many_ask() {
    let (host, resolvers) = (host(), resolvers());
    let pass = Evaluator::new(&host, &resolvers).pass();
    for min_version in ["1.0", "2.0", "3.0", "1.0"] {
        for location in ["$HOME/x", "~/x", "$HOME/y"] {
            let _ = pass.availability(&with_version(location, min_version));
        }
    }
    assert_eq!(host.count(Operation::Env), 1);
    assert_eq!(host.count(Operation::Home), 1);
    assert_eq!(host.count(Operation::Stat), 2);
    assert_eq!(host.count(Operation::Open), 2);
}

#[test]
fn a_pass_answers_as_single_evaluations_do() {
    let (host, resolvers) = (host(), resolvers());
    let evaluator = Evaluator::new(&host, &resolvers);
    let pass = evaluator.pass();
    for location in ["$HOME/x", "$HOME/y", "$HOME/z", "$UNSET/z"] {
        for min_version in ["1.0", "2.0", "3.0"] {
            let declaration = with_version(location, min_version);
            assert_eq!(pass.assess(&declaration), evaluator.assess(&declaration));
        }
    }
}

#[test]
fn threads_share_one_reading() {
    let (host, resolvers) = (host(), resolvers());
    let pass = Evaluator::new(&host, &resolvers).pass();
    let declaration = with_version("$HOME/x", "2.0");
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| assert!(pass.availability(&declaration).offerable()));
        }
    });
    assert_eq!(host.count(Operation::Env), 1);
    assert_eq!(host.count(Operation::Stat), 1);
    assert_eq!(host.count(Operation::Open), 1);
}

#[test]
fn an_evaluator_keeps_nothing_across_calls() {
    let (host, resolvers) = (host(), resolvers());
    let evaluator = Evaluator::new(&host, &resolvers);
    let declaration = with_version("$HOME/x", "2.0");
    let _ = evaluator.availability(&declaration);
    let first = host.take_calls();
    let _ = evaluator.availability(&declaration);
    assert_eq!(host.take_calls(), first);
}
