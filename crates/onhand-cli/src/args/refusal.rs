//! A command line that can't be taken.

use clap::Error;
use onhand::platform::unseen::is_unseen;

use crate::exit::Exit;
use crate::output::Output;
use crate::visible::plain;

/// What is wrong with the command line, without what nobody sees in it; ends the run with the text where it is asked
/// for, as `--help` does, or holds only what is seen.
///
/// The text repeats what was given, which a file may have named: `onhand check *`.
pub(crate) fn refuse(error: &Error) -> Output {
    let has_unseen = |argument: std::ffi::OsString| {
        let argument = argument.to_string_lossy();
        argument.contains(is_unseen)
    };
    if !error.use_stderr() || !std::env::args_os().any(has_unseen) {
        error.exit();
    }
    let text = error.render().to_string();
    let stderr = text
        .lines()
        .flat_map(|line| [plain(line), "\n".into()])
        .collect();
    Output {
        stdout: String::new(),
        stderr,
        exit: Exit::Invalid,
    }
}
