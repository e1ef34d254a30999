//! A game that a program plays.

use std::sync::Arc;

use serde_json::Value;
use table::{Factors, Game, OrderCard, Played, SeededDice, Side, Standing, Tally, View, Viewer};

use crate::hand::{Faces, HandDice, Wanted};
use crate::past::{Given, Past, Step};
use crate::{Fault, Opened};

/// Where the dice of a game come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiceFrom {
    /// A stream of its own from these bytes.
    Seed([u8; 32]),
    /// The caller, who is asked for every roll.
    Caller,
}

impl DiceFrom {
    fn stream(self) -> Option<SeededDice> {
        match self {
            DiceFrom::Seed(seed) => Some(SeededDice::new(seed)),
            DiceFrom::Caller => None,
        }
    }

    /// The dice of a number, as `hardtack play --seed` has them.
    pub fn number(seed: u64) -> DiceFrom {
        DiceFrom::Seed(SeededDice::seed_of_number(seed))
    }

    /// The dice of a game of a series, as `hardtack sim --seed` has them.
    pub fn series(seed: u64, game: u64) -> DiceFrom {
        DiceFrom::Seed(SeededDice::seed_of_series(seed, game))
    }
}

/// What came of a step.
#[derive(Debug)]
pub enum Moved {
    /// It was made; what happened, for whoever wanted to be told.
    Done(Option<Box<Played>>),
    /// Nothing has changed yet: this roll comes first ([`Running::roll`]).
    Wants(Wanted),
}

/// What waits for its dice.
#[derive(Clone)]
struct Rolling {
    step: Waiting,
    given: Vec<u8>,
    wanted: Wanted,
}

#[derive(Clone)]
enum Waiting {
    SetUp,
    Step { seat: Side, order: Given, tell: bool },
}

/// A game with everything it has been through.
pub struct Running {
    pub(crate) opened: Arc<Opened>,
    pub(crate) game: Box<dyn Game>,
    /// Where the dice come from, and since which step.
    from: DiceFrom,
    since: usize,
    /// Dice from a seed; else the caller is asked.
    seeded: Option<SeededDice>,
    /// The seed that every die came from, for the record.
    pub(crate) seed: Option<[u8; 32]>,
    /// The dice of the set-up.
    pub(crate) start: Box<[u8]>,
    pub(crate) past: Past,
    rolling: Option<Rolling>,
}

impl Running {
    /// Sets a game up. Where the caller rolls, the set-up may want dice first: see [`Running::wanted`].
    pub fn begin(opened: Arc<Opened>, from: DiceFrom) -> Running {
        match from {
            DiceFrom::Seed(seed) => Running::seeded(opened, seed),
            DiceFrom::Caller => Running::by_hand(opened),
        }
    }

    fn seeded(opened: Arc<Opened>, seed: [u8; 32]) -> Running {
        let mut stream = SeededDice::new(seed);
        let mut dice = Faces { source: &mut stream, faces: Vec::new() };
        let (game, _) = opened.scenario.start(&mut dice);
        let start = dice.faces.into();
        let past = Past::new(game.as_ref(), Some(&stream));
        let from = DiceFrom::Seed(seed);
        let (seeded, seed) = (Some(stream), Some(seed));
        Running { opened, game, from, since: 0, seeded, seed, start, past, rolling: None }
    }

    fn by_hand(opened: Arc<Opened>) -> Running {
        let game = opened.scenario.position();
        let past = Past::new(game.as_ref(), None);
        let mut running = Running {
            opened,
            game,
            from: DiceFrom::Caller,
            since: 0,
            seeded: None,
            seed: None,
            start: Box::default(),
            past,
            rolling: None,
        };
        // Without a die given there is none too many.
        drop(running.set_up(Vec::new()));
        running
    }

    /// Begins anew, with other dice.
    pub fn reset(&mut self, from: DiceFrom) {
        *self = Running::begin(self.opened.clone(), from);
    }

    /// The scenario it is a game of.
    pub fn opened(&self) -> &Opened {
        &self.opened
    }

    /// The game itself, to look at.
    pub fn game(&self) -> &dyn Game {
        self.game.as_ref()
    }

    /// Who is asked about what, or how the game ended.
    pub fn standing(&self) -> Standing {
        self.game.standing()
    }

    /// Who decides: the first of them where both do; nobody when the game is over or the set-up wants dice.
    pub fn seat(&self) -> Option<Side> {
        if self.is_set_up().is_err() {
            return None;
        }
        self.game.standing().seats().map(|seats| seats.first())
    }

    /// The roll that is wanted before anything goes on.
    pub fn wanted(&self) -> Option<Wanted> {
        self.rolling.as_ref().map(|rolling| rolling.wanted)
    }

    /// How many steps were made.
    pub fn steps(&self) -> usize {
        self.past.len()
    }

    /// How many legal orders a seat has; 0 where it is not asked.
    pub fn order_count(&self, seat: Side) -> usize {
        self.game.order_count(seat)
    }

    /// The legal orders of a seat as they are written, in the order of their numbers.
    pub fn orders(&self, seat: Side) -> Vec<String> {
        self.game.orders(seat)
    }

    /// The legal orders of a seat as cards: in words, and with what they are aimed at on the map.
    pub fn cards(&self, seat: Side) -> Vec<OrderCard> {
        self.game.cards(seat)
    }

    /// The position as that viewer may know it. It costs about as much as a hundred steps.
    pub fn view(&self, viewer: Viewer) -> View {
        self.game.view(viewer)
    }

    /// Writes the position in numbers, as a seat knows it, its own side first: see [`table::Observed`]. What `out` held
    /// before does not matter.
    ///
    /// # Errors
    /// `out` has not the length of [`Opened::shape`].
    pub fn observe(&self, seat: Side, out: &mut [f32]) -> Result<(), Fault> {
        let needed = self.opened.shape().len();
        if out.len() != needed {
            return Err(Fault::NoRoom { given: out.len(), needed });
        }
        self.game.observe(seat, out);
        Ok(())
    }

    /// The four numbers of each legal order of a seat, in their order, in place of what `out` held: each is below its
    /// size in [`Opened::space`], and no two orders have the same four.
    pub fn factors(&self, seat: Side, out: &mut Vec<Factors>) {
        self.game.factors(seat, out);
    }

    /// Where each legal order of a seat leads on a table of inches, in place of what `out` held: x, y and the facing's
    /// shares of north and east, as they stand in a token.
    pub fn poses(&self, seat: Side, out: &mut Vec<Option<[f32; 4]>>) {
        self.game.poses(seat, out);
    }

    /// Which legal order of a seat has these numbers.
    pub fn nth(&self, seat: Side, factors: Factors) -> Option<usize> {
        self.game.nth(seat, factors)
    }

    /// Turn, strengths, losses and points as they stand.
    pub fn tally(&self) -> Tally {
        self.game.tally()
    }

    /// A number for the whole position: the same for the same position, in every run of this version.
    pub fn fingerprint(&self) -> u64 {
        self.game.fingerprint()
    }

    /// Asks the referee.
    ///
    /// # Errors
    /// The question has no answer.
    pub fn ask(&self, viewer: Viewer, question: &Value) -> Result<Value, Fault> {
        Ok(self.game.ask(viewer, question)?)
    }

    /// What the referee says an order may bring, where dice fall on it.
    ///
    /// # Errors
    /// No question belongs to the order, or it has no answer.
    pub fn odds(&self, seat: Side, order: &str) -> Result<Value, Fault> {
        let card = self.cards(seat).into_iter().find(|card| card.order == order);
        let question = card.and_then(|card| card.preview).ok_or(Fault::NoOdds)?;
        self.ask(Viewer::Seat(seat), &question)
    }

    /// # Errors
    /// The set-up wants dice first.
    pub fn is_set_up(&self) -> Result<(), Fault> {
        match &self.rolling {
            Some(Rolling { step: Waiting::SetUp, .. }) => Err(Fault::SetUp),
            _ => Ok(()),
        }
    }

    /// Gives the nth legal order of a seat. The dice are those of the caller, as many as he knows already; none where
    /// they fall from a seed.
    ///
    /// # Errors
    /// There is no such order, or the dice do not fit; nothing has changed.
    pub fn step(&mut self, seat: Side, nth: usize, dice: &[u8]) -> Result<Moved, Fault> {
        self.give(seat, Given::Nth(nth), dice.to_vec(), false)
    }

    /// As [`Running::step`], and tells what happened.
    ///
    /// # Errors
    /// As [`Running::step`].
    pub fn step_told(&mut self, seat: Side, nth: usize, dice: &[u8]) -> Result<Moved, Fault> {
        self.give(seat, Given::Nth(nth), dice.to_vec(), true)
    }

    /// Gives an order as it is written, listed or not, and tells what happened.
    ///
    /// # Errors
    /// It cannot be read, is not this seat's to give or against a rule, or the dice do not fit; nothing has changed.
    pub fn step_order(&mut self, seat: Side, order: &str, dice: &[u8]) -> Result<Moved, Fault> {
        self.give(seat, Given::Text(order.into()), dice.to_vec(), true)
    }

    /// Goes on with what waits for its dice: these follow those that were given before.
    ///
    /// # Errors
    /// Nothing waits, or the dice do not fit; nothing has changed.
    pub fn roll(&mut self, dice: &[u8]) -> Result<Moved, Fault> {
        let rolling = self.rolling.clone().ok_or(Fault::NotRolling)?;
        let mut given = rolling.given;
        given.extend(dice);
        match rolling.step {
            Waiting::SetUp => self.set_up(given),
            Waiting::Step { seat, order, tell } => self.give(seat, order, given, tell),
        }
    }

    fn set_up(&mut self, given: Vec<u8>) -> Result<Moved, Fault> {
        faces(&given)?;
        let mut dice = HandDice::new(&given);
        let (game, played) = self.opened.scenario.start(&mut dice);
        if let Some(wanted) = dice.wanted() {
            self.rolling = Some(Rolling { step: Waiting::SetUp, given, wanted });
            return Ok(Moved::Wants(wanted));
        }
        none_too_many(&dice, &given)?;
        self.past = Past::new(game.as_ref(), None);
        (self.game, self.start, self.rolling) = (game, given.into(), None);
        Ok(Moved::Done(Some(Box::new(played))))
    }

    fn give(&mut self, seat: Side, order: Given, dice: Vec<u8>, tell: bool) -> Result<Moved, Fault> {
        self.is_set_up()?;
        if let Given::Nth(nth) = order {
            self.has_order(seat, nth)?;
        }
        match self.seeded {
            Some(_) if !dice.is_empty() => Err(Fault::Seeded),
            Some(_) => self.give_seeded(seat, order, tell),
            None => self.give_rolled(seat, order, dice, tell),
        }
    }

    /// # Errors
    /// The seat is not asked, or has no such order.
    fn has_order(&self, seat: Side, nth: usize) -> Result<(), Fault> {
        let of = self.game.order_count(seat);
        if nth < of {
            return Ok(());
        }
        Err(match self.game.standing().seats() {
            None => table::PlayError::Over.into(),
            Some(seats) if !seats.contains(seat) => table::PlayError::NotYourDecision(seat).into(),
            Some(_) => Fault::NoOrder { nth, of },
        })
    }

    fn give_seeded(&mut self, seat: Side, order: Given, tell: bool) -> Result<Moved, Fault> {
        let Some(stream) = &mut self.seeded else { return Err(Fault::NotRolling) };
        self.past.make_room(self.game.as_ref(), Some(stream));
        let mut dice = Faces { source: stream, faces: Vec::new() };
        let played = order.play(self.game.as_mut(), seat, &mut dice, tell)?;
        self.past.push(Step { seat, order, dice: dice.faces.into() });
        Ok(Moved::Done(played.map(Box::new)))
    }

    /// On a copy, until every die is there.
    fn give_rolled(&mut self, seat: Side, order: Given, given: Vec<u8>, tell: bool) -> Result<Moved, Fault> {
        faces(&given)?;
        let mut trial = self.game.copy();
        let mut dice = HandDice::new(&given);
        let played = order.play(trial.as_mut(), seat, &mut dice, tell)?;
        if let Some(wanted) = dice.wanted() {
            self.rolling = Some(Rolling { step: Waiting::Step { seat, order, tell }, given, wanted });
            return Ok(Moved::Wants(wanted));
        }
        none_too_many(&dice, &given)?;
        self.past.make_room(self.game.as_ref(), None);
        self.past.push(Step { seat, order, dice: given.into() });
        (self.game, self.rolling) = (trial, None);
        Ok(Moved::Done(played.map(Box::new)))
    }

    /// Takes so many steps back, and with them the dice: the same order gets the same dice again. A roll that is
    /// wanted is wanted no more. A copy with other dice keeps those, however far it goes back.
    ///
    /// # Errors
    /// There are not so many steps.
    pub fn undo(&mut self, steps: usize) -> Result<(), Fault> {
        self.is_set_up()?;
        let len = self.past.len();
        let len = len.checked_sub(steps).ok_or(Fault::TooFar { asked: steps, steps: len })?;
        let (game, dice) = self.past.back_to(len)?;
        (self.game, self.seeded, self.rolling) = (game, dice, None);
        if len < self.since {
            self.dice_from_here(self.from);
        }
        Ok(())
    }

    /// The same game once more, with the same dice to come.
    pub fn copy(&self) -> Running {
        Running {
            opened: self.opened.clone(),
            game: self.game.copy(),
            from: self.from,
            since: self.since,
            seeded: self.seeded.clone(),
            seed: self.seed,
            start: self.start.clone(),
            past: self.past.clone(),
            rolling: self.rolling.clone(),
        }
    }

    /// The same game once more, with other dice to come.
    ///
    /// # Errors
    /// The set-up wants dice first.
    pub fn copy_with(&self, from: DiceFrom) -> Result<Running, Fault> {
        self.is_set_up()?;
        let mut copy = self.copy();
        copy.rolling = None;
        copy.dice_from_here(from);
        Ok(copy)
    }

    fn dice_from_here(&mut self, from: DiceFrom) {
        (self.from, self.since, self.seeded) = (from, self.past.len(), from.stream());
        // The dice have come from more than one place.
        self.seed = None;
        self.past.keep(self.game.as_ref(), self.seeded.as_ref());
    }
}

fn faces(dice: &[u8]) -> Result<(), Fault> {
    match dice.iter().find(|die| !(1..=6).contains(*die)) {
        Some(wrong) => Err(Fault::NoFace(*wrong)),
        None => Ok(()),
    }
}

fn none_too_many(dice: &HandDice, given: &[u8]) -> Result<(), Fault> {
    match dice.used() {
        used if used < given.len() => Err(Fault::TooManyDice { given: given.len(), used }),
        _ => Ok(()),
    }
}
