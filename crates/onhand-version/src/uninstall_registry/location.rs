//! Whether an entry is of the application that was found.

use onhand_platform::{Os, RootedPath, UninstallEntry};

/// Whether the entry's folder holds `found`. The folder is `InstallLocation`, or where that is
/// no path, the one of `DisplayIcon`. Only the texts are compared: no file is looked at.
pub(super) fn holds(entry: &UninstallEntry, found: &RootedPath) -> bool {
    let install_location = entry.text("InstallLocation").and_then(path);
    let folder = install_location.or_else(|| {
        let (file, _index) = split_index(entry.text("DisplayIcon")?);
        path(file)?.parent()
    });
    // The root of a drive holds everything, thus tells nothing.
    folder
        .filter(|folder| folder.parent().is_some())
        .is_some_and(|folder| is_above(&folder, found))
}

/// Installers write paths bare or in quotes, with or without a separator at the end.
fn path(text: &str) -> Option<RootedPath> {
    RootedPath::new(Os::Win32, text.trim().trim_matches('"')).ok()
}

/// An icon is a file and, behind a comma, its number in there: `C:\App\app.exe,0`.
fn split_index(icon: &str) -> (&str, Option<&str>) {
    match icon.rsplit_once(',') {
        Some((file, index)) if index.trim().parse::<i32>().is_ok() => (file, Some(index)),
        _ => (icon, None),
    }
}

fn is_above(folder: &RootedPath, found: &RootedPath) -> bool {
    std::iter::successors(found.parent(), RootedPath::parent).any(|above| above == *folder)
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
        holds(&entry, &found)
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
}
