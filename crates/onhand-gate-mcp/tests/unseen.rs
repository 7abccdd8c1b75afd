//! No verdict carries to a model or to people what they don't see.

use std::sync::Arc;

use onhand_declaration::{AppDef, Presence, Registry};
use onhand_gate_mcp::McpGate;
use onhand_platform::{Os, PathTemplate};
use onhand_platform_fake::FakeHost;
use onhand_resolver::Resolvers;
use onhand_testkit::catalogue::Entry;
use onhand_testkit::laced::{laced, unseen};
use proptest::prelude::*;

proptest! {
    #[test]
    fn no_verdict_shows_what_is_unseen(
        server in laced(),
        min_version in prop::option::of(laced()),
        name in laced(),
        value in prop::option::of(laced()),
        connected in any::<bool>(),
    ) {
        let written = PathTemplate::parse(Os::Linux, &format!("/opt/$VALUE/{name}"));
        let location = written.unwrap_or_else(|_| PathTemplate::parse(Os::Linux, "/opt/$VALUE").expect("rooted"));
        let mut host = FakeHost::new(Os::Linux);
        if let Some(value) = value {
            // No environment can hold a NUL.
            host = host.env("VALUE", &value.replace('\0', "/"));
        }
        let registry = Arc::new(Registry::new());
        let app = AppDef::new(Presence::Executable, location);
        registry.register(server.clone(), Arc::new(Entry { min_version, ..Entry::new(app) }));
        let gate = McpGate::new(Arc::new(host), Resolvers::new(), registry);
        let verdict = gate.verdict_with(&server, connected);
        for text in [verdict.to_string(), verdict.sentence, verdict.action.unwrap_or_default()] {
            prop_assert_eq!(unseen(&text), None);
        }
    }
}
