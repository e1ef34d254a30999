//! Series of games between computer players, on all cores: what `sim`, `ladder` and `bench` play, and the same for
//! programs in other languages. [`results`] are rows, one a game; [`report`] is a page about them.

pub mod decisions;
mod game;
mod pool;
mod record;
pub mod report;
pub mod results;
pub mod stats;
mod usage;

pub use game::{Ended, Series};
pub use pool::{Failed, Finished, Job, play_all, play_all_told};
pub use record::RecordWriter;
pub use staff::Memories;
pub use usage::Usage;
