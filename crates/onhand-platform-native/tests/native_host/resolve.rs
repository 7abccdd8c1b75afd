//! The physical path of real files, and of the same files on a machine in memory.

use std::fs;

use onhand_platform::{HostError, LocateHost, Os, RootedPath};
use onhand_platform_fake::FakeHost;
use onhand_platform_native::NativeHost;

use crate::scratch::{Scratch, rooted};

const HOST: NativeHost = NativeHost::new();

/// What a name stands for. A target that starts with `@/` goes from the folder of them all.
#[derive(Clone, Copy)]
enum Thing {
    File,
    #[cfg(unix)]
    Fifo,
    #[cfg(unix)]
    Link(&'static str),
}

/// The same things on this machine and in memory.
struct Both {
    _scratch: Scratch,
    /// The physical path of the folder of them all.
    root: RootedPath,
    fake: FakeHost,
}

impl Both {
    fn new(things: &[(&str, Thing)]) -> Self {
        let scratch = Scratch::new();
        let root = HOST.resolve(&scratch.path(".")).expect("it is there");
        let mut fake = FakeHost::new(HOST.os());
        for (name, thing) in things {
            let path = root.join(name).expect("a path");
            let folder = path.parent().expect("it stands in a folder");
            fs::create_dir_all(folder.as_str()).expect("creates");
            fake = match thing {
                Thing::File => {
                    fs::write(path.as_str(), "").expect("writes");
                    fake.file(path.as_str(), "")
                }
                #[cfg(unix)]
                Thing::Fifo => {
                    let made = std::process::Command::new("mkfifo")
                        .arg(path.as_str())
                        .status();
                    assert!(made.expect("mkfifo runs").success());
                    fake.fault(path.as_str(), onhand_platform_fake::Fault::Fifo)
                }
                #[cfg(unix)]
                Thing::Link(target) => {
                    let target = target.replacen('@', root.as_str(), 1);
                    std::os::unix::fs::symlink(&target, path.as_str()).expect("links");
                    fake.symlink(path.as_str(), &target)
                }
            };
        }
        Both {
            _scratch: scratch,
            root,
            fake,
        }
    }

    /// What both say of a name: the physical path below the folder of them all, with `/` between its names.
    fn resolve(&self, name: &str) -> Result<String, HostError> {
        let path = self.root.join(name).expect("a path");
        let native = HOST.resolve(&path);
        let fake = self.fake.resolve(&path);
        // Paths that differ in case alone would be equal on some OSes.
        let text =
            |answer: &Result<RootedPath, _>| answer.clone().map(|path| path.as_str().to_owned());
        assert_eq!(text(&native), text(&fake), "{name}");
        // What has a physical path has metadata.
        assert_eq!(native.clone().err(), HOST.stat(&path).err(), "{name}");
        let physical = native?;
        assert_eq!(
            HOST.resolve(&physical).map(|path| path.to_string()),
            Ok(physical.to_string())
        );
        match physical.as_str().strip_prefix(self.root.as_str()) {
            Some(below) => Ok(below.trim_start_matches(['/', '\\']).replace('\\', "/")),
            None => Ok(physical.to_string()),
        }
    }
}

#[test]
fn what_no_link_leads_to_is_where_its_path_says() {
    let both = Both::new(&[("folder/Ärger 日本.txt", Thing::File)]);
    for name in ["folder", "folder/Ärger 日本.txt"] {
        assert_eq!(both.resolve(name).as_deref(), Ok(name));
    }
    assert_eq!(both.resolve(".").as_deref(), Ok(""));
    for name in [
        "missing",
        "folder/missing",
        "folder/missing/x",
        "folder/Ärger 日本.txt/x",
    ] {
        assert_eq!(both.resolve(name), Err(HostError::NotFound), "{name}");
    }
}

#[cfg(unix)]
#[test]
fn every_link_on_the_way_is_followed_and_no_fifo_is_opened() {
    use Thing::{Fifo, File, Link};
    let both = Both::new(&[
        ("real/inner/file", File),
        ("file", File),
        ("real/fifo", Fifo),
        ("links/file", Link("../real/inner/file")),
        ("links/folder", Link("@/real")),
        ("links/chain", Link("second")),
        ("links/second", Link("./third")),
        ("links/third", Link("folder/inner")),
        ("links/fifo", Link("@/real/fifo")),
        ("links/itself", Link(".")),
        // `..` goes up from where the link before it led.
        ("links/physical", Link("third/../../file")),
        ("links/out", Link("/")),
        ("links/above", Link("../../../../../../../../../../../..")),
        ("links/dangling", Link("nothing")),
        ("links/below-file", Link("../file/x")),
        ("links/a", Link("b")),
        ("links/b", Link("@/links/a")),
        ("links/through-file", Link("../file/../file")),
    ]);
    for (name, physical) in [
        ("links/file", "real/inner/file"),
        ("links/folder", "real"),
        ("links/folder/inner/file", "real/inner/file"),
        ("links/chain", "real/inner"),
        ("links/chain/file", "real/inner/file"),
        ("links/fifo", "real/fifo"),
        ("links/itself/itself/file", "real/inner/file"),
        ("links/physical", "file"),
        ("links/out", "/"),
        ("links/above", "/"),
    ] {
        assert_eq!(both.resolve(name).as_deref(), Ok(physical), "{name}");
    }
    for name in [
        "links/dangling",
        "links/dangling/x",
        "links/below-file",
        "links/through-file",
        "links/fifo/x",
    ] {
        assert_eq!(both.resolve(name), Err(HostError::NotFound), "{name}");
    }
    for name in ["links/a", "links/b", "links/a/x"] {
        let answer = both.resolve(name);
        assert!(
            matches!(answer, Err(HostError::Io(_))),
            "{name}: {answer:?}"
        );
    }
}

#[cfg(unix)]
#[test]
fn as_many_links_are_followed_as_the_os_follows() {
    let names: Vec<_> = (0..=41).map(|number| number.to_string()).collect();
    let mut things = vec![("0", Thing::File)];
    let targets: Vec<&'static str> = (0..41).map(|number| &*number.to_string().leak()).collect();
    things.extend(
        names[1..]
            .iter()
            .zip(targets)
            .map(|(name, target)| (name.as_str(), Thing::Link(target))),
    );
    let both = Both::new(&things);
    let most = if HOST.os() == Os::Linux { 40 } else { 32 };
    assert_eq!(both.resolve(&names[most]).as_deref(), Ok("0"));
    assert!(both.resolve(&names[most + 1]).is_err());
}

#[cfg(unix)]
#[test]
fn a_link_to_what_no_path_may_hold_has_no_physical_path_here() {
    use onhand_platform::PathRule;

    let scratch = Scratch::new();
    fs::write(scratch.os_path("odd\u{1}name"), "").expect("writes");
    std::os::unix::fs::symlink("odd\u{1}name", scratch.os_path("link")).expect("links");
    let answer = HOST.resolve(&scratch.path("link"));
    assert_eq!(answer, Err(HostError::UnusablePath(PathRule::Control)));
}

/// The file systems of macOS refuse such a name.
#[cfg(target_os = "linux")]
#[test]
fn a_link_to_a_name_that_is_not_unicode_has_no_physical_path_here() {
    use std::os::unix::ffi::OsStrExt;

    let scratch = Scratch::new();
    let name = scratch
        .os_path("")
        .join(std::ffi::OsStr::from_bytes(b"odd\xFF"));
    fs::write(&name, "").expect("writes");
    std::os::unix::fs::symlink(&name, scratch.os_path("link")).expect("links");
    let answer = HOST.resolve(&scratch.path("link"));
    assert_eq!(answer, Err(HostError::NotUnicode));
}

/// Wine gives the name by which something was opened, and tests of macOS run on disks of either kind.
#[cfg(windows)]
#[test]
#[ignore = "needs a file system of Windows"]
fn a_name_is_spelled_as_its_folder_spells_it() {
    let both = Both::new(&[("Folder/File.TXT", Thing::File)]);
    assert_eq!(
        both.resolve("fOLDER/fILE.txt").as_deref(),
        Ok("Folder/File.TXT")
    );
}

#[test]
fn a_path_of_another_os_is_refused() {
    let other = if HOST.os() == Os::Win32 {
        Os::Linux
    } else {
        Os::Win32
    };
    let text = if other == Os::Win32 { r"C:\" } else { "/" };
    let path = RootedPath::new(other, text).expect("rooted");
    assert_eq!(
        HOST.resolve(&path),
        Err(HostError::Unsupported("a path of another OS"))
    );
}

#[test]
fn the_physical_path_of_a_folder_holds_those_of_all_that_stands_in_it() {
    let program = rooted(&std::env::current_exe().expect("it has a path"));
    let folder = program.parent().expect("it stands in a folder");
    let [program, folder] = [program, folder].map(|path| HOST.resolve(&path).expect("it is there"));
    assert!(program.starts_with(&folder), "{program} in {folder}");
}
