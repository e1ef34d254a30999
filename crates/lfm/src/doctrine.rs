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
mod movement;
mod place;
mod reason;
mod recovery;
mod reinforcements;
mod results;
mod retreat;
mod scene;
mod stack;

use table::Side;

pub use reason::reason;
pub use scene::stake;
pub use stack::{Ring, Stack, fight};

use crate::order::Order;
use crate::pos::Pos;
use crate::state::Phase;
use crate::task::Task;
use band::Band;
use movement::Plan;
use place::View;
use scene::Scene;

/// What was worked out last. It is used again only for the very position it was worked out for; a plan is
/// kept while its own stack is on the way, and made anew from where that stack stands if it is lost.
#[derive(Default)]
pub struct Memory {
    scene: Scene,
    plan: Plan,
}

impl table::Remember for Memory {
    fn forget(&mut self) {
        // Nothing is used for another position than the one it was worked out for.
    }
}

/// One score for each order of a seat.
pub fn score(pos: Pos, seat: Side, orders: &[Order], memory: &mut Memory, scores: &mut Vec<f32>) {
    scores.clear();
    if !easy(pos, seat, orders, scores) {
        memory.scene.refresh_foes(pos, seat);
        match pos.state.tasks.last().copied() {
            None if pos.state.phase == Phase::Movement => march(memory, pos, seat, orders, scores),
            task => {
                let view = memory.view(pos, seat);
                match task {
                    Some(task) => answer(&view, task, orders, scores),
                    None => act(&view, orders, scores),
                }
            }
        }
    }
    scores.resize(orders.len(), 0.0);
}

/// What needs no look at the field.
fn easy(pos: Pos, seat: Side, orders: &[Order], scores: &mut Vec<f32>) -> bool {
    match pos.state.tasks.last() {
        None if pos.state.phase == Phase::Command => command::score(pos, orders, scores),
        None if pos.state.phase == Phase::Recovery => recovery::score(pos, orders, scores),
        Some(Task::Raze) => scores.extend(orders.iter().map(|o| if *o == Order::Done { 0.0 } else { -0.5 })),
        Some(Task::Overstacked { hex }) => results::overstacked(pos, *hex, orders, scores),
        Some(
            task @ (Task::Lose { .. } | Task::Exchange { .. } | Task::Name { .. } | Task::StandTest { .. }),
        ) => {
            results::name(pos, *task, orders, scores);
        }
        _ => return false,
    }
    debug_assert_eq!(pos.decider(), Some(seat));
    true
}

impl Memory {
    fn view<'a>(&'a mut self, pos: Pos<'a>, seat: Side) -> View<'a> {
        self.scene.refresh_own(pos, seat, scene::own_key(pos, seat, &[]));
        View { pos, side: seat, scene: &self.scene }
    }
}

/// The orders of a phase.
fn act(view: &View, orders: &[Order], scores: &mut Vec<f32>) {
    match view.pos.state.phase {
        Phase::Construction => construction::score(view, orders, scores),
        Phase::Fire | Phase::ReturnFire => artillery::score(view, orders, scores),
        Phase::Combat => combat::score(view, orders, scores),
        Phase::BreakOff | Phase::BreakOffOther => combat::break_off(view, orders, scores),
        Phase::Command | Phase::Movement | Phase::Recovery | Phase::Over => {}
    }
}

/// The answers to what interrupts a phase.
fn answer(view: &View, task: Task, orders: &[Order], scores: &mut Vec<f32>) {
    match task {
        Task::Retreat { .. } => retreat::score(view, orders, scores),
        Task::Stand { hex, test, .. } => results::stand(view, hex, test, orders, scores),
        Task::Ladder { unit, .. } => results::ladder(view, unit, orders, scores),
        Task::Before { hex } => results::before(view, hex, orders, scores),
        Task::Advance { .. } => advance::score(view, orders, scores),
        Task::Stranded { commander: piece } | Task::Rejoin { piece } | Task::Return { regiment: piece } => {
            recovery::settle(view, piece, orders, scores);
        }
        _ => {}
    }
}

/// Movement: the plan of the stack that was taken up is kept until it halts.
fn march(memory: &mut Memory, pos: Pos, seat: Side, orders: &[Order], scores: &mut Vec<f32>) {
    let group = &pos.state.group;
    if group.is_empty() {
        let view = memory.view(pos, seat);
        let plan = movement::choose_stack(&view, orders, scores);
        memory.plan = plan.unwrap_or_default();
        memory.plan.key = scene::own_key(pos, seat, &memory.plan.members);
        return;
    }
    let known = {
        let view = View { pos, side: seat, scene: &memory.scene };
        memory.plan.is_for(&view, group) && memory.plan.key == scene::own_key(pos, seat, &memory.plan.members)
    };
    if !known {
        let view = memory.view(pos, seat);
        let band = movement::company(&view, group);
        let plan = band.map(|band: Band| movement::plan_alone(&view, &band)).unwrap_or_default();
        memory.plan = plan;
        memory.plan.key = scene::own_key(pos, seat, &memory.plan.members);
    }
    let view = View { pos, side: seat, scene: &memory.scene };
    movement::lead(&view, &memory.plan, orders, scores);
}
