//! Games that people end: resigned, drawn, left without a result. The rules would let them go on; the server does not.

mod common;

use axum::http::{Method, StatusCode};
use common::{App, Folder, Game};
use serde_json::{Value, json};
use table::{Closing, Header, Line, Side, Standing};

async fn resign(app: &App, id: &str, token: &str) -> (StatusCode, Value) {
    app.post(&format!("/games/{id}/resign"), Some(token), json!({})).await
}

async fn offer(app: &App, game: &Game, side: &str, kind: &str) -> (StatusCode, Value) {
    app.post(&format!("/games/{}/proposal", game.id), Some(game.token(side)), json!({"kind": kind})).await
}

async fn answer(app: &App, game: &Game, side: &str, agree: bool) -> (StatusCode, Value) {
    let body = json!({"kind": "draw", "agree": agree});
    app.post(&format!("/games/{}/proposal/answer", game.id), Some(game.token(side)), body).await
}

/// A game with secrets in which both have given an order.
async fn begun(app: &App) -> Game {
    let game = app.two_players("meadow").await;
    assert_eq!(app.order(&game.id, &game.union, &["camp 0101"]).await.0, StatusCode::OK);
    assert_eq!(app.order(&game.id, &game.confederate, &["camp 0204"]).await.0, StatusCode::OK);
    game
}

#[tokio::test]
async fn who_resigns_has_lost_and_nothing_can_be_ordered_any_more() {
    let app = App::new();
    let game = begun(&app).await;
    let mut news = app.stream(&game.id, Some(&game.confederate)).await;
    news.next().await;
    assert_eq!(resign(&app, &game.id, &game.union).await.0, StatusCode::OK);
    // The table says so in the chat too, before or after.
    let mut told = news.next().await;
    while told.starts_with("event: chat") {
        told = news.next().await;
    }
    assert!(told.contains("\"closed\":{\"how\":\"resigned\",\"by\":\"union\"}"), "{told}");
    let table = app.table(&game.id, Some(&game.union)).await;
    let over = &table["standing"]["over"];
    assert_eq!((&over["winner"], &over["degree"]), (&json!("confederate"), &json!("resigned")));
    assert_eq!(table["standing"]["waiting"], Value::Null);
    assert_eq!((&table["cards"], &table["at_any_time"]), (&json!([]), &json!([])));
    assert_eq!(table["undo"]["union"], Value::Null, "nothing can be taken back");
    let seed = table["seed"].as_str().expect("the seed is told");
    assert_eq!(seed.len(), 64);
    let anybody = app.table(&game.id, None).await;
    assert_eq!(anybody["viewer"], "referee", "everybody may see all");
    for token in [&game.union, &game.confederate] {
        let (status, no) = app.order(&game.id, token, &["end"]).await;
        assert_eq!((status, &no["error"]), (StatusCode::CONFLICT, &json!("over")));
        assert!(no["message"].as_str().unwrap().contains("The Union player resigned"), "{no}");
        let check = format!("/games/{}/check", game.id);
        assert_eq!(app.post(&check, Some(token), json!({"order": "end"})).await.0, StatusCode::CONFLICT);
        let why = format!("/games/{}/why", game.id);
        assert_eq!(app.post(&why, Some(token), json!({})).await.0, StatusCode::CONFLICT);
        let reach = format!("/games/{}/reach", game.id);
        assert_eq!(app.post(&reach, Some(token), json!({"piece": "Ada"})).await.0, StatusCode::CONFLICT);
        let seq = json!({"seq": table["seq"]});
        assert_eq!(
            app.post(&format!("/games/{}/undo", game.id), Some(token), seq).await.0,
            StatusCode::CONFLICT
        );
        assert_eq!(resign(&app, &game.id, token).await.0, StatusCode::CONFLICT, "once is enough");
    }
    let mine = app.ok("/games/mine", None, json!({"tokens": [game.union]})).await;
    let row = &mine["games"][0];
    assert_eq!(
        (&row["over"], &row["headline"]),
        (&json!(true), &json!("Confederate victory, Union resigned"))
    );
}

#[tokio::test]
async fn who_holds_no_seat_resigns_nothing() {
    let app = App::new();
    let game = begun(&app).await;
    let path = format!("/games/{}/resign", game.id);
    assert_eq!(app.post(&path, None, json!({})).await.0, StatusCode::FORBIDDEN);
    let (status, _) = app.post(&path, Some(&game.union), json!({"seat": "confederate"})).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "nobody resigns for the other");
    assert_eq!(app.table(&game.id, None).await["standing"]["over"], Value::Null);
}

#[tokio::test]
async fn an_end_outlives_the_server_and_its_last_order_is_still_acknowledged() {
    let folder = Folder::new();
    let app = App::on(&folder.file());
    let game = begun(&app).await;
    resign(&app, &game.id, &game.confederate).await;
    let before = app.table(&game.id, Some(&game.union)).await;
    drop(app);
    let again = App::on(&folder.file());
    assert_eq!(again.table(&game.id, Some(&game.union)).await, before);
    assert_eq!(before["standing"]["closed"], json!({"how": "resigned", "by": "confederate"}));
    let body = json!({"seq": 1, "orders": ["camp 0204"]});
    let path = format!("/games/{}/orders", game.id);
    let (status, told) = again.post(&path, Some(&game.confederate), body).await;
    assert_eq!((status, &told["accepted"]), (StatusCode::OK, &json!(1)), "{told}");
}

#[tokio::test]
async fn the_record_says_how_it_ended_and_replays() {
    let app = App::real();
    let game = app.two_players("lesson-spring-hill").await;
    let own = app.table(&game.id, Some(&game.union)).await;
    let side = own["standing"]["waiting"]["seats"][0].as_str().unwrap();
    let own = app.table(&game.id, Some(game.token(side))).await;
    app.order(&game.id, game.token(side), &[own["cards"][0]["order"].as_str().unwrap()]).await;
    resign(&app, &game.id, &game.union).await;
    let text = app.get_bytes(&format!("/games/{}/record", game.id), None).await;
    let text = String::from_utf8(text).unwrap();
    let mut lines = text.lines();
    let header: Header = serde_json::from_str(lines.next().unwrap()).unwrap();
    assert_eq!(header.closed, Some(Closing::Resigned { by: Side::Union }));
    assert!(header.seed.is_some());
    let lines: Vec<Line> = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 1);
    let opened = library::open(&header.scenario).unwrap();
    let read = || lines.iter().cloned().map(Ok);
    let again = table::replay(&header, read(), |dice| opened.start(dice), |_, _, _| ()).unwrap();
    let Standing::Over(outcome) = again.standing else { panic!("it is over") };
    assert_eq!((outcome.winner, outcome.degree.as_ref()), (Some(Side::Confederate), "resigned"));
    let ending = ending::of_record(&header, read(), |dice| opened.start(dice)).unwrap().expect("it is over");
    assert_eq!(ending.why, "The Union player resigned.");
    let told = app.get(&format!("/games/{}/ending", game.id), None).await["ending"].clone();
    assert_eq!(told["why"], ending.why.as_str());
    assert!(told["headline"].as_str().unwrap().starts_with("Confederate victory, Union resigned"), "{told}");
}

#[tokio::test]
async fn what_people_ended_can_be_played_on_from_its_last_order() {
    let app = App::new();
    let game = begun(&app).await;
    resign(&app, &game.id, &game.union).await;
    let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "me"}});
    let from = |orders: u64| json!({"from": {"game": game.id, "orders": orders}, "seats": seats});
    let begun = app.ok("/games", None, from(2)).await;
    let fork = app.table(begun["id"].as_str().unwrap(), begun["token"].as_str()).await;
    assert_eq!(fork["standing"]["over"], Value::Null, "the fork goes on");
    assert_eq!(fork["orders"], 2);
    assert_eq!(app.post("/games", None, from(3)).await.0, StatusCode::NOT_FOUND);
    let last = app.get(&format!("/games/{}/at/2", game.id), None).await;
    assert_eq!(last["standing"]["over"]["degree"], "resigned");
    let before = app.get(&format!("/games/{}/at/1", game.id), None).await;
    assert_eq!(before["standing"]["over"], Value::Null);
}

#[tokio::test]
async fn a_draw_is_offered_declined_withdrawn_and_agreed_to() {
    let app = App::new();
    let game = begun(&app).await;
    let waits = async |token: Option<&str>| app.table(&game.id, token).await["proposed"].clone();
    assert_eq!(answer(&app, &game, "union", true).await.0, StatusCode::CONFLICT, "nothing is offered");
    assert_eq!(offer(&app, &game, "union", "draw").await.1, json!({"over": false}));
    assert_eq!(waits(None).await, json!({"kind": "draw", "by": "union"}));
    assert_eq!(
        answer(&app, &game, "union", true).await.0,
        StatusCode::FORBIDDEN,
        "nobody agrees with himself"
    );
    assert_eq!(answer(&app, &game, "confederate", false).await.1, json!({"over": false}));
    assert_eq!(waits(None).await, Value::Null);
    offer(&app, &game, "confederate", "draw").await;
    let path = format!("/games/{}/proposal", game.id);
    assert_eq!(app.send(Method::DELETE, &path, Some(&game.union), None).await.0, StatusCode::FORBIDDEN);
    assert_eq!(app.send(Method::DELETE, &path, Some(&game.confederate), None).await.0, StatusCode::OK);
    assert_eq!(waits(None).await, Value::Null);
    offer(&app, &game, "confederate", "abandon").await;
    assert_eq!(answer(&app, &game, "union", true).await.0, StatusCode::CONFLICT, "that is another proposal");
    assert_eq!(offer(&app, &game, "union", "draw").await.0, StatusCode::CONFLICT, "he answers first");
    offer(&app, &game, "confederate", "draw").await;
    assert_eq!(answer(&app, &game, "union", true).await.1, json!({"over": true}));
    let table = app.table(&game.id, None).await;
    assert_eq!(table["standing"]["closed"], json!({"how": "drawn"}));
    assert_eq!(table["standing"]["over"]["winner"], Value::Null);
    assert_eq!(table["proposed"], Value::Null);
    assert_eq!(offer(&app, &game, "union", "draw").await.0, StatusCode::CONFLICT, "it is over");
}

#[tokio::test]
async fn an_offer_is_declined_by_an_order_of_the_other_side_and_not_by_ones_own() {
    let folder = Folder::new();
    let app = App::on(&folder.file());
    let game = begun(&app).await;
    let asked =
        app.table(&game.id, None).await["standing"]["waiting"]["seats"][0].as_str().unwrap().to_owned();
    let other = if asked == "union" { "confederate" } else { "union" };
    offer(&app, &game, &asked, "draw").await;
    assert_eq!(app.order(&game.id, game.token(&asked), &["end"]).await.0, StatusCode::OK);
    assert_eq!(
        app.table(&game.id, None).await["proposed"]["by"],
        asked.as_str(),
        "his own order changes nothing"
    );
    drop(app);
    let app = App::on(&folder.file());
    assert_eq!(
        app.table(&game.id, None).await["proposed"]["by"],
        asked.as_str(),
        "nor does a server that ends"
    );
    assert_eq!(app.order(&game.id, game.token(other), &["end"]).await.0, StatusCode::OK);
    assert_eq!(app.table(&game.id, None).await["proposed"], Value::Null);
    drop(app);
    let app = App::on(&folder.file());
    assert_eq!(app.table(&game.id, None).await["proposed"], Value::Null);
}

#[tokio::test]
async fn both_offering_is_agreeing() {
    let app = App::new();
    let game = begun(&app).await;
    offer(&app, &game, "union", "abandon").await;
    assert_eq!(offer(&app, &game, "confederate", "abandon").await.1, json!({"over": true}));
    let standing = app.table(&game.id, None).await["standing"].clone();
    assert_eq!(
        (&standing["closed"]["how"], &standing["over"]["degree"]),
        (&json!("abandoned"), &json!("abandoned"))
    );
}

#[tokio::test]
async fn a_computer_player_agrees_to_nothing_and_stops_when_one_resigns() {
    let app = App::new();
    let (id, token) = app.alone(json!({"kind": "computer"})).await;
    let (status, no) =
        app.post(&format!("/games/{id}/proposal"), Some(&token), json!({"kind": "draw"})).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    assert!(no["message"].as_str().unwrap().contains("computer"), "{no}");
    assert_eq!(resign(&app, &id, &token).await.0, StatusCode::OK);
    let seq = app.seq(&id).await;
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    assert_eq!(app.seq(&id).await, seq);
    assert_eq!(app.table(&id, None).await["standing"]["over"]["winner"], "confederate");
}

#[tokio::test]
async fn who_plays_both_sides_agrees_with_himself_and_an_empty_seat_with_nobody() {
    let app = App::new();
    let (id, token) = app.alone(json!({"kind": "me"})).await;
    let over = app.ok(&format!("/games/{id}/proposal"), Some(&token), json!({"kind": "draw"})).await;
    assert_eq!(over, json!({"over": true}));
    let (id, token) = app.alone(json!({"kind": "me"})).await;
    app.ok(&format!("/games/{id}/resign"), Some(&token), json!({"seat": "confederate"})).await;
    assert_eq!(app.table(&id, None).await["standing"]["over"]["winner"], "union");
    let (id, token) = app.alone(json!({"kind": "friend"})).await;
    assert_eq!(resign(&app, &id, &token).await.0, StatusCode::FORBIDDEN);
    let draw = app.post(&format!("/games/{id}/proposal"), Some(&token), json!({"kind": "draw"})).await;
    assert_eq!(draw.0, StatusCode::FORBIDDEN);
}
