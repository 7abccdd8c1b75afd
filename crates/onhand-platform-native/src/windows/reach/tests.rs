//! Ways on a machine in memory.

use onhand_platform::HostError;
use proptest::prelude::*;
use windows_sys::Win32::Foundation::{
    ERROR_ACCESS_DENIED, ERROR_FILE_NOT_FOUND, ERROR_INVALID_REPARSE_DATA, ERROR_PATH_NOT_FOUND,
};

use super::machine::{Machine, Node, link, mounted, relative};
use super::*;
use crate::windows::reparse_bytes::{app_execution_alias, tagged};

const VOLUME: &str = "Volume{01234567-89ab-cdef-0123-456789abcdef}";

#[test]
fn a_way_without_a_link_costs_two_opens() {
    let machine = Machine::new([(r"C:\a\b\c\d\e\file", Node::Ordinary)]);
    let path = r"C:\A\b\c\d\e\File";
    assert_eq!(machine.ordinary(path).as_deref(), Ok(path));
    assert_eq!(machine.asked(), ["c:", r"c:\a\b\c\d\e\file"]);
    assert_eq!(machine.ordinary(r"C:\").as_deref(), Ok("C:"));
}

#[test]
fn a_link_to_a_place_on_a_disk_is_followed() {
    let machine = Machine::new([
        (r"C:\real\folder\file", Node::Ordinary),
        (r"D:\data\file", Node::Ordinary),
        (r"C:\links\file", link(r"\??\C:\real\folder\file")),
        (r"C:\links\folder", link(r"\??\c:\real\folder")),
        (r"C:\links\mounted", mounted(r"\??\D:\data\")),
        (r"C:\links\volume", mounted(&format!(r"\??\{VOLUME}\"))),
        (&format!(r"{VOLUME}\inside"), Node::Ordinary),
        (r"C:\links\root", mounted(r"\??\D:\")),
        (r"C:\links\beside", relative("file")),
        (r"C:\links\down", relative(r"folder\file")),
        (r"C:\links\up", relative(r"..\real\.\folder")),
        (r"C:\links\rooted", relative(r"\real\folder")),
        (r"C:\links\again", link(r"\??\C:\links\mounted")),
        (r"C:\links\itself", relative(".")),
    ]);
    for (path, end) in [
        (r"C:\links\file", r"C:\real\folder\file"),
        (r"C:\LINKS\Folder", r"c:\real\folder"),
        (r"C:\links\folder\file", r"c:\real\folder\file"),
        (r"C:\links\mounted\file", r"D:\data\file"),
        (r"C:\links\volume\inside", &format!(r"{VOLUME}\inside")),
        (r"C:\links\volume", VOLUME),
        (r"C:\links\root\data\file", r"D:\data\file"),
        (r"C:\links\beside", r"C:\real\folder\file"),
        (r"C:\links\down", r"c:\real\folder\file"),
        (r"C:\links\up\file", r"C:\real\folder\file"),
        (r"C:\links\rooted\file", r"C:\real\folder\file"),
        (r"C:\links\again\file", r"D:\data\file"),
        (r"C:\links\itself\itself\up\file", r"C:\real\folder\file"),
    ] {
        assert_eq!(machine.ordinary(path).as_deref(), Ok(end), "{path}");
    }
}

#[test]
fn a_link_off_this_machines_disks_is_not_followed_wherever_it_stands() {
    for target in [
        r"\??\UNC\server\share",
        r"\??\GLOBALROOT\Device\Mup\server\share",
        r"\Device\HarddiskVolume9",
        r"\??\N:\folder",
        r"\??\S:\folder",
    ] {
        for end in [link(target), mounted(target)] {
            let machine = Machine::new([
                (r"C:\a\link", end),
                (r"C:\a\second", link(r"\??\C:\a\link\folder")),
            ])
            .subst("S:", r"\??\UNC\server\share");
            for path in [
                r"C:\a\link",
                r"C:\a\link\b",
                r"C:\a\link\b\c\d",
                r"C:\a\second\x",
            ] {
                assert_eq!(
                    machine.end(path),
                    Err(HostError::Network),
                    "{path} {target}"
                );
            }
            let asked = machine.asked();
            assert!(
                asked.iter().all(|asked| asked.starts_with("c:")),
                "{asked:?}"
            );
        }
    }
}

#[test]
fn a_drive_that_leads_elsewhere_is_not_asked_for_anything() {
    let machine = Machine::new([
        (r"C:\real\file", Node::Ordinary),
        (r"C:\unc", link(r"\??\UNC\a\b")),
    ])
    .subst("S:", r"\??\C:\real")
    .subst("T:", r"\??\S:\")
    .subst("U:", r"\??\UNC\server\share")
    .subst("V:", r"\??\C:\unc")
    .subst("W:", r"\??\W:\");
    assert_eq!(machine.ordinary(r"S:\file").as_deref(), Ok(r"C:\real\file"));
    assert_eq!(machine.ordinary(r"t:\file").as_deref(), Ok(r"C:\real\file"));
    machine.asked();
    for path in [r"N:\file", r"U:\file"] {
        assert_eq!(machine.end(path), Err(HostError::Network), "{path}");
    }
    assert_eq!(machine.end(r"X:\file"), Err(HostError::NotFound));
    assert_eq!(machine.asked(), [""; 0]);
    assert_eq!(machine.end(r"V:\file"), Err(HostError::Network));
    assert_eq!(machine.end(r"W:\file"), Err(unresolvable()));
}

fn unresolvable() -> HostError {
    os_error(ERROR_CANT_RESOLVE_FILENAME).into()
}

#[test]
fn one_climbs_from_where_a_link_stands_and_out_of_a_junction() {
    let machine = Machine::new([
        (r"C:\m\beside\file", Node::Ordinary),
        (r"C:\m\junction", mounted(r"\??\D:\deep\target")),
        (r"C:\m\inner\junction", mounted(r"\??\C:\m\junction\folder")),
        (r"C:\m\symlink", link(r"\??\D:\deep\target")),
        (r"D:\deep\target\out", relative(r"..\beside")),
        (r"D:\deep\target\folder\out", relative(r"..\..\beside")),
        (r"D:\deep\target\folder\rooted", relative(r"\m\beside")),
        (r"D:\deep\target\folder\within", relative(r"..\within")),
        (r"D:\deep\target\within", Node::Ordinary),
        (r"D:\deep\beside\file", Node::Ordinary),
        (r"D:\deep\target\above", relative(r"..\..\..\x")),
    ]);
    for (path, end) in [
        // What a symbolic link leads to stands where it stands.
        (r"C:\m\symlink\out\file", r"D:\deep\beside\file"),
        (r"C:\m\symlink\folder\out\file", r"D:\deep\beside\file"),
        // What a junction leads to stands where the junction does.
        (r"C:\m\junction\out\file", r"C:\m\beside\file"),
        (r"C:\m\junction\folder\out\file", r"C:\m\beside\file"),
        (r"C:\m\junction\folder\rooted\file", r"C:\m\beside\file"),
        (r"C:\m\junction\folder\within", r"D:\deep\target\within"),
        (r"C:\m\inner\junction\out\file", r"C:\m\beside\file"),
    ] {
        assert_eq!(machine.ordinary(path).as_deref(), Ok(end), "{path}");
    }
    assert_eq!(machine.end(r"D:\deep\target\above"), Err(unresolvable()));
}

#[test]
fn links_in_a_circle_come_to_an_end() {
    let machine = Machine::new([
        (r"C:\a", link(r"\??\C:\b")),
        (r"C:\b", mounted(r"\??\C:\a")),
        (r"C:\itself", relative("itself")),
        (r"C:\longer", relative(r"longer\x")),
    ]);
    for path in [r"C:\a", r"C:\a\x", r"C:\b", r"C:\itself", r"C:\longer"] {
        assert_eq!(machine.end(path), Err(unresolvable()), "{path}");
    }
}

#[test]
fn as_many_links_are_followed_as_windows_follows() {
    let mut machine = Machine::new([(r"C:\0", Node::Ordinary)]);
    for number in 1..=64 {
        let target = link(&format!(r"\??\C:\{}", number - 1));
        machine.nodes.insert(format!(r"c:\{number}"), target);
    }
    assert_eq!(machine.ordinary(r"C:\63").as_deref(), Ok(r"C:\0"));
    assert_eq!(machine.end(r"C:\64"), Err(unresolvable()));
}

#[test]
fn a_long_way_costs_few_opens_more() {
    let names = vec!["a"; 1_000].join(r"\");
    let path = format!(r"C:\{names}");
    let mut machine = Machine::new([(path.as_str(), Node::Ordinary)]);
    let at = r"c:".len() + 700 * r"\a".len();
    machine
        .nodes
        .insert(path[..at].to_lowercase(), link(r"\??\C:\a"));
    assert_eq!(
        machine.end(&path).map(|(_, thing)| thing),
        Ok(format!(r"c:\a{}", r"\a".repeat(300)))
    );
    // Two before it is found, ten to find it, one to read it, two behind it.
    let asked = machine.asked().len();
    assert!(asked <= 2 + 10 + 1 + 2, "{asked}");
}

#[test]
fn an_app_execution_alias_is_what_its_tag_says_behind_a_link_too() {
    let machine = Machine::new([
        (r"C:\Apps\app.exe", Node::Reparse(app_execution_alias())),
        (r"C:\Apps\fifo", Node::Reparse(tagged(0x8000_0024, &[]))),
        (r"C:\link.exe", link(r"\??\C:\Apps\app.exe")),
    ]);
    let end = |path| machine.end(path).map(|(_, thing)| thing);
    let alias = Ok(r"app-execution alias c:\apps\app.exe".to_owned());
    assert_eq!(end(r"C:\Apps\app.exe"), alias);
    assert_eq!(end(r"C:\link.exe"), alias);
    assert_eq!(
        end(r"C:\Apps\fifo"),
        Ok(r"FIFO, socket or device c:\apps\fifo".to_owned())
    );
    let untaken = Ok(format!("error {ERROR_CANT_ACCESS_FILE}"));
    assert_eq!(end(r"C:\Apps\app.exe\x"), untaken, "through an alias");
}

#[test]
fn a_reparse_point_that_nobody_knows_is_neither_followed_nor_opened() {
    let machine = Machine::new([
        (
            r"C:\wsl",
            Node::Reparse(tagged(0xA000_001D, b"\x02\0\0\0/mnt")),
        ),
        (r"C:\broken", Node::Reparse(tagged(0xA000_000C, &[0; 4]))),
    ]);
    for path in [r"C:\wsl", r"C:\wsl\x"] {
        let end = machine.end(path).map(|(_, thing)| thing);
        assert_eq!(end, Ok(format!("error {ERROR_CANT_ACCESS_FILE}")), "{path}");
    }
    let invalid = HostError::from(os_error(ERROR_INVALID_REPARSE_DATA));
    assert_eq!(machine.end(r"C:\broken\x"), Err(invalid));
}

#[test]
fn what_is_not_there_and_what_is_refused_is_said_of_the_end_of_the_way() {
    let machine = Machine::new([
        (r"C:\folder\denied", Node::Denied),
        (r"C:\denied\folder\link", link(r"\??\C:\folder")),
        (r"C:\denied", Node::Denied),
        (r"C:\dangling", link(r"\??\C:\folder\missing")),
        (r"C:\nowhere", link(r"\??\X:\x")),
    ]);
    let error = |code: u32| format!("error {code}");
    for (path, place, thing) in [
        (r"C:\missing", r"C:\missing", error(ERROR_FILE_NOT_FOUND)),
        (
            r"C:\missing\x",
            r"C:\missing\x",
            error(ERROR_PATH_NOT_FOUND),
        ),
        (
            r"C:\dangling",
            r"C:\folder\missing",
            error(ERROR_FILE_NOT_FOUND),
        ),
        (
            r"C:\folder\denied",
            r"C:\folder\denied",
            error(ERROR_ACCESS_DENIED),
        ),
        // A folder that nobody may look at hides no link behind it.
        (
            r"C:\denied\folder\link\denied",
            r"C:\folder\denied",
            error(ERROR_ACCESS_DENIED),
        ),
    ] {
        assert_eq!(machine.end(path), Ok((place.to_owned(), thing)), "{path}");
    }
    assert_eq!(machine.end(r"C:\nowhere"), Err(HostError::NotFound));
}

/// The names of a small machine, where links meet.
fn path() -> impl Strategy<Value = String> {
    (
        prop::sample::select(vec!["C:", "D:", "N:", "S:"]),
        prop::collection::vec("[ab]", 0..4),
    )
        .prop_map(|(drive, names)| format!(r"{drive}\{}", names.join(r"\")))
}

fn node() -> impl Strategy<Value = Node> {
    let target = prop_oneof![
        path().prop_map(|path| format!(r"\??\{path}")),
        Just(r"\??\UNC\server\share".to_owned()),
    ];
    prop_oneof![
        Just(Node::Ordinary),
        (target.clone(), any::<bool>()).prop_map(|(target, is_junction)| {
            if is_junction {
                mounted(&target)
            } else {
                link(&target)
            }
        }),
        r"(\.\.\\){0,3}[ab](\\[ab])?".prop_map(|target| relative(&target)),
    ]
}

proptest! {
    /// Whatever leads where: a way ends, at something that is no link, on a disk, and is the same
    /// when it is gone once more without the links.
    #[test]
    fn every_way_ends_on_a_disk_or_not_at_all(
        things in prop::collection::vec((path(), node()), 0..12),
        start in path(),
    ) {
        let mut machine = Machine::new([("C:", Node::Ordinary), ("D:", Node::Ordinary)])
            .subst("S:", r"\??\C:\a");
        for (path, node) in things {
            let path = path.trim_end_matches('\\').to_lowercase();
            if path.starts_with(['c', 'd']) && path.len() > 2 {
                machine.nodes.insert(path, node);
            }
        }
        let end = machine.end(&start);
        for asked in machine.asked() {
            prop_assert!(asked.starts_with(['c', 'd']), "{}", asked);
        }
        if let Ok((place, thing)) = end {
            prop_assert!(place.starts_with(['C', 'D']));
            prop_assert_eq!(machine.end(&place), Ok((place, thing)));
        }
    }
}
