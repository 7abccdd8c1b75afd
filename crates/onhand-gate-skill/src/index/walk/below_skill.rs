//! A skill, and whether another stands below it: no walk finds that one, and its author may wonder.
//!
//! It costs a `list` of the skill's folder, and a `stat` and a `list` for each folder below, three levels deep and up to 2,000
//! names. Hidden and linked folders are left out.

use onhand_platform::{
    DirectoryEntry, FileKind, HostError, HostResult, Listing, Metadata, RootedPath,
};

use super::{Exceeded, FILE_NAME, Walk};
use crate::PassedOverReason;

impl Walk<'_> {
    /// A folder in which a `SKILL.md` was found.
    pub(super) fn skill(
        &mut self,
        folder: RootedPath,
        file: RootedPath,
        metadata: HostResult<Metadata>,
        depth: usize,
    ) -> Result<(), Exceeded> {
        let mut left = self.limits.nested.min(self.nested);
        let before = left;
        let listing = self.names_below(&folder, &mut left)?;
        self.nested -= before - left;
        let Some(listing) = listing else {
            self.found(file, metadata);
            self.pass_over_folder(&folder, PassedOverReason::Unsearched);
            return Ok(());
        };
        let is_named = |name: &str| listing.entries.iter().any(|entry| entry.name == name);
        let folded = |entry: &DirectoryEntry| entry.name.eq_ignore_ascii_case(FILE_NAME);
        if !is_named(FILE_NAME) && listing.entries.iter().any(folded) {
            // The file system took another name for it, as no other OS would.
            return self.entries(&folder, &listing, depth);
        }
        self.found(file, metadata);
        let before = left;
        let is_searched = self.search(&folder, &listing, &mut left, 1)?;
        self.nested -= before - left;
        if !is_searched {
            self.pass_over_folder(&folder, PassedOverReason::Unsearched);
        }
        Ok(())
    }

    /// Tells of each skill in the folders of the listing and below; whether all were looked at.
    fn search(
        &mut self,
        folder: &RootedPath,
        listing: &Listing,
        left: &mut usize,
        level: usize,
    ) -> Result<bool, Exceeded> {
        let mut is_searched = true;
        for entry in &listing.entries {
            if entry.kind != FileKind::Directory || entry.name.starts_with('.') {
                continue;
            }
            let Ok(child) = folder.join(&entry.name) else {
                continue;
            };
            let Some(rest) = left.checked_sub(1) else {
                return Ok(false);
            };
            *left = rest;
            self.ensure_time(&child)?;
            let is_skill = child
                .join(FILE_NAME)
                .is_ok_and(|file| self.host.stat(&file).is_ok());
            if is_skill {
                self.pass_over(folder, &entry.name, PassedOverReason::BelowSkill);
            } else if level < self.limits.nested_depth {
                is_searched &= match self.names_below(&child, left)? {
                    Some(listing) => self.search(&child, &listing, left, level + 1)?,
                    None => false,
                };
            }
        }
        Ok(is_searched)
    }

    /// The names in a folder; nothing where there are too many, or it can't be listed.
    fn names_below(
        &mut self,
        folder: &RootedPath,
        left: &mut usize,
    ) -> Result<Option<Listing>, Exceeded> {
        if *left == 0 {
            return Ok(None);
        }
        self.ensure_time(folder)?;
        match self.host.listing(folder, *left) {
            Ok(listing) => {
                *left -= listing.entries.len().min(*left);
                Ok(Some(listing))
            }
            Err(HostError::TooManyNames { .. }) => {
                *left = 0;
                Ok(None)
            }
            Err(_) => Ok(None),
        }
    }
}
