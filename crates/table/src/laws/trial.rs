//! One game of a trial: played, watched, and played again from its record.

use std::cell::Cell;
use std::sync::Arc;

use crate::laws::follow::Following;
use crate::laws::wrong::Wrong;
use crate::laws::{Broken, Law, Picks, Report, Trial};
use crate::log::Everything;
use crate::{
    Commander, Dice, Fights, Game, Happened, Header, Line, NoLog, Played, Recorder, Remember, Ruleset,
    Seated, SeededDice, Side, Standing, Viewer, replay,
};

pub(crate) type Held = Result<(), Box<Broken>>;

/// What happened, and as a line of a record.
type Told<R> = (Line, Vec<Happened<<R as Ruleset>::Event>>);

/// A game with everything it takes to tell where a law broke.
pub(crate) struct Match<'a, R: Commander> {
    pub setup: &'a Arc<R::Setup>,
    pub trial: &'a Trial,
    number: u64,
    /// Orders given so far, for whoever catches a panic.
    at: &'a Cell<usize>,
}

/// A game as it was played: the orders, and the position after each.
struct Course<O> {
    orders: Vec<(Side, O)>,
    prints: Vec<u64>,
}

/// A position at which the laws of a decision are asked.
pub(crate) struct Look<'a, R: Commander> {
    pub order: usize,
    pub state: &'a R::State,
    pub seat: Side,
    pub kind: &'static str,
    pub listed: &'a [R::Order],
    pub given: &'a R::Order,
}

impl<'a, R: Commander> Match<'a, R> {
    pub fn new(setup: &'a Arc<R::Setup>, trial: &'a Trial, number: u64, at: &'a Cell<usize>) -> Self {
        Match { setup, trial, number, at }
    }

    pub fn play(&self, report: &mut Report) -> Held {
        let played = self.first(report)?;
        let every = played.orders.len().div_ceil(self.trial.looks.max(1)).max(1);
        // Not every nth exactly: the sequence of play has rhythms of its own.
        let mut picks = Picks::new(self.trial.seed + 2, self.number);
        let looks: Vec<bool> = (0..=played.orders.len()).map(|_| picks.below(every) == 0).collect();
        let lines = match self.watched(&played, &looks, report) {
            Err(broken) if broken.law == Law::EventsKeepThePosition && every > 1 => {
                // It went wrong somewhere since the last look: look at every order up to there.
                let all = vec![true; broken.order + 1];
                self.watched(&played, &all, &mut Report::default()).and(Err(broken))?
            }
            other => other?,
        };
        self.again(lines, &played.prints)
    }

    pub fn broken(&self, law: Law, order: usize, text: String, what: String) -> Box<Broken> {
        Box::new(Broken { law, seed: self.trial.seed, game: self.number, order, text, what })
    }

    /// Breaks a law unless it holds.
    pub fn holds(&self, law: Law, order: usize, text: &str, held: Result<(), String>) -> Held {
        match held {
            Err(what) if self.trial.asks(law) => Err(self.broken(law, order, text.to_owned(), what)),
            _ => Ok(()),
        }
    }

    fn dice(&self) -> SeededDice {
        SeededDice::of_series(self.trial.seed, self.number)
    }

    pub fn words(&self, seat: Side, order: &R::Order) -> String {
        format!("{seat} `{}`", R::write_order(self.setup, order))
    }

    /// Plays the game to its end, nobody listening.
    fn first(&self, report: &mut Report) -> Result<Course<R::Order>, Box<Broken>> {
        let mut dice = self.dice();
        let mut picks = Picks::new(self.trial.seed + 1, self.number);
        let mut memory = R::memory(self.setup);
        let mut state = R::start(self.setup, &mut dice, &mut NoLog);
        let mut played = Course { orders: Vec::new(), prints: Vec::new() };
        while let Standing::Waiting(asked) = R::standing(self.setup, &state) {
            let n = played.orders.len();
            self.at.set(n);
            *report.kinds.entry(asked.kind).or_default() += 1;
            let ended =
                (n < self.trial.most).then_some(()).ok_or_else(|| format!("not over after {n} orders"));
            self.holds(Law::GamesEnd, n, asked.kind, ended)?;
            if n >= self.trial.most {
                break;
            }
            let seats: Vec<Side> = asked.seats.iter().collect();
            let seat = seats[picks.below(seats.len())];
            let (seat, order) = self.choose(&state, seat, &mut picks, &mut memory, n)?;
            R::apply(self.setup, &mut state, seat, &order, &mut dice, &mut NoLog);
            played.orders.push((seat, order));
            played.prints.push(R::fingerprint(&state));
        }
        report.orders += played.orders.len();
        Ok(played)
    }

    /// The next order: any, or one that the doctrine likes.
    fn choose(
        &self,
        state: &R::State,
        seat: Side,
        picks: &mut Picks,
        memory: &mut R::Memory,
        n: usize,
    ) -> Result<(Side, R::Order), Box<Broken>> {
        let mut orders = Vec::new();
        if picks.below(40) == 0 {
            let any = Side::BOTH[picks.below(2)];
            R::at_any_time(self.setup, state, any, &mut orders);
            if !orders.is_empty() {
                return Ok((any, orders.swap_remove(picks.below(orders.len()))));
            }
        }
        R::orders(self.setup, state, seat, &mut orders);
        let some = (!orders.is_empty()).then_some(()).ok_or_else(|| {
            format!("{seat} is asked and has no order to give: {:?}", R::standing(self.setup, state))
        });
        if let Err(what) = some {
            // Without an order there is no going on, whether the law is asked or not.
            return Err(self.broken(Law::SomethingToDo, n, seat.to_string(), what));
        }
        let mut nth = picks.below(orders.len());
        if self.number % 2 == 1 && picks.below(4) > 0 {
            memory.forget();
            let mut scores = Vec::new();
            R::doctrine(self.setup, state, seat, &orders, memory, &mut scores);
            self.advice(n, seat, &orders, &scores)?;
            nth = best(&scores, nth).min(orders.len() - 1);
        }
        Ok((seat, orders.swap_remove(nth)))
    }

    fn advice(&self, n: usize, seat: Side, orders: &[R::Order], scores: &[f32]) -> Held {
        let held = match scores.iter().position(|s| s.is_nan()) {
            Some(nth) => Err(format!("no number for `{}`", R::write_order(self.setup, &orders[nth]))),
            None if scores.len() != orders.len() => {
                Err(format!("{} numbers for {} orders", scores.len(), orders.len()))
            }
            None => Ok(()),
        };
        self.holds(Law::AdviceForEveryOrder, n, &seat.to_string(), held)
    }

    /// Plays the same game once more, told, and asks the laws; gives back the record of its beginning.
    fn watched(
        &self,
        played: &Course<R::Order>,
        looks: &[bool],
        report: &mut Report,
    ) -> Result<(Played, Vec<Line>), Box<Broken>> {
        let mut dice = self.dice();
        let mut picks = Picks::new(self.trial.seed + 3, self.number);
        let mut wrong = Wrong::<R>::default();
        let (mut state, begun, events) = self.start(&mut dice);
        self.at.set(0);
        self.sentences(0, "the start", &events)?;
        self.holds(Law::Sound, 0, "the start", R::sound(self.setup, &state))?;
        let mut following = self.viewers().map(|viewer| Following::begin::<R>(self.setup, &state, viewer));
        let mut lines = Vec::new();
        for (n, (seat, order)) in played.orders.iter().enumerate() {
            if n >= looks.len() {
                break;
            }
            self.at.set(n);
            if looks[n] {
                self.look(n, &state, (*seat, order), &mut wrong, &mut picks, report)?;
            }
            let (line, events) = self.tell(&mut state, *seat, order, &mut dice);
            let text = self.words(*seat, order);
            let print = R::fingerprint(&state);
            let same = (print == played.prints[n])
                .then_some(())
                .ok_or_else(|| format!("position {:016x}, untold {:016x}", print, played.prints[n]));
            self.holds(Law::SameDiceSameGame, n, &text, same)?;
            self.holds(Law::Sound, n, &text, R::sound(self.setup, &state))?;
            self.sentences(n, &text, &events)?;
            for followed in following.iter_mut().flatten() {
                followed.hear::<R>(self.setup, &events);
                if looks.get(n + 1) == Some(&true) {
                    report.followed += 1;
                    let kept = followed.compare::<R>(self.setup, &state);
                    self.holds(Law::EventsKeepThePosition, n, &text, kept)?;
                }
            }
            if n < self.trial.recorded {
                lines.push(line);
            }
        }
        self.over(&state, played.orders.len())?;
        Ok((begun, lines))
    }

    fn start(&self, dice: &mut SeededDice) -> (R::State, Played, Vec<Happened<R::Event>>) {
        let mut dice = Recorder::new(dice);
        let mut log = Everything { events: Vec::new(), fights: Fights::default() };
        let state = R::start(self.setup, &mut dice, &mut log);
        let events = log.events.clone();
        (state, Seated::<R>::played(self.setup, dice.rolls, log), events)
    }

    /// Carries an order out with somebody listening.
    fn tell(&self, state: &mut R::State, seat: Side, order: &R::Order, dice: &mut SeededDice) -> Told<R> {
        let mut dice = Recorder::new(dice);
        let mut log = Everything { events: Vec::new(), fights: Fights::default() };
        R::apply(self.setup, state, seat, order, &mut dice, &mut log);
        let events = log.events.clone();
        let text = R::write_order(self.setup, order);
        let played = Seated::<R>::played(self.setup, dice.rolls, log);
        (Line::of(seat, &text, &played), events)
    }

    fn sentences(&self, n: usize, text: &str, events: &[Happened<R::Event>]) -> Held {
        for event in events {
            let said = R::say(self.setup, &event.what);
            let whole = said.ends_with(['.', '!', '?']);
            let held = whole.then_some(()).ok_or_else(|| format!("`{said}`"));
            self.holds(Law::EventsAreSentences, n, text, held)?;
        }
        Ok(())
    }

    /// Whoever follows the game: the referee, and where there are secrets everybody else too.
    fn viewers(&self) -> [Option<Viewer>; 4] {
        let secrets = R::has_secrets(self.setup);
        let seat = |side| secrets.then_some(Viewer::Seat(side));
        [
            Some(Viewer::Referee),
            seat(Side::Union),
            seat(Side::Confederate),
            secrets.then_some(Viewer::Spectator),
        ]
    }

    /// Nobody has an order to give once the game is over.
    fn over(&self, state: &R::State, n: usize) -> Held {
        if !R::standing(self.setup, state).is_over() {
            return Ok(());
        }
        let mut orders = Vec::new();
        Side::BOTH.iter().for_each(|side| R::orders(self.setup, state, *side, &mut orders));
        let none = orders.is_empty().then_some(()).ok_or_else(|| format!("orders after the end: {orders:?}"));
        self.holds(Law::OnlyTheSeatAsked, n, "the end", none)
    }

    /// Plays the record again.
    fn again(&self, (begun, lines): (Played, Vec<Line>), prints: &[u64]) -> Held {
        let last = lines.len().checked_sub(1).map(|last| prints[last]);
        let header = Header {
            format: Header::FORMAT.to_owned(),
            system: R::SYSTEM.to_owned(),
            scenario: String::new(),
            scenario_hash: String::new(),
            version: String::new(),
            players: [String::new(), String::new()],
            seed_hash: String::new(),
            seed: None,
            from: None,
            closed: None,
            dice: begun.rolls,
            events: begun.events,
        };
        let setup = self.setup.clone();
        let begin = move |dice: &mut dyn Dice| {
            let (game, played) = Seated::<R>::start(setup, dice);
            (Box::new(game) as Box<dyn Game>, played)
        };
        let at = self.at;
        let given = Cell::new(0);
        let each = |_: &dyn Game, _: &Line, _: &Played| {
            given.set(given.get() + 1);
            at.set(given.get());
        };
        let again = replay(&header, lines.into_iter().map(Ok), begin, each);
        let held = match again {
            Ok(end) if last.is_some_and(|print| print != end.fingerprint) => {
                Err("the record agrees and comes to another position".to_owned())
            }
            other => other.map(drop).map_err(|e| e.to_string()),
        };
        self.holds(Law::RecordsReplay, given.get(), "the record", held)
    }
}

/// The best scored order; the one drawn where there are no scores.
fn best(scores: &[f32], drawn: usize) -> usize {
    let better = |(_, a): &(usize, &f32), (_, b): &(usize, &f32)| a.total_cmp(b);
    scores.iter().enumerate().max_by(better).map_or(drawn, |(nth, _)| nth)
}
