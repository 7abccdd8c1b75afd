//! Windows, up for as long as the tests run.

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::wine::{ATTEMPTS, Wine};

/// The longest that a server may take to serve.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program that stays, since Wine shuts Windows down after the last and would start it again for
/// each test. It ends with its input, thus with this process, whatever becomes of that.
const STAYS: &str = "echo up& set /p wait=";

/// Ends the prefix's server with whatever a test left running in it.
#[derive(Debug)]
pub(super) struct Session<'a> {
    wine: &'a Wine,
    stays: Child,
}

impl<'a> Session<'a> {
    /// Starts the server and proves that it serves, again where it drops its first client.
    pub(super) fn start(wine: &'a Wine) -> Result<Self, String> {
        for _ in 0..ATTEMPTS {
            let mut command = wine.command();
            let stays = command
                .args(["cmd", "/d", "/q", "/c", STAYS])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .map_err(|error| format!("Wine can't be started: {error}"))?;
            let mut session = Self { wine, stays };
            if session.is_up() {
                return Ok(session);
            }
        }
        Err("Wine's server does not serve".to_owned())
    }

    fn is_up(&mut self) -> bool {
        let output = self.stays.stdout.take().expect("it is piped");
        let (told, hears) = mpsc::channel();
        thread::spawn(move || {
            let mut line = String::new();
            let read = BufReader::new(output).read_line(&mut line);
            // Nobody hears it any more, if it comes too late.
            let _ = told.send(read.is_ok() && line.trim_end() == "up");
        });
        hears.recv_timeout(PATIENCE).unwrap_or(false)
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        self.wine.end();
        // It has ended with its server, or hangs without one.
        let _ = self.stays.kill();
        let _ = self.stays.wait();
    }
}
