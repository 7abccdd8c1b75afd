//! strace, as a counter of system calls.

use std::fs;
use std::process::Command;

use super::Calls;
use crate::repeated::watched;

/// How often a look is repeated: a number that doesn't divide what is made by chance.
const TIMES: u32 = 7;

/// What is not counted: calls for memory, which an allocator makes when it likes, and a check that std makes before it closes
/// a file, in builds without optimisations alone.
const LEFT_OUT: &str = "trace=!brk,mmap,munmap,mremap,madvise,mprotect,fcntl";

/// The system calls of one look.
pub(super) fn calls(name: &str) -> Result<Calls, String> {
    let (mut more, fewer) = (count(name, 2 * TIMES)?, count(name, TIMES)?);
    for (call, fewer) in &fewer {
        let more = more.entry(call.clone()).or_default();
        *more = more.saturating_sub(*fewer);
    }
    more.retain(|_, count| *count > 0);
    for (call, count) in &mut more {
        let times = u64::from(TIMES);
        if !count.is_multiple_of(times) {
            return Err(format!(
                "{name}: {count} more {call} by {times} more looks, which is no whole number each"
            ));
        }
        *count /= times;
    }
    Ok(more)
}

fn count(name: &str, times: u32) -> Result<Calls, String> {
    let log = tempfile::NamedTempFile::new().map_err(|error| format!("a log: {error}"))?;
    let mut strace = Command::new("strace");
    strace.arg("-qq").arg("-o").arg(log.path());
    strace.args(["-e", LEFT_OUT]);
    let output = watched(strace, name, times)?
        .output()
        .map_err(|error| format!("strace: {error}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("strace, {name}: {}\n{said}", output.status));
    }
    let log = fs::read(log.path()).map_err(|error| format!("strace's log: {error}"))?;
    Ok(counted(&String::from_utf8_lossy(&log)))
}

/// The names at the start of the lines: `statx(AT_FDCWD, "/opt/app", …) = 0`. Other lines tell of signals and exits.
fn counted(log: &str) -> Calls {
    let mut calls = Calls::new();
    for line in log.lines() {
        if let Some((name, _)) = line.split_once('(')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        {
            // One call, under the name that the C library chose.
            let name = if name == "newfstatat" { "fstat" } else { name };
            *calls.entry(name.to_owned()).or_default() += 1;
        }
    }
    calls
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_counted_by_name() {
        let log = "statx(AT_FDCWD, \"/a (b)\", 0, 0, 0) = 0\n\
                   openat(AT_FDCWD, \"/a\", O_RDONLY) = 3\n\
                   statx(3, \"\", 0, 0, 0) = 0\n\
                   newfstatat(3, \"\", {}, AT_EMPTY_PATH) = 0\n\
                   --- SIGCHLD {si_signo=SIGCHLD} ---\n\
                   +++ exited with 0 +++\n";
        let calls = counted(log);
        let expected = [("fstat", 1), ("openat", 1), ("statx", 2)];
        let expected = expected.map(|(name, count)| (name.to_owned(), count));
        assert_eq!(calls, Calls::from(expected));
    }
}
