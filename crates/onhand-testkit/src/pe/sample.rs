//! Executables and version resources that many tests start from.

use super::{Machine, Pe, PeFile, Resources, VersionInfo};

/// A version resource with all there can be.
#[must_use]
pub fn full() -> VersionInfo {
    VersionInfo::new()
        .fixed_pair([2, 3, 0, 12594], [26, 1, 0, 0])
        .strings(&[
            ("FileVersion", "2.3 (build 12594)"),
            ("ProductName", "Vendor App"),
            ("ProductVersion", "2026.1"),
        ])
        .translations(&[(0x409, 1200)])
}

/// A version resource with a fixed block, and nothing else.
#[must_use]
pub fn fixed(major: u16) -> VersionInfo {
    VersionInfo::new().fixed([major, 3, 0, 12594])
}

/// An executable with that version resource.
#[must_use]
pub fn executable(version: VersionInfo) -> PeFile {
    with_resources(Resources::version(version))
}

/// An executable with these resources, and no code: what is told is small.
#[must_use]
pub fn with_resources(resources: Resources) -> PeFile {
    Pe::new(Machine::X64)
        .without_code()
        .resources(resources)
        .build()
}
