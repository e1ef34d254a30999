//! Seats that anybody may take, members who are asked by their names, private games, and spectators.

mod common;

use std::sync::Arc;

use axum::http::{Method, StatusCode};
use common::{App, Folder, Meadows};
use serde_json::{Value, json};
use server::{Games, Place, Settings, Staff};

async fn member(app: &App, name: &str) -> String {
    app.ok("/me", None, json!({"name": name})).await["token"].as_str().unwrap().to_owned()
}

fn new_game(friend: Value) -> Value {
    json!({"scenario": "meadow", "seats": {"union": {"kind": "me"}, "confederate": friend}, "name": "Host"})
}

async fn begin(app: &App, token: Option<&str>, new: Value) -> (String, Value) {
    let begun = app.ok("/games", token, new).await;
    (begun["id"].as_str().unwrap().to_owned(), begun)
}

/// The kinds of notices that somebody is to be told.
async fn told(app: &App, name: &str) -> Vec<String> {
    let name = name.to_owned();
    let work = move |sql: &mut dyn store::Sql| {
        let select = "SELECT notice.kind FROM notice JOIN person ON person.id = notice.person
                      WHERE person.name = ?1 ORDER BY notice.kind";
        sql.query(select, &store::values![name])
    };
    let rows = app.games.store().base().read(work).await.unwrap();
    rows.iter().map(|row| row.text(0).unwrap()).collect()
}

#[tokio::test]
async fn an_open_seat_stands_in_the_lobby_until_somebody_takes_it() {
    let app = App::new();
    let (id, begun) = begin(&app, None, new_game(json!({"kind": "friend", "open": true}))).await;
    begin(&app, None, new_game(json!({"kind": "friend"}))).await;
    let listed = app.get("/open-seats", None).await;
    let offers = listed["seats"].as_array().unwrap();
    assert_eq!(offers.len(), 1, "a seat for who has the link is not listed: {listed}");
    let offer = &offers[0];
    assert_eq!(
        (&offer["game"], &offer["side"], &offer["by"]),
        (&json!(id), &json!("confederate"), &json!("Host"))
    );
    assert!(offer.get("terms").is_none(), "no clock runs");
    let timed = json!({"scenario": "meadow", "terms": {"clock": {"kind": "days", "days": 3}},
        "seats": {"union": {"kind": "me"}, "confederate": {"kind": "friend", "open": true}}});
    let (slow, _) = begin(&app, None, timed).await;
    let newest = app.get("/open-seats", None).await["seats"][0].clone();
    assert_eq!((&newest["game"], &newest["terms"]["clock"]["days"]), (&json!(slow), &json!(3)));
    app.ok(&format!("/games/{slow}/sit"), None, json!({"side": "confederate"})).await;
    assert_eq!((&offer["system"], &offer["member"]), (&json!("scouts"), &json!(false)));
    assert_eq!(listed["next"], Value::Null);
    assert!(offer.get("invitation").is_none() && !listed.to_string().contains("token"), "{listed}");
    let own = json!({"tokens": [begun["token"]]});
    assert_eq!(app.ok("/open-seats/mine", None, own.clone()).await["by_me"][0]["game"], json!(id));
    let sat =
        app.ok(&format!("/games/{id}/sit"), None, json!({"side": "confederate", "name": "Guest"})).await;
    let table = app.table(&id, sat["token"].as_str()).await;
    assert_eq!(
        (&table["you"], &table["seats"]["confederate"]["name"]),
        (&json!(["confederate"]), &json!("Guest"))
    );
    assert_eq!(app.get("/open-seats", None).await["seats"], json!([]));
    assert_eq!(app.ok("/open-seats/mine", None, own).await["by_me"], json!([]));
    let late = app.post(&format!("/games/{id}/sit"), None, json!({"side": "confederate"})).await;
    assert_eq!(late.0, StatusCode::NOT_FOUND, "{late:?}");
    let link = json!({"invitation": begun["invitations"]["confederate"]});
    assert_eq!(app.post("/join", None, link).await.0, StatusCode::NOT_FOUND, "nor by the link");
}

#[tokio::test]
async fn whoever_is_first_has_the_seat() {
    let app = App::new();
    let (id, _) = begin(&app, None, new_game(json!({"kind": "friend", "open": true}))).await;
    let path = format!("/games/{id}/sit");
    let tries =
        (0..20).map(|n| app.post(&path, None, json!({"side": "confederate", "name": format!("Guest {n}")})));
    let done = futures_util::future::join_all(tries).await;
    let sat: Vec<&Value> =
        done.iter().filter(|(status, _)| *status == StatusCode::OK).map(|(_, told)| told).collect();
    assert_eq!(sat.len(), 1);
    assert_eq!(app.table(&id, sat[0]["token"].as_str()).await["you"], json!(["confederate"]));
}

#[tokio::test]
async fn an_offer_is_taken_back_by_who_made_it_and_by_nobody_else() {
    let app = App::new();
    let (ann, bob) = (member(&app, "Ann").await, member(&app, "Bob").await);
    let (id, begun) = begin(&app, Some(&ann), new_game(json!({"kind": "friend", "open": true}))).await;
    let own = app.post(&format!("/games/{id}/sit"), Some(&ann), json!({"side": "confederate"})).await;
    assert_eq!(own.0, StatusCode::FORBIDDEN, "nobody takes his own offer: {own:?}");
    let path = format!("/games/{id}/open-seat/confederate");
    for stranger in [None, Some(bob.as_str())] {
        assert_eq!(app.send(Method::DELETE, &path, stranger, None).await.0, StatusCode::FORBIDDEN);
    }
    assert_eq!(app.send(Method::DELETE, &path, Some(&ann), None).await.0, StatusCode::OK);
    assert_eq!(app.send(Method::DELETE, &path, Some(&ann), None).await.0, StatusCode::NOT_FOUND);
    assert_eq!(app.get("/open-seats", None).await["seats"], json!([]));
    let sit = app.post(&format!("/games/{id}/sit"), Some(&bob), json!({"side": "confederate"})).await;
    assert_eq!(sit.0, StatusCode::NOT_FOUND);
    let again = json!({"side": "confederate", "open": true}).to_string().into_bytes();
    let path = format!("/games/{id}/open-seat");
    assert_eq!(app.send(Method::PUT, &path, Some(&bob), Some(again.clone())).await.0, StatusCode::FORBIDDEN);
    assert_eq!(app.send(Method::PUT, &path, Some(&ann), Some(again.clone())).await.0, StatusCode::OK);
    assert_eq!(app.get("/open-seats", None).await["seats"][0]["by"], "Ann");
    app.ok("/join", Some(&bob), json!({"invitation": begun["invitations"]["confederate"]})).await;
    assert_eq!(
        app.get("/open-seats", None).await["seats"],
        json!([]),
        "who comes by the link takes it off the list"
    );
    assert_eq!(app.send(Method::PUT, &path, Some(&ann), Some(again)).await.0, StatusCode::CONFLICT);
}

#[tokio::test]
async fn a_member_is_asked_by_his_name_and_accepts_or_declines() {
    let app = App::new();
    let (ann, bob, carl) = (member(&app, "Ann").await, member(&app, "Bob").await, member(&app, "Carl").await);
    let asks = |name: &str| new_game(json!({"kind": "friend", "member": name}));
    assert_eq!(app.post("/games", None, asks("Bob")).await.0, StatusCode::FORBIDDEN, "guests ask nobody");
    assert_eq!(app.post("/games", Some(&ann), asks("Nobody")).await.0, StatusCode::NOT_FOUND);
    assert_eq!(app.post("/games", Some(&ann), asks("ann")).await.0, StatusCode::BAD_REQUEST);
    let (id, _) = begin(&app, Some(&ann), asks("bob")).await;
    assert_eq!(told(&app, "Bob").await, ["invited"]);
    assert_eq!(app.get("/open-seats", None).await["seats"], json!([]), "it is for him alone");
    let lobby = app.ok("/open-seats/mine", Some(&bob), json!({})).await;
    assert_eq!((&lobby["to_me"][0]["game"], &lobby["to_me"][0]["by"]), (&json!(id), &json!("Ann")));
    assert_eq!(app.ok("/open-seats/mine", Some(&ann), json!({})).await["by_me"][0]["to"], "Bob");
    let sit = format!("/games/{id}/sit");
    for other in [None, Some(carl.as_str())] {
        assert_eq!(app.post(&sit, other, json!({"side": "confederate"})).await.0, StatusCode::NOT_FOUND);
    }
    let no = format!("/games/{id}/decline");
    assert_eq!(app.post(&no, Some(&carl), json!({"side": "confederate"})).await.0, StatusCode::NOT_FOUND);
    app.ok(&no, Some(&bob), json!({"side": "confederate"})).await;
    assert_eq!((told(&app, "Bob").await, told(&app, "Ann").await), (vec![], vec!["seat-taken".to_owned()]));
    assert_eq!(app.post(&sit, Some(&bob), json!({"side": "confederate"})).await.0, StatusCode::NOT_FOUND);
    let again = json!({"side": "confederate", "member": "Carl"}).to_string().into_bytes();
    let path = format!("/games/{id}/open-seat");
    assert_eq!(app.send(Method::PUT, &path, Some(&ann), Some(again)).await.0, StatusCode::OK);
    assert_eq!(told(&app, "Carl").await, ["invited"]);
    let sat = app.ok(&sit, Some(&carl), json!({"side": "confederate"})).await;
    assert_eq!(sat["token"], Value::Null);
    assert_eq!(app.table(&id, Some(&carl)).await["you"], json!(["confederate"]));
    assert_eq!(told(&app, "Carl").await, Vec::<String>::new());
}

#[tokio::test]
async fn offers_come_in_pages_the_newest_first() {
    let app = App::new();
    let mut ids = Vec::new();
    for _ in 0..45 {
        ids.push(begin(&app, None, new_game(json!({"kind": "friend", "open": true}))).await.0);
    }
    ids.reverse();
    let (mut seen, mut next, mut pages) = (Vec::new(), String::new(), 0);
    loop {
        let page = app.get(&format!("/open-seats{next}"), None).await;
        let listed = page["seats"].as_array().unwrap();
        seen.extend(listed.iter().map(|offer| offer["game"].as_str().unwrap().to_owned()));
        pages += 1;
        match page["next"].as_str() {
            Some(place) => next = format!("?before={place}"),
            None => break,
        }
    }
    assert_eq!((pages, seen), (3, ids));
    let wrong = app.send(Method::GET, "/open-seats?before=yesterday", None, None).await.0;
    assert_eq!(wrong, StatusCode::BAD_REQUEST);
}

/// Every way to look at a game or to do something in it.
fn doors(id: &str) -> Vec<(Method, String, Option<Value>)> {
    let get = |path: &str| (Method::GET, format!("/games/{id}{path}"), None);
    let post = |path: &str, body: Value| (Method::POST, format!("/games/{id}{path}"), Some(body));
    vec![
        get(""),
        get("/stream"),
        get("/log"),
        get("/at/0"),
        get("/record"),
        get("/ending"),
        post("/orders", json!({"seq": 0, "orders": ["end"]})),
        post("/check", json!({"order": "end"})),
        post("/why", json!({})),
        post("/reach", json!({"piece": "Abner"})),
        post("/ask", json!({})),
        post("/hint", json!({"seq": 0})),
        post("/hurry", json!({})),
        post("/undo", json!({"seq": 0})),
        post("/undo/answer", json!({"seq": 0, "agree": true})),
        post("/coach", json!({"seq": 0, "do": "next"})),
        (Method::PUT, format!("/games/{id}/open-seat"), Some(json!({"side": "confederate", "open": true}))),
        (Method::DELETE, format!("/games/{id}/open-seat/confederate"), None),
    ]
}

#[tokio::test]
async fn a_private_game_is_not_there_for_who_has_no_seat() {
    let app = App::new();
    let (ann, bob, carl) = (member(&app, "Ann").await, member(&app, "Bob").await, member(&app, "Carl").await);
    let mut new = new_game(json!({"kind": "friend", "open": true}));
    new["private"] = json!(true);
    let (id, begun) = begin(&app, Some(&ann), new).await;
    let other = app.two_players("meadow").await;
    assert_eq!(app.get("/open-seats", None).await["seats"][0]["private"], true);
    for stranger in
        [None, Some(bob.as_str()), Some(carl.as_str()), Some(other.union.as_str()), Some("nonsense")]
    {
        for (method, path, body) in doors(&id) {
            let body = body.map(|body| body.to_string().into_bytes());
            let (status, told) = app.send(method.clone(), &path, stranger, body.clone()).await;
            assert_eq!(status, StatusCode::NOT_FOUND, "{method} {path} {stranger:?}");
            let (none, nothing) =
                app.send(method.clone(), &path.replace(&id, "nosuchgame00"), stranger, body).await;
            let told = String::from_utf8(told).unwrap().replace(&id, "nosuchgame00");
            assert_eq!(
                (none, nothing),
                (status, told.into_bytes()),
                "as if it were not there: {method} {path}"
            );
        }
    }
    let table = app.table(&id, Some(&ann)).await;
    assert_eq!((&table["private"], &table["you"]), (&json!(true), &json!(["union"])));
    app.ok("/join", Some(&bob), json!({"invitation": begun["invitations"]["confederate"]})).await;
    assert_eq!(app.table(&id, Some(&bob)).await["you"], json!(["confederate"]));
    let mine = app.ok("/games/mine", Some(&bob), json!({"tokens": []})).await;
    assert_eq!(mine["games"][0]["private"], true);
}

#[tokio::test]
async fn only_players_play_on_from_a_private_game() {
    let app = App::new();
    let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "me"}});
    let new = json!({"scenario": "meadow", "seats": seats, "private": true});
    let (id, begun) = begin(&app, None, new).await;
    let token = begun["token"].as_str().unwrap();
    let from = json!({"from": {"game": id, "orders": 0}, "seats": seats});
    let (status, told) = app.post("/games", None, from.clone()).await;
    assert_eq!(status, StatusCode::NOT_FOUND, "{told}");
    // Its player is told what everybody is of a game that goes on.
    assert_eq!(app.post("/games", Some(token), from).await.0, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn spectators_are_counted_and_players_are_not() {
    let app = App::new();
    let game = app.two_players("meadow").await;
    let mut player = app.stream(&game.id, Some(&game.union)).await;
    assert!(player.next().await.contains("event: news"));
    let (first, second) = (app.stream(&game.id, None).await, app.stream(&game.id, None).await);
    let told = player.next().await;
    assert!(told.contains("event: watching") && told.contains("{\"spectators\":2}"), "{told}");
    assert_eq!(app.table(&game.id, None).await["spectators"], 2);
    drop(first);
    assert!(player.next().await.contains("{\"spectators\":1}"));
    let mut late = app.stream(&game.id, None).await;
    assert!(late.next().await.contains("event: news"));
    assert!(late.next().await.contains("event: watching"), "who comes later is told at once");
    drop((second, late));
    let mut last = String::new();
    while !last.contains("{\"spectators\":0}") {
        last = player.next().await;
    }
}

/// Servers on one PostgreSQL that follow each other; none where it is not installed.
async fn servers(folder: &Folder) -> Option<[App; 2]> {
    let database = store::throwaway::shared()?.database();
    let open = || {
        let (file, catalog) = (folder.file(), Arc::new(Meadows::default()));
        let place = Place::Postgres(database.clone());
        let beside = file.parent().unwrap();
        App::over(Games::open_at(&place, beside, catalog, Staff::random(), Settings::default()).unwrap())
    };
    let both = [open(), open()];
    for app in &both {
        app.listen().await;
    }
    Some(both)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_servers_give_a_seat_once_and_count_together() {
    let folder = Folder::new();
    let Some([one, two]) = servers(&folder).await else { return };
    let (id, begun) = begin(&one, None, new_game(json!({"kind": "friend", "open": true}))).await;
    let path = format!("/games/{id}/sit");
    assert_eq!(two.get("/open-seats", None).await["seats"][0]["game"], json!(id));
    let tries = (0..16).map(|n| {
        let app = if n % 2 == 0 { &one } else { &two };
        app.post(&path, None, json!({"side": "confederate", "name": format!("Guest {n}")}))
    });
    let done = futures_util::future::join_all(tries).await;
    assert_eq!(done.iter().filter(|(status, _)| *status == StatusCode::OK).count(), 1);
    // Who plays at one server hears of who watches at the other.
    let mut player = one.stream(&id, begun["token"].as_str()).await;
    player.next().await;
    let watching = [two.stream(&id, None).await, one.stream(&id, None).await];
    let mut told = String::new();
    while !told.contains("{\"spectators\":2}") {
        told = player.next().await;
    }
    drop(watching);
    while !told.contains("{\"spectators\":0}") {
        told = player.next().await;
    }
    // What is private at one is so at the other, and what is deleted at one is gone at the other.
    let mut secret = new_game(json!({"kind": "friend"}));
    secret["private"] = json!(true);
    let (hidden, hers) = begin(&one, None, secret).await;
    let look = format!("/games/{hidden}");
    assert_eq!(two.send(Method::GET, &look, None, None).await.0, StatusCode::NOT_FOUND);
    assert_eq!(two.send(Method::GET, &look, hers["token"].as_str(), None).await.0, StatusCode::OK);
    let mut open = two.stream(&hidden, hers["token"].as_str()).await;
    open.next().await;
    let keeper = club::care::Keeper::Machine;
    one.games.delete_game(&keeper, &hidden, "It was a test.").await.unwrap();
    assert!(open.ends().await);
}
