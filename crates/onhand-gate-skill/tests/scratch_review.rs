#![allow(missing_docs, clippy::all, clippy::disallowed_methods)]
mod support;
use support::*;
use onhand_gate_skill::*;
use onhand_platform_fake::FakeHost;
use onhand_platform::*;
use std::time::Instant;
#[test]
fn probe() {
    let p = |t: &[u8]| println!("{:?} => {:?}", String::from_utf8_lossy(t), Frontmatter::parse(t).map(|f| (f.name, f.description, f.requires_apps)).map_err(|e| e.to_string()));
    for more in ["!!str requires_apps: a", "!foo requires_apps: a", "? requires_apps\n: a", "? !!str requires_apps\n: a", "requires_apps: !!null a", "requires_apps: !foo a", "requires_apps: !!str", "requires_apps: !!str 5",
        "requires_apps: !!set {a, b}", "requires_apps: !!binary YQ==", "requires_apps: !!bool a","requires_apps: yes","requires_apps: .nan","requires_apps: 2024-01-01", "# c\rrequires_apps: a", "x: y\rrequires_apps: a",
        "x: y\u{2028}requires_apps: a", "x: y\u{85}requires_apps: a", "requires_apps: \u{feff}", "requires_apps: '\u{200b}'", "requires_apps:\u{a0}a", "requires_apps: >-\n  a\n  b", "&k requires_apps: a", "&k x: y\n*k : a", "x: &k requires_apps\n*k : a", "requires_apps: ~\nrequires_apps : a", "\"requires_apps \": a", "requires-apps: a","Requires_Apps: a", "requires_apps: NULL","requires_apps: Null", "requires_apps: nULL", "requires_apps: - a", "requires_apps: [a b, c]", "requires_apps: a, b", "requires_apps: !!seq", "requires_apps: !!map", "requires_apps: [!!null a]", "requires_apps: !!null [a]", "%YAML 1.1", "requires_apps: |\n  a\n  b\n",
        "? {requires_apps: a}\n: b", "requires_apps: !!null\n  a: b", "{requires_apps: a}", "requires_apps: \"\\u0000\"", "requires_apps: {}\n"] {
        p(skill("x", more).as_bytes());
    }
    p(b"---\n{name: x, description: y, requires_apps: a}\n---\n");
    p(b"---\n!!map\nname: x\ndescription: y\nrequires_apps: a\n---\n");
    p(b"---\rname: x\rdescription: y\rrequires_apps: a\r---\r");
    p(b"---\n\xEF\xBB\xBFname: x\ndescription: y\nrequires_apps: a\n---\r");
    p(b"---\nname: x\ndescription: y\n--- \nrequires_apps: a\n---\n");
    p(b"---\nname: x\ndescription: y\n---\r---\nrequires_apps: a\n---\n");
    p(b"---\nname: x\ndescription: y\n\r---\nrequires_apps: a\n---\n");
    p(b"---\nname: x\ndescription: |\n a\n\x0c---\nrequires_apps: a\n---\n");
    p(b"---\nname: x\ndescription: y\n---\x0b\nrequires_apps: a\n---\n");
    // hostile cost
    for (what, more) in [("dash", "- ".repeat(30000)), ("apps", format!("requires_apps: [{}]", "a,".repeat(990))), ("quote", format!("x: \"{}", "\\".repeat(60000))), ("anchors", (0..2000).map(|i| format!("k{i}: &a{i} x\n")).collect()), ("bigkey", format!("? {}\n: x", "k".repeat(60000))),
       ("spaces", " ".repeat(60000)), ("colon", ": ".repeat(30000)), ("q", "? ".repeat(30000)), ("bang", "!a ".repeat(20000)), ("amp", "&a ".repeat(20000)), ("star", "*a ".repeat(20000)), ("pipe", "a: |\n".repeat(10000)), ("nl", "\n".repeat(60000)), ("comment", "#\n".repeat(30000)), ("curl", "{".repeat(60000)), ("single", "'".repeat(60000)), ("keys", (0..450).map(|i| format!("k{i}: x\n")).collect()), ("indent", (0..300).map(|i| format!("{}k:\n", " ".repeat(i))).collect()), ("tab", "\t".repeat(60000)), ("plain multi", "a b\n".repeat(15000)), ("pct", "%a\n".repeat(15000)), ("flow keys", format!("x: {{{}", "a: b, ".repeat(9000))),("plainlong", format!("x: {}", "a:b ".repeat(15000))), ("bs", format!("x: |\n{}", (0..300).map(|i| format!("{}\n", " ".repeat(i))).collect::<String>()))] {
        let t = skill("x", &more);
        let s = Instant::now();
        let r = Frontmatter::parse(t.as_bytes()).map(|f| f.requires_apps.len()).map_err(|e| (e.to_string(), e.remedy()));
        println!("{what}: {:?} {r:?}", s.elapsed());
    }
}
#[test]
fn walk_names() {
    let host = FakeHost::new(Os::Linux).file("/skills/a/SKILL.md", skill("a","")).file("/skills/a\\b/SKILL.md", skill("b","")).file("/skills/c:d/SKILL.md", skill("c","")).file("/skills/ /SKILL.md", skill("space",""));
    let s = refresh(&index(&host), &programs([]), &host);
    println!("{s:?}");
    let d = tempfile::tempdir().unwrap();
    use std::os::unix::ffi::OsStrExt;
    for n in [&b"a"[..], b"b\\c", b"c:d", b" ", b"x\ny", b"non\xff", b"~", b"$HOME", b"%A%", b"trail.", b"trail ", b"con", b"//"] {
        let dir = d.path().join(std::ffi::OsStr::from_bytes(n));
        let _ = std::fs::create_dir_all(&dir);
        std::fs::write(dir.join("SKILL.md"), skill("n","")).unwrap();
    }
    let n = onhand_platform_native::NativeHost::new();
    let i = SkillIndex::new(&n, [rooted(d.path().to_str().unwrap())]);
    let s = refresh(&i, &programs([]), &n);
    for o in &s.offered { println!("off {:?}", o.path.as_str()); }
    for o in &s.hidden { println!("hid {:?} {:?}", o.path.as_str(), o.reasons); }
    for o in &s.unread { println!("unr {:?}", o); }
}
