//! Rows of the tables as values, and back.

use ::store::{Fault, Row, Sql, values};
use table::{BySide, Side};

use super::{GameRow, LessonRow, OriginRow, Summary};
use crate::journal::Entry;
use crate::seat::Holder;
use crate::token::TokenHash;

pub(super) const GAME_COLUMNS: &str = "key, id, scenario, options, scenario_hash, version, seed, created, touched, waiting, headline, lesson, lesson_text, origin, origin_orders, origin_dice, private";
/// Every game has its summary.
pub(super) const GAMES: &str = "game JOIN summary ON summary.game = game.key";

pub(super) fn read_game(row: &Row) -> Result<GameRow, Fault> {
    let options = row.text(3)?;
    Ok(GameRow {
        key: row.int(0)?,
        id: row.text(1)?,
        scenario: row.text(2)?,
        options: options.split_whitespace().map(str::to_owned).collect(),
        scenario_hash: row.text(4)?,
        version: row.text(5)?,
        seed: row.array(6)?,
        created: row.int(7)?,
        lesson: read_lesson(row)?,
        origin: read_origin(row)?,
        private: row.int(16)? != 0,
        summary: Summary { touched: row.int(8)?, waiting: row.int(9)? as u8, headline: row.text(10)? },
    })
}

/// Both columns, or it is no lesson.
fn read_lesson(row: &Row) -> Result<Option<LessonRow>, Fault> {
    let (id, text) = (row.maybe_text(11)?, row.maybe_text(12)?);
    Ok(id.zip(text).map(|(id, text)| LessonRow { id, text }))
}

/// All three columns, or it was begun from the beginning.
fn read_origin(row: &Row) -> Result<Option<OriginRow>, Fault> {
    let whole = row.maybe_text(13)?.zip(row.maybe_int(14)?).zip(row.maybe_bytes(15)?);
    Ok(whole.map(|((game, orders), dice)| OriginRow { game, orders: orders as usize, dice }))
}

pub(super) fn insert_game(sql: &mut dyn Sql, row: &GameRow) -> Result<i64, Fault> {
    let (lesson, origin) = (row.lesson.as_ref(), row.origin.as_ref());
    let key = sql.number(
        "INSERT INTO game (id, scenario, options, scenario_hash, version, seed, created, lesson, lesson_text,
         origin, origin_orders, origin_dice, private)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13) RETURNING key",
        &values![
            &row.id,
            &row.scenario,
            row.options.join(" "),
            &row.scenario_hash,
            &row.version,
            row.seed,
            row.created,
            lesson.map(|lesson| &lesson.id),
            lesson.map(|lesson| &lesson.text),
            origin.map(|origin| &origin.game),
            origin.map(|origin| origin.orders),
            origin.map(|origin| &origin.dice),
            row.private,
        ],
    )?;
    row.summary.put(sql, key)?;
    Ok(key)
}

pub(super) fn insert_seat(sql: &mut dyn Sql, game: i64, side: Side, holder: &Holder) -> Result<(), Fault> {
    sql.execute(
        "INSERT INTO seat (game, side, name, officer, token, invitation, person)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        &values![
            game,
            side as u8,
            &holder.name,
            holder.officer.as_ref(),
            holder.token,
            holder.invitation,
            holder.person.as_ref()
        ],
    )?;
    Ok(())
}

pub(super) fn read_entry(body: &[u8], note: Option<String>) -> Option<Entry> {
    let mut entry = Entry::from_bytes(body)?;
    if let Entry::Order(given) = &mut entry {
        given.note = note.map(Into::into);
    }
    Some(entry)
}

pub(super) fn side_of(number: i64) -> Side {
    if number == 0 { Side::Union } else { Side::Confederate }
}

/// A seat that is missing is nobody's.
pub fn read_seats(sql: &mut dyn Sql, game: i64) -> Result<BySide<Holder>, Fault> {
    let empty = || Holder { name: String::new(), officer: None, token: None, person: None, invitation: None };
    let mut seats = BySide { union: empty(), confederate: empty() };
    let select = "SELECT side, name, officer, token, invitation, person FROM seat WHERE game = ?1";
    for row in sql.query(select, &values![game])? {
        let secret = |column: usize| -> Result<Option<TokenHash>, Fault> {
            Ok(row.maybe_bytes(column)?.and_then(|bytes| bytes.try_into().ok()))
        };
        seats[side_of(row.int(0)?)] = Holder {
            name: row.text(1)?,
            officer: row.maybe_text(2)?,
            token: secret(3)?,
            invitation: secret(4)?,
            person: row.maybe_text(5)?,
        };
    }
    Ok(seats)
}
