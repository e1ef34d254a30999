//! What moderators and owners do about abuse, and that nobody else can.

mod common;

use axum::http::{Method, StatusCode};
use club::people::Role;
use common::App;
use serde_json::{Value, json};

async fn member(app: &App, name: &str) -> String {
    app.ok("/me", None, json!({"name": name})).await["token"].as_str().unwrap().to_owned()
}

/// A club of an owner, a moderator and two members; their tokens.
async fn club(app: &App) -> [String; 4] {
    let all = [
        member(app, "Olga").await,
        member(app, "Mo").await,
        member(app, "Ann").await,
        member(app, "Bob").await,
    ];
    app.games.club().appoint("Olga", Role::Owner).await.unwrap();
    let role = json!({"role": "moderator"}).to_string().into_bytes();
    assert_eq!(app.send(Method::PUT, "/persons/Mo/role", Some(&all[0]), Some(role)).await.0, StatusCode::OK);
    all
}

fn why() -> Value {
    json!({"why": "He was rude."})
}

#[tokio::test]
async fn every_door_of_the_care_is_shut_to_members_and_guests() {
    let app = App::new();
    let [_, mo, ann, _] = club(&app).await;
    let game = app.two_players("meadow").await;
    let doors = [
        "/persons/Bob/mute".to_owned(),
        "/persons/Bob/unmute".to_owned(),
        "/persons/Bob/block".to_owned(),
        "/persons/Bob/unblock".to_owned(),
        "/persons/Bob/bar-address".to_owned(),
        "/persons/Bob/rename".to_owned(),
        "/care/reports/x/settle".to_owned(),
        "/care/addresses/x/free".to_owned(),
        format!("/games/{}/delete", game.id),
    ];
    for door in &doors {
        assert_eq!(app.post(door, Some(&ann), why()).await.0, StatusCode::FORBIDDEN, "{door}");
        for guest in [None, Some(game.union.as_str())] {
            assert_eq!(app.post(door, guest, why()).await.0, StatusCode::UNAUTHORIZED, "{door}");
        }
        assert_eq!(
            app.post(door, Some(&mo), json!({"why": "  "})).await.0,
            StatusCode::BAD_REQUEST,
            "{door}"
        );
    }
    assert_eq!(app.send(Method::GET, "/care", Some(&ann), None).await.0, StatusCode::FORBIDDEN);
    assert_eq!(app.send(Method::GET, "/care", None, None).await.0, StatusCode::UNAUTHORIZED);
    // Moderators do nothing to each other or to owners, and nobody to himself.
    for name in ["Olga", "Mo"] {
        let door = format!("/persons/{name}/block");
        assert_eq!(app.post(&door, Some(&mo), why()).await.0, StatusCode::FORBIDDEN, "{door}");
    }
}

#[tokio::test]
async fn who_is_blocked_is_shut_out_on_every_device_until_he_is_let_in() {
    let app = App::new();
    let [_, mo, ann, bob] = club(&app).await;
    let codes = app.ok("/me/recovery", Some(&bob), json!({})).await;
    let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "friend", "open": true}});
    let new = json!({"scenario": "meadow", "seats": seats});
    let begun = app.ok("/games", Some(&bob), new.clone()).await;
    let id = begun["id"].as_str().unwrap();
    app.ok("/join", Some(&ann), json!({"invitation": begun["invitations"]["confederate"]})).await;
    app.ok("/games", Some(&bob), new.clone()).await;
    let mut stream = app.stream(id, Some(&bob)).await;
    stream.next().await;
    app.ok("/persons/bob/block", Some(&mo), why()).await;
    assert!(stream.ends().await, "his open table ends");
    assert_eq!(app.send(Method::GET, "/me", Some(&bob), None).await.0, StatusCode::UNAUTHORIZED);
    let order = json!({"seq": 0, "orders": ["camp 0101"]});
    let path = format!("/games/{id}/orders");
    assert_eq!(app.post(&path, Some(&bob), order.clone()).await.0, StatusCode::UNAUTHORIZED);
    let code = json!({"name": "Bob", "code": codes["codes"][0]});
    let (status, told) = app.post("/in/code", None, code).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "{told}");
    assert!(told["message"].as_str().unwrap().contains("shut out"), "{told}");
    assert_eq!(app.get("/open-seats", None).await["seats"], json!([]), "what he offered is offered no more");
    let table = app.table(id, Some(&ann)).await;
    assert_eq!(table["seats"]["union"]["name"], "Bob", "his game goes on as if he had left");
    let book = app.get("/care", Some(&mo)).await;
    assert_eq!(
        (&book["restraints"][0]["name"], &book["restraints"][0]["kind"]),
        (&json!("Bob"), &json!("block"))
    );
    app.ok("/persons/bob/unblock", Some(&mo), json!({"why": "He is sorry."})).await;
    assert_eq!(app.post("/persons/bob/unblock", Some(&mo), why()).await.0, StatusCode::NOT_FOUND);
    let code = json!({"name": "Bob", "code": codes["codes"][1]});
    let bob = app.ok("/in/code", None, code).await["token"].as_str().unwrap().to_owned();
    app.ok(&path, Some(&bob), order).await;
}

#[tokio::test]
async fn a_block_ends_by_itself() {
    let app = App::new();
    let [_, mo, _, bob] = club(&app).await;
    let codes = app.ok("/me/recovery", Some(&bob), json!({})).await;
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs();
    let past = json!({"why": "Rude.", "until": now - 5});
    assert_eq!(app.post("/persons/bob/block", Some(&mo), past).await.0, StatusCode::BAD_REQUEST);
    app.ok("/persons/bob/block", Some(&mo), json!({"why": "Rude.", "until": now + 2})).await;
    let code = |n: usize| json!({"name": "Bob", "code": codes["codes"][n]});
    assert_eq!(app.post("/in/code", None, code(0)).await.0, StatusCode::FORBIDDEN);
    tokio::time::sleep(std::time::Duration::from_secs(3)).await;
    app.ok("/in/code", None, code(1)).await;
    assert_eq!(app.get("/care", Some(&mo)).await["restraints"], json!([]));
}

#[tokio::test]
async fn who_is_muted_may_not_speak() {
    let app = App::new();
    let [olga, mo, _, _] = club(&app).await;
    let bob = app.games.club().named("Bob").await.unwrap().id;
    assert!(app.games.club().may_speak(&bob).await.is_ok());
    app.ok("/persons/bob/mute", Some(&mo), why()).await;
    assert!(app.games.club().may_speak(&bob).await.is_err());
    app.ok("/persons/bob/unmute", Some(&olga), why()).await;
    assert!(app.games.club().may_speak(&bob).await.is_ok());
}

#[tokio::test]
async fn a_name_can_be_taken_away() {
    let app = App::new();
    let [_, mo, ann, bob] = club(&app).await;
    let game = app
        .ok(
            "/games",
            Some(&bob),
            json!({"scenario": "meadow",
        "seats": {"union": {"kind": "me"}, "confederate": {"kind": "me"}}}),
        )
        .await;
    let taken = app.post("/persons/bob/rename", Some(&mo), json!({"why": "An insult.", "name": "Ann"})).await;
    assert_eq!(taken.0, StatusCode::CONFLICT);
    let now = app.ok("/persons/bob/rename", Some(&mo), json!({"why": "An insult."})).await;
    let name = now["name"].as_str().unwrap();
    assert!(name.starts_with("Member "), "{name}");
    assert_eq!(app.get("/me", Some(&bob)).await["name"], name);
    assert_eq!(app.send(Method::GET, "/persons/bob", Some(&ann), None).await.0, StatusCode::NOT_FOUND);
    let mine = app.ok("/games/mine", Some(&bob), json!({"tokens": []})).await;
    assert_eq!(
        (&mine["games"][0]["id"], &mine["games"][0]["seats"]["union"]["name"]),
        (&game["id"], &json!(name))
    );
}

#[tokio::test]
async fn a_deleted_game_is_gone_for_who_sits_at_it() {
    let app = App::new();
    let [_, mo, ann, _] = club(&app).await;
    let game = app.two_players("meadow").await;
    let mut stream = app.stream(&game.id, Some(&game.union)).await;
    stream.next().await;
    app.ok(&format!("/games/{}/delete", game.id), Some(&mo), why()).await;
    assert!(stream.ends().await);
    let path = format!("/games/{}", game.id);
    assert_eq!(app.send(Method::GET, &path, Some(&game.union), None).await.0, StatusCode::NOT_FOUND);
    assert_eq!(app.post(&format!("{path}/delete"), Some(&mo), why()).await.0, StatusCode::NOT_FOUND);
    let act = app.get("/care", Some(&mo)).await["acts"][0].clone();
    assert_eq!(
        (&act["what"], &act["by"], &act["game"]),
        (&json!("delete-game"), &json!("Mo"), &json!(game.id))
    );
    assert_eq!(app.send(Method::GET, "/care", Some(&ann), None).await.0, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn members_report_and_every_act_stands_in_the_book() {
    let app = App::new();
    let [olga, mo, ann, _] = club(&app).await;
    let report = json!({"person": "bob", "words": "He\u{202e} shouts\nat me."});
    assert_eq!(app.post("/reports", None, report.clone()).await.0, StatusCode::UNAUTHORIZED);
    app.ok("/reports", Some(&ann), report).await;
    let nobody = json!({"person": "nobody", "words": "x"});
    assert_eq!(app.post("/reports", Some(&ann), nobody).await.0, StatusCode::NOT_FOUND);
    let book = app.get("/care", Some(&mo)).await;
    let told = &book["reports"][0];
    assert_eq!(
        (&told["by"], &told["about"], &told["words"]),
        (&json!("Ann"), &json!("Bob"), &json!("He shouts at me."))
    );
    let settle = format!("/care/reports/{}/settle", told["id"].as_str().unwrap());
    app.ok(&settle, Some(&mo), json!({"why": "I have spoken with him."})).await;
    assert_eq!(app.post(&settle, Some(&mo), why()).await.0, StatusCode::NOT_FOUND);
    app.ok("/persons/bob/mute", Some(&olga), why()).await;
    let book = app.get("/care", Some(&olga)).await;
    assert!(book["reports"][0]["settled"].is_number());
    let acts: Vec<[&str; 2]> = book["acts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|act| [act["what"].as_str().unwrap(), act["by"].as_str().unwrap_or("the machine")])
        .collect();
    for wanted in [["mute", "Olga"], ["settle-report", "Mo"], ["role", "Olga"], ["role", "the machine"]] {
        assert!(acts.contains(&wanted), "{wanted:?} in {acts:?}");
    }
    for _ in 0..19 {
        app.ok("/reports", Some(&ann), json!({"person": "bob", "words": "Again."})).await;
    }
    app.ok("/reports", Some(&ann), json!({"person": "bob", "words": "Again."})).await;
    let enough = app.post("/reports", Some(&ann), json!({"person": "bob", "words": "Again."})).await;
    assert_eq!(enough.0, StatusCode::CONFLICT, "{enough:?}");
}

#[tokio::test]
async fn a_line_of_chat_is_reported_and_taken_away() {
    let app = App::new();
    let [_, mo, ann, bob] = club(&app).await;
    let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "friend"}});
    let new = json!({"scenario": "meadow", "seats": seats, "private": true});
    let begun = app.ok("/games", Some(&bob), new).await;
    let id = begun["id"].as_str().unwrap().to_owned();
    let (game, whose) = (id.clone(), app.games.club().named("Bob").await.unwrap().id);
    let spoken = move |sql: &mut dyn store::Sql| {
        let key = sql.number("SELECT key FROM game WHERE id = ?1", &store::values![game])?;
        let chat = "INSERT INTO chat (game, n, at, side, person, name, kind, words)
                    VALUES (?1, 7, 0, 0, ?2, 'Bob', 'said', 'You fool')";
        sql.execute(chat, &store::values![key, whose])
    };
    app.games.store().base().write(spoken).await.unwrap();
    let (report, remove) = (format!("/games/{id}/chat/7/report"), format!("/games/{id}/chat/7/remove"));
    let words = json!({"words": "He insults me."});
    assert_eq!(app.post(&report, Some(&ann), words.clone()).await.0, StatusCode::NOT_FOUND, "it is private");
    app.ok("/join", Some(&ann), json!({"invitation": begun["invitations"]["confederate"]})).await;
    app.ok(&report, Some(&ann), words.clone()).await;
    assert_eq!(app.post(&report.replace("/7/", "/8/"), Some(&ann), words).await.0, StatusCode::NOT_FOUND);
    let told = app.get("/care", Some(&mo)).await["reports"][0].clone();
    assert_eq!(
        (&told["about"], &told["quote"], &told["line"]),
        (&json!("Bob"), &json!("You fool"), &json!(7))
    );
    assert_eq!(app.post(&remove, Some(&ann), why()).await.0, StatusCode::FORBIDDEN);
    app.ok(&remove, Some(&mo), why()).await;
    assert_eq!(app.post(&remove, Some(&mo), why()).await.0, StatusCode::NOT_FOUND);
    let act = app.get("/care", Some(&mo)).await["acts"][0].clone();
    assert_eq!(
        (&act["what"], &act["about"], &act["game"]),
        (&json!("remove-line"), &json!("Bob"), &json!(id))
    );
}

#[tokio::test]
async fn no_names_are_taken_from_an_address_that_is_barred() {
    use club::care::Keeper;
    use club::people::Newcomer;
    let app = App::new();
    let [_, mo, _, _] = club(&app).await;
    let from = |name: &str, address: &str| Newcomer {
        name: name.into(),
        address: Some(address.into()),
        ..Newcomer::default()
    };
    let club = app.games.club();
    club.register(from("Troll", "10.0.0.9")).await.unwrap();
    app.ok("/persons/troll/bar-address", Some(&mo), why()).await;
    assert!(club.register(from("Troll2", "10.0.0.9")).await.is_err());
    assert!(club.register(from("Dora", "10.0.0.8")).await.is_ok());
    let kept =
        app.games.store().base().read(|sql| sql.query("SELECT address FROM barred", &[])).await.unwrap();
    assert!(!String::from_utf8_lossy(&kept[0].bytes(0).unwrap()).contains("10.0.0.9"), "only a hash is kept");
    let unknown = app.post("/persons/Bob/bar-address", Some(&mo), why()).await;
    assert_eq!(unknown.0, StatusCode::NOT_FOUND, "it is not known where he came from: {unknown:?}");
    let id = app.get("/care", Some(&mo)).await["addresses"][0]["id"].as_str().unwrap().to_owned();
    app.ok(&format!("/care/addresses/{id}/free"), Some(&mo), why()).await;
    assert!(club.register(from("Troll3", "10.0.0.9")).await.is_ok());
    assert_eq!(club.barred_addresses(&Keeper::Machine).await.unwrap(), []);
}

#[tokio::test]
async fn of_who_is_deleted_nothing_is_kept_but_his_seats() {
    use club::care::Keeper;
    let app = App::new();
    let [_, _, ann, bob] = club(&app).await;
    let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "friend"}});
    let begun = app.ok("/games", Some(&bob), json!({"scenario": "meadow", "seats": seats})).await;
    app.ok("/join", Some(&ann), json!({"invitation": begun["invitations"]["confederate"]})).await;
    app.ok("/me/recovery", Some(&bob), json!({})).await;
    app.ok("/reports", Some(&ann), json!({"person": "Bob", "words": "Bobadilla is rude."})).await;
    let id = app.games.club().named("Bob").await.unwrap().id;
    let whose = id.clone();
    let spoken = move |sql: &mut dyn store::Sql| {
        let chat = "INSERT INTO chat (game, n, at, side, person, name, kind, words)
                    VALUES (1, 900, 0, 0, ?1, 'Bob', 'word', 'Bob was here')";
        sql.execute(chat, &store::values![&whose])?;
        sql.execute("INSERT INTO hidden (person, game, at) VALUES (?1, 1, 0)", &store::values![&whose])
    };
    app.games.store().base().write(spoken).await.unwrap();
    app.games.club().delete_person(&Keeper::Machine, "Bob", "He asked for it.").await.unwrap();
    let game = begun["id"].as_str().unwrap();
    assert_eq!(app.games.store().game(game.into()).await.unwrap().unwrap().1.union.name, "former member");
    assert_eq!(app.send(Method::GET, "/me", Some(&bob), None).await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(app.post("/me", None, json!({"name": "Former Member"})).await.0, StatusCode::CONFLICT);
    for table in store::TABLES {
        let select = format!("SELECT * FROM {}", table.name);
        let rows = app.games.store().base().read(move |sql| sql.query(&select, &[])).await.unwrap();
        for row in rows {
            let told = format!("{row:?}");
            assert!(!told.contains(&id) && !told.contains("Bob"), "{}: {told}", table.name);
        }
    }
    member(&app, "Bob").await;
}
