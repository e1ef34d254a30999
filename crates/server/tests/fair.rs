//! Nobody has more than his share: of connections, time, drawing, thinking, memory.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use common::wire::Wire;
use common::{App, Folder, Meadows};
use serde_json::{Value, json};
use server::{Catalog, Choice, Clause, Note, Officer, Scenario, ScenarioCard, Settings, Staff};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Whether the other end closes within this time, whatever it says before.
async fn closes(stream: &mut TcpStream, within: Duration) -> bool {
    let mut rest = Vec::new();
    tokio::time::timeout(within, stream.read_to_end(&mut rest)).await.is_ok()
}

#[tokio::test]
async fn who_does_not_speak_is_shown_out() {
    let short = Duration::from_millis(300);
    let app = App::limited(Settings { head_time: short, body_time: short, ..Settings::default() });
    let address = app.listen().await;
    let head = "POST /api/v1/games HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    let whole = format!("{head}content-length: 100\r\n\r\n{{");
    for said in ["", "GET / HTTP/1.1\r\nho", head, whole.as_str()] {
        let mut stream = TcpStream::connect(&address).await.unwrap();
        stream.write_all(said.as_bytes()).await.unwrap();
        assert!(closes(&mut stream, Duration::from_secs(5)).await, "after `{said}`");
    }
}

#[tokio::test]
async fn who_does_not_read_is_shown_out() {
    let app = App::limited(Settings { write_time: Duration::from_millis(300), ..Settings::default() });
    let address = app.listen().await;
    let mut stream = TcpStream::connect(&address).await.unwrap();
    let asks = "GET /style.css HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(100);
    let shut = async {
        // While nobody reads the answers, the server stops reading too, and then has had enough.
        while stream.write_all(asks.as_bytes()).await.is_ok() {}
    };
    assert!(tokio::time::timeout(Duration::from_secs(20), shut).await.is_ok());
}

#[tokio::test]
async fn one_address_cannot_have_every_connection() {
    let app = App::limited(Settings { connections: 30, connections_per_address: 20, ..Settings::default() });
    let address = app.listen().await;
    let mut slow = Vec::new();
    for _ in 0..60 {
        let mut stream = TcpStream::connect(&address).await.unwrap();
        // Whoever is turned away may have been before he could speak.
        let _ = stream.write_all(b"GET / HT").await;
        slow.push(stream);
    }
    // Another address of the same machine.
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    if socket.bind("127.0.0.2:0".parse().unwrap()).is_err() {
        return; // Not every system has more than one.
    }
    let mut other = socket.connect(address.parse().unwrap()).await.unwrap();
    let ask = b"GET /api/v1/ HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    other.write_all(ask).await.unwrap();
    let mut answer = String::new();
    let read = tokio::time::timeout(Duration::from_secs(5), other.read_to_string(&mut answer)).await;
    assert!(read.is_ok() && answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[tokio::test]
async fn streams_are_limited_in_all_and_of_a_game_and_their_places_given_back() {
    let app = App::limited(Settings { streams: 3, streams_per_game: 2, ..Settings::default() });
    let games = [app.two_players("meadow").await, app.two_players("meadow").await];
    let refused = async |id: &str| {
        let (status, answer) = app.send(Method::GET, &format!("/games/{id}/stream"), None, None).await;
        let answer: Value = serde_json::from_slice(&answer).unwrap();
        assert_eq!((status, &answer["error"]), (StatusCode::TOO_MANY_REQUESTS, &json!("too-many")));
    };
    let first = (app.stream(&games[0].id, None).await, app.stream(&games[0].id, None).await);
    refused(&games[0].id).await;
    let _third = app.stream(&games[1].id, None).await;
    refused(&games[1].id).await;
    drop(first);
    app.stream(&games[1].id, None).await;
}

#[tokio::test]
async fn new_games_from_one_address_have_their_rate() {
    let app = App::limited(Settings { games_per_minute: 5, ..Settings::default() });
    let address = app.listen().await;
    let mut wire = Wire::connect(&address).await.unwrap();
    let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "me"}});
    let mut told = Vec::new();
    for _ in 0..20 {
        told.push(wire.post("/games", "", &json!({"scenario": "meadow", "seats": seats})).await.unwrap().0);
    }
    assert_eq!(told[..10], [200; 10]);
    assert_eq!(told[11..], [429; 9]);
}

/// What a proxy passes on for somebody at this address.
async fn asks(app: &App, from: &str, token: &str, path: &str, body: Value) -> axum::response::Response {
    let request = Request::post(format!("/api/v1{path}"))
        .header("content-type", "application/json")
        .header("x-forwarded-for", from)
        .header("authorization", format!("Bearer {token}"));
    app.raw(request.body(Body::from(body.to_string())).unwrap()).await
}

#[tokio::test]
async fn who_asks_too_often_is_slowed_and_others_are_not() {
    let settings =
        Settings { proxy: true, orders_per_minute: 4, questions_per_minute: 3, ..Settings::default() };
    let app = App::limited(settings);
    let game = app.two_players("meadow").await;
    let path = |what: &str| format!("/games/{}/{what}", game.id);
    let question = json!({"order": "camp 0101"});
    let mut told = Vec::new();
    for _ in 0..10 {
        let answer = asks(&app, "10.0.0.1", &game.union, &path("check"), question.clone()).await;
        told.push(answer.status().as_u16());
        if answer.status() == StatusCode::TOO_MANY_REQUESTS {
            let wait: u64 = answer.headers()["retry-after"].to_str().unwrap().parse().unwrap();
            assert!((1..=20).contains(&wait), "one comes every twenty seconds: {wait}");
        }
    }
    assert!(told[..6].iter().all(|status| *status != 429), "twice three at once: {told:?}");
    assert!(told[6..].iter().all(|status| *status == 429), "and then no more: {told:?}");
    let other = asks(&app, "10.0.0.1", &game.confederate, &path("check"), question).await;
    assert_ne!(other.status(), StatusCode::TOO_MANY_REQUESTS, "the other seat at the same address");
    let order = json!({"seq": 0, "orders": ["camp 0101"]});
    let mine = asks(&app, "10.0.0.1", &game.union, &path("orders"), order).await;
    assert_eq!(mine.status(), StatusCode::OK, "orders have a measure of their own");
    let text = app.raw(Request::get("/metrics").body(Body::empty()).unwrap()).await;
    let text = axum::body::to_bytes(text.into_body(), 1 << 20).await.unwrap();
    let text = String::from_utf8(text.to_vec()).unwrap();
    assert!(text.contains("hardtack_slowed_total{kind=\"questions\"} 4"), "{text}");
}

/// Draws slowly, and counts how often.
#[derive(Default)]
struct Slow(AtomicUsize);

impl Catalog for Slow {
    fn list(&self) -> Vec<ScenarioCard> {
        Meadows::default().list()
    }
    fn open(&self, id: &str, options: &[String]) -> Result<Arc<dyn Scenario>, String> {
        Meadows::default().open(id, options)
    }
    fn map(&self, id: &str) -> Option<String> {
        self.0.fetch_add(1, Ordering::Relaxed);
        std::thread::sleep(Duration::from_millis(50));
        (id == "meadow").then(|| "<svg/>".into())
    }
    fn clause(&self, _: &str) -> Option<Clause> {
        None
    }
    fn clauses(&self, _: &str) -> Vec<Clause> {
        Vec::new()
    }
}

#[tokio::test]
async fn a_picture_is_drawn_once_for_everybody() {
    let (folder, catalog) = (Folder::new(), Arc::new(Slow::default()));
    let app = Arc::new(App::of(&folder.file(), catalog.clone(), Staff::random()));
    let asks = (0..100).map(|n| {
        let app = app.clone();
        let path = ["/scenarios/meadow/map.svg", "/scenarios/meadow/picture.svg"][n % 2];
        tokio::spawn(async move { app.get_bytes(path, None).await })
    });
    for ask in asks.collect::<Vec<_>>() {
        assert_eq!(ask.await.unwrap(), b"<svg/>");
    }
    assert_eq!(catalog.0.load(Ordering::Relaxed), 2, "the map and the picture");
    let svg = app.raw(Request::get("/api/v1/scenarios/meadow/map.svg").body(Body::empty()).unwrap()).await;
    let tag = svg.headers()["etag"].clone();
    let known = Request::get("/api/v1/scenarios/meadow/map.svg").header("if-none-match", tag);
    assert_eq!(app.raw(known.body(Body::empty()).unwrap()).await.status(), StatusCode::NOT_MODIFIED);
}

/// Takes all the time he is given, and counts his thoughts.
fn thinkers(thoughts: &Arc<AtomicUsize>) -> Staff {
    let officer = |name: &str, seconds: Option<f64>| {
        let thoughts = thoughts.clone();
        Officer {
            name: name.into(),
            title: name.to_uppercase(),
            about: String::new(),
            seconds,
            ratings: None,
            rated: None,
            choose: Arc::new(move |game, seat, time, _| {
                thoughts.fetch_add(1, Ordering::Relaxed);
                std::thread::sleep(time);
                Some(Choice { order: game.orders(seat).first()?.clone(), note: Note::default() })
            }),
        }
    };
    Staff::new(vec![officer("quick", None), officer("slow", Some(1.0))])
}

async fn two_computers(app: &App, seconds: f64) -> String {
    let slow = json!({"kind": "computer", "officer": "slow", "seconds": seconds});
    let seats = json!({"union": slow, "confederate": slow});
    let begun = app.ok("/games", None, json!({"scenario": "meadow", "seats": seats})).await;
    begun["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn computers_play_only_while_somebody_looks() {
    let (folder, thoughts) = (Folder::new(), Arc::new(AtomicUsize::new(0)));
    let settings = Settings { attended: Duration::from_millis(150), ..Settings::default() };
    let app = App::set(&folder.file(), Arc::new(Meadows::default()), thinkers(&thoughts), settings);
    let id = two_computers(&app, 0.02).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(thoughts.load(Ordering::Relaxed), 0, "nobody has looked yet");
    app.table(&id, None).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    let seen = thoughts.load(Ordering::Relaxed);
    assert!(seen > 0, "somebody looked");
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(thoughts.load(Ordering::Relaxed), seen, "and went away");
    let mut news = app.stream(&id, None).await;
    for _ in 0..5 {
        news.next().await;
    }
    assert!(thoughts.load(Ordering::Relaxed) >= seen + 4, "who listens is there");
}

#[tokio::test]
async fn greedy_games_do_not_keep_another_waiting() {
    let (folder, thoughts) = (Folder::new(), Arc::new(AtomicUsize::new(0)));
    let app = App::of(&folder.file(), Arc::new(Meadows::default()), thinkers(&thoughts));
    // Everybody looks at each of them once, which is enough for them to begin.
    for _ in 0..60 {
        let id = two_computers(&app, 60.0).await;
        app.table(&id, None).await;
    }
    let slow = json!({"kind": "computer", "officer": "slow", "seconds": 0.5});
    let (id, token) = app.alone(slow).await;
    let begun = Instant::now();
    app.order(&id, &token, &["camp 0101"]).await;
    while app.seq(&id).await < 2 {
        assert!(begun.elapsed() < Duration::from_secs(10), "he does not answer");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn the_oldest_games_are_put_away_a_few_at_a_time_and_come_back() {
    let app = App::limited(Settings { games_in_memory: 32, ..Settings::default() });
    let mut games = Vec::new();
    for _ in 0..40 {
        games.push(app.alone(json!({"kind": "me"})).await);
        let (id, token) = &games[0];
        app.table(id, Some(token)).await;
    }
    let (id, token) = &games[1];
    assert_eq!(app.order(id, token, &["camp 0101"]).await.0, StatusCode::OK, "put away, not lost");
    let text = app.raw(Request::get("/metrics").body(Body::empty()).unwrap()).await;
    let text = axum::body::to_bytes(text.into_body(), 1 << 20).await.unwrap();
    let text = String::from_utf8(text.to_vec()).unwrap();
    let kept = text.lines().find_map(|l| l.strip_prefix("hardtack_games_in_memory ")).unwrap();
    let kept: usize = kept.parse().unwrap();
    assert!((28..=32).contains(&kept), "a few at a time, not all at once: {kept}");
}
