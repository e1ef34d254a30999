//! Combat: whom to attack first, with whom, and whether to go on.

use hexmap::Hex;
use table::FOLLY;

use super::place::View;
use super::retreat;
use super::stack::Ring;
use crate::order::Order;
use crate::pending::{Party, Why};
use crate::state::Phase;

pub(crate) fn score(view: &View, orders: &[Order], scores: &mut Vec<f32>) {
    if view.pos.state.fight.planned {
        return attackers(view, orders, scores);
    }
    let grid = &view.pos.setup.map.grid;
    for order in orders {
        let hex = match order {
            Order::Target(at) => at.hex(grid),
            _ => None,
        };
        scores.push(hex.map_or(0.0, |h| onslaught(view, h)));
    }
}

/// What an attack on a hex brings with all who touch it and have not fought in this round.
fn onslaught(view: &View, hex: Hex) -> f32 {
    let Some(foe) = view.scene.foe(hex) else { return 0.0 };
    let mut ring = Ring::new();
    for (_, near) in view.pos.neighbors(hex) {
        if view.pos.can_attack(near) && !view.pos.state.used.contains(&near) {
            ring.push(view.stack(near));
        }
    }
    view.fight(ring.all(), &[*foe], view.ground(hex, view.side))
}

/// The forces of the combat that is being put together.
fn party(view: &View, party: Party) -> Ring {
    let mut ring = Ring::new();
    for hex in view.pos.state.fight.hexes(party) {
        ring.push(view.stack(hex));
    }
    ring
}

fn attackers(view: &View, orders: &[Order], scores: &mut Vec<f32>) {
    let pos = view.pos;
    let grid = &pos.setup.map.grid;
    let (mine, foes) = (party(view, Party::Attackers), party(view, Party::Defenders));
    let ground: f32 = foes.all().iter().map(|f| view.ground(f.force.hex, view.side)).sum();
    let with = |ring: &Ring| view.fight(ring.all(), foes.all(), ground);
    let now = with(&mine);
    let friend = |order: &Order| match order {
        Order::With(at) => at.hex(grid).filter(|h| pos.held_by(*h, view.side)),
        _ => None,
    };
    let mut all = mine;
    orders.iter().filter_map(friend).for_each(|h| all.push(view.stack(h)));
    let together = with(&all);
    for order in orders {
        scores.push(match (order, friend(order)) {
            (Order::Fight, _) => now,
            (_, Some(hex)) => {
                let mut ring = mine;
                ring.push(view.stack(hex));
                let joined = with(&ring);
                let elsewhere = view.w.elsewhere * needed(view, hex, &foes);
                joined.max(0.9 * together + 0.1 * joined) - elsewhere + 0.01
            }
            (Order::With(at), None) => at.hex(grid).map_or(-1.0, |h| both(view, &foes, h, ground)),
            _ => -1.0,
        });
    }
}

/// What a stack could add to another attack of this round.
fn needed(view: &View, hex: Hex, foes: &Ring) -> f32 {
    let pos = view.pos;
    let mut best = 0f32;
    for (_, near) in pos.neighbors(hex) {
        if !pos.state.open.contains(&near) || foes.has(near) {
            continue;
        }
        let Some(foe) = view.scene.foe(near) else { continue };
        let ground = view.ground(near, view.side);
        let (mut with, mut without) = (Ring::new(), Ring::new());
        for (_, other) in pos.neighbors(near) {
            if pos.can_attack(other) && !pos.state.used.contains(&other) {
                let stack = view.stack(other);
                with.push(stack);
                if other != hex {
                    without.push(stack);
                }
            }
        }
        let without =
            if without.all().is_empty() { -1.0 } else { view.fight(without.all(), &[*foe], ground) };
        best = best.max(view.fight(with.all(), &[*foe], ground) - without);
    }
    best
}

/// Two enemy hexes in one combat, by those who touch both.
fn both(view: &View, foes: &Ring, hex: Hex, ground: f32) -> f32 {
    let pos = view.pos;
    let mut targets = *foes;
    targets.push(view.stack(hex));
    let mut ring = Ring::new();
    for (_, near) in pos.neighbors(hex) {
        let touches = targets.all().iter().all(|t| pos.distance(near, t.force.hex) == 1);
        if touches && pos.can_attack(near) && !pos.state.used.contains(&near) {
            ring.push(view.stack(near));
        }
    }
    view.fight(ring.all(), targets.all(), ground + view.ground(hex, view.side)) - 0.2
}

/// Breaking off: when another round would cost more than it brings.
pub(crate) fn break_off(view: &View, orders: &[Order], scores: &mut Vec<f32>) {
    let grid = &view.pos.setup.map.grid;
    for order in orders {
        scores.push(match order {
            Order::Pull(at) => at.hex(grid).map_or(-1.0, |h| pull(view, h)),
            _ => 0.0,
        });
    }
}

/// A fight that goes on and on, with one side slipping away and coming back, has to end: the attacker
/// tires of it, and the defender stands.
pub(crate) fn weary(view: &View) -> f32 {
    0.4 * f32::from(view.pos.state.round.saturating_sub(3).min(500))
}

fn pull(view: &View, hex: Hex) -> f32 {
    let pos = view.pos;
    let weary = weary(view);
    let members = pos.pullers(hex);
    let why = Why::Voluntary;
    // Who stands in a stranger's hex gets out of it while he can; who would get into one stays.
    if pos.overstacked(hex)
        && retreat::too_late(view, why)
        && members.first().is_some_and(|m| !retreat::is_shut_in(view, hex, &[*m], why))
    {
        return 8.0;
    }
    if retreat::is_shut_in(view, hex, &members, why) {
        return FOLLY;
    }
    let me = view.stack(hex);
    let keeps = view.w.break_off_hex + view.ground(hex, view.side.other());
    if pos.state.phase == Phase::BreakOffOther {
        let foes = view.around(hex, view.side.other());
        return view.fight(foes.all(), &[me], view.ground(hex, view.side.other()))
            - keeps
            - view.w.break_off_stay
            - weary;
    }
    let mut best = f32::MIN;
    for (_, near) in pos.neighbors(hex) {
        let Some(foe) = view.scene.foe(near) else { continue };
        let ring = view.around(near, view.side);
        best = best.max(view.fight(ring.all(), &[*foe], view.ground(near, view.side)));
    }
    let press = view.w.break_off_press * view.press() - weary - view.w.break_off_dusk * view.dusk();
    if best == f32::MIN { -1.0 } else { -best - press - view.w.break_off_ground * keeps }
}
