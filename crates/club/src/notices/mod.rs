//! Telling people that something waits for them.

pub mod book;
pub mod policy;
mod send;
mod wishes;
mod worker;

pub use book::Notice;
pub use wishes::{Channel, Kind, Pace, Wishes};
