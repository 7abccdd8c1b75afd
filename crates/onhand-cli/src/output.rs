//! What a run has to say, and the one place where it is written.

use std::io::{self, Write};

use crate::exit::Exit;
use crate::render;

/// What a run has to say: text for both streams, styled, and how to exit.
#[derive(Debug)]
pub(crate) struct Output {
    /// The product: what a pipe should carry.
    pub(crate) stdout: String,
    /// What is wrong: written first, so that it never parts a table in two on a terminal.
    pub(crate) stderr: String,
    /// How to exit.
    pub(crate) exit: Exit,
}

impl Output {
    /// Writes both streams, without styles where a stream doesn't take them.
    ///
    /// A reader that went away, as `head` does, has what it wanted: the run ends quietly, with
    /// the exit that its answer has.
    pub(crate) fn write(self) -> Exit {
        // Where stderr is gone nobody is left to be told.
        let _ = put(anstream::stderr().lock(), &self.stderr);
        match put(anstream::stdout().lock(), &self.stdout) {
            Ok(()) => self.exit,
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.exit,
            Err(error) => {
                let told = render::error(&format!("the output can't be written: {error}"));
                let _ = put(anstream::stderr().lock(), &told);
                Exit::Invalid
            }
        }
    }
}

fn put(mut stream: impl Write, text: &str) -> io::Result<()> {
    stream.write_all(text.as_bytes())?;
    stream.flush()
}
