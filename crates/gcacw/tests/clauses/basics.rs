//! What the rulebook leaves to files (1.0, 2.0).

use table::{Side, rule};

use crate::world::world;

/// Nobody and nothing is on the map but what the scenario file brings.
#[rule("G1.0-6")]
#[test]
fn units_turns_and_points_come_from_the_scenario_file_alone() {
    let game = world()
        .settings("turns = 7")
        .infantry("u", "A", "0505", 3, "")
        .infantry("c", "B", "1010", 4, "")
        .set();
    let view = game.view();
    let names: Vec<&str> =
        view["pieces"].as_array().unwrap().iter().map(|p| p["id"].as_str().unwrap()).collect();
    assert_eq!(names, ["A", "B"]);
    assert_eq!((view["turns"].as_u64(), game.points()), (Some(7), [0, 0]));
    assert!(view["victory"]["lines"].as_array().unwrap().is_empty());
    let bare = world().set();
    assert!(bare.view()["pieces"].as_array().unwrap().is_empty(), "no counters of the published game");
}

/// The ground of a scenario is that of the map file it names, and it has to name one.
#[rule("G2.3-10")]
#[test]
fn maps_are_files() {
    let text = |map: &str| {
        format!(
            "format = \"hardtack-scenario/1\"\nsystem = \"gcacw\"\nname = \"x\"\n{map}\n[gcacw]\ngame = \"HSN\"\nyear = 1864\nturns = 2\n"
        )
    };
    let faults = |map: &str| {
        gcacw::load("x", &text(map), &mut |name| Err(format!("no {name}"))).unwrap_err().to_string()
    };
    assert!(faults("").contains("map"), "{}", faults(""));
    assert!(faults("map = \"tennessee.map.toml\"").contains("no tennessee.map.toml"));
    // The same scenario on other ground.
    let reach = |terrain: &str| {
        let game = world().terrain(terrain, &["0506"]).infantry("u", "A", "0505", 3, "").set();
        game.ask(serde_json::json!({"ask": "reach", "unit": "A", "movement": 9}))["hexes"]["0506"]["cost"]
            .clone()
    };
    assert_ne!(reach("rough"), reach("clear"));
}

/// Only the Grand Campaign of GTC, which no file can ask for, does something with the number.
#[rule("G4.2-7")]
#[test]
fn the_number_on_the_winning_die_limits_nothing() {
    let game = || {
        world()
            .game("GTC", 1864)
            .infantry("u", "A", "0505", 3, "command = \"V\"")
            .infantry("u", "B", "0707", 3, "command = \"V\"")
            .infantry("c", "C", "1212", 3, "")
            .leader("u", "corps", "Warren", "V", "A", "tactical = 2\ncommand_value = 4")
    };
    let offered = |high: u8, low: u8| {
        let mut game = game().begin_rolling(high, low);
        while game.asked() == "transfer-leaders" {
            game.give_rolling("done", high, low);
        }
        assert_eq!((game.asked(), game.seat()), ("initiative", Side::Union));
        game.give("take", &[]);
        game.offered()
    };
    assert_eq!(offered(2, 1), offered(6, 1));
    assert!(offered(2, 1).contains(&"activate Warren".to_owned()));
}

/// Horses worn out are a state of the campaign; no table of movement knows it.
#[rule("G6.0-7")]
#[test]
fn worn_out_horses_march_as_fresh_ones() {
    let allowance = |keys: &str| {
        let mut game = world()
            .game("HSN", 1864)
            .cavalry("u", "Hatch", "0505", 4, keys)
            .infantry("c", "Brown", "1212", 5, "")
            .acting(Side::Union);
        game.give("march Hatch", &[5, 4]);
        let reach = game.ask(serde_json::json!({"ask": "reach", "unit": "Hatch", "movement": 9}));
        (game.view()["active"]["mp"].clone(), reach)
    };
    let (fresh, worn) = (allowance(""), allowance("horses = \"worn-out\""));
    assert_eq!(fresh, worn);
    assert_eq!(fresh.0, 9.0);
}
