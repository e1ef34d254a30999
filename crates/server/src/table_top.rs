//! All the games of this server: finding them, beginning them, joining them, playing them.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Deserialize;
use serde_json::{Value, json};
use table::{BySide, SeededDice, Side};

use crate::desk::Desk;
use crate::live::Live;
use crate::room::{Room, Submitted, summary};
use crate::seat::{Access, Holder, NewSeat};
use crate::shelf::{Scenario, Shelf};
use crate::store::{GameRow, Store};
use crate::token::{Token, random, word};
use crate::undo::taking_back;
use crate::{Error, Staff};

/// Rooms kept in memory before those where nobody sits are let go.
const MOST_ROOMS: usize = 512;
const LONGEST_NAME: usize = 40;

/// The server without its HTTP: everything a request can do, as functions.
#[derive(Clone)]
pub struct Table(Arc<Inner>);

struct Inner {
    store: Store,
    shelf: Arc<dyn Shelf>,
    staff: Staff,
    /// Where officers work who answer at once, and where those who take their time.
    desk: Desk,
    study: Desk,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    opened: Mutex<HashMap<String, Arc<dyn Scenario>>>,
}

/// What is asked for when a game is begun.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    pub scenario: String,
    #[serde(default)]
    pub options: Vec<String>,
    pub seats: BySide<NewSeat>,
    /// What the other players read.
    #[serde(default)]
    pub name: String,
}

/// A game that was begun: the only time its secrets are told.
#[derive(Clone, Debug)]
pub struct Opened {
    pub id: String,
    /// Holds every seat that is mine.
    pub token: Option<Token>,
    pub invitations: BySide<Option<Token>>,
    pub seed_hash: String,
}

impl Table {
    /// Opens the games kept in this file.
    ///
    /// # Errors
    /// The file cannot be opened or made.
    pub fn open(file: &Path, shelf: Arc<dyn Shelf>, staff: Staff) -> Result<Table, Error> {
        Ok(Table(Arc::new(Inner {
            store: Store::open(file)?,
            shelf,
            staff,
            desk: Desk::new(1),
            study: Desk::of_this_machine(),
            rooms: Mutex::default(),
            opened: Mutex::default(),
        })))
    }

    pub fn shelf(&self) -> &dyn Shelf {
        self.0.shelf.as_ref()
    }

    pub fn staff(&self) -> &Staff {
        &self.0.staff
    }

    pub fn store(&self) -> &Store {
        &self.0.store
    }

    fn scenario(&self, id: &str, options: &[String]) -> Result<Arc<dyn Scenario>, Error> {
        let key = format!("{id} {}", options.join(" "));
        let mut opened = self.0.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = opened.get(&key) {
            return Ok(known.clone());
        }
        let scenario = self.0.shelf.open(id, options).map_err(Error::NotFound)?;
        opened.insert(key, scenario.clone());
        Ok(scenario)
    }

    /// Begins a game.
    ///
    /// # Errors
    /// No such scenario or computer player.
    pub async fn begin(&self, mut new: NewGame) -> Result<Opened, Error> {
        new.options.sort();
        new.options.dedup();
        let scenario = self.scenario(&new.scenario, &new.options)?;
        let seed = random::<32>();
        let live = Live::begin(scenario.as_ref(), seed);
        let token = Token::new();
        let name = name(&new.name);
        let hold = |side: Side| Holder::of(&new.seats[side], &name, &token, &self.0.staff);
        let ((union, to_union), (confederate, to_confederate)) =
            (hold(Side::Union)?, hold(Side::Confederate)?);
        let holders = BySide { union, confederate };
        let summary = summary(&live);
        let mut row = GameRow {
            key: 0,
            id: word::<12>(),
            scenario: new.scenario,
            options: new.options,
            scenario_hash: scenario.hash(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed,
            created: summary.touched,
            summary,
        };
        row.key = self.0.store.create(row.clone(), holders.clone()).await?;
        let mine = Side::BOTH.iter().any(|s| holders[*s].token.is_some());
        let opened = Opened {
            id: row.id.clone(),
            token: mine.then_some(token),
            invitations: BySide { union: to_union, confederate: to_confederate },
            seed_hash: SeededDice::commitment(&seed),
        };
        let room = self.keep(Room::new(row, holders, scenario, Some(live)));
        self.stir(&room).await?;
        Ok(opened)
    }

    /// Takes the seat an invitation is for.
    ///
    /// # Errors
    /// The invitation is unknown or was used before.
    pub async fn join(&self, invitation: &Token, as_name: &str) -> Result<(String, Side, Token), Error> {
        let token = Token::new();
        let name = name(as_name);
        let taken = self.0.store.take_seat(invitation.hash(), token.hash(), name.clone()).await?;
        let used = || Error::NotFound("this invitation is unknown or has been used".into());
        let (id, side) = taken.ok_or_else(used)?;
        let room = self.room(&id).await?;
        room.seat_taken(side, Holder { name, officer: None, token: Some(token.hash()), invitation: None });
        room.sit(self.store()).await?.tell(Vec::new(), None);
        Ok((id, side, token))
    }

    /// The games in which these tokens hold a seat, newest first.
    ///
    /// # Errors
    /// The store failed.
    pub async fn mine(&self, tokens: &[Token]) -> Result<Vec<Value>, Error> {
        let hashes: Vec<_> = tokens.iter().map(Token::hash).collect();
        let mut found = Vec::new();
        for row in self.0.store.held(hashes.clone()).await? {
            let Some((row, holders)) = self.0.store.game(row.id).await? else { continue };
            let held = |side: Side| holders[side].token.is_some_and(|t| hashes.contains(&t));
            let asked = |side: Side| row.summary.waiting & (1 << side as u8) != 0;
            let sides = |test: &dyn Fn(Side) -> bool| -> Vec<Side> {
                Side::BOTH.into_iter().filter(|s| test(*s)).collect()
            };
            found.push(json!({
                "id": row.id, "scenario": row.scenario, "created": row.created,
                "touched": row.summary.touched, "headline": row.summary.headline,
                "you": sides(&held), "waiting": sides(&asked), "over": row.summary.waiting == 0,
                "your_turn": Side::BOTH.into_iter().any(|s| held(s) && asked(s)),
                "seats": { "union": holders.union.to_json(), "confederate": holders.confederate.to_json() },
            }));
        }
        Ok(found)
    }

    /// A game by its id.
    ///
    /// # Errors
    /// There is none, or its scenario is gone.
    pub async fn room(&self, id: &str) -> Result<Arc<Room>, Error> {
        if let Some(room) = self.rooms().get(id) {
            return Ok(room.clone());
        }
        let found = self.0.store.game(id.to_owned()).await?;
        let (row, holders) = found.ok_or_else(|| Error::no_such("game", id))?;
        let scenario = self.scenario(&row.scenario, &row.options)?;
        let room = self.keep(Room::new(row, holders, scenario, None));
        self.stir(&room).await?;
        Ok(room)
    }

    fn rooms(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.0.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Two requests may find the same game at once: the first one's room is everybody's.
    fn keep(&self, room: Room) -> Arc<Room> {
        let mut rooms = self.rooms();
        if rooms.len() >= MOST_ROOMS {
            rooms.retain(|_, room| Arc::strong_count(room) > 1 || room.news.receiver_count() > 0);
        }
        rooms.entry(room.row.id.clone()).or_insert_with(|| Arc::new(room)).clone()
    }

    /// A game and what a token may do in it.
    ///
    /// # Errors
    /// No such game, or a token that holds no seat in it.
    pub async fn enter(&self, id: &str, token: Option<&Token>) -> Result<(Arc<Room>, Access), Error> {
        let room = self.room(id).await?;
        let access = Access::of(&room.holders(), token)?;
        Ok((room, access))
    }

    /// Gives orders. Runs to its end even if the request that asked for it is gone.
    ///
    /// # Errors
    /// The first order is refused, or the request is for another moment or another's seat.
    pub async fn submit(
        &self,
        room: Arc<Room>,
        access: Access,
        seat: Option<Side>,
        seq: u64,
        orders: Vec<String>,
    ) -> Result<Submitted, Error> {
        let work = self.clone().carry_out(room, access, seat, seq, orders, None);
        tokio::spawn(work).await.map_err(|_| Error::Broken("the rules failed".into()))?
    }

    /// As [`Table::submit`], with what a computer player considered.
    async fn carry_out(
        self,
        room: Arc<Room>,
        access: Access,
        seat: Option<Side>,
        seq: u64,
        orders: Vec<String>,
        note: Option<Arc<str>>,
    ) -> Result<Submitted, Error> {
        let mut sitting = room.sit(self.store()).await?;
        sitting.meant_for(seq)?;
        let seat = access.seat(seat, sitting.standing().seats())?;
        let done = sitting.submit(self.store(), seat, seq, &orders, note).await?;
        self.wake_computer(&room, &mut sitting);
        Ok(done)
    }

    /// Takes back the last order of a side, or asks the other player to agree to it. Whether it was done.
    ///
    /// # Errors
    /// Nothing to take back, not a seat of this bearer, or the game has moved on.
    pub async fn undo(
        &self,
        room: Arc<Room>,
        access: Access,
        seat: Option<Side>,
        seq: u64,
    ) -> Result<bool, Error> {
        let table = self.clone();
        let work = async move {
            let mut sitting = room.sit(table.store()).await?;
            sitting.meant_for(seq)?;
            let side = match (access, seat) {
                (Access::Both, None) => sitting.live().orders.last().map_or(Side::Union, |g| g.seat),
                _ => access.seat(seat, None)?,
            };
            let back = taking_back(sitting.live(), side)?;
            let back = back.ok_or_else(|| Error::Forbidden("there is no order to take back".into()))?;
            let alone = access == Access::Both || room.holders()[side.other()].officer.is_some();
            if back.consent && !alone {
                table.store().wish(room.row.key, Some((seq, side))).await?;
                sitting.sitting().asked = Some(back);
                sitting.tell(Vec::new(), None);
                return Ok(false);
            }
            sitting.take_back(table.store(), back).await?;
            table.wake_computer(&room, &mut sitting);
            Ok(true)
        };
        tokio::spawn(work).await.map_err(|_| Error::Broken("the rules failed".into()))?
    }

    /// Answers the other player's wish to take an order back.
    ///
    /// # Errors
    /// Nobody asked, or it is not this bearer who has to answer.
    pub async fn answer_undo(
        &self,
        room: Arc<Room>,
        access: Access,
        seq: u64,
        agree: bool,
    ) -> Result<(), Error> {
        let table = self.clone();
        let work = async move {
            let mut sitting = room.sit(table.store()).await?;
            sitting.meant_for(seq)?;
            let asked = sitting.sitting().asked;
            let back = asked.ok_or_else(|| Error::Forbidden("nobody asks to take an order back".into()))?;
            if !access.holds(back.by.other()) {
                return Err(Error::NotYourSeat(back.by.other()));
            }
            if agree {
                return sitting.take_back(table.store(), back).await;
            }
            table.store().wish(room.row.key, None).await?;
            sitting.sitting().asked = None;
            sitting.tell(Vec::new(), None);
            Ok(())
        };
        tokio::spawn(work).await.map_err(|_| Error::Broken("the rules failed".into()))?
    }

    /// Lets a computer seat think if it is asked.
    async fn stir(&self, room: &Arc<Room>) -> Result<(), Error> {
        let holders = room.holders();
        if holders.union.officer.is_none() && holders.confederate.officer.is_none() {
            return Ok(());
        }
        let mut sitting = room.sit(self.store()).await?;
        self.wake_computer(room, &mut sitting);
        Ok(())
    }

    /// Puts the position on the desk of the officer who is asked, if one is and does not think yet.
    fn wake_computer(&self, room: &Arc<Room>, sitting: &mut crate::room::Seat<'_>) {
        let Some(seats) = sitting.standing().seats() else { return };
        let holders = room.holders();
        let Some(seat) = seats.iter().find(|s| holders[*s].officer.is_some()) else { return };
        let word = holders[seat].officer.as_deref().unwrap_or_default();
        let Ok(posted) = self.0.staff.posted(word) else { return };
        let seq = sitting.live().seq;
        if sitting.sitting().thinking.replace(seq) == Some(seq) {
            return;
        }
        let game = sitting.live().game.copy();
        let (table, room, runtime) = (self.clone(), room.clone(), tokio::runtime::Handle::current());
        let desk = if posted.is_quick() { &self.0.desk } else { &self.0.study };
        desk.put(move || {
            // Whoever moved the game on while this waited its turn has woken the officer again.
            if room.moment.load(Ordering::Relaxed) != seq {
                return;
            }
            let Some(choice) = (posted.officer.choose)(game.as_ref(), seat, posted.time) else { return };
            let note = (!choice.note.is_empty()).then(|| serde_json::to_string(&choice.note).ok()).flatten();
            let (access, orders, note) = (Access::One(seat), vec![choice.order], note.map(Into::into));
            runtime.spawn(async move {
                // A refusal means that the game moved on while he thought, as above.
                table.carry_out(room, access, None, seq, orders, note).await.ok();
            });
        });
    }
}

/// A name as others read it: no control characters, not too long.
fn name(text: &str) -> String {
    let name: String = text.trim().chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect();
    if name.is_empty() { "A player".to_owned() } else { name }
}
