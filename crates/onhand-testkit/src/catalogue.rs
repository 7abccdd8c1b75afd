//! What a host registers of its own, which no parser checked.

use onhand_declaration::{AppDef, Presence, Requirements};
use onhand_platform::{Os, PathTemplate};

/// An entry of a host's catalogue: an application that must be there.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The application.
    pub app: AppDef,
    /// The only OS that it is declared for, if it is one.
    pub only_on: Option<Os>,
    /// The minimum version, if there is one.
    pub min_version: Option<String>,
}

impl Entry {
    /// That application on every OS, of any version.
    #[must_use]
    pub fn new(app: AppDef) -> Self {
        Entry {
            app,
            only_on: None,
            min_version: None,
        }
    }

    /// A program at that path of one OS.
    ///
    /// # Panics
    /// Where a declaration could name no such path.
    #[must_use]
    pub fn program(os: Os, path: &str) -> Self {
        let location = PathTemplate::parse(os, path).expect("a path of that OS");
        Entry {
            only_on: Some(os),
            ..Entry::new(AppDef::new(Presence::Executable, location))
        }
    }
}

impl Requirements for Entry {
    fn requires_app(&self) -> bool {
        true
    }

    fn min_version(&self) -> Option<&str> {
        self.min_version.as_deref()
    }

    fn app_for(&self, os: Os) -> Option<&AppDef> {
        self.only_on
            .is_none_or(|only| only == os)
            .then_some(&self.app)
    }
}
