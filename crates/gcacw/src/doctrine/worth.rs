//! How good a position is, in about victory points: what a computer player weighs.
//!
//! Points already scored, the armies and their condition, and who is likelier to have each place in the end.

use table::Side;

use super::eye::{Eye, Goal};
use super::memory::Memory;
use crate::campaign::logistics::County;
use crate::position::Pos;
use crate::setup::UnitId;

/// One Manpower point, apart from what the scenario gives for it.
const MANPOWER: f64 = 0.25;

pub(crate) fn worth(pos: Pos, side: Side, memory: &Memory) -> f64 {
    let points = pos.points();
    let lead = f64::from(points[side] - points[side.other()]);
    if pos.state.outcome.is_some() {
        return lead;
    }
    let eye = Eye::open(pos, side, memory);
    lead + army(&eye, side) - army(&eye, side.other()) + hopes(&eye) + counties(pos, side)
}

/// What the counties will pay if they stay in the hands they are in.
pub(super) fn counties(pos: Pos, side: Side) -> f64 {
    let counties = &pos.setup.logistics.counties;
    if counties.is_empty() {
        return 0.0;
    }
    let pays = |(county, holder): (&County, &Option<Side>)| match holder {
        Some(holder) if *holder == side => county.points[side],
        Some(holder) => -county.points[*holder],
        None => 0,
    };
    let each: i32 = counties.iter().zip(&pos.state.ledger.counties).map(pays).sum();
    f64::from(each * pos.segments_left())
}

/// The strength and condition of a side.
fn army(eye: &Eye, side: Side) -> f64 {
    let on_map = eye.pos.setup.by_side[side].into_iter().filter(|u| eye.pos.state.unit(*u).is_on_map());
    on_map.map(|u| unit(eye, u)).sum()
}

fn unit(eye: &Eye, id: UnitId) -> f64 {
    let state = eye.pos.state.unit(id);
    let size = f64::from(state.manpower);
    // Tired, disordered and frightened men fight badly tomorrow, if there is a tomorrow.
    let tomorrow = if eye.left > 0.0 { 1.0 } else { 0.25 };
    let weight = size * 0.06 * tomorrow;
    let mut value = size * MANPOWER;
    value -= weight * [0.0, 0.1, 0.25, 1.2, 2.0][usize::from(state.fatigue.min(4))];
    value -= weight * 1.5 * f64::from(state.disorganized);
    value -= weight * f64::from(state.exhausted);
    value -= weight * 2.5 * f64::from(state.demoralized);
    value + weight * 0.3 * f64::from(eye.pos.works_quarters(id) - 4)
}

/// The places that may still change hands.
fn hopes(eye: &Eye) -> f64 {
    let chance = |g: &Goal| f64::from(g.value) * (f64::from(g.hope()) - f64::from(g.held));
    eye.goals.iter().map(chance).sum::<f64>() * 0.6
}
