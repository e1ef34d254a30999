//! Advance after combat: into what was won, as far as it can be held.

use super::band::Band;
use super::place::View;
use crate::order::Order;

pub(crate) fn score(view: &View, orders: &[Order], scores: &mut Vec<f32>) {
    let pos = view.pos;
    for order in orders {
        scores.push(match order {
            Order::Advance(id, dir) => {
                let Some(band) = Band::of(view, &[*id]) else { return scores.resize(orders.len(), 0.0) };
                let Some(to) = pos.near(band.from, *dir) else { return scores.resize(orders.len(), 0.0) };
                if !pos.setup.is_unit(*id) {
                    scores.push(follow(view, *id, to));
                    continue;
                }
                // Not to and fro between the hexes they attacked from.
                if from_here(view, to) {
                    scores.push(-0.5);
                    continue;
                }
                let here = view.place(&band, band.from, None).unwrap_or(-1.0);
                view.place(&band, to, None).map_or(-1.0, |there| there - here - view.w.advance)
            }
            _ => 0.0,
        });
    }
}

/// A brigadier goes with his men; others stay where they are.
fn follow(view: &View, id: crate::setup::Id, to: hexmap::Hex) -> f32 {
    let pos = view.pos;
    let man = pos.counter(id);
    let mine = |h: hexmap::Hex| pos.units(h).filter(|u| pos.counter(*u).brigade == man.brigade).count();
    let left = mine(pos.piece(id).at());
    if man.stars == 1 && mine(to) > left { 0.3 } else { -0.3 }
}

fn from_here(view: &View, hex: hexmap::Hex) -> bool {
    let advance = &view.pos.state.advance;
    advance.of.contains(hex)
}
