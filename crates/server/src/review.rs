//! What a finished game came to: worked out once, when somebody first asks, and kept with the game.
//!
//! Then a computer player thinks again about the weightiest decisions of people, one after the other and in the same queue
//! as those who play: whoever plays is not kept waiting. He stops while nobody looks.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ending::{ASKED, Analyst, Decision, Ending, Otherwise, Tried};
use table::{BySide, Closing, Game};

use crate::hosted::HostedGame;
use crate::journal::Given;
use crate::live::replay;
use crate::staff::Posted;
use crate::thought::Thought;
use crate::wire::{self, ThoughtAgain};
use crate::{Error, Games};

/// How long he thinks about each decision, in seconds.
const SECONDS: f64 = 0.5;

/// A decision with the position it was taken in.
type Open = (Decision, Box<dyn Game>);

/// What a game came to.
pub struct Review {
    /// The moment at which it was over: a lesson can be taken back and end anew.
    seq: u64,
    ending: Arc<Ending>,
    again: Mutex<Again>,
}

/// What is thought about again.
#[derive(Default)]
struct Again {
    told: ThoughtAgain,
    waiting: VecDeque<Open>,
    /// He thinks, or waits for his turn to.
    busy: bool,
}

impl Review {
    fn again(&self) -> MutexGuard<'_, Again> {
        self.again.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// As everybody may know it, once the game is over.
    pub fn told(&self) -> wire::Review {
        wire::Review { ending: self.ending.clone(), otherwise: self.again().told.clone() }
    }
}

impl Games {
    /// What a game came to.
    ///
    /// # Errors
    /// It goes on.
    pub async fn ending(&self, hosted: &Arc<HostedGame>) -> Result<Arc<Review>, Error> {
        let mut kept = hosted.review.lock().await;
        let (seq, begun, orders, closed) = {
            let locked = hosted.lock(self.store()).await?;
            let live = locked.live();
            if !live.standing().is_over() {
                let why = "the game goes on: what it came to is told once it is over";
                return Err(Error::Forbidden(why.into()));
            }
            if let Some(known) = kept.as_ref().filter(|known| known.seq == live.seq) {
                self.think_on(hosted, known);
                return Ok(known.clone());
            }
            (live.seq, live.at(0)?, live.orders.clone(), live.closed)
        };
        let people = hosted.holders();
        let people = BySide::from_fn(|side| people[side].officer.is_none());
        let by = self.best_officer(SECONDS);
        let asks = by.is_some();
        let work = move || {
            let ending = analyse(begun.as_ref(), &orders, closed)?;
            let open =
                if asks { open_decisions(begun.as_ref(), &orders, &ending, people)? } else { Vec::new() };
            Ok::<_, Error>((ending, open))
        };
        let (ending, open) = self.study(work).await??;
        let told =
            ThoughtAgain { by: by.map(|by| by.officer.title), of: open.len(), ..ThoughtAgain::default() };
        let again = Mutex::new(Again { told, waiting: open.into(), busy: false });
        let review = Arc::new(Review { seq, ending: Arc::new(ending), again });
        self.think_on(hosted, &review);
        *kept = Some(review.clone());
        Ok(review)
    }

    /// The best of the computer players who take their time, the first of them, with so much of it; none if there is none.
    pub(crate) fn best_officer(&self, seconds: f64) -> Option<Posted> {
        let officer = self.staff().list().iter().find(|officer| officer.seconds.is_some())?;
        let seconds = seconds.min(self.settings().think_seconds);
        self.staff().post(Some(&officer.name), Some(seconds)).ok()
    }

    /// Lets him think about the next decision, unless he does already or is done.
    fn think_on(&self, hosted: &Arc<HostedGame>, review: &Arc<Review>) {
        let Some(posted) = self.best_officer(SECONDS) else { return };
        let mut again = review.again();
        if again.busy {
            return;
        }
        let Some(open) = again.waiting.pop_front() else { return };
        again.busy = true;
        drop(again);
        let (games, hosted, review) = (self.clone(), hosted.clone(), review.clone());
        let (quick, time) = (posted.is_quick(), posted.time);
        self.thinkers(quick).put(hosted.row.key, time, move |time| {
            if !hosted.is_attended(games.settings().attended) {
                let mut again = review.again();
                again.busy = false;
                again.waiting.push_front(open);
                return;
            }
            let thought = Thought::aside(review.seq, open.0.seat, open.1.as_ref());
            let think = || (posted.officer.choose)(open.1.as_ref(), open.0.seat, time, &thought);
            let choice = catch_unwind(AssertUnwindSafe(think)).ok().flatten();
            let found = choice.and_then(|choice| otherwise(open, choice));
            let mut again = review.again();
            again.busy = false;
            again.told.asked += 1;
            again.told.found.extend(found);
            again.told.found.sort_by_key(|other| other.n);
            drop(again);
            games.think_on(&hosted, &review);
        });
    }
}

fn otherwise((decision, game): Open, choice: crate::Choice) -> Option<Otherwise> {
    let tried = |w: crate::Weighed| Tried { label: w.label, score: w.score, trials: w.trials };
    let weighed: Vec<Tried> = choice.note.weighed.into_iter().map(tried).collect();
    decision.otherwise(game.as_ref(), &choice.order, choice.note.why, &weighed)
}

fn analyse(begun: &dyn Game, orders: &[Given], closed: Option<Closing>) -> Result<Ending, Error> {
    let (mut game, mut analyst) = (begun.copy(), Analyst::begin(begun));
    for (place, given) in orders.iter().enumerate() {
        let played = replay(game.as_mut(), given, place as u64)?;
        analyst.see(game.as_ref(), given.seat, &played);
    }
    let goes_on = || Error::Broken("the game is over, but not when it is played again".into());
    analyst.end(game.as_ref(), closed).ok_or_else(goes_on)
}

/// The decisions of people in which there was something to choose, the weightiest first.
fn open_decisions(
    begun: &dyn Game,
    orders: &[Given],
    ending: &Ending,
    people: BySide<bool>,
) -> Result<Vec<Open>, Error> {
    let mut wanted: Vec<Option<Box<dyn Game>>> = ending.decisions.iter().map(|_| None).collect();
    let mut game = begun.copy();
    for (place, given) in orders.iter().enumerate() {
        for (decision, position) in ending.decisions.iter().zip(&mut wanted) {
            if decision.n == place + 1 && people[decision.seat] && decision.is_open(game.as_ref()) {
                *position = Some(game.copy());
            }
        }
        replay(game.as_mut(), given, place as u64)?;
    }
    let all = ending.decisions.iter().cloned().zip(wanted);
    Ok(all.filter_map(|(decision, game)| Some((decision, game?))).take(ASKED).collect())
}
