//! More of what is refused, by phase: one rule a test, in a world where nothing else forbids the order.

use lfm::{Id, Lfm, Order, Phase};
use serde_json::json;
use table::{Ruleset, Side, rule};

use crate::world::World;

fn field() -> World {
    World::new(9, 20)
}

/// With nobody near.
fn quiet() -> World {
    World::new(12, 40).unit("c inf X L/B/C 4 4 1240")
}

#[rule("L16-5")]
#[test]
fn shattered_cavalry_in_contact_does_not_charge() {
    let mut play = field()
        .unit("u cav A I/1/1 4 4 0505")
        .man_with("u Brig 1 - I/1/1 0505", "shattered = true")
        .unit("c inf X L/B/C 4 4 0506")
        .at(Phase::Movement);
    assert_eq!(play.go("take A").no("charge E"), "L16-5");
}

#[rule("L3-6")]
#[test]
fn a_charge_that_cannot_be_paid_is_not_made() {
    let mut play = field()
        .terrain("woods", &["0508"])
        .unit("u cav A I/1/1 4 4 0501")
        .man("u Div 2 6 I/1/- 0501")
        .unit("c inf X L/B/C 4 4 0508")
        .begin(&[]);
    play.roll("roll Div", &[1]).until(Phase::Movement, Side::Union);
    play.go("take A").steps("E E E E E E");
    assert_eq!((play.piece("A").mp, play.no("charge E")), (24, "L3-6"));
}

#[rule("L3-8")]
#[test]
fn nobody_joins_a_stack_on_its_way() {
    let mut play = quiet().unit("u inf A I/1/1 4 4 0505").unit("u inf B I/1/1 4 4 0506").at(Phase::Movement);
    play.go("take A").steps("E");
    assert_eq!(play.no("join B"), "L3-8");
}

#[rule("L16-4")]
#[test]
fn a_shattered_brigade_steps_into_no_zone_of_control() {
    let mut play = field()
        .unit("u inf A I/1/1 4 4 0504")
        .man("u Div 2 6 I/1/- 0504")
        .man_with("u Brig 1 - I/1/1 0504", "shattered = true")
        .unit("c inf X L/B/C 4 4 0506")
        .begin(&[]);
    play.roll("roll Div", &[1]).until(Phase::Movement, Side::Union);
    assert_eq!(play.go("take A").no("step E"), "L16-4");
}

#[rule("L1-7")]
#[test]
fn only_cavalry_in_the_other_mode_changes() {
    let mut play = quiet().unit("u inf A I/1/1 4 4 0505").unit("u cav M I/1/2 4 4 0705").at(Phase::Movement);
    play.go("take A");
    assert_eq!(play.no("mount"), "L1-7");
    play.go("halt").go("take M");
    assert_eq!((play.no("mount"), play.may("dismount")), ("L1-7", true));
}

#[rule("L4-9")]
#[test]
fn mixed_modes_are_no_legal_stack() {
    let mut play =
        quiet().unit("u cav M I/1/1 4 4 0505").unit("u cav N I/1/1 4 4 0506 dismounted").at(Phase::Movement);
    let (n, hex) = (play.id("N"), play.piece("M").at());
    play.state.shift(&play.setup, n, hex);
    assert!(play.pos().overstacked(hex));
}

#[rule("L7-1")]
#[test]
fn a_target_holds_enemy_units_and_guns_fire() {
    let play = field()
        .unit("u art G I/1 4 4 0505")
        .unit("u inf A I/1/1 4 4 0505")
        .unit("u inf B I/1/1 4 4 0503")
        .unit("c inf X L/B/C 4 4 0509")
        .at(Phase::Fire);
    assert!(play.may("aim 0509 G"));
    assert_eq!(play.no("aim 0508 G"), "L7-1", "nobody is there");
    assert_eq!(play.no("aim 0503 G"), "L7-1", "a friend is there");
    assert_eq!(play.no("aim 0509 A"), "L7-1", "infantry does not bombard");
}

#[rule("L7-10")]
#[test]
fn guns_in_contact_do_not_bombard() {
    let play = field()
        .unit("u art G I/1 4 4 0505")
        .unit("u art K I/1 4 4 0705")
        .unit("c inf X L/B/C 4 4 0506")
        .unit("c inf Y L/B/C 4 4 0509")
        .at(Phase::Fire);
    assert_eq!((play.no("aim 0509 G"), play.may("aim 0509 K")), ("L7-10", true));
}

#[rule("L24-3")]
#[test]
fn a_battery_that_builds_does_not_limber() {
    let play = field()
        .unit("u art G I/1 4 4 0505 building")
        .unit("u art K I/1 4 4 0705")
        .unit("c inf X L/B/C 4 4 0508")
        .at(Phase::Fire);
    assert_eq!((play.no("limber G"), play.may("limber K")), ("L24-3", true));
}

#[rule("L24-8")]
#[test]
fn nobody_builds_where_works_stand() {
    let play = quiet()
        .unit("u inf A I/1/1 4 4 0505")
        .unit("u inf B I/1/1 4 4 0506")
        .more("[[marker]]\nkind = \"breastwork\"\nhex = \"0505\"")
        .at(Phase::Construction);
    assert_eq!((play.no("build A"), play.may("build B")), ("L24-8", true));
}

#[rule("L24-2")]
#[test]
fn one_own_unit_of_a_hex_builds() {
    let mut play = quiet()
        .unit("u inf A I/1/1 4 4 0505")
        .unit("u inf B I/1/1 4 4 0505")
        .unit("u inf C I/1/1 4 4 0506")
        .at(Phase::Construction);
    assert_eq!(play.no("build X"), "L24-2", "not one of the enemy");
    play.go("build A");
    assert_eq!((play.no("build B"), play.no("build A"), play.may("build C")), ("L24-2", "L24-2", true));
}

#[rule("L22-5")]
#[test]
fn only_own_regiments_without_a_marker_are_detached() {
    let play = quiet()
        .unit("u inf A I/1/1 4 4 0505")
        .unit("u inf B I/1/1 4 4 0506 detached")
        .unit("u art G I/1 4 4 0505")
        .begin(&[]);
    assert_eq!([play.no("detach B"), play.no("detach G"), play.no("detach X")], ["L22-5"; 3]);
    assert!(play.may("detach A"));
}

#[rule("L20-18")]
#[test]
fn brigade_commanders_do_not_roll() {
    let play = quiet()
        .unit("u inf A I/1/1 4 4 0505")
        .man("u Brig 1 - I/1/1 0505")
        .man("u Div 2 4 I/1/- 0505")
        .man("c Foe 2 4 L/B/- 1240")
        .begin(&[]);
    assert_eq!((play.no("roll Brig"), play.no("roll Foe"), play.may("roll Div")), ("L20-18", "L20-18", true));
}

#[rule("L20-27")]
#[test]
fn who_is_in_command_does_not_roll() {
    let mut play = quiet()
        .unit("u inf A I/1/1 4 4 0505")
        .man("u Meade 4 4 -/-/- 0101")
        .man("u Corps 3 4 I/-/- 0505")
        .man("u Div 2 4 I/1/- 0505")
        .man("u Other 2 4 I/2/- 0905")
        .begin(&[]);
    play.roll("roll Meade", &[6]).roll("roll Corps", &[1]);
    assert_eq!((play.no("roll Div"), play.may("roll Other")), ("L20-27", true));
}

#[rule("LSEQ-1")]
#[test]
fn only_the_player_who_is_asked_gives_orders() {
    let play = quiet().unit("u inf A I/1/1 4 4 0505").at(Phase::Movement);
    let take = Order::Take(play.id("A"));
    let check = |seat| Lfm::check(&play.setup, &play.state, seat, &take).map_err(|no| no.rule.0);
    assert_eq!((check(Side::Union), check(Side::Confederate)), (Ok(()), Err("LSEQ-1")));
}

#[rule("LINT-2")]
#[test]
fn an_order_names_a_piece_of_the_scenario() {
    let play = quiet().unit("u inf A I/1/1 4 4 0505").at(Phase::Movement);
    let no = Lfm::check(&play.setup, &play.state, Side::Union, &Order::Take(Id(999)));
    assert_eq!(no.err().map(|no| no.rule.0), Some("LINT-2"));
}

#[rule("LSEQ-18")]
#[test]
fn nobody_brings_on_the_enemy() {
    let play = quiet()
        .unit("u inf A I/1/1 4 4 0505")
        .unit("c inf Y L/B/C 4 4 -")
        .more("[[arrival]]\nturn = 1\nhex = \"0140\"\nunits = [\"Y\"]")
        .at(Phase::Movement);
    assert_eq!(play.no("take Y"), "LSEQ-18");
}

#[rule("L26-1")]
#[test]
fn who_is_on_the_map_does_not_enter_it() {
    let mut play = quiet().unit("u inf A I/1/1 4 4 0501").at(Phase::Movement);
    assert_eq!(play.go("take A").no("enter 0501"), "L26-1");
}

#[rule("L26-10")]
#[test]
fn a_partial_allowance_enters_no_zone_of_control() {
    let world = |mp: &str| {
        field()
            .unit("u inf A I/1/1 4 4 -")
            .unit("c inf X L/B/C 4 4 0502")
            .more(&format!("[[arrival]]\nturn = 1\nhex = \"0501\"\nunits = [\"A\"]\n{mp}"))
            .at(Phase::Movement)
    };
    assert_eq!(world("mp = 3").go("take A").no("enter 0501"), "L26-10");
    assert!(world("").go("take A").may("enter 0501"));
}

#[rule("L26-6")]
#[test]
fn who_has_not_the_points_stays_behind_the_column() {
    let mut play = quiet()
        .unit("u inf A I/1/1 4 4 -")
        .unit("u inf B I/1/1 4 4 -")
        .more("[[arrival]]\nturn = 1\nhex = \"0501\"\nunits = [\"A\", \"B\"]\nmp = 1")
        .at(Phase::Movement);
    play.go("take A").go("enter 0501").go("halt").go("take B");
    assert_eq!(play.no("enter 0501"), "L26-6");
}

#[rule("L23-2")]
#[test]
fn cavalry_does_not_charge_at_night() {
    let mut play = World::new(9, 24)
        .lfm("turn = 2\nday_turns = 1\nnight_turns = 2\nturns = 5")
        .terrain("water", &["0404", "0405", "0504", "0604", "0605"])
        .unit("u cav A I/1/1 4 4 0505")
        .unit("u inf B I/1/2 4 4 0901")
        .unit("c inf X L/B/C 4 4 0506")
        .begin(&[]);
    play.until(Phase::Movement, Side::Union);
    assert_eq!(play.hex("A"), "0505");
    assert_eq!(play.go("take A").no("charge E"), "L23-2");
}

#[rule("L9-6")]
#[test]
fn who_has_nowhere_to_go_does_not_break_off() {
    let mut play = field()
        .terrain("water", &["0404", "0405", "0504", "0604", "0605"])
        .unit("u inf A I/1/1 8 4 0505")
        .unit("u inf B I/1/2 8 4 0507")
        .unit("c inf X L/B/C 8 4 0506")
        .at(Phase::Combat);
    play.go("target 0506").go("with 0505").roll("fight", &[3]).roll("name X", &[1]);
    assert_eq!((play.no("pull 0505"), play.may("pull 0507")), ("L9-6", true));
}

#[rule("L8-1")]
#[test]
fn an_attack_is_made_on_the_enemy() {
    let world =
        field().unit("u inf A I/1/1 8 4 0505").unit("u inf B I/1/1 8 4 0504").unit("c inf X L/B/C 8 4 0506");
    let friend = world.ask(json!({"ask":"combat","attackers":["0505"],"target":["0504"]}));
    assert!(friend["error"].as_str().unwrap_or_default().contains("not of the other side"), "{friend}");
}

#[rule("L3-1")]
#[test]
fn a_charge_is_made_at_enemy_units() {
    let world = field().unit("u cav A I/1/1 4 4 0505").unit("c inf X L/B/C 4 4 0507");
    let answer = world.ask(json!({"ask":"charge","hex":"0505","target":"0506"}));
    assert!(answer["error"].as_str().unwrap_or_default().contains("no enemy unit"), "{answer}");
    let mut play = world.at(Phase::Movement);
    assert_eq!(play.go("take A").no("charge E"), "L3-1");
}

#[rule("L25-2", "L25-3")]
#[test]
fn a_unit_prepares_one_bridge_and_burns_only_that() {
    let world = |more: &str| {
        quiet()
            .water("creek", "0505/0506")
            .water("creek", "0405/0505")
            .crossing("bridge", "0505/0506", "")
            .crossing("bridge", "0405/0505", more)
            .unit("u inf A I/1/1 4 4 0505")
            .unit("u inf B I/1/1 4 4 0505")
            .at(Phase::Construction)
    };
    let mut play = world("");
    assert_eq!(play.no("burn A"), "L25-3", "it has no marker");
    assert!(play.may("mine E A"), "{:?}", play.orders());
    play.go("mine E A");
    assert_eq!(play.no("mine NE A"), "L25-2", "{:?}", play.orders());
}

#[rule("L24-3")]
#[test]
fn builders_neither_break_off_nor_follow() {
    let world = field()
        .unit("u inf A I/1/1 4 4 0505 building")
        .unit("u inf B I/1/1 4 4 0605")
        .unit("c inf X L/B/C 4 4 0506");
    let mut play = world.at(Phase::Combat);
    play.go("target 0506").go("with 0605").roll("fight", &[3]).roll("name X", &[1]);
    assert_eq!((play.no("pull 0505"), play.may("pull 0605")), ("L24-3", true));
    play.go("done").go("pull 0506").go("retreat E").go("halt");
    assert_eq!((play.no("advance E A"), play.may("advance NE B")), ("L24-3", true));
}

#[rule("L25-5")]
#[test]
fn a_burned_bridge_is_not_prepared_again() {
    let mut play = quiet()
        .water("creek", "0505/0506")
        .crossing("bridge", "0505/0506", "")
        .unit("u inf A I/1/1 4 4 0505")
        .at(Phase::Construction);
    assert!(play.may("mine E A"));
    play.state.burned[0] = true;
    assert_eq!(play.no("mine E A"), "L25-5");
}

#[rule("L20-26")]
#[test]
fn a_brigade_commander_without_regiments_does_not_move() {
    let play = quiet()
        .lfm("turns = 4")
        .unit("u inf A I/1/1 4 4 -")
        .unit("u inf C I/1/2 4 4 0505")
        .man("u Brig 1 - I/1/1 0505")
        .man("u Div 2 4 I/1/- 0505")
        .more("[[arrival]]\nturn = 3\nhex = \"0501\"\nunits = [\"A\"]")
        .at(Phase::Movement);
    assert_eq!((play.hex("Brig").as_str(), play.no("take Brig")), ("0505", "L20-26"));
}

#[rule("L23-7")]
#[test]
fn at_night_reinforcements_enter_by_road() {
    let world = |road: &[&str]| {
        let mut play = quiet()
            .lfm("turn = 2\nday_turns = 1\nnight_turns = 2\nturns = 5")
            .road("trail", road)
            .unit("u inf A I/1/1 4 4 -")
            .more("[[arrival]]\nturn = 2\nhex = \"0501\"\nunits = [\"A\"]")
            .begin(&[]);
        play.until(Phase::Movement, Side::Union).go("take A");
        play
    };
    assert_eq!(world(&["0901", "0902"]).no("enter 0501"), "L23-7");
    assert!(world(&["0501", "0502"]).may("enter 0501"));
}

/// X retreats from 0505 before A, with a comrade.
fn driven(world: World) -> crate::world::Play {
    let mut play = world
        .unit("c inf X L/B/C 4 5 0505")
        .unit("c inf Y L/B/C 4 5 0505")
        .unit("u inf A I/1/1 8 5 0404")
        .at(Phase::Combat);
    play.go("target 0505").go("with 0404").roll("fight", &[2]);
    play
}

#[rule("L9-2")]
#[test]
fn nobody_retreats_into_water() {
    let mut play = driven(field().terrain("water", &["0606"]));
    play.go("retreat SE");
    assert_eq!((play.hex("X").as_str(), play.no("retreat E")), ("0605", "L9-2"));
}

#[rule("L9-17")]
#[test]
fn a_stack_that_must_retreat_leaves_nobody() {
    assert_eq!(driven(field()).no("leave X"), "L9-17");
}

#[rule("L9-17")]
#[test]
fn of_a_stack_that_breaks_off_somebody_goes() {
    let mut play = field()
        .unit("u inf A I/1/1 4 4 0505")
        .unit("u inf B I/1/1 4 4 0505")
        .unit("c inf X L/B/C 8 4 0506")
        .at(Phase::Combat);
    play.go("target 0506").go("with 0505").roll("fight", &[3]).roll("name X", &[1]);
    play.go("pull 0505");
    assert!(play.may("leave A"));
    play.go("leave A");
    assert_eq!(play.no("leave B"), "L9-17");
}

#[rule("L8-6")]
#[test]
fn every_attacking_stack_touches_every_target() {
    let mut play = field()
        .unit("u inf A I/1/1 8 4 0505")
        .unit("u inf B I/1/2 8 4 0706")
        .unit("c inf X L/B/C 8 4 0506")
        .unit("c inf Z L/B/D 8 4 0707")
        .at(Phase::Combat);
    play.go("target 0506");
    assert_eq!(play.no("with 0707"), "L8-6");
}

#[rule("L8-6")]
#[test]
fn targets_are_named_before_attackers() {
    let mut play = field()
        .unit("u inf A I/1/1 8 4 0505")
        .unit("u inf B I/1/2 8 4 0604")
        .unit("c inf X L/B/C 8 4 0506")
        .unit("c inf Y L/B/D 8 4 0605")
        .at(Phase::Combat);
    play.go("target 0506");
    assert!(play.may("with 0605"));
    play.go("with 0505");
    assert_eq!(play.no("with 0605"), "L8-6");
}

#[rule("L16-4")]
#[test]
fn a_shattered_stack_does_not_attack() {
    let mut play = field()
        .unit("u inf A I/1/1 8 4 0505")
        .man_with("u Brig 1 - I/1/1 0505", "shattered = true")
        .unit("u inf B I/1/2 8 4 0605")
        .unit("c inf X L/B/C 8 4 0506")
        .at(Phase::Combat);
    play.go("target 0506");
    assert_eq!((play.no("with 0505"), play.may("with 0605")), ("L16-4", true));
}

#[rule("L26-10")]
#[test]
fn who_arrives_now_does_not_enter_far_away() {
    let mut play = quiet()
        .lfm("turns = 6")
        .unit("u inf A I/1/1 4 4 -")
        .more("[[arrival]]\nturn = 1\nhex = \"0101\"\nunits = [\"A\"]")
        .at(Phase::Movement);
    play.go("take A");
    assert_eq!((play.no("enter 0120"), play.may("enter 0101")), ("L26-10", true));
}
