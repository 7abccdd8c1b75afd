//! What is wrong, as a compiler shows it: the sentence, the place, the line, what would be right.

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use onhand::declaration::Severity;

use super::plain;
use crate::declared::FileProblem;
use crate::files::Quote;

/// Something that is wrong with a file.
#[derive(Debug)]
pub(crate) struct Diagnostic<'a> {
    /// How much it weighs.
    pub(crate) severity: Severity,
    /// The code of the rule that is broken.
    pub(crate) code: Option<&'a str>,
    /// What is wrong.
    pub(crate) message: &'a str,
    /// The file.
    pub(crate) file: &'a str,
    /// Line and column, from 1.
    pub(crate) place: Option<(u64, u64)>,
    /// The line, where it can be shown.
    pub(crate) quote: Option<&'a Quote>,
    /// What would be right.
    pub(crate) hint: Option<&'a str>,
    /// The place as a path of keys.
    pub(crate) keys: Option<&'a str>,
}

impl<'a> Diagnostic<'a> {
    /// An error of the file as a whole.
    pub(crate) fn error(file: &'a str, message: &'a str) -> Self {
        Diagnostic {
            severity: Severity::Error,
            code: None,
            message,
            file,
            place: None,
            quote: None,
            hint: None,
            keys: None,
        }
    }
}

impl<'a> From<&'a FileProblem> for Diagnostic<'a> {
    fn from(found: &'a FileProblem) -> Self {
        let problem = &found.problem;
        Diagnostic {
            severity: problem.severity(),
            code: Some(problem.rule.code()),
            message: &problem.message,
            file: &found.file,
            place: problem.span.map(|span| (span.line, span.column)),
            quote: found.quote.as_ref(),
            hint: problem.hint.as_deref(),
            keys: Some(problem.path.as_str()).filter(|path| !path.is_empty()),
        }
    }
}

/// Every problem, a blank line behind each.
pub(crate) fn problems(found: &[FileProblem]) -> String {
    found
        .iter()
        .map(|found| diagnostic(&Diagnostic::from(found)) + "\n")
        .collect()
}

/// An error that stands in no file.
pub(crate) fn error(message: &str) -> String {
    render(Level::ERROR.primary_title(plain(message)).elements(NONE))
}

const NONE: [Origin<'_>; 0] = [];

/// One diagnostic.
pub(crate) fn diagnostic(shown: &Diagnostic<'_>) -> String {
    let level = match shown.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut title = level.primary_title(plain(shown.message));
    if let Some(code) = shown.code {
        title = title.id(code);
    }
    let file = plain(shown.file);
    let mut group = match (shown.quote, shown.place) {
        // The column comes out of what is underlined: the quote keeps every column.
        (Some(quote), _) => title.element(
            Snippet::source(&quote.line)
                .path(file)
                .line_start(quote.number)
                .annotation(AnnotationKind::Primary.span(quote.underlined.clone())),
        ),
        (None, Some((line, column))) => title.element(
            Origin::path(file)
                .line(number(line))
                .char_column(number(column)),
        ),
        (None, None) => title.element(Origin::path(file)),
    };
    if let Some(hint) = shown.hint {
        group = group.element(Level::HELP.with_name("hint").message(plain(hint)));
    }
    if let Some(keys) = shown.keys {
        group = group.element(Level::NOTE.with_name("at").message(plain(keys)));
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
