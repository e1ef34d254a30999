//! A person leaves for good: his seats stay as those of a former member, and nothing of him is kept.

use store::Sql;

use super::book::{self, About, What};
use super::{Keeper, sentence};
use crate::club::now;
use crate::people::{Role, devices, named};
use crate::{Club, Error};

/// What his seats and lines are called from then on. Nobody can take it as a name.
pub const FORMER: &str = "former member";

/// Tables in which rows are a person's own.
const OWN: [&str; 18] = [
    "passkey",
    "ceremony",
    "code",
    "pass",
    "push",
    "hook",
    "notice",
    "outbox",
    "told",
    "resting",
    "presence",
    "restraint",
    "came_from",
    "rating",
    "score",
    "open_seat",
    "hidden",
    "holiday",
];
/// Columns that only refer to him.
const REFERS: [(&str, &str); 5] = [
    ("score", "against"),
    ("report", "by_person"),
    ("report", "about"),
    ("act", "by_person"),
    ("act", "about"),
];

/// Forgets a person; the games in which he had a seat.
fn forget(sql: &mut dyn Sql, id: &str) -> Result<Vec<i64>, Error> {
    let seats = sql.query("SELECT game FROM seat WHERE person = ?1", &[id.into()])?;
    let games = seats.iter().map(|row| row.int(0)).collect::<Result<Vec<_>, _>>()?;
    sql.execute("UPDATE seat SET name = ?2, person = NULL WHERE person = ?1", &[id.into(), FORMER.into()])?;
    sql.execute("DELETE FROM remark WHERE author = ?1", &[format!("person {id}").into()])?;
    sql.execute(
        "UPDATE chat SET name = ?2, words = '', removed = coalesce(removed, ?3), person = NULL WHERE person = ?1",
        &[id.into(), FORMER.into(), now().into()],
    )?;
    for table in OWN {
        sql.execute(&format!("DELETE FROM {table} WHERE person = ?1"), &[id.into()])?;
    }
    // What was said of him, and by him, is his too; that something was done stays.
    sql.execute("UPDATE act SET why = '' WHERE about = ?1", &[id.into()])?;
    sql.execute("UPDATE report SET quote = '', words = '' WHERE about = ?1 OR by_person = ?1", &[id.into()])?;
    for (table, column) in REFERS {
        sql.execute(&format!("UPDATE {table} SET {column} = NULL WHERE {column} = ?1"), &[id.into()])?;
    }
    for game in &games {
        sql.notify(&format!("seats {game}"))?;
    }
    sql.notify(&format!("person {id}"))?;
    sql.execute("DELETE FROM person WHERE id = ?1", &[id.into()])?;
    Ok(games)
}

impl Club {
    /// Deletes a person for good.
    ///
    /// # Errors
    /// `by` may not, there is nobody of that name, or the server would have no owner.
    pub async fn delete_person(&self, by: &Keeper, name: &str, why: &str) -> Result<(), Error> {
        let (by, name, why) = (by.clone(), name.to_owned(), sentence(why)?);
        let (id, gone) = self
            .write(move |sql| {
                let person = named(sql, &name)?;
                by.may(sql, Some(&person))?;
                let owners = sql.query("SELECT id FROM person WHERE role = 'owner'", &[])?;
                if person.role == Role::Owner && owners.len() < 2 && by != Keeper::Machine {
                    let why = "the server would have no owner: make somebody else one first";
                    return Err(Error::Forbidden(why.into()));
                }
                let gone = devices::shut_all_out(sql, &person.id)?;
                forget(sql, &person.id)?;
                book::note(sql, &by, What::DeletePerson, About::default(), &why)?;
                Ok((person.id, gone))
            })
            .await?;
        self.told_out(&gone);
        self.0.devices.forget(&id);
        Ok(())
    }
}
