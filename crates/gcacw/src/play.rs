//! The position to ask about ([`Pos`]) and the game to play on ([`Play`]).

use std::borrow::Cow;

use table::{Dice, Log, Side, Viewer};

use crate::event::{Event, Named, Tell};
use crate::setup::Setup;
use crate::state::State;

/// A position: every question about what is legal, or what something costs, is asked of it.
#[derive(Clone, Copy)]
pub struct Pos<'a> {
    pub s: &'a Setup,
    pub g: &'a State,
}

/// A position as somebody knows it.
pub struct Known<'a> {
    s: &'a Setup,
    g: Cow<'a, State>,
}

impl Known<'_> {
    #[inline]
    pub fn pos(&self) -> Pos<'_> {
        Pos { s: self.s, g: &self.g }
    }
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

    /// The position as a player knows it, for everything that his options depend on.
    #[inline]
    pub fn known(&self, side: Side) -> Known<'_> {
        Known { s: self.s, g: self.g.known_to(self.s, Viewer::Seat(side)) }
    }

    /// The position as everybody sees it: hidden forces take no part in a combat.
    #[inline]
    pub fn open_to_all(&self) -> Known<'_> {
        Known { s: self.s, g: self.g.known_to(self.s, Viewer::Spectator) }
    }

    /// Tells an event if somebody listens. What names a hidden piece is for its owner alone.
    #[inline]
    pub fn tell(&mut self, event: impl FnOnce(&Tell) -> Event) {
        if self.log.on() {
            let tell = Tell(self.s, Named::default());
            let mut event = event(&tell);
            if self.g.forces.is_some() {
                event.keep_secret(tell.whose_secret(self.g));
            }
            self.log.push(event.into());
        }
    }
}
