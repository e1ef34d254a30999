//! Great Campaigns of the American Civil War: the Standard Basic Game, with the differences of the
//! thirteen published games as data.
//!
//! The files follow the rulebook, so that somebody with the book in hand finds the code:
//!
//! | rulebook | here |
//! | --- | --- |
//! | 1.0 the games | `module` |
//! | 2.4 zones of control, 6.2 terrain, 12.0 rain on the ground | `ground`, `state` |
//! | 2.5 command radius | `command` |
//! | 3.0, 4.0 sequence, initiative | `sequence`, `turn`; the Advanced Games' phases `campaign` |
//! | 5.1 march | `march`; 5.2 `activation`; 5.3 `assault`; 5.4, 5.5 `entrench` |
//! | 6.2 movement | `movement`; 6.3 `leaders` |
//! | 7.1 attacks | `attack`; 7.2-7.4 `combat`, `flank`; 7.5 `results`; 7.6 `retreat`; 7.7 `cavalry`; 7.8 `flank` |
//! | 6.4, Limited Intelligence | `forces`, `sight`, `feints` |
//! | 8.0 recovery | `recovery`; 9.0 `works`; 10.0 `bridges`; 12.0 `weather` |
//! | charts | `charts`, `unprinted`; their results in words `forecast`, for readers `sheet` |
//!
//! What is to be decided is a stack of data in the state (`pending`). Each decision is a room
//! ([`table::Room`]) in the file of its chapter: what it asks, which orders are legal, what they do. An order
//! comes in through `decide`, which asks the room on top of the stack.

#![expect(
    missing_docs,
    reason = "orders, events and states are in the words of the rulebook; programs meet them as text"
)]

mod activation;
mod assault;
mod attack;
mod bench;
mod bridges;
mod calendar;
mod campaign;
mod cards;
mod cavalry;
mod charts;
mod cleburne;
mod combat;
mod command;
mod counters;
mod decide;
mod doctrine;
mod entrench;
mod event;
mod feints;
mod flank;
mod forces;
mod forecast;
mod ground;
mod leaders;
mod lint;
mod load;
mod march;
mod module;
mod movement;
mod observe;
mod order;
mod pending;
mod play;
mod position;
mod reach;
mod recovery;
mod referee;
mod results;
mod retreat;
mod ruleset;
mod say;
mod sequence;
mod setup;
mod sheet;
mod show;
mod sight;
mod sound;
mod state;
mod told;
mod turn;
mod unprinted;
mod victory;
mod view;
mod weather;
mod works;

#[cfg(test)]
mod tests;

pub use event::Event;
pub use load::{examine, load, load_with};
pub use order::{AttackType, Guise, Order};
pub use ruleset::Gcacw;
pub use setup::{Arm, LeaderId, OptionWord, Options, Setup, UnitId};
pub use sheet::charts;
pub use state::{State, UnitState, Whereabouts};
pub use told::Told;

#[cfg(test)]
use {
    module::{Code, Edition, MODULES, Module},
    play::Play,
    position::Pos,
    reach::MarchReach,
    setup::{Rank, UnitSet},
    works::Works,
};
