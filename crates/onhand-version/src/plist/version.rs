//! The versions that an `Info.plist` states, and which one counts.

use onhand_platform::HostError;
use onhand_resolver::{Observation, VersionText};

use super::dictionary::RootDictionary;
use super::value::PlistValue;
use crate::stated::{StatedVersion, first_stated, observe_stated};

/// The versions that a property list states, each as it is stated, in the order in which they
/// count.
///
/// ```
/// use onhand_version::PlistVersion;
///
/// let content = b"<plist><dict>
///     <key>CFBundleVersion</key><integer>12594</integer>
/// </dict></plist>";
/// let versions = PlistVersion::observe(content, None).present().cloned().expect("it is read");
/// assert!(versions.value("CFBundleShortVersionString").is_none());
/// assert_eq!(versions.choose().to_string(), "12594");
/// assert_eq!(versions.stated().to_string(), "12594 (`CFBundleVersion`)");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PlistVersion {
    entries: Vec<(String, Option<PlistValue>)>,
}

impl PlistVersion {
    /// The keys that count where no other is named: what people are shown, then the number of the
    /// build.
    pub const KEYS: [&'static str; 2] = ["CFBundleShortVersionString", "CFBundleVersion"];

    /// The largest file that is read, in bytes. Those of real applications are below 200 KiB.
    pub const MAX_BYTES: u64 = 1024 * 1024;

    /// Reads a whole file: the [`KEYS`](Self::KEYS), or `key` and then nothing else. Formats,
    /// bounds, and what is an error, stand with [`Plist`](super::Plist). It is present where the
    /// file can be read, whatever it states.
    ///
    /// Linear in the content's length, of which more than [`MAX_BYTES`](Self::MAX_BYTES) is an
    /// error.
    #[must_use]
    pub fn observe(content: &[u8], key: Option<&str>) -> Observation<Self> {
        if content.len() as u64 > Self::MAX_BYTES {
            return HostError::TooLarge {
                limit: Self::MAX_BYTES,
            }
            .into();
        }
        let keys = match &key {
            Some(key) => std::slice::from_ref(key),
            None => &Self::KEYS[..],
        };
        match RootDictionary::read(content, keys) {
            Ok(root) => Observation::Present(PlistVersion {
                entries: root
                    .into_entries()
                    .map(|(key, value)| (key.to_owned(), value))
                    .collect(),
            }),
            Err(error) => error.into(),
        }
    }

    /// The keys that were read, each with its value where it is there.
    pub fn entries(&self) -> impl Iterator<Item = (&str, Option<&PlistValue>)> {
        self.entries
            .iter()
            .map(|(key, value)| (key.as_str(), value.as_ref()))
    }

    /// The value of a key; `None` where it is not there, and where it was not read.
    #[must_use]
    pub fn value(&self, key: &str) -> Option<&PlistValue> {
        self.entries().find(|(own, _)| *own == key)?.1
    }

    /// The version that counts: of the first key that says something.
    ///
    /// | value | then |
    /// |---|---|
    /// | a text that is not blank, an integer | it is the version |
    /// | missing, blank, or of zeros alone (`0.0.0`) | the next key counts, by the same rule; absent where there is none |
    /// | of another type | unavailable, with the type; the next key is not asked, for the file means something by it that onhand doesn't know |
    /// | no possible version: over 256 bytes, a control character | an error |
    #[must_use]
    pub fn choose(&self) -> Observation<VersionText> {
        self.stated().map(|stated| stated.version)
    }

    /// As [`choose`](Self::choose), with the key.
    #[must_use]
    pub fn stated(&self) -> Observation<StatedVersion> {
        first_stated(
            self.entries()
                .map(|(key, value)| (format!("`{key}`"), observe_value(value))),
        )
    }
}

fn observe_value(value: Option<&PlistValue>) -> Observation<VersionText> {
    let Some(value) = value else {
        return Observation::Absent("not there".into());
    };
    match value.text() {
        Some(text) => observe_stated(&text),
        None => Observation::Unavailable(format!("it is {value}, no text and no integer").into()),
    }
}
