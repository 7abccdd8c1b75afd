//! What came of a run, from what libFuzzer prints.

use std::collections::VecDeque;

/// What a run found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Findings {
    /// How many texts were tried.
    pub(super) executions: Option<u64>,
    /// How many of them did something that none before had done.
    pub(super) new_units: Option<u64>,
    /// The file of the text that failed, from the workspace's root.
    pub(super) artifact: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) findings: Findings,
    /// What it ended with, if not well.
    pub(super) failure: Option<String>,
}

impl Outcome {
    pub(super) fn has_passed(&self) -> bool {
        self.failure.is_none()
    }
}

impl Findings {
    /// Takes a line of what libFuzzer prints with `-print_final_stats=1`. `root` is the folder that
    /// artifacts are named from.
    pub(super) fn note(&mut self, line: &str, root: &str) {
        if let Some((_, path)) = line.split_once("Test unit written to ") {
            let path = path.trim();
            let below = path.strip_prefix(root).unwrap_or(path);
            // What is only slow fails nothing.
            if !below.contains("/slow-unit-") {
                self.artifact = Some(below.trim_start_matches(['/', '\\']).to_owned());
            }
        }
        let statistic = |name: &str| {
            let value = line.strip_prefix("stat::")?.strip_prefix(name)?;
            value.strip_prefix(':')?.trim().parse().ok()
        };
        self.executions = statistic("number_of_executed_units").or(self.executions);
        self.new_units = statistic("new_units_added").or(self.new_units);
    }
}

/// The last lines of an output, without those that only say how far it is or which function called
/// which: the panic stands above hundreds of them.
#[derive(Debug, Default)]
pub(super) struct Tail(VecDeque<String>);

impl Tail {
    const LINES: usize = 80;

    pub(super) fn push(&mut self, line: String) {
        if is_progress_or_frame(&line) {
            return;
        }
        if self.0.len() == Self::LINES {
            self.0.pop_front();
        }
        self.0.push_back(line);
    }

    pub(super) fn lines(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

/// `#4096 pulse …`, and `    #7 0x55… in main …`.
fn is_progress_or_frame(line: &str) -> bool {
    let number = line.trim_start().strip_prefix('#');
    number.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(output: &str) -> Findings {
        let mut findings = Findings::default();
        for line in output.lines() {
            findings.note(line, "/w");
        }
        findings
    }

    #[test]
    fn the_statistics_are_those_at_the_end() {
        let output = "#2\tINITED cov: 7 ft: 8 corp: 1/1b exec/s: 0 rss: 41Mb\n\
                      Done 4194304 runs in 61 second(s)\n\
                      stat::number_of_executed_units: 4194304\n\
                      stat::average_exec_per_sec:     68759\n\
                      stat::new_units_added:          118\n\
                      stat::slowest_unit_time_sec:    0\n";
        let expected = Findings {
            executions: Some(4_194_304),
            new_units: Some(118),
            artifact: None,
        };
        assert_eq!(findings(output), expected);
    }

    #[test]
    fn an_artifact_is_named_from_the_root_and_a_slow_text_is_none() {
        let output = "artifact_prefix='/w/fuzz/artifacts/pe/'; Test unit written to /w/fuzz/artifacts/pe/crash-0a\n\
                      artifact_prefix='/w/fuzz/artifacts/pe/'; Test unit written to /w/fuzz/artifacts/pe/slow-unit-0b\n";
        let artifact = findings(output).artifact;
        assert_eq!(artifact.as_deref(), Some("fuzz/artifacts/pe/crash-0a"));
    }

    #[test]
    fn of_a_long_output_the_end_is_kept_without_progress_and_stack() {
        let mut tail = Tail::default();
        for line in 0..100 {
            tail.push(line.to_string());
            tail.push(format!("#{line}\tNEW    cov: 7"));
            tail.push(format!("    #{line} 0x55 in main"));
        }
        let lines: Vec<&str> = tail.lines().collect();
        assert_eq!((lines.len(), lines[0], lines[79]), (80, "20", "99"));
    }
}
