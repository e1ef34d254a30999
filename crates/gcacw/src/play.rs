//! The position to ask about ([`Pos`]) and the game to play on ([`Play`]).

use table::{Dice, Log};

use crate::event::{Event, Tell};
use crate::setup::Setup;
use crate::state::State;

/// A position: every question about what is legal, or what something costs, is asked of it.
#[derive(Clone, Copy)]
pub struct Pos<'a> {
    pub s: &'a Setup,
    pub g: &'a State,
}

/// A game being played on: every procedure that changes something runs on it.
pub struct Play<'a> {
    pub s: &'a Setup,
    pub g: &'a mut State,
    pub dice: &'a mut dyn Dice,
    pub log: &'a mut dyn Log<Event>,
}

impl Play<'_> {
    #[inline]
    pub fn pos(&self) -> Pos<'_> {
        Pos { s: self.s, g: self.g }
    }

    /// Tells an event if somebody listens.
    #[inline]
    pub fn tell(&mut self, event: impl FnOnce(&Tell) -> Event) {
        if self.log.on() {
            let tell = Tell(self.s);
            self.log.push(event(&tell));
        }
    }
}
