//! How good a position is, in about victory points: what a computer player weighs when he looks ahead.
//!
//! Points already scored, the armies and their order, who is likely to end with each place, and what the
//! fights come to that are about to be fought.

use hexmap::Hex;
use table::Side;

use super::scene::stake;
use super::stack::{Ring, Stack, fight};
use super::weights::Weights;
use crate::position::Pos;
use crate::setup::Id;
use crate::state::{Phase, Where, flag};

/// A strength point on the map, beyond the points its loss gives away.
const MEN: f32 = 0.35;
/// One in disorder, one of a shattered brigade, and one that has left the map.
const DISORDER: f32 = 0.2;
const SHATTERED: f32 = 0.3;
const AWAY: f32 = 0.4;
/// Who is farther from a place than this has no say about it.
const FAR: f32 = 9.0;
/// What a fight is weighed by. It does not follow the doctrine's table: a position is worth the same to whoever looks at it,
/// and a learned judgement that knows these figures need not learn anew.
const FIGHT: Weights = Weights {
    men: 0.35,
    order: 0.2,
    shatters: 1.5,
    wiped_out: 0.7,
    rout: 0.9,
    price: 1.0,
    exchange: 0.15,
    ..Weights::TABLE
};

pub(crate) fn worth(pos: Pos, side: Side) -> f64 {
    let points = pos.points();
    let lead = (points[side] - points[side.other()]) as f32;
    if pos.state.outcome.is_some() {
        return lead as f64;
    }
    let army = army(pos, side) - army(pos, side.other());
    let fights = fights(pos) * if pos.state.side == side { 1.0 } else { -1.0 };
    (lead + army + fights + places(pos, side)) as f64
}

/// The strength and order of a side.
fn army(pos: Pos, side: Side) -> f32 {
    pos.setup.side_ids(side).iter().filter(|id| pos.setup.is_unit(**id)).map(|id| unit(pos, *id)).sum()
}

fn unit(pos: Pos, id: Id) -> f32 {
    let (counter, piece) = (pos.counter(id), pos.piece(id));
    let sp = counter.sp as f32;
    let men = MEN * sp * counter.cohesion as f32 / 4.0;
    match piece.place {
        Where::Map if pos.shattered(id) => men - SHATTERED * sp,
        Where::Map if piece.has(flag::D) => men - DISORDER * sp,
        Where::Map | Where::Due => men,
        Where::Away => men - AWAY * sp,
        Where::Lost | Where::Gone | Where::Waiting => 0.0,
    }
}

/// What the phasing player's fights come to that are still to be fought in this turn.
fn fights(pos: Pos) -> f32 {
    let side = pos.state.side;
    let open = |hex: &Hex| match pos.state.phase {
        Phase::Movement => true,
        Phase::Combat => pos.state.open.contains(hex),
        _ => false,
    };
    if !matches!(pos.state.phase, Phase::Movement | Phase::Combat) {
        return 0.0;
    }
    let w = &FIGHT;
    let mut sum = 0.0;
    for hex in pos.stacks_of(side.other()).filter(|h| open(h) && pos.touches(*h, side)) {
        let ring = Ring::around(w, pos, hex, side);
        sum += fight(w, pos, ring.all(), &[Stack::of(w, pos, hex)], ground(pos, hex, side));
    }
    0.8 * sum
}

/// What a hex is worth to the one who drives the other out of it.
fn ground(pos: Pos, hex: Hex, taker: Side) -> f32 {
    let prizes = pos.setup.victory.prizes.iter().zip(&pos.state.held);
    prizes.filter(|(p, held)| p.hex == hex && **held != Some(taker)).map(|(p, _)| 0.6 * stake(p, taker)).sum()
}

/// The places that may still change hands: who is stronger about them, and how long he has.
fn places(pos: Pos, side: Side) -> f32 {
    let left = pos.setup.turns.saturating_sub(pos.state.turn) as f32;
    let time = (0.25 + 0.2 * left).min(0.8);
    let mut sum = 0.0;
    for (prize, held) in pos.setup.victory.prizes.iter().zip(&pos.state.held) {
        let (own, foe) = (say(pos, side, prize.hex), say(pos, side.other(), prize.hex));
        let stronger = (own - foe) / (own + foe + 4.0);
        let change = match *held {
            Some(holder) if holder == side => stronger.min(0.0),
            Some(_) => stronger.max(0.0),
            None => 0.5 * stronger,
        };
        sum += time * stake(prize, side) * (change + 0.1 * stronger);
    }
    sum
}

/// How much a side has to say about a place.
fn say(pos: Pos, side: Side, place: Hex) -> f32 {
    let mut sum = 0.0;
    for id in pos.units_of(side) {
        let near = 1.0 - pos.distance(pos.piece(id).at(), place) as f32 / FAR;
        if near > 0.0 {
            let order = if pos.disordered(id) { 0.5 } else { 1.0 };
            sum += near * near * order * pos.counter(id).sp as f32;
        }
    }
    sum
}
