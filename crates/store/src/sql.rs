//! One way to speak to either database.

use crate::{Fault, Row, Value};

/// A connection inside a transaction, or one that only reads.
///
/// Statements are written in what SQLite and PostgreSQL have in common: parameters `?1`, `?2`; `INSERT … ON CONFLICT (…) DO
/// UPDATE SET`; `RETURNING`; sums cast to `BIGINT`.
pub trait Sql {
    /// Carries out a statement; how many rows it touched.
    ///
    /// # Errors
    /// The database refuses it or cannot be reached.
    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64, Fault>;

    /// The rows a statement gives, of those that change something too.
    ///
    /// # Errors
    /// The database refuses it or cannot be reached.
    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>, Fault>;

    /// Tells these words to every server that shares the database, this one too, once the work is committed.
    ///
    /// # Errors
    /// The database refuses it or cannot be reached.
    fn notify(&mut self, words: &str) -> Result<(), Fault>;
}

impl dyn Sql + '_ {
    /// The first row, if there is one.
    ///
    /// # Errors
    /// As [`Sql::query`].
    pub fn first(&mut self, sql: &str, values: &[Value]) -> Result<Option<Row>, Fault> {
        Ok(self.query(sql, values)?.into_iter().next())
    }

    /// The number in the first column of the first row.
    ///
    /// # Errors
    /// As [`Sql::query`]; there is no row, or it is no number.
    pub fn number(&mut self, sql: &str, values: &[Value]) -> Result<i64, Fault> {
        let row = self.first(sql, values)?;
        row.ok_or_else(|| Fault::Broken(format!("no row for `{sql}`")))?.int(0)
    }
}
