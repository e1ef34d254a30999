//! What players do beside orders: words, private notes, the next game, names, lists.

mod common;

use axum::http::{Method, StatusCode};
use common::{App, Folder, Game, News};
use serde_json::{Value, json};
use server::{Place, Settings};
use store::throwaway;

async fn member(app: &App, name: &str) -> String {
    let entered = app.ok("/me", None, json!({"name": name, "device": "Laptop"})).await;
    entered["token"].as_str().unwrap().to_owned()
}

/// A game between two members: Ann is the Union.
async fn two_members(app: &App) -> Game {
    let (union, confederate) = (member(app, "Ann").await, member(app, "Bob").await);
    let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "friend"}});
    let begun = app.ok("/games", Some(&union), json!({"scenario": "meadow", "seats": seats})).await;
    let invitation = &begun["invitations"]["confederate"];
    app.ok("/join", Some(&confederate), json!({"invitation": invitation})).await;
    Game { id: begun["id"].as_str().unwrap().to_owned(), union, confederate }
}

async fn put(app: &App, path: &str, token: Option<&str>, body: Value) -> (StatusCode, Value) {
    let (status, bytes) = app.send(Method::PUT, path, token, Some(body.to_string().into_bytes())).await;
    (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
}

async fn delete(app: &App, id: &str, token: Option<&str>) -> (StatusCode, Value) {
    let (status, bytes) = app.send(Method::DELETE, &format!("/games/{id}"), token, None).await;
    (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
}

async fn say(app: &App, game: &Game, token: Option<&str>, words: &str) -> (StatusCode, Value) {
    app.post(&format!("/games/{}/chat", game.id), token, json!({"words": words})).await
}

async fn resign(app: &App, game: &Game) {
    app.ok(&format!("/games/{}/resign", game.id), Some(&game.union), json!({})).await;
}

/// The next event of this kind.
async fn told(news: &mut News, kind: &str) -> Value {
    loop {
        let event = news.next().await;
        if event.contains(&format!("event: {kind}\n")) {
            let data = event.lines().find_map(|line| line.strip_prefix("data: ")).unwrap();
            return serde_json::from_str(data).unwrap();
        }
    }
}

/// The kinds of notices that somebody has, once this one is among them.
async fn noted(app: &App, who: &str, kind: &str) -> String {
    let who = who.to_owned();
    for _ in 0..500 {
        let (who, kind) = (who.clone(), kind.to_owned());
        let row = app.games.store().base().read(move |sql| {
            let select = "SELECT notice.words FROM notice JOIN person ON person.id = notice.person
                          WHERE person.name = ?1 AND notice.kind = ?2";
            sql.first(select, &store::values![who, kind])
        });
        if let Some(row) = row.await.unwrap() {
            return row.text(0).unwrap();
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("{who} is not told of {kind}");
}

#[tokio::test]
async fn who_holds_a_seat_writes_and_everybody_reads_at_once() {
    let app = App::new();
    let game = app.two_players("meadow").await;
    let mut watching = app.stream(&game.id, None).await;
    let (status, line) = say(&app, &game, Some(&game.union), "  Good\u{202e} luck!\u{7}\nAnn ").await;
    assert_eq!((status, &line["words"]), (StatusCode::OK, &json!("Good luck!\nAnn")));
    assert_eq!((&line["n"], &line["side"], &line["name"]), (&json!(1), &json!("union"), &json!("Ann")));
    assert_eq!(told(&mut watching, "chat").await, line);
    say(&app, &game, Some(&game.confederate), "And you.").await;
    let path = format!("/games/{}/chat", game.id);
    let all = app.get(&path, None).await;
    assert_eq!(all["lines"].as_array().unwrap().len(), 2);
    let rest = app.get(&format!("{path}?after=1"), Some(&game.union)).await;
    assert_eq!(rest["lines"][0]["words"], "And you.");
    assert_eq!(say(&app, &game, None, "Hello").await.0, StatusCode::FORBIDDEN, "spectators only read");
    assert_eq!(say(&app, &game, Some(&game.union), " \u{200b} ").await.0, StatusCode::BAD_REQUEST);
    assert_eq!(say(&app, &game, Some(&game.union), &"x".repeat(501)).await.0, StatusCode::BAD_REQUEST);
    assert_eq!(say(&app, &game, Some(&game.union), &"ä".repeat(500)).await.0, StatusCode::OK);
}

#[tokio::test]
async fn who_writes_too_often_waits_and_the_other_seat_does_not() {
    let app = App::new();
    let game = app.two_players("meadow").await;
    let mut slowed = None;
    for n in 0..100 {
        if say(&app, &game, Some(&game.union), "again").await.0 == StatusCode::TOO_MANY_REQUESTS {
            slowed = Some(n);
            break;
        }
    }
    assert_eq!(slowed, Some(60), "twice a minute's measure at once, then no more");
    assert_eq!(say(&app, &game, Some(&game.confederate), "I may").await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_line_that_was_removed_keeps_its_place_and_loses_its_words() {
    let app = App::new();
    let game = app.two_players("meadow").await;
    say(&app, &game, Some(&game.union), "something rude").await;
    let mut news = app.stream(&game.id, None).await;
    news.next().await;
    app.games.remove_chat(&game.id, 1).await.unwrap();
    let line = told(&mut news, "chat").await;
    assert_eq!((&line["n"], &line["removed"], &line["words"]), (&json!(1), &json!(true), &json!("")));
    let bytes = app.get_bytes(&format!("/games/{}/chat", game.id), Some(&game.union)).await;
    assert!(!String::from_utf8(bytes).unwrap().contains("rude"));
    assert!(app.games.remove_chat(&game.id, 2).await.is_err());
}

#[tokio::test]
async fn the_table_notes_what_players_agree_on() {
    let app = App::new();
    let game = app.two_players("meadow").await;
    let path = |what: &str| format!("/games/{}/{what}", game.id);
    app.ok(&path("proposal"), Some(&game.union), json!({"kind": "draw"})).await;
    app.ok(&path("proposal/answer"), Some(&game.confederate), json!({"kind": "draw", "agree": false})).await;
    put(&app, &path("name"), Some(&game.confederate), json!({"name": "Sunday"})).await;
    app.ok(&path("resign"), Some(&game.union), json!({})).await;
    app.ok(&path("rematch"), Some(&game.confederate), json!({})).await;
    let lines = app.get(&path("chat"), None).await["lines"].clone();
    let words: Vec<&str> = lines.as_array().unwrap().iter().map(|l| l["words"].as_str().unwrap()).collect();
    assert_eq!(
        words,
        [
            "Ann offers a draw.",
            "Bob declined.",
            "Bob named the game “Sunday”.",
            "Ann resigned.",
            "Bob began a rematch, sides changed."
        ]
    );
    assert!(lines.as_array().unwrap().iter().all(|line| line["kind"] == "table"));
}

#[tokio::test]
async fn members_are_told_of_words_offers_ends_and_rematches() {
    let app = App::new();
    let game = two_members(&app).await;
    say(&app, &game, Some(&game.union), "secret words").await;
    let words = noted(&app, "Bob", "chat").await;
    assert!(words.contains("Ann") && !words.contains("secret"), "{words}");
    let path = |what: &str| format!("/games/{}/{what}", game.id);
    app.ok(&path("proposal"), Some(&game.union), json!({"kind": "draw"})).await;
    assert_eq!(noted(&app, "Bob", "asked").await, "Ann offers a draw.");
    resign(&app, &game).await;
    assert!(noted(&app, "Bob", "game-over").await.contains("Confederate victory, Union resigned"));
    app.ok(&path("rematch"), Some(&game.union), json!({})).await;
    assert!(noted(&app, "Bob", "invited").await.contains("you play the Union side now"));
}

#[tokio::test]
async fn a_note_is_its_authors_alone() {
    let folder = Folder::new();
    let app = App::on(&folder.file());
    let game = app.two_players("meadow").await;
    let path = format!("/games/{}/notes", game.id);
    let body = json!({"about": "hex 0204", "words": "the hidden camp is here"});
    let (status, notes) = put(&app, &path, Some(&game.union), body).await;
    assert_eq!((status, notes), (StatusCode::OK, json!({"hex 0204": "the hidden camp is here"})));
    put(&app, &path, Some(&game.union), json!({"about": "piece Ada", "words": "keep her back"})).await;
    assert_eq!(app.get(&path, Some(&game.confederate)).await, json!({}), "the other player has none");
    assert_eq!(app.send(Method::GET, &path, None, None).await.0, StatusCode::FORBIDDEN);
    resign(&app, &game).await;
    for token in [None, Some(game.confederate.as_str())] {
        for what in ["", "/record", "/log", "/chat", "/ending"] {
            let (_, bytes) = app.send(Method::GET, &format!("/games/{}{what}", game.id), token, None).await;
            let text = String::from_utf8_lossy(&bytes).into_owned();
            assert!(!text.contains("hidden camp") && !text.contains("keep her"), "{what}: {text}");
        }
    }
    assert_eq!(app.get(&path, Some(&game.confederate)).await, json!({}), "not even when it is over");
    drop(app);
    let app = App::on(&folder.file());
    let notes = app.get(&path, Some(&game.union)).await;
    assert_eq!(notes["piece Ada"], "keep her back");
    let (_, notes) = put(&app, &path, Some(&game.union), json!({"about": "hex 0204", "words": " "})).await;
    assert_eq!(notes, json!({"piece Ada": "keep her back"}), "emptied is deleted");
    for (about, words) in [("hex ", "x"), ("table", "x"), ("hex 0204", &*"x".repeat(501))] {
        let body = json!({"about": about, "words": words});
        assert_eq!(put(&app, &path, Some(&game.union), body).await.0, StatusCode::BAD_REQUEST, "{about}");
    }
}

#[tokio::test]
async fn notes_have_a_measure() {
    let app = App::new();
    let game = app.two_players("meadow").await;
    let path = format!("/games/{}/notes", game.id);
    for n in 0..500 {
        let body = json!({"about": format!("hex {n}"), "words": "x"});
        assert_eq!(put(&app, &path, Some(&game.union), body).await.0, StatusCode::OK);
    }
    let one_more = json!({"about": "hex 500", "words": "x"});
    assert_eq!(put(&app, &path, Some(&game.union), one_more.clone()).await.0, StatusCode::TOO_MANY_REQUESTS);
    let changed = json!({"about": "hex 7", "words": "y"});
    assert_eq!(put(&app, &path, Some(&game.union), changed).await.0, StatusCode::OK);
    assert_eq!(put(&app, &path, Some(&game.confederate), one_more).await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_members_notes_are_on_all_his_devices_and_come_along_from_his_days_as_a_guest() {
    let app = App::new();
    let game = app.two_players("meadow").await;
    let path = format!("/games/{}/notes", game.id);
    put(&app, &path, Some(&game.union), json!({"about": "hex 0101", "words": "mine"})).await;
    let ann = app.ok("/me", None, json!({"name": "Ann", "device": "Laptop", "seats": [game.union]})).await;
    let ann = ann["token"].as_str().unwrap();
    assert_eq!(app.get(&path, Some(ann)).await, json!({"hex 0101": "mine"}));
    let made = app.ok("/me/device-link", Some(ann), json!({})).await;
    let word = made["link"].as_str().unwrap().split_once("/in#").unwrap().1.to_owned();
    let phone = app.ok("/in/word", None, json!({"word": word, "device": "Phone"})).await;
    assert_eq!(app.get(&path, phone["token"].as_str()).await, json!({"hex 0101": "mine"}));
    assert_eq!(app.get(&path, Some(&game.confederate)).await, json!({}));
}

#[tokio::test]
async fn a_rematch_is_made_once_with_sides_changed_and_the_old_tokens_open_it() {
    let folder = Folder::new();
    let app = App::on(&folder.file());
    let game = app.two_players("meadow").await;
    let path = format!("/games/{}/rematch", game.id);
    assert_eq!(app.post(&path, Some(&game.union), json!({})).await.0, StatusCode::FORBIDDEN, "it goes on");
    resign(&app, &game).await;
    assert_eq!(app.post(&path, None, json!({})).await.0, StatusCode::FORBIDDEN, "nobody else's business");
    let mut news = app.stream(&game.id, Some(&game.confederate)).await;
    news.next().await;
    let (one, two) = tokio::join!(
        app.ok(&path, Some(&game.union), json!({})),
        app.ok(&path, Some(&game.confederate), json!({}))
    );
    assert_eq!(one, two, "one rematch, not two");
    let next = one["id"].as_str().unwrap();
    assert_eq!(told(&mut news, "news").await["next"], next);
    assert_eq!(app.table(&game.id, None).await["next"], next);
    let anns = app.table(next, Some(&game.union)).await;
    assert_eq!(
        (&anns["you"], &anns["seats"]["confederate"]["name"]),
        (&json!(["confederate"]), &json!("Ann"))
    );
    assert_eq!(app.table(next, Some(&game.confederate)).await["you"], json!(["union"]));
    assert_ne!(anns["seed_hash"], app.table(&game.id, None).await["seed_hash"], "with dice of its own");
    assert_eq!(app.order(next, &game.confederate, &["camp 0101"]).await.0, StatusCode::OK);
    let mine = app.ok("/games/mine", None, json!({"tokens": [game.union]})).await;
    assert_eq!(mine["games"].as_array().unwrap().len(), 2);
    drop(news);
    drop(app);
    let app = App::on(&folder.file());
    assert_eq!(app.ok(&path, Some(&game.confederate), json!({})).await["id"], next);
    assert_eq!(app.table(&game.id, None).await["next"], next);
}

#[tokio::test]
async fn a_rematch_is_played_by_the_same_terms_and_its_clock_runs() {
    let app = App::new();
    let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "friend"}});
    let terms = json!({"clock": {"kind": "days", "days": 3}});
    let new = json!({"scenario": "meadow", "seats": seats, "terms": terms, "private": true});
    let begun = app.ok("/games", None, new).await;
    app.ok("/join", None, json!({"invitation": begun["invitations"]["confederate"]})).await;
    let (id, token) = (begun["id"].as_str().unwrap(), begun["token"].as_str().unwrap());
    app.ok(&format!("/games/{id}/resign"), Some(token), json!({})).await;
    let next = app.ok(&format!("/games/{id}/rematch"), Some(token), json!({})).await;
    let next = next["id"].as_str().unwrap();
    let table = app.table(next, Some(token)).await;
    assert_eq!(table["clock"]["terms"], terms);
    assert_eq!(
        table["clock"]["running"], table["standing"]["waiting"]["seats"],
        "everybody sits there already"
    );
    let watched = app.send(Method::GET, &format!("/games/{next}"), None, None).await;
    assert_eq!(watched.0, StatusCode::NOT_FOUND, "it is as private as the old one");
}

#[tokio::test]
async fn a_computer_player_stays_one_on_the_other_side() {
    let app = App::new();
    let (id, token) = app.alone(json!({"kind": "computer"})).await;
    app.ok(&format!("/games/{id}/resign"), Some(&token), json!({})).await;
    let next = app.ok(&format!("/games/{id}/rematch"), Some(&token), json!({})).await;
    let next = next["id"].as_str().unwrap();
    let table = app.table(next, Some(&token)).await;
    assert_eq!(
        (&table["you"], &table["seats"]["union"]["kind"]),
        (&json!(["confederate"]), &json!("computer"))
    );
    for _ in 0..500 {
        if app.seq(next).await > 0 {
            let gone = delete(&app, next, Some(&token)).await;
            assert_eq!(gone, (StatusCode::OK, json!({"deleted": true})));
            let again = app.ok(&format!("/games/{id}/rematch"), Some(&token), json!({})).await;
            assert_ne!(again["id"], next, "one that was deleted is followed by another");
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("the computer player does not begin");
}

#[tokio::test]
async fn a_name_is_everybodys_and_given_by_who_plays() {
    let folder = Folder::new();
    let app = App::on(&folder.file());
    let game = app.two_players("meadow").await;
    let path = format!("/games/{}/name", game.id);
    assert_eq!(put(&app, &path, None, json!({"name": "Mine"})).await.0, StatusCode::FORBIDDEN);
    let mut news = app.stream(&game.id, Some(&game.union)).await;
    news.next().await;
    let (status, named) =
        put(&app, &path, Some(&game.confederate), json!({"name": " Sunday\u{202e}  game "})).await;
    assert_eq!((status, &named["name"]), (StatusCode::OK, &json!("Sunday game")));
    assert_eq!(told(&mut news, "news").await["name"], "Sunday game");
    drop(news);
    drop(app);
    let app = App::on(&folder.file());
    assert_eq!(app.table(&game.id, None).await["name"], "Sunday game");
    let mine = app.ok("/games/mine", None, json!({"tokens": [game.union]})).await;
    assert_eq!(mine["games"][0]["name"], "Sunday game");
    put(&app, &path, Some(&game.union), json!({"name": ""})).await;
    assert_eq!(app.table(&game.id, None).await["name"], Value::Null);
}

#[tokio::test]
async fn only_what_nobody_else_plays_can_be_deleted() {
    let app = App::new();
    for other in [json!({"kind": "me"}), json!({"kind": "computer"}), json!({"kind": "friend"})] {
        let (id, token) = app.alone(other).await;
        assert_eq!(delete(&app, &id, None).await.0, StatusCode::FORBIDDEN, "not by who only watches");
        let mut news = app.stream(&id, Some(&token)).await;
        assert_eq!(delete(&app, &id, Some(&token)).await, (StatusCode::OK, json!({"deleted": true})));
        assert!(news.ends().await);
        let gone = app.send(Method::GET, &format!("/games/{id}"), Some(&token), None).await;
        assert_eq!(gone.0, StatusCode::NOT_FOUND);
        let mine = app.ok("/games/mine", None, json!({"tokens": [token]})).await;
        assert_eq!(mine["games"], json!([]));
    }
    let game = app.two_players("meadow").await;
    let (status, no) = delete(&app, &game.id, Some(&game.union)).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    assert!(no["message"].as_str().unwrap().contains("resign"), "{no}");
    resign(&app, &game).await;
    assert_eq!(delete(&app, &game.id, Some(&game.union)).await, (StatusCode::OK, json!({"deleted": false})));
    assert_eq!(app.table(&game.id, Some(&game.confederate)).await["you"], json!(["confederate"]), "it stays");
}

#[tokio::test]
async fn a_member_hides_finished_games_from_his_own_list() {
    let app = App::new();
    let game = two_members(&app).await;
    let path = format!("/games/{}/hidden", game.id);
    let listed = async |token: &str| {
        let mine = app.ok("/games/mine", Some(token), json!({"tokens": []})).await;
        mine["games"][0]["hidden"] == json!(true)
    };
    assert_eq!(put(&app, &path, Some(&game.union), json!({"hidden": true})).await.0, StatusCode::FORBIDDEN);
    resign(&app, &game).await;
    assert_eq!(put(&app, &path, Some(&game.union), json!({"hidden": true})).await.0, StatusCode::OK);
    assert!(listed(&game.union).await && !listed(&game.confederate).await);
    put(&app, &path, Some(&game.union), json!({"hidden": false})).await;
    assert!(!listed(&game.union).await);
    assert_eq!(delete(&app, &game.id, Some(&game.union)).await.1, json!({"deleted": false}));
    assert!(listed(&game.union).await, "deleting it from one's list is hiding it");
    let guests = app.two_players("meadow").await;
    resign(&app, &guests).await;
    let path = format!("/games/{}/hidden", guests.id);
    let guest = put(&app, &path, Some(&guests.union), json!({"hidden": true})).await;
    assert_eq!(guest.0, StatusCode::FORBIDDEN, "a guest's list is his browser's");
}

/// Where PostgreSQL is installed: what one server is asked, the other tells.
#[tokio::test(flavor = "multi_thread")]
async fn several_servers_tell_each_other() {
    let Some(cluster) = throwaway::shared() else { return };
    let place = Place::Postgres(cluster.database());
    let (here, there) = (App::at(&place, Settings::default()), App::at(&place, Settings::default()));
    here.listen().await;
    there.listen().await;
    let game = here.two_players("meadow").await;
    let path = |what: &str| format!("/games/{}/{what}", game.id);
    let mut news = there.stream(&game.id, Some(&game.confederate)).await;
    news.next().await;
    say(&here, &game, Some(&game.union), "from here").await;
    assert_eq!(told(&mut news, "chat").await["words"], "from here");
    here.ok(&path("proposal"), Some(&game.union), json!({"kind": "draw"})).await;
    assert_eq!(told(&mut news, "news").await["proposed"]["by"], "union");
    put(&here, &path("name"), Some(&game.union), json!({"name": "Sunday"})).await;
    assert_eq!(told(&mut news, "news").await["name"], "Sunday");
    let body = json!({"kind": "draw", "agree": true});
    there.ok(&path("proposal/answer"), Some(&game.confederate), body).await;
    let over = told(&mut news, "news").await;
    assert_eq!(over["standing"]["closed"]["how"], "drawn");
    let (status, no) = here.order(&game.id, &game.union, &["camp 0101"]).await;
    assert_eq!((status, &no["error"]), (StatusCode::CONFLICT, &json!("over")));
    let (rematch, again) = (path("rematch"), path("rematch"));
    let (one, two) = tokio::join!(
        here.ok(&rematch, Some(&game.union), json!({})),
        there.ok(&again, Some(&game.confederate), json!({}))
    );
    assert_eq!(one, two, "one rematch, whichever server is asked");
    let lines = there.get(&path("chat"), None).await["lines"].clone();
    let numbers: Vec<u64> = lines.as_array().unwrap().iter().map(|l| l["n"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>());
    let solo = here
        .ok(
            "/games",
            None,
            json!({"scenario": "meadow", "seats": {"union": {"kind": "me"}, "confederate": {"kind": "me"}}}),
        )
        .await;
    let (id, token) = (solo["id"].as_str().unwrap(), solo["token"].as_str().unwrap());
    let mut news = there.stream(id, Some(token)).await;
    news.next().await;
    delete(&here, id, Some(token)).await;
    assert!(news.ends().await, "what was deleted there is gone here");
}
