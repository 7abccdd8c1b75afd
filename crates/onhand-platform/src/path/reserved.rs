//! Names that an OS keeps for itself, and characters that a name cannot hold.
//!
//! Source: Microsoft, "Naming Files, Paths, and Namespaces".

use super::rules::excerpt;

/// Why one segment can't name an ordinary file, or `None` where it can.
pub(super) fn windows_segment(segment: &str) -> Option<String> {
    if segment == "." || segment == ".." {
        return None;
    }
    let shown = excerpt(segment);
    if segment.contains(':') {
        return Some(format!("`{shown}` names an alternate data stream"));
    }
    if let Some(c) = segment.chars().find(|c| r#"<>"|?*"#.contains(*c)) {
        return Some(format!("`{c}` can't stand in a Windows file name"));
    }
    if segment.ends_with(['.', ' ']) {
        return Some(format!(
            "`{shown}` ends in a dot or a space, which Windows drops"
        ));
    }
    is_device(segment).then(|| format!("`{shown}` is a device name"))
}

/// `CON`, `nul.txt` and `Com1 .log` reach a device, whatever folder they stand in.
fn is_device(segment: &str) -> bool {
    let stem = segment.split('.').next().unwrap_or_default().trim_end();
    let upper = stem.to_ascii_uppercase();
    if matches!(
        upper.as_str(),
        "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$"
    ) {
        return true;
    }
    let Some(port) = upper.strip_prefix("COM").or(upper.strip_prefix("LPT")) else {
        return false;
    };
    let mut port = port.chars();
    // The superscripts one to three count as digits here.
    matches!(
        (port.next(), port.next()),
        (Some('0'..='9' | '¹' | '²' | '³'), None)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_is_one_whatever_its_case_and_extension() {
        for name in [
            "CON",
            "nul.txt",
            "Aux.tar.gz",
            "com1",
            "LPT9.x",
            "com¹",
            "NUL .txt",
        ] {
            assert!(windows_segment(name).is_some(), "{name}");
        }
        for name in [
            "CONSOLE",
            "null",
            "com",
            "COM10",
            "lpt",
            "my.con",
            "auxiliary",
        ] {
            assert_eq!(windows_segment(name), None, "{name}");
        }
    }

    #[test]
    fn a_long_name_is_told_in_part_and_without_control_characters() {
        let told = windows_segment(&format!("a\u{1b}{}:s", "b".repeat(1_000))).expect("a stream");
        assert!(told.len() < 120, "{told}");
        assert!(!told.contains(char::is_control), "{told:?}");
    }
}
