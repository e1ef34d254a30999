//! Bringing troops onto the map.

use hexmap::Hex;
use table::FOLLY;

use super::place::View;
use crate::ground::Class;
use crate::order::Order;
use crate::setup::Id;
use crate::state::Where;

/// Whether the entry hex is free for a piece: those who came in before march on, or the next ones wait a turn.
fn is_free(view: &View, id: Id, hex: Hex) -> bool {
    let arm = |u: Id| view.pos.counter(u).arm;
    !view.pos.setup.is_unit(id) || view.pos.units(hex).all(|u| arm(u).is_gun() != arm(id).is_gun())
}

/// What it is worth to bring a piece on now; nothing if it cannot come in anywhere.
pub(crate) fn take(view: &View, id: Id) -> f32 {
    let pos = view.pos;
    let setup = pos.setup;
    let base = match pos.piece(id).place {
        Where::Due => pos.counter(id).arrival.map(|a| setup.arrivals[a as usize].hex),
        _ => Some(pos.piece(id).at()),
    };
    let comes = |hex, road| pos.may_enter_with(&[id], hex, road).is_ok() && is_free(view, id, hex);
    let open = |hex| [true, false].into_iter().any(|road| comes(hex, road));
    let enters = base.is_some_and(open)
        || setup.edge_hexes().any(|h| pos.entry_turn(id, h).is_some_and(|t| t <= pos.state.turn) && open(h));
    match enters {
        // Troops first, commanders with them, guns at the tail.
        true => {
            1.0 + 0.05 * pos.counter(id).sp as f32 + if pos.counter(id).arm.is_regiment() { 1.0 } else { 0.0 }
        }
        false => -3.0,
    }
}

/// Scores the orders of a stack that is still off the map.
pub(crate) fn enter(view: &View, orders: &[Order], scores: &mut Vec<f32>) {
    let pos = view.pos;
    let Some(first) = pos.state.group.first().copied() else {
        scores.resize(orders.len(), 0.0);
        return;
    };
    let class = match pos.class(first) {
        Class::Commander => Class::Foot,
        class => class,
    };
    for order in orders {
        scores.push(match order {
            Order::Enter { at, road } => match at.hex(&pos.setup.map.grid) {
                Some(hex) if !pos.state.group.iter().all(|id| is_free(view, *id, hex)) => FOLLY,
                Some(hex) => {
                    let safe = view.w.enter_danger
                        * (view.scene.threat(hex) - view.scene.help(hex)).clamp(0.0, 30.0);
                    view.scene.goals(view.w, pos, hex, class) + if *road { 0.3 } else { 0.0 } - safe
                }
                None => -5.0,
            },
            _ => -1.0,
        });
    }
    let best = scores.iter().copied().fold(0.0, f32::max);
    let grid = &pos.setup.map.grid;
    let entry = |order: &Order| match order {
        Order::Enter { at, .. } => at.hex(grid),
        _ => None,
    };
    // Whoever could not come in with the others would keep them out: a commander does not wait for his regiments.
    let open = |id: Id| orders.iter().filter_map(entry).any(|hex| is_free(view, id, hex));
    for (order, score) in orders.iter().zip(scores) {
        if let Order::Join(id) = order {
            *score = if joins(view, first, *id) && open(*id) { best + 0.5 } else { -1.0 };
        }
    }
}

/// Regiments come in by brigades with their commander, guns with guns.
fn joins(view: &View, first: Id, id: Id) -> bool {
    let (a, b) = (view.pos.counter(first), view.pos.counter(id));
    match a.arm.is_gun() {
        true => b.arm.is_gun(),
        false => a.brigade.is_some() && a.brigade == b.brigade,
    }
}
