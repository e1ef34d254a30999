//! Members of the club at the tables, over HTTP.

mod common;

use axum::http::{Method, StatusCode};
use common::App;
use serde_json::{Value, json};
use server::Settings;

/// Takes a name; the token of the device.
async fn member(app: &App, name: &str) -> String {
    let entered = app.ok("/me", None, json!({"name": name, "device": "Laptop"})).await;
    assert_eq!((&entered["name"], &entered["role"]), (&json!(name), &json!("member")));
    entered["token"].as_str().unwrap().to_owned()
}

/// The same person on another device.
async fn another_device(app: &App, token: &str) -> String {
    let made = app.ok("/me/device-link", Some(token), json!({})).await;
    let word = made["link"].as_str().unwrap().split_once("/in#").unwrap().1;
    let entered = app.ok("/in/word", None, json!({"word": word, "device": "Phone"})).await;
    entered["token"].as_str().unwrap().to_owned()
}

/// A game between two members: Ann is the Union.
async fn two_members(app: &App) -> (String, String, String) {
    let (ann, bob) = (member(app, "Ann").await, member(app, "Bob").await);
    let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "friend"}});
    let begun = app.ok("/games", Some(&ann), json!({"scenario": "meadow", "seats": seats})).await;
    assert_eq!(begun["token"], Value::Null, "a member needs no token for a seat");
    let invitation = &begun["invitations"]["confederate"];
    let joined = app.ok("/join", Some(&bob), json!({"invitation": invitation, "name": "Robert"})).await;
    assert_eq!((&joined["side"], &joined["token"]), (&json!("confederate"), &Value::Null));
    (begun["id"].as_str().unwrap().to_owned(), ann, bob)
}

/// What is to be told to whom, once it is as wanted: it is written down a moment after it happened.
async fn noted(app: &App, wanted: &[(&str, &str)]) {
    let wanted: Vec<(String, String)> =
        wanted.iter().map(|(who, kind)| ((*who).to_owned(), (*kind).to_owned())).collect();
    let mut found = Vec::new();
    for _ in 0..500 {
        let select = "SELECT person.name, notice.kind FROM notice JOIN person ON person.id = notice.person
                      ORDER BY person.name, notice.kind";
        let rows = app.games.store().base().read(move |sql| sql.query(select, &[])).await.unwrap();
        found = rows.iter().map(|row| (row.text(0).unwrap(), row.text(1).unwrap())).collect();
        if found == wanted {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("{found:?} instead of {wanted:?}");
}

#[tokio::test]
async fn a_member_has_his_seat_on_every_device() {
    let app = App::new();
    let (id, ann, bob) = two_members(&app).await;
    let phone = another_device(&app, &ann).await;
    for device in [&ann, &phone] {
        let table = app.table(&id, Some(device)).await;
        assert_eq!((&table["you"], &table["seats"]["union"]["name"]), (&json!(["union"]), &json!("Ann")));
        assert_eq!(table["seats"]["union"]["member"], true);
    }
    assert_eq!(app.order(&id, &phone, &["camp 0101"]).await.0, StatusCode::OK);
    assert_eq!(app.table(&id, Some(&ann)).await["view"]["scouts"]["camps"], json!(["0101", null]));
    let bobs = app.table(&id, Some(&bob)).await;
    assert_eq!(bobs["view"]["scouts"]["camps"], json!([null, null]), "and nobody else sees what is his");
    assert_eq!(bobs["seats"]["confederate"]["name"], "Bob", "a member sits under his own name");
    let mine = app.ok("/games/mine", Some(&phone), json!({"tokens": []})).await;
    assert_eq!(mine["games"].as_array().unwrap().len(), 1);
    assert_eq!(mine["games"][0]["you"], json!(["union"]));
    let stranger = member(&app, "Carl").await;
    let watched = app.table(&id, Some(&stranger)).await;
    assert_eq!((&watched["you"], &watched["viewer"]), (&json!([]), &json!("spectator")));
    assert_eq!(app.order(&id, &stranger, &["camp 0606"]).await.0, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_device_that_is_shut_out_hears_nothing_more() {
    let app = App::new();
    let (id, ann, _) = two_members(&app).await;
    let phone = another_device(&app, &ann).await;
    let mut stream = app.stream(&id, Some(&phone)).await;
    stream.next().await;
    let me = app.get("/me", Some(&ann)).await;
    let devices = me["devices"].as_array().unwrap();
    assert_eq!(devices.len(), 2);
    let other = devices.iter().find(|device| device["this"] == false).unwrap();
    let path = format!("/me/devices/{}", other["id"].as_str().unwrap());
    assert_eq!(app.send(Method::DELETE, &path, Some(&ann), None).await.0, StatusCode::OK);
    assert!(stream.ends().await);
    assert_eq!(app.send(Method::GET, "/me", Some(&phone), None).await.0, StatusCode::UNAUTHORIZED);
    let (status, _) = app.send(Method::GET, &format!("/games/{id}"), Some(&phone), None).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);
    assert_eq!(app.table(&id, Some(&ann)).await["you"], json!(["union"]));
}

#[tokio::test]
async fn a_guest_brings_his_seats_along() {
    let app = App::new();
    let game = app.two_players("meadow").await;
    let seats = json!({"name": "Ann", "seats": [game.union.as_str(), "nonsense"]});
    let ann = app.ok("/me", None, seats).await["token"].as_str().unwrap().to_owned();
    assert_eq!(app.table(&game.id, Some(&ann)).await["you"], json!(["union"]));
    let old = app.send(Method::GET, &format!("/games/{}", game.id), Some(&game.union), None).await;
    assert_eq!(old.0, StatusCode::UNAUTHORIZED, "the old token holds nothing any more");
    let bob = member(&app, "Bob").await;
    let stolen =
        app.ok("/me/seats", Some(&bob), json!({"tokens": [game.union.as_str(), ann.as_str()]})).await;
    assert_eq!(stolen["seats"], 0);
    let brought = app.ok("/me/seats", Some(&bob), json!({"tokens": [game.confederate.as_str()]})).await;
    assert_eq!(brought["seats"], 1);
    assert_eq!(app.table(&game.id, Some(&bob)).await["you"], json!(["confederate"]));
}

#[tokio::test]
async fn whose_turn_it_is_is_noted_and_taken_back() {
    let app = App::new();
    let (id, ann, bob) = two_members(&app).await;
    noted(&app, &[("Ann", "seat-taken")]).await;
    app.ok(&format!("/games/{id}/seen"), Some(&ann), json!({})).await;
    noted(&app, &[]).await;
    // Both may choose their camp; who has chosen waits for the other.
    assert_eq!(app.order(&id, &ann, &["camp 0101"]).await.0, StatusCode::OK);
    assert_eq!(app.order(&id, &bob, &["camp 0606"]).await.0, StatusCode::OK);
    let side = app.table(&id, None).await["standing"]["waiting"]["seats"][0].clone();
    let (turn, waits, name, other) =
        if side == "union" { (&ann, &bob, "Ann", "Bob") } else { (&bob, &ann, "Bob", "Ann") };
    app.ok(&format!("/games/{id}/seen"), Some(waits), json!({})).await;
    app.ok(&format!("/games/{id}/seen"), Some(turn), json!({})).await;
    assert_eq!(app.order(&id, turn, &["end"]).await.0, StatusCode::OK);
    noted(&app, &[(other, "your-turn")]).await;
    assert_eq!(app.order(&id, waits, &["end"]).await.0, StatusCode::OK);
    let table = app.table(&id, None).await;
    let called = if table["standing"]["waiting"]["seats"][0] == "union" { "Ann" } else { "Bob" };
    // Whoever decides twice in a row was called before and is not called again.
    let wanted: &[_] = if called == name { &[(name, "your-turn")] } else { &[] };
    noted(&app, wanted).await;
}

#[tokio::test]
async fn who_plays_both_sides_is_not_called() {
    let app = App::new();
    let ann = member(&app, "Ann").await;
    let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "me"}});
    let begun = app.ok("/games", Some(&ann), json!({"scenario": "meadow", "seats": seats})).await;
    let id = begun["id"].as_str().unwrap();
    let path = format!("/games/{id}/orders");
    app.ok(&path, Some(&ann), json!({"seq": 0, "seat": "union", "orders": ["camp 0101"]})).await;
    app.ok(&path, Some(&ann), json!({"seq": 1, "orders": ["camp 0606"]})).await;
    app.ok(&path, Some(&ann), json!({"seq": 2, "orders": ["end"]})).await;
    noted(&app, &[]).await;
}

#[tokio::test]
async fn only_who_is_signed_in_sees_himself() {
    let app = App::new();
    let game = app.two_players("meadow").await;
    for token in [None, Some(game.union.as_str()), Some("nonsense")] {
        let (status, told) = app.send(Method::GET, "/me", token, None).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED);
        let told: Value = serde_json::from_slice(&told).unwrap();
        assert_eq!(told["error"], "not-signed-in");
    }
    let ann = member(&app, "Ann").await;
    let me = app.get("/me", Some(&ann)).await;
    assert_eq!((&me["name"], &me["codes"], &me["mail"]), (&json!("Ann"), &json!(0), &Value::Null));
    assert_eq!(me["push_key"].as_str().unwrap().len(), 87);
    let card = app.get("/persons/ann", None).await;
    assert_eq!(card.as_object().unwrap().keys().collect::<Vec<_>>(), ["created", "name", "role"]);
    assert_eq!(app.send(Method::GET, "/persons/nobody", None, None).await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn names_are_taken_once_and_never_a_computers() {
    let app = App::new();
    member(&app, "Ann").await;
    assert_eq!(app.post("/me", None, json!({"name": "ANN"})).await.0, StatusCode::CONFLICT);
    assert_eq!(app.post("/me", None, json!({"name": "Rand0m orders"})).await.0, StatusCode::BAD_REQUEST);
    assert_eq!(app.post("/me", None, json!({"name": ""})).await.0, StatusCode::BAD_REQUEST);
    let bob = member(&app, "Bob").await;
    let name = json!({"name": "ann"}).to_string().into_bytes();
    assert_eq!(app.send(Method::PUT, "/me/name", Some(&bob), Some(name)).await.0, StatusCode::CONFLICT);
}

#[tokio::test]
async fn a_server_for_members_lets_guests_watch() {
    let people = club::Settings { guests: false, ..club::Settings::default() };
    let app = App::limited(Settings { people, ..Settings::default() });
    let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "friend"}});
    let new = json!({"scenario": "meadow", "seats": seats});
    assert_eq!(app.post("/games", None, new.clone()).await.0, StatusCode::FORBIDDEN);
    let ann = member(&app, "Ann").await;
    let begun = app.ok("/games", Some(&ann), new).await;
    let join = json!({"invitation": begun["invitations"]["confederate"], "name": "Guest"});
    assert_eq!(app.post("/join", None, join.clone()).await.0, StatusCode::FORBIDDEN);
    let bob = member(&app, "Bob").await;
    app.ok("/join", Some(&bob), join).await;
    assert_eq!(app.table(begun["id"].as_str().unwrap(), None).await["viewer"], "spectator");
    assert_eq!(app.get("/club", None).await["guests"], false);
}

#[tokio::test]
async fn codes_links_and_wishes_by_hand() {
    let app = App::new();
    let ann = member(&app, "Ann").await;
    let codes = app.ok("/me/recovery", Some(&ann), json!({})).await;
    let code = codes["codes"][3].as_str().unwrap();
    let entered = app.ok("/in/code", None, json!({"name": "Ann", "code": code})).await;
    assert_eq!(entered["name"], "Ann");
    assert_eq!(
        app.post("/in/code", None, json!({"name": "Ann", "code": code})).await.0,
        StatusCode::FORBIDDEN
    );
    let wishes = json!({"wishes": {"push": "daily", "mail": "never", "hook": "at-once", "apart": 5, "hour": 7,
                        "without": ["chat"]}, "zone": -300});
    let sent = wishes.to_string().into_bytes();
    assert_eq!(app.send(Method::PUT, "/me/wishes", Some(&ann), Some(sent)).await.0, StatusCode::OK);
    let me = app.get("/me", Some(&ann)).await;
    assert_eq!((&me["wishes"], &me["zone"]), (&wishes["wishes"], &json!(-300)));
    let wrong = json!({"wishes": {"hour": 99}}).to_string().into_bytes();
    assert_eq!(app.send(Method::PUT, "/me/wishes", Some(&ann), Some(wrong)).await.0, StatusCode::BAD_REQUEST);
    let hook = json!({"kind": "json", "address": "https://10.0.0.1/x"});
    assert_eq!(app.post("/me/hooks", Some(&ann), hook).await.0, StatusCode::BAD_REQUEST);
    let mail = app.post("/me/mail", Some(&ann), json!({"address": "ann@example.org"})).await;
    assert_eq!(mail.0, StatusCode::CONFLICT, "this server sends no mail");
    let key = app.ok("/me/passkeys/begin", Some(&ann), json!({})).await;
    assert_eq!(key["asked"]["publicKey"]["rp"]["id"], "localhost");
}
