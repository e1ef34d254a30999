//! Two servers, locked files, lost answers, other versions: every answer is true, and what cannot be done is said.

mod common;

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use common::{App, Folder, Game, Meadows};
use serde_json::{Value, json};
use server::{BuiltIn, Catalog, Clause, Games, Scenario, ScenarioCard, Settings, Staff};
use table::{Dice, Played};

#[tokio::test]
async fn a_second_server_on_the_same_games_is_refused_and_told_where_they_are() {
    let folder = Folder::new();
    let first = App::on(&folder.file());
    let address = first.listen().await;
    let game = first.two_players("meadow").await;
    let refused = Games::open(&folder.file(), Arc::new(Meadows::default()), Staff::random());
    let told = refused.err().expect("the second one is refused").to_string();
    assert!(told.contains(&format!("http://{address}/")), "{told}");
    assert!(told.contains(&std::process::id().to_string()), "{told}");
    assert_eq!(first.order(&game.id, &game.union, &["camp 0101"]).await.0, StatusCode::OK);
}

#[tokio::test]
async fn an_order_refused_because_the_file_is_locked_was_not_carried_out() {
    let folder = Folder::new();
    let settings = Settings { lock_wait: Duration::from_millis(200), ..Settings::default() };
    let app = App::set(&folder.file(), Arc::new(Meadows::default()), Staff::random(), settings);
    let games = [app.two_players("meadow").await, app.two_players("meadow").await];
    let other = rusqlite::Connection::open(folder.file()).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let camp = |game: &Game| {
        let (path, token) = (format!("/games/{}/orders", game.id), game.union.clone());
        let app = &app;
        async move { app.post(&path, Some(&token), json!({"seq": 0, "orders": ["camp 0101"]})).await }
    };
    let (one, two) = tokio::join!(camp(&games[0]), camp(&games[1]));
    for (status, answer) in [one, two] {
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{answer}");
        assert!(answer["message"].as_str().unwrap().contains("nothing has changed"), "{answer}");
    }
    other.execute_batch("ROLLBACK").unwrap();
    for game in &games {
        assert_eq!(app.seq(&game.id).await, 0, "nothing has changed");
        let base = rusqlite::Connection::open(folder.file()).unwrap();
        let kept = base.query_row("SELECT count(*) FROM recent", [], |row| row.get(0));
        assert_eq!(kept, Ok(0));
    }
    assert_eq!(camp(&games[0]).await.0, StatusCode::OK, "and goes on once it is free");
}

#[tokio::test]
async fn orders_whose_answer_was_lost_may_be_sent_again() {
    let app = App::new();
    let game = app.two_players("meadow").await;
    let path = format!("/games/{}/orders", game.id);
    let camp = json!({"seq": 0, "orders": ["camp 0101"]});
    let first = app.ok(&path, Some(&game.union), camp.clone()).await;
    let again = app.ok(&path, Some(&game.union), camp.clone()).await;
    assert_eq!(first, again, "the same answer");
    app.ok(&path, Some(&game.confederate), json!({"seq": 1, "orders": ["camp 0606"]})).await;
    let later = app.ok(&path, Some(&game.union), camp.clone()).await;
    assert_eq!(
        (&later["seq"], &later["accepted"]),
        (&json!(2), &json!(1)),
        "also when others have moved since"
    );
    assert_eq!(app.seq(&game.id).await, 2, "and nothing is done twice");
    for (token, body, trick) in [
        (&game.union, json!({"seq": 0, "orders": ["camp 0102"]}), "another order"),
        (&game.confederate, camp.clone(), "another's order"),
        (&game.union, json!({"seq": 1, "orders": ["camp 0606"]}), "the other's order"),
    ] {
        let (status, answer) = app.post(&path, Some(token), body).await;
        assert_eq!((status, &answer["error"]), (StatusCode::CONFLICT, &json!("stale")), "{trick}");
    }
}

#[tokio::test]
async fn an_order_that_was_taken_back_is_not_acknowledged_again() {
    let app = App::new();
    let (id, token) = app.alone(json!({"kind": "me"})).await;
    let path = format!("/games/{id}/orders");
    let camp = json!({"seq": 0, "seat": "union", "orders": ["camp 0101"]});
    app.ok(&path, Some(&token), camp.clone()).await;
    app.ok(&format!("/games/{id}/undo"), Some(&token), json!({"seq": 1})).await;
    let (status, answer) = app.post(&path, Some(&token), camp).await;
    assert_eq!((status, &answer["error"]), (StatusCode::CONFLICT, &json!("stale")));
}

/// Plays a game of one person to its end.
async fn to_the_end(app: &App, id: &str, token: &str) {
    for _ in 0..500 {
        let table = app.table(id, Some(token)).await;
        let Some(card) = table["cards"].as_array().unwrap().last() else { return };
        app.order(id, token, &[card["order"].as_str().unwrap()]).await;
    }
    panic!("the game does not end");
}

#[tokio::test]
async fn once_the_seed_is_told_nothing_is_taken_back() {
    let app = App::new();
    for opponent in [json!({"kind": "me"}), json!({"kind": "computer"})] {
        let (id, token) = app.alone(opponent.clone()).await;
        if opponent["kind"] == "me" {
            to_the_end(&app, &id, &token).await;
        } else {
            while !app.table(&id, None).await["standing"]["over"].is_object() {
                let table = app.table(&id, Some(&token)).await;
                match table["cards"].as_array().unwrap().last() {
                    Some(card) => _ = app.order(&id, &token, &[card["order"].as_str().unwrap()]).await,
                    None => tokio::time::sleep(Duration::from_millis(2)).await,
                }
            }
        }
        let over = app.table(&id, Some(&token)).await;
        assert!(over["seed"].is_string() && over["standing"]["over"].is_object());
        assert_eq!(over["undo"]["union"], Value::Null, "it is not offered");
        let body = json!({"seq": over["seq"], "seat": "union"});
        let (status, answer) = app.post(&format!("/games/{id}/undo"), Some(&token), body).await;
        assert_eq!((status, &answer["error"]), (StatusCode::CONFLICT, &json!("over")), "{answer}");
        assert!(answer["message"].as_str().unwrap().contains("seed"), "{answer}");
        assert_eq!(app.table(&id, Some(&token)).await["seq"], over["seq"]);
    }
}

#[tokio::test]
async fn a_game_taken_back_after_its_end_by_an_earlier_version_does_not_go_on() {
    let folder = Folder::new();
    let app = App::on(&folder.file());
    let (id, token) = app.alone(json!({"kind": "me"})).await;
    to_the_end(&app, &id, &token).await;
    let seq = app.seq(&id).await;
    drop(app);
    // What an undoing of the last order by the Union left in the journal: a flag and the orders that stand.
    let base = rusqlite::Connection::open(folder.file()).unwrap();
    let mut undo = vec![2];
    undo.extend_from_slice(&(seq as u32 - 1).to_le_bytes());
    base.execute(
        "INSERT INTO recent (game, seq, body) VALUES (1, ?1, ?2)",
        rusqlite::params![seq as i64, undo],
    )
    .unwrap();
    let again = App::on(&folder.file());
    let table = again.table(&id, Some(&token)).await;
    let order = table["cards"][0]["order"].as_str().expect("it stands before its end").to_owned();
    let (status, answer) = again.order(&id, &token, &[&order]).await;
    assert_eq!((status, &answer["error"]), (StatusCode::CONFLICT, &json!("over")), "{answer}");
}

#[test]
fn games_of_a_newer_version_are_refused() {
    let folder = Folder::new();
    drop(App::on(&folder.file()));
    rusqlite::Connection::open(folder.file()).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let refused = Games::open(&folder.file(), Arc::new(Meadows::default()), Staff::random());
    let told = refused.err().expect("it is refused").to_string();
    assert!(told.contains("newer version"), "{told}");
}

/// Scenarios whose text is another than it was.
struct Rewritten(bool);

struct Text(Arc<dyn Scenario>, String);

impl Scenario for Text {
    fn begin(&self, dice: &mut dyn Dice) -> (Box<dyn table::Game>, Played) {
        self.0.begin(dice)
    }
    fn hash(&self) -> String {
        self.1.clone()
    }
    fn texts(&self) -> Vec<(String, String)> {
        vec![("meadow".into(), self.1.clone())]
    }
}

impl Catalog for Rewritten {
    fn list(&self) -> Vec<ScenarioCard> {
        Meadows::default().list()
    }
    fn open(&self, id: &str, options: &[String]) -> Result<Arc<dyn Scenario>, String> {
        let today = if self.0 { "new" } else { "old" };
        Ok(Arc::new(Text(Meadows { other: self.0 }.open(id, options)?, today.into())))
    }
    fn reopen(
        &self,
        id: &str,
        options: &[String],
        texts: &[(String, String)],
    ) -> Result<Arc<dyn Scenario>, String> {
        Rewritten(texts[0].1 == "new").open(id, options)
    }
    fn map(&self, _: &str) -> Option<String> {
        None
    }
    fn clause(&self, _: &str) -> Option<Clause> {
        None
    }
    fn clauses(&self, _: &str) -> Vec<Clause> {
        Vec::new()
    }
}

#[tokio::test]
async fn a_game_goes_on_with_the_text_it_began_with() {
    let folder = Folder::new();
    let before = App::of(&folder.file(), Arc::new(Rewritten(false)), Staff::random());
    let (id, token) = before.alone(json!({"kind": "me"})).await;
    before.order(&id, &token, &["camp 0101"]).await;
    let seen = before.table(&id, Some(&token)).await;
    drop(before);
    let after = App::of(&folder.file(), Arc::new(Rewritten(true)), Staff::random());
    assert_eq!(after.table(&id, Some(&token)).await, seen, "the strengths are those of the old text");
    let (new, token) = after.alone(json!({"kind": "me"})).await;
    assert_ne!(after.table(&new, Some(&token)).await["view"]["pieces"], seen["view"]["pieces"]);
}

#[tokio::test]
async fn a_game_whose_text_is_gone_is_refused_in_words() {
    let folder = Folder::new();
    let before = App::of(&folder.file(), Arc::new(Rewritten(false)), Staff::random());
    let (id, _) = before.alone(json!({"kind": "me"})).await;
    drop(before);
    let base = rusqlite::Connection::open(folder.file()).unwrap();
    base.execute_batch("DELETE FROM scenario_text; DELETE FROM text").unwrap();
    let after = App::of(&folder.file(), Arc::new(Rewritten(true)), Staff::random());
    let (status, answer) = after.send(axum::http::Method::GET, &format!("/games/{id}"), None, None).await;
    let answer: Value = serde_json::from_slice(&answer).unwrap();
    assert_eq!((status, &answer["error"]), (StatusCode::INTERNAL_SERVER_ERROR, &json!("broken")));
    assert!(answer["message"].as_str().unwrap().contains("has changed since this game began"), "{answer}");
}

#[tokio::test]
async fn games_begun_before_texts_were_kept_have_theirs_kept() {
    let folder = Folder::new();
    let first = App::of(&folder.file(), Arc::new(BuiltIn::default()), Staff::random());
    let game = first.two_players("lesson-spring-hill").await;
    drop(first);
    let texts = || -> i64 {
        let base = rusqlite::Connection::open(folder.file()).unwrap();
        base.query_row("SELECT count(*) FROM scenario_text", [], |row| row.get(0)).unwrap()
    };
    assert!(texts() > 1, "the scenario and its map");
    let base = rusqlite::Connection::open(folder.file()).unwrap();
    base.execute_batch("DELETE FROM scenario_text; DELETE FROM text").unwrap();
    let again = App::of(&folder.file(), Arc::new(BuiltIn::default()), Staff::random());
    again.table(&game.id, None).await;
    assert!(texts() > 1);
}

#[tokio::test]
async fn a_server_that_is_stopped_leaves_one_whole_file() {
    let folder = Folder::new();
    let app = App::on(&folder.file());
    let game = app.two_players("meadow").await;
    app.order(&game.id, &game.union, &["camp 0101"]).await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut news = app.stream(&game.id, None).await;
    news.next().await;
    server::serve_until(listener, app.games.clone(), async {}).await.unwrap();
    assert!(news.ends().await, "streams end");
    let copy = Folder::new();
    std::fs::copy(folder.file(), copy.file()).unwrap();
    drop(app);
    let restored = App::on(&copy.file());
    assert_eq!(restored.seq(&game.id).await, 1, "the copy of the one file has everything");
}

#[cfg(unix)]
#[test]
fn only_the_owner_can_read_the_games() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let _app = App::on(&folder.file());
    for ending in ["db", "db-wal", "db-shm", "lock"] {
        let file = folder.file().with_extension(ending);
        let mode = std::fs::metadata(&file).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{}", file.display());
    }
}
