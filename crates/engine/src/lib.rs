//! Games for programs.
//!
//! A [`Running`] game is played in steps, each the number of a legal order, so that nothing is written or read as text
//! while a program searches or learns. It can be copied, taken back step by step, and written down as a record. Its
//! dice fall from a seed, or they are asked of the caller, one roll after the other, before anything is changed.
//!
//! [`talk::Session`] is the same as JSON lines: what `hardtack engine` speaks (docs/engine.md). In [`program`] it is the
//! other way round: a game asks a program that plays (docs/players.md).
//!
//! ```
//! use std::sync::Arc;
//! use engine::{DiceFrom, Opened, Running};
//!
//! let lesson = Arc::new(Opened::new(library::open("lesson-henry-hill").unwrap()));
//! let mut game = Running::begin(lesson, DiceFrom::number(7));
//! while let Some(seat) = game.seat() {
//!     let last = game.order_count(seat) - 1;
//!     game.step(seat, last, &[]).unwrap();
//! }
//! assert!(game.standing().is_over());
//! ```

mod fault;
mod hand;
mod opened;
mod past;
pub mod program;
mod record;
mod running;
pub mod talk;
mod think;

pub use fault::Fault;
pub use hand::Wanted;
pub use opened::Opened;
pub use running::{DiceFrom, Moved, Running};
