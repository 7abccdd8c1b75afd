//! What an availability costs beyond the host's own calls: a machine in memory answers at once.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use onhand::Onhand;
use onhand::declaration::{Declaration, Node};
use onhand::platform::Os;
use onhand::platform_fake::FakeHost;

fn declaration(text: &str) -> Declaration {
    let onhand = Onhand::new(FakeHost::new(Os::Darwin));
    let node = Node::from_yaml(text.as_bytes()).expect("YAML");
    onhand
        .parser()
        .declaration(&node)
        .declaration
        .expect("valid")
}

fn text(index: usize) -> String {
    format!(
        "app: {{ darwin: {{ presence: bundle, location: /Applications/V{index}.app, \
         version: {{ kind: plist }} }} }}\n\
         requires: {{ app: true, min_version: \"2.3\" }}\n"
    )
}

fn availability(c: &mut Criterion) {
    let plist = "<plist version=\"1.0\"><dict><key>CFBundleShortVersionString</key>\
                 <string>2.4.1</string></dict></plist>";
    let mac = (0..100).fold(FakeHost::new(Os::Darwin), |mac, index| {
        mac.file(
            &format!("/Applications/V{index}.app/Contents/Info.plist"),
            plist,
        )
    });
    let onhand = Onhand::new(mac);
    let declarations: Vec<Declaration> = (0..100).map(|index| declaration(&text(index))).collect();

    c.bench_function("availability of a bundle with a version", |b| {
        b.iter(|| onhand.availability(black_box(&declarations[0])));
    });
    c.bench_function("availability of what requires nothing", |b| {
        b.iter(|| onhand.availability(black_box(&Declaration::default())));
    });
    c.bench_function("a pass over 100 bundles, each asked 10 times", |b| {
        b.iter(|| {
            let pass = onhand.pass();
            let offerable = (0..10)
                .flat_map(|_| &declarations)
                .filter(|declaration| pass.availability(*declaration).offerable())
                .count();
            assert_eq!(offerable, 1000);
        });
    });
}

fn parsing(c: &mut Criterion) {
    let text = text(0);
    let onhand = Onhand::new(FakeHost::new(Os::Darwin));
    c.bench_function("a declaration from its text", |b| {
        b.iter(|| {
            let node = Node::from_yaml(black_box(text.as_bytes())).expect("YAML");
            onhand.parser().file(&node, "vendor")
        });
    });
}

criterion_group!(benches, availability, parsing);
criterion_main!(benches);
