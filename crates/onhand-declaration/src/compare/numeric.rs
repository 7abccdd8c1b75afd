//! `numeric`: the documented comparison, number by number.

use std::cmp::Ordering;

/// Compares segment by segment; the shorter text goes on with zeros.
pub(super) fn compare(left: &str, right: &str) -> Ordering {
    let (mut left, mut right) = (left.split('.'), right.split('.'));
    loop {
        let (a, b) = match (left.next(), right.next()) {
            (None, None) => return Ordering::Equal,
            (a, b) => (a.unwrap_or_default(), b.unwrap_or_default()),
        };
        let order = compare_segments(a, b);
        if order.is_ne() {
            return order;
        }
    }
}

/// As numbers of any size: the one with more significant digits is the greater.
fn compare_segments(left: &str, right: &str) -> Ordering {
    let (left, right) = (significant(left), significant(right));
    left.clone()
        .count()
        .cmp(&right.clone().count())
        .then_with(|| left.cmp(right))
}

fn significant(segment: &str) -> impl Iterator<Item = u8> + Clone {
    segment
        .bytes()
        .filter(u8::is_ascii_digit)
        .skip_while(|digit| *digit == b'0')
}
