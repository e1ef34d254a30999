//! The rules at work: a position with dice and a log.

use hexmap::Hex;
use table::{BySide, Dice, Fight, Happened, Log, Now, Side, Toll, chances};

use crate::event::Event;
use crate::pending::{Pending, Step};
use crate::position::Pos;
use crate::setup::{Id, Setup};
use crate::state::{Phase, State};
use crate::tables::Outcome;
use crate::view::{Shown, condition};

pub struct Play<'a> {
    pub(crate) setup: &'a Setup,
    pub(crate) state: &'a mut State,
    pub(crate) dice: &'a mut dyn Dice,
    pub(crate) log: &'a mut dyn Log<Event>,
    /// What listeners know of every piece; nothing if nobody listens.
    told: Vec<Shown>,
}

impl<'a> Play<'a> {
    pub(crate) fn new(
        setup: &'a Setup,
        state: &'a mut State,
        dice: &'a mut dyn Dice,
        log: &'a mut dyn Log<Event>,
    ) -> Play<'a> {
        let told = if log.on() { Shown::all(Pos { setup, state }) } else { Vec::new() };
        Play { setup, state, dice, log, told }
    }
}

impl Play<'_> {
    #[inline]
    pub(crate) fn pos(&self) -> Pos<'_> {
        Pos { setup: self.setup, state: self.state }
    }

    /// Logs an event if anybody listens.
    pub(crate) fn tell(&mut self, event: impl FnOnce(&Setup) -> Event) {
        if self.log.on() {
            let (what, now) = (event(self.setup), self.news());
            self.log.push(Happened { what, now });
        }
    }

    /// The pieces that have changed since listeners last heard of them, as they are now.
    fn news(&mut self) -> Vec<Now> {
        let pos = Pos { setup: self.setup, state: self.state };
        let mut now = Vec::new();
        for (n, told) in self.told.iter_mut().enumerate() {
            let id = Id(n as u16);
            let shown = Shown::of(pos, id);
            if *told != shown {
                *told = shown;
                now.push(Now { id: pos.counter(id).id.clone(), now: condition(pos, id) });
            }
        }
        now
    }

    /// For studies: a fight in which the dice have fallen; `succeeds` is asked about any die.
    pub(crate) fn count_fight(
        &mut self,
        (by, at, how): (Side, Hex, &'static str),
        die: u8,
        succeeds: impl Fn(u8) -> bool,
    ) {
        if self.log.counts() {
            let falls = chances(|dice| succeeds(dice.d6(how)));
            let p = falls.iter().filter(|(won, _)| *won).map(|(_, p)| p).sum();
            let at = self.setup.label(at);
            self.log.fought(Fight { at, by, how: how.into(), p, won: succeeds(die), toll: None });
        }
    }

    /// The same of a fight whose result is read from a chart: the attack succeeds if the defender gives ground, and costs
    /// the units that the result calls for.
    pub(crate) fn count_result(
        &mut self,
        (by, at, how): (Side, Hex, &'static str),
        die: u8,
        result: impl Fn(u8) -> Outcome,
    ) {
        if self.log.counts() {
            let falls = chances(|dice| result(dice.d6(how)));
            let p = falls.iter().filter(|(fall, _)| fall.gives_ground()).map(|(_, p)| p).sum();
            let lost = |fall: Outcome| BySide::from_fn(|side| fall.units_lost(side == by));
            let mean = |side| falls.iter().map(|(fall, p)| f64::from(lost(*fall)[side]) * p).sum();
            let fell = result(die);
            let toll = Toll { of: "units", expected: BySide::from_fn(mean), fell: lost(fell) };
            let (at, how, won) = (self.setup.label(at), how.into(), fell.gives_ground());
            self.log.fought(Fight { at, by, how, p, won, toll: Some(toll) });
        }
    }

    pub(crate) fn push(&mut self, pending: impl Into<Pending>) {
        self.state.pending.push(pending.into());
    }

    /// The rules run until somebody has to decide or the game is over.
    pub(crate) fn run(&mut self) {
        while self.state.outcome.is_none() {
            let waits = match self.state.pending.last().copied() {
                Some(pending) => self.go_on(pending),
                None => self.go_on_with_phase(),
            };
            if waits {
                return;
            }
        }
    }

    /// The topmost thing to do; true if it waits for a decision.
    fn go_on(&mut self, pending: Pending) -> bool {
        if let Some(open) = pending.open() {
            open.prepare(self);
            if open.waits(self.pos()) {
                return true;
            }
        }
        self.state.pending.pop();
        match pending {
            Pending::Step(step) => self.make(step),
            decision => {
                if let Some(open) = decision.open() {
                    open.alone(self);
                }
            }
        }
        false
    }

    /// The phase goes on or is over; true if it waits for a decision.
    fn go_on_with_phase(&mut self) -> bool {
        match self.state.phase {
            Phase::Fire | Phase::ReturnFire => self.refresh_guns(),
            Phase::Movement | Phase::Recovery => self.refresh_influence(),
            Phase::Combat if !self.state.fight.planned => self.prune_open(),
            Phase::Command
            | Phase::Construction
            | Phase::Combat
            | Phase::BreakOff
            | Phase::BreakOffOther
            | Phase::Over => {}
        }
        if self.phase_waits() {
            return true;
        }
        self.next_phase();
        false
    }

    /// What runs by itself.
    fn make(&mut self, step: Step) {
        match step {
            Step::MustRetreat { hex, side, why, test } => self.must_retreat(hex, side, why, test),
            Step::Leave { hex, side, why } => self.leave(hex, side, why),
            Step::Checks { unit, left, fails, fire } => self.checks(unit, left, fails, fire),
            Step::Resolve => self.resolve(),
            Step::AfterCombat => self.after_combat(),
            Step::AfterCharge { from, to } => self.after_charge(from, to),
            Step::EndMovement { step } => self.end_movement(step),
            Step::Withdraw => self.withdraw_charged(),
            Step::Nightfall => self.leave_contact_at_night(),
            Step::Follow { hex, side } => self.offer_follow_up(hex, side),
        }
    }
}
