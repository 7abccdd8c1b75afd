//! The pieces of work. Each is prepared once, on a stage of its own files, and then repeated.

mod gates;
mod looks;
mod passes;
mod processes;
mod skills;
mod texts;
mod uninstall;
mod versions;

pub(crate) use looks::LOOKS;

use onhand_declaration::{Declaration, Node, Parser};
use onhand_platform::Os;
use onhand_resolver::Resolvers;
use onhand_version::{PeResource, Plist, UninstallRegistry};

use crate::stage::Stage;

/// What is repeated. It panics where it doesn't do what it is measured for.
pub(crate) type Piece = Box<dyn FnMut()>;

/// Sets the stage for a piece of work.
type Prepare = fn(&Stage) -> Piece;

/// Every piece but the [looks](LOOKS), with the name by which rows and figures call it.
const PIECES: &[(&str, Prepare)] = &[
    ("metadata", looks::metadata),
    ("metadata-missing", looks::metadata_missing),
    ("metadata-home", looks::metadata_home),
    ("metadata-variable", looks::metadata_variable),
    ("no-requirements", looks::no_requirements),
    ("pass-10", passes::pass::<10>),
    ("pass-1k", passes::pass::<1_000>),
    ("pass-10k", passes::pass::<10_000>),
    ("pass-100k", passes::pass::<100_000>),
    ("pass-again", passes::again),
    ("stats-10", passes::stats::<10>),
    ("stats-1k", passes::stats::<1_000>),
    ("stats-10k", passes::stats::<10_000>),
    ("stats-100k", passes::stats::<100_000>),
    ("uninstall-found", uninstall::found),
    ("uninstall-not-found", uninstall::not_found),
    ("uninstall-entries", uninstall::entries),
    ("check-fn-unregistered", gates::unregistered),
    ("check-fn-registered", gates::registered),
    ("atomic-load", gates::connected),
    ("skills-warm", skills::warm::<10_000>),
    ("skills-cold", skills::cold::<10_000>),
    ("skills-stats", skills::stats::<10_000>),
    ("skills-by-hand", skills::by_hand::<10_000>),
    ("skills-100-warm", skills::warm::<100>),
    ("skills-100-cold", skills::cold::<100>),
    ("frontmatter", skills::frontmatter),
    ("frontmatter-bomb", skills::frontmatter_bomb),
    ("yaml", texts::yaml::<1_000>),
    ("yaml-typed", texts::yaml_typed::<1_000>),
    ("yaml-1", texts::yaml::<1>),
    ("json", texts::json::<1_000>),
    ("json-typed", texts::json_typed::<1_000>),
    ("json-1", texts::json::<1>),
    ("check", processes::check),
    ("check-one", processes::check_one),
    ("bare-process", processes::bare),
    ("plist-xml", versions::plist_xml),
    ("plist-xml-crate", versions::plist_xml_crate),
    ("plist-binary", versions::plist_binary),
    ("plist-binary-crate", versions::plist_binary_crate),
    ("pe-large", versions::pe_large),
    ("pe-large-read", versions::pe_large_read),
    ("pe-large-mapped", versions::pe_large_mapped),
];

/// The names of all pieces.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    let looks = LOOKS.iter().map(|(name, _)| *name);
    PIECES.iter().map(|(name, _)| *name).chain(looks)
}

/// The piece of that name, prepared.
///
/// # Errors
/// Where there is none.
pub(crate) fn prepared(name: &str, stage: &Stage) -> Result<Piece, String> {
    if let Some((_, look)) = LOOKS.iter().find(|(other, _)| *other == name) {
        return Ok(looks::at_this_machine(look(stage)));
    }
    match PIECES.iter().find(|(other, _)| *other == name) {
        Some((_, prepare)) => Ok(prepare(stage)),
        None => {
            let known: Vec<_> = names().collect();
            let known = known.join(", ");
            Err(format!(
                "there is no piece of work `{name}`; there are {known}"
            ))
        }
    }
}

/// The kinds of versions: what an availability may ask.
fn resolvers() -> Resolvers {
    Resolvers::new()
        .with_version(PeResource)
        .with_version(Plist)
        .with_version(UninstallRegistry)
}

/// An application that must be there, for one OS.
fn declaration(os: Os, presence: &str, location: &str) -> Declaration {
    declared(&format!(
        "app: {{ {os}: {{ presence: {presence}, location: '{location}' }} }}\n\
         requires: {{ app: true }}\n"
    ))
}

fn declared(text: &str) -> Declaration {
    let node = Node::from_yaml(text.as_bytes()).expect("it is YAML");
    let resolvers = resolvers();
    let parsed = Parser::new(resolvers.vocabulary()).declaration(&node);
    parsed.declaration.expect("it is valid")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_pieces_have_one_name() {
        let names: Vec<_> = names().collect();
        let different: BTreeSet<_> = names.iter().collect();
        assert_eq!(different.len(), names.len());
    }
}
