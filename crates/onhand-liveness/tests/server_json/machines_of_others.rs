//! A file that another machine wrote, or whose process can't be seen from here, says nothing of what runs.

use onhand_declaration::{KindUse, ParameterValue};
use onhand_platform::{LocateHost, Operation, Os, PathTemplate, Recorded};
use onhand_platform_fake::FakeHost;
use onhand_resolver::{Effort, Liveness};

use crate::machine::{
    PID, Says, TOKEN, URL, in_an_hour, kind, machine, probe, probe_declared, written,
};

fn says(os: Os, fields: &str) -> FakeHost {
    machine(os).hostname("desk").says(&format!(
        r#"{{"pid":{PID},"http":"{URL}","token":"{TOKEN}"{fields}}}"#
    ))
}

async fn running(host: FakeHost, kind: &KindUse) -> Liveness {
    let host = Recorded::new(host);
    let liveness = probe_declared(&host, kind, Effort::Network, in_an_hour()).await;
    if !liveness.running.is_present() {
        assert_eq!(host.count(Operation::Process), 0);
        assert_eq!(host.count(Operation::Request), 0);
    }
    liveness
}

#[tokio::test]
async fn a_file_of_another_host_says_nothing_of_this_one() {
    for os in Os::ALL {
        for (fields, key, is_ours) in [
            (r#","hostname":"desk""#, "hostname", true),
            (r#","hostname":"DESK.local""#, "hostname", true),
            (r#","hostname":null"#, "hostname", true),
            (r#","hostname":"""#, "hostname", true),
            (r#","hostname":"other""#, "hostname", false),
            (r#","hostname":7"#, "hostname", false),
            (r#","hostname":"desk","hostname":"desk""#, "hostname", false),
            (r#","hostname":"other""#, "machine", true),
            (r#","machine":"other""#, "machine", false),
        ] {
            let key = ParameterValue::Text(key.to_owned());
            let kind = kind(os).with("host_key", key);
            let liveness = running(says(os, fields), &kind).await;
            assert_eq!(liveness.running.is_present(), is_ours, "{os} {fields}");
            if !is_ours {
                assert_eq!(liveness.running.state(), "unavailable", "{fields}");
            }
        }
    }
    let liveness = running(says(Os::Linux, r#","hostname":"other""#), &kind(Os::Linux)).await;
    assert_eq!(
        liveness.running.to_string(),
        "unavailable: /var/vendor/server.json: another host wrote it: `hostname` doesn't name this machine"
    );
}

#[tokio::test]
async fn no_process_id_is_no_sign_that_it_ended() {
    for (pid, reason) in [
        (
            r#""pid":null,"#,
            "`pid` is null, not a whole number from 1 to 2147483647",
        ),
        ("", "the file has no `pid`"),
    ] {
        let host = machine(Os::Linux).says(&format!(r#"{{{pid}"http":"{URL}"}}"#));
        let liveness = probe(&host, Effort::Network).await;
        assert_eq!(
            liveness.running.to_string(),
            format!("unavailable: /var/vendor/server.json: {reason}")
        );
    }
}

#[tokio::test]
async fn a_file_on_a_windows_drive_names_a_process_that_linux_does_not_see() {
    let at = |os, path: &str| {
        let template = PathTemplate::parse(os, path).expect("it is a path");
        KindUse::new("server_json").with("path", ParameterValue::Path(template))
    };
    for (os, path, is_seen) in [
        (Os::Linux, "/mnt/c/Users/me/server.json", false),
        (Os::Linux, "/mnt/d/server.json", false),
        (Os::Linux, "/mnt/data/server.json", true),
        (Os::Linux, "/mnt/server.json", true),
        (Os::Linux, "/srv/mnt/c/server.json", true),
        (Os::Darwin, "/mnt/c/server.json", true),
    ] {
        let host = machine(os);
        assert_eq!(LocateHost::os(&host), os);
        let text = format!(r#"{{"pid":{PID},"http":"{URL}"}}"#);
        let host = host.file(path, text.as_str()).modified(path, written());
        let liveness = running(host, &at(os, path)).await;
        assert_eq!(liveness.running.is_present(), is_seen, "{path}");
        if !is_seen {
            let reason = liveness.running.to_string();
            assert!(reason.starts_with("unavailable: "), "{reason}");
            assert!(
                reason.contains("a Windows drive seen from Linux"),
                "{reason}"
            );
        }
    }
}

#[tokio::test]
async fn keys_that_no_parser_told_apart_read_nothing() {
    let text = |text: &str| ParameterValue::Text(text.to_owned());
    let host = Recorded::new(machine(Os::Linux));
    for kind in [
        kind(Os::Linux).with("token_key", text("pid")),
        kind(Os::Linux).with("url_key", text("token")),
        kind(Os::Linux)
            .with("pid_key", text("x"))
            .with("url_key", text("x")),
    ] {
        let liveness = probe_declared(&host, &kind, Effort::Network, in_an_hour()).await;
        assert_eq!(liveness.running.state(), "unavailable");
        assert_eq!(host.count(Operation::Open), 0);
    }
    // An empty text is the default.
    let kind = kind(Os::Linux).with("token_key", text(""));
    let liveness = probe_declared(&host, &kind, Effort::Network, in_an_hour()).await;
    assert!(liveness.answering.is_present());
}
