//! A machine put together from the sections of a scenario.

use std::fmt;

use onhand_document::{Field, Fields, Node, Place, Problem, Report, choice, keys_hint, shown};
use onhand_platform::{Os, RootedPath};

use super::beside::Beside;
use super::error::told;
use super::once::Described;
use super::registry::{self, Uninstall};
use super::rule::ScenarioRule;
use super::{content, network};
use crate::listener::loopback_address;
use crate::{FakeHost, Fault, MachineError};

const KEYS: [&str; 13] = [
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
];

/// Puts the machine together. Sections are read in a fixed order, whatever theirs.
pub(super) fn machine(
    document: &Node,
    beside: &Beside<'_>,
) -> Result<FakeHost, Vec<Problem<ScenarioRule>>> {
    let mut report = Report::default();
    let (place, hint) = (Place::root(document), || keys_hint(&KEYS));
    let machine = Fields::read(document, &place, "a scenario", hint, &mut report)
        .and_then(|fields| described(fields, beside, &mut report));
    let problems = report.finish();
    machine.filter(|_| problems.is_empty()).ok_or(problems)
}

fn described(
    mut fields: Fields<'_>,
    beside: &Beside<'_>,
    report: &mut Report<ScenarioRule>,
) -> Option<FakeHost> {
    let names = Os::ALL.map(Os::as_str);
    let hint = || choice("OS name", "", names);
    let os = fields
        .require("os", ScenarioRule::KeyMissing, hint, report)
        .and_then(|field| field.word("OS name", &names, ScenarioRule::UnknownWord, report));
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
    let sections = sections.map(|(key, section)| (fields.take(key), section));
    fields.deny_rest(&KEYS, report);
    // Without an OS nobody knows what a path is.
    let mut scenario = Scenario {
        host: FakeHost::new(os?.parse().ok()?),
        paths: Described::default(),
        beside,
        report,
    };
    for (field, section) in sections {
        if let Some(field) = field {
            section(&mut scenario, &field);
        }
    }
    Some(scenario.host)
}

/// Reads one section. `None` where it ends early; what is wrong is in the report.
type Section<'a> = fn(&mut Scenario<'a>, &Field<'_>) -> Option<()>;

/// A machine half described.
struct Scenario<'a> {
    host: FakeHost,
    paths: Described<RootedPath>,
    beside: &'a Beside<'a>,
    report: &'a mut Report<ScenarioRule>,
}

impl Scenario<'_> {
    fn env(&mut self, field: &Field<'_>) -> Option<()> {
        let mut variables = Described::default();
        for variable in self.named(field, "its keys are variables, its values texts")? {
            let name = self.host.environment.key(variable.key);
            let added = variables.add(name, variable.key, &variable.key_place, self.report);
            if let (Some(value), Some(())) = (variable.text(self.report), added) {
                let set = self.host.environment.set(variable.key, value);
                self.possible(set, &variable.key_place);
            }
        }
        Some(())
    }

    fn hostname(&mut self, field: &Field<'_>) -> Option<()> {
        field.text(self.report)?.clone_into(&mut self.host.hostname);
        Some(())
    }

    fn own_process(&mut self, field: &Field<'_>) -> Option<()> {
        self.host.own_pid = Some(network::pid(field, self.report)?);
        Some(())
    }

    fn home(&mut self, field: &Field<'_>) -> Option<()> {
        let home = field.text(self.report)?;
        self.host.home = (!home.is_empty()).then(|| home.to_owned());
        Some(())
    }

    fn files(&mut self, field: &Field<'_>) -> Option<()> {
        for field in self.named(field, "its keys are paths, its values files")? {
            let path = self.describe(field.key, &field.key_place);
            let file = content::file(&field, self.beside, self.report);
            let Some((path, file)) = path.zip(file) else {
                continue;
            };
            let disk = &mut self.host.disk;
            let put = disk
                .put_file(path.clone(), file.content)
                .and_then(|()| match file.modified {
                    Some(time) => disk.set_modified(&path, time),
                    None => Ok(()),
                })
                .and_then(|()| match file.executable {
                    Some(may) => disk.set_executable(&path, may),
                    None => Ok(()),
                });
            self.possible(put, &field.key_place);
        }
        Some(())
    }

    fn directories(&mut self, field: &Field<'_>) -> Option<()> {
        let hint = || "write `[/a/folder, …]`".to_owned();
        for item in field.items("a list of paths", hint, self.report)? {
            let path = item
                .text(self.report)
                .and_then(|path| self.describe(path, &item.place));
            if let Some(path) = path {
                let put = self.host.disk.put_directory(path);
                self.possible(put, &item.place);
            }
        }
        Some(())
    }

    fn symlinks(&mut self, field: &Field<'_>) -> Option<()> {
        for link in self.named(field, "its keys are links, its values their targets")? {
            let path = self.describe(link.key, &link.key_place);
            let target = link.text(self.report);
            if let Some((path, target)) = path.zip(target) {
                let put = self.host.disk.put_link(path, target);
                let place = match &put {
                    Err(MachineError::LinkTarget { .. }) => &link.place,
                    _ => &link.key_place,
                };
                self.possible(put, place);
            }
        }
        Some(())
    }

    fn faults(&mut self, field: &Field<'_>) -> Option<()> {
        let words = Fault::ALL.map(Fault::as_str);
        let mut faults = Described::default();
        for field in self.named(field, "its keys are paths, its values faults")? {
            let word = field.word("fault", &words, ScenarioRule::UnknownWord, self.report);
            let Some(fault) = word.and_then(|word| word.parse::<Fault>().ok()) else {
                continue;
            };
            let path = match fault {
                // These say what the path *is*, so nothing else may say it.
                Fault::AppExecutionAlias | Fault::Fifo => {
                    self.describe(field.key, &field.key_place)
                }
                _ => self.path(field.key, &field.key_place),
            };
            let Some(path) = path else {
                continue;
            };
            let added = faults.add(path.clone(), field.key, &field.key_place, self.report);
            if added.is_none() {
                continue;
            }
            if fault.needs_something_there() && !self.host.disk.holds(&path) {
                self.report.add(
                    ScenarioRule::NothingThere,
                    &field.key_place,
                    format!(
                        "there is nothing at `{}`, so the fault could not show",
                        shown(field.key)
                    ),
                );
                continue;
            }
            let put = self.host.disk.put_fault(path, fault);
            let place = match &put {
                Err(MachineError::WindowsOnly(_)) => &field.place,
                _ => &field.key_place,
            };
            self.possible(put, place);
        }
        Some(())
    }

    fn uninstall(&mut self, field: &Field<'_>) -> Option<()> {
        let hint = || "write a list of `{ hive: …, key: …, values: … }`".to_owned();
        let mut entries = Described::default();
        for item in field.items("a list of uninstall entries", hint, self.report)? {
            let Some(uninstall) = registry::uninstall(&item, self.report) else {
                continue;
            };
            let (hive, view, key) = uninstall.place();
            let place = (hive, view, key.map(str::to_lowercase));
            let called = key.unwrap_or("the root");
            if entries
                .add(place, called, &item.place, self.report)
                .is_none()
            {
                continue;
            }
            let registry = &mut self.host.registry;
            let put = match uninstall {
                Uninstall::Entry(entry) => registry.put(entry),
                Uninstall::Unread(unread) => registry.put_unread(unread),
            };
            self.possible(put, &item.place);
        }
        Some(())
    }

    fn processes(&mut self, field: &Field<'_>) -> Option<()> {
        let mut pids = Described::default();
        for field in self.named(field, "its keys are process ids, its values processes")? {
            let process = network::process(&field, self.report);
            let Ok(pid) = field.key.parse::<u32>() else {
                self.report.add_with_hint(
                    ScenarioRule::OutOfRange,
                    &field.key_place,
                    format!("`{}` is not a process id", shown(field.key)),
                    format!("write {}", network::PIDS),
                );
                continue;
            };
            let added = pids.add(pid, field.key, &field.key_place, self.report);
            if let Some((process, ())) = process.zip(added) {
                let put = self.host.put_process(pid, process);
                self.possible(put, &field.key_place);
            }
        }
        Some(())
    }

    fn listeners(&mut self, field: &Field<'_>) -> Option<()> {
        let mut addresses = Described::default();
        for field in self.named(field, "its keys are addresses, its values servers")? {
            let listener = network::listener(&field, self.beside, self.report);
            let address = loopback_address(field.key);
            let Some(address) = self.possible(address, &field.key_place) else {
                continue;
            };
            let added = addresses.add(address, field.key, &field.key_place, self.report);
            if let Some((listener, ())) = listener.zip(added) {
                self.host.listeners.insert(address, listener);
            }
        }
        Some(())
    }

    fn session(&mut self, field: &Field<'_>) -> Option<()> {
        self.host.session = Some(network::session(field, self.report)?);
        Some(())
    }

    /// The entries of a section whose keys are names of its author's.
    fn named<'n>(&mut self, field: &Field<'n>, hint: &str) -> Option<Vec<Field<'n>>> {
        let hint = || hint.to_owned();
        let fields =
            Fields::read_named(field.node, &field.place, &field.called(), hint, self.report);
        Some(fields?.take_rest())
    }

    fn path(&mut self, text: &str, place: &Place) -> Option<RootedPath> {
        let path = self.host.path(text);
        self.possible(path, place)
    }

    /// The path of something that stands there; nothing else may.
    fn describe(&mut self, text: &str, place: &Place) -> Option<RootedPath> {
        let path = self.path(text, place)?;
        self.paths.add(path.clone(), text, place, self.report)?;
        Some(path)
    }

    /// What a machine can have; else a problem.
    fn possible<T>(&mut self, outcome: Result<T, impl fmt::Display>, place: &Place) -> Option<T> {
        outcome
            .map_err(|error| {
                self.report
                    .add(ScenarioRule::MachineImpossible, place, told(&error));
            })
            .ok()
    }
}
