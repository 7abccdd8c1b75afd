//! Debian's packages, installed where they are missing and that is allowed.

use std::env;
use std::path::PathBuf;
use std::process::Command;

/// mingw-w64's C compiler: it links Windows programs.
pub(super) const LINKER: &str = "x86_64-w64-mingw32-gcc";

const INSTALL: [&str; 4] = ["apt-get", "install", "-qy", "--no-install-recommends"];

/// A program on this process's PATH.
pub(super) fn program(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|program| program.is_file())
}

/// Those that dpkg does not have; all of them, where there is no dpkg.
pub(super) fn missing_of(packages: &[&'static str]) -> Vec<&'static str> {
    let asked = Command::new("dpkg-query")
        .args(["--show", "--showformat", "${db:Status-Status} ${Package}\n"])
        .args(packages)
        .output();
    let answer = asked.map(|output| output.stdout).unwrap_or_default();
    not_installed(packages, &String::from_utf8_lossy(&answer))
}

fn not_installed(packages: &[&'static str], answer: &str) -> Vec<&'static str> {
    let is_installed = |package: &str| {
        answer
            .lines()
            .any(|line| line == format!("installed {package}"))
    };
    let missing = packages.iter().filter(|package| !is_installed(package));
    missing.copied().collect()
}

/// Installs the packages, or says how to.
pub(super) fn install(packages: &[&str]) -> Result<(), String> {
    if packages.is_empty() {
        return Ok(());
    }
    let may = program("apt-get").is_some() && is_root();
    if !may {
        return Err(advice(packages));
    }
    println!("    installing {}", packages.join(", "));
    for arguments in [
        &["apt-get", "update", "-q"][..],
        &[&INSTALL[..], packages].concat(),
    ] {
        let ended = Command::new(arguments[0])
            .args(&arguments[1..])
            .env("DEBIAN_FRONTEND", "noninteractive")
            .status();
        if !ended.is_ok_and(|status| status.success()) {
            return Err(format!("`{}` failed", arguments.join(" ")));
        }
    }
    Ok(())
}

fn advice(packages: &[&str]) -> String {
    format!(
        "missing: {}. As root on Debian or Ubuntu: apt-get update && {} {}",
        packages.join(", "),
        INSTALL.join(" "),
        packages.join(" ")
    )
}

fn is_root() -> bool {
    let asked = Command::new("id").arg("-u").output();
    asked.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_whose_files_are_gone_is_missing() {
        let answer = "installed cargo-web\nconfig-files rustc-web\n";
        assert_eq!(
            not_installed(&["rustc-web", "cargo-web", "rust-web-src"], answer),
            ["rustc-web", "rust-web-src"]
        );
    }

    #[test]
    fn who_may_not_install_gets_the_line_that_does() {
        let line = advice(&["gcc-mingw-w64-x86-64", "wine64"]);
        assert!(
            line.ends_with(
                "apt-get install -qy --no-install-recommends gcc-mingw-w64-x86-64 wine64"
            ),
            "{line}"
        );
    }
}
