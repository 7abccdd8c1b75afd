//! Names as they were before names could be long: `PROGRA~1` for `Program Files`. Which long name
//! one stands for only the disk knows.
//!
//! Source: Microsoft, "File Names, Paths, and Namespaces", on 8.3 aliases.

/// Whether two different names, in lower case, may be of one folder.
pub(super) fn may_be_one(a: &str, b: &str) -> bool {
    match (stem(a), stem(b)) {
        (Some(stem), None) => may_stand_for(stem, b),
        (None, Some(stem)) => may_stand_for(stem, a),
        // A folder has one short name.
        _ => false,
    }
}

/// What stands before `~1` in a short name.
fn stem(name: &str) -> Option<&str> {
    let (base, extension) = name.split_once('.').unwrap_or((name, ""));
    let (stem, number) = base.split_once('~')?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_short = base.chars().count() <= 8 && extension.chars().count() <= 3;
    (is_number && is_short && !stem.is_empty() && !extension.contains('.')).then_some(stem)
}

/// A short name begins with the first two letters or digits of the long one, at the least; the others may be made up.
fn may_stand_for(stem: &str, long: &str) -> bool {
    let kept = long.chars().filter(|c| !matches!(c, ' ' | '.'));
    stem.chars().zip(kept).take(2).all(|(short, long)| {
        let is_plain = short.is_ascii_alphanumeric() && long.is_ascii_alphanumeric();
        !is_plain || short == long
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_name_may_stand_for_a_long_one_that_begins_like_it() {
        for (short, long) in [
            ("progra~1", "program files"),
            ("pr1a2b~5", "program files (x86)"),
            ("vendor~1", "vendor app"),
            ("bl3d~1.0", "blender 3.d"),
            ("a_b~1", "a+b tool"),
        ] {
            assert!(
                may_be_one(short, long) && may_be_one(long, short),
                "{short}"
            );
        }
        for (a, b) in [
            ("progra~1", "vendor app"),
            ("progra~1", "progra~2"),
            ("program files", "program data"),
            ("~1", "program files"),
            ("program~files", "program files"),
            ("pro~1x", "program files"),
        ] {
            assert!(!may_be_one(a, b), "{a}");
        }
    }
}
