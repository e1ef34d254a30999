//! The web table: games of every rule system over HTTP.
//!
//! One process, one SQLite file. A game is its scenario, its seed and its journal of orders; whatever
//! else is in memory can be thrown away and built again. An order is acknowledged only once it is
//! committed, and nobody is ever sent what his seat may not know.
//!
//! This crate knows no rule of any system: everything goes through [`table::Game`]. Scenarios come from
//! a [`Shelf`], computer players from a [`Staff`], pages from the embedded browser client.
//!
//! ```no_run
//! # async fn example(shelf: std::sync::Arc<dyn server::Shelf>) -> Result<(), server::Error> {
//! let table = server::Table::open("games.db".as_ref(), shelf, server::Staff::random())?;
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:1863").await.unwrap();
//! server::serve(listener, table).await.unwrap();
//! # Ok(()) }
//! ```

mod blurb;
mod desk;
mod error;
mod http;
mod journal;
mod library_shelf;
mod live;
mod room;
mod seat;
mod shelf;
mod staff;
mod store;
mod table_top;
mod token;
mod told;
mod undo;
mod walk;
mod why;
mod writer;

pub use error::Error;
pub use http::router;
pub use library_shelf::LibraryShelf;
pub use room::{News, Submitted};
pub use seat::{Access, Holder, NewSeat};
pub use shelf::{Clause, OptionalRule, Scenario, ScenarioCard, Shelf};
pub use staff::{Choice, Choose, Note, Officer, Staff, Weighed};
pub use table_top::{NewGame, Opened, Table};
pub use token::Token;

/// Answers requests until the process is told to stop.
///
/// # Errors
/// The listener failed.
pub async fn serve(listener: tokio::net::TcpListener, table: Table) -> std::io::Result<()> {
    axum::serve(listener, router(table)).await
}
