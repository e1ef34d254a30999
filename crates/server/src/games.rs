//! All the games of this server: finding them, beginning them, joining them.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ::store::{Fault, Options, Place};
use club::Club;
use club::people::devices::Bearer;
use library::lesson::Lesson;
use serde::Deserialize;
use table::{BySide, Origin, Side};
use tokio::sync::{Semaphore, watch};

use crate::bell::Bell;
use crate::catalog::{Catalog, Scenario};
use crate::drawing::{self, Drawings};
use crate::entrance::Entrance;
use crate::folder::{self, Claim};
use crate::hosted::{HostedGame, summary};
use crate::limits::Limits;
use crate::live::Live;
use crate::metrics::Metrics;
use crate::rooms::Rooms;
use crate::seat::{Access, Holder, NewSeat, Sitter};
use crate::settings::Settings;
use crate::shelf::Shelf;
use crate::store::{Begins, GameRow, LessonRow, Store, hash_of};
use crate::thinkers::Thinkers;
use crate::tiles::Tiles;
use crate::timing::{self, terms::Terms, time::Clock};
use crate::token::{Token, random, word};
use crate::trials::{PlaySeries, Trials};
use crate::{Error, Staff, wire};

/// The server without its HTTP: everything a request can do, as functions.
#[derive(Clone)]
pub struct Games(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    store: Store,
    pub(crate) club: Club,
    pub(crate) entrance: Entrance,
    /// This server among those that share a database.
    pub(crate) node: String,
    bell: Bell,
    shelf: Shelf,
    staff: Staff,
    settings: Settings,
    metrics: Arc<Metrics>,
    /// Where computer players think who answer at once, and where those who take their time.
    quick: Thinkers,
    slow: Thinkers,
    /// Where those think whom nobody watches.
    unwatched: Thinkers,
    rooms: Rooms,
    drawings: Drawings,
    /// Questions that take a while are worked on a few at a time.
    study: Semaphore,
    streams: AtomicUsize,
    limits: Limits,
    closing: watch::Sender<bool>,
    tiles: Tiles,
    trials: Trials,
    /// Last, so that the next server finds everything written.
    claim: Option<Claim>,
}

/// What is asked for when a game is begun.
#[derive(Clone, Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// A lesson says by itself what is played, and by whom.
    #[serde(default)]
    pub lesson: Option<String>,
    #[serde(default)]
    pub scenario: Option<String>,
    #[serde(default)]
    pub options: Vec<String>,
    /// The moment of a finished game to play on from.
    #[serde(default)]
    pub from: Option<Origin>,
    #[serde(default)]
    pub seats: Option<BySide<NewSeat>>,
    /// Only its players may look at it; without it whoever has the address may watch.
    #[serde(default)]
    pub private: bool,
    /// What the other players read.
    #[serde(default)]
    pub name: String,
    /// How much time there is, between two people.
    #[serde(default)]
    pub terms: Option<Terms>,
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
    /// Opens the games kept in this file, with the usual limits.
    ///
    /// # Errors
    /// As [`Games::open_with`].
    pub fn open(file: &Path, catalog: Arc<dyn Catalog>, staff: Staff) -> Result<Games, Error> {
        Games::open_with(file, catalog, staff, Settings::default())
    }

    /// Opens the games kept in this file. Until the last handle is gone nobody else can.
    ///
    /// # Errors
    /// The file cannot be opened or made, another server has it, or a newer version has written it.
    pub fn open_with(
        file: &Path,
        catalog: Arc<dyn Catalog>,
        staff: Staff,
        settings: Settings,
    ) -> Result<Games, Error> {
        let beside = file.parent().unwrap_or(Path::new(""));
        Games::open_at(&Place::File(file.to_owned()), beside, catalog, staff, settings)
    }

    /// Opens games wherever they are kept. `beside` is the folder for what can be made again, such as pictures of maps. A file
    /// is this server's alone; a database may be shared by several.
    ///
    /// # Errors
    /// They cannot be opened or made, another server has the file, or a newer version has written them.
    pub fn open_at(
        place: &Place,
        beside: &Path,
        catalog: Arc<dyn Catalog>,
        staff: Staff,
        settings: Settings,
    ) -> Result<Games, Error> {
        let claim = match place {
            Place::File(file) => {
                let claim = Claim::take(file)?;
                folder::make_private(file)?;
                Some(claim)
            }
            Place::Postgres(_) => None,
        };
        let metrics = Arc::new(Metrics::new());
        let counted = metrics.clone();
        let options = Options {
            lock_wait: settings.lock_wait,
            committed: Box::new(move |time| counted.committed(time)),
            ..Options::default()
        };
        let store = ::store::Store::open(place, options);
        let store = Store::new(store.map_err(|why| match why {
            Fault::Unusable(_) => why.into(),
            why => Error::Folder(format!("{place}: {why}")),
        })?);
        let club = Club::new(store.base().clone(), settings.people.clone());
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Ok(Games(Arc::new(Inner {
            store,
            bell: Bell::new(club.clone()),
            club,
            entrance: Entrance::default(),
            node: word::<12>(),
            tiles: Tiles::new(catalog.clone(), &beside.join("tiles")),
            shelf: Shelf::new(catalog),
            staff: staff.with_most(settings.think_seconds),
            metrics,
            quick: Thinkers::new(1, false),
            slow: Thinkers::of_this_machine(),
            unwatched: Thinkers::new(1, false),
            rooms: Rooms::new(settings.games_in_memory),
            drawings: Drawings::new(drawing::MOST_BYTES),
            study: Semaphore::new(processors),
            streams: AtomicUsize::new(0),
            limits: Limits::new(&settings),
            closing: watch::channel(false).0,
            trials: Trials::default(),
            claim,
            settings,
        })))
    }

    pub fn catalog(&self) -> &dyn Catalog {
        self.0.shelf.catalog.as_ref()
    }

    /// How series of games are played for who designs a scenario; without it there are none.
    #[must_use]
    pub fn with_series(self, play: Arc<PlaySeries>) -> Games {
        self.0.trials.set(play);
        self
    }

    pub(crate) fn trials(&self) -> &Trials {
        &self.0.trials
    }

    /// Maps and pictures that were drawn.
    pub(crate) fn drawings(&self) -> &Drawings {
        &self.0.drawings
    }

    /// The maps as pictures.
    pub(crate) fn tiles(&self) -> &Tiles {
        &self.0.tiles
    }

    pub fn staff(&self) -> &Staff {
        &self.0.staff
    }

    pub fn settings(&self) -> &Settings {
        &self.0.settings
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    pub(crate) fn rooms(&self) -> &Rooms {
        &self.0.rooms
    }

    pub(crate) fn shelf(&self) -> &Shelf {
        &self.0.shelf
    }

    /// The threads for computer players who answer at once, or for those who take their time.
    pub(crate) fn thinkers(&self, quick: bool) -> &Thinkers {
        if quick { &self.0.quick } else { &self.0.slow }
    }

    /// The thread for computer players whom nobody watches.
    pub(crate) fn errand_thinkers(&self) -> &Thinkers {
        &self.0.unwatched
    }

    pub fn store(&self) -> &Store {
        &self.0.store
    }

    /// Says where these games can be opened, to whoever tries to serve them once more.
    pub(crate) fn announce(&self, address: &str) {
        if let Some(claim) = &self.0.claim
            && let Err(why) = claim.announce(address)
        {
            tracing::warn!(%why, "where the games are served could not be written down");
        }
    }

    /// True once the server is to stop: streams end then.
    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.0.closing.subscribe()
    }

    /// Ends the streams and brings everything into the one file.
    ///
    /// # Errors
    /// The disk failed; nothing acknowledged is lost by that.
    pub async fn close(&self) -> Result<(), Error> {
        self.0.closing.send_replace(true);
        self.0.trials.stop_all();
        self.0.store.settle().await
    }

    /// Works something out that takes a while, apart from requests and not too much of it at once.
    pub(crate) async fn study<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let failed = || Error::Unavailable("the referee failed".into());
        let _turn = self.0.study.acquire().await.map_err(|_| failed())?;
        tokio::task::spawn_blocking(work).await.map_err(|_| failed())
    }

    /// Begins a game.
    ///
    /// # Errors
    /// No such scenario or computer player.
    pub async fn begin(
        &self,
        mut new: NewGame,
        member: Option<&Bearer>,
        token: Option<&Token>,
    ) -> Result<Opened, Error> {
        let me = self.sitter(member, &new.name)?;
        new.options.sort();
        new.options.dedup();
        let lesson = self.lesson_of(&mut new).await?;
        let brought = self.brought_by(&mut new, token).await?;
        let (Some(scenario), Some(seats)) = (new.scenario, new.seats) else {
            return Err(Error::Malformed(
                "expected `scenario` and `seats`, a `lesson`, or `from` and `seats`".into(),
            ));
        };
        let laid = match &brought {
            Some(brought) => brought.laid.clone(),
            None => self.0.shelf.today(&scenario, &new.options).await?,
        };
        let seed = random::<32>();
        let live = match &brought {
            Some(brought) => self.play_on(brought, seed).await?,
            None => Live::begin(laid.scenario.as_ref(), seed, lesson.clone(), None),
        };
        let (origin, journal) = brought.map(|brought| (brought.origin, brought.journal)).unzip();
        let hold = |side: Side| Holder::of(&seats[side], &me, &self.0.staff);
        let ((union, to_union), (confederate, to_confederate)) =
            (hold(Side::Union)?, hold(Side::Confederate)?);
        let holders = BySide { union, confederate };
        let offers = self.open_seats_of(&seats, member).await?;
        let clock = self.clock_of(new.terms, &seats)?;
        let summary = summary(&live);
        let mut row = GameRow {
            key: 0,
            id: word::<12>(),
            scenario,
            options: new.options,
            lesson: lesson
                .as_ref()
                .map(|lesson| LessonRow { id: lesson.id.clone(), text: hash_of(&lesson.text) }),
            origin,
            private: new.private,
            scenario_hash: laid.hash.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed,
            created: summary.touched,
            summary,
        };
        let text = lesson.as_ref().map(|lesson| lesson.text.clone());
        let (texts, journal) = (laid.texts_to_keep(), journal.unwrap_or_default());
        let asked: Vec<String> = offers.iter().filter_map(|offer| offer.person.clone()).collect();
        let begins = Begins { texts, lesson: text, journal, offers, clock, after: None };
        row.key = self.0.store.create(row.clone(), holders.clone(), begins).await?;
        laid.are_kept();
        self.metrics().games_begun.inc();
        let mine = Side::BOTH.iter().any(|s| holders[*s].token.is_some() || holders[*s].person.is_some());
        let opened = Opened {
            id: row.id.clone(),
            token: me.token().filter(|_| mine).cloned(),
            invitations: BySide { union: to_union, confederate: to_confederate },
            seed_hash: row.seed_hash(),
        };
        let hosted = self.host(row, holders, laid.scenario.clone(), lesson, Some(live));
        for person in asked {
            self.tell_invited(&hosted, person, me.name()).await?;
        }
        if mine {
            hosted.visit();
            self.wake_if_asked(&hosted).await?;
        }
        Ok(opened)
    }

    /// The clock of a new game, if it is played by one.
    fn clock_of(&self, terms: Option<Terms>, seats: &BySide<NewSeat>) -> Result<Option<Clock>, Error> {
        let Some(terms) = terms.filter(|terms| terms.clock.is_some()) else { return Ok(None) };
        terms.check(&self.0.staff)?;
        let is_friends = |side: Side| matches!(seats[side], NewSeat::Friend { .. });
        let is_computers = |side: Side| matches!(seats[side], NewSeat::Computer { .. });
        if !Side::BOTH.into_iter().any(is_friends) || Side::BOTH.into_iter().any(is_computers) {
            return Err(Error::Malformed("`terms`: a clock is for two people who play each other".into()));
        }
        Ok(Some(Clock::new(terms, self.settings().time.now())))
    }

    /// Takes the seat an invitation is for.
    ///
    /// # Errors
    /// The invitation is unknown or was used before.
    pub async fn join(&self, invitation: &Token, who: &Sitter) -> Result<(String, Side), Error> {
        let now = self.settings().time.now();
        let taken = self.0.store.take_seat(invitation.hash(), who.holder(), now).await?;
        let used = || Error::NotFound("this invitation is unknown or has been used".into());
        let (id, side) = taken.ok_or_else(used)?;
        self.sat_down(&id, side, who).await?;
        Ok((id, side))
    }

    /// Somebody has taken a seat: whoever is at the table hears of it, and who kept it.
    pub(crate) async fn sat_down(&self, id: &str, side: Side, who: &Sitter) -> Result<(), Error> {
        let hosted = self.game(id).await?;
        hosted.seat_taken(side, who.holder());
        let mut locked = hosted.lock(self.store()).await?;
        locked.timing_again(self.store()).await?;
        locked.tell(Vec::new(), None);
        drop(locked);
        self.tell_host(&hosted, side).await
    }

    /// The games in which these tokens or this person hold a seat, newest first.
    ///
    /// # Errors
    /// The store failed.
    pub async fn mine(&self, tokens: &[Token], person: Option<&str>) -> Result<Vec<wire::GameRow>, Error> {
        let hashes: Vec<_> = tokens.iter().map(Token::hash).collect();
        let hidden = match person {
            Some(person) => self.0.store.hidden(person.to_owned()).await?,
            None => Vec::new(),
        };
        let mut found = Vec::new();
        for row in self.0.store.held(hashes.clone(), person.map(str::to_owned)).await? {
            let Some((row, holders)) = self.0.store.game(row.id).await? else { continue };
            let held = |side: Side| {
                let holder = &holders[side];
                let his = person.is_some() && holder.person.as_deref() == person;
                his || holder.token.is_some_and(|token| hashes.contains(&token))
            };
            let asked = |side: Side| row.summary.waiting & (1 << side as u8) != 0;
            let sides = |test: &dyn Fn(Side) -> bool| -> Vec<Side> {
                Side::BOTH.into_iter().filter(|s| test(*s)).collect()
            };
            let (you, waiting) = (sides(&held), sides(&asked));
            let timing = match row.summary.waiting {
                0 => timing::Timing::default(),
                _ => self.0.store.timing(row.key).await?,
            };
            found.push(wire::GameRow {
                clock: timing.told(self.settings().time.now()),
                your_turn: you.iter().any(|side| waiting.contains(side)),
                id: row.id,
                scenario: row.scenario,
                lesson: row.lesson.map(|lesson| lesson.id),
                private: row.private,
                name: self.0.store.about(row.key).await?.name,
                hidden: hidden.contains(&row.key),
                created: row.created,
                touched: row.summary.touched,
                headline: row.summary.headline,
                you,
                waiting,
                over: row.summary.waiting == 0,
                seats: BySide::from_fn(|side| holders[side].info(side, None)),
            });
        }
        Ok(found)
    }

    /// A game by its id, for somebody who looks at it: computer players who had stopped because nobody did go on.
    ///
    /// # Errors
    /// There is none, or its scenario is gone.
    pub async fn game(&self, id: &str) -> Result<Arc<HostedGame>, Error> {
        if let Some(hosted) = self.0.rooms.get(id) {
            let alone = !hosted.is_attended(self.settings().attended);
            hosted.visit();
            if alone {
                self.wake_if_asked(&hosted).await?;
            }
            return Ok(hosted);
        }
        let hosted = self.unvisited(id).await?;
        hosted.visit();
        self.wake_if_asked(&hosted).await?;
        Ok(hosted)
    }

    /// A game by its id, for somebody who does something about it without looking.
    ///
    /// # Errors
    /// As [`Games::game`].
    pub(crate) async fn unvisited(&self, id: &str) -> Result<Arc<HostedGame>, Error> {
        if let Some(hosted) = self.0.rooms.get(id) {
            return Ok(hosted);
        }
        let found = self.0.store.game(id.to_owned()).await?;
        let (row, holders) = found.ok_or_else(|| Error::no_such("game", id))?;
        let laid = self.0.shelf.of(&row, self.store()).await?;
        let lesson = self.lesson_kept(&row, &laid.scenario).await?;
        let hosted = self.host(row, holders, laid.scenario.clone(), lesson, None);
        self.read_again(&hosted).await?;
        Ok(hosted)
    }

    /// A game and what a token may do in it.
    ///
    /// # Errors
    /// No such game, or a token that holds no seat in it.
    pub async fn enter(&self, id: &str, token: Option<&Token>) -> Result<(Arc<HostedGame>, Access), Error> {
        let (hosted, access, _) = self.enter_as(id, token).await?;
        Ok((hosted, access))
    }

    /// Keeps a game in memory, with the bell that calls its players.
    pub(crate) fn host(
        &self,
        row: GameRow,
        holders: BySide<Holder>,
        scenario: Arc<dyn Scenario>,
        lesson: Option<Arc<Lesson>>,
        live: Option<Live>,
    ) -> Arc<HostedGame> {
        let (bell, time) = (self.0.bell.clone(), self.settings().time.clone());
        self.0.rooms.keep(HostedGame::new(row, holders, scenario, lesson, live, bell, time))
    }

    /// A place for a stream of news of this game, until it is dropped.
    ///
    /// # Errors
    /// There are too many already.
    pub(crate) fn listen(&self, hosted: &HostedGame) -> Result<Follower, Error> {
        let settings = self.settings();
        if hosted.news.receiver_count() >= settings.streams_per_game {
            return Err(Error::TooMany("too many follow this game already".into()));
        }
        if self.0.streams.fetch_add(1, Ordering::Relaxed) >= settings.streams {
            self.0.streams.fetch_sub(1, Ordering::Relaxed);
            return Err(Error::TooMany("too many follow games already".into()));
        }
        Ok(Follower(self.clone()))
    }

    /// How often everybody may do what is counted.
    pub(crate) fn limits(&self) -> &Limits {
        &self.0.limits
    }

    /// How many streams of news are open.
    pub(crate) fn streams(&self) -> usize {
        self.0.streams.load(Ordering::Relaxed)
    }
}

/// The place of a stream of news.
pub(crate) struct Follower(Games);

impl Drop for Follower {
    fn drop(&mut self) {
        self.0.0.streams.fetch_sub(1, Ordering::Relaxed);
    }
}
