//! Little questions that tests of marches ask.

use super::world::Game;

impl Game {
    /// MP left to the marching unit.
    #[track_caller]
    pub fn mp(&self) -> f64 {
        self.state.march().expect("a march is on").mp as f64 / 2.0
    }
    /// Whether no march is on.
    pub fn marched(&self) -> bool {
        self.state.march().is_none()
    }
    /// The events of a kind, as JSON.
    pub fn told(&self, kind: &str) -> Vec<serde_json::Value> {
        self.all_news().into_iter().filter(|e| e.kind == kind).map(|e| e.json).collect()
    }
    /// The name of a leader's unit.
    pub fn with(&self, leader: &str) -> String {
        let unit = self.state.leaders[self.leader_id(leader).index()].unit.expect("he is with somebody");
        self.setup.unit(unit).name.clone()
    }
}
