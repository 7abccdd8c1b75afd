//! The machine that is asked: this one, or one that a file describes.

use std::path::Path;
use std::rc::Rc;

use onhand::document::{DocumentRule, Problem};
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
    /// Everything that is wrong with the scenario file.
    pub(crate) fn open(scenario: Option<&Path>) -> Result<Self, Vec<FileProblem>> {
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
                Err(error) => Err(refuse(path, error)),
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

fn refuse(path: &Path, error: ScenarioError) -> Vec<FileProblem> {
    let file = path.display().to_string();
    let (problems, text) = match error {
        ScenarioError::Invalid(invalid) => {
            let problems = invalid.problems.into_iter().map(Problem::under).collect();
            (problems, Some(Rc::new(Text::new(&invalid.text))))
        }
        ScenarioError::Read { source, .. } => {
            let reason = in_words(&source);
            let message = format!("the machine file can't be read: {reason}");
            (vec![Problem::new(FileRule::Unreadable, message)], None)
        }
        ScenarioError::TooLarge { limit, .. } => {
            let message = format!("the machine file holds more than {limit} bytes");
            (vec![Problem::new(DocumentRule::TooLarge, message)], None)
        }
        other => {
            let message = other.to_string();
            (vec![Problem::new(FileRule::Unreadable, message)], None)
        }
    };
    let problem = |problem| FileProblem {
        file: file.clone(),
        problem,
        text: text.clone(),
    };
    problems.into_iter().map(problem).collect()
}
