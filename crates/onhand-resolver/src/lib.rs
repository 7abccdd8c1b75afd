//! Looks for a declared application on a host, tier by tier, and gives one availability.
//!
//! ```
//! use onhand_declaration::{AppDef, Presence, Requirements};
//! use onhand_platform::{Os, PathTemplate};
//! use onhand_platform_fake::FakeHost;
//! use onhand_resolver::{Evaluator, Resolvers, State};
//!
//! /// A host's own catalogue entry: anything that says what it requires can be evaluated.
//! struct Entry(AppDef);
//!
//! impl Requirements for Entry {
//!     fn requires_app(&self) -> bool {
//!         true
//!     }
//!     fn min_version(&self) -> Option<&str> {
//!         None
//!     }
//!     fn app_for(&self, os: Os) -> Option<&AppDef> {
//!         (os == Os::Win32).then_some(&self.0)
//!     }
//! }
//!
//! let location = PathTemplate::parse(Os::Win32, "%ProgramFiles%/Vendor/App.exe").unwrap();
//! let entry = Entry(AppDef::new(Presence::Executable, location));
//!
//! // A Windows machine in memory, on whatever OS this runs.
//! let host = FakeHost::new(Os::Win32)
//!     .env("ProgramFiles", r"C:\Program Files")
//!     .file(r"C:\Program Files\Vendor\App.exe", b"");
//! let resolvers = Resolvers::new();
//! let availability = Evaluator::new(&host, &resolvers).availability(&entry);
//! assert_eq!(availability.state, State::Available);
//! assert_eq!(availability.path.as_deref(), Some(r"C:\Program Files\Vendor\App.exe"));
//! ```
//!
//! [`Evaluator`] asks; [`Availability`] is the answer and [`Assessment`] what led to it. What
//! reads a version or asks for liveness is plugged in through [`Resolvers`]. [`locate_command`] looks
//! for the program that a command would start.
//!
//! This crate does no I/O of its own: it asks the host that it is given, and never its probe tier
//! except in [`probe_assess`] and [`live_endpoint`].

mod answer;
mod app_resolver;
mod assessment;
mod availability;
mod cause_code;
mod command;
mod comparison;
mod evaluator;
mod live_endpoint;
mod liveness_probe;
mod observation;
mod pass;
mod presence;
mod probe_assessment;
mod reason;
mod remedy;
mod resolution;
mod resolvers;
mod version_source;
mod version_text;

pub use answer::{Availability, State};
pub use app_resolver::AppResolver;
pub use assessment::{Assessment, Cause};
pub use cause_code::CauseCode;
pub use command::locate_command;
pub use comparison::Comparison;
pub use evaluator::Evaluator;
pub use live_endpoint::LiveEndpoint;
pub use liveness_probe::{Effort, Liveness, LivenessProbe, LivenessQuery, Running, RunningProcess};
pub use observation::Observation;
pub use pass::Pass;
pub use probe_assessment::{NotAsked, ProbeAssessment, live_endpoint, probe_assess};
pub use reason::Reason;
pub use resolution::{Candidate, Resolution, ResolutionKind};
pub use resolvers::Resolvers;
pub use version_source::{VersionQuery, VersionReading, VersionSource};
pub use version_text::VersionText;
