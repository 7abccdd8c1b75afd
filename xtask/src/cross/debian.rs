//! Debian's compiler. Debian ships the standard library for Linux, and its source: for the other
//! targets it is built here, once for each compiler.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::cache::{self, Cache};
use super::packages;
use super::toolchain::{Toolchain, targets};

/// One version of each: a standard library is good for the compiler that built it alone.
const PACKAGES: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "rust-web-clippy"];

const CARGO: &str = "/usr/bin/cargo";
const RUSTC: &str = "/usr/bin/rustc";
const RUSTDOC: &str = "/usr/bin/rustdoc";
const SOURCE: &str = "/usr/lib/rustlib/src/rust";

/// The crate that is built so that the standard library is. rustc's own libraries are optimised;
/// here the tests' speed is not worth the minutes.
const MANIFEST: &str = r#"[package]
name = "nothing"
version = "0.0.0"
edition = "2024"

[lib]
path = "nothing.rs"

[profile.release]
opt-level = 1

[workspace]
"#;

/// Variables of the ordinary builds that would change how the library is built.
const FOREIGN: [&str; 5] = [
    "CARGO_BUILD_TARGET",
    "CARGO_ENCODED_RUSTFLAGS",
    "RUSTC_WORKSPACE_WRAPPER",
    "RUSTC_WRAPPER",
    "RUSTFLAGS",
];

pub(super) fn find(cache: &Cache) -> Result<Toolchain, String> {
    let missing = packages::missing_of(&PACKAGES);
    let folder = cache.path("debian");
    if missing.is_empty() && cache::is_made(&folder, &stamp()?) {
        Ok(toolchain(&folder))
    } else {
        Err("Debian's compiler is not set up".to_owned())
    }
}

pub(super) fn set_up(cache: &Cache) -> Result<Toolchain, String> {
    packages::install(&packages::missing_of(&PACKAGES))?;
    let folder = cache.path("debian");
    cache::make(&folder, &stamp()?, || {
        println!("    building the standard library (some minutes, once)");
        build(&folder)
    })?;
    Ok(toolchain(&folder))
}

/// cargo takes its plugins from PATH, where rustup's clippy may stand before Debian's. The flag is
/// for the other targets alone: what runs here while it is built has Debian's own library.
fn toolchain(folder: &Path) -> Toolchain {
    let mut path = OsString::from("/usr/bin:");
    path.push(env::var_os("PATH").unwrap_or_default());
    let mut sysroot = OsString::from("--sysroot=");
    sysroot.push(folder);
    Toolchain {
        name: "Debian's",
        cargo: CARGO.into(),
        variables: vec![
            ("PATH", path),
            ("CARGO", CARGO.into()),
            ("RUSTC", RUSTC.into()),
            ("RUSTDOC", RUSTDOC.into()),
            ("CARGO_ENCODED_RUSTFLAGS", sysroot.clone()),
            ("CARGO_ENCODED_RUSTDOCFLAGS", sysroot),
        ],
    }
}

/// All that the library depends on.
fn stamp() -> Result<String, String> {
    let version = Command::new(RUSTC)
        .arg("-vV")
        .output()
        .map_err(|error| format!("{RUSTC}: {error}"))?;
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    let source = fs::canonicalize(SOURCE).map_err(|error| format!("{SOURCE}: {error}"))?;
    let targets: Vec<&str> = targets().collect();
    Ok(format!(
        "{version}{}\n{}\n{MANIFEST}",
        source.display(),
        targets.join(" ")
    ))
}

fn build(folder: &Path) -> Result<(), String> {
    let failed = |error: io::Error| format!("the standard library: {error}");
    let work = folder.join("build");
    fs::create_dir_all(&work).map_err(failed)?;
    fs::write(work.join("Cargo.toml"), MANIFEST).map_err(failed)?;
    fs::write(work.join("nothing.rs"), "#![no_std]\n").map_err(failed)?;

    let mut command = Command::new(CARGO);
    command
        .args(["build", "--quiet", "--release"])
        .arg("-Zbuild-std=std,panic_abort,panic_unwind,proc_macro,test")
        .args(targets().flat_map(|target| ["--target", target]))
        .current_dir(&work)
        .env("CARGO", CARGO)
        .env("RUSTC", RUSTC)
        // The flag above is for nightly else; the compiler is the one that the library is of.
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_DIR", work.join("target"));
    for variable in FOREIGN {
        command.env_remove(variable);
    }
    let status = command.status().map_err(failed)?;
    if !status.success() {
        return Err(format!("the standard library does not build: {status}"));
    }
    for target in targets() {
        let built = work.join("target").join(target).join("release/deps");
        let own = folder.join("lib/rustlib").join(target).join("lib");
        fs::create_dir_all(&own).map_err(failed)?;
        for library in libraries(&built).map_err(failed)? {
            let name = library
                .file_name()
                .expect("an entry of a folder has a name");
            fs::rename(&library, own.join(name)).map_err(failed)?;
        }
    }
    fs::remove_dir_all(&work).map_err(failed)
}

fn libraries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_nothing = path.to_string_lossy().contains("libnothing-");
        if path.extension() == Some(OsStr::new("rlib")) && !is_nothing {
            found.push(path);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_compiler_looks_for_the_library_in_the_cache() {
        let toolchain = toolchain(Path::new("/cache/debian"));
        let (_, path) = &toolchain.variables[0];
        assert!(path.to_string_lossy().starts_with("/usr/bin:"));
        let line = toolchain.invocation("test").to_string();
        for variable in [
            " CARGO=/usr/bin/cargo ",
            " RUSTC=/usr/bin/rustc ",
            " RUSTDOC=/usr/bin/rustdoc ",
            " CARGO_ENCODED_RUSTFLAGS=--sysroot=/cache/debian ",
            " CARGO_ENCODED_RUSTDOCFLAGS=--sysroot=/cache/debian ",
        ] {
            assert!(line.contains(variable), "{line}");
        }
    }

    #[test]
    fn the_library_is_made_of_what_was_built_for_it_alone() {
        let place = tempfile::tempdir().expect("it can be made");
        for name in [
            "libstd-0a.rlib",
            "libstd-0a.rmeta",
            "std-0a.d",
            "libnothing-0b.rlib",
        ] {
            fs::write(place.path().join(name), "").expect("it can be written");
        }
        assert_eq!(
            libraries(place.path()).expect("it can be listed"),
            [place.path().join("libstd-0a.rlib")]
        );
    }
}
