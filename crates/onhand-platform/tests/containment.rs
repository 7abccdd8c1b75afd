//! Which path is below which folder.

use onhand_platform::{Os, RootedPath};
use proptest::prelude::*;

fn path(os: Os, text: &str) -> RootedPath {
    RootedPath::new(os, text).unwrap_or_else(|violation| panic!("{text}: {violation}"))
}

/// A folder of that OS, by the names that lead to it.
fn folder(os: Os, names: &[String]) -> RootedPath {
    let root = if os == Os::Win32 { "C:/" } else { "/" };
    path(os, &format!("{root}{}", names.join("/")))
}

#[test]
fn case_counts_where_it_tells_files_apart() {
    for os in Os::ALL {
        let drive = if os == Os::Win32 { "C:" } else { "" };
        let below = path(os, &format!("{drive}/Opt/Äpp/file"));
        let above = path(os, &format!("{drive}/OPT/äPP"));
        assert_eq!(below.starts_with(&above), os.folds_file_case(), "{os}");
    }
}

#[test]
fn a_root_holds_all_of_its_own_disk() {
    for (root, inside, expected) in [
        (r"C:\", r"c:\", true),
        (r"C:\", r"c:\a\b", true),
        (r"C:\", r"D:\a", false),
        (r"C:\a", r"C:\", false),
    ] {
        let (root, inside) = (path(Os::Win32, root), path(Os::Win32, inside));
        assert_eq!(inside.starts_with(&root), expected, "{inside} in {root}");
    }
    assert!(path(Os::Linux, "/a").starts_with(&path(Os::Linux, "/")));
    assert!(!path(Os::Darwin, "/a").starts_with(&path(Os::Linux, "/")));
}

fn names() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec("[abAB]{1,2}|[ΣσÄä]|a[-.]b", 0..4)
}

proptest! {
    /// The one definition that needs no rule for separators: it is the path itself or one of the folders above it.
    #[test]
    fn what_starts_with_a_folder_has_it_above(
        os in prop::sample::select(Os::ALL.to_vec()),
        a in names(),
        b in names(),
    ) {
        let (inside, outer) = (folder(os, &a), folder(os, &b));
        let above = std::iter::successors(Some(inside.clone()), RootedPath::parent);
        let is_above = above.into_iter().any(|above| above == outer);
        prop_assert_eq!(inside.starts_with(&outer), is_above, "{} in {}", inside, outer);
    }

    #[test]
    fn whatever_is_joined_to_a_folder_stays_in_it_and_in_all_above(
        os in prop::sample::select(Os::ALL.to_vec()),
        a in names(),
        b in names(),
    ) {
        let outer = folder(os, &a);
        let inside = outer.join(&b.join("/")).expect("a path");
        for above in std::iter::successors(Some(outer), RootedPath::parent) {
            prop_assert!(inside.starts_with(&above), "{} in {}", inside, above);
        }
    }

    #[test]
    fn two_that_hold_each_other_are_one(
        os in prop::sample::select(Os::ALL.to_vec()),
        a in names(),
        b in names(),
    ) {
        let (a, b) = (folder(os, &a), folder(os, &b));
        prop_assert_eq!(a.starts_with(&b) && b.starts_with(&a), a == b);
    }
}
