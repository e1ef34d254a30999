//! What a finished game came to, and playing on from a moment of it.

mod common;

use std::sync::Arc;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use common::{App, Folder, Game};
use serde_json::{Value, json};
use server::{BuiltIn, Choice, Note, Officer, Staff};
use table::{Dice, Header, Line, SeededDice};

/// One who takes a little time and always gives the last order.
fn staff() -> Staff {
    let last: Arc<server::Choose> =
        Arc::new(|game, seat, _, _| Some(Choice { order: game.orders(seat).pop()?, note: Note::default() }));
    let officer = |name: &str, seconds| Officer {
        name: name.into(),
        title: name.to_uppercase(),
        about: String::new(),
        seconds,
        ratings: None,
        rated: None,
        choose: last.clone(),
    };
    Staff::new(vec![officer("quick", None), officer("slow", Some(0.1))])
}

fn app(folder: &Folder) -> App {
    App::of(&folder.file(), Arc::new(BuiltIn::default()), staff())
}

async fn played(app: &App, scenario: &str) -> (Game, Value) {
    let game = app.two_players(scenario).await;
    let over = app.play_out(&game).await;
    (game, over)
}

fn from(game: &str, orders: impl Into<Value>) -> Value {
    let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "me"}});
    json!({"from": {"game": game, "orders": orders.into()}, "seats": seats, "name": "Ann"})
}

async fn record(app: &App, id: &str, token: Option<&str>) -> (Header, Vec<Line>) {
    let text = String::from_utf8(app.get_bytes(&format!("/games/{id}/record"), token).await).unwrap();
    let mut lines = text.lines();
    let header = serde_json::from_str(lines.next().unwrap()).unwrap();
    (header, lines.map(|line| serde_json::from_str(line).unwrap()).collect())
}

#[tokio::test]
async fn a_game_that_goes_on_has_no_ending_and_cannot_be_forked() {
    let app = App::new();
    let game = app.two_players("meadow").await;
    assert_eq!(app.order(&game.id, &game.union, &["camp 0101"]).await.0, StatusCode::OK);
    for token in [None, Some(game.union.as_str())] {
        let path = format!("/games/{}/ending", game.id);
        let (status, body) = app.send(Method::GET, &path, token, None).await;
        assert_eq!(status, StatusCode::FORBIDDEN);
        assert!(!String::from_utf8(body).unwrap().contains("0101"), "nothing hidden is told");
        let (status, body) = app.post("/games", token, from(&game.id, 1)).await;
        assert_eq!((status, &body["error"]), (StatusCode::FORBIDDEN, &json!("forbidden")));
    }
}

#[tokio::test]
async fn the_ending_is_told_to_everybody_once_the_game_is_over() {
    let folder = Folder::new();
    let app = app(&folder);
    for scenario in ["lesson-spring-hill", "rummels-farm", "lesson-henry-hill"] {
        let (game, over) = played(&app, scenario).await;
        let told = app.get(&format!("/games/{}/ending", game.id), None).await;
        let ending = &told["ending"];
        let points = &over["standing"]["over"]["points"];
        assert_eq!([&ending["points"]["union"], &ending["points"]["confederate"]], [&points[0], &points[1]]);
        for (side, place) in [("union", 0), ("confederate", 1)] {
            let sources = ending["sources"].as_array().unwrap();
            let sum: i64 = sources.iter().map(|s| s["points"][side].as_i64().unwrap()).sum();
            assert_eq!(Some(sum), points[place].as_i64(), "{scenario}: {sources:?}");
        }
        assert_eq!(ending["course"]["orders"], over["orders"]);
        assert!(ending["why"].as_str().unwrap().ends_with('.'), "{ending}");
    }
}

#[tokio::test]
async fn a_computer_player_thinks_again_about_what_people_decided() {
    let folder = Folder::new();
    let app = app(&folder);
    let (game, _) = played(&app, "lesson-henry-hill").await;
    let path = format!("/games/{}/ending", game.id);
    for _ in 0..1_000 {
        let again = app.get(&path, None).await["otherwise"].clone();
        assert_eq!(again["by"], "SLOW");
        if again["asked"] == again["of"] {
            assert!(again["of"].as_u64().unwrap() > 0, "nothing was asked about");
            let found = again["found"].as_array().unwrap();
            assert!(!found.is_empty() && found.is_sorted_by_key(|other| other["n"].as_u64()), "{again}");
            assert!(found.iter().all(|other| other["did"] != other["would"]), "{again}");
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("he does not come to an end");
}

#[tokio::test]
async fn where_nobody_takes_his_time_nobody_is_asked() {
    let app = App::real();
    let (game, _) = played(&app, "lesson-spring-hill").await;
    let again = app.get(&format!("/games/{}/ending", game.id), None).await["otherwise"].clone();
    assert_eq!(again, json!({"by": null, "of": 0, "asked": 0, "found": []}));
}

#[tokio::test]
async fn a_fork_begins_with_the_orders_of_its_source_and_replays() {
    let folder = Folder::new();
    let app = app(&folder);
    for scenario in ["lesson-spring-hill", "lesson-henry-hill"] {
        let (game, over) = played(&app, scenario).await;
        let half = over["orders"].as_u64().unwrap() / 2;
        let begun = app.ok("/games", None, from(&game.id, half)).await;
        let id = begun["id"].as_str().unwrap().to_owned();
        let token = begun["token"].as_str().unwrap().to_owned();
        let table = app.table(&id, Some(&token)).await;
        assert_eq!((&table["orders"], &table["seq"]), (&json!(half), &json!(half)));
        assert_eq!(table["from"], json!({"game": game.id, "orders": half}));
        let then = app.get(&format!("/games/{}/at/{half}", game.id), None).await;
        assert_eq!(table["view"], then["view"], "{scenario}: the same position");
        assert_eq!(table["undo"]["union"], Value::Null, "what was brought along stands");
        let fork = Game { id: id.clone(), union: token.clone(), confederate: token.clone() };
        let over = app.play_out(&fork).await;
        let (header, lines) = record(&app, &id, None).await;
        let (_, source) = record(&app, &game.id, None).await;
        let half = half as usize;
        assert_eq!(lines[..half], source[..half], "{scenario}");
        assert_eq!(header.from, Some(table::Origin { game: game.id.clone(), orders: half }));
        let opened = library::open(&header.scenario).unwrap();
        let read = lines.iter().cloned().map(Ok);
        let again = table::replay(&header, read, |dice| opened.start(dice), |_, _, _| ()).unwrap();
        assert!(again.standing.is_over(), "{scenario}");
        let seed = over["seed"].as_str().unwrap();
        let byte = |n: usize| u8::from_str_radix(&seed[2 * n..2 * n + 2], 16).unwrap();
        let mut dice = SeededDice::new(std::array::from_fn(byte));
        let fell = lines[half..].iter().flat_map(|line| &line.dice);
        assert!(fell.into_iter().all(|roll| roll.die == dice.d6("")), "{scenario}: dice of its own seed");
    }
}

#[tokio::test]
async fn a_fork_is_the_same_after_the_server_was_started_again() {
    let folder = Folder::new();
    let first = app(&folder);
    let (game, over) = played(&first, "lesson-spring-hill").await;
    let orders = over["orders"].as_u64().unwrap() - 1;
    let begun = first.ok("/games", None, from(&game.id, orders)).await;
    let (id, token) = (begun["id"].as_str().unwrap(), begun["token"].as_str().unwrap());
    let before = first.table(id, Some(token)).await;
    let second = app(&first.copied(&folder).await);
    let after = second.table(id, Some(token)).await;
    assert_eq!((&before["view"], &before["seed_hash"]), (&after["view"], &after["seed_hash"]));
}

#[tokio::test]
async fn a_fork_from_nowhere_is_refused() {
    let folder = Folder::new();
    let app = app(&folder);
    let (game, over) = played(&app, "lesson-spring-hill").await;
    let all = over["orders"].as_u64().unwrap();
    assert_eq!(
        app.post("/games", None, from(&game.id, all)).await.0,
        StatusCode::NOT_FOUND,
        "it is over there"
    );
    assert_eq!(app.post("/games", None, from("nowhere", 0)).await.0, StatusCode::NOT_FOUND);
    assert_eq!(app.post("/games", None, from(&game.id, -1)).await.0, StatusCode::BAD_REQUEST);
    let mut both = from(&game.id, 1);
    both["scenario"] = "rummels-farm".into();
    let (status, told) = app.post("/games", None, both).await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "{told}");
}
