//! What an availability costs beyond the host's own calls: a machine in memory answers at once.
//!
//! `cargo bench -p onhand --all-features`

#![allow(missing_docs, reason = "the macro makes items of its own")]

use divan::{Bencher, black_box};
use onhand::Onhand;
use onhand::declaration::{Declaration, Node};
use onhand::platform::Os;
use onhand::platform_fake::FakeHost;

fn main() {
    divan::main();
}

/// How many applications the machine has.
const APPLICATIONS: usize = 100;

const PLIST: &str = "<plist version=\"1.0\"><dict><key>CFBundleShortVersionString</key>\
                     <string>2.4.1</string></dict></plist>";

fn mac() -> Onhand<FakeHost> {
    let mac = (0..APPLICATIONS).fold(FakeHost::new(Os::Darwin), |mac, index| {
        let plist = format!("/Applications/V{index}.app/Contents/Info.plist");
        mac.file(&plist, PLIST)
    });
    Onhand::new(mac)
}

fn text(index: usize) -> String {
    format!(
        "app: {{ darwin: {{ presence: bundle, location: /Applications/V{index}.app, \
         version: {{ kind: plist }} }} }}\n\
         requires: {{ app: true, min_version: \"2.3\" }}\n"
    )
}

fn declaration(onhand: &Onhand<FakeHost>, index: usize) -> Declaration {
    let node = Node::from_yaml(text(index).as_bytes()).expect("YAML");
    let parsed = onhand.parser().declaration(&node);
    parsed.declaration.expect("valid")
}

#[divan::bench]
fn what_requires_nothing(bencher: Bencher<'_, '_>) {
    let (onhand, declaration) = (mac(), Declaration::default());
    bencher.bench_local(|| onhand.availability(black_box(&declaration)));
}

#[divan::bench]
fn a_bundle_with_a_version(bencher: Bencher<'_, '_>) {
    let onhand = mac();
    let declaration = declaration(&onhand, 0);
    bencher.bench_local(|| onhand.availability(black_box(&declaration)));
}

#[divan::bench]
fn a_pass_over_100_bundles_asked_10_times_each(bencher: Bencher<'_, '_>) {
    let onhand = mac();
    let declarations: Vec<Declaration> = (0..APPLICATIONS)
        .map(|index| declaration(&onhand, index))
        .collect();
    bencher.bench_local(|| {
        let pass = onhand.pass();
        let offerable = (0..10)
            .flat_map(|_| &declarations)
            .filter(|declaration| pass.availability(*declaration).offerable())
            .count();
        assert_eq!(offerable, 10 * APPLICATIONS);
    });
}

#[divan::bench]
fn a_declaration_from_its_text(bencher: Bencher<'_, '_>) {
    let (onhand, text) = (mac(), text(0));
    bencher.bench_local(|| {
        let node = Node::from_yaml(black_box(text.as_bytes())).expect("YAML");
        onhand.parser().file(&node, "vendor")
    });
}
