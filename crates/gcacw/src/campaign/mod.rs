//! Campaigns: what the Advanced Games add to a turn. One mechanism for all of them; what differs from one
//! campaign to the next is a file of tables (`data/gcacw/campaign/NAME.campaign.toml`), and what differs
//! from one scenario to the next stands under `[campaign]` in the scenario.
//!
//! | what | where |
//! | --- | --- |
//! | the phases of a turn | `sequence` (the runner), `[[phase]]` of the file |
//! | random events and what they do | `events` |
//! | reinforcements that dice or a calendar bring | `arrivals` |
//! | what is asked of players | `ask` |
//! | what changes during a game | `state` |
//! | the keys of the files, and how they are checked | `keys`, `read` |

mod arrivals;
mod ask;
mod events;
pub mod keys;
mod read;
mod state;

pub use arrivals::{ArrivalTable, Set};
pub use ask::CampaignAsk;
pub use events::EventRow;
pub use read::{Fit, Read, parse, read};
pub use state::CampaignState;

use crate::play::Play;
use crate::sequence::Phase;
use crate::setup::{Setup, UnitId};

/// The tables of a campaign, as they fit a scenario.
#[derive(Clone, Debug, Default)]
pub struct Campaign {
    pub name: String,
    /// What in the file is ours and not the publisher's, in words for the player.
    pub ours: Vec<String>,
    pub events: Vec<EventRow>,
    pub tables: Vec<ArrivalTable>,
    pub sets: Vec<Set>,
    /// The set of each unit that comes with one.
    pub set_of: Vec<Option<u8>>,
}

impl Setup {
    /// Whether a unit enters during the game.
    pub fn comes_later(&self, unit: UnitId) -> bool {
        let in_set = |campaign: &Campaign| campaign.set_of[unit.index()].is_some();
        self.unit(unit).start.arrives.is_some() || self.campaign.as_ref().is_some_and(in_set)
    }

    /// Whether points are scored in a phase of their own and not as the turn ends.
    pub fn scores_in_its_own_phase(&self) -> bool {
        self.steps.iter().any(|step| matches!(step.phase, Phase::VictoryPoint | Phase::VictoryPointSegment))
    }
}

impl Play<'_> {
    /// The business of a phase that only campaigns have.
    pub fn campaign_phase(&mut self, phase: Phase) {
        match phase {
            Phase::VictoryPoint | Phase::VictoryPointSegment => {
                self.score_turn();
                self.next_phase();
            }
            _ => self.next_phase(),
        }
    }
}
