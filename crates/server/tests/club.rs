//! Results and ratings of members, over HTTP, on both databases.

mod common;

use std::sync::Arc;

use axum::http::{Method, StatusCode};
use common::{App, Folder, Game, Meadows};
use serde_json::{Value, json};
use server::{Games, Place, Settings, Staff};

async fn member(app: &App, name: &str) -> String {
    app.ok("/me", None, json!({"name": name})).await["token"].as_str().unwrap().to_owned()
}

/// A game between two people, the first of them the Union; guests where a token is empty.
async fn game(app: &App, union: &str, confederate: &str, private: bool) -> Game {
    let token = |token: &str| (!token.is_empty()).then(|| token.to_owned());
    let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "friend"}});
    let new = json!({"scenario": "meadow", "seats": seats, "private": private});
    let begun = app.ok("/games", token(union).as_deref(), new).await;
    let join = json!({"invitation": begun["invitations"]["confederate"]});
    let joined = app.ok("/join", token(confederate).as_deref(), join).await;
    let held = |own: &str, told: &Value| told.as_str().map_or_else(|| own.to_owned(), str::to_owned);
    Game {
        id: begun["id"].as_str().unwrap().to_owned(),
        union: held(union, &begun["token"]),
        confederate: held(confederate, &joined["token"]),
    }
}

/// Plays a game to its end; the side that won, or nobody.
async fn finished(app: &App, game: &Game) -> Option<String> {
    // Whoever plays a private game looks at it by his token.
    for _ in 0..5_000 {
        let table = app.table(&game.id, Some(&game.union)).await;
        let Some(side) = table["standing"]["waiting"]["seats"][0].as_str() else {
            return table["standing"]["over"]["winner"].as_str().map(str::to_owned);
        };
        let own = app.table(&game.id, Some(game.token(side))).await;
        let cards = own["cards"].as_array().unwrap();
        let number = (own["seq"].as_u64().unwrap() + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let order = &cards[(number >> 33) as usize % cards.len()]["order"];
        let body = json!({"seq": own["seq"], "orders": [order], "seat": side});
        app.ok(&format!("/games/{}/orders", game.id), Some(game.token(side)), body).await;
    }
    panic!("the game does not end");
}

fn rated<'a>(table: &'a Value, name: &str) -> &'a Value {
    let members = table["systems"][0]["members"].as_array().unwrap();
    members.iter().find(|member| member["name"] == name).unwrap_or(&Value::Null)
}

#[tokio::test]
async fn a_finished_game_between_members_moves_both_ratings_once() {
    let app = App::new();
    let (ann, bob) = (member(&app, "Ann").await, member(&app, "Bob").await);
    assert_eq!(app.get("/club/ratings", None).await["systems"][0]["members"], json!([]));
    let winner = finished(&app, &game(&app, &ann, &bob, false).await).await;
    let (one, two) = match winner.as_deref() {
        Some("union") => (1516, 1484),
        Some(_) => (1484, 1516),
        None => (1500, 1500),
    };
    for _ in 0..3 {
        let table = app.get("/club/ratings", None).await;
        assert_eq!((&table["systems"][0]["system"], &table["members"]), (&json!("scouts"), &json!(2)));
        assert_eq!((&rated(&table, "Ann")["elo"], &rated(&table, "Bob")["elo"]), (&json!(one), &json!(two)));
        assert_eq!(rated(&table, "Ann")["games"], 1);
    }
    let record = app.get("/persons/ann/record", None).await;
    let line = &record["ratings"][0];
    assert_eq!(
        (&line["elo"], &line["points"][0][1], &line["points"][1]),
        (&json!(one), &json!(one), &Value::Null)
    );
    let tally =
        line["won"].as_i64().unwrap() + line["drawn"].as_i64().unwrap() + line["lost"].as_i64().unwrap();
    assert_eq!(tally, 1);
    assert_eq!(record["unrated"], json!([]));
}

#[tokio::test]
async fn guests_computers_and_both_sides_move_no_rating() {
    let app = App::new();
    let ann = member(&app, "Ann").await;
    finished(&app, &game(&app, &ann, "", false).await).await;
    let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "me"}});
    let both = app.ok("/games", Some(&ann), json!({"scenario": "meadow", "seats": seats})).await;
    let id = both["id"].as_str().unwrap().to_owned();
    finished(&app, &Game { id, union: ann.clone(), confederate: ann.clone() }).await;
    let table = app.get("/club/ratings", None).await;
    assert_eq!(table["systems"][0]["members"], json!([]), "{table}");
    let record = app.get("/persons/Ann/record", None).await;
    let unrated = record["unrated"].as_array().unwrap();
    assert_eq!((unrated.len(), &unrated[0]["against"]), (1, &Value::Null), "one against a guest: {record}");
    let count = |key: &str| unrated[0][key].as_i64().unwrap();
    assert_eq!(count("won") + count("drawn") + count("lost"), 1);
}

#[tokio::test]
async fn a_private_game_counts_and_is_not_shown() {
    let app = App::new();
    let (ann, bob) = (member(&app, "Ann").await, member(&app, "Bob").await);
    let hidden = game(&app, &ann, &bob, true).await;
    finished(&app, &hidden).await;
    let open = game(&app, &ann, &bob, false).await;
    assert_eq!(rated(&app.get("/club/ratings", None).await, "Ann")["games"], 1);
    for (path, token) in [("/persons/ann/games", None), ("/persons/Bob/games", Some(ann.as_str()))] {
        let games = app.get(path, token).await;
        let listed = games["games"].as_array().unwrap();
        assert_eq!((listed.len(), &listed[0]["id"]), (1, &json!(open.id)), "{games}");
        assert!(!games.to_string().contains(&hidden.id));
    }
    let record = app.get_bytes("/persons/ann/record", None).await;
    assert!(!String::from_utf8(record).unwrap().contains(&hidden.id));
    let nobody = app.send(Method::GET, "/persons/nobody/games", None, None).await.0;
    assert_eq!(nobody, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn members_come_in_pages_by_the_alphabet() {
    let app = App::new();
    for n in 0..60_u8 {
        let name = format!("Member {}{}", (b'a' + n / 20) as char, (b'a' + n % 20) as char);
        app.games.club().register(club::people::Newcomer { name, ..Default::default() }).await.unwrap();
    }
    let first = app.get("/club/members", None).await;
    assert_eq!((first["members"].as_array().unwrap().len(), &first["next"]), (50, &json!("Member cj")));
    let second = app.get("/club/members?after=Member%20cj", None).await;
    assert_eq!((&second["members"][0]["name"], &second["next"]), (&json!("Member ck"), &Value::Null));
    assert_eq!(
        first["members"][0].as_object().unwrap().keys().collect::<Vec<_>>(),
        ["created", "name", "role"]
    );
}

/// Many servers that reckon at the same time.
async fn all_at_once(servers: &[Games]) -> usize {
    let mut tasks = tokio::task::JoinSet::new();
    for server in servers.iter().cycle().take(16) {
        let server = server.clone();
        tasks.spawn(async move { server.reckon().await.unwrap() });
    }
    tasks.join_all().await.into_iter().sum()
}

/// Ends games behind the servers' backs: the list of what has ended is what they work on.
async fn end_games(app: &App, count: usize) {
    let (ann, bob) = (member(app, "Ann").await, member(app, "Bob").await);
    for n in 0..count {
        let game = game(app, &ann, &bob, false).await;
        let headline = if n % 2 == 0 { "Union victory, decisive" } else { "A draw, agreed" };
        let work = move |sql: &mut dyn store::Sql| {
            let key = sql.number("SELECT key FROM game WHERE id = ?1", &store::values![game.id])?;
            let over = store::Summary { touched: 100 + n as i64, waiting: 0, headline: headline.into() };
            over.put(sql, key)
        };
        app.games.store().base().write(work).await.unwrap();
    }
}

#[tokio::test]
async fn a_game_is_reckoned_once_however_many_reckon_it() {
    let app = App::new();
    end_games(&app, 6).await;
    assert_eq!(all_at_once(std::slice::from_ref(&app.games)).await, 6);
    let table = app.get("/club/ratings", None).await;
    assert_eq!((&rated(&table, "Ann")["won"], &rated(&table, "Ann")["drawn"]), (&json!(3), &json!(3)));
    assert_eq!(all_at_once(std::slice::from_ref(&app.games)).await, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nor_by_several_servers_on_one_database() {
    let Some(cluster) = store::throwaway::shared() else { return };
    let database = cluster.database();
    let folder = Folder::new();
    let open = || {
        let beside = folder.file();
        let (place, catalog) = (Place::Postgres(database.clone()), Arc::new(Meadows::default()));
        let beside = beside.parent().unwrap();
        Games::open_at(&place, beside, catalog, Staff::random(), Settings::default()).unwrap()
    };
    let servers = [open(), open(), open()];
    let app = App::over(servers[0].clone());
    end_games(&app, 6).await;
    assert_eq!(all_at_once(&servers).await, 6);
    let table = App::over(servers[2].clone()).get("/club/ratings", None).await;
    let (ann, bob) = (rated(&table, "Ann"), rated(&table, "Bob"));
    assert_eq!(
        (&ann["games"], &ann["won"], &ann["drawn"], &bob["lost"]),
        (&json!(6), &json!(3), &json!(3), &json!(3))
    );
    let points =
        App::over(servers[1].clone()).get("/persons/ann/record", None).await["ratings"][0]["points"].clone();
    assert_eq!(points.as_array().unwrap().len(), 6);
    assert_eq!(ann["elo"], points[5][1], "the rating is where its line ends: {points}");
}
