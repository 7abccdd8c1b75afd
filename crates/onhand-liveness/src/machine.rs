//! Whether it is this machine that a file names.

use onhand_platform::ProbeHost;
use onhand_resolver::CauseCode;

use crate::known::{Known, Unknown, unavailable};

/// Ends the way where a file names another machine as the one that wrote it, as in a home folder that several
/// share. The reason shows no name: any value of the file may be the token.
///
/// One `machine_name` call, none where the file names none.
pub(crate) fn check(host: &dyn ProbeHost, named: Option<&str>, key: &str) -> Known<()> {
    let Some(named) = named else {
        return Ok(());
    };
    let ours = host.machine_name().map_err(|error| {
        Unknown::from(error).about(format_args!("whether `{key}` names this machine"))
    })?;
    if is_same(named, &ours) {
        return Ok(());
    }
    let reason = format!("another host wrote it: `{key}` doesn't name this machine");
    unavailable(CauseCode::OtherMachine, reason)
}

/// Names of machines are compared without regard to case. One may have its domain behind it and the other not,
/// and `.local` is said of any on its own network. A name of the loopback is that of every machine.
fn is_same(named: &str, ours: &str) -> bool {
    let [named, ours] = [named, ours].map(|name| {
        let name = name.trim_end_matches('.').to_ascii_lowercase();
        name.strip_suffix(".local")
            .map_or(name.clone(), str::to_owned)
    });
    if ["localhost", "127.0.0.1", "::1", "[::1]"].contains(&&*named) {
        return true;
    }
    let first = |name: &str| name.split('.').next().unwrap_or_default().to_owned();
    let with_domain = |name: &str| name.contains('.');
    if with_domain(&named) && with_domain(&ours) {
        return named == ours;
    }
    first(&named) == first(&ours)
}

#[cfg(test)]
mod tests {
    use super::is_same;

    #[test]
    fn a_machine_is_known_by_its_name_with_or_without_its_domain() {
        for (named, ours) in [
            ("desk", "desk"),
            ("DESK", "desk"),
            ("desk.example.org", "desk"),
            ("desk", "desk.example.org"),
            ("desk.local", "desk"),
            ("Desk.local", "desk.example.org"),
            ("desk.example.org.", "desk.example.org"),
            ("localhost", "desk"),
            ("127.0.0.1", "desk"),
        ] {
            assert!(is_same(named, ours), "{named} {ours}");
        }
        for (named, ours) in [
            ("desk", "other"),
            ("desk2", "desk"),
            ("desk.example.org", "desk.example.com"),
            ("desk-example", "desk"),
            ("", "desk"),
        ] {
            assert!(!is_same(named, ours), "{named} {ours}");
        }
    }
}
