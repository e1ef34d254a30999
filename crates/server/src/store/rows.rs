//! Rows of the tables as values, and back.

use rusqlite::{Connection, Row, params};
use table::{BySide, Side};

use super::{GameRow, LessonRow, OriginRow, Summary};
use crate::journal::Entry;
use crate::seat::Holder;

pub(super) const GAME_COLUMNS: &str = "key, id, scenario, options, scenario_hash, version, seed, created, touched, waiting, headline, lesson, lesson_text, origin, origin_orders, origin_dice";
/// Every game has its summary.
pub(super) const GAMES: &str = "game JOIN summary ON summary.game = game.key";

pub(super) fn read_game(row: &Row) -> rusqlite::Result<GameRow> {
    let options: String = row.get(3)?;
    Ok(GameRow {
        key: row.get(0)?,
        id: row.get(1)?,
        scenario: row.get(2)?,
        options: options.split_whitespace().map(str::to_owned).collect(),
        scenario_hash: row.get(4)?,
        version: row.get(5)?,
        seed: row.get(6)?,
        created: row.get(7)?,
        lesson: read_lesson(row)?,
        origin: read_origin(row)?,
        summary: Summary { touched: row.get(8)?, waiting: row.get(9)?, headline: row.get(10)? },
    })
}

/// Both columns, or it is no lesson.
fn read_lesson(row: &Row) -> rusqlite::Result<Option<LessonRow>> {
    let (id, text): (Option<String>, Option<String>) = (row.get(11)?, row.get(12)?);
    Ok(id.zip(text).map(|(id, text)| LessonRow { id, text }))
}

/// All three columns, or it was begun from the beginning.
fn read_origin(row: &Row) -> rusqlite::Result<Option<OriginRow>> {
    let (game, orders): (Option<String>, Option<u32>) = (row.get(13)?, row.get(14)?);
    let dice: Option<Vec<u8>> = row.get(15)?;
    let whole = game.zip(orders).zip(dice);
    Ok(whole.map(|((game, orders), dice)| OriginRow { game, orders: orders as usize, dice }))
}

pub(super) fn insert_game(c: &Connection, row: &GameRow) -> rusqlite::Result<i64> {
    c.prepare_cached(
        "INSERT INTO game (id, scenario, options, scenario_hash, version, seed, created, lesson, lesson_text,
         origin, origin_orders, origin_dice) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
    )?
    .execute(params![
        row.id,
        row.scenario,
        row.options.join(" "),
        row.scenario_hash,
        row.version,
        row.seed,
        row.created,
        row.lesson.as_ref().map(|lesson| &lesson.id),
        row.lesson.as_ref().map(|lesson| &lesson.text),
        row.origin.as_ref().map(|origin| &origin.game),
        row.origin.as_ref().map(|origin| origin.orders as i64),
        row.origin.as_ref().map(|origin| &origin.dice),
    ])?;
    let key = c.last_insert_rowid();
    put_summary(c, key, &row.summary)?;
    Ok(key)
}

pub(super) fn insert_seat(c: &Connection, game: i64, side: Side, holder: &Holder) -> rusqlite::Result<()> {
    c.execute(
        "INSERT INTO seat (game, side, name, officer, token, invitation) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![game, side as u8, holder.name, holder.officer, holder.token, holder.invitation],
    )?;
    Ok(())
}

pub(super) fn put_summary(c: &Connection, game: i64, summary: &Summary) -> rusqlite::Result<()> {
    c.prepare_cached(
        "INSERT OR REPLACE INTO summary (game, touched, waiting, headline) VALUES (?1, ?2, ?3, ?4)",
    )?
    .execute(params![game, summary.touched, summary.waiting, summary.headline])?;
    Ok(())
}

pub(super) fn read_entry(body: &[u8], note: Option<String>) -> Option<Entry> {
    let mut entry = Entry::from_bytes(body)?;
    if let Entry::Order(given) = &mut entry {
        given.note = note.map(Into::into);
    }
    Some(entry)
}

pub(super) fn side_of(number: u8) -> Side {
    if number == 0 { Side::Union } else { Side::Confederate }
}

pub(super) fn read_seats(c: &Connection, game: i64) -> rusqlite::Result<BySide<Holder>> {
    let mut select =
        c.prepare_cached("SELECT name, officer, token, invitation FROM seat WHERE game = ?1 AND side = ?2")?;
    let mut read = |side: Side| {
        select.query_row(params![game, side as u8], |row| {
            Ok(Holder {
                name: row.get(0)?,
                officer: row.get(1)?,
                token: row.get(2)?,
                invitation: row.get(3)?,
            })
        })
    };
    Ok(BySide { union: read(Side::Union)?, confederate: read(Side::Confederate)? })
}
