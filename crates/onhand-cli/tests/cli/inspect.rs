//! `onhand inspect`: what it says of executables, property lists and bundles, made to measure.

use std::fs;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::program::{Run, folder, onhand};
use onhand_testkit::pe::{Machine, Pe, Resources, VersionInfo};

/// An executable with that version resource.
fn executable(version: VersionInfo) -> Vec<u8> {
    let resources = Resources::version(version);
    Pe::new(Machine::X64).resources(resources).build().bytes
}

/// One with all four versions, each another.
fn full() -> Vec<u8> {
    executable(
        VersionInfo::new()
            .fixed_pair([2, 3, 0, 12594], [26, 1, 0, 0])
            .strings(&[
                ("FileVersion", "2.3 (build 12594)"),
                ("ProductVersion", "2026.1"),
            ]),
    )
}

const INFO: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\"><dict>\n\
                    <key>CFBundleShortVersionString</key><string>2.3-beta</string>\n\
                    <key>CFBundleVersion</key><integer>12594</integer>\n\
                    <key>VendorRelease</key><string>2026</string>\n\
                    </dict></plist>\n";

/// A folder with these texts, and these executables.
fn files(texts: &[(&str, &str)], executables: &[(&str, Vec<u8>)]) -> TempDir {
    let folder = folder(texts);
    for (name, bytes) in executables {
        fs::write(folder.path().join(name), bytes).expect("a file");
    }
    folder
}

fn inspect(folder: &TempDir, args: &[&str]) -> Run {
    onhand(folder.path(), &[&["inspect"], args].concat())
}

/// The entries, and the exit. In JSON, stderr stays empty.
fn entries(folder: &TempDir, args: &[&str]) -> (Value, Option<i32>) {
    let run = inspect(folder, &[&["--json"], args].concat());
    assert_eq!(run.stderr, "");
    (run.json(), run.code)
}

#[test]
fn an_executable_shows_all_four_and_the_one_that_counts() {
    let folder = files(&[], &[("App.exe", full())]);
    let run = inspect(&folder, &["App.exe"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(
        run.stdout,
        "✓ App.exe  pe_resource\n  \
         fixed_file      2.3.0.12594\n  \
         fixed_product   26.1.0.0\n  \
         string_file     2.3 (build 12594)\n  \
         string_product  2026.1\n  \
         version         2.3.0.12594  (fixed file version)\n"
    );
    let product = inspect(&folder, &["--field", "product", "App.exe"]).stdout;
    assert!(
        product.ends_with("version         26.1.0.0  (fixed product version)\n"),
        "{product}"
    );
}

#[test]
fn a_field_that_is_not_there_is_a_dash_and_a_drop_is_a_note() {
    let texts = VersionInfo::new().strings(&[("FileVersion", "2.3 (build 12594)")]);
    let folder = files(&[], &[("App.exe", executable(texts))]);
    let run = inspect(&folder, &["App.exe"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(
        run.stdout,
        "✓ App.exe  pe_resource\n  \
         fixed_file      -\n  \
         fixed_product   -\n  \
         string_file     2.3 (build 12594)\n  \
         string_product  -\n  \
         version         2.3 (build 12594)  (`FileVersion`)\n  \
         note            the numeric scheme drops ` (build )` and compares it as `2.312594`; \
         the leading scheme compares it as `2.3`\n"
    );
}

#[test]
fn a_bundle_shows_both_keys_and_the_file_that_they_stand_in() {
    let folder = files(&[("Vendor.app/Contents/Info.plist", INFO)], &[]);
    let run = inspect(&folder, &["--color", "never", "Vendor.app"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(
        run.stdout,
        "✓ Vendor.app  plist\n  \
         file                        Contents/Info.plist\n  \
         CFBundleShortVersionString  2.3-beta\n  \
         CFBundleVersion             12594\n  \
         version                     2.3-beta  (`CFBundleShortVersionString`)\n  \
         note                        the numeric scheme drops `-beta` and compares it as `2.3`\n"
    );
}

#[test]
fn the_keys_of_json_are_these_for_every_kind() {
    let folder = files(
        &[("Info.plist", INFO), ("bare.plist", "<dict/>")],
        &[("App.exe", full())],
    );
    let (document, code) = entries(&folder, &["App.exe", "Info.plist", "bare.plist"]);
    assert_eq!(code, Some(0));
    assert_eq!(
        document,
        json!([
            {
                "path": "App.exe",
                "kind": "pe_resource",
                "fields": {
                    "fixed_file": "2.3.0.12594",
                    "fixed_product": "26.1.0.0",
                    "string_file": "2.3 (build 12594)",
                    "string_product": "2026.1",
                },
                "version": { "state": "present", "value": "2.3.0.12594", "reason": null },
            },
            {
                "path": "Info.plist",
                "kind": "plist",
                "fields": {
                    "CFBundleShortVersionString": "2.3-beta",
                    "CFBundleVersion": "12594",
                },
                "version": { "state": "present", "value": "2.3-beta", "reason": null },
            },
            {
                "path": "bare.plist",
                "kind": "plist",
                "fields": { "CFBundleShortVersionString": null, "CFBundleVersion": null },
                "version": {
                    "state": "absent",
                    "value": null,
                    "reason": "`CFBundleShortVersionString`: not there; `CFBundleVersion`: not there",
                },
            },
        ])
    );
}

#[test]
fn a_key_that_is_named_is_the_only_one_that_counts_and_a_field_too() {
    let folder = files(&[("Info.plist", INFO)], &[("App.exe", full())]);
    let args = ["--key", "VendorRelease", "Info.plist", "App.exe"];
    let (document, code) = entries(&folder, &args);
    assert_eq!(code, Some(0));
    assert_eq!(document[0]["version"]["value"], "2026");
    assert_eq!(document[0]["fields"]["VendorRelease"], "2026");
    assert_eq!(document[0]["fields"]["CFBundleVersion"], "12594");
    assert_eq!(document[1]["fields"].as_object().map(|f| f.len()), Some(4));
    let (document, code) = entries(&folder, &["--key", "Nope", "Info.plist"]);
    assert_eq!(code, Some(0));
    assert_eq!(document[0]["version"]["reason"], "`Nope`: not there");
}

#[test]
fn a_file_that_states_no_version_was_read() {
    let bare = Pe::new(Machine::X86).build().bytes;
    let folder = files(&[], &[("bare.dll", bare)]);
    let (document, code) = entries(&folder, &["bare.dll"]);
    assert_eq!(code, Some(0));
    assert_eq!(
        document[0]["version"],
        json!({ "state": "absent", "value": null, "reason": "the executable has no resources" })
    );
    let run = inspect(&folder, &["bare.dll"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert!(
        run.stdout
            .ends_with("version         absent: the executable has no resources\n"),
        "{}",
        run.stdout
    );
}

/// What can't be read, how it is guessed to be of a kind, and what is said.
const UNREAD: [(&str, &str, &str, &str); 7] = [
    ("gone.exe", "pe_resource", "absent", "nothing is there"),
    ("gone.plist", "plist", "absent", "nothing is there"),
    (
        "notes.txt",
        "pe_resource",
        "error",
        "neither a PE file, which starts with `MZ`, nor a property list",
    ),
    (
        "script.exe",
        "pe_resource",
        "error",
        "not a PE file: it doesn't start with `MZ`",
    ),
    (
        "empty.plist",
        "plist",
        "error",
        "not a property list: the file is empty",
    ),
    (
        "cut.plist",
        "plist",
        "error",
        "malformed XML property list: it is cut short",
    ),
    (
        "plain",
        "plist",
        "absent",
        "a folder without `Contents/Info.plist`",
    ),
];

fn unreadable() -> TempDir {
    files(
        &[
            ("notes.txt", "hello"),
            ("script.exe", "#!/bin/sh"),
            ("empty.plist", ""),
            ("cut.plist", "<plist><dict>"),
            ("plain/notes.txt", ""),
        ],
        &[("App.exe", full())],
    )
}

#[test]
fn what_can_not_be_read_is_an_entry_and_the_others_are_answered() {
    let names: Vec<&str> = UNREAD.iter().map(|(name, ..)| *name).collect();
    let (document, code) = entries(&unreadable(), &[&names[..], &["App.exe"]].concat());
    assert_eq!(code, Some(2));
    let list = document.as_array().expect("a list");
    assert_eq!(list.len(), UNREAD.len() + 1);
    for (entry, (name, kind, state, reason)) in list.iter().zip(UNREAD) {
        let fields = match kind {
            "plist" => json!({ "CFBundleShortVersionString": null, "CFBundleVersion": null }),
            _ => json!({
                "fixed_file": null, "fixed_product": null,
                "string_file": null, "string_product": null,
            }),
        };
        let version = json!({ "state": state, "value": null, "reason": reason });
        let expected = json!({ "path": name, "kind": kind, "fields": fields, "version": version });
        assert_eq!(*entry, expected);
    }
    assert_eq!(list[UNREAD.len()]["version"]["value"], "2.3.0.12594");
}

#[test]
fn what_can_not_be_read_is_said_on_stderr() {
    let folder = unreadable();
    for (name, _, _, reason) in UNREAD {
        let run = inspect(&folder, &[name, "App.exe"]);
        assert_eq!(run.code, Some(2), "{name}");
        assert!(run.stdout.starts_with("✓ App.exe"), "{}", run.stdout);
        assert!(!run.stdout.contains(name), "{}", run.stdout);
        assert_eq!(
            run.stderr,
            format!("error[unreadable]: {reason}\n--> {name}\n\n")
        );
    }
}

#[test]
fn a_bundle_that_can_not_be_read_is_said_with_the_file_in_it() {
    let folder = files(&[("Vendor.app/Contents/Info.plist", "%PDF-1.7")], &[]);
    let run = inspect(&folder, &["Vendor.app/"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert_eq!(
        run.stderr,
        "error[unreadable]: not a property list\n--> Vendor.app/Contents/Info.plist\n\n"
    );
}

#[test]
fn paths_may_be_absolute_and_may_climb() {
    let folder = files(&[("below/notes.txt", "")], &[("App.exe", full())]);
    let absolute = folder.path().join("App.exe");
    let absolute = absolute.to_str().expect("Unicode");
    for path in [absolute, "below/../App.exe", "./App.exe"] {
        let (document, code) = entries(&folder, &[path]);
        assert_eq!(code, Some(0), "{document}");
        assert_eq!(document[0]["path"], path);
    }
    let (document, code) = entries(&folder, &["nowhere/../../gone.exe"]);
    assert_eq!(code, Some(2));
    assert_eq!(document[0]["version"]["value"], Value::Null);
}

#[test]
fn what_a_terminal_would_obey_is_shown_instead() {
    let info = INFO.replace("2.3-beta", "2&#27;[2J");
    let folder = files(&[("Info.plist", &info)], &[]);
    let run = inspect(&folder, &["Info.plist"]);
    assert_eq!(run.code, Some(0));
    assert!(!run.stdout.contains('\u{1b}'), "{:?}", run.stdout);
    assert!(run.stdout.contains("2␛[2J"), "{}", run.stdout);
    assert!(
        run.stdout
            .contains("error: `CFBundleShortVersionString`: the version holds a control character"),
        "{}",
        run.stdout
    );
}

#[test]
fn a_value_without_a_text_is_shown_by_its_type_and_null_in_json() {
    let odd = "<plist><dict><key>CFBundleShortVersionString</key><array/>\
               <key>CFBundleVersion</key><string> </string></dict></plist>";
    let folder = files(&[("Info.plist", odd)], &[]);
    let run = inspect(&folder, &["Info.plist"]);
    for row in [
        "  CFBundleShortVersionString  (an array)\n",
        "  CFBundleVersion             (blank)\n",
        "unavailable: `CFBundleShortVersionString`: it is an array, no text and no integer\n",
    ] {
        assert!(run.stdout.contains(row), "{}", run.stdout);
    }
    let (document, code) = entries(&folder, &["Info.plist"]);
    assert_eq!(code, Some(0));
    assert_eq!(
        document[0]["fields"],
        json!({ "CFBundleShortVersionString": null, "CFBundleVersion": " " })
    );
}

#[test]
fn it_wants_a_file_and_knows_two_fields() {
    let folder = files(&[], &[]);
    let run = inspect(&folder, &[]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(run.stderr.contains("<FILE>"), "{}", run.stderr);
    let run = inspect(&folder, &["--field", "both", "App.exe"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(run.stderr.contains("[possible values: file, product]"));
}

#[cfg(windows)]
#[test]
fn paths_that_lead_elsewhere_are_refused_in_clear_words() {
    let folder = files(&[], &[("App.exe", full())]);
    let verbatim = format!(r"\\?\{}", folder.path().join("App.exe").display());
    for (path, words) in [
        (verbatim.as_str(), r"write it as `C:\…`"),
        (r"\\.\pipe\x", "to the network or to a device"),
        (r"\\server\share\App.exe", "to the network or to a device"),
        ("NUL", "to the network or to a device"),
    ] {
        let (document, code) = entries(&folder, &[path]);
        assert_eq!(code, Some(2), "{path}");
        assert_eq!(document[0]["version"]["state"], "error");
        let reason = document[0]["version"]["reason"].as_str().expect("a text");
        assert!(reason.contains(words), "{path}: {reason}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_path_that_is_not_unicode_is_refused_in_clear_words() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    use crate::program::{command, run};

    let folder = files(&[], &[]);
    let name = OsStr::from_bytes(b"App\xFF.exe");
    fs::write(folder.path().join(name), full()).expect("a file");
    let mut command = command(folder.path(), &["inspect"]);
    let run = run(command.arg(name).output().expect("it starts"));
    assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""));
    assert!(
        run.stderr.contains("the path is not valid Unicode"),
        "{}",
        run.stderr
    );
}
