//! The versions that an executable states, and which one counts.

use onhand_platform::HostFile;
use onhand_resolver::{Observation, VersionText};

use super::error::PeError;
use super::field::PeField;
use super::image::Image;
use super::window::Window;
use super::{directory, version_info};
use crate::stated::{StatedVersion, first_stated, observe_stated};

/// The versions that a Windows executable states of itself, each as it is stated: none is made up
/// from parts of two.
///
/// ```
/// use onhand_platform::{InspectHost, Os, RootedPath};
/// use onhand_platform_fake::FakeHost;
/// use onhand_version::{PeError, PeVersion};
///
/// let host = FakeHost::new(Os::Win32).file(r"C:\script.exe", "#!/bin/sh");
/// let file = host.open(&RootedPath::new(Os::Win32, r"C:\script.exe")?)?;
/// assert_eq!(PeVersion::read(&*file), Err(PeError::NoDosHeader));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub struct PeVersion {
    /// `dwFileVersion` of the fixed block, as `a.b.c.d`; `0.0.0.0` where it says nothing.
    pub fixed_file: Option<String>,
    /// `dwProductVersion` of the fixed block, likewise.
    pub fixed_product: Option<String>,
    /// `FileVersion` of the string table, trimmed. It may be empty.
    pub string_file: Option<String>,
    /// `ProductVersion` of the same string table, trimmed. It may be empty.
    pub string_product: Option<String>,
}

impl PeVersion {
    /// Reads the versions of an executable: the headers, the section table, the way through the
    /// resource directory, and the one resource. What is read, and which resource and which
    /// string table, stands with [`PeResource`](super::PeResource).
    ///
    /// # Errors
    /// [`PeError::NoResources`] and [`PeError::NoVersionResource`] where a whole executable has no
    /// version to read; any other where it can't be read, or isn't one. An [`Observation`] can be
    /// made of all of them.
    pub fn read(file: &dyn HostFile) -> Result<Self, PeError> {
        let mut window = Window::new(file);
        let image = Image::read(&mut window)?;
        let resource = directory::read_version_resource(&mut window, &image)?;
        version_info::read(&resource)
    }

    /// The version that counts: the first of these that says something.
    ///
    /// | field | candidates |
    /// |---|---|
    /// | `file` | [`fixed_file`](Self::fixed_file), [`string_file`](Self::string_file), [`string_product`](Self::string_product) |
    /// | `product` | [`fixed_product`](Self::fixed_product), [`string_product`](Self::string_product) |
    ///
    /// A version of zeros says nothing, fixed or as a text, and so does a blank text. A text that can be no
    /// version is an error, and hides what comes after it.
    ///
    /// Whoever asks for `file` gets the `ProductVersion` text of a file that states no other version,
    /// and never the fixed product version. Whoever asks for `product` never gets a version of the
    /// file: the two count differently, and a minimum version is meant for one of them.
    #[must_use]
    pub fn choose(&self, field: PeField) -> Observation<VersionText> {
        self.stated(field).map(|stated| stated.version)
    }

    /// As [`choose`](Self::choose), with as what the file states it.
    #[must_use]
    pub fn stated(&self, field: PeField) -> Observation<StatedVersion> {
        let file = ("`FileVersion`", observe_text(self.string_file.as_deref()));
        let product = (
            "`ProductVersion`",
            observe_text(self.string_product.as_deref()),
        );
        match field {
            PeField::File => first_stated([
                (
                    "fixed file version",
                    observe_text(self.fixed_file.as_deref()),
                ),
                file,
                product,
            ]),
            PeField::Product => first_stated([
                (
                    "fixed product version",
                    observe_text(self.fixed_product.as_deref()),
                ),
                product,
            ]),
        }
    }
}

fn observe_text(text: Option<&str>) -> Observation<VersionText> {
    match text {
        None => Observation::Absent("not there".into()),
        Some(text) if text.contains(char::REPLACEMENT_CHARACTER) => {
            Observation::Error("not valid Unicode".into())
        }
        Some(text) => observe_stated(text),
    }
}
