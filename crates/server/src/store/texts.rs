//! The texts of scenarios, each kept once however many games were begun with it: a game goes on with the text it
//! began with, whatever a later version of the scenario says.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use rusqlite::{Connection, OptionalExtension, params};
use sha2::{Digest, Sha256};

use super::Store;
use crate::Error;
use crate::hosted::hex;

/// Name and text of every file a scenario was made of, in the order of reading.
pub type Texts = Vec<(String, String)>;

/// Keeps the texts of a scenario unless they are kept already.
pub(super) fn keep(c: &Connection, scenario_hash: &str, texts: &Texts) -> rusqlite::Result<()> {
    let known = c
        .prepare_cached("SELECT 1 FROM scenario_text WHERE scenario_hash = ?1 LIMIT 1")?
        .query_row([scenario_hash], |_| Ok(()))
        .optional()?;
    if known.is_some() {
        return Ok(());
    }
    for (place, (name, text)) in texts.iter().enumerate() {
        let hash = keep_one(c, text)?;
        c.execute(
            "INSERT INTO scenario_text (scenario_hash, place, name, text) VALUES (?1, ?2, ?3, ?4)",
            params![scenario_hash, place as i64, name, hash],
        )?;
    }
    Ok(())
}

/// Keeps a text unless it is kept already; its hash.
pub(super) fn keep_one(c: &Connection, text: &str) -> rusqlite::Result<String> {
    let hash = hash_of(text);
    let body = deflated(text).map_err(|why| rusqlite::Error::ToSqlConversionFailure(why.into()))?;
    c.execute("INSERT OR IGNORE INTO text (hash, body) VALUES (?1, ?2)", params![hash, body])?;
    Ok(hash)
}

/// Under which a text is kept.
pub fn hash_of(text: &str) -> String {
    hex(&Sha256::digest(text))
}

fn deflated(text: &str) -> std::io::Result<Vec<u8>> {
    let mut writer = ZlibEncoder::new(Vec::new(), Compression::default());
    writer.write_all(text.as_bytes())?;
    writer.finish()
}

fn inflated(body: &[u8]) -> Option<String> {
    let mut text = String::new();
    ZlibDecoder::new(body).read_to_string(&mut text).ok()?;
    Some(text)
}

impl Store {
    /// The texts that were kept for a scenario with this hash; `None` if there are none, or they cannot be read.
    pub async fn texts(&self, scenario_hash: String) -> Result<Option<Texts>, Error> {
        self.read(move |c| {
            let mut select = c.prepare_cached(
                "SELECT name, body FROM scenario_text JOIN text ON text.hash = scenario_text.text
                 WHERE scenario_hash = ?1 ORDER BY place",
            )?;
            let rows = select.query_map([&scenario_hash], |row| {
                Ok((row.get::<_, String>(0)?, row.get::<_, Vec<u8>>(1)?))
            })?;
            let mut texts = Texts::new();
            for row in rows {
                let (name, body) = row?;
                let Some(text) = inflated(&body) else { return Ok(None) };
                texts.push((name, text));
            }
            Ok((!texts.is_empty()).then_some(texts))
        })
        .await
    }

    /// A text that was kept; `None` if there is none, or it cannot be read.
    pub async fn text(&self, hash: String) -> Result<Option<String>, Error> {
        self.read(move |c| {
            let mut select = c.prepare_cached("SELECT body FROM text WHERE hash = ?1")?;
            let body = select.query_row([&hash], |row| row.get::<_, Vec<u8>>(0)).optional()?;
            Ok(body.and_then(|body| inflated(&body)))
        })
        .await
    }

    /// Keeps the texts of a scenario for games that began before texts were kept.
    pub async fn keep_texts(&self, scenario_hash: String, texts: Texts) -> Result<(), Error> {
        self.writer.write(move |c| keep(c, &scenario_hash, &texts)).await
    }
}
