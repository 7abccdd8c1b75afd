//! Reads files and bundles through the tiers of a host, as the version sources do.

use std::path::Path;

use onhand::platform::{FileKind, HostError, HostResult, InspectHost, RootedPath, read_bounded};
use onhand::resolver::Observation;
use onhand::version::{PeError, PeField, PeVersion, PlistVersion, StatedVersion};

use super::kind::TELLING;
use crate::answers::{Field, Inspection, Value, VersionKind};
use crate::commands::place;

/// Looks into files for an author who asks which version onhand will see.
pub(super) struct Inspector<'a> {
    /// Where the files are.
    pub(super) host: &'a dyn InspectHost,
    /// Which version of a PE file counts.
    pub(super) field: PeField,
    /// The only key of a property list that counts, if one is named.
    pub(super) key: Option<&'a str>,
}

/// Where a bundle holds its property list. Without that file a folder is no bundle.
const IN_BUNDLE: &str = "Contents/Info.plist";

/// What was read, or not, of which file.
struct Content {
    kind: VersionKind,
    fields: Vec<Field>,
    version: Observation<StatedVersion>,
    was_read: bool,
}

impl Inspector<'_> {
    /// Looks into what the user named.
    pub(super) fn inspect(&self, path: &Path) -> Inspection {
        let name = path.display().to_string();
        let _span = tracing::debug_span!("inspect", path = name).entered();
        match place::rooted(self.host.os(), path) {
            Ok(rooted) => self.inspect_at(name, &rooted),
            Err(reason) => {
                let kind = VersionKind::of_name(path).unwrap_or(VersionKind::PeResource);
                let unread = self.unread(kind, Observation::Error(reason.into()));
                unread.inspection(name, None)
            }
        }
    }

    /// Looks into what is at that path. `name` is how the user calls it.
    fn inspect_at(&self, name: String, path: &RootedPath) -> Inspection {
        let by_name = VersionKind::of_name(Path::new(path.as_str()));
        let refused = |error: HostError| {
            let kind = by_name.unwrap_or(VersionKind::PeResource);
            self.unread(kind, error.into())
        };
        let reading = match self.host.stat(path).map(|metadata| metadata.kind) {
            Ok(FileKind::Directory) => return self.bundle(name, path),
            // What can't be opened is refused there, in its own words.
            Ok(_) => self.file(path, by_name).unwrap_or_else(refused),
            Err(error) => refused(error),
        };
        reading.inspection(name, None)
    }

    /// Reads a file by what it starts with, else by what its name says it is.
    fn file(&self, path: &RootedPath, by_name: Option<VersionKind>) -> HostResult<Content> {
        let file = self.host.open(path)?;
        let mut start = [0; TELLING];
        let read = file.read_at(0, &mut start)?;
        let by_content = VersionKind::of_content(&start[..read]);
        tracing::debug!(?by_content, ?by_name, "kind of the file");
        match by_content.or(by_name) {
            Some(VersionKind::PeResource) => Ok(self.executable(PeVersion::read(&*file))),
            Some(VersionKind::Plist) => {
                let content = read_bounded(self.host, path, PlistVersion::MAX_BYTES)?;
                Ok(self.plist(&content))
            }
            None => {
                let reason = "neither a PE file, which starts with `MZ`, nor a property list";
                Ok(self.unread(VersionKind::PeResource, Observation::Error(reason.into())))
            }
        }
    }

    fn executable(&self, versions: Result<PeVersion, PeError>) -> Content {
        let (versions, version, was_read) = match versions {
            Ok(versions) => {
                let version = versions.stated(self.field);
                (versions, version, true)
            }
            Err(error) => {
                let was_read = matches!(error, PeError::NoResources | PeError::NoVersionResource);
                (PeVersion::default(), error.into(), was_read)
            }
        };
        let values = [
            versions.fixed_file,
            versions.fixed_product,
            versions.string_file,
            versions.string_product,
        ];
        let fields = VersionKind::PeResource.fields().iter().zip(values);
        Content {
            kind: VersionKind::PeResource,
            fields: fields
                .map(|(name, value)| Field {
                    name: (*name).to_owned(),
                    value: value.into(),
                })
                .collect(),
            version,
            was_read,
        }
    }

    /// The version is read as `plist` reads it: where a key is named, nothing but that key can
    /// be in its way. The other fields are read beside it.
    fn plist(&self, content: &[u8]) -> Content {
        let asked = PlistVersion::observe(content, self.key);
        let standard = match self.key {
            Some(_) => PlistVersion::observe(content, None),
            None => asked.clone(),
        };
        let value = |name: &str| {
            let value = [&asked, &standard]
                .into_iter()
                .find_map(|versions| versions.present()?.value(name));
            match value {
                None => Value::Missing,
                Some(value) => match value.text() {
                    Some(text) => Value::Text(text.into_owned()),
                    None => Value::Other(value.to_string()),
                },
            }
        };
        let fields = self
            .names(VersionKind::Plist)
            .map(|name| Field {
                name: name.to_owned(),
                value: value(name),
            })
            .collect();
        Content {
            kind: VersionKind::Plist,
            fields,
            was_read: asked.is_present(),
            version: asked.and_then(|versions| versions.stated()),
        }
    }

    /// A folder: the file of the bundle.
    fn bundle(&self, name: String, folder: &RootedPath) -> Inspection {
        let version = match self.info_plist(folder) {
            Ok(reading) => return reading.inspection(name, Some(IN_BUNDLE.to_owned())),
            Err(HostError::NotFound | HostError::NotADirectory) => {
                Observation::Absent(format!("a folder without `{IN_BUNDLE}`").into())
            }
            Err(error) => Observation::from(error).about(format_args!("`{IN_BUNDLE}`")),
        };
        self.unread(VersionKind::Plist, version)
            .inspection(name, None)
    }

    fn info_plist(&self, folder: &RootedPath) -> HostResult<Content> {
        let path = folder.join(IN_BUNDLE).map_err(|_| HostError::NotFound)?;
        let content = read_bounded(self.host, &path, PlistVersion::MAX_BYTES)?;
        Ok(self.plist(&content))
    }

    /// A file that can't be read: every field is missing.
    fn unread(&self, kind: VersionKind, version: Observation<StatedVersion>) -> Content {
        Content {
            kind,
            fields: self
                .names(kind)
                .map(|name| Field {
                    name: name.to_owned(),
                    value: Value::Missing,
                })
                .collect(),
            version,
            was_read: false,
        }
    }

    /// The fields of the kind, and the key that is asked for.
    fn names(&self, kind: VersionKind) -> impl Iterator<Item = &str> {
        let known = kind.fields();
        let asked = self
            .key
            .filter(|key| kind == VersionKind::Plist && !known.contains(key));
        known.iter().copied().chain(asked)
    }
}

impl Content {
    fn inspection(self, path: String, inside: Option<String>) -> Inspection {
        Inspection {
            path,
            kind: self.kind,
            inside,
            fields: self.fields,
            version: self.version,
            was_read: self.was_read,
        }
    }
}

#[cfg(test)]
mod tests;
