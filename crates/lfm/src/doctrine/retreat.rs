//! Where to go when one has to go: to safety, towards friends, not off the map.

use hexmap::Hex;
use table::FOLLY;

use super::band::Band;
use super::place::View;
use crate::order::Order;

/// Leaving the map costs at least a turn.
const AWAY: f32 = 0.5;

pub(crate) fn score(view: &View, orders: &[Order], scores: &mut Vec<f32>) {
    let pos = view.pos;
    let Some(band) = Band::of(pos, &pos.state.retreat) else {
        scores.resize(orders.len(), 0.0);
        return;
    };
    for order in orders {
        scores.push(match order {
            Order::Retreat(dir) => match pos.near(band.from, *dir) {
                Some(to) => refuge(view, &band, to),
                None => (refuge(view, &band, band.from) - AWAY * band.stack.foot as f32 - 1.0).max(FOLLY),
            },
            Order::Halt => refuge(view, &band, band.from),
            // Those who are left behind cover nobody.
            Order::Leave(_) => (refuge(view, &band, band.from) - 2.0).max(FOLLY),
            _ => 0.0,
        });
    }
}

/// How good a hex is for those who retreat; one with others of the side in it at a pinch.
fn refuge(view: &View, band: &Band, hex: Hex) -> f32 {
    let calm = if band.stack.force.broken { 0.06 * view.scene.threat(hex) } else { 0.0 };
    let pinch = if benighted(view, hex) { FOLLY } else { -3.0 };
    view.place(band, hex, None).map_or(pinch, |full| full - calm)
}

/// Whether who is in a stranger's hex now stays there: by night nobody marches across country.
fn benighted(view: &View, hex: Hex) -> bool {
    let pos = view.pos;
    let soon = pos.setup.is_night(pos.state.turn + 1);
    pos.is_night() || (soon && !pos.neighbors(hex).any(|(dir, _)| pos.along_road(hex, dir)))
}
