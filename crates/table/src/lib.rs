//! The table that every rule system of Hardtack is played on.
//!
//! A game is a sequence of decisions. Rules run until somebody has to decide; who decides, about what,
//! and which orders are legal are part of the state. People, computer players, replays and the referee
//! all come through this one door: the [`Ruleset`] trait, and its JSON edge [`Game`]. What computer players
//! know beside the rules is a second trait, [`Commander`].
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

mod card;
mod chart;
mod cite;
mod closing;
mod commander;
mod decision;
mod dice;
mod drill;
mod either;
mod event;
mod fault;
mod field;
pub mod figure;
mod fnv;
mod forecast;
mod foreword;
mod game;
mod geo;
pub mod laws;
mod log;
pub mod observation;
mod odds;
mod plan;
mod played;
mod question;
mod record;
mod room;
mod ruleset;
mod seated;
mod show;
mod side;
mod sort;
mod tuning;
pub mod view;
mod words;

pub use card::OrderCard;
pub use chart::{Chart, signed};
pub use cite::{Modifier, Modifiers, Refusal, Rule, section};
pub use closing::Closing;
pub use commander::{Commander, Doubt, FOLLY, GivenUp, Horizon, Memory, Ratings, Remember, one_step};
pub use decision::{Decision, Outcome, Seats, Standing};
pub use dice::{Dice, Recorder, Roll, ScriptedDice, SeededDice};
pub use drill::Drill;
pub use either::{NumberOr, WordList, WordOr};
pub use event::{Happened, Milestone, Now};
pub use fault::{
    Fault, Faults, Rows, Source, TableTexts, entry_keys, examine_whole, load_whole, nearest, with_near,
};
pub use field::{Field, Glance, Role};
pub use fnv::Fnv;
pub use forecast::{Forecast, Losses, Outlook, in_100};
pub use foreword::{Foreword, ForewordKeys};
pub use game::{Game, Judgement, Observing, Rules};
pub use geo::{Earth, Geo, GeoKeys};
pub use log::{Fight, Fights, Log, NoLog, Tally, Toll};
pub use observation::{Factors, Labels, Observed, Shape, Space};
pub use odds::{Chances, Walk, chances};
pub use plan::{Formation, Intent, Leaning, Plan, Plans, Posture};
pub use played::{AskError, Heard, Mask, PlayError, Played};
pub use question::Question;
pub use record::{Header, Line, Origin, Replay, ReplayError, replay, replay_whole};
pub use room::{Ask, Room};
pub use ruleset::Ruleset;
pub use seated::Seated;
pub use show::{Act, Show};
pub use side::{BySide, Side, Viewer};
pub use sort::Sort;
pub use table_macros::rule;
pub use tuning::Tuning;
pub use view::View;
