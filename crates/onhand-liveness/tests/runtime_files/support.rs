//! Asking a machine from a scenario.

use std::time::{Duration, Instant};

use onhand_declaration::{Node, Parser};
use onhand_liveness::{LockFolder, PortFile, ServerJson};
use onhand_platform::Recorded;
use onhand_platform_fake::FakeHost;
use onhand_resolver::{
    Effort, LiveEndpoint, Liveness, Observation, Resolvers, live_endpoint, probe_assess,
};

/// A machine on which 4242 runs, since a moment before `WRITTEN`, and 7 belongs to nobody.
pub(crate) fn machine(more: &str) -> FakeHost {
    let text = format!(
        "os: linux\n\
         processes:\n  4242: {{ started: 2026-11-02T08:59:58Z }}\n  4343: {{ started: 2026-11-02T08:00:00Z }}\n{more}"
    );
    FakeHost::from_scenario("machine.yaml", &text).unwrap_or_else(|error| panic!("{error}"))
}

/// What is seen, and whether a host could connect.
pub(crate) struct Seen {
    pub(crate) liveness: Liveness,
    pub(crate) live: Observation<LiveEndpoint>,
    /// Everything that anybody could read of it.
    pub(crate) shown: String,
}

impl Seen {
    pub(crate) fn lines(&self) -> [String; 3] {
        let Liveness {
            running,
            endpoint,
            answering,
            ..
        } = &self.liveness;
        [
            running.to_string(),
            endpoint.to_string(),
            answering.to_string(),
        ]
    }
}

/// Asks by a declaration of that liveness.
pub(crate) async fn ask(host: FakeHost, liveness: serde_json::Value, effort: Effort) -> Seen {
    let resolvers = Resolvers::new()
        .with_liveness(ServerJson)
        .with_liveness(PortFile)
        .with_liveness(LockFolder);
    let node: Node = serde_json::from_value(serde_json::json!({
        "app": { "linux": {
            "presence": "executable", "location": "/opt/app/app", "liveness": liveness,
        } },
    }))
    .expect("it decodes");
    let parsed = Parser::new(resolvers.vocabulary()).declaration(&node);
    assert_eq!(parsed.problems, []);
    let declaration = parsed.declaration.expect("there was no problem");
    let deadline = Instant::now() + Duration::from_secs(3600);
    let host = Recorded::new(host);
    let probed = probe_assess(&host, &resolvers, &declaration, effort, deadline).await;
    let liveness = probed.liveness;
    let live = live_endpoint(&host, &resolvers, &declaration, deadline).await;
    let shown = format!("{liveness:?} {live:?} {:?}", host.calls());
    Seen {
        liveness,
        live,
        shown,
    }
}
