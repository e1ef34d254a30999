//! Everything from one store into another, of whichever kind they are.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use tokio::runtime::Handle;

use crate::{Fault, Row, Sql, Store, TABLES, Table, Value};

/// Rows that are read at once, and as many values as one statement takes.
const ROWS: usize = 500;
const VALUES: usize = 900;

/// What was copied of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moved {
    /// Which one.
    pub table: &'static str,
    /// How many rows it has.
    pub rows: u64,
    /// Of all its rows, in whatever order they come.
    pub hash: u64,
}

impl Store {
    /// Copies every table into a store that has no games yet, and compares the two afterwards. `told` hears of each table, and
    /// how many of its rows are done. What is written to this one meanwhile is not copied.
    ///
    /// # Errors
    /// The other one has games, a row differs afterwards, or a database fails.
    pub async fn copy_into(
        &self,
        to: &Store,
        told: impl FnMut(&'static str, u64) + Send + 'static,
    ) -> Result<Vec<Moved>, Fault> {
        if to.read(|sql| sql.number("SELECT count(*) FROM game", &[])).await? > 0 {
            return Err(Fault::Unusable("there are games there already; nothing was changed".into()));
        }
        let (target, shared, async_here) = (to.clone(), self.is_shared(), Handle::current());
        let mut told = told;
        let copied = self
            .read(move |sql| {
                in_one_moment(sql, shared, |sql| {
                    let mut all = Vec::new();
                    for table in TABLES {
                        let put = |rows: Vec<Row>| async_here.block_on(insert(&target, table, rows));
                        all.push(each(sql, table, &mut |rows, done| {
                            put(rows)?;
                            told(table.name, done);
                            Ok(())
                        })?);
                    }
                    Ok(all)
                })
            })
            .await?;
        if to.is_shared() {
            // The next game gets a key that nobody has.
            let next = "SELECT setval(pg_get_serial_sequence('game', 'key'), (SELECT max(key) FROM game))";
            to.write(move |sql| sql.query(next, &[]).map(|_| ())).await?;
        }
        let there = to.contents().await?;
        for (here, there) in copied.iter().zip(&there) {
            if here != there {
                let Moved { table, rows, .. } = here;
                return Err(Fault::Broken(format!(
                    "`{table}` is not the same there: {rows} rows here, {} there",
                    there.rows
                )));
            }
        }
        Ok(copied)
    }

    /// How many rows each table has, and the hash of them.
    ///
    /// # Errors
    /// The database fails.
    pub async fn contents(&self) -> Result<Vec<Moved>, Fault> {
        let shared = self.is_shared();
        self.read(move |sql| {
            in_one_moment(sql, shared, |sql| {
                TABLES.iter().map(|table| each(sql, table, &mut |_, _| Ok(()))).collect()
            })
        })
        .await
    }
}

/// Reads as if nobody wrote meanwhile.
fn in_one_moment<T>(
    sql: &mut dyn Sql,
    shared: bool,
    work: impl FnOnce(&mut dyn Sql) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let begin = if shared { "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" } else { "BEGIN" };
    sql.execute(begin, &[])?;
    let done = work(sql);
    let ended = sql.execute("COMMIT", &[]);
    done.and_then(|done| ended.map(|_| done))
}

/// New entries of a SQLite file that are not sorted yet belong to their journals; one for a moment that has one does not.
const ENTRIES: &str = "(SELECT game, seq, body FROM entry UNION ALL SELECT game, seq, body FROM recent
     WHERE NOT EXISTS (SELECT 1 FROM entry WHERE entry.game = recent.game AND entry.seq = recent.seq)) AS entry";

/// Gives all rows of a table, some at a time, in the order of its key.
fn each(
    sql: &mut dyn Sql,
    table: &'static Table,
    take: &mut dyn FnMut(Vec<Row>, u64) -> Result<(), Fault>,
) -> Result<Moved, Fault> {
    let from = if table.name == "entry" { ENTRIES } else { table.name };
    let (columns, key) = (table.columns.join(", "), table.key.join(", "));
    let places: Vec<String> = (1..=table.key.len()).map(|n| format!("?{n}")).collect();
    let first = format!("SELECT {columns} FROM {from} ORDER BY {key} LIMIT {ROWS}");
    let next = format!(
        "SELECT {columns} FROM {from} WHERE ({key}) > ({}) ORDER BY {key} LIMIT {ROWS}",
        places.join(", ")
    );
    let at: Vec<usize> = table
        .key
        .iter()
        .map(|key| table.columns.iter().position(|column| column == key))
        .collect::<Option<_>>()
        .ok_or_else(|| Fault::Broken(format!("the key of `{}` is none of its columns", table.name)))?;
    let mut moved = Moved { table: table.name, rows: 0, hash: 0 };
    let mut last: Option<Vec<Value>> = None;
    loop {
        let rows = match &last {
            None => sql.query(&first, &[])?,
            Some(last) => sql.query(&next, last)?,
        };
        let Some(end) = rows.last().cloned() else { return Ok(moved) };
        let end = end.values();
        last = Some(at.iter().map(|n| end[*n].clone()).collect());
        for row in &rows {
            moved.hash = moved.hash.wrapping_add(hash(row));
        }
        moved.rows += rows.len() as u64;
        take(rows, moved.rows)?;
    }
}

fn hash(row: &Row) -> u64 {
    let mut all = DefaultHasher::new();
    for value in row.clone().values() {
        match value {
            Value::Null => 0_u8.hash(&mut all),
            Value::Int(number) => (1_u8, number).hash(&mut all),
            Value::Text(text) => (2_u8, text).hash(&mut all),
            Value::Bytes(bytes) => (3_u8, bytes).hash(&mut all),
        }
    }
    all.finish()
}

async fn insert(to: &Store, table: &'static Table, rows: Vec<Row>) -> Result<(), Fault> {
    to.write(move |sql| {
        let width = table.columns.len();
        for some in rows.chunks((VALUES / width).max(1)) {
            let place = |row: usize| {
                let all: Vec<String> = (1..=width).map(|n| format!("?{}", row * width + n)).collect();
                format!("({})", all.join(", "))
            };
            let places: Vec<String> = (0..some.len()).map(place).collect();
            let insert = format!(
                "INSERT INTO {} ({}) VALUES {}",
                table.name,
                table.columns.join(", "),
                places.join(", ")
            );
            let values: Vec<Value> = some.iter().flat_map(|row| row.clone().values()).collect();
            sql.execute(&insert, &values)?;
        }
        Ok(())
    })
    .await
}
