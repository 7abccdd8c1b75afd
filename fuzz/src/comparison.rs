//! The target `comparison`.

use std::cmp::Ordering;

use onhand_version::compare::{VersionScheme, holds_digit, is_dotted_numeric};

/// Takes three versions, a line each.
///
/// - `numeric` and `leading` take every text with a digit, and no other. Each is a total order of them: `numeric` the
///   one that its rule describes, `leading` the same of the first number.
/// - `strict` takes a text or doesn't, whatever it is compared with; it is a total order of what it
///   takes, and agrees with `numeric` on dotted digits.
pub fn comparison(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut lines = text.splitn(3, '\n');
    let [a, b, c] = [(); 3].map(|()| lines.next().unwrap_or_default());
    if [a, b, c].into_iter().all(holds_digit) {
        numeric(a, b, c);
        leading(a, b, c);
    }
    strict(a, b, c);
    for text in [a, b, c] {
        let dropped = VersionScheme::Numeric.dropped(text);
        assert!(!dropped.contains(|c: char| c.is_ascii_digit() || c == '.'));
        for scheme in [VersionScheme::Numeric, VersionScheme::Leading] {
            let taken = scheme.as_compared(text);
            assert_eq!(taken.is_ok(), holds_digit(text), "{text:?}");
        }
        if is_dotted_numeric(text) {
            assert_eq!(dropped, "", "{text:?}");
        }
    }
}

fn numeric(a: &str, b: &str, c: &str) {
    let scheme = VersionScheme::Numeric;
    expect_total_order(scheme, a, b, c);
    assert_eq!(
        scheme.compare(a, b),
        Ok(by_the_rule(a, b)),
        "{a:?} and {b:?}"
    );
    let longer = format!("{a}.0");
    assert_eq!(scheme.compare(a, &longer), Ok(Ordering::Equal), "{a:?}");
}

fn leading(a: &str, b: &str, c: &str) {
    let scheme = VersionScheme::Leading;
    expect_total_order(scheme, a, b, c);
    let number = scheme.as_compared(a).expect("it takes what numeric takes");
    assert!(is_dotted_numeric(number.trim_start_matches('.')), "{a:?}");
    assert_eq!(
        scheme.compare(a, b),
        scheme.compare(&number, b),
        "{a:?} and {b:?}"
    );
}

fn strict(a: &str, b: &str, c: &str) {
    let takes = |text| VersionScheme::Strict.compare(text, text).is_ok();
    match VersionScheme::Strict.compare(a, b) {
        Ok(order) => {
            assert!(takes(a) && takes(b), "{a:?} and {b:?}");
            if is_dotted_numeric(a) && is_dotted_numeric(b) {
                assert_eq!(VersionScheme::Numeric.compare(a, b), Ok(order));
            }
        }
        Err(error) => {
            let culprit = if takes(a) { b } else { a };
            assert!(!takes(culprit), "{a:?} and {b:?}");
            assert_eq!(error.text, culprit);
        }
    }
    if is_dotted_numeric(a) {
        let marked = format!("v{a}+build.7");
        let order = VersionScheme::Strict.compare(a, &marked);
        assert_eq!(order, Ok(Ordering::Equal), "{a:?}");
    }
    if takes(a) && takes(b) && takes(c) {
        expect_total_order(VersionScheme::Strict, a, b, c);
    }
}

/// Of three texts that the scheme takes.
fn expect_total_order(scheme: VersionScheme, a: &str, b: &str, c: &str) {
    let compare = |left: &str, right: &str| {
        let order = scheme.compare(left, right);
        order.unwrap_or_else(|error| panic!("{error}"))
    };
    assert_eq!(compare(a, a), Ordering::Equal, "{a:?}");
    assert_eq!(compare(a, b), compare(b, a).reverse(), "{a:?} and {b:?}");
    let (ab, bc, ac) = (compare(a, b), compare(b, c), compare(a, c));
    if ab == bc || bc.is_eq() {
        assert_eq!(ac, ab, "{a:?}, {b:?} and {c:?}");
    } else if ab.is_eq() {
        assert_eq!(ac, bc, "{a:?}, {b:?} and {c:?}");
    }
}

/// The rule, in its own words: segments split at `.`, non-digits dropped, missing ones are 0.
fn by_the_rule(a: &str, b: &str) -> Ordering {
    let numbers = |text: &str| -> Vec<(usize, String)> {
        let mut numbers: Vec<(usize, String)> = text
            .split('.')
            .map(|segment| {
                let digits: String = segment.chars().filter(char::is_ascii_digit).collect();
                let digits = digits.trim_start_matches('0');
                (digits.len(), digits.to_owned())
            })
            .collect();
        while numbers.last().is_some_and(|(len, _)| *len == 0) {
            numbers.pop();
        }
        numbers
    };
    numbers(a).cmp(&numbers(b))
}
