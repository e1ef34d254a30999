//! Words between players, beside the log: who holds a seat writes, whoever may look reads. The table itself notes there what
//! players agreed on. Nothing of it is ever logged, and nothing is part of a record.

use std::sync::Arc;

use club::notices::Kind;
use schemars::JsonSchema;
use serde::Serialize;
use table::Side;

use crate::hosted::{HostedGame, Locked};
use crate::seat::Access;
use crate::store::Store;
use crate::{Error, Games};

/// The most signs of a line.
const LONGEST: usize = 500;
/// The most lines of one answer.
const MOST_LINES: usize = 500;

/// Who speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum ChatKind {
    /// A player.
    Said,
    /// The table: what players agreed on.
    Table,
}

impl ChatKind {
    pub(crate) fn word(self) -> &'static str {
        match self {
            ChatKind::Said => "said",
            ChatKind::Table => "table",
        }
    }

    pub(crate) fn read(word: &str) -> ChatKind {
        if word == "said" { ChatKind::Said } else { ChatKind::Table }
    }
}

/// A line to be kept.
#[derive(Clone, Debug)]
pub struct Saying {
    pub side: Option<Side>,
    /// Whose line it is, if he is a member.
    pub person: Option<String>,
    pub name: String,
    pub kind: ChatKind,
    pub words: String,
}

/// A line as everybody at the table reads it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ChatLine {
    /// From 1, in the order in which they came.
    pub n: u64,
    /// Seconds since 1970.
    pub at: i64,
    pub side: Option<Side>,
    pub name: String,
    pub kind: ChatKind,
    pub words: String,
    /// A moderator took it away: the words are gone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub removed: bool,
}

/// What is left of words when everything invisible is taken out; lines stay lines.
///
/// # Errors
/// Nothing is left, or it is too long.
pub(crate) fn clean(words: &str, longest: usize) -> Result<String, Error> {
    let shown = |c: &char| *c == '\n' || !(c.is_control() || club::names::is_invisible(*c));
    let words: String = words.chars().filter(shown).collect();
    let words = words.trim();
    match words.chars().count() {
        count if count > longest => {
            Err(Error::Malformed(format!("at most {longest} signs: these are {count}")))
        }
        _ => Ok(words.to_owned()),
    }
}

impl Games {
    /// Says something at a table.
    ///
    /// # Errors
    /// The bearer holds no seat, a moderator has muted him, or there are no words or too many.
    pub async fn say(
        &self,
        hosted: &HostedGame,
        access: Access,
        seat: Option<Side>,
        words: &str,
    ) -> Result<ChatLine, Error> {
        let side = access.seat(seat, None)?;
        let words = clean(words, LONGEST)?;
        if words.is_empty() {
            return Err(Error::Malformed("there are no words".into()));
        }
        let holder = hosted.holders()[side].clone();
        let (name, person) = (holder.called(side), holder.person);
        if let Some(person) = &person {
            self.club().may_speak(person).await?;
        }
        let told = format!("{name} has written to you at the table.");
        let saying = Saying { side: Some(side), person, name, kind: ChatKind::Said, words };
        let line = self.store().add_chat(hosted.row.key, saying).await?;
        hosted.chatted(line.clone());
        hosted.lock(self.store()).await?.call(side.other(), Kind::Chat, told);
        Ok(line)
    }

    /// What was said after the line of this number, at most the newest 500 lines.
    ///
    /// # Errors
    /// The store failed.
    pub async fn chat(&self, hosted: &HostedGame, after: u64) -> Result<Vec<ChatLine>, Error> {
        self.store().chat(hosted.row.key, after, MOST_LINES).await
    }

    /// Takes a line away: it stays in its place, without its words. For who looks after the club.
    ///
    /// # Errors
    /// There is no such game or line.
    pub async fn remove_chat(&self, game: &str, n: u64) -> Result<(), Error> {
        let hosted = self.game(game).await?;
        if !self.store().remove_chat(hosted.row.key, n).await? {
            return Err(Error::NotFound(format!("there is no line {n}")));
        }
        self.chat_again(&hosted, n).await
    }

    /// Tells a line to whoever listens here: another server has it, or it was taken away.
    pub(crate) async fn chat_again(&self, hosted: &HostedGame, n: u64) -> Result<(), Error> {
        if let Some(line) = self.store().chat_line(hosted.row.key, n).await? {
            hosted.chatted(line);
        }
        Ok(())
    }
}

impl HostedGame {
    fn chatted(&self, line: ChatLine) {
        // Fails only when nobody listens.
        let _ = self.chat.send(Arc::new(line));
    }

    /// The table notes what players agreed on. That has happened already: should this fail, it is only not told here.
    pub(crate) async fn note_down(&self, store: &Store, side: Option<Side>, words: String) {
        let saying = Saying { side, person: None, name: String::new(), kind: ChatKind::Table, words };
        match store.add_chat(self.row.key, saying).await {
            Ok(line) => self.chatted(line),
            Err(why) => {
                tracing::error!(game = self.row.id, %why, "what happened at a table could not be noted")
            }
        }
    }
}

impl Locked<'_> {
    /// What the player of a side is called.
    pub(crate) fn called(&self, side: Side) -> String {
        self.hosted.holders()[side].called(side)
    }
}
