//! What a machine answered.

use onhand::platform::Os;

use super::Problems;

/// The answers of one machine, and what is wrong with the files that say what to ask.
pub(crate) struct Answers<A> {
    /// Who was asked.
    pub(crate) machine: AskedMachine,
    /// The answers, in the order of the files.
    pub(crate) results: Vec<A>,
    /// What is wrong with the files, and what was passed over.
    pub(crate) problems: Problems,
}

/// A machine, as people call it.
pub(crate) struct AskedMachine {
    /// Its OS.
    pub(crate) os: Os,
    /// `this machine`, or the file that describes it, as the user named it.
    pub(crate) name: String,
}
