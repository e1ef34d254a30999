//! `hardtack admin limits`: what a server would allow if it were started now, and where that comes from.

use std::io::Write;

use clap::Command;
use serde_json::{Value, json};

use super::super::config::options;
use crate::config::Config;
use crate::text;

/// Under which heading they stand in the help of `serve`.
const HEADING: &str = "Limits";

pub fn run(config: &Config, command: &Command, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let all = options(config, command)?;
    let limits = all.iter().filter(|option| option.heading.as_deref() == Some(HEADING));
    if json {
        let told: Vec<Value> = limits
            .map(|option| json!({ "option": option.long, "value": option.value, "from": option.from() }))
            .collect();
        writeln!(out, "{}", Value::from(told))?;
    } else {
        let rows: Vec<Vec<String>> = limits
            .map(|option| vec![format!("--{}", option.long), option.shown(), option.from().to_owned()])
            .collect();
        text::columns(out, "", &rows)?;
    }
    Ok(())
}
