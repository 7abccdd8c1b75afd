//! valgrind's cachegrind, as a counter of instructions.

use std::process::{Command, Stdio};

use crate::repeated::watched;

/// The instructions of one piece: what `times` more repetitions take more. The first ones fill what is filled once.
pub(super) fn instructions(name: &str, times: u32) -> Result<u64, String> {
    let (fewer, more) = (count(name, times)?, count(name, 2 * times)?);
    Ok(more.saturating_sub(fewer) / u64::from(times))
}

fn count(name: &str, times: u32) -> Result<u64, String> {
    let mut valgrind = Command::new("valgrind");
    valgrind.args([
        "--tool=cachegrind",
        "--cache-sim=no",
        "--cachegrind-out-file=/dev/null",
    ]);
    let mut valgrind = watched(valgrind, name, times)?;
    let output = valgrind
        .stdout(Stdio::null())
        .output()
        .map_err(|error| format!("valgrind: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    match counted(&said) {
        Some(instructions) if output.status.success() => Ok(instructions),
        _ => Err(format!("valgrind, {name}: {}\n{said}", output.status)),
    }
}

/// `==42== I   refs:      1,234,567`
fn counted(said: &str) -> Option<u64> {
    let line = said
        .lines()
        .find(|line| line.contains(" I ") && line.contains("refs:"))?;
    let (_, number) = line.split_once("refs:")?;
    number.trim().replace(',', "").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_read_from_what_valgrind_says() {
        let said = "==42== Cachegrind, a cache and branch-prediction profiler\n\
                    ==42== \n\
                    ==42== I   refs:      1,234,567\n";
        assert_eq!(counted(said), Some(1_234_567));
        assert_eq!(counted("valgrind: no such tool"), None);
    }
}
