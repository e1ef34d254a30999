//! Proofs, chapter by chapter of the rulebook. Each test names the clauses it proves.

mod combat_example;
mod world;

use world::world;
