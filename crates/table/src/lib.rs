//! The table that every rule system of Hardtack is played on.
//!
//! A game is a sequence of decisions. Rules run until somebody has to decide; who decides, about what,
//! and which orders are legal are part of the state. People, computer players, replays and the referee
//! all come through this one door: the [`Ruleset`] trait, and its JSON edge [`Game`].
//!
//! This crate knows no rule of any game and does no input or output.
//!
//! ```
//! use table::{Dice, SeededDice};
//!
//! // The same seed rolls the same dice on every machine and in every version.
//! let mut dice = SeededDice::from_number(7);
//! let first: Vec<u8> = (0..3).map(|_| dice.d6("initiative")).collect();
//! let mut again = SeededDice::from_number(7);
//! assert_eq!(first, (0..3).map(|_| again.d6("initiative")).collect::<Vec<_>>());
//! ```

mod cite;
mod decision;
mod dice;
pub mod doctrine;
mod fault;
mod game;
mod log;
mod odds;
mod record;
mod ruleset;
mod side;

pub use cite::{Modifier, Modifiers, Refusal, Rule};
pub use decision::{Decision, Outcome, Seats, Standing};
pub use dice::{Dice, Recorder, Roll, ScriptedDice, SeededDice};
pub use fault::{Fault, Faults, Source};
pub use game::{AskError, Game, Mask, OrderCard, PlayError, Played, Seated};
pub use log::{Fight, Fights, Log, NoLog, Tally};
pub use odds::{Chances, Walk, chances};
pub use record::{Header, Line, Replay, ReplayError, replay};
pub use ruleset::Ruleset;
pub use side::{BySide, Side, Viewer};
pub use table_macros::rule;
