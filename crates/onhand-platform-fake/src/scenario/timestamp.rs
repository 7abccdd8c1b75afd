//! A time as RFC 3339 writes it.

use std::time::{Duration, SystemTime};

/// Takes a time such as `2026-01-31T12:00:00Z`; `None` for anything else, for a time before 1970,
/// which no OS gives a file or a process, and for a leap second.
pub(super) fn parse(text: &str) -> Option<SystemTime> {
    let (date, time) = text.split_once(['T', 't'])?;
    let (time, offset) = split_offset(time)?;
    let [year, month, day] = numbers(date, '-', [4, 2, 2])?;
    let (time, fraction) = match time.split_once('.') {
        Some((time, fraction)) => (time, nanoseconds(fraction)?),
        None => (time, 0),
    };
    let [hour, minute, second] = numbers(time, ':', [2, 2, 2])?;
    if hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let seconds = days_since_1970(year, month, day)? * 86_400 + hour * 3600 + minute * 60 + second;
    let seconds = u64::try_from(seconds - offset).ok()?;
    SystemTime::UNIX_EPOCH.checked_add(Duration::new(seconds, fraction))
}

/// The time without its offset from UTC, and that offset in seconds.
fn split_offset(time: &str) -> Option<(&str, i64)> {
    if let Some(time) = time.strip_suffix(['Z', 'z']) {
        return Some((time, 0));
    }
    let at = time.rfind(['+', '-'])?;
    let (time, offset) = time.split_at(at);
    let sign = if offset.starts_with('-') { -1 } else { 1 };
    let [hours, minutes] = numbers(&offset[1..], ':', [2, 2])?;
    (hours <= 23 && minutes <= 59).then_some((time, sign * (hours * 3600 + minutes * 60)))
}

/// Numbers of so many digits each.
fn numbers<const N: usize>(text: &str, separator: char, digits: [usize; N]) -> Option<[i64; N]> {
    let mut numbers = [0; N];
    let mut parts = text.split(separator);
    for (number, digits) in numbers.iter_mut().zip(digits) {
        let part = parts.next()?;
        if part.len() != digits || !part.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        *number = part.parse().ok()?;
    }
    parts.next().is_none().then_some(numbers)
}

/// A fraction of a second. Digits after the seventh are dropped: Windows keeps no more, and a
/// scenario means the same wherever it is read.
fn nanoseconds(fraction: &str) -> Option<u32> {
    if fraction.is_empty() || !fraction.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let seven: String = fraction.chars().chain("0000000".chars()).take(7).collect();
    seven.parse().ok().map(|ticks: u32| ticks * 100)
}

fn days_since_1970(year: i64, month: i64, day: i64) -> Option<i64> {
    let is_leap = |year: i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let february = if is_leap(year) { 29 } else { 28 };
    let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let month = usize::try_from(month).ok()?.checked_sub(1)?;
    if !(1..=*lengths.get(month)?).contains(&day) {
        return None;
    }
    // Whole leap days before January 1st of the year, counted from year 0.
    let leap_days = |year: i64| {
        let before = year - 1;
        before.div_euclid(4) - before.div_euclid(100) + before.div_euclid(400)
    };
    let years = (year - 1970) * 365 + leap_days(year) - leap_days(1970);
    Some(years + lengths[..month].iter().sum::<i64>() + day - 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn seconds(text: &str) -> Option<(u64, u32)> {
        let since = parse(text)?.duration_since(SystemTime::UNIX_EPOCH);
        since.ok().map(|d| (d.as_secs(), d.subsec_nanos()))
    }

    #[test]
    fn a_time_is_read_as_rfc_3339_writes_it() {
        for (text, expected) in [
            ("1970-01-01T00:00:00Z", (0, 0)),
            ("2026-01-01T00:00:00Z", (1_767_225_600, 0)),
            ("2000-02-29T23:59:59z", (951_868_799, 0)),
            ("2024-12-31t12:00:00.25Z", (1_735_646_400, 250_000_000)),
            (
                "2026-01-01T00:00:00.1234567899Z",
                (1_767_225_600, 123_456_700),
            ),
            ("2026-01-01T01:30:00+01:30", (1_767_225_600, 0)),
            ("2025-12-31T16:00:00-08:00", (1_767_225_600, 0)),
            ("9999-12-31T23:59:59Z", (253_402_300_799, 0)),
        ] {
            assert_eq!(seconds(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn anything_else_is_no_time() {
        for text in [
            "",
            "2026-01-01",
            "2026-01-01 00:00:00Z",
            "2026-01-01T00:00:00",
            "2026-01-01T00:00Z",
            "2026-1-1T00:00:00Z",
            "2026-13-01T00:00:00Z",
            "2026-00-01T00:00:00Z",
            "2026-02-29T00:00:00Z",
            "1900-02-29T00:00:00Z",
            "2026-04-31T00:00:00Z",
            "2026-01-00T00:00:00Z",
            "2026-01-01T24:00:00Z",
            "2026-01-01T00:60:00Z",
            "2026-01-01T00:00:60Z",
            "2026-01-01T00:00:00.Z",
            "2026-01-01T00:00:00.+1Z",
            "2026-01-01T00:00:00+24:00",
            "2026-01-01T00:00:00+1:00",
            "2026-01-01T00:00:00+0100",
            "1969-12-31T23:59:59Z",
            "1970-01-01T00:00:00+00:01",
            "+026-01-01T00:00:00Z",
            "２０２６-01-01T00:00:00Z",
        ] {
            assert_eq!(seconds(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn each_day_is_one_after_the_day_before(year in 1970_i64..9999, month in 1_i64..=12, day in 1_i64..=31) {
            if let Some(days) = days_since_1970(year, month, day) {
                let next = days_since_1970(year, month, day + 1)
                    .or_else(|| days_since_1970(year, month + 1, 1))
                    .or_else(|| days_since_1970(year + 1, 1, 1));
                prop_assert_eq!(next, Some(days + 1));
            }
        }

        #[test]
        fn no_text_makes_the_parser_panic(text in "[0-9TtZz:.+-]{0,30}|\\PC{0,30}") {
            let _ = parse(&text);
        }
    }
}
