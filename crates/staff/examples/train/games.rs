//! Games of computer players of many habits, so that positions come up that a single one would never reach.

use rayon::prelude::*;
use staff::{Chooser, Player};
use table::{Game, Memory, SeededDice, Side, Standing};

/// A position of a game, and how the game ended.
pub struct Position {
    pub figures: Vec<f32>,
    /// Which game it is from: every fifth is kept apart.
    pub game: u64,
    /// 1 the Union won, 0 it lost, 0.5 a draw.
    pub won: f32,
    /// The Union's lead in the end.
    pub lead: f32,
    /// The system's own estimate for the Union.
    pub worth: f32,
    /// Ends of a stretch of play still to come.
    pub before: u32,
}

impl Position {
    /// Whether it may not be learned from.
    pub fn is_held_out(&self) -> bool {
        self.game.is_multiple_of(5)
    }
}

/// Beside those at the beginning of a stretch, one position in so many decisions is kept.
const ONE_IN: usize = 24;
/// A game with more decisions has gone wrong.
const MOST: usize = 60_000;

#[derive(Clone, Copy)]
enum Habit {
    /// The doctrine without error.
    Doctrine,
    /// Now and then any order.
    Wanders,
    /// Now and then the second to fourth best.
    Varies,
    Player(Player),
}

/// The battle's name and positions of its games.
pub fn play(
    id: &str,
    games: u64,
    with: Option<Player>,
    seed: u64,
) -> anyhow::Result<(String, Vec<Position>)> {
    let scenario = library::open(id)?;
    let name = scenario.start(&mut SeededDice::from_number(seed)).0.battle().to_owned();
    let done = std::sync::atomic::AtomicU64::new(0);
    let positions = (0..games)
        .into_par_iter()
        .map(|number| {
            let positions = one(&scenario, number, with, seed);
            let done = done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1;
            if done.is_multiple_of((games / 10).max(1)) {
                eprintln!("{id}: {done} of {games} games");
            }
            positions
        })
        .flatten_iter()
        .collect();
    Ok((name, positions))
}

fn habit(chooser: &mut Chooser, with: Option<Player>) -> Habit {
    match (chooser.below(8), with) {
        (0 | 1, Some(player)) => Habit::Player(player),
        (0..=2, _) => Habit::Doctrine,
        (3, _) => Habit::Player(staff::Level::Veteran.into()),
        (4 | 5, _) => Habit::Wanders,
        _ => Habit::Varies,
    }
}

fn one(scenario: &library::Scenario, number: u64, with: Option<Player>, seed: u64) -> Vec<Position> {
    let mut dice = SeededDice::of_series(seed, number);
    let (mut game, _) = scenario.start(&mut dice);
    let mut choosers = Side::BOTH.map(|side| Chooser::new(seed, number, side));
    let habits = choosers.each_mut().map(|chooser| habit(chooser, with));
    let mut memories = [game.memory(), game.memory()];
    let mut kept: Vec<Position> = Vec::new();
    let (mut stretch, mut stretches) = (game.stretch(), 0);
    for _ in 0..MOST {
        let Standing::Waiting(asked) = game.standing() else { break };
        let seat = asked.seats.first();
        let (chooser, memory) = (&mut choosers[seat as usize], &mut memories[seat as usize]);
        let begins = game.stretch() != stretch;
        if begins {
            (stretch, stretches) = (game.stretch(), stretches + 1);
        }
        if begins || chooser.below(ONE_IN) == 0 {
            kept.push(position(game.as_ref(), number, stretches, memory));
        }
        let Some(nth) = choose(habits[seat as usize], game.as_ref(), seat, memory, chooser) else { break };
        game.play_nth(seat, nth, &mut dice);
    }
    let Standing::Over(outcome) = game.standing() else { return Vec::new() };
    let [union, confederate] = outcome.points;
    for position in &mut kept {
        position.won = outcome.winner.map_or(0.5, |side| f32::from(u8::from(side == Side::Union)));
        position.lead = (union - confederate) as f32;
        position.before = stretches - position.before;
    }
    kept
}

fn position(game: &dyn Game, number: u64, stretches: u32, memory: &mut Memory) -> Position {
    let mut figures = Vec::with_capacity(game.figure_count());
    game.figures(memory, &mut figures);
    let worth = game.worth(Side::Union, memory) as f32;
    Position { figures, game: number, won: 0.0, lead: 0.0, worth, before: stretches }
}

fn choose(
    habit: Habit,
    game: &dyn Game,
    seat: Side,
    memory: &mut Memory,
    chooser: &mut Chooser,
) -> Option<usize> {
    let count = game.order_count(seat);
    let lapse = |chooser: &mut Chooser, one_in: usize| chooser.below(one_in) == 0;
    Some(match (count, habit) {
        (0, _) => return None,
        (1, _) => 0,
        (_, Habit::Player(player)) => staff::pick(player, game, seat, memory, chooser)?.nth,
        (_, Habit::Wanders) if lapse(chooser, 25) => chooser.below(count),
        (_, Habit::Varies) if lapse(chooser, 10) => {
            ranked(game, seat, memory)[1 + chooser.below((count - 1).min(3))]
        }
        _ => ranked(game, seat, memory)[0],
    })
}

/// The orders' numbers, what the doctrine likes best first.
fn ranked(game: &dyn Game, seat: Side, memory: &mut Memory) -> Vec<usize> {
    let scores = game.advise(seat, memory);
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
    order
}
