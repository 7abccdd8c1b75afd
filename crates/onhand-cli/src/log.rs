//! What `-v` shows: the decisions of onhand's crates, as they are made.

use std::fmt;

use anstream::{AutoStream, ColorChoice};
use tracing_subscriber::field::RecordFields;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::FormatFields;
use tracing_subscriber::fmt::format::{DefaultFields, Writer};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::visible::plain;

/// Every crate of the workspace, and this program, has a name that starts so.
const OURS: &str = "onhand";

/// Shows events on stderr from here on: decisions for one `-v`, each host call for two.
pub(crate) fn start(verbose: u8) {
    let level = match verbose {
        0 => return,
        1 => LevelFilter::DEBUG,
        _ => LevelFilter::TRACE,
    };
    let colored = AutoStream::choice(&std::io::stderr()) != ColorChoice::Never;
    let events = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .fmt_fields(VisibleFields)
        .with_ansi(colored)
        .without_time();
    tracing_subscriber::registry()
        .with(events)
        .with(Targets::new().with_target(OURS, level))
        .init();
}

/// Writes fields as text that a terminal shows and does not obey, in one line: paths, names and
/// values of variables are written by somebody else. They go without styles, so that every
/// control character among them is theirs.
struct VisibleFields;

impl<'writer> FormatFields<'writer> for VisibleFields {
    fn format_fields<R: RecordFields>(
        &self,
        mut writer: Writer<'writer>,
        fields: R,
    ) -> fmt::Result {
        let mut text = String::new();
        DefaultFields::new().format_fields(Writer::new(&mut text), fields)?;
        writer.write_str(&plain(&text))
    }
}
