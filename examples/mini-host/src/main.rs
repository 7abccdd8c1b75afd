//! A host of agents: a registry of tools and a loader of skills, both behind onhand's gates.
//!
//! Its machine is one in memory, so that it says the same everywhere.

use std::error::Error;
use std::sync::Arc;

use onhand_declaration::{Parser, Registry};
use onhand_gate_mcp::{Cached, McpGate, Ttl};
use onhand_gate_skill::{SkillGate, SkillIndex};
use onhand_platform::{Os, RootedPath};
use onhand_platform_fake::FakeHost;
use onhand_resolver::{Evaluator, Resolvers};

const PAINT: &str = "---\nname: paint\ndescription: Paints.\nrequires_apps: painter\n---\n";
const WRITE: &str = "---\nname: write\ndescription: Writes.\nrequires_apps: editor\n---\n";
const DECLARED: &str = "
servers:
  painter:
    app: { linux: { presence: executable, location: /opt/painter } }
    requires: { app: true }
  editor:
    app: { linux: { presence: executable, location: /opt/editor } }
    requires: { app: true }
";

/// A tool, its server, and whether to offer it: this registry knows nothing of applications.
struct Tool(&'static str, &'static str, Box<dyn Fn() -> bool>);

fn main() -> Result<(), Box<dyn Error>> {
    let machine = Arc::new(
        FakeHost::new(Os::Linux)
            .file("/opt/painter", b"")
            .file("/skills/paint/SKILL.md", PAINT)
            .file("/skills/write/SKILL.md", WRITE),
    );
    let (registry, resolvers) = (Arc::new(Registry::new()), Resolvers::new());
    let gate = McpGate::new(machine.clone(), resolvers.clone(), registry.clone());
    let gate = Cached::new(gate, Ttl::default());

    // Tools may come before anybody knows what they need: a check sees what is declared later.
    let servers = [("draw", "painter"), ("edit", "editor"), ("search", "notes")];
    let tools = servers.map(|(name, server)| {
        let is_connected = || true;
        Tool(name, server, Box::new(gate.check_fn(server, is_connected)))
    });
    let file = Parser::new(resolvers.vocabulary()).text(DECLARED.as_bytes(), "declared");
    // What has errors is registered too, so that its server is hidden.
    for problem in registry.register_file(file) {
        eprintln!("{problem}");
    }
    for Tool(name, server, check) in &tools {
        if check() {
            println!("tool {name}: offered");
        } else {
            println!("tool {name}: hidden; {}", gate.verdict(server));
        }
    }

    let index = SkillIndex::new(&*machine, [RootedPath::new(Os::Linux, "/skills")?]);
    let evaluator = Evaluator::new(&*machine, &resolvers);
    let skills = index.refresh(&SkillGate::new(&registry, evaluator));
    for skill in &skills.offered {
        println!("skill {}: offered", skill.name);
    }
    for hidden in &skills.hidden {
        for reason in &hidden.reasons {
            let remedy = reason.what_would_show_it();
            println!(
                "skill {}: hidden; {reason}; to show it: {remedy}",
                hidden.name
            );
        }
    }
    Ok(())
}
