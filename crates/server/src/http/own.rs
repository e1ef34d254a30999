//! Own scenarios: put onto the shelf, read, changed, taken away. Only for whom the owner of the server lets write.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::header::{HOST, HeaderName, ORIGIN};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use library::own::{Files, WriteError, hash_of};
use library::{Finding, OpenError, OwnShelf};
use schemars::JsonSchema;
use serde::Deserialize;

use super::extract::{Bearer, Body, Path};
use super::openapi::{Argument, Routes, Telling};
use crate::{Error, Games, Uploads, wire};

/// The largest body with texts: what [`library::own::MOST_TEXT`] comes to when JSON writes every sign of it long.
pub const MOST_BODY: usize = 8 << 20;

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

pub fn routes() -> Routes {
    Routes::about("Own scenarios")
        .delete("/scenarios/{id}", remove, "Takes an own scenario away")
        .get("/scenarios/{id}/files", files, "The texts of an own scenario, and the names of its pictures")
        .with_bodies_of(MOST_BODY)
        .post("/scenarios", add, "Puts an own scenario onto the shelf")
        .put("/scenarios/{id}/files", write, "Writes other texts in place of those that were read")
        .post("/check", check, "What would be found in these files; nothing is written")
}

/// Somebody who may write own scenarios.
pub struct Author;

impl Argument for Author {
    fn tell(telling: &mut Telling) {
        Bearer::tell(telling);
    }
}

impl FromRequestParts<Games> for Author {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, games: &Games) -> Result<Author, Error> {
        if crosses_sites(&parts.headers) {
            return Err(Error::Forbidden("a page of another site may not write here".into()));
        }
        let no = |why: &str| Err(Error::Forbidden(why.to_owned()));
        match &games.settings().uploads {
            Uploads::Nobody => {
                no("this server takes no files: its owner can start it with --allow-upload TOKEN")
            }
            Uploads::Anybody if is_this_machine(&parts.headers) => Ok(Author),
            Uploads::Anybody => {
                no("files are taken from this machine alone: start the server with --allow-upload TOKEN")
            }
            Uploads::With(word) => {
                let Bearer(said) = Bearer::from_request_parts(parts, games).await?;
                match said {
                    Some(said) if said.hash() == word.hash() => Ok(Author),
                    Some(_) => no("this is not the word of this server for those who write"),
                    None => {
                        no("say the word of this server for those who write: Authorization: Bearer TOKEN")
                    }
                }
            }
        }
    }
}

/// Whether a page of another site makes a browser send this.
fn crosses_sites(headers: &HeaderMap) -> bool {
    let text = |name: &HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let foreign = text(&FETCH_SITE).is_some_and(|site| site != "same-origin" && site != "none");
    let host = text(&HOST).unwrap_or_default();
    let other = text(&ORIGIN).is_some_and(|origin| {
        let name = origin.split_once("://").map_or("", |(_, name)| name);
        !name.eq_ignore_ascii_case(host)
    });
    foreign || other
}

/// Whether the server was called by a name of this machine alone; a proxy on it speaks for others by another.
fn is_this_machine(headers: &HeaderMap) -> bool {
    let Some(host) = headers.get(HOST) else { return true };
    let host = host.to_str().unwrap_or_default().to_ascii_lowercase();
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => &host,
    };
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    name == "localhost" || bare.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

pub(super) fn shelf(games: &Games) -> Result<Arc<OwnShelf>, Error> {
    let own = games.catalog().own().cloned();
    own.ok_or_else(|| Error::NotFound("this server has no shelf for own scenarios".into()))
}

impl From<WriteError> for Error {
    fn from(why: WriteError) -> Error {
        match why {
            WriteError::Wrong(why) => Error::Malformed(why),
            WriteError::TooLarge(why) => Error::TooLarge(why),
            WriteError::Taken(_) | WriteError::Changed(_) => Error::Conflict(why.to_string()),
            WriteError::Open(why) => why.into(),
            WriteError::NoFolder | WriteError::Disk(..) => Error::Unavailable(why.to_string()),
        }
    }
}

impl From<OpenError> for Error {
    fn from(why: OpenError) -> Error {
        match why {
            OpenError::Unknown { asked, .. } => Error::no_such("own scenario", &asked),
            OpenError::Unreadable(why) => Error::Unavailable(why.to_string()),
            OpenError::Faults(why) => Error::Malformed(why.to_string()),
        }
    }
}

/// Texts to be put onto the shelf.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "OwnTexts")]
#[serde(deny_unknown_fields)]
pub struct Written {
    #[serde(default)]
    name: String,
    files: Files,
    /// Whether it is written whatever is found in it.
    #[serde(default)]
    draft: bool,
    /// The hash of the texts that were read.
    #[serde(default)]
    was: String,
}

impl Written {
    fn findings(&self) -> Result<Vec<Finding>, Error> {
        let found = examined(&self.files);
        match self.draft || !found.iter().any(Finding::is_fault) {
            true => Ok(found),
            false => Err(Error::Faults(found)),
        }
    }
}

fn examined(files: &Files) -> Vec<Finding> {
    let texts: Vec<(String, String)> =
        files.iter().map(|(name, text)| (name.clone(), text.clone())).collect();
    library::examine(&texts)
}

pub async fn add(
    State(games): State<Games>,
    _author: Author,
    Body(written): Body<Written>,
) -> Result<(StatusCode, Json<wire::OwnWritten>), Error> {
    let shelf = shelf(&games)?;
    let work = move || {
        library::own::check(&written.name, &written.files)?;
        let findings = written.findings()?;
        let id = shelf.add(&written.name, &written.files)?;
        Ok::<_, Error>(wire::OwnWritten { id, findings, hash: hash_of(&written.files) })
    };
    let told = games.study(work).await??;
    Ok((StatusCode::CREATED, Json(told)))
}

pub async fn files(
    State(games): State<Games>,
    _author: Author,
    Path(id): Path<String>,
) -> Result<Json<wire::OwnFiles>, Error> {
    let shelf = shelf(&games)?;
    let work = move || {
        let entry = shelf.entry(&id)?;
        let files = shelf.texts(&id)?;
        let pictures = entry.files.iter().filter(|name| library::own::is_picture(name)).cloned().collect();
        Ok::<_, OpenError>(wire::OwnFiles { id, hash: hash_of(&files), files, pictures })
    };
    Ok(Json(games.study(work).await??))
}

pub async fn write(
    State(games): State<Games>,
    _author: Author,
    Path(id): Path<String>,
    Body(written): Body<Written>,
) -> Result<Json<wire::OwnWritten>, Error> {
    let shelf = shelf(&games)?;
    let work = move || {
        library::own::check("-", &written.files)?;
        let findings = written.findings()?;
        shelf.write(&id, &written.files, &written.was)?;
        Ok::<_, Error>(wire::OwnWritten { id, findings, hash: hash_of(&written.files) })
    };
    Ok(Json(games.study(work).await??))
}

pub async fn remove(
    State(games): State<Games>,
    _author: Author,
    Path(id): Path<String>,
) -> Result<StatusCode, Error> {
    let shelf = shelf(&games)?;
    games.study(move || shelf.remove(&id)).await??;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "OwnChecked")]
#[serde(deny_unknown_fields)]
pub struct Checked {
    files: Files,
}

/// What would be found in these files; nothing is written.
pub async fn check(
    State(games): State<Games>,
    _author: Author,
    Body(checked): Body<Checked>,
) -> Result<Json<wire::OwnFindings>, Error> {
    let work = move || {
        library::own::check("-", &checked.files)?;
        Ok::<_, Error>(wire::OwnFindings { findings: examined(&checked.files) })
    };
    Ok(Json(games.study(work).await??))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(of: &[(&'static str, &'static str)]) -> HeaderMap {
        of.iter().map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap())).collect()
    }

    #[test]
    fn pages_of_other_sites_are_known() {
        for own in [
            &[("host", "localhost:1863"), ("origin", "http://localhost:1863")] as &[_],
            &[("host", "localhost:1863"), ("sec-fetch-site", "same-origin")],
            &[("host", "localhost:1863")],
            &[],
        ] {
            assert!(!crosses_sites(&headers(own)), "{own:?}");
        }
        for foreign in [
            &[("host", "localhost:1863"), ("origin", "http://evil.example")] as &[_],
            &[("host", "localhost:1863"), ("origin", "http://localhost:80")],
            &[("host", "localhost:1863"), ("origin", "null")],
            &[("host", "localhost:1863"), ("sec-fetch-site", "cross-site")],
            &[("host", "localhost:1863"), ("sec-fetch-site", "same-site")],
        ] {
            assert!(crosses_sites(&headers(foreign)), "{foreign:?}");
        }
    }

    #[test]
    fn names_of_this_machine_are_known() {
        for own in ["localhost", "localhost:1863", "127.0.0.1:80", "[::1]:1863", "127.9.9.9"] {
            assert!(is_this_machine(&headers(&[("host", own)])), "{own}");
        }
        for other in ["192.168.1.7:1863", "club.example.org", "localhost.evil.example", "[2001:db8::1]:80"] {
            assert!(!is_this_machine(&headers(&[("host", other)])), "{other}");
        }
    }
}
