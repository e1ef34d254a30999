//! Series of games between computer players, on all cores: what `sim`, `ladder` and `bench` play.

mod game;
mod pool;
pub mod stats;

pub use game::{Ended, Series};
pub use pool::{Failed, Finished, Job, play_all};
pub use staff::Memories;
