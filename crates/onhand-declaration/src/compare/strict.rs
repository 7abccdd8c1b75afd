//! `strict`: the comparison that takes dotted digits and nothing else.

use super::digits::is_dotted_numeric;

/// The dotted digits of a text that is nothing else, but for a leading `v` and `+metadata`.
pub(super) fn core(text: &str) -> Option<&str> {
    let text = text.strip_prefix(['v', 'V']).unwrap_or(text);
    let core = match text.split_once('+') {
        Some((_, "")) => return None,
        Some((core, _)) => core,
        None => text,
    };
    is_dotted_numeric(core).then_some(core)
}
