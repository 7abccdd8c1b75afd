//! How much one look at what processes have open may cost. Its caller waits meanwhile, under a deadline.

use std::time::Instant;

use onhand_platform::{HostError, HostResult};

/// How many open files are looked at in all, of all processes together, and until when.
pub(super) struct Budget {
    files: usize,
    deadline: Instant,
}

impl Budget {
    /// More than all that a user at a desk has open, in a second or so.
    pub(super) fn of_a_look(deadline: Instant) -> Self {
        Budget {
            files: 100_000,
            deadline,
        }
    }

    #[cfg(all(test, target_os = "linux"))]
    pub(super) fn new(files: usize, deadline: Instant) -> Self {
        Budget { files, deadline }
    }

    /// Takes one file more into account.
    ///
    /// # Errors
    /// [`HostError::Io`] where there is more to look at than one look may cost: holders that were not
    /// looked for are not none. Also as [`in_time`](Self::in_time) says.
    pub(super) fn spend(&mut self) -> HostResult<()> {
        self.in_time()?;
        let left = self.files.checked_sub(1);
        self.files =
            left.ok_or_else(|| HostError::Io("too many open files to look through".to_owned()))?;
        Ok(())
    }

    /// Looks at the clock, which costs far less than a look at a file.
    ///
    /// # Errors
    /// [`HostError::TimedOut`] once the deadline is over.
    pub(super) fn in_time(&self) -> HostResult<()> {
        if Instant::now() < self.deadline {
            Ok(())
        } else {
            Err(HostError::TimedOut)
        }
    }
}
