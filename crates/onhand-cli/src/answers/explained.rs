//! What `explain` answers: an availability, with all that led to it.

use onhand::declaration::AppDef;
use onhand::platform::Call;
use onhand::resolver::Assessment;
use onhand::version::compare::VersionScheme;

use super::Declared;

/// One answer, with all that led to it.
pub(crate) struct Explained<'d> {
    /// What was asked.
    pub(crate) declared: &'d Declared,
    /// What is declared for the machine's OS.
    pub(crate) app: Option<&'d AppDef>,
    /// How versions are compared.
    pub(crate) scheme: VersionScheme,
    /// Every call to the machine, in order.
    pub(crate) calls: Vec<Call>,
    /// The answer.
    pub(crate) assessment: Assessment,
}

impl Explained<'_> {
    /// What people should know of the answer, then of how the version was read.
    pub(crate) fn remarks(&self) -> impl Iterator<Item = &String> {
        let remarks = self.assessment.availability.remarks.iter();
        remarks.chain(&self.assessment.remarks)
    }

    /// The rule of presence that was applied; none where nothing was looked for.
    pub(crate) fn rule(&self) -> Option<String> {
        self.assessment.resolution.as_ref()?;
        let presence = self.app?.presence;
        Some(format!("{}: {}", presence.as_str(), presence.rule()))
    }
}
