//! What a walk saw and didn't take, and why.

use onhand_platform::{HostError, RootedPath};

/// A name that was seen below a root and passed over: what stands there is not a skill to offer or to hide, though
/// somebody may have meant it to be one.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PassedOver {
    /// The folder that holds the name.
    pub folder: RootedPath,
    /// The name in it, as it is; what is not Unicode is replaced.
    pub name: String,
    /// Why.
    pub reason: PassedOverReason,
}

/// Why a name was passed over. Its `Display` is a phrase for people; paths in it are as they are.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PassedOverReason {
    /// A folder whose name begins with a dot.
    #[error("its name begins with a dot")]
    Hidden,
    /// `skill.md`, `Skill.md` and the like. On an OS that takes them for `SKILL.md`, too: elsewhere, the skill
    /// would be gone.
    #[error("the file of a skill is called `SKILL.md`, in capitals")]
    OtherCase,
    /// A folder with a `SKILL.md` below one that has one.
    #[error("it is below another skill")]
    BelowSkill,
    /// A skill that holds more than is searched: there may be other skills below it.
    #[error("it is a skill, and there is too much below it to search for other skills")]
    Unsearched,
    /// A link to a folder that was found without it. What is in it was looked at there.
    #[error("the same folder as `{0}`")]
    SameFolder(RootedPath),
    /// A link to a folder of which the file system can't say which it is, so that it might lead in a circle.
    #[error("a link to a folder that may lead back to the link")]
    LinkedFolder,
    /// A link that leads nowhere.
    #[error("a link that leads nowhere")]
    LeadsNowhere,
    /// A link that can't be followed: in a circle, or to the network.
    #[error("a link that can't be followed: {0}")]
    NotFollowed(HostError),
    /// A file that holds nothing but the path of a folder: what a checkout without symbolic links puts in place of one.
    #[error("a file that names a folder, in place of a link to it")]
    LinkAsText,
    /// A name that no path can hold.
    #[error("a name that can't be read: not Unicode, or with control characters")]
    UnreadableName,
}

impl PassedOverReason {
    /// Its name for programs, such as `hidden`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            PassedOverReason::Hidden => "hidden",
            PassedOverReason::OtherCase => "other_case",
            PassedOverReason::BelowSkill => "below_skill",
            PassedOverReason::Unsearched => "unsearched",
            PassedOverReason::SameFolder(_) => "same_folder",
            PassedOverReason::LinkedFolder => "linked_folder",
            PassedOverReason::LeadsNowhere => "leads_nowhere",
            PassedOverReason::NotFollowed(_) => "not_followed",
            PassedOverReason::LinkAsText => "link_as_text",
            PassedOverReason::UnreadableName => "unreadable_name",
        }
    }
}

/// What was passed over, up to a bound; the others are counted.
#[derive(Debug, Default)]
pub(crate) struct Told {
    pub(crate) passed_over: Vec<PassedOver>,
    pub(crate) more: usize,
}

impl Told {
    pub(crate) fn add(
        &mut self,
        most: usize,
        folder: &RootedPath,
        name: &str,
        reason: PassedOverReason,
    ) {
        tracing::debug!(%folder, name, %reason, "passed over");
        if self.passed_over.len() < most {
            self.passed_over.push(PassedOver {
                folder: folder.clone(),
                name: name.to_owned(),
                reason,
            });
        } else {
            self.more += 1;
        }
    }
}
