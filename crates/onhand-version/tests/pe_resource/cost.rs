//! What a version costs.

use std::sync::atomic::Ordering;

use onhand_declaration::KindUse;
use onhand_platform::{Operation, Os, Recorded, RootedPath};
use onhand_platform_fake::FakeHost;
use onhand_resolver::{VersionQuery, VersionSource};
use onhand_version::{PeField, PeResource, PeVersion};

use crate::machine::File;
use onhand_testkit::pe::{Machine, Mark, Pe, Resources, full, with_resources};

const PATH: &str = r"C:\Vendor\Vendor.exe";

/// The calls that one version takes, in order.
fn calls(bytes: &[u8]) -> Vec<Operation> {
    let host = Recorded::new(FakeHost::new(Os::Win32).file(PATH, bytes));
    let found = RootedPath::new(Os::Win32, PATH).expect("a path of Windows");
    let kind = KindUse::new("pe_resource");
    let query = VersionQuery::new(&found, &kind);
    let _ = PeResource.read(&host, &query);
    host.calls().iter().map(|call| call.operation).collect()
}

#[test]
fn a_small_executable_costs_one_open_and_one_read() {
    let file = with_resources(Resources::version(full()));
    assert!(file.bytes.len() < 4096);
    assert_eq!(calls(&file.bytes), [Operation::Open, Operation::Read]);
}

#[test]
fn an_executable_with_many_resources_costs_a_read_for_each_jump() {
    let icons = (0..400).fold(Resources::none(), |resources, n| {
        resources.with(3, n + 1, 0x409, vec![7; 1000])
    });
    let file = Pe::new(Machine::X64)
        .resources(icons.with_version(1, 0x409, full()))
        .build();
    // The headers; the types and their names; the languages; what stands for the resource; the
    // resource.
    let reads = vec![Operation::Read; 5];
    assert_eq!(calls(&file.bytes), [vec![Operation::Open], reads].concat());
}

#[test]
fn what_is_no_executable_costs_one_open_and_one_read() {
    for bytes in [&b""[..], b"#!/bin/sh", &[0; 10_000]] {
        assert_eq!(calls(bytes), [Operation::Open, Operation::Read]);
    }
}

#[test]
fn an_executable_of_105_mb_costs_some_kib() {
    const LEN: u32 = 105_000_000;
    // The section of the resources is moved to the end of the file.
    let small = with_resources(Resources::version(full()));
    let section = small.offset(Mark::RootDirectory);
    let content = &small.bytes[section..];
    let moved = (LEN - content.len() as u32) & !0x1FF;
    let headers = small.clone().patch_u32(Mark::ResourceSection, 20, moved);

    let mut sparse = headers.bytes;
    sparse.resize(moved as usize, 0);
    sparse.extend(content);
    let file = File::new(&sparse, LEN.into());
    let versions = PeVersion::read(&file).expect("it has a version");
    assert_eq!(versions.choose(PeField::File).to_string(), "2.3.0.12594");
    assert_eq!(file.reads.load(Ordering::Relaxed), 2);
    assert!(file.bytes_read.load(Ordering::Relaxed) <= 8192);
}
