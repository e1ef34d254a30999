//! Assaults (5.3, 7.1) and the captains who help them (7.4).

use serde_json::{Value, json};
use table::{Side, rule};

use crate::world::{World, modifier, of, world};

/// A Confederate corps leader in 0405 with his division, a Union division in 0404.
fn hays(code: &'static str, year: u16) -> World {
    world()
        .game(code, year)
        .infantry("c", "Hays", "0405", 6, "tactical = 3\ncommand = \"II\"")
        .infantry("u", "Birney", "0404", 6, "tactical = 2\ncommand = \"III\"")
        .infantry("c", "Escort", "0705", 3, "")
        .infantry("u", "Reserve", "0101", 3, "")
        .leader("c", "corps", "Early", "II", "Hays", "tactical = 2\ncommand_value = 3")
        .leader("u", "corps", "Sickles", "III", "Birney", "tactical = 2\ncommand_value = 3")
}

fn army(side: &str, name: &str, with: &str) -> String {
    format!(
        "[[leader]]\nside = {side:?}\nname = {name:?}\nrank = \"army\"\nwith = {with:?}\ncommand_value = 4"
    )
}

/// What the referee says of Early's assault with Lee's bonus announced.
fn announced(world: World) -> Value {
    let question = |lee: bool| json!({"ask": "assault", "leader": "Early", "units": ["Hays"], "target": "0404", "lee": lee});
    let game = world.set();
    assert_eq!(modifier(&game.ask(question(false)), "Lee"), 0, "left out, it is not announced");
    game.ask(question(true))
}

#[rule("G7.4-35")]
#[test]
fn the_referee_gives_lees_bonus_only_where_lee_can() {
    let here = announced(hays("SLB", 1863).scenario(&army("confederate", "Lee", "Hays")));
    assert_eq!((modifier(&here, "Lee"), &here["attacker_modifier"]), (1, &json!(2)));
    let nowhere = announced(hays("SLB", 1863));
    assert_eq!((&nowhere["rule"], &nowhere["clause"]), (&json!("7.4"), &json!("G7.4-35")));
    let elsewhere = announced(hays("SLB", 1863).scenario(&army("confederate", "Lee", "Escort")));
    assert_eq!(elsewhere["clause"], "G7.4-35", "in another hex");
    // A Union leader has no Lee, even where one stands on the other side of the line.
    let union = hays("SLB", 1863).scenario(&army("confederate", "Lee", "Hays")).set();
    let question =
        json!({"ask": "assault", "leader": "Sickles", "units": ["Birney"], "target": "0405", "lee": true});
    assert_eq!(union.ask(question)["clause"], "G7.4-35");
}

#[rule("G7.4-38")]
#[test]
fn the_referee_knows_no_lee_in_roads_to_gettysburg() {
    let answer = announced(hays("RTG", 1863).scenario(&army("confederate", "Lee", "Hays")));
    assert_eq!((&answer["rule"], &answer["clause"]), (&json!("7.4"), &json!("G7.4-38")));
}

#[rule("G7.4-39")]
#[test]
fn the_referee_remembers_whom_lee_has_served() {
    let world = hays("SLB", 1863)
        .infantry("c", "Johnson", "0405", 5, "command = \"I\"")
        .leader("c", "corps", "Anderson", "I", "Johnson", "tactical = 2\ncommand_value = 3")
        .scenario(&army("confederate", "Lee", "Hays"));
    let mut game = world.acting(Side::Confederate);
    game.give("assault Early", &[]);
    game.give("select Hays", &[]);
    assert_eq!(game.asked(), "lee");
    // The command roll fails; the bonus is bound to that corps all the same.
    game.give("lee", &[6]);
    let question = |leader: &str, unit: &str| {
        game.ask(json!({"ask": "assault", "leader": leader, "units": [unit], "target": "0404", "lee": true}))
    };
    assert_eq!(question("Anderson", "Johnson")["clause"], "G7.4-39");
    assert_eq!(modifier(&question("Early", "Hays"), "Lee"), 1);
}

/// A Union corps leader in 0605 who assaults 0604, and Sherman, an army leader, with one of two units.
fn tennessee(with: &str, switch: bool) -> World {
    let world = world()
        .game("BAC", 1863)
        .infantry("c", "Cleburne", "0604", 4, "")
        .infantry("u", "Ewing", "0605", 4, "command = \"XV\"")
        .infantry("u", "Lightburn", "0806", 4, "command = \"XV\"")
        .leader("u", "corps", "Blair", "XV", "Ewing", "tactical = 0\ncommand_value = 5")
        .scenario(&army("union", "Sherman", with));
    match switch {
        true => world.modifier("attacker", "union", 1, "action = \"assault\"\nleader = \"Sherman\""),
        false => world,
    }
}

#[rule("G7.4-45")]
#[test]
fn an_army_leader_whom_the_scenario_names_helps_from_his_hex() {
    let bonus = |with: &str, switch: bool| {
        let mut game = tennessee(with, switch).acting(Side::Union);
        game.give("assault Blair", &[]);
        game.give("select Ewing", &[1, 3, 3]);
        of(&game.last("combat"), "attacker_modifier").as_i64().unwrap()
    };
    assert_eq!(bonus("Ewing", true), 2);
    assert_eq!(bonus("Lightburn", true), 1, "from another hex he does not");
    assert_eq!(bonus("Ewing", false), 1, "nor without the scenario's word");
    // A march that he watches has nothing of it.
    let march = tennessee("Ewing", true).set().plan("Ewing", "0604", "normal");
    assert_eq!(modifier(&march, "given"), 0);
}

/// The scenarios of that game which come with the program have both.
#[rule("G7.4-44", "G7.4-45")]
#[test]
fn built_in_scenarios_switch_the_captains_on() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/gcacw");
    let captains = |id: &str| {
        let text = std::fs::read_to_string(folder.join(format!("{id}.scenario.toml"))).unwrap();
        let names = ["Longstreet", "Sherman"];
        names.map(|name| {
            let entry = |part: &&str| {
                part.contains(&format!("leader = {name:?}")) && part.contains("action = \"assault\"")
            };
            text.split("[[gcacw.modifier]]").skip(1).any(|part| entry(&part.split("\n\n").next().unwrap()))
        })
    };
    assert_eq!(captains("chattanooga-1863"), [true, true]);
    assert_eq!(captains("chickamauga-1863"), [true, false], "Sherman is not there");
}
