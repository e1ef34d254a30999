//! PostgreSQL: one database, any number of servers.

mod append;
pub(crate) mod claims;
mod listener;

use std::collections::HashMap;

use ::postgres::types::{FromSql, IsNull, ToSql, Type, private::BytesMut, to_sql_checked};
use ::postgres::{Client, Config, NoTls, Statement};

use crate::notice::CHANNEL;
use crate::writer::Base;
use crate::{Append, Fault, Row, Sql, Value};
pub(crate) use listener::listen;

/// A connection with the statements it has seen.
pub(crate) struct Line {
    client: Hung,
    statements: HashMap<String, Statement>,
}

/// A client that hangs up in a way that may wait, which those who answer requests must not.
struct Hung(Option<Client>);

impl Drop for Hung {
    fn drop(&mut self) {
        let client = self.0.take();
        if tokio::runtime::Handle::try_current().is_ok() {
            // Without a thread it is dropped here, at worst with a wait.
            let _ = std::thread::Builder::new().spawn(move || drop(client));
        }
    }
}

impl Line {
    pub(crate) fn connect(config: &Config) -> Result<Line, Fault> {
        Ok(Line { client: Hung(Some(config.connect(NoTls)?)), statements: HashMap::new() })
    }

    /// # Errors
    /// Never: a line has its client until it is dropped.
    pub(crate) fn client(&mut self) -> Result<&mut Client, Fault> {
        self.client.0.as_mut().ok_or_else(|| Fault::Unavailable("the line was hung up".into()))
    }

    /// A statement with `?1` as PostgreSQL wants it, prepared once.
    fn statement(&mut self, sql: &str) -> Result<Statement, Fault> {
        if let Some(known) = self.statements.get(sql) {
            return Ok(known.clone());
        }
        let prepared = self.client()?.prepare(&sql.replace('?', "$"))?;
        self.statements.insert(sql.to_owned(), prepared.clone());
        Ok(prepared)
    }

    fn batch(&mut self, sql: &str) -> Result<(), Fault> {
        Ok(self.client()?.batch_execute(sql)?)
    }

    /// Keeps what was done since the savepoint, or nothing of it.
    fn end_step(&mut self, keep: bool) -> Result<(), Fault> {
        self.batch(if keep { "RELEASE job" } else { "ROLLBACK TO job; RELEASE job" })
    }

    pub(crate) fn is_well(&mut self) -> bool {
        self.client().is_ok_and(|client| !client.is_closed())
    }
}

fn parameters(values: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    values.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

impl Sql for Line {
    fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64, Fault> {
        let statement = self.statement(sql)?;
        Ok(self.client()?.execute(&statement, &parameters(values))?)
    }

    fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>, Fault> {
        let statement = self.statement(sql)?;
        let rows = self.client()?.query(&statement, &parameters(values))?;
        let read = |row: ::postgres::Row| -> Result<Row, Fault> {
            let values = (0..row.len()).map(|n| row.try_get::<_, Value>(n));
            Ok(Row::new(values.collect::<Result<_, _>>()?))
        };
        rows.into_iter().map(read).collect()
    }

    fn notify(&mut self, words: &str) -> Result<(), Fault> {
        self.execute("SELECT pg_notify(?1, ?2)", &[CHANNEL.into(), words.into()]).map(|_| ())
    }
}

type Wrong = Box<dyn std::error::Error + Sync + Send>;

impl ToSql for Value {
    fn to_sql(&self, kind: &Type, out: &mut BytesMut) -> Result<IsNull, Wrong> {
        match self {
            Value::Null => Ok(IsNull::Yes),
            Value::Int(number) if *kind == Type::INT4 => i32::try_from(*number)?.to_sql(kind, out),
            Value::Int(number) if *kind == Type::INT8 => number.to_sql(kind, out),
            Value::Text(text) if <String as ToSql>::accepts(kind) => text.to_sql(kind, out),
            Value::Bytes(bytes) if *kind == Type::BYTEA => bytes.to_sql(kind, out),
            other => Err(format!("{other:?} does not fit a {kind}").into()),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

impl<'a> FromSql<'a> for Value {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Value, Wrong> {
        Ok(match *kind {
            Type::INT8 => Value::Int(i64::from_sql(kind, raw)?),
            Type::INT4 => Value::Int(i32::from_sql(kind, raw)?.into()),
            Type::BOOL => Value::Int(bool::from_sql(kind, raw)?.into()),
            Type::BYTEA => Value::Bytes(raw.to_vec()),
            // What a function without a result gives.
            Type::VOID => Value::Null,
            _ => Value::Text(String::from_sql(kind, raw)?),
        })
    }

    fn from_sql_null(_: &Type) -> Result<Value, Wrong> {
        Ok(Value::Null)
    }

    fn accepts(kind: &Type) -> bool {
        [Type::INT8, Type::INT4, Type::BOOL, Type::BYTEA, Type::VOID].contains(kind)
            || <String as FromSql>::accepts(kind)
    }
}

/// The connection that writes.
pub(crate) struct Postgres {
    config: Config,
    line: Option<Line>,
    /// Whether the transaction still stands.
    begun: bool,
}

impl Postgres {
    pub(crate) fn new(config: Config, line: Line) -> Postgres {
        Postgres { config, line: Some(line), begun: false }
    }

    fn line(&mut self) -> Result<&mut Line, Fault> {
        self.line.as_mut().ok_or_else(|| Fault::Unavailable("the database cannot be reached".into()))
    }
}

impl Base for Postgres {
    fn begin(&mut self) -> Result<(), Fault> {
        self.begun = false;
        if !self.line.as_mut().is_some_and(Line::is_well) {
            self.line = None;
            self.line = Some(Line::connect(&self.config)?);
        }
        self.line()?.batch("BEGIN")?;
        self.begun = true;
        Ok(())
    }

    fn commit(&mut self) -> Result<(), Fault> {
        self.begun = false;
        let line = self.line()?;
        let done = line.batch("COMMIT");
        if done.is_err() && !line.is_well() {
            // It may have been committed before the line was cut: who asks again is told what is true.
            let why = "the database did not say whether it was kept: look again before trying again";
            return Err(Fault::Unavailable(why.into()));
        }
        done
    }

    fn stands(&mut self) -> bool {
        self.begun && self.line.as_mut().is_some_and(Line::is_well)
    }

    fn step(&mut self, work: &mut dyn FnMut(&mut dyn Sql) -> Result<(), Fault>) -> Result<(), Fault> {
        let line = self.line()?;
        line.batch("SAVEPOINT job")?;
        let done = work(line);
        line.end_step(done.is_ok())?;
        done
    }

    fn append(&mut self, all: &[Append]) -> Vec<Result<(), Fault>> {
        let appended = self.line().and_then(|line| {
            line.batch("SAVEPOINT job")?;
            let appended = append::append(line, all);
            line.end_step(appended.is_ok())?;
            appended
        });
        appended.unwrap_or_else(|why| all.iter().map(|_| Err(why.clone())).collect())
    }

    /// Two servers that write moments of the same games lock them in the same order, within one statement; a second statement
    /// in the same transaction could make each wait for the other.
    fn takes_more(&self) -> bool {
        false
    }

    fn settle(&mut self) -> Result<(), Fault> {
        Ok(())
    }
}
