//! What holds for every answer: careful headers, own names, right methods, a number; and nothing secret in the
//! figures and the log.

mod common;

use std::io::Write;
use std::sync::{Arc, Mutex};

use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, StatusCode};
use common::App;
use serde_json::json;
use server::Settings;
use tracing_subscriber::fmt::MakeWriter;

async fn get(app: &App, path: &str, host: Option<&str>) -> axum::response::Response {
    let mut request = Request::get(path);
    if let Some(host) = host {
        request = request.header("host", host);
    }
    app.raw(request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn browsers_are_told_to_be_careful_with_everything() {
    let app = App::new();
    for path in [
        "/",
        "/style.css",
        "/api/v1/scenarios",
        "/api/v1/scenarios/meadow/map.svg",
        "/nothing.js",
        "/healthz",
    ] {
        let answer = get(&app, path, None).await;
        let headers = answer.headers();
        assert_eq!(headers["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(headers["referrer-policy"], "no-referrer", "{path}");
        let policy = headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("frame-ancestors 'none'"), "{path}: {policy}");
        assert_eq!(
            policy.contains("default-src 'none'"),
            path != "/" && path != "/style.css",
            "{path}: {policy}"
        );
        assert!(headers.contains_key("x-request-id"), "{path}");
    }
}

#[tokio::test]
async fn only_names_of_its_own_are_answered() {
    let app = App::limited(Settings { hosts: vec!["club.example.org".into()], ..Settings::default() });
    for host in [
        "localhost:1863",
        "127.0.0.1",
        "192.168.1.7:80",
        "[::1]:1863",
        "club.example.org",
        "Club.Example.org:443",
    ] {
        assert_eq!(get(&app, "/api/v1/", Some(host)).await.status(), StatusCode::OK, "{host}");
    }
    for host in [
        "evil.example",
        "localhost.evil.example",
        "club.example.org.evil.example:80",
        "127.0.0.1.evil.example",
    ] {
        assert_eq!(
            get(&app, "/api/v1/", Some(host)).await.status(),
            StatusCode::MISDIRECTED_REQUEST,
            "{host}"
        );
    }
}

#[tokio::test]
async fn pages_are_for_reading() {
    let app = App::new();
    for (method, path) in [
        (Method::DELETE, "/"),
        (Method::OPTIONS, "/"),
        (Method::TRACE, "/"),
        (Method::POST, "/games"),
        (Method::PUT, "/style.css"),
        (Method::DELETE, "/api/v1/scenarios"),
        (Method::GET, "/api/v1/games"),
        (Method::POST, "/metrics"),
    ] {
        let request = Request::builder().method(method.clone()).uri(path).body(Body::empty()).unwrap();
        let answer = app.raw(request).await;
        assert_eq!(answer.status(), StatusCode::METHOD_NOT_ALLOWED, "{method} {path}");
    }
}

#[tokio::test]
async fn names_that_deceive_are_mended_or_refused() {
    let app = App::new();
    let new = |name: &str| {
        let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "friend"}});
        json!({"scenario": "meadow", "seats": seats, "name": name})
    };
    let begun = app.ok("/games", None, new("Ann\u{202e}\u{200b}\u{7}")).await;
    let table = app.table(begun["id"].as_str().unwrap(), None).await;
    assert_eq!(table["seats"]["union"]["name"], "Ann");
    let (status, answer) = app.post("/games", None, new("Random orders")).await;
    assert_eq!((status, &answer["error"]), (StatusCode::BAD_REQUEST, &json!("malformed")));
    let invitation = &begun["invitations"]["confederate"];
    let (status, _) =
        app.post("/join", None, json!({"invitation": invitation, "name": "random 0rders, 2 s"})).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}

/// Everything that is logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Log;
    fn make_writer(&self) -> Log {
        self.clone()
    }
}

#[tokio::test]
async fn health_and_figures_tell_how_the_server_is_and_no_secret() {
    let log = Log::default();
    let logger =
        tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(log.clone()).finish();
    let _logging = tracing::subscriber::set_default(logger);
    let app = App::new();
    let game = app.two_players("meadow").await;
    app.order(&game.id, &game.union, &["camp 0101"]).await;
    app.order(&game.id, &game.confederate, &["fly"]).await;
    app.order(&game.id, "nobody", &["camp 0101"]).await;
    assert_eq!(get(&app, "/healthz", None).await.status(), StatusCode::OK);
    let text = get(&app, "/metrics", None).await;
    let text = String::from_utf8(to_bytes(text.into_body(), 1 << 20).await.unwrap().to_vec()).unwrap();
    for line in [
        "hardtack_orders_total 1",
        "hardtack_refusals_total{kind=\"unreadable\"} 1",
        "hardtack_refusals_total{kind=\"unknown-token\"} 1",
        "hardtack_games_begun_total 1",
        "hardtack_games_in_memory 1",
        "hardtack_order_seconds_count 1",
        "hardtack_streams 0",
        "hardtack_thoughts_waiting 0",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert!(text.contains("hardtack_memory_bytes"));
    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    for secret in [&game.union, &game.confederate, "nobody", "camp 0101", "Ann"] {
        assert!(!text.contains(secret), "{secret} in the figures");
        assert!(!log.contains(secret), "{secret} in the log: {log}");
    }
    assert!(!text.contains(&game.id), "nor which games there are");
}

#[tokio::test]
async fn a_page_that_has_not_changed_keeps_its_policy() {
    let app = App::new();
    let first = get(&app, "/rules", None).await;
    let header = |answer: &axum::response::Response, name: &str| {
        answer.headers().get(name).map(|value| value.to_str().unwrap().to_owned())
    };
    assert!(header(&first, "content-security-policy").unwrap().contains("default-src 'self'"));
    let tag = header(&first, "etag").unwrap();
    let request = Request::builder().uri("/rules").header("if-none-match", tag).body(Body::empty()).unwrap();
    let again = app.raw(request).await;
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    // A browser takes over whatever a 304 says: another policy would shut the page out of its own scripts.
    assert!(
        header(&again, "content-security-policy").is_none_or(|policy| policy.contains("default-src 'self'"))
    );
}
