//! What a campaign changes during a game: bits and small numbers, copied with the state.

use table::{BySide, Side};

use super::arrivals::{MOST_SETS, MOST_TABLES};
use crate::setup::Setup;

/// A set that has not been drawn.
pub const NOT_YET: u8 = u8::MAX;

/// No event.
pub const NO_EVENT: u8 = u8::MAX;

/// Everything a campaign has changed so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CampaignState {
    /// What holds for this turn only.
    pub today: Today,
    /// Events that have happened, one bit a line of the table.
    pub happened: u64,
    /// The turn on which each set comes, or came; [`NOT_YET`] while nobody knows.
    pub sets: [u8; MOST_SETS],
    /// Tables that bring nothing any more, one bit each.
    pub closed: u8,
}

/// What holds for one turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Today {
    /// The line of the event table that holds, and the dice that found it.
    pub event: u8,
    pub event_dice: u8,
    /// Who suffers from command paralysis.
    pub paralysed: Option<Side>,
    /// What is added to march allowances: on foot, mounted.
    pub pace: BySide<[i8; 2]>,
    /// Who may not build pontoon bridges.
    pub no_pontoons: BySide<bool>,
    /// Sets beyond the roll, by table.
    pub more_sets: [u8; MOST_TABLES],
}

impl Default for Today {
    fn default() -> Self {
        Today {
            event: NO_EVENT,
            event_dice: 0,
            paralysed: None,
            pace: BySide::default(),
            no_pontoons: BySide::default(),
            more_sets: [0; MOST_TABLES],
        }
    }
}

impl Default for CampaignState {
    fn default() -> Self {
        CampaignState { today: Today::default(), happened: 0, sets: [NOT_YET; MOST_SETS], closed: 0 }
    }
}

impl CampaignState {
    /// As a scenario writes it: sets with a day of their own are expected on it.
    pub fn position(setup: &Setup) -> CampaignState {
        let mut state = CampaignState::default();
        for (n, set) in setup.campaign.iter().flat_map(|c| &c.sets).enumerate() {
            state.sets[n] = set.turn.unwrap_or(NOT_YET);
        }
        state
    }

    /// A new turn: what held for the last one is over.
    pub fn begin_turn(&mut self) {
        self.today = Today::default();
    }
}
