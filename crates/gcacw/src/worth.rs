//! How good a position is, in about victory points: what a computer player weighs.
//!
//! Points already scored, the armies and their condition, and how near each side stands to what it wants.

use table::Side;

use crate::play::Pos;
use crate::setup::{Arm, UnitId};

/// One Manpower point, apart from what the scenario gives for it.
const MANPOWER: f64 = 0.5;
/// Beyond this many hexes an objective is simply far away.
const FAR: u16 = 14;

pub fn worth(pos: Pos, side: Side) -> f64 {
    let points = pos.points();
    let lead = (points[side] - points[side.other()]) as f64;
    lead + army(&pos, side) - army(&pos, side.other()) + hopes(&pos, side) - hopes(&pos, side.other())
}

/// The strength and condition of a side.
fn army(pos: &Pos, side: Side) -> f64 {
    pos.s.by_side[side].into_iter().filter(|u| pos.g.unit(*u).is_on_map()).map(|u| unit(pos, u)).sum()
}

fn unit(pos: &Pos, id: UnitId) -> f64 {
    let state = pos.g.unit(id);
    let size = state.manpower as f64;
    let mut value = size * MANPOWER;
    // Tired, disordered and frightened men fight badly tomorrow; the stronger the unit, the dearer.
    let weight = size.sqrt() * 0.05;
    value -= weight * state.fatigue as f64;
    value -= weight * 2.0 * f64::from(state.disorganized);
    value -= weight * f64::from(state.exhausted);
    value -= weight * 2.5 * state.demoralized as f64;
    if state.works != crate::works::Works::None && enemy_near(pos, id) {
        value += weight * 0.4 * (pos.works_quarters(id) - 4) as f64;
    }
    value
}

fn enemy_near(pos: &Pos, id: UnitId) -> bool {
    let hex = pos.g.unit(id).hex;
    pos.s.by_side[pos.s.unit(id).side.other()].into_iter().any(|enemy| {
        let state = pos.g.unit(enemy);
        state.is_on_map() && pos.s.map.grid.distance(state.hex, hex) <= 3
    })
}

/// How near a side stands to the places it scores for: holding counts through the points, being there or
/// near makes holding likely.
fn hopes(pos: &Pos, side: Side) -> f64 {
    let mut sum = 0.0;
    for place in pos.s.victory.places.iter().filter(|p| p.side == side && p.points > 0) {
        let worth = place.points as f64 / if place.each { 1.0 } else { place.hexes.len() as f64 };
        for hex in &place.hexes {
            let own = nearest(pos, side, *hex);
            let foe = nearest(pos, side.other(), *hex);
            let near = |d: u16| 1.0 - d.min(FAR) as f64 / FAR as f64;
            sum += worth * (1.5 * near(own) - 0.5 * near(foe));
        }
    }
    sum
}

/// The distance of a side's nearest unit that could hold a place.
fn nearest(pos: &Pos, side: Side, hex: hexmap::Hex) -> u16 {
    pos.s.by_side[side]
        .into_iter()
        .filter(|u| pos.g.unit(*u).is_on_map() && pos.s.unit(*u).arm != Arm::Wagon)
        .map(|u| pos.s.map.grid.distance(pos.g.unit(u).hex, hex))
        .min()
        .unwrap_or(FAR)
}
