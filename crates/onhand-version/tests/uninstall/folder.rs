//! What an entry's folder says of whose it is.

use onhand_platform::UninstallEntry;
use onhand_resolver::Observation;

use super::{entry, read, version};

const HERE: &str = r"C:\Program Files\Vendor\Vendor App";

fn at(folder: &str, key: &str, name: &str, version: &str) -> UninstallEntry {
    entry(key, name, version).with("InstallLocation", folder)
}

#[test]
fn an_entry_that_lies_elsewhere_is_not_the_application() {
    let reading = read([at(r"D:\Other", "a", "Vendor App", "9.0")]);
    assert_eq!(
        reading.version,
        Observation::Absent(
            "the uninstall registry has no entry of the application at this location: the entry \
             `Vendor App` of HKLM (64-bit), key `a` lies elsewhere, in `D:\\Other`"
                .into()
        )
    );
    assert!(reading.remarks.is_empty(), "{:?}", reading.remarks);
}

#[test]
fn an_entry_that_lies_elsewhere_never_beats_one_without_a_folder() {
    for folder in [
        r"D:\Other",
        r"C:\Program Files\Vendor\Vendor App 2",
        r"C:\Program Files (x86)\Vendor\Vendor App",
        r"C:\Program Files\Vendor\Vendor App\plugins",
        r"\\server\share\Vendor App",
    ] {
        let elsewhere = at(folder, "a", "Vendor App", "9.0");
        let reading = read([elsewhere, entry("b", "Vendor App Beta", "1.0")]);
        assert_eq!(reading.version.to_string(), "1.0", "{folder}");
        let passed_over = format!("lies elsewhere, in `{folder}`");
        assert!(
            reading
                .remarks
                .iter()
                .any(|remark| remark.contains(&passed_over)),
            "{:?}",
            reading.remarks
        );
    }
}

#[test]
fn an_entry_whose_folder_can_not_be_compared_comes_last_and_leaves_a_doubt() {
    let doubtful = || at(r"C:\PROGRA~1\Vendor", "a", "Vendor App", "9.0");
    assert_eq!(
        version([doubtful(), entry("b", "Vendor App Beta", "1.0")]),
        "1.0"
    );
    let reading = read([doubtful()]);
    assert_eq!(reading.version.to_string(), "9.0");
    assert!(
        reading.remarks[1].starts_with("it may be of another installation: its `InstallLocation`"),
        "{:?}",
        reading.remarks
    );
}

#[test]
fn two_editions_are_told_apart_by_their_folders() {
    let entries = [
        at(HERE, "a", "Vendor App 128.3.0 ESR (x64 en-US)", "128.3.0"),
        at(
            r"C:\Program Files\Vendor App",
            "b",
            "Vendor App (x64 en-US)",
            "144.0",
        ),
    ];
    let reading = read(entries);
    assert_eq!(reading.version.to_string(), "128.3.0");
    assert_eq!(reading.remarks.len(), 1, "{:?}", reading.remarks);
}

#[test]
fn a_v_before_the_version_makes_no_other_product() {
    let reading = read([entry("a", "Vendor App v24.12.1073", "24.12.1073.1")]);
    assert_eq!(reading.version.to_string(), "24.12.1073.1");
    assert_eq!(reading.remarks.len(), 1, "{:?}", reading.remarks);
}

#[test]
fn the_folder_tells_the_entry_whose_name_is_another() {
    let translated = || {
        at(
            r"C:\Program Files\Vendor",
            "ru",
            "Vendor приложение 2016",
            "16.0.4266",
        )
    };
    let part = entry("mui", "Vendor MUI (Russian) 2016", "15.0.1");
    let reading = read([translated(), part]);
    assert_eq!(reading.version.to_string(), "16.0.4266");
    assert_eq!(
        reading.remarks,
        [
            "read from `DisplayVersion` of the entry `Vendor приложение 2016` of HKLM (64-bit), key `ru`: its \
             folder holds the application, though its name doesn't start with `Vendor App`"
        ]
    );
    // One of the name that lies elsewhere is none.
    let elsewhere = at(r"D:\Other", "a", "Vendor App", "9.0");
    assert_eq!(version([elsewhere, translated()]), "16.0.4266");
    // One of the name is, before any other.
    assert_eq!(
        version([entry("b", "Vendor App", "2.0"), translated()]),
        "2.0"
    );
}

#[test]
fn the_closest_folder_of_another_name_counts() {
    let suite = at(r"C:\Program Files\Vendor", "a", "Vendor Suite", "9.0");
    let own = at(HERE, "b", "Приложение", "2.0");
    assert_eq!(version([suite, own]), "2.0");
}

#[test]
fn a_folder_further_up_counts_only_with_a_word_in_common() {
    // A launcher that holds the applications of others, and nobody's icon makes up for it.
    let host = |folder: &str, name: &str| version([at(folder, "a", name, "9.0")]);
    assert_eq!(host(r"C:\Program Files\Vendor", "Лаунчер"), "9.0");
    assert_eq!(host(HERE, "Лаунчер"), "9.0");
    let stranger = super::read_at(
        r"C:\Program Files\Games\common\Vendor App\app.exe",
        [at(r"C:\Program Files\Games", "a", "Launcher", "9.0")],
    );
    assert_eq!(stranger.version.state(), "absent");
    let icon = entry("a", "Приложение", "9.0").with("DisplayIcon", super::FOUND);
    assert_eq!(read([icon]).version.state(), "absent");
}

#[test]
fn other_names_in_one_folder_must_agree() {
    let one = || at(HERE, "a", "Приложение", "2.0");
    let other = |version| at(HERE, "b", "Приложение (пакет)", version);
    assert_eq!(version([one(), other("2.0")]), "2.0");
    assert_eq!(version([one(), other("")]), "2.0");
    let reading = read([one(), other("3.0")]);
    assert_eq!(reading.version.state(), "unavailable");
    let reason = reading.version.reason().unwrap_or_default();
    assert!(
        reason.contains("of different versions") && reason.contains("key `b`"),
        "{reason}"
    );
    assert_eq!(read([other("")]).version.state(), "unavailable");
}

#[test]
fn what_lies_elsewhere_is_told_in_part() {
    let many = (0..40).map(|key| at(r"D:\Other", &key.to_string(), "Vendor App", "9.0"));
    let reading = read(many.chain([entry("b", "Vendor App", "1.0")]));
    assert_eq!(reading.version.to_string(), "1.0");
    assert_eq!(reading.remarks.len(), 5, "{:?}", reading.remarks);
    assert_eq!(
        reading.remarks[4],
        "passed over: 37 more that lie elsewhere"
    );
}
