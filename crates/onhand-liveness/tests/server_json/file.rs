//! The runtime file: how it is read, and what each of its fields may be.

use std::time::Duration;

use onhand_declaration::{KindUse, ParameterValue};
use onhand_platform::{Operation, Os, PathTemplate, Recorded};
use onhand_platform_fake::{FakeHost, Fault, FileContent};
use onhand_resolver::{Effort, Liveness, Observation};

use crate::machine::{
    PID, Says, URL, Watched, file, in_an_hour, kind, machine, probe, probe_declared, running,
    started, written,
};

async fn local(host: FakeHost) -> Liveness {
    probe(&host, Effort::Local).await
}

/// The process and the endpoint, as words.
fn seen(liveness: &Liveness) -> (String, String) {
    let Liveness {
        running, endpoint, ..
    } = liveness;
    (running.to_string(), endpoint.to_string())
}

fn about(os: Os, reason: &str) -> String {
    format!("{}: {reason}", file(os))
}

#[tokio::test]
async fn a_whole_file_is_looked_at_twice_and_read_once() {
    for os in Os::ALL {
        let host = Recorded::new(machine(os));
        let liveness = probe(&host, Effort::Local).await;
        assert_eq!(seen(&liveness), ("process 4242".into(), URL.into()));
        assert!(liveness.remarks.is_empty(), "{:?}", liveness.remarks);
        let operations: Vec<_> = host.calls().iter().map(|call| call.operation).collect();
        use Operation::{Open, Process, Read, Stat};
        assert_eq!(operations, [Stat, Open, Read, Stat, Process]);
    }
}

#[tokio::test]
async fn a_byte_order_mark_in_front_changes_nothing() {
    let text = format!("\u{feff}{{\"pid\":{PID},\"http\":\"{URL}\"}}");
    let liveness = local(machine(Os::Win32).says(&text)).await;
    assert_eq!(seen(&liveness), ("process 4242".into(), URL.into()));
}

#[tokio::test]
async fn the_keys_are_those_that_are_declared() {
    let text = format!(r#"{{"pid":1,"http":"no","process":{PID},"at":"{URL}"}}"#);
    let host = machine(Os::Linux).says(&text);
    let text = |text: &str| ParameterValue::Text(text.to_owned());
    let kind = kind(Os::Linux)
        .with("pid_key", text("process"))
        .with("url_key", text("at"));
    let liveness = probe_declared(&host, &kind, Effort::Local, in_an_hour()).await;
    assert_eq!(seen(&liveness), ("process 4242".into(), URL.into()));
}

#[tokio::test]
async fn without_the_file_nothing_says_that_it_runs() {
    let host = Recorded::new(machine(Os::Linux).remove(file(Os::Linux)));
    let liveness = probe(&host, Effort::Network).await;
    let reason = format!("absent: {}", about(Os::Linux, "nothing is there"));
    assert_eq!(seen(&liveness), (reason.clone(), reason));
    assert_eq!(liveness.answering, Observation::NotChecked);
    assert_eq!(host.calls().len(), 1);
}

#[tokio::test]
async fn what_is_no_regular_file_of_this_machine_is_never_opened() {
    for (fault, state) in [
        (Some(Fault::Fifo), "absent"),
        (Some(Fault::Network), "unavailable"),
        (Some(Fault::PermissionDenied), "unavailable"),
        (Some(Fault::AppExecutionAlias), "unavailable"),
        (None, "absent"),
    ] {
        let path = file(Os::Win32);
        let machine = machine(Os::Win32);
        let machine = match fault {
            Some(fault) => machine.fault(path, fault),
            None => machine.remove(path).dir(path),
        };
        let host = Recorded::new(machine);
        let liveness = probe(&host, Effort::Network).await;
        assert_eq!(liveness.running.state(), state, "{fault:?}: {liveness:?}");
        assert_eq!(liveness.endpoint.state(), state, "{fault:?}");
        assert_eq!(host.calls().len(), 1, "{fault:?}: {:?}", host.calls());
    }
}

#[tokio::test]
async fn a_path_that_leads_to_the_network_is_not_even_looked_at() {
    let template = PathTemplate::parse(Os::Win32, r"%SHARE%\server.json").expect("it is a path");
    let kind = KindUse::new("server_json").with("path", ParameterValue::Path(template));
    let host = Recorded::new(machine(Os::Win32).env("SHARE", r"\\server\share"));
    let liveness = probe_declared(&host, &kind, Effort::Network, in_an_hour()).await;
    assert_eq!(liveness.running.state(), "unavailable");
    let operations: Vec<_> = host.calls().iter().map(|call| call.operation).collect();
    assert_eq!(operations, [Operation::Env]);
}

#[tokio::test]
async fn a_file_over_the_bound_is_not_read() {
    for size in [64 * 1024 + 1, u64::MAX] {
        let path = file(Os::Linux);
        let host = Recorded::new(machine(Os::Linux).file(path, FileContent::zeros(size)));
        let liveness = probe(&host, Effort::Local).await;
        assert_eq!(
            seen(&liveness).0,
            format!("error: {path}: larger than 65536 bytes")
        );
        assert_eq!(host.count(Operation::Open), 0);
    }
    let full = format!("{{\"pid\":{PID}}}").pad(64 * 1024);
    assert_eq!(
        seen(&local(machine(Os::Linux).says(&full)).await).0,
        "process 4242"
    );
}

trait Pad {
    fn pad(self, length: usize) -> String;
}

impl Pad for String {
    fn pad(self, length: usize) -> String {
        let spaces = " ".repeat(length - self.len());
        self + &spaces
    }
}

#[tokio::test]
async fn a_half_written_file_is_read_once_more() {
    let whole = machine(Os::Linux);
    for half in [
        "",
        "{",
        r#"{"pid":42"#,
        "\0\0\0\0",
        "{\"pid\":4242}\0\0",
        "{\"a\":\"\u{e9}",
    ] {
        let host =
            Watched::new(machine(Os::Linux).says(half)).after(Operation::Pause, whole.clone());
        let liveness = probe(&host, Effort::Local).await;
        assert_eq!(
            seen(&liveness),
            ("process 4242".into(), URL.into()),
            "{half:?}"
        );
        let pauses = host.pauses.lock().expect("no panic");
        assert_eq!(*pauses, [Duration::from_millis(50)], "{half:?}");
    }
}

#[tokio::test]
async fn a_file_that_stays_no_json_is_absent_and_the_reason_says_where_it_goes_wrong() {
    for (half, reason) in [
        ("", "the file is empty"),
        ("\u{feff}", "the file is empty"),
        (" \r\n", "the file is empty"),
        (
            "{",
            "the file is half-written: its JSON breaks off in line 1, column 1",
        ),
        (
            "{\n  \"pid\": 4242,\n  \"token\": \"not-a-r",
            "the file is half-written: its JSON breaks off in line 3, column 19",
        ),
        (
            "not JSON",
            "the file is not JSON: it goes wrong at line 1, column 2",
        ),
        (
            "pid: 100",
            "the file is not JSON: it goes wrong at line 1, column 1",
        ),
        (
            "{\n  \"pid\": 4242,\n}",
            "the file is not JSON: it goes wrong at line 3, column 1",
        ),
        (
            "{\"pid\":4242}}",
            "the file is not JSON: it goes wrong at line 1, column 13",
        ),
        (
            "\u{feff}\u{feff}{}",
            "the file is not JSON: it goes wrong at line 1, column 1",
        ),
        (
            "{'pid':1}",
            "the file is not JSON: it goes wrong at line 1, column 2",
        ),
    ] {
        let host = Recorded::new(machine(Os::Win32).says(half));
        let liveness = probe(&host, Effort::Network).await;
        let reason = format!("absent: {}", about(Os::Win32, reason));
        assert_eq!(seen(&liveness), (reason.clone(), reason), "{half:?}");
        assert_eq!(liveness.answering, Observation::NotChecked);
        assert_eq!(host.count(Operation::Open), 2);
        assert_eq!(host.count(Operation::Pause), 1);
    }
}

#[tokio::test]
async fn text_that_is_not_utf_8_is_no_json() {
    let utf_16: Vec<u8> = "\u{feff}{\"pid\":4242}"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    for bytes in [&utf_16[..], b"{\"pid\":4242,\"token\":\"\xff\"}"] {
        let liveness = local(machine(Os::Linux).file(file(Os::Linux), bytes)).await;
        assert_eq!(liveness.running.state(), "absent", "{bytes:?}");
    }
}

#[tokio::test]
async fn content_and_time_are_of_one_moment() {
    let path = file(Os::Linux);
    let before = machine(Os::Linux);
    let replaced = before
        .clone()
        .modified(path, written() + Duration::from_secs(60));
    // It is replaced while it is read: what was read belongs to neither time.
    let host = Watched::new(before.clone()).after(Operation::Open, replaced.clone());
    let liveness = probe(&host, Effort::Local).await;
    assert_eq!(seen(&liveness).0, "process 4242");
    assert_eq!(host.pauses.lock().expect("no panic").len(), 1);

    let again = replaced
        .clone()
        .modified(path, written() + Duration::from_secs(120));
    let host = Watched::new(before)
        .after(Operation::Open, replaced)
        .after(Operation::Open, again);
    let liveness = probe(&host, Effort::Local).await;
    let reason = about(Os::Linux, "the file is being written");
    assert_eq!(seen(&liveness).0, format!("absent: {reason}"));
}

#[tokio::test]
async fn a_reading_that_fails_may_go_well_the_second_time() {
    let broken = machine(Os::Win32).fault(file(Os::Win32), Fault::ReadError);
    let host = Watched::new(broken.clone()).after(Operation::Pause, machine(Os::Win32));
    assert_eq!(seen(&probe(&host, Effort::Local).await).0, "process 4242");
    assert_eq!(local(broken).await.running.state(), "error");
}

#[tokio::test]
async fn what_is_no_object_leaves_every_field_unavailable() {
    for text in ["[]", "\"pid\"", "null", "true", "1.5", "[{\"pid\":4242}]"] {
        let host = Recorded::new(machine(Os::Darwin).says(text));
        let liveness = probe(&host, Effort::Network).await;
        let reason = about(Os::Darwin, "the file is not a JSON object");
        let reason = format!("unavailable: {reason}");
        assert_eq!(seen(&liveness), (reason.clone(), reason), "{text}");
        assert_eq!(host.count(Operation::Pause), 0, "{text}");
    }
}

#[tokio::test]
async fn a_file_that_another_kind_or_parameter_reads_is_told_it() {
    let lines = "a file of lines is read by `kind: port_file`, this one perhaps with `lines: ";
    for (text, reason) in [
        (
            "7777",
            format!("the file is not a JSON object: {lines}[port]`"),
        ),
        (
            "\u{feff}7777\r\n4242\r\n",
            format!("the file is not a JSON object: {lines}[port, pid]`"),
        ),
        (
            "4242000\n7777\nzzsecret\n",
            format!("the file is not a JSON object: {lines}[pid, port, ignored]`"),
        ),
    ] {
        let liveness = local(machine(Os::Linux).says(text)).await;
        let reason = format!("unavailable: {}", about(Os::Linux, &reason));
        assert_eq!(seen(&liveness), (reason.clone(), reason), "{text}");
    }
    let liveness = local(machine(Os::Linux).says("zzsecret\n7777\n")).await;
    let reason =
        format!("the file is not JSON: it goes wrong at line 1, column 1: {lines}[ignored, port]`");
    let reason = format!("absent: {}", about(Os::Linux, &reason));
    assert_eq!(seen(&liveness), (reason.clone(), reason));

    for (fields, parameter) in [
        (r#""port": 7777"#, Some("`port_key: port`")),
        (
            r#""mcp_port": 7777, "port": 1"#,
            Some("`port_key: mcp_port`"),
        ),
        (
            r#""url": "http://127.0.0.1:7777/mcp", "port": 7777"#,
            Some("`url_key: url`"),
        ),
        (
            r#""endpoint": "https://localhost:7777""#,
            Some("`url_key: endpoint`"),
        ),
        (r#""port": 0, "url": "http://elsewhere:1""#, None),
        (r#""port": "zzsecret", "a port": 7777"#, None),
        (r#""transport": {"port": 7777}"#, None),
    ] {
        let text = format!(r#"{{"pid":{PID},{fields}}}"#);
        let liveness = local(machine(Os::Linux).says(&text)).await;
        let hint = parameter.map(|parameter| format!(": perhaps {parameter} has to be declared"));
        let reason = format!("the file has no `http`{}", hint.unwrap_or_default());
        let reason = format!("absent: {}", about(Os::Linux, &reason));
        assert_eq!(seen(&liveness), ("process 4242".into(), reason), "{text}");
    }
}

#[tokio::test]
async fn a_process_id_is_a_whole_number_that_the_os_can_give() {
    let host = |os, pid: &str| machine(os).says(&format!(r#"{{"pid":{pid},"http":"{URL}"}}"#));
    for os in Os::ALL {
        let greatest = match os {
            Os::Win32 => u32::MAX,
            _ => i32::MAX as u32,
        };
        for (pid, is, mend) in [
            ("true", "a boolean", ""),
            ("\"4242\"", "a text", ": write it without quotes"),
            ("\"4242 \"", "a text", ""),
            ("\"\"", "a text", ""),
            ("4242.0", "4242.0", ""),
            ("1.5", "1.5", ""),
            ("1e3", "1000.0", ""),
            ("0", "0", ""),
            ("-0", "-0.0", ""),
            ("-1", "-1", ""),
            ("-4242", "-4242", ""),
            ("4294967296", "4294967296", ""),
            ("4294971538", "4294971538", ""),
            ("18446744073709551616", "1.8446744073709552e+19", ""),
            ("[4242]", "a list", ""),
            ("{}", "an object", ""),
            ("null", "null", ""),
        ] {
            let liveness = local(host(os, pid)).await;
            let reason = format!("`pid` is {is}, not a whole number from 1 to {greatest}{mend}");
            let expected = format!("unavailable: {}", about(os, &reason));
            assert_eq!(seen(&liveness), (expected, URL.into()), "{os} {pid}");
        }
        let most =
            host(os, &greatest.to_string()).process(greatest, running(Some(started()), None));
        assert_eq!(seen(&local(most).await).0, format!("process {greatest}"));
    }
    let beyond = local(host(Os::Linux, "2147483648")).await;
    assert_eq!(beyond.running.state(), "unavailable");
}

#[tokio::test]
async fn a_field_that_is_missing_leaves_the_other() {
    let without = |text: &str| local(machine(Os::Linux).says(text));
    let liveness = without(&format!(r#"{{"http":"{URL}"}}"#)).await;
    let reason = about(Os::Linux, "the file has no `pid`");
    assert_eq!(
        seen(&liveness),
        (format!("unavailable: {reason}"), URL.into())
    );
    let liveness = without(r#"{"pid":4242}"#).await;
    let reason = about(Os::Linux, "the file has no `http`");
    assert_eq!(
        seen(&liveness),
        ("process 4242".into(), format!("absent: {reason}"))
    );
    let liveness = without(r#"{"pid":4242,"http":null}"#).await;
    let reason = about(Os::Linux, "`http` is null");
    assert_eq!(seen(&liveness).1, format!("absent: {reason}"));
    let liveness = without(r#"{"pid":4242,"http":7777}"#).await;
    let reason = about(Os::Linux, "`http` is a number, not a text");
    assert_eq!(seen(&liveness).1, format!("unavailable: {reason}"));
}

#[tokio::test]
async fn a_key_that_stands_there_twice_says_nothing() {
    let text = format!(r#"{{"pid":1,"http":"{URL}","pid":{PID},"other":1,"other":2}}"#);
    let liveness = local(machine(Os::Linux).says(&text)).await;
    let reason = about(Os::Linux, "`pid` appears twice in the file");
    assert_eq!(
        seen(&liveness),
        (format!("unavailable: {reason}"), URL.into())
    );
}

#[tokio::test]
async fn an_escaped_key_is_the_same_key() {
    let text = format!(r#"{{"\u0070id":{PID},"pid":{PID}}}"#);
    let liveness = local(machine(Os::Linux).says(&text)).await;
    assert!(
        seen(&liveness).0.ends_with("appears twice in the file"),
        "{liveness:?}"
    );
}
