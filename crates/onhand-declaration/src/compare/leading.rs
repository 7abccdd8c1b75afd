//! `leading`: the comparison that reads a version as people do, by its first number, whatever follows.

/// The first dotted number of a text: ASCII digits in groups joined by single dots. `None` for a text
/// without a digit. A dot with which the text begins belongs to the number behind it: `.5` is 0.5, not 5.
pub(super) fn core(text: &str) -> Option<&str> {
    let digit = text.find(|c: char| c.is_ascii_digit())?;
    let bytes = text.as_bytes();
    let first = if text[..digit] == *"." { 0 } else { digit };
    let digits = |from: usize| {
        bytes[from..]
            .iter()
            .take_while(|b| b.is_ascii_digit())
            .count()
    };
    let mut end = digit + digits(digit);
    while bytes.get(end) == Some(&b'.') {
        let group = digits(end + 1);
        if group == 0 {
            break;
        }
        end += 1 + group;
    }
    Some(&text[first..end])
}

#[cfg(test)]
mod tests {
    use super::core;

    #[test]
    fn the_first_dotted_number_counts_and_nothing_else() {
        for (text, number) in [
            ("3.1.2+196", "3.1.2"),
            ("11.0 Patch Level 25", "11.0"),
            ("2.23.0pre1.2", "2.23.0"),
            ("v1.2", "1.2"),
            ("Release 5.15.7 (20303)", "5.15.7"),
            ("144", "144"),
            ("1..2", "1"),
            ("1.2.", "1.2"),
            (".5", ".5"),
            ("v.5", "5"),
            ("R2-1.4", "2"),
            ("日本 1.2٣", "1.2"),
            ("1.2.3-4", "1.2.3"),
        ] {
            assert_eq!(core(text), Some(number), "{text:?}");
        }
        for text in ["", ".", "beta", "v", "٣.١"] {
            assert_eq!(core(text), None, "{text:?}");
        }
    }
}
