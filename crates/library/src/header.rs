//! How a record of a scenario begins.

use table::{Header, Played, SeededDice};

use crate::Scenario;

impl Scenario {
    /// The header of a new record: who plays, Union first; the seed of all dice, where one seed gives them; what the
    /// set-up came to.
    pub fn header(&self, players: [String; 2], seed: Option<[u8; 32]>, start: &Played) -> Header {
        Header {
            format: Header::FORMAT.to_owned(),
            system: self.system.to_owned(),
            scenario: self.id.clone(),
            scenario_hash: self.hash(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            players,
            seed_hash: seed.map_or_else(String::new, |seed| SeededDice::commitment(&seed)),
            seed: seed.map(|seed| seed.iter().map(|b| format!("{b:02x}")).collect()),
            from: None,
            closed: None,
            dice: start.rolls.clone(),
            events: start.events.clone(),
        }
    }
}
