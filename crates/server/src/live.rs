//! A game in play, rebuilt from its journal whenever nobody holds it.

use std::sync::Arc;

use library::lesson::{Act, Lesson, Progress};
use table::{Closing, Dice, Game, PlayError, Played, SeededDice, Side, Standing, Viewer};

use crate::Error;
use crate::catalog::Scenario;
use crate::class::{Class, ClassDice};
use crate::journal::{Entry, Given, KeptDice};
use crate::store::OriginRow;
use crate::undo::TakingBack;

/// A copy of the position is kept after every so many orders: undo, log and replay start from there.
const ORDERS_PER_MARK: usize = 64;

pub struct Live {
    pub game: Box<dyn Game>,
    /// The orders that stand.
    pub orders: Vec<Given>,
    /// How many entries the journal has, taken-back orders and undoings included.
    pub seq: u64,
    pub start: Arc<Played>,
    /// What each side may try first.
    pub first: [String; 2],
    /// Whether the game was over once, so that everybody could read the seed of its dice, and was taken back:
    /// earlier versions let that happen.
    pub told: bool,
    /// Whenever orders were taken back, in turn.
    pub taken_back: Vec<TakingBack>,
    /// The lesson, if it is one.
    pub class: Option<Class>,
    /// How many of the orders another game brought along: they stand for ever.
    pub brought: usize,
    /// How people ended it, if they did.
    pub closed: Option<Closing>,
    /// The length of the journal after the last entry that was no order.
    undone: u64,
    dice: SeededDice,
    marks: Vec<Box<dyn Game>>,
}

impl Live {
    pub fn begin(
        scenario: &dyn Scenario,
        seed: [u8; 32],
        lesson: Option<Arc<Lesson>>,
        origin: Option<&OriginRow>,
    ) -> Live {
        let mut dice = SeededDice::new(seed);
        let script = lesson.as_ref().map_or(&[][..], |lesson| Progress::first_dice(lesson));
        let (game, start) = match origin {
            Some(origin) => scenario.begin(&mut KeptDice::new(&origin.dice)),
            None => scenario.begin(&mut ClassDice::new(script, &mut dice)),
        };
        let brought = origin.map_or(0, |origin| origin.orders);
        let class = lesson.clone().map(|lesson| Class::begin(lesson, game.as_ref(), &start));
        let marks = vec![game.copy()];
        let (orders, start) = (Vec::new(), Arc::new(start));
        let (taken_back, first) = (Vec::new(), scenario.first());
        Live {
            game,
            orders,
            seq: 0,
            start,
            first,
            told: false,
            taken_back,
            class,
            brought,
            closed: None,
            undone: 0,
            dice,
            marks,
        }
    }

    /// Plays a journal again.
    pub fn rebuild(
        scenario: &dyn Scenario,
        seed: [u8; 32],
        lesson: Option<Arc<Lesson>>,
        origin: Option<&OriginRow>,
        journal: Vec<Entry>,
    ) -> Result<Live, Error> {
        let mut live = Live::begin(scenario, seed, lesson, origin);
        for entry in journal {
            live.follow(entry)?;
        }
        Ok(live)
    }

    /// Does once more what an entry of the journal says; what came of it, if it is an order.
    pub fn follow(&mut self, entry: Entry) -> Result<Option<Played>, Error> {
        if self.closed.is_some() {
            return Err(Error::Broken(format!("entry {}: the game was over before", self.seq)));
        }
        match entry {
            Entry::Undo { by, kept } => self.take_back(by, kept as usize)?,
            Entry::Order(given) => return self.again(given).map(Some),
            Entry::Coach(act) => self.told_coach(act),
            Entry::Closed(closing) => self.close(closing),
        }
        Ok(None)
    }

    /// Where the game stands: what people ended is over whatever the rules say.
    pub fn standing(&self) -> Standing {
        Closing::standing(self.closed, self.game.as_ref())
    }

    pub fn standing_for(&self, viewer: Viewer) -> Standing {
        Closing::standing_for(self.closed, self.game.as_ref(), viewer)
    }

    /// People end the game; the journal grows by one.
    pub fn close(&mut self, closing: Closing) {
        self.closed = Some(closing);
        self.seq += 1;
    }

    /// # Errors
    /// People have ended the game: no order follows.
    pub fn is_open(&self) -> Result<(), Error> {
        match self.closed {
            Some(closing) => Err(Error::Finished(format!("the game is over: {}", closing.because()))),
            None => Ok(()),
        }
    }

    fn again(&mut self, given: Given) -> Result<Played, Error> {
        // The stream goes on past these dice even if they are taken back later: nobody may see dice
        // fall, take the order back and have the same dice again. Dice that another game brought along are none of it.
        if self.orders.len() >= self.brought {
            for _ in 0..given.dice.len() {
                self.dice.d6("");
            }
        }
        let played = replay(self.game.as_mut(), &given, self.seq)?;
        self.push(given, &played);
        Ok(played)
    }

    fn push(&mut self, given: Given, played: &Played) {
        if let Some(class) = &mut self.class {
            class.given(given.seat, &given.order, played, self.game.as_ref());
        }
        self.orders.push(given);
        self.seq += 1;
        if self.orders.len().is_multiple_of(ORDERS_PER_MARK) {
            self.marks.push(self.game.copy());
        }
    }

    /// Gives an order with the next dice of the game. Refused: nothing has changed.
    pub fn play(&mut self, seat: Side, order: &str, note: Option<Arc<str>>) -> Result<Played, PlayError> {
        let class = self.class.as_ref();
        let script = class.map_or(&[][..], |class| class.progress.dice(&class.lesson, seat));
        let mut dice = ClassDice::new(script, &mut self.dice);
        let played = self.game.play(seat, order, &mut dice)?;
        let given = Given { seat, order: order.into(), dice: dice.rolled.into(), note };
        self.push(given, &played);
        Ok(played)
    }

    /// Goes back to the position after the first `kept` orders; the journal grows by one.
    pub fn take_back(&mut self, by: Side, kept: usize) -> Result<(), Error> {
        if kept > self.orders.len() {
            return Err(Error::Broken(format!("entry {}: nothing to take back", self.seq)));
        }
        let back = TakingBack::to(&self.orders, by, kept);
        self.told |= self.standing().is_over();
        self.game = self.at(kept)?;
        self.taken_back.push(back);
        self.orders.truncate(kept);
        if let Some(class) = &mut self.class {
            class.take_back(kept);
        }
        self.marks.truncate(kept / ORDERS_PER_MARK + 1);
        self.seq += 1;
        self.undone = self.seq;
        Ok(())
    }

    /// Tells the coach something; whether that changed anything. The journal grows by one if it did.
    pub fn coach(&mut self, act: Act) -> bool {
        let changed = self.class.as_mut().is_some_and(|class| class.act(act, self.game.as_ref()));
        if changed {
            self.seq += 1;
            self.undone = self.seq;
        }
        changed
    }

    /// As the journal has it.
    fn told_coach(&mut self, act: Act) {
        if !self.coach(act) {
            self.seq += 1;
            self.undone = self.seq;
        }
    }

    /// Which of the orders that stand was given at this moment of the past.
    pub fn given_at(&self, seq: u64) -> Option<usize> {
        // What ended the game came after the last order.
        let orders = self.seq - u64::from(self.closed.is_some());
        let since = orders.checked_sub(seq).filter(|since| *since > 0 && seq >= self.undone)?;
        self.orders.len().checked_sub(usize::try_from(since).ok()?)
    }

    /// The position after the first `n` orders.
    pub fn at(&self, n: usize) -> Result<Box<dyn Game>, Error> {
        let n = n.min(self.orders.len());
        let mut game = self.marks[n / ORDERS_PER_MARK].copy();
        for (place, given) in self.orders[..n].iter().enumerate().skip(n - n % ORDERS_PER_MARK) {
            replay(game.as_mut(), given, place as u64)?;
        }
        Ok(game)
    }

    /// What came of the orders `from..to` (counted from 0), played again.
    pub fn again_between(
        &self,
        from: usize,
        to: usize,
        mut each: impl FnMut(usize, &Given, &Played),
    ) -> Result<(), Error> {
        let to = to.min(self.orders.len());
        let mut game = self.at(from.min(to))?;
        for (place, given) in self.orders[..to].iter().enumerate().skip(from) {
            let played = replay(game.as_mut(), given, place as u64)?;
            each(place + 1, given, &played);
        }
        Ok(())
    }
}

/// Gives an order again, with the dice that fell.
pub fn replay(game: &mut dyn Game, given: &Given, place: u64) -> Result<Played, Error> {
    let mut dice = KeptDice::new(&given.dice);
    let played = game
        .play(given.seat, &given.order, &mut dice)
        .map_err(|why| Error::Broken(format!("entry {place}, `{}`: {why}", given.order)))?;
    if dice.matched() {
        Ok(played)
    } else {
        Err(Error::Broken(format!("entry {place}, `{}`: it rolls other dice now", given.order)))
    }
}
