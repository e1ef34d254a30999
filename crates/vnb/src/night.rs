//! Nights between the days of a battle (VGAP-55). The card knows no night: this is a ruling of ours.

use crate::event::Event;
use crate::ids::StandId;
use crate::kinds::Level;
use crate::play::Play;
use crate::position::Pos;

/// A night of a scenario.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Night {
    /// The last turn before it.
    pub after: u16,
    /// Minutes after midnight at which the next turn begins.
    pub until: u16,
}

impl Level {
    /// After a night's rest: order is restored, and those who ran are back with what is left of their order.
    fn rested(self) -> Level {
        match self {
            Level::Disordered => Level::Good,
            Level::Routed => Level::PermanentlyDisordered,
            other => other,
        }
    }
}

impl Play<'_> {
    /// The night after this turn, if one falls.
    pub(crate) fn night_falls(&mut self) {
        let turn = self.state.turn;
        let Some(night) = self.setup.nights.iter().find(|night| night.after == turn) else { return };
        let until = crate::setup::time(u32::from(night.until));
        self.tell(|_| Event::Night { until });
        let resting: Vec<StandId> = self.pos().present().filter(|id| self.pos().rests(*id)).collect();
        for id in resting {
            let level = self.state.piece(id).level.rested();
            self.state.piece_mut(id).level = level;
            self.tell(|who| Event::Level { piece: who(id), level });
        }
    }
}

impl Pos<'_> {
    /// Whether a night changes anything for a stand.
    fn rests(&self, id: StandId) -> bool {
        let level = self.piece(id).level;
        !self.is_commander(id) && level.rested() != level
    }
}
