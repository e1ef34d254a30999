//! The turn of a computer player: he thinks on a thread apart about a copy of the position, and what he decides is
//! an order like any other.
//!
//! Whatever goes wrong, the game does not wait in silence. A player who panics, gives no order or one that is
//! refused is asked once more; after that any legal order is given in his place, and the log of the game says
//! so. Where not even that can be done, the seat is told to be stuck, with the reason.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use table::{Game, Seats, Side};

use crate::hosted::{HostedGame, Locked};
use crate::seat::Access;
use crate::staff::{Choice, Note, Posted, random_order};
use crate::thinkers::said;
use crate::thought::Thought;
use crate::{Error, Games};

/// How often a player is asked before an order is given in his place.
const TRIES: u32 = 2;
/// An order that could not be kept is tried again after so long.
const AGAIN: Duration = Duration::from_secs(5);

/// A decision for a computer player.
struct Task {
    games: Games,
    hosted: Arc<HostedGame>,
    posted: Posted,
    seat: Side,
    /// The moment it is about.
    seq: u64,
    thought: Arc<Thought>,
    /// What a lesson lets him order.
    written: Option<String>,
}

impl Games {
    /// Lets a computer seat think if it is asked.
    pub(crate) async fn wake_if_asked(&self, hosted: &Arc<HostedGame>) -> Result<(), Error> {
        if hosted.officer_of(Seats::BOTH).is_none() {
            return Ok(());
        }
        let mut locked = hosted.lock(self.store()).await?;
        self.wake_computer(hosted, &mut locked);
        Ok(())
    }

    /// Gives the position to the computer player who is asked, if one is and does not think about it yet.
    pub(crate) fn wake_computer(&self, hosted: &Arc<HostedGame>, locked: &mut Locked<'_>) {
        let Some(seats) = locked.standing().seats() else { return };
        if locked.timing().rests() {
            return;
        }
        let Some((seat, word)) = hosted.officer_of(seats) else {
            // A person is asked: who follows him takes his time again.
            hosted.hurry.store(false, Ordering::Relaxed);
            return;
        };
        let posted = match self.staff().posted(&word) {
            Ok(posted) => posted,
            Err(why) => return stuck(hosted, locked, seat, &format!("`{word}`: {why}")),
        };
        // Nobody would see what he does: he goes on when somebody looks.
        if !hosted.goes_on(self.settings().attended) {
            return;
        }
        let seq = locked.live().seq;
        if locked.position().thinking.replace(seq) == Some(seq) {
            return;
        }
        let game = locked.live().game.copy();
        let (quick, time) = (posted.is_quick(), posted.time);
        let thought = Arc::new(Thought::new(seq, seat, hosted.hurry.clone(), hosted.intents.clone()));
        hosted.thought.send_replace(Some(thought.clone()));
        let class = locked.live().class.as_ref();
        let written = class.and_then(|class| class.answer(seat, game.as_ref()));
        let (games, key) = (self.clone(), hosted.row.key);
        let task = Task { games, hosted: hosted.clone(), posted, seat, seq, thought, written };
        let runtime = tokio::runtime::Handle::current();
        let attended = hosted.is_attended(self.settings().attended);
        let thinkers = if attended { self.thinkers(quick) } else { self.errand_thinkers() };
        thinkers.put(key, time, move |time| {
            // Whoever moved the game on while this waited its turn has woken the player again.
            if task.hosted.moment.load(Ordering::Relaxed) != task.seq {
                task.ends();
                return;
            }
            if !task.hosted.goes_on(task.games.settings().attended) {
                runtime.spawn(task.put_off());
                return;
            }
            let claim = match runtime.block_on(task.games.store().base().claim(key)) {
                Ok(Some(claim)) => claim,
                // Another server lets him think, or the database is gone: what comes of it is heard, or looked for again.
                Ok(None) | Err(_) => return drop(runtime.spawn(task.leave())),
            };
            let time = if task.thought.hurried() { Duration::ZERO } else { time };
            let choice = task.choose(game.as_ref(), time);
            task.ends();
            runtime.spawn(async move {
                task.give(choice).await;
                drop(claim);
            });
        });
    }
}

impl Task {
    /// He thinks about it no longer.
    fn ends(&self) {
        self.hosted.thought.send_if_modified(|now| {
            let mine = now.as_ref().is_some_and(|now| Arc::ptr_eq(now, &self.thought));
            if mine {
                *now = None;
            }
            mine
        });
    }

    /// What he orders, or any legal order in his place; none if there is none.
    fn choose(&self, game: &dyn Game, time: Duration) -> Option<Choice> {
        if let Some(order) = &self.written {
            return Some(Choice { order: order.clone(), note: Note::default() });
        }
        let metrics = self.games.metrics();
        metrics.thoughts.inc();
        let mut failed = String::new();
        for attempt in 1..=TRIES {
            match self.think(game, time) {
                Ok(choice) => return Some(choice),
                Err(why) => {
                    let (id, officer) = (&self.hosted.row.id, &self.posted.officer.name);
                    tracing::warn!(game = id, self.seq, officer, attempt, why, "a computer player failed");
                    metrics.thoughts_failed.inc();
                    failed = why;
                }
            }
        }
        let mut plain = random_order(game, self.seat, Duration::ZERO, &self.thought)?;
        let why = format!("He {failed}; any legal order was given in his place.");
        plain.note = Note { by: self.posted.officer.title.clone(), why, weighed: Vec::new() };
        Some(plain)
    }

    /// One try: an order that stands, or what went wrong, in words that follow "he".
    fn think(&self, game: &dyn Game, time: Duration) -> Result<Choice, String> {
        let think = || (self.posted.officer.choose)(game, self.seat, time, &self.thought);
        match catch_unwind(AssertUnwindSafe(think)) {
            Err(panic) => Err(format!("failed ({})", said(panic.as_ref()))),
            Ok(None) => Err("gave no order".to_owned()),
            Ok(Some(choice)) => match game.check(self.seat, &choice.order) {
                Ok(()) => Ok(choice),
                Err(no) => Err(format!("ordered `{}`, which is not legal ({no})", choice.order)),
            },
        }
    }

    /// Nobody looks any more: whoever comes next wakes the player again.
    async fn put_off(self) {
        self.ends();
        let mut locked = match self.hosted.lock(self.games.store()).await {
            Ok(locked) => locked,
            Err(why) => return tracing::error!(game = self.hosted.row.id, %why, "a game cannot be opened"),
        };
        locked.position().thinking = None;
        // Somebody may have come in the meantime, before the player could be woken.
        self.games.wake_computer(&self.hosted, &mut locked);
    }

    /// Somebody else sees to it.
    async fn leave(self) {
        self.ends();
        if let Some(mut locked) = self.hosted.lock_if_there().await {
            locked.position().thinking = None;
        }
    }

    async fn give(self, choice: Option<Choice>) {
        let Some(choice) = choice else {
            return self.tell_stuck("there is no legal order").await;
        };
        let note = (!choice.note.is_empty()).then(|| serde_json::to_string(&choice.note));
        let note = note.and_then(Result::ok).map(Into::into);
        let (games, hosted) = (self.games.clone(), self.hosted.clone());
        let given = games.carry_out(hosted, Access::One(self.seat), None, self.seq, vec![choice.order], note);
        match given.await {
            Ok(_) => {}
            // The game moved on while he thought, or rests; whoever did that wakes him again.
            Err(Error::Stale { .. } | Error::Resting) => {
                tracing::debug!(game = self.hosted.row.id, self.seq, "thought too long")
            }
            Err(why) => {
                self.tell_stuck(&why.to_string()).await;
                tokio::time::sleep(AGAIN).await;
                if let Err(why) = self.games.wake_if_asked(&self.hosted).await {
                    tracing::error!(game = self.hosted.row.id, %why, "a game cannot go on");
                }
            }
        }
    }

    async fn tell_stuck(&self, why: &str) {
        match self.hosted.lock(self.games.store()).await {
            Ok(mut locked) => {
                stuck(&self.hosted, &mut locked, self.seat, why);
                locked.position().thinking = None;
            }
            Err(failed) => {
                tracing::error!(game = self.hosted.row.id, why, %failed, "a game cannot be opened")
            }
        }
    }
}

/// Marks a seat whose computer player gives no order, for everybody to see.
fn stuck(hosted: &HostedGame, locked: &mut Locked<'_>, seat: Side, why: &str) {
    tracing::error!(game = hosted.row.id, seq = locked.live().seq, %seat, why, "a computer player is stuck");
    locked.position().stuck = Some((seat, why.to_owned()));
    locked.tell(Vec::new(), None);
}
