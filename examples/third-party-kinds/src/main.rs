//! A host program with these kinds, on a machine in memory.

use std::time::{Duration, Instant};

use onhand_declaration::Parser;
use onhand_platform::{Os, Owner, ProcessState};
use onhand_platform_fake::{FakeHost, Listener};
use onhand_resolver::{Effort, Evaluator, probe_assess};

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let running = ProcessState::Running {
        started: None,
        owner: Owner::Us,
        parent: None,
    };
    let host = FakeHost::new(Os::Linux)
        .env("HOME", "/home/me")
        .file("/opt/vendor/app", b"")
        .file("/opt/vendor/VERSION", b"2.4.1\n")
        .file("/home/me/.vendor/port", b"4242 7777\n")
        .process(4242, running)
        .listener("127.0.0.1:7777", Listener::answering(200, "{}"));

    let resolvers = third_party_kinds::resolvers();
    let parser = Parser::new(resolvers.vocabulary());
    let file = parser.text(third_party_kinds::DECLARATION, "vendor");
    for problem in &file.problems {
        eprintln!("{problem}");
    }
    let deadline = Instant::now() + Duration::from_secs(3);
    for server in &file.declarations {
        let availability = Evaluator::new(&host, &resolvers).availability(&server.declaration);
        let version = availability
            .version
            .as_ref()
            .map(|version| version.as_str());
        println!(
            "{}: {} {}",
            server.name,
            availability.state,
            version.unwrap_or("-")
        );

        let effort = Effort::Network;
        let probed = probe_assess(&host, &resolvers, &server.declaration, effort, deadline).await;
        println!("running: {}", probed.liveness.running);
        println!("answering: {}", probed.liveness.answering);
    }
}
