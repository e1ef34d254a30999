//! Computer players. They see a game through [`table::Game`] alone, and of that only what their seat may
//! know; they know no rule: what is legal, what an order leads to, how good a position is and what the
//! doctrine of a system thinks of an order, the rule systems say.
//!
//! - `random` gives any legal order.
//! - `recruit` follows the doctrine of the system ([`table::Commander::doctrine`]) with a very unsure eye.
//! - `veteran` follows it with a surer one: between orders of nearly the same worth he may take the lesser.
//! - `colonel` reads the doctrine without error, plays the few orders it likes best out a little way under
//!   several falls of the dice, and gives the one that leaves him best off.
//! - `general` looks wider and farther, and judges what he sees by what was learned from many games
//!   ([`net`]).
//!
//! Generals weigh things by figures that were found by playing ([`tunings`]), the others by those the doctrine comes with.
//!
//! Between and beside them stands one of any strength that is asked for ([`Level::Rated`]).
//!
//! What a doctrine remembers between two questions is the player's own ([`table::Memory`]) and forgotten with
//! every new decision. The choice depends on the position, the player and the numbers drawn from [`Chooser`] alone, so that a
//! game of computer players can be played again; one who is given time rather than a number of
//! trials depends on the speed of the machine as well.

mod ahead;
mod chooser;
mod clock;
mod colonel;
mod critic;
mod falls;
mod general;
mod judge;
mod last_chance;
mod league;
mod memories;
pub mod net;
mod plans;
mod player;
mod rated;
pub mod tunings;

use table::{Game, Intent, Memory, Plans, Side};

pub use chooser::Chooser;
pub use critic::{Critic, Follies, Folly, Times};
pub use league::Habit;
pub use memories::Memories;
pub use player::{Budget, Level, Player};

/// What a computer player decided and why.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// The order as it is written.
    pub order: String,
    /// The sentence for the opponent; empty where there was nothing to choose.
    pub why: String,
    /// The orders he weighed, the best first.
    pub weighed: Vec<Weighed>,
}

/// One order that was considered.
#[derive(Clone, PartialEq, Debug)]
pub struct Weighed {
    /// The order as it is written.
    pub order: String,
    /// How good it looked, in about victory points.
    pub score: f64,
    /// How often it was played out; 0: judged by doctrine alone.
    pub trials: u32,
}

/// The order a computer player gives for a seat; `None` if the seat has none to give. The memory is that of
/// the player ([`table::Judgement::memory`]), kept from one decision to the next to save its room.
pub fn choose(
    player: Player,
    game: &dyn Game,
    seat: Side,
    memory: &mut Memory,
    chooser: &mut Chooser,
) -> Option<String> {
    let nth = decide(player, game, seat, memory, chooser, &Alone)?.nth;
    let mut orders = game.orders(seat);
    Some(orders.swap_remove(nth))
}

/// Which order a computer player gives, by its number among the legal ones.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Picked {
    /// The number of the order among the legal ones, from 0.
    pub nth: usize,
    /// How many legal orders there were; 1: there was nothing to choose.
    pub of: usize,
    /// How good it looked, as in [`Weighed::score`]; nothing where orders are not weighed.
    pub value: Option<f64>,
}

/// As [`choose`], by number: for series of games, where nobody reads the order.
pub fn pick(
    player: Player,
    game: &dyn Game,
    seat: Side,
    memory: &mut Memory,
    chooser: &mut Chooser,
) -> Option<Picked> {
    let Decided { nth, weighed } = decide(player, game, seat, memory, chooser, &Alone)?;
    let value = weighed.iter().find(|(of, ..)| *of == nth).map(|(_, score, _)| *score);
    Some(Picked { nth, of: game.order_count(seat), value })
}

/// Who looks over the shoulder of a player while he thinks.
pub trait Watch {
    /// Whether he shall choose now, by what he knows so far.
    fn hurried(&self) -> bool {
        false
    }
    /// He plays so many orders out and has done so this often.
    fn tried(&self, _orders: u32, _trials: u32) {}
}

/// Nobody looks.
struct Alone;

impl Watch for Alone {}

/// As [`choose`], with what was considered, for one decision by itself: nobody makes plans for that.
pub fn consider(player: Player, game: &dyn Game, seat: Side, chooser: &mut Chooser) -> Option<Choice> {
    let mut intent = Intent::settled(game.stretch());
    consider_watched(player, game, seat, &mut intent, chooser, &Alone)
}

/// As [`choose`], with what was considered, while somebody looks; `intent` is what the seat has made up its mind to do, kept
/// from one of its decisions to the next.
pub fn consider_watched(
    player: Player,
    game: &dyn Game,
    seat: Side,
    intent: &mut Intent,
    chooser: &mut Chooser,
    watch: &dyn Watch,
) -> Option<Choice> {
    let (orders, mut memory) = (game.orders(seat), game.memory());
    memory.intend(seat, intent.clone());
    let decided = decide(player, game, seat, &mut memory, chooser, watch)?;
    intent.clone_from(memory.intent(seat));
    let mine = game.imagined(seat, &mut |n| chooser.below(n));
    let mut why = String::new();
    if orders.len() > 1 {
        why = mine.reason(seat, decided.nth, &mut memory);
        let formations = mine.formations(seat, &mut memory);
        for plan in intent.plans.iter().map(|plan| plan.words(&formations)).filter(|words| !words.is_empty())
        {
            why = [why, plan].join(" ").trim_start().to_owned();
        }
    }
    let weighed = decided.weighed.into_iter();
    let weighed =
        weighed.map(|(nth, score, trials)| Weighed { order: orders[nth].clone(), score, trials }).collect();
    Some(Choice { order: orders[decided.nth].clone(), why, weighed })
}

/// The number of the order chosen, and of those weighed with score and trials, the best first.
struct Decided {
    nth: usize,
    weighed: Vec<(usize, f64, u32)>,
}

/// What somebody who looks ahead is asked, and what the doctrine says of it.
#[derive(Clone, Copy)]
struct Question<'a> {
    game: &'a dyn Game,
    seat: Side,
    /// Of every legal order, and their numbers, the best first.
    scores: &'a [f32],
    ranked: &'a [usize],
    budget: Budget,
    watch: &'a dyn Watch,
}

/// How many of the weighed orders are told.
const TOLD: usize = 5;

fn decide(
    player: Player,
    game: &dyn Game,
    seat: Side,
    memory: &mut Memory,
    chooser: &mut Chooser,
    watch: &dyn Watch,
) -> Option<Decided> {
    let count = game.order_count(seat);
    if count == 0 {
        return None;
    }
    let (level, unsure) = rated::manner(player.level, game.doubt(), chooser);
    match (level, count) {
        (_, 1) => return Some(Decided { nth: 0, weighed: Vec::new() }),
        (Level::Random, n) => return Some(Decided { nth: chooser.below(n), weighed: Vec::new() }),
        _ => {}
    }
    let plans = match level {
        Level::General => memory.intent(seat).plans.tuned(&tunings::of(game, seat)),
        Level::Fixed(Habit::Adjutant) => Plans::NONE.tuned(&tunings::of(game, seat)),
        _ => Plans::default(),
    };
    memory.follow(seat.other(), Plans::NONE);
    // From here on he plays the game that he may imagine, not the true one.
    let desperate = level.thinks() && last_chance::is_now(game, seat, memory, chooser);
    let plans = match (desperate, level) {
        (false, _) => plans,
        (true, Level::General) => {
            let mine = game.imagined(seat, &mut |n| chooser.below(n));
            let all_out = last_chance::all_out(&plans, &mine.formations(seat, memory));
            all_out.tuned(&last_chance::tuning(game, plans.tuning()))
        }
        (true, _) => plans.tuned(&last_chance::tuning(game, plans.tuning())),
    };
    memory.follow(seat, &plans);
    let mut scores = advice(game, seat, count, memory, chooser);
    if unsure > 0.0 {
        blur(&mut scores, unsure, game.doubt().poor, chooser);
    }
    if let Level::Fixed(habit) = level {
        let nth = league::decide(habit, game, seat, scores, chooser);
        return Some(Decided { nth, weighed: Vec::new() });
    }
    let mut budget = player.budget;
    if level == Level::General {
        let intent = Intent { plans: plans.clone(), ..memory.intent(seat).clone() };
        memory.intend(seat, intent);
    }
    // Whose last chance it is has made up his mind.
    if level == Level::General && !desperate {
        let spent = general::make_plans(game, seat, budget, watch, memory, chooser);
        if memory.intent(seat).plans != plans {
            scores = advice(game, seat, count, memory, chooser);
        }
        budget = budget.without(spent);
    }
    if desperate {
        last_chance::urge(&mut scores, &game.sorts(seat));
    }
    let ranked = ranking(&scores, chooser);
    let question = Question { game, seat, scores: &scores, ranked: &ranked, budget, watch };
    match level {
        Level::Colonel => return Some(colonel::decide(question, memory, chooser)),
        Level::General => return Some(general::decide(question, memory, chooser)),
        Level::Random | Level::Recruit | Level::Veteran | Level::Fixed(_) | Level::Rated(_) => {}
    }
    let told = ranked.iter().take(TOLD).map(|&nth| (nth, f64::from(scores[nth]), 0)).collect();
    Some(Decided { nth: ranked[0], weighed: told })
}

/// What the doctrine thinks of each of a seat's orders, as far as the seat may know.
fn advice(game: &dyn Game, seat: Side, count: usize, memory: &mut Memory, chooser: &mut Chooser) -> Vec<f32> {
    let mut scores = match game.has_secrets() {
        true => game.imagined(seat, &mut |n| chooser.below(n)).advise(seat, memory),
        false => game.advise(seat, memory),
    };
    if scores.len() != count {
        // What he imagines must offer what he really may do; if a system breaks that, he still plays on.
        debug_assert_eq!(scores.len(), count, "a seat's orders depend on what it may not know");
        scores.resize(count, f32::MIN);
    }
    scores
}

/// The orders' numbers, the best score first, equals in random order.
fn ranking(scores: &[f32], chooser: &mut Chooser) -> Vec<usize> {
    let mut ranked: Vec<(f32, u64, usize)> =
        scores.iter().enumerate().map(|(nth, score)| (*score, chooser.number(), nth)).collect();
    ranked.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    ranked.into_iter().map(|(_, _, nth)| nth).collect()
}

/// An unsure eye: every score is off by a Gumbel error, so that an order is taken with a chance that falls
/// off evenly with every step it looks worse. The scale is a share of the distance from the best order to a
/// `poor` one: see [`table::Doubt`]. What is [`table::FOLLY`] is known for that at any distance.
fn blur(scores: &mut [f32], unsure: f32, poor: f32, chooser: &mut Chooser) {
    let mut sorted = scores.to_vec();
    sorted.sort_unstable_by(|a, b| b.total_cmp(a));
    let sane = sorted.iter().filter(|s| **s > table::FOLLY).count();
    sorted.truncate(sane.max(1));
    let poor = sorted[((sorted.len() - 1) as f32 * poor) as usize];
    let scale = (sorted[0] - poor) * unsure;
    for score in scores {
        *score += scale * gumbel(chooser);
    }
}

/// A number with the standard Gumbel distribution.
fn gumbel(chooser: &mut Chooser) -> f32 {
    let share = chooser.share().max(f64::MIN_POSITIVE);
    -(-share.ln()).ln() as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(scores: &[f32], unsure: f32, poor: f32) -> Vec<usize> {
        let mut chooser = Chooser::new(1, 2, Side::Union);
        let mut counts = vec![0; scores.len()];
        for _ in 0..1000 {
            let mut blurred = scores.to_vec();
            blur(&mut blurred, unsure, poor, &mut chooser);
            counts[ranking(&blurred, &mut chooser)[0]] += 1;
        }
        counts
    }

    #[test]
    fn a_sure_eye_takes_the_best_order() {
        assert_eq!(chosen(&[0.0, 3.0, 1.0], 0.0, 1.0), [0, 1000, 0]);
    }

    #[test]
    fn the_better_an_order_looks_the_oftener_an_unsure_eye_takes_it() {
        let counts = chosen(&[0.0, 3.0, 2.0], 0.3, 1.0);
        assert!(counts[1] > counts[2] && counts[2] > counts[0] && counts[0] > 0, "{counts:?}");
    }

    #[test]
    fn what_the_doctrine_calls_folly_is_never_taken_and_blurs_nothing() {
        let counts = chosen(&[3.0, 2.0, table::FOLLY], 0.3, 1.0);
        assert!(counts[0] > 900 && counts[1] > 0 && counts[2] == 0, "{counts:?}");
        assert_eq!(chosen(&[table::FOLLY; 3], 0.3, 1.0).iter().sum::<usize>(), 1000);
    }

    #[test]
    fn folly_does_not_make_the_other_orders_look_alike() {
        // Measured by the order in the middle, the worst one may be as bad as it likes.
        let counts = chosen(&[3.0, 2.0, 1.0, -99.0, -99.0], 0.3, 0.5);
        assert!(counts[0] > 700 && counts[3] + counts[4] == 0, "{counts:?}");
    }
}
