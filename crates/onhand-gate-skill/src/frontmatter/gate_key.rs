//! Which key is the gate, and which keys were meant to be it.

use strsim::damerau_levenshtein;

/// The key that gates, at the top level and right below [`METADATA`].
pub(super) const GATE: &str = "requires_apps";

/// Where the format wants the keys that it doesn't know.
pub(super) const METADATA: &str = "metadata";

/// What authors call the first half of the key, and the second.
const FIRST: [&str; 3] = ["requires", "require", "required"];
const SECOND: [&str; 4] = ["applications", "application", "apps", "app"];

/// Close to `apps`, and a word of its own.
const NO_SLIP: &str = "apis";

/// The longest key that is looked at, in letters: no slip is longer, and a hostile key costs nothing.
const LONGEST: usize = 24;

/// Whether who wrote the key meant [`GATE`]: the two words in any case, with anything or nothing between them, as
/// one application or several, in either order, and with a slip in one of them.
///
/// What stands behind a `:` or a `=` is no part of it: `{requires_apps:blender}` is a key without a value.
pub(super) fn is_meant(key: &str) -> bool {
    let key = key.split([':', '=']).next().unwrap_or_default();
    let letters = key.chars().filter(|c| c.is_alphanumeric());
    let letters: String = letters
        .flat_map(char::to_lowercase)
        .take(LONGEST + 1)
        .collect();
    if letters.chars().count() > LONGEST {
        return false;
    }
    let slip_in_first = SECOND
        .iter()
        .filter_map(|second| letters.strip_suffix(second))
        .any(|first| FIRST.iter().any(|right| is_slip(first, right)));
    let slip_in_second = FIRST
        .iter()
        .filter_map(|first| letters.strip_prefix(first))
        .any(|second| {
            second != NO_SLIP && (is_slip(second, "apps") || is_slip(second, "applications"))
        });
    let turned = SECOND
        .iter()
        .filter_map(|second| letters.strip_prefix(second))
        .any(|first| FIRST.contains(&first));
    slip_in_first || slip_in_second || turned
}

/// Whether one letter more, less, other or in the wrong place makes the word of the other.
fn is_slip(word: &str, right: &str) -> bool {
    damerau_levenshtein(word, right) <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_spells_the_gate_nearly_was_meant_to_be_it() {
        for key in [
            "requires_apps",
            "requires-apps",
            "requires_app",
            "requires-app",
            "require_apps",
            "required_apps",
            "Requires_Apps",
            "REQUIRES_APPS",
            "requiresApps",
            "RequiresApp",
            "requires apps",
            " requires_apps ",
            "requires.apps",
            "requires_apps_",
            "requires__apps",
            "requires_apps:",
            "requires_apps:blender",
            "requires_apps=blender",
            "requires_application",
            "requires_applications",
            "requires_aps",
            "requires_appss",
            "requires_apss",
            "reqires_apps",
            "reqiures_apps",
            "requirs_app",
            "requires_\u{430}pps",
            "requires\u{200B}_apps",
            "apps_required",
            "app_requires",
        ] {
            assert!(is_meant(key), "{key}");
        }
    }

    #[test]
    fn other_words_are_other_keys() {
        for key in [
            "",
            "-",
            ":",
            "s",
            "app",
            "apps",
            "application",
            "requires",
            "require",
            "required",
            "requirements",
            "requires_api",
            "requires_apis",
            "requires_env",
            "requires_bins",
            "requires_pip",
            "requires_tools",
            "requires_apps_of_others",
            "requires_no_apps",
            "wraps",
            "desires_maps",
            "compatible_apps",
        ] {
            assert!(!is_meant(key), "{key}");
        }
        assert!(!is_meant(&"requires_apps".repeat(100_000)));
    }
}
