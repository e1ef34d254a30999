//! What is kept of games, seats and journals: the statements, in the language both databases have.

mod chat;
mod forgetting;
mod lists;
mod open_seats;
mod proposals;
mod remarks;
mod results;
mod rows;
#[cfg(test)]
mod tests;
mod texts;

use std::sync::Arc;

use ::store::{Also, Append, Fault, NewEntry, Sql, values};
use table::{BySide, SeededDice, Side};

use crate::Error;
use crate::journal::{Entry, Given};
use crate::remarks::{author_of_hash, author_of_person};
use crate::seat::Holder;
use crate::timing::{self, time::Clock};
use crate::token::TokenHash;
pub use ::store::Summary;
pub use forgetting::delete;
pub use lists::About;
pub use open_seats::{NewOpenSeat, OpenSeatRow, Place};
pub use results::Ending;
pub use rows::read_seats;
use rows::{GAME_COLUMNS, GAMES, insert_game, insert_seat, read_entry, read_game, side_of};
pub use texts::{Texts, hash_of};

/// A game as the store knows it, without its journal.
#[derive(Clone, Debug)]
pub struct GameRow {
    pub key: i64,
    pub id: String,
    pub scenario: String,
    pub options: Vec<String>,
    /// The lesson, if it is one.
    pub lesson: Option<LessonRow>,
    /// The game it was played on from, if it was.
    pub origin: Option<OriginRow>,
    /// Only its players may look.
    pub private: bool,
    pub scenario_hash: String,
    pub version: String,
    pub seed: [u8; 32],
    pub created: i64,
    pub summary: Summary,
}

/// The lesson a game was begun with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessonRow {
    pub id: String,
    /// The hash of its text.
    pub text: String,
}

/// The moment of another game that a game was played on from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OriginRow {
    pub game: String,
    pub orders: usize,
    /// The dice of the set-up.
    pub dice: Vec<u8>,
}

impl GameRow {
    /// What is told of the dice before the game is over; nothing in a lesson, whose dice are written down.
    pub fn seed_hash(&self) -> String {
        if self.lesson.is_some() { String::new() } else { SeededDice::commitment(&self.seed) }
    }
}

/// What a new game begins with.
#[derive(Default)]
pub struct Begins {
    /// The texts it is played by, where they are not kept yet.
    pub texts: Option<Arc<Texts>>,
    /// The text of its lesson.
    pub lesson: Option<String>,
    /// The orders that another game brought along.
    pub journal: Vec<Entry>,
    /// The seats that are offered.
    pub offers: Vec<NewOpenSeat>,
    /// The clock by which it is played, if by one.
    pub clock: Option<Clock>,
    /// The game that it follows; nothing is made where another does already.
    pub after: Option<i64>,
}

/// A finished game against a computer player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoutRow {
    pub system: String,
    pub officer: String,
    /// Nobody: it was a draw.
    pub winner: Option<Side>,
    /// Whose side it was that is asked about.
    pub side: Side,
}

/// The games of a store.
#[derive(Clone)]
pub struct Store {
    base: ::store::Store,
}

impl Store {
    pub fn new(base: ::store::Store) -> Store {
        Store { base }
    }

    /// What lies beneath, for everything that is no game.
    pub fn base(&self) -> &::store::Store {
        &self.base
    }

    /// Brings everything to where it is whole.
    ///
    /// # Errors
    /// The disk failed.
    pub async fn settle(&self) -> Result<(), Error> {
        Ok(self.base.settle().await?)
    }

    /// How many games there are.
    pub async fn count(&self) -> Result<u64, Error> {
        let count = self.base.read(|sql| sql.number("SELECT count(*) FROM game", &[])).await?;
        Ok(count as u64)
    }

    /// Keeps a new game with its seats and what comes with it; its key.
    pub async fn create(&self, row: GameRow, holders: BySide<Holder>, begins: Begins) -> Result<i64, Error> {
        let Begins { texts, lesson, journal, offers, clock, after } = begins;
        let work = move |sql: &mut dyn Sql| {
            if let Some(texts) = texts {
                texts::keep(sql, &row.scenario_hash, &texts)?;
            }
            if let Some(text) = lesson {
                texts::keep_one(sql, &text)?;
            }
            if let Some(before) = after {
                lists::succeed(sql, before, &row.id)?;
            }
            let key = insert_game(sql, &row)?;
            for side in Side::BOTH {
                insert_seat(sql, key, side, &holders[side])?;
            }
            for offer in &offers {
                open_seats::put(sql, key, offer, row.created)?;
            }
            for (seq, entry) in journal.iter().enumerate() {
                let insert = "INSERT INTO entry (game, seq, body) VALUES (?1, ?2, ?3)";
                sql.execute(insert, &values![key, seq, entry.to_bytes()])?;
            }
            if let Some(clock) = clock {
                timing::rows::make(sql, key, &clock)?;
                // Everybody sits there already.
                if after.is_some() {
                    timing::rows::start(sql, key, clock.since)?;
                }
            }
            Ok(key)
        };
        Ok(self.base.write(work).await?)
    }

    /// Appends to a journal, if `seq` is still its length, notes the summary if it changed, and does what else goes with it.
    ///
    /// # Errors
    /// [`Error::Overtaken`]: it is not.
    pub async fn append(
        &self,
        game: i64,
        seq: u64,
        entries: Vec<Entry>,
        summary: Option<Summary>,
        also: Option<Also>,
    ) -> Result<(), Error> {
        let entries = entries.iter().map(|entry| NewEntry {
            body: entry.to_bytes(),
            note: match entry {
                Entry::Order(Given { note, .. }) => note.clone(),
                _ => None,
            },
        });
        let append = Append { game, seq, entries: entries.collect(), summary, also };
        match self.base.append(append).await {
            Err(Fault::Doubled) => Err(Error::Overtaken),
            done => Ok(done?),
        }
    }

    /// Gives the seat an invitation is for to whoever sits down; which game and side it was.
    /// `None` if the invitation is unknown or was used. `now`: from then on the time of its players may run, in milliseconds.
    pub async fn take_seat(
        &self,
        invitation: TokenHash,
        holder: Holder,
        now: i64,
    ) -> Result<Option<(String, Side)>, Error> {
        let work = move |sql: &mut dyn Sql| {
            let take =
                "UPDATE seat SET token = ?2, name = ?3, person = ?4, invitation = NULL WHERE invitation = ?1
                 RETURNING game, side";
            let Some(taken) =
                sql.first(take, &values![invitation, holder.token, holder.name, holder.person])?
            else {
                return Ok(None);
            };
            let (key, side) = (taken.int(0)?, side_of(taken.int(1)?));
            open_seats::withdraw(sql, key, side)?;
            let game = sql.first("SELECT id FROM game WHERE key = ?1", &values![key])?;
            timing::rows::start(sql, key, now)?;
            sql.notify(&seats_changed(key))?;
            game.map(|row| Ok((row.text(0)?, side))).transpose()
        };
        Ok(self.base.write(work).await?)
    }

    pub async fn game(&self, id: String) -> Result<Option<(GameRow, BySide<Holder>)>, Error> {
        let work = move |sql: &mut dyn Sql| {
            let select = format!("SELECT {GAME_COLUMNS} FROM {GAMES} WHERE id = ?1");
            let Some(row) = sql.first(&select, &values![id])? else { return Ok(None) };
            let row = read_game(&row)?;
            let seats = read_seats(sql, row.key)?;
            Ok(Some((row, seats)))
        };
        Ok(self.base.read(work).await?)
    }

    /// Who holds the seats of a game.
    pub async fn seats(&self, game: i64) -> Result<BySide<Holder>, Error> {
        Ok(self.base.read(move |sql| read_seats(sql, game)).await?)
    }

    /// Gives the seats of these tokens to a person; the tokens hold nothing any more. Which games they are of.
    pub async fn bring(
        &self,
        person: String,
        name: String,
        tokens: Vec<TokenHash>,
    ) -> Result<Vec<i64>, Error> {
        let work = move |sql: &mut dyn Sql| {
            let give = "UPDATE seat SET person = ?2, name = ?3, token = NULL WHERE token = ?1 RETURNING game";
            let mut games = Vec::new();
            for token in &tokens {
                for row in sql.query(give, &values![*token, &person, &name])? {
                    games.push(row.int(0)?);
                }
            }
            for game in &games {
                let notes = "UPDATE remark SET author = ?3 WHERE game = ?1 AND author = ?2 AND NOT EXISTS
                     (SELECT 1 FROM remark AS his WHERE his.game = ?1 AND his.author = ?3 AND his.about = remark.about)";
                for token in &tokens {
                    let (seat, his) = (author_of_hash(token), author_of_person(&person));
                    sql.execute(notes, &values![*game, seat, his])?;
                }
            }
            games.dedup();
            for game in &games {
                sql.notify(&seats_changed(*game))?;
            }
            Ok(games)
        };
        Ok(self.base.write(work).await?)
    }

    /// The games these tokens or this person hold a seat in, newest first.
    pub async fn held(&self, tokens: Vec<TokenHash>, person: Option<String>) -> Result<Vec<GameRow>, Error> {
        let work = move |sql: &mut dyn Sql| {
            let select = format!(
                "SELECT {GAME_COLUMNS} FROM {GAMES} WHERE key IN (SELECT game FROM seat WHERE token = ?1)"
            );
            let mut found: Vec<GameRow> = Vec::new();
            if let Some(person) = person {
                let his = select.replace("token", "person");
                for row in sql.query(&his, &values![person])? {
                    found.push(read_game(&row)?);
                }
            }
            for token in tokens {
                for row in sql.query(&select, &values![token])? {
                    found.push(read_game(&row)?);
                }
            }
            found.sort_by_key(|row| std::cmp::Reverse((row.summary.touched, row.key)));
            found.dedup_by_key(|row| row.key);
            Ok(found)
        };
        Ok(self.base.read(work).await?)
    }

    /// The finished games of these tokens or this person against computer players: the rule system, the opponent, and which
    /// side won, if any; whose side he was.
    pub async fn bouts(&self, tokens: Vec<TokenHash>, person: Option<String>) -> Result<Vec<BoutRow>, Error> {
        let work = move |sql: &mut dyn Sql| {
            let select = "SELECT r.system, o.officer, r.winner, s.side FROM seat s
                 JOIN seat o ON o.game = s.game AND o.side <> s.side
                 JOIN result r ON r.game = s.game
                 WHERE s.token = ?1 AND o.officer IS NOT NULL AND r.winner IS NOT NULL";
            let mut rows = Vec::new();
            if let Some(person) = person {
                rows.extend(sql.query(&select.replace("s.token", "s.person"), &values![person])?);
            }
            for token in tokens {
                rows.extend(sql.query(select, &values![token])?);
            }
            let read = |row: ::store::Row| {
                Ok(BoutRow {
                    system: row.text(0)?,
                    officer: row.text(1)?,
                    winner: Some(row.int(2)?).filter(|winner| *winner < 2).map(side_of),
                    side: side_of(row.int(3)?),
                })
            };
            rows.into_iter().map(read).collect()
        };
        Ok(self.base.read(work).await?)
    }

    /// The journal of a game from this place on; `None` where an entry is missing or cannot be read.
    pub async fn journal(&self, game: i64, from: u64) -> Result<Option<Vec<Entry>>, Error> {
        let mut journal: Vec<Entry> = Vec::new();
        for kept in self.base.journal(game, from).await? {
            let place = from + journal.len() as u64;
            // Of two entries for one moment the first stands, as when they are sorted.
            if kept.seq + 1 == place {
                continue;
            }
            match read_entry(&kept.body, kept.note) {
                Some(entry) if kept.seq == place => journal.push(entry),
                _ => return Ok(None),
            }
        }
        Ok(Some(journal))
    }

    /// Keeps a wish to take an order back until it is answered, or forgets it.
    pub async fn wish(&self, game: i64, wish: Option<(u64, Side)>) -> Result<(), Error> {
        let work = move |sql: &mut dyn Sql| {
            match wish {
                Some((seq, by)) => sql.execute(
                    "INSERT INTO wish (game, seq, by) VALUES (?1, ?2, ?3)
                     ON CONFLICT (game) DO UPDATE SET seq = excluded.seq, by = excluded.by",
                    &values![game, seq, by as u8],
                )?,
                None => sql.execute("DELETE FROM wish WHERE game = ?1", &values![game])?,
            };
            sql.notify(&wish_changed(game))
        };
        Ok(self.base.write(work).await?)
    }

    /// Who wishes to take his last order back at this moment of a game.
    pub async fn wished(&self, game: i64, seq: u64) -> Result<Option<Side>, Error> {
        let work = move |sql: &mut dyn Sql| {
            let row = sql.first("SELECT by FROM wish WHERE game = ?1 AND seq = ?2", &values![game, seq])?;
            row.map(|row| row.int(0).map(side_of)).transpose()
        };
        Ok(self.base.read(work).await?)
    }
}

/// What other servers are told when somebody else sits at a game, or wishes something there.
pub fn seats_changed(game: i64) -> String {
    format!("seats {game}")
}

fn wish_changed(game: i64) -> String {
    format!("wish {game}")
}
