//! On well-formed files, `pelite` reads the same.
//!
//! It is only asked about those: on others it panics.

use std::panic;

use pelite::PeFile as Other;
use pelite::resources::version_info::Language;
use proptest::prelude::*;

use crate::machine::fields;
use onhand_testkit::pe::{Machine, Pe, Resources, VersionInfo};

/// The four versions, as the other reader has them.
fn others(bytes: &[u8], table: Option<Language>) -> [Option<String>; 4] {
    let read = || {
        let file = Other::from_bytes(bytes).expect("it is an executable");
        let resources = file.resources().expect("it has resources");
        let version = resources.version_info().expect("it has a version");
        let fixed = version.fixed();
        let text = |key| Some(version.value(table?, key)?.trim().to_owned());
        [
            fixed.map(|fixed| dotted(&fixed.dwFileVersion)),
            fixed.map(|fixed| dotted(&fixed.dwProductVersion)),
            text("FileVersion"),
            text("ProductVersion"),
        ]
    };
    panic::catch_unwind(read).expect("a well-formed file doesn't make it panic")
}

fn dotted(version: &pelite::image::VS_VERSION) -> String {
    let parts = [version.Major, version.Minor, version.Patch, version.Build];
    parts.map(|part| part.to_string()).join(".")
}

/// A text that isn't blank, and holds no terminator.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[0-9]{1,3}(\\.[0-9]{1,5}){0,3}",
        "[ -~]{0,20}x",
        "\\PC{0,12}y"
    ]
}

prop_compose! {
    fn version()(
        fixed in prop::option::of(any::<([u16; 4], [u16; 4])>()),
        strings in prop::option::of((
            any::<(u16, u16)>(),
            prop::option::of(text()),
            prop::option::of(text()),
            prop::collection::vec(("[A-Z][a-z]{0,20}", text()), 0..4),
        )),
    ) -> (VersionInfo, Option<Language>) {
        let mut version = VersionInfo::new();
        if let Some((file, product)) = fixed {
            version = version.fixed_pair(file, product);
        }
        let mut table = None;
        if let Some(((lang_id, charset_id), file, product, others)) = &strings {
            let language = Language { lang_id: *lang_id, charset_id: *charset_id };
            let mut texts: Vec<(&str, &str)> = others
                .iter()
                .map(|(key, text)| (key.as_str(), text.as_str()))
                .collect();
            texts.extend(file.as_deref().map(|text| ("FileVersion", text)));
            texts.extend(product.as_deref().map(|text| ("ProductVersion", text)));
            version = version.table(&language.to_string(), &texts);
            table = Some(language);
        }
        // Where a resource holds nothing at all, the other reader panics.
        (version.translations(&[(0x409, 1200)]), table)
    }
}

proptest! {
    #[test]
    fn well_formed_files_are_read_as_by_another_reader(
        (version, table) in version(),
        machine in prop::sample::select(Machine::ALL.to_vec()),
    ) {
        let resources = Resources::version(version).with(3, 1, 0, "an icon");
        let file = Pe::new(machine).resources(resources).build();
        prop_assert_eq!(fields(&file), others(&file.bytes, table));
    }
}
