//! The Off-Map Segment: what a scenario lets happen in the theatres beyond the map.

use super::events::Effect;
use crate::event::Event;
use crate::play::Play;
use crate::setup::UnitSet;
use crate::state::Whereabouts;

/// Something that happens beyond the map.
#[derive(Clone, Debug)]
pub(crate) struct Theater {
    pub(crate) name: String,
    pub(crate) turn: u8,
    pub(crate) effect: Effect,
}

impl Play<'_> {
    /// Runs what is due this turn, in the order of the scenario.
    pub(crate) fn off_map_segment(&mut self) {
        let theaters = self.setup.campaign.as_ref().map_or(&[][..], |c| &c.theaters[..]);
        let turn = self.state.turn;
        for theater in theaters.iter().filter(|t| t.turn == turn) {
            self.tell(|_| Event::Theater { name: theater.name.clone() });
            self.run_effect(theater.effect);
        }
    }

    /// Sends units away for good, wherever they are; those that are lost already stay lost.
    pub(crate) fn send_away(&mut self, units: UnitSet) {
        for unit in units {
            let place = self.state.unit(unit).whereabouts;
            if matches!(place, Whereabouts::OnMap | Whereabouts::Boxed | Whereabouts::Arriving) {
                self.draw_away(unit);
            }
        }
    }
}
