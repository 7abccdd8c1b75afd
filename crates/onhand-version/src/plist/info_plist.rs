//! Where the `Info.plist` of an application is, and what it holds.
//!
//! The layout is Apple's, "Bundle Programming Guide": a macOS bundle is a folder with a folder
//! `Contents`, which holds `Info.plist`, and the executables in `MacOS`.

use onhand_platform::{FileKind, HostError, HostResult, InspectHost, RootedPath, read_bounded};
use onhand_resolver::Observation;

use super::version::PlistVersion;

/// The content of an `Info.plist`.
pub(super) struct InfoPlist {
    path: RootedPath,
    content: Vec<u8>,
}

/// Where the file is in a bundle.
const IN_BUNDLE: &str = "Contents/Info.plist";

/// What the folder of an application is called.
const APP_EXTENSION: &str = ".app";

impl InfoPlist {
    /// Reads the file of the bundle that was found, or of the one around the executable that was
    /// found.
    ///
    /// It opens first and looks after, for a bundle is the rule: that takes an open and a read.
    pub(super) fn read(host: &dyn InspectHost, found: &RootedPath) -> Observation<Self> {
        in_bundle(found).and_then(
            |path| match read_bounded(host, &path, PlistVersion::MAX_BYTES) {
                Err(HostError::NotFound | HostError::NotADirectory) => {
                    match host.stat(found).map(|metadata| metadata.kind) {
                        Ok(FileKind::File) => InfoPlist::around(host, found),
                        Ok(_) => Observation::Absent(format!("{path}: nothing is there").into()),
                        Err(error) => Observation::from(error).about(found),
                    }
                }
                outcome => InfoPlist::observe(path, outcome),
            },
        )
    }

    /// Reads the file of the application that an executable belongs to.
    fn around(host: &dyn InspectHost, executable: &RootedPath) -> Observation<Self> {
        let mut above = std::iter::successors(executable.parent(), RootedPath::parent);
        let Some(bundle) = above.find(is_app) else {
            return Observation::Unavailable(
                format!(
                    "{executable}: a file in no `{APP_EXTENSION}` bundle, so it has no `Info.plist`"
                )
                .into(),
            );
        };
        tracing::debug!(%executable, %bundle, "bundle around the executable");
        in_bundle(&bundle).and_then(|path| {
            let outcome = read_bounded(host, &path, PlistVersion::MAX_BYTES);
            InfoPlist::observe(path, outcome)
        })
    }

    fn observe(path: RootedPath, outcome: HostResult<Vec<u8>>) -> Observation<Self> {
        match outcome {
            Ok(content) => Observation::Present(InfoPlist { path, content }),
            Err(error) => Observation::from(error).about(&path),
        }
    }

    /// What it holds, at most [`PlistVersion::MAX_BYTES`].
    pub(super) fn content(&self) -> &[u8] {
        &self.content
    }

    /// The observation of something in this file, with the file in its reason.
    pub(super) fn name_in<T>(&self, observation: Observation<T>) -> Observation<T> {
        observation.about(&self.path)
    }
}

fn in_bundle(bundle: &RootedPath) -> Observation<RootedPath> {
    match bundle.join(IN_BUNDLE) {
        Ok(path) => Observation::Present(path),
        Err(violation) => Observation::Error(violation.to_string().into()).about(bundle),
    }
}

fn is_app(folder: &RootedPath) -> bool {
    folder
        .file_name()
        .and_then(|name| name.split_at_checked(name.len().checked_sub(APP_EXTENSION.len())?))
        .is_some_and(|(stem, extension)| {
            !stem.is_empty() && extension.eq_ignore_ascii_case(APP_EXTENSION)
        })
}
