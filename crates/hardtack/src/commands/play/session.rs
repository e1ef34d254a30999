//! One game at the terminal from its first decision to its last, or until somebody leaves.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use library::Scenario;
use table::{BySide, Dice, Game, Header, Line, Played, SeededDice, Side, Standing, Viewer};

use super::Player;
use super::choices::Choices;
use super::console::Console;
use super::dice::{ByHand, TableDice};
use super::order::{HELP, Typed};
use super::{map, screen};
use crate::commands::scenario::{self, system_name};
use crate::commands::{open, replay, rules};
use crate::players::{self, Chooser};
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

pub struct Session<'a> {
    console: Console<'a>,
    scenario: Scenario,
    game: Box<dyn Game>,
    players: BySide<Player>,
    dice: TableDice<'a>,
    chooser: Chooser,
    header: Header,
    lines: Vec<Line>,
    writer: Option<Writer>,
    /// What was said, with the number of the decision it came of.
    log: Vec<String>,
    /// Positions to go back to: no die fell since.
    before: Vec<Before>,
}

/// The game before an order.
struct Before {
    game: Box<dyn Game>,
    lines: usize,
    log: usize,
}

/// What the session does next.
enum Next {
    Again,
    Go,
    Leave,
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
        let players = BySide::from_fn(|side| setting.players[side].unwrap_or(Player::Person));
        welcome(&console, &scenario, players, seed)?;
        let mut dice = dice_of(seed, &console);
        let (game, start) = scenario.start(&mut dice);
        if dice.ended() {
            bail!("the game cannot begin without its dice");
        }
        let names = Side::BOTH.map(|side| players[side].name().to_owned());
        let header = record_file::header(&scenario, names, seed, &start);
        let chooser = Chooser::new(seed_number(&header), 0, Side::Union);
        let mut session = Session {
            console,
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
        let scenario = open(&record.header.scenario)?;
        let shown = path.display();
        replay::again(&scenario, &record).with_context(|| format!("`{shown}` cannot be gone on with"))?;
        let Record { header, lines } = record;
        let seed = header.seed.as_deref().and_then(seed_from_hex);
        let mut dice = dice_of(seed, &console);
        let (mut game, start) = scenario.start(&mut replay::Given::new(&header.dice));
        let mut session_log = start.said;
        let lines: Vec<Line> = lines.into_iter().flatten().collect();
        for line in &lines {
            let played = game.play(line.seat, &line.order, &mut replay::Given::new(&line.dice))?;
            session_log.extend(played.said);
        }
        if let TableDice::Seeded(seeded) = &mut dice {
            let fallen = header.dice.len() + lines.iter().map(|line| line.dice.len()).sum::<usize>();
            for _ in 0..fallen {
                seeded.d6("");
            }
        }
        let recorded = |side: Side| Player::named(&header.players[side as usize]).unwrap_or(Player::Person);
        let players = BySide::from_fn(|side| setting.players[side].unwrap_or_else(|| recorded(side)));
        welcome(&console, &scenario, players, seed)?;
        let chooser = Chooser::new(seed_number(&header), lines.len() as u64, Side::Union);
        let writer = Some(Writer::create(path, &header, &lines)?);
        let session = Session {
            console,
            scenario,
            game,
            players,
            dice,
            chooser,
            header,
            lines,
            writer,
            log: session_log,
            before: Vec::new(),
        };
        let decisions = text::counted(session.lines.len(), "decision");
        session.console.line(&format!("The game goes on after {decisions}. What happened last:"))?;
        session.show_log(5)?;
        Ok(session)
    }

    /// Plays until the game is over or somebody leaves.
    pub fn play(mut self) -> anyhow::Result<ExitCode> {
        loop {
            let decision = match self.game.standing() {
                Standing::Over(_) => break,
                Standing::Waiting(decision) => decision,
            };
            let people = decision.seats.iter().find(|side| self.players[*side] == Player::Person);
            let seat = people.unwrap_or(decision.seats.first());
            let next = match self.players[seat] {
                Player::Computer(_) => self.computer(seat)?,
                Player::Person => self.person(seat)?,
            };
            if matches!(next, Next::Leave) {
                return self.leave();
            }
        }
        let standing = self.game.standing();
        self.console.print(|out| {
            writeln!(out, "\n{}", replay::stands(&standing))?;
            screen::victory(out, &self.game.view(Viewer::Referee))?;
            match &self.header.seed {
                Some(seed) => writeln!(out, "The dice seed was {seed}")?,
                None => writeln!(out, "The dice were yours.")?,
            }
            anyhow::Ok(())
        })?;
        Ok(ExitCode::SUCCESS)
    }

    fn leave(&self) -> anyhow::Result<ExitCode> {
        match &self.writer {
            Some(writer) => {
                let path = writer.path.display();
                self.console
                    .line(&format!("The game is in {path}; `hardtack play {path}` goes on with it."))?;
            }
            None => self.console.line("The game was not saved.")?,
        }
        Ok(ExitCode::SUCCESS)
    }

    fn computer(&mut self, seat: Side) -> anyhow::Result<Next> {
        let Some(order) = players::choose(self.game.as_ref(), seat, &mut self.chooser) else {
            bail!("the {seat} side has no legal order: this is a fault of the program");
        };
        let label = self.game.cards(seat).into_iter().find(|c| c.order == order).map(|c| c.label);
        self.console.line(&format!("{seat} (computer): {}", label.unwrap_or_else(|| order.clone())))?;
        self.give(seat, &order)
    }

    /// Asks a person until an order is given.
    fn person(&mut self, seat: Side) -> anyhow::Result<Next> {
        let Standing::Waiting(decision) = self.game.standing() else { return Ok(Next::Go) };
        let choices = Choices::new(self.game.cards(seat));
        if choices.len() == 0 {
            bail!("the {seat} side has no legal order: this is a fault of the program");
        }
        let view = self.game.view(Viewer::Seat(seat));
        self.console.print(|out| {
            screen::heading(out, &view)?;
            screen::question(out, seat, &decision)?;
            choices.print_folded(out)
        })?;
        loop {
            let Some(line) = self.console.ask(&format!("{seat}> "))? else { return Ok(Next::Leave) };
            match self.obey(seat, &choices, Typed::read(&line))? {
                Next::Again => {}
                next => return Ok(next),
            }
        }
    }

    fn obey(&mut self, seat: Side, choices: &Choices, typed: Typed) -> anyhow::Result<Next> {
        let viewer = Viewer::Seat(seat);
        match typed {
            Typed::Number(number) => match choices.get(number) {
                Some(card) => return self.give(seat, &card.order),
                // A hex is a number too.
                None if !choices.with(&number.to_string()).is_empty() => {
                    return self.order_or_words(seat, choices, &number.to_string());
                }
                None => self.console.line(&format!("The choices go from 1 to {}.", choices.len()))?,
            },
            Typed::Other(words) => return self.order_or_words(seat, choices, &words),
            Typed::Undo => return self.undo(),
            Typed::Quit => return Ok(Next::Leave),
            Typed::Nothing => self.console.print(|out| choices.print_folded(out))?,
            Typed::Help => self.help()?,
            Typed::List(words) => self.console.print(|out| choices.print(out, &choices.with(&words)))?,
            Typed::Map(around) => {
                let view = self.game.view(viewer);
                self.console.print(|out| map::excerpt(out, self.scenario.board(), &view, &around))?;
            }
            Typed::Roster(side) => self.roster(viewer, &side)?,
            Typed::Look(name) => {
                self.console.print(|out| screen::look(out, &self.game.view(viewer), &name))?;
            }
            Typed::Odds(which) => self.odds(viewer, choices, &which)?,
            Typed::Why(order) => self.why(seat, choices, &order)?,
            Typed::Rule(id) => self.rule(&id)?,
            Typed::Ask(question) => self.ask(viewer, &question)?,
            Typed::Log(count) => self.show_log(count)?,
            Typed::Victory => self.console.print(|out| screen::victory(out, &self.game.view(viewer)))?,
            Typed::Save(file) => self.save(&file)?,
        }
        Ok(Next::Again)
    }

    /// An order as records write it is given; other words show the choices that have them.
    fn order_or_words(&mut self, seat: Side, choices: &Choices, words: &str) -> anyhow::Result<Next> {
        let numbers = choices.with(words);
        if choices.written(words).is_some() || (numbers.is_empty() && self.game.check(seat, words).is_ok()) {
            return self.give(seat, words);
        }
        if numbers.is_empty() {
            let hint =
                format!("No choice has `{words}`. `why {words}` says why, if it is an order; `help` helps.");
            self.console.line(&hint)?;
        }
        self.console.print(|out| choices.print(out, &numbers))?;
        Ok(Next::Again)
    }

    /// Gives an order, writes it down and tells what came of it.
    fn give(&mut self, seat: Side, order: &str) -> anyhow::Result<Next> {
        let before = Before { game: self.game.copy(), lines: self.lines.len(), log: self.log.len() };
        let played = match self.game.play(seat, order, &mut self.dice) {
            Ok(played) => played,
            Err(refused) => {
                self.console.line(&refused.to_string())?;
                return Ok(Next::Again);
            }
        };
        if self.dice.ended() {
            self.game = before.game;
            return Ok(Next::Leave);
        }
        let line = Line::of(seat, order, &played);
        if let Some(writer) = &mut self.writer {
            writer.push(&line)?;
        }
        self.lines.push(line);
        // What dice or a hidden piece have told nobody can take back.
        if played.rolls.is_empty() && played.masks.is_empty() {
            if self.players[seat] == Player::Person {
                self.before.push(before);
            }
        } else {
            self.before.clear();
        }
        self.tell(&played)?;
        Ok(Next::Go)
    }

    /// Tells what happened, as far as the people at this keyboard may know it.
    fn tell(&mut self, played: &Played) -> anyhow::Result<()> {
        let person = |side: Side| self.players[side] == Player::Person;
        let viewer = match Side::BOTH.map(person) {
            [true, false] => Viewer::Seat(Side::Union),
            [false, true] => Viewer::Seat(Side::Confederate),
            [false, false] => Viewer::Referee,
            [true, true] => Viewer::Spectator,
        };
        for (_, said) in played.seen_by(viewer) {
            self.console.print(|out| text::hanging(out, "  * ", "    ", &said))?;
            self.log.push(said);
        }
        Ok(())
    }

    fn undo(&mut self) -> anyhow::Result<Next> {
        let Some(before) = self.before.pop() else {
            self.console.line("Nothing can be taken back: dice fell since, or nothing was ordered.")?;
            return Ok(Next::Again);
        };
        self.game = before.game;
        self.lines.truncate(before.lines);
        self.log.truncate(before.log);
        if let Some(writer) = self.writer.take() {
            self.writer = Some(Writer::create(&writer.path, &self.header, &self.lines)?);
        }
        self.console.line("Taken back.")?;
        Ok(Next::Go)
    }

    fn save(&mut self, file: &str) -> anyhow::Result<()> {
        let path = match (file, &self.writer) {
            ("", Some(writer)) => writer.path.clone(),
            ("", None) => return Ok(self.console.line("Save where? For example: save game.jsonl")?),
            (name, _) if name.ends_with(".jsonl") => PathBuf::from(name),
            (name, _) => PathBuf::from(format!("{name}.jsonl")),
        };
        match Writer::create(&path, &self.header, &self.lines) {
            Ok(writer) => {
                self.writer = Some(writer);
                self.console.line(&format!("Saved to {}; every order is added to it.", path.display()))?;
            }
            Err(error) => self.console.line(&format!("{error:#}"))?,
        }
        Ok(())
    }

    fn help(&self) -> anyhow::Result<()> {
        let rows: Vec<_> = HELP.iter().map(|(a, b)| vec![(*a).to_owned(), (*b).to_owned()]).collect();
        Ok(self.console.print(|out| text::columns(out, "  ", &rows))?)
    }

    fn roster(&self, viewer: Viewer, side: &str) -> anyhow::Result<()> {
        let view = self.game.view(viewer);
        let asked = side.to_lowercase();
        let wanted = |s: &Side| asked.is_empty() || s.word().starts_with(&asked);
        for side in Side::BOTH.into_iter().filter(wanted) {
            self.console.print(|out| {
                writeln!(out, "{side}")?;
                scenario::roster(out, &view, side)
            })?;
        }
        Ok(())
    }

    fn odds(&self, viewer: Viewer, choices: &Choices, which: &str) -> anyhow::Result<()> {
        let Some(card) = which.parse().ok().and_then(|n| choices.get(n)) else {
            return Ok(self.console.line("Which choice? For example: odds 3")?);
        };
        let Some(question) = &card.preview else {
            return Ok(self.console.line("No dice decide this order.")?);
        };
        self.console.line(&card.label)?;
        match self.game.ask(viewer, question) {
            Ok(answer) => self.console.print(|out| screen::answer(out, &answer)),
            Err(error) => Ok(self.console.line(&error.to_string())?),
        }
    }

    fn why(&self, seat: Side, choices: &Choices, order: &str) -> anyhow::Result<()> {
        let order = order.parse().ok().and_then(|n| choices.get(n)).map_or(order, |card| &card.order);
        match self.game.check(seat, order) {
            Ok(()) => self.console.line(&format!("`{order}` is legal."))?,
            Err(table::PlayError::Refused(refusal)) => {
                self.console.line(&refusal.to_string())?;
                self.rule(refusal.rule.0)?;
            }
            Err(other) => self.console.line(&other.to_string())?,
        }
        Ok(())
    }

    fn rule(&self, id: &str) -> anyhow::Result<()> {
        let found = rules::find(id);
        if found.is_empty() || id.is_empty() {
            return Ok(self.console.line(&format!("The index has no clause `{id}`."))?);
        }
        found.into_iter().try_for_each(|clause| self.console.print(|out| rules::show(clause, out)))
    }

    fn ask(&self, viewer: Viewer, question: &str) -> anyhow::Result<()> {
        let answer = match serde_json::from_str(question) {
            Ok(question) => self.game.ask(viewer, &question).unwrap_or_else(|e| e.to_json()),
            Err(error) => return Ok(self.console.line(&format!("The question is not JSON: {error}"))?),
        };
        self.console.print(|out| screen::answer(out, &answer))
    }

    fn show_log(&self, count: usize) -> anyhow::Result<()> {
        let last = self.log.len().saturating_sub(count);
        for said in &self.log[last..] {
            self.console.print(|out| text::hanging(out, "  * ", "    ", said))?;
        }
        Ok(())
    }
}

/// What is played, by whom, and the promise about the dice.
fn welcome(
    console: &Console,
    scenario: &Scenario,
    players: BySide<Player>,
    seed: Option<[u8; 32]>,
) -> anyhow::Result<()> {
    console.print(|out| {
        writeln!(out, "\n{} ({})\n", scenario.name, system_name(scenario.system))?;
        text::paragraph(out, "", &scenario.description)?;
        writeln!(out)?;
        for side in Side::BOTH {
            match players[side] {
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
