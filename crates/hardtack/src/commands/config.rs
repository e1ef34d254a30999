//! `hardtack config`: what is in force where nothing is typed, and why.

use std::io::Write;
use std::process::ExitCode;

use clap::Command;
use clap::parser::ValueSource;

use crate::config::{Config, is_secret, variable};
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
    let rows: Vec<Vec<String>> = options(config, &command)?
        .iter()
        .map(|option| vec![format!("--{}", option.long), option.shown(), option.from().to_owned()])
        .collect();
    text::columns(out, "  ", &rows)?;
    Ok(ExitCode::SUCCESS)
}

/// An option of `serve` as it is in force.
pub struct InForce {
    pub long: String,
    /// Under which heading it stands in the help.
    pub heading: Option<String>,
    pub value: Option<String>,
    source: String,
}

impl InForce {
    pub fn shown(&self) -> String {
        self.value.clone().unwrap_or_else(|| "-".to_owned())
    }

    /// The name in the environment, `file`, or nothing where it is the usual one.
    pub fn from(&self) -> &str {
        &self.source
    }
}

/// The options of `serve`, as they are where nothing is typed.
///
/// # Errors
/// One of them cannot be read.
pub fn options(config: &Config, command: &Command) -> anyhow::Result<Vec<InForce>> {
    let matches = command.clone().try_get_matches_from(["hardtack", "serve"])?;
    let serve = matches.subcommand_matches("serve");
    let args = command.get_subcommands().find(|sub| sub.get_name() == "serve").into_iter();
    let mut options = Vec::new();
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
        let value = if is_secret(long) { value.map(|_| "(not shown)".to_owned()) } else { value };
        let heading = arg.get_help_heading().map(str::to_owned);
        options.push(InForce { long: long.to_owned(), heading, value, source });
    }
    Ok(options)
}
