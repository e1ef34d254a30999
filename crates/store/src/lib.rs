//! What a server keeps, in one of two databases: a SQLite file of its own, or a PostgreSQL that several servers share.
//!
//! Everything is written by one thread a process, in groups, and acknowledged once it is committed. Statements are written
//! once, in the part of the language that both databases have: parameters are `?1`, columns are `BIGINT`, `TEXT` and `BYTEA`.
//! Journals of games, which are most of the work, have a door of their own ([`Store::append`]): an entry is accepted if nobody has
//! written one for its moment, whichever server he asked.
//!
//! This crate knows no rule and no game: entries are bytes, everything else is rows.
//!
//! ```
//! # fn main() -> Result<(), store::Fault> {
//! # let folder = tempfile::tempdir().unwrap();
//! # let file = folder.path().join("games.db");
//! use store::{Options, Place, Store, values};
//! let store = Store::open(&Place::File(file), Options::default())?;
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! store.write(|sql| sql.execute("INSERT INTO wish (game, seq, by) VALUES (?1, ?2, ?3)", &values![7, 12, 1])).await?;
//! let rows = store.read(|sql| sql.query("SELECT seq FROM wish WHERE game = ?1", &values![7])).await?;
//! assert_eq!(rows[0].int(0)?, 12);
//! # Ok(()) })
//! # }
//! ```

pub mod backup;
mod fault;
mod journal;
mod moving;
mod notice;
mod place;
mod pool;
mod postgres;
mod schema;
mod sql;
mod sqlite;
mod store;
mod tables;
#[cfg(feature = "throwaway")]
pub mod throwaway;
mod value;
mod writer;

pub use fault::Fault;
pub use journal::{Also, Append, Kept, NewEntry, Summary};
pub use moving::Moved;
pub use notice::Notice;
pub use place::Place;
pub use postgres::claims::Claim;
pub use sql::Sql;
pub use store::{Options, Store};
pub use tables::{TABLES, Table};
pub use value::{Row, Value};
pub use writer::Committed;
