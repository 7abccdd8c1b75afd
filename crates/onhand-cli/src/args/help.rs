//! What each help shows below its options: examples, a machine file, and the exit codes.

/// The exit codes, said in one place and shown by every help.
macro_rules! exit_codes {
    () => {
        "\
Exit codes:
  0  everything is offerable; for lint, there are no errors; for probe, everything answers
  1  something is not offerable, or doesn't answer
  2  a declaration or the machine file is invalid, or a file can't be read;
     the rest was answered all the same"
    };
}

/// What `--platform` takes, shown where it is an option.
macro_rules! machine_file {
    () => {
        "\
A machine file describes a whole machine; there are larger ones in fixtures/machines of the source:

  os: win32
  home: 'C:\\Users\\me'
  env: { ProgramFiles: 'C:\\Program Files' }
  files:
    'C:\\Program Files\\Vendor\\App.exe': { size: 4096 }
  faults: { 'C:\\Secret': permission_denied }

"
    };
}

pub(super) const EXIT: &str = exit_codes!();

pub(super) const EXAMPLES: &str = concat!(
    "\
Examples:
  onhand check                          the built-in applications, on this machine
  onhand check servers/                 every declaration in a folder
  onhand check --platform windows-11.yaml servers/
                                        the same, on a machine that a file describes
  onhand explain servers/cad.yaml       where it looked, and why the answer is what it is
  onhand lint servers/                  every mistake, with its line
  onhand inspect App.exe Vendor.app     which versions these files state
  onhand probe servers/cad.yaml         whether the application runs and answers
  onhand schema > onhand.schema.json    the JSON Schema, for an editor
  onhand skills .agents/skills          which skills can be offered, and why the others are hidden

A declaration is YAML or JSON:

  name: vendor-app
  app:
    linux:  { presence: executable, location: /opt/vendor/app }
    darwin: { presence: bundle, location: /Applications/Vendor.app, version: { kind: plist } }
  requires: { app: true }

",
    exit_codes!()
);

pub(super) const CHECK_EXAMPLES: &str = concat!(
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

pub(super) const EXPLAIN_EXAMPLES: &str = concat!(
    "\
Examples:
  onhand explain servers/cad.yaml
  onhand explain --platform windows-11.yaml servers/cad.yaml
  onhand explain --json servers/ | jq '.results[].calls'

",
    machine_file!(),
    exit_codes!()
);

pub(super) const INSPECT_EXAMPLES: &str = "\
Examples:
  onhand inspect App.exe                       what { kind: pe_resource } reads
  onhand inspect /Applications/Vendor.app      what { kind: plist } reads
  onhand inspect --field product App.exe       what { kind: pe_resource, field: product } reads
  onhand inspect --key CFBundleVersion Vendor.app
                                               what { kind: plist, key: CFBundleVersion } reads
  onhand inspect --json *.dll | jq -r '.[] | \"\\(.path): \\(.version.value)\"'

A file is recognized by its content, and is read in the same way on every OS.

Exit codes:
  0  every file was read, whether it states a version or not
  2  a file can't be read, or is of another kind; the others were read";

pub(super) const LINT_EXAMPLES: &str = concat!(
    "\
Examples:
  onhand lint servers/
  onhand lint --json servers/ | jq -r '.problems[] | \"\\(.file):\\(.line): \\(.rule)\"'
  generate-declaration | onhand lint -

",
    exit_codes!()
);

pub(super) const PROBE_EXAMPLES: &str = concat!(
    "\
Examples:
  onhand probe servers/cad.yaml
  onhand probe --effort local servers/            whether they run, without a connection
  onhand probe --deadline 500ms --json servers/ | jq -r '.results[] | select(.alive) | .name'
  onhand probe --platform windows-11.yaml servers/cad.yaml

",
    machine_file!(),
    "\
Exit codes:
  0  everything answers; with --effort local, everything runs
  1  something doesn't answer, is missing, or declares no application or no liveness
  2  a declaration or the machine file is invalid, or a file can't be read;
     the rest was answered all the same"
);

pub(super) const SCHEMA_EXAMPLES: &str = "\
Examples:
  onhand schema > onhand.schema.json

  To tell an editor of the schema, begin a declaration with the line
  # yaml-language-server: $schema=onhand.schema.json
  or, in JSON, use the key \"$schema\".";

pub(super) const SKILLS_EXAMPLES: &str = concat!(
    "\
Examples:
  onhand skills .agents/skills
  onhand skills --with servers/ .agents/skills
  onhand skills --platform windows-11.yaml --with servers/ .agents/skills
  onhand skills --json skills/ | jq -r '.results[] | select(.offered) | .name'

A skill lists in its frontmatter the applications that it needs, by the names of their declarations:

  ---
  name: render
  description: Renders a scene.
  requires_apps: [blender]
  ---

",
    machine_file!(),
    "\
Exit codes:
  0  every skill is either offered or hidden
  2  a declaration or the machine file is invalid, or a file or folder can't be read;
     the rest was answered all the same"
);

#[cfg(test)]
mod tests {
    use onhand::platform::{LocateHost, Os, RootedPath};
    use onhand::platform_fake::FakeHost;

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
