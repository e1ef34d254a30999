//! The browser client, embedded in the binary.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

use super::maps::FOR_EVER;
use crate::Error;
use crate::hosted::hex;

#[derive(RustEmbed)]
#[cfg_attr(not(packaged), folder = "../../web")]
#[cfg_attr(packaged, folder = "web")]
#[include = "*.html"]
#[include = "*.css"]
#[include = "*.svg"]
#[include = "fonts/*.woff2"]
#[include = "sw.js"]
#[include = "js/*.js"]
#[include = "js/**/*.js"]
#[exclude = "node_modules/*"]
struct Client;

/// Everything the pages load comes from this server; SVG maps carry style attributes.
pub(super) const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                      object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

const WORKER: &str = "sw.js";
/// The worker that shows push messages loads nothing and asks nobody.
const WORKER_POLICY: &str = "default-src 'none'";

/// What the page itself writes for the version of its files.
const ANY_VERSION: &str = "/v/0/";
/// Where the page wants its modules named, so that they are fetched at once and not one after the other.
const MODULES: &str = "<!-- modules -->";

/// The hash of all files of the client: under an address with it a file never changes.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let mut all = Sha256::new();
    for path in Client::iter() {
        all.update(path.as_bytes());
        all.update(Client::get(&path).map(|file| file.metadata.sha256_hash()).unwrap_or_default());
    }
    hex(&all.finalize())[..16].to_owned()
});

/// The modules that the home page needs: what these two import, and so on.
static OF_HOME: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let mut found = BTreeSet::new();
    let mut open: Vec<String> = ["js/main.js", "js/pages/lobby.js"].map(str::to_owned).to_vec();
    while let Some(path) = open.pop() {
        let Some(file) = Client::get(&path).filter(|_| !found.contains(&path)) else { continue };
        open.extend(imports(&path, &String::from_utf8_lossy(&file.data)));
        found.insert(path);
    }
    found
});

/// The files that a module imports at once: `import ... from "../dom.js"`.
fn imports(path: &str, text: &str) -> Vec<String> {
    let named = text.split(" from \"").skip(1).filter_map(|rest| rest.split('"').next());
    let folder: Vec<&str> = path.split('/').rev().skip(1).collect::<Vec<_>>().into_iter().rev().collect();
    let resolve = |name: &str| {
        let mut parts = folder.clone();
        for part in name.split('/') {
            match part {
                "." => {}
                ".." => _ = parts.pop(),
                part => parts.push(part),
            }
        }
        parts.join("/")
    };
    named.filter(|name| name.starts_with('.')).map(resolve).collect()
}

/// The page with the addresses of its files as they are now. The home page, which a newcomer waits for, names only
/// the modules it needs itself.
fn index((html, tag): (Cow<'static, [u8]>, String), home: bool) -> (Cow<'static, [u8]>, String) {
    if tag.is_empty() {
        return (html, tag);
    }
    let mut modules: Vec<_> = Client::iter().filter(|path| path.ends_with(".js") && path != WORKER).collect();
    modules.retain(|path| !home || OF_HOME.contains(path.as_ref()));
    modules.sort();
    let preload = |path| format!("<link rel=\"modulepreload\" href=\"{ANY_VERSION}{path}\">\n");
    let html = String::from_utf8_lossy(&html)
        .replace(MODULES, &modules.into_iter().map(preload).collect::<String>())
        .replace(ANY_VERSION, &format!("/v/{}/", *VERSION));
    let page = if home { "home" } else { "page" };
    (Cow::Owned(html.into_bytes()), format!("\"{}-{page}\"", *VERSION))
}

pub async fn no_such_route(uri: Uri) -> Error {
    Error::no_such("such thing at", uri.path())
}

/// A file of the client: the embedded one, or in a debug build that of the folder `HARDTACK_WEB`, so that
/// who works on the client need not build anything.
fn client(path: &str) -> Option<(Cow<'static, [u8]>, String)> {
    if cfg!(debug_assertions)
        && let Some(folder) = std::env::var_os("HARDTACK_WEB")
        && !path.split('/').any(|part| part.is_empty() || part.starts_with('.'))
    {
        let bytes = std::fs::read(std::path::Path::new(&folder).join(path)).ok()?;
        return Some((Cow::Owned(bytes), String::new()));
    }
    let file = Client::get(path)?;
    let tag = format!("\"{}\"", &hex(&file.metadata.sha256_hash())[..16]);
    Some((file.data, tag))
}

/// A file of the client, or the one page that shows them all.
pub async fn page(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return Error::WrongMethod(method.to_string()).into_response();
    }
    let path = uri.path().trim_start_matches('/');
    if let Some(file) = client(path).filter(|_| path != "index.html") {
        return send(path, file, &headers);
    }
    // Addresses of pages have no dot; a file that is not there is not there.
    if path.rsplit('/').next().is_some_and(|last| last.contains('.')) {
        return Error::no_such("file", path).into_response();
    }
    match client("index.html") {
        Some(file) => send("index.html", index(file, path.is_empty()), &headers),
        None => Error::Unavailable("this build has no pages".into()).into_response(),
    }
}

/// A file of the client under the version of them all: the browser need not ask for it again.
pub async fn versioned(Path((version, path)): Path<(String, String)>, headers: HeaderMap) -> Response {
    let Some(file) = client(&path) else { return Error::no_such("file", &path).into_response() };
    // A page that was open while the program was changed gets what there is now, and keeps nothing.
    let now = !file.1.is_empty() && version == *VERSION;
    let mut answer = send(&path, file, &headers);
    if now {
        answer.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static(FOR_EVER));
    }
    answer
}

/// The typeface of the maps.
pub async fn font(Path(name): Path<String>) -> Result<impl IntoResponse, Error> {
    let font = hexmap::render::FONTS.iter().find(|(file, _)| *file == name);
    let (_, bytes) = font.ok_or_else(|| Error::no_such("font", &name))?;
    Ok(([(CONTENT_TYPE, "font/otf"), (CACHE_CONTROL, "max-age=604800")], *bytes))
}

fn send(path: &str, (data, tag): (Cow<'static, [u8]>, String), headers: &HeaderMap) -> Response {
    if !tag.is_empty() && headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    };
    let policy = if path == WORKER { WORKER_POLICY } else { POLICY };
    let head = [
        (CONTENT_TYPE, kind.to_owned()),
        (ETAG, tag),
        (CACHE_CONTROL, "no-cache".to_owned()),
        (CONTENT_SECURITY_POLICY, policy.to_owned()),
    ];
    (head, data).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_found_beside_and_above_a_module() {
        let text = "import { h } from \"../dom.js\";\nimport x from \"./a/b.js\";\nimport(\"./later.js\");";
        assert_eq!(imports("js/pages/lobby.js", text), ["js/dom.js", "js/pages/a/b.js"]);
    }

    #[test]
    fn the_home_page_names_what_it_needs_and_no_more() {
        assert!(OF_HOME.contains("js/pages/lobby.js") && OF_HOME.contains("js/dom.js"), "{OF_HOME:?}");
        assert!(!OF_HOME.contains("js/pages/game.js"), "{OF_HOME:?}");
    }
}
