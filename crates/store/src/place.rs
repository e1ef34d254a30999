//! Where things are kept.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

/// A file of SQLite, or a database of PostgreSQL.
#[derive(Clone, PartialEq, Eq)]
pub enum Place {
    /// A file that one server has.
    File(PathBuf),
    /// The address of a database that several servers may share: `postgres://user@host/name`, or words such as
    /// `host=/run/postgresql dbname=hardtack`.
    Postgres(String),
}

impl FromStr for Place {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Place, Self::Err> {
        let far = ["postgres://", "postgresql://", "host="].iter().any(|head| text.starts_with(head));
        Ok(if far { Place::Postgres(text.to_owned()) } else { Place::File(text.into()) })
    }
}

/// Without the password.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::File(path) => write!(f, "{}", path.display()),
            Place::Postgres(address) => match address.parse::<::postgres::Config>() {
                Ok(config) => {
                    write!(f, "PostgreSQL, {}", config.get_dbname().unwrap_or("the usual database"))
                }
                Err(_) => f.write_str("PostgreSQL"),
            },
        }
    }
}

/// Never written whole by accident: it may hold a password.
impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_told_from_a_file_and_never_with_its_password() {
        let place: Place = "postgres://ann:secret@db.example/club".parse().unwrap();
        assert!(matches!(place, Place::Postgres(_)));
        assert_eq!(format!("{place} {place:?}"), "PostgreSQL, club PostgreSQL, club");
        assert_eq!("games.db".parse::<Place>().unwrap(), Place::File("games.db".into()));
    }
}
