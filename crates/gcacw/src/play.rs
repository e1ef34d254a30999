//! The game to play on.

use table::{Dice, Log, Side, Viewer};

use crate::event::{Event, Named, Tell};
use crate::position::{Known, Pos};
use crate::setup::Setup;
use crate::state::State;

/// A game being played on: every procedure that changes something runs on it.
pub struct Play<'a> {
    pub setup: &'a Setup,
    pub state: &'a mut State,
    pub dice: &'a mut dyn Dice,
    pub log: &'a mut dyn Log<Event>,
}

impl Play<'_> {
    #[inline]
    pub fn pos(&self) -> Pos<'_> {
        Pos { setup: self.setup, state: self.state }
    }

    /// The position as a player knows it, for everything that his options depend on.
    #[inline]
    pub fn known(&self, side: Side) -> Known<'_> {
        self.pos().known(side)
    }

    /// The position as everybody sees it: hidden forces take no part in a combat.
    #[inline]
    pub fn open_to_all(&self) -> Known<'_> {
        self.pos().known_to(Viewer::Spectator)
    }

    /// Tells an event if somebody listens. What names a hidden piece is for its owner alone.
    #[inline]
    pub fn tell(&mut self, event: impl FnOnce(&Tell) -> Event) {
        if self.log.on() {
            let tell = Tell(self.setup, Named::default());
            let mut event = event(&tell);
            if self.state.forces.is_some() {
                event.keep_secret(tell.whose_secret(self.state));
            }
            self.log.push(event.into());
        }
    }
}
