//! A file, and what must be read of it.

/// A file that a version is read of.
pub struct Fixture {
    /// Its name, without the extension.
    pub name: String,
    /// What it shows, in a sentence.
    pub about: &'static str,
    /// What it holds.
    pub bytes: Vec<u8>,
    /// What must be read of it, in the order in which it is told.
    pub expected: Vec<(&'static str, Said)>,
}

/// What must be said of a field or a version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// A field that is not there.
    Nothing,
    /// What a field holds.
    Field(String),
    /// A version.
    Present(String),
    /// None, and why.
    Absent(String),
    /// Why it can't be known.
    Unavailable(String),
    /// What is wrong with the file.
    Error(String),
}

/// The name of the version among what is expected; the other names are those of fields.
pub const VERSION: &str = "version";

impl Fixture {
    /// What must be read of it, as the file beside it says it.
    pub fn expectation(&self) -> String {
        let mut text = format!("# {}\n", self.about);
        for (name, said) in &self.expected {
            text += &match said {
                Said::Nothing => format!("{name}: -\n"),
                Said::Field(value) => format!("{name}: {value:?}\n"),
                Said::Present(value) => format!("{name}: present {value:?}\n"),
                Said::Absent(reason) => format!("{name}: absent {reason:?}\n"),
                Said::Unavailable(reason) => format!("{name}: unavailable {reason:?}\n"),
                Said::Error(reason) => format!("{name}: error {reason:?}\n"),
            };
        }
        text
    }

    /// The version that counts, if there is one.
    pub fn version(&self) -> Option<&str> {
        self.expected.iter().find_map(|(name, said)| match said {
            Said::Present(version) if *name == VERSION => Some(version.as_str()),
            _ => None,
        })
    }
}
