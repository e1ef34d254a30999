//! Games of a candidate against players of many habits.

use rayon::prelude::*;
use staff::tunings::{self, ANY, Tunings};
use staff::{Chooser, Habit, Level, Memories, Player};
use table::{Game, Memory, Plans, SeededDice, Side, Standing, Tuning};

/// A game with more decisions has gone wrong.
const MOST: usize = 60_000;
/// What the lead in the end counts beside the victory, and a lead that is worth two thirds of that.
const LEAD: f64 = 0.2;
const WIDE: f64 = 6.0;

/// Who is played against.
#[derive(Clone, Copy)]
enum Opponent {
    Player(Player),
    /// The doctrine with the best figures known for that side.
    Tuned,
}

/// Mostly the doctrine: whoever beats it beats those who read it badly. The others keep a candidate from learning nothing but
/// its habits.
const LEAGUE: [Opponent; 8] = [
    fixed(Habit::Doctrine),
    Opponent::Tuned,
    fixed(Habit::Bold),
    fixed(Habit::Doctrine),
    fixed(Habit::Turtle),
    Opponent::Tuned,
    fixed(Habit::Rush),
    fixed(Habit::Fortress),
];

const fn fixed(habit: Habit) -> Opponent {
    Opponent::Player(Player { level: Level::Fixed(habit), budget: staff::Budget::Steps(0) })
}

/// What games came to.
#[derive(Clone, Copy, Default)]
pub struct Score {
    games: u64,
    won: f64,
    lead: f64,
}

impl Score {
    pub fn won(&self) -> f64 {
        self.won / self.games.max(1) as f64
    }

    pub fn merit(&self) -> f64 {
        self.won() + LEAD * self.lead / self.games.max(1) as f64
    }

    fn and(self, other: Score) -> Score {
        Score { games: self.games + other.games, won: self.won + other.won, lead: self.lead + other.lead }
    }
}

/// The battles that are fought, and the side that is tuned.
pub struct Field {
    battles: Vec<Battle>,
    side: Side,
}

struct Battle {
    scenario: library::Scenario,
    memories: Memories,
    /// The best that is known for the enemy.
    enemy: Tuning,
}

impl Field {
    pub fn open(ids: &[&str], side: Side, known: &Tunings) -> anyhow::Result<Field> {
        let open = |id: &&str| {
            let scenario = library::open(id)?;
            let (game, _) = scenario.start(&mut SeededDice::from_number(1));
            let sides = known.get(game.battle()).or_else(|| known.get(ANY));
            let figures = sides.and_then(|sides| sides.get(side.other().word()));
            let enemy = figures.map(|figures| tunings::read(game.as_ref(), figures)).unwrap_or_default();
            Ok(Battle { scenario, memories: Memories::default(), enemy })
        };
        Ok(Field { battles: ids.iter().map(open).collect::<anyhow::Result<_>>()?, side })
    }

    fn game(&self) -> Box<dyn Game> {
        self.battles[0].scenario.start(&mut SeededDice::from_number(1)).0
    }

    pub fn weights(&self) -> &'static [(&'static str, f32)] {
        self.game().weights()
    }

    pub fn battle(&self) -> String {
        self.game().battle().to_owned()
    }

    /// Plays so many games with these figures, from this number on: the same falls of the dice for every candidate.
    pub fn play(&self, values: &[f32], first: u64, games: u64, seed: u64) -> Score {
        let tuning = Tuning::new(values);
        let numbers: Vec<u64> = (first..first + games).collect();
        let one = |number: &u64| self.one(&tuning, *number, seed);
        numbers.par_iter().map(one).reduce(Score::default, Score::and)
    }

    fn one(&self, tuning: &Tuning, number: u64, seed: u64) -> Score {
        let nth = (number % self.battles.len() as u64) as usize;
        let battle = &self.battles[nth];
        let opponent = LEAGUE[(number / self.battles.len() as u64 % LEAGUE.len() as u64) as usize];
        let mut dice = SeededDice::of_series(seed, number);
        let (mut game, _) = battle.scenario.start(&mut dice);
        let [mut own, mut his] = [battle.memories.take(game.as_ref()), battle.memories.take(game.as_ref())];
        own.follow(self.side, &Plans::NONE.tuned(tuning));
        his.follow(self.side.other(), &Plans::NONE.tuned(&battle.enemy));
        let mut chooser = Chooser::new(seed, number, Side::Union);
        for _ in 0..MOST {
            let Standing::Waiting(asked) = game.standing() else { break };
            let seat = asked.seats.first();
            let went = match opponent {
                _ if seat == self.side => advised(game.as_mut(), seat, &mut own, &mut dice),
                Opponent::Tuned => advised(game.as_mut(), seat, &mut his, &mut dice),
                Opponent::Player(player) => {
                    match staff::pick(player, game.as_ref(), seat, &mut his, &mut chooser) {
                        Some(picked) => {
                            game.play_nth(seat, picked.nth, &mut dice);
                            true
                        }
                        None => false,
                    }
                }
            };
            if !went {
                break;
            }
        }
        battle.memories.give_back(own);
        battle.memories.give_back(his);
        let Standing::Over(outcome) = game.standing() else { return Score { games: 1, ..Score::default() } };
        let [union, confederate] = outcome.points.map(f64::from);
        let lead = if self.side == Side::Union { union - confederate } else { confederate - union };
        let won = outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == self.side)));
        Score { games: 1, won, lead: (lead / WIDE).tanh() }
    }
}

/// The best order by the figures that are followed; false: there is none.
fn advised(game: &mut dyn Game, seat: Side, memory: &mut Memory, dice: &mut SeededDice) -> bool {
    let mut best = |scores: &[f32]| {
        let better = |a: &usize, b: &usize| scores[*a].total_cmp(&scores[*b]).then(b.cmp(a));
        (0..scores.len()).max_by(better).unwrap_or(0)
    };
    game.play_advised(seat, memory, &mut best, dice)
}
