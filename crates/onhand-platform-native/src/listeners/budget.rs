//! How much one look at what processes have open may cost. Its caller waits meanwhile, under a deadline
//! of seconds.

use onhand_platform::{HostError, HostResult};

/// How many open files are looked at in all, of all processes together.
pub(super) struct Budget(usize);

impl Budget {
    /// More than all that a user at a desk has open, in a second or so.
    pub(super) const LOOK: Self = Budget(100_000);

    #[cfg(all(test, target_os = "linux"))]
    pub(super) fn new(files: usize) -> Self {
        Budget(files)
    }

    /// Takes one file more into account.
    ///
    /// # Errors
    /// [`HostError::Io`] where there is more to look at than one look may cost: holders that were not
    /// looked for are not none.
    pub(super) fn spend(&mut self) -> HostResult<()> {
        let left = self.0.checked_sub(1);
        self.0 =
            left.ok_or_else(|| HostError::Io("too many open files to look through".to_owned()))?;
        Ok(())
    }
}
