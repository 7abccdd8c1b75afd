//! Looks for a command as a shell would, without the current folder.

use onhand_declaration::Presence;
use onhand_platform::{LocateHost, Os, PathTemplate, RootedPath};

use crate::presence::{Seen, invalid_path, look};
use crate::{Candidate, Observation, Resolution, ResolutionKind};

/// Programs that fetch other programs and run them. They are there even where what they would
/// run is not.
const PACKAGE_RUNNERS: [&str; 6] = ["npx", "pnpx", "bunx", "uvx", "pipx", "dnx"];

/// What Windows tries where `PATHEXT` is not set.
const DEFAULT_EXTENSIONS: &str = ".COM;.EXE;.BAT;.CMD";

/// More folders than any `PATH` has.
const MAX_FOLDERS: usize = 500;

/// More extensions than any `PATHEXT` has.
const MAX_EXTENSIONS: usize = 32;

/// Looks for the program that `command` would start.
///
/// A command with a separator, or one that starts with `~` or a variable, is an
/// [explicit path](ResolutionKind::ExplicitPath), under the path rules. A bare name is looked for
/// in each folder of `PATH`, on Windows with each extension of `PATHEXT`: `npx` and its like
/// are [package runners](ResolutionKind::PackageRunner), all others
/// [executables of the path](ResolutionKind::PathExecutable). A folder of `PATH` that is empty,
/// relative or on the network is left out: what is in the current folder is never started.
///
/// It costs one `env` call for `PATH` (two on Windows) and one `stat` for each candidate, up to
/// the first that is a regular file. The executable bit is not asked for.
///
/// ```
/// use onhand_platform::Os;
/// use onhand_platform_fake::FakeHost;
/// use onhand_resolver::{ResolutionKind, locate_command};
///
/// let host = FakeHost::new(Os::Win32)
///     .env("Path", r"C:\Windows\system32;C:\Program Files\nodejs")
///     .file(r"C:\Program Files\nodejs\npx.cmd", b"");
/// let resolution = locate_command(&host, "npx");
/// assert_eq!(resolution.kind, ResolutionKind::PackageRunner);
/// assert_eq!(resolution.path(), Some(r"C:\Program Files\nodejs\npx.CMD"));
/// ```
#[must_use]
pub fn locate_command(host: &dyn LocateHost, command: &str) -> Resolution {
    let explicit = command.contains('/')
        || command.starts_with(['~', '%', '$'])
        || (host.os() == Os::Win32 && command.contains(['\\', ':']));
    if explicit {
        let (present, remark) = explicit_path(host, command);
        let value = present.present().map_or(command, RootedPath::as_str);
        return Resolution {
            kind: kind_if(present.is_present(), ResolutionKind::ExplicitPath),
            candidates: vec![Candidate {
                value: value.to_owned(),
                source: "command".to_owned(),
                present,
                remark,
            }],
        };
    }
    on_path(host, command)
}

/// What is at the path, and what people should know of it.
fn explicit_path(
    host: &dyn LocateHost,
    command: &str,
) -> (Observation<RootedPath>, Option<String>) {
    let template = match PathTemplate::parse(host.os(), command) {
        Err(broken) => return (invalid_path(&broken.violations()[0]), None),
        Ok(template) => template,
    };
    match template.expand(host) {
        Err(error) => (error.into(), None),
        Ok(path) => {
            let seen = look(host, Presence::Executable, false, path);
            (seen.present, seen.remark)
        }
    }
}

fn on_path(host: &dyn LocateHost, command: &str) -> Resolution {
    let mut candidates = Vec::new();
    let names = names(host, command);
    for folder in folders(host) {
        for name in &names.candidates {
            // A command that is no name of a file is in no folder.
            let Ok(path) = folder.join(name) else {
                continue;
            };
            let Seen {
                value,
                present,
                remark,
            } = look(host, Presence::Executable, false, path);
            let found = present.is_present();
            tracing::debug!(
                candidate = value,
                state = present.state(),
                "command looked for"
            );
            candidates.push(Candidate {
                value,
                source: "PATH".to_owned(),
                present,
                remark,
            });
            if found {
                let kind = if names.is_runner {
                    ResolutionKind::PackageRunner
                } else {
                    ResolutionKind::PathExecutable
                };
                return Resolution { kind, candidates };
            }
        }
    }
    Resolution {
        kind: ResolutionKind::Missing,
        candidates,
    }
}

fn folders(host: &dyn LocateHost) -> Vec<RootedPath> {
    let separator = if host.os() == Os::Win32 { ';' } else { ':' };
    let path = host.env("PATH").ok().flatten().unwrap_or_default();
    path.split(separator)
        .take(MAX_FOLDERS)
        .enumerate()
        .filter_map(|(at, folder)| {
            // Windows lets a folder be quoted.
            let folder = folder.trim_matches('"');
            RootedPath::new(host.os(), folder)
                // What is no path may be anything: it is not told.
                .inspect_err(|violation| {
                    tracing::debug!(at, reason = %violation.rule(), "folder of PATH left out");
                })
                .ok()
        })
        .collect()
}

/// What a command is looked for as.
struct Names {
    /// The names under which it may stand in a folder, in order.
    candidates: Vec<String>,
    /// Whether it is a package runner, by its name without an extension.
    is_runner: bool,
}

fn names(host: &dyn LocateHost, command: &str) -> Names {
    // No name of a file is `.` or nothing.
    if command.trim_matches('.').is_empty() {
        return Names {
            candidates: Vec::new(),
            is_runner: false,
        };
    }
    if host.os() != Os::Win32 {
        return Names {
            candidates: vec![command.to_owned()],
            is_runner: PACKAGE_RUNNERS.contains(&command),
        };
    }
    let extensions = host
        .env("PATHEXT")
        .ok()
        .flatten()
        .filter(|extensions| !extensions.is_empty())
        .unwrap_or_else(|| DEFAULT_EXTENSIONS.to_owned());
    let extensions: Vec<&str> = extensions
        .split(';')
        .filter(|extension| extension.len() > 1 && extension.starts_with('.'))
        .take(MAX_EXTENSIONS)
        .collect();
    let lower = command.to_lowercase();
    let stem = extensions
        .iter()
        .find_map(|extension| lower.strip_suffix(&extension.to_lowercase()));
    let mut candidates: Vec<String> = extensions
        .iter()
        .map(|extension| format!("{command}{extension}"))
        .collect();
    if stem.is_some() {
        candidates.insert(0, command.to_owned());
    }
    Names {
        candidates,
        is_runner: PACKAGE_RUNNERS.contains(&stem.unwrap_or(&lower)),
    }
}

fn kind_if(found: bool, kind: ResolutionKind) -> ResolutionKind {
    if found { kind } else { ResolutionKind::Missing }
}
