//! The entry of an application that is called otherwise than declared: a name may be translated, or
//! a suite's, where the folder is the same.

use onhand_platform::{RootedPath, UninstallEntry};
use onhand_resolver::{Observation, VersionReading, VersionText};

use super::entry::{describe, excerpt, version};
use super::location::{Standing, by_install_location};
use super::name::share_a_word;

/// An entry whose `InstallLocation` holds what was found.
struct Holder<'e> {
    entry: &'e UninstallEntry,
    distance: usize,
    version: Option<(VersionText, &'static str)>,
}

/// The version by the folder alone; `None` where no entry's holds what was found.
///
/// A folder further up may be that of a launcher or of a whole suite. So its entry counts only
/// where its name, or that of the folder, has a word in common with the prefix. The entries of the
/// closest folder must agree on the version.
pub(super) fn by_folder(
    entries: &[UninstallEntry],
    prefix: &str,
    found: &RootedPath,
) -> Option<VersionReading> {
    let mut holders: Vec<Holder<'_>> = entries
        .iter()
        .filter_map(|entry| {
            let name = entry.text("DisplayName")?;
            let Standing::Holds(distance) = by_install_location(entry, found) else {
                return None;
            };
            let is_like_it = distance == 0
                || share_a_word(name, prefix)
                || folder_name(found, distance).is_some_and(|folder| share_a_word(&folder, prefix));
            is_like_it.then(|| Holder {
                entry,
                distance,
                version: version(entry),
            })
        })
        .collect();
    let closest = holders.iter().map(|holder| holder.distance).min()?;
    holders.retain(|holder| holder.distance == closest);
    Some(agreed(&holders, prefix))
}

/// The name of the folder so many above the one of what was found.
fn folder_name(found: &RootedPath, distance: usize) -> Option<String> {
    let folder = std::iter::successors(found.parent(), RootedPath::parent).nth(distance)?;
    folder.file_name().map(str::to_owned)
}

fn agreed(holders: &[Holder<'_>], prefix: &str) -> VersionReading {
    let mut telling = holders
        .iter()
        .filter_map(|holder| Some((holder.entry, holder.version.as_ref()?)));
    let Some((entry, (version, value))) = telling.next() else {
        let named = holders.first().map(|holder| describe(holder.entry));
        let text = format!(
            "no entry is called `{}`, and {}, whose folder holds the application, states no version",
            excerpt(prefix),
            named.unwrap_or_default()
        );
        return Observation::Unavailable(text.into()).into();
    };
    if let Some((other, _)) = telling.find(|(_, (other, _))| other != version) {
        let text = format!(
            "no entry is called `{}`, and the folders of several hold the application, of different \
             versions: {} and {}",
            excerpt(prefix),
            describe(entry),
            describe(other)
        );
        return Observation::Unavailable(text.into()).into();
    }
    let remark = format!(
        "read from `{value}` of {}: its folder holds the application, though its name doesn't start \
         with `{}`",
        describe(entry),
        excerpt(prefix)
    );
    VersionReading::new(Observation::Present(version.clone()), vec![remark])
}
