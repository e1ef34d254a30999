//! A server with a tiny game, and requests to it without a socket.
#![allow(dead_code, reason = "every test file uses a part of it")]

pub mod scouts;
pub mod wire;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, StatusCode};
use futures_util::StreamExt;
use serde_json::{Value, json};
use server::{BuiltIn, Catalog, Clause, Games, Place, Scenario, ScenarioCard, Settings, Staff};
use tower::ServiceExt;

/// Two shelves differ only in what is hidden from the Union player.
#[derive(Clone, Copy, Default)]
pub struct Meadows {
    pub other: bool,
}

impl Catalog for Meadows {
    fn list(&self) -> Vec<ScenarioCard> {
        vec![ScenarioCard { id: "meadow".into(), system: "scouts".into(), ..Default::default() }]
    }
    fn open(&self, id: &str, _: &[String]) -> Result<Arc<dyn Scenario>, String> {
        let confederate = if self.other { [3, 2, 1] } else { [1, 2, 3] };
        match id {
            "meadow" => Ok(Arc::new(scouts::Meadow(scouts::setup([[2, 2, 2], confederate])))),
            _ => Err(format!("there is no scenario `{id}`")),
        }
    }
    fn map(&self, _: &str) -> Option<String> {
        Some("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".into())
    }
    fn clause(&self, _: &str) -> Option<Clause> {
        None
    }
    fn clauses(&self, _: &str) -> Vec<Clause> {
        Vec::new()
    }
}

/// A folder that goes away with the test.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("hardtack-test-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
    pub fn file(&self) -> PathBuf {
        self.0.join("games.db")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

pub struct App {
    pub games: Games,
    router: Router,
    _folder: Option<Folder>,
}

impl App {
    pub fn new() -> App {
        let folder = Folder::new();
        let app = App::on(&folder.file());
        App { _folder: Some(folder), ..app }
    }

    pub fn on(file: &Path) -> App {
        App::with(file, Meadows::default())
    }

    pub fn with(file: &Path, catalog: Meadows) -> App {
        App::of(file, Arc::new(catalog), Staff::random())
    }

    /// The scenarios of the product.
    pub fn real() -> App {
        let folder = Folder::new();
        let app = App::of(&folder.file(), Arc::new(BuiltIn::default()), Staff::random());
        App { _folder: Some(folder), ..app }
    }

    pub fn of(file: &Path, catalog: Arc<dyn Catalog>, staff: Staff) -> App {
        App::set(file, catalog, staff, Settings::default())
    }

    pub fn set(file: &Path, catalog: Arc<dyn Catalog>, staff: Staff, settings: Settings) -> App {
        // A server that was just stopped may have a thread that is about to end, and until then the folder is his.
        let mut patience = 1_000;
        let games = loop {
            match Games::open_with(file, catalog.clone(), staff.clone(), settings.clone()) {
                Ok(games) => break games,
                Err(held) if patience == 0 => panic!("{held}"),
                Err(_) => patience -= 1,
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        };
        App { router: server::router(games.clone()), games, _folder: None }
    }

    /// The tiny game wherever its games are kept: another server, if there is one already.
    pub fn at(place: &Place, settings: Settings) -> App {
        let folder = Folder::new();
        let (catalog, staff) = (Arc::new(Meadows::default()), Staff::random());
        let games = Games::open_at(place, folder.file().parent().unwrap(), catalog, staff, settings).unwrap();
        App { router: server::router(games.clone()), games, _folder: Some(folder) }
    }

    /// Requests to a server that is open already.
    pub fn over(games: Games) -> App {
        App { router: server::router(games.clone()), games, _folder: None }
    }

    /// The tiny game under these limits.
    pub fn limited(settings: Settings) -> App {
        let folder = Folder::new();
        let app = App::set(&folder.file(), Arc::new(Meadows::default()), Staff::random(), settings);
        App { _folder: Some(folder), ..app }
    }

    /// Answers on a port of this machine as well; its address.
    pub async fn listen(&self) -> String {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        tokio::spawn(server::serve(listener, self.games.clone()));
        address
    }

    /// The games as they stand, in a folder of their own: a computer player who still thinks does not let go of his.
    pub async fn copied(&self, folder: &Folder) -> Folder {
        self.games.close().await.unwrap();
        let copy = Folder::new();
        std::fs::copy(folder.file(), copy.file()).unwrap();
        copy
    }

    pub fn router(&self) -> &Router {
        &self.router
    }

    /// The answer to a request as it stands, outside the interface too.
    pub async fn raw(&self, request: Request<Body>) -> axum::response::Response {
        self.router.clone().oneshot(request).await.unwrap()
    }

    pub async fn send(
        &self,
        method: Method,
        path: &str,
        token: Option<&str>,
        body: Option<Vec<u8>>,
    ) -> (StatusCode, Vec<u8>) {
        let mut request = Request::builder().method(method).uri(format!("/api/v1{path}"));
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let request = match body {
            Some(bytes) => request.header("content-type", "application/json").body(Body::from(bytes)),
            None => request.body(Body::empty()),
        };
        let response = self.router.clone().oneshot(request.unwrap()).await.unwrap();
        let status = response.status();
        (status, to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec())
    }

    /// The news of a game, one at a time.
    pub async fn stream(&self, id: &str, token: Option<&str>) -> News {
        let mut request = Request::builder().uri(format!("/api/v1/games/{id}/stream"));
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let response = self.router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        News(response.into_body().into_data_stream())
    }

    pub async fn get_bytes(&self, path: &str, token: Option<&str>) -> Vec<u8> {
        let (status, bytes) = self.send(Method::GET, path, token, None).await;
        assert_eq!(status, StatusCode::OK, "{path}: {}", String::from_utf8_lossy(&bytes));
        bytes
    }

    pub async fn get(&self, path: &str, token: Option<&str>) -> Value {
        serde_json::from_slice(&self.get_bytes(path, token).await).unwrap()
    }

    pub async fn post(&self, path: &str, token: Option<&str>, body: Value) -> (StatusCode, Value) {
        let (status, bytes) = self.send(Method::POST, path, token, Some(body.to_string().into_bytes())).await;
        (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }

    pub async fn ok(&self, path: &str, token: Option<&str>, body: Value) -> Value {
        let (status, answer) = self.post(path, token, body).await;
        assert_eq!(status, StatusCode::OK, "{path}: {answer}");
        answer
    }

    /// A game between two people; optional rules after the scenario, as in `meadow +fog`.
    pub async fn two_players(&self, scenario: &str) -> Game {
        let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "friend"}});
        let mut words = scenario.split(" +");
        let id = words.next().unwrap();
        let options: Vec<&str> = words.collect();
        let new = json!({"scenario": id, "options": options, "seats": seats, "name": "Ann"});
        let begun = self.ok("/games", None, new).await;
        let invitation = &begun["invitations"]["confederate"];
        let joined = self.ok("/join", None, json!({"invitation": invitation, "name": "Bob"})).await;
        assert_eq!(joined["side"], "confederate");
        let text = |v: &Value| v.as_str().unwrap().to_owned();
        Game { id: text(&begun["id"]), union: text(&begun["token"]), confederate: text(&joined["token"]) }
    }

    pub async fn alone(&self, confederate: Value) -> (String, String) {
        let seats = json!({"union": {"kind": "me"}, "confederate": confederate});
        let begun = self.ok("/games", None, json!({"scenario": "meadow", "seats": seats})).await;
        (begun["id"].as_str().unwrap().to_owned(), begun["token"].as_str().unwrap().to_owned())
    }

    pub async fn table(&self, id: &str, token: Option<&str>) -> Value {
        self.get(&format!("/games/{id}"), token).await
    }

    pub async fn seq(&self, id: &str) -> u64 {
        self.table(id, None).await["seq"].as_u64().unwrap()
    }

    /// Gives orders at the moment the game is in.
    pub async fn order(&self, id: &str, token: &str, orders: &[&str]) -> (StatusCode, Value) {
        let seq = self.seq(id).await;
        self.post(&format!("/games/{id}/orders"), Some(token), json!({"seq": seq, "orders": orders})).await
    }
    /// Plays a two-person game by legal orders that vary; the table once it is over.
    pub async fn play_out(&self, game: &Game) -> Value {
        for _ in 0..5_000 {
            let table = self.table(&game.id, None).await;
            let Some(side) = table["standing"]["waiting"]["seats"][0].as_str() else { return table };
            let own = self.table(&game.id, Some(game.token(side))).await;
            let cards = own["cards"].as_array().unwrap();
            // Scattered well: a choice with a short period can go round in circles for ever.
            let number = (own["seq"].as_u64().unwrap() + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let order = &cards[(number >> 33) as usize % cards.len()]["order"];
            let body = json!({"seq": own["seq"], "orders": [order], "seat": side});
            self.ok(&format!("/games/{}/orders", game.id), Some(game.token(side)), body).await;
        }
        panic!("the game does not end");
    }
}

pub struct News(axum::body::BodyDataStream);

impl News {
    pub async fn next(&mut self) -> String {
        let wait = std::time::Duration::from_secs(20);
        let frame = tokio::time::timeout(wait, self.0.next()).await.expect("news within seconds");
        String::from_utf8(frame.unwrap().unwrap().to_vec()).unwrap()
    }

    /// Whether the stream ends within seconds.
    pub async fn ends(&mut self) -> bool {
        let wait = std::time::Duration::from_secs(20);
        tokio::time::timeout(wait, async { while self.0.next().await.is_some() {} }).await.is_ok()
    }
}

pub struct Game {
    pub id: String,
    pub union: String,
    pub confederate: String,
}

impl Game {
    pub fn token(&self, side: &str) -> &str {
        if side == "union" { &self.union } else { &self.confederate }
    }
}
