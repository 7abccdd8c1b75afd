//! rustup's toolchain: the one that runs this, with the targets added.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::cargo::cargo;

use super::toolchain::{Toolchain, targets};

pub(super) fn find() -> Result<Toolchain, String> {
    let missing = missing()?;
    if missing.is_empty() {
        Ok(Toolchain {
            name: "rustup's",
            cargo: cargo(),
            variables: Vec::new(),
        })
    } else {
        Err(format!("rustup's toolchain lacks {}", missing.join(", ")))
    }
}

pub(super) fn set_up() -> Result<Toolchain, String> {
    let missing = missing()?;
    if !missing.is_empty() {
        println!("    rustup target add {}", missing.join(" "));
        // The proxy that started cargo names the toolchain in RUSTUP_TOOLCHAIN.
        let added = Command::new("rustup")
            .args(["target", "add"])
            .args(&missing)
            .status();
        if !added.is_ok_and(|status| status.success()) {
            return Err("rustup can't add the targets".to_owned());
        }
    }
    find()
}

/// The targets to add. rustup lists those that it added to the end.
fn missing() -> Result<Vec<&'static str>, String> {
    let its_cargo = ask(&["which", "cargo"])?;
    if !is_same(its_cargo.trim().as_ref(), cargo().as_ref()) {
        return Err("this cargo is not rustup's".to_owned());
    }
    Ok(lacking(&ask(&["target", "list", "--installed"])?))
}

fn lacking(installed: &str) -> Vec<&'static str> {
    targets()
        .filter(|target| !installed.lines().any(|line| line == *target))
        .collect()
}

fn is_same(one: &Path, other: &Path) -> bool {
    let whole = |path| fs::canonicalize(path).ok();
    whole(one).is_some() && whole(one) == whole(other)
}

fn ask(arguments: &[&str]) -> Result<String, String> {
    let output = Command::new("rustup")
        .args(arguments)
        .output()
        .map_err(|error| format!("rustup can't be started: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        let problem = String::from_utf8_lossy(&output.stderr);
        Err(format!("rustup: {}", problem.trim()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_not_installed_is_added() {
        let installed = "aarch64-apple-darwin\nx86_64-pc-windows-gnu\nx86_64-unknown-linux-gnu\n";
        assert_eq!(
            lacking(installed),
            ["x86_64-pc-windows-msvc", "x86_64-apple-darwin"]
        );
        let every: Vec<&str> = targets().collect();
        assert_eq!(lacking(""), every);
        assert!(lacking(&every.join("\n")).is_empty());
    }

    #[test]
    fn another_cargo_is_not_rustups() {
        let place = tempfile::tempdir().expect("it can be made");
        let [one, other] = ["cargo", "other"].map(|name| place.path().join(name));
        for path in [&one, &other] {
            fs::write(path, "").expect("it can be written");
        }
        assert!(is_same(&one, &place.path().join(".").join("cargo")));
        assert!(!is_same(&one, &other));
        // One that isn't there is nobody's.
        let absent = place.path().join("absent");
        assert!(!is_same(&absent, &absent));
    }
}
