//! The command line.

mod help;
mod refusal;

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::styling::{AnsiColor, Effects, Styles};
use clap::{Args, Parser, Subcommand, ValueEnum};
use onhand::resolver::Effort;
use onhand::version::PeField;
use onhand::version::compare::VersionScheme;

pub(crate) use refusal::refuse;

/// Finds out what this machine can really offer.
///
/// An MCP server declares, as data, the desktop application that it works with. onhand looks for that application, and
/// says whether the server can be offered on this machine, or on one that a file describes.
#[derive(Debug, Parser)]
#[command(
    name = "onhand",
    bin_name = "onhand",
    version,
    arg_required_else_help = true,
    subcommand_required = true,
    styles = STYLES,
    after_help = help::EXIT,
    after_long_help = help::EXAMPLES,
)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Log each decision to stderr; -vv also logs each call to the host
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub(crate) verbose: u8,

    /// When to use colors
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t)]
    pub(crate) color: Color,
}

/// A command.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check whether each declared application is available
    #[command(after_help = help::CHECK_EXAMPLES)]
    Check(CheckArgs),
    /// Explain each answer: calls to the host, rule, verdict, what to do
    #[command(after_help = help::EXPLAIN_EXAMPLES)]
    Explain(ExplainArgs),
    /// Show the versions that a file states, and the one that onhand uses
    #[command(after_help = help::INSPECT_EXAMPLES)]
    Inspect(InspectArgs),
    /// Show every mistake in declarations
    #[command(after_help = help::LINT_EXAMPLES)]
    Lint(LintArgs),
    /// Find out whether each declared application is running and answers
    #[command(after_help = help::PROBE_EXAMPLES)]
    Probe(ProbeArgs),
    /// Print the JSON Schema (2020-12) of a declaration file
    #[command(after_help = help::SCHEMA_EXAMPLES)]
    Schema,
    /// Show which agent skills can be offered, and why the others are hidden
    #[command(after_help = help::SKILLS_EXAMPLES)]
    Skills(SkillsArgs),
}

/// `onhand check`.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Files, folders (searched for *.yaml, *.yml and *.json), or - for stdin, which is read to its
    /// end; if none is given, the applications that are built into onhand
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) asking: AskingArgs,
}

/// `onhand explain`.
#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    pub(crate) declarations: DeclarationArgs,
    #[command(flatten)]
    pub(crate) asking: AskingArgs,
}

/// `onhand inspect`.
#[derive(Debug, Args)]
pub(crate) struct InspectArgs {
    /// PE files (such as .exe and .dll), property lists (such as Info.plist), or bundle folders
    #[arg(value_name = "FILE", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// Which version of a PE file to use, like `field` in a declaration
    #[arg(long, value_enum, default_value_t)]
    pub(crate) field: Field,
    /// Which key of a property list to use, and no other, like `key` in a declaration
    #[arg(long, value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub(crate) key: Option<String>,
    #[command(flatten)]
    pub(crate) format: FormatArgs,
}

/// `onhand lint`.
#[derive(Debug, Args)]
pub(crate) struct LintArgs {
    #[command(flatten)]
    pub(crate) declarations: DeclarationArgs,
    #[command(flatten)]
    pub(crate) format: FormatArgs,
}

/// `onhand probe`.
#[derive(Debug, Args)]
pub(crate) struct ProbeArgs {
    #[command(flatten)]
    pub(crate) declarations: DeclarationArgs,
    /// How far to go
    #[arg(long, value_enum, value_name = "EFFORT", default_value_t)]
    pub(crate) effort: ProbeEffort,
    /// Time limit for each application, such as 500ms or 3s; at most 1m. All of them together may take ten times as long
    #[arg(long, value_name = "TIME", default_value = "3s", value_parser = deadline)]
    pub(crate) deadline: Duration,
    #[command(flatten)]
    pub(crate) asking: AskingArgs,
}

/// `onhand skills`.
#[derive(Debug, Args)]
pub(crate) struct SkillsArgs {
    /// Folders of this machine, which are searched for skills: folders with a SKILL.md
    ///
    /// The search goes 8 folders deep. It follows links to folders, and enters each folder once. What it passes over is
    /// listed with the reason: folders whose names begin with a dot, skills below another skill, files called skill.md
    #[arg(value_name = "DIR", required = true)]
    pub(crate) folders: Vec<PathBuf>,
    /// A file, a folder, or - for stdin, with declarations of the applications that skills name (may be repeated);
    /// if none is given, the applications that are built into onhand
    #[arg(long = "with", value_name = "DECLARATIONS")]
    pub(crate) declarations: Vec<PathBuf>,
    /// Hide a skill whose application is missing, even if its declaration doesn't require it
    #[arg(long)]
    pub(crate) require_presence: bool,
    #[command(flatten)]
    pub(crate) asking: AskingArgs,
}

/// The declarations that a command is about.
#[derive(Debug, Args)]
pub(crate) struct DeclarationArgs {
    /// Files, folders (searched for *.yaml, *.yml and *.json), or - for stdin, which is read to its end
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
}

/// How a machine is asked, and for whom the answer is written.
#[derive(Debug, Args)]
pub(crate) struct AskingArgs {
    #[command(flatten)]
    pub(crate) machine: MachineArgs,
    #[command(flatten)]
    pub(crate) comparison: ComparisonArgs,
    #[command(flatten)]
    pub(crate) format: FormatArgs,
}

/// Which machine is asked.
#[derive(Debug, Args)]
pub(crate) struct MachineArgs {
    /// Ask the machine that this file describes (see below), instead of this one
    #[arg(long, value_name = "MACHINE.yaml")]
    pub(crate) platform: Option<PathBuf>,
}

/// How versions are compared.
#[derive(Debug, Args)]
pub(crate) struct ComparisonArgs {
    /// How to compare versions if a declaration doesn't say
    #[arg(long, value_enum, value_name = "SCHEME")]
    pub(crate) version_scheme: Option<Scheme>,
}

/// A way to compare versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Scheme {
    /// All digits count, other characters are dropped: 3.1.2+196 is 3.1.2196 [default]
    Numeric,
    /// The first dotted number counts: 3.1.2+196 is 3.1.2
    Leading,
    /// Only dotted digits are accepted; anything else counts as too old
    Strict,
}

impl From<Scheme> for VersionScheme {
    fn from(scheme: Scheme) -> Self {
        match scheme {
            Scheme::Numeric => VersionScheme::Numeric,
            Scheme::Leading => VersionScheme::Leading,
            Scheme::Strict => VersionScheme::Strict,
        }
    }
}

/// For whom the answer is written.
#[derive(Debug, Args)]
pub(crate) struct FormatArgs {
    /// Print JSON, with keys that stay the same
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which version of a PE file counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Field {
    /// The version of the file: its numbers, or its text if they say nothing
    #[default]
    File,
    /// The version of the product that the file belongs to
    Product,
}

impl From<Field> for PeField {
    fn from(field: Field) -> Self {
        match field {
            Field::File => PeField::File,
            Field::Product => PeField::Product,
        }
    }
}

/// How far a probe may go.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProbeEffort {
    /// Look at its files and its process; connect to nothing
    Local,
    /// Also send it one or two requests over this machine's loopback, and one or two more to end
    /// each session that they began
    #[default]
    Network,
}

impl From<ProbeEffort> for Effort {
    fn from(effort: ProbeEffort) -> Self {
        match effort {
            ProbeEffort::Local => Effort::Local,
            ProbeEffort::Network => Effort::Network,
        }
    }
}

/// Takes the time until a deadline. A longer one is a mistake: nobody waits for it.
fn deadline(text: &str) -> Result<Duration, String> {
    const LONGEST: Duration = Duration::from_secs(60);
    let time = humantime::parse_duration(text).map_err(|error| error.to_string())?;
    if time.is_zero() || time > LONGEST {
        return Err("must be more than 0 and at most 1m".to_owned());
    }
    Ok(time)
}

/// When to color.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR or CLICOLOR=0 is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Command {
    /// The scheme by which versions are compared where a declaration doesn't name one, if the user named it.
    pub(crate) fn version_scheme(&self) -> Option<VersionScheme> {
        let comparison = match self {
            Command::Check(args) => &args.asking.comparison,
            Command::Explain(args) => &args.asking.comparison,
            Command::Probe(args) => &args.asking.comparison,
            Command::Skills(args) => &args.asking.comparison,
            Command::Inspect(_) | Command::Lint(_) | Command::Schema => return None,
        };
        comparison.version_scheme.map(VersionScheme::from)
    }
}

impl Color {
    /// Makes it the choice of everything that is printed from here on.
    pub(crate) fn apply(self) {
        match self {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().effects(Effects::BOLD))
    .usage(AnsiColor::Green.on_default().effects(Effects::BOLD))
    .literal(AnsiColor::Cyan.on_default().effects(Effects::BOLD))
    .placeholder(AnsiColor::Cyan.on_default());

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        super::Cli::command().debug_assert();
    }
}
