//! Declarations as text, against a typed decode that checks nothing.
//!
//! A file of a thousand declarations holds more values than are read of one, so there are several files.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::hint::black_box;

use onhand_declaration::{Node, Parser};
use serde::Deserialize;

use super::{Piece, resolvers};
use crate::stage::Stage;

/// Of how many declarations a file is.
const A_FILE: usize = 250;

/// The shape of a file, for a decode that takes whatever fits it.
#[derive(Deserialize)]
struct File {
    servers: BTreeMap<String, Server>,
}

#[derive(Deserialize)]
struct Server {
    app: BTreeMap<String, App>,
    requires: Requires,
}

#[derive(Deserialize)]
struct App {
    presence: String,
    location: String,
    version: Version,
}

#[derive(Deserialize)]
struct Version {
    kind: String,
}

#[derive(Deserialize)]
struct Requires {
    app: bool,
}

/// YAML to declarations.
pub(super) fn yaml<const N: usize>(_: &Stage) -> Piece {
    let (texts, resolvers) = (texts(N, yaml_file), resolvers());
    Box::new(move || {
        let parser = Parser::new(resolvers.vocabulary());
        let files = texts
            .iter()
            .map(|text| parser.text(black_box(text.as_bytes()), "file"));
        assert_eq!(files.map(|file| file.declarations.len()).sum::<usize>(), N);
    })
}

pub(super) fn yaml_typed<const N: usize>(_: &Stage) -> Piece {
    let texts = texts(N, yaml_file);
    typed::<N>(texts, |text| serde_saphyr::from_str(text).expect("it fits"))
}

/// JSON to declarations, as a program does that has its catalogue in JSON: no YAML reader has a part in it.
pub(super) fn json<const N: usize>(_: &Stage) -> Piece {
    let (texts, resolvers) = (texts(N, json_file), resolvers());
    Box::new(move || {
        let parser = Parser::new(resolvers.vocabulary());
        let files = texts.iter().map(|text| {
            let node: Node = serde_json::from_str(black_box(text)).expect("it is JSON");
            parser.file(&node, "file")
        });
        assert_eq!(files.map(|file| file.declarations.len()).sum::<usize>(), N);
    })
}

pub(super) fn json_typed<const N: usize>(_: &Stage) -> Piece {
    let texts = texts(N, json_file);
    typed::<N>(texts, |text| serde_json::from_str(text).expect("it fits"))
}

fn typed<const N: usize>(texts: Vec<String>, decode: fn(&str) -> File) -> Piece {
    Box::new(move || {
        let files = texts.iter().map(|text| decode(black_box(text)));
        assert_eq!(files.map(|file| read(&file)).sum::<usize>(), N);
    })
}

/// How many servers a file declares, each as it must be.
fn read(file: &File) -> usize {
    let servers = file.servers.values();
    let whole = servers.filter(|server| {
        let apps = server.app.values();
        let texts = apps.flat_map(|app| [&app.presence, &app.location, &app.version.kind]);
        server.requires.app && texts.filter(|text| !text.is_empty()).count() == 9
    });
    whole.count()
}

/// The texts of as many declarations.
fn texts(declarations: usize, file: fn(std::ops::Range<usize>) -> String) -> Vec<String> {
    let starts = (0..declarations).step_by(A_FILE);
    starts
        .map(|start| file(start..declarations.min(start + A_FILE)))
        .collect()
}

fn yaml_file(indices: std::ops::Range<usize>) -> String {
    let mut text = "servers:\n".to_owned();
    for index in indices {
        let written = write!(
            text,
            "  vendor{index}:\n    app:\n      \
                 win32:\n        presence: executable\n        \
                   location: '%ProgramFiles%/Vendor/App {index}/Server.exe'\n        \
                   version: {{ kind: none }}\n      \
                 darwin:\n        presence: bundle\n        \
                   location: /Applications/Vendor {index}.app\n        \
                   version: {{ kind: none }}\n      \
                 linux:\n        presence: executable\n        \
                   location: $HOME/.local/vendor{index}/server\n        \
                   version: {{ kind: none }}\n    \
             requires: {{ app: true }}\n"
        );
        written.expect("a text takes what is written");
    }
    text
}

fn json_file(indices: std::ops::Range<usize>) -> String {
    let node = Node::from_yaml(yaml_file(indices).as_bytes()).expect("it is YAML");
    serde_json::to_string_pretty(&node).expect("it is data")
}
