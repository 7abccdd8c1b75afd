//! One answer.

use onhand::resolver::Availability;
use serde::Serialize;

/// `availability` of `check`.
#[derive(Debug, Serialize)]
pub(super) struct AvailabilityJson<'a> {
    /// `available`, `missing_app`, `version_too_old`, `unsupported_os`, `no_requirements`.
    state: &'a str,
    /// The version found, where one was asked for.
    version: Option<&'a str>,
    /// Where the application was found, or looked for.
    path: Option<&'a str>,
    /// The least version that will do.
    min_version: Option<&'a str>,
}

/// `verdict` of `explain`.
#[derive(Debug, Serialize)]
pub(super) struct VerdictJson<'a> {
    /// As in [`AvailabilityJson`].
    state: &'a str,
    /// As in [`AvailabilityJson`].
    version: Option<&'a str>,
    /// As in [`AvailabilityJson`].
    path: Option<&'a str>,
    /// As in [`AvailabilityJson`].
    min_version: Option<&'a str>,
    /// Whether a server with these requirements should be offered.
    offerable: bool,
}

impl<'a> From<&'a Availability> for AvailabilityJson<'a> {
    fn from(availability: &'a Availability) -> Self {
        AvailabilityJson {
            state: availability.state.as_str(),
            version: availability
                .version
                .as_ref()
                .map(|version| version.as_str()),
            path: availability.path.as_deref(),
            min_version: availability.min_version.as_deref(),
        }
    }
}

impl<'a> From<&'a Availability> for VerdictJson<'a> {
    fn from(availability: &'a Availability) -> Self {
        let AvailabilityJson {
            state,
            version,
            path,
            min_version,
        } = availability.into();
        VerdictJson {
            state,
            version,
            path,
            min_version,
            offerable: availability.offerable(),
        }
    }
}
