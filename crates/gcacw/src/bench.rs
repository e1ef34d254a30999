//! The questions that are asked most often, for `hardtack bench`.

use table::{Drill, chances};

use crate::charts;
use crate::combat::Attack;
use crate::order::AttackType;
use crate::position::Pos;
use crate::reach::MarchReach;
use crate::setup::{Setup, UnitId};
use crate::state::{State, Whereabouts};

pub(crate) fn drills(setup: &Setup) -> Vec<Drill<'_>> {
    [Some(reach(setup)), attack_odds(setup)].into_iter().flatten().collect()
}

fn on_map(setup: &Setup, state: &State) -> Vec<UnitId> {
    setup.unit_ids().filter(|u| state.unit(*u).is_on_map()).collect()
}

/// A march's reachable hexes with 12 movement points.
fn reach(setup: &Setup) -> Drill<'_> {
    let state = State::position(setup);
    let units = on_map(setup, &state);
    let mut scratch = MarchReach::new();
    Drill::new("reach_us", move |n| {
        Pos { setup, state: &state }.march_reach(units[n % units.len()], 24, &mut scratch);
        scratch.reached().count()
    })
}

/// Exact odds of one attack from position to distribution: somebody attacks an enemy set beside him.
fn attack_odds(setup: &Setup) -> Option<Drill<'_>> {
    let mut state = State::position(setup);
    let units = on_map(setup, &state);
    let beside = |unit: &UnitId| {
        let from = state.unit(*unit).hex;
        let enemy = units.iter().find(|u| setup.unit(**u).side != setup.unit(*unit).side)?;
        let (_, free) = setup.map.grid.neighbors(from).find(|(_, h)| state.side_in(setup, *h).is_none())?;
        Some((*unit, *enemy, from, free))
    };
    let (unit, enemy, from, target) = units.iter().find_map(beside)?;
    state.lift(enemy, Whereabouts::Retreating);
    state.put(enemy, target);
    let attack = Attack::march(unit, from, target, AttackType::Normal);
    Some(Drill::new("attack_odds_us", move |_| {
        let sum = Pos { setup, state: &state }.combat_sum(std::hint::black_box(&attack));
        let odds = chances(|dice| sum.roll(dice).difference);
        odds.iter().map(|(d, p)| charts::defender_result(*d, sum.chart_value).loss as f64 * p).sum::<f64>()
    }))
}
