//! The compiler, which is the one that runs this, and the targets that it must have.
//!
//! rustup adds them. Where it can't, `xtask/cross/debian.sh` runs this with a compiler that has them already.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::cargo::cargo;

/// The target whose tests run: mingw-w64 links it, Wine runs it.
pub(super) const TESTED: &str = "x86_64-pc-windows-gnu";

/// The targets that clippy reads. Nothing here links them, so no dependency may compile C.
pub(super) const LINTED: [&str; 3] = [
    "x86_64-pc-windows-msvc",
    "aarch64-apple-darwin",
    "x86_64-apple-darwin",
];

/// Set by the script: where it has built the standard library of every target.
const SYSROOT: &str = "ONHAND_CROSS_SYSROOT";

fn targets() -> impl Iterator<Item = &'static str> {
    [TESTED].into_iter().chain(LINTED)
}

/// That the compiler has every target.
pub(super) fn check() -> Result<(), String> {
    if env::var_os(SYSROOT).is_some() {
        return Ok(());
    }
    let missing = missing()?;
    if missing.is_empty() {
        Ok(())
    } else {
        Err(format!("rustup's toolchain lacks {}", missing.join(", ")))
    }
}

/// Adds the targets that the compiler lacks.
pub(super) fn set_up() -> Result<(), String> {
    if env::var_os(SYSROOT).is_some() {
        return Ok(());
    }
    let added = missing().and_then(|missing| add(&missing));
    added.map_err(|problem| {
        format!(
            "{problem}. Where rustup can't have them, Debian's compiler can: xtask/cross/debian.sh"
        )
    })
}

fn add(missing: &[&str]) -> Result<(), String> {
    if missing.is_empty() {
        return Ok(());
    }
    println!("    rustup target add {}", missing.join(" "));
    // The proxy that started cargo names the toolchain in RUSTUP_TOOLCHAIN.
    let added = Command::new("rustup")
        .args(["target", "add"])
        .args(missing)
        .status();
    if added.is_ok_and(|status| status.success()) {
        Ok(())
    } else {
        Err("rustup can't add the targets".to_owned())
    }
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

    /// With programs in place of Debian's, which note what they are asked.
    #[cfg(target_os = "linux")]
    #[test]
    fn debians_compiler_gets_a_library_once_and_only_for_the_other_targets() {
        use std::os::unix::fs::PermissionsExt;

        let place = tempfile::tempdir().expect("it can be made");
        let bin = place.path().join("bin");
        fs::create_dir(&bin).expect("it can be made");
        for (name, lines) in [
            ("dpkg-query", "printf installed"),
            ("rustc", "echo rustc 1.96.0"),
            (
                "cargo",
                r#"echo "$1" >>"$NOTES/asked"
                [ "$1" = build ] || { env >"$NOTES/environment"; exit; }
                for argument; do
                    case $argument in --target=*)
                        deps=target/${argument#--target=}/release/deps
                        mkdir -p "$deps"
                        touch "$deps/libstd-0a.rlib" "$deps/libstd-0a.rmeta" "$deps/libnothing-0b.rlib"
                    esac
                done"#,
            ),
        ] {
            let program = bin.join(name);
            fs::write(&program, format!("#!/bin/sh\n{lines}\n")).expect("it can be written");
            fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("its own file");
        }
        let path = format!("{}:{}", bin.display(), env::var("PATH").expect("it is set"));
        for _ in 0..2 {
            let script = crate::cargo::root().join("xtask/cross/debian.sh");
            let ended = Command::new(script)
                .args(["--only", "setup"])
                .env("PATH", &path)
                .env("DEBIAN_BIN", &bin)
                .env("NOTES", place.path())
                .env("ONHAND_CROSS_CACHE", place.path().join("cache"))
                .env("RUSTFLAGS", "-Cforeign")
                .output()
                .expect("bash is there");
            assert!(ended.status.success(), "{ended:?}");
        }
        let asked = fs::read_to_string(place.path().join("asked")).expect("it is noted");
        assert_eq!(asked, "build\nxtask\nxtask\n", "built once");

        let sysroot = place.path().join("cache/debian");
        let environment = fs::read_to_string(place.path().join("environment")).expect("noted");
        let has = |line: &str| environment.lines().any(|own| own == line);
        for target in targets() {
            let library = sysroot.join("lib/rustlib").join(target).join("lib");
            let files = fs::read_dir(library).expect("it is made");
            let names: Vec<_> = files
                .map(|file| file.expect("it is read").file_name())
                .collect();
            assert_eq!(names, ["libstd-0a.rlib"], "{target}");
            let target = target.to_uppercase().replace('-', "_");
            for flags in ["RUSTFLAGS", "RUSTDOCFLAGS"] {
                let line = format!(
                    "CARGO_TARGET_{target}_{flags}=--sysroot={}",
                    sysroot.display()
                );
                assert!(has(&line), "{line}: {environment}");
            }
        }
        assert!(
            has(&format!("{SYSROOT}={}", sysroot.display())),
            "{environment}"
        );
        assert!(!environment.contains("-Cforeign"), "{environment}");
    }
}
