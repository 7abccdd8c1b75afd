//! The command line.

use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Effects, Styles};
use clap::{Args, Parser, Subcommand, ValueEnum};
use onhand::version::PeField;

/// Answers what this machine can really offer.
///
/// A server declares, as data, the desktop application that it fronts. onhand looks for it and
/// says whether the server can be offered here, or on any machine that a file describes.
#[derive(Debug, Parser)]
#[command(
    name = "onhand",
    bin_name = "onhand",
    version,
    arg_required_else_help = true,
    subcommand_required = true,
    styles = STYLES,
    after_help = EXIT,
    after_long_help = EXAMPLES,
)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Show each decision on stderr; twice, each host call too
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub(crate) verbose: u8,

    /// When to color
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t)]
    pub(crate) color: Color,
}

/// A command.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Answer the availability of each declaration
    #[command(after_help = CHECK_EXAMPLES)]
    Check(CheckArgs),
    /// Show how each answer came to be: host calls, rule, verdict, what to do
    #[command(after_help = EXPLAIN_EXAMPLES)]
    Explain(ExplainArgs),
    /// Show which version a file states, and which one onhand sees
    #[command(after_help = INSPECT_EXAMPLES)]
    Inspect(InspectArgs),
    /// Show every mistake in declarations
    #[command(after_help = LINT_EXAMPLES)]
    Lint(LintArgs),
    /// Print the JSON Schema (2020-12) of a declaration file
    #[command(after_help = SCHEMA_EXAMPLES)]
    Schema,
}

/// `onhand check`.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// Files, folders (searched for *.yaml, *.yml and *.json), or - for stdin; without any, the
    /// applications that onhand knows itself
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) machine: MachineArgs,
    #[command(flatten)]
    pub(crate) format: FormatArgs,
}

/// `onhand explain`.
#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// Files, folders (searched for *.yaml, *.yml and *.json), or - for stdin
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) machine: MachineArgs,
    #[command(flatten)]
    pub(crate) format: FormatArgs,
}

/// `onhand inspect`.
#[derive(Debug, Args)]
pub(crate) struct InspectArgs {
    /// PE files (an .exe, a .dll), property lists (an Info.plist), bundle folders
    #[arg(value_name = "FILE", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// Which version of a PE file counts, as `field` in a declaration
    #[arg(long, value_enum, default_value_t)]
    pub(crate) field: Field,
    /// The only key of a property list that counts, as `key` in a declaration
    #[arg(long, value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub(crate) key: Option<String>,
    #[command(flatten)]
    pub(crate) format: FormatArgs,
}

/// `onhand lint`.
#[derive(Debug, Args)]
pub(crate) struct LintArgs {
    /// Files, folders (searched for *.yaml, *.yml and *.json), or - for stdin
    #[arg(value_name = "PATH", required = true)]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) format: FormatArgs,
}

/// Which machine is asked.
#[derive(Debug, Args)]
pub(crate) struct MachineArgs {
    /// Ask the machine that this file describes (see below), in place of this one
    #[arg(long, value_name = "MACHINE.yaml")]
    pub(crate) platform: Option<PathBuf>,
}

/// For whom the answer is written.
#[derive(Debug, Args)]
pub(crate) struct FormatArgs {
    /// Print JSON, whose keys stay as they are
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which version of a PE file counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Field {
    /// That of the file; its texts where its numbers say nothing
    #[default]
    File,
    /// That of the product to which it belongs
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

/// When to color.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR or CLICOLOR=0 says no
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
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

/// The exit codes, said in one place and shown by every help.
macro_rules! exit_codes {
    () => {
        "\
Exit codes:
  0  everything is offerable; for lint, nothing is wrong but warnings
  1  something is not offerable
  2  a declaration or the machine file is invalid, or a file can't be read;
     what could be answered was answered"
    };
}

/// What `--platform` takes, shown where it is an option.
macro_rules! machine_file {
    () => {
        "\
A machine file describes a whole machine; fixtures/machines in the source holds larger ones:

  os: win32
  home: 'C:\\Users\\me'
  env: { ProgramFiles: 'C:\\Program Files' }
  files:
    'C:\\Program Files\\Vendor\\App.exe': { size: 4096 }
  faults: { 'C:\\Secret': permission_denied }

"
    };
}

const EXIT: &str = exit_codes!();

const EXAMPLES: &str = concat!(
    "\
Examples:
  onhand check                          the applications that onhand knows, on this machine
  onhand check servers/                 every declaration below a folder
  onhand check --platform windows-11.yaml servers/
                                        the same, on a machine that a file describes
  onhand explain servers/cad.yaml       where it looked, and why the answer is what it is
  onhand lint servers/                  every mistake, with the line that makes it
  onhand inspect App.exe Vendor.app     which version is read from these
  onhand schema > onhand.schema.json    the grammar, for an editor

A declaration is YAML or JSON:

  name: vendor-app
  app:
    linux:  { presence: executable, location: /opt/vendor/app }
    darwin: { presence: bundle, location: /Applications/Vendor.app, version: { kind: plist } }
  requires: { app: true }

",
    exit_codes!()
);

const CHECK_EXAMPLES: &str = concat!(
    "\
Examples:
  onhand check
  onhand check servers/ extra.yaml
  onhand check --platform windows-11.yaml servers/
  onhand check --json servers/ | jq -r '.results[] | select(.offerable) | .name'
  generate-declaration | onhand check -

",
    machine_file!(),
    exit_codes!()
);

const EXPLAIN_EXAMPLES: &str = concat!(
    "\
Examples:
  onhand explain servers/cad.yaml
  onhand explain --platform windows-11.yaml servers/cad.yaml
  onhand explain --json servers/ | jq '.results[].calls'

",
    machine_file!(),
    exit_codes!()
);

const INSPECT_EXAMPLES: &str = "\
Examples:
  onhand inspect App.exe                       what is read where a declaration says pe_resource
  onhand inspect /Applications/Vendor.app      what is read where it says plist
  onhand inspect --field product App.exe       for { kind: pe_resource, field: product }
  onhand inspect --key CFBundleVersion Vendor.app
                                               for { kind: plist, key: CFBundleVersion }
  onhand inspect --json *.dll | jq -r '.[] | \"\\(.path): \\(.version.value)\"'

A file is told by its content, and read the same on every OS.

Exit codes:
  0  every file was read, whether it states a version or not
  2  a file can't be read, or is none of these; the others were answered";

const LINT_EXAMPLES: &str = concat!(
    "\
Examples:
  onhand lint servers/
  onhand lint --json servers/ | jq -r '.problems[] | \"\\(.file):\\(.line): \\(.rule)\"'
  generate-declaration | onhand lint -

",
    exit_codes!()
);

const SCHEMA_EXAMPLES: &str = "\
Examples:
  onhand schema > onhand.schema.json

  A declaration names the schema to an editor with a first line
  # yaml-language-server: $schema=onhand.schema.json
  or, in JSON, with the key \"$schema\".";

#[cfg(test)]
mod tests {
    use clap::CommandFactory;
    use onhand::platform::{LocateHost, Os, RootedPath};
    use onhand::platform_fake::FakeHost;

    #[test]
    fn the_command_line_is_consistent() {
        super::Cli::command().debug_assert();
    }

    #[test]
    fn the_machine_file_of_the_help_is_one() {
        let example: String = machine_file!()
            .lines()
            .filter_map(|line| line.strip_prefix("  "))
            .map(|line| line.to_owned() + "\n")
            .collect();
        assert_eq!(example.lines().count(), 6);
        let machine = FakeHost::from_scenario("help", &example).expect("it describes a machine");
        let app = RootedPath::new(Os::Win32, r"C:\Program Files\Vendor\App.exe").expect("a path");
        assert_eq!(machine.stat(&app).map(|found| found.len), Ok(4096));
    }
}
