//! Reading a scenario file.

use std::io;
use std::path::Path;
use std::time::Duration;

use onhand_document::{Format, Limits, Node};
use onhand_platform::HostError;
use onhand_platform_native::read_named;

use super::beside::{self, Beside};
use super::error::{InvalidScenario, ScenarioError};
use super::machine;
use crate::FakeHost;

/// How many bytes a scenario may hold.
const MAX_SCENARIO_BYTES: usize = 1024 * 1024;

/// What reading a scenario may cost: a machine of several thousand files. Sections nest 6 deep; what `json` holds may go
/// deeper. Aliases are for a value that is said a few times.
const LIMITS: Limits = Limits {
    noun: "scenario",
    second_document: "a scenario file is one document",
    bytes: MAX_SCENARIO_BYTES,
    depth: 32,
    nodes: 20_000,
    anchors: 100,
    merge_keys: true,
};

/// How long a scenario that comes through a FIFO is waited for.
const PATIENCE: Duration = Duration::from_secs(10);

/// Describing a machine in a file; the crate's page gives the grammar.
impl FakeHost {
    /// Takes the text of a scenario. `name` is how errors call it. It has no files beside it, so
    /// that a `from` is an error.
    ///
    /// # Errors
    /// Everything that is wrong with it, with its place.
    pub fn from_scenario(name: &str, text: &str) -> Result<Self, ScenarioError> {
        FakeHost::from_scenario_with(name, text, |_| {
            let reason = "this scenario is no file, so nothing stands beside it";
            Err(io::Error::new(io::ErrorKind::NotFound, reason))
        })
    }

    /// Takes the text of a scenario, and gives `beside` the relative path of each `from` for its
    /// content. `name` is how errors call the scenario.
    ///
    /// # Errors
    /// Everything that is wrong with it, with its place.
    pub fn from_scenario_with(
        name: &str,
        text: &str,
        beside: impl Fn(&str) -> io::Result<Vec<u8>>,
    ) -> Result<Self, ScenarioError> {
        FakeHost::from_bytes(name, text.as_bytes(), &Beside::new(&beside))
    }

    /// Reads a scenario file of the real machine, and the files that its `from`s name, relative
    /// to its folder. At most 1 MiB of the scenario is read, 16 MiB of each other file and 64 MiB of
    /// all of them. A scenario may come through a FIFO, within ten seconds; a file beside it is a regular one, and
    /// neither a `..` nor a link leads to it out of the scenario's folder.
    ///
    /// # Errors
    /// Why the file can't be read, or everything that is wrong with it, with its place.
    pub fn from_scenario_file(path: impl AsRef<Path>) -> Result<Self, ScenarioError> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let text = match read_named(path, MAX_SCENARIO_BYTES as u64, PATIENCE) {
            Ok(text) => text,
            Err(HostError::TooLarge { .. }) => return Err(too_large(name)),
            Err(error) => {
                let source = beside::io_error(error);
                return Err(ScenarioError::Read { file: name, source });
            }
        };
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let reader = |path: &str| beside::read_in(folder, path);
        FakeHost::from_bytes(&name, &text, &Beside::new(&reader))
    }

    fn from_bytes(name: &str, bytes: &[u8], beside: &Beside<'_>) -> Result<Self, ScenarioError> {
        if bytes.len() > MAX_SCENARIO_BYTES {
            return Err(too_large(name.to_owned()));
        }
        let read = Node::read(bytes, Format::Yaml, &LIMITS);
        let machine = read
            .map_err(|problem| vec![problem.under()])
            .and_then(|document| machine::machine(&document, beside));
        machine.map_err(|problems| {
            ScenarioError::Invalid(Box::new(InvalidScenario {
                file: name.to_owned(),
                text: bytes.into(),
                problems,
            }))
        })
    }
}

fn too_large(file: String) -> ScenarioError {
    let limit = MAX_SCENARIO_BYTES;
    ScenarioError::TooLarge { file, limit }
}
