//! What is wrong, as a compiler shows it: the sentence, the place, the line, what would be right.

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use onhand::document::{RuleCode as _, Severity};

use crate::answers::FileProblem;
use crate::visible::plain;

/// Every problem, a blank line behind each.
pub(crate) fn problems(found: &[FileProblem]) -> String {
    found.iter().map(|found| problem(found) + "\n").collect()
}

/// An error that stands in no file.
pub(crate) fn error(message: &str) -> String {
    render(Level::ERROR.primary_title(plain(message)).elements(NONE))
}

const NONE: [Origin<'_>; 0] = [];

/// One problem.
fn problem(found: &FileProblem) -> String {
    let problem = &found.problem;
    let level = match problem.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level
        .primary_title(plain(&problem.message))
        .id(problem.rule.code());
    let file = plain(&found.file);
    let quote = found.quote();
    let mut group = match (&quote, problem.span) {
        // The column comes out of what is underlined: the quote keeps every column.
        (Some(quote), _) => title.element(
            Snippet::source(&quote.line)
                .path(file)
                .line_start(quote.number)
                .annotation(AnnotationKind::Primary.span(quote.underlined.clone())),
        ),
        (None, Some(span)) => title.element(
            Origin::path(file)
                .line(number(span.line))
                .char_column(number(span.column)),
        ),
        (None, None) => title.element(Origin::path(file)),
    };
    if let Some(hint) = &problem.hint {
        group = group.element(Level::HELP.with_name("hint").message(plain(hint)));
    }
    if !problem.path.is_empty() {
        group = group.element(Level::NOTE.with_name("at").message(plain(&problem.path)));
    }
    render(group)
}

fn render(group: Group<'_>) -> String {
    let renderer = Renderer::styled().hyperlink(false);
    let mut text = renderer.render(&[group]);
    text.push('\n');
    text
}

fn number(n: u64) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}
