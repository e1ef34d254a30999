//! `hardtack play`: a game in the terminal, two people at one keyboard or one against the computer.

mod begin;
mod choices;
mod console;
mod dice;
pub mod map;
mod order;
pub mod screen;
mod session;
mod talk;

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};

use engine::program::Contender;
use table::BySide;

use crate::players::{self, Waiting};
use crate::text;
use begin::Setting;
use session::Session;

/// Play a scenario here in the terminal
///
/// At every decision you see the question and the legal choices with their numbers; `help` lists what
/// else you can type. With --record every order is written to a file at once; give that file in place
/// of SCENARIO (or again with --record) to go on later.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  hardtack play                                       choose from a menu
  hardtack play SCENARIO                              two people at one keyboard
  hardtack play SCENARIO --confederate recruit        you are the Union
  hardtack play SCENARIO --union \"cmd:python3 a.py\"   you are the Confederates, a program the Union
  hardtack play SCENARIO --record game.jsonl          and later: hardtack play game.jsonl
  hardtack play SCENARIO --real-dice                  you roll, and type what fell")]
pub struct Args {
    /// A built-in scenario's id, a scenario file, or a record to go on with; without it, a menu
    scenario: Option<String>,
    #[arg(long, value_name = "PLAYER", help = format!("Who plays the Union: `me`, or the computer: {}; or a program: `cmd:PROGRAM`", players::names()))]
    union: Option<String>,
    /// Who plays the Confederates
    #[arg(long, value_name = "PLAYER")]
    confederate: Option<String>,
    /// The seed of the dice; without it, a new one
    #[arg(long, conflicts_with = "real_dice")]
    seed: Option<u64>,
    /// Type in the dice you roll yourself
    #[arg(long)]
    real_dice: bool,
    /// Keep the game in this file; go on with the game that is in it
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    waiting: Waiting,
}

/// Who gives a side's orders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    Person,
    Computer(Contender),
}

impl Player {
    fn named(name: &str, waiting: &Waiting) -> anyhow::Result<Player> {
        match name {
            "me" | "person" => Ok(Player::Person),
            other => waiting.contender(other).map(Player::Computer).context("neither is it `me`"),
        }
    }

    /// Whoever a record names: never a program, since a record may come from anybody.
    fn recorded(name: &str) -> Player {
        name.parse::<staff::Player>().map_or(Player::Person, |player| Player::Computer(player.into()))
    }

    /// The word that a record keeps.
    pub fn name(&self) -> String {
        match self {
            Player::Person => "person".to_owned(),
            Player::Computer(Contender::Staff(player)) => player.level.word().to_owned(),
            Player::Computer(program) => program.to_string(),
        }
    }
}

pub fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let Some(scenario) = args.scenario.clone() else { return menu(out) };
    let input: Box<dyn BufRead> = Box::new(io::stdin().lock());
    let setting = Setting {
        scenario,
        players: BySide {
            union: named(&args.union, &args.waiting)?,
            confederate: named(&args.confederate, &args.waiting)?,
        },
        seed: args.seed,
        real_dice: args.real_dice,
        record: args.record.clone(),
    };
    Session::open(setting, input, out)?.play()
}

fn named(name: &Option<String>, waiting: &Waiting) -> anyhow::Result<Option<Player>> {
    let player = name.as_deref().map(|name| Player::named(name, waiting)).transpose()?;
    if let Some(Player::Computer(contender)) = &player {
        players::try_out([contender])?;
    }
    Ok(player)
}

/// The menu that opens when no scenario is named.
fn menu(out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let mut input: Box<dyn BufRead> = Box::new(io::stdin().lock());
    let entries = library::list();
    if entries.is_empty() {
        bail!("there are no built-in scenarios; `hardtack play FILE` plays one of your own");
    }
    writeln!(out, "Hardtack: a table for American Civil War wargames that knows the rules.\n")?;
    let names = entries.iter().enumerate().map(|(n, e)| {
        let system = super::scenario::system_name(e.system);
        let length = text::counted(e.turns.into(), "turn");
        vec![format!("{:>3}", n + 1), e.name.clone(), format!("{system}, {length}")]
    });
    text::columns(out, "", &names.collect::<Vec<_>>())?;
    writeln!(out, "\n`hardtack --help` tells what else there is.\n")?;
    let Some(scenario) = pick(&mut input, out, "Which one? [1] ", entries.len())? else {
        return Ok(ExitCode::SUCCESS);
    };
    writeln!(out, "\n  1  You play the Union\n  2  You play the Confederates\n  3  Two people play here\n")?;
    let Some(seats) = pick(&mut input, out, "How? [1] ", 3)? else { return Ok(ExitCode::SUCCESS) };
    let computer = Some(Player::Computer(players::best().into()));
    let players = match seats {
        0 => BySide { union: None, confederate: computer },
        1 => BySide { union: computer, confederate: None },
        _ => BySide { union: None, confederate: None },
    };
    let scenario = entries[scenario].id.clone();
    let setting = Setting { scenario, players, seed: None, real_dice: false, record: None };
    Session::open(setting, input, out)?.play()
}

/// Asks for a number from 1 to `count`, and gives it counted from 0; nothing at the end of input.
fn pick(
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    prompt: &str,
    count: usize,
) -> anyhow::Result<Option<usize>> {
    loop {
        write!(out, "{prompt}")?;
        out.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 || matches!(line.trim(), "q" | "quit" | "exit") {
            writeln!(out)?;
            return Ok(None);
        }
        match line.trim() {
            "" => return Ok(Some(0)),
            typed => match typed.parse::<usize>() {
                Ok(n) if (1..=count).contains(&n) => return Ok(Some(n - 1)),
                _ => writeln!(out, "A number from 1 to {count}, or `quit`.")?,
            },
        }
    }
}
