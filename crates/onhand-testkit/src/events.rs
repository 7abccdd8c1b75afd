//! Every event of every crate, as text.

use std::io;
use std::sync::{Arc, Mutex};

use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::MakeWriter;

/// Does the work, and gives the events of it on this thread, at every level.
pub fn events_of<T>(work: impl FnOnce() -> T) -> (T, String) {
    let events = Events::default();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(LevelFilter::TRACE)
        .with_writer(events.clone())
        .with_ansi(false)
        .finish();
    let done = tracing::subscriber::with_default(subscriber, work);
    let text = events.0.lock().expect("no panic").clone();
    (done, String::from_utf8(text).expect("events are text"))
}

#[derive(Clone, Default)]
struct Events(Arc<Mutex<Vec<u8>>>);

impl io::Write for Events {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Events {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}
