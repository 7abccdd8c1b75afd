//! The place of what the YAML reader tells of, in lines, columns and bytes.

use serde_saphyr::Location;

use crate::Span;

/// The place of a value; `None` where the reader knows none.
pub(super) fn span(location: &Location) -> Option<Span> {
    if *location == Location::UNKNOWN {
        return None;
    }
    let bytes = location.span();
    Some(Span {
        line: location.line(),
        column: location.column(),
        start: usize::try_from(bytes.byte_offset()?).ok()?,
        len: usize::try_from(bytes.byte_len().unwrap_or(0)).ok()?,
    })
}

/// The place of an error, whose byte offset the reader doesn't always know.
pub(super) fn place(text: &str, location: &Location) -> Option<Span> {
    if let Some(span) = span(location) {
        return Some(span);
    }
    if *location == Location::UNKNOWN {
        return None;
    }
    let (line, column) = (location.line(), location.column());
    let line_start = match line.checked_sub(2) {
        None => first_column(text),
        Some(breaks) => {
            let nth = usize::try_from(breaks).ok()?;
            text.match_indices('\n').nth(nth)?.0 + 1
        }
    };
    let in_line = usize::try_from(column.saturating_sub(1)).ok()?;
    let offset = text[line_start..]
        .char_indices()
        .nth(in_line)
        .map_or(text.len() - line_start, |(at, _)| at);
    Some(Span {
        line,
        column,
        start: line_start + offset,
        len: 0,
    })
}

/// Where the first line has its first column: a byte order mark takes none.
pub(super) fn first_column(text: &str) -> usize {
    if text.starts_with('\u{FEFF}') {
        '\u{FEFF}'.len_utf8()
    } else {
        0
    }
}

/// The reader notices a tab when it has passed it.
pub(super) fn first_tab(text: &str, span: Span) -> Span {
    let line_break = text[..span.start].rfind('\n');
    let line_start = line_break.map_or_else(|| first_column(text), |at| at + 1);
    let before = text.get(line_start..span.start).unwrap_or_default();
    let Some(tab) = before.find('\t') else {
        return span;
    };
    Span {
        line: span.line,
        column: before[..tab].chars().count() as u64 + 1,
        start: line_start + tab,
        len: 1,
    }
}
