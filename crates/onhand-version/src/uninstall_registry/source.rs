//! The version that an installer wrote.

use onhand_declaration::{KindRole, KindSpec, Vocabulary};
use onhand_platform::{InspectHost, UninstallEntry};
use onhand_resolver::{Observation, Reading, VersionQuery, VersionSource, VersionText};

use super::choice::{ambiguity, matches};
use super::entry::{describe, excerpt};
use super::name::nearly_starts_with;

/// Reads the version of an application from the uninstall registry of Windows.
///
/// # Which entry
/// All whose `DisplayName` starts with the parameter `display_name_prefix`, to the letter. Of several,
/// in this order:
///
/// 1. the one whose `InstallLocation`, or the folder of whose `DisplayIcon`, holds the application
///    that was found, the closest first (a folder of many, such as `C:\Program Files`, tells nothing);
/// 2. one whose name is the prefix;
/// 3. one whose name goes on with a version or a variant (`Vendor App 2.3`, `Vendor App (x64)`)
///    before one that goes on with a word (`Vendor App Beta`);
/// 4. the one of the highest version, by the `numeric` scheme.
///
/// Two different products that can't be told apart by this are said in a remark, and so is a match
/// for which nothing but the start of its name speaks. So is, where no
/// entry matches, one that differs only in case or white space. `SystemComponent` plays no part.
///
/// # Which value
/// `DisplayVersion`; else `VersionMajor`.`VersionMinor`; else `Version` as Windows Installer packs it. A value of
/// another type, or one that can be no version, is passed over; where none is left, the version is
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
/// let query = VersionQuery {
///     found: &RootedPath::new(Os::Win32, r"C:\Vendor\App.exe")?,
///     kind: &KindUse::new("uninstall_registry")
///         .with("display_name_prefix", ParameterValue::Text("Vendor App".to_owned())),
/// };
/// assert_eq!(UninstallRegistry.read(&host, &query).to_string(), "2.3.0.12594");
/// # Ok::<(), onhand_platform::PathViolation>(())
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct UninstallRegistry;

/// How many near misses are named.
const MAX_NEAR_MISSES: usize = 3;

impl VersionSource for UninstallRegistry {
    fn spec(&self) -> KindSpec {
        Vocabulary::standard()
            .get(KindRole::Version, "uninstall_registry")
            .cloned()
            .expect("the documented grammar has this kind")
    }

    /// One `uninstall_entries` call.
    fn read(&self, host: &dyn InspectHost, query: &VersionQuery<'_>) -> Observation<VersionText> {
        self.read_with_remarks(host, query).version
    }

    /// One `uninstall_entries` call.
    fn read_with_remarks(&self, host: &dyn InspectHost, query: &VersionQuery<'_>) -> Reading {
        let Some(prefix) = query.kind.text("display_name_prefix") else {
            let reason = "no `display_name_prefix` is declared".to_owned();
            return Observation::Unavailable(reason.into()).into();
        };
        let entries = match host.uninstall_entries() {
            Ok(entries) => entries,
            Err(error) => return Observation::from(error).into(),
        };
        let matches = matches(&entries.entries, prefix, query.found);
        let Some(best) = matches.first() else {
            return Reading {
                version: Observation::Absent(
                    format!(
                        "the uninstall registry has no entry whose `DisplayName` starts with `{}`",
                        excerpt(prefix)
                    )
                    .into(),
                ),
                remarks: near_misses(&entries.entries, prefix),
            };
        };
        tracing::debug!(
            key = best.entry.key,
            reason = best.reason(),
            matches = matches.len(),
            "uninstall entry chosen"
        );
        let chosen = describe(best.entry);
        let (version, value) = match &best.version {
            Some((version, value)) => (Observation::Present(version.clone()), Some(value)),
            None => (
                Observation::Unavailable(format!("{chosen} tells no version").into()),
                None,
            ),
        };
        let told = value.map_or_else(String::new, |value| format!(" by `{value}`"));
        let mut remarks = vec![format!("told{told} of {chosen}: {}", best.reason())];
        remarks.extend(ambiguity(&matches));
        Reading { version, remarks }
    }
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
