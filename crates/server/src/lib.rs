//! The web table: games of every rule system over HTTP.
//!
//! One process, one SQLite file. A game is its scenario, its seed and its journal of orders; whatever
//! else is in memory can be thrown away and built again. An order is acknowledged only once it is
//! committed, and nobody is ever sent what his seat may not know.
//!
//! This crate knows no rule of any system: everything goes through [`table::Game`]. Scenarios come from
//! a [`Catalog`], computer players from a [`Staff`], pages from the embedded browser client.
//!
//! ```no_run
//! # async fn example(catalog: std::sync::Arc<dyn server::Catalog>) -> Result<(), server::Error> {
//! let games = server::Games::open("games.db".as_ref(), catalog, server::Staff::random())?;
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:1863").await.unwrap();
//! server::serve(listener, games).await.unwrap();
//! # Ok(()) }
//! ```

#![expect(missing_docs, reason = "a part of the program: other programs meet it over HTTP, in docs/http.md")]

mod bell;
mod blurb;
mod built_in;
mod caring;
mod catalog;
mod chat;
mod class;
mod clock;
mod closing;
mod computer;
mod door;
mod drawing;
mod entrance;
mod errands;
mod error;
mod folder;
mod fork;
mod games;
mod hint;
mod hosted;
mod http;
mod journal;
pub mod keeping;
mod limits;
mod lists;
mod live;
mod members;
mod metrics;
mod names;
mod nodes;
mod open_seats;
mod playing;
mod presence;
mod reckoning;
mod remarks;
mod rematch;
mod review;
mod rooms;
mod seat;
mod seen;
mod serve;
mod settings;
mod shelf;
mod staff;
mod standings;
mod store;
mod strength;
mod thinkers;
mod thought;
mod tiles;
mod timing;
mod trials;
mod undo;
pub mod version;
mod watching;
mod ways;
mod why;
#[cfg(feature = "ts")]
pub mod wire;
#[cfg(not(feature = "ts"))]
mod wire;
#[cfg(feature = "ts")]
pub mod wire_club;
#[cfg(not(feature = "ts"))]
mod wire_club;
#[cfg(feature = "ts")]
pub mod wire_people;
#[cfg(not(feature = "ts"))]
mod wire_people;

use club::token;

pub use ::store::Place;
pub use built_in::BuiltIn;
pub use catalog::{Catalog, Clause, OptionalRule, Scenario, ScenarioCard, Sheet, Whose};
pub use clock::Time;
pub use error::Error;
pub use folder::make_folder;
pub use games::{Games, NewGame, Opened};
pub use hosted::{News, Submitted};
pub use http::router;
pub use seat::{Access, Holder, NewSeat, Sitter};
pub use serve::{serve, serve_until};
pub use settings::{Settings, Uploads};
pub use staff::{Choice, Choose, Note, Officer, Rated, Staff, Weighed};
pub use thought::{Thinking, Thought};
pub use timing::terms::{Pace, Terms, TimeOver};
pub use token::Token;
pub use trials::{Asked as SeriesAsked, PlaySeries, Progress as SeriesProgress, Told as SeriesTold};
