//! Two pieces of work, timed turn by turn: whatever else the machine does meets both alike.

use std::time::{Duration, Instant};

use crate::goal::nanoseconds;

/// How long a turn is at least: the clock's own cost and steps vanish in it.
const TURN: Duration = Duration::from_millis(2);

/// As many rounds as there is time for, between these.
const ROUNDS: (usize, usize) = (5, 101);

/// Medians of the rounds, in nanoseconds for one piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Measured {
    pub(crate) work: f64,
    pub(crate) baseline: f64,
    pub(crate) rounds: usize,
}

impl Measured {
    /// How many times the baseline.
    pub(crate) fn ratio(self) -> f64 {
        self.work / self.baseline
    }
}

/// Times both, a turn each, until about `patience` has passed. Each is done once before, untimed.
pub(crate) fn measure(
    work: &mut dyn FnMut(),
    baseline: &mut dyn FnMut(),
    patience: Duration,
) -> Measured {
    let (of_work, of_baseline) = (pieces_a_turn(work), pieces_a_turn(baseline));
    let began = Instant::now();
    let (mut works, mut baselines) = (Vec::new(), Vec::new());
    while works.len() < ROUNDS.0 || (works.len() < ROUNDS.1 && began.elapsed() < patience) {
        works.push(turn(work, of_work));
        baselines.push(turn(baseline, of_baseline));
    }
    Measured {
        rounds: works.len(),
        work: median(&mut works),
        baseline: median(&mut baselines),
    }
}

/// How many pieces fill a [`TURN`].
fn pieces_a_turn(piece: &mut dyn FnMut()) -> u32 {
    piece();
    let mut pieces = 1;
    loop {
        let began = Instant::now();
        for _ in 0..pieces {
            piece();
        }
        if began.elapsed() >= TURN || pieces >= 1 << 24 {
            return pieces;
        }
        pieces *= 2;
    }
}

/// What one piece took in this turn, in nanoseconds.
fn turn(piece: &mut dyn FnMut(), pieces: u32) -> f64 {
    let began = Instant::now();
    for _ in 0..pieces {
        piece();
    }
    nanoseconds(began.elapsed()) / f64::from(pieces)
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_unstable_by(f64::total_cmp);
    let middle = times.len() / 2;
    if times.len() % 2 == 1 {
        times[middle]
    } else {
        f64::midpoint(times[middle - 1], times[middle])
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn the_median_is_the_middle_and_between_two_middles_their_mean() {
        assert_eq!(median(&mut [9.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&mut [9.0, 1.0, 2.0, 4.0]), 3.0);
    }

    #[test]
    fn the_two_take_turns() {
        let turns = RefCell::new(String::new());
        let long = |name| {
            turns.borrow_mut().push(name);
            std::thread::sleep(2 * TURN);
        };
        let measured = measure(&mut || long('A'), &mut || long('B'), Duration::ZERO);
        assert_eq!(measured.rounds, ROUNDS.0);
        // Twice each to learn how long it takes, then turn by turn.
        assert_eq!(turns.take(), "AABBABABABABAB");
    }
}
