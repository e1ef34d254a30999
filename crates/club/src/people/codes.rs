//! The recovery codes of a person.

use crate::{Club, Error, codes};

impl Club {
    /// New codes; the old ones are good for nothing from now on.
    ///
    /// # Errors
    /// The store failed.
    pub async fn new_codes(&self, person: &str) -> Result<Vec<String>, Error> {
        let (person, codes) = (person.to_owned(), codes::fresh());
        let fresh = codes.clone();
        self.write(move |sql| {
            sql.execute("DELETE FROM code WHERE person = ?1", &[person.as_str().into()])?;
            for code in fresh {
                sql.execute(
                    "INSERT INTO code (hash, person) VALUES (?1, ?2)",
                    &[codes::hash(&code).to_vec().into(), person.as_str().into()],
                )?;
            }
            Ok(())
        })
        .await?;
        Ok(codes)
    }

    /// How many codes a person has left.
    pub async fn codes_left(&self, person: &str) -> Result<usize, Error> {
        let person = person.to_owned();
        self.read(move |sql| {
            let rows = sql.query("SELECT count(*) FROM code WHERE person = ?1", &[person.into()])?;
            Ok(rows.first().map_or(Ok(0), |row| row.int(0))? as usize)
        })
        .await
    }
}
