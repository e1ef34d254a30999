//! Digging in where a stand is to be made, and bridges that only the enemy needs.

use table::FOLLY;

use super::place::View;
use super::scene::stake;
use crate::order::Order;
use crate::setup::Id;

pub(crate) fn score(view: &View, orders: &[Order], scores: &mut Vec<f32>) {
    scores.extend(orders.iter().map(|order| match order {
        Order::Build(id) => build(view, *id),
        Order::Burn(_) => 0.2,
        Order::Mine(id, _) => mine(view, *id),
        _ => 0.0,
    }));
}

/// Works are for those who hold a place that the enemy wants and can come to.
fn build(view: &View, id: Id) -> f32 {
    let (pos, w) = (view.pos, view.w);
    let hex = pos.piece(id).at();
    let far = view.scene.foes.iter().map(|f| pos.distance(hex, f.force.hex)).min().unwrap_or(99);
    if !(4..=9).contains(&far) || pos.has_breastwork(hex) {
        return -0.3;
    }
    // Out of an overfull hex somebody has to go, and who digs stays.
    if pos.overstacked(hex) {
        return FOLLY;
    }
    let prizes = pos.setup.victory.prizes.iter().zip(&pos.state.held);
    let held = prizes.filter(|(_, held)| **held == Some(view.side));
    let guards = held.filter(|(p, _)| pos.distance(p.hex, hex) <= 1).map(|(p, _)| stake(p, view.side));
    let guards = guards.fold(0.0, f32::max);
    let pressed = view.press();
    // Guns would rather fire; the smallest regiment digs for all.
    let busy = if pos.counter(id).arm.is_gun() { 0.3 } else { 0.02 * pos.sp(id) as f32 };
    let dig = view.leaning(id).dig;
    let wish = if dig > 2.0 { 0.4 } else { 0.0 };
    (w.dig * guards * dig.min(2.0) + wish - w.dig_trouble - w.dig_press * pressed - busy).clamp(-0.5, 1.0)
}

/// A bridge behind which the side means to stand.
fn mine(view: &View, id: Id) -> f32 {
    let hex = view.pos.piece(id).at();
    let waits = view.press() == 0.0 && view.scene.lead > 0.0;
    let threat = view.scene.threat(hex) > view.scene.help(hex);
    if waits && threat { 0.1 } else { -0.3 }
}
