//! Who decides what, which orders are legal, and what an order does: all of it asked of the room of the
//! decision on top of the stack.

use std::borrow::Cow;

use table::{Dice, Log, Outcome, Refusal, Room, Rule, Side, Standing};

use crate::order::Order;
use crate::pending::Pending;
use crate::play::Play;
use crate::position::Pos;
use crate::ruleset::Gcacw;
use crate::setup::Setup;
use crate::state::State;
use crate::told::Told;

const NO_POINTS: Outcome = Outcome { winner: None, degree: Cow::Borrowed("draw"), points: [0, 0] };

/// The room of the decision that is asked.
fn asked(state: &State) -> Option<&dyn Room<Gcacw>> {
    state.asked().map(Pending::room)
}

/// Who decides what now.
pub(crate) fn standing(setup: &Setup, state: &State) -> Standing {
    match asked(state) {
        Some(room) => room.standing(Pos { setup, state }),
        None => Standing::Over(state.outcome.clone().unwrap_or(NO_POINTS)),
    }
}

/// Appends the legal orders of a seat: what it may do depends on what it knows.
pub(crate) fn orders(setup: &Setup, state: &State, seat: Side, out: &mut Vec<Order>) {
    let pos = Pos { setup, state };
    if let Some(room) = asked(state)
        && room.seats(pos).contains(seat)
    {
        room.orders(pos.known(seat).pos(), out);
    }
}

/// Whether a seat may give an order now.
///
/// # Errors
/// The rule that forbids it.
pub(crate) fn check(setup: &Setup, state: &State, seat: Side, order: &Order) -> Result<(), Refusal> {
    let pos = Pos { setup, state };
    let Some(pending) = state.asked() else {
        return Err(Refusal::new(Rule("G3.0-8"), "the game is over"));
    };
    if let Order::Open(side, marker) = *order {
        return pos.may_open(seat, side, marker);
    }
    let room = pending.room();
    room.asks(pos, seat)?;
    if !matches!(pending, Pending::Action(_)) {
        with_the_initiative(order)?;
    }
    room.check(pos.known(seat).pos(), order)
}

/// What is done with Force markers by the player who holds the initiative is refused in the same words
/// whatever else is asked.
fn with_the_initiative(order: &Order) -> Result<(), Refusal> {
    match order {
        Order::Marker(_) | Order::Under(..) => Err(Refusal::new(
            Rule("GLI-4"),
            "Force markers are placed by the player who holds the initiative",
        )),
        Order::Feint(..) => {
            Err(Refusal::new(Rule("GLI-15"), "a dummy is moved as an action, with the initiative"))
        }
        _ => Ok(()),
    }
}

/// Sets the game up and runs the rules to the first decision.
pub(crate) fn start(setup: &Setup, dice: &mut dyn Dice, log: &mut dyn Log<Told>) -> State {
    let mut state = State::position(setup);
    Play::on(setup, &mut state, dice, log, |play| {
        play.begin_turn();
        play.run();
        play.settle_leaders();
    });
    state
}

/// Carries out an order that was checked.
pub(crate) fn apply(
    setup: &Setup,
    state: &mut State,
    order: &Order,
    dice: &mut dyn Dice,
    log: &mut dyn Log<Told>,
) {
    Play::on(setup, state, dice, log, |play| {
        if let Order::Open(side, marker) = *order {
            play.open_by_choice(side, marker);
        } else if let Some(decision) = play.state.pending.pop() {
            decision.room().apply(play, order);
        }
        play.run();
        play.look_out();
        play.settle_leaders();
    });
}

impl Play<'_> {
    /// Runs the phases of the turns until somebody has to decide or the game is over.
    pub(crate) fn run(&mut self) {
        while self.state.pending.is_empty() && self.state.outcome.is_none() {
            self.next_phase();
        }
    }

    /// Puts a decision on top of the stack.
    #[inline]
    pub(crate) fn ask(&mut self, decision: impl Into<Pending>) {
        self.state.pending.push(decision.into());
    }

    /// An order that the check of its room does not let pass changes nothing: the decision stays open.
    pub(crate) fn not_answered(&mut self, decision: impl Into<Pending>, order: &Order) {
        debug_assert!(false, "{order:?} was not checked");
        self.ask(decision);
    }

    /// What was on top is settled: goes on with what lies below it. Where nothing does, the action is over.
    pub(crate) fn go_on(&mut self) {
        let Some(below) = self.state.pending.pop() else { return self.next_action_phase() };
        match below {
            Pending::NextUnit(room) => self.next_of_activation(room.activation),
            Pending::ForceMarch(room) => self.force_march_step(room.march),
            Pending::Marching(room) => self.settle_march(room.march),
            Pending::NameAttack(room) => self.target_settled(room),
            Pending::Lee(room) => self.lee_step(room),
            Pending::Losses(room) => self.resume_combat(room.combat),
            Pending::Withdraw(room) => self.resume_combat(room.combat),
            Pending::Advance(room) => self.resume_combat(room.combat),
            Pending::RetreatHex(room) => self.go_on_retreating(room.retreat),
            Pending::CavalryRetreat(room) => self.next_offer(room.offer.hexes),
            Pending::Unseen(_) => self.go_on(),
            // These ask again: nothing was to be done before their answer.
            again @ (Pending::Arrival(_)
            | Pending::Swamp(_)
            | Pending::Transfers(_)
            | Pending::RecoveryWorks(_)
            | Pending::Foraging(_)
            | Pending::Initiative(_)
            | Pending::Yielded(_)
            | Pending::Insubordination(_)
            | Pending::Action(_)
            | Pending::SelectUnits(_)
            | Pending::AttachLeader(_)
            | Pending::Accompany(_)
            | Pending::DestroyBridge(_)
            | Pending::AssaultUnits(_)
            | Pending::AssaultTarget(_)
            | Pending::Keep(_)
            | Pending::GrandAssault(_)
            | Pending::Join(_)
            | Pending::Haven(_)
            | Pending::CavalryLoss(_)
            | Pending::Roll(_)
            | Pending::ForceFeint(_)
            | Pending::Feinting(_)
            | Pending::LeaveBridge(_)
            | Pending::Along(_)
            | Pending::ShamActivation(_)
            | Pending::ShamDeparture(_)
            | Pending::WagonReturn(_)
            | Pending::EmergencySupply(_)
            | Pending::RepairStation(_)
            | Pending::BuildDepots(_)
            | Pending::LoadWagons(_)
            | Pending::EmptyWagons(_)
            | Pending::OffMapTransfer(_)
            | Pending::Reroll(_)
            | Pending::KeepRoll(_)
            | Pending::MarchBonus(_)
            | Pending::AssaultBonus(_)
            | Pending::JoinLeader(_)
            | Pending::Men(_)
            | Pending::Raid(_)
            | Pending::NightMarch(_)
            | Pending::Attachment(_)
            | Pending::OffMapRemoval(_)
            | Pending::CavalryReturn(_)) => self.ask(again),
        }
    }
}
