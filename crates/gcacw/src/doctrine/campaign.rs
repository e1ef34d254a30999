//! What only campaigns ask: long marches behind the front, trains, wagons, men and markers.

use hexmap::Hex;

use super::eye::Eye;
use super::ground::Stance;
use super::{command, march};
use crate::charts;
use crate::order::Order;
use crate::pending::Pending;
use crate::setup::UnitId;

/// Strategic moves that are looked into; the others are not taken.
const LOOKED_INTO: usize = 2;

/// The strategic moves that promise most are looked into: a promise may be barred by the enemy. What is left
/// unknown counts for less than what is known.
pub(crate) fn look_into_strategic(eye: &Eye, orders: &[Order], scores: &mut [f32]) {
    let mut known: Vec<bool> = orders.iter().map(|o| !matches!(o, Order::Strategic(..))).collect();
    for _ in 0..LOOKED_INTO {
        let best = (0..orders.len()).max_by(|a, b| scores[*a].total_cmp(&scores[*b]));
        let Some(nth) = best.filter(|nth| !known[*nth] && scores[*nth] > 0.0) else { break };
        if let Order::Strategic(unit, levels) = orders[nth] {
            let allowance = eye.pos.strategic_allowance(unit, levels).unwrap_or(0);
            let gain = march::best_clear(eye, unit, u16::from(allowance) * 2);
            scores[nth] = scores[nth].min(gain - march::tiring_by(eye, unit, levels));
        }
        known[nth] = true;
    }
    let sure = scores.iter().zip(&known).filter(|(_, known)| **known).map(|(score, _)| *score);
    let most = sure.fold(0.0, f32::max) - 0.05;
    for (score, known) in scores.iter_mut().zip(known) {
        if !known {
            *score = score.min(most);
        }
    }
}

/// What a strategic move promises: the way to one goal, less what it tires.
pub(crate) fn strategic(eye: &Eye, unit: UnitId, levels: u8) -> f32 {
    let Some(allowance) = eye.pos.strategic_allowance(unit, levels) else { return -1.0 };
    let reach = f32::from(allowance) * 2.0;
    Stance::of(eye, unit).toward(reach) - march::tiring_by(eye, unit, levels)
}

/// A train: the station against the hex where the unit is.
pub(crate) fn rail(eye: &Eye, unit: UnitId, to: Hex) -> f32 {
    let here = eye.pos.state.unit(unit).hex;
    // The line is a little longer than the way of a crow.
    let hexes = u8::try_from(eye.apart(here, to)).unwrap_or(u8::MAX);
    let levels = charts::railroad_fatigue(hexes.max(1)).unwrap_or(3);
    let stance = Stance::of(eye, unit);
    stance.at(to) - stance.at(here) - march::tiring_by(eye, unit, levels)
}

/// The decisions that only campaigns know.
pub(crate) fn choice(eye: &Eye, asked: &Pending, order: Order) -> f32 {
    match (asked, order) {
        (Pending::NightMarch(_), Order::Take) => command::best_action(eye) - eye.w.effort,
        // Hungry men cannot march: the largest first.
        (_, Order::Feed(_, unit)) => 0.5 + 0.1 * eye.strength(unit),
        (_, Order::Load(wagon)) => 0.5 + near_the_army(eye, eye.pos.state.unit(wagon).hex),
        (_, Order::Mend(hex) | Order::Depot(hex)) => 0.5 + near_the_army(eye, hex),
        (Pending::WagonReturn(_), Order::Place(_, hex)) => 0.5 + near_the_army(eye, hex),
        // It comes back at a depot, where there is something to load.
        (_, Order::RemoveWagon(_)) => 0.1,
        (_, Order::Strengthen(unit)) => 0.5 + 0.1 * eye.strength(unit),
        (_, Order::Rejoin(_)) => 0.3,
        (_, Order::Bonus) => 0.3,
        (Pending::CavalryReturn(_), Order::Place(unit, hex)) => 0.5 + super::ground::place(eye, unit, hex),
        // Worn-out horsemen are of more use when they come back mounted.
        (_, Order::OffMap(unit)) => 0.3 - 0.3 * eye.strength(unit),
        // Whoever chases raiders is missed for days.
        (Pending::Raid(_), Order::Withdraw(unit)) => -eye.strength(unit),
        (Pending::OffMapTransfer(_), Order::Send(unit, _)) => -0.2 - 0.1 * eye.strength(unit),
        (Pending::OffMapTransfer(_), Order::Place(unit, hex)) => 0.3 + super::ground::place(eye, unit, hex),
        _ => 0.0,
    }
}

/// A wagon train belongs with the army, out of the enemy's reach.
pub(crate) fn wagon(eye: &Eye, hex: Hex) -> f32 {
    let (near, about) = eye.around(&eye.foes, hex);
    let danger = if near > 0.0 { 1.0 } else { 0.3 * about.min(1.0) };
    2.0 * near_the_army(eye, hex) - danger
}

/// How near a hex is to the bulk of the army; 0 to about 0.3.
fn near_the_army(eye: &Eye, hex: Hex) -> f32 {
    let (mut near, mut all) = (0.0, 0.1);
    for force in &eye.own {
        near += force.strength / (1.0 + f32::from(eye.apart(force.hex, hex)));
        all += force.strength;
    }
    0.3 * near / all
}
