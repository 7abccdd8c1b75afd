//! `version_file`: a file beside the executable whose first line is the version.

use onhand_declaration::{KindSpec, ParameterSpec};
use onhand_platform::{InspectHost, read_bounded};
use onhand_resolver::{Observation, VersionQuery, VersionSource, VersionText};

/// Reads the first line of a file beside the executable. One open and one read.
pub struct VersionFile;

/// No version file is longer.
const MAX_BYTES: u64 = 4096;

impl VersionSource for VersionFile {
    fn spec(&self) -> KindSpec {
        let name = ParameterSpec::text("name", "the name of the file").default("VERSION");
        KindSpec::version("version_file", "a file beside the executable").parameter(name)
    }

    fn read(&self, host: &dyn InspectHost, query: &VersionQuery<'_>) -> Observation<VersionText> {
        let name = query.kind.text("name").unwrap_or("VERSION");
        let Some(folder) = query.found.parent() else {
            return Observation::Absent("the executable is in no folder".into());
        };
        let file = match folder.join(name) {
            Ok(file) => file,
            Err(violation) => return Observation::Error(violation.to_string().into()),
        };
        match read_bounded(host, &file, MAX_BYTES) {
            Ok(bytes) => match std::str::from_utf8(&bytes) {
                Ok(text) => VersionText::observe(text.lines().next().unwrap_or_default()),
                Err(_) => Observation::Error("the version file is not UTF-8".into()),
            },
            Err(error) => error.into(),
        }
    }
}
