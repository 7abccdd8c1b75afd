use onhand::declaration::{KindUse, ParameterValue};
use onhand::platform::Os;
use onhand::platform_fake::{FakeHost, Fault};
use onhand::resolver::{VersionQuery, VersionSource as _};
use onhand::version::Plist;

use super::*;

const APP: &str = "/Applications/Vendor.app";

fn info(version: &str) -> String {
    format!(
        "<plist><dict>\
         <key>CFBundleShortVersionString</key><string>{version}</string>\
         <key>CFBundleVersion</key><real>1</real>\
         <key>CFBundleVersion-2</key><integer>7</integer>\
         </dict></plist>"
    )
}

fn mac(file: &str, content: &str) -> FakeHost {
    FakeHost::new(Os::Darwin).file(&format!("{APP}/{file}"), content)
}

fn path(text: &str) -> RootedPath {
    RootedPath::new(Os::Darwin, text).expect("a path of macOS")
}

fn inspect_by(host: &FakeHost, at: &str, key: Option<&str>) -> Inspection {
    let inspector = Inspector {
        host,
        field: PeField::File,
        key,
    };
    inspector.inspect_at(at.to_owned(), &path(at))
}

fn inspect(host: &FakeHost, at: &str) -> Inspection {
    inspect_by(host, at, None)
}

fn values(inspection: &Inspection) -> Vec<&Value> {
    inspection.fields.iter().map(|field| &field.value).collect()
}

#[test]
fn a_bundle_has_the_version_that_the_source_gives() {
    let odd = "<plist><dict><key>CFBundleVersion</key><integer>1</integer>\
               <key>CFBundleVersion</key><integer>2</integer>\
               <key>Other</key><string>3</string></dict></plist>";
    for content in [&info("2.3"), odd, "", "{}", "<plist><dict>", "\u{7f}ELF"] {
        let host = mac(IN_BUNDLE, content);
        for key in [None, Some("CFBundleVersion"), Some("Other"), Some("Nope")] {
            let found = &path(APP);
            let mut kind = KindUse::new("plist");
            if let Some(key) = key {
                kind = kind.with("key", ParameterValue::Text(key.to_owned()));
            }
            let kind = &kind;
            let seen = Plist.read(&host, &VersionQuery::new(found, kind));
            let inspection = inspect_by(&host, APP, key);
            let version = inspection.version.clone().map(|stated| stated.version);
            assert_eq!(
                version.about(format_args!("{APP}/{IN_BUNDLE}")),
                seen,
                "{content} {key:?}"
            );
            assert_eq!(inspection.inside.as_deref(), Some(IN_BUNDLE));
        }
    }
}

#[test]
fn a_key_that_is_asked_for_is_a_field_and_the_only_one_that_counts() {
    let host = mac("Info.plist", &info("2.3"));
    let at = format!("{APP}/Info.plist");
    let inspection = inspect_by(&host, &at, Some("CFBundleVersion-2"));
    assert_eq!(inspection.version.to_string(), "7 (`CFBundleVersion-2`)");
    assert_eq!(
        values(&inspection),
        [
            &Value::Text("2.3".to_owned()),
            &Value::Other("a real number".to_owned()),
            &Value::Text("7".to_owned()),
        ]
    );
    let inspection = inspect_by(&host, &at, Some("CFBundleVersion"));
    assert_eq!(inspection.fields.len(), 2);
    assert_eq!(inspection.version.state(), "unavailable");
    assert!(inspection.was_read);
}

#[test]
fn a_bundle_whose_file_can_not_be_read_says_why() {
    let host =
        mac(IN_BUNDLE, &info("1")).fault(&format!("{APP}/{IN_BUNDLE}"), Fault::PermissionDenied);
    let inspection = inspect(&host, APP);
    assert_eq!(
        inspection.version.to_string(),
        "unavailable: `Contents/Info.plist`: permission denied"
    );
    assert!(!inspection.was_read);
}

#[test]
fn a_folder_without_the_file_is_no_bundle_whatever_else_it_holds() {
    let inspection = inspect(&mac("Resources/Info.plist", &info("1")), APP);
    assert_eq!(
        inspection.version.to_string(),
        "absent: a folder without `Contents/Info.plist`"
    );
    assert_eq!(values(&inspection), [&Value::Missing, &Value::Missing]);
    assert!(!inspection.was_read);
}

#[test]
fn what_is_not_a_file_is_never_opened() {
    let host = FakeHost::new(Os::Darwin).fault("/tmp/pipe.exe", Fault::Fifo);
    let inspection = inspect(&host, "/tmp/pipe.exe");
    assert_eq!(inspection.version.to_string(), "absent: not a regular file");
    assert_eq!(inspection.kind, VersionKind::PeResource);
    let inspection = inspect(&host, "/tmp/gone.plist");
    assert_eq!(inspection.version.to_string(), "absent: nothing is there");
    assert_eq!(inspection.kind, VersionKind::Plist);
    assert!(!inspection.was_read);
}
