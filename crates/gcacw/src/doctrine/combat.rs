//! Choices inside a combat: losses, retreats, withdrawals, advances, and the cavalry that slips away.

use hexmap::Hex;

use super::eye::Eye;
use super::{fight, ground};
use crate::assault::Assault;
use crate::cavalry::Offer;
use crate::combat::{Attack, Manner};
use crate::results::Combat;
use crate::retreat::{Plan, Retreat};
use crate::setup::{UnitId, UnitSet};

/// Whoever is largest and least able bears a loss best; nobody is given up for one point.
pub(crate) fn loser(eye: &Eye, unit: UnitId) -> f32 {
    let (printed, state) = (eye.pos.setup.unit(unit), eye.pos.state.unit(unit));
    let last = if state.manpower == 1 { 2.0 } else { 0.0 };
    f32::from(state.manpower) * 0.2 - f32::from(printed.tactical_defend) * 0.1 - last
        + if state.disorganized { 0.2 } else { 0.0 }
}

/// A hex on the way back: what it costs, and where it leads.
pub(crate) fn retreat(eye: &Eye, retreat: &Retreat, to: Hex) -> f32 {
    let Some(unit) = retreat.units.first() else { return 0.0 };
    let plan = Plan {
        pos: eye.pos,
        side: retreat.side,
        kind: retreat.kind,
        start: retreat.start,
        active: retreat.active,
    };
    let flee = plan.legal(retreat.at, &retreat.path).into_iter().find(|f| f.to == to);
    let loss = flee.map_or(0, |f| f.loss);
    let lost = f32::from(loss) * retreat.units.len() as f32 * eye.own_blood;
    ground::place(eye, unit, to) - lost
}

pub(crate) fn halt(eye: &Eye, retreat: &Retreat) -> f32 {
    retreat.units.first().map_or(0.0, |unit| ground::place(eye, unit, retreat.at))
}

/// Pulling back before the next blow falls.
pub(crate) fn withdraw(eye: &Eye, combat: &Combat, unit: UnitId) -> f32 {
    let (near, about) = eye.around(&eye.foes, combat.target);
    let (own, behind) = eye.around(&eye.own, combat.target);
    let works = eye.pos.works_quarters(unit) as f32 / 4.0;
    let pressed = (near + about * 0.5) / ((own + behind * 0.4) * works).max(0.5);
    let keeps = eye.goal_in(combat.target).map_or(0.0, |g| g.value);
    eye.strength(unit) * (pressed - 2.2) * 0.15 - keeps * 0.5
}

/// Following up: the hex against the one he stands in.
pub(crate) fn advance(eye: &Eye, combat: &Combat, unit: UnitId) -> f32 {
    let here = eye.pos.state.unit(unit).hex;
    0.05 + ground::place(eye, unit, combat.target) - ground::place(eye, unit, here)
}

/// Cavalry gets out of the way of infantry that is too strong for it.
pub(crate) fn evade(eye: &Eye, offer: &Offer) -> f32 {
    let hex = offer.hex;
    let defence = eye.pos.hex_defence(hex) as f32 / 4.0;
    let comer = eye.foes.iter().filter(|f| eye.apart(f.hex, hex) <= 1).map(|f| f.strength).sum::<f32>();
    let keeps = eye.goal_in(hex).map_or(0.0, |g| g.value);
    (comer / defence.max(0.5) - 1.0) * 0.3 - keeps * 0.4
}

/// An assault's target by its odds with all that were selected.
pub(crate) fn assault_target(eye: &Eye, assault: &Assault, target: Hex) -> f32 {
    with(eye, assault, assault.selected, target)
}

/// More units in a grand assault: worth it where the assault itself is.
pub(crate) fn grand(eye: &Eye, assault: &Assault, target: Hex) -> f32 {
    let whole: UnitSet = eye
        .pos
        .setup
        .map
        .grid
        .neighbors(target)
        .flat_map(|(_, near)| eye.pos.state.stack(near))
        .filter(|u| eye.pos.setup.unit(*u).side == eye.side && eye.pos.state.unit(*u).fatigue <= 3)
        .collect();
    (with(eye, assault, whole.or(assault.kept), target) - with(eye, assault, assault.kept, target)) * 0.4
        - 0.2
}

/// One more unit in the grand assault.
pub(crate) fn join(eye: &Eye, assault: &Assault, target: Hex, unit: UnitId) -> f32 {
    let so_far = assault.kept.or(assault.joined);
    let gain = with(eye, assault, so_far.with(unit), target) - with(eye, assault, so_far, target);
    gain - super::march::tiring(eye, unit) + if assault.joined.is_empty() { 0.5 } else { 0.0 }
}

fn with(eye: &Eye, assault: &Assault, attackers: UnitSet, target: Hex) -> f32 {
    if attackers.is_empty() {
        return 0.0;
    }
    let manner = Manner::Assault { leader: assault.leader, lee: assault.lee, grand: assault.grand };
    fight::gain(eye, &Attack { attackers, from: assault.hex, target, manner })
}
