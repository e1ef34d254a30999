//! The clauses of the rule index, each proved on the smallest world that shows it.

#[path = "../common/mod.rs"]
mod common;

mod charges;
mod combat_phase;
mod command;
mod dice_and_saves;
mod exhaustion;
mod gaps;
mod melee;
mod morale;
mod movement;
mod refusals;
mod sequence;
mod terrain_cover;
mod terrain_movement;
mod terrain_sight;
