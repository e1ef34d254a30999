//! Games as JSON lines: one request a line, one answer a line, in the order of the requests.
//!
//! Whatever is asked, there is an answer; what is refused changes nothing. docs/engine.md describes it for people.

mod answer;
mod error;
mod games;
mod request;
mod session;

pub(crate) use answer::{Orders, poses};
pub use error::Error;
pub(crate) use request::Form;
pub use session::{Limits, Next, Session};

/// The number of this protocol: keys and requests may be added to it, none is renamed or dropped.
pub const PROTOCOL: u32 = 1;
