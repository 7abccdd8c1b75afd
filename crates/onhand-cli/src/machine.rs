//! The machine that is asked: this one, or one that a file describes.

use std::path::Path;

use onhand::platform::InspectHost;
use onhand::platform_fake::{FakeHost, ScenarioError};
use onhand::platform_native::NativeHost;

use crate::files::{Quote, in_words};
use crate::render::{self, Diagnostic};

/// A machine, and how people call it.
pub(crate) struct Machine {
    host: Box<dyn InspectHost>,
    name: String,
}

impl Machine {
    /// The machine of that scenario file, else this one.
    ///
    /// # Errors
    /// What is wrong with the scenario file, rendered.
    pub(crate) fn open(scenario: Option<&Path>) -> Result<Self, String> {
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
                Err(error) => Err(refuse(path, &error)),
            },
        }
    }

    /// The machine, as far as an answer needs it.
    pub(crate) fn host(&self) -> &dyn InspectHost {
        &*self.host
    }

    /// `this machine`, or the scenario file as the user named it.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

fn refuse(path: &Path, error: &ScenarioError) -> String {
    let file = path.display().to_string();
    match error {
        ScenarioError::Mistake(mistake) => {
            let (line, column) = (mistake.line as u64, mistake.column as u64);
            let quote = mistake
                .source_line
                .as_deref()
                .and_then(|text| Quote::new(text, line, column, 0));
            render::diagnostic(&Diagnostic {
                place: Some((line, column)),
                quote: quote.as_ref(),
                ..Diagnostic::error(&file, &mistake.message())
            })
        }
        ScenarioError::Read { source, .. } => {
            let message = format!("the machine file can't be read: {}", in_words(source));
            render::diagnostic(&Diagnostic::error(&file, &message))
        }
        other => render::error(&other.to_string()),
    }
}
