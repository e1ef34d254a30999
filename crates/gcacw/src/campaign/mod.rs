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
//! | the keys of the files, and how they are checked | `keys`, `country`, `read` |
//! | supply, depots and wagon trains | `supply`, `depots`, `wagons` |
//! | strategic movement and railroads | `strategic`, `railroad` |
//! | counties, and the country beyond the map | `counties`, `boxes`, `theaters` |

mod arrivals;
mod ask;
mod battle;
mod boats;
mod boxes;
mod counties;
pub mod country;
pub mod country_view;
mod depots;
mod events;
pub mod keys;
pub mod logistics;
mod railroad;
mod read;
mod rolls;
mod state;
mod strategic;
mod supply;
mod theaters;
pub mod wagons;

pub use arrivals::{ArrivalTable, Set};
pub use ask::CampaignAsk;
pub use events::EventRow;
pub use read::{Fit, Read, parse, read};
pub use state::CampaignState;

use crate::play::Play;
use crate::sequence::Phase;
use crate::setup::{Setup, UnitId};
use table::Side;
use wagons::SupplyStep;

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
    /// What happens beyond the map.
    pub theaters: Vec<theaters::Theater>,
    /// What the campaign says about supply.
    pub supply: Option<country::SupplyKeys>,
}

impl Setup {
    /// Whether a unit enters during the game.
    pub fn comes_later(&self, unit: UnitId) -> bool {
        let in_set = |campaign: &Campaign| campaign.set_of[unit.index()].is_some();
        let start = &self.unit(unit).start;
        start.arrives.is_some() || (start.hex.is_none() && self.campaign.as_ref().is_some_and(in_set))
    }

    /// Whether points are scored in a phase of their own and not as the turn ends.
    pub fn scores_in_its_own_phase(&self) -> bool {
        self.steps.iter().any(|step| step.phase == Phase::VictoryPoint)
    }
}

impl Play<'_> {
    /// The business of a phase that only campaigns have.
    pub fn campaign_phase(&mut self, phase: Phase) {
        match phase {
            Phase::VictoryPoint => {
                self.score_turn();
                self.next_phase();
            }
            Phase::Reinforcement => self.ask_supply(Side::Union, SupplyStep::Return),
            Phase::OffMapTransfer => self.off_map_transfers(),
            Phase::CountyControl => {
                self.county_control();
                self.next_phase();
            }
            Phase::OffMapSegment => self.off_map_segment(),
            Phase::VictoryPointSegment => {
                self.vp_segment();
                self.next_phase();
            }
            Phase::SupplySegment => self.supply_segment(),
            _ => self.next_phase(),
        }
    }
}
