//! One test at least for every clause of the rules, each built for it: two or three units, a few hexes.

mod artillery;
mod charge;
mod combat;
mod command;
mod evening;
mod integrity;
mod intro;
mod loader;
mod movement;
mod night;
mod order;
mod refusals;
mod refusals_more;
mod reinforcements;
mod results;
mod retreat;
mod sequence;
mod sight;
mod stacking;
mod tables;
mod works;
mod world;
mod zones;
