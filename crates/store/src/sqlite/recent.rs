//! New entries of all journals lie in `recent` in the order of their coming; here they are put where they belong.

use rusqlite::Connection;

/// With more than this in `recent` its index no longer fits into a few pages.
const MOST_UNSORTED: usize = 40_000;
/// A sorting touches every game there is something of: with so many entries a game that is worth it.
const ENTRIES_A_GAME: usize = 8;

/// Whether `waiting` entries are enough to sort them.
pub(super) fn is_due(c: &Connection, waiting: usize) -> rusqlite::Result<bool> {
    if waiting >= MOST_UNSORTED {
        return Ok(true);
    }
    let mut count = c.prepare_cached("SELECT count(*) FROM (SELECT DISTINCT game FROM recent)")?;
    let games = count.query_row([], |row| row.get::<_, u32>(0))? as usize;
    Ok(waiting >= games * ENTRIES_A_GAME)
}

/// Puts the recent entries where they belong. An entry for a moment that has one already (two servers on one file
/// could leave such, before that was forbidden) is dropped, and that is told: it must not keep the others out.
pub(super) fn sort(c: &Connection) -> rusqlite::Result<()> {
    c.execute_batch("BEGIN IMMEDIATE")?;
    let done = move_all(c).and_then(|dropped| c.execute_batch("COMMIT").map(|()| dropped));
    match done {
        Ok(0) => Ok(()),
        Ok(dropped) => {
            tracing::error!(dropped, "entries for moments that had one already were dropped");
            Ok(())
        }
        Err(why) => {
            if !c.is_autocommit()
                && let Err(why) = c.execute_batch("ROLLBACK")
            {
                tracing::error!(%why, "a failed sorting of entries could not be rolled back");
            }
            Err(why)
        }
    }
}

/// How many were dropped.
fn move_all(c: &Connection) -> rusqlite::Result<usize> {
    let moved = c.execute(
        "INSERT OR IGNORE INTO entry (game, seq, body) SELECT game, seq, body FROM recent ORDER BY game, seq",
        [],
    )?;
    // Counted, not told by SQLite: a table emptied as a whole may report nothing.
    let all = c.query_row("SELECT count(*) FROM recent", [], |row| row.get::<_, u32>(0))? as usize;
    c.execute("DELETE FROM recent", [])?;
    Ok(all - moved)
}
