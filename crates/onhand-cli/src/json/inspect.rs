//! `onhand inspect --json`.

use serde::{Serialize, Serializer};

use super::pretty;
use crate::answers::{Field, Inspection};

#[derive(Serialize)]
struct InspectionJson<'a> {
    /// The file as the user named it.
    path: &'a str,
    /// The source that reads it: `pe_resource` or `plist`. A guess where none can.
    kind: &'a str,
    fields: FieldsJson<'a>,
    version: VersionJson<'a>,
}

/// A key for each field of the kind, and for the one that `--key` names; `null` where nothing is
/// there, or no text.
struct FieldsJson<'a>(&'a [Field]);

impl Serialize for FieldsJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|field| (&field.name, field.value.text())))
    }
}

#[derive(Serialize)]
struct VersionJson<'a> {
    /// `present`, `absent`, `unavailable` or `error`.
    state: &'a str,
    /// The version that counts, as the file spells it.
    value: Option<&'a str>,
    /// Why there is none.
    reason: Option<&'a str>,
}

/// The document: a list, an entry for each file that was named, whether it could be read or not.
pub(crate) fn inspect(inspections: &[Inspection]) -> String {
    let entries = inspections.iter().map(|inspection| InspectionJson {
        path: &inspection.path,
        kind: inspection.kind.as_str(),
        fields: FieldsJson(&inspection.fields),
        version: VersionJson {
            state: inspection.version.state(),
            value: inspection
                .version
                .present()
                .map(|stated| stated.version.as_str()),
            reason: inspection.version.reason(),
        },
    });
    pretty(&entries.collect::<Vec<_>>())
}
