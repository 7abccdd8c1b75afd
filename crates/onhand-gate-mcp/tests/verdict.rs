//! What is said of a server: `verdicts.json` holds every verdict that a machine can lead to. With
//! `ONHAND_BLESS=1` it is written anew, to be read before it is committed.

#![allow(
    clippy::disallowed_methods,
    reason = "the verdicts are a file of the repository"
)]

mod support;

use std::sync::Arc;

use onhand_declaration::{
    AppDef, InvalidDeclaration, KindUse, ParameterValue, PathTemplate, Presence, Registry,
    Requirements,
};
use onhand_gate_mcp::{McpGate, Retry, Verdict};
use onhand_platform::{Hive, Os, Recorded, RegistryView, UninstallEntry};
use onhand_platform_fake::{FakeHost, Fault};
use serde_json::{Value, json};
use support::{APP, GONE, linux, program, resolvers};

/// An application as it is declared for each OS, and what is required of it.
struct Vendor {
    requires_app: bool,
    min_version: Option<String>,
    app: AppDef,
    os: Os,
}

impl Requirements for Vendor {
    fn requires_app(&self) -> bool {
        self.requires_app
    }

    fn min_version(&self) -> Option<&str> {
        self.min_version.as_deref()
    }

    fn app_for(&self, os: Os) -> Option<&AppDef> {
        (os == self.os).then_some(&self.app)
    }
}

fn vendor(os: Os) -> Vendor {
    let (presence, location, version) = match os {
        Os::Win32 => (
            Presence::Executable,
            r"%ProgramFiles%\Vendor\App.exe",
            KindUse::new("uninstall_registry").with(
                "display_name_prefix",
                ParameterValue::Text("Vendor App".to_owned()),
            ),
        ),
        Os::Darwin => (
            Presence::Bundle,
            "/Applications/Vendor.app",
            KindUse::new("plist"),
        ),
        Os::Linux => (Presence::Executable, "~/bin/vendor", KindUse::none()),
    };
    let location = PathTemplate::parse(os, location).expect("rooted");
    let mut app = AppDef::new(presence, location);
    app.version = version;
    Vendor {
        requires_app: true,
        min_version: None,
        app,
        os,
    }
}

fn empty(os: Os) -> FakeHost {
    let machine = FakeHost::new(os);
    match os {
        Os::Win32 => machine.env("ProgramFiles", r"C:\Program Files"),
        Os::Darwin => machine,
        Os::Linux => machine.env("HOME", "/home/me"),
    }
}

/// With version 2.4.1 of the application.
fn installed(os: Os) -> FakeHost {
    let machine = empty(os);
    match os {
        Os::Win32 => machine
            .file(r"C:\Program Files\Vendor\App.exe", b"")
            .uninstall(
                UninstallEntry::new(Hive::LocalMachine, RegistryView::Bits64, "Vendor")
                    .with("DisplayName", "Vendor App")
                    .with("DisplayVersion", "2.4.1"),
            ),
        Os::Darwin => machine.file(
            "/Applications/Vendor.app/Contents/Info.plist",
            "<plist version=\"1.0\"><dict><key>CFBundleShortVersionString</key>\
             <string>2.4.1</string></dict></plist>",
        ),
        Os::Linux => machine.file("/home/me/bin/vendor", b""),
    }
}

fn gate(machine: FakeHost, vendor: Option<impl Requirements + 'static>) -> McpGate {
    let registry = Arc::new(Registry::new());
    if let Some(vendor) = vendor {
        registry.register("vendor", Arc::new(vendor));
    }
    McpGate::new(Arc::new(machine), resolvers(), registry)
}

/// Every case on an OS.
fn cases(os: Os) -> Vec<(&'static str, Verdict)> {
    let changed = |change: fn(&mut Vendor)| {
        let mut vendor = vendor(os);
        change(&mut vendor);
        Some(vendor)
    };
    let plain = |machine, vendor: Option<Vendor>| gate(machine, vendor).verdict("vendor");
    let unregistered = || gate(empty(os), None::<Vendor>);
    let old = |vendor: &mut Vendor| vendor.min_version = Some("3".to_owned());
    let elsewhere = |vendor: &mut Vendor| {
        vendor.os = match vendor.os {
            Os::Linux => Os::Darwin,
            _ => Os::Linux,
        };
    };
    let present = || gate(installed(os), Some(vendor(os)));
    vec![
        ("nothing is registered", unregistered().verdict("vendor")),
        (
            "nothing is required",
            plain(empty(os), changed(|vendor| vendor.requires_app = false)),
        ),
        ("it is there", present().verdict("vendor")),
        (
            "it is recent enough, where its version can be read",
            plain(
                installed(os),
                changed(|vendor| vendor.min_version = Some("2.3".to_owned())),
            ),
        ),
        ("it is missing", plain(empty(os), Some(vendor(os)))),
        (
            "it can't be looked at",
            plain(
                match os {
                    Os::Win32 => {
                        installed(os).fault(r"C:\Program Files\Vendor", Fault::PermissionDenied)
                    }
                    Os::Darwin => installed(os).fault("/Applications", Fault::PermissionDenied),
                    Os::Linux => installed(os).fault("/home/me", Fault::PermissionDenied),
                },
                Some(vendor(os)),
            ),
        ),
        (
            "it is too old, where its version can be read",
            plain(installed(os), changed(old)),
        ),
        (
            "no kind reads its version",
            plain(
                installed(os),
                changed(|vendor| {
                    vendor.min_version = Some("2".to_owned());
                    vendor.app.version = KindUse::new("flatpak");
                }),
            ),
        ),
        (
            "the minimum version is none",
            plain(
                installed(os),
                changed(|vendor| vendor.min_version = Some("two".to_owned())),
            ),
        ),
        (
            "there is none for this OS",
            plain(installed(os), changed(elsewhere)),
        ),
        (
            "its declaration has errors",
            gate(installed(os), Some(InvalidDeclaration)).verdict("vendor"),
        ),
        (
            "it is there, and connected",
            present().verdict_with("vendor", true),
        ),
        (
            "it is there, and not connected",
            present().verdict_with("vendor", false),
        ),
        (
            "it is missing, and so not connected",
            gate(empty(os), Some(vendor(os))).verdict_with("vendor", false),
        ),
        (
            "nothing is registered, and it is not connected",
            unregistered().verdict_with("vendor", false),
        ),
    ]
}

#[test]
fn every_verdict_is_the_one_that_is_written_down() {
    let case = |(case, verdict): (&str, Verdict)| json!({ "case": case, "shown": verdict.to_string(), "verdict": verdict });
    let told: Value = Os::ALL
        .into_iter()
        .map(|os| {
            let cases: Vec<Value> = cases(os).into_iter().map(case).collect();
            (os.to_string(), Value::from(cases))
        })
        .collect();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/verdicts.json");
    if std::env::var_os("ONHAND_BLESS").is_some() {
        let text = serde_json::to_string_pretty(&told).expect("JSON");
        std::fs::write(path, text + "\n").expect("it can be written");
    }
    let written = std::fs::read(path).expect("the verdicts are there");
    let written: Value = serde_json::from_slice(&written).expect("JSON");
    for os in Os::ALL.map(Os::as_str) {
        let list = |verdicts: &Value| verdicts[os].as_array().cloned().unwrap_or_default();
        for (told, written) in list(&told).iter().zip(&list(&written)) {
            assert_eq!(told, written, "{os}");
        }
    }
    assert_eq!(told, written);
}

#[test]
fn an_action_stands_where_the_user_must_act_and_where_no_try_helps() {
    for (case, verdict) in Os::ALL.into_iter().flat_map(cases) {
        let allowed = verdict
            .availability
            .as_ref()
            .is_none_or(|availability| availability.offerable());
        assert_eq!(verdict.action.is_some(), !allowed, "{case}");
        assert_eq!(verdict.retry == Retry::Later, allowed, "{case}");
        assert_eq!(
            verdict.offerable,
            allowed && verdict.connected != Some(false),
            "{case}"
        );
    }
}

#[test]
fn what_others_wrote_is_shown_short_and_harmless() {
    let hostile = format!("v\u{1b}[2J\n\u{202e}{}", "x".repeat(10_000));
    let registry = Arc::new(Registry::new());
    let mut vendor = vendor(Os::Linux);
    vendor.min_version = Some(hostile.clone());
    registry.register(hostile.clone(), Arc::new(vendor));
    let gate = McpGate::new(Arc::new(installed(Os::Linux)), resolvers(), registry);
    let verdict = gate.verdict(&hostile);
    let shown = verdict.to_string();
    assert!(shown.starts_with(r"`v\u{1b}[2J\n\u{202e}xxx"), "{shown}");
    assert!(shown.chars().count() < 1_000, "{}", shown.len());
    assert!(!shown.contains(['\u{1b}', '\n', '\u{202e}']));
    // Programs get what was written.
    assert_eq!(verdict.server, hostile);
}

#[test]
fn a_verdict_costs_what_its_availability_costs() {
    let machine = Arc::new(Recorded::new(linux()));
    let registry = Arc::new(Registry::new());
    registry.register("there", program(APP));
    registry.register("gone", program(GONE));
    let gate = McpGate::new(machine.clone(), resolvers(), registry);
    for server in ["there", "gone"] {
        let _ = (gate.verdict(server), gate.verdict_with(server, false));
        assert_eq!(machine.take_calls().len(), 2, "{server}");
    }
    let _ = gate.verdict("notes");
    assert_eq!(machine.take_calls(), []);
}
