//! An executable that was cut short, at the start of each of its structures.

use super::row::{broken, stated};
use crate::pe::{Machine, Mark, Pe, Resources, full};
use crate::versions::fixture::Fixture;

pub(super) fn rows() -> Vec<Fixture> {
    const ABOUT: &str =
        "A download that ended early, where the structure starts that its name says.";
    let whole = Pe::new(Machine::X64)
        .resources(Resources::version(full()))
        .build();
    let no_header = "not a PE file: no `PE` signature where its DOS header points";
    let in_headers = "the file ends within the headers";
    let in_sections = "the file ends within the section table";
    let in_directory = "the file ends within the resource directory";
    let in_resource = "the file ends within the version resource";
    let mut rows: Vec<_> = [
        ("pe-header", Mark::PeHeader, no_header),
        ("optional-header", Mark::OptionalHeader, in_headers),
        ("data-directories", Mark::DataDirectories, in_headers),
        ("section-table", Mark::SectionTable, in_sections),
        ("resource-section", Mark::ResourceSection, in_sections),
        ("root-directory", Mark::RootDirectory, in_directory),
        ("type-directory", Mark::TypeDirectory(0), in_directory),
        ("name-directory", Mark::NameDirectory(0), in_directory),
        ("data-entry", Mark::DataEntry(0), in_directory),
        ("resource", Mark::Data(0), in_resource),
    ]
    .map(|(structure, mark, reason)| {
        let file = whole.clone().cut(whole.offset(mark));
        broken(format!("cut-at-{structure}"), ABOUT, file, reason)
    })
    .into();
    let (start, end) = (whole.offset(Mark::Data(0)), whole.offset(Mark::EndOfData));
    rows.extend([
        broken(
            "cut-in-dos-header",
            "A download that ended before its DOS header did.",
            whole.clone().cut(0x3E),
            no_header,
        ),
        broken(
            "cut-in-fixed-block",
            "A download that ended within the fixed block.",
            whole.clone().cut(start + 50),
            in_resource,
        ),
        broken(
            "cut-in-texts",
            "A download that ended with its last text, a byte early.",
            whole.clone().cut(end - 1),
            in_resource,
        ),
        stated(
            "cut-behind-resource",
            "A download that ended early, but behind its version resource.",
            whole.clone().cut(end),
        ),
    ]);
    rows
}
