//! Where to go when one has to go: to safety, towards friends, where there is room, not off the map.

use hexmap::{Dir, Hex};
use table::FOLLY;

use super::band::Band;
use super::place::View;
use crate::ground::Class;
use crate::order::Order;
use crate::pending::{Pending, Why};
use crate::retreat::RetreatHex;
use crate::setup::Id;

/// To stand in a hex that is overfull, and can be sorted out by day.
const PINCH: f32 = -3.0;
/// A unit that is given up at night because its hex is overfull.
const LOST: f32 = -20.0;
/// To take the room that another stack needs when it has to follow.
const SHUT: f32 = -6.0;

pub(crate) fn score(view: &View, orders: &[Order], scores: &mut Vec<f32>) {
    let pos = view.pos;
    let Some(band) = Band::of(view, &pos.state.retreat) else {
        scores.resize(orders.len(), 0.0);
        return;
    };
    // Where there is room anywhere, nobody goes where men would have to be given up, or others make way.
    let roomy = |order: &Order| match order {
        Order::Retreat(dir) => {
            let late = too_late(view, why(view));
            pos.near(band.from, *dir).map_or(late, |to| room_on(view, to).is_some())
        }
        Order::Halt => has_room(view, band.from),
        _ => false,
    };
    let choice = orders.iter().any(roomy);
    // Where there is none, they go where somebody can make some.
    let sorted_out = |order: &Order| match order {
        Order::Retreat(dir) => pos.near(band.from, *dir).is_none_or(|to| leads_out(view, to)),
        Order::Halt => leads_out(view, band.from),
        _ => false,
    };
    let hope = !choice && orders.iter().any(sorted_out);
    for order in orders {
        scores.push(match order {
            Order::Retreat(_) | Order::Halt if choice && !roomy(order) => FOLLY,
            Order::Retreat(_) | Order::Halt if hope && !sorted_out(order) => FOLLY,
            Order::Retreat(dir) => match pos.near(band.from, *dir) {
                Some(to) => room_on(view, to).map_or(refuge(view, &band, to), |end| {
                    refuge(view, &band, end) - if end == to { 0.0 } else { view.w.onward }
                }),
                None => (refuge(view, &band, band.from) - view.w.off_map * band.stack.foot as f32 - 1.0)
                    .max(FOLLY),
            },
            Order::Halt => refuge(view, &band, band.from),
            // Strangers go their own way: nobody can stand with them.
            Order::Leave(id) if crowds(view, *id) => 3.0,
            // Those who are left behind cover nobody, and without them the way may lead elsewhere.
            Order::Leave(_) if choice => FOLLY,
            Order::Leave(_) => (refuge(view, &band, band.from) - 2.0).max(FOLLY),
            _ => 0.0,
        });
    }
}

/// Whether one of those who retreat is of another brigade than the first, where they may part.
fn crowds(view: &View, id: Id) -> bool {
    let pos = view.pos;
    let mut regiments = pos.state.retreat.iter().copied().filter(|m| pos.counter(*m).arm.is_regiment());
    pos.counter(id).arm.is_regiment() && regiments.next().is_some_and(|first| !pos.same_brigade(first, id))
}

/// Whether somebody may leave a hex for one that nobody watches and no other brigade holds.
fn leads_out(view: &View, hex: Hex) -> bool {
    let pos = view.pos;
    let free = |to: Hex| !pos.in_zoc(to, view.side.other()) && pos.regiment_sp(to) == 0;
    let night = pos.is_night() || too_late(view, why(view));
    let passes = |dir: Dir| pos.cost(Class::Foot, hex, dir).is_some() && (!night || pos.along_road(hex, dir));
    pos.neighbors(hex).any(|(dir, to)| passes(dir) && free(to))
}

/// Where those who go to a hex have room: in it, or in the next they may go on to.
fn room_on(view: &View, to: Hex) -> Option<Hex> {
    if has_room(view, to) {
        return Some(to);
    }
    let Some(Pending::Retreat(RetreatHex { side, why, steps: 0 })) = view.pos.state.pending.last() else {
        return None;
    };
    if view.pos.in_zoc(to, side.other()) {
        return None;
    }
    let on = view.pos.retreat_dirs_from(to, &view.pos.state.retreat, *side, *why, 1);
    let mut next = on.iter().filter_map(|dir| view.pos.near(to, dir));
    next.find(|hex| has_room(view, *hex))
}

/// Whether those who retreat can stay in a hex with those who stand there.
fn has_room(view: &View, hex: Hex) -> bool {
    let pos = view.pos;
    let members = &pos.state.retreat;
    let coming = members.iter().copied().filter(|m| pos.setup.is_unit(*m));
    pos.legal_stack(coming.chain(pos.units(hex).filter(|u| !members.contains(u)))).is_ok()
}

/// How good a hex is for those who retreat; one with others of the side in it at a pinch.
fn refuge(view: &View, band: &Band, hex: Hex) -> f32 {
    if !has_room(view, hex) {
        return if too_late(view, why(view)) { lost(view, hex) } else { PINCH };
    }
    let calm = if band.stack.force.broken { view.w.calm * view.scene.threat(hex) } else { 0.0 };
    let shut = if too_late(view, why(view)) { SHUT } else { 0.3 * SHUT } * shuts_in(view, hex) as f32;
    view.place(band, hex, None).map_or(PINCH, |full| full - calm) + shut
}

/// Why there is a retreat.
fn why(view: &View) -> Why {
    match view.pos.state.pending.last() {
        Some(Pending::Retreat(room)) => room.why,
        _ => Why::Combat,
    }
}

/// By night nobody marches across country; a road that leads away is a hope.
fn lost(view: &View, hex: Hex) -> f32 {
    let pos = view.pos;
    let leads = |(dir, to): (Dir, Hex)| pos.along_road(hex, dir) && !pos.in_zoc(to, view.side.other());
    if pos.neighbors(hex).any(leads) { LOST } else { 2.0 * LOST }
}

/// Whether who is in a stranger's hex now stays there until men are given up: no Movement Phase by day comes before
/// that, or it is going on and those who charged have moved.
pub(crate) fn too_late(view: &View, why: Why) -> bool {
    !view.moves_by_day() || (why == Why::Charge && view.pos.state.side == view.side)
}

/// Whether a stack that has to go from a hex would find no room, and could not make any before men are given up.
pub(crate) fn cornered(view: &View, hex: Hex, members: &[Id], why: Why) -> bool {
    too_late(view, why) && is_shut_in(view, hex, members, why)
}

/// Whether a stack that has to go from a hex would find no room, in two hexes.
pub(crate) fn is_shut_in(view: &View, hex: Hex, members: &[Id], why: Why) -> bool {
    shut_in_by(view, hex, members, why, None)
}

/// The same, if others took a hex before.
fn shut_in_by(view: &View, hex: Hex, members: &[Id], why: Why, taken: Option<Hex>) -> bool {
    let pos = view.pos;
    let fits = |to: Hex| {
        let coming = members.iter().copied().filter(|m| pos.setup.is_unit(*m));
        let others = pos.units(to).filter(|u| !members.contains(u));
        Some(to) != taken && pos.legal_stack(coming.chain(others)).is_ok()
    };
    let first = pos.retreat_dirs_from(hex, members, view.side, why, 0);
    !first.iter().any(|dir| {
        pos.near(hex, dir).is_none_or(|to| {
            let on = || pos.retreat_dirs_from(to, members, view.side, why, 1);
            let calm = !pos.in_zoc(to, view.side.other());
            fits(to) || (calm && on().iter().filter_map(|d| pos.near(to, d)).any(fits))
        })
    })
}

/// How many stacks that may have to follow would find no room any more if these men stopped in a hex.
fn shuts_in(view: &View, hex: Hex) -> usize {
    let pos = view.pos;
    let members = &pos.state.retreat;
    let brigade = |u: &Id| pos.counter(*u).brigade;
    let ours = members.iter().find(|m| pos.counter(**m).arm.is_regiment()).map(brigade);
    let suffers = |at: &Hex| {
        let stack: Vec<Id> = pos.units(*at).filter(|u| !members.contains(u)).collect();
        let stranger = stack.iter().any(|u| pos.counter(*u).arm.is_regiment() && Some(brigade(u)) != ours);
        stranger
            && shut_in_by(view, *at, &stack, Why::Combat, Some(hex))
            && !shut_in_by(view, *at, &stack, Why::Combat, None)
    };
    let near = pos.setup.sight.within(hex, 2).map(|(_, at)| at);
    near.filter(|at| *at != hex && pos.held_by(*at, view.side) && pos.in_zoc(*at, view.side.other()))
        .filter(suffers)
        .count()
}
