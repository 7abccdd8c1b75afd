//! How versions compare: the examples of the rule, and the laws that hold for all of them.

use std::cmp::Ordering::{self, Equal, Greater, Less};

use onhand_declaration::{NotComparable, VersionScheme, holds_digit, is_dotted_numeric};
use proptest::prelude::*;

fn numeric(left: &str, right: &str) -> Ordering {
    VersionScheme::Numeric
        .compare(left, right)
        .expect("it takes any text with a digit")
}

fn leading(left: &str, right: &str) -> Ordering {
    VersionScheme::Leading
        .compare(left, right)
        .expect("it takes any text with a digit")
}

fn strict(left: &str, right: &str) -> Result<Ordering, NotComparable> {
    VersionScheme::Strict.compare(left, right)
}

/// What the strict scheme doesn't take.
const NOT_COMPARABLE: [&str; 24] = [
    "2.3.0-beta",
    "7.0.1 (build 5)",
    "1, 0, 0, 2894",
    "$(MARKETING_VERSION)",
    "",
    "v",
    "1.",
    ".1",
    "1..2",
    "2.3.0+",
    "+abc",
    "v+abc",
    ".",
    " 2.3.0",
    "2.3.0 ",
    "2.3.0\n",
    "-2.3.0",
    "vv2.3.0",
    "v 2.3.0",
    "2.3.x",
    "2_3_0",
    "0x10",
    "٣",
    "２.３",
];

#[test]
fn numeric_orders_by_segment_and_goes_on_with_zeros() {
    for (left, order, right) in [
        ("2.3.0.12594", Greater, "2.3.0"),
        ("2.3", Equal, "2.3.0"),
        ("2.3.0.0.0", Equal, "2.3"),
        ("2.10", Greater, "2.9"),
        ("2.9", Less, "10"),
        ("2.2.9", Less, "2.3.0"),
        ("2.3.0", Less, "2.3.0.1"),
        ("02.003", Equal, "2.3"),
        ("0", Equal, "0.0.0"),
        ("2..3", Equal, "2.0.3"),
        (".3", Equal, "0.3"),
        ("2.", Equal, "2"),
    ] {
        assert_eq!(numeric(left, right), order, "{left:?} and {right:?}");
        assert_eq!(
            numeric(right, left),
            order.reverse(),
            "{right:?} and {left:?}"
        );
    }
}

#[test]
fn numeric_drops_whatever_is_no_ascii_digit() {
    for (text, counts_as) in [
        ("2.3.0-beta", "2.3.0"),
        ("v2.3.0", "2.3.0"),
        ("2.3.0+7", "2.3.7"),
        ("7.0.1 (build 5)", "7.0.15"),
        ("1, 0, 0, 2894", "1002894"),
        ("-2", "2"),
    ] {
        assert_eq!(numeric(text, counts_as), Equal, "{text:?}");
    }
}

#[test]
fn a_segment_of_any_length_is_a_number() {
    let forty = "9".repeat(40);
    let more = format!("1{}", "0".repeat(40));
    let padded = format!("{}{forty}", "0".repeat(100_000));
    assert_eq!(numeric(&forty, &more), Less);
    assert_eq!(numeric(&forty, &padded), Equal);
    assert_eq!(
        numeric(&format!("1.{more}"), &format!("1.{forty}")),
        Greater
    );
    assert_eq!(strict(&forty, &more), Ok(Less));
    assert_eq!(strict(&padded, &forty), Ok(Equal));
    assert!(is_dotted_numeric(&padded));
}

#[test]
fn a_text_without_a_digit_is_no_version_under_any_scheme() {
    for text in ["", ".", "beta", "$(MARKETING_VERSION)", "٣", "２.３", "ß"] {
        for scheme in VersionScheme::ALL {
            let error = NotComparable {
                text: text.to_owned(),
                scheme,
            };
            assert_eq!(scheme.compare(text, "0"), Err(error.clone()));
            assert_eq!(scheme.compare("0", text), Err(error.clone()));
            assert_eq!(scheme.as_compared(text), Err(error));
        }
    }
    let error = VersionScheme::Numeric
        .compare("beta", "1")
        .expect_err("no digit");
    assert_eq!(
        error.to_string(),
        "`beta` is not comparable under the numeric scheme: it holds no digit"
    );
}

#[test]
fn leading_takes_the_first_dotted_number_and_ignores_the_rest() {
    for (found, compared, dropped) in [
        ("3.1.2+196", "3.1.2", "+196"),
        ("5.15.7 (20303)", "5.15.7", " (20303)"),
        ("11.0 Patch Level 25", "11.0", " Patch Level 25"),
        ("2.23.0pre4", "2.23.0", "pre4"),
        ("v1.2", "1.2", "v"),
        ("Release 7.0.1 (build 5)", "7.0.1", "Release  (build 5)"),
        ("2.3.0.12594", "2.3.0.12594", ""),
        ("1..2", "1", "..2"),
        ("R2-1.4", "2", "R-1.4"),
        ("1.2.", "1.2", "."),
    ] {
        let scheme = VersionScheme::Leading;
        assert_eq!(scheme.as_compared(found).as_deref(), Ok(compared));
        assert_eq!(scheme.dropped(found), dropped, "{found:?}");
        assert_eq!(leading(found, compared), Equal, "{found:?}");
    }
    // A point in front of all is that of a number below 1.
    assert_eq!(leading(".5", "0.5"), Equal);
    assert_eq!(leading(".5.1", "0.5.1"), Equal);
    assert_eq!(VersionScheme::Leading.dropped(".5"), "");
    assert_eq!(leading("v.5", "5"), Equal);
    assert_eq!(leading("..5", "5"), Equal);
    assert_eq!(leading("3.1.2+196", "3.1.10"), Less);
    assert_eq!(numeric("3.1.2+196", "3.1.10"), Greater);
    assert_eq!(leading("5.15.7 (20303)", "5.15.10"), Less);
    assert_eq!(numeric("5.15.7 (20303)", "5.15.10"), Greater);
}

#[test]
fn strict_fails_closed_on_either_side() {
    for text in NOT_COMPARABLE {
        let error = NotComparable {
            text: text.to_owned(),
            scheme: VersionScheme::Strict,
        };
        assert_eq!(strict(text, "2.3.0"), Err(error.clone()));
        assert_eq!(strict("2.3.0", text), Err(error.clone()));
        // Not even with itself.
        assert_eq!(strict(text, text), Err(error));
    }
}

#[test]
fn strict_takes_a_leading_v_and_metadata() {
    for (text, dropped) in [
        ("2.3.0", ""),
        ("v2.3.0", "v"),
        ("V2.3.0", "V"),
        ("2.3.0+abc", "+abc"),
        ("v2.3.0+abc", "v+abc"),
        ("2.3.0+7.0.1", "+7.0.1"),
        ("2.3+a+b", "+a+b"),
        ("02.03.00", ""),
    ] {
        assert_eq!(VersionScheme::Strict.dropped(text), dropped, "{text:?}");
        assert_eq!(strict(text, "2.3.0"), Ok(Equal), "{text:?}");
        assert_eq!(strict(text, "2.3.1"), Ok(Less), "{text:?}");
        assert_eq!(strict("2.10", text), Ok(Greater), "{text:?}");
    }
}

#[test]
fn a_least_version_is_dotted_digits_and_nothing_else() {
    for text in ["0", "2", "2.3.0", "2.3.0.12594", "007"] {
        assert!(is_dotted_numeric(text), "{text:?}");
    }
    for text in NOT_COMPARABLE.into_iter().chain(["v2.3.0", "2.3.0+abc"]) {
        assert!(!is_dotted_numeric(text), "{text:?}");
    }
}

/// A text that somebody might call a version, and that `numeric` and `leading` take.
fn any_version() -> impl Strategy<Value = String> {
    any_text().prop_filter("it holds a digit", |text| holds_digit(text))
}

/// A text that somebody might call a version.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        dotted(),
        // Few enough that many are equal.
        "[0-2]?(\\.[0-2]?){0,2}",
        "[0-9]{0,3}(\\.[0-9]{0,3}){0,4}",
        "[v0-9 .+()a-c٣-]{0,12}",
        any::<String>(),
    ]
}

/// Dotted digits, often with zeros where they make no difference.
fn dotted() -> impl Strategy<Value = String> {
    "(0|00|1|9|10|[0-9]{1,45})(\\.(0|00|1|9|10|[0-9]{1,45})){0,4}"
}

/// The segments of a version, each small enough for a `u128`.
fn segments() -> impl Strategy<Value = Vec<u128>> {
    let segment = prop_oneof![0..3_u128, any::<u128>()];
    prop::collection::vec(segment, 1..5)
}

fn written(segments: &[u128]) -> String {
    let texts: Vec<_> = segments.iter().map(u128::to_string).collect();
    texts.join(".")
}

proptest! {
    #[test]
    fn numeric_is_a_total_preorder(a in any_version(), b in any_version(), c in any_version()) {
        prop_assert_eq!(numeric(&a, &a), Equal);
        prop_assert_eq!(numeric(&a, &b), numeric(&b, &a).reverse());
        if numeric(&a, &b).is_le() && numeric(&b, &c).is_le() {
            prop_assert!(numeric(&a, &c).is_le());
        }
        // Equal versions are interchangeable.
        if numeric(&a, &b).is_eq() {
            prop_assert_eq!(numeric(&a, &c), numeric(&b, &c));
        }
    }

    #[test]
    fn leading_is_a_total_preorder(a in any_version(), b in any_version(), c in any_version()) {
        prop_assert_eq!(leading(&a, &b), leading(&b, &a).reverse());
        if leading(&a, &b).is_le() && leading(&b, &c).is_le() {
            prop_assert!(leading(&a, &c).is_le());
        }
    }

    #[test]
    fn what_stands_around_the_number_makes_no_difference_to_leading(
        a in dotted(),
        before in "([^0-9]{0,8}[^0-9.])?",
        after in "([^0-9.].{0,9})?",
        b in any_version(),
    ) {
        let text = format!("{before}{a}{after}");
        let scheme = VersionScheme::Leading;
        let compared = scheme.as_compared(&text);
        prop_assert_eq!(compared.as_deref(), Ok(&*a));
        prop_assert_eq!(scheme.dropped(&text), before + &after);
        prop_assert_eq!(leading(&text, &b), leading(&a, &b));
    }

    #[test]
    fn a_scheme_takes_a_text_on_both_sides_or_on_neither(a in any_text(), b in any_text()) {
        for scheme in VersionScheme::ALL {
            let alone = |text: &str| scheme.as_compared(text).is_ok();
            let order = scheme.compare(&a, &b);
            prop_assert_eq!(order.is_ok(), alone(&a) && alone(&b));
            prop_assert_eq!(order.ok(), scheme.compare(&b, &a).ok().map(Ordering::reverse));
        }
    }

    #[test]
    fn a_version_compares_as_the_digits_that_are_told(a in any_text(), b in dotted()) {
        for scheme in VersionScheme::ALL {
            if let Ok(digits) = scheme.as_compared(&a) {
                prop_assert!(digits.chars().all(|c| c.is_ascii_digit() || c == '.'));
                prop_assert_eq!(Ok(numeric(&digits, &b)), scheme.compare(&a, &b));
            }
        }
    }

    #[test]
    fn all_schemes_agree_on_dotted_digits(a in dotted(), b in dotted()) {
        prop_assert!(is_dotted_numeric(&a));
        prop_assert_eq!(strict(&a, &b), Ok(numeric(&a, &b)));
        prop_assert_eq!(leading(&a, &b), numeric(&a, &b));
        for scheme in VersionScheme::ALL {
            prop_assert_eq!(scheme.dropped(&a), "");
        }
    }

    #[test]
    fn zeros_at_the_end_and_before_a_number_make_no_difference(
        a in dotted(),
        b in dotted(),
        segments in 0..4_usize,
        zeros in 0..50_usize,
    ) {
        let padded = a.clone() + &".0".repeat(segments);
        prop_assert_eq!(numeric(&padded, &a), Equal);
        prop_assert_eq!(numeric(&padded, &b), numeric(&a, &b));
        let lead = "0".repeat(zeros);
        let led = lead.clone() + &a.replace('.', &format!(".{lead}"));
        prop_assert_eq!(numeric(&led, &a), Equal);
        prop_assert_eq!(numeric(&led, &b), numeric(&a, &b));
    }

    #[test]
    fn numbers_compare_as_numbers(a in segments(), b in segments()) {
        let padded = |segments: &[u128]| {
            let mut tuple = [0; 4];
            tuple[..segments.len()].copy_from_slice(segments);
            tuple
        };
        let order = padded(&a).cmp(&padded(&b));
        prop_assert_eq!(numeric(&written(&a), &written(&b)), order);
        prop_assert_eq!(strict(&written(&a), &written(&b)), Ok(order));
    }

    #[test]
    fn what_numeric_drops_makes_no_difference(a in any_version(), b in any_version()) {
        let dropped = VersionScheme::Numeric.dropped(&a);
        let kept: String = a.chars().filter(|c| c.is_ascii_digit() || *c == '.').collect();
        prop_assert_eq!(dropped.chars().count() + kept.len(), a.chars().count());
        prop_assert_eq!(numeric(&a, &b), numeric(&kept, &b));
    }
}
