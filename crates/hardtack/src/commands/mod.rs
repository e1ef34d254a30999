//! One file a command: its arguments, its help, its work.

pub mod ask;
pub mod atlas;
pub mod bench;
pub mod ending;
pub mod ladder;
pub mod map;
mod map_check;
pub mod new;
pub mod odds;
pub mod play;
pub mod print;
pub mod replay;
pub mod report;
pub mod rules;
pub mod scenario;
pub mod serve;
pub mod sim;

use anyhow::Context;
use library::{OpenError, Scenario};

/// Opens the SCENARIO of a command line; the error says what to do.
pub fn open(id_or_path: &str) -> anyhow::Result<Scenario> {
    library::open(id_or_path).map_err(|error| match error {
        OpenError::Unknown { .. } => {
            anyhow::anyhow!("{error}\n`hardtack scenario list` shows the built-in scenarios")
        }
        OpenError::Unreadable(_) => anyhow::anyhow!("{error}"),
        OpenError::Faults(faults) => {
            anyhow::anyhow!("{faults}").context(format!("`{id_or_path}` cannot be played"))
        }
    })
}

/// One line of JSON.
pub fn json_line(value: &impl serde::Serialize) -> anyhow::Result<String> {
    serde_json::to_string(value).context("an answer that cannot be written as JSON")
}
