//! Computer players: levels, time to think, what they considered, and that nobody waits for them.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use common::{App, Folder, Meadows};
use serde_json::{Value, json};
use server::{BuiltIn, Catalog, Choice, Note, Officer, Staff, Thought, Weighed};
use table::{Game, Side};

/// Gives the first order and says so; takes the time he is given if he is one who takes time.
fn officer(name: &str, seconds: Option<f64>) -> Officer {
    Officer {
        name: name.into(),
        title: name.to_uppercase(),
        about: String::new(),
        seconds,
        ratings: None,
        rated: None,
        choose: Arc::new(|game, seat, time, _| {
            std::thread::sleep(time);
            let order = game.orders(seat).first()?.clone();
            let weighed = vec![Weighed { label: "The first".into(), score: 1.5, trials: 3, chosen: true }];
            Some(Choice { order, note: Note { by: "Officer".into(), why: "It is first.".into(), weighed } })
        }),
    }
}

fn staff() -> Staff {
    Staff::new(vec![officer("quick", None), officer("slow", Some(0.3))])
}

fn app(folder: &Folder, catalog: Arc<dyn Catalog>) -> App {
    App::of(&folder.file(), catalog, staff())
}

async fn begin(app: &App, scenario: &str, confederate: Value) -> (StatusCode, Value) {
    let seats = json!({"union": {"kind": "me"}, "confederate": confederate});
    app.post("/games", None, json!({"scenario": scenario, "seats": seats})).await
}

/// Gives the last order of the list until the log has a note or the game is over; the lines of the log.
async fn play_until_noted(app: &App, id: &str, token: &str) -> Vec<Value> {
    for _ in 0..3_000 {
        let table = app.table(id, Some(token)).await;
        let log =
            app.get(&format!("/games/{id}/log"), Some(token)).await["lines"].as_array().unwrap().clone();
        let noted = log.iter().any(|line| line["note"].is_object());
        if noted || table["standing"]["over"].is_object() {
            return log;
        }
        match table["cards"].as_array().unwrap().last() {
            Some(card) => {
                let body = json!({"seq": table["seq"], "orders": [card["order"]]});
                app.post(&format!("/games/{id}/orders"), Some(token), body).await;
            }
            None => tokio::time::sleep(Duration::from_millis(5)).await,
        }
    }
    panic!("the computer does not play");
}

#[tokio::test]
async fn what_was_considered_is_told_with_the_order_and_kept() {
    let folder = Folder::new();
    let catalog = || Arc::new(BuiltIn::default());
    let table = app(&folder, catalog());
    let begun = begin(&table, "rummels-farm", json!({"kind": "computer", "officer": "quick"})).await.1;
    let (id, token) = (begun["id"].as_str().unwrap(), begun["token"].as_str().unwrap());
    let mut news = table.stream(id, Some(token)).await;
    let log = play_until_noted(&table, id, token).await;
    let note = &log.iter().find(|line| line["note"].is_object()).expect("a note")["note"];
    assert_eq!(note["why"], "It is first.");
    assert_eq!(note["weighed"][0], json!({"label": "The first", "score": 1.5, "trials": 3, "chosen": true}));
    let mut heard = false;
    for _ in 0..20 {
        heard |= news.next().await.contains("It is first.");
        if heard {
            break;
        }
    }
    assert!(heard, "the note comes with the news");
    drop(news);
    let copy = table.copied(&folder).await;
    let again = app(&copy, catalog());
    let kept = again.get(&format!("/games/{id}/log"), Some(token)).await;
    let kept = kept["lines"].as_array().unwrap();
    assert!(kept.iter().any(|line| line["note"]["why"] == "It is first."), "kept over a restart");
}

#[tokio::test]
async fn in_a_game_with_secrets_the_note_waits_for_the_end() {
    let folder = Folder::new();
    let app = app(&folder, Arc::new(Meadows::default()));
    let begun = begin(&app, "meadow", json!({"kind": "computer", "officer": "quick"})).await.1;
    let (id, token) = (begun["id"].as_str().unwrap(), begun["token"].as_str().unwrap());
    let mut news = app.stream(id, Some(token)).await;
    let log = play_until_noted(&app, id, token).await;
    // Nothing was told before the game was over, and then everything.
    assert!(app.table(id, Some(token)).await["standing"]["over"].is_object());
    assert!(log.iter().any(|line| line["note"].is_object()));
    loop {
        let told = news.next().await;
        if told.contains("\"over\"") {
            break;
        }
        assert!(!told.contains("It is first."), "{told}");
    }
}

#[tokio::test]
async fn nobody_waits_for_an_officer_who_thinks() {
    let folder = Folder::new();
    let app = app(&folder, Arc::new(BuiltIn::default()));
    let slow = json!({"kind": "computer", "officer": "slow", "seconds": 4.0});
    let thinking = begin(&app, "rummels-farm", slow).await.1;
    assert_eq!(
        app.table(thinking["id"].as_str().unwrap(), None).await["seats"]["confederate"]["name"],
        "SLOW, 4 s"
    );
    // The Confederates begin: while he thinks, his own table and others can be looked at and played.
    let (id, token) = (thinking["id"].as_str().unwrap(), thinking["token"].as_str().unwrap());
    assert_eq!(app.table(id, Some(token)).await["orders"], 0);
    let quick = begin(&app, "rummels-farm", json!({"kind": "computer", "officer": "quick"})).await.1;
    let (other, own) = (quick["id"].as_str().unwrap(), quick["token"].as_str().unwrap());
    let log = play_until_noted(&app, other, own).await;
    assert!(log.iter().any(|line| line["note"].is_object()));
    assert_eq!(app.table(id, Some(token)).await["orders"], 0, "he still thinks");
    let until = Instant::now() + Duration::from_secs(60);
    while app.table(id, Some(token)).await["orders"] == 0 {
        assert!(Instant::now() < until, "and answers in the end");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn an_order_taken_back_while_he_thinks_stays_back() {
    let folder = Folder::new();
    let app = app(&folder, Arc::new(BuiltIn::default()));
    let slow = json!({"kind": "computer", "officer": "slow", "seconds": 0.4});
    let begun = begin(&app, "lesson-henry-hill", slow).await.1;
    let (id, token) = (begun["id"].as_str().unwrap(), begun["token"].as_str().unwrap());
    // Orders of the own side until he is asked.
    loop {
        let table = app.table(id, Some(token)).await;
        let Some(card) = table["cards"].as_array().unwrap().last() else { break };
        let body = json!({"seq": table["seq"], "orders": [card["order"]]});
        app.ok(&format!("/games/{id}/orders"), Some(token), body).await;
    }
    let asked = app.table(id, Some(token)).await;
    assert_eq!(asked["standing"]["waiting"]["seats"], json!(["confederate"]));
    app.ok(&format!("/games/{id}/undo"), Some(token), json!({"seq": asked["seq"]})).await;
    tokio::time::sleep(Duration::from_millis(700)).await;
    let back = app.table(id, Some(token)).await;
    assert_eq!(back["standing"]["waiting"]["seats"], json!(["union"]), "his answer came too late");
    assert_eq!(back["seq"].as_u64(), asked["seq"].as_u64().map(|n| n + 1));
}

#[tokio::test]
async fn time_that_makes_no_sense_is_refused() {
    let folder = Folder::new();
    let app = app(&folder, Arc::new(Meadows::default()));
    for (officer, seconds) in [("quick", 1.0), ("slow", 0.0), ("slow", 3600.0), ("slow", -1.0)] {
        let seat = json!({"kind": "computer", "officer": officer, "seconds": seconds});
        assert_eq!(begin(&app, "meadow", seat).await.0, StatusCode::BAD_REQUEST, "{officer} {seconds}");
    }
}

/// What goes wrong with a computer player, on the first try or on every one.
fn failing(name: &str, tries: usize, fail: fn() -> Option<Choice>) -> Officer {
    let asked = AtomicUsize::new(0);
    let first = officer(name, None).choose;
    let choose = move |game: &dyn Game, seat: Side, time: Duration, thought: &Thought| match asked
        .fetch_add(1, Ordering::Relaxed)
    {
        n if n < tries => fail(),
        _ => first(game, seat, time, thought),
    };
    Officer { choose: Arc::new(choose), ..officer(name, None) }
}

fn nonsense() -> Option<Choice> {
    Some(Choice { order: "fly to the moon".into(), note: Note::default() })
}

async fn first_note(officer: Officer) -> String {
    let folder = Folder::new();
    let name = officer.name.clone();
    let app = App::of(&folder.file(), Arc::new(BuiltIn::default()), Staff::new(vec![officer]));
    let begun = begin(&app, "rummels-farm", json!({"kind": "computer", "officer": name})).await.1;
    let (id, token) = (begun["id"].as_str().unwrap(), begun["token"].as_str().unwrap());
    let log = play_until_noted(&app, id, token).await;
    let noted = log.iter().find(|line| line["note"].is_object()).expect("a note");
    assert!(app.table(id, None).await["seats"]["confederate"].get("stuck").is_none());
    noted["note"]["why"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_computer_player_who_fails_once_is_asked_again() {
    for fail in [|| panic!("on purpose"), || None, nonsense] {
        assert_eq!(first_note(failing("shaky", 1, fail)).await, "It is first.");
    }
}

#[tokio::test]
async fn in_place_of_one_who_fails_again_any_legal_order_is_given_and_the_log_says_so() {
    let why = [
        (first_note(failing("panics", usize::MAX, || panic!("on purpose"))).await, "failed (on purpose)"),
        (first_note(failing("silent", usize::MAX, || None)).await, "gave no order"),
        (first_note(failing("mad", usize::MAX, nonsense)).await, "ordered `fly to the moon`"),
    ];
    for (told, expected) in why {
        assert!(told.contains(expected) && told.contains("in his place"), "{told}");
    }
}

#[tokio::test]
async fn a_seat_whose_computer_player_is_gone_is_told_to_be_stuck() {
    let folder = Folder::new();
    let before = App::of(&folder.file(), Arc::new(BuiltIn::default()), staff());
    let slow = json!({"kind": "computer", "officer": "slow", "seconds": 30.0});
    let begun = begin(&before, "rummels-farm", slow).await.1;
    let id = begun["id"].as_str().unwrap();
    assert!(before.table(id, None).await["seats"]["confederate"].get("stuck").is_none(), "he thinks");
    let copy = before.copied(&folder).await;
    let after = App::of(&copy.file(), Arc::new(BuiltIn::default()), Staff::random());
    let stuck = after.table(id, None).await["seats"]["confederate"]["stuck"].clone();
    assert!(stuck.as_str().is_some_and(|why| why.contains("slow")), "{stuck}");
}
