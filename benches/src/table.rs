//! The table: each piece of work beside what it can't do without, both timed in one run, and the goal.

use std::process::ExitCode;
use std::time::Duration;

use clap::Args;

use crate::goal::{Goal, nanoseconds, shown};
use crate::interleaved::{Measured, measure};
use crate::stage::Stage;
use crate::work;

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// Rows to measure (all, if none is named)
    rows: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// How long to measure each row
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0)]
    seconds: f64,
}

/// A piece of work, what it is measured against, and what is wanted.
struct Row {
    work: &'static str,
    baseline: &'static str,
    goal: Goal,
}

const fn row(work: &'static str, baseline: &'static str, goal: Goal) -> Row {
    Row {
        work,
        baseline,
        goal,
    }
}

const ROWS: &[Row] = &[
    row("present", "metadata", Goal::Times(1.2)),
    row("missing", "metadata-missing", Goal::Times(1.3)),
    row("home", "metadata-home", Goal::Times(1.3)),
    row("variable", "metadata-variable", Goal::Times(1.3)),
    row("pass-10", "stats-10", Goal::Times(1.3)),
    row("pass-1k", "stats-1k", Goal::Times(1.3)),
    row("pass-10k", "stats-10k", Goal::Times(1.3)),
    row("pass-100k", "stats-100k", Goal::Times(1.3)),
    row("uninstall-found", "uninstall-entries", Goal::Times(3.0)),
    row("uninstall-not-found", "uninstall-entries", Goal::Times(3.0)),
    row(
        "check-fn-unregistered",
        "atomic-load",
        Goal::Above(Duration::from_nanos(25)),
    ),
    row("check-fn-registered", "metadata", Goal::Times(1.3)),
    row("skills-warm", "skills-stats", Goal::Times(1.5)),
    row("skills-warm", "skills-by-hand", Goal::Times(1.5)),
    row("skills-cold", "skills-stats", Goal::Times(3.0)),
    row("skills-cold", "skills-by-hand", Goal::Times(3.0)),
    row("yaml", "yaml-typed", Goal::Times(1.2)),
    row("json", "json-typed", Goal::Times(3.0)),
    row(
        "check",
        "bare-process",
        Goal::Above(Duration::from_micros(1_000)),
    ),
    row(
        "check-one",
        "bare-process",
        Goal::Above(Duration::from_micros(700)),
    ),
    row("plist-xml", "plist-xml-crate", Goal::Times(0.75)),
    row("plist-binary", "plist-binary-crate", Goal::Times(0.75)),
    row("pe-large", "pe-large-read", Goal::Times(0.75)),
    row("pe-large", "pe-large-mapped", Goal::Times(1.0)),
];

pub(crate) fn run(options: &Options, stage: &Stage) -> Result<ExitCode, String> {
    let rows = chosen(&options.rows)?;
    let patience = Duration::try_from_secs_f64(options.seconds)
        .map_err(|error| format!("--seconds {}: {error}", options.seconds))?;
    let mut written = Vec::new();
    if !options.json {
        println!("{}", header());
    }
    for row in rows {
        let measured = row.measure(stage, patience)?;
        if options.json {
            written.push(row.json(measured));
        } else {
            println!("{}", row.line(measured));
        }
    }
    if options.json {
        println!("{:#}", serde_json::Value::from(written));
    }
    Ok(ExitCode::SUCCESS)
}

/// The rows whose work has one of these names; all, where there are none.
fn chosen(names: &[String]) -> Result<Vec<&'static Row>, String> {
    if let Some(unknown) = names
        .iter()
        .find(|name| ROWS.iter().all(|row| row.work != **name))
    {
        let mut known: Vec<_> = ROWS.iter().map(|row| row.work).collect();
        known.dedup();
        return Err(format!(
            "there is no row `{unknown}`; there are {}",
            known.join(", ")
        ));
    }
    let chosen = |row: &&Row| names.is_empty() || names.iter().any(|name| name == row.work);
    Ok(ROWS.iter().filter(chosen).collect())
}

fn header() -> String {
    format!(
        "{:<22} {:>10}  {:<20} {:>10} {:>7} {:>10}  {:<10} {:<7} {:>6}",
        "work", "median", "against", "median", "ratio", "above", "goal", "", "rounds"
    )
}

impl Row {
    fn measure(&self, stage: &Stage, patience: Duration) -> Result<Measured, String> {
        let mut work = work::prepared(self.work, stage)?;
        let mut baseline = work::prepared(self.baseline, stage)?;
        Ok(measure(&mut *work, &mut *baseline, patience))
    }

    fn is_met(&self, measured: Measured) -> bool {
        self.goal.is_met(measured.work, measured.baseline)
    }

    fn line(&self, measured: Measured) -> String {
        let verdict = if self.is_met(measured) {
            "met"
        } else {
            "not met"
        };
        format!(
            "{:<22} {:>10}  {:<20} {:>10} {:>6.2}× {:>10}  {:<10} {verdict:<7} {:>6}",
            self.work,
            shown(measured.work),
            self.baseline,
            shown(measured.baseline),
            measured.ratio(),
            shown(measured.work - measured.baseline),
            self.goal,
            measured.rounds,
        )
    }

    fn json(&self, measured: Measured) -> serde_json::Value {
        let goal = match self.goal {
            Goal::Times(most) => serde_json::json!({ "times": most }),
            Goal::Above(most) => serde_json::json!({ "above_ns": nanoseconds(most) }),
        };
        serde_json::json!({
            "work": self.work,
            "work_ns": measured.work,
            "baseline": self.baseline,
            "baseline_ns": measured.baseline,
            "ratio": measured.ratio(),
            "goal": goal,
            "met": self.is_met(measured),
            "rounds": measured.rounds,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_names_pieces_that_there_are() {
        for row in ROWS {
            for name in [row.work, row.baseline] {
                assert!(work::names().any(|other| other == name), "{name}");
            }
        }
    }

    #[test]
    fn a_row_says_whether_its_goal_is_met() {
        let measured = |work| Measured {
            work,
            baseline: 1_000.0,
            rounds: 5,
        };
        let row = row("present", "metadata", Goal::Times(1.2));
        let line = row.line(measured(1_800.0));
        assert_eq!(
            line.split_whitespace().collect::<Vec<_>>().join(" "),
            "present 1.80 µs metadata 1.00 µs 1.80× 800 ns ≤ 1.2× not met 5"
        );
        assert_eq!(row.json(measured(1_200.0))["met"], true);
        assert_eq!(row.json(measured(1_201.0))["met"], false);
    }

    #[test]
    fn rows_are_chosen_by_the_name_of_their_work_and_a_wrong_name_is_told() {
        let rows = chosen(&["pe-large".to_owned()]).expect("there are such");
        let baselines: Vec<_> = rows.iter().map(|row| row.baseline).collect();
        assert_eq!(baselines, ["pe-large-read", "pe-large-mapped"]);
        assert_eq!(chosen(&[]).expect("all").len(), ROWS.len());
        let problem = chosen(&["presnt".to_owned()]).err().expect("no such row");
        assert!(problem.starts_with("there is no row `presnt`; there are present, missing"));
    }
}
