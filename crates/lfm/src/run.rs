//! The rules at work: a position with dice and a log.

use hexmap::Hex;
use table::{Dice, Fight, Log, Side, chances};

use crate::event::Event;
use crate::pos::Pos;
use crate::setup::Setup;
use crate::state::{Phase, State};
use crate::task::Task;

pub struct Run<'a> {
    pub setup: &'a Setup,
    pub state: &'a mut State,
    pub dice: &'a mut dyn Dice,
    pub log: &'a mut dyn Log<Event>,
}

impl Run<'_> {
    #[inline]
    pub fn pos(&self) -> Pos<'_> {
        Pos { setup: self.setup, state: self.state }
    }

    /// Logs an event if anybody listens.
    pub fn tell(&mut self, event: impl FnOnce(&Setup) -> Event) {
        if self.log.on() {
            let event = event(self.setup);
            self.log.push(event.into());
        }
    }

    /// For studies: a fight in which the dice have fallen; `succeeds` is asked about any die.
    pub fn count_fight(
        &mut self,
        (by, at, how): (Side, Hex, &'static str),
        die: u8,
        succeeds: impl Fn(u8) -> bool,
    ) {
        if self.log.counts() {
            let falls = chances(|dice| succeeds(dice.d6(how)));
            let p = falls.iter().filter(|(won, _)| *won).map(|(_, p)| p).sum();
            let at = self.setup.label(at);
            self.log.fought(Fight { at, by, how: how.into(), p, won: succeeds(die) });
        }
    }

    pub fn push(&mut self, task: Task) {
        self.state.tasks.push(task);
    }

    /// The rules run until somebody has to decide or the game is over.
    pub fn run(&mut self) {
        loop {
            if self.state.outcome.is_some() {
                return;
            }
            if let Some(Task::Rejoin { piece }) = self.state.tasks.last().copied() {
                self.find_choices(piece);
            }
            match self.state.tasks.last().copied() {
                Some(task) if self.pos().waits(task) => return,
                Some(task) => {
                    self.state.tasks.pop();
                    self.carry_out(task);
                }
                None => {
                    match self.state.phase {
                        Phase::Fire | Phase::ReturnFire => self.refresh_guns(),
                        Phase::Movement | Phase::Recovery => self.refresh_influence(),
                        Phase::Combat if !self.state.fight.planned => self.prune_open(),
                        _ => {}
                    }
                    if self.phase_waits() {
                        return;
                    }
                    self.next_phase();
                }
            }
        }
    }

    /// Tasks that run by themselves, and those with nothing left to choose.
    fn carry_out(&mut self, task: Task) {
        match task {
            Task::MustRetreat { hex, side, why, test } => self.must_retreat(hex, side, why, test),
            Task::Leave { hex, side, why } => self.leave(hex, side, why),
            Task::Checks { unit, left, fails, fire } => self.checks(unit, left, fails, fire),
            Task::Resolve => self.resolve(),
            Task::AfterCombat => self.after_combat(),
            Task::AfterCharge { from, to } => self.after_charge(from, to),
            Task::EndMovement { step } => self.end_movement(step),
            Task::Withdraw => self.withdraw_charged(),
            Task::Nightfall => self.leave_contact_at_night(),
            Task::Follow { hex, side } => self.offer_follow_up(hex, side),
            Task::Retreat { why, steps, .. } => self.retreat_alone(why, steps),
            Task::Lose { side, party, hex, any } => self.lose_alone(side, party, hex, any),
            Task::Exchange { need, first } => self.exchange_alone(need, first),
            Task::StandTest { hex, side } => self.stand_test_alone(hex, side),
            Task::Stranded { commander } => self.stranded_alone(commander),
            Task::Rejoin { piece } => self.rejoin_alone(piece),
            Task::Advance { .. }
            | Task::Stand { .. }
            | Task::Name { .. }
            | Task::Ladder { .. }
            | Task::Before { .. }
            | Task::Overstacked { .. }
            | Task::Raze
            | Task::Return { .. } => {}
        }
    }
}
