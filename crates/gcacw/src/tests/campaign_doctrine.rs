//! What the doctrine makes of the things that only campaigns have.

use table::{Commander, Ruleset, Side};

use super::world;
use super::world::{Game, World};
use crate::Gcacw;
use crate::doctrine::eye::Eye;
use crate::order::Order;
use crate::sequence::Phase;

/// A county of three towns in a row; it pays two points to the Union, three to the Confederates.
const WALKER: &str = "[[campaign.county]]\nname = \"Walker\"\nhexes = [\"0101\", \"0105\", \"0109\"]\npoints = { union = 2, confederate = 3 }\nheld_by = \"confederate\"\n";

fn clouds(turns: u8) -> World {
    world().game("BAC", 1863).settings(&format!("advanced = true\nturns = {turns}"))
}

/// The score of each order on offer, by its written form.
fn scores(game: &Game) -> Vec<(Order, f32)> {
    let (mut orders, mut scores) = (Vec::new(), Vec::new());
    Gcacw::orders(&game.setup, &game.state, game.seat(), &mut orders);
    Gcacw::doctrine(
        &game.setup,
        &game.state,
        game.seat(),
        &orders,
        &mut crate::doctrine::Memory::new(),
        &mut scores,
    );
    orders.into_iter().zip(scores).collect()
}

#[test]
fn segments_to_come_are_counted() {
    let mut game = clouds(12).infantry("u", "A", "0505", 3, "").set();
    let at = game.setup.steps.iter().position(|s| s.phase == Phase::VictoryPointSegment).unwrap();
    let step = &game.setup.steps[at];
    let all = (1..=12).filter(|turn| step.is_held(*turn, 12)).count() as i32;
    assert!(all > 1, "one in every fourth turn");
    game.state.turn = 1;
    assert_eq!(game.pos().segments_left(), all);
    // The fourth turn comes to its segment and goes on from it.
    (game.state.turn, game.state.step) = (4, at as u8);
    assert_eq!(game.pos().segments_left(), all);
    game.state.step = at as u8 + 1;
    assert_eq!(game.pos().segments_left(), all - 1);
    game.state.turn = 12;
    assert_eq!(game.pos().segments_left(), 0);
}

#[test]
fn the_towns_that_decide_a_county_are_goals() {
    let world =
        clouds(12).scenario(WALKER).infantry("u", "A", "0303", 5, "").infantry("c", "B", "1010", 3, "");
    let mut game = world.set();
    game.state.turn = 1;
    let all = game.pos().segments_left() as f32 * 5.0;
    let goals = |game: &Game, side| -> Vec<(String, f32, bool)> {
        let memory = crate::doctrine::Memory::new();
        let eye = Eye::open(game.pos(), side, &memory);
        eye.goals.iter().map(|g| (game.label(g.hex), g.value, g.held)).collect()
    };
    // The Confederates hold all three: two must change hands, and the two nearest to the Union are looked at.
    let half = all / 2.0;
    assert_eq!(
        goals(&game, Side::Union),
        [("0101".to_owned(), half, false), ("0105".to_owned(), half, false)]
    );
    // With one of them taken, one more decides, on either side.
    let town = game.hex("0105");
    game.run(&[], |play| play.hold(town, Side::Union));
    assert_eq!(goals(&game, Side::Union), [("0101".to_owned(), all, false)]);
    assert_eq!(goals(&game, Side::Confederate).len(), 1);
    assert!(goals(&game, Side::Confederate)[0].2, "they have it to keep");
}

#[test]
fn a_strategic_move_pays_where_a_goal_is_far() {
    let far = clouds(12).scenario(WALKER).infantry("u", "A", "1209", 5, "").infantry("c", "B", "1201", 1, "");
    let mut game = far.set();
    game.acting(Side::Union);
    let by_levels = |game: &Game| {
        let found = scores(game);
        let strategic = found.iter().find(|(o, _)| matches!(o, Order::Strategic(_, 2)));
        strategic.expect("a strategic move is on offer").1
    };
    let toward = by_levels(&game);
    assert!(toward > 0.0, "{toward}");
    // The same move of a unit that has nothing to go to.
    let mut idle = clouds(12).infantry("u", "A", "1209", 5, "").infantry("c", "B", "1201", 1, "").set();
    idle.acting(Side::Union);
    assert!(by_levels(&idle) < 0.0, "it only tires");
}

#[test]
fn hungry_men_are_fed() {
    let world = clouds(1)
        .scenario("[campaign.supply]\n")
        .unit("u", "wagon", "Train", "0505", 1, "supplies = 1")
        .infantry("u", "Few", "0505", 1, "out_of_supply = true")
        .infantry("u", "Many", "0506", 6, "out_of_supply = true")
        .infantry("c", "B", "1010", 3, "");
    let mut game = world.set();
    game.run_phase(&[], |play| play.end_cycle());
    let best = scores(&game).into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).expect("orders");
    assert_eq!(best.0, Order::Feed(game.id("Train"), game.id("Many")), "the most of them first");
}

#[test]
fn a_wagon_train_keeps_with_the_army_and_away_from_the_enemy() {
    let world = clouds(12)
        .scenario(WALKER)
        .unit("u", "wagon", "Train", "1209", 1, "supplies = 1")
        .infantry("u", "A", "1207", 5, "")
        .infantry("c", "B", "0103", 3, "");
    let game = world.set();
    let memory = crate::doctrine::Memory::new();
    let eye = Eye::open(game.pos(), Side::Union, &memory);
    let place = |hex: &str| crate::doctrine::place(&eye, game.id("Train"), game.hex(hex));
    assert!(place("1206") > place("1212"), "near the army");
    assert!(place("1212") > place("0104"), "not beside the enemy, whatever the town is worth");
}
