//! What an attack brings, from its exact odds.

use table::chances;

use super::eye::Eye;
use crate::charts::{self, CombatResult, Flight, Strain};
use crate::combat::Attack;
use crate::setup::UnitSet;

/// The expected gain of an attack in victory points, losses and disorder of both sides reckoned.
pub(crate) fn gain(eye: &Eye, attack: &Attack) -> f32 {
    let sum = eye.pos.combat_sum(attack);
    let defenders = eye.pos.state.stack_set(attack.target);
    let odds = chances(|dice| sum.roll(dice).difference);
    let prize = eye.goal_in(attack.target).filter(|g| !g.held).map_or(0.0, |g| g.value);
    let boldness = attack.attackers.into_iter().next().map_or(1.0, |unit| eye.leaning(unit).attack);
    let mut gain = 0.0;
    for (difference, chance) in odds {
        let theirs = charts::defender_result(difference, sum.chart_value);
        let ours = charts::attacker_result(difference, sum.attacker_value);
        let won = theirs.flight != Flight::None && ours.advance;
        let taken = hurt(eye, defenders, theirs) * eye.foe_blood * eye.zeal
            + if won { prize * eye.w.prize } else { 0.0 };
        let paid = (hurt(eye, attack.attackers, ours) + f32::from(sum.extra_loss)) * eye.own_blood;
        gain += chance as f32 * (taken * boldness - paid);
    }
    gain
}

/// What a result does to the units it falls on, in Manpower points.
fn hurt(eye: &Eye, units: UnitSet, result: &CombatResult) -> f32 {
    let present: f32 = units.into_iter().map(|u| f32::from(eye.pos.state.unit(u).manpower)).sum();
    let lost = f32::from(result.loss).min(present);
    let shaken = (present - lost).max(0.0) * if eye.left > 0.0 { 1.0 } else { 0.4 };
    let strain = match result.strain {
        Strain::None => 0.0,
        Strain::Little => 0.015,
        Strain::Great => 0.04,
        Strain::Disorganized => 0.12,
    };
    let flight = match result.flight {
        Flight::None => 0.0,
        Flight::Retreat => 0.06,
        Flight::Rout => 0.16,
        Flight::Panic => 0.25,
    };
    lost + shaken * (strain * eye.w.strain + flight * eye.w.flight)
}
