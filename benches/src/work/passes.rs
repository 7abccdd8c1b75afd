//! Many applications at once, against as many stats.

use std::fs;
use std::hint::black_box;
use std::path::PathBuf;

use onhand_platform::Os;
use onhand_platform_fake::FakeHost;
use onhand_platform_native::NativeHost;
use onhand_resolver::{Evaluator, Resolvers};
use onhand_testkit::catalogue::Entry;

use super::{Piece, declared, resolvers};
use crate::stage::{Stage, here};

/// A pass over `N` programs, each of which is there.
pub(super) fn pass<const N: usize>(stage: &Stage) -> Piece {
    let (host, resolvers) = (NativeHost::new(), Resolvers::new());
    let entries: Vec<Entry> = programs::<N>(stage)
        .iter()
        .map(|path| Entry::program(here(), path.to_str().expect("Unicode")))
        .collect();
    Box::new(move || {
        let pass = Evaluator::new(&host, &resolvers).pass();
        let offerable = entries
            .iter()
            .filter(|entry| pass.availability(*entry).offerable());
        assert_eq!(offerable.count(), N);
    })
}

pub(super) fn stats<const N: usize>(stage: &Stage) -> Piece {
    let paths = programs::<N>(stage);
    Box::new(move || {
        let there = paths.iter().filter(|path| fs::metadata(path).is_ok());
        assert_eq!(there.count(), N);
    })
}

/// As many programs, at most a thousand in a folder.
fn programs<const N: usize>(stage: &Stage) -> Vec<PathBuf> {
    let program = |index| {
        let name = format!("programs/{}/program{index}", index / 1_000);
        if stage.path(&name).exists() {
            return stage.path(&name);
        }
        stage.file(&name, "")
    };
    (0..N).map(program).collect()
}

/// A pass over 100 bundles with a version, each asked for ten times: what is remembered, on a machine in memory.
pub(super) fn again(_: &Stage) -> Piece {
    const APPLICATIONS: usize = 100;
    const PLIST: &str = "<plist version=\"1.0\"><dict><key>CFBundleShortVersionString</key>\
                         <string>2.4.1</string></dict></plist>";
    let bundle = |index| format!("/Applications/V{index}.app");
    let host = (0..APPLICATIONS).fold(FakeHost::new(Os::Darwin), |mac, index| {
        mac.file(&format!("{}/Contents/Info.plist", bundle(index)), PLIST)
    });
    let resolvers = resolvers();
    let declarations: Vec<_> = (0..APPLICATIONS)
        .map(|index| {
            declared(&format!(
                "app: {{ darwin: {{ presence: bundle, location: {}, version: {{ kind: plist }} }} }}\n\
                 requires: {{ app: true, min_version: \"2.3\" }}\n",
                bundle(index)
            ))
        })
        .collect();
    Box::new(move || {
        let pass = Evaluator::new(&host, &resolvers).pass();
        let offerable = (0..10)
            .flat_map(|_| black_box(&declarations))
            .filter(|declaration| pass.availability(*declaration).offerable());
        assert_eq!(offerable.count(), 10 * APPLICATIONS);
    })
}
