//! Files whose content was evicted.

use std::fs::Metadata;
use std::os::macos::fs::MetadataExt;

/// `SF_DATALESS` of `sys/stat.h`: the content lies with a file provider (iCloud Drive, a cloud
/// vendor), and reading fetches it.
const SF_DATALESS: u32 = 0x4000_0000;

/// Whether reading the file would fetch its content from elsewhere.
pub(crate) fn is_dataless(metadata: &Metadata) -> bool {
    metadata.st_flags() & SF_DATALESS != 0
}
