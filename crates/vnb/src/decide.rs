//! The one door: who decides what, which orders are legal, and carrying them out. Every decision is a
//! [`Room`] in the file of its chapter; here stands only which of them is open.

use table::{Refusal, Room, Rule, Side, Standing};

use crate::Vnb;
use crate::combat::Attack;
use crate::guns::HandOutGuns;
use crate::movement::phase::{ActNext, PickNext};
use crate::order::Order;
use crate::play::Play;
use crate::position::Pos;
use crate::rally::Rally;
use crate::state::{Phase, State};

/// The decision that is open; none when the battle is over.
fn room<'a>(pos: &Pos<'a>) -> Option<&'a dyn Room<Vnb>> {
    if pos.state.over.is_some() {
        return None;
    }
    match pos.state.pending.last() {
        Some(pending) => pending.room(),
        None => Some(of_phase(pos.state)),
    }
}

/// The decision of a phase. Command, Morale and Exhaustion run by themselves: only a position that nobody has
/// played on can rest in them, and what will be decided next there are attacks.
fn of_phase(state: &State) -> &'static dyn Room<Vnb> {
    match state.phase {
        Phase::Guns => &HandOutGuns,
        Phase::Movement if state.mover.is_some() => &ActNext,
        Phase::Movement => &PickNext,
        Phase::Rally => &Rally,
        Phase::Combat | Phase::Command | Phase::Morale | Phase::Exhaustion => &Attack,
    }
}

/// Who has to decide what, or the end.
pub(crate) fn standing(pos: Pos) -> Standing {
    match (pos.state.over, room(&pos)) {
        (Some(over), _) => Standing::Over(over.into()),
        (None, Some(room)) => room.standing(pos),
        // The rules never rest while they go on by themselves.
        (None, None) => of_phase(pos.state).standing(pos),
    }
}

/// Appends the orders offered to a seat: a finite choice of sensible ones, each of which passes [`check`].
pub(crate) fn orders(pos: Pos, seat: Side, out: &mut Vec<Order>) {
    if let Some(room) = room(&pos).filter(|room| room.seats(pos).contains(seat)) {
        room.orders(pos, out);
    }
}

/// Whether a seat may give an order now; any pose is judged.
///
/// # Errors
/// The rule against it.
pub(crate) fn check(pos: Pos, seat: Side, order: &Order) -> Result<(), Refusal> {
    let Some(room) = room(&pos) else { return Err(no("VGAP-48", "the battle is over")) };
    room.asks(pos, seat)?;
    room.check(pos, order)
}

/// Carries out an order that was checked, and runs on to the next decision.
pub(crate) fn apply(play: &mut Play, order: &Order) {
    match play.state.pending.pop() {
        Some(pending) => match pending.room() {
            Some(room) => room.apply(play, order),
            None => play.state.pending.push(pending),
        },
        None => of_phase(play.state).apply(play, order),
    }
    play.run();
    debug_assert!(play.all_told(), "{order:?} changed what no event told");
}

/// A refusal by a rule.
pub(crate) fn no(rule: &'static str, why: &'static str) -> Refusal {
    Refusal::new(Rule(rule), why)
}

/// The plan of an order that was checked: it is there.
pub(crate) fn planned<T, E>(plan: Result<T, E>) -> Option<T> {
    debug_assert!(plan.is_ok(), "an order is carried out that was not checked");
    plan.ok()
}

/// An order that its room did not check: it changes nothing.
pub(crate) fn unchecked(order: &Order) {
    debug_assert!(false, "{order:?} is carried out, and was not checked");
}
