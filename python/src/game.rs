//! One game.

use std::sync::{Mutex, MutexGuard, PoisonError};

use engine::{DiceFrom, Fault, Moved, Running};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use staff::Player;
use table::{PlayError, Side, Standing, Viewer};

use crate::convert::{json, python, told};
use crate::eyes::{side, viewer};
use crate::fault::{fault, wrong};
use crate::opened::{dice, open};

/// A game of one scenario. Its steps are the numbers of legal orders, or orders as they are written.
#[pyclass(module = "hardtack", frozen)]
pub struct Game {
    running: Mutex<Running>,
}

impl Game {
    /// Nobody waits for the interpreter while he holds a game.
    pub fn running(&self) -> MutexGuard<'_, Running> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The seat that is meant: the one that is asked, where none is named.
    pub fn asked(running: &Running, seat: Option<&str>) -> PyResult<Side> {
        running.is_set_up().map_err(fault)?;
        match seat {
            Some(word) => side(word),
            None => running.seat().ok_or_else(|| fault(PlayError::Over.into())),
        }
    }
}

/// An order by its number, or as it is written.
enum Order {
    Nth(usize),
    Text(String),
}

impl Order {
    fn read(order: &Bound<'_, PyAny>) -> PyResult<Order> {
        if let Ok(text) = order.extract::<String>() {
            return Ok(Order::Text(text));
        }
        let nth = order
            .extract::<i64>()
            .map_err(|_| PyTypeError::new_err("an order is its number among the legal ones, or its text"))?;
        usize::try_from(nth)
            .map(Order::Nth)
            .map_err(|_| wrong("no-order", format!("there is no order {nth}: they count from 0")))
    }

    fn written(self, running: &Running, seat: Side) -> PyResult<String> {
        match self {
            Order::Text(text) => Ok(text),
            Order::Nth(nth) => {
                let orders = running.orders(seat);
                let of = orders.len();
                orders.into_iter().nth(nth).ok_or_else(|| fault(Fault::NoOrder { nth, of }))
            }
        }
    }
}

/// The roll that is wanted, where a step waits for one.
fn moved<'py>(py: Python<'py>, moved: Moved) -> PyResult<Option<Bound<'py, PyAny>>> {
    match moved {
        Moved::Done(_) => Ok(None),
        Moved::Wants(wanted) => told(py, &wanted).map(Some),
    }
}

fn eyes(running: &Running, word: Option<&str>) -> PyResult<Viewer> {
    match word {
        Some(word) => viewer(word),
        None => Ok(running.seat().map_or(Viewer::Referee, Viewer::Seat)),
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (scenario, seed=None, number=None, *, options=Vec::new(), dice=None))]
    fn new(
        scenario: &str,
        seed: Option<u64>,
        number: Option<u64>,
        options: Vec<String>,
        dice: Option<&str>,
    ) -> PyResult<Game> {
        let from = self::dice(seed, number, dice)?.unwrap_or(DiceFrom::number(1));
        let running = Running::begin(open(scenario, &options)?, from);
        Ok(Game { running: Mutex::new(running) })
    }

    /// Begins anew, with other dice.
    #[pyo3(signature = (seed=None, number=None, *, dice=None))]
    fn reset(&self, seed: Option<u64>, number: Option<u64>, dice: Option<&str>) -> PyResult<()> {
        let from = self::dice(seed, number, dice)?.unwrap_or(DiceFrom::number(1));
        self.running().reset(from);
        Ok(())
    }

    /// Another game that stands where this one does, with the same dice to come unless others are given.
    #[pyo3(signature = (seed=None, number=None, *, dice=None))]
    fn copy(&self, seed: Option<u64>, number: Option<u64>, dice: Option<&str>) -> PyResult<Game> {
        let running = self.running();
        let copy = match self::dice(seed, number, dice)? {
            Some(from) => running.copy_with(from).map_err(fault)?,
            None => running.copy(),
        };
        Ok(Game { running: Mutex::new(copy) })
    }

    fn __copy__(&self) -> Game {
        Game { running: Mutex::new(self.running().copy()) }
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.__copy__()
    }

    #[getter]
    fn scenario(&self) -> String {
        self.running().opened().scenario.id.clone()
    }

    #[getter]
    fn name(&self) -> String {
        self.running().opened().scenario.name.clone()
    }

    #[getter]
    fn system(&self) -> &'static str {
        self.running().opened().scenario.system
    }

    /// Who decides, the Union first where both do; nobody when the game is over or a roll is wanted.
    #[getter]
    fn seat(&self) -> Option<&'static str> {
        let running = self.running();
        if running.wanted().is_some() {
            return None;
        }
        running.seat().map(Side::word)
    }

    /// All who are asked.
    #[getter]
    fn seats(&self) -> Vec<&'static str> {
        let standing = self.running().standing();
        standing.seats().map_or_else(Vec::new, |seats| seats.iter().map(Side::word).collect())
    }

    /// What is decided, in a word for programs.
    #[getter]
    fn kind(&self) -> Option<&'static str> {
        match self.running().standing() {
            Standing::Waiting(asked) => Some(asked.kind),
            Standing::Over(_) => None,
        }
    }

    /// The question, in plain words.
    #[getter]
    fn prompt(&self) -> Option<&'static str> {
        match self.running().standing() {
            Standing::Waiting(asked) => Some(asked.prompt),
            Standing::Over(_) => None,
        }
    }

    /// How many legal orders the seat that decides has.
    #[getter]
    fn legal(&self) -> usize {
        let running = self.running();
        running.seat().map_or(0, |seat| running.order_count(seat))
    }

    #[getter]
    fn over(&self) -> bool {
        self.running().standing().is_over()
    }

    /// Who won; nobody while it is played, and in a draw.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        match self.running().standing() {
            Standing::Over(outcome) => outcome.winner.map(Side::word),
            Standing::Waiting(_) => None,
        }
    }

    /// Victory points as they stand, Union first.
    #[getter]
    fn points(&self) -> (i32, i32) {
        let running = self.running();
        let [union, confederate] = match running.standing() {
            Standing::Over(outcome) => outcome.points,
            Standing::Waiting(_) => running.tally().points,
        };
        (union, confederate)
    }

    /// Steps made so far.
    #[getter]
    fn steps(&self) -> usize {
        self.running().steps()
    }

    #[getter]
    fn turn(&self) -> u16 {
        self.running().tally().turn
    }

    /// Of the position: the same for the same game, as in the results of `hardtack sim`.
    #[getter]
    fn fingerprint(&self) -> String {
        format!("{:016x}", self.running().fingerprint())
    }

    /// The roll that is wanted before anything goes on: `for`, `faces`, `given`.
    #[getter]
    fn wanted<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let wanted = self.running().wanted();
        wanted.map(|wanted| told(py, &wanted)).transpose()
    }

    /// Whether the game keeps anything from anybody.
    #[getter]
    fn secrets(&self) -> bool {
        self.running().game().has_secrets()
    }

    /// Where the game stands.
    fn standing<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let running = self.running();
        let tally = running.tally();
        let dict = PyDict::new(py);
        dict.set_item("steps", running.steps())?;
        dict.set_item("turn", tally.turn)?;
        dict.set_item("points", tally.points)?;
        dict.set_item("strength", tally.strength)?;
        dict.set_item("lost", tally.lost)?;
        match running.standing() {
            Standing::Waiting(asked) => {
                dict.set_item("seats", asked.seats.iter().map(Side::word).collect::<Vec<_>>())?;
                dict.set_item("kind", asked.kind)?;
                dict.set_item("prompt", asked.prompt)?;
                dict.set_item("rule", asked.rule.0)?;
                dict.set_item("legal", running.seat().map_or(0, |seat| running.order_count(seat)))?;
            }
            Standing::Over(outcome) => {
                dict.set_item("over", told(py, &outcome)?)?;
                dict.set_item("because", running.game().because())?;
            }
        }
        if let Some(wanted) = running.wanted() {
            dict.set_item("roll", told(py, &wanted)?)?;
        }
        Ok(dict.into_any())
    }

    /// The legal orders as they are written.
    #[pyo3(signature = (seat=None))]
    fn orders(&self, seat: Option<&str>) -> PyResult<Vec<String>> {
        let running = self.running();
        let seat = Self::asked(&running, seat)?;
        Ok(running.orders(seat))
    }

    /// The legal orders in words for people.
    #[pyo3(signature = (seat=None))]
    fn labels(&self, seat: Option<&str>) -> PyResult<Vec<String>> {
        let running = self.running();
        let seat = Self::asked(&running, seat)?;
        Ok(running.cards(seat).into_iter().map(|card| card.label).collect())
    }

    /// The legal orders with everything a card has (docs/interface.md).
    #[pyo3(signature = (seat=None))]
    fn cards<'py>(&self, py: Python<'py>, seat: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        let running = self.running();
        let seat = Self::asked(&running, seat)?;
        told(py, &running.cards(seat))
    }

    /// Gives an order. Where dice are asked for, the roll that is wanted comes back, and nothing has changed until it
    /// is given with `roll`.
    #[pyo3(signature = (order, *, seat=None, dice=Vec::new()))]
    fn step<'py>(
        &self,
        py: Python<'py>,
        order: &Bound<'py, PyAny>,
        seat: Option<&str>,
        dice: Vec<u8>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let order = Order::read(order)?;
        let mut running = self.running();
        let seat = Self::asked(&running, seat)?;
        let done = match order {
            Order::Nth(nth) => running.step(seat, nth, &dice),
            Order::Text(text) => running.step_order(seat, &text, &dice),
        };
        moved(py, done.map_err(fault)?)
    }

    /// Gives dice that are wanted.
    #[pyo3(signature = (*dice))]
    fn roll<'py>(&self, py: Python<'py>, dice: Vec<u8>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let done = self.running().roll(&dice).map_err(fault)?;
        moved(py, done)
    }

    /// Raises what a step would raise; changes nothing.
    #[pyo3(signature = (order, *, seat=None))]
    fn check(&self, order: &Bound<'_, PyAny>, seat: Option<&str>) -> PyResult<()> {
        let order = Order::read(order)?;
        let running = self.running();
        let seat = Self::asked(&running, seat)?;
        let order = order.written(&running, seat)?;
        running.game().check(seat, &order).map_err(|why| fault(why.into()))
    }

    /// Takes steps back, and with them the dice.
    #[pyo3(signature = (steps=1))]
    fn undo(&self, steps: usize) -> PyResult<()> {
        self.running().undo(steps).map_err(fault)
    }

    /// The position as `union`, `confederate` or a `spectator` may know it, or `open`; unless told otherwise, as the
    /// seat that decides.
    #[pyo3(signature = (eyes=None))]
    fn view<'py>(&self, py: Python<'py>, eyes: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        let running = self.running();
        let viewer = self::eyes(&running, eyes)?;
        told(py, &running.view(viewer))
    }

    /// The referee's answer about this position (docs/referee.md).
    #[pyo3(signature = (question, *, eyes=None))]
    fn ask<'py>(
        &self,
        py: Python<'py>,
        question: &Bound<'py, PyAny>,
        eyes: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let question = json(question)?;
        let running = self.running();
        let viewer = self::eyes(&running, eyes)?;
        python(py, &running.ask(viewer, &question).map_err(fault)?)
    }

    /// What the referee says an order may bring, where dice fall on it.
    #[pyo3(signature = (order, *, seat=None))]
    fn odds<'py>(
        &self,
        py: Python<'py>,
        order: &Bound<'py, PyAny>,
        seat: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let order = Order::read(order)?;
        let running = self.running();
        let seat = Self::asked(&running, seat)?;
        let order = order.written(&running, seat)?;
        python(py, &running.odds(seat, &order).map_err(fault)?)
    }

    /// The number of the order that a computer player would give; other threads run while he thinks.
    #[pyo3(signature = (level="veteran", *, seed=0, seat=None))]
    fn think(&self, py: Python<'_>, level: &str, seed: u64, seat: Option<&str>) -> PyResult<usize> {
        let player: Player = level.parse().map_err(|why: String| wrong("no-player", why))?;
        let seat = Self::asked(&self.running(), seat)?;
        let picked = py.detach(|| self.running().think(player, seat, seed));
        let none = Fault::NoOrder { nth: 0, of: 0 };
        picked.map(|picked| picked.nth).ok_or_else(|| fault(none))
    }

    /// The game as text that `hardtack replay` plays again.
    #[pyo3(signature = (players=None))]
    fn record(&self, players: Option<[String; 2]>) -> PyResult<String> {
        let players = players.unwrap_or_else(|| ["python", "python"].map(str::to_owned));
        self.running().record(players).map_err(fault)
    }

    fn __repr__(&self) -> String {
        let running = self.running();
        let id = &running.opened().scenario.id;
        match running.standing() {
            Standing::Over(outcome) => {
                let winner = outcome.winner.map_or("draw", Side::word);
                format!("<hardtack.Game {id}: over after {} steps, {winner}>", running.steps())
            }
            Standing::Waiting(asked) => {
                format!("<hardtack.Game {id}: {} steps, {}>", running.steps(), asked.kind)
            }
        }
    }
}
