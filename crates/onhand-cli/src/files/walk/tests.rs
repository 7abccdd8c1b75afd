use super::*;

/// A folder with these files, each empty.
fn folder(files: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for file in files {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().expect("below the folder")).expect("a folder");
        fs::write(path, "").expect("a file");
    }
    folder
}

/// What was found below `folder`: the way from there, and why where it is not a file.
fn found(folder: &Path, paths: &[&str], limits: Limits) -> Vec<String> {
    let paths: Vec<PathBuf> = paths.iter().map(|path| folder.join(path)).collect();
    let way = |name: &str| {
        let way = Path::new(name).strip_prefix(folder).expect("below it");
        way.to_string_lossy().replace('\\', "/")
    };
    let (found, passed_over) = find_within(&paths, limits);
    let passed_over = passed_over.told().iter();
    let passed_over = passed_over.map(|it| format!("{}: {}", way(&it.name), it.code));
    found
        .into_iter()
        .map(|found| match found {
            Found::File(source) => way(&source.name),
            Found::Nothing { name, reason } => format!("{}: {reason}", way(&name)),
        })
        .chain(passed_over)
        .collect()
}

#[test]
fn a_folder_stands_for_its_declaration_files_in_order() {
    let folder = folder(&[
        "d/z.yaml",
        "d/b/x.yml",
        "d/b/y.JSON",
        "d/a.json",
        "d/notes.txt",
        "d/.hidden.yaml",
        "d/.git/x.yaml",
        "d/c.yaml/in.yaml",
    ]);
    assert_eq!(
        found(folder.path(), &["d"], LIMITS),
        [
            "d/a.json",
            "d/b/x.yml",
            "d/b/y.JSON",
            "d/c.yaml/in.yaml",
            "d/z.yaml",
            "d/.git: hidden",
            "d/.hidden.yaml: hidden",
        ],
    );
}

#[test]
fn a_file_is_read_whatever_its_name_and_once() {
    let folder = folder(&["d/.a.conf", "d/b.yaml"]);
    assert_eq!(
        found(
            folder.path(),
            &["d/.a.conf", "d/b.yaml", "d", "d/../d/b.yaml"],
            LIMITS
        ),
        ["d/.a.conf", "d/b.yaml", "d/b.yaml: same_file"],
    );
}

#[test]
fn a_folder_without_a_declaration_file_is_said() {
    let folder = folder(&["d/notes.txt", "d/e/.x.yaml"]);
    let nothing = "the folder holds no declaration file (*.yaml, *.yml, *.json)";
    assert_eq!(
        found(folder.path(), &["d"], LIMITS),
        [format!("d: {nothing}"), "d/e/.x.yaml: hidden".to_owned()]
    );
}

#[test]
fn a_walk_that_costs_too_much_ends_and_keeps_what_it_found() {
    let folder = folder(&["a.yaml", "b.yaml", "c.yaml", "d/e/f.yaml", "z.yaml"]);
    let names = |limits| found(folder.path(), &[""], limits);
    assert_eq!(
        names(Limits { files: 2, ..LIMITS }),
        [
            "a.yaml",
            "b.yaml",
            "c.yaml: the search stops here: no more than 2 files are read",
        ],
    );
    assert_eq!(
        names(Limits { depth: 1, ..LIMITS }),
        [
            "a.yaml",
            "b.yaml",
            "c.yaml",
            "d/e: the search stops here: it goes no more than 1 folders deep",
            "z.yaml",
        ],
    );
    assert_eq!(
        names(Limits { names: 4, ..LIMITS }),
        [": the search stops here: no more than 4 names are listed"],
    );
}

#[test]
fn a_file_of_a_thousand_names_is_found_once() {
    let folder = folder(&["d/0000.yaml"]);
    for i in 1..1_000 {
        let name = folder.path().join(format!("d/{i:04}.yaml"));
        fs::hard_link(folder.path().join("d/0000.yaml"), name).expect("a second name");
    }
    let found = found(folder.path(), &["d"], LIMITS);
    assert_eq!(found.len(), 1_000);
    assert_eq!(found[..2], ["d/0000.yaml", "d/0001.yaml: same_file"]);
}

#[cfg(unix)]
#[test]
fn links_to_nowhere_are_counted_as_files_are() {
    let folder = folder(&["d/a.yaml"]);
    for i in 0..20 {
        let link = folder.path().join(format!("d/b{i:02}.yaml"));
        std::os::unix::fs::symlink("nowhere", link).expect("a link");
    }
    let found = found(folder.path(), &["d"], Limits { files: 5, ..LIMITS });
    assert_eq!(found.len(), 6);
    assert_eq!(
        found[5],
        "d/b04.yaml: the search stops here: no more than 5 files are read"
    );
}

#[test]
fn a_walk_without_time_ends_at_its_first_name() {
    let folder = folder(&["d/a.yaml", "d/b.yaml"]);
    let limits = Limits {
        patience: Duration::ZERO,
        ..LIMITS
    };
    assert_eq!(
        found(folder.path(), &["d", "d/a.yaml"], limits),
        ["d/a.yaml: the search stops here: it takes no longer than 0ns"]
    );
}

#[cfg(unix)]
#[test]
fn a_linked_folder_is_entered_once_and_a_linked_file_is_read() {
    use std::os::unix::fs::symlink;
    let folder = folder(&["d/real.yaml", "other/x.yaml", "other/y.yaml"]);
    let at = |path: &str| folder.path().join(path);
    symlink(at("other"), at("d/linked")).expect("a link");
    symlink(at("other"), at("d/linked-again")).expect("a link");
    symlink(at("d"), at("d/circle.yaml")).expect("a link");
    symlink(at("other/x.yaml"), at("d/a.yaml")).expect("a link");
    symlink(at("nowhere"), at("d/dangling.yaml")).expect("a link");
    symlink(at("nowhere"), at("d/dangling.txt")).expect("a link");
    assert_eq!(
        found(folder.path(), &["d"], LIMITS),
        [
            "d/a.yaml",
            "d/dangling.yaml: the path can't be read: no such file or folder",
            "d/linked/y.yaml",
            "d/real.yaml",
            "d/circle.yaml: same_folder",
            "d/linked/x.yaml: same_file",
            "d/linked-again: same_folder",
        ],
    );
}

#[cfg(unix)]
#[test]
fn thousands_of_links_to_one_folder_are_one_folder() {
    use std::os::unix::fs::symlink;
    let folder = folder(&["one/x.yaml"]);
    let farm = folder.path().join("d");
    fs::create_dir(&farm).expect("a folder");
    for i in 0..3_000 {
        symlink("../one", farm.join(format!("{i:04}"))).expect("a link");
    }
    let found = found(folder.path(), &["d"], LIMITS);
    assert_eq!(found[..2], ["d/0000/x.yaml", "d/0001: same_folder"]);
    // Of those that are passed over a thousand are told.
    assert_eq!(found.len(), 1 + 1_000);
}
