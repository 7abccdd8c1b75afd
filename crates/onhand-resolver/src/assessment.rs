//! An availability with everything that led to it.

use std::fmt;

use onhand_declaration::{NotComparable, VersionScheme};
use onhand_platform::{Os, RootedPath};

use crate::observation::NOTHING_THERE;
use crate::{Availability, Observation, Resolution, VersionText};

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
    /// What people should know of the version that was read, a sentence each.
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
    /// It is in none of its places.
    NotFound,
    /// It is there, and no version is required.
    Found,
    /// It is there, and the least version that is asked for is not dotted digits.
    RequirementMalformed(String),
    /// It is there, and nothing that is plugged in reads its version.
    NothingReads(String),
    /// It is there, and its version can't be read.
    VersionUnreadable(String),
    /// It is there, and its version can't be compared.
    NotComparable(NotComparable),
    /// It is there, and older than required.
    Older(Comparison),
    /// It is there, and as recent as required.
    RecentEnough(Comparison),
}

/// A comparison that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// The version found.
    pub found: VersionText,
    /// The least version that will do.
    pub required: String,
    /// How they were compared.
    pub scheme: VersionScheme,
}

impl Comparison {
    /// What the scheme dropped from the version found to compare it. Empty for dotted digits.
    #[must_use]
    pub fn dropped(&self) -> String {
        self.scheme.dropped(self.found.as_str())
    }
}

impl Assessment {
    /// What the user can do; `None` where nothing needs to be done.
    #[must_use]
    pub fn remedy(&self) -> Option<String> {
        let path = self.availability.path.as_deref().unwrap_or_default();
        match &self.cause {
            Cause::NothingRequired | Cause::Found | Cause::RecentEnough(_) => None,
            Cause::Invalid => {
                Some("have the declaration mended: `onhand lint` says where".to_owned())
            }
            Cause::NotOnThisOs(os) => Some(format!(
                "use a machine where the application exists; none is declared for {}",
                os.display_name()
            )),
            Cause::NotFound => Some(match self.first_place() {
                Some(Observation::Unavailable(_)) => {
                    format!("let this user look at `{path}`, or install the application there")
                }
                Some(Observation::Error(reason)) => {
                    format!("repair what is at `{path}`, or have its declaration mended: {reason}")
                }
                Some(Observation::Absent(reason)) if reason != NOTHING_THERE => {
                    format!("install the application, or have its declaration mended: {reason}")
                }
                _ => format!("install the application at `{path}`"),
            }),
            Cause::RequirementMalformed(_) => {
                Some("have the least version mended: it is dotted digits, such as 2.3.0".to_owned())
            }
            Cause::NothingReads(kind) => {
                Some(format!("use a host that reads the version kind `{kind}`"))
            }
            Cause::VersionUnreadable(_) => Some(
                "repair or reinstall the application, or have its declaration mended: its version \
                 can't be read"
                    .to_owned(),
            ),
            Cause::NotComparable(_) => Some(
                "install a release whose version is dotted digits, or have the author compare \
                 with `version_scheme: numeric`"
                    .to_owned(),
            ),
            Cause::Older(comparison) => Some(format!(
                "update the application to {} or later",
                comparison.required
            )),
        }
    }
}

impl Assessment {
    fn first_place(&self) -> Option<&Observation<RootedPath>> {
        let first = self.resolution.as_ref()?.candidates.first()?;
        Some(&first.present)
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
            Cause::NotFound => f.write_str("the application was not found"),
            Cause::Found => f.write_str("the application is there, and no version is required"),
            Cause::RequirementMalformed(text) => {
                write!(f, "the least version `{text}` is not dotted digits")
            }
            Cause::NothingReads(kind) => {
                write!(
                    f,
                    "the application is there, and nothing here reads the version kind `{kind}`"
                )
            }
            Cause::VersionUnreadable(reason) => {
                write!(
                    f,
                    "the application is there, and its version can't be read: {reason}"
                )
            }
            Cause::NotComparable(error) => write!(f, "the application is there, and {error}"),
            Cause::Older(comparison) => write!(f, "{comparison}: too old"),
            Cause::RecentEnough(comparison) => write!(f, "{comparison}: recent enough"),
        }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "found {}, required {}, compared by the {} scheme",
            self.found, self.required, self.scheme
        )?;
        let dropped = self.dropped();
        if !dropped.is_empty() {
            write!(f, " (which drops `{dropped}`)")?;
        }
        Ok(())
    }
}
