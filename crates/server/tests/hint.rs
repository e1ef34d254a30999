//! What would you do: asked of the best computer player, by whoever plays him or alone.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::http::StatusCode;
use common::{App, Folder};
use serde_json::{Value, json};
use server::{BuiltIn, Choice, Note, Officer, Staff};

/// One who answers at once, and two who take time: the first of them is the best, and counts how often he is asked.
fn app(folder: &Folder) -> (App, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let officer = |name: &str, seconds, choose: Arc<server::Choose>| Officer {
        name: name.into(),
        title: name.to_uppercase(),
        about: String::new(),
        seconds,
        ratings: None,
        rated: None,
        choose,
    };
    let never: Arc<server::Choose> = Arc::new(|_, _, _, _| None);
    let count = asked.clone();
    let last: Arc<server::Choose> = Arc::new(move |game, seat, _, _| {
        count.fetch_add(1, Ordering::Relaxed);
        let note = Note { why: "It is the last.".into(), ..Note::default() };
        Some(Choice { order: game.orders(seat).pop()?, note })
    });
    let staff = Staff::new(vec![
        officer("quick", None, never.clone()),
        officer("best", Some(0.1), last),
        officer("slow", Some(0.1), never),
    ]);
    (App::of(&folder.file(), Arc::new(BuiltIn::default()), staff), asked)
}

async fn begin(app: &App, union: Value, confederate: Value) -> (String, String) {
    let seats = json!({"union": union, "confederate": confederate});
    let wish = json!({"scenario": "lesson-spring-hill", "seats": seats, "name": "Ann"});
    let begun = app.ok("/games", None, wish).await;
    (begun["id"].as_str().unwrap().to_owned(), begun["token"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn who_plays_alone_is_told_a_legal_order_and_why() {
    let folder = Folder::new();
    let (app, asked) = app(&folder);
    let (id, token) = begin(&app, json!({"kind": "me"}), json!({"kind": "me"})).await;
    let (path, seq) = (format!("/games/{id}/hint"), app.seq(&id).await);
    let told = app.ok(&path, Some(&token), json!({ "seq": seq })).await;
    assert_eq!((&told["by"], &told["why"]), (&json!("BEST"), &json!("It is the last.")));
    let seat = told["seat"].as_str().unwrap();
    let check = json!({"seat": seat, "order": told["order"]});
    assert_eq!(app.post(&format!("/games/{id}/check"), Some(&token), check).await.0, StatusCode::OK);
    // Asked again about the same moment he has not to think again.
    app.ok(&path, Some(&token), json!({ "seq": seq })).await;
    assert_eq!(asked.load(Ordering::Relaxed), 1);
    // Nothing was ordered by that.
    assert_eq!(app.seq(&id).await, seq);
}

#[tokio::test]
async fn nobody_is_helped_against_another_person_and_a_watcher_not_at_all() {
    let folder = Folder::new();
    let (app, asked) = app(&folder);
    let (id, token) = begin(&app, json!({"kind": "me"}), json!({"kind": "friend"})).await;
    let (path, seq) = (format!("/games/{id}/hint"), app.seq(&id).await);
    for (who, wish, status, words) in [
        (
            Some(token.as_str()),
            json!({ "seq": seq, "seat": "union" }),
            StatusCode::FORBIDDEN,
            "another person",
        ),
        (Some(token.as_str()), json!({ "seq": seq, "seat": "confederate" }), StatusCode::FORBIDDEN, ""),
        (Some(token.as_str()), json!({ "seq": seq + 9 }), StatusCode::CONFLICT, ""),
        (Some(token.as_str()), json!({ "seq": "x" }), StatusCode::BAD_REQUEST, ""),
        (None, json!({ "seq": seq }), StatusCode::FORBIDDEN, ""),
    ] {
        let (got, body) = app.post(&path, who, wish.clone()).await;
        assert_eq!(got, status, "{wish}: {body}");
        assert!(body.to_string().contains(words), "{wish}: {body}");
    }
    assert_eq!(asked.load(Ordering::Relaxed), 0);
}
