//! What a player can ask and look at without giving an order.

use std::path::PathBuf;

use table::{Side, Viewer};

use super::choices::Choices;
use super::order::{HELP, Typed};
use super::session::Session;
use super::{map, screen};
use crate::commands::{rules, scenario};
use crate::record_file::Writer;
use crate::text;

impl Session<'_> {
    /// Shows what was asked for.
    pub(super) fn show(&self, seat: Side, choices: &Choices, typed: Typed) -> anyhow::Result<()> {
        let viewer = Viewer::Seat(seat);
        let view = || self.game.view(viewer);
        match typed {
            Typed::Help => self.help(),
            Typed::List(words) => self.console.print(|out| choices.print(out, &choices.with(&words))),
            Typed::Map(around) => {
                self.console.print(|out| map::excerpt(out, self.scenario.board(), &view(), seat, &around))
            }
            Typed::Roster(side) => self.roster(viewer, &side),
            Typed::Look(name) => self.console.print(|out| screen::look(out, &view(), &name)),
            Typed::Preview(which) => self.preview(viewer, choices, &which),
            Typed::Why(order) => self.why(seat, choices, &order),
            Typed::Rule(id) => self.rule(&id),
            Typed::Ask(question) => self.ask(viewer, &question),
            Typed::Log(count) => self.show_log(count),
            Typed::Victory => self.console.print(|out| screen::victory(out, &view().victory)),
            _ => self.console.print(|out| choices.print_folded(out)),
        }
    }

    pub(super) fn save(&mut self, file: &str) -> anyhow::Result<()> {
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

    fn preview(&self, viewer: Viewer, choices: &Choices, which: &str) -> anyhow::Result<()> {
        let Some(card) = which.parse().ok().and_then(|n| choices.get(n)) else {
            return Ok(self.console.line("Which choice? For example: preview 3")?);
        };
        let Some(question) = &card.preview else {
            return Ok(self.console.line("There is nothing to tell beforehand about this order.")?);
        };
        self.console.line(&card.label)?;
        match self.game.ask(viewer, question) {
            Ok(answer) => self.console.print(|out| screen::answer(out, &answer)),
            Err(error) => Ok(self.console.line(&error.to_string())?),
        }
    }

    pub(super) fn why(&self, seat: Side, choices: &Choices, order: &str) -> anyhow::Result<()> {
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

    pub(super) fn show_log(&self, count: usize) -> anyhow::Result<()> {
        let last = self.log.len().saturating_sub(count);
        for said in &self.log[last..] {
            self.console.print(|out| text::hanging(out, "  * ", "    ", said))?;
        }
        Ok(())
    }
}
