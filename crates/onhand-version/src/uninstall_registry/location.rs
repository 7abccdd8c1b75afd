//! Whether an entry is of the application that was found.

use onhand_platform::{Os, RootedPath, UninstallEntry};

/// How many folders below the entry's own `found` stands, where it stands below it at all; the
/// entry of the fewest is the closest. The folders of an entry are `InstallLocation` and the one
/// of `DisplayIcon`. Only the texts are compared: no file is looked at.
pub(super) fn distance(entry: &UninstallEntry, found: &RootedPath) -> Option<usize> {
    let install_location = entry.text("InstallLocation").and_then(path);
    let icon = entry
        .text("DisplayIcon")
        .and_then(|icon| path(without_index(icon))?.parent());
    [install_location, icon]
        .into_iter()
        .flatten()
        .filter(|folder| !is_shared(folder))
        .filter_map(|folder| {
            std::iter::successors(found.parent(), RootedPath::parent)
                .position(|above| above == folder)
        })
        .min()
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

/// Installers write paths bare or in quotes, with or without a separator at the end.
fn path(text: &str) -> Option<RootedPath> {
    RootedPath::new(Os::Win32, text.trim().trim_matches('"')).ok()
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

    fn holds_with(name: &str, value: &str) -> bool {
        let found = RootedPath::new(Os::Win32, r"C:\Program Files\Vendor\App\bin\app.exe")
            .expect("it is a path");
        let entry =
            UninstallEntry::new(Hive::LocalMachine, RegistryView::Bits64, "app").with(name, value);
        distance(&entry, &found).is_some()
    }

    #[test]
    fn a_folder_above_the_executable_holds_it_however_it_is_spelled() {
        for folder in [
            r"C:\Program Files\Vendor\App\bin",
            r"C:\Program Files\Vendor\App\",
            r#""c:/program files/VENDOR""#,
            r" C:\Program Files\Vendor\App ",
        ] {
            assert!(holds_with("InstallLocation", folder), "{folder}");
        }
        for folder in [
            r"C:\",
            r"C:\Program Files",
            r"C:\Program Files\Vendor\App2",
            r"C:\Program Files\Vendor\Ap",
            r"C:\Program Files\Vendor\App\bin\app.exe",
            r"D:\Program Files\Vendor",
            r"\\server\share",
            "Vendor",
            "",
        ] {
            assert!(!holds_with("InstallLocation", folder), "{folder}");
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
            assert!(holds_with("DisplayIcon", icon), "{icon}");
        }
        assert!(!holds_with("DisplayIcon", r"C:\app.ico,0"));
        assert!(!holds_with(
            "DisplayIcon",
            r"C:\Windows\Installer\{A}\app.ico"
        ));
    }
    #[test]
    fn the_closest_folder_counts_and_a_root_hides_no_icon() {
        let found = RootedPath::new(Os::Win32, r"C:\V\App\bin\app.exe").expect("it is a path");
        let with = |location: &str, icon: &str| {
            let entry = UninstallEntry::new(Hive::LocalMachine, RegistryView::Bits64, "app")
                .with("InstallLocation", location)
                .with("DisplayIcon", icon);
            distance(&entry, &found)
        };
        assert_eq!(with(r"C:\V\App\bin", ""), Some(0));
        assert_eq!(with(r"C:\V", ""), Some(2));
        assert_eq!(with(r"C:\V", r"C:\V\App\app.ico"), Some(1));
        assert_eq!(with(r"C:\", r"C:\V\App\bin\app.exe,0"), Some(0));
        assert_eq!(with(r"C:\Temp\setup", r"C:\V\App\bin\app.exe"), Some(0));
        assert_eq!(with(r"C:\Temp\setup", r"C:\Temp\x.ico"), None);
    }
}
