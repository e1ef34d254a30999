//! The texts of scenarios, each kept once however many games were begun with it: a game goes on with the text it
//! began with, whatever a later version of the scenario says.

use std::io::{Read, Write};

use ::store::{Fault, Sql, values};
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use sha2::{Digest, Sha256};

use super::Store;
use crate::Error;
use crate::hosted::hex;

/// Name and text of every file a scenario was made of, in the order of reading.
pub type Texts = Vec<(String, String)>;

/// Keeps the texts of a scenario unless they are kept already.
pub(super) fn keep(sql: &mut dyn Sql, scenario_hash: &str, texts: &Texts) -> Result<(), Fault> {
    let known = "SELECT 1 FROM scenario_text WHERE scenario_hash = ?1 LIMIT 1";
    if sql.first(known, &values![scenario_hash])?.is_some() {
        return Ok(());
    }
    for (place, (name, text)) in texts.iter().enumerate() {
        let hash = keep_one(sql, text)?;
        // Another server may keep the same ones at this moment.
        sql.execute(
            "INSERT INTO scenario_text (scenario_hash, place, name, text) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (scenario_hash, place) DO NOTHING",
            &values![scenario_hash, place, name, hash],
        )?;
    }
    Ok(())
}

/// Keeps a text unless it is kept already; its hash.
pub(super) fn keep_one(sql: &mut dyn Sql, text: &str) -> Result<String, Fault> {
    let hash = hash_of(text);
    let body = deflated(text).map_err(|why| Fault::Unavailable(why.to_string()))?;
    let keep = "INSERT INTO text (hash, body) VALUES (?1, ?2) ON CONFLICT (hash) DO NOTHING";
    sql.execute(keep, &values![&hash, body])?;
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
        let select = "SELECT name, body FROM scenario_text JOIN text ON text.hash = scenario_text.text
             WHERE scenario_hash = ?1 ORDER BY place";
        let rows = self.base().read(move |sql| sql.query(select, &values![scenario_hash])).await?;
        let mut texts = Texts::new();
        for row in rows {
            let Some(text) = inflated(&row.bytes(1)?) else { return Ok(None) };
            texts.push((row.text(0)?, text));
        }
        Ok((!texts.is_empty()).then_some(texts))
    }

    /// A text that was kept; `None` if there is none, or it cannot be read.
    pub async fn text(&self, hash: String) -> Result<Option<String>, Error> {
        let select = "SELECT body FROM text WHERE hash = ?1";
        let row = self.base().read(move |sql| sql.first(select, &values![hash])).await?;
        let body = row.map(|row| row.bytes(0)).transpose()?;
        Ok(body.and_then(|body| inflated(&body)))
    }

    /// Keeps the texts of a scenario for games that began before texts were kept.
    pub async fn keep_texts(&self, scenario_hash: String, texts: Texts) -> Result<(), Error> {
        Ok(self.base().write(move |sql| keep(sql, &scenario_hash, &texts)).await?)
    }
}
