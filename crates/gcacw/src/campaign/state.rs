//! What a campaign changes during a game: bits and small numbers, copied with the state.

use table::{BySide, Side};

use super::arrivals::{MOST_SETS, MOST_TABLES};
use super::night::Night;
use crate::setup::{LeaderId, Setup, UnitId};

/// A set that has not been drawn.
pub(crate) const NOT_YET: u8 = u8::MAX;

/// No event.
pub(crate) const NO_EVENT: u8 = u8::MAX;

/// Everything a campaign has changed so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct CampaignState {
    /// What holds for this turn only.
    pub(crate) today: Today,
    /// Events that have happened, one bit a line of the table.
    pub(crate) happened: u64,
    /// The turn on which each set comes, or came; [`NOT_YET`] while nobody knows.
    pub(crate) sets: [u8; MOST_SETS],
    /// Tables that bring nothing any more, one bit each.
    pub(crate) closed: u8,
    /// Tables whose last roll an event has put off, one bit each.
    pub(crate) owed: u8,
    /// Forts that have fallen, one bit each.
    pub(crate) fallen_forts: u32,
    /// Manpower that came to units beyond what the scenario gives them.
    pub(crate) gained: BySide<u16>,
}

/// What holds for one turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Today {
    /// The line of the event table that holds, and the dice that found it.
    pub(crate) event: u8,
    pub(crate) event_dice: u8,
    /// Who suffers from command paralysis.
    pub(crate) paralysed: Option<Side>,
    /// What is added to march allowances: on foot, mounted.
    pub(crate) pace: BySide<[i8; 2]>,
    /// Who may not build pontoon bridges.
    pub(crate) no_pontoons: BySide<bool>,
    /// Sets beyond the roll, by table.
    pub(crate) more_sets: [u8; MOST_TABLES],
    /// Who rolls for no reinforcements.
    pub(crate) no_rolls: BySide<bool>,
    /// Who may roll again on each table of arrivals, and the two rolls of the table at hand.
    pub(crate) reroll: BySide<bool>,
    pub(crate) rolls: [u8; 2],
    /// A leader who cannot be used for grand assaults.
    pub(crate) no_grand: Option<LeaderId>,
    /// Counters that take no action.
    pub(crate) idle_leader: Option<LeaderId>,
    pub(crate) idle_unit: Option<UnitId>,
    /// What a side may still add to one attack die, and what it adds to the attack at hand.
    pub(crate) bonus: Option<(Side, i8)>,
    pub(crate) bonus_now: i8,
    /// Who may still cross a river by boat.
    pub(crate) boats: Option<Side>,
    /// Who may still march farther with a guide, by how many MP.
    pub(crate) guide: Option<(Side, u8)>,
    /// Men still to be handed out: to the cavalry, to the infantry.
    pub(crate) men: [bool; 2],
    pub(crate) night: Night,
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
            no_rolls: BySide::default(),
            reroll: BySide::default(),
            rolls: [0; 2],
            no_grand: None,
            idle_leader: None,
            idle_unit: None,
            bonus: None,
            bonus_now: 0,
            boats: None,
            guide: None,
            men: [false; 2],
            night: Night::None,
        }
    }
}

impl Default for CampaignState {
    fn default() -> Self {
        CampaignState {
            today: Today::default(),
            happened: 0,
            sets: [NOT_YET; MOST_SETS],
            closed: 0,
            owed: 0,
            fallen_forts: 0,
            gained: BySide::default(),
        }
    }
}

impl CampaignState {
    /// As a scenario writes it: sets with a day of their own are expected on it.
    pub(crate) fn position(setup: &Setup) -> CampaignState {
        let mut state = CampaignState::default();
        for (n, set) in setup.campaign.iter().flat_map(|c| &c.sets).enumerate() {
            state.sets[n] = set.turn.unwrap_or(NOT_YET);
        }
        state
    }

    /// A new turn: what held for the last one is over.
    pub(crate) fn begin_turn(&mut self) {
        self.today = Today::default();
    }
}
