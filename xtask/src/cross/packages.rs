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
