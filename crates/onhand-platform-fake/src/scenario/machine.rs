//! A machine put together from the sections of a scenario.

use std::collections::HashMap;

use onhand_platform::RootedPath;

use super::beside::Beside;
use super::document::{Key, Node};
use super::fields::{Fields, Shape};
use super::mistake::{Attempt, MistakeKind, Spot};
use super::registry::Described;
use super::{content, network, registry};
use crate::listener::loopback_address;
use crate::{FakeHost, Fault, MachineError};

const SCENARIO: Shape = Shape {
    name: "a scenario",
    wanted: "a mapping that describes a scenario",
    keys: &[
        "os",
        "hostname",
        "env",
        "home",
        "files",
        "directories",
        "symlinks",
        "faults",
        "uninstall",
        "processes",
        "own_process",
        "listeners",
        "session",
    ],
};
const OS: &[&str] = &["win32", "darwin", "linux"];
const FAULTS: &[&str] = &[
    "permission_denied",
    "not_found",
    "network",
    "io_error",
    "unreadable",
    "read_error",
    "app_execution_alias",
    "fifo",
];

/// Puts the machine together. Sections are read in a fixed order, whatever theirs.
pub(super) fn machine(document: Node, beside: &Beside<'_>) -> Attempt<FakeHost> {
    let mut fields = Fields::of(document, SCENARIO)?;
    let os = fields.require("os")?.word("OS", OS)?;
    let os = os.parse().expect("a word of the list names an OS");
    let mut scenario = Scenario {
        host: FakeHost::new(os),
        described: HashMap::new(),
        beside,
    };
    let sections: [(&str, Section<'_>); 12] = [
        ("hostname", Scenario::hostname),
        ("env", Scenario::env),
        ("home", Scenario::home),
        ("files", Scenario::files),
        ("directories", Scenario::directories),
        ("symlinks", Scenario::symlinks),
        ("faults", Scenario::faults),
        ("uninstall", Scenario::uninstall),
        ("processes", Scenario::processes),
        ("own_process", Scenario::own_process),
        ("listeners", Scenario::listeners),
        ("session", Scenario::session),
    ];
    for (key, section) in sections {
        if let Some(node) = fields.take(key) {
            section(&mut scenario, node)?;
        }
    }
    Ok(scenario.host)
}

/// Reads one section.
type Section<'a> = fn(&mut Scenario<'a>, Node) -> Attempt<()>;

/// A machine half described.
struct Scenario<'a> {
    host: FakeHost,
    /// The line that describes each path.
    described: HashMap<RootedPath, usize>,
    beside: &'a Beside<'a>,
}

impl Scenario<'_> {
    fn env(&mut self, node: Node) -> Attempt<()> {
        let mut lines = HashMap::new();
        for (name, value) in node.map("a mapping from variables to values")? {
            let value = value.text("the text of a variable")?;
            once(&mut lines, self.host.environment.key(&name.name), &name)?;
            let set = self.host.environment.set(&name.name, &value);
            set.map_err(|error| name.at.mistake(error))?;
        }
        Ok(())
    }

    fn hostname(&mut self, node: Node) -> Attempt<()> {
        self.host.hostname = node.text("the name of the machine")?;
        Ok(())
    }

    fn own_process(&mut self, node: Node) -> Attempt<()> {
        self.host.own_pid = Some(network::pid(node)?);
        Ok(())
    }

    fn home(&mut self, node: Node) -> Attempt<()> {
        let home = node.text("the path of a folder")?;
        self.host.home = (!home.is_empty()).then_some(home);
        Ok(())
    }

    fn files(&mut self, node: Node) -> Attempt<()> {
        for (key, node) in node.map("a mapping from paths to files")? {
            let path = self.describe(&key)?;
            let file = content::file(node, self.beside)?;
            let disk = &mut self.host.disk;
            disk.put_file(path.clone(), file.content)
                .and_then(|()| match file.modified {
                    Some(time) => disk.set_modified(&path, time),
                    None => Ok(()),
                })
                .and_then(|()| match file.executable {
                    Some(may) => disk.set_executable(&path, may),
                    None => Ok(()),
                })
                .map_err(|error| key.at.mistake(error))?;
        }
        Ok(())
    }

    fn directories(&mut self, node: Node) -> Attempt<()> {
        for node in node.list("a list of paths")? {
            let at = node.at;
            let name = node.text("the path of a folder")?;
            let path = self.describe(&Key { at, name })?;
            let put = self.host.disk.put_directory(path);
            put.map_err(|error| at.mistake(error))?;
        }
        Ok(())
    }

    fn symlinks(&mut self, node: Node) -> Attempt<()> {
        for (key, node) in node.map("a mapping from links to their targets")? {
            let path = self.describe(&key)?;
            let target_at = node.at;
            let target = node.text("the target of a link")?;
            self.host
                .disk
                .put_link(path, &target)
                .map_err(|error| match error {
                    MachineError::LinkTarget { .. } => target_at.mistake(error),
                    _ => key.at.mistake(error),
                })?;
        }
        Ok(())
    }

    fn faults(&mut self, node: Node) -> Attempt<()> {
        let mut lines = HashMap::new();
        for (key, node) in node.map("a mapping from paths to faults")? {
            let fault_at = node.at;
            let fault = node.word("fault", FAULTS)?;
            let fault: Fault = fault.parse().expect("a word of the list names a fault");
            let path = match fault {
                // These say what the path *is*, so nothing else may say it.
                Fault::AppExecutionAlias | Fault::Fifo => self.describe(&key)?,
                _ => self.path(&key)?,
            };
            once(&mut lines, path.clone(), &key)?;
            if fault.needs_something_there() && !self.host.disk.holds(&path) {
                return Err(key.at.mistake(MistakeKind::NothingThere(key.name)));
            }
            let put = self.host.disk.put_fault(path, fault);
            put.map_err(|error| match error {
                MachineError::WindowsOnly(_) => fault_at.mistake(error),
                _ => key.at.mistake(error),
            })?;
        }
        Ok(())
    }

    fn uninstall(&mut self, node: Node) -> Attempt<()> {
        let mut lines = HashMap::new();
        for node in node.list("a list of uninstall entries")? {
            let at = node.at;
            let described = registry::described(node)?;
            let (hive, view, key) = described.place();
            let place = (hive, view, key.map(str::to_lowercase));
            let name = key.unwrap_or("the root").to_owned();
            once(&mut lines, place, &Key { at, name })?;
            let registry = &mut self.host.registry;
            let put = match described {
                Described::Entry(entry) => registry.put(entry),
                Described::Unread(unread) => registry.put_unread(unread),
            };
            put.map_err(|error| at.mistake(error))?;
        }
        Ok(())
    }

    fn processes(&mut self, node: Node) -> Attempt<()> {
        let mut lines = HashMap::new();
        for (key, node) in node.map("a mapping from process ids to processes")? {
            let pid: u32 = key.name.parse().map_err(|_| {
                let (what, range) = network::PID;
                key.at.mistake(MistakeKind::OutOfRange { what, range })
            })?;
            once(&mut lines, pid, &key)?;
            let put = self.host.put_process(pid, network::process(node)?);
            put.map_err(|error| key.at.mistake(error))?;
        }
        Ok(())
    }

    fn listeners(&mut self, node: Node) -> Attempt<()> {
        let mut lines = HashMap::new();
        for (key, node) in node.map("a mapping from addresses to servers")? {
            let address = loopback_address(&key.name);
            let address = address.map_err(|error| key.at.mistake(error))?;
            once(&mut lines, address, &key)?;
            let listener = network::listener(node, self.beside)?;
            self.host.listeners.insert(address, listener);
        }
        Ok(())
    }

    fn session(&mut self, node: Node) -> Attempt<()> {
        self.host.session = Some(network::session(node)?);
        Ok(())
    }

    fn path(&self, key: &Key) -> Attempt<RootedPath> {
        let path = self.host.path(&key.name);
        path.map_err(|error| key.at.mistake(error))
    }

    /// The path of something that stands there; nothing else may.
    fn describe(&mut self, key: &Key) -> Attempt<RootedPath> {
        let path = self.path(key)?;
        once(&mut self.described, path.clone(), key)?;
        Ok(path)
    }
}

/// Remembers that `thing` is described at `key`, or tells where it already was.
fn once<T: Eq + std::hash::Hash>(
    lines: &mut HashMap<T, usize>,
    thing: T,
    key: &Key,
) -> Attempt<()> {
    let Spot { line, .. } = key.at;
    match lines.insert(thing, line) {
        None => Ok(()),
        Some(line) => Err(key.at.mistake(MistakeKind::Repeated {
            what: key.name.clone(),
            line,
        })),
    }
}

#[cfg(test)]
mod tests {
    use onhand_platform::Os;

    use super::*;

    #[test]
    fn the_words_of_a_scenario_are_those_of_their_types() {
        assert_eq!(OS, Os::ALL.map(Os::as_str));
        assert_eq!(FAULTS, Fault::ALL.map(Fault::as_str));
    }
}
