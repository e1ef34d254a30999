//! `cargo xtask studies`: plays series of games of each scenario and writes what came of them into docs/library.md, beside
//! the list of all scenarios. The seed is fixed: whoever asks again gets the same rows, but for the seconds.

mod page;
mod row;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::available_parallelism;

use anyhow::{Context, bail, ensure};
use serde_json::Value;

use page::Listed;
use row::{Row, Series};

/// The page that is written.
const PAGE: &str = "docs/library.md";
const SEED: &str = "1";

/// What to play.
#[derive(clap::Args)]
pub struct Wanted {
    /// Only these scenarios; the rows of all others stay as they are
    scenarios: Vec<String>,
    /// Games of veterans against veterans
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u32).range(2..))]
    games: u32,
    /// Games at random
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    random: u32,
    /// Games of veterans against random players, half of them with sides swapped
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(2..))]
    against: u32,
    /// How many threads; all cores if not given
    #[arg(long)]
    threads: Option<usize>,
    /// Play nothing: write only the list of scenarios, and leave out rows of scenarios that are no more
    #[arg(long, conflicts_with = "scenarios")]
    list: bool,
    /// The binary to ask; else the release binary is built
    #[arg(long, value_name = "PATH")]
    hardtack: Option<PathBuf>,
}

/// Plays and writes; what changed, in a line.
///
/// # Errors
/// Something cannot be built, played or written; a game that does not end is one of these.
pub fn run(root: &Path, wanted: &Wanted) -> anyhow::Result<String> {
    let binary = match &wanted.hardtack {
        Some(path) => path.clone(),
        None => built(root)?,
    };
    let ask = |args: &[&str]| ask(&binary, args);
    let list = listed(&ask)?;
    if let Some(unknown) = wanted.scenarios.iter().find(|id| !list.iter().any(|one| one.id == **id)) {
        bail!("`{unknown}` is no built-in scenario");
    }
    let threads = wanted.threads.unwrap_or_else(|| available_parallelism().map_or(1, usize::from));
    let is_wanted = |one: &&Listed| wanted.scenarios.is_empty() || wanted.scenarios.contains(&one.id);
    let chosen: Vec<&Listed> = list.iter().filter(is_wanted).filter(|_| !wanted.list).collect();
    write(root, &list, None)?;
    for (n, one) in chosen.iter().enumerate() {
        eprintln!("{} of {}: {}", n + 1, chosen.len(), one.id);
        let row = study(&one.id, wanted, threads, &ask)?;
        eprintln!("  {row}");
        // Each row as soon as it is known: a study of the whole library takes hours, and may be stopped.
        write(root, &list, Some((&one.id, &row)))?;
    }
    Ok(format!("{PAGE}: {} scenarios, {} studied\n", list.len(), chosen.len()))
}

fn built(root: &Path) -> anyhow::Result<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let build = ["build", "--release", "-p", "hardtack"];
    let built = Command::new(cargo).current_dir(root).args(build).status().context("cargo cannot be run")?;
    ensure!(built.success(), "the binary cannot be built");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    Ok(target.join("release/hardtack"))
}

/// What the command answers, as JSON.
fn ask(binary: &Path, args: &[&str]) -> anyhow::Result<Value> {
    let done = Command::new(binary)
        .args(args)
        .arg("--json")
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("{} cannot be run", binary.display()))?;
    let words = args.join(" ");
    ensure!(done.status.success(), "`hardtack {words}` failed");
    serde_json::from_slice(&done.stdout).with_context(|| format!("`hardtack {words}` did not answer in JSON"))
}

/// The built-in scenarios, in the order of the list.
fn listed(ask: &dyn Fn(&[&str]) -> anyhow::Result<Value>) -> anyhow::Result<Vec<Listed>> {
    let mut all = Vec::new();
    for entry in ask(&["scenario", "list"])?.as_array().context("the list is none")? {
        if entry["origin"] == "built-in" {
            let id = entry["id"].as_str().context("a scenario without an id")?;
            all.push(Listed::read(entry, &ask(&["scenario", "show", id])?)?);
        }
    }
    Ok(all)
}

/// Plays the three series of a scenario.
fn study(
    id: &str,
    wanted: &Wanted,
    threads: usize,
    ask: &dyn Fn(&[&str]) -> anyhow::Result<Value>,
) -> anyhow::Result<Row> {
    let threads_word = threads.to_string();
    let play = |command: &str, kind: &str, players: &str, games: u32| {
        eprintln!("  {games} games, {players}");
        let games = games.to_string();
        ask(&[command, id, kind, players, "--games", &games, "--seed", SEED, "--threads", &threads_word])
    };
    let veterans = play("sim", "--players", "veteran,veteran", wanted.games)?;
    let random = play("sim", "--players", "random,random", wanted.random)?;
    let against = play("ladder", "--levels", "random,veteran", wanted.against)?;
    Row::read(&Series { veterans, random, against, threads })
}

/// Writes the list, and one row where there is a new one.
fn write(root: &Path, list: &[Listed], new: Option<(&str, &Row)>) -> anyhow::Result<()> {
    let path = root.join(PAGE);
    let text = std::fs::read_to_string(&path).with_context(|| PAGE.to_owned())?;
    let now = page::written(&text, list, new)?;
    if now != text {
        std::fs::write(&path, now).with_context(|| PAGE.to_owned())?;
    }
    Ok(())
}
