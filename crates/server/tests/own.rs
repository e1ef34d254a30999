//! Own scenarios over HTTP: who may write, what is refused, and that games go on by the texts they began with.

mod common;

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, StatusCode};
use common::{App, Folder};
use library::OwnShelf;
use serde_json::{Value, json};
use server::{BuiltIn, Settings, Staff, Token, Uploads};

const NAME: &str = "crossroads-gcacw";

fn files() -> BTreeMap<String, String> {
    let texts = library::open(NAME).unwrap().texts;
    texts.into_iter().map(|(name, text)| (name.rsplit('/').next().unwrap().to_owned(), text)).collect()
}

/// A server with a shelf beside its games.
fn app(folder: &Folder, uploads: Uploads) -> App {
    let shelf = OwnShelf::new(vec![folder.file().with_file_name("scenarios")]);
    let settings = Settings { uploads, ..Settings::default() };
    App::set(&folder.file(), Arc::new(BuiltIn::with_own(shelf)), Staff::random(), settings)
}

async fn send(
    app: &App,
    method: Method,
    path: &str,
    body: Option<Value>,
    head: &[(&str, &str)],
) -> (StatusCode, Value) {
    let mut request = Request::builder().method(method).uri(format!("/api/v1{path}"));
    for (name, value) in head {
        request = request.header(*name, *value);
    }
    if body.is_some() {
        request = request.header("content-type", "application/json");
    }
    let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
    let answer = app.raw(request.body(body).unwrap()).await;
    let status = answer.status();
    let bytes = to_bytes(answer.into_body(), 64 << 20).await.unwrap();
    (status, serde_json::from_slice(&bytes).unwrap_or_default())
}

async fn add(app: &App, name: &str, files: &BTreeMap<String, String>) -> (StatusCode, Value) {
    send(app, Method::POST, "/scenarios", Some(json!({"name": name, "files": files})), &[]).await
}

async fn get(app: &App, path: &str) -> (StatusCode, Value) {
    send(app, Method::GET, path, None, &[]).await
}

fn own_cards(listed: &Value) -> Vec<&Value> {
    listed.as_array().unwrap().iter().filter(|card| card["origin"] == "own").collect()
}

#[tokio::test]
async fn a_scenario_is_put_onto_the_shelf_listed_changed_and_taken_away() {
    let folder = Folder::new();
    let app = app(&folder, Uploads::Anybody);
    assert_eq!(get(&app, "").await.1["uploads"], "anybody");
    let (status, added) = add(&app, "mine", &files()).await;
    assert_eq!((status, &added["id"]), (StatusCode::CREATED, &json!("own:mine")), "{added}");
    let listed = get(&app, "/scenarios").await.1;
    let own = own_cards(&listed);
    assert_eq!(own.len(), 1);
    assert_eq!((&own[0]["playable"], &own[0]["system"]), (&json!(true), &json!("gcacw")));
    assert!(
        listed
            .as_array()
            .unwrap()
            .iter()
            .any(|card| card["origin"] == "built-in" && card["playable"] == true)
    );
    assert_eq!(get(&app, "/scenarios/own%3Amine").await.1["title"], own[0]["title"]);
    assert_eq!(add(&app, "mine", &files()).await.0, StatusCode::CONFLICT, "nothing is written over");

    let (_, read) = get(&app, "/scenarios/own%3Amine/files").await;
    assert_eq!(read["files"], json!(files()));
    assert_eq!(read["hash"], added["hash"]);
    let mut changed = files();
    let main = changed.get_mut("crossroads-gcacw.scenario.toml").unwrap();
    *main = main.replacen("name = \"", "name = \"Another ", 1);
    let put = |was: Value| json!({"files": changed, "was": was});
    let path = "/scenarios/own%3Amine/files";
    let (status, told) = send(&app, Method::PUT, path, Some(put(json!("0"))), &[]).await;
    assert_eq!((status, &told["error"]), (StatusCode::CONFLICT, &json!("conflict")));
    let (status, written) = send(&app, Method::PUT, path, Some(put(read["hash"].clone())), &[]).await;
    assert_eq!(status, StatusCode::OK, "{written}");
    let title = get(&app, "/scenarios/own%3Amine").await.1["title"].clone();
    assert!(title.as_str().unwrap().starts_with("Another "), "{title}");

    for (path, kind) in
        [("small.jpg", "image/jpeg"), ("map.svg", "image/svg+xml"), ("picture.svg", "image/svg+xml")]
    {
        let request =
            Request::get(format!("/api/v1/scenarios/own%3Amine/{path}")).body(Body::empty()).unwrap();
        let answer = app.raw(request).await;
        assert_eq!(
            (answer.status(), answer.headers()["content-type"].to_str().unwrap()),
            (StatusCode::OK, kind)
        );
        assert_eq!(answer.headers()["cache-control"], "no-cache", "{path} may change any moment");
    }
    assert_eq!(
        send(&app, Method::DELETE, "/scenarios/own%3Amine", None, &[]).await.0,
        StatusCode::NO_CONTENT
    );
    assert!(own_cards(&get(&app, "/scenarios").await.1).is_empty());
    assert_eq!(send(&app, Method::DELETE, "/scenarios/own%3Amine", None, &[]).await.0, StatusCode::NOT_FOUND);
    assert_eq!(get(&app, "/scenarios/own%3Amine/files").await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn built_in_scenarios_are_not_to_be_changed() {
    let folder = Folder::new();
    let app = app(&folder, Uploads::Anybody);
    assert_eq!(
        send(&app, Method::DELETE, "/scenarios/second-manassas", None, &[]).await.0,
        StatusCode::NOT_FOUND
    );
    let body = json!({"files": files(), "was": ""});
    let (status, _) = send(&app, Method::PUT, "/scenarios/second-manassas/files", Some(body), &[]).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert_eq!(get(&app, "/scenarios/second-manassas/files").await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn what_leads_elsewhere_or_is_too_much_is_refused_and_nothing_written() {
    let folder = Folder::new();
    let app = app(&folder, Uploads::Anybody);
    for name in ["../x", "a/b", "..", "", "x\\y"] {
        let (status, told) = add(&app, name, &files()).await;
        assert_eq!((status, &told["error"]), (StatusCode::BAD_REQUEST, &json!("malformed")), "{name}");
    }
    for name in ["../x.toml", "a/x.toml", "x.exe", ".toml", "x.html"] {
        let mut files = files();
        files.insert(name.to_owned(), String::new());
        assert_eq!(add(&app, "mine", &files).await.0, StatusCode::BAD_REQUEST, "{name}");
    }
    let mut large = files();
    large.insert("notes.md".to_owned(), "x".repeat(3_000_000));
    let (status, told) = add(&app, "mine", &large).await;
    assert_eq!((status, &told["error"]), (StatusCode::PAYLOAD_TOO_LARGE, &json!("too-large")), "{told}");
    let many = (0..17).map(|n| (format!("{n}.md"), String::new())).collect();
    assert_eq!(add(&app, "mine", &many).await.0, StatusCode::BAD_REQUEST);
    let huge = json!({"name": "mine", "files": {"notes.md": "x".repeat(9 << 20)}});
    assert_eq!(
        send(&app, Method::POST, "/scenarios", Some(huge), &[]).await.0,
        StatusCode::PAYLOAD_TOO_LARGE
    );
    for id in ["own%3A..", "own%3A..%2F..%2Fgames", "own%3A%2Fetc"] {
        assert_eq!(get(&app, &format!("/scenarios/{id}/files")).await.0, StatusCode::NOT_FOUND, "{id}");
    }
    assert!(!folder.file().with_file_name("scenarios").exists(), "nothing was written");
    assert!(!folder.file().with_file_name("x").exists());
}

#[tokio::test]
async fn faults_are_told_with_their_lines_and_kept_only_as_a_draft() {
    let folder = Folder::new();
    let app = app(&folder, Uploads::Anybody);
    let mut broken = files();
    let map = broken.get_mut("crossroads.map.toml").unwrap();
    map.push_str("\n[[place]]\nname = \"Nowhere\"\nhex = \"9999\"\nkind = \"town\"\n");
    map.push_str("\n[[place]]\nname = \"Nobody\"\nhex = \"9998\"\nkind = \"town\"\n");
    let (status, told) = add(&app, "mine", &broken).await;
    assert_eq!((status, &told["error"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("faults")));
    let faults: Vec<&Value> =
        told["findings"].as_array().unwrap().iter().filter(|f| f["severity"] == "fault").collect();
    assert_eq!(faults.len(), 2, "{told}");
    assert!(
        faults.iter().all(|fault| fault["line"].is_u64() && fault["file"] == "crossroads.map.toml"),
        "{told}"
    );
    assert!(own_cards(&get(&app, "/scenarios").await.1).is_empty(), "nothing was written");

    let draft = json!({"name": "mine", "files": broken, "draft": true});
    let (status, added) = send(&app, Method::POST, "/scenarios", Some(draft), &[]).await;
    assert_eq!((status, &added["findings"]), (StatusCode::CREATED, &told["findings"]));
    let listed = get(&app, "/scenarios").await.1;
    let card = own_cards(&listed)[0];
    assert_eq!(
        (&card["playable"], &card["findings"]),
        (&json!(false), &told["findings"]),
        "listed all the same"
    );
    let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "computer"}});
    let (status, _) = app.post("/games", None, json!({"scenario": "own:mine", "seats": seats})).await;
    assert_eq!(status, StatusCode::NOT_FOUND);

    let (status, checked) = send(&app, Method::POST, "/check", Some(json!({"files": broken})), &[]).await;
    assert_eq!((status, &checked["findings"]), (StatusCode::OK, &told["findings"]));
}

#[tokio::test]
async fn only_whom_the_owner_lets_may_write() {
    let folder = Folder::new();
    let body = || Some(json!({"name": "mine", "files": files()}));
    {
        let app = app(&folder, Uploads::Nobody);
        assert_eq!(get(&app, "").await.1["uploads"], "nobody");
        assert_eq!(add(&app, "mine", &files()).await.0, StatusCode::FORBIDDEN);
        assert_eq!(
            send(&app, Method::POST, "/check", Some(json!({"files": files()})), &[]).await.0,
            StatusCode::FORBIDDEN
        );
    }
    {
        let app = app(&folder, Uploads::Anybody);
        for head in [
            ("origin", "http://evil.example"),
            ("sec-fetch-site", "cross-site"),
            ("host", "192.168.1.7:1863"),
        ] {
            let (status, _) = send(&app, Method::POST, "/scenarios", body(), &[head]).await;
            assert_eq!(status, StatusCode::FORBIDDEN, "{head:?}");
        }
        let form = Request::post("/api/v1/scenarios").header("content-type", "text/plain");
        let form = form.body(Body::from(body().unwrap().to_string())).unwrap();
        assert_eq!(
            app.raw(form).await.status(),
            StatusCode::BAD_REQUEST,
            "a form of another page sends no JSON"
        );
    }
    let app = app(&folder, Uploads::With(Token::read("open sesame")));
    assert_eq!(get(&app, "").await.1["uploads"], "token");
    for head in [&[] as &[_], &[("authorization", "Bearer wrong")]] {
        assert_eq!(send(&app, Method::POST, "/scenarios", body(), head).await.0, StatusCode::FORBIDDEN);
        assert_eq!(
            send(&app, Method::GET, "/scenarios/own%3Amine/files", None, head).await.0,
            StatusCode::FORBIDDEN
        );
    }
    let right = [
        ("authorization", "Bearer open sesame"),
        ("host", "192.168.1.7:1863"),
        ("origin", "http://192.168.1.7:1863"),
    ];
    assert_eq!(send(&app, Method::POST, "/scenarios", body(), &right).await.0, StatusCode::CREATED);
}

#[tokio::test]
async fn a_game_goes_on_by_the_texts_it_began_with() {
    let folder = Folder::new();
    let app_ = app(&folder, Uploads::Anybody);
    add(&app_, "mine", &files()).await;
    let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "me"}});
    let begun = app_.ok("/games", None, json!({"scenario": "own:mine", "seats": seats})).await;
    let (id, token) = (begun["id"].as_str().unwrap().to_owned(), begun["token"].as_str().unwrap().to_owned());
    let before = app_.table(&id, Some(&token)).await;
    let board = |app: App, id: String| async move {
        let request = Request::get(format!("/api/v1/games/{id}/board.json")).body(Body::empty()).unwrap();
        let answer = app.raw(request).await;
        (app, answer.headers()["location"].to_str().unwrap().to_owned())
    };
    let (app_, map) = board(app_, id.clone()).await;
    // The map is made smaller and the scenario broken, then both are taken away.
    let main = folder.file().with_file_name("scenarios").join("mine/crossroads-gcacw.scenario.toml");
    let text = std::fs::read_to_string(&main).unwrap();
    for change in
        [Some(text.replacen("name = \"", "name = \"Changed ", 1)), Some("not TOML".to_owned()), None]
    {
        match change {
            Some(text) => std::fs::write(&main, text).unwrap(),
            None => std::fs::remove_dir_all(main.parent().unwrap()).unwrap(),
        }
        let order = app_.table(&id, Some(&token)).await["cards"][0]["order"].as_str().unwrap().to_owned();
        let answer = app_.order(&id, &token, &[&order]).await;
        assert_eq!(answer.0, StatusCode::OK, "{answer:?}");
    }
    let now = app_.table(&id, Some(&token)).await;
    let head = |bytes: Vec<u8>| -> Value {
        serde_json::from_slice(bytes.split(|b| *b == b'\n').next().unwrap()).unwrap()
    };
    assert_eq!(
        head(app_.get_bytes(&format!("/games/{id}/record"), Some(&token)).await)["texts"],
        Value::Null,
        "only where they are asked for"
    );
    let carried = app_.get_bytes(&format!("/games/{id}/record?texts=1"), Some(&token)).await;
    let texts = head(carried)["texts"].clone();
    let texts: Vec<(String, String)> = serde_json::from_value(texts).unwrap();
    let texts: BTreeMap<String, String> = texts.into_iter().collect();
    assert_eq!(texts, files(), "as the game began with them");
    drop(app_);
    let again = app(&folder, Uploads::Anybody);
    assert_eq!(again.table(&id, Some(&token)).await["view"], now["view"], "after a new start as well");
    let (again, same) = board(again, id.clone()).await;
    assert_eq!(same, map, "on the same map");
    assert_eq!(app_get(&again, &map).await, StatusCode::OK);
    let then = again.get(&format!("/games/{id}/at/0"), Some(&token)).await;
    assert_eq!(then["view"], before["view"]);
}

async fn app_get(app: &App, path: &str) -> StatusCode {
    app.raw(Request::get(path).body(Body::empty()).unwrap()).await.status()
}

#[tokio::test]
async fn a_lesson_beside_an_own_scenario_keeps_its_coach() {
    let folder = Folder::new();
    let first = app(&folder, Uploads::Anybody);
    let mut files = files();
    let lesson = library::built_in(".lesson.toml").into_iter().find(|f| f.stem(".lesson.toml") == NAME);
    files.insert("first.lesson.toml".to_owned(), lesson.unwrap().text());
    add(&first, "mine", &files).await;
    let lessons = get(&first, "/lessons").await.1;
    let card = lessons.as_array().unwrap().iter().find(|card| card["id"] == "own:mine/first").unwrap();
    assert_eq!(card["scenario"], "own:mine");
    let begun = first.ok("/games", None, json!({"lesson": "own:mine/first"})).await;
    let (id, token) = (begun["id"].as_str().unwrap(), begun["token"].as_str().unwrap());
    let coach = first.table(id, Some(token)).await["coach"].clone();
    assert!(coach["say"].is_string(), "{coach}");
    std::fs::remove_dir_all(folder.file().with_file_name("scenarios")).unwrap();
    drop(first);
    let again = app(&folder, Uploads::Anybody);
    assert_eq!(again.table(id, Some(token)).await["coach"], coach);
}

#[tokio::test]
async fn pictures_lie_beside_the_files_and_nowhere_else() {
    let folder = Folder::new();
    let app = app(&folder, Uploads::Anybody);
    add(&app, "mine", &files()).await;
    let put = |name: &str, bytes: Vec<u8>| {
        let request = Request::put(format!("/api/v1/scenarios/own%3Amine/pictures/{name}"));
        app.raw(request.body(Body::from(bytes)).unwrap())
    };
    let png = scan();
    assert_eq!(put("scan.png", png.clone()).await.status(), StatusCode::NO_CONTENT);
    assert_eq!(put("counters/union_a.png", png.clone()).await.status(), StatusCode::NO_CONTENT);
    for name in ["..%2Fx.png", "a/b/c.png", "x.toml", "%2Fx.png", "x.svg"] {
        assert_eq!(put(name, png.clone()).await.status(), StatusCode::BAD_REQUEST, "{name}");
    }
    assert_eq!(
        put("x.png", b"<svg/>".to_vec()).await.status(),
        StatusCode::BAD_REQUEST,
        "not by its name alone"
    );
    assert_eq!(put("x.png", png[..40].to_vec()).await.status(), StatusCode::BAD_REQUEST, "nor half of one");
    let mut large = png.clone();
    large.resize(40_000_001, 0);
    assert_eq!(put("x.png", large).await.status(), StatusCode::PAYLOAD_TOO_LARGE);
    let read = Request::get("/api/v1/scenarios/own%3Amine/pictures/scan.png").body(Body::empty()).unwrap();
    let read = app.raw(read).await;
    assert_eq!(
        (read.status(), &read.headers()["content-type"]),
        (StatusCode::OK, &"image/png".parse().unwrap())
    );
    assert_eq!(get(&app, "/scenarios/own%3Amine/files").await.1["pictures"], json!(["scan.png"]));
    let gone = send(&app, Method::DELETE, "/scenarios/own%3Amine/pictures/scan.png", None, &[]).await;
    assert_eq!(gone.0, StatusCode::NO_CONTENT);
    assert_eq!(get(&app, "/scenarios/own%3Amine/pictures/scan.png").await.0, StatusCode::NOT_FOUND);
}

/// A picture all in red, 400 by 300.
fn scan() -> Vec<u8> {
    let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"400\" height=\"300\">\
         <rect width=\"400\" height=\"300\" fill=\"#c00000\"/></svg>";
    let mut out = Vec::new();
    raster::png(svg, 1.0, &mut out).unwrap();
    out
}

/// How much of a thumbnail is red.
async fn redness(app: &App, path: &str) -> f64 {
    let bytes = app.get_bytes(path, None).await;
    let photo = raster::colours(&bytes).unwrap();
    let red = photo.chunks_exact(3).filter(|p| p[0] > 120 && p[1] < 60 && p[2] < 60).count();
    red as f64 / (photo.len() / 3) as f64
}

#[tokio::test]
async fn a_picture_lies_under_the_grid_of_an_own_map() {
    let folder = Folder::new();
    let app = app(&folder, Uploads::Anybody);
    add(&app, "mine", &files()).await;
    let put =
        Request::put("/api/v1/scenarios/own%3Amine/pictures/scan.png").body(Body::from(scan())).unwrap();
    assert_eq!(app.raw(put).await.status(), StatusCode::NO_CONTENT);
    let small = "/scenarios/own%3Amine/small.jpg";
    assert!(redness(&app, small).await < 0.01, "not under it yet");

    let library::Board::Hexes(map) = library::open_board(NAME).unwrap() else { panic!("hexes") };
    let (first, last) = (map.grid.hexes().next().unwrap(), map.grid.hexes().last().unwrap());
    let corner = map.grid.hexes().nth(usize::from(map.grid.columns) - 1).unwrap();
    let spread = [(first, [20.0, 20.0]), (corner, [380.0, 20.0]), (last, [380.0, 280.0])];
    let points: Vec<Value> =
        spread.iter().map(|(hex, at)| json!({"hex": map.grid.label(*hex), "at": at})).collect();
    let body = json!({"map": files()["crossroads.map.toml"], "points": points});
    let (status, fit) = send(&app, Method::POST, "/pictures/calibrate", Some(body), &[]).await;
    assert_eq!(status, StatusCode::OK, "{fit}");
    assert_eq!(fit["centres"].as_array().unwrap().len(), map.grid.len());
    assert!(fit["off"].as_f64().unwrap() < 12.0, "{fit}");
    let few = json!({"map": files()["crossroads.map.toml"], "points": points[..2]});
    let (status, told) = send(&app, Method::POST, "/pictures/calibrate", Some(few), &[]).await;
    assert_eq!(status, StatusCode::BAD_REQUEST, "{told}");

    let laid =
        |file: &str| json!({"file": file, "origin": fit["origin"], "hex": fit["hex"], "turn": fit["turn"]});
    let path = "/scenarios/own%3Amine/picture";
    let outside = send(&app, Method::PUT, path, Some(laid("../scan.png")), &[]).await;
    assert_eq!(outside.0, StatusCode::BAD_REQUEST, "{}", outside.1);
    let (status, told) = send(&app, Method::PUT, path, Some(laid("scan.png")), &[]).await;
    assert_eq!(status, StatusCode::NO_CONTENT, "{told}");
    assert!(redness(&app, small).await > 0.6, "the picture is the ground, the grid lies over it");

    let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "me"}});
    let begun = app.ok("/games", None, json!({"scenario": "own:mine", "seats": seats})).await;
    let (id, token) = (begun["id"].as_str().unwrap(), begun["token"].as_str().unwrap());
    let record = app.get_bytes(&format!("/games/{id}/record?texts=1"), Some(token)).await;
    assert!(
        !record.windows(4).any(|four| four == b"\x89PNG") && record.len() < 1 << 20,
        "no picture in a record"
    );
    let gone = send(&app, Method::DELETE, "/scenarios/own%3Amine/pictures/scan.png", None, &[]).await;
    assert_eq!(gone.0, StatusCode::NO_CONTENT);
    assert!(redness(&app, small).await < 0.01, "without its picture the map is drawn");
}

#[tokio::test]
async fn counters_have_pictures_of_their_own() {
    let folder = Folder::new();
    let app = app(&folder, Uploads::Anybody);
    let mut files = files();
    let map = files.get_mut("crossroads.map.toml").unwrap();
    map.push_str("\n[art]\nfolder = \"counters\"\nname = \"{side}_{name}.png\"\n");
    assert_eq!(add(&app, "mine", &files).await.0, StatusCode::CREATED);
    let put = Request::put("/api/v1/scenarios/own%3Amine/pictures/counters/union_Brown.png");
    assert_eq!(app.raw(put.body(Body::from(scan())).unwrap()).await.status(), StatusCode::NO_CONTENT);
    let seats = json!({"union": {"kind": "me"}, "confederate": {"kind": "me"}});
    let begun = app.ok("/games", None, json!({"scenario": "own:mine", "seats": seats})).await;
    let id = begun["id"].as_str().unwrap();
    let board = Request::get(format!("/api/v1/games/{id}/board.json")).body(Body::empty()).unwrap();
    let to = app.raw(board).await.headers()["location"].to_str().unwrap().to_owned();
    let board = app.get(to.strip_prefix("/api/v1").unwrap(), None).await;
    assert_eq!(board["art"]["name"], "{side}_{name}.png");
    assert_eq!(app_get(&app, &format!("/api/v1/games/{id}/art/union_Brown.png")).await, StatusCode::OK);
    for name in ["union_Nobody.png", "..%2F..%2Fgames.db", "..%2Fcrossroads.map.toml"] {
        assert_eq!(
            app_get(&app, &format!("/api/v1/games/{id}/art/{name}")).await,
            StatusCode::NOT_FOUND,
            "{name}"
        );
    }
}
