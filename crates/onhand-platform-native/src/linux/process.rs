//! Processes, as `/proc` describes them.
//!
//! `/proc` may be missing, hide the processes of others (`hidepid`), or belong to another pid
//! namespace, whose ids mean other processes. Then [the signal check](signal) has to do.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;
use std::process;
use std::time::{Duration, SystemTime};

use onhand_platform::{HostResult, Owner, Pid, ProcessState};
use rustix::fs::{CWD, Mode, OFlags, openat, readlinkat};
use rustix::param::clock_ticks_per_second;
use rustix::process::geteuid;

use super::process_text::{Stat, Status, boot};
use crate::unix::signal;

/// How much of a process's text is read. What is wanted stands in its first few hundred bytes.
const PROCESS_TEXT: u64 = 4 * 1024;

/// How much of `/proc/stat` is read. What is wanted stands behind a count for each interrupt.
const SYSTEM_TEXT: u64 = 1024 * 1024;

/// What has become of the process. Some twenty system calls.
pub(crate) fn state(pid: Pid) -> HostResult<ProcessState> {
    state_told_by(Path::new("/proc"), pid)
}

fn state_told_by(proc: &Path, pid: Pid) -> HostResult<ProcessState> {
    described_by(proc, pid).or_else(|reason| signal::state(pid, &reason))
}

/// What `proc` says of the process.
///
/// The folder of the process is opened once. It stays the folder of that process, so that its
/// texts never mix two, even where the id is given to another one meanwhile.
///
/// A process is whose rights it acts with: its effective user counts, as ours does.
fn described_by(proc: &Path, pid: Pid) -> io::Result<ProcessState> {
    let proc = open_ours(proc)?;
    let folder = open_folder(&proc, Path::new(&pid.to_string()))?;
    let stat = Stat::parse(&read(&folder, "stat", PROCESS_TEXT)?);
    let status = Status::parse(&read(&folder, "status", PROCESS_TEXT)?);
    let (Some(stat), Some(status)) = (stat, status) else {
        return Err(io::Error::other("/proc/PID is not as it should be"));
    };
    if status.process != pid.get() {
        // A thread's id, which is no process's.
        return Ok(ProcessState::Gone);
    }
    Ok(match stat.state {
        b'X' | b'x' => ProcessState::Gone,
        // A process whose first thread has ended goes on for as long as it has others.
        b'Z' if stat.threads <= 1 => ProcessState::Zombie,
        _ if stat.in_kernel => ProcessState::KernelThread,
        _ => ProcessState::Running {
            started: started(&proc, stat.started),
            owner: if status.user == geteuid().as_raw() {
                Owner::Us
            } else {
                Owner::Other
            },
            parent: stat.parent,
        },
    })
}

/// Opens a `/proc`.
///
/// # Errors
/// [`ErrorKind::Unsupported`] for one of another pid namespace: there we have another id, or none.
pub(crate) fn open_ours(proc: &Path) -> io::Result<OwnedFd> {
    let proc = open_folder(CWD, proc)?;
    let ours = readlinkat(&proc, "self", Vec::new())?;
    if ours.to_bytes() == process::id().to_string().as_bytes() {
        Ok(proc)
    } else {
        let text = "/proc is another pid namespace's";
        Err(io::Error::new(ErrorKind::Unsupported, text))
    }
}

fn open_folder(parent: impl AsFd, path: &Path) -> io::Result<OwnedFd> {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    Ok(openat(parent, path, flags, Mode::empty())?)
}

fn read(folder: &OwnedFd, name: &str, limit: u64) -> io::Result<Vec<u8>> {
    let flags = OFlags::RDONLY | OFlags::CLOEXEC;
    let file = File::from(openat(folder, name, flags, Mode::empty())?);
    let mut text = Vec::new();
    file.take(limit).read_to_end(&mut text)?;
    Ok(text)
}

/// What the wall clock showed so many ticks after the boot, had it always run as it does now.
///
/// The boot is told to the second. So a start seems up to a second earlier than it was, but all
/// starts by the same: they compare as their ticks do, and are the same at every look. The time
/// since the boot, taken from the time of day, is finer, but differs a little at every look,
/// and a child would seem to start before its parent.
fn started(proc: &OwnedFd, ticks: u64) -> Option<SystemTime> {
    let boot = boot(&read(proc, "stat", SYSTEM_TEXT).ok()?)?;
    let boot = SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(boot))?;
    boot.checked_add(duration(ticks, clock_ticks_per_second())?)
}

fn duration(ticks: u64, per_second: u64) -> Option<Duration> {
    let seconds = Duration::from_secs(ticks.checked_div(per_second)?);
    let rest = Duration::from_secs(ticks % per_second);
    seconds.checked_add(rest.checked_div(u32::try_from(per_second).ok()?)?)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::process::Command;
    use std::sync::Mutex;

    use rustix::process::{WaitId, WaitIdOptions, waitid};
    use tempfile::TempDir;
    use tracing::Level;

    use super::*;

    /// A `/proc` in which this process is the one that is given, since a boot at second 1000.
    fn proc_of(id: u32) -> TempDir {
        let proc = tempfile::tempdir().expect("a temporary folder");
        symlink(id.to_string(), proc.path().join("self")).expect("links");
        let system = "cpu  1 2 3\nintr 7 0 0\nbtime 1000\nprocesses 9\n";
        fs::write(proc.path().join("stat"), system).expect("writes");
        proc
    }

    fn describe(proc: &TempDir, id: u32, stat: &[u8], status: &[u8]) {
        let folder = proc.path().join(id.to_string());
        fs::create_dir(&folder).expect("creates");
        fs::write(folder.join("stat"), stat).expect("writes");
        fs::write(folder.join("status"), status).expect("writes");
    }

    fn told_by(proc: &TempDir, id: u32) -> ProcessState {
        state_told_by(proc.path(), Pid::new(id).expect("not 0")).expect("is told")
    }

    /// The answer of a `/proc` that describes the process 42 so.
    fn described(state: char, threads: u32, process: u32, user: u32) -> ProcessState {
        let proc = proc_of(process::id());
        let zeros = "0 ".repeat(20 - 5);
        let stat = format!("42 (a) {state} 41 {zeros}{threads} 0 77 0");
        let status = format!("Name:\ta\nTgid:\t{process}\nUid:\t0\t{user}\t0\t0\n");
        describe(&proc, 42, stat.as_bytes(), status.as_bytes());
        told_by(&proc, 42)
    }

    /// What the signal check says of a process that is there.
    const BY_SIGNAL: ProcessState = ProcessState::Running {
        started: None,
        owner: Owner::Us,
        parent: None,
    };

    #[test]
    fn each_state_of_a_process_is_told() {
        let us = geteuid().as_raw();
        let since_boot = duration(77, clock_ticks_per_second()).expect("is one");
        let running = ProcessState::Running {
            started: Some(SystemTime::UNIX_EPOCH + Duration::from_secs(1000) + since_boot),
            owner: Owner::Us,
            parent: Pid::new(41),
        };
        for state in "RSDTtIWP".chars() {
            assert_eq!(described(state, 1, 42, us), running, "{state}");
        }
        for threads in [0, 1] {
            assert_eq!(described('Z', threads, 42, us), ProcessState::Zombie);
        }
        for state in ['X', 'x'] {
            assert_eq!(described(state, 1, 42, us), ProcessState::Gone);
        }
    }

    #[test]
    fn a_process_goes_on_when_its_first_thread_has_ended() {
        let state = described('Z', 2, 42, geteuid().as_raw());
        assert!(matches!(state, ProcessState::Running { .. }), "{state:?}");
    }

    #[test]
    fn a_thread_of_the_kernel_is_told_from_a_process() {
        let proc = proc_of(process::id());
        let stat = format!(
            "2 (kthreadd) S 0 0 0 0 -1 2129984 {}1 0 77 0",
            "0 ".repeat(10)
        );
        describe(&proc, 2, stat.as_bytes(), b"Tgid:\t2\nUid:\t0\t0\t0\t0\n");
        assert_eq!(told_by(&proc, 2), ProcessState::KernelThread);
    }

    #[test]
    fn the_id_of_a_thread_is_no_process() {
        let state = described('R', 2, 40, geteuid().as_raw());
        assert_eq!(state, ProcessState::Gone);
    }

    #[test]
    fn whose_a_process_is_depends_on_its_effective_user_alone() {
        let state = described('R', 1, 42, geteuid().as_raw() ^ 1);
        let ProcessState::Running { owner, .. } = state else {
            panic!("{state:?}");
        };
        assert_eq!(owner, Owner::Other);
    }

    #[test]
    fn a_start_without_a_boot_is_not_known() {
        let us = process::id();
        let proc = proc_of(us);
        fs::write(proc.path().join("stat"), "cpu  1 2 3\n").expect("writes");
        let stat = format!("{us} (a) S 41 {}1 0 77 0", "0 ".repeat(20 - 5));
        let status = format!("Tgid:\t{us}\nUid:\t0\t{}\t0\t0\n", geteuid().as_raw());
        describe(&proc, us, stat.as_bytes(), status.as_bytes());
        let unknown = ProcessState::Running {
            started: None,
            owner: Owner::Us,
            parent: Pid::new(41),
        };
        assert_eq!(told_by(&proc, us), unknown);
    }

    #[test]
    fn without_proc_the_signal_check_tells_who_is_there() {
        let proc = tempfile::tempdir().expect("a temporary folder");
        assert_eq!(told_by(&proc, process::id()), BY_SIGNAL);

        let mut child = Command::new("true").spawn().expect("starts");
        let id = child.id();
        let raw = rustix::process::Pid::from_child(&child);
        let ended = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        waitid(WaitId::Pid(raw), ended).expect("ends");
        assert_eq!(told_by(&proc, id), BY_SIGNAL, "a zombie passes for running");
        child.wait().expect("ended");
        assert_eq!(told_by(&proc, id), ProcessState::Gone);
    }

    #[test]
    fn the_signal_check_asks_about_no_group_of_processes() {
        let proc = tempfile::tempdir().expect("a temporary folder");
        let group = rustix::process::getpgrp().as_raw_nonzero().get();
        for id in [group.wrapping_neg().cast_unsigned(), u32::MAX, 1 << 31] {
            assert_eq!(told_by(&proc, id), ProcessState::Gone, "{id}");
        }
    }

    #[test]
    fn the_proc_of_another_pid_namespace_is_not_believed() {
        let us = process::id();
        let proc = proc_of(us ^ 1);
        let status = format!("Tgid:\t{us}\nUid:\t0\t0\t0\t0\n");
        let stat = format!("{us} (a) Z 41 {}1 0 77 0", "0 ".repeat(20 - 5));
        describe(&proc, us, stat.as_bytes(), status.as_bytes());
        assert_eq!(told_by(&proc, us), BY_SIGNAL);
    }

    #[test]
    fn a_process_that_proc_hides_or_garbles_is_still_there() {
        let us = process::id();
        let hidden = proc_of(us);
        assert_eq!(told_by(&hidden, us), BY_SIGNAL);
        for (stat, status) in [
            (&b""[..], &b""[..]),
            (b"42 (a) Z", b"Tgid:\t42\n"),
            (b"\xFF)\xFF \xFF", b"Tgid:\t\xFF\nUid:\t\xFF\n"),
            (&[b'('; 10_000], &[b'\n'; 10_000]),
        ] {
            let garbled = proc_of(us);
            describe(&garbled, us, stat, status);
            assert_eq!(told_by(&garbled, us), BY_SIGNAL, "{:?}", stat.get(..9));
        }
    }

    #[test]
    fn that_only_the_signal_check_is_left_is_said() {
        let us = process::id();
        let proc = proc_of(us ^ 1);
        let log = proc.path().join("log");
        let file = fs::File::create(&log).expect("creates");
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(Level::DEBUG)
            .with_ansi(false)
            .with_writer(Mutex::new(file))
            .finish();
        tracing::subscriber::with_default(subscriber, || told_by(&proc, us));
        let log = fs::read_to_string(log).expect("text");
        assert!(log.contains("the signal check alone"), "{log}");
        assert!(log.contains("another pid namespace"), "{log}");
        assert!(log.contains(&format!("pid={us}")), "{log}");
    }

    #[test]
    fn ticks_are_a_duration_whatever_their_number() {
        assert_eq!(duration(0, 100), Some(Duration::ZERO));
        assert_eq!(duration(12_345, 100), Some(Duration::from_millis(123_450)));
        assert_eq!(duration(2_047, 1_024), Some(Duration::new(1, 999_023_437)));
        assert_eq!(duration(u64::MAX, 1), Some(Duration::from_secs(u64::MAX)));
        assert_eq!(duration(1, 0), None);
    }
}
