//! Cavalry retreat (7.7). The riders stand in 0605, infantry comes from the east.

use serde_json::json;
use table::{Side, rule};

use super::field::field;
use super::world::{Game, World};

const ASKED: (&str, Side) = ("cavalry-retreat", Side::Union);

/// Union riders of three in 0605, Lion two hexes off in 0607; more keys for the riders.
fn riders(more: &str) -> World {
    field().cavalry("u", "Riders", "0605", 3, more).infantry("c", "Lion", "0607", 5, "")
}

/// Lion marches up to the riders with so many MP left after the step (which costs 3).
fn approach(world: World, left: u16) -> Game {
    let mut game = world.set();
    game.marching("Lion", left + 3);
    game.play("move 0606", &[]);
    game
}

#[rule("G7.7-1", "G7.7-3")]
#[test]
fn foot_that_comes_near_opens_a_retreat() {
    assert_eq!(approach(riders(""), 4).decides(), ASKED);
    let guns = field().cavalry("u", "Riders", "0605", 3, "").unit("c", "artillery", "Lion", "0607", 2, "");
    assert_eq!(approach(guns, 4).decides(), ASKED);
    // Not against cavalry, and infantry has no such retreat.
    let cavalry = field().cavalry("u", "Riders", "0605", 3, "").cavalry("c", "Lion", "0607", 5, "");
    assert_eq!(approach(cavalry, 4).asks(), "march");
    let infantry = field().infantry("u", "Riders", "0605", 3, "").infantry("c", "Lion", "0607", 5, "");
    let asked = approach(infantry, 4);
    assert_eq!(asked.asks(), "march");
    let question = json!({"ask": "retreat", "units": ["Riders"], "active": "0606", "kind": "cavalry"});
    assert_eq!(asked.ask(question)["clause"], "G7.7-1");
    // A restricted zone is no trigger.
    let mut game = riders("").terrain("woods", &["0605"]).set();
    game.marching("Lion", 9);
    game.play("move 0606", &[]);
    assert_eq!(game.asks(), "march");
}

#[rule("G7.7-2", "G7.7-8")]
#[test]
fn the_same_cavalry_may_go_again() {
    let mut game = riders("").set();
    game.marching("Lion", 40);
    game.play("move 0606", &[]);
    game.play("evade", &[2]);
    for hex in ["0604", "0603", "0602", "0601"] {
        game.play(&format!("retreat {hex}"), &[]);
    }
    game.flee();
    for hex in ["0605", "0604", "0603"] {
        game.play(&format!("move {hex}"), &[]);
    }
    game.play("move 0602", &[]);
    assert_eq!(game.decides(), ASKED, "another hex, a new trigger");
    game.play("evade", &[2]);
    game.flee();
    assert_eq!(game.fatigue("Riders"), 2);
}

#[rule("G7.7-4", "G7.7-21")]
#[test]
fn foot_that_starts_beside_cavalry() {
    let world =
        || field().cavalry("u", "Riders", "0605", 3, "").infantry("c", "Lion", "0606", 5, "fatigue = 1");
    let mut game = world().set();
    game.acting(Side::Confederate).play("march Lion", &[3]);
    assert_eq!((game.decides(), game.fatigue("Lion")), (ASKED, 2), "after the fatigue");
    // 4 MP less half of 5 with +2: one is left; then the question of a force march.
    game.play("evade", &[5]);
    game.flee();
    assert_eq!((game.asks(), game.mp_left()), ("force-march", 1.0));
    game.play("force-march", &[4]);
    assert_eq!(game.mp_left(), 4.0, "what a force march gives comes on top");
    // At 0 the unit may still move one hex, and not refuse flanks.
    let mut game = world().set();
    game.acting(Side::Confederate).play("march Lion", &[1]);
    game.play("evade", &[6]);
    game.flee();
    game.play("steady", &[]);
    assert_eq!((game.asks(), game.mp_left()), ("march", 0.0));
    game.refused("refuse-flanks");
    game.play("move 0607", &[]);
    assert!(game.is_over());
    // A restricted zone is not asked at the start.
    let mut game = world().terrain("woods", &["0605"]).set();
    game.acting(Side::Confederate).play("march Lion", &[3]);
    assert_eq!(game.asks(), "force-march");
}

#[rule("G7.7-5", "G7.7-1")]
#[test]
fn an_attack_out_of_a_restricted_zone() {
    let woods = |arm: &str| {
        let mut game = field()
            .cavalry("u", "Riders", "0605", 3, "")
            .unit("c", arm, "Lion", "0606", 5, "")
            .terrain("woods", &["0605"])
            .set();
        game.marching("Lion", 4);
        game.play("attack 0605", &[]);
        game
    };
    let mut game = woods("infantry");
    assert_eq!(game.decides(), ASKED, "before the type is chosen");
    game.play("evade", &[2]);
    game.flee();
    assert_eq!((game.asks(), game.mp_left()), ("march", 2.0), "nobody is left to attack");
    let mut game = woods("infantry");
    game.play("stand", &[]);
    assert_eq!(game.asks(), "attack-type");
    assert_eq!(woods("cavalry").asks(), "attack-type", "never against cavalry");
}

#[rule("G7.7-5", "G7.7-11")]
#[test]
fn slowed_to_nothing_the_attack_is_off() {
    // Infantry stays in the hex, but the riders have taken the last movement point.
    let mut game = field()
        .cavalry("u", "Riders", "0605", 3, "")
        .infantry("u", "Foot", "0605", 3, "")
        .infantry("c", "Lion", "0606", 5, "")
        .terrain("woods", &["0605"])
        .set();
    game.marching("Lion", 2);
    game.play("attack 0605", &[]);
    game.play("evade", &[6]);
    game.flee();
    assert_eq!((game.asks(), game.mp_left()), ("march", 0.0));
    game.refused("attack 0605");
    assert!(game.offers("end"));
}

#[rule("G7.7-6")]
#[test]
fn an_advance_next_to_cavalry() {
    let run = |arm: &str, woods: bool| {
        let mut world = field()
            .infantry("u", "Target", "0605", 5, "")
            .unit("c", arm, "Lion", "0606", 5, "")
            .cavalry("u", "Riders", "0604", 3, "")
            .bonus(4);
        if woods {
            world = world.terrain("woods", &["0604"]);
        }
        let mut game = world.set();
        game.marching("Lion", if arm == "cavalry" { 10 } else { 8 });
        game.strike("0605", "normal", &[4, 2]);
        while matches!(game.asks(), "retreat-hex") {
            // Away from the riders.
            let order = game.offered().into_iter().find(|o| o != "retreat 0604").unwrap();
            let order = if game.offers("halt") { "halt".to_owned() } else { order };
            game.play(&order, &[]);
        }
        game.play("advance Lion", &[]);
        game
    };
    let mut game = run("infantry", false);
    assert_eq!(game.decides(), ASKED);
    game.play("evade", &[4]);
    game.flee();
    assert_eq!((game.asks(), game.mp_left()), ("march", 3.0), "6 less half of 4 and 2");
    assert_eq!(run("infantry", true).asks(), "march", "over a woods hexside: no");
    assert_eq!(run("cavalry", false).asks(), "march", "nor when cavalry advances");
}

#[rule("G7.7-7")]
#[test]
fn assaults_of_cavalry_leaders_leave_no_time() {
    for (arm, asked) in [("infantry", true), ("cavalry", false)] {
        let mut game = field()
            .cavalry("u", "Riders", "0605", 3, "")
            .unit("c", arm, "Brigade", "0606", 5, "command = \"W\"")
            .leader(
                "c",
                "corps",
                "Wheeler",
                "W",
                "Brigade",
                &format!("arm = {arm:?}\ntactical = 0\ncommand_value = 5"),
            )
            .terrain("woods", &["0605"])
            .set();
        game.acting(Side::Confederate).play("assault Wheeler", &[]);
        game.play("select Brigade", if asked { &[] } else { &[6] });
        assert_eq!(game.decides() == ASKED, asked, "{arm}; the restricted zone does not matter");
    }
}

#[rule("G7.7-8")]
#[test]
fn who_stands_is_not_asked_again() {
    let mut game = field()
        .cavalry("u", "Riders", "0706", 3, "")
        .infantry("u", "Target", "0605", 5, "")
        .infantry("c", "Lion", "0607", 5, "")
        .infantry("c", "Next", "0709", 5, "")
        .bonus(4)
        .set();
    game.marching("Lion", 9);
    game.play("move 0606", &[]);
    assert_eq!(game.decides(), ASKED);
    game.play("stand", &[]);
    // Lion beats Target and advances: again next to the riders, who have had their chance.
    game.strike("0605", "normal", &[4, 2]);
    game.flee();
    game.play("advance Lion", &[]);
    assert_eq!((game.asks(), game.at("Riders")), ("march", "0706".to_owned()));
    // Nor are they asked when he attacks them.
    game.play("attack 0706", &[]);
    assert_eq!(game.asks(), "attack-type");
    game.play("column", &[1, 4]);
    while !game.is_over() {
        let order = game.offered().pop().unwrap();
        game.play(&order, &[]);
    }
    // The next unit that comes up is a new trigger.
    game.marching("Next", 20);
    game.play("move 0708", &[]);
    game.play("move 0707", &[]);
    assert_eq!(game.decides(), ASKED);
}

#[rule("G7.7-9")]
#[test]
fn any_cavalry_may_try() {
    let wreck = "fatigue = 4\ndemoralized = 2\ndisorganized = true\nexhausted = true";
    let game = approach(riders(wreck), 4);
    assert_eq!(game.decides(), ASKED);
    assert_eq!(game.offered(), ["evade", "stand"], "and need not");
}

#[rule("G7.7-10", "G7.7-11", "G7.7-14")]
#[test]
fn the_march_goes_on_where_it_stopped() {
    // A lone unit of 2 has no modifier: half of 3 is 1.
    let world = || field().cavalry("u", "Riders", "0605", 2, "").infantry("c", "Lion", "0607", 5, "");
    let mut game = approach(world(), 4);
    assert_eq!(game.play("evade", &[3]), ["cavalry retreat"]);
    game.refused("halt");
    for hex in ["0604", "0603", "0602"] {
        game.play(&format!("retreat {hex}"), &[]);
        game.refused("halt");
    }
    game.play("retreat 0601", &[]);
    assert!(game.offers("halt"), "four hexes at least");
    game.play("halt", &[]);
    assert_eq!((game.asks(), game.at("Lion"), game.mp_left()), ("march", "0606".to_owned(), 3.0));
    // The zone is gone: the march may go on.
    assert!(game.offers("move 0605"));
    assert!(game.offers("refuse-flanks"));
}

#[rule("G7.7-11", "G7.7-13", "G7.7-20", "G7.7-21")]
#[test]
fn the_die_slows_the_enemy_and_a_one_costs() {
    // Three riders: +2. Die 5 is 7, half of it 3.
    let mut game = approach(riders(""), 5);
    game.play("evade", &[5]);
    game.flee();
    assert_eq!(game.mp_left(), 2.0);
    assert_eq!(game.shape("Riders"), (3, true, 1, 0));
    // MA 2, reduction 3: the march is over.
    let mut game = approach(riders(""), 2);
    game.play("evade", &[5]);
    game.flee();
    assert!(game.is_over());
    // A lone half: die 2 less 4 slows nobody and costs nothing.
    let half =
        field().cavalry("u", "Riders", "0605", 1, "disorganized = true").infantry("c", "Lion", "0607", 2, "");
    let mut game = approach(half, 4);
    game.play("evade", &[2]);
    game.flee();
    assert_eq!((game.mp_left(), game.unit("Riders").manpower), (4.0, 1));
}

#[rule("G7.7-13", "G7.7-22")]
#[test]
fn a_natural_one_costs_a_point() {
    let mut game = field()
        .game("OTR", 1862)
        .cavalry("c", "Riders", "0605", 3, "")
        .infantry("u", "Lion", "0607", 5, "")
        .set();
    game.marching("Lion", 7);
    game.play("move 0606", &[]);
    // Very large for the Confederates: +4; 5 halved is 2.
    game.play("evade", &[1]);
    game.flee();
    assert_eq!((game.unit("Riders").manpower, game.unit("Riders").disorganized), (2, true));
    assert_eq!(game.mp_left(), 2.0);
    // Who is lost to it does not retreat; the enemy is slowed all the same.
    let lone = field()
        .cavalry("u", "Riders", "0605", 1, "entrenchment = \"fort\"")
        .infantry("c", "Lion", "0607", 5, "");
    let mut game = approach(lone, 4);
    game.play("evade", &[1]);
    assert!(!game.unit("Riders").is_on_map());
    assert_eq!((game.asks(), game.mp_left()), ("march", 3.0), "1 and 2 for a force of 3");
}

#[rule("G7.7-12", "G7.7-31")]
#[test]
fn in_an_assault_the_die_only_counts_for_the_loss() {
    for (die, manpower) in [(4, 3), (1, 2)] {
        let mut game = field()
            .cavalry("u", "Riders", "0605", 3, "")
            .infantry("u", "Foot", "0605", 4, "")
            .infantry("c", "Brigade", "0606", 4, "command = \"P\"")
            .leader("c", "corps", "Polk", "P", "Brigade", "tactical = 0\ncommand_value = 5")
            .set();
        game.acting(Side::Confederate).play("assault Polk", &[]);
        game.play("select Brigade", &[]);
        assert_eq!(game.play("evade", &[die]), ["cavalry retreat"]);
        for hex in ["0604", "0603", "0602"] {
            game.play(&format!("retreat {hex}"), &[]);
        }
        game.play("retreat 0601", &[]);
        // The infantry stays and is assaulted.
        game.play("halt", &[1, 3, 3]);
        assert_eq!(game.unit("Riders").manpower, manpower);
        assert_eq!((game.at("Riders"), game.at("Foot")), ("0601".to_owned(), "0605".to_owned()));
        assert!(game.last("combat").text.contains("4 against 4"));
    }
}

#[rule("G7.7-14", "G7.7-15")]
#[test]
fn four_to_six_hexes_by_the_charts() {
    let mut game = field().cavalry("u", "Riders", "0608", 3, "").infantry("c", "Lion", "0610", 5, "").set();
    game.marching("Lion", 9);
    game.play("move 0609", &[]);
    game.play("evade", &[2]);
    for (n, hex) in ["0607", "0606", "0605", "0604", "0603", "0602"].iter().enumerate() {
        assert_eq!(game.offers("halt"), n >= 4);
        let retreat = game.state.retreat().cloned().unwrap();
        let chart = game.pos().plan(&retreat).legal(retreat.at, &retreat.path)[0].chart;
        assert_eq!(chart, if n < 4 { 1 } else { 2 });
        if n == 1 {
            assert_eq!(game.refused("retreat 0608"), "G7.6-12");
            assert_eq!(game.refused("retreat 0708"), "G7.6-25", "equally far: number 3");
        }
        game.play(&format!("retreat {hex}"), &[]);
    }
    assert_eq!(game.asks(), "march", "six hexes are the end");
}

#[rule("G7.7-16", "G7.7-18", "G7.6-31")]
#[test]
fn only_enemy_hexes_cost_manpower() {
    let corridor = |enemy: &str, manpower: u8| {
        let mut world = field()
            .game("GTC", 1864)
            .cavalry("u", "Riders", "0605", manpower, "")
            .infantry("c", "Lion", "0607", 5, "")
            .infantry("c", "Enemy", enemy, 5, "");
        for three in ["0606", "0605", "0604", "0603", "0602", "0601", "0701"].windows(3) {
            world = super::retreats::walled(world, three[1], &[three[0], three[2]]);
        }
        let mut game = world.way("road", &["0607", "0606"]).set();
        game.marching("Lion", 20);
        game.play("move 0606", &[]);
        game.play("evade", &[2]);
        game
    };
    // Through the enemy himself: three points.
    let mut game = corridor("0604", 5);
    game.play("retreat 0604", &[]);
    assert_eq!(game.unit("Riders").manpower, 2);
    let mut game = corridor("0604", 3);
    game.play("retreat 0604", &[]);
    assert!(!game.unit("Riders").is_on_map());
    // Through two hexes in a zone, off the road: nothing.
    let world = field()
        .cavalry("u", "Riders", "0605", 3, "")
        .infantry("c", "Lion", "0607", 5, "")
        .infantry("c", "Flank", "0704", 5, "");
    let world = super::retreats::walled(world, "0605", &["0606", "0604"]);
    let world = super::retreats::walled(world, "0604", &["0605", "0603", "0704"]);
    let mut game = super::retreats::walled(world, "0603", &["0604", "0602", "0704"]).set();
    game.marching("Lion", 20);
    game.play("move 0606", &[]);
    game.play("evade", &[2]);
    for hex in ["0604", "0603"] {
        let retreat = game.state.retreat().cloned().unwrap();
        let flee = game.pos().plan(&retreat).choices(retreat.at, &retreat.path, false)[0];
        assert_eq!((game.label(flee.to), flee.priority, flee.loss), (hex.to_owned(), 4, 0));
        game.play(&format!("retreat {hex}"), &[]);
    }
    assert_eq!(game.unit("Riders").manpower, 3);
}

#[rule("G7.7-17")]
#[test]
fn cavalry_has_the_override_too() {
    let world = field()
        .cavalry("u", "Riders", "0605", 3, "")
        .infantry("c", "Lion", "0607", 5, "")
        .way("road", &["0605", "0604", "0603", "0602"]);
    let mut game = super::retreats::walled(world, "0602", &["0603"]).set();
    game.marching("Lion", 20);
    game.play("move 0606", &[]);
    game.play("evade", &[2]);
    let first = game.open("retreat");
    assert!(first.contains(&"0604".to_owned()) && first.contains(&"0705".to_owned()), "{first:?}");
    game.play("retreat 0705", &[]);
    assert!(game.state.retreat().unwrap().override_used);
}

#[rule("G7.7-19", "G7.7-20")]
#[test]
fn a_retreat_tires_and_disorders() {
    for (before, after) in [("fatigue = 2", 3), ("fatigue = 4", 4), ("fatigue = 2\ndisorganized = true", 3)] {
        let mut game = approach(riders(&format!("exhausted = true\n{before}")), 4);
        // Only the one die falls: no extended march.
        game.play("evade", &[4]);
        game.flee();
        assert_eq!((game.fatigue("Riders"), game.unit("Riders").disorganized), (after, true));
        assert_eq!(game.unit("Riders").manpower, 3);
    }
}

/// The modifier of the retreat die for cavalry in 0605 against somebody in 0606.
fn die_modifier(world: World) -> i16 {
    let game = world.set();
    game.pos().cavalry_retreat_modifiers(game.hex("0605"), game.hex("0606")).sum()
}

/// Cavalry of a side and strengths in 0605, all with these keys.
fn force(code: &'static str, year: u16, side: &str, units: &[u8], more: &str) -> World {
    units.iter().enumerate().fold(field().game(code, year), |world, (n, manpower)| {
        world.cavalry(side, &format!("R{n}"), "0605", *manpower, more)
    })
}

#[rule("G7.7-22", "G7.7-24", "G7.7-26")]
#[test]
fn sizes_of_a_force() {
    let half = "disorganized = true";
    let hsn = |units: &[u8], more: &str| die_modifier(force("HSN", 1864, "u", units, more));
    assert_eq!([hsn(&[4], ""), hsn(&[3], ""), hsn(&[2], ""), hsn(&[1], "")], [2, 2, 0, -2]);
    assert_eq!((hsn(&[1], half), hsn(&[1, 1], half)), (-4, -2), "a half alone, two halves");
    assert_eq!(hsn(&[1], "disorganized = true\nentrenchment = \"breastwork\""), -2, "works count");
    assert_eq!(hsn(&[1], "fatigue = 4"), -4);
    // The bolder Confederates of three games.
    for code in ["SIV", "OTR", "AGA"] {
        let bold = |units: &[u8], more: &str| die_modifier(force(code, 1862, "c", units, more));
        assert_eq!(
            [bold(&[3], ""), bold(&[2], ""), bold(&[1], ""), bold(&[1], half)],
            [4, 2, 0, -2],
            "{code}"
        );
        let two_and_a_half = force(code, 1862, "c", &[2], "").cavalry("c", "Half", "0605", 1, half);
        assert_eq!(die_modifier(two_and_a_half), 2);
        assert_eq!(die_modifier(force(code, 1862, "u", &[3], "")), 2, "the Union has the common ones");
    }
    // The older values of SJW and HCR are not used.
    for code in ["SJW", "HCR"] {
        let old = |units: &[u8], more: &str| die_modifier(force(code, 1862, "c", units, more));
        assert_eq!([old(&[3], ""), old(&[2], ""), old(&[1], ""), old(&[1], half)], [2, 0, -2, -4], "{code}");
    }
}

#[rule("G7.7-22", "G7.7-23")]
#[test]
fn state_and_ground() {
    let two = |more: &str| force("HSN", 1864, "u", &[2], more);
    assert_eq!(die_modifier(two("demoralized = 1")), -2);
    assert_eq!(die_modifier(two("fatigue = 4")), -2);
    assert_eq!(die_modifier(two("fatigue = 3")), 0);
    // All of them must be in that state: a force of 4 has +2.
    let mixed = two("demoralized = 2").cavalry("u", "Fresh", "0605", 2, "");
    assert_eq!(die_modifier(mixed), 2);
    // A small force, worn out, on a hill.
    let hill = force("HSN", 1864, "u", &[1], "fatigue = 4").terrain("hill", &["0605"]);
    assert_eq!(die_modifier(hill), -3);
    let ground = |world: World| die_modifier(world);
    assert_eq!(ground(two("").water("minor-river", &["0605/0606"]).crossing("ford", "0605/0606")), 2);
    assert_eq!(ground(two("").water("creek", &["0605/0606"])), 1);
    assert_eq!(ground(two("").water("creek", &["0605/0606"]).rain()), 2);
    assert_eq!(ground(two("").terrain("hill", &["0605"])), 1);
    assert_eq!(ground(two("").terrain("hill", &["0605", "0606"])), 0);
    assert_eq!(ground(two("").terrain("mountain", &["0605"])), 2);
    assert_eq!(ground(two("").terrain("mountain", &["0605", "0606"])), 1);
    assert_eq!(ground(two("").ridge("0605/0606", "0605")), 2);
    assert_eq!(ground(two("").ridge("0605/0606", "0606")), 0);
}

#[rule("G7.7-25")]
#[test]
fn supply_counts_in_some_advanced_games() {
    let hungry = "out_of_supply = true";
    let advanced = |code, year, more: &str| force(code, year, "u", &[2], more).settings("advanced = true");
    assert_eq!(die_modifier(advanced("OTR", 1862, hungry)), -2);
    assert_eq!(die_modifier(advanced("OTR", 1862, "")), 0);
    assert_eq!(die_modifier(advanced("SIV", 1862, hungry)), -2);
    assert_eq!(die_modifier(advanced("GTC", 1864, hungry)), -2);
    assert_eq!(die_modifier(force("OTR", 1862, "u", &[2], hungry)), 0, "Basic Game");
    let one_of_two = advanced("OTR", 1862, hungry).cavalry("u", "Fed", "0605", 2, "");
    assert_eq!(die_modifier(one_of_two), 2, "a very large force, one of them in supply");
    assert_eq!(die_modifier(advanced("HSN", 1864, hungry)), 0);
}

#[rule("G7.7-27", "G7.7-28")]
#[test]
fn an_assault_on_a_vacated_hex() {
    let run = |command: u8| {
        let mut game = field()
            .cavalry("u", "Riders", "0605", 3, "")
            .infantry("c", "A", "0606", 4, "command = \"P\"")
            .infantry("c", "B", "0606", 4, "command = \"P\"")
            .infantry("c", "Third", "0706", 4, "")
            .leader("c", "corps", "Polk", "P", "A", "tactical = 0\ncommand_value = 4")
            .scenario("[[leader]]\nside = \"confederate\"\nname = \"Hood\"\nrank = \"army\"\nwith = \"Third\"\ncommand_value = 5")
            .set();
        game.acting(Side::Confederate).play("assault Polk", &[]);
        game.play("select A", &[]);
        game.play("select B", &[]);
        game.play("evade", &[4]);
        for hex in ["0604", "0603", "0602", "0601"] {
            game.play(&format!("retreat {hex}"), &[]);
        }
        game.play("halt", &[command]);
        game
    };
    // Number 2: both may go in; no grand assault is offered, no combat fought.
    let mut game = run(2);
    assert_eq!(game.open("advance"), ["A", "B"]);
    game.play("advance B", &[]);
    game.play("done", &[]);
    assert!(game.is_over() && !game.happened("combat"));
    assert_eq!((game.at("A"), game.at("B")), ("0606".to_owned(), "0605".to_owned()));
    // Number 1: one of them.
    let mut game = run(3);
    game.play("keep A", &[]);
    assert_eq!(game.open("advance"), ["A"]);
    // The command roll fails: nobody advances; the fatigue stays.
    let game = run(6);
    assert!(game.is_over());
    assert_eq!((game.at("A"), game.fatigue("A"), game.fatigue("B")), ("0606".to_owned(), 1, 1));
}

#[rule("G7.7-29", "G7.7-30")]
#[test]
fn cavalry_in_one_hex_goes_together() {
    let world =
        || riders("").cavalry("u", "Second", "0605", 2, "").cavalry("u", "Third", "0605", 1, "fatigue = 2");
    let mut game = approach(world(), 9);
    assert_eq!(game.play("evade", &[4]).len(), 1, "one die");
    game.flee();
    let ends = ["Riders", "Second", "Third"].map(|u| game.at(u));
    assert!(ends.iter().all(|hex| *hex == ends[0]));
    assert_eq!(["Riders", "Second", "Third"].map(|u| game.fatigue(u)), [1, 1, 3]);
    assert!(["Riders", "Second", "Third"].iter().all(|u| game.unit(u).disorganized));
    // A 1 costs one point of one unit, which the owner names.
    let mut game = approach(world(), 9);
    game.play("evade", &[1]);
    assert_eq!((game.decides(), game.seat()), (("cavalry-loss", Side::Union), Side::Union));
    assert_eq!(game.open("lose"), ["Riders", "Second", "Third"]);
    game.refused("lose Lion");
    game.play("lose Second", &[]);
    game.flee();
    assert_eq!(["Riders", "Second", "Third"].map(|u| game.unit(u).manpower), [3, 1, 1]);
}

#[rule("G7.7-31")]
#[test]
fn infantry_and_guns_stay() {
    let world = riders("").infantry("u", "Foot", "0605", 3, "").unit("u", "artillery", "Guns", "0605", 1, "");
    let mut game = approach(world, 9);
    game.play("evade", &[4]);
    assert_eq!(game.flee().len(), 4);
    assert_eq!((game.at("Foot"), game.at("Guns")), ("0605".to_owned(), "0605".to_owned()));
}

#[rule("G7.7-32")]
#[test]
fn separate_hexes_add_up() {
    let mut game = field()
        .cavalry("u", "West", "0605", 2, "")
        .cavalry("u", "North", "0706", 2, "")
        .infantry("c", "Lion", "0607", 5, "")
        .set();
    game.marching("Lion", 8);
    game.play("move 0606", &[]);
    // Lion has 5 MP left; each hex is asked in turn, each with its own die.
    for die in [4, 3] {
        assert_eq!(game.decides(), ASKED);
        game.play("evade", &[die]);
        game.flee();
    }
    assert_eq!((game.asks(), game.mp_left()), ("march", 2.0));
}
