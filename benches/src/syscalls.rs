//! The system calls of looks at this machine, counted by strace, against the host calls that [`Recorded`] keeps: what is
//! promised in host calls is worth nothing if a host makes more of each.

mod expected;
mod strace;

use std::collections::BTreeMap;
use std::process::ExitCode;

use clap::Args;
use onhand_platform::{Operation, Recorded};
use onhand_platform_native::NativeHost;

use crate::stage::Stage;
use crate::work::LOOKS;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Looks to count (all, if none is named)
    looks: Vec<String>,
}

/// How often each system call is made, by its name.
type Calls = BTreeMap<String, u64>;

pub(crate) fn run(options: &Options, stage: &Stage) -> Result<ExitCode, String> {
    let known: Vec<_> = LOOKS.iter().map(|(name, _)| *name).collect();
    if let Some(unknown) = options
        .looks
        .iter()
        .find(|look| !known.contains(&look.as_str()))
    {
        let known = known.join(", ");
        return Err(format!("there is no look `{unknown}`; there are {known}"));
    }
    let mut all_equal = true;
    for (name, look) in LOOKS {
        if !options.looks.is_empty() && !options.looks.iter().any(|other| other == name) {
            continue;
        }
        let host = Recorded::new(NativeHost::new());
        look(stage)(&host);
        let operations = counted(host.calls().iter().map(|call| call.operation));
        let expected = expected::of(&operations);
        let found = strace::calls(name)?;
        let equal = expected == found;
        all_equal &= equal;
        let verdict = if equal { "equal" } else { "NOT EQUAL" };
        println!("{name:<10} {verdict:<10} {}", listed(&operations));
        println!("{:<10} {:<10} {}", "", "expected", listed(&expected));
        println!("{:<10} {:<10} {}", "", "strace", listed(&found));
    }
    Ok(if all_equal {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn counted(operations: impl Iterator<Item = Operation>) -> BTreeMap<Operation, u64> {
    let mut counts = BTreeMap::new();
    for operation in operations {
        *counts.entry(operation).or_default() += 1;
    }
    counts
}

/// `2 statx, 1 openat`
fn listed<N: std::fmt::Display>(counts: &BTreeMap<N, u64>) -> String {
    let counts: Vec<String> = counts
        .iter()
        .map(|(name, count)| format!("{count} {name}"))
        .collect();
    counts.join(", ")
}
