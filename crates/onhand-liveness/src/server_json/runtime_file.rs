//! Reading the runtime file, while its application may be writing it.

use std::time::{Duration, Instant, SystemTime};

use onhand_platform::{HostError, HostResult, Metadata, ProbeHost, RootedPath, read_bounded};
use secrecy::zeroize::Zeroizing;

use super::fields::{self, Fields, NotJson};
use super::known::{Known, Unknown, in_time};
use super::parameters::Parameters;

/// A larger file is not read.
const MAX_BYTES: u64 = 64 * 1024;

/// How long a writer gets to finish.
const WRITER_TIME: Duration = Duration::from_millis(50);

/// What the file said at one moment.
pub(super) struct RuntimeFile {
    pub(super) fields: Fields,
    /// When this content was written, where the OS tells.
    pub(super) written: Option<SystemTime>,
}

/// Reads the file: `stat`, `open`, `read`, and `stat` again, so that the time is that of the very
/// content. Where the two differ, where the content is no JSON, and where reading fails, as it
/// does while a writer holds the file for itself, all is done once more after a short wait.
pub(super) async fn read(
    host: &dyn ProbeHost,
    parameters: &Parameters,
    deadline: Instant,
) -> Known<RuntimeFile> {
    let torn = match read_once(host, parameters) {
        Err(failure) if failure.may_pass => failure.seen,
        settled => return settled.map_err(|failure| failure.seen),
    };
    tracing::debug!(file = %parameters.file, reason = torn.reason(), "runtime file is read again");
    let left = deadline.saturating_duration_since(Instant::now());
    host.pause(WRITER_TIME.min(left)).await;
    in_time(deadline)?;
    read_once(host, parameters).map_err(|failure| failure.seen)
}

struct Failure {
    seen: Unknown,
    may_pass: bool,
}

fn read_once(host: &dyn ProbeHost, parameters: &Parameters) -> Result<RuntimeFile, Failure> {
    let file = &parameters.file;
    let torn = |reason: String| Failure {
        seen: Unknown::Absent(reason).about(file),
        may_pass: true,
    };
    let reading = look(host, file).map_err(|error| Failure {
        may_pass: matches!(error, HostError::Io(_)),
        seen: Unknown::from(error).about(file),
    })?;
    if reading.before != reading.after {
        return Err(torn("the file is being written".to_owned()));
    }
    match fields::parse(&reading.content, parameters, host.os()) {
        Ok(fields) => Ok(RuntimeFile {
            fields,
            written: reading.after.modified,
        }),
        Err(NotJson(reason)) => Err(torn(reason)),
    }
}

struct Reading {
    before: Metadata,
    /// Wiped when dropped: the token is in it.
    content: Zeroizing<Vec<u8>>,
    after: Metadata,
}

/// What is no regular file, or too large, is never opened.
fn look(host: &dyn ProbeHost, file: &RootedPath) -> HostResult<Reading> {
    let before = host.stat(file)?;
    before.ensure_file()?;
    if before.len > MAX_BYTES {
        return Err(HostError::TooLarge { limit: MAX_BYTES });
    }
    Ok(Reading {
        before,
        content: Zeroizing::new(read_bounded(host, file, MAX_BYTES)?),
        after: host.stat(file)?,
    })
}
