//! No verdict carries to a model or to people what they don't see.

use std::sync::Arc;

use onhand_declaration::{AppDef, Presence, Registry, Requirements};
use onhand_gate_mcp::McpGate;
use onhand_platform::unseen::{UNSEEN, is_unseen};
use onhand_platform::{Os, PathTemplate};
use onhand_platform_fake::FakeHost;
use onhand_resolver::Resolvers;
use proptest::prelude::*;

/// A catalogue entry of a host, which no parser checked.
struct Entry {
    app: AppDef,
    min_version: Option<String>,
}

impl Requirements for Entry {
    fn requires_app(&self) -> bool {
        true
    }

    fn min_version(&self) -> Option<&str> {
        self.min_version.as_deref()
    }

    fn app_for(&self, _: Os) -> Option<&AppDef> {
        Some(&self.app)
    }
}

fn laced() -> impl Strategy<Value = String> {
    let part = (prop::sample::select(UNSEEN), any::<char>());
    prop::collection::vec(part, 0..8).prop_map(|parts| {
        let characters = parts
            .iter()
            .flat_map(|((first, last), c)| [*first, *c, *last]);
        characters.collect()
    })
}

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
        registry.register(server.clone(), Arc::new(Entry { app, min_version }));
        let gate = McpGate::new(Arc::new(host), Resolvers::new(), registry);
        let verdict = gate.verdict_with(&server, connected);
        for text in [verdict.to_string(), verdict.sentence, verdict.action.unwrap_or_default()] {
            let honest = |c: char| matches!(c, '\u{200D}' | '\u{FE0F}');
            prop_assert_eq!(text.chars().find(|c| is_unseen(*c) && !honest(*c)), None);
        }
    }
}
