//! Wine, and the Windows that it shows to the tests: a folder of its own, its *prefix*.

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::cache::{self, Cache};
use super::packages::{self, LINKER};

/// How often Windows is started before it counts as broken: a server that has just started may drop
/// its first client.
pub(super) const ATTEMPTS: u32 = 5;

/// Where Debian has the programs; on PATH are its wrappers.
const DEBIAN: &str = "/usr/lib/wine";

/// The stand-in for `bcryptprimitives.dll`, which Wine has since 8.11.
const STAND_IN: &str = include_str!("process_prng.c");

/// Ends a program that takes longer than the seconds that follow.
const TIMEOUT: &str = "timeout --foreground --kill-after=10";

/// The most for a whole binary of tests. nextest ends a single test sooner.
const TESTS: &str = "1200";

/// The most for what makes the prefix, and for the server's end.
const CHORE: &str = "300";

#[derive(Debug)]
pub(super) struct Wine {
    loader: PathBuf,
    server: PathBuf,
    /// Holds the prefix.
    folder: PathBuf,
}

impl Wine {
    /// Wine with its prefix, if it is set up.
    pub(super) fn find(cache: &Cache) -> Result<Self, String> {
        let wine = Self::installed(cache)?;
        if cache::is_made(&wine.folder, &wine.stamp()?) {
            Ok(wine)
        } else {
            Err("Wine's prefix is not made".to_owned())
        }
    }

    /// Adds what is missing.
    pub(super) fn set_up(cache: &Cache) -> Result<Self, String> {
        let mut missing = Vec::new();
        if packages::program(LINKER).is_none() {
            missing.push("gcc-mingw-w64-x86-64");
        }
        if programs().is_none() {
            missing.extend(["wine", "wine64"]);
        }
        packages::install(&missing)?;

        let wine = Self::installed(cache)?;
        let stamp = wine.stamp()?;
        if !cache::is_made(&wine.folder, &stamp) {
            // The server of an interrupted run still writes to the folder that goes.
            wine.end();
            cache::make(&wine.folder, &stamp, || wine.make_prefix())?;
        }
        Ok(wine)
    }

    fn installed(cache: &Cache) -> Result<Self, String> {
        let (loader, server) = programs().ok_or("Wine is missing")?;
        let folder = cache.path("wine");
        Ok(Self {
            loader,
            server,
            folder,
        })
    }

    /// All that the prefix depends on.
    fn stamp(&self) -> Result<String, String> {
        let asked = Command::new(&self.loader).arg("--version").output();
        let version = asked.map_err(|error| format!("{}: {error}", self.loader.display()))?;
        let version = String::from_utf8_lossy(&version.stdout).into_owned();
        Ok(format!("{version}{STAND_IN}"))
    }

    fn prefix(&self) -> PathBuf {
        self.folder.join("prefix")
    }

    fn make_prefix(&self) -> Result<(), String> {
        println!("    making Wine's prefix in {}", self.folder.display());
        let is_booted = (0..ATTEMPTS).any(|_| {
            // Neither the server nor the files of an attempt that got no further.
            self.end();
            let _ = fs::remove_dir_all(self.prefix());
            self.runs(&["wineboot", "--init"])
        });
        if !is_booted {
            return Err("Wine can't make its prefix".to_owned());
        }
        // Wine 8 begins as Windows 7, which Rust no longer knows.
        let key = r"HKCU\Software\Wine";
        if !self.runs(&["reg", "add", key, "/v", "Version", "/d", "win10", "/f"]) {
            return Err("Wine's prefix can't be made Windows 10".to_owned());
        }
        let system = self.prefix().join("drive_c/windows/system32");
        let library = system.join("bcryptprimitives.dll");
        if !library.exists() {
            self.compile_stand_in(&library)?;
        }
        // The server writes the registry when it ends.
        self.end();
        Ok(())
    }

    fn compile_stand_in(&self, library: &Path) -> Result<(), String> {
        println!("    compiling a stand-in for the bcryptprimitives.dll that this Wine lacks");
        let source = self.folder.join("process_prng.c");
        fs::write(&source, STAND_IN).map_err(|error| format!("{}: {error}", source.display()))?;
        let mut compiler = Command::new(LINKER);
        compiler.args(["-shared", "-O2", "-s", "-o"]);
        compiler.arg(library).arg(&source).arg("-ladvapi32");
        if is_success(&mut compiler) {
            Ok(())
        } else {
            Err("the stand-in for bcryptprimitives.dll does not compile".to_owned())
        }
    }

    /// Runs a program of Windows without a word.
    fn runs(&self, arguments: &[&str]) -> bool {
        is_success(self.limited(&self.loader).args(arguments))
    }

    /// Ends the prefix's server, if there is one, with every program in it.
    pub(super) fn end(&self) {
        for option in ["--kill", "--wait"] {
            is_success(self.limited(&self.server).arg(option));
        }
    }

    /// For a program of Windows that runs until it ends by itself.
    pub(super) fn command(&self) -> Command {
        let mut command = Command::new(&self.loader);
        command.envs(self.variables()).stderr(Stdio::null());
        command
    }

    fn limited(&self, program: &Path) -> Command {
        let mut command = Command::new("timeout");
        command.args(TIMEOUT.split(' ').skip(1)).arg(CHORE);
        command
            .arg(program)
            .envs(self.variables())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    }

    /// What cargo runs a program of Windows by.
    pub(super) fn runner(&self) -> OsString {
        let mut runner = OsString::from(format!("{TIMEOUT} {TESTS} "));
        runner.push(&self.loader);
        runner
    }

    /// No window is opened, nothing is fetched, and the user's menus stay as they are.
    pub(super) fn variables(&self) -> [(&'static str, OsString); 5] {
        [
            ("WINEPREFIX", self.prefix().into()),
            ("WINEDEBUG", "-all".into()),
            ("WINEARCH", "win64".into()),
            (
                "WINEDLLOVERRIDES",
                "mscoree,mshtml,winemenubuilder.exe=".into(),
            ),
            ("DISPLAY", "".into()),
        ]
    }
}

impl fmt::Display for Wine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Wine: {} in {}",
            self.loader.display(),
            self.folder.display()
        )
    }
}

/// Wine's loader and its server.
fn programs() -> Option<(PathBuf, PathBuf)> {
    let find = |name| {
        let debian = Path::new(DEBIAN).join(name);
        if debian.is_file() {
            Some(debian)
        } else {
            packages::program(name)
        }
    };
    let loader = find("wine64").or_else(|| find("wine"))?;
    Some((loader, find("wineserver")?))
}

fn is_success(command: &mut Command) -> bool {
    command.status().is_ok_and(|status| status.success())
}

#[cfg(test)]
impl Wine {
    /// As Debian has it.
    pub(super) fn sample() -> Self {
        Self {
            loader: "/usr/lib/wine/wine64".into(),
            server: "/usr/lib/wine/wineserver".into(),
            folder: "/cache/wine".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_program_of_windows_runs_for_ever() {
        let wine = Wine::sample();
        assert_eq!(
            wine.runner(),
            "timeout --foreground --kill-after=10 1200 /usr/lib/wine/wine64"
        );
        let command = wine.limited(&wine.loader);
        let mut words = vec![command.get_program()];
        words.extend(command.get_args());
        assert_eq!(
            words.join(" ".as_ref()),
            "timeout --foreground --kill-after=10 300 /usr/lib/wine/wine64"
        );
    }

    #[test]
    fn wine_touches_its_own_prefix_and_no_screen() {
        let variables = Wine::sample().variables();
        let value = |name| {
            let mut found = variables.iter().filter(|(own, _)| *own == name);
            found.next().map(|(_, value)| Path::new(value))
        };
        assert_eq!(value("WINEPREFIX"), Some(Path::new("/cache/wine/prefix")));
        assert_eq!(value("DISPLAY"), Some(Path::new("")));
    }
}
