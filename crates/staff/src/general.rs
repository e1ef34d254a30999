//! `general`: a wide search with a judgement learned from many games.
//!
//! He plays out what the doctrine likes best, whatever it scores, up to a moment at which the accounts can be
//! drawn up ([`Horizon`]: the end of the day, the enemy's answer), and asks the judge who will win from there. All
//! orders meet the same luck ([`Falls`]), and what the seat may not know is imagined anew for every trial.
//!
//! 1. With a part of his budget he finds the best rival of the doctrine's own choice, dropping the worse half
//!    of the others from time to time.
//! 2. With the rest he tries the rival against the doctrine's choice on fresh falls of the dice: an order that
//!    only had luck in the choosing does not stand that.
//!
//! At the first decision of a day or of a player turn he thinks about what his formations are to do ([`crate::plans`]) before
//! he thinks about orders; the doctrine follows his plans from then on, in his trials and at the table.
//!
//! The doctrine's choice stands unless the rival is better beyond the scatter of the trials. An order that the
//! doctrine would take back at once is no candidate, and one decision in [`TRUST`] follows the doctrine untried, so
//! that no detour goes on for ever.

use table::{FOLLY, Game, Horizon, Memory, Plans, Side, Standing};

use crate::ahead::{best_of, comes_back};
use crate::clock::Clock;
use crate::falls::Falls;
use crate::judge::Judge;
use crate::{Budget, Chooser, Decided, Question, Watch, colonel, plans};

/// Orders or plans that are played out at most, and where there is time for few trials; each of them shall have so many.
const WIDE: usize = 8;
const NARROW: usize = 3;
const TRIALS_EACH: f64 = 12.0;
/// With fewer trials than these the rival is not tried afresh: all of his trials count.
const AMPLE: f64 = 120.0;
/// One decision in so many follows the doctrine untried.
const TRUST: usize = 16;
/// The share of the budget for finding a rival.
const CHOOSING: f64 = 0.45;
/// Rounds for finding a rival at most; the first cut comes after so many, later ones when they have doubled.
const ROUNDS: u32 = 64;
const FIRST_CUT: u32 = 4;
/// A trial may cost this share of the budget at most; where it would cost more, he looks less far ahead, and
/// where even that is too far he trusts the doctrine.
const DEAR: f64 = 1.0 / 40.0;
const TOO_DEAR: f64 = 1.0 / 12.0;
/// The rival must be better by so many standard errors; with fewer trials than these, by more.
const SURE: f64 = 1.75;
const SURE_OF_FEW: f64 = 2.2;
const FEW: u32 = 8;
/// No fewer tell anything.
const FEWEST: u32 = 4;
/// When a difference is this many standard errors the matter is settled before the time is up.
const CLEAR: f64 = 3.0;
/// Nobody needs more trials of one order.
const MOST_TRIALS: u32 = 1000;
/// Rivals that are tried one after the other, while there is time.
const RIVALS: usize = 3;
/// No trial goes on for longer, however long the stretches are.
const MOST_STEPS: usize = 600;

/// The difference of an order from the doctrine's choice, under the same luck.
#[derive(Clone, Copy, Default, Debug)]
struct Gain {
    trials: u32,
    sum: f64,
    squares: f64,
}

impl Gain {
    fn add(&mut self, better: f64) {
        self.trials += 1;
        self.sum += better;
        self.squares += better * better;
    }

    /// Mean and its standard error.
    fn mean(&self) -> (f64, f64) {
        let n = f64::from(self.trials.max(1));
        let mean = self.sum / n;
        let variance = (self.squares / n - mean * mean).max(0.0) * n / (n - 1.0).max(1.0);
        (mean, (variance / n).sqrt())
    }

    fn is_tie(&self) -> bool {
        self.squares == 0.0
    }

    /// More trials would hardly change what is thought of it.
    fn is_settled(&self) -> bool {
        let (mean, error) = self.mean();
        self.trials >= FEW && mean.abs() >= CLEAR * error
    }

    /// Whether it is better beyond the scatter.
    fn is_sure(&self) -> bool {
        let (mean, error) = self.mean();
        let sure = if self.trials < FEW { SURE_OF_FEW } else { SURE };
        self.trials >= FEWEST && mean > 0.0 && mean > sure * error
    }
}

/// What is tried: an order, by its number, or plans to follow.
#[derive(Clone, Debug)]
pub(crate) enum Tried {
    Order(usize),
    Plans(Plans),
}

/// How far a trial goes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Look {
    /// Through so many stretches of play.
    Stretches(usize),
    /// Through so many stages.
    Stages(usize),
}

impl From<Horizon> for Look {
    fn from(horizon: Horizon) -> Look {
        match horizon {
            Horizon::Stretch => Look::Stretches(1),
            Horizon::Stages(most) => Look::Stages(most),
        }
    }
}

pub(crate) struct Candidate {
    pub(crate) what: Tried,
    score: f64,
    /// Of all trials, for those who want to know what he weighed.
    sum: f64,
    trials: u32,
    gain: Gain,
}

impl Candidate {
    pub(crate) fn new(what: Tried, score: f64) -> Candidate {
        Candidate { what, score, sum: 0.0, trials: 0, gain: Gain::default() }
    }

    fn add(&mut self, value: f64) {
        self.trials += 1;
        self.sum += value;
    }
}

pub(crate) struct Search<'a> {
    pub(crate) game: &'a dyn Game,
    pub(crate) seat: Side,
    pub(crate) memory: &'a mut Memory,
    pub(crate) clock: Clock<'a>,
    judge: Judge,
    pub(crate) look: Look,
    /// How many trials there is time for.
    pub(crate) trials: f64,
    /// The luck of this decision.
    series: u64,
    number: u64,
    /// What the enemy may be about, in turn, while plans are weighed.
    pub(crate) answers: Vec<Plans>,
}

pub(crate) fn decide(question: Question<'_>, memory: &mut Memory, chooser: &mut Chooser) -> Decided {
    let Question { game, seat, scores, ranked, budget, watch } = question;
    // In a battle that nobody has learned to judge, looking wide only finds more to be mistaken in.
    let Some(judge) = Judge::of(game) else {
        return colonel::decide(question, memory, chooser);
    };
    let clock = Clock::start(budget, watch);
    let (trusting, series) = (chooser.below(TRUST) == 0, chooser.number());
    let favourite = ranked[0];
    let wide = if trusting { 1 } else { WIDE };
    let mut chosen: Vec<usize> = ranked.iter().take(wide).copied().collect();
    chosen.retain(|&nth| {
        nth == favourite || (scores[nth] > FOLLY && !comes_back(game, seat, nth, series, memory))
    });
    let mut all: Vec<Candidate> =
        chosen.iter().map(|&nth| Candidate::new(Tried::Order(nth), scores[nth].into())).collect();
    let (look, answers) = (game.horizon().into(), vec![Plans::default()]);
    let mut search =
        Search { game, seat, memory, clock, judge, look, trials: 0.0, series, number: 0, answers };
    let best = if all.len() > 1 && search.measure(&all[0].what) {
        all.truncate(((search.trials / TRIALS_EACH) as usize).clamp(NARROW, WIDE));
        let rivals = search.rivals(&mut all, CHOOSING, watch);
        search.test(&mut all, &rivals, 1.0, watch)
    } else {
        0
    };
    let mean = |c: &Candidate| if c.trials == 0 { c.score } else { c.sum / f64::from(c.trials) };
    let mut places: Vec<usize> = (0..all.len()).collect();
    places.sort_by(|&a, &b| (b == best).cmp(&(a == best)).then(mean(&all[b]).total_cmp(&mean(&all[a]))));
    let told = places.iter().take(crate::TOLD).map(|&at| (chosen[at], mean(&all[at]), all[at].trials));
    Decided { nth: chosen[best], weighed: told.collect() }
}

/// Thinks about what the formations of a side are to do, where it has not done so in this stretch of play; the
/// share of the budget that it took.
pub(crate) fn make_plans(
    game: &dyn Game,
    seat: Side,
    budget: Budget,
    watch: &dyn Watch,
    memory: &mut Memory,
    chooser: &mut Chooser,
) -> f64 {
    let Some(judge) = Judge::of(game) else { return 0.0 };
    let now = game.stretch();
    let mut intent = memory.intent(seat).clone();
    if intent.since == Some(now) {
        return 0.0;
    }
    intent.since = Some(now);
    let clock = Clock::start(budget, watch);
    let look = Look::Stretches(game.planned());
    let (series, answers) = (chooser.number(), Vec::new());
    let mut search =
        Search { game, seat, memory, clock, judge, look, trials: 0.0, series, number: 0, answers };
    intent.plans = plans::think(&mut search, &intent.plans, watch);
    let spent = search.clock.spent();
    memory.follow(seat, &intent.plans);
    memory.follow(seat.other(), Plans::NONE);
    memory.intend(seat, intent);
    spent
}

impl Search<'_> {
    /// Tries once how much a trial costs, and looks so far that there is time for enough of them. False: there is
    /// not.
    fn measure(&mut self, favourite: &Tried) -> bool {
        let far = self.look;
        let near = Look::Stages(self.game.ahead());
        for (look, dear) in [(far, DEAR), (near, TOO_DEAR)] {
            self.look = look;
            if self.is_cheap(favourite, dear) {
                return true;
            }
        }
        false
    }

    /// Tries once whether a trial costs no more than this share of the budget, and reckons how many there is time for.
    pub(crate) fn is_cheap(&mut self, what: &Tried, dear: f64) -> bool {
        let before = self.clock.spent();
        let seen = self.trial(what, u64::MAX, before + dear).is_some();
        let cost = self.clock.spent() - before;
        self.trials = (1.0 - self.clock.spent()) / cost.max(1e-9);
        seen && cost <= dear
    }

    /// Those that may be better than the first, the best first; found with this share of the budget.
    pub(crate) fn rivals(&mut self, all: &mut [Candidate], share: f64, watch: &dyn Watch) -> Vec<usize> {
        let mut alive: Vec<usize> = (0..all.len()).collect();
        let mut cut = FIRST_CUT;
        'time: for round in 1..=ROUNDS {
            let mut values = Vec::with_capacity(alive.len());
            for &place in &alive {
                let Some(value) = self.trial(&all[place].what, self.number, share) else { break 'time };
                values.push(value);
            }
            self.number += 1;
            for (&place, value) in alive.iter().zip(&values) {
                all[place].add(*value);
                all[place].gain.add(value - values[0]);
            }
            watch.tried(alive.len() as u32, all.iter().map(|c| c.trials).sum());
            if round >= cut {
                cut *= 2;
                // What comes to the same is the doctrine's business; of the rest the better half goes on.
                alive.retain(|&place| {
                    place == 0 || !(all[place].gain.is_tie() || is_hopeless(&all[place].gain))
                });
                alive[1..].sort_by(|&a, &b| all[b].gain.sum.total_cmp(&all[a].gain.sum));
                alive.truncate(alive.len().div_ceil(2).max(1 + RIVALS));
                if alive.len() == 1 {
                    break;
                }
            }
        }
        let mut rivals: Vec<usize> =
            alive.into_iter().skip(1).filter(|&place| all[place].gain.mean().0 > 0.0).collect();
        rivals.sort_by(|&a, &b| all[b].gain.mean().0.total_cmp(&all[a].gain.mean().0));
        rivals.truncate(RIVALS);
        rivals
    }

    /// Tries the rivals against the first on fresh luck, up to this share of the budget; which of them stands.
    pub(crate) fn test(
        &mut self,
        all: &mut [Candidate],
        rivals: &[usize],
        until: f64,
        watch: &dyn Watch,
    ) -> usize {
        for (turn, &rival) in rivals.iter().enumerate() {
            // The first has most of what is left; the others get what it did not need.
            let share =
                if turn + 1 == rivals.len() { until } else { until - (until - self.clock.spent()) / 3.0 };
            let mut gain = if self.trials < AMPLE { all[rival].gain } else { Gain::default() };
            while gain.trials < MOST_TRIALS && !gain.is_settled() {
                let Some(ours) = self.trial(&all[0].what, self.number, share) else { break };
                let Some(theirs) = self.trial(&all[rival].what, self.number, share) else { break };
                self.number += 1;
                all[0].add(ours);
                all[rival].add(theirs);
                gain.add(theirs - ours);
                watch.tried(2, all.iter().map(|c| c.trials).sum());
            }
            if gain.is_sure() {
                return rival;
            }
        }
        0
    }

    /// The game as the seat may imagine it, for one trial.
    pub(crate) fn imagined(&self, number: u64) -> Box<dyn Game> {
        let mut chooser = Chooser::new(self.series, number, self.seat);
        self.game.imagined(self.seat, &mut |n| chooser.below(n))
    }

    /// What an order or plans come to under one fall of the dice, the same for all that are compared; nothing
    /// if `share` of the budget is spent before it is seen.
    fn trial(&mut self, what: &Tried, number: u64, share: f64) -> Option<f64> {
        let (game, seat) = (self.game, self.seat);
        let mut dice = Falls::new(self.series, number);
        let mut chooser = Chooser::new(self.series, number, seat);
        let mut ahead = game.imagined(seat, &mut |n| chooser.below(n));
        self.memory.follow(seat.other(), &self.answers[number as usize % self.answers.len()]);
        match what {
            Tried::Order(nth) => {
                ahead.play_nth(seat, *nth, &mut dice);
            }
            Tried::Plans(plans) => self.memory.follow(seat, plans),
        }
        let (mut at, mut changes) = (self.moment(game), 0);
        let (Look::Stretches(most) | Look::Stages(most)) = self.look;
        for _ in 0..MOST_STEPS {
            let Standing::Waiting(asked) = ahead.standing() else { break };
            let now = self.moment(ahead.as_ref());
            if now != at {
                at = now;
                changes += 1;
                if changes >= most {
                    break;
                }
            }
            if !self.clock.tick(share) {
                return None;
            }
            let mut best = |scores: &[f32]| best_of(scores, &mut chooser);
            if !ahead.play_advised(asked.seats.first(), self.memory, &mut best, &mut dice) {
                break;
            }
        }
        Some(self.judge.worth(ahead.as_ref(), seat, self.memory))
    }

    fn moment(&self, game: &dyn Game) -> u64 {
        match self.look {
            Look::Stretches(_) => game.stretch(),
            Look::Stages(_) => game.stage(),
        }
    }
}

/// Whether an order is surely worse than the doctrine's.
fn is_hopeless(gain: &Gain) -> bool {
    let (mean, error) = gain.mean();
    mean < 0.0 && mean.abs() > SURE_OF_FEW * error
}
