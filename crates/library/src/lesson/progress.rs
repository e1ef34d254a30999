//! Where somebody stands in a lesson.

use table::{Game, Played, Seats, Side};

use super::condition::Moment;
use super::{Lesson, Step, WordKind};

/// Orders that lead away from a step before the coach goes on by himself.
const STRAYED: u8 = 2;

/// What a student tells the coach. Taking orders back is an order to the game: see [`Progress::back_to`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Act {
    /// Read; or on to what was read before.
    Next,
    /// The step before once more, to read.
    Back,
    /// On to the next step, whatever this one wants.
    Skip,
    /// The step from its beginning, where there is no order to take back.
    Again,
}

/// An order that was carried out.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    /// Who gave the order.
    pub seat: Side,
    /// The order as it is written.
    pub order: &'a str,
    /// What came of it.
    pub played: &'a Played,
    /// How many orders stand with it.
    pub orders: usize,
}

/// The state of a lesson in play.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// The current step; past the last when the lesson is over.
    pub(super) step: usize,
    /// An earlier step that is being read again.
    pub(super) reading: Option<usize>,
    /// How many orders stood when the student was first asked in this step; before he is, when it began.
    began: usize,
    asked: bool,
    /// Dice of the step that have fallen, and scripted orders that were given.
    dice: usize,
    answers: usize,
    /// Orders that led away from the step.
    strayed: u8,
    /// What is said of the last order, and in which step.
    pub(super) word: Option<(WordKind, usize)>,
}

impl Progress {
    /// At the beginning of a lesson: what the set-up rolled is known.
    pub fn begin(lesson: &Lesson, game: &dyn Game, start: &Played) -> Progress {
        let mut progress = Progress { dice: start.rolls.len(), ..Progress::default() };
        progress.settle(lesson, &Moment { game, you: lesson.you, last: None }, 0);
        progress.arrive(lesson, game, 0);
        progress
    }

    /// The dice that fall next, if this seat gives the order. Who gives one has read what stands before it.
    pub fn dice<'a>(&self, lesson: &'a Lesson, seat: Side) -> &'a [u8] {
        let (skipped, step) = match lesson.steps.get(self.step..).unwrap_or_default() {
            [first, ..] if seat != lesson.you || !first.until.is_read() => (0, Some(first)),
            steps => (1, steps.iter().find(|step| !step.until.is_read())),
        };
        let fallen = if skipped == 0 { self.dice } else { 0 };
        let dice = step.map_or(&[][..], |step| &step.dice);
        &dice[fallen.min(dice.len())..]
    }

    /// The dice of the set-up.
    pub fn first_dice(lesson: &Lesson) -> &[u8] {
        lesson.steps.first().map_or(&[], |step| &step.dice)
    }

    /// What the lesson lets the other side order now, if that is legal.
    pub fn answer(&self, lesson: &Lesson, game: &dyn Game) -> Option<String> {
        let step = self.now(lesson)?;
        let wanted = step.enemy.get(self.answers..).filter(|left| !left.is_empty())?;
        let legal = game.orders(lesson.you.other());
        let fits = |glob: &super::Glob| legal.iter().find(|order| glob.fits(order));
        wanted.iter().find_map(fits).cloned()
    }

    /// How many of these orders would stand if the step began again.
    pub fn back_to(&self, orders: usize) -> usize {
        if self.asked { self.began.min(orders) } else { orders }
    }

    /// Whether the last step is done.
    pub fn is_over(&self, lesson: &Lesson) -> bool {
        self.step >= lesson.steps.len()
    }

    fn now<'a>(&self, lesson: &'a Lesson) -> Option<&'a Step> {
        lesson.steps.get(self.step)
    }

    /// An order was carried out; `game` stands after it.
    pub fn given(&mut self, lesson: &Lesson, given: &Given, game: &dyn Game) {
        let mine = given.seat == lesson.you;
        if mine {
            self.reading = None;
            self.word = None;
            self.read_on(lesson, given);
        }
        self.dice += given.played.rolls.len();
        let moment = Moment { game, you: lesson.you, last: Some((given.seat, given.order, given.played)) };
        let Some(step) = self.now(lesson) else { return };
        if !mine {
            let left = step.enemy.get(self.answers..).unwrap_or_default();
            self.answers += left.iter().position(|glob| glob.fits(given.order)).map_or(0, |n| n + 1);
        }
        if step.until.holds(&moment) {
            self.word = (!step.done.is_empty()).then_some((WordKind::Done, self.step));
            self.enter(self.step + 1, given.orders);
        } else if mine && step.names_orders() && !step.way.iter().any(|glob| glob.fits(given.order)) {
            self.stray(step, game, lesson.you, given.orders);
        }
        self.settle(lesson, &Moment { last: None, ..moment }, given.orders);
        self.arrive(lesson, game, given.orders);
    }

    /// Who gives an order has read what stands before it.
    fn read_on(&mut self, lesson: &Lesson, given: &Given) {
        while self.now(lesson).is_some_and(|step| step.until.is_read()) {
            self.enter(self.step + 1, given.orders - 1);
            self.asked = true;
        }
    }

    /// Another order than the step wants. Where the game has run past what it wants, the coach goes on after a while.
    fn stray(&mut self, step: &Step, game: &dyn Game, you: Side, orders: usize) {
        self.word = Some((WordKind::Other, self.step));
        let asked = game.standing().seats().is_some_and(|seats: Seats| seats.contains(you));
        if asked && !game.orders(you).iter().any(|order| step.takes(order)) {
            self.strayed += 1;
        }
        if self.strayed >= STRAYED {
            self.word = None;
            self.enter(self.step + 1, orders);
        }
    }

    fn enter(&mut self, step: usize, orders: usize) {
        let word = self.word;
        *self = Progress { step, began: orders, word, ..Progress::default() };
    }

    /// Passes steps that are not for this moment, or are done already. Orders wait for the student.
    fn settle(&mut self, lesson: &Lesson, moment: &Moment, orders: usize) {
        if moment.game.standing().is_over() {
            let last = lesson.steps.iter().rposition(|step| step.until.is_end());
            let rest = last.map_or(lesson.steps.len(), |last| last + 1);
            if self.step < rest {
                self.enter(rest, orders);
            }
        }
        while let Some(step) = self.now(lesson) {
            let unfit = step.when.as_ref().is_some_and(|when| !when.holds(moment));
            if !unfit && !step.until.holds(moment) {
                break;
            }
            self.enter(self.step + 1, orders);
        }
    }

    /// The first time the student is asked in a step is where it begins again.
    fn arrive(&mut self, lesson: &Lesson, game: &dyn Game, orders: usize) {
        let asked = game.standing().seats().is_some_and(|seats: Seats| seats.contains(lesson.you));
        if asked && !self.asked {
            self.asked = true;
            self.began = orders;
        }
    }

    /// What the student told the coach; `orders` stand. Whether it changed anything.
    pub fn act(&mut self, lesson: &Lesson, act: Act, game: &dyn Game, orders: usize) -> bool {
        let before = self.clone();
        let step = self.step;
        match (act, self.reading) {
            (Act::Back, reading) => {
                let shown = reading.unwrap_or(step.min(lesson.steps.len()));
                self.reading = shown.checked_sub(1).or(reading);
            }
            (Act::Next | Act::Skip, Some(shown)) => {
                self.reading = Some(shown + 1).filter(|next| *next < step.min(lesson.steps.len()));
            }
            (Act::Next, None) if !self.now(lesson).is_some_and(|step| step.until.is_read()) => {}
            (Act::Next | Act::Skip, None) if step < lesson.steps.len() => {
                self.word = None;
                self.enter(step + 1, orders);
                self.settle(lesson, &Moment { game, you: lesson.you, last: None }, orders);
                self.arrive(lesson, game, orders);
            }
            (Act::Next | Act::Skip, None) => {}
            (Act::Again, _) => {
                self.reading = None;
                self.word = None;
                self.strayed = 0;
            }
        }
        *self != before
    }
}
