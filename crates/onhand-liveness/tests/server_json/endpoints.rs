//! Which endpoints are dialled, and at which address.

use onhand_platform::{Operation, Os, Recorded};
use onhand_platform_fake::FakeHost;
use onhand_resolver::{CauseCode, Effort, Observation, Reason};

use crate::machine::{PID, Says, Watched, machine, probe, server};

/// The machine, its file with that URL as JSON spells it.
fn at(os: Os, url: &str) -> FakeHost {
    machine(os).says(&format!(r#"{{"pid":{PID},"http":"{url}","token":"t"}}"#))
}

#[tokio::test]
async fn a_refused_endpoint_is_never_contacted() {
    for os in Os::ALL {
        for url in [
            "https://127.0.0.1:7777",
            "ws://127.0.0.1:7777",
            "127.0.0.1:7777",
            "//127.0.0.1:7777",
            "http:127.0.0.1:7777",
            "http://0.0.0.0:7777",
            "http://127.1:7777",
            "http://127.0.0.2:7777",
            "http://2130706433:7777",
            "http://0x7f.1:7777",
            "http://0177.0.0.1:7777",
            "http://127.0.0.1.evil.test:7777",
            "http://localhost.:7777",
            "http://localhost.evil.test:7777",
            "http://example.test:7777",
            "http://192.168.0.1:7777",
            "http://127.0.0.1:65536",
            "http://127.0.0.1:0",
            "http://127.0.0.1",
            "http://127.0.0.1/",
            "http://127.0.0.1:",
            "http://127.0.0.1:http",
            "http://127.0.0.1:-1",
            "http://127.0.0.1:7777:7777",
            "http://[::1",
            "http://[::1:7777",
            "http://::1:7777",
            "http://[::]:7777",
            "http://[0:0:0:0:0:0:0:1]:7777",
            "http://[::ffff:127.0.0.1]:7777",
            "http://[::1%25lo]:7777",
            "http://user@127.0.0.1:7777",
            "http://user:pass@127.0.0.1:7777",
            "http://@127.0.0.1:7777",
            "http://127.0.0.1:7777@evil.test",
            "http://127.0.0.1\\\\@evil.test:7777",
            " http://127.0.0.1:7777",
            "http://127.0.0.1:7777 ",
            "http:// 127.0.0.1:7777",
            "http://127.0.0.1:\\t7777",
            "http://127.0.0.1:7777\\r\\nX-Header: y",
            "http://127.0.0.1:7777/\\u0000",
            "",
        ] {
            let host = Recorded::new(Watched::new(at(os, url)));
            let liveness = probe(&host, Effort::Network).await;
            assert_eq!(liveness.running.to_string(), "process 4242", "{url}");
            assert_eq!(liveness.endpoint.state(), "unavailable", "{url}");
            assert_eq!(liveness.answering, Observation::NotChecked, "{url}");
            assert!(host.inner().dials().is_empty(), "{url}");
            assert_eq!(host.count(Operation::Request), 0, "{url}");
            assert_eq!(host.count(Operation::Listeners), 0, "{url}");
        }
    }
}

#[tokio::test]
async fn an_accepted_endpoint_is_dialled_at_exactly_its_literal_address() {
    for os in Os::ALL {
        for (url, dials, host_header) in [
            (
                "http://127.0.0.1:7777",
                &["127.0.0.1:7777"][..],
                "127.0.0.1:7777",
            ),
            ("http://[::1]:7777", &["[::1]:7777"], "[::1]:7777"),
            (
                "http://localhost:7777",
                &["127.0.0.1:7777"],
                "localhost:7777",
            ),
            (
                "HTTP://LocalHost:7777/x?y#z",
                &["127.0.0.1:7777"],
                "localhost:7777",
            ),
            (
                "http://127.0.0.1:7777/evil?token=1",
                &["127.0.0.1:7777"],
                "127.0.0.1:7777",
            ),
        ] {
            let both = at(os, url).listener("[::1]:7777", server());
            let host = Watched::new(both);
            let liveness = probe(&host, Effort::Network).await;
            assert_eq!(
                liveness.endpoint.to_string(),
                format!("http://{host_header}")
            );
            assert_eq!(liveness.answering, Observation::Present(200), "{url}");
            assert_eq!(host.dials(), dials, "{url}");
            // The path is ours, whatever the file says.
            assert_eq!(
                host.sent()[0].target,
                format!("POST http://{host_header}/mcp")
            );
        }
        // On a port of which nobody has the first address.
        let only_v6 = at(os, "http://localhost:7778").listener("[::1]:7778", server());
        let only_v6 = Watched::new(only_v6);
        let liveness = probe(&only_v6, Effort::Network).await;
        assert_eq!(liveness.answering, Observation::Present(200));
        assert_eq!(only_v6.dials(), ["127.0.0.1:7778", "[::1]:7778"]);
    }
}

#[tokio::test]
async fn a_path_that_is_not_asked_is_remarked_and_not_shown() {
    for (behind, other) in [
        ("", false),
        ("/", false),
        ("/mcp", false),
        ("/mcp/", true),
        ("/secret", true),
        ("?key=secret", true),
        ("/mcp?key=secret", true),
        ("#secret", true),
    ] {
        for effort in [Effort::Local, Effort::Network] {
            let url = format!("http://127.0.0.1:7777{behind}");
            let liveness = probe(&at(Os::Darwin, &url), effort).await;
            let remark = "the path or query in `http` is not asked: `endpoint_path` is `/mcp`";
            let remarks = if other { &[remark][..] } else { &[] };
            assert_eq!(liveness.remarks, remarks, "{behind}");
        }
    }
    // Nobody minds the path of a URL that is refused anyway.
    let refused = probe(&at(Os::Darwin, "https://127.0.0.1:7777/a"), Effort::Network).await;
    assert_eq!(refused.remarks, [""; 0]);
}

#[tokio::test]
async fn a_refused_scheme_is_told_from_a_missing_one() {
    for (url, reason) in [
        (
            "127.0.0.1:7777",
            "the URL has no scheme: it must start with `http://`",
        ),
        (
            "https://127.0.0.1:7777",
            "the URL starts with `https://`, which is asked only where the declaration pins the certificate: `certificate_sha256`",
        ),
        (
            "ws://127.0.0.1:7777",
            "the URL does not start with `http://`",
        ),
    ] {
        let liveness = probe(&at(Os::Linux, url), Effort::Local).await;
        let reason = format!("/var/vendor/server.json: `http` is refused: {reason}");
        let reason = Reason::new(CauseCode::Unreadable, reason);
        assert_eq!(liveness.endpoint, Observation::Unavailable(reason));
    }
}
