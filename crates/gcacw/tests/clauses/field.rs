//! What the tests of combat share: a field with a defender in 0605.
//!
//! Around 0605, from the east against the clock: 0606, 0706, 0705, 0604, 0505, 0506.

use serde_json::Value;
use table::Side;

use crate::world::{Game, World, world};

/// The hexes around 0605, from the east against the clock.
pub const AROUND: [&str; 6] = ["0606", "0706", "0705", "0604", "0505", "0506"];

/// A field on which both sides always have somebody left to act with.
pub fn field() -> World {
    world().infantry("u", "Reserve", "0101", 3, "").infantry("c", "Spare", "1201", 3, "")
}

/// The field with a Union defender in 0605 and a Confederate attacker in 0606, five strong each.
pub fn duel() -> World {
    field().infantry("u", "Target", "0605", 5, "tactical = 2").infantry(
        "c",
        "Lion",
        "0606",
        5,
        "tactical = 2",
    )
}

impl World {
    /// Rain on the first turn.
    pub fn rain(self) -> World {
        self.scenario("[weather]\nrain = true")
    }
}

impl Game {
    /// The hex of a unit.
    pub fn at(&self, unit: &str) -> String {
        self.piece(unit)["at"].as_str().unwrap_or_else(|| panic!("{unit} is not on the map")).to_owned()
    }

    /// As [`Game::give`].
    #[track_caller]
    pub fn play(&mut self, order: &str, dice: &[u8]) -> Vec<&'static str> {
        self.give(order, dice)
    }

    /// A march attack from naming the target to the dice.
    #[track_caller]
    pub fn strike(&mut self, target: &str, kind: &str, dice: &[u8]) {
        self.give(&format!("attack {target}"), &[]);
        self.give(kind, dice);
    }

    /// The defender holds his ground where he is asked.
    #[track_caller]
    pub fn hold_ground(&mut self) {
        assert_eq!(self.asked(), "withdraw");
        self.give("done", &[]);
    }

    /// What the last combat told.
    #[track_caller]
    pub fn combat(&self) -> Value {
        let combat = self.last("combat");
        if combat["data"].is_object() { combat["data"].clone() } else { combat }
    }

    /// Whether the action is over: somebody has the initiative for the next one.
    pub fn is_over(&self) -> bool {
        self.asked() == "initiative"
    }

    /// What changes about a unit in a fight: Manpower, disorganized, Fatigue Level, demoralization.
    pub fn shape(&self, unit: &str) -> (u64, bool, u64, u8) {
        let piece = self.piece(unit);
        let has = |word: &str| piece["state"].as_array().unwrap().iter().any(|w| w == word);
        let manpower = piece["manpower"].as_u64().or(piece["strength"].as_str().and_then(|s| s.parse().ok()));
        let demoralized = if has("demoralized-2") { 2 } else { u8::from(has("demoralized-1")) };
        (manpower.unwrap_or(0), has("disorganized"), piece["fatigue"].as_u64().unwrap_or(0), demoralized)
    }

    /// Comes to an action of this side: begins the game if that is still to be done, and takes or leaves the
    /// initiative.
    pub fn acting(&mut self, side: Side) -> &mut Game {
        if self.asked() == "over" {
            self.begin_for(side);
        }
        while self.asked() != "choose-action" {
            let word = match (self.asked(), self.seat() == side) {
                ("initiative" | "yielded-initiative", true) => "take",
                ("initiative" | "yielded-initiative", false) => "pass",
                _ => "done",
            };
            self.give(word, &[]);
        }
        assert_eq!(self.seat(), side);
        self
    }
}
