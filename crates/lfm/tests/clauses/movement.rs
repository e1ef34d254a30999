//! Movement (1) and road movement (2).

use lfm::{Phase, flag};
use serde_json::{Value, json};
use table::{Side, rule};

use crate::world::{Play, World};

fn far() -> World {
    World::new(12, 40).unit("c inf X L/B/C 4 4 1240")
}

fn cost(world: &World, unit: &str, hex: &str) -> Value {
    world.ask(json!({"ask":"reach","unit":unit}))["hexes"][hex]["cost"].clone()
}

#[rule("L1-2", "LTAB-9")]
#[test]
fn terrain_costs_are_those_of_the_chart() {
    let world = far()
        .terrain("woods", &["0506", "0706", "0906"])
        .terrain("marsh", &["0306"])
        .terrain("orchard", &["0105"])
        .water("creek", "0505/0506")
        .water("creek", "0705/0706")
        .crossing("bridge", "0705/0706", "")
        .road("trail", &["0705", "0706"])
        .level(1, &["0504", "0704", "0904"])
        .wall("steep-slope", "0505/0504")
        .wall("steep-slope", "0704/0705")
        .road("road", &["0704", "0705"])
        .wall("stone-wall", "0405/0505")
        .unit("u inf A I/1/1 4 4 0505")
        .unit("u inf B I/1/1 4 4 0705")
        .unit("u inf C I/1/1 4 4 0905")
        .unit("u cav H I/1/2 4 4 0305")
        .unit("u cav J I/1/2 4 4 0907")
        .unit("u art G I/1 4 4 0505 limbered")
        .unit("u art K I/1 4 4 0705 limbered")
        .man("u Div 2 4 I/1/- 0905");
    assert_eq!(cost(&world, "A", "0506"), 3); // woods across a creek
    assert_eq!(cost(&world, "A", "0605"), 1); // clear
    assert_eq!(cost(&world, "A", "0504"), 3); // up a steep slope
    assert_eq!(cost(&world, "A", "0405"), 2); // across a wall
    assert_eq!(cost(&world, "C", "0906"), 2); // woods
    assert_eq!(cost(&world, "C", "0904"), 2); // up a slope
    assert_eq!(cost(&world, "J", "0906"), 3); // mounted into woods
    assert_eq!(cost(&world, "Div", "0906"), 2);
    assert_eq!(cost(&world, "Div", "0904"), 1);
    assert!(cost(&world, "G", "0504").as_f64().unwrap() > 1.0); // not straight up
    assert_eq!(world.ask(json!({"ask":"reach","unit":"G"}))["hexes"]["0504"]["cost"], 3); // round about
    assert_eq!(cost(&world, "H", "0306"), 3); // marsh
    // A road up the slope or through the woods, over the bridge: 1 MP, or the road rate.
    let near = world.clone().unit("c art Y L/B 4 4 0903");
    assert_eq!(cost(&near, "B", "0706"), 1);
    assert_eq!(cost(&near, "K", "0704"), 1);
}

#[rule("L1-3")]
#[test]
fn allowances() {
    let play = far()
        .unit("u inf I I/1/1 4 4 0101")
        .unit("u cav D I/1/2 4 4 0102 dismounted")
        .unit("u cav M I/1/2 4 4 0103")
        .unit("u art G I/1 4 4 0104")
        .unit("u horse H I/1 4 4 0105")
        .man("u Army 4 4 -/-/- 0106")
        .man("u Brig 1 - I/1/1 0101")
        .begin(&[]);
    let points = |n: &str| play.pos().allowance(play.id(n)) / 12;
    assert_eq!(["I", "D", "G"].map(points), [5, 5, 5]);
    assert_eq!(["M", "H", "Army", "Brig"].map(points), [8, 8, 8, 8]);
}

#[rule("L1-4", "L14-9")]
#[test]
fn friends_are_passed_through_without_cost_or_disorder() {
    let world = far()
        .unit("u inf A I/1/1 8 4 0505")
        .unit("u inf B I/1/1 8 4 0505")
        .unit("u inf C I/1/2 4 4 0504 disorganized")
        .unit("u inf E I/1/2 4 4 0503");
    let mut play = world.at(Phase::Movement);
    play.walk("C", "E E");
    assert_eq!((play.hex("C").as_str(), play.piece("C").mp), ("0506", 36));
    assert!(!play.has("A", flag::D) && play.has("C", flag::D));
    // Through the disorganized hex and beside it again.
    let mut play = world.at(Phase::Movement);
    play.go("take E").steps("E SE").go("halt");
    assert!(!play.has("E", flag::D) && play.has("C", flag::D));
}

/// Cavalry, mounted and not, alone and two in a hex.
fn horse() -> Play {
    let world = far()
        .unit("u cav M I/1/1 4 4 0503")
        .unit("u cav N I/1/3 4 4 0403 dismounted")
        .unit("u cav P I/1/2 3 4 0801")
        .unit("u cav Q I/1/2 3 4 0801");
    world.at(Phase::Movement)
}

#[rule("L1-7")]
#[test]
fn cavalry_changes_mode_before_its_first_hex_or_after_its_last() {
    let mut play = horse();
    play.go("take M").steps("E E").go("dismount");
    assert_eq!((play.hex("M").as_str(), play.has("M", flag::MOUNTED)), ("0505", false));
    assert_eq!((play.kind(), play.no("take M")), ("movement", "L5-4"), "its move is over");
    play.go("take N").go("mount");
    assert!(play.has("N", flag::MOUNTED) && play.may("step E"));
}

#[rule("L1-8")]
#[test]
fn cavalry_changes_mode_once_a_phase() {
    let mut play = horse();
    play.go("take N").go("mount").go("step E");
    assert_eq!(play.no("dismount"), "L1-8");
    play.go("halt").go("take M").go("dismount");
    assert_eq!(play.no("mount"), "L1-8");
}

#[rule("L1-9")]
#[test]
fn cavalry_has_the_allowance_of_the_mode_it_moves_in() {
    let mut play = horse();
    play.go("take N").go("mount").steps("E E E E E E E E");
    assert_eq!((play.hex("N").as_str(), play.no("step E")), ("0411", "L1-1"));
    let mut play = horse();
    play.go("take M").go("dismount").steps("E E E E E");
    assert_eq!((play.hex("M").as_str(), play.no("step E")), ("0508", "L1-1"));
}

#[rule("L4-9")]
#[test]
fn cavalry_in_a_hex_is_all_mounted_or_all_dismounted() {
    // One of two in a hex cannot change alone.
    let mut play = horse();
    play.go("take P");
    assert_eq!(play.no("dismount"), "L4-9");
    play.go("join Q").go("dismount");
    assert!(!play.has("P", flag::MOUNTED) && !play.has("Q", flag::MOUNTED));
    // A mounted regiment does not end on a dismounted one, but may pass.
    let pass = far().unit("u cav M I/1/1 4 4 0503").unit("u cav N I/1/1 4 4 0504 dismounted");
    let mut play = pass.at(Phase::Movement);
    play.go("take M").go("step E");
    assert_eq!(play.no("halt"), "L4-9");
    play.go("step E").go("halt");
    assert_eq!(play.hex("M"), "0505");
}

#[rule("L1-10")]
#[test]
fn enemy_hexes_are_not_entered_but_their_commanders_give_way() {
    let world = World::new(9, 20)
        .unit("u inf A I/1/1 4 4 0504")
        .man("u Div 2 6 I/1/- 0504")
        .unit("c inf X L/B/C 4 4 0506")
        .man("c Boss 2 4 L/B/- 0404");
    let mut play = world.begin(&[]);
    play.roll("roll Div", &[1]).until(Phase::Movement, Side::Union);
    play.go("take A").go("step E");
    assert_eq!(play.no("step E"), "L5-4");
    let mut play = world.at(Phase::Movement);
    play.go("take A").go("step NW").go("step E");
    assert_eq!(play.hex("Boss"), "0506", "he goes to the nearest unit under him");
    let blocked = World::new(9, 20).unit("u inf A I/1/1 4 4 0505").unit("c inf X L/B/C 4 4 0506");
    let mut play = blocked.at(Phase::Movement);
    play.go("take A");
    assert_eq!(play.no("step E"), "L1-10");
}

#[rule("L1-11")]
#[test]
fn a_commander_alone_keeps_away_from_the_enemy() {
    let world = World::new(9, 20)
        .man("u Corps 3 4 I/-/- 0502")
        .unit("u inf A I/1/1 4 4 0605")
        .unit("c inf X L/B/C 4 4 0506");
    let reach = world.ask(json!({"ask":"reach","unit":"Corps"}));
    assert!(reach["hexes"]["0505"].is_null() && reach["hexes"]["0605"]["cost"] == 4);
    let mut play = world.at(Phase::Movement);
    play.go("take Corps").steps("E E");
    assert_eq!(play.no("step E"), "L1-11");
    play.go("step SE").go("step E");
    assert_eq!(play.hex("Corps"), "0605");
}

/// How many hexes a unit gets along a road of this kind, from one end of it.
fn marches(kind: &str, unit: &str) -> usize {
    let row: Vec<String> = (1..=40).map(|c| format!("02{c:02}")).collect();
    let path: Vec<&str> = row.iter().map(String::as_str).collect();
    let world = far().road(kind, &path).unit(&unit.replace('@', "0201"));
    let reach = world.ask(json!({"ask":"reach","unit":"A"}));
    let hexes = reach["hexes"].as_object().unwrap();
    let last = hexes.keys().filter(|h| h.starts_with("02")).max().unwrap();
    last[2..].parse::<usize>().unwrap() - 1
}

#[rule("L2-1", "LTAB-10")]
#[test]
fn three_kinds_of_road_with_their_rates() {
    let foot = "u inf A I/1/1 4 4 @";
    assert_eq!(["pike", "road", "trail"].map(|kind| marches(kind, foot)), [20, 15, 10]);
    assert_eq!(marches("pike", "u cav A I/1/5 4 4 @"), 32);
    assert_eq!(marches("pike", "u horse A I/1 3 4 @ limbered"), 32);
}

#[rule("L16-3")]
#[test]
fn disorganized_units_pay_half_a_point_on_every_road() {
    let broken = "u inf A I/1/4 4 4 @ disorganized";
    assert_eq!(["pike", "road", "trail"].map(|kind| marches(kind, broken)), [10, 10, 10]);
}

#[rule("L2-2")]
#[test]
fn a_step_along_a_road_crosses_the_side_that_the_road_crosses() {
    // Two hexes of the pike that it does not join by their common side.
    let bent = far().road("pike", &["0505", "0405", "0506"]).unit("u inf A I/1/1 4 4 0505");
    let reach = bent.ask(json!({"ask":"reach","unit":"A"}));
    assert_eq!(
        (reach["hexes"]["0506"]["cost"].clone(), reach["hexes"]["0506"]["road"].clone()),
        (json!(0.5), json!(true))
    );
    let mut play = bent.at(Phase::Movement);
    play.go("take A");
    assert_eq!(play.no("step E road"), "L2-2");
}

/// A regiment has marched ten hexes along a pike, to the edge of what the enemy sees: 0512 to 0514 of it. There are
/// woods in 0512.
fn into_sight() -> Play {
    let path: Vec<String> = (1..=20).map(|c| format!("05{c:02}")).collect();
    let list: Vec<&str> = path.iter().map(String::as_str).collect();
    let world = World::new(9, 20)
        .road("pike", &list)
        .terrain("woods", &["0512"])
        .unit("u inf A I/1/1 4 4 0501")
        .unit("c inf X L/B/C 4 4 0813");
    let mut play = world.at(Phase::Movement);
    play.go("take A").steps("E+ E+ E+ E+ E+ E+ E+ E+ E+ E+");
    assert_eq!((play.hex("A").as_str(), play.piece("A").mp), ("0511", 60 - 30));
    play
}

#[rule("L2-3", "L6-6")]
#[test]
fn no_road_rate_in_a_zone_of_influence() {
    assert_eq!(into_sight().no("step E road"), "L2-3");
}

#[rule("L2-5")]
#[test]
fn a_road_march_may_go_on_into_sight_at_ordinary_cost() {
    let mut play = into_sight();
    play.steps("E E");
    assert_eq!((play.hex("A").as_str(), play.piece("A").mp), ("0513", 6));
}

#[rule("L2-7")]
#[test]
fn a_road_eases_the_way_through_woods() {
    let mut play = into_sight();
    play.go("step E");
    assert_eq!(play.piece("A").mp, 18, "one MP, not two");
}

#[rule("L2-8")]
#[test]
fn who_profits_from_a_road_without_its_rate_has_not_marched_by_road() {
    let world = World::new(9, 20)
        .road("pike", &["0502", "0503", "0504"])
        .terrain("woods", &["0503"])
        .unit("u inf A I/1/1 4 4 0502")
        .man("u Div 2 6 I/1/- 0502")
        .unit("c inf X L/B/C 4 4 0506");
    let mut play = world.begin(&[]);
    play.roll("roll Div", &[1]).until(Phase::Movement, Side::Union);
    play.go("take A").steps("E E");
    assert_eq!(play.piece("A").mp, 36, "the pike has eased its way");
    // A march by road would end outside the zone of control.
    play.go("step E");
    assert_eq!(play.hex("A"), "0505");
}

#[rule("L2-4")]
#[test]
fn rates_and_open_ground_mix() {
    let world = far()
        .road("pike", &["0501", "0502", "0503", "0504", "0505", "0506", "0507", "0508", "0509"])
        .road("trail", &["0509", "0510", "0511", "0512", "0513"])
        .unit("u inf A I/1/1 4 4 0501");
    let mut play = world.at(Phase::Movement);
    play.go("take A").steps("E+ E+ E+ E+ E+ E+ E+ E+ E+ E+ E+ E+ E");
    assert_eq!((play.hex("A").as_str(), play.piece("A").mp), ("0514", 0));
    assert_eq!(play.no("step E"), "L1-1");
}

#[rule("L2-6", "L5-9", "L3-3")]
#[test]
fn a_road_march_ends_outside_zones_of_control() {
    let world = World::new(9, 20)
        .road("pike", &["0501", "0502"])
        .unit("u cav A I/1/1 4 4 0501")
        .man("u Div 2 6 I/1/- 0501")
        .unit("c inf X L/B/C 4 4 0506");
    let mut play = world.begin(&[]);
    play.roll("roll Div", &[1]).until(Phase::Movement, Side::Union);
    play.go("take A").steps("E+ E E");
    assert_eq!(play.no("step E"), "L2-6");
    let mut full = world.begin(&[]);
    full.roll("roll Div", &[1]).until(Phase::Movement, Side::Union);
    full.go("take A").steps("E E E E");
    assert_eq!(full.some("charge"), ["charge E"]);
    let reach = world.ask(json!({"ask":"reach","unit":"A"}));
    assert_eq!(reach["hexes"]["0505"], json!({"cost": 4}));
    assert_eq!(reach["hexes"]["0504"], json!({"cost": 2.25, "road": true}));
}
