//! A game from its beginning to its end, over HTTP.

mod common;

use axum::http::{Method, StatusCode};
use common::{App, Folder};
use serde_json::{Value, json};

#[tokio::test]
async fn two_people_play_and_each_sees_only_his_own_camp() {
    let app = App::new();
    let game = app.two_players("meadow").await;
    assert_eq!(app.order(&game.id, &game.union, &["camp 0101"]).await.0, StatusCode::OK);
    assert_eq!(app.order(&game.id, &game.confederate, &["camp 0606"]).await.0, StatusCode::OK);
    let ann = app.table(&game.id, Some(&game.union)).await;
    let bob = app.table(&game.id, Some(&game.confederate)).await;
    assert_eq!(ann["view"]["scouts"]["camps"], json!(["0101", null]));
    assert_eq!(bob["view"]["scouts"]["camps"], json!([null, "0606"]));
    assert_eq!(ann["seats"]["confederate"]["name"], "Bob");
    assert_eq!((&ann["you"], &ann["viewer"]), (&json!(["union"]), &json!("union")));
    assert!(ann.get("seed").is_none(), "the seed is kept until the end");
    assert_eq!(ann["seed_hash"].as_str().unwrap().len(), 64);
}

#[tokio::test]
async fn a_batch_stops_at_the_first_refusal() {
    let app = App::new();
    let (id, token) = app.alone(json!({"kind": "me"})).await;
    app.ok(
        &format!("/games/{id}/orders"),
        Some(&token),
        json!({"seq": 0, "seat": "union", "orders": ["camp 0101"]}),
    )
    .await;
    app.ok(&format!("/games/{id}/orders"), Some(&token), json!({"seq": 1, "orders": ["camp 0606"]})).await;
    let standing = app.table(&id, Some(&token)).await["standing"]["waiting"]["seats"][0].clone();
    let (name, to) = if standing == "union" { ("Abner", "0201") } else { ("Xenia", "0204") };
    let orders = json!([format!("walk {name} {to}"), format!("walk {name} 0101"), "end"]);
    let done =
        app.ok(&format!("/games/{id}/orders"), Some(&token), json!({"seq": 2, "orders": orders})).await;
    assert_eq!((&done["accepted"], &done["seq"]), (&json!(1), &json!(3)));
    assert_eq!(done["refused"]["n"], 1);
    assert_eq!(done["refused"]["clause"], "G2.1-1");
    assert_eq!(
        done["lines"][0]["events"][0]["say"],
        format!("{name} walks from {} to {to}.", if name == "Abner" { "0301" } else { "0304" })
    );
}

#[tokio::test]
async fn a_batch_stops_when_the_decision_passes() {
    let app = App::new();
    let (id, token) = app.alone(json!({"kind": "me"})).await;
    let path = format!("/games/{id}/orders");
    app.ok(&path, Some(&token), json!({"seq": 0, "seat": "union", "orders": ["camp 0101"]})).await;
    app.ok(&path, Some(&token), json!({"seq": 1, "orders": ["camp 0606"]})).await;
    let done = app.ok(&path, Some(&token), json!({"seq": 2, "orders": ["end", "end", "end"]})).await;
    assert_eq!((&done["accepted"], &done["refused"]), (&json!(1), &Value::Null));
}

#[tokio::test]
async fn an_invitation_works_once() {
    let app = App::new();
    let seats = json!({"union": {"kind": "friend"}, "confederate": {"kind": "me"}});
    let begun = app.ok("/games", None, json!({"scenario": "meadow", "seats": seats})).await;
    let join = json!({"invitation": begun["invitations"]["union"], "name": "Bob"});
    app.ok("/join", None, join.clone()).await;
    assert_eq!(app.post("/join", None, join).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn after_the_end_the_seed_the_record_and_everything_hidden_are_open() {
    let app = App::new();
    let game = app.two_players("meadow").await;
    let kept = app.send(Method::GET, &format!("/games/{}/record", game.id), Some(&game.union), None).await;
    assert_eq!(kept.0, StatusCode::FORBIDDEN, "the record of a running game with secrets is kept back");
    let over = app.play_out(&game).await;
    assert!(over["standing"]["over"].is_object());
    let seed = over["seed"].as_str().unwrap();
    let bytes: [u8; 32] = std::array::from_fn(|n| u8::from_str_radix(&seed[2 * n..2 * n + 2], 16).unwrap());
    assert_eq!(table::SeededDice::commitment(&bytes), over["seed_hash"].as_str().unwrap());
    assert!(over["view"]["scouts"]["camps"][1].is_string());
    let text = String::from_utf8(app.get_bytes(&format!("/games/{}/record", game.id), None).await).unwrap();
    let mut lines = text.lines();
    let header: table::Header = serde_json::from_str(lines.next().unwrap()).unwrap();
    let lines = lines.map(|l| serde_json::from_str(l).map_err(|e: serde_json::Error| e.to_string()));
    let meadow = common::scouts::Meadow(common::scouts::setup([[2, 2, 2], [1, 2, 3]]));
    let begin = |dice: &mut dyn table::Dice| server::Scenario::begin(&meadow, dice);
    let replay = table::replay(&header, lines, begin, |_, _, _| {}).unwrap();
    assert!(replay.standing.is_over());
    let mut dice = table::SeededDice::new(bytes);
    let first = table::Dice::d6(&mut dice, "");
    assert_eq!(first, header.dice[0].die, "the dice are those of the seed");
}

#[tokio::test]
async fn a_game_is_the_same_after_the_server_was_started_again() {
    let folder = Folder::new();
    let app = App::on(&folder.file());
    let game = app.two_players("meadow").await;
    for (token, order) in [(&game.union, "camp 0101"), (&game.confederate, "camp 0606")] {
        assert_eq!(app.order(&game.id, token, &[order]).await.0, StatusCode::OK);
    }
    for _ in 0..70 {
        let table = app.table(&game.id, None).await;
        let Some(side) = table["standing"]["waiting"]["seats"][0].as_str() else { break };
        let own = app.table(&game.id, Some(game.token(side))).await;
        let order = own["cards"][0]["order"].as_str().unwrap().to_owned();
        app.order(&game.id, game.token(side), &[&order]).await;
    }
    let before = app.table(&game.id, Some(&game.union)).await;
    let log = app.get(&format!("/games/{}/log", game.id), Some(&game.union)).await;
    drop(app);
    let again = App::on(&folder.file());
    assert_eq!(again.table(&game.id, Some(&game.union)).await, before);
    assert_eq!(again.get(&format!("/games/{}/log", game.id), Some(&game.union)).await, log);
}

#[tokio::test]
async fn a_computer_seat_answers_by_itself() {
    let app = App::new();
    let (id, token) = app.alone(json!({"kind": "computer"})).await;
    assert!(app.order_until(&id, &token).await["standing"]["over"].is_object());
}

impl App {
    /// Plays my seat by ending every turn at once, until the game is over.
    async fn order_until(&self, id: &str, token: &str) -> Value {
        for _ in 0..2_000 {
            let table = self.table(id, Some(token)).await;
            if table["standing"]["over"].is_object() {
                return table;
            }
            match table["cards"].as_array().unwrap().last() {
                Some(card) => {
                    let body = json!({"seq": table["seq"], "orders": [card["order"]]});
                    self.post(&format!("/games/{id}/orders"), Some(token), body).await;
                }
                None => tokio::time::sleep(std::time::Duration::from_millis(1)).await,
            }
        }
        panic!("the computer does not play");
    }
}

#[tokio::test]
async fn my_games_say_whose_turn_it_is() {
    let app = App::new();
    let game = app.two_players("meadow").await;
    app.two_players("meadow").await;
    app.order(&game.id, &game.union, &["camp 0101"]).await;
    let mine = app.ok("/games/mine", None, json!({"tokens": [game.union, "nobody's"]})).await;
    let games = mine["games"].as_array().unwrap();
    assert_eq!(games.len(), 1);
    assert_eq!((&games[0]["your_turn"], &games[0]["waiting"]), (&json!(false), &json!(["confederate"])));
}

#[tokio::test]
async fn pointing_at_what_is_not_legal_says_why() {
    let app = App::new();
    let (id, token) = app.alone(json!({"kind": "me"})).await;
    let path = format!("/games/{id}/orders");
    app.ok(&path, Some(&token), json!({"seq": 0, "seat": "union", "orders": ["camp 0101"]})).await;
    app.ok(&path, Some(&token), json!({"seq": 1, "orders": ["camp 0606"]})).await;
    let side = app.table(&id, Some(&token)).await["standing"]["waiting"]["seats"][0].clone();
    let piece = if side == "union" { "Abner" } else { "Xenia" };
    let why = app.ok(&format!("/games/{id}/why"), Some(&token), json!({"piece": piece, "at": "0606"})).await;
    assert_eq!(why["refusals"][0]["message"], "a scout walks one hex");
    assert_eq!(why["refusals"][0]["clause"], "G2.1-1");
    let (status, no) = app
        .post(&format!("/games/{id}/check"), Some(&token), json!({"order": format!("walk {piece} 0606")}))
        .await;
    assert_eq!((status, &no["message"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("a scout walks one hex")));
}

#[tokio::test]
async fn a_moment_of_the_past_can_be_seen_again() {
    let app = App::new();
    let game = app.two_players("meadow").await;
    let start = app.table(&game.id, Some(&game.union)).await;
    app.order(&game.id, &game.union, &["camp 0101"]).await;
    app.order(&game.id, &game.confederate, &["camp 0606"]).await;
    let then = app.get(&format!("/games/{}/at/0", game.id), Some(&game.union)).await;
    assert_eq!(then["view"], start["view"]);
    let now = app.get(&format!("/games/{}/at/2", game.id), Some(&game.confederate)).await;
    assert_eq!(now["view"]["scouts"]["camps"], json!([null, "0606"]));
    let (status, _) = app.send(Method::GET, &format!("/games/{}/at/3", game.id), None, None).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn rules_are_found_by_clause_and_by_the_section_that_refusals_cite() {
    let app = App::real();
    for section in ["5.1", "8.0", "9.0", "12.0"] {
        let rule = app.get(&format!("/rules/{section}"), None).await;
        assert_eq!((&rule["section"], &rule["system"]), (&json!(section), &json!("gcacw")), "{rule}");
    }
    assert_eq!(app.get("/rules/8", None).await["system"], "lfm");
    let clause = app.get("/rules/VMOR-7", None).await;
    assert_eq!((&clause["id"], &clause["system"]), (&json!("VMOR-7"), &json!("vnb")));
    let (status, _) = app.send(axum::http::Method::GET, "/rules/99.9", None, None).await;
    assert_eq!(status, axum::http::StatusCode::NOT_FOUND);
    assert!(
        app.get("/rules?system=lfm", None).await.as_array().unwrap().iter().all(|c| c["system"] == "lfm")
    );
}

#[tokio::test]
async fn every_scenario_is_of_a_system_that_tells_its_title_and_its_lenses() {
    let app = App::real();
    let systems = app.get("/systems", None).await;
    for card in app.get("/scenarios", None).await.as_array().unwrap() {
        let system =
            systems.as_array().unwrap().iter().find(|s| s["id"] == card["system"]).expect("a system");
        assert!(!system["title"].as_str().unwrap().is_empty());
        assert!(!system["lenses"].as_array().unwrap().is_empty());
    }
}
