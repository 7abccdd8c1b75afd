//! The version of a bundle.

use onhand_declaration::KindSpec;
use onhand_platform::InspectHost;
use onhand_resolver::{Observation, VersionQuery, VersionReading, VersionSource, VersionText};

use super::info_plist::InfoPlist;
use super::version::PlistVersion;
use crate::stated::reading;

/// Reads the version of a macOS bundle from its `Info.plist`: `CFBundleShortVersionString`, else
/// `CFBundleVersion`.
///
/// # Which file
/// `Contents/Info.plist` of the bundle that was found. Where an executable was found, the file of
/// the nearest folder above it whose name ends in `.app`: `…/Vendor.app/Contents/MacOS/vendor`
/// has the version of `…/Vendor.app`. Links are not resolved for that. An executable outside of
/// any such folder is unavailable.
///
/// # Which value
/// The first of the two keys that says something. A blank one says nothing, and so does one of zeros
/// alone (`0.0.0`), which a remark tells; one of another type
/// than text or integer, or that can be no version, hides the other. See [`PlistVersion::choose`].
///
/// The parameter `key` names one key of the root dictionary, and then only that one counts. Keys
/// are compared exactly. An integer is the version in decimal digits.
///
/// # Which formats
/// XML in UTF-8, or in UTF-16 with a byte-order mark; binary (`bplist00`). An old-style ASCII
/// list (`{ … }`) and another version of the binary format are unavailable.
///
/// The file is an error where it is malformed, even where the wanted key could be made out: cut
/// short, text after the end, mismatched tags, elements that property lists don't have, a key
/// without a value, an encoding other than the above, an entity that XML doesn't predefine, an
/// entity declaration, a root that is not a dictionary. A wanted key that appears twice is an error
/// too: readers disagree on which counts. Of a binary file, only what is wanted is looked at.
///
/// # Bounds
/// 1 MiB of file; in XML 128 levels and 100,000 elements, in binary 100,000 entries of the root.
/// What is over them is an error. Peak memory is a few times the file's size, time is linear in it.
///
/// ```
/// use onhand_declaration::{KindUse, ParameterValue};
/// use onhand_platform::{Os, RootedPath};
/// use onhand_platform_fake::FakeHost;
/// use onhand_resolver::{VersionQuery, VersionSource};
/// use onhand_version::Plist;
///
/// let host = FakeHost::new(Os::Darwin).file(
///     "/Applications/Vendor.app/Contents/Info.plist",
///     "<plist><dict><key>VendorRelease</key><integer>2026</integer></dict></plist>",
/// );
/// let found = RootedPath::new(Os::Darwin, "/Applications/Vendor.app")?;
/// let kind = KindUse::new("plist").with("key", ParameterValue::Text("VendorRelease".to_owned()));
/// let query = VersionQuery::new(&found, &kind);
/// assert_eq!(Plist.read(&host, &query).to_string(), "2026");
/// # Ok::<(), onhand_platform::PathViolation>(())
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Plist;

impl VersionSource for Plist {
    fn spec(&self) -> KindSpec {
        KindSpec::plist()
    }

    /// A bundle costs one `open` and one `read`; an executable within one costs an `open` and a
    /// `stat` on top.
    fn read(&self, host: &dyn InspectHost, query: &VersionQuery<'_>) -> Observation<VersionText> {
        self.read_with_remarks(host, query).version
    }

    /// As [`read`](Self::read).
    fn read_with_remarks(
        &self,
        host: &dyn InspectHost,
        query: &VersionQuery<'_>,
    ) -> VersionReading {
        let key = query.kind.text("key");
        reading(InfoPlist::read(host, query.found).and_then(|file| {
            let stated =
                PlistVersion::observe(file.content(), key).and_then(|versions| versions.stated());
            file.name_in(stated)
        }))
    }
}
