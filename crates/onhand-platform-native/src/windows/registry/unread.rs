//! What of one root could not be read.

use onhand_platform::{Hive, RegistryView, UnreadPart, UnreadReason, UnreadUninstall};

/// A part and its reason, before its root is told.
pub(super) type Unread = (UnreadPart, UnreadReason);

/// The parts of one root that could not be read: the first of them one by one, the others counted.
#[derive(Debug)]
pub(super) struct UnreadParts {
    hive: Hive,
    view: RegistryView,
    listed: Vec<UnreadUninstall>,
    most: usize,
    more: usize,
}

impl UnreadParts {
    /// None yet; at most `most` are listed.
    pub(super) fn new(hive: Hive, view: RegistryView, most: usize) -> Self {
        UnreadParts {
            hive,
            view,
            listed: Vec::new(),
            most,
            more: 0,
        }
    }

    pub(super) fn push(&mut self, (part, reason): Unread) {
        tracing::debug!(hive = ?self.hive, view = ?self.view, ?part, %reason, "not read");
        // That much is cut says more than any one entry, and there is only one such part of each kind.
        let always = matches!(part, UnreadPart::Root | UnreadPart::Rest);
        if always || self.listed.len() < self.most {
            let unread = self.with_root(part, reason);
            self.listed.push(unread);
        } else {
            self.more += 1;
        }
    }

    /// All of them, the count of those that are not listed last.
    pub(super) fn into_list(mut self) -> Vec<UnreadUninstall> {
        if self.more > 0 {
            let more = self.with_root(UnreadPart::More(self.more), UnreadReason::NotListed);
            self.listed.push(more);
        }
        self.listed
    }

    fn with_root(&self, part: UnreadPart, reason: UnreadReason) -> UnreadUninstall {
        UnreadUninstall {
            hive: self.hive,
            view: self.view,
            part,
            reason,
        }
    }
}
