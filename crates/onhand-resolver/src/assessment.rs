//! An availability with everything that led to it.
//!
//! What people can do about it is told in `remedy`.

use std::fmt;

use onhand_declaration::NotComparable;
use onhand_platform::Os;

use crate::{Availability, CauseCode, Comparison, Observation, Reason, Resolution, VersionText};

/// An availability, and what led to it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Assessment {
    /// The answer.
    pub availability: Availability,
    /// Where the application was looked for; `None` where it was not.
    pub resolution: Option<Resolution>,
    /// What was seen of its version.
    pub version: Observation<VersionText>,
    /// How its version was read, a sentence each. What people should know of the answer is among the remarks of the
    /// availability.
    pub remarks: Vec<String>,
    /// What decided.
    pub cause: Cause,
}

/// What decided an availability. Its `Display` is one sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// `requires.app` is not `true`.
    NothingRequired,
    /// The declaration has errors, so that nobody knows what is required.
    Invalid,
    /// No application is declared for this OS.
    NotOnThisOs(Os),
    /// Somebody looked at each of its places, and it is in none. The reason tells what is there instead.
    NotFound(Reason),
    /// At one of its places nobody could look, and it is in none of the others.
    NotKnown(Reason),
    /// It is there, and no version is required.
    Found,
    /// It is there, and the minimum version that is asked for is not dotted digits.
    RequirementMalformed(String),
    /// It is there, and nothing that is plugged in reads its version.
    NothingReads(String),
    /// It is there, and its version can't be read.
    VersionUnreadable(Reason),
    /// It is there, and its version can't be compared.
    NotComparable(NotComparable),
    /// It is there, and older than required.
    Older(Comparison),
    /// It is there, and as recent as required.
    RecentEnough(Comparison),
}

impl Cause {
    /// The comparison that decided, where one did.
    #[must_use]
    pub fn comparison(&self) -> Option<&Comparison> {
        match self {
            Cause::Older(comparison) | Cause::RecentEnough(comparison) => Some(comparison),
            _ => None,
        }
    }

    /// The same for programs.
    #[must_use]
    pub fn code(&self) -> CauseCode {
        match self {
            Cause::NothingRequired => CauseCode::NothingRequired,
            Cause::Invalid | Cause::RequirementMalformed(_) => CauseCode::Invalid,
            Cause::NotOnThisOs(_) => CauseCode::NotOnThisOs,
            Cause::NotFound(reason) => reason.code().unwrap_or(CauseCode::NotFound),
            Cause::NotKnown(reason) => reason.code().unwrap_or(CauseCode::NotKnown),
            Cause::Found => CauseCode::Found,
            Cause::NothingReads(_) => CauseCode::NotSupported,
            // What is not found here is the version: the application is there.
            Cause::VersionUnreadable(reason) => match reason.code() {
                Some(CauseCode::NotFound) => CauseCode::NoVersion,
                code => code.unwrap_or(CauseCode::Unreadable),
            },
            Cause::NotComparable(_) => CauseCode::NotComparable,
            Cause::Older(_) => CauseCode::TooOld,
            Cause::RecentEnough(_) => CauseCode::RecentEnough,
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::NothingRequired => f.write_str("no application is required"),
            Cause::Invalid => f.write_str("its declaration has errors"),
            Cause::NotOnThisOs(os) => {
                write!(f, "no application is declared for {}", os.display_name())
            }
            Cause::NotFound(reason) => match reason.code() {
                None | Some(CauseCode::NotFound) => f.write_str("the application was not found"),
                _ => write!(f, "the application was not found: {reason}"),
            },
            Cause::NotKnown(reason) => {
                write!(
                    f,
                    "whether the application is there can't be known: {reason}"
                )
            }
            Cause::Found => f.write_str("the application is there, and no version is required"),
            Cause::RequirementMalformed(text) => {
                write!(f, "the minimum version `{text}` is not dotted digits")
            }
            Cause::NothingReads(kind) => {
                write!(
                    f,
                    "the application is there, but nothing here reads the version kind `{kind}`"
                )
            }
            Cause::VersionUnreadable(reason) => {
                write!(
                    f,
                    "the application is there, but its version can't be read: {reason}"
                )
            }
            Cause::NotComparable(error) => write!(f, "the application is there, and {error}"),
            Cause::Older(comparison) => write!(f, "{comparison}: too old"),
            Cause::RecentEnough(comparison) => write!(f, "{comparison}: recent enough"),
        }
    }
}
