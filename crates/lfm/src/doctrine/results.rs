//! What is asked in the middle of a fight: standing, losses, checks.

use hexmap::Hex;
use table::FOLLY;

use super::combat::weary;
use super::place::View;
use super::retreat;
use super::stack::{Ring, fails, life, order};
use super::weights::Weights;
use crate::order::Order;
use crate::pending::{Pending, Why};
use crate::position::Pos;
use crate::results::Exchange;
use crate::setup::Id;

/// What the enemy would do to a stack that stays.
fn next_blow(view: &View, hex: Hex) -> f32 {
    let foes = view.around(hex, view.side.other());
    let ground = view.ground(hex, view.side.other());
    view.fight(foes.all(), &[view.stack(hex)], ground).max(0.0)
}

/// Stand in cover after a defeat, or go: going costs order (or a unit) and the hex.
pub(crate) fn stand(view: &View, hex: Hex, test: bool, orders: &[Order], scores: &mut Vec<f32>) {
    let stack = view.stack(hex);
    let lonely = view.pos.lonely(hex, view.side);
    let cohesion = stack.force.foot_cr.max(stack.force.gun_cr);
    let risk = if test { fails(cohesion, lonely) } else { 0.0 };
    let go = -stack.order - view.ground(hex, view.side.other());
    let stay = -risk * stack.order - view.w.stand_blow * next_blow(view, hex);
    let members: Vec<Id> = view.pos.units(hex).collect();
    two(orders, stay, if_there_is_room(view, hex, &members, go), scores);
}

/// What it is worth to go: nobody crowds into others' hexes of his own will.
fn if_there_is_room(view: &View, hex: Hex, members: &[Id], go: f32) -> f32 {
    if retreat::is_shut_in(view, hex, members, Why::Combat) { FOLLY } else { go }
}

/// A battered unit in cover: the checks that are left come in either place.
pub(crate) fn ladder(view: &View, unit: Id, orders: &[Order], scores: &mut Vec<f32>) {
    let hex = view.pos.piece(unit).at();
    let held = view.w.cover_hex + view.w.cover_ground * view.ground(hex, view.side.other());
    let alone = view.pos.units(hex).count() == 1;
    let go = if alone { -2.0 * held } else { -held };
    two(orders, -view.w.cover_blow * next_blow(view, hex), if_there_is_room(view, hex, &[unit], go), scores);
}

/// Retreat before combat: cavalry does not wait to be ridden down.
pub(crate) fn before(view: &View, hex: Hex, orders: &[Order], scores: &mut Vec<f32>) {
    let pos = view.pos;
    let mut attackers = Ring::new();
    for from in pos.state.fight.hexes(crate::pending::Party::Attackers) {
        attackers.push(view.stack(from));
    }
    let ground = view.ground(hex, view.side.other());
    let blow = view.fight(attackers.all(), &[view.stack(hex)], ground);
    let members: Vec<Id> = pos.units(hex).collect();
    let go = if_there_is_room(view, hex, &members, -view.w.evade - ground - weary(view));
    two(orders, -blow, go, scores);
}

fn two(orders: &[Order], stay: f32, go: f32, scores: &mut Vec<f32>) {
    scores.extend(orders.iter().map(|o| if *o == Order::Stay { stay } else { go }));
}

/// Whom to give up, or whom of the enemy to try.
pub(crate) fn name(w: &Weights, pos: Pos, task: Pending, orders: &[Order], scores: &mut Vec<f32>) {
    for given in orders {
        scores.push(match (task, given) {
            (Pending::Exchange(Exchange { need, .. }), Order::Lose(id)) => {
                let sp = pos.sp(*id) as f32;
                -life(w, pos, *id) - 1.3 * (need as f32 - sp).max(0.0)
            }
            (_, Order::Lose(id)) => -life(w, pos, *id),
            // The enemy's weakest, where most goes with him into disorder.
            (Pending::Name(_), Order::Name(id)) => trial(w, pos, *id),
            (_, Order::Name(id)) => -trial(w, pos, *id),
            _ => -1.0,
        });
    }
}

/// What a failed check of a unit would cost its side, times the chance.
fn trial(w: &Weights, pos: Pos, id: Id) -> f32 {
    let hex = pos.piece(id).at();
    let counter = pos.counter(id);
    let cost = match pos.rung(id) {
        0 => pos.units(hex).map(|u| order(w, pos, u)).sum::<f32>(),
        1 => 1.0 + 0.3 * life(w, pos, id),
        _ => life(w, pos, id),
    };
    fails(counter.cohesion, pos.lonely(hex, counter.side)) * cost
}

/// An overfull hex: as little as possible is lost.
pub fn overstacked(w: &Weights, pos: Pos, hex: Hex, orders: &[Order], scores: &mut Vec<f32>) {
    for given in orders {
        scores.push(match given {
            Order::Lose(id) => -life(w, pos, *id),
            Order::Keep(id) => {
                let lost = |u: &Id| {
                    pos.counter(*u).arm.is_regiment()
                        && (!pos.same_brigade(*u, *id) || pos.mounted(*u) != pos.mounted(*id))
                };
                -pos.units(hex).filter(lost).map(|u| life(w, pos, u)).sum::<f32>()
            }
            _ => 0.0,
        });
    }
}
