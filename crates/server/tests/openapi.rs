//! The document of the interface is made from the code, and leaves nothing out.

mod common;

use std::collections::BTreeSet;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use common::App;
use serde_json::Value;

/// What the router itself says it has: axum tells the paths in its `Debug`, and the methods of each in the header `Allow`
/// of an answer to a method nobody knows.
async fn routes(app: &App) -> BTreeSet<(String, String)> {
    let told = format!("{:?}", app.router());
    let mut found = BTreeSet::new();
    for path in told.split('"').filter(|word| word.starts_with("/api/v1")) {
        if path.contains("__private") || path == "/api/v1/openapi.json" {
            continue;
        }
        let odd = Method::from_bytes(b"PROBE").unwrap();
        let filled = path.replace(['{', '}', '*'], "");
        let answer = app.raw(Request::builder().method(odd).uri(filled).body(Body::empty()).unwrap()).await;
        assert_eq!(answer.status(), StatusCode::METHOD_NOT_ALLOWED, "{path}");
        for method in answer.headers()["allow"].to_str().unwrap().split(',').filter(|m| *m != "HEAD") {
            // The root is known with and without its last stroke.
            found.insert((method.to_lowercase(), path.trim_end_matches('/').replace("{*", "{")));
        }
    }
    found
}

async fn document(app: &App) -> Value {
    app.get("/openapi.json", None).await
}

#[tokio::test]
async fn every_route_is_in_the_document_and_nothing_else() {
    let app = App::new();
    let document = document(&app).await;
    let mut told = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        let path = format!("/api/v1{path}");
        let path = path.trim_end_matches('/').to_owned();
        told.extend(methods.as_object().unwrap().keys().map(|method| (method.clone(), path.clone())));
    }
    let known = routes(&app).await;
    assert!(known.len() > 50, "the router tells its paths: {known:?}");
    let missing: Vec<_> = known.difference(&told).collect();
    assert!(missing.is_empty(), "add these by openapi::Routes, not by Router::route: {missing:?}");
    let gone: Vec<_> = told.difference(&known).collect();
    assert!(gone.is_empty(), "the document has what the router has not: {gone:?}");
}

/// Every `$ref` below a value.
fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::Array(all) => all.iter().for_each(|one| references(one, found)),
        Value::Object(keys) => {
            found.extend(keys.get("$ref").and_then(Value::as_str));
            keys.values().for_each(|one| references(one, found));
        }
        _ => {}
    }
}

#[tokio::test]
async fn every_schema_that_is_named_is_there_and_every_operation_has_its_own_name() {
    let document = document(&App::new()).await;
    let mut named = Vec::new();
    references(&document, &mut named);
    assert!(named.len() > 100);
    for name in named {
        let pointer = name.strip_prefix('#').unwrap();
        assert!(document.pointer(pointer).is_some(), "{name} is nowhere");
    }
    let mut ids = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, told) in methods.as_object().unwrap() {
            assert!(ids.insert(told["operationId"].as_str().unwrap()), "twice: {}", told["operationId"]);
            assert!(!told["summary"].as_str().unwrap().is_empty(), "{method} {path}");
            let places = told["parameters"].as_array().unwrap().iter().filter(|p| p["in"] == "path").count();
            assert_eq!(places, path.matches('{').count(), "{method} {path}");
        }
    }
    // Two types of one name would be told apart by a number.
    for name in document["components"]["schemas"].as_object().unwrap().keys() {
        assert!(
            !name.ends_with(|last: char| last.is_ascii_digit()),
            "{name}: rename one with #[schemars(rename)]"
        );
    }
}

#[tokio::test]
async fn the_document_can_be_read_as_a_page_without_scripts() {
    let app = App::new();
    let answer = app.raw(Request::get("/api").body(Body::empty()).unwrap()).await;
    assert_eq!(answer.status(), StatusCode::OK);
    assert!(answer.headers()["content-type"].to_str().unwrap().starts_with("text/html"));
    let page = axum::body::to_bytes(answer.into_body(), 1 << 22).await.unwrap();
    let page = String::from_utf8(page.to_vec()).unwrap();
    assert!(page.contains("/games/{id}/orders") && page.contains("id=\"Table\""), "{page}");
    assert!(!page.contains("<script") && !page.contains("http://") && !page.contains("https://"), "{page}");
}
