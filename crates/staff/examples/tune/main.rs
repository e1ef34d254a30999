//! Looks for better figures for the doctrine of a system by playing against a league: `cargo xtask tune`.
//!
//! For each battle and side, or for all battles together, an evolution strategy ([`evolve`]) changes all figures a little, plays
//! each candidate against players of many habits on the same falls of the dice, and moves towards those that did better.
//! What it ends with is kept only if it does better on fresh games than what there was. The same seed finds the same figures.

#[path = "../common/battles.rs"]
mod battles;
mod evolve;
mod league;

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Parser;
use staff::tunings::{ANY, Figures, Tunings};
use table::Side;

use evolve::Strategy;
use league::{Field, Score};

/// Look for better figures for a doctrine by playing against a league
#[derive(Parser)]
struct Args {
    /// Scenarios of one system; all of it if only the system is named
    #[arg(required = true)]
    battles: Vec<String>,
    /// One table for all of them, for battles that have none of their own
    #[arg(long)]
    any: bool,
    /// Only this side
    #[arg(long)]
    side: Option<String>,
    /// Steps of the strategy
    #[arg(long, default_value_t = 60)]
    generations: u32,
    /// Games of each candidate in each step
    #[arg(long, default_value_t = 32)]
    games: u64,
    /// Fresh games by which the outcome is judged
    #[arg(long, default_value_t = 400)]
    proof: u64,
    #[arg(long, default_value_t = 1863)]
    seed: u64,
    /// The folder of the tunings
    #[arg(long, default_value = "crates/staff/tunings")]
    out: PathBuf,
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let battles = battles::named(&args.battles)?;
    let system = battles[0].system;
    if let Some(other) = battles.iter().find(|battle| battle.system != system) {
        bail!("{} is of another system than {}: tune one after the other", other.id, battles[0].id);
    }
    let sides: Vec<Side> =
        Side::BOTH.into_iter().filter(|s| args.side.as_deref().is_none_or(|only| only == s.word())).collect();
    if sides.is_empty() {
        bail!("there is no such side: write union or confederate");
    }
    let file = args.out.join(format!("{system}.toml"));
    println!("| battle | side | games | before | after | |\n| --- | --- | --: | --: | --: | --- |");
    if args.any {
        let ids: Vec<&str> = battles.iter().map(|battle| battle.id.as_str()).collect();
        for side in sides {
            tune(ANY, &ids, side, &args, &file)?;
        }
        return Ok(());
    }
    for battle in &battles {
        for side in &sides {
            tune(&battle.id, &[&battle.id], *side, &args, &file)?;
        }
    }
    Ok(())
}

/// Tunes one side of one battle, or of many, and keeps what is better.
fn tune(name: &str, ids: &[&str], side: Side, args: &Args, file: &Path) -> anyhow::Result<()> {
    let mut known = read(file)?;
    let field = Field::open(ids, side, &known)?;
    let weights = field.weights();
    if weights.is_empty() {
        bail!("the doctrine of {name} has no figures to change");
    }
    let battle = if name == ANY { ANY.to_owned() } else { field.battle() };
    let mut from: Figures =
        known.get(&battle).and_then(|sides| sides.get(side.word())).cloned().unwrap_or_default();
    from.retain(|name, _| weights.iter().any(|(known, _)| known == name));
    let usual: Vec<f32> = weights.iter().map(|(_, usual)| *usual).collect();
    let start: Vec<f64> = weights
        .iter()
        .map(|(name, usual)| from.get(*name).map_or(0.0, |value| evolve::step_to(*usual, *value)))
        .collect();
    let values = |steps: &[f64]| -> Vec<f32> {
        usual.iter().zip(steps).map(|(usual, step)| evolve::stepped(*usual, *step)).collect()
    };
    let mut strategy = Strategy::new(start.clone(), args.seed ^ side as u64);
    for generation in 0..args.generations {
        let candidates = strategy.ask();
        let first = u64::from(generation) * args.games;
        let scores: Vec<Score> =
            candidates.iter().map(|c| field.play(&values(c), first, args.games, args.seed)).collect();
        let merits: Vec<f64> =
            candidates.iter().zip(&scores).map(|(c, s)| s.merit() - evolve::far(c)).collect();
        strategy.tell(&candidates, &merits);
        if generation % 10 == 9 {
            let mean = scores.iter().map(Score::won).sum::<f64>() / scores.len() as f64;
            eprintln!(
                "{name}, {}: step {} of {}: {:.1} % won",
                side.word(),
                generation + 1,
                args.generations,
                100.0 * mean
            );
        }
    }
    let fresh = u64::MAX / 2;
    let before = field.play(&values(&start), fresh, args.proof, args.seed);
    let found = strategy.mean().to_vec();
    let after = field.play(&values(&found), fresh, args.proof, args.seed);
    let better = after.merit() > before.merit() + 0.01;
    println!(
        "| `{name}` | {} | {} | {:.1}% | {:.1}% | {} |",
        side.word(),
        args.proof,
        100.0 * before.won(),
        100.0 * after.won(),
        if better { "kept" } else { "left as it was" }
    );
    if better {
        let figures =
            weights.iter().zip(values(&found)).map(|((name, _), value)| ((*name).to_owned(), rounded(value)));
        known.entry(battle).or_default().insert(side.word().to_owned(), figures.collect());
        write(file, &known)?;
    }
    Ok(())
}

/// To three figures that count: more say nothing.
fn rounded(value: f32) -> f32 {
    format!("{value:.2e}").parse().unwrap_or(value)
}

fn read(file: &Path) -> anyhow::Result<Tunings> {
    match std::fs::read_to_string(file) {
        Ok(text) => toml::from_str(&text).with_context(|| file.display().to_string()),
        Err(_) => Ok(Tunings::default()),
    }
}

fn write(file: &Path, tunings: &Tunings) -> anyhow::Result<()> {
    let mut text = String::from("# Written by `cargo xtask tune`.\n");
    for (battle, sides) in tunings {
        for (side, figures) in sides {
            text += &format!("\n[{battle:?}.{side}]\n");
            for (name, value) in figures {
                text += &format!("{name} = {value:?}\n");
            }
        }
    }
    std::fs::write(file, text).with_context(|| file.display().to_string())
}
