//! The machine itself.

use std::collections::{BTreeMap, HashMap};
use std::net::SocketAddr;

use onhand_platform::{HostResult, Os, Pid, ProcessState, RootedPath, Session};

use crate::disk::Disk;
use crate::environment::Environment;
use crate::listener::loopback_address;
use crate::registry::Registry;
use crate::{Listener, MachineError};

/// A whole machine in memory: its OS, environment, files, uninstall registry, processes and
/// loopback servers.
///
/// It is a value: nothing that is asked of it changes it, a clone is a second machine, and
/// two threads may ask at once. It never sleeps and touches nothing of the real machine.
///
/// The builder methods ([`env`](Self::env), [`file`](Self::file), …) describe the machine and
/// panic where the description makes no sense: they are for tests. Some are named like the
/// calls of the tier traits; to ask a machine, use it as a trait object or through
/// [`Recorded`](onhand_platform::Recorded), or say `LocateHost::env(&host, "HOME")`.
///
/// | asked | answered |
/// |---|---|
/// | a path | followed component by component and through every link, as far as that OS goes; case counts on Linux only |
/// | the parents of anything | folders |
/// | `env` | case counts on macOS and Linux |
/// | `home` | what [`home`](Self::home) set, else `USERPROFILE` on Windows and `HOME` elsewhere; empty is unset |
/// | a process that isn't there | [`ProcessState::Gone`] |
/// | a desktop session, where none is described | [`HostError::Unsupported`](onhand_platform::HostError::Unsupported) |
/// | the process that asks | none of this machine's, until [`own_process`](Self::own_process) says |
/// | the machine's name | `this-machine`, until [`hostname`](Self::hostname) says |
/// | a loopback address where nobody listens | connection refused |
#[derive(Debug, Clone)]
pub struct FakeHost {
    pub(crate) os: Os,
    pub(crate) environment: Environment,
    pub(crate) home: Option<String>,
    pub(crate) disk: Disk,
    pub(crate) registry: Registry,
    pub(crate) processes: HashMap<Pid, ProcessState>,
    /// `None` where it can't be known.
    pub(crate) session: Option<Session>,
    pub(crate) own_pid: Option<Pid>,
    pub(crate) hostname: String,
    pub(crate) listeners: BTreeMap<SocketAddr, Listener>,
}

impl FakeHost {
    /// An empty machine: no variable, no file, no process; one folder, `/`, or `C:\` on Windows.
    #[must_use]
    pub fn new(os: Os) -> Self {
        FakeHost {
            os,
            environment: Environment::new(os),
            home: None,
            disk: Disk::new(os),
            registry: Registry::new(os),
            processes: HashMap::new(),
            session: None,
            own_pid: None,
            hostname: "this-machine".to_owned(),
            listeners: BTreeMap::new(),
        }
    }

    pub(crate) fn put_process(
        &mut self,
        pid: u32,
        state: ProcessState,
    ) -> Result<(), MachineError> {
        let pid = Pid::new(pid).ok_or(MachineError::PidZero)?;
        self.processes.insert(pid, state);
        Ok(())
    }

    pub(crate) fn put_own_process(&mut self, pid: u32) -> Result<(), MachineError> {
        self.own_pid = Some(Pid::new(pid).ok_or(MachineError::PidZero)?);
        Ok(())
    }

    pub(crate) fn put_listener(
        &mut self,
        address: &str,
        listener: Listener,
    ) -> Result<(), MachineError> {
        self.listeners.insert(loopback_address(address)?, listener);
        Ok(())
    }

    pub(crate) fn known_home(&self) -> HostResult<Option<String>> {
        let variable = match self.os {
            Os::Win32 => "USERPROFILE",
            Os::Darwin | Os::Linux => "HOME",
        };
        let home = match &self.home {
            Some(home) => Some(home.clone()),
            None => self.environment.get(variable)?,
        };
        Ok(home.filter(|home| !home.is_empty()))
    }

    pub(crate) fn path(&self, text: &str) -> Result<RootedPath, MachineError> {
        self.disk.path(text)
    }
}
