//! The endpoint for a host that connects.

use onhand_liveness::{LiveEndpoint, ServerJson};
use onhand_platform::{Operation, Os, Owner, ProcessState, Recorded};
use onhand_platform_fake::{FakeHost, Listener};
use onhand_resolver::{LivenessProbe as _, Observation};

use crate::machine::{PID, Says, TOKEN, Watched, in_an_hour, kind, machine, started};

async fn endpoint(host: FakeHost) -> Observation<LiveEndpoint> {
    let os = onhand_platform::LocateHost::os(&host);
    let host = Recorded::new(host);
    let endpoint = ServerJson.endpoint(&host, &kind(os), in_an_hour()).await;
    assert_eq!(host.count(Operation::Request), 0);
    endpoint
}

#[tokio::test]
async fn it_is_the_url_with_our_path_and_the_token() {
    for os in Os::ALL {
        let live = endpoint(machine(os)).await;
        let live = live.present().expect("all is well");
        assert_eq!(live.url(), "http://127.0.0.1:7777/mcp");
        assert_eq!(live.endpoint().port(), 7777);
        assert_eq!(live.expose_token(), Some(TOKEN));
        assert!(live.has_token());
        assert!(live.remarks().is_empty());
    }
}

#[tokio::test]
async fn debug_and_serialize_say_only_whether_there_is_a_token() {
    let live = endpoint(machine(Os::Linux)).await;
    let live = live.present().expect("all is well");
    assert_eq!(
        format!("{live:?}"),
        r#"LiveEndpoint { url: "http://127.0.0.1:7777/mcp", has_token: true, remarks: [] }"#
    );
    assert_eq!(
        serde_json::to_value(live).expect("it serializes"),
        serde_json::json!({ "url": "http://127.0.0.1:7777/mcp", "has_token": true, "remarks": [] })
    );
    let text = format!(r#"{{"pid":{PID},"http":"http://127.0.0.1:7777"}}"#);
    let without = endpoint(machine(Os::Linux).says(&text)).await;
    let without = without.present().expect("a server may want none");
    assert!(!without.has_token());
    assert_eq!(without.expose_token(), None);
}

#[tokio::test]
async fn there_is_none_where_anything_does_not_hold() {
    let foreign = ProcessState::Running {
        started: Some(started()),
        owner: Owner::Other,
        parent: None,
    };
    let stranger = Listener::answering(200, "").owned_by(99);
    let refused = format!(r#"{{"pid":{PID},"http":"https://127.0.0.1:7777"}}"#);
    let token = format!(r#"{{"pid":{PID},"http":"http://127.0.0.1:7777","token":"a b"}}"#);
    for os in Os::ALL {
        for (host, state) in [
            (FakeHost::new(os), "absent"),
            (machine(os).process(PID, ProcessState::Gone), "absent"),
            (machine(os).process(PID, ProcessState::Zombie), "absent"),
            (machine(os).process(PID, foreign), "unavailable"),
            (machine(os).says(&refused), "unavailable"),
            (machine(os).says(&token), "unavailable"),
            (
                machine(os).listener("127.0.0.1:7777", stranger.clone()),
                "unavailable",
            ),
            (machine(os).says(r#"{"pid":4242}"#), "absent"),
        ] {
            let endpoint = endpoint(host).await;
            assert_eq!(endpoint.state(), state, "{endpoint:?}");
        }
    }
}

#[tokio::test]
async fn what_was_not_checked_is_said() {
    let untold = Listener::answering(200, "");
    let live = endpoint(machine(Os::Linux).listener("127.0.0.1:7777", untold)).await;
    let live = live.present().expect("the OS doesn't tell");
    assert_eq!(live.remarks().len(), 1);
    assert!(live.remarks()[0].contains("was not checked"), "{live:?}");
}

#[tokio::test]
async fn it_is_read_anew_each_time() {
    let restarted = format!(r#"{{"pid":{PID},"http":"http://127.0.0.1:7778","token":"new"}}"#);
    let later = machine(Os::Linux)
        .listener("127.0.0.1:7778", Listener::answering(200, "").owned_by(PID))
        .says(&restarted);
    let host = Watched::new(machine(Os::Linux)).after(Operation::Listeners, later);
    let kind = kind(Os::Linux);
    let first = ServerJson.endpoint(&host, &kind, in_an_hour()).await;
    let second = ServerJson.endpoint(&host, &kind, in_an_hour()).await;
    let tokens = [&first, &second].map(|live| live.present().and_then(LiveEndpoint::expose_token));
    assert_eq!(tokens, [Some(TOKEN), Some("new")]);
}
