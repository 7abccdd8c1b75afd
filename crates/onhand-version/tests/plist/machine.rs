//! A Mac with one application, and the questions that are asked of it.

use onhand_declaration::{KindUse, ParameterValue};
use onhand_platform::{InspectHost, Os, RootedPath};
use onhand_platform_fake::{FakeHost, FileContent};
use onhand_resolver::{Observation, VersionQuery, VersionSource, VersionText};
use onhand_version::Plist;

pub(crate) const BUNDLE: &str = "/Applications/Vendor.app";
pub(crate) const INFO: &str = "/Applications/Vendor.app/Contents/Info.plist";

/// A Mac with that `Info.plist`.
pub(crate) fn mac(info: impl Into<FileContent>) -> FakeHost {
    FakeHost::new(Os::Darwin).file(INFO, info)
}

/// The version of what was found there.
pub(crate) fn version_at(host: &dyn InspectHost, found: &str) -> Observation<VersionText> {
    ask(host, found, &KindUse::new("plist"))
}

/// The version of a bundle with that `Info.plist`.
pub(crate) fn version(info: impl Into<FileContent>) -> Observation<VersionText> {
    version_at(&mac(info), BUNDLE)
}

/// The version of a bundle with that `Info.plist`, where `key` names the only key that counts.
pub(crate) fn version_by(key: &str, info: impl Into<FileContent>) -> Observation<VersionText> {
    let kind = KindUse::new("plist").with("key", ParameterValue::Text(key.to_owned()));
    ask(&mac(info), BUNDLE, &kind)
}

fn ask(host: &dyn InspectHost, found: &str, kind: &KindUse) -> Observation<VersionText> {
    let found = &RootedPath::new(Os::Darwin, found).expect("a path of macOS");
    Plist.read(host, &VersionQuery::new(found, kind))
}

/// The observation as people see it, without the name of the file.
pub(crate) fn said(observation: Observation<VersionText>) -> String {
    observation.to_string().replace(&format!("{INFO}: "), "")
}
