//! All the games of this server: finding them, beginning them, joining them, playing them.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Deserialize;
use table::{BySide, SeededDice, Side};

use crate::catalog::{Catalog, Scenario};
use crate::drawing::{self, Drawings};
use crate::hosted::{HostedGame, Submitted, summary};
use crate::live::Live;
use crate::seat::{Access, Holder, NewSeat};
use crate::store::{GameRow, Store};
use crate::thinkers::Thinkers;
use crate::token::{Token, random, word};
use crate::undo::taking_back;
use crate::{Error, Staff, wire};

/// Games kept in memory before those that nobody looks at are let go.
const MOST_HOSTED: usize = 512;
const LONGEST_NAME: usize = 40;

/// The server without its HTTP: everything a request can do, as functions.
#[derive(Clone)]
pub struct Games(Arc<Inner>);

struct Inner {
    store: Store,
    catalog: Arc<dyn Catalog>,
    staff: Staff,
    /// Where computer players think who answer at once, and where those who take their time.
    quick: Thinkers,
    slow: Thinkers,
    hosted: Mutex<HashMap<String, Arc<HostedGame>>>,
    opened: Mutex<HashMap<String, Arc<dyn Scenario>>>,
    drawings: Drawings,
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

impl Games {
    /// Opens the games kept in this file.
    ///
    /// # Errors
    /// The file cannot be opened or made.
    pub fn open(file: &Path, catalog: Arc<dyn Catalog>, staff: Staff) -> Result<Games, Error> {
        Ok(Games(Arc::new(Inner {
            store: Store::open(file)?,
            catalog,
            staff,
            quick: Thinkers::new(1),
            slow: Thinkers::of_this_machine(),
            hosted: Mutex::default(),
            opened: Mutex::default(),
            drawings: Drawings::new(drawing::MOST_BYTES),
        })))
    }

    pub fn catalog(&self) -> &dyn Catalog {
        self.0.catalog.as_ref()
    }

    /// Maps and pictures that were drawn.
    pub(crate) fn drawings(&self) -> &Drawings {
        &self.0.drawings
    }

    pub fn staff(&self) -> &Staff {
        &self.0.staff
    }

    /// The threads for computer players who answer at once, or for those who take their time.
    pub(crate) fn thinkers(&self, quick: bool) -> &Thinkers {
        if quick { &self.0.quick } else { &self.0.slow }
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
        let scenario = self.0.catalog.open(id, options).map_err(Error::NotFound)?;
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
        let hosted = self.keep(HostedGame::new(row, holders, scenario, Some(live)));
        self.wake_if_asked(&hosted).await?;
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
        let hosted = self.game(&id).await?;
        hosted.seat_taken(side, Holder { name, officer: None, token: Some(token.hash()), invitation: None });
        hosted.lock(self.store()).await?.tell(Vec::new(), None);
        Ok((id, side, token))
    }

    /// The games in which these tokens hold a seat, newest first.
    ///
    /// # Errors
    /// The store failed.
    pub async fn mine(&self, tokens: &[Token]) -> Result<Vec<wire::GameRow>, Error> {
        let hashes: Vec<_> = tokens.iter().map(Token::hash).collect();
        let mut found = Vec::new();
        for row in self.0.store.held(hashes.clone()).await? {
            let Some((row, holders)) = self.0.store.game(row.id).await? else { continue };
            let held = |side: Side| holders[side].token.is_some_and(|t| hashes.contains(&t));
            let asked = |side: Side| row.summary.waiting & (1 << side as u8) != 0;
            let sides = |test: &dyn Fn(Side) -> bool| -> Vec<Side> {
                Side::BOTH.into_iter().filter(|s| test(*s)).collect()
            };
            let (you, waiting) = (sides(&held), sides(&asked));
            found.push(wire::GameRow {
                your_turn: you.iter().any(|side| waiting.contains(side)),
                id: row.id,
                scenario: row.scenario,
                created: row.created,
                touched: row.summary.touched,
                headline: row.summary.headline,
                you,
                waiting,
                over: row.summary.waiting == 0,
                seats: BySide::from_fn(|side| holders[side].info(None)),
            });
        }
        Ok(found)
    }

    /// A game by its id.
    ///
    /// # Errors
    /// There is none, or its scenario is gone.
    pub async fn game(&self, id: &str) -> Result<Arc<HostedGame>, Error> {
        if let Some(hosted) = self.hosted().get(id) {
            return Ok(hosted.clone());
        }
        let found = self.0.store.game(id.to_owned()).await?;
        let (row, holders) = found.ok_or_else(|| Error::no_such("game", id))?;
        let scenario = self.scenario(&row.scenario, &row.options)?;
        let hosted = self.keep(HostedGame::new(row, holders, scenario, None));
        self.wake_if_asked(&hosted).await?;
        Ok(hosted)
    }

    fn hosted(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<HostedGame>>> {
        self.0.hosted.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Two requests may find the same game at once: what the first one hosts is everybody's.
    fn keep(&self, game: HostedGame) -> Arc<HostedGame> {
        let mut hosted = self.hosted();
        if hosted.len() >= MOST_HOSTED {
            hosted.retain(|_, game| Arc::strong_count(game) > 1 || game.news.receiver_count() > 0);
        }
        hosted.entry(game.row.id.clone()).or_insert_with(|| Arc::new(game)).clone()
    }

    /// A game and what a token may do in it.
    ///
    /// # Errors
    /// No such game, or a token that holds no seat in it.
    pub async fn enter(&self, id: &str, token: Option<&Token>) -> Result<(Arc<HostedGame>, Access), Error> {
        let hosted = self.game(id).await?;
        let access = Access::of(&hosted.holders(), token)?;
        Ok((hosted, access))
    }

    /// Gives orders. Runs to its end even if the request that asked for it is gone.
    ///
    /// # Errors
    /// The first order is refused, or the request is for another moment or another's seat.
    pub async fn submit(
        &self,
        hosted: Arc<HostedGame>,
        access: Access,
        seat: Option<Side>,
        seq: u64,
        orders: Vec<String>,
    ) -> Result<Submitted, Error> {
        let work = self.clone().carry_out(hosted, access, seat, seq, orders, None);
        tokio::spawn(work).await.map_err(|_| Error::Broken("the rules failed".into()))?
    }

    /// As [`Games::submit`], with what a computer player considered.
    pub(crate) async fn carry_out(
        self,
        hosted: Arc<HostedGame>,
        access: Access,
        seat: Option<Side>,
        seq: u64,
        orders: Vec<String>,
        note: Option<Arc<str>>,
    ) -> Result<Submitted, Error> {
        let mut locked = hosted.lock(self.store()).await?;
        locked.meant_for(seq)?;
        let seat = access.seat(seat, locked.standing().seats())?;
        let done = locked.submit(self.store(), seat, seq, &orders, note).await?;
        self.wake_computer(&hosted, &mut locked);
        Ok(done)
    }

    /// Takes back the last order of a side, or asks the other player to agree to it. Whether it was done.
    ///
    /// # Errors
    /// Nothing to take back, not a seat of this bearer, or the game has moved on.
    pub async fn undo(
        &self,
        hosted: Arc<HostedGame>,
        access: Access,
        seat: Option<Side>,
        seq: u64,
    ) -> Result<bool, Error> {
        let table = self.clone();
        let work = async move {
            let mut locked = hosted.lock(table.store()).await?;
            locked.meant_for(seq)?;
            let side = match (access, seat) {
                (Access::Both, None) => locked.live().orders.last().map_or(Side::Union, |g| g.seat),
                _ => access.seat(seat, None)?,
            };
            let back = taking_back(locked.live(), side)?;
            let back = back.ok_or_else(|| Error::Forbidden("there is no order to take back".into()))?;
            let alone = access == Access::Both || hosted.holders()[side.other()].officer.is_some();
            if back.consent && !alone {
                table.store().wish(hosted.row.key, Some((seq, side))).await?;
                locked.position().asked = Some(back);
                locked.tell(Vec::new(), None);
                return Ok(false);
            }
            locked.take_back(table.store(), back).await?;
            table.wake_computer(&hosted, &mut locked);
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
        hosted: Arc<HostedGame>,
        access: Access,
        seq: u64,
        agree: bool,
    ) -> Result<(), Error> {
        let table = self.clone();
        let work = async move {
            let mut locked = hosted.lock(table.store()).await?;
            locked.meant_for(seq)?;
            let asked = locked.position().asked;
            let back = asked.ok_or_else(|| Error::Forbidden("nobody asks to take an order back".into()))?;
            if !access.holds(back.by.other()) {
                return Err(Error::NotYourSeat(back.by.other()));
            }
            if agree {
                return locked.take_back(table.store(), back).await;
            }
            table.store().wish(hosted.row.key, None).await?;
            locked.position().asked = None;
            locked.tell(Vec::new(), None);
            Ok(())
        };
        tokio::spawn(work).await.map_err(|_| Error::Broken("the rules failed".into()))?
    }
}

/// A name as others read it: no control characters, not too long.
fn name(text: &str) -> String {
    let name: String = text.trim().chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect();
    if name.is_empty() { "A player".to_owned() } else { name }
}
