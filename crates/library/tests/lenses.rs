//! The questions behind what a client lays over its map: each agrees with the question about one place.

use serde_json::{Value, json};
use table::{Game, SeededDice, Viewer};

fn begun(id: &str) -> Box<dyn Game> {
    library::open(id).unwrap().start(&mut SeededDice::from_number(1)).0
}

fn ask(game: &dyn Game, question: Value) -> Value {
    game.ask(Viewer::Referee, &question).unwrap_or_else(|why| panic!("{question}: {why}"))
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|v| v.as_str().unwrap()).collect()
}

#[test]
fn what_a_hex_sees_is_what_each_line_of_sight_says() {
    let game = begun("rummels-farm");
    let seen = ask(game.as_ref(), json!({"ask": "visible", "from": "1112"}));
    let mut hexes = 0;
    for word in ["clear", "partial", "blocked"] {
        for to in texts(&seen[word]) {
            let one = ask(game.as_ref(), json!({"ask": "los", "from": "1112", "to": to}));
            assert_eq!(one["los"], word, "{to}");
            assert!(one["range"].as_u64().unwrap() <= 8, "{to}");
            hexes += 1;
        }
    }
    assert!(hexes > 100, "{hexes}");
    let near = ask(game.as_ref(), json!({"ask": "visible", "from": "1112", "range": 1}));
    assert_eq!(texts(&near["clear"]).len(), 6, "neighbours are always seen");
    assert!(game.ask(Viewer::Referee, &json!({"ask": "visible", "from": "1112", "range": 0})).is_err());
    assert!(game.ask(Viewer::Referee, &json!({"ask": "visible", "from": "9999"})).is_err());
}

#[test]
fn a_commander_of_the_last_full_measure_reaches_as_far_as_his_rank() {
    let game = begun("rummels-farm");
    let radius = |leader: &str| ask(game.as_ref(), json!({"ask": "command-radius", "leader": leader}));
    let (brigade, division) = (radius("McIntosh"), radius("D. M. Gregg"));
    // With no army commander on the map the highest there acts as one, and reaches as far.
    assert_eq!((brigade["range"].as_u64(), division["range"].as_u64()), (Some(2), Some(8)));
    assert!(texts(&brigade["hexes"]).len() < texts(&division["hexes"]).len());
    let view = game.view(Viewer::Referee);
    let at = view.piece("McIntosh").and_then(|p| p.now.at.as_deref()).unwrap();
    assert!(texts(&brigade["hexes"]).contains(&at));
    assert!(game.ask(Viewer::Referee, &json!({"ask": "command-radius", "leader": "1 NJ Cav"})).is_err());
}

#[test]
fn whom_a_stand_sees_is_what_each_question_says() {
    let game = begun("lesson-henry-hill");
    let all = ask(game.as_ref(), json!({"ask": "visible", "from": "Burnside"}));
    let one = |to: &str| ask(game.as_ref(), json!({"ask": "visible", "from": "Burnside", "to": to}));
    for (to, range) in all["seen"].as_object().unwrap() {
        assert_eq!((&one(to)["visible"], &one(to)["range"]), (&json!(true), range), "{to}");
    }
    for to in texts(&all["hidden"]) {
        assert_eq!(one(to)["visible"], false, "{to}");
    }
    let enemies = all["seen"].as_object().unwrap().len() + texts(&all["hidden"]).len();
    assert!(enemies >= 4, "{all}");
}

#[test]
fn command_names_the_commanders_and_how_far_they_reach() {
    let game = begun("lesson-henry-hill");
    let told = ask(game.as_ref(), json!({"ask": "command", "side": "union"}));
    assert_eq!(told["reach"], 6.0);
    assert!(texts(&told["commanders"]).contains(&"Hunter"), "{told}");
}
