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
//! | strategic movement and railroads | `strategic`, `railroad`, `rails` |
//! | counties, and the country beyond the map | `counties`, `boxes`, `theaters` |

mod arrivals;
mod attachment;
mod battle;
mod boats;
mod boxes;
mod counties;
pub(crate) mod country;
pub(crate) mod country_view;
mod depots;
mod events;
mod forts;
pub(crate) mod keys;
pub(crate) mod logistics;
mod manpower;
mod mounts;
mod night;
pub(crate) mod railroad;
pub(crate) mod rails;
mod read;
mod read_hsn;
mod rolls;
mod state;
mod strategic;
mod supply;
mod theaters;
pub(crate) mod view;
pub(crate) mod wagons;
mod winter;

pub(crate) use arrivals::{ArrivalTable, Set};
pub(crate) use attachment::Substitute;
pub(crate) use events::EventRow;
pub(crate) use forts::Fort;
pub(crate) use manpower::Manpower;
pub(crate) use mounts::{Cavalry, Mount};
pub(crate) use read::{Fit, Read, parse, read};
pub(crate) use state::CampaignState;
pub(crate) use winter::Winter;

/// The decisions that only campaigns ask, and where reinforcements enter.
pub(crate) mod rooms {
    pub(crate) use super::arrivals::Arrival;
    pub(crate) use super::attachment::Attachment;
    pub(crate) use super::battle::{AssaultBonus, JoinLeader, MarchBonus};
    pub(crate) use super::boxes::OffMapTransfer;
    pub(crate) use super::depots::{BuildDepots, RepairStation};
    pub(crate) use super::manpower::Men;
    pub(crate) use super::mounts::{CavalryReturn, OffMapRemoval};
    pub(crate) use super::night::{NightMarch, Raid};
    pub(crate) use super::rolls::{KeepRoll, Reroll};
    pub(crate) use super::wagons::{EmergencySupply, EmptyWagons, LoadWagons, WagonReturn};
}

use crate::sequence::Phase;
use crate::setup::{Setup, UnitId};

/// The tables of a campaign, as they fit a scenario.
#[derive(Clone, Debug, Default)]
pub(crate) struct Campaign {
    pub(crate) name: String,
    /// What in the file is ours and not the publisher's, in words for the player.
    pub(crate) ours: Vec<String>,
    /// The day of turn 1, where a scenario does not say.
    pub(crate) starts: Option<(u16, u8, u8)>,
    pub(crate) events: Vec<EventRow>,
    pub(crate) tables: Vec<ArrivalTable>,
    pub(crate) sets: Vec<Set>,
    /// The set of each unit that comes with one.
    pub(crate) set_of: Vec<Option<u8>>,
    /// What happens beyond the map.
    pub(crate) theaters: Vec<theaters::Theater>,
    /// What the campaign says about supply.
    pub(crate) supply: Option<country::SupplyKeys>,
    pub(crate) winter: Option<Winter>,
    pub(crate) manpower: Option<Manpower>,
    pub(crate) cavalry: Option<Cavalry>,
    pub(crate) substitutes: Vec<Substitute>,
}

impl Setup {
    /// Whether a unit enters during the game.
    pub(crate) fn comes_later(&self, unit: UnitId) -> bool {
        let in_set = |campaign: &Campaign| campaign.set_of[unit.index()].is_some();
        let start = &self.unit(unit).start;
        start.arrives.is_some() || (start.hex.is_none() && self.campaign.as_ref().is_some_and(in_set))
    }

    /// Whether points are scored in a phase of their own and not as the turn ends.
    pub(crate) fn scores_in_its_own_phase(&self) -> bool {
        self.steps.iter().any(|step| step.phase == Phase::VictoryPoint)
    }
}
