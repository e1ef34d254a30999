//! The document as a page to read: nothing on it comes from elsewhere, and nothing on it runs.

use std::fmt::Write as _;

use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::response::{Html, IntoResponse, Response};
use serde_json::Value;

use super::super::pages;

/// The head of every page.
const TOP: &str = "<header class=\"top\"><a class=\"brand\" href=\"/\"><svg viewBox=\"0 0 32 32\" \
    aria-hidden=\"true\"><use href=\"/icon.svg#mark\"/></svg><span>Hardtack</span></a><nav aria-label=\"Pages\"><a \
    href=\"/\">Games</a><a href=\"/odds\">Odds</a><a href=\"/rules\">Rules</a></nav></header>\n";

const STYLE: &str = "
main.api { max-width: 62rem; }
.api details { border: 1px solid var(--rule); border-radius: 6px; background: var(--sheet); margin: .4rem 0; }
.api summary { padding: .5rem .75rem; cursor: pointer; }
.api details > div { padding: 0 .75rem .75rem; }
.api code { font-size: .92em; overflow-wrap: anywhere; }
.api .verb { display: inline-block; min-width: 3.6em; font-weight: 700; color: var(--accent); }
.api .says { color: var(--ink-soft); display: block; }
.api table { border-collapse: collapse; width: 100%; }
.api th, .api td { text-align: left; vertical-align: top; padding: .25rem .6rem .25rem 0; border-top: 1px solid var(--rule); }
.api h3 { margin: .8rem 0 .2rem; font-size: 1rem; }
";

/// The page.
pub fn page(document: &Value) -> Response {
    let mut html = String::new();
    let _ = write!(
        html,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>The interface - Hardtack</title>\n<link rel=\"icon\" href=\"/icon.svg\" type=\"image/svg+xml\">\n\
         <link rel=\"stylesheet\" href=\"/style.css\">\n<style>{STYLE}</style>\n</head>\n<body>\n{}<main class=\"api\" \
         id=\"main\">\n<h1>The interface</h1>\n<p>{}</p>\n<p>As a document for programs: <a \
         href=\"/api/v1/openapi.json\">openapi.json</a>. Addresses below begin with <code>{}</code>.</p>\n",
        TOP,
        text(&document["info"]["description"]),
        text(&document["servers"][0]["url"]),
    );
    for tag in list(&document["tags"]) {
        let _ = writeln!(html, "<h2>{}</h2>", text(&tag["name"]));
        for (path, methods) in keys(&document["paths"]) {
            for (method, told) in keys(methods).filter(|(_, told)| told["tags"][0] == tag["name"]) {
                operation(&mut html, path, method, told);
            }
        }
    }
    html += "<h2>Schemas</h2>\n";
    for (name, schema) in keys(&document["components"]["schemas"]) {
        let _ = writeln!(
            html,
            "<details id=\"{0}\"><summary><code>{0}</code> <span class=\"says\">{1}</span></summary><div>{2}</div></details>",
            escaped(name),
            text(&schema["description"]),
            shape(schema),
        );
    }
    html += "</main>\n</body>\n</html>\n";
    ([(CONTENT_SECURITY_POLICY, pages::POLICY)], Html(html)).into_response()
}

fn operation(html: &mut String, path: &str, method: &str, told: &Value) {
    let _ = write!(
        html,
        "<details><summary><span class=\"verb\">{}</span> <code>{}</code> <span class=\"says\">{}</span></summary><div>",
        method.to_uppercase(),
        escaped(path),
        text(&told["summary"]),
    );
    if told["security"].is_array() {
        *html += "<p>With <code>Authorization: Bearer TOKEN</code>, or without.</p>";
    }
    if !list(&told["parameters"]).is_empty() {
        *html += "<h3>In the address</h3><table>";
        for one in list(&told["parameters"]) {
            let needed = if one["required"] == true { "" } else { ", may be left out" };
            let _ = write!(
                html,
                "<tr><td><code>{}</code></td><td>{}, in the {}{needed}. {}</td></tr>",
                text(&one["name"]),
                kind(&one["schema"]),
                text(&one["in"]),
                text(&one["schema"]["description"]),
            );
        }
        *html += "</table>";
    }
    for (media, body) in keys(&told["requestBody"]["content"]) {
        let _ = write!(html, "<h3>Body</h3><p><code>{media}</code> {}</p>", kind(&body["schema"]));
    }
    *html += "<h3>Answers</h3><table>";
    for (status, answer) in keys(&told["responses"]) {
        let content: Vec<String> = keys(&answer["content"])
            .map(|(media, is)| format!("<code>{media}</code> {}", kind(&is["schema"])))
            .collect();
        let _ = write!(
            html,
            "<tr><td>{status}</td><td>{}</td><td>{}</td></tr>",
            text(&answer["description"]),
            content.join(", ")
        );
    }
    *html += "</table></div></details>\n";
}

/// The keys of a schema, or what it is.
fn shape(schema: &Value) -> String {
    let Some(properties) = schema["properties"].as_object() else {
        return format!("<p>{}</p>", kind(schema));
    };
    let needed = list(&schema["required"]);
    let rows = properties.iter().map(|(name, of)| {
        let optional = if needed.iter().any(|known| known == name) { "" } else { ", may be missing" };
        let says = text(&of["description"]);
        format!(
            "<tr><td><code>{}</code></td><td>{}{optional}</td><td>{says}</td></tr>",
            escaped(name),
            kind(of)
        )
    });
    format!("<table>{}</table>", rows.collect::<String>())
}

/// What a value is, in a few words, with links to the schemas that have names.
fn kind(schema: &Value) -> String {
    if let Some(to) = schema["$ref"].as_str() {
        let name = escaped(to.rsplit('/').next().unwrap_or(to));
        return format!("<a href=\"#{name}\"><code>{name}</code></a>");
    }
    for some in ["oneOf", "anyOf"] {
        if !list(&schema[some]).is_empty() {
            return list(&schema[some]).iter().map(kind).collect::<Vec<_>>().join(" or ");
        }
    }
    if !list(&schema["enum"]).is_empty() {
        let words = list(&schema["enum"]).iter().map(|word| format!("<code>{}</code>", text(word)));
        return words.collect::<Vec<_>>().join(" or ");
    }
    if !schema["const"].is_null() {
        return format!("<code>{}</code>", text(&schema["const"]));
    }
    let of = match &schema["type"] {
        Value::String(one) => escaped(one),
        Value::Array(some) => some.iter().map(text).collect::<Vec<_>>().join(" or "),
        _ => "anything".to_owned(),
    };
    if !schema["items"].is_null() {
        return format!("{of} of {}", kind(&schema["items"]));
    }
    if schema["additionalProperties"].is_object() {
        return format!("{of}, each key with {}", kind(&schema["additionalProperties"]));
    }
    if of == "object" && schema["properties"].is_object() {
        let names = keys(&schema["properties"])
            .map(|(name, is)| format!("<code>{}</code>: {}", escaped(name), kind(is)));
        return format!("{{ {} }}", names.collect::<Vec<_>>().join(", "));
    }
    of
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn keys(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flatten()
}

/// Text for a page; `code` between backticks.
fn text(value: &Value) -> String {
    let plain = match value {
        Value::Null => String::new(),
        Value::String(text) => escaped(text),
        other => escaped(&other.to_string()),
    };
    let parts = plain.split('`').enumerate();
    parts.map(|(n, part)| if n % 2 == 1 { format!("<code>{part}</code>") } else { part.to_owned() }).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
