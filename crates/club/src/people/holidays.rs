//! Days off: while a member is away the days that he has for a turn do not count.

use store::{Row, Sql};

use crate::token::word;
use crate::{Club, Error};

const DAY: i64 = 24 * 3_600;
const YEAR: i64 = 365 * DAY;
/// So many days may somebody be away in any year.
pub const DAYS_A_YEAR: i64 = 30;

/// A holiday, in seconds since 1970.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Holiday {
    pub id: String,
    pub starts: i64,
    /// The first moment after it.
    pub ends: i64,
}

fn read(row: &Row) -> Result<Holiday, store::Fault> {
    Ok(Holiday { id: row.text(0)?, starts: row.int(1)?, ends: row.int(2)? })
}

fn all(sql: &mut dyn Sql, person: &str) -> Result<Vec<Holiday>, store::Fault> {
    let select = "SELECT id, starts, ends FROM holiday WHERE person = ?1 ORDER BY starts";
    sql.query(select, &[person.into()])?.iter().map(read).collect()
}

/// Whether these are more days than anybody may have: in the year that begins or ends with one of them, where there are most.
fn too_many(spans: &[(i64, i64)]) -> bool {
    let within = |from: i64| -> i64 {
        spans.iter().map(|(starts, ends)| ((*ends).min(from + YEAR) - (*starts).max(from)).max(0)).sum()
    };
    // A day has an hour more once a year where clocks are put back.
    let most = DAYS_A_YEAR * DAY + 2 * 3_600;
    spans.iter().any(|(starts, ends)| within(*starts) > most || within(*ends - YEAR) > most)
}

impl Club {
    /// When a person is and was away, in turn; not what was over more than a year before `now`.
    ///
    /// # Errors
    /// The store failed.
    pub async fn holidays(&self, person: &str, now: i64) -> Result<Vec<Holiday>, Error> {
        let person = person.to_owned();
        self.read(move |sql| Ok(all(sql, &person)?.into_iter().filter(|one| one.ends > now - YEAR).collect()))
            .await
    }

    /// Keeps a holiday. One that would have begun already begins now.
    ///
    /// # Errors
    /// It is over, too long, too far away, or he is away then already.
    pub async fn take_holiday(&self, person: &str, starts: i64, ends: i64, now: i64) -> Result<(), Error> {
        let (person, starts) = (person.to_owned(), starts.max(now));
        let no = |why: &str| Err(Error::Malformed(why.to_owned()));
        if ends <= starts {
            return no("`ends`: a holiday ends after it begins, and not in the past");
        }
        if starts > now + YEAR {
            return no("`starts`: a holiday begins within a year");
        }
        self.write(move |sql| {
            let known = all(sql, &person)?;
            if known.iter().any(|one| one.starts < ends && starts < one.ends) {
                return Err(Error::Conflict(
                    "there is a holiday in these days already: take it back first".into(),
                ));
            }
            let spans: Vec<(i64, i64)> =
                known.iter().map(|one| (one.starts, one.ends)).chain([(starts, ends)]).collect();
            if too_many(&spans) {
                return Err(Error::Conflict(format!(
                    "that would be more than {DAYS_A_YEAR} days off in a year: take fewer"
                )));
            }
            sql.execute(
                "INSERT INTO holiday (id, person, starts, ends) VALUES (?1, ?2, ?3, ?4)",
                &[word::<12>().into(), person.into(), starts.into(), ends.into()],
            )?;
            Ok(())
        })
        .await
    }

    /// Takes a holiday back. One that has begun ends now; one that is over stays as it was.
    ///
    /// # Errors
    /// He has none of this name that is not over.
    pub async fn end_holiday(&self, person: &str, id: &str, now: i64) -> Result<(), Error> {
        let (person, id) = (person.to_owned(), id.to_owned());
        self.write(move |sql| {
            let his = [id.as_str().into(), person.as_str().into(), now.into()];
            let forget = "DELETE FROM holiday WHERE id = ?1 AND person = ?2 AND starts >= ?3";
            let end = "UPDATE holiday SET ends = ?3 WHERE id = ?1 AND person = ?2 AND ends > ?3";
            if sql.execute(forget, &his)? == 0 && sql.execute(end, &his)? == 0 {
                return Err(Error::NotFound("there is no such holiday, or it is over".into()));
            }
            Ok(())
        })
        .await
    }

    /// Whether somebody has a game before his eyes.
    ///
    /// # Errors
    /// The store failed.
    pub async fn has_open(&self, person: &str, game: &str) -> Result<bool, Error> {
        let open = [person.into(), game.into(), crate::now().into()];
        self.read(move |sql| {
            let select = "SELECT 1 FROM presence WHERE person = ?1 AND game = ?2 AND until > ?3";
            Ok(!sql.query(select, &open)?.is_empty())
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirty_days_in_any_year() {
        let spans = |days: &[(i64, i64)]| -> Vec<(i64, i64)> {
            days.iter().map(|(starts, ends)| (starts * DAY, ends * DAY)).collect()
        };
        for (days, much) in [
            (&[(0, 30)][..], false),
            (&[(0, 31)], true),
            (&[(0, 20), (100, 110)], false),
            (&[(0, 20), (100, 111)], true),
            (&[(0, 30), (365, 395)], false),
            (&[(0, 30), (360, 390)], true),
            (&[(0, 10), (200, 220), (370, 380)], false),
            (&[(0, 10), (200, 220), (364, 374)], true),
        ] {
            assert_eq!(too_many(&spans(days)), much, "{days:?}");
        }
    }
}
