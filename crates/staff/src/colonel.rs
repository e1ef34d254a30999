//! `colonel`: plays the doctrine's best orders out and takes what leaves him best off.
//!
//! The method is sequential halving over truncated playouts: all candidates are played out under the same
//! falls of the dice (so that luck does not decide between them) up to the same stage of the sequence of
//! play, the doctrine gives the orders on both sides, the position at the end is judged by
//! [`table::Commander::worth`], and from time to time the worse half of the candidates is dropped, so that most
//! of the time goes into telling the good ones apart. What the seat may not know is imagined anew for every
//! fall of the dice.
//!
//! Where the first trial takes so long that there is no time for enough of them, he does not go on: he would
//! learn nothing.
//!
//! The doctrine's own choice stands unless another order has done better by more than the scatter of the
//! trials: after either of them the doctrine plays on and makes good what was left undone, so that a small
//! difference means nothing, and a colonel who followed it would put things off for ever. For the same reason
//! an order that the doctrine would take back at once is no candidate.

use std::time::{Duration, Instant};

use table::{Game, Memory, SeededDice, Side, Standing};

use crate::ahead::{best_of, comes_back};
use crate::{Budget, Chooser, Decided, Question, Watch};

/// Orders that are played out at most; more only make luck choose, unless there is time for many trials.
const FEW: usize = 3;
const MANY: usize = 8;
/// With this much time there are many trials.
const AMPLE: Duration = Duration::from_millis(200);
const AMPLE_STEPS: u32 = 10_000;
/// An order the doctrine likes less than its best by more than this many victory points is not looked at.
const MARGIN: f32 = 1.0;
/// A won game counts this many victory points beside the points themselves.
const WON: f64 = 4.0;
/// One decision in so many follows the doctrine untried: it never goes in circles, and so a detour that the
/// trials find good again and again comes to an end.
const TRUST: usize = 8;
/// An order must do better than the doctrine's by so many standard errors to be taken instead.
const SURE: f64 = 2.0;
/// No fewer trials than this tell anything.
const FEWEST: u32 = 5;
/// After this many trials the matter may be settled before the time is up: when the difference is this many
/// standard errors, or there is none at all.
const ENOUGH: u32 = 8;
const CLEAR: f64 = 2.5;
/// The first cut comes after this many trials of each candidate, later ones when they have doubled.
const FIRST_CUT: u32 = 4;

/// No trial goes on for longer, however long the stages are.
const MOST_STEPS: usize = 400;

/// Nobody needs more than this, whatever the budget.
const MOST_TRIALS: u64 = 2000;

struct Candidate {
    nth: usize,
    score: f64,
    trials: u32,
    sum: f64,
    /// Of the differences from the doctrine's choice under the same dice: sum and sum of squares.
    better: f64,
    squares: f64,
}

impl Candidate {
    fn mean(&self) -> f64 {
        if self.trials == 0 { 0.0 } else { self.sum / f64::from(self.trials) }
    }

    fn add(&mut self, value: f64, favourite: f64) {
        self.trials += 1;
        self.sum += value;
        self.better += value - favourite;
        self.squares += (value - favourite).powi(2);
    }

    /// By how much it beats the doctrine's choice on average, and the standard error of that.
    fn gain(&self) -> (f64, f64) {
        let n = f64::from(self.trials.max(1));
        let mean = self.better / n;
        let variance = (self.squares / n - mean * mean).max(0.0) * n / (n - 1.0).max(1.0);
        (mean, (variance / n).sqrt())
    }

    /// By how much it surely beats the doctrine's choice; that one itself: 0.
    fn lead(&self) -> f64 {
        let (mean, error) = self.gain();
        if self.trials < FEWEST { mean.min(0.0) } else { mean - SURE * error }
    }

    /// More trials would hardly change what is thought of it.
    fn settled(&self) -> bool {
        let (mean, error) = self.gain();
        self.trials >= ENOUGH && mean.abs() >= CLEAR * error
    }
}

/// What is left of the budget.
struct Clock<'a> {
    watch: &'a dyn Watch,
    until: Option<Instant>,
    steps: u32,
    /// When so much is spent and the first trial is not over, there is no time for as many as tell anything.
    hopeless: Option<Instant>,
    hopeless_steps: u32,
    /// A trial has been played to its end.
    tried: bool,
}

impl<'a> Clock<'a> {
    fn start(budget: Budget, watch: &'a dyn Watch) -> Clock<'a> {
        match budget {
            // The last step may run over, and the order still has to be given.
            Budget::Time(time) => Clock {
                watch,
                until: Some(Instant::now() + time.saturating_sub(Duration::from_micros(200))),
                steps: u32::MAX,
                hopeless: Some(Instant::now() + time / (2 * FEWEST)),
                hopeless_steps: 0,
                tried: false,
            },
            Budget::Steps(steps) => {
                let hopeless_steps = steps - steps / (2 * FEWEST);
                Clock { watch, until: None, steps, hopeless: None, hopeless_steps, tried: false }
            }
        }
    }

    /// Whether there is time for one more step.
    fn tick(&mut self) -> bool {
        self.steps = self.steps.saturating_sub(1);
        let (until, least) = if self.tried { (self.until, 0) } else { (self.hopeless, self.hopeless_steps) };
        self.steps > least && until.is_none_or(|until| Instant::now() < until) && !self.watch.hurried()
    }
}

pub(crate) fn decide(question: Question<'_>, memory: &mut Memory, chooser: &mut Chooser) -> Decided {
    let Question { game, seat, scores, ranked, budget, watch } = question;
    let mut clock = Clock::start(budget, watch);
    let candidate = |&nth: &usize| Candidate {
        nth,
        score: f64::from(scores[nth]),
        trials: 0,
        sum: 0.0,
        better: 0.0,
        squares: 0.0,
    };
    // The doctrine's choice is the first and stays there: all others are measured against it.
    let near = |nth: &&usize| scores[ranked[0]] - scores[**nth] < MARGIN;
    let breadth = if chooser.below(TRUST) == 0 { 1 } else { breadth(budget) };
    let mut all: Vec<Candidate> = ranked.iter().filter(near).take(breadth).map(candidate).collect();
    let series = chooser.number();
    let favourite = ranked[0];
    all.retain(|c| c.nth == favourite || !comes_back(game, seat, c.nth, series, memory));
    let mut alive = all.len();
    let mut cut = FIRST_CUT;
    let mut number = 0;
    'time: while alive > 1 && number < MOST_TRIALS {
        let mut round = Vec::with_capacity(alive);
        for candidate in &all[..alive] {
            let Some(value) = trial(game, seat, candidate.nth, (series, number), memory, &mut clock) else {
                break 'time;
            };
            clock.tried = true;
            round.push(value);
        }
        for (candidate, value) in all.iter_mut().zip(&round) {
            candidate.add(*value, round[0]);
        }
        number += 1;
        watch.tried(alive as u32, all.iter().map(|c| c.trials).sum());
        if all[1..alive].iter().all(Candidate::settled) {
            break;
        }
        if number >= u64::from(cut) {
            cut *= 2;
            all[1..alive].sort_by(|a, b| b.better.total_cmp(&a.better));
            alive = alive.div_ceil(2).max(2);
        }
    }
    all.sort_by(|a, b| b.lead().total_cmp(&a.lead()));
    let told = all.iter().take(crate::TOLD);
    let told = told.map(|c| (c.nth, if c.trials == 0 { c.score } else { c.mean() }, c.trials)).collect();
    Decided { nth: all[0].nth, weighed: told }
}

/// How many orders a budget is enough for.
fn breadth(budget: Budget) -> usize {
    let ample = match budget {
        Budget::Time(time) => time >= AMPLE,
        Budget::Steps(steps) => steps >= AMPLE_STEPS,
    };
    if ample { MANY } else { FEW }
}

/// What one order comes to under one fall of the dice, the same for every order that is compared; nothing
/// if the time ran out.
fn trial(
    game: &dyn Game,
    seat: Side,
    nth: usize,
    (series, number): (u64, u64),
    memory: &mut Memory,
    clock: &mut Clock<'_>,
) -> Option<f64> {
    let mut dice = SeededDice::of_series(series, number);
    let mut chooser = Chooser::new(series, number, seat);
    let mut ahead = game.imagined(seat, &mut |n| chooser.below(n));
    ahead.play_nth(seat, nth, &mut dice);
    let (mut stage, mut changes) = (game.stage(), 0);
    for _ in 0..MOST_STEPS {
        let Standing::Waiting(asked) = ahead.standing() else { break };
        if ahead.stage() != stage {
            stage = ahead.stage();
            changes += 1;
            if changes >= game.ahead() {
                break;
            }
        }
        if !clock.tick() {
            return None;
        }
        let mut best = |scores: &[f32]| best_of(scores, &mut chooser);
        if !ahead.play_advised(asked.seats.first(), memory, &mut best, &mut dice) {
            break;
        }
    }
    Some(judge(ahead.as_ref(), seat, memory))
}

fn judge(game: &dyn Game, seat: Side, memory: &mut Memory) -> f64 {
    let worth = game.worth(seat, memory);
    match game.standing() {
        Standing::Over(outcome) => match outcome.winner {
            Some(winner) if winner == seat => worth + WON,
            Some(_) => worth - WON,
            None => worth,
        },
        Standing::Waiting(_) => worth,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Level, Player, consider};

    /// Too few trials tell nothing: then the time is not spent.
    #[test]
    fn a_budget_that_is_too_small_is_not_spent() {
        let (game, _) = library::open("lesson-henry-hill").unwrap().start(&mut SeededDice::of_series(5, 8));
        let Standing::Waiting(asked) = game.standing() else { panic!("the game has begun") };
        let seat = asked.seats.first();
        let tried = |steps: u32, n: u64| -> u32 {
            let colonel = Player { level: Level::Colonel, budget: Budget::Steps(steps) };
            let choice = consider(colonel, game.as_ref(), seat, &mut Chooser::new(n, 8, seat)).unwrap();
            choice.weighed.iter().map(|w| w.trials).sum()
        };
        assert!((0..20).all(|n| tried(60, n) == 0));
        assert!((0..20).any(|n| tried(20_000, n) >= 2 * FEWEST));
    }

    /// Guns may limber and unlimber at no cost: a colonel who tried it would do so for ever.
    #[test]
    fn an_order_that_the_doctrine_takes_back_is_not_weighed() {
        let colonel = Player { level: Level::Colonel, budget: Budget::Steps(100) };
        let (mut game, _) = library::open("bull-run-1861").unwrap().start(&mut SeededDice::of_series(5, 8));
        let mut dice = SeededDice::of_series(6, 8);
        let mut chooser = Chooser::new(5, 8, Side::Union);
        let (mut detours, mut memory) = (0, game.memory());
        for _ in 0..400 {
            let Standing::Waiting(asked) = game.standing() else { break };
            let seat = asked.seats.first();
            let orders = game.orders(seat);
            let best = best_of(&game.advise(seat, &mut memory), &mut chooser);
            let choice = consider(colonel, game.as_ref(), seat, &mut chooser).unwrap();
            for nth in (0..orders.len()).filter(|&n| n != best && orders[n].contains("limber")) {
                if comes_back(game.as_ref(), seat, nth, 1, &mut memory) {
                    detours += 1;
                    assert!(choice.weighed.iter().all(|w| w.order != orders[nth]), "{}", orders[nth]);
                }
            }
            game.play_nth(seat, best, &mut dice);
        }
        assert!(detours > 0, "nowhere could guns go back and forth");
    }
}
