//! What `skills` answers.

use onhand::gate_skill::HiddenReason;

/// What became of one skill.
pub(crate) struct AnsweredSkill {
    /// Its name; that of its folder where its frontmatter doesn't tell.
    pub(crate) name: String,
    /// Its folder: the one that the user named, and the way from there.
    pub(crate) folder: String,
    /// Which of its texts are longer than the format allows, and cut.
    pub(crate) shortened: Vec<&'static str>,
    /// Why it is hidden; nothing where it is offered.
    pub(crate) reasons: Vec<WhyHidden>,
}

/// Why a skill is hidden.
pub(crate) struct WhyHidden {
    /// The reason.
    pub(crate) reason: HiddenReason,
    /// What has to be done.
    pub(crate) remedy: String,
}

impl AnsweredSkill {
    /// Whether it is offered.
    pub(crate) fn is_offered(&self) -> bool {
        self.reasons.is_empty()
    }
}
