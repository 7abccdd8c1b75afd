//! The version of an executable.

use onhand_declaration::KindSpec;
use onhand_platform::{InspectHost, RootedPath};
use onhand_resolver::{Observation, VersionQuery, VersionReading, VersionSource, VersionText};

use super::error::PeError;
use super::field::PeField;
use super::version::PeVersion;
use crate::stated::reading;

/// Reads the version of a Windows executable from its version resource, on any OS.
///
/// # Which version
/// The fixed file version, `a.b.c.d`. Where the fixed block is absent or its file version is zero,
/// which a remark tells, the text `FileVersion` of the string table, then `ProductVersion`. With the parameter `field` as
/// `product`, the fixed product version, then the text `ProductVersion`; never a version of the
/// file. See [`PeVersion::choose`].
///
/// # Which resource
/// Of the type `RT_VERSION` the one with the first number, whatever the number, or with the first
/// name where there is no number. Of its languages the neutral one, or the first.
///
/// Of its string tables one counts, for both texts: the first of the neutral language, or the
/// first. A table that states neither version doesn't count before one that does.
///
/// # Which files
/// PE32 and PE32+ of any machine: x86, x64, ARM64, .NET. Sections are found by address, so
/// their names don't matter. Padding and terminators that lack, and lengths that count bytes where
/// 16-bit units are the rule, are read for what they are. A text that may be cut short is not
/// there, rather than short.
///
/// No resources and no version resource are absent. No PE file, one that ends before its version
/// resource does, and one whose directory is not a tree of three levels, are errors.
///
/// # Bounds
/// 192 KiB are read at most, however large the file: 512 sections, 4096 entries of the resource
/// directory, 64 KiB of the resource. What is over a bound is an error. Held at a time are the
/// section table, 4 KiB of the file, and the resource.
///
/// ```
/// use onhand_declaration::KindUse;
/// use onhand_platform::{Os, RootedPath};
/// use onhand_platform_fake::FakeHost;
/// use onhand_resolver::{VersionQuery, VersionSource};
/// use onhand_version::PeResource;
///
/// // A Windows machine in memory, on whatever OS this runs.
/// let host = FakeHost::new(Os::Win32).file(r"C:\Vendor\Vendor.exe", "#!/bin/sh");
/// let found = RootedPath::new(Os::Win32, r"C:\Vendor\Vendor.exe")?;
/// let kind = KindUse::new("pe_resource");
/// let query = VersionQuery::new(&found, &kind);
/// assert_eq!(
///     PeResource.read(&host, &query).to_string(),
///     r"error: C:\Vendor\Vendor.exe: not a PE file: it doesn't start with `MZ`"
/// );
/// # Ok::<(), onhand_platform::PathViolation>(())
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct PeResource;

impl VersionSource for PeResource {
    fn spec(&self) -> KindSpec {
        KindSpec::pe_resource()
    }

    /// One `open`, and for most files two or three `read`s of at most 4 KiB.
    fn read(&self, host: &dyn InspectHost, query: &VersionQuery<'_>) -> Observation<VersionText> {
        self.read_with_remarks(host, query).version
    }

    /// As [`read`](Self::read).
    fn read_with_remarks(
        &self,
        host: &dyn InspectHost,
        query: &VersionQuery<'_>,
    ) -> VersionReading {
        let field = match query.kind.text("field") {
            None => PeField::default(),
            Some(name) => match PeField::from_name(name) {
                Some(field) => field,
                None => {
                    return Observation::Error(
                        format!("`{name}` is not a `field`: it is `file` or `product`").into(),
                    )
                    .into();
                }
            },
        };
        let stated = match read_versions(host, query.found) {
            Ok(versions) => versions.stated(field),
            Err(error) => error.into(),
        };
        reading(stated.about(query.found))
    }
}

fn read_versions(host: &dyn InspectHost, path: &RootedPath) -> Result<PeVersion, PeError> {
    let file = host.open(path)?;
    PeVersion::read(&*file)
}
