//! What the inner crates weigh: a host that only wants answers gets no runtime, no socket and no
//! YAML reader with them.

use super::Workspace;
use super::workspace::expect_none;

/// The crates whose default features a host takes without a second thought, the example of a host that does, and the
/// facade for a host that looks at this machine and probes nothing.
const LIGHT: &[(&str, &[&str])] = &[
    ("minimal-host", &[]),
    ("onhand", &["--no-default-features", "--features", "native"]),
    ("onhand-declaration", &[]),
    ("onhand-document", &[]),
    ("onhand-gate-mcp", &[]),
    ("onhand-liveness", &[]),
    ("onhand-resolver", &[]),
];

/// Runtimes and their I/O, and what opens sockets.
const HEAVY: &[&str] = &[
    "async-executor",
    "async-global-executor",
    "async-io",
    "async-std",
    "curl",
    "h2",
    "hyper",
    "hyper-util",
    "isahc",
    "mio",
    "native-tls",
    "openssl",
    "polling",
    "reqwest",
    "rustls",
    "smol",
    "socket2",
    "tokio",
    "tokio-util",
    "ureq",
];

fn is_heavy(name: &str) -> bool {
    HEAVY.contains(&name) || is_yaml(name)
}

/// YAML readers carry many names; those in use today have one of these words in theirs, or stand
/// under a reader that has.
fn is_yaml(name: &str) -> bool {
    ["yaml", "yml", "saphyr", "granit"]
        .iter()
        .any(|word| name.contains(word))
}

/// The heavy crates in what `cargo tree --prefix none` printed (`name version (where)` a line).
fn heavy_crates(tree: &str) -> Vec<&str> {
    let names = tree
        .lines()
        .filter_map(|line| line.split_whitespace().next());
    let mut heavy: Vec<&str> = names.filter(|name| is_heavy(name)).collect();
    heavy.sort_unstable();
    heavy.dedup();
    heavy
}

#[test]
fn the_inner_crates_bring_no_runtime_no_socket_and_no_yaml() {
    let workspace = Workspace::load();
    for (package, features) in LIGHT {
        let tree = workspace.tree(package, features);
        assert!(
            tree.starts_with(package),
            "an answer about {package}: {tree}"
        );
        let found: Vec<String> = heavy_crates(&tree)
            .iter()
            .map(|name| {
                let features = features.join(" ");
                format!("{name}: cargo tree -p {package} {features} -e normal --target all --invert {name}")
            })
            .collect();
        let rule = format!("{package} must stay free of these (the command says who brings them):");
        expect_none(&rule, &found);
    }
}

#[test]
fn a_heavy_crate_is_found_wherever_it_stands_in_the_tree() {
    let tree = "onhand-declaration v0.1.0 (/w/crates/onhand-declaration)\n\
                serde v1.0.0\n\
                tokio v1.0.0\n\
                serde-saphyr v2.2.0\n\
                \n\
                tokio v1.0.0 (*)\n";
    assert_eq!(heavy_crates(tree), ["serde-saphyr", "tokio"]);
}

#[test]
fn a_name_that_only_looks_like_a_runtime_is_none() {
    assert!(!is_heavy("async-trait"));
    assert!(!is_heavy("typed-path"));
    assert!(is_heavy("unsafe-libyaml"));
    assert!(is_heavy("granit-parser"));
}
