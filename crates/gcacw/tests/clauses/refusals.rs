//! What is refused, with the clause that refuses it: the places that no other proof touches.

use serde_json::json;
use table::{Side, rule};

use crate::field::{duel, field};
use crate::world::{Game, World, world};

const CORPS: &str = "tactical = 1\ncommand_value = 4";
const ARMY: &str = "command_value = 5";
const OF: &str = "command = \"XX\"";

/// A corps of three, its leader with A, the enemy far away.
fn corps() -> World {
    world()
        .infantry("u", "A", "0505", 6, OF)
        .infantry("u", "B", "0506", 6, OF)
        .infantry("u", "Other", "0505", 6, "command = \"V\"")
        .leader("u", "corps", "L", "XX", "A", CORPS)
        .infantry("c", "Far", "1212", 4, "")
}

/// The corps with its leader active.
fn active(world: World) -> Game {
    let mut game = world.acting(Side::Union);
    game.give("activate L", &[]);
    game
}

/// A unit that comes in turn 3.
fn late(name: &str) -> String {
    format!(
        "[[unit]]\nside = \"union\"\nname = {name:?}\narm = \"infantry\"\nmanpower = 4\narrives = {{ turn = 3, \
         hexes = [\"0101\"] }}"
    )
}

#[rule("G5.1-1")]
#[test]
fn only_a_unit_on_the_map_marches() {
    let game = corps().scenario(&late("Late")).acting(Side::Union);
    assert_eq!(game.refused("march Late"), "G5.1-1");
}

#[rule("G5.2-6")]
#[test]
fn a_unit_is_selected_once() {
    let mut game = active(corps());
    game.give("select A", &[]);
    assert_eq!(game.refused("select A"), "G5.2-6");
}

#[rule("G5.2-29", "G5.2-30")]
#[test]
fn in_step_five_the_active_leader_goes_to_another_unit_of_his_command() {
    let mut game = active(corps().leader("u", "corps", "M", "V", "Other", CORPS));
    game.give("select B", &[]);
    game.give("done", &[3]);
    assert_eq!(game.asked(), "attach-leader");
    assert_eq!(game.refused("transfer M > B"), "G5.2-29", "he is not the active leader");
    assert_eq!(game.refused("transfer L > A"), "G5.2-30", "he is with that unit already");
    assert_eq!(game.refused("transfer L > Other"), "G5.2-30", "not of his command");
    game.give("transfer L > B", &[]);
}

#[rule("G6.3-17")]
#[test]
fn nobody_goes_along_to_a_unit_that_is_not_of_his_army() {
    let mut game = active(
        corps()
            .infantry("u", "Staff", "0505", 6, "army = \"N\"")
            .infantry("u", "Guests", "0505", 6, "army = \"M\"")
            .infantry("u", "D", "0506", 6, "command = \"XX\"\narmy = \"N\"")
            .leader("u", "army", "G", "N", "Staff", ARMY)
            .leader("u", "army", "K", "M", "Guests", ARMY),
    );
    game.give("select D", &[]);
    game.give("done", &[3]);
    game.give("transfer L > D", &[]);
    assert_eq!(game.asked(), "accompany");
    assert_eq!(game.refused("transfer K > D"), "G6.3-17");
    game.give("transfer G > D", &[]);
}

#[rule("G6.3-10")]
#[test]
fn a_leader_transfers_to_another_unit() {
    let game = corps().begin(&[]);
    assert_eq!(game.asked(), "transfer-leaders");
    assert_eq!(game.refused("transfer L > A"), "G6.3-10", "he is there already");
}

#[rule("G6.3-19")]
#[test]
fn who_has_a_leader_join_him_does_nothing_else_in_the_hex() {
    let mut game = corps()
        .infantry("u", "Staff", "0505", 6, "army = \"N\"")
        .infantry("u", "C", "0505", 6, "army = \"N\"")
        .leader("u", "army", "G", "N", "Staff", ARMY)
        .infantry("c", "Near", "0605", 4, "")
        .acting(Side::Union);
    game.march("C", &[6]);
    assert!(game.offers("refuse-flanks") && game.offers("attack 0605"));
    game.give("ride G", &[]);
    assert_eq!(game.refused("refuse-flanks"), "G6.3-19");
    assert_eq!(game.refused("attack 0605"), "G6.3-19");
}

#[rule("G7.1-1")]
#[test]
fn wagon_trains_do_not_attack() {
    let mut game = field()
        .game("BAC", 1863)
        .infantry("u", "Baird", "0606", 5, "command = \"XIV\"")
        .unit("u", "wagon", "Train", "0606", 1, "command = \"XIV\"")
        .leader("u", "corps", "Thomas", "XIV", "Baird", CORPS)
        .infantry("c", "Hindman", "0605", 5, "")
        .acting(Side::Union);
    assert_eq!(game.plan("Train", "0605", "hasty")["clause"], "G7.1-1");
    game.give("assault Thomas", &[]);
    assert_eq!(game.refused("select Train"), "G7.1-1");
}

#[rule("G7.1-2")]
#[test]
fn nobody_attacks_an_empty_hex() {
    let mut game = duel().acting(Side::Confederate);
    game.march("Lion", &[5]);
    assert_eq!(game.refused("attack 0706"), "G7.1-2");
    assert_eq!(game.plan("Lion", "0706", "hasty")["clause"], "G7.1-2");
}

#[rule("G7.1-23", "G7.1-28")]
#[test]
fn the_referee_says_who_begins_an_assault_and_with_whom() {
    let game = field()
        .infantry("u", "Baird", "0606", 5, "command = \"XIV\"\narmy = \"C\"")
        .unit("u", "artillery", "Guns", "0606", 2, "")
        .leader("u", "corps", "Palmer", "XIV", "Baird", CORPS)
        .leader("u", "army", "Thomas", "C", "Baird", ARMY)
        .infantry("c", "Hindman", "0605", 5, "")
        .set();
    let clause = |leader: &str, unit: &str| {
        game.ask(json!({"ask": "assault", "leader": leader, "units": [unit], "target": "0605"}))["clause"]
            .clone()
    };
    assert_eq!(clause("Thomas", "Baird"), "G7.1-23");
    assert_eq!(clause("Palmer", "Guns"), "G7.1-28");
    assert_eq!(clause("Palmer", "Baird"), json!(null));
}

#[rule("G7.6-5")]
#[test]
fn the_referee_takes_units_of_one_hex_for_a_retreat() {
    let game = duel().infantry("u", "Beside", "0604", 3, "").infantry("u", "With", "0605", 3, "").set();
    let clause = |units: &[&str]| {
        game.ask(json!({"ask": "retreat", "units": units, "active": "0606", "kind": "retreat"}))["clause"]
            .clone()
    };
    assert_eq!(clause(&["Target", "Beside"]), "G7.6-5");
    assert_eq!(clause(&["Target", "With"]), json!(null));
}

#[rule("G1.0-5")]
#[test]
fn the_scenario_may_hold_units_and_forbid_actions() {
    let held = "[[restriction]]\nside = \"union\"\nunits = [\"A\"]\nuntil = 3";
    assert_eq!(corps().scenario(held).acting(Side::Union).refused("march A"), "G1.0-5");
    let side = "[[restriction]]\nside = \"union\"\nforbid = [\"activate\"]";
    assert_eq!(corps().scenario(side).acting(Side::Union).refused("activate L"), "G1.0-5");
    let one = "[[restriction]]\nside = \"union\"\nunits = [\"A\"]\nforbid = [\"entrench\"]";
    let game = corps().scenario(one).acting(Side::Union);
    assert_eq!(game.refused("entrench A"), "G1.0-5");
    assert!(game.offers("entrench B"));
}

#[rule("G8-2")]
#[test]
fn nobody_works_with_the_enemys_units() {
    let game = corps().recovering();
    assert_eq!(game.seat(), Side::Union);
    assert!(game.offers("entrench B"));
    assert_eq!(game.refused("entrench Far"), "G8-2");
}

#[rule("G7.6-17")]
#[test]
fn nobody_retreats_to_where_the_enemy_comes_from() {
    let mut game = duel().modifier("attacker", "confederate", 6, "").acting(Side::Confederate);
    game.march("Lion", &[6]);
    game.strike("0605", "normal", &[6, 1]);
    assert_eq!(game.asked(), "retreat-hex");
    assert_eq!(game.refused("retreat 0606"), "G7.6-17");
}
