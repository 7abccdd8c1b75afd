//! Reading the runtime file, while its application may be writing it.

use std::time::{Duration, Instant, SystemTime};

use onhand_platform::{HostError, HostResult, Metadata, Os, ProbeHost, RootedPath, read_bounded};
use onhand_resolver::{CauseCode, Reason};
use secrecy::zeroize::Zeroizing;

use crate::known::{Known, Unknown, in_time, unavailable};

/// A larger file is not read.
const MAX_BYTES: u64 = 64 * 1024;

/// What some writers put in front of UTF-8. It is not part of the content.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// How long a writer gets to finish.
const WRITER_TIME: Duration = Duration::from_millis(50);

/// What a file said at one moment.
pub(crate) struct RuntimeFile<T> {
    pub(crate) content: T,
    pub(crate) written: Written,
}

/// When and where what a file holds was written.
pub(crate) struct Written {
    /// Where the OS tells.
    pub(crate) at: Option<SystemTime>,
    /// Whether it was on this machine, whose processes are the ones that we see.
    pub(crate) here: Known<()>,
}

/// A drive of Windows that Linux sees (WSL) stands at `/mnt/` with one letter. What lies there was written by
/// Windows, whose processes Linux doesn't see.
/// Source: Microsoft, "Advanced settings configuration in WSL", `automount`.
fn written_here(file: &RootedPath) -> Known<()> {
    let is_drive = |path: &str| {
        let mut letters = path.bytes();
        letters
            .next()
            .is_some_and(|letter| letter.is_ascii_lowercase())
            && matches!(letters.next(), None | Some(b'/'))
    };
    if file.os() == Os::Linux && file.as_str().strip_prefix("/mnt/").is_some_and(is_drive) {
        let reason = "the file lies on a Windows drive seen from Linux: it names a process of Windows, which \
                      can't be seen from here";
        return unavailable(CauseCode::OtherMachine, reason)
            .map_err(|unknown: Unknown| unknown.about(file));
    }
    Ok(())
}

/// The content can't be what its writer meant, as while it is written: why, without a word of what stands
/// there, which may be the token.
#[derive(Debug)]
pub(crate) struct Torn(pub(crate) String);

/// Reads a file: `stat`, `open`, `read`, and `stat` again, so that the time is that of the very
/// content. Where the two differ, where `parse` finds the content torn, and where reading fails, as it
/// does while a writer holds the file for itself, all is done once more after a short wait.
pub(crate) async fn read<T: Send>(
    host: &dyn ProbeHost,
    file: &RootedPath,
    deadline: Instant,
    parse: impl Fn(&[u8]) -> Result<T, Torn> + Send,
) -> Known<RuntimeFile<T>> {
    let torn = match read_once(host, file, &parse) {
        Err(failure) if failure.may_pass => failure.seen,
        settled => return settled.map_err(|failure| failure.seen),
    };
    tracing::debug!(%file, reason = torn.reason(), "runtime file is read again");
    let left = deadline.saturating_duration_since(Instant::now());
    host.pause(WRITER_TIME.min(left)).await;
    in_time(deadline)?;
    read_once(host, file, &parse).map_err(|failure| failure.seen)
}

struct Failure {
    seen: Unknown,
    may_pass: bool,
}

fn read_once<T>(
    host: &dyn ProbeHost,
    file: &RootedPath,
    parse: impl Fn(&[u8]) -> Result<T, Torn>,
) -> Result<RuntimeFile<T>, Failure> {
    let torn = |reason: String| Failure {
        seen: Unknown::Absent(Reason::new(CauseCode::Unreadable, reason)).about(file),
        may_pass: true,
    };
    let reading = look(host, file).map_err(|error| Failure {
        may_pass: matches!(error, HostError::Io(_)),
        seen: Unknown::from(error).about(file),
    })?;
    if reading.before != reading.after {
        return Err(torn("the file is being written".to_owned()));
    }
    let content = reading.content.as_slice();
    let content = content.strip_prefix(BYTE_ORDER_MARK).unwrap_or(content);
    if content.trim_ascii().is_empty() {
        return Err(torn("the file is empty".to_owned()));
    }
    match parse(content) {
        Ok(content) => Ok(RuntimeFile {
            content,
            written: Written {
                at: reading.after.modified,
                here: written_here(file),
            },
        }),
        Err(Torn(reason)) => Err(torn(reason)),
    }
}

struct OneRead {
    before: Metadata,
    /// Wiped when dropped: the token is in it.
    content: Zeroizing<Vec<u8>>,
    after: Metadata,
}

/// What is not a regular file, or too large, is never opened.
fn look(host: &dyn ProbeHost, file: &RootedPath) -> HostResult<OneRead> {
    let before = host.stat(file)?;
    before.ensure_file()?;
    if before.len > MAX_BYTES {
        return Err(HostError::TooLarge { limit: MAX_BYTES });
    }
    Ok(OneRead {
        before,
        content: Zeroizing::new(read_bounded(host, file, MAX_BYTES)?),
        after: host.stat(file)?,
    })
}
