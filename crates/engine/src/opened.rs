//! A scenario that many games are played of.

use library::Scenario;
use staff::Memories;
use table::{Labels, Shape, Space};

/// A scenario, and what computer players remember of it from one game to the next.
pub struct Opened {
    /// The scenario itself.
    pub scenario: Scenario,
    pub(crate) memories: Memories,
    shape: Shape,
    space: Space,
}

impl Opened {
    /// Makes a scenario ready for many games: what is the same in all of them is worked out once.
    pub fn new(scenario: Scenario) -> Opened {
        let position = scenario.position();
        let (shape, space) = (position.shape(), position.space());
        Opened { scenario, memories: Memories::default(), shape, space }
    }

    /// How many numbers an observation of its games has, and how they lie.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// How large the numbers of orders can be.
    pub fn space(&self) -> Space {
        self.space
    }

    /// What the numbers of observations and orders are called.
    pub fn labels(&self) -> Labels {
        self.scenario.position().labels()
    }
}
