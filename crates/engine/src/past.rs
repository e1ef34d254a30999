//! The steps of a game, to go back.
//!
//! A copy of the position is kept every so many steps; going back plays the few steps after one again, with the dice
//! that fell. Copies of a game share what both have been through.

use std::sync::{Arc, Mutex, PoisonError};

use table::{Dice, Game, Played, SeededDice, Side};

use crate::Fault;
use crate::hand::HandDice;

/// Steps from one kept position to the next: a copy costs about as much as a step.
const STRETCH: usize = 64;

/// An order as it was given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Given {
    Nth(usize),
    Text(Box<str>),
}

impl Given {
    /// Gives the order; what came of it only for whoever wants to be told.
    pub(crate) fn play(
        &self,
        game: &mut dyn Game,
        seat: Side,
        dice: &mut dyn Dice,
        tell: bool,
    ) -> Result<Option<Played>, Fault> {
        match self {
            Given::Nth(nth) if tell => {
                let of = game.order_count(seat);
                let order = game.orders(seat).into_iter().nth(*nth);
                let order = order.ok_or(Fault::NoOrder { nth: *nth, of })?;
                Ok(Some(game.play(seat, &order, dice)?))
            }
            Given::Nth(nth) => match game.play_nth(seat, *nth, dice) {
                true => Ok(None),
                false => Err(Fault::NoOrder { nth: *nth, of: game.order_count(seat) }),
            },
            Given::Text(order) => Ok(Some(game.play(seat, order, dice)?)),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) seat: Side,
    pub(crate) order: Given,
    pub(crate) dice: Box<[u8]>,
}

/// A kept position and the steps after it.
#[derive(Clone)]
struct Stretch {
    from: Arc<Mutex<Box<dyn Game>>>,
    /// The dice as they lay there, where they fall from a seed.
    dice: Option<SeededDice>,
    steps: Vec<Step>,
}

/// Everything a game has been through.
#[derive(Clone)]
pub(crate) struct Past {
    stretches: Vec<Arc<Stretch>>,
    len: usize,
}

impl Past {
    /// A game that begins here.
    pub(crate) fn new(game: &dyn Game, dice: Option<&SeededDice>) -> Past {
        let mut past = Past { stretches: Vec::new(), len: 0 };
        past.keep(game, dice);
        past
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn steps(&self) -> impl Iterator<Item = &Step> {
        self.stretches.iter().flat_map(|stretch| &stretch.steps)
    }

    /// Keeps this position: every step after it is counted from here.
    pub(crate) fn keep(&mut self, game: &dyn Game, dice: Option<&SeededDice>) {
        let from = Arc::new(Mutex::new(game.copy()));
        self.stretches.push(Arc::new(Stretch { from, dice: dice.cloned(), steps: Vec::new() }));
    }

    /// Before a step: keeps the position where the last kept one is far.
    pub(crate) fn make_room(&mut self, game: &dyn Game, dice: Option<&SeededDice>) {
        if self.stretches.last().is_none_or(|last| last.steps.len() >= STRETCH) {
            self.keep(game, dice);
        }
    }

    pub(crate) fn push(&mut self, step: Step) {
        if let Some(last) = self.stretches.last_mut() {
            Arc::make_mut(last).steps.push(step);
            self.len += 1;
        }
    }

    /// Goes back to the position after so many steps, and gives it with its dice.
    ///
    /// # Errors
    /// There are not so many.
    pub(crate) fn back_to(&mut self, len: usize) -> Result<(Box<dyn Game>, Option<SeededDice>), Fault> {
        let too_far = Fault::TooFar { asked: self.len.saturating_sub(len), steps: self.len };
        let mut before = self.len;
        while let Some(last) = self.stretches.last() {
            before -= last.steps.len();
            if before <= len {
                break;
            }
            self.stretches.pop();
        }
        let last = self.stretches.last_mut().ok_or(too_far)?;
        let last = Arc::make_mut(last);
        last.steps.truncate(len - before);
        self.len = len;
        let mut game = last.from.lock().unwrap_or_else(PoisonError::into_inner).copy();
        let mut dice = last.dice.clone();
        for step in &last.steps {
            step.order.play(game.as_mut(), step.seat, &mut HandDice::new(&step.dice), false)?;
            // The stream of the seed goes as far as it went.
            if let Some(dice) = &mut dice {
                for _ in &step.dice {
                    dice.d6("played before");
                }
            }
        }
        Ok((game, dice))
    }
}
