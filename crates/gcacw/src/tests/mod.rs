//! Proofs, chapter by chapter of the rulebook. Each test names the clauses it proves.

mod activation;
mod actions;
mod assaults;
mod attacks;
mod combat_example;
mod combat_modifiers;
mod combat_results;
mod combat_values;
mod field;
mod flank_attacks;
mod grand_assaults;
mod great_captains;
mod ground;
mod zones;
mod command_radius;
mod marching;
mod march;
mod straggling;
mod movement;
mod movement_zones;
mod modules;
mod pieces;
mod sequence;
mod demoralization;
mod recovery;
mod rain;
mod works;
mod bridges;
mod world;

mod advances;
mod retreat_overrides;
mod cavalry_retreats;
mod refused_flanks;
mod retreats;

use world::world;
