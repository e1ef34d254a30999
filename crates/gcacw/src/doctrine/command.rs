//! Which action to take, whom to take along, or whether to pass.

use arrayvec::ArrayVec;

use super::eye::Eye;
use super::{campaign, fight, march};
use crate::combat::{Attack, Manner};
use crate::order::Order;
use crate::setup::{LeaderId, UnitId, UnitSet};
use crate::state::Burnt;

/// What the best action would bring.
pub(crate) fn best_action(eye: &Eye) -> f32 {
    let mut orders = Vec::with_capacity(64);
    eye.pos.actions_of(eye.side, &mut orders);
    let mut scores = Vec::with_capacity(orders.len());
    actions(eye, &orders, &mut scores);
    scores.into_iter().fold(-1.0, f32::max)
}

/// Scores the actions.
pub(crate) fn actions(eye: &Eye, orders: &[Order], scores: &mut Vec<f32>) {
    for order in orders {
        scores.push(match *order {
            Order::March(unit) => march_gain(eye, unit),
            Order::Activate(leader) => {
                let units = eye.pos.units_in_radius(leader).into_iter();
                let each = units.map(|u| march_gain(eye, u).max(0.0));
                let gains: ArrayVec<f32, 24> = each.filter(|g| *g > 0.0).take(24).collect();
                match gains.len() {
                    0 | 1 => gains.iter().sum::<f32>() - 0.01,
                    _ => gains.iter().sum::<f32>() * eye.w.together,
                }
            }
            Order::Assault(leader) => assault(eye, leader),
            Order::Entrench(unit) => digging(eye, unit) - march::tiring(eye, unit),
            Order::Burn(unit) => burning(eye, unit) - march::tiring(eye, unit),
            Order::Strategic(unit, levels) => campaign::strategic(eye, unit, levels),
            Order::Rail(unit, to) => campaign::rail(eye, unit, to),
            _ => 0.0,
        });
    }
    if eye.pos.setup.advanced {
        campaign::look_into_strategic(eye, orders, scores);
    }
}

/// What a march of a unit would bring, fatigue deducted. Remembered for as long as nothing near the unit
/// changes: the choice to act, the choice of the action and the choice of units ask for the same, and a
/// player who looks ahead asks again and again.
fn march_gain(eye: &Eye, unit: UnitId) -> f32 {
    eye.memory.plan(eye.vicinity(unit), || match eye.pos.may_march(unit) {
        Ok(()) => march::best(eye, unit, march::expected(eye, unit)) - march::tiring(eye, unit),
        Err(_) => -1.0,
    })
}

/// Which units go along in a leader's activation.
pub(crate) fn selection(eye: &Eye, orders: &[Order], scores: &mut Vec<f32>) {
    scores.extend(orders.iter().map(|order| match *order {
        Order::Select(unit) => march_gain(eye, unit) * eye.w.together,
        Order::Dig(unit) => digging(eye, unit) - march::tiring(eye, unit),
        _ => 0.0,
    }));
}

/// Whoever is nearest to the enemy goes first and makes room.
pub(crate) fn next_unit(eye: &Eye, order: Order) -> f32 {
    let Order::Go(unit) = order else { return 0.0 };
    let hex = eye.pos.state.unit(unit).hex;
    let nearest = eye.foes.iter().map(|f| eye.apart(f.hex, hex)).min().unwrap_or(0);
    -f32::from(nearest) + eye.strength(unit) * 0.01
}

/// The expected gain of an assault led by a leader, over his command die.
fn assault(eye: &Eye, leader: LeaderId) -> f32 {
    let pos = eye.pos;
    let Some(from) = pos.state.leader_hex(leader) else { return -1.0 };
    let commands = pos.setup.leader(leader).commands;
    let fit = |u: &UnitId| commands.has(*u) && pos.state.unit(*u).fatigue <= 3;
    let mut units: ArrayVec<UnitId, 24> = pos.state.stack(from).filter(fit).take(24).collect();
    units.sort_unstable_by_key(|u| std::cmp::Reverse(pos.attack_value(*u)));
    let tired: f32 = units.iter().map(|u| march::tiring(eye, *u)).sum();
    let targets = pos.setup.map.grid.neighbors(from).map(|(_, near)| near);
    let targets = targets.filter(|near| pos.attack_crosses(eye.side, from, *near, true).is_ok());
    let manner = Manner::Assault { leader, lee: false, grand: false };
    targets
        .map(|target| {
            let mut sum = 0.0;
            for die in 1..=6 {
                let Some(number) = pos.assault_number(leader, die) else { continue };
                let attackers: UnitSet = units.iter().take(usize::from(number).max(1)).copied().collect();
                if attackers.is_empty() || units.iter().all(|u| pos.may_attack_alone(*u).is_err()) {
                    continue;
                }
                sum += fight::gain(eye, &Attack { attackers, from, target, manner });
            }
            sum / 6.0
        })
        .fold(-1.0, f32::max)
        - tired
}

/// Earthworks where the enemy may come, or where something is to be kept.
pub(crate) fn digging(eye: &Eye, unit: UnitId) -> f32 {
    let hex = eye.pos.state.unit(unit).hex;
    let (near, about) = eye.around(&eye.foes, hex);
    let keeps = eye.goals.iter().any(|g| g.held && eye.apart(g.hex, hex) <= 1);
    let strength = eye.strength(unit).sqrt();
    let mut gain = 0.0;
    if near + about > 0.0 {
        gain += eye.w.dig * strength * ((near + about) / (near + about + eye.strength(unit)));
    }
    if keeps {
        gain += eye.w.dig * 0.8 * strength;
    }
    gain * eye.leaning(unit).dig
}

/// A station that counts.
fn burning(eye: &Eye, unit: UnitId) -> f32 {
    let hex = eye.pos.state.unit(unit).hex;
    let points =
        eye.pos.setup.victory.stations.iter().filter(|s| s.side == eye.side && s.hexes.contains(hex));
    let damaged = eye.pos.state.burnt.iter().any(|(at, how)| *at == hex && *how == Burnt::Damaged);
    let worth = |s: &crate::setup::StationPoints| {
        (if damaged { s.destroyed - s.damaged } else { (s.destroyed + s.damaged) / 2 }) as f32
    };
    points.map(worth).sum::<f32>() * 0.7
}

/// A bridge helps whoever has somewhere to go.
pub(crate) fn bridging(eye: &Eye, unit: UnitId) -> f32 {
    let hex = eye.pos.state.unit(unit).hex;
    let wanted = eye.goals.iter().filter(|g| !g.held).map(|g| g.value).sum::<f32>();
    let nearby = eye.goals.iter().any(|g| !g.held && g.distance(hex) < super::eye::A_DAY * 2.0);
    if nearby { 0.05 + wanted * 0.005 } else { 0.01 }
}

/// Breaking a bridge helps whoever has more to keep than to win.
pub(crate) fn breaking(eye: &Eye) -> f32 {
    let keep: f32 = eye.goals.iter().filter(|g| g.held).map(|g| g.value).sum();
    let win: f32 = eye.goals.iter().filter(|g| !g.held).map(|g| g.value).sum();
    let points = eye.pos.setup.victory.bridges.iter().filter(|b| b.side == eye.side).map(|b| b.points as f32);
    (keep - win) * 0.02 + points.sum::<f32>()
}

/// A leader belongs with the strongest of his units, near the fight.
pub(crate) fn attaching(eye: &Eye, leader: LeaderId, unit: UnitId) -> f32 {
    let Some(now) = eye.pos.state.leaders[leader.index()].unit else { return around_him(eye, leader, unit) };
    around_him(eye, leader, unit) - around_him(eye, leader, now) - 0.1
}

fn around_him(eye: &Eye, leader: LeaderId, unit: UnitId) -> f32 {
    let hex = eye.pos.state.unit(unit).hex;
    let own = eye.pos.setup.leader(leader).commands;
    let stack: f32 = eye.pos.state.stack(hex).filter(|u| own.has(*u)).map(|u| eye.strength(u)).sum();
    let foe = eye.foes.iter().map(|f| eye.apart(f.hex, hex)).min().unwrap_or(20);
    stack * 0.1 - f32::from(foe.min(20)) * 0.02
}

/// How much a leader leads.
pub(crate) fn led(eye: &Eye, leader: LeaderId) -> f32 {
    let pos = eye.pos;
    pos.setup
        .leader(leader)
        .commands
        .into_iter()
        .filter(|u| pos.state.unit(*u).is_on_map())
        .map(|u| eye.strength(u))
        .sum()
}
