//! A page: what it is about, and blocks of lines, each with a label in front.

use std::fmt::Write;

use super::style::{HEADING, QUIET, mark, styled};
use super::width::padded;
use crate::answers::{AskedMachine, Declared};
use crate::visible::plain;

/// How wide a label is; what follows stands in one column.
const LABEL: usize = 12;

/// A page about one declaration.
#[derive(Default)]
pub(super) struct Page(String);

impl Page {
    /// What it is about, and whether the answer is a good one.
    pub(super) fn heading(&mut self, machine: &AskedMachine, declared: &Declared, good: bool) {
        let _ = writeln!(
            self.0,
            "{} {HEADING}{}{HEADING:#}  {} on {} ({})",
            mark(good),
            plain(&declared.name),
            plain(&declared.source),
            machine.os,
            plain(&machine.name),
        );
    }

    /// A label and its lines; nothing where there are none.
    pub(super) fn block(&mut self, label: &str, lines: impl IntoIterator<Item = String>) {
        for (index, line) in lines.into_iter().enumerate() {
            let label = padded(if index == 0 { label } else { "" }, LABEL);
            let _ = writeln!(self.0, "  {}{line}", styled(QUIET, &label));
        }
    }

    /// All of it.
    pub(super) fn text(self) -> String {
        self.0
    }
}
