//! `hardtack config`: what is in force where nothing is typed, and why.

use std::io::Write;
use std::process::ExitCode;

use clap::Command;
use clap::parser::ValueSource;

use crate::config::{Config, variable};
use crate::{style, text};

/// Show the options in force, and where they come from
///
/// The command line goes before the environment, the environment before the file, the file before what is usual.
#[derive(clap::Args)]
#[command(after_help = "\
The file is in TOML: a table for each command, its options by their long names.

  color = \"never\"
  scenarios = [\"/home/me/battles\"]
  [serve]
  port = 1900
  [print]
  paper = \"letter\"

HARDTACK_CONFIG names another file; empty, none is read. In the environment every
option of `serve` is called HARDTACK_ and its name: HARDTACK_PORT, HARDTACK_BIND,
and so on; --data is HARDTACK_STORE. docs/command-line.md tells more.")]
pub struct Args {}

pub fn run(config: &Config, command: Command, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match (&config.path, config.found) {
        (None, _) => writeln!(out, "No file is read.")?,
        (Some(path), true) => writeln!(out, "The file: {}", path.display())?,
        (Some(path), false) => writeln!(out, "The file: {} (it is not there)", path.display())?,
    }
    let lines = config.lines();
    let others: Vec<Vec<String>> = lines
        .into_iter()
        .filter(|(option, _)| !option.starts_with("serve "))
        .map(|(option, value)| vec![option, value, "file".to_owned()])
        .collect();
    if !others.is_empty() {
        writeln!(out)?;
        text::columns(out, "  ", &others)?;
    }
    writeln!(out, "\n{}", style::bold("serve"))?;
    let matches = command.clone().try_get_matches_from(["hardtack", "serve"])?;
    let serve = matches.subcommand_matches("serve");
    let args = command.get_subcommands().find(|sub| sub.get_name() == "serve").into_iter();
    let mut rows = Vec::new();
    for arg in args
        .flat_map(Command::get_arguments)
        .filter(|arg| !["help", "scenarios", "color"].contains(&arg.get_id().as_str()))
    {
        let Some(long) = arg.get_long() else { continue };
        let id = arg.get_id().as_str();
        let values = serve.and_then(|serve| serve.get_raw(id));
        let value = values.map(|all| all.map(|v| v.to_string_lossy()).collect::<Vec<_>>().join(", "));
        let source = match serve.and_then(|serve| serve.value_source(id)) {
            Some(ValueSource::EnvVariable) => variable(long),
            _ if config.says("serve", long) => "file".to_owned(),
            _ => String::new(),
        };
        let value = if long == "allow-upload" { value.map(|_| "(a word)".to_owned()) } else { value };
        rows.push(vec![format!("--{long}"), value.unwrap_or_else(|| "-".to_owned()), source]);
    }
    text::columns(out, "  ", &rows)?;
    Ok(ExitCode::SUCCESS)
}
