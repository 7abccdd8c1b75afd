//! One look at this machine, and what nobody can do without for it.

use std::env;
use std::fs;
use std::hint::black_box;
use std::path::PathBuf;

use onhand_declaration::{Declaration, Presence};
use onhand_gate_skill::{SkillGate, SkillIndex};
use onhand_platform::{InspectHost, read_bounded};
use onhand_platform_fake::FakeHost;
use onhand_platform_native::NativeHost;
use onhand_resolver::{Evaluator, Resolvers, State};
use onhand_version::{PeVersion, PlistVersion};

use super::{Piece, declaration, resolvers, skills, versions};
use crate::stage::{Stage, VARIABLE, here};

/// A look that any host can take.
pub(super) type Look = Box<dyn Fn(&dyn InspectHost)>;

/// Sets the stage for a look.
type PrepareLook = fn(&Stage) -> Look;

/// The looks whose host calls, and thus system calls, are counted.
pub(crate) const LOOKS: &[(&str, PrepareLook)] = &[
    ("present", present),
    ("missing", missing),
    ("bundle", bundle),
    ("home", home),
    ("variable", variable),
    ("pe", pe),
    ("plist", plist),
    ("skills-10", skills_10),
];

/// The application that is there.
const APP: &str = "vendor/app";

/// That look at this machine.
pub(super) fn at_this_machine(look: Look) -> Piece {
    let host = NativeHost::new();
    Box::new(move || look(&host))
}

fn present(stage: &Stage) -> Look {
    program(stage, &stage.location(APP))
}

fn missing(stage: &Stage) -> Look {
    let location = stage.location("vendor/none");
    let declaration = declaration(here(), Presence::Executable.as_str(), &location);
    asked(declaration, State::MissingApp)
}

fn bundle(stage: &Stage) -> Look {
    stage.file("Vendor.app/Contents/Info.plist", "");
    let location = stage.location("Vendor.app");
    let declaration = declaration(here(), Presence::Bundle.as_str(), &location);
    asked(declaration, State::Available)
}

fn home(stage: &Stage) -> Look {
    program(stage, &format!("~/{APP}"))
}

fn variable(stage: &Stage) -> Look {
    let location = if cfg!(windows) {
        format!("%{VARIABLE}%/{APP}")
    } else {
        format!("${VARIABLE}/{APP}")
    };
    program(stage, &location)
}

/// The application that is there, by this location.
fn program(stage: &Stage, location: &str) -> Look {
    stage.file(APP, "");
    let declaration = declaration(here(), Presence::Executable.as_str(), location);
    asked(declaration, State::Available)
}

fn asked(declaration: Declaration, expected: State) -> Look {
    let resolvers = resolvers();
    Box::new(move |host| {
        let evaluator = Evaluator::new(host, &resolvers);
        let availability = evaluator.availability(black_box(&declaration));
        assert_eq!(availability.state, expected);
    })
}

fn pe(stage: &Stage) -> Look {
    let path = stage.rooted("vendor.exe");
    stage.file("vendor.exe", versions::executable());
    Box::new(move |host| {
        let file = host.open(&path).expect("it opens");
        let version = PeVersion::read(&*file).expect("it has a version");
        assert!(black_box(version).fixed_file.is_some());
    })
}

fn plist(stage: &Stage) -> Look {
    let path = stage.rooted("Info.plist");
    stage.file("Info.plist", versions::xml());
    Box::new(move |host| {
        let content = read_bounded(host, &path, PlistVersion::MAX_BYTES).expect("it is read");
        let version = PlistVersion::observe(&content, None);
        assert!(black_box(version).is_present());
    })
}

/// Ten skills that nobody has read: folders are listed, files opened.
fn skills_10(stage: &Stage) -> Look {
    let root = skills::folder::<10>(stage);
    let registry = skills::registry(stage);
    let resolvers = Resolvers::new();
    Box::new(move |host| {
        let gate = SkillGate::new(&registry, Evaluator::new(host, &resolvers));
        let skills = SkillIndex::new(host, [root.clone()]).refresh(&gate);
        assert_eq!(skills.offered.len(), 5);
    })
}

/// The bare stat of what is there.
pub(super) fn metadata(stage: &Stage) -> Piece {
    let path = stage.file(APP, "");
    Box::new(move || assert!(fs::metadata(black_box(&path)).is_ok()))
}

pub(super) fn metadata_missing(stage: &Stage) -> Piece {
    let path = stage.path("vendor/none");
    Box::new(move || assert!(fs::metadata(black_box(&path)).is_err()))
}

/// By hand: the home folder, and the stat.
pub(super) fn metadata_home(stage: &Stage) -> Piece {
    stage.file(APP, "");
    Box::new(move || {
        let home = env::home_dir().expect("there is one");
        assert!(fs::metadata(home.join(black_box(APP))).is_ok());
    })
}

/// By hand: the variable, and the stat.
pub(super) fn metadata_variable(stage: &Stage) -> Piece {
    stage.file(APP, "");
    Box::new(move || {
        let folder: PathBuf = env::var_os(black_box(VARIABLE)).expect("it is set").into();
        assert!(fs::metadata(folder.join(black_box(APP))).is_ok());
    })
}

/// What requires nothing, which costs no host call.
pub(super) fn no_requirements(_: &Stage) -> Piece {
    let (host, resolvers) = (FakeHost::new(here()), resolvers());
    let declaration = Declaration::default();
    Box::new(move || {
        let availability = Evaluator::new(&host, &resolvers).availability(black_box(&declaration));
        assert_eq!(availability.state, State::NoRequirements);
    })
}
