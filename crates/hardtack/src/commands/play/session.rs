//! One game at the terminal, decision by decision, until it is over or somebody leaves.

use std::process::ExitCode;

use anyhow::bail;
use engine::program::{Occupant, Order};
use library::Scenario;
use staff::Chooser;
use table::{BySide, Game, Header, Line, PlayError, Played, Side, Standing, Viewer};

use super::choices::Choices;
use super::console::Console;
use super::dice::TableDice;
use super::order::Typed;
use super::{Player, screen};
use crate::commands::replay;
use crate::record_file::Writer;
use crate::text;

pub struct Session<'a> {
    pub(super) console: Console<'a>,
    pub(super) scenario: Scenario,
    pub(super) game: Box<dyn Game>,
    pub(super) players: BySide<Player>,
    /// Who sits where no person does.
    pub(super) occupants: BySide<Option<Occupant>>,
    pub(super) dice: TableDice<'a>,
    pub(super) chooser: Chooser,
    pub(super) header: Header,
    pub(super) lines: Vec<Line>,
    pub(super) writer: Option<Writer>,
    /// What was said, as far as the people here may know it.
    pub(super) log: Vec<String>,
    /// Positions to go back to: no die fell since.
    pub(super) before: Vec<Before>,
}

/// The game before an order.
pub(super) struct Before {
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
        for side in Side::BOTH {
            if let Some(occupant) = &mut self.occupants[side] {
                occupant.over(self.game.as_ref());
            }
        }
        self.console.print(|out| {
            writeln!(out, "\n{}", replay::stands(&standing))?;
            screen::victory(out, &self.game.view(Viewer::Referee).victory)?;
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
        let mut memory = self.game.memory();
        let (game, steps) = (self.game.as_ref(), self.lines.len());
        let occupant = self.occupants[seat].as_mut();
        let chosen = occupant.and_then(|o| o.choose(game, seat, steps, None, &mut memory, &mut self.chooser));
        let Some(chosen) = chosen else {
            bail!("the {seat} side has no legal order: this is a fault of the program");
        };
        if let Some(why) = &chosen.instead {
            let name = self.players[seat].name();
            self.console.line(&format!("{seat}: `{name}` {why}; a recruit gives this order."))?;
        }
        let order = match chosen.order {
            Order::Nth(nth) => game.orders(seat).swap_remove(nth),
            Order::Written(order) => order,
        };
        // Where anything is hidden, only the events tell what the computer did.
        let open = !self.game.has_secrets();
        if let Some(card) = self.game.cards(seat).into_iter().find(|card| open && card.order == order) {
            self.console.line(&format!("{seat} (computer): {}", card.label))?;
        }
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

    /// Does what was typed: gives an order, takes one back, leaves, or shows something.
    fn obey(&mut self, seat: Side, choices: &Choices, typed: Typed) -> anyhow::Result<Next> {
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
            Typed::Save(file) => self.save(&file)?,
            show => self.show(seat, choices, show)?,
        }
        Ok(Next::Again)
    }

    /// An order as records write it is given; other words show the choices that have them. An order
    /// that can be read but is against a rule is told with the rule.
    fn order_or_words(&mut self, seat: Side, choices: &Choices, words: &str) -> anyhow::Result<Next> {
        let numbers = choices.with(words);
        let judged = self.game.check(seat, words);
        if choices.written(words).is_some() || (numbers.is_empty() && judged.is_ok()) {
            return self.give(seat, words);
        }
        match judged {
            Err(PlayError::Refused(_)) if numbers.is_empty() => self.why(seat, choices, words)?,
            _ if numbers.is_empty() => {
                self.console.line(&format!("No choice has `{words}`, and it is no order; `help` helps."))?;
            }
            _ => self.console.print(|out| choices.print(out, &numbers))?,
        }
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
    pub(super) fn tell(&mut self, played: &Played) -> anyhow::Result<()> {
        for table::Heard { say: said, .. } in played.seen_by(viewer(&self.players)) {
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
}

/// Whose eyes the screen is for: two people share one keyboard and see what both may know.
pub(super) fn viewer(players: &BySide<Player>) -> Viewer {
    match Side::BOTH.map(|side| players[side] == Player::Person) {
        [true, false] => Viewer::Seat(Side::Union),
        [false, true] => Viewer::Seat(Side::Confederate),
        [false, false] => Viewer::Referee,
        [true, true] => Viewer::Spectator,
    }
}
