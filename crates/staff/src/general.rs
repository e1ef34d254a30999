//! `general`: plays the doctrine's best orders out and takes what leaves him best off.
//!
//! The method is sequential halving over truncated playouts: all candidates are played out under the same
//! falls of the dice (so that luck does not decide between them), veterans give the orders on both sides,
//! the position at the end is judged by [`table::Ruleset::worth`], and from time to time the worse half of
//! the candidates is dropped, so that most of the time goes into telling the good ones apart. What the seat
//! may not know is imagined anew for every fall of the dice.

use std::time::{Duration, Instant};

use table::{Game, SeededDice, Side, Standing};

use crate::{Budget, Chooser, Decided};

/// Orders that are played out at most.
const CANDIDATES: usize = 10;
/// Decisions played on after an order.
const AHEAD: usize = 40;
/// A won game counts this many victory points beside the points themselves.
const WON: f64 = 25.0;
/// How many trials the doctrine's own opinion weighs as much as.
const OPINION: f64 = 2.0;
/// The first cut comes after this many trials of each candidate, later ones when they have doubled.
const FIRST_CUT: u32 = 4;

struct Candidate {
    nth: usize,
    score: f64,
    sum: f64,
    trials: u32,
}

impl Candidate {
    fn mean(&self) -> f64 {
        if self.trials == 0 { 0.0 } else { self.sum / f64::from(self.trials) }
    }
}

/// What is left of the budget.
struct Clock {
    until: Option<Instant>,
    steps: u32,
}

impl Clock {
    fn start(budget: Budget) -> Clock {
        match budget {
            // The last step may run over, and the order still has to be given.
            Budget::Time(time) => Clock {
                until: Some(Instant::now() + time.saturating_sub(Duration::from_micros(200))),
                steps: u32::MAX,
            },
            Budget::Steps(steps) => Clock { until: None, steps },
        }
    }

    /// Whether there is time for one more step.
    fn tick(&mut self) -> bool {
        self.steps = self.steps.saturating_sub(1);
        self.steps > 0 && self.until.is_none_or(|until| Instant::now() < until)
    }
}

pub fn decide(
    game: &dyn Game,
    seat: Side,
    scores: &[f32],
    ranked: &[usize],
    budget: Budget,
    chooser: &mut Chooser,
) -> Decided {
    let mut clock = Clock::start(budget);
    let candidate = |&nth: &usize| Candidate { nth, score: f64::from(scores[nth]), sum: 0.0, trials: 0 };
    let mut all: Vec<Candidate> = ranked.iter().take(CANDIDATES).map(candidate).collect();
    let series = chooser.number();
    let mut alive = all.len();
    let mut cut = FIRST_CUT;
    let mut number = 0;
    'time: while alive > 1 {
        let mut round = Vec::with_capacity(alive);
        for candidate in &all[..alive] {
            let Some(value) = trial(game, seat, candidate.nth, (series, number), &mut clock) else {
                break 'time;
            };
            round.push(value);
        }
        for (candidate, value) in all.iter_mut().zip(round) {
            candidate.sum += value;
            candidate.trials += 1;
        }
        number += 1;
        if number >= u64::from(cut) {
            cut *= 2;
            sort(&mut all[..alive]);
            alive = alive.div_ceil(2).max(2);
        }
        if number > 100_000 {
            break;
        }
    }
    sort(&mut all[..alive]);
    let told = all.iter().take(crate::TOLD);
    let told = told.map(|c| (c.nth, if c.trials == 0 { c.score } else { c.mean() }, c.trials)).collect();
    Decided { nth: all[0].nth, weighed: told }
}

/// The best first: the mean of the trials, with the doctrine's opinion as so many more trials.
fn sort(candidates: &mut [Candidate]) {
    let Some(best) = candidates.iter().map(|c| c.score).max_by(f64::total_cmp) else { return };
    let value = |c: &Candidate| c.mean() + (c.score - best) * OPINION / (OPINION + f64::from(c.trials));
    candidates.sort_by(|a, b| value(b).total_cmp(&value(a)));
}

/// What one order comes to under one fall of the dice, the same for every order that is compared; nothing
/// if the time ran out.
fn trial(
    game: &dyn Game,
    seat: Side,
    nth: usize,
    (series, number): (u64, u64),
    clock: &mut Clock,
) -> Option<f64> {
    let mut dice = SeededDice::of_series(series, number);
    let mut chooser = Chooser::new(series, number, seat);
    let mut ahead = game.imagined(seat, &mut |n| chooser.below(n));
    ahead.play_nth(seat, nth, &mut dice);
    for _ in 0..AHEAD {
        let Standing::Waiting(asked) = ahead.standing() else { break };
        if !clock.tick() {
            return None;
        }
        let mut best = |scores: &[f32]| best_of(scores, &mut chooser);
        if !ahead.play_advised(asked.seats.first(), &mut best, &mut dice) {
            break;
        }
    }
    Some(judge(ahead.as_ref(), seat))
}

/// The best score's number, equals by lot.
fn best_of(scores: &[f32], chooser: &mut Chooser) -> usize {
    let (mut found, mut equals) = (0, 1);
    for (nth, score) in scores.iter().enumerate().skip(1) {
        if *score > scores[found] {
            (found, equals) = (nth, 1);
        } else if *score == scores[found] {
            equals += 1;
            if chooser.below(equals) == 0 {
                found = nth;
            }
        }
    }
    found
}

fn judge(game: &dyn Game, seat: Side) -> f64 {
    let worth = game.worth(seat);
    match game.standing() {
        Standing::Over(outcome) => match outcome.winner {
            Some(winner) if winner == seat => worth + WON,
            Some(_) => worth - WON,
            None => worth,
        },
        Standing::Waiting(_) => worth,
    }
}
