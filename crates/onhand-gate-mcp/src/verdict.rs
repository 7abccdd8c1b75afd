//! What there is to say of a server: to people, to a model, to a program.

use std::fmt;

use onhand_platform::{Os, excerpt};
use onhand_resolver::{Assessment, Availability, Cause, CauseCode, State};
use serde::Serialize;

/// Why a server's tools are offered or hidden, and what to do about it. It serialises for programs;
/// its `Display` is one line that fits the error of a tool call.
///
/// `sentence`, `remarks` and `action` are safe to show: what others wrote in them is shortened, and what is
/// [unseen](onhand_platform::unseen) is escaped. `server` and `availability` hold the texts as they are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Verdict {
    /// The server.
    pub server: String,
    /// Whether to offer its tools: the application allows it, and the connection is not known to be dead.
    pub offerable: bool,
    /// Whether the server is connected; `None` where that was not told.
    pub connected: Option<bool>,
    /// The availability of what is registered for it; `None` where nothing is. Its version is read only where a
    /// `min_version` asks for it.
    pub availability: Option<Availability>,
    /// Why it is offered or hidden, for programs: `not_connected` where the application is not in the way, else the
    /// cause of the availability; `nothing_required` where nothing is registered.
    pub cause: CauseCode,
    /// What is the matter, in one sentence without a full stop.
    pub sentence: String,
    /// What people should know of the application that was found, a sentence each: what a comparison of versions
    /// dropped. They change no answer.
    pub remarks: Vec<String>,
    /// What the user can do; `None` where there is nothing to do.
    pub action: Option<String>,
    /// Whether another try makes sense.
    pub retry: Retry,
}

/// Whether it makes sense to try again what failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Retry {
    /// Once the user has done what the action says.
    AfterUserAction,
    /// Without anybody doing anything: the application stands in no way.
    Later,
    /// Not with this host program on this machine.
    Never,
}

/// The longest name of a server that is shown, in characters.
const NAME: usize = 60;
/// The longest reason or action that is shown, in characters: there are long paths in them.
const TEXT: usize = 400;

impl Verdict {
    /// `allowed` says whether the application allows the server to be offered.
    pub(crate) fn of(
        server: &str,
        os: Os,
        assessment: Option<&Assessment>,
        allowed: bool,
        connected: Option<bool>,
    ) -> Self {
        let offerable = allowed && connected != Some(false);
        let (reason, action, retry) = match assessment {
            None => (
                "no application is registered for it".into(),
                None,
                Retry::Later,
            ),
            Some(assessment) if allowed => (assessment.cause.to_string(), None, Retry::Later),
            Some(assessment) => hindrance(assessment),
        };
        let (name, on) = (excerpt(server, NAME), os.display_name());
        let can = if offerable { "can" } else { "can't" };
        // Where the application is in the way, that is why nothing is connected: it alone is told.
        let link = if allowed && !offerable {
            "it is not connected; "
        } else {
            ""
        };
        let reason = excerpt(&reason, TEXT);
        let cause = match assessment {
            _ if allowed && !offerable => CauseCode::NotConnected,
            Some(assessment) => assessment.availability.cause,
            None => CauseCode::NothingRequired,
        };
        Verdict {
            server: server.to_owned(),
            offerable,
            connected,
            availability: assessment.map(|assessment| assessment.availability.clone()),
            cause,
            sentence: format!("`{name}` {can} be used on {on}: {link}{reason}"),
            remarks: assessment
                .map(|assessment| &assessment.availability.remarks[..])
                .unwrap_or_default()
                .iter()
                .map(|remark| excerpt(remark, TEXT))
                .collect(),
            action: action.map(|action| excerpt(&action, TEXT)),
            retry,
        }
    }
}

/// What is in the way, what the user can do about it, and whether another try makes sense.
fn hindrance(assessment: &Assessment) -> (String, Option<String>, Retry) {
    match assessment.availability.state {
        // Nothing gives this state today, so nothing states a cause for it.
        State::InstalledNotRunning => (
            "the application is there, and does not run".to_owned(),
            Some("start the application".to_owned()),
            Retry::AfterUserAction,
        ),
        state => {
            let never =
                matches!(assessment.cause, Cause::NothingReads(_)) || state == State::UnsupportedOs;
            let retry = if never {
                Retry::Never
            } else {
                Retry::AfterUserAction
            };
            (assessment.cause.to_string(), assessment.remedy(), retry)
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.", self.sentence)?;
        for remark in &self.remarks {
            write!(f, " Note: {remark}.")?;
        }
        if let Some(action) = &self.action {
            write!(f, " What to do: {action}.")?;
        }
        // Where nothing is in the way, there is nothing to wait for.
        if self.offerable {
            return Ok(());
        }
        f.write_str(match self.retry {
            Retry::AfterUserAction => " Then try again.",
            Retry::Later => " Try again later.",
            Retry::Never => " Trying again is of no use here.",
        })
    }
}

#[cfg(test)]
mod tests {
    use onhand_platform_fake::FakeHost;
    use onhand_resolver::{Evaluator, Resolvers};
    use onhand_testkit::catalogue::Entry;

    use super::*;

    /// No machine leads to a state that is reserved, and none to one that is still to come.
    fn in_state(os: Os, state: State) -> Verdict {
        let missing = Entry::program(os, "~/vendor");
        let (host, resolvers) = (FakeHost::new(os), Resolvers::new());
        let mut assessment = Evaluator::new(&host, &resolvers).assess(&missing);
        assessment.availability.state = state;
        Verdict::of("vendor", os, Some(&assessment), state.offerable(), None)
    }

    #[test]
    fn no_state_is_without_a_sentence_on_any_os() {
        for (os, state) in Os::ALL
            .into_iter()
            .flat_map(|os| State::ALL.map(|state| (os, state)))
        {
            let verdict = in_state(os, state);
            let can = if state.offerable() { "can" } else { "can't" };
            let start = format!("`vendor` {can} be used on {}: ", os.display_name());
            let reason = verdict.sentence.strip_prefix(&start);
            assert!(reason.is_some_and(|reason| !reason.is_empty()), "{verdict}");
            assert!(!verdict.sentence.ends_with('.'), "{verdict}");
            assert_eq!(verdict.action.is_some(), !state.offerable(), "{verdict}");
            let retry = match state {
                State::Available | State::NoRequirements => Retry::Later,
                State::UnsupportedOs => Retry::Never,
                _ => Retry::AfterUserAction,
            };
            assert_eq!(verdict.retry, retry, "{state}");
        }
    }

    #[test]
    fn an_application_that_does_not_run_is_to_be_started() {
        assert_eq!(
            in_state(Os::Darwin, State::InstalledNotRunning).to_string(),
            "`vendor` can't be used on macOS: the application is there, and does not run. \
             What to do: start the application. Then try again."
        );
    }
}
