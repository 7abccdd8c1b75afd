//! What `check` answers.

use onhand::resolver::Assessment;

use super::Declared;

/// The availability of one declaration.
pub(crate) struct Checked<'d> {
    /// What was asked.
    pub(crate) declared: &'d Declared,
    /// The answer.
    pub(crate) assessment: Assessment,
}
