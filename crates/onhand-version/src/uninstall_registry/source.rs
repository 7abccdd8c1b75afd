//! The version that an installer wrote.

use onhand_declaration::KindSpec;
use onhand_platform::{InspectHost, UninstallEntries, UninstallEntry, UnreadReason};
use onhand_resolver::{
    Observation, Reason, VersionQuery, VersionReading, VersionSource, VersionText,
};

use super::choice::{Match, Matches, told_elsewhere};
use super::entry::{describe, excerpt};
use super::location::install_location;
use super::name::nearly_starts_with;
use super::other_name::by_folder;
use super::unread;

/// Reads the version of an application from the uninstall registry of Windows.
///
/// # Which entry
/// All whose `DisplayName` starts with the parameter `display_name_prefix`, to the letter, but for those
/// whose `InstallLocation` is another folder than one that holds what was found: they are of another
/// installation. Of several, in this order:
///
/// 1. the one whose `InstallLocation`, or the folder of whose `DisplayIcon`, holds the application
///    that was found, the closest first (a folder of many, such as `C:\Program Files`, tells nothing);
/// 2. one without `InstallLocation`, before one whose `InstallLocation` can't be compared: a short
///    name (`PROGRA~1`), a variable, which is not filled in, a relative path;
/// 3. one whose name is the prefix;
/// 4. one whose name goes on with a version or a variant (`Vendor App 2.3`, `Vendor App v2.3`,
///    `Vendor App (x64)`) before one that continues with another word (`Vendor App Beta`);
/// 5. the one of the highest version, by the `numeric` scheme.
///
/// Where there is none, an entry of any name counts whose `InstallLocation` holds the application: names
/// are translated. That must be its own folder, or one further up where the name of entry or folder
/// has a word in common with the prefix. The closest folder decides; where its entries tell different
/// versions, the version is unavailable.
///
/// Paths are compared as Windows does, whatever their case, separators and quotes. Links are not
/// resolved.
///
/// # What is said of it
/// Remarks tell which entry was chosen and why, and whatever leaves a doubt: two different products
/// that can't be told apart, a match for which nothing but the start of its name speaks, a folder that
/// can't be compared, entries that lie elsewhere, parts of the registry that could not be read.
/// Where no entry matches, they name one that differs only in case or white space. `SystemComponent`
/// plays no part.
///
/// Where nothing matches, the version is absent; if some of the registry could not be read,
/// it is unavailable, for nobody can know.
///
/// # Which value
/// `DisplayVersion`; else `VersionMajor`.`VersionMinor`; else `Version` as Windows Installer packs it. A value of
/// another type, one that can be no version, or one of zeros is passed over; where none is left, the version is
/// unavailable.
///
/// ```
/// use onhand_declaration::{KindUse, ParameterValue};
/// use onhand_platform::{Hive, Os, RegistryView, RootedPath, UninstallEntry};
/// use onhand_platform_fake::FakeHost;
/// use onhand_resolver::{VersionQuery, VersionSource};
/// use onhand_version::UninstallRegistry;
///
/// let host = FakeHost::new(Os::Win32).uninstall(
///     UninstallEntry::new(Hive::LocalMachine, RegistryView::Bits64, "{VENDOR}")
///         .with("DisplayName", "Vendor App")
///         .with("DisplayVersion", "2.3.0.12594"),
/// );
/// let found = RootedPath::new(Os::Win32, r"C:\Vendor\App.exe")?;
/// let kind = KindUse::new("uninstall_registry")
///     .with("display_name_prefix", ParameterValue::Text("Vendor App".to_owned()));
/// let query = VersionQuery::new(&found, &kind);
/// assert_eq!(UninstallRegistry.read(&host, &query).to_string(), "2.3.0.12594");
/// # Ok::<(), onhand_platform::PathViolation>(())
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct UninstallRegistry;

/// How many near misses are named.
const MAX_NEAR_MISSES: usize = 3;

impl VersionSource for UninstallRegistry {
    fn spec(&self) -> KindSpec {
        KindSpec::uninstall_registry()
    }

    /// One `uninstall_entries` call.
    fn read(&self, host: &dyn InspectHost, query: &VersionQuery<'_>) -> Observation<VersionText> {
        self.read_with_remarks(host, query).version
    }

    /// One `uninstall_entries` call.
    fn read_with_remarks(
        &self,
        host: &dyn InspectHost,
        query: &VersionQuery<'_>,
    ) -> VersionReading {
        let Some(prefix) = query.kind.text("display_name_prefix") else {
            let reason = "no `display_name_prefix` is declared".to_owned();
            return Observation::Unavailable(reason.into()).into();
        };
        let registry = match host.uninstall_entries() {
            Ok(registry) => registry,
            Err(error) => return Observation::from(error).into(),
        };
        let matches = Matches::of(&registry.entries, prefix, query.found);
        if let Some(best) = matches.here.first() {
            return of_best(best, &matches, &registry);
        }
        let mut reading = by_folder(&registry.entries, prefix, query.found)
            .unwrap_or_else(|| nothing(&matches, &registry, prefix));
        let is_sure = reading.version.is_present();
        reading
            .remarks
            .extend(unread::remark(&registry, None, is_sure));
        reading
    }
}

/// The version of the best match.
fn of_best(best: &Match<'_>, matches: &Matches<'_>, registry: &UninstallEntries) -> VersionReading {
    tracing::debug!(
        key = best.entry.key,
        reason = best.reason(),
        matches = matches.here.len(),
        "uninstall entry chosen"
    );
    let chosen = describe(best.entry);
    let (version, value) = match &best.version {
        Some((version, value)) => (Observation::Present(version.clone()), Some(value)),
        None => (
            Observation::Unavailable(format!("{chosen} states no version").into()),
            None,
        ),
    };
    let source = value.map_or_else(|| chosen.clone(), |value| format!("`{value}` of {chosen}"));
    let mut remarks = vec![format!("read from {source}: {}", best.reason())];
    remarks.extend(matches.doubts());
    remarks.extend(unread::remark(registry, Some(best.entry), best.is_held()));
    VersionReading::new(version, remarks)
}

/// Why no entry counts.
fn nothing(matches: &Matches<'_>, registry: &UninstallEntries, prefix: &str) -> VersionReading {
    let prefix_shown = excerpt(prefix);
    let mut unread = registry.unread.iter();
    if let Some(hiding) = unread.find(|unread| unread.hides_entries()) {
        let text = format!(
            "the uninstall registry could not all be read, and what was read has no entry of this \
             application whose `DisplayName` starts with `{prefix_shown}`"
        );
        let reason = match &hiding.reason {
            UnreadReason::Failed(error) => Reason::new(error.into(), text),
            _ => text.into(),
        };
        return VersionReading::new(
            Observation::Unavailable(reason),
            told_elsewhere(&matches.elsewhere),
        );
    }
    let (text, remarks) = match matches.elsewhere.split_first() {
        Some((first, others)) => (
            format!(
                "the uninstall registry has no entry of the application at this location: {} lies \
                 elsewhere, in {}",
                describe(first),
                install_location(first)
            ),
            told_elsewhere(others),
        ),
        None => (
            format!(
                "the uninstall registry has no entry whose `DisplayName` starts with `{prefix_shown}`"
            ),
            near_misses(&registry.entries, prefix),
        ),
    };
    VersionReading::new(Observation::Absent(text.into()), remarks)
}

fn near_misses(entries: &[UninstallEntry], prefix: &str) -> Vec<String> {
    entries
        .iter()
        .filter(|entry| {
            entry
                .text("DisplayName")
                .is_some_and(|name| nearly_starts_with(name, prefix))
        })
        .take(MAX_NEAR_MISSES)
        .map(|entry| {
            format!(
                "{} differs from the prefix only in case or white space",
                describe(entry)
            )
        })
        .collect()
}
