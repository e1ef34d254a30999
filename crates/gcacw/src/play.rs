//! The game to play on.

use table::{Dice, Log, Side, Viewer};

use crate::position::{Known, Pos};
use crate::setup::Setup;
use crate::state::State;
use crate::told::{Tell, Telling, Told, Witness};

/// A game being played on: every procedure that changes something runs on it.
pub struct Play<'a> {
    pub(crate) setup: &'a Setup,
    pub(crate) state: &'a mut State,
    pub(crate) dice: &'a mut dyn Dice,
    pub(crate) log: &'a mut dyn Log<Told>,
    /// Keeps what is told, where somebody listens.
    witness: Option<Box<Witness>>,
}

impl<'a> Play<'a> {
    /// Plays on: what happens is told when it is all over.
    pub(crate) fn on(
        setup: &'a Setup,
        state: &'a mut State,
        dice: &'a mut dyn Dice,
        log: &'a mut dyn Log<Told>,
        rules: impl FnOnce(&mut Play),
    ) {
        let witness = log.on().then(|| Box::new(Witness::new(Pos { setup, state })));
        let mut play = Play { setup, state, dice, log, witness };
        rules(&mut play);
        if let Some(witness) = play.witness.take() {
            for happened in witness.close(play.pos()) {
                play.log.push(happened);
            }
        }
    }
}

impl Play<'_> {
    #[inline]
    pub(crate) fn pos(&self) -> Pos<'_> {
        Pos { setup: self.setup, state: self.state }
    }

    /// The position as a player knows it, for everything that his options depend on.
    #[inline]
    pub(crate) fn known(&self, side: Side) -> Known<'_> {
        self.pos().known(side)
    }

    /// The position as everybody sees it: hidden forces take no part in a combat.
    #[inline]
    pub(crate) fn open_to_all(&self) -> Known<'_> {
        self.pos().known_to(Viewer::Spectator)
    }

    /// Tells an event if somebody listens, after what it tells of has been done. What names a hidden piece is
    /// for its owner alone.
    #[inline]
    pub(crate) fn tell<E: Into<Telling>>(&mut self, event: impl FnOnce(&Tell) -> E) {
        if let Some(witness) = &mut self.witness {
            witness.tell(Pos { setup: self.setup, state: self.state }, event);
        }
    }
}
