//! Proofs, chapter by chapter of the rulebook. Each test names the clauses it proves.

mod actions;
mod activation;
mod assaults;
mod attacks;
mod bac_arrivals;
mod bac_campaign;
mod bac_country;
mod bac_events;
mod bac_movement;
mod bac_supply;
mod bac_turn;
mod bridges;
mod campaign_doctrine;
mod combat_example;
mod combat_modifiers;
mod combat_results;
mod combat_values;
mod demoralization;
mod destruction;
#[path = "../../tests/clauses/drawn.rs"]
mod drawn;
mod field;
mod grand_assaults;
mod ground;
mod hsn_arrivals;
mod hsn_cavalry;
mod hsn_events;
mod hsn_forts;
mod hsn_turn;
mod leader_movement;
mod leaks;
mod limited_intelligence;
mod march;
mod marching;
mod modules;
mod movement;
mod movement_zones;
mod observe;
mod our_scenarios;
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
