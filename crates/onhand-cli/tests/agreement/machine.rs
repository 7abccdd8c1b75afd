//! What a scenario says, read to be installed.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

/// A scenario, as far as a real machine can be made so. It is a closed grammar: what can't be
/// installed is refused, and never left out in silence.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Machine {
    /// The OS that it can be installed on.
    pub(crate) os: String,
    /// The variables that the program is started with.
    pub(crate) env: BTreeMap<String, String>,
    pub(crate) files: BTreeMap<String, Content>,
    #[serde(default)]
    pub(crate) directories: Vec<String>,
    /// Link to target.
    #[serde(default)]
    pub(crate) symlinks: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) faults: BTreeMap<String, Fault>,
    #[serde(default)]
    pub(crate) uninstall: Vec<Entry>,
}

/// What a file holds.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Content {
    Text(String),
    Json(Value),
    /// What that file beside the scenario holds.
    From(String),
    /// So many zeros.
    Size(u64),
}

/// What is wrong with a path.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Fault {
    Fifo,
    /// It can't be looked at: its folder is closed.
    PermissionDenied,
    /// It can be looked at, and not opened.
    Unreadable,
}

/// An entry of the uninstall registry.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(not(windows), allow(dead_code, reason = "only Windows has a registry"))]
pub(crate) struct Entry {
    pub(crate) hive: Hive,
    /// 64, where none is given, or 32.
    pub(crate) view: Option<u32>,
    pub(crate) key: String,
    #[serde(default)]
    pub(crate) values: BTreeMap<String, Value>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Hive {
    Hklm,
    Hkcu,
}

impl Content {
    /// The file beside the scenario that it is, if it is one.
    pub(crate) fn beside(&self) -> Option<&str> {
        match self {
            Content::From(path) => Some(path),
            _ => None,
        }
    }
}

impl Machine {
    pub(crate) fn of_scenario(text: &str) -> Self {
        serde_saphyr::from_str(text).expect("it holds only what can be installed")
    }
}
