//! Private notes on hexes and pieces: only their author sees them, on all his devices if he is a member. They are in no
//! record, and told to nobody else, the other player of the same game least of all.

use std::collections::BTreeMap;

use club::people::devices::Bearer;

use crate::chat::clean;
use crate::hosted::{HostedGame, hex};
use crate::seat::Access;
use crate::token::TokenHash;
use crate::{Error, Games, Token};

/// The most signs of a note, and the most notes of one author in a game.
const LONGEST: usize = 500;
const MOST: i64 = 500;
/// The longest name of a hex or a piece.
const LONGEST_NAME: usize = 120;

/// Under which name the notes of a token's bearer are kept.
pub(crate) fn author_of_hash(token: &TokenHash) -> String {
    format!("seat {}", hex(token))
}

/// And those of a member.
pub(crate) fn author_of_person(person: &str) -> String {
    format!("person {person}")
}

/// # Errors
/// The bearer holds no seat: whose notes they are could not be known.
fn author(access: Access, token: Option<&Token>, member: Option<&Bearer>) -> Result<String, Error> {
    access.seat(None, None)?;
    match (member, token) {
        (Some(member), _) => Ok(author_of_person(&member.person)),
        (None, Some(token)) => Ok(author_of_hash(&token.hash())),
        (None, None) => Err(Error::NoSeat),
    }
}

impl Games {
    /// The notes of this bearer, by what they are about.
    ///
    /// # Errors
    /// He holds no seat.
    pub async fn remarks(
        &self,
        hosted: &HostedGame,
        access: Access,
        token: Option<&Token>,
        member: Option<&Bearer>,
    ) -> Result<BTreeMap<String, String>, Error> {
        self.store().remarks(hosted.row.key, author(access, token, member)?).await
    }

    /// Writes a note about `hex 4611` or `piece Brown` in place of the one there was; without words it is deleted.
    ///
    /// # Errors
    /// He holds no seat, it is about nothing, too long, or there are too many.
    pub async fn remark(
        &self,
        hosted: &HostedGame,
        (access, token, member): (Access, Option<&Token>, Option<&Bearer>),
        about: &str,
        words: &str,
    ) -> Result<(), Error> {
        let author = author(access, token, member)?;
        let named = about.strip_prefix("hex ").or_else(|| about.strip_prefix("piece "));
        let named = named.filter(|name| (1..=LONGEST_NAME).contains(&name.chars().count()));
        if named.is_none_or(|name| name.chars().any(char::is_control)) {
            return Err(Error::Malformed("a note is about `hex NAME` or `piece NAME`".into()));
        }
        let words = clean(words, LONGEST)?;
        let kept = self.store().remark(hosted.row.key, author, about.to_owned(), words, MOST).await?;
        kept.then_some(())
            .ok_or_else(|| Error::TooMany(format!("at most {MOST} notes in a game: delete some")))
    }
}
