//! One file a command: its arguments, its help, its work.

pub mod admin;
pub mod ask;
pub mod atlas;
pub mod backup;
pub mod bench;
pub mod completions;
pub mod config;
pub mod ending;
pub mod engine;
mod findings;
mod keep;
pub mod ladder;
pub mod map;
mod map_check;
mod map_picture;
pub mod new;
pub mod odds;
pub mod play;
pub mod print;
pub mod replay;
pub mod report;
pub mod rules;
pub mod scenario;
mod scenario_check;
pub mod serve;
pub mod sim;

use anyhow::Context;
use library::{OpenError, ReadError, Scenario};

use crate::usage::Usage;

/// Opens the SCENARIO of a command line; the error says what to do.
pub fn open(id_or_path: &str) -> anyhow::Result<Scenario> {
    library::open(id_or_path).map_err(|error| match error {
        OpenError::Unknown { .. } => {
            Usage::new(format!("{error}\n`hardtack scenario list` shows the built-in scenarios")).into()
        }
        OpenError::Unreadable(ReadError::Missing(_)) => Usage::new(error).into(),
        OpenError::Unreadable(_) => anyhow::anyhow!("{error}"),
        OpenError::Faults(faults) => {
            anyhow::anyhow!("{faults}").context(format!("`{id_or_path}` cannot be played"))
        }
    })
}

/// Opens the scenario of a record, or another that the command line names in its place. What only the record names is
/// no fault of the command line.
pub fn open_recorded(named: Option<&str>, recorded: &str) -> anyhow::Result<Scenario> {
    match named {
        Some(named) => open(named),
        None => open(recorded).map_err(|error| anyhow::anyhow!("{error:#}")),
    }
}

/// One line of JSON.
pub fn json_line(value: &impl serde::Serialize) -> anyhow::Result<String> {
    serde_json::to_string(value).context("an answer that cannot be written as JSON")
}
