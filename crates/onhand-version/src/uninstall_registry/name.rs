//! How a `DisplayName` goes on after the declared prefix.

/// How closely a name stands to the prefix that it starts with; the closest is the least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Closeness {
    /// It is the prefix.
    Exact,
    /// It goes on with a version or a variant: `Vendor App 2.3`, `Vendor App (x64)`.
    Variant,
    /// It continues with another word: `Vendor App Beta`, which may be another product.
    Word,
}

/// `None` where the name does not start with the prefix, to the letter.
pub(super) fn closeness(name: &str, prefix: &str) -> Option<Closeness> {
    let rest = without_marks(name.strip_prefix(prefix)?);
    let spaced = rest.starts_with(char::is_whitespace) || prefix.ends_with(char::is_whitespace);
    let mut words = rest.split_whitespace();
    Some(match words.next() {
        None => Closeness::Exact,
        Some(word) if word.starts_with(VARIANT) => Closeness::Variant,
        Some(word) if spaced && is_version_or_platform(word) => Closeness::Variant,
        Some(word) if spaced && announces_version(word) => match words.next() {
            Some(next) if is_version(next) => Closeness::Variant,
            _ => Closeness::Word,
        },
        Some(_) => Closeness::Word,
    })
}

/// The words by which products of one prefix are told apart: what a name goes on with, without
/// versions and variants. `XnView MP 1.8` and `XnView MP (x64)` are one product.
pub(super) fn product(name: &str, prefix: &str) -> String {
    let rest = without_marks(name.strip_prefix(prefix).unwrap_or(name));
    let named = rest.split(VARIANT).next().unwrap_or_default();
    let words: Vec<&str> = named.split_whitespace().collect();
    let is_telling = |at: usize| {
        let announced =
            announces_version(words[at]) && words.get(at + 1).is_some_and(|next| is_version(next));
        !announced && !is_version_or_platform(words[at])
    };
    let telling: Vec<&str> = (0..words.len())
        .filter(|at| is_telling(*at))
        .map(|at| words[at])
        .collect();
    telling.join(" ").to_lowercase()
}

/// What a variant is told behind.
const VARIANT: [char; 5] = ['(', '[', '-', '–', ','];

/// Without the marks that a vendor puts behind its own name.
fn without_marks(rest: &str) -> &str {
    rest.trim_start_matches(['®', '™', '©'])
}

fn is_version_or_platform(word: &str) -> bool {
    const PLATFORMS: [&str; 6] = ["x64", "x86", "win64", "win32", "amd64", "arm64"];
    is_version(word) || PLATFORMS.contains(&word.to_ascii_lowercase().as_str())
}

/// Whether a word is a version: it starts with a digit, or it is a `v` with numbers behind it.
fn is_version(word: &str) -> bool {
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        return true;
    }
    let Some(numbers) = word.strip_prefix(['v', 'V']) else {
        return false;
    };
    let end = numbers
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(numbers.len());
    let (numbers, rest) = numbers.split_at(end);
    let may_go_on = numbers.contains('.') || rest.starts_with(['-', '+', '_', ',']);
    numbers.starts_with(|c: char| c.is_ascii_digit()) && (rest.is_empty() || may_go_on)
}

/// Whether a version follows as a rule: `Vendor App version 2.3`.
fn announces_version(word: &str) -> bool {
    ["version", "ver", "ver.", "release", "build"].contains(&word.to_lowercase().as_str())
}

/// Whether two texts have a word in common, whatever its case.
pub(super) fn share_a_word(a: &str, b: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        text.split(|c: char| !c.is_alphanumeric())
            .filter(|word| word.chars().any(char::is_alphabetic))
            .map(str::to_lowercase)
            .collect()
    };
    let others = words(b);
    words(a).iter().any(|word| others.contains(word))
}

/// Whether a name that doesn't start with the prefix would, were it not for case and white space.
pub(super) fn nearly_starts_with(name: &str, prefix: &str) -> bool {
    !name.starts_with(prefix) && folded(name).starts_with(&folded(prefix))
}

fn folded(text: &str) -> String {
    text.chars()
        .filter(|c| !c.is_whitespace())
        .collect::<String>()
        .to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variant_stands_closer_than_a_word() {
        for (name, expected) in [
            ("Vendor App", Some(Closeness::Exact)),
            ("Vendor App ", Some(Closeness::Exact)),
            ("Vendor App 2.3", Some(Closeness::Variant)),
            ("Vendor App (x64)", Some(Closeness::Variant)),
            ("Vendor App - German", Some(Closeness::Variant)),
            ("Vendor App-x64", Some(Closeness::Variant)),
            ("Vendor App v2.3.1073", Some(Closeness::Variant)),
            ("Vendor App V2", Some(Closeness::Variant)),
            ("Vendor App v2.3b1", Some(Closeness::Variant)),
            ("Vendor App v2-rc.1 (x64)", Some(Closeness::Variant)),
            ("Vendor App version 2.3", Some(Closeness::Variant)),
            ("Vendor App Version v2", Some(Closeness::Variant)),
            ("Vendor App x64 2.3", Some(Closeness::Variant)),
            ("Vendor App [x64]", Some(Closeness::Variant)),
            ("Vendor App, 2.3", Some(Closeness::Variant)),
            ("Vendor App™ 2.3", Some(Closeness::Variant)),
            ("Vendor App®", Some(Closeness::Exact)),
            ("Vendor App v2ray", Some(Closeness::Word)),
            ("Vendor App v", Some(Closeness::Word)),
            ("Vendor App v.2", Some(Closeness::Word)),
            ("Vendor App version", Some(Closeness::Word)),
            ("Vendor App Version Control 2.3", Some(Closeness::Word)),
            ("Vendor Appv2", Some(Closeness::Word)),
            ("Vendor App Beta", Some(Closeness::Word)),
            ("Vendor App2", Some(Closeness::Word)),
            ("Vendor Apple", Some(Closeness::Word)),
            ("vendor app", None),
            ("My Vendor App", None),
        ] {
            assert_eq!(closeness(name, "Vendor App"), expected, "{name}");
        }
        assert_eq!(closeness("App 2", "App "), Some(Closeness::Variant));
    }

    #[test]
    fn versions_and_variants_make_no_product() {
        let same = |a, b, prefix| product(a, prefix) == product(b, prefix);
        assert!(same("XnView MP 1.8", "XnView MP (x64)", "XnView"));
        assert!(same("App-x64", "App (x64)", "App"));
        assert!(same("App 2.0", "App 3.0 (beta)", "App"));
        assert!(same("App v1.2", "App version 3.0", "App"));
        assert!(same("App x64 2.0", "App", "App"));
        assert!(!same("App v2ray", "App", "App"));
        assert!(!same("App Version Control", "App", "App"));
        assert!(!same("XnView MP 1.8", "XnView Classic", "XnView"));
        assert!(!same("3D Slicer 5.0", "3D Builder 20.0", "3D"));
        assert!(!same("Office 365 Apps", "Office 365 Copilot", "Office 365"));
        assert!(!same("Tool 2 Pro", "Tool 2 Lite", "Tool"));
    }

    #[test]
    fn only_case_and_white_space_make_a_near_miss() {
        assert!(nearly_starts_with("vendor  app 2", "Vendor App"));
        assert!(nearly_starts_with("VendorApp 2", "Vendor App"));
        assert!(nearly_starts_with("Vendor\u{a0}App", "Vendor App"));
        assert!(!nearly_starts_with("Vendor App 2", "Vendor App"));
        assert!(!nearly_starts_with("Vender App", "Vendor App"));
    }
}
