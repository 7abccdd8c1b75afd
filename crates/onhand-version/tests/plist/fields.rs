//! What a property list states, key by key.

use onhand_platform::HostError;
use onhand_resolver::Observation;
use onhand_version::{PlistValue, PlistVersion, StatedVersion};

use crate::document;
use crate::machine::version_by;

fn observe(entries: &str, key: Option<&str>) -> Observation<PlistVersion> {
    PlistVersion::observe(document::of(entries).as_bytes(), key)
}

/// What was read, as people see it; `-` where nothing is there.
fn fields(entries: &str, key: Option<&str>) -> Vec<String> {
    let versions = observe(entries, key);
    let versions = versions.present().expect("it can be read");
    versions
        .entries()
        .map(|(key, value)| match value {
            Some(value) => format!("{key}={value}"),
            None => format!("{key}-"),
        })
        .collect()
}

const SHORT: &str = "<key>CFBundleShortVersionString</key><string> 2.3.0 </string>";
const BUILD: &str = "<key>CFBundleVersion</key><integer>12594</integer>";

#[test]
fn both_keys_are_given_as_they_are_stated_in_the_order_in_which_they_count() {
    let both = format!("{BUILD}{SHORT}");
    assert_eq!(
        fields(&both, None),
        [
            "CFBundleShortVersionString= 2.3.0 ",
            "CFBundleVersion=12594"
        ]
    );
    let versions = observe(&both, None);
    let versions = versions.present().expect("it can be read");
    assert_eq!(
        versions.stated().to_string(),
        "2.3.0 (`CFBundleShortVersionString`)"
    );
    assert_eq!(versions.choose().to_string(), "2.3.0");
    assert_eq!(
        versions.value("CFBundleVersion"),
        Some(&PlistValue::Integer(12594))
    );
    assert_eq!(versions.value("CFBundleName"), None);
    assert_eq!(
        fields(BUILD, None),
        ["CFBundleShortVersionString-", "CFBundleVersion=12594"]
    );
}

#[test]
fn a_value_of_another_type_is_there_and_has_no_text() {
    let odd = format!("<key>CFBundleShortVersionString</key><array/>{BUILD}");
    assert_eq!(
        fields(&odd, None),
        [
            "CFBundleShortVersionString=an array",
            "CFBundleVersion=12594"
        ]
    );
    let versions = observe(&odd, None);
    let versions = versions.present().expect("it can be read");
    let value = versions.value("CFBundleShortVersionString");
    assert_eq!(value.expect("it is there").text(), None);
    assert_eq!(versions.choose().state(), "unavailable");
}

#[test]
fn one_key_is_read_where_one_is_named() {
    assert_eq!(
        fields(&format!("{SHORT}{BUILD}"), Some("CFBundleVersion")),
        ["CFBundleVersion=12594"]
    );
    assert_eq!(fields(SHORT, Some("VendorRelease")), ["VendorRelease-"]);
    // A key that nobody asks for may stand twice.
    let twice = format!("{BUILD}{SHORT}{SHORT}");
    assert_eq!(observe(&twice, None).state(), "error");
    assert_eq!(
        fields(&twice, Some("CFBundleVersion")),
        ["CFBundleVersion=12594"]
    );
}

#[test]
fn what_can_not_be_read_is_observed_as_the_kind_does() {
    for content in ["", "{ CFBundleVersion = 1; }", "<plist><dict>", "\u{7f}ELF"] {
        let by_kind = version_by("CFBundleVersion", content);
        let observed = PlistVersion::observe(content.as_bytes(), Some("CFBundleVersion"));
        assert_eq!(observed.state(), by_kind.state(), "{content:?}");
        let reason = observed.reason().expect("it says why");
        assert!(by_kind.to_string().ends_with(reason), "{by_kind}");
    }
}

#[test]
fn more_than_the_bound_is_an_error() {
    let bound = usize::try_from(PlistVersion::MAX_BYTES).expect("small");
    let mut content = document::of(BUILD).into_bytes();
    content.resize(bound, b' ');
    assert_eq!(PlistVersion::observe(&content, None).state(), "present");
    content.push(b' ');
    assert_eq!(
        PlistVersion::observe(&content, None),
        Observation::Error(HostError::TooLarge { limit: 1_048_576 }.into())
    );
}

#[test]
fn a_short_version_of_zeros_leaves_it_to_the_build() {
    let short = |zeros: &str| format!("<key>CFBundleShortVersionString</key>{zeros}");
    for zeros in [
        "<string>0.0.0</string>",
        "<string> 0 </string>",
        "<string>0.0</string>",
        "<string>0.0.0.0</string>",
        "<integer>0</integer>",
    ] {
        let both = format!("{}{BUILD}", short(zeros));
        let versions = observe(&both, None);
        let stated = versions.present().expect("it can be read").stated();
        assert_eq!(stated.to_string(), "12594 (`CFBundleVersion`)", "{zeros}");
        let remark = stated.present().and_then(StatedVersion::remark);
        assert_eq!(
            remark.as_deref(),
            Some("read from `CFBundleVersion`: nothing but zeros in `CFBundleShortVersionString`"),
        );
        let alone = observe(&short(zeros), None);
        assert_eq!(
            alone
                .present()
                .expect("it can be read")
                .choose()
                .to_string(),
            "absent: `CFBundleShortVersionString`: zero; `CFBundleVersion`: not there"
        );
    }
    let sound = observe(&format!("{SHORT}{BUILD}"), None);
    let stated = sound.present().expect("it can be read").stated();
    assert_eq!(stated.present().and_then(StatedVersion::remark), None);
}
