//! Whole games of every system, seen by an analyst.

use ending::{Analyst, Ending};
use staff::{Chooser, Level};
use table::{BySide, Dice, Fight, Game, Played, SeededDice, Side, Standing, chances};

/// One order of a game that was played: the position before it, and what came of it.
struct Given {
    before: Box<dyn Game>,
    seat: Side,
    order: String,
    played: Played,
}

/// A game of two veterans to its end.
fn play(scenario: &str, number: u64) -> (Vec<Given>, Box<dyn Game>, Ending) {
    let mut dice = SeededDice::of_series(1863, number);
    let (mut game, _) = library::open(scenario).unwrap().start(&mut dice);
    let mut analyst = Analyst::begin(game.as_ref());
    let mut chooser = Chooser::new(1863, number, Side::Union);
    let (mut all, mut memory) = (Vec::new(), game.memory());
    while let Standing::Waiting(asked) = game.standing() {
        let seat = asked.seats.first();
        let order = staff::choose(Level::Veteran.into(), game.as_ref(), seat, &mut memory, &mut chooser);
        let (order, before) = (order.expect("whoever is asked has an order"), game.copy());
        let played = game.play(seat, &order, &mut dice).unwrap();
        analyst.see(game.as_ref(), seat, &played);
        all.push(Given { before, seat, order, played });
    }
    let ending = analyst.end(game.as_ref(), None).expect("the game is over");
    (all, game, ending)
}

const LESSONS: [&str; 3] = ["lesson-spring-hill", "lesson-henry-hill", "rummels-farm"];

#[test]
fn what_the_points_are_for_adds_up_to_the_points() {
    for scenario in LESSONS {
        let (all, game, ending) = play(scenario, 1);
        let sum = BySide::from_fn(|side| ending.sources.iter().map(|s| s.points[side]).sum::<i32>());
        assert_eq!(sum, ending.points, "{scenario}: {:?}", ending.sources);
        let Standing::Over(outcome) = game.standing() else { panic!("it is over") };
        assert_eq!([ending.points.union, ending.points.confederate], outcome.points, "{scenario}");
        assert!(!ending.why.is_empty() && ending.headline.contains("points"), "{scenario}");
        assert_eq!(ending.course.orders, all.len());
    }
}

#[test]
fn the_course_ends_where_the_game_did() {
    for scenario in LESSONS {
        let (all, game, ending) = play(scenario, 2);
        let (last, tally) = (ending.course.marks.last().unwrap(), game.tally());
        assert_eq!((last.n, last.points), (all.len(), ending.points), "{scenario}");
        assert_eq!([last.lost.union, last.lost.confederate], tally.lost, "{scenario}");
        assert_eq!(ending.losses.lost, last.lost, "{scenario}");
        let turns = &ending.course.turns;
        assert!(turns.windows(2).all(|t| t[0].from < t[1].from && t[0].turn < t[1].turn), "{turns:?}");
        assert_eq!(turns.last().unwrap().points, ending.points, "{scenario}");
        assert!(turns.iter().all(|turn| !turn.label.is_empty()), "{turns:?}");
    }
}

#[test]
fn every_die_is_counted_once_and_with_the_side_whose_order_it_fell_on() {
    for scenario in LESSONS {
        let (all, _, ending) = play(scenario, 3);
        for side in Side::BOTH {
            let rolls = all.iter().filter(|g| g.seat == side).flat_map(|g| &g.played.rolls);
            let (dice, sum) = rolls.fold((0, 0), |(n, sum), roll| (n + 1, sum + u32::from(roll.die)));
            let told = &ending.luck.dice[side];
            assert_eq!((told.dice, told.sum), (dice, sum), "{scenario}");
            assert_eq!(told.purposes.iter().map(|p| p.dice).sum::<u32>(), dice, "{scenario}");
        }
        let fought: u32 = ending.luck.fights.iter().map(|f| f.fought).sum();
        assert_eq!(fought as usize, all.iter().map(|g| g.played.fights.len()).sum::<usize>(), "{scenario}");
    }
}

/// More falls of the dice than this are not walked.
const MOST_DICE: usize = 5;

/// What comes of an order under every fall of the dice; nothing if there are too many.
fn every_fall(given: &Given) -> Option<Vec<(Option<Fight>, f64)>> {
    if given.played.rolls.len() > MOST_DICE {
        return None;
    }
    let mut most = 0;
    let all = chances(|dice| {
        let mut counted = Counted(dice, 0);
        if most > MOST_DICE {
            return None;
        }
        let mut game = given.before.copy();
        let played = game.play(given.seat, &given.order, &mut counted).unwrap();
        most = most.max(counted.1);
        played.fights.first().cloned()
    });
    (most <= MOST_DICE).then_some(all)
}

struct Counted<'a>(&'a mut table::Walk, usize);

impl Dice for Counted<'_> {
    fn d6(&mut self, why: &'static str) -> u8 {
        self.1 += 1;
        if self.1 > MOST_DICE { (self.1 % 6) as u8 + 1 } else { self.0.d6(why) }
    }
}

/// Each fight is fought again under every fall of its dice: what it costs on average is what was to be expected, and as
/// often as its chance says it succeeds.
#[test]
fn what_is_expected_of_a_fight_is_the_mean_over_every_fall_of_the_dice() {
    for scenario in LESSONS {
        let mut tried = 0;
        for number in 0..6 {
            for given in play(scenario, number).0.iter().filter(|g| g.played.fights.len() == 1).take(12) {
                let Some(falls) = every_fall(given) else { continue };
                let fight = &given.played.fights[0];
                // Dice may fall before the fight and decide whether, and how, it is fought: those lead to another.
                let same = |other: &Fight| {
                    (other.p - fight.p).abs() < 1e-12
                        && other.toll.map(|t| t.expected) == fight.toll.map(|t| t.expected)
                };
                let fought: Vec<(&Fight, f64)> =
                    falls.iter().filter_map(|(f, p)| Some((f.as_ref().filter(|f| same(f))?, *p))).collect();
                let whole: f64 = fought.iter().map(|(_, p)| p).sum();
                let mean = |value: &dyn Fn(&Fight) -> f64| -> f64 {
                    fought.iter().map(|(fight, p)| value(fight) * p / whole).sum()
                };
                let won = mean(&|f| f64::from(u8::from(f.won)));
                assert!((won - fight.p).abs() < 1e-9, "{scenario}, `{}`: {won} {fight:?}", given.order);
                let Some(toll) = fight.toll else { continue };
                for side in Side::BOTH {
                    let lost = mean(&|f| f.toll.map_or(0.0, |t| f64::from(t.fell[side])));
                    let told = toll.expected[side];
                    assert!((lost - told).abs() < 1e-9, "{scenario}, `{}`: {lost}, {fight:?}", given.order);
                }
                tried += 1;
            }
        }
        assert!(tried > 0, "{scenario}: no fight was short enough");
    }
}

#[test]
fn turning_points_are_orders_of_the_game_in_turn_and_told_in_words() {
    let mut told = 0;
    for scenario in LESSONS {
        for number in 0..3 {
            let (all, _, ending) = play(scenario, number);
            let points = &ending.turning_points;
            assert!(points.windows(2).all(|p| p[0].n < p[1].n) && points.len() <= 5, "{points:?}");
            for point in points {
                let given = &all[point.n - 1];
                assert_eq!((point.seat, &point.order), (given.seat, &given.played.words), "{scenario}");
                assert!(!point.say.is_empty() && !point.when.is_empty() && point.swing > 0.0, "{point:?}");
            }
            for decision in &ending.decisions {
                assert_eq!(all[decision.n - 1].seat, decision.seat, "{scenario}");
            }
            told += points.len();
        }
    }
    assert!(told >= 9, "hardly any game turned anywhere: {told}");
}

#[test]
fn a_game_that_goes_on_has_no_ending() {
    for scenario in LESSONS {
        let (game, _) = library::open(scenario).unwrap().start(&mut SeededDice::from_number(1));
        assert_eq!(Analyst::begin(game.as_ref()).end(game.as_ref(), None), None);
    }
}

/// Two brigades two inches apart on open ground, the Union one to act.
fn duel() -> Box<dyn Game> {
    let stand = |side: &str, name: &str, sp: u8, y: f64, facing: u16| {
        format!(
            "[[division]]\nside = \"{side}\"\nname = \"{name}s\"\nexhaustion = 9\n[[stand]]\nside = \"{side}\"\n\
             name = \"{name}\"\ntype = \"infantry-brigade\"\nweapon = \"rifled-musket\"\nsp = {sp}\nmorale = 5\n\
             division = \"{name}s\"\nx = 30\ny = {y}\nfacing = {facing}\nstate = [\"stationary\"]\n"
        )
    };
    let text = format!(
        "format = \"hardtack-scenario/1\"\nsystem = \"vnb\"\nname = \"Duel\"\ntable = \"duel.table.toml\"\n\
         first = \"union\"\n[vnb]\nturns = 2\ndate = \"1862-04-06\"\nstarts = \"13:00\"\n{}{}",
        stand("union", "North", 5, 8.0, 0),
        stand("confederate", "South", 1, 11.5, 180),
    );
    let table = "format = \"hardtack-table/1\"\nname = \"Duel\"\nwidth = 60\nheight = 60\n".to_owned();
    let scenario = library::open_texts("duel.scenario.toml", text, &[("duel.table.toml", table)]).unwrap();
    scenario.start(&mut SeededDice::from_number(1)).0
}

/// By hand: five dice that hit on a six, no throw against them, and one strength point to lose. It is lost unless all five
/// miss, with a chance of 1 - (5/6)^5.
#[test]
fn what_is_expected_of_fire_is_what_one_works_out_by_hand() {
    let mut game = duel();
    let mut dice = SeededDice::from_number(1);
    for _ in 0..50 {
        let Standing::Waiting(asked) = game.standing() else { panic!("it ended without a shot") };
        let seat = asked.seats.first();
        let cards = game.cards(seat);
        let fires = cards.iter().find(|card| card.label.contains("North fires at South"));
        let next = fires.or_else(|| cards.iter().find(|card| card.passes)).unwrap_or(&cards[cards.len() - 1]);
        let played = game.play(seat, &next.order, &mut dice).unwrap();
        let Some(fight) = played.fights.iter().find(|fight| fight.by == Side::Union) else { continue };
        let by_hand = 1.0 - (5.0f64 / 6.0).powi(5);
        let toll = fight.toll.expect("nobody can give way");
        assert!((toll.expected.confederate - by_hand).abs() < 1e-12, "{fight:?}");
        assert!((fight.p - by_hand).abs() < 1e-12, "{fight:?}");
        return;
    }
    panic!("nobody fired");
}
