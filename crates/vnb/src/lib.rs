//! Volley & Bayonet: Road to Glory, American Civil War: brigades as stands on a table measured in inches.
//!
//! The files follow the reference card: `command`, `movement`, `charge`, rally (in `turn`),
//! `morale`, `combat`, [`exhaustion`]; the charts stand in [`charts`](mod@charts) and [`terrain`]. Poses are whole
//! hundredths of an inch and of a degree; everything derived from them is integer arithmetic in millionths
//! of an inch ([`geometry`], [`angle`]), so that the same move is judged the same on every machine.
//!
//! This crate does no input or output: [`load()`] is handed the texts.
//!
//! ```
//! use table::{Ruleset, SeededDice, Side};
//! let table = "format = 'hardtack-table/1'\nname = 'Plain'\nwidth = 30\nheight = 30\n";
//! let scenario = "format = 'hardtack-scenario/1'\nsystem = 'vnb'\nname = 'Duel'\ntable = 't'\nfirst = 'union'\n\
//!     [[stand]]\nside = 'union'\nname = 'Stone'\ntype = 'infantry-brigade'\nweapon = 'rifled-musket'\nx = 10\ny = 5\n";
//! let setup = vnb::load("duel.scenario.toml", scenario, &mut |_| Ok(table.to_owned())).unwrap();
//! let state = vnb::Vnb::start(&setup, &mut SeededDice::from_number(1), &mut table::NoLog);
//! let order = vnb::Vnb::read_order(&setup, "move Stone 10.00,14.00@0").unwrap();
//! assert!(vnb::Vnb::check(&setup, &state, Side::Union, &order).is_err(), "no commander near: only half a move");
//! ```

#![expect(
    missing_docs,
    reason = "orders, events and states are in the words of the rulebook; programs meet them as text"
)]

mod advance;
pub mod angle;
mod bench;
pub mod body;
mod bombard;
mod cards;
pub mod charts;
mod combat;
mod command;
mod cover;
mod decide;
mod dice;
mod doctrine;
mod event;
pub mod exhaustion;
mod exploit;
mod few;
mod fire;
mod follow;
mod forecast;
pub mod geometry;
mod grid;
mod guns;
pub mod ids;
pub mod kinds;
mod last_fire;
mod lint;
mod load;
mod melee;
mod modifiers;
mod morale;
mod movement;
pub mod night;
mod observe;
mod order;
mod pending;
mod picture;
mod play;
pub mod position;
mod rally;
mod referee;
mod result;
mod ruleset;
pub mod setup;
mod sheet;
mod show;
mod sight;
mod sound;
pub mod state;
mod strikes;
pub mod terrain;
mod to_ground;
mod turn;
mod view;

pub use event::Event;
pub use load::tables::{examine_table, load_table};
pub use load::{examine, load};
pub use order::{Act, Order};
pub use picture::{Picture, SCALE as PICTURE_SCALE, draw, place};
pub use ruleset::Vnb;
pub use setup::{Options, Setup, Table};
pub use sheet::charts;
pub use state::State;
