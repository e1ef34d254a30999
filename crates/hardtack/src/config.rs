//! Options that a user does not want to type: a file, and the environment of `serve`. The command line goes before the
//! environment, the environment before the file, the file before what is usual.
//!
//! Both become defaults of the command line itself, so that clap reads and judges their values like any other.

use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, Command};
use toml::{Table, Value};

use crate::usage::{Usage, wrong_line};

/// Where to say which file to read; empty for none.
pub const FILE: &str = "HARDTACK_CONFIG";

/// What the file says.
pub struct Config {
    /// Where it is looked for, if this user has a home.
    pub path: Option<PathBuf>,
    pub found: bool,
    values: Table,
}

impl Config {
    /// Reads the file, if it is there.
    ///
    /// # Errors
    /// It cannot be read, or is no TOML.
    pub fn read() -> anyhow::Result<Config> {
        let path = place();
        let text = match path.as_deref().map(library::read_text) {
            Some(Ok(text)) => text,
            Some(Err(library::ReadError::Missing(_))) | None => {
                return Ok(Config { path, found: false, values: Table::new() });
            }
            Some(Err(why)) => return Err(Usage::new(why).into()),
        };
        let shown = path.as_deref().unwrap_or(Path::new("")).display().to_string();
        let values = text.parse::<Table>().map_err(|why| Usage::new(format!("{shown}: {why}")))?;
        Ok(Config { path, found: true, values })
    }

    /// The command line with what the file says as defaults.
    ///
    /// # Errors
    /// A command or an option that there is not.
    pub fn apply(&self, command: Command) -> anyhow::Result<Command> {
        let file = self.path.as_deref().unwrap_or(Path::new("")).display().to_string();
        check(&file, &command, &self.values)?;
        Ok(set(command, &self.values))
    }

    /// Whether the file says something of this option of a command.
    pub fn says(&self, command: &str, option: &str) -> bool {
        self.values.get(command).and_then(|table| table.get(option)).is_some()
    }

    /// Everything it says: the command, the option, the value.
    pub fn lines(&self) -> Vec<(String, String)> {
        let mut lines = Vec::new();
        list("", &self.values, &mut lines);
        lines
    }
}

fn list(before: &str, table: &Table, lines: &mut Vec<(String, String)>) {
    for (key, value) in table {
        match value {
            Value::Table(inner) => list(&format!("{before}{key} "), inner, lines),
            value => lines.push((format!("{before}--{key}"), words(value).join(" "))),
        }
    }
}

/// Where the file of this user is, by the customs of his system.
fn place() -> Option<PathBuf> {
    let from = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    if let Some(said) = std::env::var_os(FILE) {
        return (!said.is_empty()).then(|| said.into());
    }
    let home = || from("HOME").or_else(|| from("USERPROFILE"));
    let folder = if cfg!(windows) {
        from("APPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|h| h.join("Library/Application Support"))
    } else {
        from("XDG_CONFIG_HOME").or_else(|| home().map(|h| h.join(".config")))
    };
    folder.map(|f| f.join("hardtack/config.toml"))
}

/// A value as it would be typed.
fn words(value: &Value) -> Vec<String> {
    match value {
        Value::Array(all) => all.iter().flat_map(words).collect(),
        Value::String(text) => vec![text.clone()],
        other => vec![other.to_string()],
    }
}

fn option<'a>(command: &'a Command, key: &str) -> Option<&'a Arg> {
    command.get_arguments().find(|arg| arg.get_long() == Some(key) && !arg.is_required_set())
}

fn check(file: &str, command: &Command, table: &Table) -> anyhow::Result<()> {
    for (key, value) in table {
        match value {
            Value::Table(inner) => {
                let Some(sub) = command.get_subcommands().find(|sub| sub.get_name() == key) else {
                    wrong_line!("{file}: [{key}]: there is no such command");
                };
                check(file, sub, inner)?;
            }
            _ if option(command, key).is_none() => {
                let known: Vec<&str> = command
                    .get_arguments()
                    .filter(|arg| !arg.is_required_set())
                    .filter_map(Arg::get_long)
                    .filter(|long| !["help", "version"].contains(long))
                    .collect();
                wrong_line!(
                    "{file}: `{key}`: expected an option of `{}`: {}",
                    command.get_name(),
                    known.join(", ")
                );
            }
            _ => {}
        }
    }
    Ok(())
}

fn set(mut command: Command, table: &Table) -> Command {
    for (key, value) in table {
        if let Value::Table(inner) = value {
            command = command.mut_subcommand(key, |sub| set(sub, inner));
            continue;
        }
        let Some(id) = option(&command, key).map(|arg| arg.get_id().clone()) else { continue };
        let words = words(value);
        command = command.mut_arg(id, |arg| match arg.get_action() {
            ArgAction::SetTrue if words == ["false"] => arg,
            ArgAction::Append => arg.default_values(words),
            _ => arg.default_value(words.join(" ")),
        });
    }
    command
}

/// The name of an option of `serve` in the environment. HARDTACK_DATA is another thing: a folder in place of the
/// built-in texts.
pub fn variable(long: &str) -> String {
    match long {
        "data" => "HARDTACK_STORE".to_owned(),
        long => format!("HARDTACK_{}", long.replace('-', "_").to_uppercase()),
    }
}

/// Options with a password or a word in them, which nobody is shown.
pub fn is_secret(long: &str) -> bool {
    matches!(long, "allow-upload" | "mail" | "database")
}

/// Every option of `serve` can be given in the environment.
pub fn with_environment(command: Command) -> Command {
    command.mut_subcommand("serve", |serve| {
        serve.mut_args(|arg| match arg.get_long().map(variable) {
            Some(name) => {
                let secret = arg.get_long().is_some_and(is_secret);
                arg.env(name).hide_env_values(secret)
            }
            None => arg,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(text: &str) -> Config {
        Config { path: Some("c.toml".into()), found: true, values: text.parse().unwrap() }
    }

    fn line() -> Command {
        let serve = Command::new("serve")
            .arg(Arg::new("port").long("port").default_value("1863"))
            .arg(Arg::new("host").long("host").action(ArgAction::Append))
            .arg(Arg::new("proxy").long("proxy").action(ArgAction::SetTrue));
        Command::new("hardtack").subcommand(serve)
    }

    #[test]
    fn the_file_gives_defaults_that_the_command_line_overrules() {
        let config = config("[serve]\nport = 1900\nhost = [\"a\", \"b\"]\nproxy = true");
        let read = |args: &[&str]| {
            let matches = config.apply(line()).unwrap().get_matches_from(args);
            let serve = matches.subcommand_matches("serve").unwrap().clone();
            let hosts: Vec<String> = serve.get_many::<String>("host").unwrap().cloned().collect();
            (serve.get_one::<String>("port").unwrap().clone(), hosts, serve.get_flag("proxy"))
        };
        assert_eq!(
            read(&["hardtack", "serve"]),
            ("1900".to_owned(), vec!["a".to_owned(), "b".to_owned()], true)
        );
        assert_eq!(read(&["hardtack", "serve", "--port", "7"]).0, "7");
        assert!(config.says("serve", "port") && !config.says("serve", "data"));
    }

    #[test]
    fn what_there_is_not_is_told() {
        let told = |text: &str| config(text).apply(line()).map(drop).unwrap_err().to_string();
        assert!(told("[sail]\nport = 1").contains("[sail]: there is no such command"));
        let option = told("[serve]\nprot = 1");
        assert!(option.contains("c.toml: `prot`") && option.contains("port, host, proxy"), "{option}");
    }

    #[test]
    fn the_store_is_not_called_as_the_texts_are() {
        assert_eq!(variable("data"), "HARDTACK_STORE");
        assert_eq!(variable("games-per-minute"), "HARDTACK_GAMES_PER_MINUTE");
    }
}
