//! A host that registers what a file gave hides the servers of one that can't be read.
#![cfg(feature = "yaml")]

use onhand::Onhand;
use onhand::platform::Os;
use onhand_platform_fake::FakeHost;

const VENDOR: &[u8] =
    b"app: { linux: { presence: executable, location: /opt/vendor } }\nrequires: { app: true }";

#[test]
fn a_text_that_is_no_yaml_hides_the_server_of_its_stem() {
    let onhand = Onhand::new(FakeHost::new(Os::Linux).file("/opt/vendor", b""));
    let gate = onhand.mcp_gate();
    let offered = gate.check_fn("vendor", || true);
    assert!(offered(), "nothing is known of it");

    onhand
        .registry()
        .register_file(onhand.parser().text(VENDOR, "vendor"));
    assert!(offered());

    let problems = onhand
        .registry()
        .register_file(onhand.parser().text(b"app: [", "vendor"));
    assert_eq!(problems.len(), 1);
    assert!(!offered());

    // YAML takes the text; the file promised JSON.
    let problems = onhand
        .registry()
        .register_file(onhand.parser().json(VENDOR, "vendor"));
    assert_eq!(problems.len(), 1);
    assert!(!offered());
}
