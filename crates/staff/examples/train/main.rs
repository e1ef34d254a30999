//! Trains the nets of a system from games of computer players against each other: `cargo xtask train`.
//!
//! For each battle: games are played on all cores, positions of them are kept in figures with how the game
//! ended, and a net is fitted to four games of five; the fifth tells how well it judges games it has not seen. The
//! same seed gives the same games and the same net.

#[path = "../common/battles.rs"]
mod battles;
mod fit;
mod games;
mod tell;

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Parser;
use staff::Player;
use staff::net::{Net, Nets};

use games::{Position, play};

/// Train the judgement of generals from games of computer players
#[derive(Parser)]
struct Args {
    /// Scenarios of one system; all of it if only the system is named
    #[arg(required = true)]
    battles: Vec<String>,
    /// Games of each battle
    #[arg(long, default_value_t = 8000)]
    games: u64,
    /// A player who sees ahead takes part in one game of four, for example general:400steps
    #[arg(long)]
    with: Option<String>,
    #[arg(long, default_value_t = 1863)]
    seed: u64,
    /// How often all positions are gone through
    #[arg(long, default_value_t = 12)]
    epochs: u32,
    /// Fit one net for battles that have none of their own, too
    #[arg(long)]
    any: bool,
    /// The folder of the nets
    #[arg(long, default_value = "crates/staff/nets")]
    out: PathBuf,
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let with = args.with.as_deref().map(str::parse::<Player>).transpose().map_err(anyhow::Error::msg)?;
    let battles = battles::named(&args.battles)?;
    let Some(system) = battles.first().map(|b| b.system.to_owned()) else { bail!("there is no such battle") };
    let file = args.out.join(format!("{system}.net"));
    let known = std::fs::read(&file).ok().and_then(|bytes| Nets::read(&bytes).ok());
    let mut nets = known.unwrap_or_default();
    println!("{}", tell::heading());
    let mut all: Vec<Position> = Vec::new();
    for battle in &battles {
        if battle.system != system {
            bail!("{} is of another system than {}: train one after the other", battle.id, battles[0].id);
        }
        let (name, positions) = play(&battle.id, args.games, with, args.seed)?;
        let plain = fit::fit(&name, &positions, args.epochs, args.seed);
        let net = Net::from(&plain);
        println!("{}", tell::line(&battle.id, &net, &positions));
        let figures = positions.first().map_or(0, |p| p.figures.len());
        if nets.figures != figures || nets.system != system {
            nets = Nets { system: system.clone(), figures, nets: Vec::new() };
        }
        nets.put(net);
        std::fs::write(&file, nets.write()).with_context(|| file.display().to_string())?;
        if args.any {
            let step = (positions.len() / 60_000).max(1);
            all.extend(positions.into_iter().step_by(step));
        }
    }
    if args.any {
        let net = Net::from(&fit::fit("", &all, args.epochs, args.seed));
        println!("{}", tell::line("any", &net, &all));
        nets.put(net);
        std::fs::write(&file, nets.write())?;
    }
    Ok(())
}
