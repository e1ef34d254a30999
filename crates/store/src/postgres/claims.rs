//! Things that one server at a time does. A claim ends with whoever has it: with its line to the database, however that ends.

use std::sync::{Arc, Mutex, PoisonError};

use ::postgres::Config;

use super::Line;
use crate::{Fault, Sql, values};

/// The line on which claims are held.
pub(crate) struct Claims {
    config: Config,
    line: Mutex<Option<Line>>,
}

/// The right to do something, until it is dropped.
#[must_use]
pub struct Claim(Option<Held>);

struct Held {
    claims: Arc<Claims>,
    key: i64,
}

impl Claim {
    /// Of a store that nobody else has.
    pub(crate) fn alone() -> Claim {
        Claim(None)
    }
}

impl Claims {
    pub(crate) fn new(config: Config) -> Claims {
        Claims { config, line: Mutex::new(None) }
    }

    /// `None` if another server has it.
    pub(crate) fn take(self: &Arc<Claims>, key: i64) -> Result<Option<Claim>, Fault> {
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        if !line.as_mut().is_some_and(Line::is_well) {
            *line = Some(Line::connect(&self.config)?);
        }
        let Some(line) = line.as_mut() else { return Ok(None) };
        let sql: &mut dyn Sql = line;
        // A lock that this server has would be given once more: those who ask here have seen to that themselves.
        let taken =
            sql.number("SELECT CASE WHEN pg_try_advisory_lock(?1) THEN 1 ELSE 0 END", &values![key])?;
        Ok((taken == 1).then(|| Claim(Some(Held { claims: self.clone(), key }))))
    }

    fn give_back(&self, key: i64) {
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(sql) = line.as_mut() else { return };
        // Where that fails the line is gone, and the claim with it.
        if let Err(why) = sql.execute("SELECT pg_advisory_unlock(?1)", &values![key]) {
            tracing::debug!(%why, "a claim could not be given back");
            *line = None;
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        let Some(held) = self.0.take() else { return };
        // The database is not waited for on a thread that answers requests.
        match tokio::runtime::Handle::try_current() {
            Ok(runtime) => drop(runtime.spawn_blocking(move || held.claims.give_back(held.key))),
            Err(_) => held.claims.give_back(held.key),
        }
    }
}
