//! The folder that holds the files of what is measured. It is the home folder, too, so that `~` and a variable lead there.
//!
//! A process can't change its own variables safely. So the program starts itself once more, with the folder as its home, and
//! removes the folder when that has ended.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, SystemTime};

use onhand_platform::{Os, RootedPath};

/// Names the folder, to the second process and in the locations that it looks at.
pub(crate) const VARIABLE: &str = "ONHAND_BENCH_FOLDER";

/// Where the home folder is that was left: the tools of whoever started this look there.
const LEFT: &str = "ONHAND_BENCH_LEFT_HOME";

/// The folder, as it is found.
#[derive(Debug)]
pub(crate) struct Stage {
    folder: PathBuf,
}

/// Why there is no stage in this process.
#[derive(Debug)]
pub(crate) enum Elsewhere {
    /// The work was done by a second process, which ended so.
    Ended(ExitCode),
    Failed(String),
}

impl Stage {
    /// The stage that this process was started on; else a second one is started on a new stage.
    pub(crate) fn enter() -> Result<Self, Elsewhere> {
        if let Some(folder) = env::var_os(VARIABLE) {
            let folder = folder.into();
            return Ok(Stage { folder });
        }
        let again = || -> std::io::Result<ExitCode> {
            // A name of one length in one place: the length of a path is work, too.
            let temporary = if cfg!(unix) {
                PathBuf::from("/tmp")
            } else {
                env::temp_dir()
            };
            let folder = tempfile::Builder::new()
                .prefix("onhand-bench-")
                .tempdir_in(temporary)?;
            let mut again = Command::new(env::current_exe()?);
            if let Some(home) = env::var_os("HOME") {
                again.env(LEFT, home);
            }
            let status = again
                .args(env::args_os().skip(1))
                .env(VARIABLE, folder.path())
                .env("HOME", folder.path())
                .env("USERPROFILE", folder.path())
                .status()?;
            let code = status.code().and_then(|code| u8::try_from(code).ok());
            Ok(ExitCode::from(code.unwrap_or(2)))
        };
        match again() {
            Ok(code) => Err(Elsewhere::Ended(code)),
            Err(error) => Err(Elsewhere::Failed(format!("no stage: {error}"))),
        }
    }

    /// A program of this machine that isn't measured: its home is that of whoever started this.
    pub(crate) fn off_stage(program: &str) -> Command {
        let mut command = Command::new(program);
        if let Some(home) = env::var_os(LEFT) {
            command.env("HOME", home);
        }
        command
    }

    /// Where that name of the stage is, whether or not something is there.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The same as a location that a declaration may name.
    pub(crate) fn location(&self, name: &str) -> String {
        let path = self.path(name);
        path.to_str()
            .expect("the folder's name is Unicode")
            .to_owned()
    }

    /// The same as a host takes it.
    pub(crate) fn rooted(&self, name: &str) -> RootedPath {
        RootedPath::new(here(), &self.location(name)).expect("the folder is absolute")
    }

    /// A file of the stage, last written long ago, so that nobody takes it for one that may still change.
    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        write_long_ago(&path, content.as_ref()).expect("the stage takes files");
        path
    }
}

fn write_long_ago(path: &Path, content: &[u8]) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, content)?;
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000);
    File::options()
        .write(true)
        .open(path)?
        .set_modified(long_ago)
}

/// The OS that this runs on.
pub(crate) fn here() -> Os {
    Os::current().expect("onhand knows this OS")
}
