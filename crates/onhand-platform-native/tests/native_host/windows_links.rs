//! Links, drives made of folders, and app-execution aliases, on the disks of a real Windows.
//!
//! Wine keeps no reparse points. What the host makes of their bytes is tested everywhere, beside
//! the code that reads them; here they come from a file system, and Windows says where they lead.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::windows::fs::OpenOptionsExt;
use std::os::windows::io::AsRawHandle;
use std::path::{Path, PathBuf};
use std::ptr::null_mut;

use onhand_platform::{FileKind, HostError, InspectHost, LocateHost, RootedPath, read_bounded};
use onhand_platform_native::NativeHost;
use windows_sys::Win32::Storage::FileSystem::{
    DDD_RAW_TARGET_PATH, DDD_REMOVE_DEFINITION, DefineDosDeviceW, FILE_FLAG_BACKUP_SEMANTICS,
    FILE_FLAG_OPEN_REPARSE_POINT, GetVolumeNameForVolumeMountPointW,
};
use windows_sys::Win32::System::IO::DeviceIoControl;
use windows_sys::Win32::System::Ioctl::FSCTL_SET_REPARSE_POINT;

use crate::scratch::{Scratch, rooted};

#[path = "../../src/windows/reparse_bytes.rs"]
mod reparse_bytes;

use reparse_bytes::{app_execution_alias, junction, symlink, tagged};

const HOST: NativeHost = NativeHost::new();

/// Makes a reparse point of these bytes: of a file, or of an empty folder.
#[allow(unsafe_code, reason = "std can't make a reparse point")]
fn make_reparse_point(path: &Path, bytes: &[u8]) {
    let thing = OpenOptions::new()
        .write(true)
        .custom_flags(FILE_FLAG_OPEN_REPARSE_POINT | FILE_FLAG_BACKUP_SEMANTICS)
        .open(path)
        .expect("opens");
    let mut returned = 0;
    // SAFETY: the handle is open; the bytes are as many as is said and are only read; nothing is
    // written out but the count.
    let done = unsafe {
        DeviceIoControl(
            thing.as_raw_handle(),
            FSCTL_SET_REPARSE_POINT,
            bytes.as_ptr().cast(),
            u32::try_from(bytes.len()).expect("short"),
            null_mut(),
            0,
            &raw mut returned,
            null_mut(),
        )
    };
    assert_ne!(
        done,
        0,
        "{}: {}",
        path.display(),
        io::Error::last_os_error()
    );
}

impl Scratch {
    /// A link that is a folder.
    fn folder_link(&self, name: &str, bytes: &[u8]) {
        self.folder(name);
        make_reparse_point(&self.os_path(name), bytes);
    }

    /// A link that is a file.
    fn file_link(&self, name: &str, bytes: &[u8]) {
        self.file(name, "");
        make_reparse_point(&self.os_path(name), bytes);
    }

    /// The name in it, for a link that is not relative.
    fn object(&self, name: &str) -> String {
        format!(r"\??\{}", self.path(name).as_str())
    }
}

/// A folder for programs, with links in it and to it.
fn linked() -> Scratch {
    let scratch = Scratch::new();
    for folder in ["real", "real/inner", "links", "other"] {
        scratch.folder(folder);
    }
    scratch.file("real/inner/file", "of the inner folder");
    scratch.file("real/file", "of the real folder");
    scratch.file("links/file", "beside the links");
    scratch.file("file", "at the top of it all");
    let volume = format!(
        r"\??\{}{}",
        volume_of_c(),
        &scratch.path("real").as_str()[3..]
    );
    for (name, bytes) in [
        ("links/symlink", symlink(&scratch.object("real"), false)),
        ("links/junction", junction(&scratch.object("real"))),
        ("links/volume", junction(&volume)),
        ("links/relative", symlink(r"..\real\.\inner", true)),
        ("links/again", symlink("junction", true)),
        ("real/inner/up", symlink("..", true)),
        ("real/out", symlink(r"..\links", true)),
    ] {
        scratch.folder_link(name, &bytes);
    }
    for (name, bytes) in [
        (
            "links/to-file",
            symlink(&scratch.object("real/file"), false),
        ),
        ("links/relative-file", symlink(r"..\file", true)),
        ("links/dangling", symlink("missing", true)),
        ("real/inner/climbs", symlink(r"..\..\file", true)),
        ("real/climbs", symlink(r"..\file", true)),
    ] {
        scratch.file_link(name, &bytes);
    }
    scratch
}

/// `Volume{…}\`, for the drive that temporary folders are on.
#[allow(unsafe_code, reason = "std has no call for the name of a volume")]
fn volume_of_c() -> String {
    let folder = std::env::temp_dir();
    let drive: PathBuf = folder.components().take(2).collect();
    let drive = drive.to_str().expect("Unicode").encode_utf16().chain([0]);
    let drive: Vec<u16> = drive.collect();
    let mut name = [0; 50];
    // SAFETY: `drive` ends in a NUL and is only read; `name` has room for as many units as is
    // said, which a name with a GUID and its NUL take.
    let done = unsafe {
        GetVolumeNameForVolumeMountPointW(drive.as_ptr(), name.as_mut_ptr(), name.len() as u32)
    };
    assert_ne!(done, 0, "{}", io::Error::last_os_error());
    let name = String::from_utf16_lossy(&name);
    name.trim_end_matches('\0')
        .trim_start_matches(r"\\?\")
        .to_owned()
}

/// Windows itself is the judge.
fn assert_as_windows_follows(path: &RootedPath) {
    let metadata = fs::metadata(path.as_str()).expect("Windows follows it");
    let seen = HOST.stat(path).expect("it is followed");
    let physical = fs::canonicalize(path.as_str()).expect("Windows knows where it leads");
    let physical = physical
        .to_str()
        .expect("Unicode")
        .trim_start_matches(r"\\?\");
    let resolved = HOST.resolve(path).map(|path| path.as_str().to_owned());
    assert_eq!(resolved.as_deref(), Ok(physical), "{path}");
    assert_eq!(
        seen.kind == FileKind::Directory,
        metadata.is_dir(),
        "{path}"
    );
    if metadata.is_dir() {
        let names = fs::read_dir(path.as_str()).expect("lists");
        let mut names: Vec<_> = names
            .map(|entry| {
                entry
                    .expect("reads")
                    .file_name()
                    .into_string()
                    .expect("Unicode")
            })
            .collect();
        names.sort_unstable();
        let listed = HOST.list(path, 99).expect("lists");
        let listed: Vec<_> = listed.into_iter().map(|entry| entry.name).collect();
        assert_eq!(listed, names, "{path}");
    } else {
        let content = fs::read(path.as_str()).expect("reads");
        assert_eq!(read_bounded(&HOST, path, 99), Ok(content), "{path}");
    }
}

#[test]
#[ignore = "needs a file system of Windows"]
fn a_link_that_stays_on_the_disks_is_followed_as_windows_follows_it() {
    let scratch = linked();
    for name in [
        "links/symlink",
        "links/symlink/inner/file",
        "links/junction",
        "links/junction/file",
        "links/volume/inner",
        "links/volume/inner/file",
        "links/relative",
        "links/relative/file",
        "links/again/inner/file",
        "links/to-file",
        "links/relative-file",
        "real/inner/up/inner/up/file",
        "real/inner/climbs",
        "links/symlink/climbs",
        "links/symlink/inner/climbs",
        "links/symlink/out/relative/file",
        // One climbs out of the junction, not out of what it leads to.
        "links/junction/climbs",
        "links/junction/inner/climbs",
    ] {
        assert_as_windows_follows(&scratch.path(name));
    }
    for name in [
        "links/dangling",
        "links/junction/missing",
        "links/to-file/x",
    ] {
        assert_eq!(
            HOST.stat(&scratch.path(name)),
            Err(HostError::NotFound),
            "{name}"
        );
    }
    let listed = HOST.list(&scratch.path("links"), 99).expect("lists");
    for entry in listed {
        let is_file = entry.name == "file";
        assert_eq!(entry.kind == FileKind::Symlink, !is_file, "{}", entry.name);
    }
}

#[test]
#[ignore = "needs a file system of Windows"]
fn links_in_a_circle_are_an_error_in_the_words_of_windows() {
    let scratch = Scratch::new();
    scratch.folder_link("a", &symlink("b", true));
    scratch.folder_link("b", &symlink("a", true));
    let said = fs::metadata(scratch.os_path("a"))
        .expect_err("a circle")
        .to_string();
    assert_eq!(HOST.stat(&scratch.path("a/x")), Err(HostError::Io(said)));
}

/// Nobody is asked, so that it is no matter whether anybody is there.
#[test]
#[ignore = "needs a file system of Windows"]
fn a_link_onto_the_network_or_to_a_device_is_not_followed() {
    let scratch = Scratch::new();
    for (number, target) in [
        r"\??\UNC\localhost\C$\Windows",
        r"\??\UNC\onhand-test.invalid\share",
        r"\??\GLOBALROOT\Device\Mup\localhost\C$",
        r"\??\PhysicalDrive0",
    ]
    .into_iter()
    .enumerate()
    {
        let link = format!("folder{number}");
        scratch.folder_link(&link, &symlink(target, false));
        let file = format!("file{number}");
        scratch.file_link(&file, &symlink(target, false));
        let behind = format!("behind{number}");
        scratch.folder_link(&behind, &junction(&scratch.object(&link)));
        for name in [
            link.clone(),
            format!("{link}/System32/kernel32.dll"),
            file,
            behind.clone(),
            format!("{behind}/System32"),
        ] {
            assert_network(&scratch.path(&name));
        }
    }
}

fn assert_network(path: &RootedPath) {
    assert_eq!(HOST.stat(path), Err(HostError::Network), "{path}");
    assert_eq!(HOST.list(path, 9), Err(HostError::Network), "{path}");
    assert_eq!(HOST.open(path).err(), Some(HostError::Network), "{path}");
}

/// A drive letter, gone when dropped.
struct Drive {
    name: Vec<u16>,
    target: Vec<u16>,
}

impl Drive {
    /// The last letter that is free; the test below is the only one that takes any.
    fn new(target: &str) -> Self {
        let letter = ('D'..='Z')
            .rev()
            .find(|letter| fs::metadata(format!(r"{letter}:\")).is_err())
            .expect("a letter is free");
        let units = |text: &str| text.encode_utf16().chain([0]).collect();
        let drive = Drive {
            name: units(&format!("{letter}:")),
            target: units(target),
        };
        drive.define(DDD_RAW_TARGET_PATH);
        drive
    }

    fn path(&self, name: &str) -> RootedPath {
        let letter = String::from_utf16_lossy(&self.name[..1]);
        rooted(Path::new(&format!(r"{letter}:\{name}")))
    }

    #[allow(unsafe_code, reason = "std has no call for drives")]
    fn define(&self, flags: u32) {
        // SAFETY: both texts end in a NUL, and are only read.
        let done = unsafe { DefineDosDeviceW(flags, self.name.as_ptr(), self.target.as_ptr()) };
        assert_ne!(done, 0, "{}", io::Error::last_os_error());
    }
}

impl Drop for Drive {
    fn drop(&mut self) {
        self.define(DDD_RAW_TARGET_PATH | DDD_REMOVE_DEFINITION);
    }
}

#[test]
#[ignore = "needs a file system of Windows"]
fn a_drive_that_stands_for_a_folder_is_that_folder_and_one_for_a_share_is_refused() {
    let scratch = linked();
    scratch.folder_link("real/unc", &symlink(r"\??\UNC\localhost\C$", false));
    let drive = Drive::new(&scratch.object("real"));
    for name in ["", "file", "inner/file", "inner/climbs", "out"] {
        assert_as_windows_follows(&drive.path(name));
    }
    assert_network(&drive.path("unc/Windows"));
    drop(drive);
    let drive = Drive::new(r"\??\UNC\localhost\C$");
    for name in ["", "Windows"] {
        assert_network(&drive.path(name));
    }
}

/// What no program can open is seen, and never opened.
fn assert_unopenable(bytes: &[u8], kind: FileKind, refused: HostError) {
    let scratch = Scratch::new();
    let path = scratch.path("app.exe");
    scratch.file_link("app.exe", bytes);
    scratch.folder("links");
    scratch.file_link("links/link.exe", &symlink(r"..\app.exe", true));
    for path in [path.clone(), scratch.path("links/link.exe")] {
        let metadata = HOST.stat(&path).expect("is there");
        assert_eq!((metadata.kind, metadata.len), (kind, 0));
        assert!(metadata.modified.is_some());
        assert_eq!(HOST.open(&path).err(), Some(refused.clone()));
        assert_eq!(HOST.list(&path, 9), Err(HostError::NotADirectory));
    }
    let listed = HOST.list(&scratch.path("."), 9).expect("lists");
    assert_eq!(listed.first().map(|entry| entry.kind), Some(kind));
    assert!(File::open(path.as_str()).is_err(), "nor can anybody else");
}

#[test]
#[ignore = "needs a file system of Windows"]
fn an_app_execution_alias_is_seen_and_never_opened() {
    assert_unopenable(
        &app_execution_alias(),
        FileKind::AppExecutionAlias,
        HostError::AppExecutionAlias,
    );
}

#[test]
#[ignore = "needs a file system of Windows"]
fn a_fifo_of_wsl_is_no_file() {
    const IO_REPARSE_TAG_LX_FIFO: u32 = 0x8000_0024;
    let fifo = tagged(IO_REPARSE_TAG_LX_FIFO, &[]);
    assert_unopenable(&fifo, FileKind::Other, HostError::NotAFile);
}
