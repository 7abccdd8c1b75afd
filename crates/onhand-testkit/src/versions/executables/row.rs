//! What a row of the tables is made of.

use super::{cut, hostile, odd, whole};
use crate::pe::PeFile;
use crate::versions::fixture::{Fixture, Said, VERSION};

/// Every executable.
pub fn fixtures() -> Vec<Fixture> {
    let mut all = whole::rows();
    all.extend(odd::rows());
    all.extend(cut::rows());
    all.extend(hostile::rows());
    all
}

/// The version of a product: a name in what is expected.
const PRODUCT_VERSION: &str = "product_version";

/// An executable with two versions: the fixed file version, the fixed product version, and the
/// texts of both, in this order.
pub(super) fn row(
    name: impl Into<String>,
    about: &'static str,
    file: PeFile,
    fields: [Option<&str>; 4],
    [version, product]: [Said; 2],
) -> Fixture {
    let [fixed_file, fixed_product, string_file, string_product] =
        fields.map(|field| match field {
            None => Said::Nothing,
            Some(value) => Said::Field(value.to_owned()),
        });
    Fixture {
        name: name.into(),
        about,
        bytes: file.bytes,
        expected: vec![
            ("fixed_file", fixed_file),
            ("fixed_product", fixed_product),
            ("string_file", string_file),
            ("string_product", string_product),
            (VERSION, version),
            (PRODUCT_VERSION, product),
        ],
    }
}

/// One that states what [`full`](crate::pe::full) does.
pub(super) fn stated(name: impl Into<String>, about: &'static str, file: PeFile) -> Fixture {
    let fields = ["2.3.0.12594", "26.1.0.0", "2.3 (build 12594)", "2026.1"].map(Some);
    let versions = ["2.3.0.12594", "26.1.0.0"].map(present);
    row(name, about, file, fields, versions)
}

/// One that states what [`fixed`](crate::pe::fixed) does, of 2.3.0.12594.
pub(super) fn stated_fixed(name: &str, about: &'static str, file: PeFile) -> Fixture {
    let fields = [Some("2.3.0.12594"), Some("2.3.0.12594"), None, None];
    row(name, about, file, fields, ["2.3.0.12594"; 2].map(present))
}

/// One of which nothing can be read.
pub(super) fn broken(
    name: impl Into<String>,
    about: &'static str,
    file: PeFile,
    reason: &str,
) -> Fixture {
    row(name, about, file, [None; 4], [error(reason), error(reason)])
}

pub(super) fn present(version: &str) -> Said {
    Said::Present(version.to_owned())
}

pub(super) fn absent(reason: &str) -> Said {
    Said::Absent(reason.to_owned())
}

pub(super) fn error(reason: &str) -> Said {
    Said::Error(reason.to_owned())
}
