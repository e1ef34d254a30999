//! One game on the server: its seats, its position under a lock, and those who listen.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use club::notices::{Kind, Notice};
use library::lesson::Lesson;
use table::{BySide, Intent, Played, Seats, Side, Standing, Viewer};
use tokio::sync::{Mutex, MutexGuard, broadcast, watch};

use crate::bell::{Bell, Turned};
use crate::catalog::Scenario;
use crate::chat::ChatLine;
use crate::closing::Proposed;
use crate::journal::{Entry, Given};
use crate::live::Live;
use crate::presence::Pages;
use crate::review::Review;
use crate::seat::{Access, Holder};
use crate::store::{About, GameRow, Store, Summary};
use crate::thought::Thought;
use crate::timing::Timing;
use crate::token::Token;
use crate::undo::{TakingBack, seed_is_secret, taking_back};
use crate::wire::{self, Hint, Line, SeatInfo, Standings};
use crate::{Error, Time, clock, version};

/// News that nobody fetched; who falls farther behind is told to look at the table again.
const NEWS_KEPT: usize = 64;

/// An order that was carried out, whole: only [`Line`] ever leaves the server.
pub type Done = (usize, Given, Arc<Played>);

/// Something happened in a game, whole: `News::seen_by` is what leaves the server.
#[derive(Clone, Debug)]
pub struct News {
    pub seq: u64,
    pub orders: usize,
    pub(crate) done: Vec<Done>,
    secrets: bool,
    standing: Standings,
    asked: Option<TakingBack>,
    proposed: Option<Proposed>,
    about: About,
    taken_back: Option<TakingBack>,
    seats: BySide<SeatInfo>,
    clock: Option<wire::GameClock>,
}

impl News {
    /// The news as the bearer of `access` may know them.
    pub(crate) fn seen_by(&self, access: Access) -> wire::News {
        let viewer = access.viewer(self.standing.whole.is_over());
        wire::News {
            seq: self.seq,
            orders: self.orders,
            lines: lines(&self.done, viewer, self.secrets),
            standing: self.standing.seen_by(viewer),
            asked: self.asked,
            proposed: self.proposed.filter(|_| !self.standing.whole.is_over()),
            name: self.about.name.clone(),
            next: self.about.next.clone(),
            taken_back: self.taken_back,
            seats: self.seats.clone(),
            clock: self.clock.clone(),
        }
    }
}

pub fn lines(done: &[Done], viewer: Viewer, secrets: bool) -> Vec<Line> {
    done.iter().map(|(n, given, played)| Line::order(*n, given, played, viewer, secrets)).collect()
}

/// What came of a request with orders.
#[derive(Debug)]
pub struct Submitted {
    pub seq: u64,
    pub orders: usize,
    pub(crate) done: Vec<Done>,
    /// Whether the game keeps anything from anybody.
    pub(crate) secrets: bool,
    pub(crate) standing: Standings,
    /// The order that was refused, counted from 0, if one was; those before it stand.
    pub refused: Option<(usize, Error)>,
}

/// The part of a hosted game that changes.
pub struct Position {
    pub live: Live,
    pub asked: Option<TakingBack>,
    /// What one side proposes to the other.
    pub proposed: Option<Proposed>,
    /// The sequence number a computer player is thinking about.
    pub thinking: Option<u64>,
    /// The computer player who gives no order, and why not.
    pub stuck: Option<(Side, String)>,
    /// How the clocks stand, if that was looked up.
    pub timing: Option<Timing>,
    summary: Summary,
}

pub struct HostedGame {
    pub row: GameRow,
    pub scenario: Arc<dyn Scenario>,
    lesson: Option<Arc<Lesson>>,
    holders: RwLock<BySide<Holder>>,
    position: Mutex<Option<Position>>,
    pub news: broadcast::Sender<Arc<News>>,
    /// What is said at the table.
    pub chat: broadcast::Sender<Arc<ChatLine>>,
    /// What its players call it, and the game that followed it.
    about: RwLock<About>,
    /// Had by whoever reads again who sits where and what it is called: what was read earlier must not be believed later.
    pub reading: Mutex<()>,
    /// Calls members of the club.
    pub bell: Bell,
    /// By which the clocks of its players go.
    pub time: Time,
    /// The sequence number, to be read without waiting for the position.
    pub moment: AtomicU64,
    /// What a computer player thinks about, from the moment he is asked.
    pub thought: watch::Sender<Option<Arc<Thought>>>,
    /// Somebody does not want to wait: computer players choose at once until a person is asked.
    pub hurry: Arc<AtomicBool>,
    /// What its computer players have made up their minds to do.
    pub intents: Arc<std::sync::Mutex<BySide<Intent>>>,
    /// What the game came to, once it is over and somebody has asked.
    pub review: Mutex<Option<Arc<Review>>>,
    /// What somebody was last told he could do.
    pub hint: Mutex<Option<Hint>>,
    /// How many watch, as everybody was last told; how many of them at this server; whether they are about to be counted.
    pub spectators: watch::Sender<u32>,
    pub watching_here: AtomicUsize,
    pub counting: AtomicBool,
    /// Which members have it open at this server.
    pub pages: Pages,
    /// Whether the game was deleted: then its streams end.
    pub gone: watch::Sender<bool>,
    /// Whether its computer player goes on for somebody who waits elsewhere.
    pub errand: AtomicBool,
    /// When somebody last looked at it, in milliseconds of [`clock::now`] and one more; 0: never.
    visited: AtomicU64,
}

impl HostedGame {
    pub fn new(
        row: GameRow,
        holders: BySide<Holder>,
        scenario: Arc<dyn Scenario>,
        lesson: Option<Arc<Lesson>>,
        live: Option<Live>,
        bell: Bell,
        time: Time,
    ) -> HostedGame {
        let summary = row.summary.clone();
        let moment = AtomicU64::new(live.as_ref().map_or(0, |live| live.seq));
        let position = live.map(|live| Position {
            live,
            asked: None,
            proposed: None,
            thinking: None,
            stuck: None,
            timing: None,
            summary,
        });
        let (holders, position) = (RwLock::new(holders), Mutex::new(position));
        let (news, visited) = (broadcast::channel(NEWS_KEPT).0, AtomicU64::new(0));
        let (thought, hurry) = (watch::Sender::new(None), Arc::default());
        let (review, hint) = (Mutex::new(None), Mutex::new(None));
        HostedGame {
            row,
            scenario,
            lesson,
            holders,
            position,
            news,
            chat: broadcast::channel(NEWS_KEPT).0,
            about: RwLock::default(),
            reading: Mutex::default(),
            bell,
            time,
            moment,
            thought,
            hurry,
            intents: Arc::default(),
            review,
            hint,
            spectators: watch::Sender::new(0),
            watching_here: AtomicUsize::new(0),
            counting: AtomicBool::new(false),
            pages: Pages::default(),
            gone: watch::Sender::new(false),
            errand: AtomicBool::new(false),
            visited,
        }
    }

    /// Somebody looks at the game.
    pub fn visit(&self) {
        self.visited.store(clock::now().as_millis() as u64 + 1, Ordering::Relaxed);
    }

    /// When somebody last did, on [`clock::now`].
    pub fn visited(&self) -> Duration {
        Duration::from_millis(self.visited.load(Ordering::Relaxed))
    }

    /// Whether somebody follows the game or looked at it not longer ago than this.
    pub fn is_attended(&self, within: Duration) -> bool {
        let visited = self.visited();
        self.news.receiver_count() > 0 || (!visited.is_zero() && clock::now() < visited + within)
    }

    /// Whether its computer players are to think: somebody looks, or waits elsewhere.
    pub fn goes_on(&self, within: Duration) -> bool {
        self.errand.load(Ordering::Relaxed) || self.is_attended(within)
    }

    pub fn holders(&self) -> BySide<Holder> {
        self.holders.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What its players call it, and the game that followed it.
    pub fn about(&self) -> About {
        self.about.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What is told of the game now; whether that is news.
    pub fn about_is(&self, about: About) -> bool {
        let mut known = self.about.write().unwrap_or_else(PoisonError::into_inner);
        let changed = *known != about;
        *known = about;
        changed
    }

    /// What a token may do here.
    ///
    /// # Errors
    /// It holds no seat.
    pub fn access(&self, token: Option<&Token>) -> Result<Access, Error> {
        Access::of(&self.holders.read().unwrap_or_else(PoisonError::into_inner), token)
    }

    /// The computer player at one of these seats, and which seat it is.
    pub fn officer_of(&self, seats: Seats) -> Option<(Side, String)> {
        let holders = self.holders.read().unwrap_or_else(PoisonError::into_inner);
        seats.iter().find_map(|side| Some((side, holders[side].officer.clone()?)))
    }

    pub fn seat_taken(&self, side: Side, holder: Holder) {
        self.holders.write().unwrap_or_else(PoisonError::into_inner)[side] = holder;
    }

    /// Who holds the seats now; whether that is news.
    pub fn seats_are(&self, holders: BySide<Holder>) -> bool {
        let mut known = self.holders.write().unwrap_or_else(PoisonError::into_inner);
        let changed = *known != holders;
        *known = holders;
        changed
    }

    /// A journal that does not fit, of a game that a newer version began.
    fn told_by_newer(&self, why: Error) -> Error {
        let (own, version) = (env!("CARGO_PKG_VERSION"), &self.row.version);
        match why {
            Error::Broken(why) if version::is_newer(version, own) => {
                Error::Broken(format!("{why} (the game was begun by version {version}, this is {own})"))
            }
            why => why,
        }
    }

    /// The game after so many entries of its journal, on a thread that may take its time.
    async fn rebuild(&self, store: &Store, entries: u64) -> Result<Live, Error> {
        let journal = store.journal(self.row.key, 0).await?;
        let mut journal = journal.ok_or_else(|| Error::Broken("an entry cannot be read".into()))?;
        journal.truncate(usize::try_from(entries).unwrap_or(usize::MAX));
        let (scenario, seed, lesson) = (self.scenario.clone(), self.row.seed, self.lesson.clone());
        let origin = self.row.origin.clone();
        let build = move || Live::rebuild(scenario.as_ref(), seed, lesson, origin.as_ref(), journal);
        let live = tokio::task::spawn_blocking(build).await;
        let live = live.map_err(|_| Error::Broken("the rules failed".into()))?;
        live.map_err(|why| self.told_by_newer(why))
    }

    /// The position, rebuilt from the journal if nobody had it.
    pub async fn lock<'a>(&'a self, store: &Store) -> Result<Locked<'a>, Error> {
        let mut guard = self.position.lock().await;
        if guard.is_none() {
            let live = self.rebuild(store, u64::MAX).await?;
            let asked = match store.wished(self.row.key, live.seq).await? {
                Some(by) => taking_back(&live, by)?,
                None => None,
            };
            let summary = self.row.summary.clone();
            self.moment.store(live.seq, Ordering::Relaxed);
            let proposed = store.proposed(self.row.key).await?;
            let (thinking, stuck, timing) = (None, None, None);
            *guard = Some(Position { live, asked, proposed, thinking, stuck, timing, summary });
        }
        if let Some(position) = guard.as_mut().filter(|position| position.timing.is_none()) {
            position.timing = Some(store.timing(self.row.key).await?);
        }
        Ok(Locked { hosted: self, guard })
    }
}

impl HostedGame {
    /// The position if it is in memory.
    pub async fn lock_if_there(&self) -> Option<Locked<'_>> {
        let guard = self.position.lock().await;
        guard.is_some().then(|| Locked { hosted: self, guard })
    }
}

/// A hosted game whose position is held until this is dropped.
pub struct Locked<'a> {
    pub(crate) hosted: &'a HostedGame,
    guard: MutexGuard<'a, Option<Position>>,
}

impl Locked<'_> {
    pub fn position(&mut self) -> &mut Position {
        self.guard.as_mut().expect("a Locked is made only when the position is there")
    }

    pub fn live(&self) -> &Live {
        &self.guard.as_ref().expect("a Locked is made only when the position is there").live
    }

    /// Who plays, as everybody is told.
    pub fn seats(&mut self) -> BySide<SeatInfo> {
        let stuck = self.position().stuck.clone();
        let holders = self.hosted.holders();
        BySide::from_fn(|side| {
            let why = stuck.as_ref().filter(|(seat, _)| *seat == side).map(|(_, why)| why.clone());
            holders[side].info(side, why)
        })
    }

    pub fn standing(&self) -> Standing {
        self.live().standing()
    }

    /// Carries out orders one after the other until one is refused or the decision passes to another
    /// seat, and commits what was done.
    pub async fn submit(
        &mut self,
        store: &Store,
        seat: Side,
        seq: u64,
        orders: &[String],
        note: Option<Arc<str>>,
    ) -> Result<Submitted, Error> {
        self.meant_for(seq)?;
        self.live().is_open()?;
        if self.live().told {
            seed_is_secret(self.live())?;
        }
        let mut done = Vec::new();
        let mut refused = None;
        for (n, order) in orders.iter().enumerate() {
            if n > 0 && !self.standing().seats().is_some_and(|s| s.contains(seat)) {
                break;
            }
            match self.position().live.play(seat, order, note.clone()) {
                Ok(played) => done.push(self.newest(played)),
                Err(why) => {
                    refused = Some((n, Error::Play(why)));
                    break;
                }
            }
        }
        match refused {
            Some((0, why)) => return Err(why),
            _ if done.is_empty() => return Err(Error::Malformed("there is no order in the request".into())),
            _ => {}
        }
        let entries = done.iter().map(|(_, given, _)| Entry::Order(given.clone())).collect();
        let new_turn = done.iter().any(|(_, _, played)| played.milestones.contains(&table::Milestone::Turn));
        self.commit(store, seq, entries, new_turn).await?;
        self.position().asked = None;
        self.position().stuck = None;
        self.declined_by_order(store, seat).await;
        if self.hosted.news.receiver_count() > 0 {
            self.tell(done.clone(), None);
        }
        Ok(self.submitted(done, refused))
    }

    /// The answer to orders that were carried out before, at the moment they are meant for: somebody asks again
    /// because the answer was lost. `None` if they were not.
    pub fn done_before(
        &self,
        access: Access,
        seat: Option<Side>,
        seq: u64,
        orders: &[String],
    ) -> Result<Option<Submitted>, Error> {
        let live = self.live();
        let Some(from) = live.given_at(seq) else { return Ok(None) };
        let by = live.orders[from].seat;
        if !access.holds(by) || seat.is_some_and(|seat| seat != by) {
            return Ok(None);
        }
        let stand = live.orders[from..].iter().zip(orders);
        let same = stand.take_while(|(given, order)| given.seat == by && *given.order == **order).count();
        if same == 0 {
            return Ok(None);
        }
        let mut done = Vec::new();
        live.again_between(from, from + same, |n, given, played| {
            done.push((n, given.clone(), Arc::new(played.clone())));
        })?;
        Ok(Some(self.submitted(done, None)))
    }

    fn submitted(&self, done: Vec<Done>, refused: Option<(usize, Error)>) -> Submitted {
        let live = self.live();
        let (seq, orders, secrets) = (live.seq, live.orders.len(), live.game.has_secrets());
        Submitted { seq, orders, done, secrets, standing: Standings::of(live), refused }
    }

    pub fn meant_for(&self, seq: u64) -> Result<(), Error> {
        let now = self.live().seq;
        if now == seq { Ok(()) } else { Err(Error::Stale { now, meant: seq }) }
    }

    fn newest(&mut self, played: Played) -> Done {
        let orders = &self.live().orders;
        (orders.len(), orders[orders.len() - 1].clone(), Arc::new(played))
    }

    /// Takes back to the position after `back.kept` orders and commits it.
    pub async fn take_back(&mut self, store: &Store, back: TakingBack) -> Result<(), Error> {
        let seq = self.live().seq;
        self.position().live.take_back(back.by, back.kept)?;
        let entry = Entry::Undo { by: back.by, kept: back.kept as u32 };
        self.commit(store, seq, vec![entry], true).await?;
        self.position().asked = None;
        self.tell(Vec::new(), Some(back));
        Ok(())
    }

    /// Carries out what others have written into the journal, and tells everybody who listens; whether there was anything.
    /// Where that fails the position is thrown away, to be rebuilt from the journal.
    pub(crate) async fn catch_up(&mut self, store: &Store) -> Result<bool, Error> {
        let journal = store.journal(self.hosted.row.key, self.live().seq).await?;
        let journal = journal.ok_or_else(|| Error::Broken("an entry cannot be read".into()))?;
        if journal.is_empty() {
            return Ok(false);
        }
        let (mut done, mut back) = (Vec::new(), None);
        for entry in journal {
            let undone = matches!(entry, Entry::Undo { .. });
            match self.position().live.follow(entry) {
                Ok(Some(played)) => done.push(self.newest(played)),
                Ok(None) if undone => {
                    // Whoever is told of a taking back looks at the table again: what went before needs no telling.
                    done.clear();
                    back = self.live().taken_back.last().copied();
                }
                Ok(None) => {}
                Err(why) => {
                    *self.guard = None;
                    return Err(why);
                }
            }
        }
        self.hosted.moment.store(self.live().seq, Ordering::Relaxed);
        let summary = summary(self.live());
        let position = self.position();
        (position.asked, position.stuck, position.summary) = (None, None, summary);
        position.proposed =
            position.proposed.filter(|proposed| done.iter().all(|(_, given, _)| given.seat == proposed.by));
        self.timing_again(store).await?;
        self.tell(done, back);
        Ok(true)
    }

    /// Looks who wishes to take an order back; whether that is news.
    pub(crate) async fn wish_again(&mut self, store: &Store) -> Result<bool, Error> {
        let asked = match store.wished(self.hosted.row.key, self.live().seq).await? {
            Some(by) => taking_back(self.live(), by)?,
            None => None,
        };
        let changed = asked != self.position().asked;
        self.position().asked = asked;
        Ok(changed)
    }

    /// Writes what was just done. If that fails the position is thrown away, to be rebuilt from what
    /// the journal really holds.
    ///
    /// The headline of lists changes with the turn and with the end: only then is it made anew.
    pub(crate) async fn commit(
        &mut self,
        store: &Store,
        seq: u64,
        entries: Vec<Entry>,
        new_turn: bool,
    ) -> Result<(), Error> {
        let waiting = waiting(&self.standing());
        let summary = match () {
            () if new_turn || waiting == 0 => Some(summary(self.live())),
            () if waiting != self.position().summary.waiting => {
                Some(Summary { touched: now(), waiting, headline: self.position().summary.headline.clone() })
            }
            () => None,
        };
        let undone = entries.iter().any(|entry| matches!(entry, Entry::Undo { .. }));
        let (also, slot) = self.hosted.clock_follows(&self.timing(), waiting, undone).unzip();
        let done = store.append(self.hosted.row.key, seq, entries, summary.clone(), also).await;
        match done {
            Ok(()) => {
                self.hosted.moment.store(self.live().seq, Ordering::Relaxed);
                if let Some(slot) = slot {
                    self.position().timing = slot.lock().unwrap_or_else(PoisonError::into_inner).take();
                }
                if let Some(summary) = summary {
                    let before = std::mem::replace(&mut self.position().summary, summary);
                    self.ring(before.waiting);
                }
                Ok(())
            }
            Err(Error::Overtaken) => self.overtaken(store, seq).await,
            Err(why) => {
                *self.guard = None;
                Err(why)
            }
        }
    }

    /// Another server was first: back to where both were, and on with what that one did, so that who listens here hears it.
    async fn overtaken(&mut self, store: &Store, seq: u64) -> Result<(), Error> {
        let live = match self.hosted.rebuild(store, seq).await {
            Ok(live) => live,
            Err(why) => {
                *self.guard = None;
                return Err(why);
            }
        };
        self.position().live = live;
        self.catch_up(store).await?;
        Err(Error::Stale { now: self.live().seq, meant: seq })
    }

    /// What the game is called.
    pub fn title(&self) -> String {
        self.hosted.about().name.unwrap_or_else(|| self.live().game.view(Viewer::Spectator).title)
    }

    /// Tells the player of a side something of this game, if he is a member and does not play the other side too.
    pub fn call(&self, side: Side, kind: Kind, words: String) {
        self.call_of(&self.hosted.holders(), side, kind, words);
    }

    /// As [`Locked::call`], for those who held the seats then.
    pub fn call_of(&self, holders: &BySide<Holder>, side: Side, kind: Kind, words: String) {
        let person =
            holders[side].person.clone().filter(|own| holders[side.other()].person.as_ref() != Some(own));
        let Some(person) = person else { return };
        let (game, title) = (self.hosted.row.id.clone(), self.title());
        let path = format!("/game/{game}?n={}", self.live().orders.len());
        self.hosted.bell.say(Notice { person, game, kind, title, words, path });
    }

    /// The player of a side need not be told these things of this game any more.
    pub fn uncall(&self, side: Side, kinds: &[Kind]) {
        if let Some(person) = self.hosted.holders()[side].person.clone() {
            self.hosted.bell.still(&person, &self.hosted.row.id, kinds);
        }
    }

    pub(crate) fn timing_if_known(&self) -> Option<&Timing> {
        self.guard.as_ref().and_then(|position| position.timing.as_ref())
    }

    /// Calls the members who have to decide now, if they had not before.
    fn ring(&mut self, before: u8) {
        let holders = self.hosted.holders();
        let after = self.position().summary.waiting;
        if before == after || Side::BOTH.iter().all(|side| holders[*side].person.is_none()) {
            return;
        }
        let ended = (after == 0).then(|| self.position().summary.headline.clone());
        let live = self.live();
        self.hosted.bell.ring(&Turned {
            game: self.hosted.row.id.clone(),
            title: self.title(),
            holders,
            before,
            after,
            orders: live.orders.len(),
            by: match live.closed {
                Some(closing) => closing.loser(),
                None => live.orders.last().map(|given| given.seat),
            },
            ended,
        });
    }

    /// Tells everybody who listens.
    pub fn tell(&mut self, done: Vec<Done>, taken_back: Option<TakingBack>) {
        if self.hosted.news.receiver_count() == 0 {
            return;
        }
        let news = self.news(done, taken_back);
        // Fails only when the last listener has just gone.
        let _ = self.hosted.news.send(Arc::new(news));
    }

    pub fn news(&mut self, done: Vec<Done>, taken_back: Option<TakingBack>) -> News {
        let (seats, about) = (self.seats(), self.hosted.about());
        let clock = self.timing().told(self.hosted.time.now());
        let position = self.position();
        News {
            seq: position.live.seq,
            orders: position.live.orders.len(),
            done,
            secrets: position.live.game.has_secrets(),
            standing: Standings::of(&position.live),
            asked: position.asked,
            proposed: position.proposed,
            about,
            taken_back,
            seats,
            clock,
        }
    }
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// The sides that are asked, as bits.
pub(crate) fn waiting(standing: &Standing) -> u8 {
    standing.seats().map_or(0, |seats: Seats| seats.iter().map(|side| 1 << side as u8).sum())
}

/// What lists show of this game.
pub fn summary(live: &Live) -> Summary {
    let standing = live.standing();
    let headline = match (&standing, live.closed) {
        (_, Some(closing)) => closing.headline(),
        (Standing::Waiting(_), _) => live.game.view(Viewer::Spectator).turn_label,
        (Standing::Over(outcome), _) => match outcome.winner {
            Some(side) => format!("{side} victory, {}", outcome.degree),
            None => "Draw".to_owned(),
        },
    };
    Summary { touched: now(), waiting: waiting(&standing), headline }
}

/// Seconds since 1970.
pub fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |d| d.as_secs() as i64)
}
