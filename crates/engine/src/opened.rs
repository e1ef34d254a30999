//! A scenario that many games are played of.

use library::Scenario;
use staff::Memories;

/// A scenario, and what computer players remember of it from one game to the next.
pub struct Opened {
    pub scenario: Scenario,
    pub(crate) memories: Memories,
}

impl Opened {
    pub fn new(scenario: Scenario) -> Opened {
        Opened { scenario, memories: Memories::default() }
    }
}
