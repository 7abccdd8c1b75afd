//! Declarations that are in the program itself: applications that MCP servers commonly front, for
//! each OS where they exist.

/// A declaration file that is in the program.
#[derive(Debug)]
pub(super) struct Entry {
    /// The file's name in `catalogue/`, without its `.yaml`.
    pub(super) stem: &'static str,
    /// What it holds.
    pub(super) text: &'static str,
}

macro_rules! embedded {
    ($($stem:literal,)*) => {
        &[$(Entry {
            stem: $stem,
            text: include_str!(concat!("../../catalogue/", $stem, ".yaml")),
        },)*]
    };
}

/// Every file of `catalogue/`, by name.
pub(super) const ENTRIES: &[Entry] = embedded![
    "blender",
    "dbeaver",
    "docker-desktop",
    "figma",
    "gimp",
    "google-chrome",
    "inkscape",
    "libreoffice",
    "notion",
    "obs-studio",
    "obsidian",
    "postman",
    "slack",
    "spotify",
    "unity-hub",
    "visual-studio-code",
    "zotero",
];

#[cfg(test)]
mod tests {
    use std::path::Path;

    use onhand::declaration::Parser;

    use super::*;
    use crate::reading::Reading;

    #[test]
    fn every_file_of_the_folder_is_in_the_program_and_in_order() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("catalogue");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .expect("the folder stands beside the manifest")
            .map(|entry| entry.expect("it can be listed").file_name())
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        files.sort();
        let embedded: Vec<String> = ENTRIES
            .iter()
            .map(|entry| format!("{}.yaml", entry.stem))
            .collect();
        assert_eq!(embedded, files);
    }

    #[test]
    fn every_entry_is_valid_and_declares_every_name_once() {
        let resolvers = onhand::resolvers();
        let reading = Reading::of_catalogue(Parser::new(resolvers.vocabulary()));
        assert_eq!(reading.problems.counts(), (0, 0), "{:?}", reading.problems);
        assert!(reading.declared.len() >= 12);
        let mut names: Vec<&str> = reading
            .declared
            .iter()
            .map(|declared| declared.name.as_str())
            .collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), reading.declared.len());
    }
}
