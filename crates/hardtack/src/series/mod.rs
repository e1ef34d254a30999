//! Series of games between computer players, on all cores: what `sim`, `ladder` and `bench` play.

mod game;
mod pool;
pub mod stats;

pub use game::{Ended, Series, Thought};
pub use pool::{bar, on_threads};
