//! The moments at which a game turned: where the judgement of the position swung most.

use serde::Serialize;
use table::{Act, Played, Side};

/// So many moments are told at most.
const MOST: usize = 5;
/// A swing below this many victory points turns nothing.
const LEAST: f64 = 0.5;
/// Orders so near to a greater turn are part of it: a fight is several orders long.
const NEAR: usize = 6;
/// Sentences that are told of one moment.
const SENTENCES: usize = 3;
/// Decisions that a computer player may be asked about.
const MOST_DECISIONS: usize = 24;

/// A moment at which the game turned.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurningPoint {
    /// The number of the order, from 1; a replay opens at it.
    pub n: usize,
    /// When it was, as players say it.
    pub when: String,
    /// Whose order it was, and the order as its card said it.
    pub seat: Side,
    /// The order as its card said it.
    pub order: String,
    /// What happened, in the words of its events.
    pub say: String,
    /// What changed in the count of points; empty where nothing did.
    pub scored: String,
    /// The side it was good for, and how good, in about victory points.
    pub favours: Side,
    /// How good it was for that side, in about victory points.
    pub swing: f64,
}

/// A decision worth thinking about again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The number of the order, from 1.
    pub n: usize,
    /// Whose decision it was.
    pub seat: Side,
    /// The order that was given, as its card said it.
    pub did: String,
}

/// An order and what it did to the judgement of the position.
pub(crate) struct Step {
    pub n: usize,
    pub seat: Side,
    /// What the Union gained by it, in about victory points.
    pub gain: f64,
    /// By how much the judgement of the position changed, whether anything had happened or not.
    pub change: f64,
    pub order: String,
    pub say: String,
    pub scored: String,
    /// The turn it was given in.
    pub turn: u16,
}

impl Step {
    fn swing(&self) -> f64 {
        self.gain.abs()
    }

    /// What the seat that gave the order seemed to gain by it.
    fn own_change(&self) -> f64 {
        if self.seat == Side::Union { self.change } else { -self.change }
    }
}

/// What happened, told shortly: what is to be seen on the map, or else whatever was said.
pub(crate) fn sentence(played: &Played) -> String {
    let telling = |n: &usize| match played.shows.get(*n).and_then(Option::as_ref) {
        Some(show) => !matches!(show.kind, Act::Move | Act::Roll | Act::Work),
        None => false,
    };
    let all = 0..played.said.len();
    let mut chosen: Vec<usize> = all.clone().filter(telling).collect();
    if chosen.is_empty() {
        chosen = all.collect();
    }
    chosen.truncate(SENTENCES);
    let said = chosen.iter().map(|n| played.said[*n].as_str());
    said.filter(|say| !say.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The steps that turned the game, the greatest first.
fn greatest(steps: &[Step]) -> Vec<&Step> {
    let mut all: Vec<&Step> = steps.iter().filter(|step| step.swing() >= LEAST).collect();
    all.sort_by(|a, b| b.swing().total_cmp(&a.swing()).then(a.n.cmp(&b.n)));
    let mut chosen: Vec<&Step> = Vec::new();
    for step in all {
        if chosen.len() < MOST && chosen.iter().all(|other| other.n.abs_diff(step.n) > NEAR) {
            chosen.push(step);
        }
    }
    chosen
}

/// Where the game turned, in turn; `when` names a turn.
pub(crate) fn turning_points(steps: &[Step], when: impl Fn(u16) -> String) -> Vec<TurningPoint> {
    let mut chosen = greatest(steps);
    chosen.sort_by_key(|step| step.n);
    let point = |step: &&Step| TurningPoint {
        n: step.n,
        when: when(step.turn),
        seat: step.seat,
        order: step.order.clone(),
        say: step.say.clone(),
        scored: step.scored.clone(),
        favours: if step.gain > 0.0 { Side::Union } else { Side::Confederate },
        swing: step.swing(),
    };
    chosen.iter().map(point).collect()
}

/// Decisions to ask a computer player about: those that led to the turns of the game, on both sides, the orders after which
/// their own side seemed to be worse off, and in a game without such a few from all of it.
pub(crate) fn decisions(steps: &[Step]) -> Vec<Decision> {
    let mut all: Vec<Decision> = Vec::new();
    let mut add = |step: &Step| {
        let decision = Decision { n: step.n, seat: step.seat, did: step.order.clone() };
        if !all.contains(&decision) && all.len() < MOST_DECISIONS {
            all.push(decision);
        }
    };
    for turn in greatest(steps) {
        for seat in Side::BOTH {
            let before = steps.iter().filter(|s| s.n <= turn.n && s.n + NEAR >= turn.n && s.seat == seat);
            before.rev().take(2).for_each(&mut add);
        }
    }
    let mut costly: Vec<&Step> = steps.iter().filter(|step| step.own_change() <= -LEAST).collect();
    costly.sort_by(|a, b| a.own_change().total_cmp(&b.own_change()));
    costly.into_iter().for_each(&mut add);
    steps.iter().step_by(steps.len().div_ceil(MOST_DECISIONS).max(1)).for_each(&mut add);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(n: usize, gain: f64) -> Step {
        let seat = if n.is_multiple_of(2) { Side::Union } else { Side::Confederate };
        Step {
            n,
            seat,
            gain,
            change: gain,
            order: String::new(),
            say: String::new(),
            scored: String::new(),
            turn: 1,
        }
    }

    #[test]
    fn the_greatest_swings_are_told_in_turn_and_a_fight_counts_once() {
        let steps: Vec<Step> = (1..=100)
            .map(|n| match n {
                20 => step(n, 3.0),
                22 => step(n, 2.5),
                40 => step(n, -6.0),
                70 => step(n, 0.4),
                n => step(n, 0.1),
            })
            .collect();
        let points = turning_points(&steps, |turn| format!("turn {turn}"));
        let told: Vec<(usize, Side)> = points.iter().map(|p| (p.n, p.favours)).collect();
        assert_eq!(told, [(20, Side::Union), (40, Side::Confederate)]);
    }

    #[test]
    fn who_turned_the_game_and_who_let_it_turn_are_both_asked_about() {
        let mut steps: Vec<Step> = (1..=60).map(|n| step(n, 0.0)).collect();
        (steps[39].gain, steps[39].change) = (-6.0, -6.0);
        let asked: Vec<usize> = decisions(&steps).iter().map(|d| d.n).collect();
        assert_eq!(asked[..4], [40, 38, 39, 37]);
        assert!(asked.len() > 20 && asked.contains(&1), "and others from all of the game");
    }
}
