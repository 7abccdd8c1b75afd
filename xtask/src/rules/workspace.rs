//! The workspace as cargo sees it, and its manifests as they are written.
//!
//! `cargo metadata --no-deps` resolves nothing and downloads nothing. It also fills in what a
//! manifest inherits, so a rule about inheritance reads the manifest itself.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use cargo_metadata::{DependencyKind, MetadataCommand, Package};

/// The members under `crates/` that tests lean on, and nothing else may.
pub(super) const FOR_TESTS: &[&str] = &["onhand-testkit"];

pub(super) struct Workspace {
    pub(super) root: PathBuf,
    /// Every member, `xtask` too.
    pub(super) packages: Vec<Package>,
}

impl Workspace {
    pub(super) fn load() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .parent()
            .expect("xtask stands in the workspace's root")
            .to_path_buf();
        let metadata = MetadataCommand::new()
            .manifest_path(root.join("Cargo.toml"))
            .no_deps()
            .exec()
            .expect("cargo can read the workspace");
        Self {
            root,
            packages: metadata.packages,
        }
    }

    /// The members under `crates/`: what a host can depend on, and the command line. What is for tests alone is none.
    pub(super) fn product(&self) -> impl Iterator<Item = &Package> {
        let crates = self.root.join("crates");
        self.packages.iter().filter(move |package| {
            package.manifest_path.starts_with(&crates)
                && !FOR_TESTS.contains(&package.name.as_str())
        })
    }

    pub(super) fn has_member(&self, name: &str) -> bool {
        self.packages
            .iter()
            .any(|package| package.name.as_str() == name)
    }

    /// What `cargo tree` prints for one package, one crate a line. `features` are the options that choose its features;
    /// without one they are the default ones.
    ///
    /// `cargo metadata` would mix in the features that other members switch on. `--target all`
    /// makes the answer the same on every OS. Nothing is downloaded.
    pub(super) fn tree(&self, package: &str, features: &[&str]) -> String {
        let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args([
                "tree",
                "--package",
                package,
                "--edges",
                "normal",
                "--target",
                "all",
            ])
            .args(["--prefix", "none", "--locked", "--offline"])
            .args(features)
            .current_dir(&self.root)
            .output()
            .expect("cargo starts");
        assert!(
            output.status.success(),
            "`cargo tree` cannot resolve {package} (`cargo fetch --locked` gets what is missing):\n{}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout).expect("cargo prints UTF-8")
    }
}

/// The names of what a package needs to be built and run, tests and benches apart.
pub(super) fn leans_on(package: &Package) -> impl Iterator<Item = &str> {
    let dependencies = package.dependencies.iter();
    dependencies
        .filter(|dependency| dependency.kind != DependencyKind::Development)
        .map(|dependency| dependency.name.as_str())
}

/// A TOML file as it is written.
pub(super) fn read_toml(path: &Path) -> toml::Table {
    let text =
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.parse()
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Fails with every problem at once, under one sentence that names the rule.
#[track_caller]
pub(super) fn expect_none(rule: &str, problems: &[String]) {
    assert!(problems.is_empty(), "{rule}\n  {}", problems.join("\n  "));
}
