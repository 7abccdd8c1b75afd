//! Versions in files, against the crates that read such files whole.

use std::fs::{self, File};
use std::hint::black_box;
use std::io::Cursor;
use std::path::PathBuf;

use onhand_platform::InspectHost;
use onhand_platform_native::NativeHost;
use onhand_testkit::pe::{Machine, Pe, Resources, full};
use onhand_version::{PeVersion, PlistVersion};

use super::Piece;
use crate::stage::Stage;

/// The size of a large application, in bytes.
const LARGE: u64 = 105 * 1024 * 1024;

/// A property list as applications have it.
pub(super) fn xml() -> Vec<u8> {
    let mut xml = Vec::new();
    property_list().to_writer_xml(&mut xml).expect("it is data");
    xml
}

fn binary() -> Vec<u8> {
    let mut binary = Vec::new();
    let list = property_list();
    list.to_writer_binary(&mut binary).expect("it is data");
    binary
}

fn property_list() -> plist::Value {
    let mut list = plist::Dictionary::new();
    for (key, value) in [
        ("CFBundleDevelopmentRegion", "en"),
        ("CFBundleExecutable", "Vendor"),
        ("CFBundleIdentifier", "com.example.vendor"),
        ("CFBundleInfoDictionaryVersion", "6.0"),
        ("CFBundlePackageType", "APPL"),
        ("CFBundleShortVersionString", "2.3.0"),
        ("CFBundleVersion", "12594"),
        ("LSMinimumSystemVersion", "12.0"),
    ] {
        list.insert(key.to_owned(), value.into());
    }
    for index in 0..40 {
        let languages: plist::Value = vec!["de".into(), "en".into(), "fr".into()].into();
        list.insert(format!("VendorKey{index}"), languages);
    }
    list.into()
}

/// An executable with a whole version resource.
pub(super) fn executable() -> Vec<u8> {
    let resources = Resources::version(full());
    Pe::new(Machine::X64).resources(resources).build().bytes
}

pub(super) fn plist_xml(_: &Stage) -> Piece {
    observed(xml())
}

pub(super) fn plist_binary(_: &Stage) -> Piece {
    observed(binary())
}

fn observed(content: Vec<u8>) -> Piece {
    Box::new(move || {
        let version = PlistVersion::observe(black_box(&content), None);
        let version = version.present().expect("it is read");
        assert_eq!(version.choose().to_string(), "2.3.0");
    })
}

pub(super) fn plist_xml_crate(_: &Stage) -> Piece {
    decoded(xml())
}

pub(super) fn plist_binary_crate(_: &Stage) -> Piece {
    decoded(binary())
}

fn decoded(content: Vec<u8>) -> Piece {
    Box::new(move || {
        let list = plist::Value::from_reader(Cursor::new(black_box(&content))).expect("it is read");
        let list = list.as_dictionary().expect("it is one");
        let version = list.get("CFBundleShortVersionString");
        assert_eq!(version.and_then(plist::Value::as_string), Some("2.3.0"));
    })
}

/// A large executable: what is read of it is little.
pub(super) fn pe_large(stage: &Stage) -> Piece {
    large(stage);
    let (host, path) = (NativeHost::new(), stage.rooted("large.exe"));
    Box::new(move || {
        let file = host.open(black_box(&path)).expect("it opens");
        let version = PeVersion::read(&*file).expect("it has a version");
        assert_eq!(version.fixed_file.as_deref(), Some("2.3.0.12594"));
    })
}

/// The whole file in memory.
pub(super) fn pe_large_read(stage: &Stage) -> Piece {
    let path = large(stage);
    Box::new(move || with_pelite(&fs::read(black_box(&path)).expect("it is read")))
}

/// The file mapped into memory.
pub(super) fn pe_large_mapped(stage: &Stage) -> Piece {
    let path = large(stage);
    Box::new(move || {
        let map = pelite::FileMap::open(black_box(&path)).expect("it is mapped");
        with_pelite(map.as_ref());
    })
}

fn with_pelite(bytes: &[u8]) {
    let file = pelite::PeFile::from_bytes(bytes).expect("it is an executable");
    let version = file.resources().expect("it has resources").version_info();
    let version = version.expect("it has a version");
    let fixed = version.fixed().expect("it has a fixed block");
    assert_eq!(fixed.dwFileVersion.Build, 12594);
}

fn large(stage: &Stage) -> PathBuf {
    let path = stage.file("large.exe", executable());
    let file = File::options().append(true).open(&path);
    let grown = file.and_then(|file| file.set_len(LARGE));
    grown.expect("the stage takes a large file");
    path
}
