//! The machines that ship as fixtures are whole, and hold what they say.

use std::time::{Duration, Instant};

use onhand_platform::{
    EndpointPath, FileKind, Hive, HostError, HostResult, InspectHost, LocateHost, LoopbackEndpoint,
    LoopbackRequest, Metadata, Method, Os, PathTemplate, Pid, ProbeHost, ProcessState,
    RegistryView, RootedPath, read_bounded,
};
use onhand_platform_fake::FakeHost;

fn machine(name: &str) -> FakeHost {
    let folder = onhand_testkit::fixtures::root().join("machines");
    FakeHost::from_scenario_file(folder.join(name)).unwrap_or_else(|error| panic!("{error}"))
}

fn expand(host: &FakeHost, template: &str) -> RootedPath {
    let os = LocateHost::os(host);
    let template = PathTemplate::parse(os, template).expect("a template");
    template.expand(host).expect("it expands")
}

fn stat(host: &FakeHost, template: &str) -> HostResult<Metadata> {
    host.stat(&expand(host, template))
}

fn kinds(host: &FakeHost, templates: &[&str]) -> Vec<HostResult<FileKind>> {
    let kinds = templates.iter().map(|t| stat(host, t).map(|m| m.kind));
    kinds.collect()
}

fn text(host: &FakeHost, template: &str) -> String {
    let bytes = read_bounded(host, &expand(host, template), 10_000).expect("a small file");
    String::from_utf8(bytes).expect("a text")
}

#[test]
fn windows_has_applications_for_everybody_and_for_the_user() {
    let host = machine("windows-11.yaml");
    assert_eq!(LocateHost::os(&host), Os::Win32);
    let present = [
        "%ProgramFiles%/Blender Foundation/Blender 5.2/blender.exe",
        "%programfiles%/docker/docker/docker desktop.exe",
        "%ProgramFiles%/Google/Chrome/Application/chrome.exe",
        "%ProgramFiles%/LibreOffice/program/soffice.exe",
        "%ProgramFiles%/Unity Hub/Unity Hub.exe",
        "%ProgramW6432%/KiCad/9.0/bin/kicad.exe",
        "%ProgramFiles(x86)%/Notepad++/notepad++.exe",
        "%LOCALAPPDATA%/Figma/Figma.exe",
        "%LOCALAPPDATA%/Programs/Microsoft VS Code/Code.exe",
        "%LOCALAPPDATA%/Programs/Obsidian/Obsidian.exe",
        "%APPDATA%/Spotify/Spotify.exe",
        "~/AppData/Local/slack/slack.exe",
    ];
    assert_eq!(
        kinds(&host, &present),
        vec![Ok(FileKind::File); present.len()]
    );
    let missing = [
        "%ProgramFiles%/Inkscape/bin/inkscape.exe",
        "%ProgramFiles%/obs-studio/bin/64bit/obs64.exe",
        "%ProgramFiles%/Zotero/zotero.exe",
    ];
    assert_eq!(
        kinds(&host, &missing),
        vec![Err(HostError::NotFound); missing.len()]
    );
}

#[test]
fn windows_has_an_alias_and_a_folder_that_nobody_may_see() {
    let host = machine("windows-11.yaml");
    let alias = "%LOCALAPPDATA%/Microsoft/WindowsApps/wt.exe";
    assert_eq!(kinds(&host, &[alias]), [Ok(FileKind::AppExecutionAlias)]);
    let denied = [
        "%ProgramFiles%/WindowsApps",
        "%ProgramFiles%/WindowsApps/x/y.exe",
    ];
    assert_eq!(
        kinds(&host, &denied),
        vec![Err(HostError::PermissionDenied); 2]
    );
}

#[test]
fn windows_has_an_uninstall_registry_of_three_places() {
    let host = machine("windows-11.yaml");
    let registry = host.uninstall_entries().expect("a registry");
    let entries = &registry.entries;
    let version = |name: &str| {
        let mut named = entries
            .iter()
            .filter(|e| e.text("DisplayName") == Some(name));
        let entry = named.next().expect(name);
        assert!(named.next().is_none(), "{name} is there once");
        (
            entry.hive,
            entry.view,
            entry.text("DisplayVersion").expect(name),
        )
    };
    use Hive::{CurrentUser, LocalMachine};
    use RegistryView::{Bits32, Bits64};
    assert_eq!(version("Vendor App"), (LocalMachine, Bits64, "2.3.0.12594"));
    assert_eq!(
        version("Notepad++ (32-bit x86)"),
        (LocalMachine, Bits32, "8.8")
    );
    assert_eq!(version("Figma"), (CurrentUser, Bits64, "126.1.2"));
    assert!(
        entries
            .iter()
            .any(|entry| entry.text("DisplayName").is_none())
    );
    for entry in entries.iter() {
        if let Some(folder) = entry.text("InstallLocation") {
            assert_eq!(
                kinds(&host, &[folder]),
                [Ok(FileKind::Directory)],
                "{}",
                entry.key
            );
        }
    }
}

#[tokio::test]
async fn windows_runs_the_server_that_its_runtime_file_names() {
    let host = machine("windows-11.yaml");
    assert!(
        stat(
            &host,
            "%ProgramFiles%/Vendor/Vendor App/McpServer/Server.exe"
        )
        .is_ok()
    );
    let runtime = text(
        &host,
        "%LOCALAPPDATA%/Vendor/Vendor App/McpServer/server.json",
    );
    assert!(
        runtime.starts_with(r#"{"pid":4242,"http":"http://127.0.0.1:7777","#),
        "{runtime}"
    );
    let pid = Pid::new(4242).expect("not 0");
    let state = ProbeHost::process(&host, pid).await;
    assert!(matches!(
        state,
        Ok(ProcessState::Running {
            started: Some(_),
            ..
        })
    ));
    let endpoint = LoopbackEndpoint::parse("http://127.0.0.1:7777").expect("loopback");
    let in_an_hour = Instant::now() + Duration::from_secs(3600);
    let sockets = ProbeHost::listeners(&host, in_an_hour).await;
    let sockets = sockets.and_then(|listeners| listeners.at(&endpoint));
    let holders = sockets.map(|sockets| sockets.into_iter().flat_map(|s| s.holders).collect());
    assert_eq!(holders, Ok(vec![pid]));
    let request = LoopbackRequest {
        method: Method::Post,
        endpoint: &endpoint,
        path: &EndpointPath::parse("/mcp").expect("valid"),
        headers: &[],
        body: b"",
        deadline: Instant::now() + Duration::from_secs(3600),
        max_body: 1000,
    };
    assert_eq!(
        host.request(request).await.map(|answer| answer.status),
        Ok(200)
    );
}

#[test]
fn macos_has_bundles_with_their_property_lists() {
    let host = machine("macos-15.yaml");
    assert_eq!(LocateHost::os(&host), Os::Darwin);
    for (bundle, version) in [
        ("/Applications/Blender.app", "5.2.0"),
        ("/applications/figma.app", "126.1.2"),
        ("/Applications/Visual Studio Code.app", "1.105.1"),
        ("/Applications/KiCad/KiCad.app", "9.0.5"),
        ("/Applications/Vendor.app", "2.3.0"),
        ("~/Applications/Postman.app", "11.68.0"),
        ("/Volumes/Macintosh HD/Applications/Docker.app", "4.48.0"),
    ] {
        assert_eq!(
            kinds(&host, &[bundle]),
            [Ok(FileKind::Directory)],
            "{bundle}"
        );
        let plist = text(&host, &format!("{bundle}/Contents/Info.plist"));
        let plist: String = plist.lines().map(str::trim).collect();
        let key = format!("<key>CFBundleShortVersionString</key><string>{version}</string>");
        assert!(plist.contains(&key), "{bundle}: {plist}");
    }
    let slack = expand(&host, "/Applications/Slack.app/Contents/Info.plist");
    let binary = read_bounded(&host, &slack, 10_000).expect("a small file");
    assert!(binary.starts_with(b"bplist00"));
    assert!(binary.windows(8).any(|text| text == b"4.46.101"));
    let missing = [
        "/Applications/Inkscape.app",
        "/Applications/Zed.app/Contents/Info.plist",
    ];
    assert_eq!(kinds(&host, &missing), vec![Err(HostError::NotFound); 2]);
}

#[test]
fn macos_has_links_and_places_that_are_shut() {
    let host = machine("macos-15.yaml");
    assert_eq!(
        kinds(&host, &["/opt/homebrew/bin/node", "/usr/local/bin/docker"]),
        vec![Ok(FileKind::File); 2]
    );
    assert_eq!(
        kinds(&host, &["$TMPDIR", "/tmp"]),
        vec![Ok(FileKind::Directory); 2]
    );
    assert_eq!(
        kinds(&host, &["/Users/other/Applications"]),
        [Err(HostError::PermissionDenied)]
    );
    assert_eq!(
        kinds(&host, &["/Volumes/Team/Figma.app"]),
        [Err(HostError::Network)]
    );
}

#[test]
fn ubuntu_has_packages_archives_snaps_and_flatpaks() {
    let host = machine("ubuntu-24.yaml");
    assert_eq!(LocateHost::os(&host), Os::Linux);
    let present = [
        "/usr/bin/blender",
        "/usr/bin/gimp",
        "/usr/bin/libreoffice",
        "/usr/bin/google-chrome",
        "/opt/google/chrome/chrome",
        "/opt/Obsidian/obsidian",
        "/usr/bin/obsidian",
        "/usr/bin/slack",
        "/bin/code",
        "/opt/Postman/app/Postman",
        "/snap/bin/spotify",
        "/snap/spotify/current/usr/share/spotify/spotify",
        "/var/lib/flatpak/exports/bin/org.audacityteam.Audacity",
        "$HOME/.local/share/flatpak/exports/bin/com.logseq.Logseq",
        "~/.local/bin/uvx",
    ];
    assert_eq!(
        kinds(&host, &present),
        vec![Ok(FileKind::File); present.len()]
    );
    let missing = [
        "/opt/docker-desktop/bin/docker-desktop",
        "/usr/bin/spotify",
        "/usr/bin/unityhub",
        "/usr/bin/obs",
        "/usr/bin/Blender",
        "~/.local/bin/old-tool",
    ];
    assert_eq!(
        kinds(&host, &missing),
        vec![Err(HostError::NotFound); missing.len()]
    );
    assert_eq!(
        kinds(&host, &["/root/x", "/run/initctl"]),
        [Err(HostError::PermissionDenied), Ok(FileKind::Other),]
    );
}

#[test]
fn every_folder_of_the_user_that_the_environment_names_is_there() {
    for (name, variables) in [
        (
            "windows-11.yaml",
            &[
                "USERPROFILE",
                "APPDATA",
                "LOCALAPPDATA",
                "TEMP",
                "ProgramData",
                "SystemRoot",
            ][..],
        ),
        ("macos-15.yaml", &["HOME", "TMPDIR", "HOMEBREW_PREFIX"]),
        ("ubuntu-24.yaml", &["HOME", "XDG_RUNTIME_DIR"]),
    ] {
        let host = machine(name);
        for variable in variables {
            let folder = format!("${variable}");
            assert_eq!(
                kinds(&host, &[&folder]),
                [Ok(FileKind::Directory)],
                "{name}: {variable}"
            );
        }
    }
}
