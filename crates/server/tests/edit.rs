//! What the editor asks for over HTTP: texts patched, new scenarios, series of games; and what is refused.

mod common;

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, StatusCode};
use common::{App, Folder};
use library::OwnShelf;
use serde_json::{Value, json};
use server::{BuiltIn, Settings, Staff, Uploads};

fn app(folder: &Folder, uploads: Uploads) -> App {
    let shelf = OwnShelf::new(vec![folder.file().with_file_name("scenarios")]);
    let settings = Settings { uploads, ..Settings::default() };
    App::set(&folder.file(), Arc::new(BuiltIn::with_own(shelf)), Staff::random(), settings)
}

async fn send(app: &App, method: Method, path: &str, body: Option<Value>) -> (StatusCode, Value) {
    let request = Request::builder()
        .method(method)
        .uri(format!("/api/v1{path}"))
        .header("content-type", "application/json");
    let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
    let answer = app.raw(request.body(body).unwrap()).await;
    let status = answer.status();
    let bytes = to_bytes(answer.into_body(), 64 << 20).await.unwrap();
    (status, serde_json::from_slice(&bytes).unwrap_or_default())
}

async fn post(app: &App, path: &str, body: Value) -> (StatusCode, Value) {
    send(app, Method::POST, path, Some(body)).await
}

#[tokio::test]
async fn a_text_is_changed_where_it_belongs_and_checked() {
    let folder = Folder::new();
    let app = app(&folder, Uploads::Anybody);
    let (status, begun) =
        post(&app, "/edit/new", json!({"system": "gcacw", "name": "Cold Harbor", "size": [9, 12]})).await;
    assert_eq!(status, StatusCode::OK, "{begun}");
    let mut files = begun["files"].clone();
    let map = "cold-harbor.map.toml";
    let text = files[map].as_str().unwrap().replace("[terrain]", "# as seen\n[terrain]");
    files[map] = json!(text);
    let change = json!({"file": map, "do": "set", "at": ["terrain", "woods"], "value": ["0101..0103"]});
    let asked = json!({"files": files, "changes": [change], "docs": true, "check": true});
    let (status, told) = post(&app, "/edit/patch", asked).await;
    assert_eq!(status, StatusCode::OK, "{told}");
    let changed = told["files"].as_object().unwrap();
    assert_eq!(changed.keys().collect::<Vec<_>>(), [map], "only what was changed comes back");
    assert_eq!(changed[map], json!(format!("{text}woods = [\"0101..0103\"]\n")));
    assert_eq!(told["docs"][map]["grid"]["columns"], 12);
    assert!(told["findings"].is_array());

    // A hex that is not on the map is written, and found.
    let change = json!({"file": map, "do": "set", "at": ["terrain", "hill"], "value": ["9999"]});
    let (_, told) =
        post(&app, "/edit/patch", json!({"files": files, "changes": [change], "check": true})).await;
    let found = told["findings"].as_array().unwrap();
    assert!(found.iter().any(|f| f["file"] == map && f["line"].is_u64()), "{told}");
}

#[tokio::test]
async fn what_cannot_be_changed_is_told_and_comes_back_unchanged() {
    let folder = Folder::new();
    let app = app(&folder, Uploads::Anybody);
    let files = json!({"x.map.toml": "name = \"x\"\n"});
    for (changes, wanted) in [
        (json!([{"file": "y.toml", "do": "remove", "at": ["a"]}]), StatusCode::NOT_FOUND),
        (
            json!([{"file": "x.map.toml", "do": "set", "at": ["road", 7, "name"], "value": 1}]),
            StatusCode::BAD_REQUEST,
        ),
        (json!([{"file": "x.map.toml", "do": "set", "at": [], "value": 1}]), StatusCode::BAD_REQUEST),
        (json!([{"file": "x.map.toml", "do": "dance"}]), StatusCode::BAD_REQUEST),
    ] {
        let (status, told) = post(&app, "/edit/patch", json!({"files": files, "changes": changes})).await;
        assert_eq!(status, wanted, "{told}");
        assert!(told["message"].as_str().is_some_and(|said| !said.is_empty()), "{told}");
    }
    let many = vec![json!({"file": "x.map.toml", "do": "remove", "at": ["a"]}); 2_001];
    assert_eq!(
        post(&app, "/edit/patch", json!({"files": files, "changes": many})).await.0,
        StatusCode::BAD_REQUEST
    );
    // A file that is no TOML says nothing, and is found.
    let asked = json!({"files": {"x.map.toml": "name = "}, "docs": true, "check": true});
    let (status, told) = post(&app, "/edit/patch", asked).await;
    assert_eq!((status, &told["docs"]["x.map.toml"]), (StatusCode::OK, &Value::Null));
    assert!(!told["findings"].as_array().unwrap().is_empty());
}

#[tokio::test]
async fn a_new_scenario_is_open_ground_an_example_or_a_copy() {
    let folder = Folder::new();
    let app = app(&folder, Uploads::Anybody);
    for system in ["gcacw", "lfm", "vnb"] {
        let (status, told) = post(&app, "/edit/new", json!({"system": system, "name": "Cold Harbor"})).await;
        assert_eq!((status, told["files"].as_object().unwrap().len()), (StatusCode::OK, 2));
    }
    let (_, told) = post(&app, "/edit/new", json!({"from": "second-manassas"})).await;
    assert!(told["files"]["second-manassas.scenario.toml"].is_string(), "{told}");
    assert!(told["files"]["bull-run.map.toml"].is_string());
    for wrong in [
        json!({"from": "../secret"}),
        json!({"system": "chess", "name": "x"}),
        json!({"system": "gcacw", "name": ""}),
        json!({"system": "gcacw", "name": "x", "size": [3, 9]}),
        json!({"system": "gcacw", "name": "x", "size": [9, 100_000]}),
    ] {
        let (status, told) = post(&app, "/edit/new", wrong.clone()).await;
        assert!(status.is_client_error(), "{wrong}: {told}");
    }
}

#[tokio::test]
async fn only_who_may_write_may_edit_and_try() {
    let folder = Folder::new();
    let app = app(&folder, Uploads::Nobody);
    let files = json!({"x.map.toml": ""});
    assert_eq!(post(&app, "/edit/patch", json!({"files": files})).await.0, StatusCode::FORBIDDEN);
    let trial = json!({"files": files, "games": 1, "players": "random"});
    assert_eq!(post(&app, "/edit/trials", trial).await.0, StatusCode::FORBIDDEN);
    for method in [Method::GET, Method::DELETE] {
        assert_eq!(send(&app, method, "/edit/trials/x", None).await.0, StatusCode::FORBIDDEN);
    }
}

#[tokio::test]
async fn a_series_nobody_began_is_not_there() {
    let folder = Folder::new();
    let app = app(&folder, Uploads::Anybody);
    for method in [Method::GET, Method::DELETE] {
        assert_eq!(send(&app, method, "/edit/trials/x", None).await.0, StatusCode::NOT_FOUND);
    }
}
