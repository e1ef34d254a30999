//! The document itself: OpenAPI 3.1.

use serde_json::{Map, Value, json};

use super::signature::{Telling, Told};
use super::{Operation, Routes};
use crate::thought::Thinking;
use crate::wire::{News, Refused, Watching};

const ABOUT: &str = "Games of Hardtack over HTTP. Everything the browser client does goes through this interface; \
    other clients are welcome. Within version 1 fields may be added, none is renamed or dropped.";
const TOKEN: &str =
    "A seat's token, told once when the game is begun or joined. Without it a request watches.";

/// What every operation may answer, whatever it takes.
const ALWAYS: &[u16] = &[421, 429];

/// The document of these routes, which lie under this address.
pub fn document(routes: &Routes, under: &str) -> Value {
    let mut telling = Telling::new();
    let refused = telling.answers::<Refused>();
    let mut paths = Map::new();
    for operation in routes.operations() {
        telling.now = Told::default();
        (operation.tell)(&mut telling);
        let mut told = std::mem::take(&mut telling.now);
        if let Some(answer) = operation.answers {
            told.answer = Some(answer(&mut telling));
        }
        let news = told.stream.then(|| events(&mut telling));
        let path = operation.path.replace("{*", "{");
        let entry = paths.entry(path).or_insert_with(|| json!({}));
        entry[operation.method] = written(operation, told, &json!(refused), news);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Hardtack",
            "version": env!("CARGO_PKG_VERSION"),
            "description": ABOUT,
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": under }],
        "tags": tags(routes),
        "paths": paths,
        "components": {
            "schemas": schemas(telling),
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer", "description": TOKEN } },
        },
    })
}

/// What the data of the events of a stream hold, by their type.
fn events(telling: &mut Telling) -> Value {
    json!({ "news": telling.answers::<News>(), "thinking": telling.answers::<Thinking>(), "watching": telling.answers::<Watching>() })
}

/// What operations are about, each once, in the order in which they come.
fn tags(routes: &Routes) -> Vec<Value> {
    let mut names: Vec<&str> = Vec::new();
    for operation in routes.operations() {
        if !names.contains(&operation.about) {
            names.push(operation.about);
        }
    }
    names.into_iter().map(|name| json!({ "name": name })).collect()
}

/// What is sent and what is answered under one name are one schema.
fn schemas(telling: Telling) -> Map<String, Value> {
    let [asked, mut all] = telling.schemas();
    for (name, schema) in asked {
        if let Some(known) = all.get(&name) {
            debug_assert_eq!(*known, schema, "`{name}` is sent otherwise than it is answered: rename one");
        }
        all.insert(name, schema);
    }
    all.values_mut().for_each(bounded);
    all
}

/// Whole numbers have the bounds of their types, which readers of the document do not know by name.
fn bounded(schema: &mut Value) {
    match schema {
        Value::Array(all) => all.iter_mut().for_each(bounded),
        Value::Object(keys) => {
            let most = match keys.get("format").and_then(Value::as_str) {
                Some("uint64" | "uint") => Some(u64::MAX),
                Some("uint32") => Some(u64::from(u32::MAX)),
                Some("int32") => Some(i32::MAX as u64),
                Some("int64") => Some(i64::MAX as u64),
                _ => None,
            };
            if let Some(most) = most {
                keys.entry("maximum").or_insert(json!(most));
            }
            keys.values_mut().for_each(bounded);
        }
        _ => {}
    }
}

fn written(operation: &Operation, told: Told, refused: &Value, news: Option<Value>) -> Value {
    let mut entry = json!({
        "tags": [operation.about],
        "operationId": id(operation.handler),
        "summary": operation.says,
        "parameters": parameters(operation.path, &told),
    });
    if let Some(body) = &told.body {
        entry["requestBody"] =
            json!({ "required": true, "content": { "application/json": { "schema": body } } });
    }
    if told.bytes {
        let picture = json!({ "schema": { "type": "string", "format": "binary" } });
        let kinds = ["image/jpeg", "image/png", "image/webp"];
        let content: Map<String, Value> =
            kinds.map(|kind| (kind.to_owned(), picture.clone())).into_iter().collect();
        entry["requestBody"] = json!({ "required": true, "content": content });
    }
    if told.token {
        entry["security"] = json!([{}, { "token": [] }]);
    }
    let mut responses = Map::new();
    let (status, answer) = answered(operation, &told, news);
    responses.insert(status.to_string(), answer);
    let mut fails: Vec<u16> = told.fails.iter().chain(ALWAYS).copied().collect();
    fails.sort_unstable();
    fails.dedup();
    for status in fails {
        let content = json!({ "application/json": { "schema": refused } });
        let mut answer = json!({ "description": failed(status), "content": content });
        if status == 429 {
            let seconds =
                json!({ "description": "Seconds to wait.", "schema": { "type": "integer", "minimum": 1 } });
            answer["headers"] = json!({ "Retry-After": seconds });
        }
        responses.insert(status.to_string(), answer);
    }
    entry["responses"] = Value::Object(responses);
    entry
}

fn answered(operation: &Operation, told: &Told, news: Option<Value>) -> (u16, Value) {
    if operation.leads_on {
        return (307, json!({ "description": "It is there: see the header Location." }));
    }
    let content = match (&told.answer, operation.sends, news) {
        (Some(answer), ..) => json!({ "application/json": { "schema": answer } }),
        (None, Some(kind), _) => json!({ kind: {} }),
        (None, None, Some(news)) => {
            json!({ "text/event-stream": { "schema": { "type": "string" }, "x-events": news } })
        }
        (None, None, None) => return (told.status, json!({ "description": "Done." })),
    };
    let description = if told.status == 201 { "Written." } else { "The answer." };
    (told.status, json!({ "description": description, "content": content }))
}

/// What stands in the address, and after its question mark.
fn parameters(path: &str, told: &Told) -> Vec<Value> {
    let names = path.split('{').skip(1).filter_map(|rest| rest.split('}').next());
    let mut all: Vec<Value> = names
        .zip(&told.places)
        .map(|(name, schema)| {
            let mut schema = json!(schema);
            bounded(&mut schema);
            json!({ "name": name.trim_start_matches('*'), "in": "path", "required": true, "schema": schema })
        })
        .collect();
    let Some(query) = &told.query else { return all };
    let query = json!(query);
    let required = |name: &str| query["required"].as_array().is_some_and(|all| all.iter().any(|r| r == name));
    for (name, schema) in query["properties"].as_object().into_iter().flatten() {
        let mut schema = schema.clone();
        bounded(&mut schema);
        all.push(json!({ "name": name, "in": "query", "required": required(name), "schema": schema }));
    }
    all
}

/// `server::http::orders::give` is `orders-give`.
fn id(handler: &str) -> String {
    let mut parts: Vec<&str> = handler.rsplit("::").take(2).collect();
    parts.reverse();
    parts.join("-")
}

fn failed(status: u16) -> &'static str {
    match status {
        400 => "Not JSON, a key missing or of the wrong kind, too much.",
        401 => "The token holds no seat in this game.",
        403 => "Not for this bearer.",
        404 => "There is no such thing.",
        408 => "The request did not come whole in time.",
        409 => "The game has moved on or is over, or something else stands there by now.",
        413 => "More than may be sent.",
        421 => "The server is not called so.",
        422 => "Against a rule, or nothing that can be read as an order or a question.",
        429 => "Too many connections, or too often.",
        500 => "The database failed, or a journal cannot be read.",
        _ => "The disk or the database cannot be had.",
    }
}
