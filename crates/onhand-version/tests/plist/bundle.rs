//! Which file is read, which key counts, and what it costs.

use onhand_platform::{Operation, Os, Recorded};
use onhand_platform_fake::{FakeHost, Fault};
use onhand_resolver::{Observation, VersionSource};
use onhand_version::Plist;

use crate::machine::{BUNDLE, INFO, mac, said, version, version_at, version_by};

fn info(entries: &str) -> String {
    format!("<plist><dict>{entries}</dict></plist>")
}

const SHORT: &str = "<key>CFBundleShortVersionString</key><string>2.3.0</string>";
const BUILD: &str = "<key>CFBundleVersion</key><string>12594</string>";

/// The host calls of one question, in order.
fn calls(host: FakeHost, found: &str) -> (String, Vec<Operation>) {
    let host = Recorded::new(host);
    let answer = said(version_at(&host, found));
    let calls = host.calls().into_iter().map(|call| call.operation);
    (answer, calls.collect())
}

#[test]
fn the_version_that_people_see_counts_before_that_of_the_build() {
    assert_eq!(said(version(info(&format!("{SHORT}{BUILD}")))), "2.3.0");
    assert_eq!(said(version(info(&format!("{BUILD}{SHORT}")))), "2.3.0");
    assert_eq!(said(version(info(BUILD))), "12594");
}

#[test]
fn a_blank_version_counts_as_missing() {
    for blank in ["", " ", "\n\t", "&#32;", "<![CDATA[ ]]>"] {
        let blank = format!("<key>CFBundleShortVersionString</key><string>{blank}</string>");
        assert_eq!(said(version(info(&format!("{blank}{BUILD}")))), "12594");
        assert_eq!(
            said(version(info(&blank))),
            "absent: `CFBundleShortVersionString`: the version is empty; \
             `CFBundleVersion`: not there"
        );
    }
}

#[test]
fn both_keys_missing_is_absent_and_names_them() {
    assert_eq!(
        said(version(info("<key>CFBundleName</key><string>V</string>"))),
        "absent: `CFBundleShortVersionString`: not there; `CFBundleVersion`: not there"
    );
}

#[test]
fn a_version_of_another_type_is_unavailable_and_the_next_key_is_not_asked() {
    let odd = "<key>CFBundleShortVersionString</key><real>2.3</real>";
    assert_eq!(
        said(version(info(&format!("{odd}{BUILD}")))),
        "unavailable: `CFBundleShortVersionString`: it is a real number, no text and no integer"
    );
}

#[test]
fn a_text_that_can_be_no_version_is_an_error_and_the_next_key_is_not_asked() {
    let odd = "<key>CFBundleShortVersionString</key><string>2&#27;[2J</string>";
    assert_eq!(
        said(version(info(&format!("{odd}{BUILD}")))),
        "error: `CFBundleShortVersionString`: the version holds a control character"
    );
}

#[test]
fn an_integer_is_a_version_in_decimal_digits() {
    let build = "<key>CFBundleVersion</key><integer>0x1F</integer>";
    assert_eq!(said(version(info(build))), "31");
}

#[test]
fn a_declared_key_is_the_only_one_that_counts() {
    let all = info(&format!(
        "{SHORT}{BUILD}<key>Größe &amp; mehr</key><string>7</string>"
    ));
    assert_eq!(said(version_by("CFBundleVersion", all.clone())), "12594");
    assert_eq!(said(version_by("Größe & mehr", all.clone())), "7");
    for near in ["cfbundleversion", "CFBundleVersion ", "CFBundle", ""] {
        assert_eq!(
            said(version_by(near, all.clone())),
            format!("absent: `{near}`: not there")
        );
    }
}

#[test]
fn a_bundle_costs_one_open_and_one_read() {
    assert_eq!(
        calls(mac(info(SHORT)), BUNDLE),
        ("2.3.0".to_owned(), vec![Operation::Open, Operation::Read])
    );
}

#[test]
fn an_executable_has_the_version_of_the_application_around_it() {
    for executable in [
        "/Applications/Vendor.app/Contents/MacOS/vendor",
        "/Applications/Vendor.app/Contents/Resources/app/bin/tool",
        "/applications/VENDOR.APP/Contents/MacOS/vendor",
    ] {
        let host = mac(info(SHORT)).file(executable, b"");
        assert_eq!(
            calls(host, executable),
            (
                "2.3.0".to_owned(),
                vec![
                    Operation::Open,
                    Operation::Stat,
                    Operation::Open,
                    Operation::Read
                ]
            ),
            "{executable}"
        );
    }
}

#[test]
fn of_nested_applications_the_nearest_counts() {
    let inner = "/Applications/Vendor.app/Contents/Frameworks/Helper.app/Contents";
    let executable = format!("{inner}/MacOS/helper");
    let host = mac(info(SHORT))
        .file(&format!("{inner}/Info.plist"), info(BUILD))
        .file(&executable, b"");
    assert_eq!(said(version_at(&host, &executable)), "12594");
}

#[test]
fn an_executable_outside_of_an_application_is_unavailable() {
    for executable in ["/usr/local/bin/tool", "/opt/.app/tool", "/opt/myapp/tool"] {
        let host = FakeHost::new(Os::Darwin).file(executable, b"");
        let (answer, calls) = calls(host, executable);
        assert_eq!(
            answer,
            format!(
                "unavailable: {executable}: a file in no `.app` bundle, so it has no `Info.plist`"
            )
        );
        assert_eq!(calls, [Operation::Open, Operation::Stat]);
    }
}

#[test]
fn an_application_without_the_file_is_absent_however_its_folder_is_nested() {
    let plugin = "/Applications/Vendor.app/Contents/PlugIns/Extra.bundle";
    let host = mac(info(SHORT)).dir(plugin);
    let answer = version_at(&host, plugin);
    assert_eq!(
        answer,
        Observation::Absent(format!("{plugin}/Contents/Info.plist: nothing is there").into())
    );

    let executable = "/opt/Bare.app/Contents/MacOS/bare";
    let host = FakeHost::new(Os::Darwin).file(executable, b"");
    assert_eq!(
        version_at(&host, executable).to_string(),
        "absent: /opt/Bare.app/Contents/Info.plist: nothing is there"
    );
}

#[test]
fn what_the_host_refuses_is_said_with_the_path() {
    for (fault, expected) in [
        (
            Fault::PermissionDenied,
            format!("unavailable: {INFO}: permission denied"),
        ),
        (
            Fault::Unreadable,
            format!("unavailable: {INFO}: permission denied"),
        ),
        (
            Fault::ReadError,
            format!("error: {INFO}: input/output error"),
        ),
        (Fault::Fifo, format!("absent: {INFO}: not a regular file")),
    ] {
        let host = mac(info(SHORT)).fault(INFO, fault);
        assert_eq!(version_at(&host, BUNDLE).to_string(), expected, "{fault}");
    }
    assert_eq!(
        version_at(&FakeHost::new(Os::Darwin), BUNDLE).to_string(),
        format!("absent: {BUNDLE}: nothing is there")
    );
}

#[test]
fn the_reason_names_the_file() {
    assert_eq!(
        version("%PDF-1.7").to_string(),
        format!("error: {INFO}: not a property list")
    );
}

#[test]
fn it_describes_itself_as_the_documented_grammar_does() {
    let spec = Plist.spec();
    assert_eq!((spec.name(), spec.systems()), ("plist", &[Os::Darwin][..]));
    assert_eq!(spec.parameters()[0].name(), "key");
}
