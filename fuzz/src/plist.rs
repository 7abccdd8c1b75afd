//! The target `plist`.

use onhand_declaration::{KindUse, ParameterValue};
use onhand_platform::{Os, Recorded, RootedPath};
use onhand_platform_fake::FakeHost;
use onhand_resolver::{Observation, VersionQuery, VersionSource, VersionText};
use onhand_version::Plist;

use super::told::expect_version_or_reason;

/// Takes an `Info.plist`, byte for byte: text or binary.
///
/// - It costs an `open` and a `read`.
/// - A version that is read by default is that of `CFBundleShortVersionString`, or where that is
///   absent of `CFBundleVersion`.
/// - A text says the same in each encoding that is read.
pub fn plist(data: &[u8]) {
    let answer = read(data, None);
    let [short, build] =
        ["CFBundleShortVersionString", "CFBundleVersion"].map(|key| read(data, Some(key)));
    match (&answer, &short, &build) {
        (Observation::Present(_), Observation::Absent(_), _) => assert_eq!(answer, build),
        (Observation::Present(_), ..) | (_, Observation::Present(_), Observation::Present(_)) => {
            assert_eq!(answer, short);
        }
        _ => {}
    }
    if let Some(text) = plain_text(data) {
        for encoded in encodings(text) {
            let other = read(&encoded, None);
            assert_eq!(other.state(), answer.state(), "{answer} and {other}");
            assert_eq!(other.present(), answer.present());
        }
    }
}

fn read(data: &[u8], key: Option<&str>) -> Observation<VersionText> {
    let info_plist = "/Applications/Vendor.app/Contents/Info.plist";
    let host = Recorded::new(FakeHost::new(Os::Darwin).file(info_plist, data));
    let bundle = RootedPath::new(Os::Darwin, "/Applications/Vendor.app").expect("it is a path");
    let mut kind = KindUse::new("plist");
    if let Some(key) = key {
        kind = kind.with("key", ParameterValue::Text(key.to_owned()));
    }
    let query = VersionQuery::new(&bundle, &kind);
    let answer = Plist.read(&host, &query);
    assert!(host.calls().len() <= 2, "{:?}", host.calls());
    expect_version_or_reason(&answer);
    answer
}

/// The text of a file that doesn't name its encoding, and stays below the bound in all of them.
fn plain_text(data: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(data).ok()?;
    let is_plain = !text.starts_with('\u{FEFF}')
        && !text.starts_with("bplist")
        && !text.to_ascii_lowercase().contains("encoding");
    (is_plain && text.len() < 256 * 1024).then_some(text)
}

/// UTF-8, and UTF-16 in both orders, each with its mark.
fn encodings(text: &str) -> [Vec<u8>; 3] {
    let marked = format!("\u{FEFF}{text}");
    let units = || marked.encode_utf16();
    [
        marked.clone().into_bytes(),
        units().flat_map(u16::to_le_bytes).collect(),
        units().flat_map(u16::to_be_bytes).collect(),
    ]
}
