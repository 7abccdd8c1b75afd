//! A machine that is really there, until it is dropped.

mod folders;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

use folders::Folders;
use serde_json::Value;
#[cfg(unix)]
use unix as native;
#[cfg(windows)]
use windows as native;

use crate::case::Case;

/// What the scenario of a case says, made real on the OS that it is for. All that is made bears
/// the name of the case, and is taken away again, whatever becomes of the test.
pub(crate) struct Installed<'c> {
    case: &'c Case,
    // Dropped before the folders: a closed one can't be emptied.
    _special: native::Special,
    _folders: Folders<'c>,
}

impl<'c> Installed<'c> {
    /// Installs it. It takes a user who may install: on Windows, an administrator.
    pub(crate) fn new(case: &'c Case) -> Self {
        let machine = case.machine();
        let mut folders = Folders::new(case);
        for (path, content) in &machine.files {
            folders.put_file(path, content);
        }
        for path in &machine.directories {
            folders.put_folder(path);
        }
        Installed {
            case,
            _special: native::Special::new(case, &mut folders),
            _folders: folders,
        }
    }

    /// What the program says of it, started with its variables.
    pub(crate) fn ask(&self) -> Value {
        self.case.ask(&[], |args| {
            let mut command = native::command(self.case, args);
            command.envs(&self.case.machine().env);
            command
        })
    }
}
