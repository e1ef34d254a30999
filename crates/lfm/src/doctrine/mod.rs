//! What a seasoned player thinks of each order: objectives and points first, strength brought together,
//! order kept, ground used. Each kind of decision has a file of its own; all of them weigh a hex by
//! `place`, a combat by `stack` (which asks the referee for the odds) and the field by `scene`.

mod advance;
mod artillery;
mod assault;
mod band;
mod charge;
mod combat;
mod command;
mod construction;
mod figures;
mod formations;
mod glance;
mod marches;
mod memory;
mod movement;
mod place;
mod reason;
mod recovery;
mod reinforcements;
mod results;
mod retreat;
mod scene;
mod stack;
mod weights;
mod worth;

use table::{Plans, Side};

pub(crate) use figures::{COUNT as FIGURES, figures};
pub(crate) use formations::formations;
pub(crate) use glance::glance;
pub use memory::Memory;
pub(crate) use reason::reason;
pub(crate) use worth::worth;

use crate::commanders::Stranded;
use crate::order::Order;
use crate::pending::Pending;
use crate::position::Pos;
use crate::rejoin::Rejoin;
use crate::reorganization::Return;
use crate::state::Phase;
use place::View;

/// What counts in the doctrine and how much.
pub(crate) const WEIGHTS: &[(&str, f32)] = weights::Weights::NAMES;

/// One score for each order of a seat, by what its divisions are told to do.
pub(crate) fn score(
    pos: Pos,
    seat: Side,
    orders: &[Order],
    plans: &Plans,
    memory: &mut Memory,
    scores: &mut Vec<f32>,
) {
    debug_assert_eq!(pos.decider(), Some(seat));
    scores.clear();
    memory.follow(plans);
    match pos.state.pending.last() {
        Some(pending) => answer(pos, seat, *pending, orders, memory, scores),
        None => act(pos, seat, orders, memory, scores),
    }
    scores.resize(orders.len(), 0.0);
}

/// The orders of a phase.
fn act(pos: Pos, seat: Side, orders: &[Order], memory: &mut Memory, scores: &mut Vec<f32>) {
    match pos.state.phase {
        Phase::Command => command::score(pos, orders, scores),
        Phase::Construction => construction::score(&memory.view(pos, seat), orders, scores),
        Phase::Fire | Phase::ReturnFire => artillery::score(&memory.view(pos, seat), orders, scores),
        Phase::Movement => march(memory, pos, seat, orders, scores),
        Phase::Combat => combat::score(&memory.view(pos, seat), orders, scores),
        Phase::BreakOff | Phase::BreakOffOther => {
            combat::break_off(&memory.view(pos, seat), orders, scores);
        }
        Phase::Recovery => recovery::score(pos, orders, scores),
        Phase::Over => {}
    }
}

/// The answers to what interrupts a phase.
fn answer(
    pos: Pos,
    seat: Side,
    pending: Pending,
    orders: &[Order],
    memory: &mut Memory,
    scores: &mut Vec<f32>,
) {
    match pending {
        Pending::Raze(_) => {
            scores.extend(orders.iter().map(|o| if *o == Order::Done { 0.0 } else { -0.5 }));
        }
        Pending::Overstacked(room) => results::overstacked(&memory.weights, pos, room.hex, orders, scores),
        Pending::Lose(_) | Pending::Exchange(_) | Pending::Name(_) | Pending::StandTest(_) => {
            results::name(&memory.weights, pos, pending, orders, scores);
        }
        Pending::Retreat(_) => retreat::score(&memory.view(pos, seat), orders, scores),
        Pending::Stand(room) => results::stand(&memory.view(pos, seat), room.hex, room.test, orders, scores),
        Pending::Ladder(room) => results::ladder(&memory.view(pos, seat), room.unit, orders, scores),
        Pending::Evade(room) => results::before(&memory.view(pos, seat), room.hex, orders, scores),
        Pending::Advance(_) => advance::score(&memory.view(pos, seat), orders, scores),
        Pending::Stranded(Stranded { commander: piece })
        | Pending::Rejoin(Rejoin { piece, .. })
        | Pending::Return(Return { regiment: piece }) => {
            recovery::settle(&memory.view(pos, seat), piece, orders, scores);
        }
        // The rules go on by themselves: nobody is asked.
        Pending::Step(_) => {}
    }
}

/// Movement: the plan of the stack that was taken up is kept until it halts.
fn march(memory: &mut Memory, pos: Pos, seat: Side, orders: &[Order], scores: &mut Vec<f32>) {
    let group = &pos.state.group;
    if group.is_empty() {
        memory.look(pos, seat);
        let view = View { pos, side: seat, scene: &memory.scene, plans: &memory.plans, w: &memory.weights };
        let plan = movement::choose_stack(&view, &mut memory.room, orders, scores);
        memory.plan = plan.unwrap_or_default();
        memory.plan.key = scene::own_key(pos, seat, &memory.plan.members);
        return;
    }
    memory.scene.refresh_foes(&memory.weights, pos, seat);
    let known = {
        let view = View { pos, side: seat, scene: &memory.scene, plans: &memory.plans, w: &memory.weights };
        memory.plan.is_for(&view, group)
            && memory.plan.goes_on_from(&view, group)
            && memory.plan.key == scene::own_key(pos, seat, &memory.plan.members)
    };
    if !known {
        memory.look(pos, seat);
        let view = View { pos, side: seat, scene: &memory.scene, plans: &memory.plans, w: &memory.weights };
        let band = movement::company(&view, group);
        let plan = band.map(|band| movement::plan_alone(&view, &mut memory.room, &band));
        memory.plan = plan.unwrap_or_default();
        memory.plan.key = scene::own_key(pos, seat, &memory.plan.members);
    }
    let view = View { pos, side: seat, scene: &memory.scene, plans: &memory.plans, w: &memory.weights };
    movement::lead(&view, &memory.plan, orders, scores);
}
