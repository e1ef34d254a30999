//! The worked combat example of the rulebook: Wagner and Brown south of Franklin.

use serde_json::json;
use table::{Side, rule};

use super::world;

/// 4610 and its neighbours, as the example has them.
fn brown_and_wagner() -> super::world::Game {
    world()
        .grid(
            "shape = \"pointy\"\nlabel = \"RRCC\"\nrows = 10\ncolumns = 10\nfirst_row = 42\nfirst_column = 5\nrow_one = \
             \"south\"\nshifted = \"even\"",
        )
        .terrain("rough", &["4610"])
        .way("pike", &["4610", "4710", "4709", "4808", "4908"])
        .infantry("u", "Wagner", "4610", 7, "tactical = 2\nartillery = 2\nfatigue = 1\ncommand = \"IV\"")
        .infantry("c", "Brown", "4611", 8, "tactical = 2\nartillery = 2\nfatigue = 1\ncommand = \"C\"")
        .cavalry("c", "Armstrong", "4510", 2, "artillery = 0\nfatigue = 1\ntactical = 2")
        .leader("c", "corps", "Cheatham", "C", "Brown", "tactical = 3\ncommand_value = 4")
        .set()
}

#[rule("G7.4-83")]
#[test]
fn brown_has_plus_two_against_wagner() {
    let game = brown_and_wagner();
    let answer = game.ask(json!({"ask": "attack", "unit": "Brown", "target": "4610", "type": "hasty"}));
    assert_eq!(answer["attacker_value"], 8);
    assert_eq!(answer["defender_value"], 7);
    assert_eq!(answer["chart_value"], 7);
    assert_eq!(answer["ratio"], "1-1");
    assert_eq!(answer["flank"]["count"], 5);
    assert_eq!(answer["flank"]["basic"], 2);
    assert_eq!(answer["flank"]["final"], 2);
    assert_eq!(answer["attacker_modifier"], 2);
    assert_eq!(answer["defender_modifier"], 0);
    let guns = answer["modifiers"].as_array().unwrap().iter().find(|m| m["name"] == "artillery").unwrap();
    assert_eq!((&guns["value"], &guns["chance"]), (&json!(-1), &json!(0.5)));
}

#[rule("G7.4-83", "G7.4-84", "G7.5-1", "G7.1-21")]
#[test]
fn brown_drives_wagner_from_the_field() {
    let mut game = brown_and_wagner();
    game.marching("Brown", 1);
    game.give("attack 4610", &[]);
    // Artillery die 3: odd, no modifier; attacker 4 + 2, defender 2.
    game.give("hasty", &[3, 4, 2]);
    let combat = game.combat();
    assert_eq!(combat["difference"], 4);
    assert_eq!((&combat["defender_result"], &combat["attacker_result"]), (&json!("1DR"), &json!("fa")));
    // Wagner: one Manpower lost, disorganized, fatigue 4, demoralized, routs four hexes up the pike.
    for (hex, left) in [("4710", 4), ("4709", 3), ("4808", 2), ("4908", 1)] {
        assert_eq!(game.seat(), Side::Union);
        // Each hex is farther away along the pike: Chart 1, priority 1, no loss.
        let retreat = game.state.retreat().cloned().unwrap();
        let flee = game.pos().plan(&retreat).choices(retreat.at, &retreat.path, false);
        let to = game.hex(hex);
        let next = flee.iter().find(|f| f.to == to).unwrap_or_else(|| panic!("{hex} with {left} to go"));
        assert_eq!((next.chart, next.priority, next.loss), (1, 1, 0));
        game.give(&format!("retreat {hex}"), &[]);
    }
    // Two more hexes would go by Chart 2; he declines.
    let retreat = game.state.retreat().cloned().unwrap();
    assert!(game.pos().plan(&retreat).legal(retreat.at, &retreat.path).iter().all(|f| f.chart == 2));
    game.give("halt", &[]);
    let wagner = game.unit("Wagner");
    assert_eq!((wagner.manpower, wagner.disorganized, wagner.fatigue, wagner.demoralized), (6, true, 4, 1));
    assert_eq!(game.at("Wagner"), "4908");
    // Brown: no loss, organized, one more fatigue, advances with Cheatham; the march is over.
    game.give("advance Brown", &[]);
    let brown = game.unit("Brown");
    assert_eq!((brown.manpower, brown.disorganized, brown.fatigue), (8, false, 2));
    assert_eq!(game.at("Brown"), "4610");
    assert_eq!(game.state.leader_hex(game.leader_id("Cheatham")), Some(game.hex("4610")));
    assert!(game.state.march().is_none(), "the march is over");
}
