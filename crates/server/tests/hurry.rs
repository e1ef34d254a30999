//! Who waits for a computer player sees that he thinks, and can make him choose.

mod common;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use common::{App, Folder, Meadows};
use serde_json::{Value, json};
use server::{BuiltIn, Catalog, Choice, Note, Officer, Staff};

/// Far longer than any of these tests.
const LONG: f64 = 60.0;

/// Weighs two orders and tries them for ever, until his time is over or he is hurried.
fn ponderer() -> Staff {
    Staff::new(vec![Officer {
        name: "ponderer".into(),
        title: "Ponderer".into(),
        about: String::new(),
        seconds: Some(LONG),
        ratings: None,
        rated: None,
        choose: Arc::new(|game, seat, time, thought| {
            let begun = Instant::now();
            let mut trials = 0;
            while begun.elapsed() < time && !thought.hurried() {
                trials += 1;
                thought.tried(2, trials);
                std::thread::sleep(Duration::from_millis(5));
            }
            Some(Choice { order: game.orders(seat).first()?.clone(), note: Note::default() })
        }),
    }])
}

/// A game in which the computer is asked, and the token of the person who waits for it.
async fn waiting(app: &App, scenario: &str) -> (String, String) {
    let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "computer"}});
    let begun = app.ok("/games", None, json!({"scenario": scenario, "seats": seats})).await;
    let (id, token) = (begun["id"].as_str().unwrap().to_owned(), begun["token"].as_str().unwrap().to_owned());
    while let Some(card) = app.table(&id, Some(&token)).await["cards"].as_array().unwrap().last().cloned() {
        let seq = app.table(&id, Some(&token)).await["seq"].clone();
        let body = json!({"seq": seq, "orders": [card["order"]]});
        app.ok(&format!("/games/{id}/orders"), Some(&token), body).await;
    }
    (id, token)
}

fn app(folder: &Folder, catalog: Arc<dyn Catalog>) -> App {
    App::of(&folder.file(), catalog, ponderer())
}

async fn asked_person(app: &App, id: &str, token: &str) -> bool {
    let table = app.table(id, Some(token)).await;
    !table["cards"].as_array().unwrap().is_empty() || table["standing"]["over"].is_object()
}

#[tokio::test]
async fn a_hurried_player_chooses_now_and_so_do_his_next_orders() {
    let folder = Folder::new();
    let app = app(&folder, Arc::new(BuiltIn::default()));
    let (id, token) = waiting(&app, "rummels-farm").await;
    let before = app.table(&id, Some(&token)).await["orders"].as_u64().unwrap();
    tokio::time::sleep(Duration::from_millis(150)).await;
    assert_eq!(app.table(&id, Some(&token)).await["orders"], before, "he takes his time");
    let told = app.ok(&format!("/games/{id}/hurry"), Some(&token), json!({})).await;
    assert_eq!(told, json!({"hurried": true}));
    let begun = Instant::now();
    while !asked_person(&app, &id, &token).await {
        assert!(begun.elapsed().as_secs_f64() < LONG / 2.0, "he was not hurried");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(app.table(&id, Some(&token)).await["orders"].as_u64().unwrap() > before);
}

#[tokio::test]
async fn the_next_turn_he_takes_his_time_again() {
    let folder = Folder::new();
    let app = app(&folder, Arc::new(Meadows::default()));
    let (id, token) = waiting(&app, "meadow").await;
    app.ok(&format!("/games/{id}/hurry"), Some(&token), json!({})).await;
    while !asked_person(&app, &id, &token).await {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let told = app.ok(&format!("/games/{id}/hurry"), Some(&token), json!({})).await;
    assert_eq!(told, json!({"hurried": false}), "nobody thinks");
    let table = app.table(&id, Some(&token)).await;
    if table["standing"]["over"].is_object() {
        return;
    }
    let body = json!({"seq": table["seq"], "orders": [table["cards"][0]["order"]]});
    app.ok(&format!("/games/{id}/orders"), Some(&token), body).await;
    let moved = app.table(&id, Some(&token)).await["orders"].clone();
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(app.table(&id, Some(&token)).await["orders"], moved, "he is no longer hurried");
}

#[tokio::test]
async fn who_only_watches_cannot_hurry_anybody() {
    let folder = Folder::new();
    let app = app(&folder, Arc::new(BuiltIn::default()));
    let (id, _) = waiting(&app, "rummels-farm").await;
    let (status, told) = app.post(&format!("/games/{id}/hurry"), None, json!({})).await;
    assert_eq!((status, told["error"].as_str()), (StatusCode::FORBIDDEN, Some("no-seat")));
}

/// The first report of a thought on a stream.
async fn report(app: &App, id: &str) -> Value {
    let mut news = app.stream(id, None).await;
    for _ in 0..10 {
        let told = news.next().await;
        if told.contains("event: thinking") {
            let data = told.lines().find_map(|line| line.strip_prefix("data: ")).unwrap();
            return serde_json::from_str(data).unwrap();
        }
    }
    panic!("nothing was told of a long thought");
}

#[tokio::test]
async fn a_long_thought_is_told_as_it_goes() {
    let folder = Folder::new();
    let app = app(&folder, Arc::new(BuiltIn::default()));
    let (id, token) = waiting(&app, "rummels-farm").await;
    let told = report(&app, &id).await;
    assert_eq!(
        (&told["side"], &told["weighs"], &told["hurried"]),
        (&json!("confederate"), &json!(2), &json!(false))
    );
    assert_eq!(told["seq"], app.table(&id, Some(&token)).await["seq"]);
    assert!(told["trials"].as_u64().unwrap() > 0 && told["ms"].as_u64().unwrap() >= 400, "{told}");
}

#[tokio::test]
async fn in_a_game_with_secrets_it_is_told_only_that_he_thinks() {
    let folder = Folder::new();
    let app = app(&folder, Arc::new(Meadows::default()));
    let (id, _) = waiting(&app, "meadow").await;
    let told = report(&app, &id).await;
    assert!(told.get("weighs").is_none() && told.get("trials").is_none(), "{told}");
    assert_eq!(told["side"], "confederate");
}
