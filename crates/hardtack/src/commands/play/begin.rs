//! How a game at the terminal begins: anew, or where a record ends.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use engine::program::{Occupant, Post};
use library::Scenario;
use staff::Chooser;
use table::{BySide, Dice, Game, Header, Line, Played, SeededDice, Side, Viewer};

use super::Player;
use super::console::Console;
use super::dice::{ByHand, TableDice};
use super::session::{Session, viewer};
use crate::commands::replay::Given;
use crate::commands::scenario::system_name;
use crate::commands::{open, replay};
use crate::record_file::{self, Record, Writer, seed_from_hex};
use crate::text;

/// What a game at the terminal is started with.
pub struct Setting {
    /// A scenario, or a record to go on with.
    pub scenario: String,
    pub players: BySide<Option<Player>>,
    pub seed: Option<u64>,
    pub real_dice: bool,
    pub record: Option<PathBuf>,
}

impl<'a> Session<'a> {
    /// Opens a new game, or goes on with the one in the record.
    pub fn open(setting: Setting, input: Box<dyn BufRead>, out: &'a mut dyn Write) -> anyhow::Result<Self> {
        let console = Console::new(input, out);
        let file = [Some(PathBuf::from(&setting.scenario)), setting.record.clone()]
            .into_iter()
            .flatten()
            .find(|path| path.extension().is_some_and(|e| e == "jsonl") && path.exists());
        match file {
            Some(path) => Session::resume(&setting, &path, console),
            None => Session::begin(&setting, console),
        }
    }

    fn begin(setting: &Setting, console: Console<'a>) -> anyhow::Result<Self> {
        let scenario = open(&setting.scenario)?;
        let seed = match setting.seed {
            Some(number) => SeededDice::seed_of_number(number),
            None => fresh_seed()?,
        };
        let seed = (!setting.real_dice).then_some(seed);
        let players = BySide::from_fn(|side| setting.players[side].clone().unwrap_or(Player::Person));
        welcome(&console, &scenario, &players, seed)?;
        let mut dice = dice_of(seed, &console);
        let (game, start) = scenario.start(&mut dice);
        if dice.ended() {
            bail!("the game cannot begin without its dice");
        }
        let names = Side::BOTH.map(|side| players[side].name());
        let header = scenario.header(names, seed, &start);
        let chooser = Chooser::new(seed_number(&header), 0, Side::Union);
        let mut session = Session {
            console,
            occupants: occupants(&players, &scenario),
            scenario,
            game,
            players,
            dice,
            chooser,
            header,
            lines: Vec::new(),
            writer: None,
            log: Vec::new(),
            before: Vec::new(),
        };
        session.tell(&start)?;
        if let Some(path) = &setting.record {
            session.writer = Some(Writer::create(path, &session.header, &[])?);
        }
        Ok(session)
    }

    fn resume(setting: &Setting, path: &Path, console: Console<'a>) -> anyhow::Result<Self> {
        let mut record = record_file::read(path)?;
        if record.lines.last().is_some_and(Result::is_err) {
            record.lines.pop();
            console.line("The last line of the record was cut off; the game goes on before it.")?;
        }
        let scenario = record.scenario(None)?;
        let shown = path.display();
        replay::again(&scenario, &record).with_context(|| format!("`{shown}` cannot be gone on with"))?;
        let Record { header, lines, .. } = record;
        let seed = header.seed.as_deref().and_then(seed_from_hex);
        let mut dice = dice_of(seed, &console);
        let lines: Vec<Line> = lines.into_iter().flatten().collect();
        skip(&mut dice, header.dice.len() + lines.iter().map(|line| line.dice.len()).sum::<usize>());
        let recorded = |side: Side| Player::recorded(&header.players[side as usize]);
        let players = BySide::from_fn(|side| setting.players[side].clone().unwrap_or_else(|| recorded(side)));
        welcome(&console, &scenario, &players, seed)?;
        let (game, log) = again(&scenario, &header, &lines, viewer(&players))?;
        let chooser = Chooser::new(seed_number(&header), lines.len() as u64, Side::Union);
        let writer = Some(Writer::create(path, &header, &lines)?);
        let session = Session {
            console,
            occupants: occupants(&players, &scenario),
            scenario,
            game,
            players,
            dice,
            chooser,
            header,
            lines,
            writer,
            log,
            before: Vec::new(),
        };
        let decisions = text::counted(session.lines.len(), "decision");
        session.console.line(&format!("The game goes on after {decisions}. What happened last:"))?;
        session.show_log(5)?;
        Ok(session)
    }
}

/// Who sits where no person does.
fn occupants(players: &BySide<Player>, scenario: &Scenario) -> BySide<Option<Occupant>> {
    BySide::from_fn(|side| match &players[side] {
        Player::Person => None,
        Player::Computer(contender) => Some(contender.sits(Post {
            scenario: Some(scenario.id.clone()),
            against: Some(players[side.other()].name()),
            ..Post::default()
        })),
    })
}

/// What is played, by whom, and the promise about the dice.
fn welcome(
    console: &Console,
    scenario: &Scenario,
    players: &BySide<Player>,
    seed: Option<[u8; 32]>,
) -> anyhow::Result<()> {
    console.print(|out| {
        writeln!(out, "\n{} ({})\n", scenario.name, system_name(scenario.system))?;
        text::paragraph(out, "", &scenario.description)?;
        writeln!(out)?;
        for side in Side::BOTH {
            match &players[side] {
                Player::Person => writeln!(out, "{side}: played by you")?,
                Player::Computer(level) => writeln!(out, "{side}: played by the computer ({level})")?,
            }
        }
        if let Some(seed) = seed {
            writeln!(out, "Dice: the hash of their seed is\n  {}", SeededDice::commitment(&seed))?;
        }
        writeln!(out, "Type `help` to see what you can do.\n")?;
        Ok(())
    })
}

/// The game as the record left it, and what was said on the way.
fn again(
    scenario: &Scenario,
    header: &Header,
    lines: &[Line],
    viewer: Viewer,
) -> anyhow::Result<(Box<dyn Game>, Vec<String>)> {
    let (mut game, start) = scenario.start(&mut Given::new(&header.dice));
    let told = |played: &Played| played.seen_by(viewer).into_iter().map(|heard| heard.say);
    let mut log: Vec<String> = told(&start).collect();
    for line in lines {
        log.extend(told(&game.play(line.seat, &line.order, &mut Given::new(&line.dice))?));
    }
    Ok((game, log))
}

/// Lets the dice go by that have fallen already.
fn skip(dice: &mut TableDice, fallen: usize) {
    if let TableDice::Seeded(seeded) = dice {
        for _ in 0..fallen {
            seeded.d6("");
        }
    }
}

fn dice_of<'a>(seed: Option<[u8; 32]>, console: &Console<'a>) -> TableDice<'a> {
    match seed {
        Some(seed) => TableDice::Seeded(Box::new(SeededDice::new(seed))),
        None => TableDice::ByHand(ByHand::new(console.clone())),
    }
}

/// A seed nobody can foresee.
fn fresh_seed() -> anyhow::Result<[u8; 32]> {
    let mut seed = [0; 32];
    getrandom::fill(&mut seed).context("the system gives no random numbers; use --seed")?;
    Ok(seed)
}

/// A number for the computer player's choices, from the game's seed or without one.
fn seed_number(header: &Header) -> u64 {
    header.seed_hash.get(..16).and_then(|digits| u64::from_str_radix(digits, 16).ok()).unwrap_or(1)
}
