//! Names that were met in folders and passed over: as many as anybody reads, and the count of the rest.

/// How many names of one run are told.
const MAX_TOLD: usize = 1_000;

/// The names that were passed over.
#[derive(Debug, Default)]
pub(crate) struct PassedOver {
    told: Vec<PassedOverName>,
    more: usize,
}

/// A name that was met in a folder and passed over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PassedOverName {
    /// The name, by the folder that the user named and the way from there.
    pub(crate) name: String,
    /// The reason, for programs.
    pub(crate) code: &'static str,
    /// The reason, as a phrase for people.
    pub(crate) reason: String,
}

impl PassedOver {
    /// Adds a name. Past the bound it is counted.
    pub(crate) fn add(&mut self, name: PassedOverName) {
        if self.told.len() < MAX_TOLD {
            self.told.push(name);
        } else {
            self.more += 1;
        }
    }

    /// Adds so many names that are not told.
    pub(crate) fn add_untold(&mut self, count: usize) {
        self.more += count;
    }

    /// The names, as far as they are told.
    pub(crate) fn told(&self) -> &[PassedOverName] {
        &self.told
    }

    /// How many names are not told.
    pub(crate) fn more(&self) -> usize {
        self.more
    }

    /// How many names there are, told or not.
    pub(crate) fn count(&self) -> usize {
        self.told.len() + self.more
    }
}
