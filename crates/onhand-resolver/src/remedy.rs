//! What people can do about an answer.

use crate::{Assessment, Cause, CauseCode};

impl Assessment {
    /// What the user can do; `None` where nothing needs to be done. It fits the [cause](crate::CauseCode): nobody is told
    /// to install what may be there, nor to install it where nobody looks.
    #[must_use]
    pub fn remedy(&self) -> Option<String> {
        Some(match &self.cause {
            Cause::NothingRequired | Cause::Found | Cause::RecentEnough(_) => return None,
            Cause::Invalid => "have the declaration corrected: `onhand lint` says where".to_owned(),
            Cause::NotOnThisOs(os) => format!(
                "use a machine where the application exists; none is declared for {}",
                os.display_name()
            ),
            Cause::NotFound(_) | Cause::NotKnown(_) => self.to_be_there(),
            Cause::RequirementMalformed(_) => {
                "have the minimum version corrected: it must be dotted digits, such as 2.3.0"
                    .to_owned()
            }
            Cause::NothingReads(kind) => format!("use a host that reads the version kind `{kind}`"),
            Cause::VersionUnreadable(_) => self.to_be_read(),
            Cause::NotComparable(_) => {
                "install a release whose version is dotted digits, or ask its author \
                 for `version_scheme: leading`"
                    .to_owned()
            }
            Cause::Older(comparison) => {
                format!("update the application to {} or later", comparison.required)
            }
        })
    }

    /// What would let somebody find it.
    fn to_be_there(&self) -> String {
        let decisive = (self.resolution.as_ref()).and_then(|resolution| resolution.decisive());
        let place = decisive.map_or("its place", |candidate| candidate.value.as_str());
        let reason = decisive.and_then(|candidate| candidate.present.reason());
        let reason = reason.unwrap_or("nothing is there");
        match self.cause.code() {
            CauseCode::NotAFile => format!(
                "install the application at `{place}`, where its program should be, or have its \
                 declaration corrected: {reason}"
            ),
            CauseCode::NotAFolder | CauseCode::NotABundle => format!(
                "install the application again, so that `{place}` is its bundle, or have its \
                 declaration corrected: {reason}"
            ),
            CauseCode::NotExecutable => {
                format!("let `{place}` be executed (`chmod +x`), or install the application again")
            }
            CauseCode::NotPermitted => format!("let this user look at `{place}`"),
            CauseCode::TimedOut => {
                format!("make sure that the disk of `{place}` answers: it gave no answer in time")
            }
            CauseCode::NetworkPath => format!(
                "have the application installed on a disk of this machine, and its location lead \
                 there: `{place}` leads to the network or to a device, which is never looked at"
            ),
            CauseCode::VariableUnset | CauseCode::VariableUnreadable => format!(
                "set the variable for this program, or have the declaration name another \
                 location: {reason}"
            ),
            CauseCode::HomeUnknown => {
                "tell this program the user's home folder, or have the declaration name another \
                 location"
                    .to_owned()
            }
            CauseCode::OtherHome => {
                "have the location corrected: it may start with `~/`, this user's own home folder"
                    .to_owned()
            }
            CauseCode::InvalidPath => format!(
                "set the variables of `{place}` so that it stands for a path on a disk of this \
                 machine, or have the declaration name another location"
            ),
            CauseCode::NotSupported => {
                format!("use a host that can look at `{place}`: {reason}")
            }
            CauseCode::NotFound => format!("install the application at `{place}`"),
            _ => {
                format!("repair what is at `{place}`, or have its declaration corrected: {reason}")
            }
        }
    }

    /// What would let somebody read its version.
    fn to_be_read(&self) -> String {
        let place = self.availability.path.as_deref().unwrap_or("its place");
        match self.cause.code() {
            CauseCode::NotPermitted => {
                format!(
                    "let this user read the application at `{place}`, whose version is asked for"
                )
            }
            CauseCode::TimedOut => {
                format!("make sure that the disk of `{place}` answers: it gave no answer in time")
            }
            CauseCode::AppExecutionAlias => {
                "have the declaration read the version elsewhere: an app-execution alias can't be \
                 read"
                    .to_owned()
            }
            CauseCode::NotSupported => {
                "have the declaration read the version by a kind that works on this OS".to_owned()
            }
            CauseCode::VariableUnset | CauseCode::HomeUnknown | CauseCode::InvalidPath => {
                "set the variables that the version kind names, or have the declaration corrected"
                    .to_owned()
            }
            CauseCode::NotDeclared => {
                "have the declaration say by which kind its version is read".to_owned()
            }
            CauseCode::NoVersion => {
                "install a release that states its version, or have the declaration read it \
                 elsewhere"
                    .to_owned()
            }
            _ => {
                "repair or reinstall the application, or have its declaration corrected: its version \
                  can't be read"
                    .to_owned()
            }
        }
    }
}
