//! Computer players as advisers.

use staff::{Choice, Chooser, Picked, Player};
use table::{Intent, Side};

use crate::Running;

impl Running {
    /// Which order a computer player would give, by its number; nothing if the seat has none to give. The same
    /// position after as many steps and the same number give the same choice, unless he plays by the clock.
    pub fn think(&self, player: Player, seat: Side, number: u64) -> Option<Picked> {
        self.is_set_up().ok()?;
        let mut memory = self.opened.memories.take(self.game.as_ref());
        // One decision by itself: no plans are made for it.
        memory.intend(seat, Intent::settled(self.game.stretch()));
        let mut chooser = self.chooser(seat, number);
        let picked = staff::pick(player, self.game.as_ref(), seat, &mut memory, &mut chooser);
        self.opened.memories.give_back(memory);
        picked
    }

    /// As [`Running::think`], with his reason and what he weighed.
    pub fn consider(&self, player: Player, seat: Side, number: u64) -> Option<Choice> {
        self.is_set_up().ok()?;
        staff::consider(player, self.game.as_ref(), seat, &mut self.chooser(seat, number))
    }

    fn chooser(&self, seat: Side, number: u64) -> Chooser {
        Chooser::new(number, self.steps() as u64, seat)
    }
}
