//! No two modules of a crate lean on each other: whoever reads one need not have read the other.
//!
//! Modules that stand in one folder are compared: each stands for all that is below it. What leans on what is read
//! from the paths in the source, `crate::…` and `super::…`; a name that a `use` makes known elsewhere counts as what
//! it leads to. Tests are left out, and so is what a module and its own parent say of each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::Workspace;
use super::sources::{sources, without_tests};
use super::workspace::expect_none;

/// Circles that are still there: the crate, the folder, and why. Strike out what has ended.
const STILL_THERE: &[(&str, &str, &str)] = &[
    (
        "onhand-platform",
        "",
        "templates ask a host, hosts are asked for paths",
    ),
    (
        "onhand-platform",
        "host",
        "a tier and its values name each other",
    ),
    (
        "onhand-platform",
        "path",
        "reserved names are a rule of paths",
    ),
    (
        "onhand-platform-fake",
        "",
        "the host is built with listeners, which are built as it is",
    ),
    (
        "onhand-platform-fake",
        "disk",
        "a tree of nodes, links among them",
    ),
    (
        "onhand-platform-native",
        "",
        "macOS is a Unix with calls of its own",
    ),
    (
        "onhand-platform-native",
        "windows",
        "places, volumes and reparse points of one file system",
    ),
    (
        "onhand-version",
        "pe_resource",
        "the version and the resource that states it name each other",
    ),
    (
        "onhand-version",
        "plist",
        "one error for both formats, each with its own",
    ),
];

/// The name of a module, from the root of its crate.
type ModulePath = Vec<String>;

/// The modules of one crate.
struct Modules {
    sources: BTreeMap<ModulePath, String>,
    /// The names that each module makes known by a `use`, and what each leads to.
    uses: BTreeMap<ModulePath, BTreeMap<String, Vec<String>>>,
}

impl Modules {
    fn of(files: impl IntoIterator<Item = (ModulePath, String)>) -> Self {
        let mut modules = Modules {
            sources: files.into_iter().collect(),
            uses: BTreeMap::new(),
        };
        let uses = modules.sources.iter().map(|(module, source)| {
            let paths = paths_after(source, "use ");
            let known = paths.filter_map(|path| {
                let path = modules.absolute(module, path)?;
                Some((path.last()?.clone(), path))
            });
            (module.clone(), known.collect())
        });
        modules.uses = uses.collect();
        modules
    }

    /// A path from the root of the crate; none that leads to another crate.
    fn absolute(&self, module: &[String], mut path: Vec<String>) -> Option<Vec<String>> {
        let mut from = module.to_vec();
        match path.first()?.as_str() {
            "crate" => from.clear(),
            "self" => {}
            "super" => {
                while path.first().is_some_and(|first| first == "super") {
                    from.pop()?;
                    path.remove(0);
                }
                return Some([from, path].concat());
            }
            child => {
                let child = [module, &[child.to_owned()]].concat();
                self.sources.get(&child)?;
                return Some([from, path].concat());
            }
        }
        path.remove(0);
        Some([from, path].concat())
    }

    /// The module that a path leads to, through the names that modules make known.
    fn module_of(&self, path: &[String], steps: usize) -> ModulePath {
        let len = (0..=path.len())
            .rev()
            .find(|len| self.sources.contains_key(&path[..*len]))
            .unwrap_or_default();
        let (module, rest) = path.split_at(len);
        let known = self.uses.get(module);
        let leads_to = rest
            .first()
            .and_then(|name| known?.get(name))
            .filter(|leads_to| leads_to[..] != path[..=len]);
        match leads_to {
            // A name can't lead on for ever, but for `use` lines that don't compile.
            Some(leads_to) if steps > 0 => {
                self.module_of(&[leads_to, &rest[1..]].concat(), steps - 1)
            }
            _ => module.to_vec(),
        }
    }

    /// In each folder, which of its modules leans on which.
    fn leanings(&self) -> BTreeMap<ModulePath, BTreeSet<(String, String)>> {
        let mut leanings: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
        for (module, source) in &self.sources {
            let paths = paths_after(source, "crate::").chain(paths_after(source, "super::"));
            for path in paths.filter_map(|path| self.absolute(module, path)) {
                let target = self.module_of(&path, 8);
                let pairs = module.iter().zip(&target);
                let shared = pairs.take_while(|(one, other)| one == other).count();
                if let (Some(one), Some(other)) = (module.get(shared), target.get(shared)) {
                    let folder = module[..shared].to_vec();
                    let leaning = (one.clone(), other.clone());
                    leanings.entry(folder).or_default().insert(leaning);
                }
            }
        }
        leanings
    }

    /// Each folder with a circle, and the modules that are part of one.
    fn circles(&self) -> Vec<(String, Vec<String>)> {
        let leanings = self.leanings();
        let circles = leanings.iter().map(|(folder, leanings)| {
            let on_circle = leanings.iter().map(|(module, _)| module);
            let on_circle: BTreeSet<_> = on_circle
                .filter(|module| reached(leanings, module).contains(*module))
                .cloned()
                .collect();
            (folder.join("::"), on_circle.into_iter().collect())
        });
        circles
            .filter(|(_, modules): &(_, Vec<_>)| !modules.is_empty())
            .collect()
    }
}

/// All that a module leans on, directly or through others.
fn reached<'l>(leanings: &'l BTreeSet<(String, String)>, module: &'l str) -> BTreeSet<&'l String> {
    let mut reached = BTreeSet::new();
    let mut next = vec![module];
    while let Some(module) = next.pop() {
        for (_, other) in leanings.iter().filter(|(one, _)| one == module) {
            if reached.insert(other) {
                next.push(other);
            }
        }
    }
    reached
}

/// Every path that begins with that text, or right behind it where the text is `use `.
fn paths_after<'s>(source: &'s str, start: &'s str) -> impl Iterator<Item = Vec<String>> + 's {
    let starts = source.match_indices(start).filter(|(at, _)| {
        let before = source[..*at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | ':'))
    });
    starts.flat_map(move |(at, _)| {
        let at = if start == "use " {
            at + start.len()
        } else {
            at
        };
        path_tree(&source[at..]).0
    })
}

/// The paths of a tree such as `a::{b, c::d}`, and what follows it.
fn path_tree(mut text: &str) -> (Vec<Vec<String>>, &str) {
    let mut path = Vec::new();
    loop {
        if let Some(mut inside) = text.strip_prefix('{') {
            let mut paths = Vec::new();
            loop {
                inside = inside.trim_start_matches([',', ' ', '\n']);
                if inside.is_empty() || inside.starts_with('}') {
                    break;
                }
                let (below, rest) = path_tree(inside);
                paths.extend(
                    below
                        .into_iter()
                        .map(|below| [path.clone(), below].concat()),
                );
                let end = rest.find([',', '}', '{']).unwrap_or(rest.len());
                inside = &rest[end..];
            }
            return (paths, inside.strip_prefix('}').unwrap_or(inside));
        }
        let end = text
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(text.len());
        let (name, rest) = text.split_at(end);
        if !name.is_empty() {
            path.push(name.to_owned());
        }
        match rest.strip_prefix("::") {
            Some(rest) => text = rest,
            None => return (vec![path], rest),
        }
    }
}

/// The modules of the crate whose sources are in that folder.
fn modules(folder: &Path) -> Modules {
    Modules::of(sources(folder).into_iter().map(|file| {
        let source = fs::read_to_string(&file).expect("a source can be read");
        let way = file.strip_prefix(folder).expect("it is below its folder");
        let mut path: ModulePath = way
            .with_extension("")
            .iter()
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        if matches!(&path[..], [name] if name == "lib" || name == "main")
            || path.last().is_some_and(|name| name == "mod")
        {
            path.pop();
        }
        (path, without_tests(&source))
    }))
}

#[test]
fn no_two_modules_lean_on_each_other() {
    let workspace = Workspace::load();
    let mut problems = Vec::new();
    let mut ended = STILL_THERE.to_vec();
    for package in workspace.product() {
        let folder = package.manifest_path.as_std_path().with_file_name("src");
        for (place, circle) in modules(&folder).circles() {
            let is_this =
                |(of, at, _): &(&str, &str, &str)| *of == package.name.as_str() && *at == place;
            if STILL_THERE.iter().any(is_this) {
                ended.retain(|known| !is_this(known));
            } else {
                problems.push(format!("{} {place}: {}", package.name, circle.join(", ")));
            }
        }
    }
    problems.extend(ended.iter().map(|(of, at, _)| {
        format!("{of} {at}: no circle is left, so strike it out of `STILL_THERE`")
    }));
    let rule = "modules lean on each other; move what both need into a module below them:";
    expect_none(rule, &problems);
}

#[test]
fn a_circle_is_found_through_names_that_a_parent_makes_known_and_below_braces() {
    let modules = |b: &str| {
        let module = |path: &str, source: &str| {
            let path = path.split_terminator('/').map(str::to_owned).collect();
            (path, source.to_owned())
        };
        Modules::of([
            module(
                "",
                "mod a;\nmod b;\nmod c;\npub use a::{inner::A, Other};\n",
            ),
            module("a", "pub mod inner;\n"),
            module(
                "a/inner",
                "use crate::{c, b::{self, B}};\nuse super::Other;\n",
            ),
            module("b", b),
            module("c", "use std::fs;\n"),
        ])
    };
    assert_eq!(modules("use crate::c;\n").circles(), []);
    let circle = [(String::new(), vec!["a".to_owned(), "b".to_owned()])];
    assert_eq!(modules("use crate::A;\n").circles(), circle);
    assert_eq!(
        modules("fn f() { super::a::inner::g() }\n").circles(),
        circle
    );
}
