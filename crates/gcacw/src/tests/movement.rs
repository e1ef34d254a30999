//! 6.1 and 6.2: marching and movement over the ground.

use table::{Ruleset, Side, rule};

use super::world;
use super::world::{Game, World};
use crate::Gcacw;
use crate::order::AttackType;

/// A chart for tests: clear and rolling 2, rough and woods 3, a city 1.
const CHART: &str = "tables = { terrain = { clear = [2, 3], rolling = [2, 3], rough = [3, 4], woods = [3, 4], city = \
                     [1, 1] } }";
const RAIN: &str = "[weather]\nrain = true";

/// Unit A of Manpower 6 in 0505, by the test chart.
fn chart() -> World {
    world().settings(CHART).infantry("u", "A", "0505", 6, "")
}

/// What A pays for a step to 0506.
#[track_caller]
fn paid(world: World) -> f64 {
    let mut game = world.set();
    game.marching("A", 20).give("move 0506", &[]);
    20.0 - game.mp()
}

/// Why A may not go to 0506 with many MP, and with one by the minimum rule.
#[track_caller]
fn barred(world: World) -> &'static str {
    let mut game = world.set();
    let rule = game.marching("A", 12).refused("move 0506");
    assert_eq!(game.marching("A", 1).refused("move 0506"), rule);
    rule
}

#[rule("G6.1-2", "G6.1-4")]
#[test]
fn a_unit_pays_for_each_hex_it_enters() {
    let mut game = chart().terrain("rough", &["0506", "0507"]).set();
    game.marching("A", 5).give("move 0506", &[]);
    assert_eq!(game.mp(), 2.0);
    assert_eq!(game.refused("move 0507"), "G6.2-24");
    assert_eq!(game.refused("move 0508"), "G6.1-2", "hex by hex");
    let mut game = chart().way("road", &["0505", "0506", "0507", "0508"]).set();
    game.marching("A", 2).give("move 0506", &[]).give("move 0507", &[]);
    assert!(game.marched() && game.at("A") == "0507", "at 0 the march is over");
}

#[rule("G6.1-5")]
#[test]
fn one_adjacent_hex_is_attacked() {
    let mut game = chart()
        .infantry("c", "East", "0506", 4, "fatigue = 4")
        .infantry("c", "North", "0605", 4, "fatigue = 4")
        .infantry("c", "Far", "0503", 4, "fatigue = 4")
        .set();
    game.marching("A", 4);
    assert!(game.offers("attack 0506") && game.offers("attack 0605"));
    assert_eq!(game.refused("attack 0503"), "G7.1-2");
    assert_eq!(game.refused("attack 0504"), "G7.1-2", "nobody is there");
    assert!(Gcacw::read_order(&game.setup, "attack 0506 0605").is_err());
}

fn beside_enemy(arm: &str, mp: u16) -> Game {
    let mut game =
        world().unit("u", arm, "A", "0505", 6, "").infantry("c", "E", "0506", 4, "fatigue = 4").set();
    game.marching("A", mp).give("attack 0506", &[]);
    game
}

#[rule("G6.1-6", "G6.1-7", "G6.1-8")]
#[test]
fn attacks_cost_movement() {
    let costs = |cavalry| AttackType::ALL.map(|kind| kind.cost(cavalry) / 2);
    assert_eq!((costs(false), costs(true)), ([0, 1, 2, 4], [0, 2, 4, 8]));
    assert_eq!(beside_enemy("infantry", 3).offered(), ["column", "hasty", "normal"]);
    assert_eq!(beside_enemy("infantry", 3).refused("prepared"), "G6.1-7");
    assert_eq!(beside_enemy("infantry", 1).offered(), ["column", "hasty"]);
    assert_eq!(beside_enemy("infantry", 1).refused("normal"), "G6.1-7");
    assert_eq!(beside_enemy("cavalry", 3).offered(), ["column", "hasty"]);
    assert_eq!(beside_enemy("cavalry", 8).offered(), ["column", "hasty", "normal", "prepared"]);
    // Column of route is free but needs a whole MP; the half of a rainy pike is not enough.
    let mut game = chart().infantry("c", "E", "0506", 4, "fatigue = 4").set();
    game.marching("A", 1);
    assert!(game.offers("attack 0506"));
    game.state.march_mut().unwrap().mp = 1;
    assert_eq!(game.refused("attack 0506"), "G6.1-8");
    let march = game.state.march().cloned().unwrap();
    let column = game.pos().may_attack_by(&march, AttackType::ALL[0]);
    assert_eq!(column.unwrap_err().rule.0, "G6.1-8", "riders who get away may cost that much");
    game.state.march_mut().unwrap().mp = 0;
    assert_eq!(game.refused("attack 0506"), "G6.1-8");
}

#[rule("G6.1-9")]
#[test]
fn the_defenders_ground_does_not_change_the_price() {
    let mut game = chart()
        .terrain("mountain", &["0506"])
        .way("road", &["0505", "0506"])
        .ridge("0505/0506", "0506")
        .infantry("c", "E", "0506", 4, "fatigue = 4")
        .set();
    game.marching("A", 2).give("attack 0506", &[]);
    assert_eq!(game.offered(), ["column", "hasty", "normal"]);
}

#[rule("G6.2-1", "G6.2-2")]
#[test]
fn on_roads_pikes_and_railroads_every_hex_costs_1() {
    for way in ["road", "pike", "railroad", "unfinished-railroad"] {
        for terrain in ["mountain", "swamp", "woods", "rough", "rolling", "city"] {
            let world = chart().terrain(terrain, &["0506"]).way(way, &["0505", "0506"]);
            assert_eq!(paid(world), 1.0, "{way} into {terrain}");
        }
        assert_eq!(paid(chart().way(way, &["0505", "0506"])), 1.0);
    }
    let game = chart().way("unfinished-railroad", &["0505", "0506"]).set();
    let ways = game.setup.map.between(game.hex("0505"), game.hex("0506")).unwrap().ways;
    assert!(ways.road() && !ways.has(hexmap::Way::Railroad));
    // A way along the hex but not over this side is no help.
    assert_eq!(paid(chart().terrain("rough", &["0506"]).way("road", &["0605", "0506"])), 3.0);
}

#[rule("G6.2-3", "G6.2-4")]
#[test]
fn trails() {
    let trail = |from: &str, to: &str| {
        paid(chart().terrain(from, &["0505"]).terrain(to, &["0506"]).way("trail", &["0505", "0506"]))
    };
    assert_eq!(trail("rough", "mountain"), 2.0);
    let mountains = chart().terrain("mountain", &["0505", "0506"]).way("trail", &["0505", "0506"]);
    assert_eq!(paid(mountains), 2.0);
    assert_eq!(
        (trail("mountain", "woods"), trail("rough", "woods"), trail("mountain", "rough")),
        (1.0, 1.0, 1.0)
    );
}

#[rule("G6.2-5")]
#[test]
fn of_several_ways_the_cheapest() {
    let both =
        chart().terrain("mountain", &["0506"]).way("trail", &["0505", "0506"]).way("road", &["0505", "0506"]);
    assert_eq!(paid(both), 1.0);
    let wet = chart().way("railroad", &["0505", "0506"]).way("pike", &["0505", "0506"]).scenario(RAIN);
    assert_eq!(paid(wet), 1.5);
}

#[rule("G6.2-6", "G6.2-55")]
#[test]
fn mountains_are_entered_and_left_by_ways() {
    assert_eq!(barred(chart().terrain("mountain", &["0506"])), "G6.2-6");
    assert_eq!(barred(chart().terrain("mountain", &["0505"])), "G6.2-6");
    let trail = || chart().terrain("mountain", &["0506"]).way("trail", &["0505", "0506"]);
    assert_eq!(paid(trail()), 2.0);
    let mut game = trail().set();
    game.marching("A", 1).give("move 0506", &[]);
    assert!(game.marched() && game.at("A") == "0506", "the minimum move along the trail");
}

#[rule("G6.2-7")]
#[test]
fn ridges_cost_one_more_up_and_down() {
    for high in ["0505", "0506"] {
        assert_eq!(paid(chart().way("road", &["0505", "0506"]).ridge("0505/0506", high)), 2.0);
        assert_eq!(paid(chart().terrain("rolling", &["0506"]).ridge("0505/0506", high)), 3.0);
        let trail = chart().terrain("mountain", &["0506"]).way("trail", &["0505", "0506"]);
        assert_eq!(paid(trail.ridge("0505/0506", high)), 3.0);
    }
}

#[rule("G6.2-8", "G6.2-55")]
#[test]
fn swamps_are_entered_and_left_by_ways() {
    assert_eq!(barred(chart().terrain("swamp", &["0506"])), "G6.2-8");
    assert_eq!(barred(chart().terrain("swamp", &["0505"])), "G6.2-8");
    for way in ["road", "trail", "pike", "railroad"] {
        assert_eq!(paid(chart().terrain("swamp", &["0506"]).way(way, &["0505", "0506"])), 1.0, "{way}");
    }
}

#[rule("G6.2-9", "G6.2-47")]
#[test]
fn a_provisional_swamp_is_rough_or_swamp() {
    let moor = || chart().terrain("provisional-swamp", &["0506"]);
    assert_eq!(paid(moor()), 3.0);
    assert_eq!(paid(moor().infantry("u", "F", "0506", 5, "")), 4.0, "friends by the rough column");
    assert_eq!(barred(moor().scenario(RAIN)), "G6.2-8");
    let road = moor().way("road", &["0505", "0506"]).infantry("u", "F", "0506", 5, "").scenario(RAIN);
    assert_eq!(paid(road), 5.0, "a road in rain 2, friends by the swamp column 3");
}

#[rule("G6.2-10", "G6.2-11", "G6.2-56")]
#[test]
fn rivers_are_crossed_at_crossings() {
    for river in ["minor-river", "major-river"] {
        let wet = || chart().water(river, &["0505/0506"]);
        assert_eq!(barred(wet()), "G6.2-10");
        for crossing in ["bridge", "dam", "ford"] {
            assert_eq!(paid(wet().crossing(crossing, "0505/0506")), 2.0, "{crossing}");
        }
        assert_eq!(barred(wet().crossing("ford", "0505/0506").scenario(RAIN)), "G12-26");
        let mut game = wet().crossing("ford", "0505/0506").set();
        game.marching("A", 1).give("move 0506", &[]);
        assert_eq!(game.at("A"), "0506", "the minimum move over a ford");
    }
    let flood = chart()
        .water("minor-river", &["0505/0506"])
        .crossing("ford", "0505/0506")
        .scenario("[weather]\nminor_unfordable_until = 3");
    assert_eq!(barred(flood), "G12-38");
}

#[rule("G6.2-12")]
#[test]
fn a_way_over_the_crossing_sets_the_price() {
    let over = |terrain: &str, crossing: &str, way: Option<&str>| {
        let world = chart()
            .terrain(terrain, &["0506"])
            .water("minor-river", &["0505/0506"])
            .crossing(crossing, "0505/0506");
        paid(match way {
            Some(way) => world.way(way, &["0505", "0506"]),
            None => world,
        })
    };
    for crossing in ["bridge", "dam", "ford"] {
        assert_eq!(over("woods", crossing, Some("road")), 1.0);
        assert_eq!(over("rough", crossing, None), 3.0);
        assert_eq!(over("rough", crossing, Some("trail")), 1.0);
        assert_eq!(over("mountain", crossing, Some("trail")), 2.0);
    }
}

#[rule("G6.2-13")]
#[test]
fn a_dam_is_a_bridge_that_nobody_destroys() {
    let dam = |crossing: &str| {
        chart()
            .way("road", &["0505", "0506"])
            .water("major-river", &["0505/0506"])
            .crossing(crossing, "0505/0506")
    };
    assert_eq!(paid(dam("dam").scenario(RAIN)), 2.0, "the road in rain and nothing more");
    let destroys = |crossing: &str| {
        let game = dam(crossing).set();
        game.pos().may_destroy(game.id("A"), game.hex("0506"))
    };
    assert!(destroys("bridge").is_ok());
    assert!(destroys("dam").is_err());
}

/// What a unit of some Manpower pays over a ferry with a road.
fn ferry(river: &str, manpower: u8, weather: &str) -> f64 {
    paid(
        world()
            .settings(CHART)
            .infantry("u", "A", "0505", manpower, "")
            .way("road", &["0505", "0506"])
            .water(river, &["0505/0506"])
            .crossing("ferry", "0505/0506")
            .scenario(weather),
    )
}

#[rule("G6.2-16", "G6.2-17", "G6.2-18")]
#[test]
fn ferries() {
    assert_eq!(ferry("minor-river", 9, ""), 1.0);
    assert_eq!(ferry("major-river", 9, ""), 4.0);
    assert_eq!(ferry("minor-river", 9, "[weather]\nminor_unfordable_until = 2"), 4.0);
    assert_eq!(ferry("minor-river", 9, RAIN), 5.0, "2 for the wet road, 3 for the ferry");
    for (manpower, penalty) in [(2, 0.0), (3, 1.0), (5, 1.0), (8, 2.0), (9, 3.0)] {
        assert_eq!(ferry("major-river", manpower, ""), 1.0 + penalty, "{manpower}");
    }
}

#[rule("G6.2-21")]
#[test]
fn creeks_cost_nothing() {
    assert_eq!(paid(chart().water("creek", &["0505/0506"])), 2.0);
}

#[rule("G6.2-22", "G6.2-23", "G6.2-56")]
#[test]
fn neither_into_water_nor_into_the_enemy() {
    assert_eq!(barred(chart().terrain("water", &["0506"])), "G6.2-22");
    assert_eq!(barred(chart().water("all-water", &["0505/0506"])), "G6.2-22");
    let enemy = |manpower| chart().infantry("c", "E", "0506", manpower, "fatigue = 4");
    assert_eq!(barred(enemy(1)), "G6.2-23");
    assert_eq!(barred(enemy(11)), "G6.2-23");
}

#[rule("G6.2-24")]
#[test]
fn all_costs_add_up() {
    let hard = || {
        chart()
            .way("road", &["0505", "0506"])
            .ridge("0505/0506", "0506")
            .infantry("u", "F", "0506", 5, "")
            .infantry("c", "E", "0504", 5, "fatigue = 4")
    };
    assert_eq!(paid(hard()), 4.0, "road 1, ridge 1, out of the zone 1, friends 1");
    let mut game = hard().set();
    game.marching("A", 3).give("move 0506", &[]);
    assert!(game.marched(), "with less it is the minimum move");
}

// ------------------------------------------------------------------ friends

/// A steps on a road into a hex of some terrain where friends stand.
fn among(terrain: &str, friends: &[(&str, u8, &str)]) -> f64 {
    let mut world = chart().terrain(terrain, &["0506"]).way("road", &["0505", "0506"]);
    for (n, (arm, manpower, keys)) in friends.iter().enumerate() {
        world = world.unit("u", arm, &format!("F{n}"), "0506", *manpower, keys);
    }
    paid(world) - 1.0
}

#[rule("G6.2-44", "G6.2-45", "G6.2-46", "G6.2-47")]
#[test]
fn friends_are_in_the_way() {
    let infantry =
        |total: u8| vec![("infantry", total.min(11), ""), ("artillery", total.saturating_sub(11).max(1), "")];
    for (terrain, some, many) in [
        ("rolling", 1.0, 2.0),
        ("rough", 1.0, 2.0),
        ("hill", 1.0, 2.0),
        ("city", 1.0, 2.0),
        ("woods", 3.0, 4.0),
        ("swamp", 3.0, 4.0),
        ("mountain", 3.0, 4.0),
    ] {
        let row = |total: u8| {
            if total > 11 {
                among(terrain, &infantry(total))
            } else {
                among(terrain, &[("infantry", total, "")])
            }
        };
        assert_eq!([row(2), row(3), row(11), row(12), row(20)], [0.0, some, some, many, many], "{terrain}");
        assert_eq!(among(terrain, &[("wagon", 1, "")]), many);
        let crowd = [("infantry", 11, ""), ("infantry", 4, ""), ("wagon", 1, ""), ("wagon", 1, "")];
        assert_eq!(among(terrain, &crowd), many, "the highest only");
    }
    assert_eq!(among("rolling", &[("artillery", 5, "")]), 1.0);
}

#[rule("G6.2-48")]
#[test]
fn cavalry_neither_pays_nor_delays() {
    assert_eq!(among("rolling", &[("cavalry", 9, "")]), 0.0);
    assert_eq!(among("rolling", &[("infantry", 2, ""), ("cavalry", 9, "")]), 0.0);
    let rider = world()
        .settings(CHART)
        .cavalry("u", "A", "0505", 4, "")
        .infantry("u", "F", "0506", 11, "")
        .infantry("u", "G", "0506", 9, "");
    assert_eq!(paid(rider), 2.0);
}

#[rule("G6.2-49")]
#[test]
fn halves_count_up() {
    let half = ("infantry", 1, "disorganized = true");
    assert_eq!(among("rolling", &[("infantry", 11, ""), half]), 2.0, "11 1/2");
    assert_eq!(among("rolling", &[("infantry", 11, "")]), 1.0);
    assert_eq!(among("rolling", &[("infantry", 2, ""), half]), 1.0, "2 1/2");
}

#[rule("G6.2-50")]
#[test]
fn works_do_not_make_friends_bigger() {
    let dug = [("infantry", 5, "entrenchment = \"breastwork\""), ("infantry", 4, "entrenchment = \"fort\"")];
    assert_eq!(among("rolling", &dug), 1.0, "9, not 22");
}

#[rule("G6.2-51")]
#[test]
fn leaving_a_crowd_costs_nothing() {
    let mut game = world()
        .infantry("u", "A", "0505", 6, "")
        .infantry("u", "B", "0505", 6, "")
        .infantry("u", "C", "0505", 6, "")
        .way("road", &["0505", "0506"])
        .way("road", &["0505", "0504"])
        .way("road", &["0505", "0605"])
        .set();
    for (unit, to) in [("A", "0506"), ("B", "0504"), ("C", "0605")] {
        game.marching(unit, 5).give(&format!("move {to}"), &[]);
        assert_eq!(game.mp(), 4.0);
        game.give("end", &[]);
        assert_eq!(game.seat(), Side::Union);
    }
}

// ------------------------------------------------------------------ the minimum move

#[rule("G6.2-53", "G6.2-54")]
#[test]
fn one_hex_is_guaranteed_to_who_does_not_attack() {
    let mut game = chart().terrain("rough", &["0506", "0507"]).set();
    game.marching("A", 1).give("move 0506", &[]);
    assert!(game.marched(), "all MP are gone and the march is over");
    assert_eq!(game.at("A"), "0506");
    let mut game = chart().terrain("rough", &["0507"]).set();
    game.marching("A", 3).give("move 0506", &[]);
    assert_eq!((game.mp(), game.refused("move 0507")), (1.0, "G6.2-24"), "only as the first hex");
    // Not for who has attacked, be it in column of route.
    let mut game = chart().terrain("rough", &["0504"]).infantry("c", "E", "0506", 4, "fatigue = 4").set();
    game.marching("A", 2);
    let march = game.state.march_mut().unwrap();
    march.attacked = true;
    let e = game.id("E");
    game.run(&[], |play| play.eliminate(e, crate::Whereabouts::Eliminated));
    assert_eq!(game.refused("move 0504"), "G6.2-24");
    // And no attack after it.
    let mut game = chart().terrain("rough", &["0506"]).infantry("c", "E", "0507", 4, "fatigue = 4").set();
    game.marching("A", 2).give("move 0506", &[]);
    assert!(game.marched(), "next to the enemy, and yet over");
}

#[rule("G6.2-57")]
#[test]
fn one_hex_even_after_a_cavalry_retreat() {
    let slowed = |moved: bool| {
        let mut game =
            chart().cavalry("c", "H", "0507", 6, "fatigue = 3").way("road", &["0504", "0505", "0506"]).set();
        if moved {
            game.marching("A", 2).give("move 0506", &[]);
        } else {
            let a = game.id("A");
            let beside = game.hex("0506");
            game.state.lift(a, crate::Whereabouts::Retreating);
            game.state.put(a, beside);
            game.acting(Side::Union).give("march A", &[2]);
        }
        game.give("evade", &[6]);
        while let "retreat-hex" = game.asks() {
            let order = game.offered()[0].clone();
            game.give(&order, &[]);
        }
        game
    };
    let mut game = slowed(false);
    game.give("steady", &[]);
    assert_eq!(game.mp(), 0.0);
    assert_eq!(game.refused("refuse-flanks"), "G7.8-1");
    assert!(game.offers("move 0606") && !game.offered().iter().any(|o| o.starts_with("attack")));
    assert!(slowed(true).marched(), "but not for who has moved");
}

#[rule("G6.2-58")]
#[test]
fn one_hex_even_over_a_ferry() {
    let river = || {
        world()
            .game("SJW", 1862)
            .settings(CHART)
            .infantry("u", "A", "0505", 12, "")
            .way("road", &["0504", "0505", "0506"])
            .water("major-river", &["0505/0506"])
            .crossing("ferry", "0505/0506")
    };
    assert_eq!(paid(river()), 5.0);
    let mut game = river().set();
    game.marching("A", 2).give("move 0506", &[]);
    assert_eq!((game.mp(), game.at("A")), (0.0, "0506".into()));
    assert!(!game.offered().iter().any(|o| o.starts_with("move")), "the march is over");
    let mut game = river().set();
    let a = game.id("A");
    let west = game.hex("0504");
    game.state.lift(a, crate::Whereabouts::Retreating);
    game.state.put(a, west);
    game.marching("A", 3).give("move 0505", &[]);
    assert_eq!(game.refused("move 0506"), "G6.2-24");
}
