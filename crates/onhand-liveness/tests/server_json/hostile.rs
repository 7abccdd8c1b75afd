//! Whatever the file holds, a probe ends with observations that can be shown.

use onhand_platform::{Operation, Os, Recorded};
use onhand_resolver::{Effort, Observation};
use proptest::prelude::*;
use tokio::runtime::Builder;

use crate::machine::{PID, file, machine, probe};

/// Probes a machine whose file holds that.
fn hold(os: Os, content: &[u8]) {
    let host = Recorded::new(machine(os).file(file(os), content));
    let runtime = Builder::new_current_thread().build().expect("a runtime");
    let liveness = runtime.block_on(probe(&host, Effort::Network));
    let observed = [
        liveness.running.to_string(),
        liveness.endpoint.to_string(),
        liveness.answering.to_string(),
    ];
    for line in observed.iter().chain(&liveness.remarks) {
        assert!(line.chars().count() <= 300, "{line}");
        assert!(!line.chars().any(char::is_control), "{line:?}");
    }
    if let Some(running) = liveness.running.present() {
        let process = running.process().expect("the file names one");
        assert_eq!(process.pid.get(), PID);
    }
    let both = liveness.running.is_present() && liveness.endpoint.is_present();
    assert_eq!(both, liveness.answering != Observation::NotChecked);
    if !both {
        assert_eq!(
            host.count(Operation::Listeners) + host.count(Operation::Request),
            0
        );
    }
    assert!(host.count(Operation::Open) <= 2 && host.count(Operation::Request) <= 3);
}

/// A value as it might stand in such a file.
fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("4242".to_owned()),
        Just("\"http://127.0.0.1:7777\"".to_owned()),
        Just("null".to_owned()),
        any::<f64>().prop_map(|number| number.to_string()),
        any::<i128>().prop_map(|number| number.to_string()),
        "\"http://[0-9a-z.:@\\[\\]/-]{0,20}:[0-9]{0,6}/?\"",
        ".{0,10}".prop_map(|text| serde_json::to_string(&text).expect("a text is JSON")),
        Just("[".repeat(200)),
        Just(format!("{}{}", "[".repeat(200), "]".repeat(200))),
    ]
}

fn object() -> impl Strategy<Value = String> {
    let key = prop_oneof![
        Just("pid"),
        Just("http"),
        Just("token"),
        Just("other"),
        Just("\\u0070id")
    ];
    proptest::collection::vec((key, value()), 0..6).prop_map(|fields| {
        let fields = fields
            .iter()
            .map(|(key, value)| format!("\"{key}\":{value}"));
        format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
    })
}

fn os() -> impl Strategy<Value = Os> {
    prop_oneof![Just(Os::Win32), Just(Os::Darwin), Just(Os::Linux)]
}

proptest! {
    #[test]
    fn any_bytes_are_observed(os in os(), content in proptest::collection::vec(any::<u8>(), 0..200)) {
        hold(os, &content);
    }

    #[test]
    fn any_object_is_observed(os in os(), text in object()) {
        hold(os, text.as_bytes());
    }

    #[test]
    fn any_beginning_of_an_object_is_observed(os in os(), text in object(), end in any::<prop::sample::Index>()) {
        hold(os, &text.as_bytes()[..end.index(text.len())]);
    }
}

#[test]
fn a_file_that_is_nothing_but_depth_is_observed() {
    for piece in ["[", "{\"a\":", "{\"pid\":[", "{\"token\":{\"a\":"] {
        hold(Os::Linux, piece.repeat(60_000 / piece.len()).as_bytes());
    }
}
