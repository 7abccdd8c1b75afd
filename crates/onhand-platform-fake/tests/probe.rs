//! Processes and loopback servers answer as described.

use std::time::{Duration, Instant, SystemTime};

use onhand_platform::{
    EndpointPath, HostError, HostResult, ListeningSocket, LoopbackAnswer, LoopbackEndpoint,
    LoopbackRequest, Method, Operation, Os, Owner, Pid, ProbeHost, ProcessState, Recorded, Tier,
};
use onhand_platform_fake::{FakeHost, FileContent, Listener};

fn endpoint(url: &str) -> LoopbackEndpoint {
    LoopbackEndpoint::parse(url).expect(url)
}

async fn ask(host: &dyn ProbeHost, url: &str, max_body: usize) -> HostResult<LoopbackAnswer> {
    let request = LoopbackRequest {
        method: Method::Post,
        endpoint: &endpoint(url),
        path: &EndpointPath::parse("/mcp").expect("valid"),
        headers: &[("Authorization", "Bearer t")],
        body: b"{}",
        deadline: Instant::now() + Duration::from_secs(3600),
        max_body,
    };
    host.request(request).await
}

/// The address of each socket with the ids of its processes.
async fn listeners(host: &dyn ProbeHost, url: &str) -> HostResult<Vec<(String, Vec<u32>)>> {
    let sockets = host.listeners(in_an_hour()).await?.at(&endpoint(url))?;
    let one = |socket: ListeningSocket| {
        let holders = socket.holders.into_iter().map(Pid::get).collect();
        (socket.address.to_string(), holders)
    };
    Ok(sockets.into_iter().map(one).collect())
}

fn in_an_hour() -> Instant {
    Instant::now() + Duration::from_secs(3600)
}

fn socket(address: &str, holders: &[u32]) -> (String, Vec<u32>) {
    (address.to_owned(), holders.to_vec())
}

#[tokio::test]
async fn a_process_is_what_was_described_and_any_other_is_gone() {
    let running = ProcessState::Running {
        started: Some(SystemTime::UNIX_EPOCH),
        owner: Owner::Other,
        parent: Pid::new(7),
    };
    let host = FakeHost::new(Os::Linux)
        .process(1, running)
        .process(2, ProcessState::Zombie);
    for (pid, state) in [
        (1, running),
        (2, ProcessState::Zombie),
        (3, ProcessState::Gone),
    ] {
        let pid = Pid::new(pid).expect("not 0");
        assert_eq!(ProbeHost::process(&host, pid).await, Ok(state));
    }
}

#[tokio::test]
async fn a_server_gives_its_answer_with_the_body_cut_at_the_bound() {
    let server = Listener::answering(404, "no such thing").header("Content-Type", "text/plain");
    let host = FakeHost::new(Os::Linux).listener("127.0.0.1:7777", server);
    let answer = ask(&host, "http://127.0.0.1:7777", 7)
        .await
        .expect("an answer");
    assert_eq!(answer.status, 404);
    assert_eq!(
        answer.headers,
        [("content-type".to_owned(), "text/plain".to_owned())]
    );
    assert_eq!(answer.body, b"no such");
    let whole = ask(&host, "http://127.0.0.1:7777", usize::MAX).await;
    assert_eq!(whole.expect("an answer").body, b"no such thing");
}

#[tokio::test]
async fn a_huge_body_costs_no_more_than_the_bound() {
    let server = Listener::answering(200, FileContent::zeros(u64::MAX));
    let host = FakeHost::new(Os::Linux).listener("127.0.0.1:7777", server);
    let answer = ask(&host, "http://127.0.0.1:7777", 3)
        .await
        .expect("an answer");
    assert_eq!(answer.body, [0, 0, 0]);
}

#[tokio::test]
async fn nobody_answers_where_nobody_listens() {
    let host = FakeHost::new(Os::Linux).listener("127.0.0.1:7777", Listener::answering(200, ""));
    for url in ["http://127.0.0.1:7778", "http://[::1]:7777"] {
        let refused = HostError::Io("connection refused".to_owned());
        assert_eq!(ask(&host, url, 9).await, Err(refused), "{url}");
        assert_eq!(listeners(&host, url).await, Ok(vec![]), "{url}");
    }
}

#[tokio::test]
async fn a_silent_server_is_there_and_lets_a_request_time_out_at_once() {
    let server = Listener::silent().header("A", "b").owned_by(4242);
    let host = FakeHost::new(Os::Linux).listener("127.0.0.1:7777", server);
    let sockets = listeners(&host, "http://127.0.0.1:7777").await;
    assert_eq!(sockets, Ok(vec![socket("127.0.0.1:7777", &[4242])]));
    let outcome = ask(&host, "http://127.0.0.1:7777", 9).await;
    assert_eq!(outcome, Err(HostError::TimedOut));
}

#[tokio::test]
async fn a_deadline_that_is_over_is_kept() {
    let host = FakeHost::new(Os::Linux).listener("127.0.0.1:7777", Listener::answering(200, ""));
    let request = LoopbackRequest {
        method: Method::Delete,
        endpoint: &endpoint("http://127.0.0.1:7777"),
        path: &EndpointPath::parse("/mcp").expect("valid"),
        headers: &[],
        body: b"",
        deadline: Instant::now(),
        max_body: 9,
    };
    assert_eq!(host.request(request).await, Err(HostError::TimedOut));
}

#[tokio::test]
async fn localhost_reaches_the_first_of_its_addresses_that_listens() {
    let v4 = || Listener::answering(204, "").owned_by(4);
    let v6 = || Listener::answering(206, "").owned_by(6);
    let only_v6 = FakeHost::new(Os::Darwin).listener("[::1]:80", v6());
    let both = only_v6.clone().listener("127.0.0.1:80", v4());
    let url = "http://localhost:80";
    let (at_v4, at_v6) = (socket("127.0.0.1:80", &[4]), socket("[::1]:80", &[6]));
    assert_eq!(listeners(&only_v6, url).await, Ok(vec![at_v6.clone()]));
    assert_eq!(ask(&only_v6, url, 0).await.map(|a| a.status), Ok(206));
    assert_eq!(listeners(&both, url).await, Ok(vec![at_v4, at_v6.clone()]));
    assert_eq!(ask(&both, url, 0).await.map(|a| a.status), Ok(204));
    assert_eq!(listeners(&both, "http://[::1]:80").await, Ok(vec![at_v6]));
}

#[tokio::test]
async fn a_server_without_a_known_process_answers_all_the_same() {
    let host = FakeHost::new(Os::Linux).listener("127.0.0.1:7777", Listener::answering(200, ""));
    let untold = Err(HostError::Unsupported("who listens at a port"));
    assert_eq!(listeners(&host, "http://127.0.0.1:7777").await, untold);
    assert!(ask(&host, "http://127.0.0.1:7777", 0).await.is_ok());
}

#[tokio::test]
async fn a_server_of_a_hidden_process_is_there_and_nobody_holds_it() {
    let server = Listener::answering(200, "").hidden();
    let host = FakeHost::new(Os::Linux).listener("[::1]:7777", server);
    let sockets = listeners(&host, "http://[::1]:7777").await;
    assert_eq!(sockets, Ok(vec![socket("[::1]:7777", &[])]));
}

#[tokio::test]
async fn a_recorded_machine_is_probed_on_the_probe_tier() {
    let machine = FakeHost::new(Os::Linux).listener("127.0.0.1:7777", Listener::answering(200, ""));
    let host = Recorded::new(machine);
    assert!(ask(&host, "http://127.0.0.1:7777", 0).await.is_ok());
    let call = &host.calls()[0];
    assert_eq!(call.tier, Tier::Probe);
    assert_eq!(call.target, "POST http://127.0.0.1:7777/mcp");
}

#[tokio::test]
async fn a_pause_is_over_at_once_and_is_remembered() {
    let host = Recorded::new(FakeHost::new(Os::Linux));
    let start = Instant::now();
    host.pause(Duration::from_secs(3600)).await;
    assert!(start.elapsed() < Duration::from_secs(1800));
    let call = &host.calls()[0];
    assert_eq!((call.operation, call.tier), (Operation::Pause, Tier::Probe));
    assert_eq!(call.target, "3600s");
}

#[test]
#[should_panic(expected = "this machine can't be: 0 is not a process id")]
fn no_process_has_the_id_0() {
    let _ = FakeHost::new(Os::Linux).process(0, ProcessState::Zombie);
}

#[test]
#[should_panic(
    expected = "this machine can't be: 99 is not an HTTP status: it is between 100 and 599"
)]
fn no_server_answers_with_a_status_that_is_none() {
    let _ = Listener::answering(99, "");
}
