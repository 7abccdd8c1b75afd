//! How often an answer allocates, at most. The figures are upper bounds to be lowered, never raised: what a host asks each
//! time that it lists its tools should cost the system call and little else.
//!
//! The counting allocator is this program's alone, and counts for each thread.

#![cfg(target_os = "linux")]
#![allow(
    clippy::disallowed_methods,
    reason = "it looks at files of this machine, which it makes"
)]

use std::hint::black_box;
use std::sync::Arc;

use allocation_counter::measure;
use onhand_declaration::{Declaration, Registry};
use onhand_gate_mcp::McpGate;
use onhand_platform::Os;
use onhand_platform_native::NativeHost;
use onhand_resolver::{Evaluator, Resolvers, State};
use onhand_testkit::catalogue::Entry;

/// What is asked, how often it may allocate, and what is wanted.
///
/// | answer | goal |
/// |---|---|
/// | `offerable()` of what is there | 0 |
/// | `availability()` of what is there | 3 |
const BOUNDS: &[(&str, u64)] = &[
    ("availability, no requirements", 0),
    ("availability, present", 13),
    ("availability, missing", 12),
    ("offerable, no requirements", 0),
    ("offerable, present", 13),
    ("offerable, missing", 12),
    ("check_fn, not connected", 0),
    ("check_fn, unregistered", 0),
    ("check_fn, present", 18),
    ("check_fn, missing", 17),
];

#[test]
fn no_answer_allocates_more_often_than_it_may() {
    let counts = counts();
    let names: Vec<_> = counts.iter().map(|(name, _)| *name).collect();
    let bounded: Vec<_> = BOUNDS.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, bounded, "each answer has its bound");
    let table: Vec<String> = counts
        .iter()
        .zip(BOUNDS)
        .map(|((name, count), (_, bound))| format!("{name}: {count} (at most {bound})"))
        .collect();
    println!("{}", table.join("\n"));
    let within = counts
        .iter()
        .zip(BOUNDS)
        .all(|((_, count), (_, bound))| count <= bound);
    assert!(within, "\n{}", table.join("\n"));
}

#[test]
fn the_counter_counts() {
    let counted = measure(|| drop(black_box(Box::new(1_u8)))).count_total;
    assert_eq!(counted, 1);
    assert_eq!(measure(|| ()).count_total, 0);
}

fn counts() -> Vec<(&'static str, u64)> {
    // A short path that is as long everywhere: a longer text may grow once more.
    let folder = tempfile::tempdir_in("/tmp").expect("a folder");
    let program = |name: &str| {
        let path = folder.path().join(name);
        Entry::program(Os::Linux, path.to_str().expect("Unicode"))
    };
    std::fs::write(folder.path().join("app"), "").expect("it is written");
    let (present, missing) = (program("app"), program("none"));

    let (host, resolvers) = (NativeHost::new(), Resolvers::new());
    let evaluator = Evaluator::new(&host, &resolvers);
    let registry = Registry::new();
    registry.register("present", Arc::new(present.clone()));
    registry.register("missing", Arc::new(missing.clone()));
    let gate = McpGate::new(Arc::new(host), resolvers.clone(), Arc::new(registry));

    let nothing = Declaration::default();
    let availability = |of: &dyn onhand_declaration::Requirements, expected| {
        count(|| evaluator.availability(black_box(of)).state == expected)
    };
    let offerable = |of: &dyn onhand_declaration::Requirements, expected| {
        count(|| evaluator.offerable(black_box(of)) == expected)
    };
    let check = |server, connected, expected| {
        let check = gate.check_fn(server, move || connected);
        count(|| check() == expected)
    };
    vec![
        (
            "availability, no requirements",
            availability(&nothing, State::NoRequirements),
        ),
        (
            "availability, present",
            availability(&present, State::Available),
        ),
        (
            "availability, missing",
            availability(&missing, State::MissingApp),
        ),
        ("offerable, no requirements", offerable(&nothing, true)),
        ("offerable, present", offerable(&present, true)),
        ("offerable, missing", offerable(&missing, false)),
        ("check_fn, not connected", check("present", false, false)),
        ("check_fn, unregistered", check("other", true, true)),
        ("check_fn, present", check("present", true, true)),
        ("check_fn, missing", check("missing", true, false)),
    ]
}

/// How often an answer allocates that was given once before, so that what is made once is made. `answer` says whether it is
/// the one that is expected.
fn count(answer: impl Fn() -> bool) -> u64 {
    assert!(answer());
    measure(|| assert!(answer())).count_total
}
