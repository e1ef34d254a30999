//! Series of games between computer players, on all cores: what `sim`, `ladder` and `bench` play, and the same for
//! programs in other languages. [`results`] are rows, one a game; [`report`] is a page about them.

pub mod decisions;
mod game;
#[cfg(feature = "parquet")]
mod parquet_columns;
mod pool;
mod record;
mod records;
pub mod report;
pub mod results;
pub mod stats;
mod usage;

pub use game::{Ended, Failure, Series, Thought};
pub use pool::{Failed, Finished, Job, Keep, play_all};
pub use record::RecordWriter;
pub use records::Records;
pub use staff::Memories;
pub use usage::Usage;
