//! Windows and onhand read the same versions of the same files: all those in the system folders.
//!
//! This stands here and not with `onhand-version`, since only this crate may call the OS.

#![cfg(windows)]
#![allow(
    clippy::disallowed_methods,
    unsafe_code,
    reason = "std has no calls for versions, and the other reader wants a whole file"
)]

use std::collections::BTreeSet;
use std::ffi::c_void;
use std::fs;
use std::ptr::null_mut;
use std::slice;

use onhand_platform::{FileKind, InspectHost, LocateHost, PathTemplate, RootedPath};
use onhand_platform_native::NativeHost;
use onhand_version::{PeError, PeVersion};
use pelite::PeFile;
use pelite::resources::{Directory, Name};
use windows_sys::Win32::Storage::FileSystem::{
    FILE_VER_GET_NEUTRAL, GetFileVersionInfoExW, GetFileVersionInfoSizeExW, VS_FIXEDFILEINFO,
    VerQueryValueW,
};

const HOST: NativeHost = NativeHost::new();

/// The type of a version resource.
const RT_VERSION: u32 = 16;

fn expanded(text: &str) -> RootedPath {
    let template = PathTemplate::parse(HOST.os(), text).expect("valid");
    template.expand(&HOST).expect("expands")
}

fn utf16(text: &str) -> Vec<u16> {
    text.encode_utf16().chain([0]).collect()
}

/// The version resource of a file as Windows gives it.
struct Oracle(Vec<u8>);

impl Oracle {
    /// `None` where Windows finds none. The file's own is asked for, and not that of the file
    /// beside it with the texts of the user's language.
    fn read(path: &RootedPath) -> Option<Self> {
        let path = utf16(path.as_str());
        let mut handle = 0;
        // SAFETY: `path` ends in a NUL and is only read; `handle` is set to 0.
        let size = unsafe {
            GetFileVersionInfoSizeExW(FILE_VER_GET_NEUTRAL, path.as_ptr(), &raw mut handle)
        };
        let mut data = vec![0; size as usize];
        // SAFETY: as above; `data` has as many bytes as is said.
        let done = unsafe {
            let data = data.as_mut_ptr().cast();
            GetFileVersionInfoExW(FILE_VER_GET_NEUTRAL, path.as_ptr(), 0, size, data)
        };
        (size != 0 && done != 0).then_some(Oracle(data))
    }

    /// The value of a block, and how many bytes (for a text: units) it says it has.
    fn query(&self, block: &str) -> Option<(*const c_void, usize)> {
        let block = utf16(block);
        let mut value = null_mut();
        let mut length = 0;
        // SAFETY: the data is what Windows gave, `block` ends in a NUL, and both are only read;
        // `value` is set to a place within the data.
        let done = unsafe {
            VerQueryValueW(
                self.0.as_ptr().cast(),
                block.as_ptr(),
                &raw mut value,
                &raw mut length,
            )
        };
        (done != 0 && !value.is_null() && length != 0)
            .then_some((value.cast_const(), length as usize))
    }

    /// The two versions of the fixed block.
    fn fixed(&self) -> Option<[String; 2]> {
        let (value, length) = self.query(r"\")?;
        assert!(length >= size_of::<VS_FIXEDFILEINFO>(), "{length}");
        // SAFETY: the value lies in the data, and was just seen to be long enough.
        let fixed = unsafe { value.cast::<VS_FIXEDFILEINFO>().read_unaligned() };
        let dotted = |high: u32, low: u32| {
            format!(
                "{}.{}.{}.{}",
                high >> 16,
                high & 0xFFFF,
                low >> 16,
                low & 0xFFFF
            )
        };
        Some([
            dotted(fixed.dwFileVersionMS, fixed.dwFileVersionLS),
            dotted(fixed.dwProductVersionMS, fixed.dwProductVersionLS),
        ])
    }

    /// The language and code page of each string table that the file says it has.
    fn translations(&self) -> Vec<String> {
        let Some((value, length)) = self.query(r"\VarFileInfo\Translation") else {
            return Vec::new();
        };
        // SAFETY: the value lies in the data and has that many bytes.
        let pairs = unsafe { slice::from_raw_parts(value.cast::<u8>(), length) };
        let (pairs, _) = pairs.as_chunks::<4>();
        pairs
            .iter()
            .map(|[a, b, c, d]| format!("{b:02X}{a:02X}{d:02X}{c:02X}"))
            .collect()
    }

    /// A text of the table for that language and code page.
    fn text(&self, translation: &str, name: &str) -> Option<String> {
        let (value, length) = self.query(&format!(r"\StringFileInfo\{translation}\{name}"))?;
        // SAFETY: the value lies in the data and has that many units.
        let units = unsafe { slice::from_raw_parts(value.cast::<[u8; 2]>(), length) };
        let units = units.iter().map(|unit| u16::from_le_bytes(*unit));
        let text: Vec<u16> = units.take_while(|unit| *unit != 0).collect();
        Some(String::from_utf16_lossy(&text).trim().to_owned())
    }
}

/// Whether a file has one version resource, with the number 1, in one language. Of several Windows
/// may choose another than onhand, and under another number it looks for none.
fn is_ordinary(path: &RootedPath) -> bool {
    let bytes = fs::read(path.as_str()).expect("reads");
    let file = PeFile::from_bytes(&bytes).expect("an executable");
    let resources = file.resources().expect("it has resources");
    let root = resources.root().expect("a directory");
    let versions = root
        .get_dir(Name::Id(RT_VERSION))
        .expect("it has a version");
    let languages = versions.get_dir(Name::Id(1));
    let is_only = |directory: Directory<'_>| directory.entries().count() == 1;
    is_only(versions) && languages.is_ok_and(is_only)
}

/// What was compared, in numbers.
#[derive(Debug, Default)]
struct Compared {
    /// Files of which both read a version.
    both: usize,
    /// Files of which neither does.
    neither: usize,
    /// Files with a text in a table that Windows finds.
    texts: usize,
    /// Files that they differ on and need not agree on.
    odd: BTreeSet<String>,
}

impl Compared {
    /// Compares a file; the error tells how they differ.
    fn add(&mut self, path: &RootedPath) -> Result<(), String> {
        let file = HOST.open(path).map_err(PeError::from);
        let ours = file.and_then(|file| PeVersion::read(&*file));
        let differ = match (ours, Oracle::read(path)) {
            (Ok(ours), Some(windows)) => {
                self.both += 1;
                compare(&ours, &windows, &mut self.texts)
            }
            (Ok(ours), None) => Some(format!("{ours:?}, Windows: nothing")),
            (Err(_), None) => {
                self.neither += 1;
                None
            }
            // A program of 16 bits, which `pe_resource` is not for.
            (Err(PeError::NoPeHeader), Some(_)) => None,
            (Err(error), Some(windows)) => {
                let windows = windows.fixed();
                return Err(format!("{path}: {error}, Windows: {windows:?}"));
            }
        };
        match differ {
            Some(differ) if is_ordinary(path) => Err(format!("{path}: {differ}")),
            Some(_) => {
                self.odd.insert(path.to_string());
                Ok(())
            }
            None => Ok(()),
        }
    }
}

/// How they differ.
fn compare(ours: &PeVersion, windows: &Oracle, texts: &mut usize) -> Option<String> {
    let fixed = windows.fixed();
    let our_fixed = [&ours.fixed_file, &ours.fixed_product].map(Clone::clone);
    let their_fixed = match fixed {
        Some(fixed) => fixed.map(Some),
        None => [None, None],
    };
    if our_fixed != their_fixed {
        return Some(format!("fixed {our_fixed:?}, Windows: {their_fixed:?}"));
    }
    let our_texts = [&ours.string_file, &ours.string_product].map(Clone::clone);
    let tables: Vec<_> = windows
        .translations()
        .iter()
        .map(|table| ["FileVersion", "ProductVersion"].map(|name| windows.text(table, name)))
        .filter(|texts| texts.iter().any(Option::is_some))
        .collect();
    if tables.is_empty() {
        // It names no table, or one that isn't there.
        return None;
    }
    *texts += 1;
    (!tables.contains(&our_texts)).then(|| format!("texts {our_texts:?}, Windows: {tables:?}"))
}

#[test]
fn every_file_of_the_system_folders_has_the_version_that_windows_reads_of_it() {
    let mut compared = Compared::default();
    let mut differing = Vec::new();
    for folder in ["%SystemRoot%/System32", "%SystemRoot%/SysWOW64"] {
        let folder = expanded(folder);
        for entry in HOST.list(&folder, 100_000).expect("lists") {
            let is_file = entry.kind == FileKind::File;
            if let (true, Ok(path)) = (is_file, folder.join(&entry.name)) {
                differing.extend(compared.add(&path).err());
            }
        }
    }
    println!("{compared:#?}");
    assert!(differing.is_empty(), "{}", differing.join("\n"));
    assert!(compared.both > 200, "{compared:?}");
    assert!(compared.texts > 100, "{compared:?}");
    assert!(compared.odd.len() < compared.both / 10, "{compared:?}");
}

#[test]
fn the_version_of_windows_is_that_of_its_kernel32() {
    let path = expanded("%SystemRoot%/System32/kernel32.dll");
    let file = HOST.open(&path).expect("opens");
    let ours = PeVersion::read(&*file).expect("states a version");
    let windows = Oracle::read(&path).expect("Windows reads it");
    let [file_version, product_version] = windows.fixed().expect("it has a fixed block");
    assert_eq!(ours.fixed_file, Some(file_version));
    assert_eq!(ours.fixed_product, Some(product_version));
}
