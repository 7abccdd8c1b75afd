//! A description, written out to be asked.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use onhand::platform::Os;
use onhand_testkit::fixtures;
use onhand_testkit::program::{self, run};
use serde_json::Value;
use tempfile::TempDir;

use crate::PROGRAM;
use crate::answers::answers;
use crate::machine::{Content, Machine};

/// What stands in a description for a name that nothing else on a real machine has. Such a name
/// is as long as this one, so that the columns of a text stay as wide.
pub(crate) const NAME: &str = "XXXXXXXX";

/// What the scenario file is called: as the program calls the machine that it runs on, so that
/// even this is the same in both answers.
const SCENARIO: &str = "this machine";

/// The scenario and the declarations of a description under one name, in a folder of their own.
pub(crate) struct Case {
    root: TempDir,
    name: String,
    machine: Machine,
    declarations: Vec<String>,
}

impl Case {
    /// The folder of a description.
    pub(crate) fn description(os: Os) -> PathBuf {
        let descriptions = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/agreement");
        descriptions.join(os.as_str())
    }

    /// The description under its own name.
    pub(crate) fn new(os: Os) -> Self {
        Case::named(NAME.to_owned(), os, new_root())
    }

    /// The description under a name that nothing else on this machine has.
    pub(crate) fn under_a_new_name(os: Os) -> Self {
        let root = new_root();
        let name = root.path().file_name().and_then(|name| name.to_str());
        Case::named(name.expect("letters and digits").to_owned(), os, root)
    }

    fn named(name: String, os: Os, root: TempDir) -> Self {
        let description = Case::description(os);
        let folder = root.path().join(os.as_str());
        let write = |from: &Path, to: &Path| {
            let text = fs::read_to_string(from).expect("the description stands there");
            let text = text.replace(NAME, &name);
            let to = folder.join(to);
            fs::create_dir_all(to.parent().expect("below the root")).expect("a folder");
            fs::write(to, &text).expect("writes");
            text
        };
        let scenario = write(&description.join("machine.yaml"), Path::new(SCENARIO));
        let machine = Machine::of_scenario(&scenario);
        assert_eq!(machine.os, os.as_str());
        let beside = fixtures::root().join("machines");
        for from in machine.files.values().filter_map(Content::beside) {
            let to = folder.join(from);
            fs::create_dir_all(to.parent().expect("below the root")).expect("a folder");
            fs::copy(beside.join(from), to).expect("copies");
        }
        let mut declarations: Vec<String> = fs::read_dir(description.join("declarations"))
            .expect("lists")
            .map(|entry| {
                let path = entry.expect("lists").path();
                let file = path.file_name().and_then(|name| name.to_str());
                // With a `/` on every OS, since the program calls a file as its user does.
                let file = format!("declarations/{}", file.expect("Unicode"));
                write(&path, Path::new(&file));
                file
            })
            .collect();
        declarations.sort();
        Case {
            root,
            name,
            machine,
            declarations,
        }
    }

    /// What stands in its names and in no other.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// What its scenario says.
    pub(crate) fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The folder of the case, gone with it.
    #[cfg(unix)]
    pub(crate) fn root(&self) -> &Path {
        self.root.path()
    }

    /// The folder in which its scenario stands.
    pub(crate) fn folder(&self) -> PathBuf {
        self.root.path().join(&self.machine.os)
    }

    /// What the program says of the scenario.
    pub(crate) fn ask_the_scenario(&self) -> Value {
        self.ask(&["--platform", SCENARIO], |args| {
            program::command(Path::new(PROGRAM), &self.folder(), args)
        })
    }

    /// What the program says of all declarations, each time with these options.
    pub(crate) fn ask(&self, options: &[&str], program: impl Fn(&[&str]) -> Command) -> Value {
        let declarations = self.declarations.iter().map(String::as_str);
        answers(|command| {
            let args = command.iter().chain(options).copied();
            let args: Vec<&str> = args.chain(declarations.clone()).collect();
            run(program(&args).output().expect("it starts"))
        })
    }
}

fn new_root() -> TempDir {
    tempfile::Builder::new()
        .prefix("")
        .rand_bytes(NAME.len())
        .tempdir()
        .expect("a temporary folder")
}
