//! What of the registry could not be read, as far as it matters to an answer.

use onhand_platform::{UninstallEntries, UninstallEntry, UnreadPart, UnreadUninstall};

use super::entry::excerpt;

/// How many parts are told.
const MAX_TOLD: usize = 3;

/// One sentence of the parts that could have changed the answer; `None` where there are none.
///
/// Where the folder of the chosen entry holds the application, `is_sure`, no other entry could have.
/// Otherwise all that may hold other entries counts. Values count that are missing of the chosen
/// entry, or of one whose name is not known.
pub(super) fn remark(
    registry: &UninstallEntries,
    chosen: Option<&UninstallEntry>,
    is_sure: bool,
) -> Option<String> {
    let matters = |unread: &&UnreadUninstall| match &unread.part {
        UnreadPart::Value { key } => {
            let is_it = |entry: &UninstallEntry| {
                (entry.hive, entry.view, &entry.key) == (unread.hive, unread.view, key)
            };
            let is_nameless =
                |entry: &UninstallEntry| is_it(entry) && entry.text("DisplayName").is_none();
            chosen.is_some_and(is_it) || (!is_sure && registry.entries.iter().any(is_nameless))
        }
        _ => !is_sure,
    };
    let parts: Vec<&UnreadUninstall> = registry.unread.iter().filter(matters).collect();
    if parts.is_empty() {
        return None;
    }
    let mut told: Vec<String> = parts
        .iter()
        .take(MAX_TOLD)
        .map(|part| excerpt(&part.to_string()))
        .collect();
    if parts.len() > MAX_TOLD {
        told.push(format!("{} more", parts.len() - MAX_TOLD));
    }
    Some(format!(
        "not all of the uninstall registry could be read: {}",
        told.join("; ")
    ))
}
