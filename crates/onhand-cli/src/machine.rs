//! The machine that is asked: this one, or one that a file describes.

use std::path::Path;
use std::rc::Rc;

use onhand::document::{Problem, Span};
use onhand::platform::{InspectHost, ProbeHost};
use onhand::platform_fake::{FakeHost, ScenarioError};
use onhand::platform_native::NativeHost;

use crate::answers::{AskedMachine, FileProblem, FileRule};
use crate::files::{Text, in_words};

/// A machine, and how people call it.
pub(crate) struct Machine {
    host: Box<dyn ProbeHost>,
    name: String,
}

impl Machine {
    /// The machine of that scenario file, else this one.
    ///
    /// # Errors
    /// What is wrong with the scenario file.
    pub(crate) fn open(scenario: Option<&Path>) -> Result<Self, Box<FileProblem>> {
        match scenario {
            None => Ok(Machine {
                host: Box::new(NativeHost::new()),
                name: "this machine".to_owned(),
            }),
            Some(path) => match FakeHost::from_scenario_file(path) {
                Ok(host) => Ok(Machine {
                    host: Box::new(host),
                    name: path.display().to_string(),
                }),
                Err(error) => Err(Box::new(refuse(path, error))),
            },
        }
    }

    /// The machine, as far as an answer needs it.
    pub(crate) fn host(&self) -> &dyn InspectHost {
        &*self.host
    }

    /// The machine with its processes and servers, for those who ask whether something runs.
    pub(crate) fn probe_host(&self) -> &dyn ProbeHost {
        &*self.host
    }

    /// How people call it.
    pub(crate) fn asked(&self) -> AskedMachine {
        AskedMachine {
            os: self.host.os(),
            name: self.name.clone(),
        }
    }
}

fn refuse(path: &Path, error: ScenarioError) -> FileProblem {
    let (message, place, line) = match error {
        ScenarioError::Mistake(mistake) => (
            mistake.message(),
            Some((mistake.line as u64, mistake.column as u64)),
            mistake.source_line,
        ),
        ScenarioError::Read { source, .. } => {
            let reason = in_words(&source);
            (
                format!("the machine file can't be read: {reason}"),
                None,
                None,
            )
        }
        ScenarioError::TooLarge { limit, .. } => (
            format!("the machine file holds more than {limit} bytes"),
            None,
            None,
        ),
        other => (other.to_string(), None, None),
    };
    let span = place.map(|(line, column)| Span {
        line,
        column,
        start: 0,
        len: 0,
    });
    FileProblem {
        file: path.display().to_string(),
        problem: Problem::new(FileRule::MachineInvalid, message).at(span),
        text: place
            .zip(line)
            .map(|((number, _), line)| Rc::new(Text::line(&line, number))),
    }
}
