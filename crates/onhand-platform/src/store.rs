//! Where a program keeps what it would otherwise have to find out again.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::{HostError, HostResult};

/// Bytes that are kept in one place from one run to the next.
///
/// It is not a tier: a tier looks at a machine, and none writes. What is kept can always be found
/// out again, so that losing it costs time and no answer.
pub trait SnapshotStore: Send + Sync {
    /// What is kept, whole; `None` where nothing is. It doesn't wait for who is updating it.
    ///
    /// # Errors
    /// [`HostError::TooLarge`] where it holds more than `limit` bytes, and whatever keeps it from
    /// being read.
    fn load(&self, limit: u64) -> HostResult<Option<Vec<u8>>>;

    /// Puts in its place what `renew` makes of what is kept. `renew` is given `None` where nothing is
    /// kept, or nothing that [`load`](Self::load) can read.
    ///
    /// Whoever loads meanwhile gets the one or the other, whole; and of two who update at once, in
    /// whatever processes, one is given what the other has put there.
    ///
    /// # Errors
    /// [`HostError::TimedOut`] where others don't finish their updates, and whatever keeps it from being
    /// written. What was kept stays then.
    fn update(
        &self,
        limit: u64,
        renew: &mut dyn FnMut(Option<Vec<u8>>) -> Vec<u8>,
    ) -> HostResult<()>;
}

/// A [`SnapshotStore`] for as long as the program runs.
///
/// ```
/// use onhand_platform::{MemoryStore, SnapshotStore};
///
/// let store = MemoryStore::new();
/// store.update(10, &mut |kept| {
///     assert_eq!(kept, None);
///     b"seen".to_vec()
/// })?;
/// assert_eq!(store.load(10)?.as_deref(), Some(&b"seen"[..]));
/// # Ok::<(), onhand_platform::HostError>(())
/// ```
#[derive(Default)]
pub struct MemoryStore {
    /// Held for a whole update; `kept` only while it is looked at or replaced.
    turn: Mutex<()>,
    kept: Mutex<Option<Vec<u8>>>,
}

impl MemoryStore {
    /// A store that keeps nothing yet.
    #[must_use]
    pub fn new() -> Self {
        MemoryStore::default()
    }

    fn kept(&self) -> MutexGuard<'_, Option<Vec<u8>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl From<Vec<u8>> for MemoryStore {
    fn from(bytes: Vec<u8>) -> Self {
        MemoryStore {
            turn: Mutex::default(),
            kept: Mutex::new(Some(bytes)),
        }
    }
}

impl SnapshotStore for MemoryStore {
    fn load(&self, limit: u64) -> HostResult<Option<Vec<u8>>> {
        let kept = self.kept();
        match &*kept {
            Some(bytes) if bytes.len() as u64 > limit => Err(HostError::TooLarge { limit }),
            kept => Ok(kept.clone()),
        }
    }

    fn update(
        &self,
        limit: u64,
        renew: &mut dyn FnMut(Option<Vec<u8>>) -> Vec<u8>,
    ) -> HostResult<()> {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let renewed = renew(self.load(limit).unwrap_or_default());
        *self.kept() = Some(renewed);
        Ok(())
    }
}

impl fmt::Debug for MemoryStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let len = self.kept().as_ref().map(Vec::len);
        f.debug_struct("MemoryStore").field("bytes", &len).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_loads_does_not_wait_for_who_is_updating() {
        let store = MemoryStore::from(vec![1]);
        let mut loaded = None;
        let updated = store.update(10, &mut |_| {
            loaded = Some(store.load(10));
            vec![2]
        });
        assert_eq!((updated, loaded), (Ok(()), Some(Ok(Some(vec![1])))));
        assert_eq!(store.load(10), Ok(Some(vec![2])));
    }

    #[test]
    fn what_is_larger_than_the_limit_is_not_given_out_and_can_be_replaced() {
        let store = MemoryStore::from(vec![7; 11]);
        assert_eq!(store.load(10), Err(HostError::TooLarge { limit: 10 }));
        assert_eq!(store.load(11), Ok(Some(vec![7; 11])));
        let mut seen = Vec::new();
        let updated = store.update(10, &mut |kept| {
            seen.push(kept);
            vec![1]
        });
        assert_eq!((updated, seen), (Ok(()), vec![None]));
        assert_eq!(store.load(10), Ok(Some(vec![1])));
    }
}
