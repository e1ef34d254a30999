//! The tables and how they came to be. What an older version kept is brought forward; what a newer version kept is
//! refused, never guessed at.
//!
//! The first steps are SQLite's own, since they are older than the other database; those after them are written once for both.

mod clocks;
mod club;
mod courtesies;
mod people;
mod postgres;
mod sqlite;
mod steps;

use rusqlite::Connection;

use crate::{Fault, Sql, values};
pub(crate) use sqlite::FIRST as FIRST_OF_SQLITE;
pub use steps::STEPS;

/// How many steps there are in all.
fn newest() -> usize {
    FIRST_OF_SQLITE.len() + STEPS.len()
}

/// The step that leads to format `n + 1` of a SQLite file.
fn of_sqlite(n: usize) -> &'static str {
    FIRST_OF_SQLITE.get(n).or_else(|| STEPS.get(n - FIRST_OF_SQLITE.len())).copied().unwrap_or_default()
}

/// Brings the tables of a file to this version.
///
/// # Errors
/// The file is of a newer version, or cannot be written.
pub(crate) fn migrate_sqlite(connection: &mut Connection) -> Result<(), Fault> {
    let done = refuse_newer(connection)?;
    for n in done..newest() {
        let change = connection.transaction()?;
        change.execute_batch(of_sqlite(n))?;
        change.pragma_update(None, "user_version", n as u32 + 1)?;
        change.commit()?;
    }
    Ok(())
}

/// How many steps a file has seen.
///
/// # Errors
/// More than this version knows.
pub(crate) fn refuse_newer(connection: &Connection) -> Result<usize, Fault> {
    let done: u32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if done as usize > newest() {
        let last = "SELECT version FROM started ORDER BY at DESC LIMIT 1";
        let by: Result<String, _> = connection.query_row(last, [], |row| row.get(0));
        return Err(newer(done as usize, by.ok()));
    }
    Ok(done as usize)
}

/// # Errors
/// A file is of another version than this.
pub(crate) fn refuse_other(connection: &Connection) -> Result<(), Fault> {
    match refuse_newer(connection)? {
        done if done < newest() => Err(Fault::Unusable(
            "the games were kept by an older version of hardtack: start its server once with this version"
                .into(),
        )),
        _ => Ok(()),
    }
}

/// Two servers that start at once must not both do it.
const ONE_AT_A_TIME: &str = "SELECT pg_advisory_xact_lock(1863, 0)";

/// Brings the tables of a database to this version.
///
/// # Errors
/// It is of a newer version, or cannot be written.
pub(crate) fn migrate_postgres(client: &mut ::postgres::Client) -> Result<(), Fault> {
    let mut change = client.transaction()?;
    change.batch_execute(ONE_AT_A_TIME)?;
    change.batch_execute("CREATE TABLE IF NOT EXISTS format (version BIGINT NOT NULL)")?;
    let done = change.query_opt("SELECT version FROM format", &[])?;
    let done = match done {
        Some(row) => row.try_get::<_, i64>(0)? as usize,
        None => {
            change.batch_execute(postgres::FIRST)?;
            change.execute("INSERT INTO format VALUES ($1)", &[&(FIRST_OF_SQLITE.len() as i64)])?;
            FIRST_OF_SQLITE.len()
        }
    };
    if done > newest() {
        let by = change.query_opt("SELECT version FROM started ORDER BY at DESC LIMIT 1", &[])?;
        return Err(newer(done, by.and_then(|row| row.try_get(0).ok())));
    }
    for step in &STEPS[done - FIRST_OF_SQLITE.len()..] {
        change.batch_execute(step)?;
    }
    change.execute("UPDATE format SET version = $1", &[&(newest() as i64)])?;
    Ok(change.commit()?)
}

fn newer(format: usize, by: Option<String>) -> Fault {
    let by = by.map_or_else(String::new, |version| format!(" (last used by hardtack {version})"));
    Fault::Unusable(format!(
        "the games were kept by a newer version of hardtack{by}: their format is {format}, this version, {}, reads \
         up to {}. Nothing was changed; start the newer version",
        env!("CARGO_PKG_VERSION"),
        newest()
    ))
}

/// Writes down that this version has the games now: it proves that they can be written.
pub(crate) fn note_start(sql: &mut dyn Sql) -> Result<(), Fault> {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let now = since.map_or(0, |time| time.as_secs());
    let note = "INSERT INTO started (at, version) VALUES (?1, ?2)";
    sql.execute(note, &values![now, env!("CARGO_PKG_VERSION")]).map(|_| ())
}
