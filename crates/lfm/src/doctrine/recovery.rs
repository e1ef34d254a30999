//! Bringing lost regiments back, and where pieces are put that must go somewhere.

use hexmap::Hex;
use table::FOLLY;

use super::place::View;
use crate::order::Order;
use crate::position::Pos;
use crate::setup::Id;

/// Every try is worth it; the best regiment first.
pub(crate) fn score(pos: Pos, orders: &[Order], scores: &mut Vec<f32>) {
    scores.extend(orders.iter().map(|order| match order {
        Order::Recover(id) => {
            let counter = pos.counter(*id);
            counter.sp as f32 * counter.cohesion.min(6) as f32 / 6.0
        }
        _ => 0.0,
    }));
}

/// A hex for a commander without troops, a separated regiment, a regiment that returns.
pub(crate) fn settle(view: &View, piece: Id, orders: &[Order], scores: &mut Vec<f32>) {
    let pos = view.pos;
    let grid = &pos.setup.map.grid;
    for order in orders {
        scores.push(match order {
            Order::Place(at) => at.hex(grid).map_or(-1.0, |h| home(view, piece, h)),
            // On foot near the enemy, in the saddle behind the lines.
            Order::PlaceOnFoot(at) => at.hex(grid).map_or(-1.0, |h| {
                let near = view.scene.threat(h) > 0.0;
                home(view, piece, h) + if near { 0.1 } else { -0.1 }
            }),
            _ => 0.0,
        });
    }
}

/// Among friends, near what counts, not under the enemy's eyes.
fn home(view: &View, piece: Id, hex: Hex) -> f32 {
    let scene = view.scene;
    let strangers = |u: Id| {
        let counter = view.pos.counter(u);
        counter.arm.is_regiment() && !view.pos.same_brigade(u, piece)
    };
    // Two brigades in a hex: one of them would be given up.
    if view.pos.setup.is_unit(piece) && view.pos.units(hex).any(strangers) {
        return FOLLY;
    }
    let exposed = (scene.threat(hex) - scene.help(hex)).clamp(-10.0, 30.0);
    let goals = if view.pos.setup.is_unit(piece) { view.w.home_pull } else { 0.05 };
    let crowd = view.pos.regiment_sp(hex) as f32;
    goals * scene.goals(view.w, view.pos, hex, crate::ground::Class::Foot) - view.w.home_danger * exposed
        + if view.pos.setup.is_unit(piece) { -0.03 * crowd } else { 0.03 * crowd }
}
