//! Every key of a scenario does what the grammar says.

use std::time::{Duration, Instant, SystemTime};

use onhand_platform::{
    CertificateFingerprint, EndpointPath, FileKind, Hive, HostError, HostResult, InspectHost,
    ListeningSocket, LocateHost, LoopbackEndpoint, LoopbackRequest, Method, Os, Owner, Pid,
    ProbeHost, ProcessState, RegistryView, RootedPath, Session, UninstallValue, read_bounded,
};
use onhand_platform_fake::{FakeHost, Fault};

fn machine(text: &str) -> FakeHost {
    FakeHost::from_scenario("machine.yaml", text).unwrap_or_else(|error| panic!("{error}"))
}

fn content(host: &FakeHost, path: &str) -> HostResult<String> {
    let path = RootedPath::new(LocateHost::os(host), path).expect(path);
    read_bounded(host, &path, 1000).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

fn stat(host: &FakeHost, path: &str) -> HostResult<FileKind> {
    let path = RootedPath::new(LocateHost::os(host), path).expect(path);
    host.stat(&path).map(|metadata| metadata.kind)
}

#[test]
fn a_scenario_needs_its_os_only() {
    for os in Os::ALL {
        let host = machine(&format!("os: {os}\n"));
        assert_eq!(LocateHost::os(&host), os);
        assert_eq!(LocateHost::home(&host), Ok(None));
    }
}

#[test]
fn a_byte_order_mark_line_ends_of_windows_and_json_are_fine() {
    let host = machine("\u{FEFF}os: linux\r\nfiles:\r\n  /a: x\r\n");
    assert_eq!(content(&host, "/a"), Ok("x".to_owned()));
    let host = machine(r#"{ "files": { "/a": "x" }, "os": "linux" }"#);
    assert_eq!(content(&host, "/a"), Ok("x".to_owned()));
}

#[test]
fn env_and_home_set_variables_and_the_home_folder() {
    let host =
        machine("os: linux\nenv: { HOME: /root, EMPTY: '', NO: no, ZIP: 01234 }\nhome: /home/me\n");
    let env = |name| LocateHost::env(&host, name).expect("Unicode");
    assert_eq!(env("HOME").as_deref(), Some("/root"));
    assert_eq!(env("EMPTY").as_deref(), Some(""));
    assert_eq!(env("NO").as_deref(), Some("no"), "no boolean");
    assert_eq!(env("ZIP").as_deref(), Some("01234"), "no number");
    assert_eq!(env("OTHER"), None);
    assert_eq!(LocateHost::home(&host), Ok(Some("/home/me".to_owned())));
    let host = machine("os: win32\nenv: { UserProfile: 'C:\\Users\\me' }\nhome: ''\n");
    assert_eq!(LocateHost::home(&host), Ok(Some(r"C:\Users\me".to_owned())));
}

#[test]
fn a_file_holds_what_its_mapping_says() {
    let host = FakeHost::from_scenario_with(
        "machine.yaml",
        r#"
os: linux
files:
  /plain: just text
  /empty: ''
  /block: |
    two
    lines
  /text: { text: "a\tb" }
  /base64: { base64: aGVsbG8= }
  /wrapped:
    base64: |
      aGVs
      bG8=
  /json: { json: { pid: 4242, url: 'http://127.0.0.1:1', deep: [1, -2.5, true, null, { '': 'é"' }] } }
  /scalar: { json: 007 }
  /from: { from: pe/x.exe }
  /size: { size: 5 }
  /timed: { text: x, modified: 1970-01-01T00:00:09Z }
"#,
        |path| Ok(format!("content of {path}").into_bytes()),
    )
    .expect("a machine");
    for (path, expected) in [
        ("/plain", "just text"),
        ("/empty", ""),
        ("/block", "two\nlines\n"),
        ("/text", "a\tb"),
        ("/base64", "hello"),
        ("/wrapped", "hello"),
        (
            "/json",
            r#"{"pid":4242,"url":"http://127.0.0.1:1","deep":[1,-2.5,true,null,{"":"é\""}]}"#,
        ),
        ("/scalar", r#""007""#),
        ("/from", "content of pe/x.exe"),
        ("/size", "\0\0\0\0\0"),
        ("/timed", "x"),
    ] {
        assert_eq!(content(&host, path), Ok(expected.to_owned()), "{path}");
    }
    let timed = host.stat(&RootedPath::new(Os::Linux, "/timed").expect("rooted"));
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(9);
    assert_eq!(timed.expect("there").modified, Some(time));
}

#[test]
fn directories_and_symlinks_stand_where_they_are_put() {
    let host = machine(
        r"
os: darwin
directories: [/Empty/Folder, /Empty]
symlinks: { /Link: Empty, /Far/Link: ../Link/folder, /Nowhere: /nothing }
",
    );
    for path in ["/empty/folder", "/link", "/far/link"] {
        assert_eq!(stat(&host, path), Ok(FileKind::Directory), "{path}");
    }
    assert_eq!(stat(&host, "/Nowhere"), Err(HostError::NotFound));
}

#[test]
fn each_fault_does_what_it_does_in_code() {
    for fault in Fault::ALL {
        let path = r"C:\d\f";
        let file = |host: FakeHost| match fault {
            Fault::AppExecutionAlias | Fault::Fifo => host,
            _ => host.file(path, "x"),
        };
        let in_code = file(FakeHost::new(Os::Win32)).fault(path, fault);
        let files = match fault {
            Fault::AppExecutionAlias | Fault::Fifo => "",
            _ => "files: { 'C:\\d\\f': x }\n",
        };
        let in_file = machine(&format!(
            "os: win32\n{files}faults: {{ 'c:/D/F': {fault} }}\n"
        ));
        assert_eq!(stat(&in_file, path), stat(&in_code, path), "{fault}");
        assert_eq!(content(&in_file, path), content(&in_code, path), "{fault}");
        assert!(content(&in_file, path).is_err(), "{fault}");
    }
}

#[test]
fn uninstall_entries_have_a_hive_a_view_a_key_and_values() {
    let host = machine(
        r"
os: win32
uninstall:
  - { hive: hkcu, key: '{GUID}_is1', values: { Z: z, A: '2.3', N: 4294967295, Q: { type_code: 11 } } }
  - { hive: hklm, view: 64, values: { displayname: Vendor App, DisplayVersion: 2.3.0.12594 } }
  - { hive: hklm, view: 32, key: '' , values: { DisplayName: Old App } }
  - { hive: hklm, view: 32, key: bare }
",
    );
    let registry = host.uninstall_entries().expect("a registry");
    let entries = &registry.entries;
    let places: Vec<_> = entries
        .iter()
        .map(|e| (e.hive, e.view, e.key.as_str()))
        .collect();
    assert_eq!(
        places,
        [
            (Hive::LocalMachine, RegistryView::Bits64, "Vendor App"),
            (Hive::LocalMachine, RegistryView::Bits32, "bare"),
            (Hive::LocalMachine, RegistryView::Bits32, "Old App"),
            (Hive::CurrentUser, RegistryView::Bits64, "{GUID}_is1"),
        ]
    );
    assert_eq!(entries[0].text("DisplayVersion"), Some("2.3.0.12594"));
    assert!(entries[1].values.is_empty());
    assert_eq!(
        entries[3].values,
        [
            ("A".to_owned(), UninstallValue::Text("2.3".to_owned())),
            ("N".to_owned(), UninstallValue::Number(u32::MAX)),
            ("Q".to_owned(), UninstallValue::Other { type_code: 11 }),
            ("Z".to_owned(), UninstallValue::Text("z".to_owned())),
        ]
    );
}

#[tokio::test]
async fn processes_run_or_are_zombies() {
    let host = machine(
        r"
os: linux
processes:
  1: {}
  2: { started: 1970-01-01T00:00:01Z, owner: other }
  3: { owner: us, zombie: false, parent: 2 }
  4: { zombie: true }
  6: { kernel_thread: true }
",
    );
    let running = |started: Option<u64>, owner, parent| ProcessState::Running {
        started: started.map(|s| SystemTime::UNIX_EPOCH + Duration::from_secs(s)),
        owner,
        parent: Pid::new(parent),
    };
    for (pid, state) in [
        (1, running(None, Owner::Us, 0)),
        (2, running(Some(1), Owner::Other, 0)),
        (3, running(None, Owner::Us, 2)),
        (4, ProcessState::Zombie),
        (5, ProcessState::Gone),
        (6, ProcessState::KernelThread),
    ] {
        let pid = Pid::new(pid).expect("not 0");
        assert_eq!(ProbeHost::process(&host, pid).await, Ok(state), "{pid}");
    }
}

#[tokio::test]
async fn listeners_answer_or_are_silent() {
    let host = machine(
        r"
os: linux
listeners:
  '127.0.0.1:1': { pid: 4242, answer: { status: 404, headers: { A: b, C: 'd' }, body: text } }
  '127.0.0.1:2': { answer: {} }
  '127.0.0.1:3': { pid: 1, silent: true }
  '127.0.0.1:5': { pid: hidden, silent: true }
  '[::1]:4': { silent: false, answer: { body: { json: { ok: true } } } }
",
    );
    let mut answers = Vec::new();
    for url in [
        "http://127.0.0.1:1",
        "http://127.0.0.1:2",
        "http://127.0.0.1:3",
        "http://[::1]:4",
        "http://127.0.0.1:4",
        "http://127.0.0.1:5",
    ] {
        let endpoint = LoopbackEndpoint::parse(url).expect(url);
        let request = LoopbackRequest {
            method: Method::Post,
            endpoint: &endpoint,
            path: &EndpointPath::parse("/").expect("valid"),
            headers: &[],
            body: b"",
            deadline: Instant::now() + Duration::from_secs(3600),
            max_body: 100,
        };
        let answer = host.request(request).await.map(|answer| {
            let body = String::from_utf8(answer.body).expect("a text");
            (answer.status, answer.headers.len(), body)
        });
        let sockets = ProbeHost::listeners(&host, request.deadline).await;
        let sockets = sockets.and_then(|listeners| listeners.at(&endpoint));
        let holders = sockets.map(|sockets| {
            let one = |socket: ListeningSocket| socket.holders.into_iter().map(Pid::get).collect();
            sockets.into_iter().map(one).collect::<Vec<Vec<u32>>>()
        });
        answers.push((holders, answer));
    }
    let untold = HostError::Unsupported("who listens at a port");
    assert_eq!(
        answers,
        [
            (Ok(vec![vec![4242]]), Ok((404, 2, "text".to_owned()))),
            (Err(untold.clone()), Ok((200, 0, String::new()))),
            (Ok(vec![vec![1]]), Err(HostError::TimedOut)),
            (Err(untold), Ok((200, 0, r#"{"ok":true}"#.to_owned()))),
            (
                Ok(vec![]),
                Err(HostError::Io("connection refused".to_owned()))
            ),
            (Ok(vec![vec![]]), Err(HostError::TimedOut)),
        ]
    );
}

#[test]
fn anchors_aliases_and_merge_keys_save_words() {
    let host = machine(
        r"
os: linux
files:
  /a: &file { text: x }
  /b: *file
  /c: { <<: *file, modified: 2026-01-01T00:00:00Z }
",
    );
    for path in ["/a", "/b", "/c"] {
        assert_eq!(content(&host, path), Ok("x".to_owned()), "{path}");
    }
}

#[tokio::test]
async fn a_session_is_there_or_not_or_nobody_knows() {
    let session = async |text: &str| ProbeHost::session(&machine(text)).await;
    let interactive = session("os: linux\nsession: interactive\n").await;
    assert_eq!(interactive, Ok(Session::Interactive));
    assert_eq!(
        session("os: win32\nsession: none\n").await,
        Ok(Session::None)
    );
    let unknown = session("os: darwin\n").await;
    assert!(
        matches!(unknown, Err(HostError::Unsupported(_))),
        "{unknown:?}"
    );
}

#[tokio::test]
async fn a_listener_with_a_certificate_speaks_tls() {
    let sha256 = "AB:".repeat(31) + "AB";
    let host = machine(&format!(
        "os: linux\nlisteners: {{ '127.0.0.1:1': {{ certificate_sha256: '{sha256}', answer: {{}} }} }}\n"
    ));
    let status = async |endpoint: Result<LoopbackEndpoint, _>| {
        let request = LoopbackRequest {
            method: Method::Post,
            endpoint: &endpoint.expect("valid"),
            path: &EndpointPath::parse("/").expect("valid"),
            headers: &[],
            body: b"",
            deadline: Instant::now() + Duration::from_secs(3600),
            max_body: 0,
        };
        host.request(request).await.map(|answer| answer.status)
    };
    let url = "https://127.0.0.1:1";
    let pinned = CertificateFingerprint::parse(&sha256).expect("64 digits");
    assert_eq!(
        status(LoopbackEndpoint::parse_pinned(url, pinned)).await,
        Ok(200)
    );
    let other = CertificateFingerprint::new([0; 32]);
    let answer = status(LoopbackEndpoint::parse_pinned(url, other)).await;
    assert_eq!(answer, Err(HostError::OtherCertificate));
    let answer = status(LoopbackEndpoint::parse("http://127.0.0.1:1")).await;
    assert!(matches!(answer, Err(HostError::Io(_))), "{answer:?}");
}

#[test]
fn an_entry_or_a_root_of_the_uninstall_registry_may_be_unreadable() {
    let host = machine(
        r"
os: win32
uninstall:
  - { hive: hkcu, unread: io_error }
  - { hive: hkcu, values: { DisplayName: Of a root that can't be read } }
  - { hive: hklm, key: '{A}', unread: permission_denied }
  - { hive: hklm, values: { DisplayName: Vendor App } }
",
    );
    let registry = host.uninstall_entries().expect("a registry");
    let keys: Vec<_> = registry.entries.iter().map(|entry| &entry.key).collect();
    assert_eq!(keys, ["Vendor App"]);
    let unread: Vec<_> = registry.unread.iter().map(ToString::to_string).collect();
    assert_eq!(
        unread,
        [
            "HKLM (64-bit), key `{A}`: permission denied",
            "HKCU: input/output error"
        ]
    );
}
