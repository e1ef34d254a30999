//! A program at a seat of one game: asked, told what was wrong, asked again, and in the end done without.

use std::time::Duration;

use serde::Serialize;
use table::{Game, Side, Standing, Viewer};

use super::message::{Answer, Choose, Message};
use super::process::{Process, Trouble};
use super::{Order, Program};
use crate::Fault;
use crate::talk::{self, Error, Orders};

/// Letters of a sentence that a program gives with its order; what is longer is cut.
const LONGEST_WHY: usize = 500;

/// Which game somebody sits down to, as far as it is known.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Post {
    /// Its number in the series.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u64>,
    /// The id of its scenario.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scenario: Option<String>,
    /// Who has the other seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<String>,
    /// A number for choices by lot: the same for the same game of the same series.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// How a program behaved in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Conduct {
    /// Wrong, late and missing answers.
    pub faults: u32,
    /// Orders that a recruit gave in its place.
    pub replaced: u32,
}

/// A program in one game.
pub(super) struct Envoy {
    program: Program,
    post: Post,
    process: Option<Process>,
    pub faults: u32,
    /// What went wrong last; follows "it".
    pub trouble: String,
}

/// What a program decided.
pub(super) struct Decided {
    pub order: Order,
    pub value: Option<f64>,
    pub why: Option<String>,
}

impl Envoy {
    pub(super) fn new(program: Program, post: Post) -> Envoy {
        Envoy { program, post, process: None, faults: 0, trouble: String::new() }
    }

    pub(super) fn patience(&self) -> super::Patience {
        self.program.patience()
    }

    /// The order it gives; none once its faults are too many.
    pub(super) fn decide(
        &mut self,
        game: &dyn Game,
        seat: Side,
        steps: usize,
        time: Duration,
    ) -> Option<Decided> {
        while self.faults < self.program.patience().faults {
            match self.ask(game, seat, steps, time) {
                Ok(decided) => return Some(decided),
                Err(trouble) => self.note(&trouble),
            }
        }
        None
    }

    fn ask(&mut self, game: &dyn Game, seat: Side, steps: usize, time: Duration) -> Result<Decided, Trouble> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.begin(game.system(), seat)?,
        };
        let asked = self.question(&mut process, game, seat, steps, time);
        let decided = asked.and_then(|id| {
            let answer: Answer = process.answer(self.program.patience().time)?;
            judged(game, seat, id, answer).map_err(Trouble::Wrong)
        });
        // Who is late may still answer: nobody could tell to what. He is ended, as is what is gone.
        match decided {
            Ok(_) | Err(Trouble::Wrong(_)) => self.process = Some(process),
            Err(_) => process.end(),
        }
        decided
    }

    fn begin(&self, system: &str, seat: Side) -> Result<Process, Trouble> {
        let mut process = self.program.process()?;
        if self.post != Post::default() {
            process.tell(&Message::Begin { seat, system, post: &self.post })?;
        }
        Ok(process)
    }

    /// Asks, and gives the number of the question.
    fn question(
        &self,
        process: &mut Process,
        game: &dyn Game,
        seat: Side,
        steps: usize,
        time: Duration,
    ) -> Result<u64, Trouble> {
        let Standing::Waiting(asked) = game.standing_for(Viewer::Seat(seat)) else {
            return Err(Trouble::Wrong(Error::new("over", "the game is over")));
        };
        process.asked += 1;
        let (id, ready) = (process.asked, process.ready);
        let choose = Choose {
            id,
            game: self.post.game,
            system: game.system(),
            steps,
            seat,
            kind: asked.kind,
            prompt: asked.prompt,
            rule: asked.rule,
            time_ms: time.as_millis() as u64,
            legal: game.order_count(seat),
            orders: Orders::of(game, seat, ready.form),
            poses: talk::poses(game, seat, ready.form),
            view: ready.view.then(|| game.view(Viewer::Seat(seat))),
        };
        process.tell(&Message::Choose(Box::new(choose)))?;
        Ok(id)
    }

    /// Counts a fault, and tells the program where it still listens.
    fn note(&mut self, trouble: &Trouble) {
        self.faults += 1;
        self.trouble = trouble.to_string();
        let (faults, left) = (self.faults, self.program.patience().faults.saturating_sub(self.faults));
        if let (Trouble::Wrong(error), Some(process)) = (trouble, &mut self.process) {
            let told = process.tell(&Message::Error { id: process.asked, error, faults, left });
            if told.is_err() {
                self.process = None;
            }
        }
    }

    /// The game is over: it is told, and free for the next.
    pub(super) fn over(&mut self, game: &dyn Game) {
        if let (Standing::Over(over), Some(process)) = (game.standing(), &mut self.process) {
            let told = process.tell(&Message::Over { game: self.post.game, over: &over });
            if told.is_err() {
                self.process = None;
            }
        }
    }
}

impl Drop for Envoy {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            self.program.give_back(process);
        }
    }
}

/// The order that an answer means, if it means a legal one.
fn judged(game: &dyn Game, seat: Side, id: u64, answer: Answer) -> Result<Decided, Error> {
    if let Some(other) = answer.id.filter(|said| *said != id) {
        return Err(Error::new("bad-request", format!("question {id} was asked, and {other} is answered")));
    }
    let order = match (answer.n, answer.order) {
        (Some(nth), None) => match game.order_count(seat) {
            of if nth < of => Order::Nth(nth),
            of => return Err(Fault::NoOrder { nth, of }.into()),
        },
        (None, Some(order)) => match game.orders(seat).iter().position(|listed| *listed == order) {
            Some(nth) => Order::Nth(nth),
            None => {
                game.check(seat, &order).map_err(Fault::from)?;
                Order::Written(order)
            }
        },
        _ => {
            return Err(Error::new("bad-request", "expected either `n`, the number of an order, or `order`"));
        }
    };
    let why = answer.why.map(|why| why.chars().take(LONGEST_WHY).collect());
    Ok(Decided { order, value: answer.value, why })
}
