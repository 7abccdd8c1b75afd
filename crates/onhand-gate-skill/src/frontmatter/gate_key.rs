//! Which key is the gate, and which keys were meant to be it.

use onhand_platform::unseen::is_unseen;
use strsim::damerau_levenshtein;

/// The key that gates, at the top level and right below [`METADATA`].
pub(super) const GATE: &str = "requires_apps";

/// Where the format wants the keys that it doesn't know.
pub(super) const METADATA: &str = "metadata";

/// What authors call the first half of the key, and the second.
const FIRST: [&str; 3] = ["requires", "require", "required"];
const SECOND: [&str; 4] = ["applications", "application", "apps", "app"];

/// Those of the second that are long enough for a slip.
const LONG_SECOND: [&str; 3] = ["applications", "application", "apps"];

/// Close to `apps`, and a word of its own.
const NO_SLIP: &str = "apis";

/// The most letters that are looked at: no slip has more, and a hostile key costs nothing.
const LONGEST: usize = 24;

/// How many letters of the key must be plain where others only look like them.
const PLAIN: usize = 3;

/// Whether who wrote the key meant [`GATE`]: the two words in any case, with anything or nothing between them, as
/// one application or several, in either order, with a slip in each of them, in letters that look like them, and
/// below a name (`metadata.requires_apps`, `vendor/requires-apps`).
///
/// What stands behind a `:` or a `=` may be no part of it: `{requires_apps:blender}` is a key without a value.
pub(super) fn is_meant(key: &str) -> bool {
    let is_parting = |c| matches!(c, ':' | '=' | '.' | '/');
    let whole = key.split([':', '=']).next().unwrap_or_default();
    is_word(whole)
        || key.split(is_parting).any(is_word)
        || key.split([':', '=']).any(ends_with_gate)
}

/// Whether the text is the gate by its letters, and has no others.
fn is_word(text: &str) -> bool {
    let letters: String = letters(text).take(LONGEST + 1).collect();
    let count = letters.chars().count();
    if count > LONGEST {
        return false;
    }
    is_split_well(&letters) || is_short(&letters) || is_turned(&letters) || looks_like(&letters)
}

/// Whether the gate without a slip ends the text, behind whatever: `vendor_requires_apps`.
fn ends_with_gate(text: &str) -> bool {
    let last: Vec<char> = letters_of(text.chars().rev()).take(LONGEST).collect();
    let last: String = last.into_iter().rev().collect();
    SECOND
        .iter()
        .filter_map(|second| last.strip_suffix(second))
        .any(|first| FIRST.iter().any(|right| first.ends_with(right)))
}

/// The letters and digits in lower case; those that are another form of a plain one, as that one.
fn letters(text: &str) -> impl Iterator<Item = char> {
    letters_of(text.chars())
}

fn letters_of(text: impl Iterator<Item = char>) -> impl Iterator<Item = char> {
    text.filter(|c| c.is_alphanumeric() && !is_unseen(*c))
        .map(plain)
        .flat_map(char::to_lowercase)
        // What is left of a letter whose lower case is written with a mark.
        .filter(|c| c.is_alphanumeric())
}

/// The plain letter of a full-width one and of the mathematical alphabets, which Unicode has in a row of 52.
fn plain(c: char) -> char {
    let code = u32::from(c);
    let plain = match code {
        0xFF01..=0xFF5E => Some(code - 0xFF00 + 0x20),
        0x1_D400..=0x1_D6A3 => match (code - 0x1_D400) % 52 {
            upper @ 0..=25 => Some(u32::from('A') + upper),
            lower => Some(u32::from('a') + lower - 26),
        },
        _ => None,
    };
    plain.and_then(char::from_u32).unwrap_or(c)
}

/// The two words in their order, with at most a slip in each.
fn is_split_well(letters: &str) -> bool {
    // Where one of them is right, the rest is the other: the slips of `requires_no_apps` are a word.
    let begins = FIRST.iter().any(|first| letters.starts_with(first));
    let ends = LONG_SECOND.iter().any(|second| letters.ends_with(second));
    letters.char_indices().any(|(at, _)| {
        let (first, second) = letters.split_at(at);
        second != NO_SLIP
            && (!begins || FIRST.contains(&first))
            && (begins || !ends || LONG_SECOND.contains(&second))
            && FIRST.iter().any(|right| is_slip(first, right))
            && LONG_SECOND.iter().any(|right| is_slip(second, right))
    })
}

/// As [`is_split_well`] with `app`, which is too short for a slip.
fn is_short(letters: &str) -> bool {
    letters
        .strip_suffix("app")
        .is_some_and(|first| FIRST.iter().any(|right| is_slip(first, right)))
}

fn is_turned(letters: &str) -> bool {
    SECOND
        .iter()
        .filter_map(|second| letters.strip_prefix(second))
        .any(|first| FIRST.contains(&first))
}

/// Whether letters of other scripts stand where a plain one should: many look the same.
fn looks_like(letters: &str) -> bool {
    let is_plain = |c: &char| c.is_ascii();
    let count = letters.chars().filter(is_plain).count();
    if count < PLAIN || count == letters.chars().count() {
        return false;
    }
    let is_one = |first: &str, second: &str| {
        let right = first.chars().chain(second.chars());
        right.clone().count() == letters.chars().count()
            && right
                .zip(letters.chars())
                .all(|(right, c)| c == right || !c.is_ascii())
    };
    FIRST
        .iter()
        .any(|first| SECOND.iter().any(|second| is_one(first, second)))
}

/// Whether one letter more, less, other or in the wrong place makes the word of the other.
fn is_slip(word: &str, right: &str) -> bool {
    word.len().abs_diff(right.len()) <= 4 && damerau_levenshtein(word, right) <= 1
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
            "re\u{3164}quires\u{3164}_apps",
            "r\u{435}quir\u{435}s_apps",
            "r\u{435}quir\u{435}\u{455}_\u{430}\u{440}\u{440}\u{455}",
            "require\u{17F}_app\u{17F}",
            "REQU\u{130}RES_APPS",
            "ｒｅｑｕｉｒｅｓ＿ａｐｐｓ",
            "𝐫𝐞𝐪𝐮𝐢𝐫𝐞𝐬_𝖺𝗉𝗉𝗌",
            "requirs_aps",
            "require_aplication",
            "reqired_appps",
            "metadata.requires_apps",
            "metadata/requires_apps",
            "metadata:requires_apps",
            "vendor.tool/require-apps",
            "vendor.reqires_apps",
            "vendor-requires-apps",
            "vendorRequiresApps",
            "a_name_that_is_longer_than_any_slip.requires_apps",
            "a_name_that_is_longer_than_any_slip_requires_apps",
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
            "requires_gpus",
            "requires_caps",
            "requires_maps",
            "requires_ops",
            "требуются_приложения",
            "prérequis",
            "必要なアプリ",
            "re\u{435}\u{435}\u{435}\u{435}\u{435}\u{435}\u{435}\u{435}\u{435}\u{435}",
            "wraps",
            "desires_maps",
            "compatible_apps",
        ] {
            assert!(!is_meant(key), "{key}");
        }
        assert!(!is_meant(&"requires_maps".repeat(100_000)));
    }
}
