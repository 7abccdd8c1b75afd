//! What a host call is in system calls of Linux.

use std::collections::BTreeMap;

use onhand_platform::Operation;

use super::Calls;

/// The system calls of one host call; `None` where it isn't one of the looks that are counted.
///
/// The second look at a file that is open belongs to `open`: it tells that what was opened is what was looked at.
fn system_calls(operation: Operation) -> Option<&'static [&'static str]> {
    Some(match operation {
        // The environment is this process's own memory.
        Operation::Env | Operation::Home => &[],
        Operation::Stat => &["statx"],
        // The folder is looked at before it is opened; std looks once more, and the kernel says twice what is in it: the
        // names, and that there are no more.
        Operation::List => &[
            "statx",
            "openat",
            "fstat",
            "getdents64",
            "getdents64",
            "close",
        ],
        Operation::Open => &["statx", "openat", "statx", "close"],
        // The second one is told that the file ends where it ends.
        Operation::Read => &["pread64", "pread64"],
        _ => return None,
    })
}

/// The system calls of so many host calls.
pub(super) fn of(operations: &BTreeMap<Operation, u64>) -> Calls {
    let mut calls = Calls::new();
    for (&operation, count) in operations {
        let names = system_calls(operation)
            .unwrap_or_else(|| panic!("no look asks for `{operation}`; say what it costs"));
        for name in names {
            *calls.entry((*name).to_owned()).or_default() += count;
        }
    }
    calls
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_host_call_counts_with_all_of_its_system_calls() {
        let operations = [
            (Operation::Env, 4),
            (Operation::Stat, 2),
            (Operation::Open, 1),
        ];
        let expected = [("close", 1), ("openat", 1), ("statx", 4)];
        let expected = expected.map(|(name, count)| (name.to_owned(), count));
        assert_eq!(of(&operations.into()), Calls::from(expected));
    }
}
