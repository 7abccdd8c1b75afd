//! How it stands with an application, in one word.

/// How it stands with an application, in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Standing {
    /// It answers.
    Answering,
    /// It runs. Whether it answers was not asked, or it doesn't.
    Running,
    /// It doesn't run.
    NotRunning,
    /// Whether it runs can't be known.
    Unknown,
    /// How to find out is not declared.
    NoLiveness,
    /// It is not on this machine.
    MissingApp,
    /// It is required, and not declared for this OS.
    UnsupportedOs,
    /// It is neither required nor declared for this OS.
    NoRequirements,
}

impl Standing {
    /// `answering`, `running`, …
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Standing::Answering => "answering",
            Standing::Running => "running",
            Standing::NotRunning => "not_running",
            Standing::Unknown => "unknown",
            Standing::NoLiveness => "no_liveness",
            Standing::MissingApp => "missing_app",
            Standing::UnsupportedOs => "unsupported_os",
            Standing::NoRequirements => "no_requirements",
        }
    }
}
