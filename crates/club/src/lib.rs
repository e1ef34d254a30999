//! The people of a server: who they are, how they come in, and how they are told that it is their turn.
//!
//! A [`Club`] is the one handle. It knows no rule and no HTTP server: games are words to it. Everything it knows is in
//! the [`store::Store`], so that several processes can have the same club.

#![expect(missing_docs, reason = "a part of the program: other programs meet it over HTTP, in docs/http.md")]

pub mod care;
mod club;
pub mod codes;
pub mod courier;
mod error;
pub mod hook;
pub mod letter;
pub mod mail;
pub mod names;
pub mod notices;
pub mod passkey;
pub mod people;
pub mod push;
pub mod qr;
pub mod results;
mod settings;
pub mod token;

pub use club::{Club, now};
pub use error::Error;
pub use settings::{Registration, Settings};
