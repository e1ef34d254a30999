//! What is done for each request.

use std::sync::Arc;

use library::{OwnShelf, Scenario};
use staff::Player;
use table::Side;

use super::answer::{
    Answer, Legal, List, Observed, Orders, Seen, Spaces, Stands, State, Thought, Told, Weighed,
};
use super::request::{self, Eyes, OfGame, Roller};
use super::session::{Entry, Session};
use super::{Error, answer};
use crate::{DiceFrom, Fault, Moved, Opened, Running};

type Done = Result<Answer, Error>;

/// What a step is told that names no order, or more than one.
const ONE_ORDER: &str = "expected one of `n`, the number of an order, `order` and `factors`";

impl Session {
    pub(super) fn hello(&mut self, _: request::Nothing) -> Done {
        Ok(self.greeting())
    }

    pub(super) fn list(&mut self, _: request::Nothing) -> Done {
        let own = library::own::shelf().map(OwnShelf::list).unwrap_or_default();
        let own = own.iter().filter_map(|own| own.entry.clone());
        Ok(Answer::List(List { scenarios: library::list().into_iter().chain(own).collect() }))
    }

    pub(super) fn new_game(&mut self, asked: request::New) -> Done {
        self.has_room()?;
        let from = dice(asked.seed, asked.number, asked.dice)?.unwrap_or(DiceFrom::number(1));
        let opened = self.open(&asked.scenario, &asked.options)?;
        Ok(self.add(Running::begin(opened, from)))
    }

    pub(super) fn reset(&mut self, asked: request::OtherDice) -> Done {
        let from = dice(asked.seed, asked.number, asked.dice)?.unwrap_or(DiceFrom::number(1));
        self.entry(asked.game)?.running.reset(from);
        self.stands(asked.game)
    }

    pub(super) fn copy(&mut self, asked: request::OtherDice) -> Done {
        self.has_room()?;
        let from = dice(asked.seed, asked.number, asked.dice)?;
        let running = &self.entry(asked.game)?.running;
        let copy = match from {
            Some(from) => running.copy_with(from)?,
            None => running.copy(),
        };
        Ok(self.add(copy))
    }

    pub(super) fn state(&mut self, asked: OfGame) -> Done {
        let running = &self.entry(asked.game)?.running;
        Ok(Answer::State(Box::new(State::of(asked.game, running))))
    }

    pub(super) fn legal(&mut self, asked: request::Legal) -> Done {
        let running = &self.entry(asked.game)?.running;
        let seat = decides(running, asked.seat)?;
        let count = running.order_count(seat);
        let orders = Orders::of(running.game(), seat, asked.form);
        let poses = answer::poses(running.game(), seat, asked.form);
        Ok(Answer::Legal(Legal { seat, count, orders, poses }))
    }

    pub(super) fn check(&mut self, asked: request::Order) -> Done {
        let running = &self.entry(asked.game)?.running;
        let seat = decides(running, asked.seat)?;
        let order = written(running, seat, asked.n, asked.order)?;
        running.game().check(seat, &order).map_err(Fault::from)?;
        Ok(Answer::Done { done: true })
    }

    pub(super) fn step(&mut self, asked: request::Step) -> Done {
        let entry = self.entry(asked.game)?;
        let running = &mut entry.running;
        let seat = decides(running, asked.seat)?;
        let n = match asked.factors {
            Some(_) if asked.n.is_some() => return Err(Error::bad(ONE_ORDER)),
            Some(factors) => Some(running.nth(seat, factors).ok_or(Fault::NoFactors)?),
            None => asked.n,
        };
        let moved = match (n, asked.order) {
            (Some(n), None) if asked.tell.is_none() => running.step(seat, n, &asked.dice)?,
            (Some(n), None) => running.step_told(seat, n, &asked.dice)?,
            (None, Some(order)) => running.step_order(seat, &order, &asked.dice)?,
            _ => return Err(Error::bad(ONE_ORDER)),
        };
        entry.tell = asked.tell;
        self.moved(asked.game, moved)
    }

    pub(super) fn roll(&mut self, asked: request::Roll) -> Done {
        let moved = self.entry(asked.game)?.running.roll(&asked.dice)?;
        self.moved(asked.game, moved)
    }

    pub(super) fn undo(&mut self, asked: request::Undo) -> Done {
        self.entry(asked.game)?.running.undo(asked.steps)?;
        self.stands(asked.game)
    }

    pub(super) fn view(&mut self, asked: request::View) -> Done {
        let running = &self.entry(asked.game)?.running;
        let eyes = asked.eyes.unwrap_or_else(|| eyes(running.seat()));
        let view = running.view(eyes.into());
        Ok(Answer::View(Box::new(Seen { eyes: word(eyes), view })))
    }

    pub(super) fn observe(&mut self, asked: request::Observe) -> Done {
        let running = &self.entry(asked.game)?.running;
        let seat = match asked.seat {
            Some(seat) => seat,
            None => decides(running, None)?,
        };
        let shape = running.opened().shape();
        let mut numbers = vec![0.0; shape.len()];
        running.observe(seat, &mut numbers)?;
        let (planes, tokens) = shape.parts();
        let vector = numbers.split_off(planes + tokens);
        let tokens = numbers.split_off(planes);
        Ok(Answer::Observed(Box::new(Observed { seat, shape, planes: numbers, tokens, vector })))
    }

    pub(super) fn space(&mut self, asked: OfGame) -> Done {
        let opened = self.entry(asked.game)?.running.opened();
        let (shape, space, labels) = (opened.shape(), opened.space(), opened.labels());
        Ok(Answer::Space(Box::new(Spaces { shape, space, labels })))
    }

    pub(super) fn ask(&mut self, asked: request::Ask) -> Done {
        let running = &self.entry(asked.game)?.running;
        let eyes = asked.eyes.unwrap_or_else(|| eyes(running.seat()));
        Ok(Answer::Referee { answer: running.ask(eyes.into(), &asked.question)? })
    }

    pub(super) fn odds(&mut self, asked: request::Order) -> Done {
        let running = &self.entry(asked.game)?.running;
        let seat = decides(running, asked.seat)?;
        let order = written(running, seat, asked.n, asked.order)?;
        Ok(Answer::Referee { answer: running.odds(seat, &order)? })
    }

    pub(super) fn think(&mut self, asked: request::Think) -> Done {
        let player = match &asked.budget {
            Some(budget) => format!("{}:{budget}", asked.level),
            None => asked.level.clone(),
        };
        let player: Player = player.parse().map_err(|why: String| Error::new("no-player", why))?;
        let running = &mut self.entry(asked.game)?.running;
        let seat = decides(running, asked.seat)?;
        let mut thought = match asked.why {
            true => considered(running, player, seat, asked.seed),
            false => picked(running, player, seat, asked.seed),
        }
        .ok_or_else(|| Error::from(Fault::NoOrder { nth: 0, of: 0 }))?;
        if asked.step {
            running.step(seat, thought.n, &[])?;
            self.entry(asked.game)?.tell = None;
            thought.stands = Some(Stands::of(asked.game, &self.entry(asked.game)?.running));
        }
        Ok(Answer::Thought(Box::new(thought)))
    }

    pub(super) fn record(&mut self, asked: request::Record) -> Done {
        let players = asked.players.unwrap_or_else(|| ["engine", "engine"].map(str::to_owned));
        Ok(Answer::Record { record: self.entry(asked.game)?.running.record(players)? })
    }

    pub(super) fn drop(&mut self, asked: OfGame) -> Done {
        self.entry(asked.game)?;
        self.games.remove(&asked.game);
        Ok(Answer::Done { done: true })
    }

    pub(super) fn quit(&mut self, _: request::Nothing) -> Done {
        Ok(Answer::Done { done: true })
    }

    fn has_room(&self) -> Result<(), Error> {
        match self.games.len() {
            held if held < self.limits.games => Ok(()),
            held => Err(Error::new("too-many-games", format!("there are {held} games already: `drop` some"))),
        }
    }

    /// A scenario; built-in ones are read once, files whenever they are asked for.
    fn open(&mut self, id: &str, options: &[String]) -> Result<Arc<Opened>, Error> {
        let scenario: Scenario = match self.opened.get(&[id, &options.join(" ")].join(" ")) {
            Some(opened) => return Ok(opened.clone()),
            None if options.is_empty() => library::open(id)?,
            None => library::open_with(id, options)?,
        };
        let opened = Arc::new(Opened::new(scenario));
        if library::is_playable(id) {
            self.opened.insert([id, &options.join(" ")].join(" "), opened.clone());
        }
        Ok(opened)
    }

    fn add(&mut self, running: Running) -> Answer {
        self.last += 1;
        let stands = Stands::of(self.last, &running);
        self.games.insert(self.last, Entry { running, tell: None });
        Answer::Stands(Box::new(stands))
    }

    fn entry(&mut self, game: u64) -> Result<&mut Entry, Error> {
        let none = || Error::new("no-game", format!("there is no game {game}"));
        self.games.get_mut(&game).ok_or_else(none)
    }

    fn stands(&mut self, game: u64) -> Done {
        Ok(Answer::Stands(Box::new(Stands::of(game, &self.entry(game)?.running))))
    }

    fn moved(&mut self, game: u64, moved: Moved) -> Done {
        let entry = self.entry(game)?;
        let mut stands = Stands::of(game, &entry.running);
        if let (Moved::Done(Some(played)), Some(eyes)) = (moved, entry.tell) {
            let (said, events) = played.seen_by(eyes.into()).into_iter().map(|h| (h.say, h.event)).unzip();
            stands.told = Some(Told { rolls: played.rolls, said, events });
        }
        Ok(Answer::Stands(Box::new(stands)))
    }
}

fn dice(seed: Option<u64>, number: Option<u64>, roller: Option<Roller>) -> Result<Option<DiceFrom>, Error> {
    match (seed, number, roller) {
        (None, None, None) => Ok(None),
        (Some(seed), None, None) => Ok(Some(DiceFrom::number(seed))),
        (Some(seed), Some(number), None) => Ok(Some(DiceFrom::series(seed, number))),
        (None, None, Some(Roller::Ask)) => Ok(Some(DiceFrom::Caller)),
        (None, Some(_), None) => Err(Error::bad("`number` is of a series: expected its `seed` too")),
        (.., Some(Roller::Ask)) => {
            Err(Error::bad("dice either fall from a `seed` or are asked for: expected one of both"))
        }
    }
}

/// The seat that is meant: the one that is asked, where none is named.
fn decides(running: &Running, seat: Option<Side>) -> Result<Side, Error> {
    running.is_set_up()?;
    let over = || Error::from(Fault::Play(table::PlayError::Over));
    let asked = running.seat().ok_or_else(over)?;
    Ok(seat.unwrap_or(asked))
}

/// An order by its number or as it is written.
fn written(running: &Running, seat: Side, n: Option<usize>, order: Option<String>) -> Result<String, Error> {
    match (n, order) {
        (Some(nth), None) => {
            let orders = running.orders(seat);
            let of = orders.len();
            Ok(orders.into_iter().nth(nth).ok_or(Fault::NoOrder { nth, of })?)
        }
        (None, Some(order)) => Ok(order),
        _ => Err(Error::bad("expected either `n`, the number of an order, or `order`")),
    }
}

/// Who looks unless it is said: the seat that is asked, else everybody's friend.
fn eyes(seat: Option<Side>) -> Eyes {
    match seat {
        Some(Side::Union) => Eyes::Union,
        Some(Side::Confederate) => Eyes::Confederate,
        None => Eyes::Open,
    }
}

fn word(eyes: Eyes) -> &'static str {
    match eyes {
        Eyes::Union => "union",
        Eyes::Confederate => "confederate",
        Eyes::Spectator => "spectator",
        Eyes::Open => "open",
    }
}

fn picked(running: &Running, player: Player, seat: Side, seed: u64) -> Option<answer::Thought> {
    let picked = running.think(player, seat, seed)?;
    let order = running.orders(seat).into_iter().nth(picked.nth)?;
    Some(Thought { n: picked.nth, of: picked.of, order, why: None, weighed: None, stands: None })
}

fn considered(running: &Running, player: Player, seat: Side, seed: u64) -> Option<answer::Thought> {
    let choice = running.consider(player, seat, seed)?;
    let orders = running.orders(seat);
    let n = orders.iter().position(|order| *order == choice.order)?;
    let weighed = choice.weighed.into_iter();
    let weighed = weighed.map(|w| Weighed { order: w.order, score: w.score, trials: w.trials }).collect();
    let (why, weighed) = (Some(choice.why), Some(weighed));
    Some(Thought { n, of: orders.len(), order: choice.order, why, weighed, stands: None })
}
