//! The fuzz targets, and how each is run.

use clap::ValueEnum;

/// A fuzz target. `fuzz/src` says what each takes and what it holds onhand to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(super) enum Target {
    /// The version resource of an executable
    Pe,
    /// The version of an Info.plist
    Plist,
    /// The version of an uninstall entry
    RegistryValues,
    /// The order of versions
    Comparison,
    /// A declaration file
    Declaration,
    /// A path template and what it stands for
    Expansion,
    /// The frontmatter of a skill
    Frontmatter,
    /// The JSON file that a running application writes
    ServerJson,
    /// The file of lines that a running application writes
    PortFile,
    /// The folder of lock files that running applications write
    LockFolder,
}

impl Target {
    pub(super) const ALL: [Target; 10] = [
        Target::Pe,
        Target::Plist,
        Target::RegistryValues,
        Target::Comparison,
        Target::Declaration,
        Target::Expansion,
        Target::Frontmatter,
        Target::ServerJson,
        Target::PortFile,
        Target::LockFolder,
    ];

    /// The name of its program, and of its function.
    pub(super) fn name(self) -> &'static str {
        match self {
            Target::Pe => "pe",
            Target::Plist => "plist",
            Target::RegistryValues => "registry_values",
            Target::Comparison => "comparison",
            Target::Declaration => "declaration",
            Target::Expansion => "expansion",
            Target::Frontmatter => "frontmatter",
            Target::ServerJson => "server_json",
            Target::PortFile => "port_file",
            Target::LockFolder => "lock_folder",
        }
    }

    /// The fixtures that it starts from, beside its own seeds: a folder, and the ends of names.
    pub(super) fn fixtures(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Target::Pe => ("fixtures/machines/versions", &["exe", "dll"]),
            Target::Plist => ("fixtures/machines/versions", &["plist"]),
            Target::Declaration => ("fixtures/declarations", &["yaml", "json"]),
            Target::Frontmatter => ("fixtures/skills/tree", &["md"]),
            Target::RegistryValues
            | Target::Comparison
            | Target::Expansion
            | Target::ServerJson
            | Target::PortFile
            | Target::LockFolder => ("fixtures", &[]),
        }
    }

    /// The longest text that is tried, in bytes. Short ones find more in the same time.
    pub(super) fn max_len(self) -> usize {
        match self {
            Target::Pe => 64 * 1024,
            Target::Plist | Target::Declaration | Target::Frontmatter => 16 * 1024,
            Target::RegistryValues
            | Target::Expansion
            | Target::ServerJson
            | Target::PortFile
            | Target::LockFolder => 4096,
            Target::Comparison => 1024,
        }
    }

    /// The words that its texts are made of, if there are any.
    pub(super) fn dictionary(self) -> Option<String> {
        let has_words = !matches!(self, Target::Pe);
        has_words.then(|| format!("fuzz/dictionaries/{}.dict", self.name()))
    }
}

/// The functions that the programs call. They build here without libFuzzer.
#[cfg(test)]
#[path = "../../../fuzz/src/lib.rs"]
#[allow(unreachable_pub, reason = "it is a library, and a module here only")]
mod onhand_fuzz;

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::fuzz::{corpus, root};

    impl Target {
        fn body(self) -> fn(&[u8]) {
            match self {
                Target::Pe => onhand_fuzz::pe,
                Target::Plist => onhand_fuzz::plist,
                Target::RegistryValues => onhand_fuzz::registry_values,
                Target::Comparison => onhand_fuzz::comparison,
                Target::Declaration => onhand_fuzz::declaration,
                Target::Expansion => onhand_fuzz::expansion,
                Target::Frontmatter => onhand_fuzz::frontmatter,
                Target::ServerJson => onhand_fuzz::server_json,
                Target::PortFile => onhand_fuzz::port_file,
                Target::LockFolder => onhand_fuzz::lock_folder,
            }
        }
    }

    #[test]
    fn every_promise_holds_for_every_seed_and_for_its_parts() {
        for target in Target::ALL {
            let seeds = corpus::seeds(&root(), target).expect("they can be read");
            assert!(!seeds.is_empty(), "{} has seeds", target.name());
            for seed in seeds {
                let bytes = fs::read(&seed.path).expect("it can be read");
                println!("{}", seed.path.display());
                target.body()(&bytes);
                for part in 1..8 {
                    target.body()(&bytes[..bytes.len() * part / 8]);
                }
            }
        }
    }

    #[test]
    fn a_target_has_a_program_that_calls_its_function_and_its_dictionary_exists() {
        let manifest = fs::read_to_string(root().join("fuzz/Cargo.toml")).expect("it is there");
        let manifest: toml::Table = manifest.parse().expect("it is TOML");
        let programs: Vec<&str> = manifest["bin"]
            .as_array()
            .expect("they are a list")
            .iter()
            .filter_map(|program| program["name"].as_str())
            .collect();
        assert_eq!(programs, Target::ALL.map(Target::name));
        for target in Target::ALL {
            let name = target.name();
            let program = root().join(format!("fuzz/fuzz_targets/{name}.rs"));
            let program = fs::read_to_string(program).expect("it is there");
            let call = format!("onhand_fuzz::{name}(data)");
            assert!(program.contains(&call), "{name}");
            if let Some(dictionary) = target.dictionary() {
                assert!(root().join(&dictionary).is_file(), "{dictionary}");
            }
        }
    }

    #[test]
    fn the_crates_and_features_that_the_programs_need_exist() {
        let manifest = |path: &str| -> toml::Table {
            let path = root().join(path).join("Cargo.toml");
            let text = fs::read_to_string(&path).expect("it is there");
            text.parse().expect("it is TOML")
        };
        for (name, dependency) in manifest("fuzz")["dependencies"]
            .as_table()
            .expect("a table")
        {
            let Some(path) = dependency.get("path").and_then(toml::Value::as_str) else {
                continue;
            };
            let other = manifest(&format!("fuzz/{path}"));
            assert_eq!(other["package"]["name"].as_str(), Some(name.as_str()));
            let wanted = dependency.get("features").and_then(toml::Value::as_array);
            for feature in wanted.into_iter().flatten().filter_map(toml::Value::as_str) {
                assert!(
                    other["features"].get(feature).is_some(),
                    "{name}: {feature}"
                );
            }
        }
    }

    #[test]
    fn a_target_is_chosen_by_the_name_that_the_summary_prints() {
        for target in Target::ALL {
            let value = target.to_possible_value().expect("no target is hidden");
            assert_eq!(value.get_name(), target.name());
        }
        assert_eq!(Target::value_variants(), Target::ALL);
    }
}
