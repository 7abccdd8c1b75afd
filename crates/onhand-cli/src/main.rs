//! The program `onhand`: asks a machine, real or described in a file, what it can really offer.
//!
//! ```text
//! onhand check   [--json] [--platform MACHINE.yaml] [PATH...]   what can be offered
//! onhand explain [--json] [--platform MACHINE.yaml] PATH...     how each answer came to be
//! onhand inspect [--json] FILE...                               which version a file states
//! onhand lint    [--json] PATH...                               every mistake in the declarations
//! onhand probe   [--json] [--platform MACHINE.yaml] PATH...     whether they run and answer
//! onhand schema                                                 the JSON Schema of a declaration
//! onhand skills  [--json] [--platform MACHINE.yaml] DIR...      which agent skills can be offered
//! ```
//!
//! A run is a value until its end: a command gives an [`Output`](output::Output), the text for
//! both streams and how to exit, and only `main` writes it. The machine is made once, as the
//! native one or from a scenario file, and passed down as the tier that a command may use; beside it the
//! program touches the files that it is told to read and the standard streams, nothing else.
//!
//! A reader meets the code in this order: [`args`]; [`commands`], which ask; [`reading`], the declarations of
//! [`files`]; [`machine`]; then [`answers`], the values that the commands produce, and what is made of them by
//! [`render`] for people and by [`json`] for programs. No module uses one that uses it.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the user's files and the standard streams are read here, where onhand is a program"
)]

mod answers;
mod args;
mod commands;
mod exit;
mod files;
mod json;
mod log;
mod machine;
mod output;
mod reading;
mod render;
mod visible;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    let cli = match args::Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return args::refuse(&error).write().into(),
    };
    cli.color.apply();
    log::start(cli.verbose);
    commands::run(&cli.command).write().into()
}
