//! Whether an entry is of the application that was found. Only texts are compared: no file is looked
//! at.

use onhand_platform::{Os, PathViolation, RootedPath, UninstallEntry, UninstallValue};

use super::entry::excerpt;
use super::short_name::may_be_one;

/// Where an entry says that its application is, beside what was found. The nearest is the least.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Standing {
    /// So many folders below the entry's own stands what was found.
    Holds(usize),
    /// It names no folder, or one of many.
    Silent,
    /// Its folder can't be compared. The text says why.
    Doubtful(String),
    /// Its folder is another one: it is not of what was found.
    Elsewhere,
}

/// By `InstallLocation`, else by the folder of `DisplayIcon`. An icon never makes up for an
/// `InstallLocation` elsewhere; one that is the very application leaves a doubt.
pub(super) fn standing(entry: &UninstallEntry, found: &RootedPath) -> Standing {
    let icon = entry
        .text("DisplayIcon")
        .and_then(|icon| path(without_index(icon)).ok());
    let icon_standing = |icon: &RootedPath| match icon.parent() {
        Some(folder) => compare(&folder, found),
        None => Standing::Silent,
    };
    let by_icon = icon.as_ref().map(icon_standing);
    match (by_install_location(entry, found), by_icon) {
        (Standing::Elsewhere, _) if icon.as_ref() == Some(found) => Standing::Doubtful(format!(
            "its `InstallLocation` is {}, and its icon the application itself",
            install_location(entry)
        )),
        (Standing::Elsewhere, _) => Standing::Elsewhere,
        (location, Some(icon @ Standing::Holds(_))) => location.min(icon),
        (location, _) => location,
    }
}

/// By `InstallLocation` alone.
pub(super) fn by_install_location(entry: &UninstallEntry, found: &RootedPath) -> Standing {
    let doubt = |why: &str| {
        Standing::Doubtful(format!(
            "its `InstallLocation` {} can't be compared: {why}",
            install_location(entry)
        ))
    };
    match entry.value("InstallLocation") {
        None => Standing::Silent,
        Some(UninstallValue::Text(text)) => match path(text) {
            Ok(folder) => match compare(&folder, found) {
                Standing::Doubtful(why) => doubt(&why),
                certain => certain,
            },
            Err(NoPath::Blank) => Standing::Silent,
            // What was found stands on this machine's own disks.
            Err(NoPath::Network) => Standing::Elsewhere,
            Err(NoPath::Other(why)) => doubt(&why),
        },
        Some(_) => doubt("it is no text"),
    }
}

/// The `InstallLocation` as it stands there, for a message.
pub(super) fn install_location(entry: &UninstallEntry) -> String {
    match entry.text("InstallLocation") {
        Some(text) => format!("`{}`", excerpt(text)),
        None => "no text".to_owned(),
    }
}

/// The folder beside what was found, name by name.
fn compare(folder: &RootedPath, found: &RootedPath) -> Standing {
    // Some write their executable where their folder belongs.
    let is_program = folder
        .file_name()
        .is_some_and(|name| name.to_lowercase().ends_with(".exe"));
    if let (true, Some(above)) = (is_program, folder.parent()) {
        return compare(&above, found);
    }
    let (folder_key, found_key) = (folder.key(), found.key());
    let own: Vec<&str> = names(&folder_key).collect();
    let theirs: Vec<&str> = names(&found_key).collect();
    if own.len() > theirs.len() {
        return Standing::Elsewhere;
    }
    let differing = || own.iter().zip(&theirs).filter(|(a, b)| a != b);
    if differing().any(|(a, b)| !may_be_one(a, b)) {
        Standing::Elsewhere
    } else if differing().next().is_some() {
        Standing::Doubtful("a short name may stand for a long one".to_owned())
    } else if is_shared(folder) {
        Standing::Silent
    } else {
        Standing::Holds((theirs.len() - own.len()).saturating_sub(1))
    }
}

fn names(path: &str) -> impl Iterator<Item = &str> {
    path.split('\\').filter(|name| !name.is_empty())
}

/// Folders that hold the applications of many, thus tell nothing; so does the root of a drive.
const SHARED: [&str; 8] = [
    "program files",
    "program files (x86)",
    "programdata",
    "programs",
    "appdata",
    "local",
    "roaming",
    "users",
];

fn is_shared(folder: &RootedPath) -> bool {
    folder
        .file_name()
        .is_none_or(|name| SHARED.contains(&name.to_lowercase().as_str()))
}

/// Why a text is not a path of this machine.
enum NoPath {
    Blank,
    Network,
    Other(String),
}

/// Installers write paths bare or in quotes, with or without a separator at the end, and in the form
/// that the kernel takes. Variables are not filled in: every user can write an entry, and none
/// shall name what is looked up.
fn path(text: &str) -> Result<RootedPath, NoPath> {
    let bare = text.trim().trim_matches('"').trim();
    let kernel = [r"\\?\", r"\??\"]
        .iter()
        .find_map(|prefix| bare.strip_prefix(prefix))
        .filter(|rest| rest.as_bytes().get(1) == Some(&b':'));
    let text = kernel.unwrap_or(bare);
    let refused = |violation: PathViolation| match violation {
        PathViolation::Empty => NoPath::Blank,
        PathViolation::Network(_) => NoPath::Network,
        other => NoPath::Other(other.to_string()),
    };
    if text.matches('%').count() > 1 {
        return Err(NoPath::Other(
            "a variable in it is not filled in".to_owned(),
        ));
    }
    RootedPath::new(Os::Win32, &without_parents(text)).map_err(refused)
}

/// The path without `..`, which Windows takes for the name before it, whatever that leads to.
fn without_parents(text: &str) -> String {
    let is_separator = |c| matches!(c, '\\' | '/');
    if !text.split(is_separator).any(|name| name == "..") {
        return text.to_owned();
    }
    let mut names: Vec<&str> = Vec::new();
    for name in text.split(is_separator) {
        match name {
            // The drive stays.
            ".." if names.len() > 1 => {
                names.pop();
            }
            ".." => {}
            name => names.push(name),
        }
    }
    if let [drive] = names[..] {
        return format!(r"{drive}\");
    }
    names.join(r"\")
}

/// An icon is a file and, behind a comma, its number in there: `C:\App\app.exe,0`.
fn without_index(icon: &str) -> &str {
    match icon.rsplit_once(',') {
        Some((file, index)) if index.trim().parse::<i32>().is_ok() => file,
        _ => icon,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use onhand_platform::{Hive, RegistryView};

    const FOUND: &str = r"C:\Program Files\Vendor\App\bin\app.exe";

    fn with(values: &[(&str, &str)]) -> Standing {
        let found = RootedPath::new(Os::Win32, FOUND).expect("it is a path");
        let entry = values.iter().fold(
            UninstallEntry::new(Hive::LocalMachine, RegistryView::Bits64, "app"),
            |entry, (name, value)| entry.with(*name, *value),
        );
        standing(&entry, &found)
    }

    fn location(value: &str) -> Standing {
        with(&[("InstallLocation", value)])
    }

    #[test]
    fn a_folder_above_the_executable_holds_it_however_it_is_spelled() {
        for (folder, distance) in [
            (r"C:\Program Files\Vendor\App\bin", 0),
            (r"C:\Program Files\Vendor\App\bin\app.exe", 0),
            (r"C:\Program Files\Vendor\App\bin\unins000.exe", 0),
            (r"C:\Program Files\Vendor\App\", 1),
            (r#""c:/program files/VENDOR""#, 2),
            (r" C:\Program Files\Vendor\App ", 1),
            (r"\\?\C:\Program Files\Vendor\App", 1),
            (r"C:\Program Files\Other\..\Vendor\App\bin\..", 1),
            (r"C:\..\Program Files\Vendor", 2),
        ] {
            assert_eq!(location(folder), Standing::Holds(distance), "{folder}");
        }
    }

    #[test]
    fn a_folder_of_many_or_none_tells_nothing() {
        for folder in [
            "",
            " ",
            "\"\"",
            r"C:\",
            r"C:\Program Files",
            r"C:\Program Files\Vendor\..",
            r"C:\Windows\..\..",
        ] {
            assert_eq!(location(folder), Standing::Silent, "{folder}");
        }
    }

    #[test]
    fn a_folder_that_does_not_hold_the_executable_is_elsewhere() {
        for folder in [
            r"C:\Program Files\Vendor\App2",
            r"C:\Program Files\Vendor\Ap",
            r"C:\Program Files\Vendor\App\bin\plugins",
            r"C:\Program Files\Vendor\App\bin\app.exe\x",
            r"C:\Program Files (x86)\Vendor\App",
            r"D:\Program Files\Vendor",
            r"D:\PROGRA~1\Vendor",
            r"C:\WINDOW~1\Vendor",
            r"D:\",
            r"\\server\share",
        ] {
            assert_eq!(location(folder), Standing::Elsewhere, "{folder}");
        }
    }

    #[test]
    fn a_folder_that_can_not_be_compared_leaves_a_doubt() {
        for (folder, why) in [
            (
                r"C:\PROGRA~1\Vendor\App",
                "a short name may stand for a long one",
            ),
            (
                r"%ProgramFiles%\Vendor",
                "a variable in it is not filled in",
            ),
            (r"Vendor\App", "the path is not rooted"),
            (r"C:Vendor", "the path is not rooted"),
        ] {
            match location(folder) {
                Standing::Doubtful(said) => {
                    assert!(said.contains(why) && said.contains(folder), "{said}");
                }
                other => panic!("{folder}: {other:?}"),
            }
        }
    }

    #[test]
    fn an_icon_tells_its_folder() {
        for icon in [
            r"C:\Program Files\Vendor\App\app.exe",
            r"C:\Program Files\Vendor\App\app.exe,0",
            r#""C:\Program Files\Vendor\App\app.exe",-101"#,
            r"C:\Program Files\Vendor\App\a,b.ico",
        ] {
            let standing = with(&[("DisplayIcon", icon)]);
            assert_eq!(standing, Standing::Holds(1), "{icon}");
        }
        for icon in [r"C:\app.ico,0", r"C:\Windows\Installer\{A}\app.ico"] {
            assert_eq!(with(&[("DisplayIcon", icon)]), Standing::Silent, "{icon}");
        }
    }

    #[test]
    fn the_closest_folder_counts_and_an_icon_makes_up_for_no_other_place() {
        let with = |location: &str, icon: &str| {
            with(&[("InstallLocation", location), ("DisplayIcon", icon)])
        };
        let app = r"C:\Program Files\Vendor\App";
        assert_eq!(with(app, &format!(r"{app}\bin\a.ico")), Standing::Holds(0));
        assert_eq!(with(app, r"C:\x.ico"), Standing::Holds(1));
        assert_eq!(with(r"C:\", &format!("{FOUND},0")), Standing::Holds(0));
        assert_eq!(with("Vendor", &format!("{FOUND},0")), Standing::Holds(0));
        let elsewhere = r"C:\Temp\setup";
        assert_eq!(with(elsewhere, r"C:\Temp\x.ico"), Standing::Elsewhere);
        assert_eq!(
            with(elsewhere, &format!(r"{app}\a.ico")),
            Standing::Elsewhere
        );
        assert!(matches!(with(elsewhere, FOUND), Standing::Doubtful(_)));
    }
}
