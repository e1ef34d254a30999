//! What a finished game came to, and why.
//!
//! A game is played again from its record; an [`Analyst`] looks at every order and at the end gives an [`Ending`]: who won
//! and by which condition, the course of points and losses, what the points are for, the dice beside their exact odds, and
//! the moments at which the game turned. He knows no rule: what counts, the systems say ([`table::Rules`]), and who
//! seems to be winning, the judgement that computer players start from ([`table::Judgement::worth`]).
//!
//! Nothing of it may be told while a game goes on: it is drawn from everything that both sides know.

mod analyst;
mod course;
mod luck;
mod otherwise;
mod record;
mod told;
mod turning;

pub use analyst::Analyst;
pub use course::{Course, Losses, Mark, TurnMark};
pub use luck::{DiceOf, FightsOf, Luck, PurposeOf, TollOf};
pub use otherwise::{ASKED, Otherwise, Tried};
pub use record::of_record;
pub use told::{Ending, Source};
pub use turning::{Decision, TurningPoint};
