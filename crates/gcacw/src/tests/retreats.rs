//! Retreats and routs (7.6): restrictions, the two charts, losses. Target retreats from 0605, away from
//! Lion in 0606.

use table::{Side, rule};

use super::field::{duel, field};
use super::world::{Game, World};
use crate::retreat::RetreatKind;
use crate::retreat::{Flee, Plan};

/// The retreat at hand, or one that could begin.
fn plan(game: &Game, kind: RetreatKind) -> Plan<'_> {
    Plan { pos: game.pos(), side: Side::Union, kind, start: game.hex("0605"), active: game.hex("0606") }
}

/// Chart, priority and loss of a step; `None` where the restrictions forbid it. The last hex of the path
/// is where the stack is.
fn step(game: &Game, kind: RetreatKind, path: &[&str], to: &str) -> Option<(u8, u8, u8)> {
    let hexes: Vec<hexmap::Hex> = path.iter().map(|h| game.hex(h)).collect();
    let at = hexes.last().copied().unwrap_or(game.hex("0605"));
    let to = game.hex(to);
    let legal = plan(game, kind).legal(at, &hexes);
    legal.iter().find(|f| f.to == to).map(|f: &Flee| (f.chart, f.priority, f.loss))
}

const NORMAL: RetreatKind = RetreatKind::Normal;
const ROUT: RetreatKind = RetreatKind::Rout;

/// Lion beats Target: a normal retreat (dice 4 and 2) or a rout (6 and 2).
fn beaten(world: World, dice: [u8; 2]) -> Game {
    let mut game = world.set();
    game.marching("Lion", 2);
    game.strike("0605", "normal", &dice);
    game
}

const RETREAT: [u8; 2] = [4, 2];
const ROUTED: [u8; 2] = [6, 2];

#[rule("G7.6-1", "G7.5-17")]
#[test]
fn three_kinds_of_retreat() {
    let kind = |game: &Game| game.state.retreat().unwrap().kind;
    assert_eq!(kind(&beaten(duel(), RETREAT)), NORMAL);
    assert_eq!(kind(&beaten(duel(), ROUTED)), ROUT, "R");
    assert_eq!(kind(&beaten(duel().bonus(4), ROUTED)), ROUT, "R*");
    let mut game = field().cavalry("u", "Riders", "0605", 3, "").infantry("c", "Lion", "0607", 5, "").set();
    game.marching("Lion", 8);
    game.play("move 0606", &[]);
    game.play("evade", &[4]);
    assert_eq!(kind(&game), RetreatKind::Cavalry);
}

#[rule("G7.6-2", "G7.6-4", "G7.6-27", "G7.6-7")]
#[test]
fn a_normal_retreat_is_two_to_four_hexes() {
    let mut game = beaten(duel().terrain("rough", &["0604", "0603", "0602", "0601"]), RETREAT);
    game.refused("halt");
    game.play("retreat 0604", &[]);
    assert_eq!(game.refused("halt"), "G7.6-27");
    game.play("retreat 0603", &[]);
    assert!(game.offers("halt") && game.offers("retreat 0602"), "the owner chooses");
    game.play("retreat 0602", &[]);
    assert!(game.offers("halt"));
    game.play("retreat 0601", &[]);
    assert!(!matches!(game.asks(), "retreat-hex"), "four hexes are the end");
    // Terrain and movement points do not matter.
    assert_eq!((game.at("Target"), game.shape("Target")), ("0601".to_owned(), (5, true, 3, 0)));
}

#[rule("G7.6-3", "G7.6-4", "G7.6-27")]
#[test]
fn a_rout_is_four_to_six_hexes() {
    let wide = "shape = \"pointy\"\nlabel = \"RRCC\"\nrows = 12\ncolumns = 14\nrow_one = \"south\"\nshifted = \"even\"";
    let world = super::world()
        .grid(wide)
        .infantry("u", "Reserve", "0101", 3, "")
        .infantry("c", "Spare", "1201", 3, "")
        .infantry("u", "Target", "0608", 5, "")
        .infantry("c", "Lion", "0609", 5, "");
    let mut game = world.set();
    game.marching("Lion", 2);
    game.strike("0608", "normal", &ROUTED);
    for (n, hex) in ["0607", "0606", "0605", "0604", "0603", "0602"].iter().enumerate() {
        assert_eq!(game.offers("halt"), n >= 4, "after {n} hexes");
        game.play(&format!("retreat {hex}"), &[]);
    }
    assert!(!matches!(game.asks(), "retreat-hex"), "six hexes are the end");
    assert_eq!(game.at("Target"), "0602");
}

#[rule("G7.6-5", "G7.6-6")]
#[test]
fn the_stack_and_its_leaders_keep_together() {
    let world = field()
        .infantry("u", "Target", "0605", 2, "command = \"IV\"")
        .infantry("u", "Second", "0605", 2, "command = \"IV\"")
        .infantry("u", "Third", "0605", 1, "")
        .infantry("u", "Waiting", "0604", 3, "command = \"IV\"")
        .infantry("c", "Lion", "0606", 5, "")
        .leader("u", "corps", "Stanley", "IV", "Second", "tactical = 0\ncommand_value = 4");
    let mut game = beaten(world, ROUTED);
    game.play("lose Third", &[]);
    for hex in ["0604", "0603", "0602", "0601"] {
        game.play(&format!("retreat {hex}"), &[]);
    }
    game.flee();
    assert_eq!((game.at("Target"), game.at("Second")), ("0601".to_owned(), "0601".to_owned()));
    let stanley = game.leader_id("Stanley");
    assert_eq!(game.state.leaders[stanley.index()].unit, Some(game.id("Second")), "not left with Waiting");
    assert_eq!(game.state.leader_hex(stanley), Some(game.hex("0601")));
}

#[rule("G7.6-8")]
#[test]
fn mountains_and_swamps_are_closed_without_a_way() {
    for terrain in ["mountain", "swamp"] {
        let world = || duel().terrain(terrain, &["0604"]);
        let game = beaten(world(), RETREAT);
        assert_eq!(game.refused("retreat 0604"), "G7.6-8");
        for way in ["trail", "road", "pike", "railroad"] {
            assert!(
                beaten(world().way(way, &["0605", "0604", "0603"]), RETREAT).offers("retreat 0604"),
                "{way}"
            );
        }
    }
    // Leaving one is no easier.
    let game = duel().terrain("mountain", &["0604"]).way("trail", &["0605", "0604", "0603"]).set();
    assert!(step(&game, NORMAL, &["0604"], "0603").is_some());
    assert!(step(&game, NORMAL, &["0604"], "0704").is_none());
    let wet = duel().terrain("provisional-swamp", &["0604"]);
    assert!(step(&wet.set(), NORMAL, &[], "0604").is_some());
    let wet = duel().terrain("provisional-swamp", &["0604"]).rain();
    assert!(step(&wet.set(), NORMAL, &[], "0604").is_none());
}

#[rule("G7.6-9", "G7.6-10")]
#[test]
fn rivers_and_rain() {
    let west = "0605/0604";
    let river = |kind: &str| duel().water(kind, &[west]);
    let open = |world: World| step(&world.set(), NORMAL, &[], "0604").is_some();
    assert_eq!(beaten(river("minor-river"), RETREAT).refused("retreat 0604"), "G7.6-9");
    for crossing in ["bridge", "dam", "ferry", "ford"] {
        assert!(open(river("major-river").crossing(crossing, west)), "{crossing}");
    }
    let pontoon = |side: &str| format!("[[marker]]\nkind = \"pontoon\"\nside = {side:?}\nhexside = {west:?}");
    assert!(open(river("major-river").scenario(&pontoon("union"))));
    assert!(!open(river("major-river").scenario(&pontoon("confederate"))));
    assert!(!open(duel().terrain("water", &["0604"])));
    // An unfordable ford is no way in a dry turn either.
    let ford = || river("minor-river").crossing("ford", west);
    assert!(!open(ford().scenario("[weather]\nminor_unfordable_until = 1")));
    // Rain.
    assert!(!open(ford().rain()));
    assert!(open(river("minor-river").crossing("bridge", west).rain()));
    assert!(open(river("creek")));
    assert!(!open(river("creek").rain()));
    assert!(open(river("creek").rain().way("road", &["0605", "0604"])));
    assert!(open(river("creek").rain().terrain("city", &["0604"])));
    let mut game = river("creek").rain().set();
    game.marching("Lion", 2);
    game.strike("0605", "normal", &[5, 2]);
    assert_eq!(game.refused("retreat 0604"), "G7.6-10");
}

#[rule("G7.6-11", "G7.6-23")]
#[test]
fn which_of_the_six_are_legal() {
    // 0601: the enemy to the east, the edge to the west, a river to the north-east.
    let game = field()
        .infantry("u", "Edge", "0601", 5, "")
        .infantry("c", "Lion", "0602", 5, "")
        .water("minor-river", &["0601/0702"])
        .set();
    let start = game.hex("0601");
    let plan = Plan { pos: game.pos(), side: Side::Union, kind: NORMAL, start, active: game.hex("0602") };
    let mut legal: Vec<String> = plan.legal(start, &[]).iter().map(|f| game.label(f.to)).collect();
    legal.sort_unstable();
    assert_eq!(legal, ["0501", "0502", "0701"], "the edge and the river are closed, so is the enemy's hex");
}

#[rule("G7.6-12", "G7.6-13", "G7.6-15", "G7.6-30")]
#[test]
fn no_way_back_and_never_closer() {
    let mut game = beaten(duel(), RETREAT);
    game.play("retreat 0604", &[]);
    assert_eq!(game.refused("retreat 0605"), "G7.6-12");
    // 0705 is as far from Lion as 0604.
    game.play("retreat 0705", &[]);
    assert_eq!(game.refused("retreat 0604"), "G7.6-13");
    assert_eq!(game.refused("retreat 0706"), "G7.6-15");
    assert!(game.offers("retreat 0805"), "equally far");
    assert!(game.offers("retreat 0804"), "farther");
    // A free hex that is closer, two instead of three, is closed as well.
    let mut game = beaten(duel(), RETREAT);
    game.play("retreat 0705", &[]);
    game.play("retreat 0704", &[]);
    assert_eq!(game.refused("retreat 0604"), "G7.6-15");
    assert!(step(&game, NORMAL, &["0705", "0704"], "0604").is_none());
    // From one to two, from two to three: more distant.
    let game = duel().set();
    assert_eq!(step(&game, ROUT, &[], "0604").unwrap().1, 2);
    assert_eq!(step(&game, ROUT, &["0604"], "0603").unwrap().1, 2);
    assert_eq!(step(&game, ROUT, &["0604"], "0505").unwrap().1, 3, "two to two is not");
}

#[rule("G7.6-14")]
#[test]
fn a_retreat_does_not_end_next_to_its_start() {
    let mut game = beaten(duel(), RETREAT);
    game.play("retreat 0604", &[]);
    game.play("retreat 0505", &[]);
    game.refused("halt");
    game.play("retreat 0404", &[]);
    assert!(game.offers("halt"));
}

#[rule("G7.6-16")]
#[test]
fn distances_count_from_where_the_assault_began() {
    let mut game = field()
        .infantry("u", "Target", "0605", 5, "")
        .infantry("c", "Brigade", "0606", 5, "command = \"P\"")
        .infantry("c", "Joins", "0706", 5, "")
        .leader("c", "corps", "Polk", "P", "Brigade", "tactical = 0\ncommand_value = 5")
        .scenario("[[leader]]\nside = \"confederate\"\nname = \"Hood\"\nrank = \"army\"\nwith = \"Joins\"\ncommand_value = 5")
        .set();
    game.acting(Side::Confederate).play("assault Polk", &[]);
    game.play("select Brigade", &[1]);
    game.play("grand Hood", &[1]);
    game.play("join Joins", &[3, 3]);
    assert_eq!(game.combat()["defender_result"], "Dr");
    assert_eq!(game.state.retreat().unwrap().active, game.hex("0606"));
    // 0705 is next to Joins and in his zone, but farther from the assault: an open question of priority
    // only. From 0604 it is legal, though it is closer to Joins.
    game.play("retreat 0604", &[]);
    let retreat = game.state.retreat().cloned().unwrap();
    let legal = game.pos().plan(&retreat).legal(retreat.at, &retreat.path);
    assert!(legal.iter().any(|f| f.to == game.hex("0705")));
}

/// Rivers around a hex, except towards the open ones.
pub fn walled(world: World, hex: &str, open: &[&str]) -> World {
    let (row, column): (i32, i32) = (hex[..2].parse().unwrap(), hex[2..].parse().unwrap());
    let shift = if row % 2 == 0 { 1 } else { 0 };
    let west = column - 1 + shift;
    let around = [
        (row, column + 1),
        (row + 1, west + 1),
        (row + 1, west),
        (row, column - 1),
        (row - 1, west),
        (row - 1, west + 1),
    ];
    let sides: Vec<String> = around
        .iter()
        .filter(|(r, c)| (1..=12).contains(r) && (1..=12).contains(c))
        .map(|(r, c)| format!("{r:02}{c:02}"))
        .filter(|near| !open.contains(&near.as_str()))
        .map(|near| format!("{hex}/{near}"))
        .collect();
    let sides: Vec<&str> = sides.iter().map(String::as_str).collect();
    world.water("minor-river", &sides)
}

#[rule("G7.6-17", "G7.6-18", "G7.6-19")]
#[test]
fn who_cannot_retreat_surrenders() {
    // Only Lion's hex is open.
    let game = beaten(walled(duel(), "0605", &["0606"]), [5, 4]);
    assert!(!game.unit("Target").is_on_map());
    assert_eq!(game.unit("Target").whereabouts, crate::Whereabouts::Surrendered);
    let gone = game.last("eliminated");
    assert_eq!((&gone.json["piece"], &gone.json["cause"]), (&"Target".into(), &"surrender".into()));
    assert_eq!(gone.json["manpower"], 5);
    assert_eq!((game.state.scored[Side::Union], game.state.scored[Side::Confederate]), (0, 0));
    let game = walled(duel(), "0605", &["0606"]).set();
    assert_eq!(plan(&game, NORMAL).legal(game.hex("0605"), &[]).len(), 0);
}

#[rule("G7.6-18")]
#[test]
fn surrender_is_tested_over_the_whole_path() {
    // 0604 can be entered and not left: a retreat of two hexes does not exist.
    let world = walled(walled(duel(), "0605", &["0606", "0604"]), "0604", &["0605"]);
    let game = beaten(world, [6, 3]);
    assert_eq!(game.combat()["defender_result"], "Dr");
    assert!(!game.unit("Target").is_on_map());
}

#[rule("G7.6-20", "G7.6-21", "G7.6-22")]
#[test]
fn which_chart_is_used() {
    let chart = |game: &Game, kind, path: &[&str], to: &str| step(game, kind, path, to).unwrap().0;
    // Behind exerts a zone into 0603.
    let game = duel().infantry("c", "Behind", "0503", 5, "").set();
    assert_eq!(chart(&game, NORMAL, &[], "0604"), 1);
    assert_eq!(chart(&game, NORMAL, &["0604"], "0603"), 2);
    assert_eq!(chart(&game, NORMAL, &["0604", "0603"], "0703"), 1, "leaving a zone");
    let path = ["0705", "0704", "0804", "0803", "0903"];
    for n in 0..=4 {
        let expected = [(NORMAL, if n == 0 { 1 } else { 2 }), (ROUT, if n < 4 { 1 } else { 2 })];
        for (kind, chart_used) in expected {
            assert_eq!(chart(&game, kind, &path[..n], path[n]), chart_used, "{kind:?} hex {}", n + 1);
        }
        assert_eq!(chart(&game, RetreatKind::Cavalry, &path[..n], path[n]), if n < 4 { 1 } else { 2 });
        assert_eq!(chart(&game, RetreatKind::Voluntary, &path[..n], path[n]), if n == 0 { 1 } else { 2 });
    }
    // The fifth hex of a rout, leaving a restricted zone.
    let game = duel().infantry("c", "Woods", "0802", 5, "").terrain("woods", &["0802"]).set();
    assert_eq!(chart(&game, ROUT, &path[..4], path[4]), 1);
}

#[rule("G7.6-24", "G7.6-28", "G7.6-32", "G7.6-33")]
#[test]
fn retreat_chart_1() {
    let of = |world: World, path: &[&str], to: &str| {
        let (chart, priority, loss) = step(&world.set(), ROUT, path, to).unwrap();
        assert_eq!(chart, 1);
        (priority, loss)
    };
    for way in ["road", "pike", "trail", "railroad"] {
        assert_eq!(of(duel().way(way, &["0605", "0604"]), &[], "0604"), (1, 0));
        assert_eq!(of(duel().way(way, &["0604", "0505"]), &["0604"], "0505"), (3, 0));
    }
    assert_eq!(of(duel(), &[], "0604"), (2, 0));
    assert_eq!(of(duel(), &["0604"], "0505"), (3, 1));
    assert_eq!(
        of(duel().infantry("u", "Friend", "0505", 2, ""), &["0604"], "0505"),
        (3, 1),
        "no dagger for friends"
    );
    // In the zone of Behind: farther, and equally far.
    let zone = || duel().infantry("c", "Behind", "0503", 5, "");
    assert_eq!(of(zone(), &["0604"], "0603"), (4, 1));
    assert_eq!(of(zone().way("road", &["0604", "0603"]), &["0604"], "0603"), (4, 0));
    assert_eq!(of(zone().infantry("u", "Friend", "0603", 2, ""), &["0604"], "0603"), (4, 0));
    assert_eq!(of(duel(), &[], "0706"), (4, 2));
    assert_eq!(of(duel().way("road", &["0605", "0706"]), &[], "0706"), (4, 1));
    assert_eq!(of(duel().infantry("u", "Friend", "0706", 2, ""), &[], "0706"), (4, 1));
    // Restricted zones are zones.
    assert_eq!(of(zone().terrain("woods", &["0503"]), &["0604"], "0603"), (4, 1));
    assert_eq!(of(duel().infantry("c", "Behind", "0604", 5, ""), &[], "0604"), (5, 3));
}

#[rule("G7.6-29", "G7.6-33", "G7.6-43")]
#[test]
fn retreat_chart_2() {
    let of = |world: World, to: &str| {
        let (chart, priority, loss) = step(&world.set(), NORMAL, &["0604"], to).unwrap();
        assert_eq!(chart, 2);
        (priority, loss)
    };
    // Neither distance nor roads matter.
    assert_eq!(of(duel(), "0505"), (1, 0));
    assert_eq!(of(duel().way("road", &["0604", "0603"]), "0603"), (1, 0));
    let mut game = beaten(duel().way("road", &["0604", "0603"]), RETREAT);
    game.play("retreat 0604", &[]);
    assert!(game.offers("retreat 0603") && game.offers("retreat 0505"));
    let zone = || duel().infantry("c", "Behind", "0503", 5, "");
    assert_eq!(of(zone(), "0603"), (2, 1));
    assert_eq!(of(zone().way("trail", &["0604", "0603"]), "0603"), (2, 0));
    assert_eq!(of(zone().infantry("u", "Friend", "0603", 2, ""), "0603"), (2, 0));
}

#[rule("G7.6-28", "G7.6-29", "G7.6-44")]
#[test]
fn an_enemy_hex_is_the_last_choice_of_either_chart() {
    let game = duel().infantry("c", "Behind", "0603", 5, "").set();
    let plan = plan(&game, NORMAL);
    assert_eq!(plan.describe(1, game.hex("0603"), true, true), (5, 3));
    assert_eq!(plan.describe(2, game.hex("0603"), true, true), (3, 3));
}

#[rule("G7.6-25", "G7.6-42")]
#[test]
fn the_lowest_number_is_taken() {
    // A road to 0604; 0505 and 0705 are open ground.
    let game = beaten(duel().way("road", &["0605", "0604"]), RETREAT);
    assert_eq!(game.open("retreat"), ["0604"]);
    assert_eq!(game.refused("retreat 0505"), "G7.6-25");
    let game = beaten(duel(), RETREAT);
    assert_eq!(game.open("retreat"), ["0505", "0604", "0705"], "any of the same number");
    assert_eq!(game.refused("retreat 0706"), "G7.6-25", "number 4");
    // A free hex equally far (3) comes before a farther one in a zone (4).
    let world = walled(duel().infantry("c", "Behind", "0503", 5, ""), "0604", &["0605", "0603", "0505"]);
    let mut game = beaten(world, ROUTED);
    assert_eq!(game.state.retreat().unwrap().kind, ROUT);
    game.play("retreat 0604", &[]);
    assert_eq!(game.open("retreat"), ["0505"]);
}

#[rule("G7.6-26")]
#[test]
fn the_two_rows_of_number_4_rank_alike() {
    // Only hexes in zones are left: 0604 farther, 0706 and 0506 equally far.
    let world =
        walled(duel().infantry("c", "Behind", "0603", 5, ""), "0605", &["0606", "0604", "0706", "0506"]);
    let game = world.set();
    assert_eq!(step(&game, NORMAL, &[], "0604"), Some((1, 4, 1)));
    assert_eq!(step(&game, NORMAL, &[], "0706"), Some((1, 4, 2)));
    let path = Default::default();
    let mut open: Vec<String> = plan(&game, NORMAL)
        .choices(game.hex("0605"), &path, false)
        .iter()
        .map(|f| game.label(f.to))
        .collect();
    open.sort_unstable();
    assert_eq!(open, ["0506", "0604", "0706"]);
}

#[rule("G7.6-31")]
#[test]
fn cavalry_that_slips_away_loses_nothing() {
    let game = duel().infantry("c", "Behind", "0603", 5, "").set();
    assert_eq!(step(&game, NORMAL, &[], "0604"), Some((1, 4, 1)));
    assert_eq!(step(&game, RetreatKind::Cavalry, &[], "0604"), Some((1, 4, 0)));
}

#[rule("G7.6-34")]
#[test]
fn cities_count_as_roads() {
    let of = |world: World, path: &[&str], to: &str| {
        let (_, priority, loss) = step(&world.set(), ROUT, path, to).unwrap();
        (priority, loss)
    };
    assert_eq!(of(duel().terrain("city", &["0605"]), &[], "0604"), (1, 0));
    assert_eq!(of(duel().terrain("city", &["0604"]), &[], "0604"), (1, 0));
    assert_eq!(of(duel().terrain("city", &["0505"]), &["0604"], "0505"), (3, 0));
    // A mountain next to a city is entered without a way.
    let game = duel().terrain("city", &["0605"]).terrain("mountain", &["0604"]).set();
    assert!(step(&game, ROUT, &[], "0604").is_some());
}

#[rule("G7.6-40", "G7.6-41")]
#[test]
fn every_unit_of_the_stack_pays() {
    let world = field()
        .infantry("u", "Six", "0605", 6, "")
        .infantry("u", "Four", "0605", 4, "")
        .infantry("u", "One", "0605", 1, "")
        .infantry("c", "Lion", "0606", 11, "")
        .infantry("c", "Behind", "0603", 5, "");
    let mut game = walled(world, "0605", &["0606", "0604"]).set();
    // Straight into the zone of Behind: no letters in the way.
    let units = ["Six", "Four", "One"].iter().map(|u| game.id(u)).collect();
    game.state.active = Side::Confederate;
    let (start, active) = (game.hex("0605"), game.hex("0606"));
    game.run(&[], |play| play.begin_retreat(Side::Union, units, NORMAL, start, active));
    game.play("retreat 0604", &[]);
    assert_eq!((game.unit("Six").manpower, game.unit("Four").manpower), (5, 3));
    assert!(game.unit("Six").disorganized, "the new marker lies on its disorganized side");
    assert_eq!(game.unit("One").whereabouts, crate::Whereabouts::Eliminated);
    // On over open ground to a hex equally far: another point each.
    game.play("retreat 0705", &[]);
    assert_eq!((game.unit("Six").manpower, game.unit("Four").manpower), (4, 2));
}

#[rule("G7.6-40")]
#[test]
fn a_free_hex_leaves_the_marker_as_it_is() {
    let mut game = duel().set();
    let units = [game.id("Target")].into_iter().collect();
    let (start, active) = (game.hex("0605"), game.hex("0606"));
    game.state.active = Side::Confederate;
    game.run(&[], |play| play.begin_retreat(Side::Union, units, NORMAL, start, active));
    game.play("retreat 0604", &[]);
    assert_eq!(game.shape("Target"), (5, false, 0, 0));
}
