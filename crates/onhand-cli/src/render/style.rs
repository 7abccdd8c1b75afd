//! The colors, each with a meaning. Every meaning is in the words too.

use anstyle::{AnsiColor, Effects, Style};

/// Offerable, found.
pub(super) const GOOD: Style = AnsiColor::Green.on_default().effects(Effects::BOLD);
/// Not offerable, not found.
pub(super) const BAD: Style = AnsiColor::Red.on_default().effects(Effects::BOLD);
/// Offerable all the same, and likely not what somebody meant.
pub(super) const WARNED: Style = AnsiColor::Yellow.on_default().effects(Effects::BOLD);
/// What a block is about.
pub(super) const HEADING: Style = Style::new().effects(Effects::BOLD);
/// What labels something, or can be passed over.
pub(super) const QUIET: Style = Style::new().effects(Effects::DIMMED);

/// The text in a style.
pub(super) fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// The mark of what is good or bad.
pub(super) fn mark(good: bool) -> String {
    if good {
        styled(GOOD, "✓")
    } else {
        styled(BAD, "✗")
    }
}

/// Good or bad.
pub(super) fn verdict(good: bool) -> Style {
    if good { GOOD } else { BAD }
}
