//! What an index found: the skills to offer, and those that are hidden.

use onhand_platform::RootedPath;

use crate::{HiddenReason, PassedOver, UnreadFolder};

/// The skills of all roots, each in the order of the roots and then of the paths.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Skills {
    /// Those to offer.
    pub offered: Vec<Skill>,
    /// Those to hide.
    pub hidden: Vec<HiddenSkill>,
    /// The folders in which there may be more. The others are answered all the same.
    pub unread: Vec<UnreadFolder>,
    /// What was seen and is not a skill to offer or to hide, though somebody may have meant it to be one.
    pub passed_over: Vec<PassedOver>,
    /// How many more were passed over than are told of.
    pub passed_over_more: usize,
}

/// A skill to offer. Two of one name may be there: which one counts is the host's to say.
///
/// Its name and its description are fit for a model and for people: what is [unseen](onhand_platform::unseen) in them is
/// escaped. Lines of a description stay lines.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Skill {
    /// Its `SKILL.md`.
    pub path: RootedPath,
    /// Its name, trimmed and not blank.
    pub name: String,
    /// What it does and when it is of use, trimmed and not blank. Of a longer one than the format allows the
    /// first [`MAX_DESCRIPTION`](crate::MAX_DESCRIPTION) characters; a name is cut at [`MAX_NAME`](crate::MAX_NAME).
    pub description: String,
    /// The applications that it names. All of them are there.
    pub requires_apps: Vec<String>,
    /// Which of its texts are longer than the format allows, and cut here: `name`, `description`.
    pub shortened: Vec<&'static str>,
}

/// A skill to hide, and why.
///
/// Its name, and what a reason says of itself, are safe to show: what is [unseen](onhand_platform::unseen) is escaped.
/// The names of applications in the reasons are the texts as they are.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct HiddenSkill {
    /// Its `SKILL.md`.
    pub path: RootedPath,
    /// Its name; that of its folder where the frontmatter doesn't tell.
    pub name: String,
    /// Every reason, at least one.
    pub reasons: Vec<HiddenReason>,
}
