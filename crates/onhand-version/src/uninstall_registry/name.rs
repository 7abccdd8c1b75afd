//! How a `DisplayName` goes on after the declared prefix.

/// How closely a name stands to the prefix that it starts with; the closest is the least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Closeness {
    /// It is the prefix.
    Exact,
    /// It goes on with a version or a variant: `Vendor App 2.3`, `Vendor App (x64)`.
    Variant,
    /// It goes on with a word: `Vendor App Beta`, which may be another product.
    Word,
}

/// `None` where the name does not start with the prefix, to the letter.
pub(super) fn closeness(name: &str, prefix: &str) -> Option<Closeness> {
    let rest = name.strip_prefix(prefix)?;
    let next = rest.trim_start().chars().next();
    let spaced = rest.starts_with(char::is_whitespace) || prefix.ends_with(char::is_whitespace);
    Some(match next {
        None => Closeness::Exact,
        Some('(' | '-') => Closeness::Variant,
        Some('0'..='9') if spaced => Closeness::Variant,
        Some(_) => Closeness::Word,
    })
}

/// The words by which products of one prefix are told apart: what a name goes on with, without
/// versions and variants. `XnView MP 1.8` and `XnView MP (x64)` are one product.
pub(super) fn product(name: &str, prefix: &str) -> String {
    let rest = name.strip_prefix(prefix).unwrap_or(name);
    let named = rest.split(['(', '-']).next().unwrap_or_default();
    let words: Vec<&str> = named
        .split_whitespace()
        .filter(|word| !word.starts_with(|c: char| c.is_ascii_digit()))
        .collect();
    words.join(" ").to_lowercase()
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
