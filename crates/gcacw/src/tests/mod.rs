//! Proofs, chapter by chapter of the rulebook. Each test names the clauses it proves.

mod actions;
mod activation;
mod assaults;
mod attacks;
mod bac_movement;
mod bac_supply;
mod bridges;
mod combat_example;
mod combat_modifiers;
mod combat_results;
mod combat_values;
mod command_radius;
mod demoralization;
mod destruction;
mod field;
mod flank_attacks;
mod grand_assaults;
mod great_captains;
mod ground;
mod leader_movement;
mod march;
mod marching;
mod modules;
mod more_8_12;
mod movement;
mod movement_zones;
mod pieces;
mod rain;
mod recovery;
mod sequence;
mod straggling;
mod works;
mod world;
mod zones;

mod advances;
mod cavalry_retreats;
mod referee_faults;
mod refused_flanks;
mod retreat_overrides;
mod retreats;

use world::world;
