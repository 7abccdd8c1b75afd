//! The uninstall registry of a Windows in memory: a thousand applications in a pass, against one enumeration.

use std::hint::black_box;

use onhand_platform::{Hive, InspectHost, Os, RegistryView, UninstallEntry};
use onhand_platform_fake::FakeHost;
use onhand_resolver::{Evaluator, State};

use super::{Piece, declared, resolvers};
use crate::stage::Stage;

const ENTRIES: usize = 500;
const DECLARATIONS: usize = 1_000;
/// One program for all declarations, so that the pass stats it once and the registry is what is left.
const PROGRAM: &str = r"C:\Program Files\Vendor\App.exe";

/// Each declaration names one of the entries.
pub(super) fn found(_: &Stage) -> Piece {
    pass("Application", State::Available)
}

/// No declaration names any of them.
pub(super) fn not_found(_: &Stage) -> Piece {
    pass("Something Else", State::VersionTooOld)
}

fn pass(prefix: &str, expected: State) -> Piece {
    let (host, resolvers) = (machine(), resolvers());
    let declarations: Vec<_> = (0..DECLARATIONS)
        .map(|index| {
            declared(&format!(
                "app:\n  win32:\n    presence: executable\n    location: '{PROGRAM}'\n    \
                 version: {{ kind: uninstall_registry, display_name_prefix: '{prefix} {:03}' }}\n\
                 requires: {{ app: true, min_version: '1.0' }}\n",
                index % ENTRIES
            ))
        })
        .collect();
    Box::new(move || {
        let pass = Evaluator::new(&host, &resolvers).pass();
        let as_expected = black_box(&declarations)
            .iter()
            .filter(|declaration| pass.availability(*declaration).state == expected);
        assert_eq!(as_expected.count(), DECLARATIONS);
    })
}

/// One enumeration, and a look at each name.
pub(super) fn entries(_: &Stage) -> Piece {
    let host = machine();
    Box::new(move || {
        let found = host.uninstall_entries().expect("it is a Windows");
        let named = found
            .entries
            .iter()
            .filter(|entry| entry.text("DisplayName").is_some());
        assert_eq!(named.count(), ENTRIES);
    })
}

fn machine() -> FakeHost {
    let windows = FakeHost::new(Os::Win32).file(PROGRAM, "");
    (0..ENTRIES).fold(windows, |host, index| {
        let key = format!("{{00000000-0000-0000-0000-{index:012}}}");
        let entry = UninstallEntry::new(Hive::LocalMachine, RegistryView::Bits64, key)
            .with("DisplayName", format!("Application {index:03}").as_str())
            .with("DisplayVersion", "2.3.0.12594")
            .with("Publisher", "Vendor")
            .with("EstimatedSize", 120_000_u32)
            .with("UninstallString", r#""C:\Vendor\uninstall.exe" /S"#);
        host.uninstall(entry)
    })
}
