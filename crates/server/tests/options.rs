//! Optional rules: listed with the scenario, switched on with the game, kept in its record.

mod common;

use axum::http::StatusCode;
use common::App;
use serde_json::{Value, json};
use table::{Header, Line};

/// Scenarios with an optional rule that is off in their files.
const CHOICES: [(&str, &str); 3] = [
    ("lesson-spring-hill", "fatigue-4-march"),
    ("lesson-spring-hill", "limited-intelligence"),
    ("lesson-henry-hill", "pursuit-in-woods"),
];

async fn begin(app: &App, scenario: &str, options: &[&str]) -> (StatusCode, Value) {
    let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "me"}});
    app.post("/games", None, json!({"scenario": scenario, "options": options, "seats": seats})).await
}

#[tokio::test]
async fn every_scenario_tells_what_can_be_known_beforehand() {
    let app = App::real();
    let cards = app.get("/scenarios", None).await;
    for card in cards.as_array().unwrap() {
        let full = |v: &Value| v.as_str().is_some_and(|text| !text.trim().is_empty());
        for key in ["title", "subtitle", "description", "length", "victory"] {
            assert!(full(&card[key]), "{}: {key}: {}", card["id"], card[key]);
        }
        assert!(full(&card["sides"][0]) && full(&card["sides"][1]), "{}: {}", card["id"], card["sides"]);
        assert!(card["turns"].as_u64().unwrap() > 0 && card["minutes"].as_u64().unwrap() > 0);
        assert!((1861..=1865).contains(&card["year"].as_u64().unwrap()), "{}: {}", card["id"], card["year"]);
        assert_eq!(card["game"].is_array(), card["system"] == "gcacw", "{}: {}", card["id"], card["game"]);
        assert!(card["units"][0].as_u64().unwrap() > 0 && card["units"][1].as_u64().unwrap() > 0);
        for rule in card["options"].as_array().unwrap() {
            assert!(full(&rule["title"]) && full(&rule["text"]), "{}: {rule}", card["id"]);
        }
    }
}

#[tokio::test]
async fn a_game_is_played_by_the_rules_that_were_switched_on_and_its_record_says_so() {
    let app = App::real();
    for (scenario, option) in CHOICES {
        let card = app.get(&format!("/scenarios/{scenario}"), None).await;
        let listed = card["options"].as_array().unwrap().iter().find(|o| o["id"] == option);
        assert_eq!(listed.unwrap_or_else(|| panic!("{scenario} has {option}"))["usual"], false);
        let begun = begin(&app, scenario, &[option]).await.1;
        let (id, token) = (begun["id"].as_str().unwrap(), begun["token"].as_str().unwrap());
        for n in 0..25 {
            let table = app.table(id, Some(token)).await;
            assert_eq!(table["options"], json!([option]));
            let cards = table["cards"].as_array().unwrap();
            if cards.is_empty() {
                break;
            }
            let card = &cards[(n * 3) % cards.len()];
            let body = json!({"seq": table["seq"], "seat": card["seat"], "orders": [card["order"]]});
            app.ok(&format!("/games/{id}/orders"), Some(token), body).await;
        }
        replays(
            &String::from_utf8(app.get_bytes(&format!("/games/{id}/record"), Some(token)).await).unwrap(),
        );
    }
}

/// What the record names opens the same scenario, and every order of it can be given again.
fn replays(record: &str) {
    let mut lines = record.lines();
    let header: Header = serde_json::from_str(lines.next().unwrap()).unwrap();
    assert!(header.scenario.contains(" +"), "{}", header.scenario);
    let scenario = library::open(&header.scenario).unwrap();
    assert_eq!(scenario.hash(), header.scenario_hash);
    let lines: Vec<Result<Line, String>> = lines.map(|l| Ok(serde_json::from_str(l).unwrap())).collect();
    assert!(!lines.is_empty());
    table::replay(&header, lines, |dice| scenario.start(dice), |_, _, _| ()).unwrap();
}

#[tokio::test]
async fn a_rule_that_the_scenario_does_not_know_is_refused() {
    let app = App::real();
    for (scenario, option) in [
        ("lesson-spring-hill", "pursuit-in-woods"),
        ("rummels-farm", "fatigue-4-march"),
        ("lesson-henry-hill", "a b"),
    ] {
        let (status, told) = begin(&app, scenario, &[option]).await;
        assert!(status.is_client_error(), "{scenario} {option}: {status} {told}");
        assert!(told["message"].as_str().unwrap().contains(option), "{told}");
    }
}
