//! One game of a series.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use engine::program::{Chosen, Conduct, Contender, Occupant, Order, Post};
use library::Scenario;
use staff::{Chooser, Critic, Follies, Memories};
use table::{
    BySide, Dice, Fight, Fights, Game, Header, Line, Memory, Outcome, SeededDice, Side, Standing, Tally,
};

use crate::decisions::Decision;
use crate::records::Records;

/// What all games of a series have in common.
pub struct Series {
    /// What is played.
    pub scenario: Scenario,
    /// Who plays, the Union first.
    pub players: [Contender; 2],
    /// Dice and choices follow from it and the number of a game.
    pub seed: u64,
    /// Which games leave a record.
    pub records: Records,
    /// A game with more decisions has gone wrong.
    pub cap: usize,
    /// Whether somebody wants to know where and how was fought, and when.
    pub facts: bool,
    /// What its computer players remember, for the next game to go on with.
    pub memories: Memories,
}

/// How a game ended, or why it did not.
pub struct Ended {
    /// Its number in the series.
    pub number: u64,
    /// Orders that both players gave.
    pub decisions: usize,
    /// Of the last position.
    pub fingerprint: u64,
    /// How each player chose.
    pub thought: BySide<Thought>,
    /// How programs behaved that gave the orders of a side.
    pub conduct: BySide<Conduct>,
    /// How long it took.
    pub time: Duration,
    /// Turn, strengths and losses at its end.
    pub tally: Tally,
    /// Every combat, where somebody wants to know.
    pub fights: Vec<Fight>,
    /// What no sensible player does.
    pub follies: BySide<Follies>,
    /// Every decision, where somebody wants to know.
    pub decided: Vec<Decision>,
    /// Who won, or what went wrong.
    pub outcome: Result<Outcome, Failure>,
}

/// The choices a player made and how long they took; where there was one legal order only, there was
/// none. Nobody looks at the clock where both players are `random`.
#[derive(Clone, Copy, Default, Debug)]
pub struct Thought {
    /// Decisions with more than one legal order.
    pub choices: u32,
    /// How long they took in all.
    pub time: Duration,
}

/// A game that went wrong, with the record to look at.
pub struct Failure {
    /// What it did, as the rest of a sentence: `did not end`.
    pub why: String,
    /// Where its record is; empty where none was written.
    pub record: PathBuf,
}

/// A game in progress: dice and choices come from streams of their own.
struct Run<'a> {
    series: &'a Series,
    number: u64,
    dice: Heard,
    choosers: BySide<Chooser>,
    occupants: BySide<Occupant>,
    thought: BySide<Thought>,
    fights: Fights,
    /// Counts follies; nobody asks that of random players.
    critic: Option<Critic>,
    /// The decisions so far, where somebody wants to know them.
    decided: Option<Vec<Decision>>,
    started: Instant,
}

/// Dice, and how they fell since the last decision, where somebody wants to know.
struct Heard {
    dice: SeededDice,
    fell: Option<Vec<u8>>,
}

impl Dice for Heard {
    fn d6(&mut self, why: &'static str) -> u8 {
        let die = self.dice.d6(why);
        if let Some(fell) = &mut self.fell {
            fell.push(die);
        }
        die
    }
}

impl Series {
    /// Plays one game, and tells every decision where `decisions` says so. Its course depends on the seed and its
    /// number alone.
    ///
    /// # Errors
    /// A record could not be written.
    pub fn play(&self, number: u64, decisions: bool) -> anyhow::Result<Ended> {
        if self.records.of_all() {
            return self.play_recorded(number, decisions);
        }
        // A fault of the rules must not end the whole series: the game is played again on the record.
        match catch_unwind(AssertUnwindSafe(|| self.run(number, decisions).quietly())) {
            Ok(ended) if ended.outcome.is_ok() => Ok(ended),
            _ => self.play_recorded(number, decisions),
        }
    }

    /// Plays one game of which no record is kept, whatever comes of it.
    pub fn play_unrecorded(&self, number: u64) -> Ended {
        catch_unwind(AssertUnwindSafe(|| self.run(number, false).quietly()))
            .unwrap_or_else(|panic| Ended::failed(number, broke(&panic)))
    }

    fn run(&self, number: u64, decisions: bool) -> Run<'_> {
        let dice = Heard { dice: SeededDice::of_series(self.seed, number), fell: decisions.then(Vec::new) };
        let decided = decisions.then(Vec::new);
        let choosers = BySide::from_fn(|side| Chooser::new(self.seed, number, side));
        let (thought, fights) = (BySide::default(), Fights::default());
        let critic = (!self.is_random()).then(Critic::default);
        let occupants = BySide::from_fn(|side| self.players[side as usize].sits(self.post(number, side)));
        let started = Instant::now();
        Run { series: self, number, dice, choosers, occupants, thought, fights, critic, decided, started }
    }

    /// Whether nobody thinks at all.
    fn is_random(&self) -> bool {
        self.players.iter().all(Contender::is_random)
    }

    /// What a program is told of the game it sits down to.
    fn post(&self, number: u64, side: Side) -> Post {
        Post {
            game: Some(number),
            scenario: Some(self.scenario.id.clone()),
            against: Some(self.players[side.other() as usize].to_string()),
            // As many bits as every language's numbers hold.
            seed: Some(Chooser::new(self.seed, number, side).number() >> 11),
        }
    }

    fn play_recorded(&self, number: u64, decisions: bool) -> anyhow::Result<Ended> {
        let mut lines = Vec::new();
        let mut header = None;
        let played =
            catch_unwind(AssertUnwindSafe(|| self.run(number, decisions).aloud(&mut header, &mut lines)));
        let mut ended = played.unwrap_or_else(|panic| Ended::failed(number, broke(&panic)));
        ended.decisions = lines.len();
        if let Some(header) = &header {
            let path = self.records.write(&self.record_name(number), header, &lines)?;
            if let Err(failure) = &mut ended.outcome {
                failure.record = path;
            }
        }
        Ok(ended)
    }

    /// Who plays, the Union first.
    pub fn names(&self) -> [String; 2] {
        self.players.each_ref().map(Contender::to_string)
    }

    /// What the record of a game is called, without its ending.
    fn record_name(&self, number: u64) -> String {
        let id = Path::new(&self.scenario.id);
        let file = id.file_name().unwrap_or_default().to_string_lossy().replace(' ', "");
        format!("{}-{}-{number:06}", file.trim_end_matches(".scenario.toml"), self.seed)
    }
}

impl Run<'_> {
    /// Plays without telling anybody: the fast way.
    fn quietly(mut self) -> Ended {
        let (mut game, _) = self.series.scenario.start(&mut self.dice);
        let mut memory = self.series.memories.take(game.as_ref());
        let mut decisions = 0;
        while let Some(seats) = game.standing().seats() {
            let seat = seats.first();
            if decisions == self.series.cap || !self.decide(game.as_mut(), seat, decisions, &mut memory) {
                decisions = self.series.cap;
                break;
            }
            decisions += 1;
        }
        self.series.memories.give_back(memory);
        self.ended(game.as_ref(), decisions)
    }

    /// Gives one order; false if there is none to give.
    fn decide(&mut self, game: &mut dyn Game, seat: Side, steps: usize, memory: &mut Memory) -> bool {
        if !self.series.facts && self.decided.is_none() && self.series.is_random() {
            let chooser = &mut self.choosers[seat];
            // As `staff::choose` does it: where there is no choice, no number is drawn.
            let mut pick = |n| if n == 1 { 0 } else { chooser.below(n) };
            return game.play_random(&mut pick, &mut self.dice);
        }
        let Some(chosen) = self.choose(game, seat, steps, memory) else { return false };
        self.note(game, seat, steps, &chosen);
        let played = match chosen.order {
            Order::Nth(nth) if self.series.facts => {
                game.play_nth_counted(seat, nth, &mut self.dice, &mut self.fights)
            }
            Order::Nth(nth) => game.play_nth(seat, nth, &mut self.dice),
            Order::Written(order) => match game.play(seat, &order, &mut self.dice) {
                Ok(mut played) => {
                    self.fights.0.append(&mut played.fights);
                    true
                }
                Err(_) => false,
            },
        };
        self.note_dice();
        if let Some(critic) = &mut self.critic {
            critic.sees(game, memory);
        }
        played
    }

    /// What is decided for a seat, with the clock running and the critic listening.
    fn choose(&mut self, game: &dyn Game, seat: Side, steps: usize, memory: &mut Memory) -> Option<Chosen> {
        let started = Instant::now();
        let chooser = &mut self.choosers[seat];
        let chosen = self.occupants[seat].choose(game, seat, steps, None, memory, chooser)?;
        self.thought[seat].add(chosen.of, started);
        // What is not among the orders listed nobody has an opinion of.
        if let (Some(critic), Order::Nth(nth)) = (&mut self.critic, &chosen.order) {
            critic.hears(game, memory, seat, *nth);
        }
        Some(chosen)
    }

    /// Notes what was decided before it is done, as far as somebody wants to know.
    fn note(&mut self, game: &dyn Game, seat: Side, steps: usize, chosen: &Chosen) {
        let (Some(decided), Standing::Waiting(asked)) = (&mut self.decided, game.standing()) else { return };
        // Dice of the set-up belong to no decision.
        self.dice.fell.get_or_insert_default().clear();
        decided.push(Decision {
            game: self.number,
            number: steps as u64,
            seat,
            kind: asked.kind,
            legal: chosen.of as u64,
            chosen: match &chosen.order {
                Order::Nth(nth) => Some(*nth as u64),
                Order::Written(_) => None,
            },
            dice: Vec::new(),
            value: chosen.value,
        });
    }

    /// Notes the dice that fell on what was decided last.
    fn note_dice(&mut self) {
        if let Some(last) = self.decided.as_mut().and_then(|decided| decided.last_mut()) {
            last.dice = self.dice.fell.replace(Vec::new()).unwrap_or_default();
        }
    }

    /// Plays the same game and writes down every decision.
    fn aloud(mut self, header: &mut Option<Header>, lines: &mut Vec<Line>) -> Ended {
        let (mut game, start) = self.series.scenario.start(&mut self.dice);
        let seed = SeededDice::seed_of_series(self.series.seed, self.number);
        let players = self.series.names();
        *header = Some(self.series.scenario.header(players, Some(seed), &start));
        let mut memory = self.series.memories.take(game.as_ref());
        while lines.len() < self.series.cap {
            let Some(seats) = game.standing().seats() else { break };
            let seat = seats.first();
            let Some(chosen) = self.choose(game.as_ref(), seat, lines.len(), &mut memory) else { break };
            self.note(game.as_ref(), seat, lines.len(), &chosen);
            let order = match chosen.order {
                Order::Nth(nth) => game.orders(seat).swap_remove(nth),
                Order::Written(order) => order,
            };
            match game.play(seat, &order, &mut self.dice) {
                Ok(mut played) => {
                    lines.push(Line::of(seat, &order, &played));
                    self.fights.0.append(&mut played.fights);
                    self.note_dice();
                    if let Some(critic) = &mut self.critic {
                        critic.sees(game.as_ref(), &mut memory);
                    }
                }
                Err(refused) => {
                    return Ended::failed(
                        self.number,
                        format!("offered, then refused: `{order}`: {refused}"),
                    );
                }
            }
        }
        self.series.memories.give_back(memory);
        self.ended(game.as_ref(), lines.len())
    }

    fn ended(mut self, game: &dyn Game, decisions: usize) -> Ended {
        let conduct = BySide::from_fn(|side| {
            let occupant = &mut self.occupants[side];
            occupant.over(game);
            occupant.conduct()
        });
        let outcome = match game.standing() {
            Standing::Over(outcome) => Ok(outcome),
            Standing::Waiting(asked) => {
                let none = asked.seats.iter().next().is_none_or(|seat| game.orders(seat).is_empty());
                let why = if none { "has no legal order" } else { "did not end" };
                Err(Failure { why: format!("{why} (waiting for: {})", asked.kind), record: PathBuf::new() })
            }
        };
        let fingerprint = game.fingerprint();
        Ended {
            number: self.number,
            decisions,
            fingerprint,
            thought: self.thought,
            conduct,
            time: self.started.elapsed(),
            tally: game.tally(),
            fights: at_most_certain(self.fights.0),
            follies: self.critic.map(|critic| critic.follies).unwrap_or_default(),
            decided: self.decided.unwrap_or_default(),
            outcome,
        }
    }
}

/// Chances that were added up may come to a hair more than one.
fn at_most_certain(mut fights: Vec<Fight>) -> Vec<Fight> {
    for fight in &mut fights {
        fight.p = fight.p.min(1.0);
    }
    fights
}

impl Thought {
    fn add(&mut self, orders: usize, started: Instant) {
        if orders > 1 {
            self.choices += 1;
            self.time += started.elapsed();
        }
    }
}

impl std::ops::AddAssign for Thought {
    fn add_assign(&mut self, more: Thought) {
        self.choices += more.choices;
        self.time += more.time;
    }
}

impl Ended {
    fn failed(number: u64, why: String) -> Ended {
        let outcome = Err(Failure { why, record: PathBuf::new() });
        Ended {
            number,
            decisions: 0,
            fingerprint: 0,
            thought: BySide::default(),
            conduct: BySide::default(),
            time: Duration::ZERO,
            tally: Tally::default(),
            fights: Vec::new(),
            follies: BySide::default(),
            decided: Vec::new(),
            outcome,
        }
    }
}

/// What a panic said.
fn broke(panic: &Box<dyn std::any::Any + Send>) -> String {
    let said = panic.downcast_ref::<String>().map(String::as_str);
    let said = said.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no reason given");
    format!("broke the program: {said}")
}
