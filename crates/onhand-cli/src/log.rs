//! What `-v` shows: the decisions of onhand's crates, as they are made.

use anstream::{AutoStream, ColorChoice};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

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
        .with_ansi(colored)
        .without_time();
    tracing_subscriber::registry()
        .with(events)
        .with(Targets::new().with_target(OURS, level))
        .init();
}
