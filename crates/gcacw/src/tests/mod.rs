//! Proofs, chapter by chapter of the rulebook. Each test names the clauses it proves.

mod assaults;
mod attacks;
mod combat_example;
mod combat_modifiers;
mod combat_values;
mod field;
mod flank_attacks;
mod grand_assaults;
mod great_captains;
mod ground;
mod zones;
mod command_radius;
mod marching;
mod modules;
mod pieces;
mod demoralization;
mod recovery;
mod world;

use world::world;
