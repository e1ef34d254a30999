//! Words that are good for one time and a while: in links of letters, in square codes, for newcomers.

use store::{Fault, Sql};

use crate::Error;
use crate::club::now;
use crate::token::Token;

/// What a word is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// Becoming a member.
    Invite,
    /// Showing that a mail address is one's own.
    Mail,
    /// Coming in by a letter.
    Letter,
    /// Coming in on another device.
    Device,
    /// A guest's seat in another browser.
    Seat,
}

impl Purpose {
    fn word(self) -> &'static str {
        match self {
            Purpose::Invite => "invite",
            Purpose::Mail => "mail",
            Purpose::Letter => "letter",
            Purpose::Device => "device",
            Purpose::Seat => "seat",
        }
    }
}

pub const TEN_MINUTES: i64 = 600;
pub const AN_HOUR: i64 = 3_600;
pub const TWO_WEEKS: i64 = 14 * 24 * 3_600;

/// What a word was issued with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pass {
    pub person: Option<String>,
    pub value: String,
}

/// A new word. Those that are too old are forgotten by the way.
pub fn issue(
    sql: &mut dyn Sql,
    purpose: Purpose,
    person: Option<&str>,
    value: &str,
    seconds: i64,
) -> Result<Token, Error> {
    let token = Token::new();
    keep(sql, purpose, &token, person, value, seconds)?;
    Ok(token)
}

/// Keeps a word that was made elsewhere.
pub fn keep(
    sql: &mut dyn Sql,
    purpose: Purpose,
    token: &Token,
    person: Option<&str>,
    value: &str,
    seconds: i64,
) -> Result<(), Error> {
    sql.execute("DELETE FROM pass WHERE until < ?1", &[now().into()])?;
    sql.execute(
        "INSERT INTO pass (hash, purpose, person, value, until) VALUES (?1, ?2, ?3, ?4, ?5)",
        &[
            token.hash().to_vec().into(),
            purpose.word().into(),
            person.map(str::to_owned).into(),
            value.into(),
            (now() + seconds).into(),
        ],
    )?;
    Ok(())
}

/// Uses a word up; `None` if it is unknown, too old, or was used.
pub fn redeem(sql: &mut dyn Sql, purpose: Purpose, word: &Token) -> Result<Option<Pass>, Fault> {
    let rows = sql.query(
        "DELETE FROM pass WHERE hash = ?1 AND purpose = ?2 AND until >= ?3 RETURNING person, value",
        &[word.hash().to_vec().into(), purpose.word().into(), now().into()],
    )?;
    rows.first().map(|row| Ok(Pass { person: row.maybe_text(0)?, value: row.text(1)? })).transpose()
}
