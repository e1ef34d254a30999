//! What events and sentences tell can be checked by a reader.

use serde_json::Value;
use table::{Side, rule};

use crate::world::{of, world};

fn number(event: &Value, key: &str) -> i64 {
    of(event, key).as_i64().unwrap_or_else(|| panic!("no {key} in {event}"))
}

/// Attacker's die and modifiers less the defender's give the difference, the artillery's share told apart.
#[rule("G7.4-9")]
#[test]
fn a_combat_adds_up() {
    for (dice, guns) in [(&[2u8, 5, 2][..], 1), (&[3, 5, 2][..], 0)] {
        let mut game = world()
            .terrain("rolling", &["0605"])
            .infantry("u", "Target", "0605", 5, "")
            .infantry("u", "Reserve", "0101", 3, "")
            .infantry("c", "Lion", "0606", 5, "artillery = 6")
            .acting(Side::Confederate);
        game.give("march Lion", &[4]);
        game.give("steady", &[]);
        game.give("attack 0605", &[]);
        game.give("normal", dice);
        let combat = game.last("combat");
        assert_eq!(number(&combat, "artillery_modifier"), guns, "{combat}");
        let attacker = number(&combat, "attacker_die")
            + number(&combat, "attacker_modifier")
            + number(&combat, "artillery_modifier");
        let defender = number(&combat, "defender_die") + number(&combat, "defender_modifier");
        assert_eq!(attacker - defender, number(&combat, "difference"), "{combat}");
    }
}

#[rule("G5.4-4")]
#[test]
fn a_station_is_not_damaged_once_it_is_destroyed() {
    let mut game = world()
        .game("SLB", 1863)
        .feature("rr_station = [\"0505\"]")
        .infantry("c", "Strong", "0505", 6, "")
        .infantry("c", "Weak", "0505", 2, "")
        .infantry("u", "Target", "1212", 5, "")
        .acting(Side::Confederate);
    game.give("burn Strong", &[]);
    assert_eq!(game.last("burn")["what"], "destroyed");
    game.give("take", &[]);
    game.give("burn Weak", &[]);
    let said = game.said();
    let burn = said.iter().rfind(|s| s.contains("the station")).unwrap();
    assert!(burn.contains("Weak burns what is left of the station"), "{burn}");
}

/// Dismounted men march with what their leader gives those on foot, and that is what is told.
#[rule("GHSN-61")]
#[test]
fn a_leader_tells_what_his_men_on_foot_really_have() {
    let mut game = world()
        .game("HSN", 1864)
        .cavalry("u", "Croxton", "0505", 4, "command = \"W\"\nhorses = \"unmounted\"")
        .cavalry("u", "Hatch", "0505", 4, "command = \"W\"")
        .infantry("c", "Brown", "1212", 5, "")
        .leader("u", "corps", "Wilson", "W", "Hatch", "arm = \"cavalry\"\ntactical = 3\ncommand_value = 4")
        .acting(Side::Union);
    game.give("activate Wilson", &[]);
    game.give("select Croxton", &[]);
    game.give("select Hatch", &[2, 5]);
    let said = game.said();
    let led = said.iter().find(|s| s.contains("leads")).unwrap_or_else(|| panic!("{said:?}"));
    assert!(led.contains("Hatch with 9 MP") && led.contains("Croxton on foot with 3 MP"), "{led}");
}
