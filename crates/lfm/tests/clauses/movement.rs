//! Movement (1) and road movement (2).

use lfm::{Phase, flag};
use serde_json::{Value, json};
use table::{Side, rule};

use crate::world::World;

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

#[rule("L1-7", "L1-8", "L1-9", "L4-9", "L3-2")]
#[test]
fn cavalry_changes_mode_once_before_or_after_its_move() {
    let world = far()
        .unit("u cav M I/1/1 4 4 0503")
        .unit("u cav N I/1/3 4 4 0403 dismounted")
        .unit("u cav P I/1/2 3 4 0801")
        .unit("u cav Q I/1/2 3 4 0801");
    let mut play = world.at(Phase::Movement);
    play.go("take M").steps("E E E E E E E").go("dismount");
    assert_eq!((play.hex("M").as_str(), play.kind()), ("0510", "movement"));
    assert_eq!(play.no("take M"), "L5-4");
    play.go("take N").go("mount").steps("E E E E E E E E");
    assert_eq!(play.no("dismount"), "L1-8");
    assert_eq!(play.hex("N"), "0411");
    let mut play = world.at(Phase::Movement);
    play.go("take M").go("dismount").steps("E E E E E");
    assert_eq!(play.no("step E"), "L1-1");
    assert_eq!(play.no("mount"), "L1-8");
    // One of two in a hex cannot change alone.
    let mut play = world.at(Phase::Movement);
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

#[rule("L2-1", "L2-2", "LTAB-10", "L16-3", "L26-7")]
#[test]
fn three_kinds_of_road_with_their_rates() {
    let row = |r: u16| -> Vec<String> { (1..=40).map(|c| format!("{r:02}{c:02}")).collect() };
    let refs = |v: &Vec<String>| -> Vec<String> { v.clone() };
    let mut world = far();
    for (kind, r) in [("pike", 2u16), ("road", 4), ("trail", 6)] {
        let hexes = refs(&row(r));
        let list: Vec<&str> = hexes.iter().map(String::as_str).collect();
        world = world.road(kind, &list);
    }
    let world = world
        .unit("u inf P I/1/1 4 4 0201")
        .unit("u inf R I/1/2 4 4 0401")
        .unit("u inf T I/1/3 4 4 0601")
        .unit("u inf D I/1/4 4 4 0202 disorganized")
        .unit("u inf E I/1/4 4 4 0602 disorganized")
        .unit("u cav M I/1/5 4 4 0203")
        .unit("u horse H I/1 3 4 0204 limbered");
    let farthest = |unit: &str, row: &str| {
        let reach = world.ask(json!({"ask":"reach","unit":unit}));
        let hexes = reach["hexes"].as_object().unwrap();
        hexes.keys().filter(|h| h.starts_with(row)).max().cloned().unwrap()
    };
    assert_eq!(farthest("P", "02"), "0221");
    assert_eq!(farthest("R", "04"), "0416");
    assert_eq!(farthest("T", "06"), "0611");
    assert_eq!(farthest("D", "02"), "0212");
    assert_eq!(farthest("E", "06"), "0612");
    assert_eq!(farthest("M", "02"), "0235");
    assert_eq!(farthest("H", "02"), "0236");
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

#[rule("L2-3", "L2-5", "L6-6", "L2-7", "L2-8")]
#[test]
fn no_road_rate_in_a_zone_of_influence() {
    let path: Vec<String> = (1..=20).map(|c| format!("05{c:02}")).collect();
    let list: Vec<&str> = path.iter().map(String::as_str).collect();
    let world = World::new(9, 20)
        .road("pike", &list)
        .terrain("woods", &["0512"])
        .unit("u inf A I/1/1 4 4 0501")
        .unit("c inf X L/B/C 4 4 0813");
    // The enemy sees three hexes: 0512 to 0514 on the pike are under his eyes.
    let mut play = world.at(Phase::Movement);
    play.go("take A").steps("E+ E+ E+ E+ E+ E+ E+ E+ E+ E+");
    assert_eq!((play.hex("A").as_str(), play.piece("A").mp), ("0511", 60 - 30));
    assert_eq!(play.no("step E road"), "L2-3");
    // Along the pike into the woods: 1 MP, not 2; and no longer at the rate.
    play.go("step E");
    assert_eq!(play.piece("A").mp, 18);
    play.go("step E").go("halt");
    assert_eq!(play.piece("A").mp, 6);
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
