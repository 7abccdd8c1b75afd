use onhand_platform::{Operation, Os, Recorded};
use onhand_platform_fake::{FakeHost, Fault};

use super::super::budget::{LIMITS, PATIENCE};
use super::*;

fn rooted(path: &str) -> RootedPath {
    RootedPath::new(Os::Linux, path).expect("rooted")
}

/// What is found below `/s`: each folder of a skill, and each that was not looked into with why.
fn walk_within(host: &dyn LocateHost, limits: Limits) -> Vec<String> {
    let walked = walk(host, &[rooted("/s")], limits, PATIENCE);
    let skills = walked.found.iter().map(|found| {
        let folder = found.path.as_str().strip_suffix("/SKILL.md");
        let way = folder.expect("it is one").trim_start_matches("/s/");
        match &found.metadata {
            Ok(_) => way.to_owned(),
            Err(error) => format!("{way}: {error}"),
        }
    });
    let unread = walked.unread.iter();
    let unread = unread.map(|folder| format!("{}: {}", folder.path, folder.reason));
    let passed_over = walked.told.passed_over.iter();
    let passed_over = passed_over.map(|it| format!("{}/{}: {}", it.folder, it.name, it.reason));
    let more = walked.told.more;
    let more = (more > 0).then(|| format!("{more} more"));
    (skills.chain(unread).chain(passed_over).chain(more)).collect()
}

fn skills(host: FakeHost) -> Vec<String> {
    walk_within(&host, LIMITS)
}

#[test]
fn a_folder_with_the_file_is_a_skill_and_nothing_below_it_is_looked_at() {
    let host = Recorded::new(
        FakeHost::new(Os::Linux)
            .file("/s/b/SKILL.md", "")
            .file("/s/b/below/SKILL.md", "")
            .file("/s/a/x/SKILL.md", "")
            .file("/s/a/README.md", "")
            .file("/s/.git/SKILL.md", "")
            .file("/s/c/skill.md", "")
            .file("/s/notes.txt", "")
            .dir("/s/empty"),
    );
    assert_eq!(
        walk_within(&host, LIMITS),
        [
            "a/x",
            "b",
            "/s/.git: its name begins with a dot",
            "/s/b/below: it is below another skill",
            "/s/c/skill.md: the file of a skill is called `SKILL.md`, in capitals",
        ]
    );
    // `/s`, `a`, `a/x`, `b`, `c` and `empty`, and one `stat` for `b/below`.
    assert_eq!(host.count(Operation::List), 6);
    assert_eq!(host.count(Operation::Stat), 7);
}

#[test]
fn a_root_may_be_a_skill_itself() {
    let host = FakeHost::new(Os::Linux).file("/s/SKILL.md", "");
    assert_eq!(
        walk(&host, &[rooted("/s")], LIMITS, PATIENCE).found.len(),
        1
    );
}

#[test]
fn roots_keep_their_order_and_what_two_share_is_found_once() {
    let host = FakeHost::new(Os::Linux)
        .file("/s/a/SKILL.md", "")
        .file("/t/b/SKILL.md", "");
    let roots = ["/t", "/s", "/t", "/s/a"].map(rooted);
    let walked = walk(&host, &roots, LIMITS, PATIENCE);
    let paths: Vec<&str> = walked
        .found
        .iter()
        .map(|found| found.path.as_str())
        .collect();
    assert_eq!(paths, ["/t/b/SKILL.md", "/s/a/SKILL.md"]);
}

#[test]
fn a_linked_folder_is_followed_once_whatever_leads_to_it() {
    let host = FakeHost::new(Os::Linux)
        .file("/elsewhere/one/SKILL.md", "")
        .file("/elsewhere/two/SKILL.md", "")
        .file("/elsewhere/text", "")
        .file("/s/zz/SKILL.md", "")
        .symlink("/s/a-name-for-zz", "/s/zz")
        .symlink("/s/circle", "/s")
        .symlink("/s/file", "/elsewhere/text")
        .symlink("/s/group", "/elsewhere")
        .symlink("/s/group-again", "/elsewhere")
        .symlink("/s/itself", "itself")
        .symlink("/s/nowhere", "/elsewhere/gone")
        .symlink("/s/one", "/elsewhere/one")
        .symlink("/elsewhere/back", "/s");
    assert_eq!(
        skills(host),
        [
            "group/one",
            "group/two",
            "zz",
            "/s/a-name-for-zz: the same folder as `/s/zz`",
            "/s/circle: the same folder as `/s`",
            "/s/group-again: the same folder as `/s/group`",
            "/s/itself: a link that can't be followed: Too many levels of symbolic links (os error 40)",
            "/s/nowhere: a link that leads nowhere",
            "/s/one: the same folder as `/s/group/one`",
            "/s/group/back: the same folder as `/s`",
        ]
    );
}

#[test]
fn a_link_to_a_folder_above_ends_with_the_bounds_and_finds_nothing_twice() {
    let host = FakeHost::new(Os::Linux)
        .file("/s/a/SKILL.md", "")
        .file("/t/b/SKILL.md", "")
        .symlink("/s/up", "/");
    assert_eq!(
        skills(host),
        ["a", "up/t/b", "/s/up/s: the same folder as `/s`",]
    );
}

#[test]
fn thousands_of_links_to_one_skill_are_one_skill_and_the_others_counted() {
    let farm = (0..3_000).fold(
        FakeHost::new(Os::Linux).file("/s/.one/SKILL.md", ""),
        |farm, i| farm.symlink(&format!("/s/s{i:04}"), ".one"),
    );
    let host = Recorded::new(farm);
    let told = walk_within(&host, Limits { told: 3, ..LIMITS });
    assert_eq!(
        told,
        [
            "s0000",
            "/s/.one: its name begins with a dot",
            "/s/s0001: the same folder as `/s/s0000`",
            "/s/s0002: the same folder as `/s/s0000`",
            "2997 more",
        ]
    );
    // Each link and what it leads to; the folder and the skill are listed once.
    assert_eq!(host.count(Operation::List), 2);
    assert!(host.count(Operation::Stat) <= 2 * 3_000 + 10);
}

#[test]
fn a_name_in_other_letters_is_no_skill_even_where_the_os_takes_it_for_one() {
    let host = FakeHost::new(Os::Darwin)
        .file("/s/a/Skill.md", "")
        .file("/s/a/deeper/SKILL.md", "")
        .file("/s/b/SKILL.md", "");
    let root = RootedPath::new(Os::Darwin, "/s").expect("rooted");
    let walked = walk(&host, &[root], LIMITS, PATIENCE);
    let found: Vec<&str> = walked.found.iter().map(|it| it.path.as_str()).collect();
    assert_eq!(found, ["/s/a/deeper/SKILL.md", "/s/b/SKILL.md"]);
    let told = &walked.told.passed_over;
    assert_eq!((told.len(), &*told[0].name), (1, "Skill.md"));
    assert_eq!(told[0].reason, PassedOverReason::OtherCase);
}

#[test]
fn what_is_below_a_skill_is_searched_within_its_own_bounds() {
    let host = Recorded::new(
        (0..50)
            .fold(
                FakeHost::new(Os::Linux)
                    .file("/s/a/SKILL.md", "")
                    .file("/s/a/skills/inner/SKILL.md", "")
                    .file("/s/a/1/2/3/SKILL.md", "")
                    .file("/s/a/1/2/3/4/SKILL.md", "")
                    .file("/s/a/1/2/x/4/SKILL.md", "")
                    .file("/s/a/.hidden/SKILL.md", "")
                    .file("/s/c/SKILL.md", ""),
                |host, i| host.file(&format!("/s/b/x{i:02}/y/z"), ""),
            )
            .file("/s/b/SKILL.md", ""),
    );
    let limits = Limits {
        nested: 40,
        ..LIMITS
    };
    assert_eq!(
        walk_within(&host, limits),
        [
            "a",
            "b",
            "c",
            "/s/a/1/2/3: it is below another skill",
            "/s/a/skills/inner: it is below another skill",
            "/s/b: it is a skill, and there is too much below it to search for other skills",
        ]
    );
    let _ = host.take_calls();
    let limits = Limits {
        all_nested: 0,
        ..LIMITS
    };
    assert_eq!(walk_within(&host, limits).len(), 6);
    assert_eq!(host.count(Operation::List), 1);
}

#[test]
fn the_names_of_all_folders_together_are_bounded_and_so_is_the_time() {
    let host = FakeHost::new(Os::Linux)
        .file("/s/a/1", "")
        .file("/s/a/2", "")
        .file("/s/b/1", "")
        .file("/s/b/2", "")
        .file("/s/c/SKILL.md", "");
    let limits = Limits {
        all_names: 6,
        ..LIMITS
    };
    assert_eq!(
        walk_within(&host, limits),
        ["/s/b: the search stops here: no more than 6 names are listed"]
    );
    let host = Recorded::new(host);
    let walked = walk(&host, &[rooted("/s")], LIMITS, std::time::Duration::ZERO);
    assert_eq!(walked.found, []);
    let unread = &walked.unread;
    assert_eq!(unread.len(), 1);
    let reason = unread[0].reason.to_string();
    assert_eq!(reason, "the search stops here: it takes no longer than 0ns");
    assert_eq!(host.calls(), []);
}

#[test]
fn a_file_that_is_there_and_can_not_be_looked_at_is_a_skill() {
    let host = FakeHost::new(Os::Linux)
        .symlink("/s/dangling/SKILL.md", "/gone")
        .file("/s/secret/SKILL.md", "")
        .fault("/s/secret/SKILL.md", Fault::PermissionDenied);
    assert_eq!(
        skills(host),
        ["dangling: not found", "secret: permission denied"]
    );
}

#[test]
fn a_folder_that_can_not_be_listed_takes_nothing_else_down() {
    let host = FakeHost::new(Os::Linux)
        .file("/s/a/SKILL.md", "")
        .file("/s/b/hidden/SKILL.md", "")
        .fault("/s/b", Fault::PermissionDenied)
        .file("/s/c/SKILL.md", "");
    assert_eq!(
        skills(host),
        [
            "a",
            "c",
            "/s/b: the folder can't be listed: permission denied"
        ]
    );
    assert_eq!(
        skills(FakeHost::new(Os::Linux)),
        ["/s: the folder can't be listed: not found"]
    );
}

#[test]
fn a_walk_that_costs_too_much_ends_and_keeps_what_it_found() {
    let host = FakeHost::new(Os::Linux)
        .file("/s/a/SKILL.md", "")
        .file("/s/b/c/d/SKILL.md", "")
        .file("/s/b/e/f/SKILL.md", "")
        .file("/s/g/SKILL.md", "");
    assert_eq!(
        walk_within(&host, Limits { depth: 2, ..LIMITS }),
        [
            "a",
            "g",
            "/s/b/c/d: the search stops here: it goes no more than 2 folders deep"
        ]
    );
    assert_eq!(
        walk_within(
            &host,
            Limits {
                folders: 4,
                ..LIMITS
            }
        ),
        [
            "a",
            "/s/b/c/d: the search stops here: no more than 4 folders are searched"
        ]
    );
    assert_eq!(
        walk_within(&host, Limits { names: 2, ..LIMITS }),
        ["/s: the folder holds more than 2 names"]
    );
}
