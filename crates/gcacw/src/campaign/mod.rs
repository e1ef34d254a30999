//! Campaigns: what the Advanced Games add to a turn. One mechanism for all of them; what differs from one
//! campaign to the next is a file of tables (`data/gcacw/campaign/NAME.campaign.toml`), and what differs
//! from one scenario to the next stands under `[campaign]` in the scenario.
//!
//! | what | where |
//! | --- | --- |
//! | the phases of a turn | `sequence` (the runner), `[[phase]]` of the file |
//! | random events and what they do | `events`, `night` |
//! | reinforcements that dice or a calendar bring | `arrivals` |
//! | winter, men, horses, forts, detached units | `winter`, `manpower`, `mounts`, `forts`, `attachment` |
//! | what is asked of players | `rooms`, each beside its rules |
//! | what changes during a game | `state`; what a client sees of it `view` |
//! | the keys of the files, and how they are checked | `keys`, `country`, `read` |
//! | supply, depots and wagon trains | `supply`, `depots`, `wagons` |
//! | strategic movement and railroads | `strategic`, `railroad` |
//! | counties, and the country beyond the map | `counties`, `boxes`, `theaters` |

mod arrivals;
mod attachment;
mod battle;
mod boats;
mod boxes;
mod counties;
pub mod country;
pub mod country_view;
mod depots;
mod events;
mod forts;
pub mod keys;
pub mod logistics;
mod manpower;
mod mounts;
mod night;
pub(crate) mod railroad;
mod read;
mod read_hsn;
mod rolls;
mod state;
mod strategic;
mod supply;
mod theaters;
pub mod view;
pub mod wagons;
mod winter;

pub use arrivals::{ArrivalTable, Set};
pub use attachment::Substitute;
pub use events::EventRow;
pub use forts::Fort;
pub use manpower::Manpower;
pub use mounts::{Cavalry, Mount};
pub use read::{Fit, Read, parse, read};
pub use state::CampaignState;
pub use winter::Winter;

/// The decisions that only campaigns ask, and where reinforcements enter.
pub mod rooms {
    pub use super::arrivals::Arrival;
    pub use super::attachment::Attachment;
    pub use super::battle::{AssaultBonus, JoinLeader, MarchBonus};
    pub use super::boxes::OffMapTransfer;
    pub use super::depots::{BuildDepots, RepairStation};
    pub use super::manpower::Men;
    pub use super::mounts::{CavalryReturn, OffMapRemoval};
    pub use super::night::{NightMarch, Raid};
    pub use super::rolls::{KeepRoll, Reroll};
    pub use super::wagons::{EmergencySupply, EmptyWagons, LoadWagons, WagonReturn};
}

use crate::sequence::Phase;
use crate::setup::{Setup, UnitId};

/// The tables of a campaign, as they fit a scenario.
#[derive(Clone, Debug, Default)]
pub struct Campaign {
    pub name: String,
    /// What in the file is ours and not the publisher's, in words for the player.
    pub ours: Vec<String>,
    /// The day of turn 1, where a scenario does not say.
    pub starts: Option<(u16, u8, u8)>,
    pub events: Vec<EventRow>,
    pub tables: Vec<ArrivalTable>,
    pub sets: Vec<Set>,
    /// The set of each unit that comes with one.
    pub set_of: Vec<Option<u8>>,
    /// What happens beyond the map.
    pub theaters: Vec<theaters::Theater>,
    /// What the campaign says about supply.
    pub supply: Option<country::SupplyKeys>,
    pub winter: Option<Winter>,
    pub manpower: Option<Manpower>,
    pub cavalry: Option<Cavalry>,
    pub substitutes: Vec<Substitute>,
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
