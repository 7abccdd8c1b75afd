//! What `check` answers.

use onhand::declaration::Declaration;
use onhand::resolver::Assessment;

/// The availability of one server.
pub(crate) struct Checked<'d> {
    /// The name of the server.
    pub(crate) name: &'d str,
    /// The file as the user named it, `<stdin>`, or `built-in`.
    pub(crate) source: &'d str,
    /// What was asked; `None` where the declaration has errors.
    pub(crate) declaration: Option<&'d Declaration>,
    /// The answer.
    pub(crate) assessment: Assessment,
}
