//! The best way to spend a march.

use hexmap::Hex;

use super::eye::Eye;
use super::fight;
use super::ground::Stance;
use crate::attack::NameAttack;
use crate::charts::{self, Straggling};
use crate::combat::Attack;
use crate::march::March;
use crate::order::{AttackType, Order};
use crate::setup::UnitId;

/// Ends looked into with their first step; the others count as the neighbouring hex does.
const BEST_ENDS: usize = 8;
/// A hex that leads nowhere in particular is this much worse than the best.
const ASTRAY: f32 = 0.3;

/// Whoever has come far without the enemy in sight does not go to and fro for a trifle.
const AT_REST: f32 = 0.1;

/// What the best march with this allowance adds to what the unit has where it stands, before fatigue.
pub(crate) fn best(eye: &Eye, unit: UnitId, allowance: u16) -> f32 {
    let here = eye.pos.state.unit(unit).hex;
    let stance = Stance::of(eye, unit);
    let stay = stance.at(here);
    let mut best = stay + strike(eye, unit, here, allowance, true);
    let mut reach = eye.memory.reach.borrow_mut();
    eye.pos.march_reach(unit, allowance, &mut reach);
    for (hex, cost) in reach.reached() {
        let left = allowance.saturating_sub(cost);
        best = best.max(stance.at(hex) + strike(eye, unit, hex, left, false));
    }
    best - stay
}

/// What the best march adds that keeps clear of the enemy: a strategic move.
pub(crate) fn best_clear(eye: &Eye, unit: UnitId, allowance: u16) -> f32 {
    let stance = Stance::of(eye, unit);
    let stay = stance.at(eye.pos.state.unit(unit).hex);
    let mut reach = eye.memory.reach.borrow_mut();
    eye.pos.march_reach(unit, allowance, &mut reach);
    let ends = reach.reached().filter(|(hex, _)| is_clear(eye, *hex));
    ends.map(|(hex, _)| stance.at(hex)).fold(stay, f32::max) - stay
}

fn is_clear(eye: &Eye, hex: Hex) -> bool {
    !eye.pos.state.in_any_enemy_zoc(eye.pos.setup, eye.side, hex)
}

/// The best attack from a hex; 0 where none is worth it.
fn strike(eye: &Eye, unit: UnitId, from: Hex, left: u16, in_place: bool) -> f32 {
    if left < 2 || eye.pos.may_attack_alone(unit).is_err() {
        return 0.0;
    }
    let Some(kind) = heaviest(eye, unit, left) else { return 0.0 };
    let mut best = 0.0f32;
    for (_, near) in eye.pos.setup.map.grid.neighbors(from) {
        if eye.pos.attack_crosses(eye.side, from, near, in_place).is_ok() {
            best = best.max(fight::gain(eye, &Attack::march(unit, from, near, kind)));
        }
    }
    best
}

/// The most careful attack that the movement points pay for.
fn heaviest(eye: &Eye, unit: UnitId, left: u16) -> Option<AttackType> {
    let cavalry = eye.pos.setup.unit(unit).moves_as_cavalry();
    AttackType::ALL.into_iter().rev().find(|kind| kind.cost(cavalry) <= left)
}

/// Half MP a unit can expect of a march of its own.
pub(crate) fn expected(eye: &Eye, unit: UnitId) -> u16 {
    if eye.pos.setup.unit(unit).moves_as_cavalry() { 15 } else { 8 }
}

/// What so many more levels of fatigue cost a unit that does not straggle.
pub(crate) fn tiring_by(eye: &Eye, unit: UnitId, levels: u8) -> f32 {
    let state = eye.pos.state.unit(unit);
    let each = [0.0, eye.w.tired_1, eye.w.tired_2, eye.w.tired_3, eye.w.tired_4];
    let size = f32::from(state.manpower).sqrt();
    let tomorrow = if eye.left > 0.0 { 1.0 } else { 0.15 };
    (1..=levels).map(|n| each[usize::from((state.fatigue + n).min(4))]).sum::<f32>() * size * tomorrow
}

/// What one more level of fatigue costs a unit.
pub(crate) fn tiring(eye: &Eye, unit: UnitId) -> f32 {
    let state = eye.pos.state.unit(unit);
    let fatigue = (state.fatigue + 1).min(4);
    let mut cost = tiring_by(eye, unit, 1);
    if eye.pos.is_extended(unit, fatigue) {
        cost += straggling(eye, unit, fatigue);
    }
    cost
}

/// The expected price of an extended march.
fn straggling(eye: &Eye, unit: UnitId, fatigue: u8) -> f32 {
    let state = eye.pos.state.unit(unit);
    let modifier = eye.pos.extended_march_modifiers(unit, fatigue).sum();
    let size = f32::from(state.manpower);
    let each = |die: i16| match charts::extended_march(die + modifier, state.disorganized, state.manpower) {
        Straggling::NoEffect => 0.0,
        Straggling::Disorganized => size * eye.w.disorder,
        Straggling::Lose(n) => f32::from(n) * eye.own_blood + size * eye.w.disorder,
    };
    (1..=6).map(each).sum::<f32>() / 6.0
}

/// Scores the orders of a march in progress.
pub(crate) fn steps(eye: &Eye, march: &March, orders: &[Order], scores: &mut Vec<f32>) {
    let (unit, mp) = (march.unit, march.mp);
    let here = eye.pos.state.unit(unit).hex;
    if let Some(next) = on_the_way(eye, unit, here)
        && orders.contains(&Order::Move(next))
    {
        return scores.extend(orders.iter().map(|o| if *o == Order::Move(next) { 1.0 } else { 0.0 }));
    }
    let stance = Stance::of(eye, unit);
    let stay = stance.at(here) + if march.strategic { AT_REST } else { 0.0 };
    let ways = first_steps(eye, &stance, unit, mp, march.strategic);
    let top = ways.iter().map(|(value, _)| *value).fold(stay, f32::max);
    for order in orders {
        scores.push(match *order {
            Order::Move(to) => match ways.iter().find(|(_, step)| *step == to) {
                Some((value, _)) => *value,
                None => stance.at(to).min(top) - ASTRAY,
            },
            Order::Attack(target) => {
                let kind = heaviest(eye, unit, mp).unwrap_or(AttackType::Column);
                stay + fight::gain(eye, &Attack::march(unit, here, target, kind))
            }
            Order::End => stay,
            Order::RefuseFlanks => stay + flanks(eye, here),
            Order::UnrefuseFlanks | Order::Dismantle(_) => stay - 0.2,
            Order::Ride(_) => stay - 0.05,
            _ => stay,
        });
    }
}

/// The best ends of the march, each with the step that leads there; one for each step.
fn first_steps(eye: &Eye, stance: &Stance, unit: UnitId, mp: u16, strategic: bool) -> Vec<(f32, Hex)> {
    let mut reach = eye.memory.reach.borrow_mut();
    eye.pos.march_reach(unit, mp, &mut reach);
    let here = eye.pos.state.unit(unit).hex;
    let ends = reach.reached().filter(|(hex, _)| *hex != here && (!strategic || is_clear(eye, *hex)));
    // Between equals the shorter way.
    let value = |hex: Hex, cost: u16| {
        let left = if strategic { 0 } else { mp.saturating_sub(cost) };
        stance.at(hex) + strike(eye, unit, hex, left, false) - f32::from(cost) * 0.002
    };
    let mut ends: Vec<(f32, Hex)> = ends.map(|(hex, cost)| (value(hex, cost), hex)).collect();
    ends.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
    if let Some((_, hex)) = ends.first().filter(|(value, _)| *value > stance.at(here)) {
        set_out(eye, unit, reach.path(*hex));
    }
    let mut ways: Vec<(f32, Hex)> = Vec::new();
    for (value, hex) in ends.into_iter().take(BEST_ENDS) {
        if let Some(step) = reach.path(hex).get(1).copied()
            && !ways.iter().any(|(_, known)| *known == step)
        {
            ways.push((value, step));
        }
    }
    ways
}

/// The way a unit has set out on while somebody looks ahead: it is followed to its end, not thought over at
/// every step.
#[derive(Default)]
pub(crate) struct Way {
    moment: u64,
    unit: Option<UnitId>,
    path: Vec<Hex>,
}

fn set_out(eye: &Eye, unit: UnitId, path: Vec<Hex>) {
    *eye.memory.way.borrow_mut() = Way { moment: eye.memory.moment, unit: Some(unit), path };
}

/// The next hex of the way a unit is on.
fn on_the_way(eye: &Eye, unit: UnitId, here: Hex) -> Option<Hex> {
    let way = eye.memory.way.borrow();
    let known = way.moment == eye.memory.moment && way.unit == Some(unit);
    let at = way.path.iter().position(|hex| known && *hex == here).filter(|at| *at > 0)?;
    way.path.get(at + 1).copied()
}

/// Refused flanks help where the enemy could take them.
fn flanks(eye: &Eye, here: Hex) -> f32 {
    let beside = eye.foes.iter().filter(|f| eye.apart(f.hex, here) <= 2).count();
    if beside >= 2 { 0.15 } else { -0.05 }
}

/// Force march or steady: disorder against what the extra hexes are good for.
pub(crate) fn pace(eye: &Eye, march: &March, orders: &[Order], scores: &mut Vec<f32>) {
    let extra = if eye.pos.setup.unit(march.unit).moves_as_cavalry() { 6 } else { 4 };
    let size = f32::from(eye.pos.state.unit(march.unit).manpower);
    let forced =
        best(eye, march.unit, march.mp + extra) - best(eye, march.unit, march.mp) - 0.25 * size - 0.2;
    scores.extend(orders.iter().map(|o| if *o == Order::ForceMarch { forced } else { 0.0 }));
}

/// The type of an attack that has been declared.
pub(crate) fn attack_type(eye: &Eye, attack: &NameAttack, order: Order) -> f32 {
    let Order::By(kind) = order else { return 0.0 };
    let unit = attack.march.unit;
    fight::gain(eye, &Attack::march(unit, eye.pos.state.unit(unit).hex, attack.target, kind))
}
