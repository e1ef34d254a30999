//! Proofs, chapter by chapter of the rulebook, each built for it: two or three units, a few hexes. Each test
//! names the clauses it proves.

mod assaults;
mod basics;
mod bridges;
mod cavalry_retreats;
mod command_radius;
mod drawn;
mod field;
mod flank_attacks;
mod great_captains;
mod hsn_turn;
mod march;
mod rain;
mod recovery;
mod refusals;
mod results;
mod scenarios;
mod secrecy;
mod supply;
mod telling;
mod works;
mod world;
