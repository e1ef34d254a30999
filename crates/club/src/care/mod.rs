//! The care of a club: what moderators and owners do about abuse, and the book in which every such act stands.

pub mod addresses;
pub mod book;
pub mod leaving;
pub mod reports;
pub mod restraints;

use store::Sql;

use crate::people::{Person, Role, person};
use crate::{Club, Error, names};

pub use book::{Act, What};
pub use reports::{NewReport, Report};
pub use restraints::{Kind as RestraintKind, Restraint};

/// The longest sentence of a reason or a report, in characters.
pub const LONGEST_WORDS: usize = 1_000;

/// Who does it: a moderator or an owner, or whoever has the machine in hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Keeper {
    Person(String),
    Machine,
}

impl Keeper {
    pub(crate) fn id(&self) -> Option<&str> {
        match self {
            Keeper::Person(id) => Some(id),
            Keeper::Machine => None,
        }
    }

    /// Whether he may look after the club; what is done to a moderator or an owner only owners do.
    ///
    /// # Errors
    /// He may not.
    pub(crate) fn may(&self, sql: &mut dyn Sql, about: Option<&Person>) -> Result<(), Error> {
        let Keeper::Person(id) = self else { return Ok(()) };
        let own = person(sql, id)?.role;
        if own < Role::Moderator {
            return Err(Error::Forbidden("only moderators and owners of the server may do this".into()));
        }
        match about {
            Some(about) if about.id == *id => Err(Error::Forbidden("not to yourself".into())),
            Some(about) if about.role >= Role::Moderator && own < Role::Owner => {
                Err(Error::Forbidden("only owners do this to a moderator or an owner".into()))
            }
            _ => Ok(()),
        }
    }
}

/// A sentence as it is kept: in one line, nothing invisible, not too long.
///
/// # Errors
/// Nothing is left of it, where something has to be said.
pub(crate) fn sentence(text: &str) -> Result<String, Error> {
    let kept = names::line(text, LONGEST_WORDS);
    if kept.is_empty() {
        return Err(Error::Malformed("say why in a sentence".into()));
    }
    Ok(kept)
}

impl Club {
    /// Whether somebody may look after the club.
    ///
    /// # Errors
    /// He may not.
    pub async fn may_care(&self, by: &Keeper) -> Result<(), Error> {
        let by = by.clone();
        self.read(move |sql| by.may(sql, None)).await
    }
}
