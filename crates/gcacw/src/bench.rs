//! Figures of speed on a scenario, one thread: what `hardtack bench` prints.

use std::hint::black_box;
use std::time::Instant;

use table::{Dice, NoLog, Ruleset, SeededDice, chances};

use crate::combat::Attack;
use crate::order::{AttackType, Order};
use crate::position::Pos;
use crate::reach::MarchReach;
use crate::setup::{Setup, UnitId};
use crate::state::State;
use crate::{Gcacw, charts};

/// Speed of the engine.
#[derive(Clone, Copy, Debug, serde::Serialize)]
pub struct Figures {
    /// Random play, all legal orders listed at every decision.
    pub decisions_per_second: f64,
    /// A march's reachable hexes with 12 movement points, microseconds.
    pub reach_us: f64,
    /// Exact odds of one attack from position to distribution, microseconds.
    pub attack_odds_us: f64,
    /// Bytes of a position.
    pub state_bytes: usize,
}

/// Measures a scenario for a few seconds.
pub fn bench(setup: &Setup) -> Figures {
    Figures {
        decisions_per_second: random_play(setup, 2.0),
        reach_us: reach(setup),
        attack_odds_us: attack_odds(setup),
        state_bytes: std::mem::size_of::<State>() + setup.map.grid.len(),
    }
}

/// Decisions a second in random play for about `seconds`.
pub fn random_play(setup: &Setup, seconds: f64) -> f64 {
    let mut choices = SeededDice::from_number(2);
    let (mut decisions, mut game) = (0u64, 0);
    let mut orders: Vec<Order> = Vec::with_capacity(256);
    let begin = Instant::now();
    while begin.elapsed().as_secs_f64() < seconds {
        let mut dice = SeededDice::of_series(1, game);
        game += 1;
        let mut state = Gcacw::start(setup, &mut dice, &mut NoLog);
        while let Some(seats) = Gcacw::standing(setup, &state).seats() {
            let seat = seats.first();
            orders.clear();
            Gcacw::orders(setup, &state, seat, &mut orders);
            let order = orders[pick(&mut choices, orders.len())];
            Gcacw::apply(setup, &mut state, seat, &order, &mut dice, &mut NoLog);
            decisions += 1;
        }
    }
    decisions as f64 / begin.elapsed().as_secs_f64()
}

/// A number below `n`, cheaply, from dice.
fn pick(dice: &mut SeededDice, n: usize) -> usize {
    let mut number = 0;
    let mut range = 1;
    while range < n * 6 {
        number = number * 6 + dice.d6("choice") as usize - 1;
        range *= 6;
    }
    number % n
}

fn on_map(setup: &Setup, state: &State) -> Vec<UnitId> {
    setup.unit_ids().filter(|u| state.unit(*u).is_on_map()).collect()
}

fn reach(setup: &Setup) -> f64 {
    let state = State::position(setup);
    let pos = Pos { setup, state: &state };
    let units = on_map(setup, &state);
    let mut scratch = MarchReach::new();
    per_call(20_000, |n| {
        pos.march_reach(units[n % units.len()], 24, &mut scratch);
        scratch.reached().count()
    })
}

fn attack_odds(setup: &Setup) -> f64 {
    let mut state = State::position(setup);
    let units = on_map(setup, &state);
    // Every unit in turn attacks an enemy set beside it, wherever the ground lets it.
    let mut attacks = Vec::new();
    for unit in &units {
        let from = state.unit(*unit).hex;
        let enemy = units.iter().find(|u| setup.unit(**u).side != setup.unit(*unit).side).copied();
        let free = setup.map.grid.neighbors(from).find(|(_, h)| state.side_in(setup, *h).is_none());
        if let (Some(enemy), Some((_, beside))) = (enemy, free) {
            attacks.push((*unit, enemy, from, beside));
        }
    }
    let Some(&(unit, enemy, from, beside)) = attacks.first() else { return 0.0 };
    state.lift(enemy, crate::state::Whereabouts::Retreating);
    state.put(enemy, beside);
    let pos = Pos { setup, state: &state };
    let attack = Attack::march(unit, from, beside, AttackType::Normal);
    per_call(100_000, |_| {
        let sum = pos.combat_sum(black_box(&attack));
        let odds = chances(|dice| sum.roll(dice).difference);
        odds.iter().map(|(d, p)| charts::defender_result(*d, sum.chart_value).loss as f64 * p).sum::<f64>()
    })
}

/// Microseconds a call.
fn per_call<T>(calls: usize, mut call: impl FnMut(usize) -> T) -> f64 {
    for n in 0..calls / 10 {
        black_box(call(n));
    }
    let begin = Instant::now();
    for n in 0..calls {
        black_box(call(n));
    }
    begin.elapsed().as_secs_f64() * 1e6 / calls as f64
}
