//! Taking orders back: free until dice fell or something hidden was revealed, else by consent.

mod common;

use axum::http::StatusCode;
use common::{App, Folder, Game};
use serde_json::{Value, json};
use table::{Dice, SeededDice};

/// Both camps are hidden and it is `side`'s turn to walk.
async fn walking(app: &App, side: &str) -> Game {
    loop {
        let game = app.two_players("meadow").await;
        app.order(&game.id, &game.union, &["camp 0101"]).await;
        app.order(&game.id, &game.confederate, &["camp 0606"]).await;
        // A die decides who begins.
        if app.table(&game.id, None).await["standing"]["waiting"]["seats"][0] == side {
            return game;
        }
    }
}

async fn undo(app: &App, game: &Game, side: &str) -> (StatusCode, Value) {
    let seq = app.seq(&game.id).await;
    app.post(&format!("/games/{}/undo", game.id), Some(game.token(side)), json!({"seq": seq})).await
}

/// The seed of the newest game, as the database keeps it.
fn seed(folder: &Folder) -> [u8; 32] {
    let base = rusqlite::Connection::open(folder.file()).unwrap();
    base.query_row("SELECT seed FROM game ORDER BY key DESC", [], |row| row.get(0)).unwrap()
}

#[tokio::test]
async fn a_walk_is_taken_back_freely() {
    let app = App::new();
    let game = walking(&app, "union").await;
    let before = app.table(&game.id, Some(&game.union)).await;
    app.order(&game.id, &game.union, &["walk Abner 0201"]).await;
    assert_eq!(app.table(&game.id, Some(&game.union)).await["undo"]["union"]["consent"], false);
    let (_, done) = undo(&app, &game, "union").await;
    assert_eq!(done["done"], true);
    let after = app.table(&game.id, Some(&game.union)).await;
    assert_eq!(after["view"], before["view"]);
    assert_eq!(after["seq"].as_u64(), before["seq"].as_u64().map(|n| n + 2), "the journal keeps a trace");
    let log = app.get(&format!("/games/{}/log", game.id), Some(&game.confederate)).await;
    let told = json!([{"by": "union", "kept": 2, "own": 1, "others": 0, "consent": false}]);
    assert_eq!(log["taken_back"], told, "and so does the log");
}

#[tokio::test]
async fn what_of_the_other_player_is_lost_is_told_before_and_after() {
    let folder = Folder::new();
    let app = App::on(&folder.file());
    let game = walking(&app, "union").await;
    app.order(&game.id, &game.union, &["walk Cutler 0304"]).await;
    app.order(&game.id, &game.confederate, &["stand"]).await;
    undo(&app, &game, "union").await;
    let asked = app.table(&game.id, Some(&game.confederate)).await;
    assert_eq!((&asked["asked"]["own"], &asked["asked"]["others"]), (&json!(1), &json!(1)));
    let answer = json!({"seq": asked["seq"], "agree": true});
    app.ok(&format!("/games/{}/undo/answer", game.id), Some(&game.confederate), answer).await;
    drop(app);
    let app = App::on(&folder.file());
    let log = app.get(&format!("/games/{}/log", game.id), None).await;
    let told = json!([{"by": "union", "kept": 2, "own": 1, "others": 1, "consent": false}]);
    assert_eq!(log["taken_back"], told, "also after the server was stopped and started");
}

#[tokio::test]
async fn dice_that_fell_are_taken_back_only_by_consent_and_never_fall_again() {
    let folder = Folder::new();
    let app = App::on(&folder.file());
    let game = walking(&app, "union").await;
    app.order(&game.id, &game.union, &["walk Cutler 0304"]).await;
    app.order(&game.id, &game.confederate, &["stand"]).await;
    let (_, asked) = undo(&app, &game, "confederate").await;
    assert_eq!((&asked["done"], &asked["asked"]), (&json!(false), &json!(true)));
    let waiting = app.table(&game.id, Some(&game.union)).await;
    assert_eq!(waiting["asked"]["by"], "confederate");
    let answer = |agree: bool| json!({"seq": waiting["seq"], "agree": agree});
    let path = format!("/games/{}/undo/answer", game.id);
    let (status, _) = app.post(&path, Some(&game.confederate), answer(true)).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "nobody agrees with himself");
    app.ok(&path, Some(&game.union), answer(true)).await;
    let after = app.table(&game.id, Some(&game.confederate)).await;
    assert_eq!(after["standing"]["waiting"]["kind"], "stand");
    app.order(&game.id, &game.confederate, &["stand"]).await;
    let log = app.get(&format!("/games/{}/log?from=3", game.id), Some(&game.confederate)).await;
    let fell: Vec<u64> =
        (0..2).map(|n| log["lines"][0]["events"][0]["dice"][n]["die"].as_u64().unwrap()).collect();
    // One die of the set-up and two that were taken back come before them in the stream of the seed.
    let mut dice = SeededDice::new(seed(&folder));
    let stream: Vec<u64> = (0..5).map(|_| u64::from(dice.d6(""))).collect();
    assert_eq!(fell, stream[3..]);
}

#[tokio::test]
async fn the_other_player_may_refuse() {
    let app = App::new();
    let game = walking(&app, "union").await;
    app.order(&game.id, &game.union, &["end"]).await;
    app.order(&game.id, &game.confederate, &["walk Xenia 0204"]).await;
    assert_eq!(undo(&app, &game, "union").await.1["asked"], true, "the enemy has acted since");
    let seq = app.seq(&game.id).await;
    let path = format!("/games/{}/undo/answer", game.id);
    app.ok(&path, Some(&game.confederate), json!({"seq": seq, "agree": false})).await;
    let table = app.table(&game.id, Some(&game.union)).await;
    assert_eq!((&table["asked"], table["seq"].as_u64()), (&Value::Null, Some(seq)));
}

#[tokio::test]
async fn a_game_with_undone_dice_is_rebuilt_the_same() {
    let folder = Folder::new();
    let app = App::on(&folder.file());
    let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "me"}});
    let begun = app.ok("/games", None, json!({"scenario": "meadow", "seats": seats})).await;
    let (id, token) = (begun["id"].as_str().unwrap().to_owned(), begun["token"].as_str().unwrap().to_owned());
    app.order(&id, &token, &["camp 0101"]).await;
    app.order(&id, &token, &["camp 0606"]).await;
    for round in 0..30 {
        let table = app.table(&id, Some(&token)).await;
        let Some(card) = table["cards"].as_array().unwrap().first() else { break };
        app.order(&id, &token, &[card["order"].as_str().unwrap()]).await;
        if round % 3 == 0 {
            let seq = app.seq(&id).await;
            let done = app.ok(&format!("/games/{id}/undo"), Some(&token), json!({"seq": seq})).await;
            assert_eq!(done["done"], true, "who plays both sides agrees with himself");
        }
    }
    let before = app.table(&id, Some(&token)).await;
    let next = before["cards"][0]["order"].as_str().map(str::to_owned);
    drop(app);
    let again = App::on(&folder.file());
    assert_eq!(again.table(&id, Some(&token)).await, before);
    if let Some(order) = next {
        assert_eq!(again.order(&id, &token, &[&order]).await.0, StatusCode::OK);
    }
}

#[tokio::test]
async fn a_wish_to_take_back_outlives_the_server() {
    let folder = Folder::new();
    let app = App::on(&folder.file());
    let game = walking(&app, "union").await;
    app.order(&game.id, &game.union, &["end"]).await;
    app.order(&game.id, &game.confederate, &["walk Xenia 0204"]).await;
    assert_eq!(undo(&app, &game, "union").await.1["asked"], true);
    let before = app.table(&game.id, Some(&game.confederate)).await;
    drop(app);
    let again = App::on(&folder.file());
    let after = again.table(&game.id, Some(&game.confederate)).await;
    assert_eq!(after["asked"], before["asked"], "the wish still waits for its answer");
    assert_eq!(after["asked"]["by"], "union");
    let path = format!("/games/{}/undo/answer", game.id);
    again.ok(&path, Some(&game.confederate), json!({"seq": after["seq"], "agree": true})).await;
    let back = again.table(&game.id, Some(&game.union)).await;
    assert_eq!(back["standing"]["waiting"]["seats"], json!(["union"]));
    assert_eq!(back["asked"], Value::Null);
}

#[tokio::test]
async fn a_wish_that_was_refused_or_overtaken_does_not_come_back() {
    for refuse in [true, false] {
        let folder = Folder::new();
        let app = App::on(&folder.file());
        let game = walking(&app, "union").await;
        app.order(&game.id, &game.union, &["end"]).await;
        app.order(&game.id, &game.confederate, &["walk Xenia 0204"]).await;
        undo(&app, &game, "union").await;
        if refuse {
            let body = json!({"seq": app.seq(&game.id).await, "agree": false});
            app.ok(&format!("/games/{}/undo/answer", game.id), Some(&game.confederate), body).await;
        } else {
            app.order(&game.id, &game.confederate, &["end"]).await;
        }
        drop(app);
        let again = App::on(&folder.file());
        assert_eq!(again.table(&game.id, Some(&game.union)).await["asked"], Value::Null);
    }
}
