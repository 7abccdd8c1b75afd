//! A declaration file: one declaration, or several under `servers`.

use onhand_document::{Place, keys_hint, shown};

use super::{Field, Fields, KEYS, Parser, Report};
use crate::{Declaration, DocumentRule, Node, Problem, Rule, Span, Value};

/// What came of a file. A bad declaration never takes its neighbours down.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ParsedFile {
    /// The declarations that are valid, in order.
    pub declarations: Vec<Named>,
    /// The names of those that are not, in order. A host program should hide their servers:
    /// [`Registry::register_file`](crate::Registry::register_file) does.
    pub invalid: Vec<String>,
    /// Everything that is wrong, warnings too, in order of place.
    pub problems: Vec<Problem>,
}

/// A declaration and the name of its server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// The name.
    pub name: String,
    /// The declaration.
    pub declaration: Declaration,
}

/// Says what a file holds; nothing reads it. Editors look for it.
const SCHEMA_KEY: &str = "$schema";

/// The keys of a file.
const FILE_KEYS: [&str; 5] = ["name", KEYS[0], KEYS[1], "servers", SCHEMA_KEY];

impl Parser<'_> {
    /// A file: `name`, `app` and `requires` of one declaration, or `servers` with a mapping of
    /// names to declarations. `stem` names the one that has no `name`.
    #[must_use]
    pub fn file(&self, node: &Node, stem: &str) -> ParsedFile {
        let mut report = Report::default();
        let mut named = Vec::new();
        let mark = report.mark();
        if let Value::Null = node.value {
            // Where nothing stands, the reader has gone on to the end.
            let start = node.span.map(|_| Span {
                line: 1,
                column: 1,
                start: 0,
                len: 0,
            });
            report.add_with_hint(
                DocumentRule::NotAMapping,
                &Place::root(node).at(start),
                "the file is empty",
                "a declaration is a mapping of `app` and `requires`",
            );
        } else if let Some(mut fields) = Fields::read(
            node,
            &Place::root(node),
            "a declaration",
            || keys_hint(&FILE_KEYS),
            &mut report,
        ) {
            // A key that appears here twice: which of them is meant?
            let is_ambiguous = report.errors_since(mark);
            if let Some(schema) = fields.take_given(SCHEMA_KEY, &mut report) {
                schema.text(&mut report);
            }
            match fields.take("servers") {
                Some(servers) => {
                    self.servers(&servers, &mut named, &mut report);
                    let mark = report.mark();
                    for key in ["name", KEYS[0], KEYS[1]] {
                        if let Some(field) = fields.take(key) {
                            field.deny("beside `servers`, it belongs to one of them", &mut report);
                        }
                    }
                    fields.deny_rest(&["servers", SCHEMA_KEY], &mut report);
                    // Any of them may be the one that it was meant for.
                    if is_ambiguous || report.errors_since(mark) {
                        for (_, declaration) in &mut named {
                            *declaration = None;
                        }
                    }
                }
                None => {
                    let (name, declaration) = self.single(fields, stem, &mut report);
                    named.push((name, declaration.filter(|_| !is_ambiguous)));
                }
            }
        } else {
            named.push((stem.to_owned(), None));
        }
        let mut file = ParsedFile {
            declarations: Vec::new(),
            invalid: Vec::new(),
            problems: report.finish(),
        };
        for (name, declaration) in named {
            match declaration {
                Some(declaration) => file.declarations.push(Named { name, declaration }),
                None => file.invalid.push(name),
            }
        }
        file
    }

    fn single(
        &self,
        mut fields: Fields<'_>,
        stem: &str,
        report: &mut Report,
    ) -> (String, Option<Declaration>) {
        let mark = report.mark();
        let name = match fields.take_given("name", report) {
            None => stem.to_owned(),
            Some(field) => parse_name(&field, report).unwrap_or_else(|| stem.to_owned()),
        };
        let declaration = self.declaration_of(&mut fields, report);
        fields.deny_rest(&FILE_KEYS, report);
        (name, declaration.filter(|_| !report.errors_since(mark)))
    }

    fn servers(
        &self,
        field: &Field<'_>,
        named: &mut Vec<(String, Option<Declaration>)>,
        report: &mut Report,
    ) {
        let hint = || "its keys are the names of servers, its values declarations".to_owned();
        let Some(mut servers) = Fields::read(field.node, &field.place, "`servers`", hint, report)
        else {
            return;
        };
        if servers.is_empty() {
            report.add_with_hint(
                Rule::ServersEmpty,
                &field.place,
                "`servers` names no server",
                hint(),
            );
        }
        for server in servers.take_rest() {
            let mark = report.mark();
            if server.key.trim().is_empty() {
                report.add(
                    DocumentRule::WrongType,
                    &server.key_place,
                    "the name of a server must be a text that is not blank",
                );
            }
            let what = format!("`{}`", shown(server.key));
            let Some(mut fields) = Fields::read(
                server.node,
                &server.place,
                &what,
                || keys_hint(&KEYS),
                report,
            ) else {
                named.push((server.key.to_owned(), None));
                continue;
            };
            let declaration = self.declaration_of(&mut fields, report);
            fields.deny_rest(&KEYS, report);
            let is_sound = !report.errors_since(mark) && !servers.is_ambiguous(server.key);
            let declaration = declaration.filter(|_| is_sound);
            named.push((server.key.to_owned(), declaration));
        }
    }
}

fn parse_name(field: &Field<'_>, report: &mut Report) -> Option<String> {
    let text = field.text(report)?;
    if text.trim().is_empty() {
        report.add_with_hint(
            DocumentRule::WrongType,
            &field.place,
            "`name` must be a text that is not blank",
            "where it is left out, the name of the file is the name",
        );
        return None;
    }
    Some(text.to_owned())
}
