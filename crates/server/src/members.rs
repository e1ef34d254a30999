//! Members of the club at the tables: who sits down, and what a device may do.

use std::sync::Arc;

use club::Club;
use club::notices::{Kind, Notice};
use club::people::devices::Bearer;
use table::Side;

use crate::entrance::Entrance;
use crate::hosted::HostedGame;
use crate::names::name;
use crate::seat::{Access, Sitter};
use crate::{Error, Games, Token};

impl Games {
    pub fn club(&self) -> &Club {
        &self.0.club
    }

    /// How often somebody may try to come in.
    pub(crate) fn entrance(&self) -> &Entrance {
        &self.0.entrance
    }

    /// Who wants to sit down: a member under his own name, or a guest under whatever name he gives.
    ///
    /// # Errors
    /// The name is a computer player's, or this server is for members.
    pub fn sitter(&self, member: Option<&Bearer>, as_name: &str) -> Result<Sitter, Error> {
        match member {
            Some(Bearer { person, name, .. }) => {
                Ok(Sitter::Member { person: person.clone(), name: name.clone() })
            }
            None if !self.club().settings().guests => {
                Err(Error::Forbidden("this server is for its members: sign in first".into()))
            }
            None => Ok(Sitter::Guest { token: Token::new(), name: name(as_name, self.staff())? }),
        }
    }

    /// A game, what a token may do in it, and whose device it is of, if of anybody's.
    ///
    /// # Errors
    /// No such game, or a token that is nobody's.
    pub async fn enter_as(
        &self,
        id: &str,
        token: Option<&Token>,
    ) -> Result<(Arc<HostedGame>, Access, Option<Bearer>), Error> {
        let hosted = self.game(id).await?;
        self.freshen(&hosted).await?;
        let (access, bearer) = self.admit(&hosted, token).await?;
        Ok((hosted, access, bearer))
    }

    /// What a token may do in a game, and whose device it is of, if of anybody's.
    ///
    /// # Errors
    /// It is nobody's.
    pub(crate) async fn admit(
        &self,
        hosted: &HostedGame,
        token: Option<&Token>,
    ) -> Result<(Access, Option<Bearer>), Error> {
        let admitted = match (hosted.access(token), token) {
            (Err(Error::UnknownToken), Some(token)) => match self.club().bearer(token).await? {
                Some(bearer) => Ok((Access::of_person(&hosted.holders(), &bearer.person), Some(bearer))),
                None => Err(Error::UnknownToken),
            },
            (access, _) => access.map(|access| (access, None)),
        };
        // To who has no seat there is no private game.
        match admitted {
            Ok((Access::Watch, _)) | Err(Error::UnknownToken) if hosted.row.private => {
                Err(Error::no_such("game", &hosted.row.id))
            }
            admitted => admitted,
        }
    }

    /// Seats that somebody held as a guest are his as a member from now on; how many games they are of.
    ///
    /// # Errors
    /// The store failed.
    pub async fn bring_seats(&self, person: &str, tokens: &[Token]) -> Result<usize, Error> {
        if tokens.is_empty() {
            return Ok(0);
        }
        let name = self.club().person(person).await?.name;
        let hashes = tokens.iter().map(Token::hash).collect();
        let games = self.store().bring(person.to_owned(), name, hashes).await?;
        for key in &games {
            self.seats_of(*key).await?;
        }
        Ok(games.len())
    }

    /// Reads anew who sits at a game that is in memory, and tells who follows it.
    async fn seats_of(&self, key: i64) -> Result<(), Error> {
        let Some(hosted) = self.rooms().of_key(key) else { return Ok(()) };
        let holders = self.store().seats(key).await?;
        for side in Side::BOTH {
            hosted.seat_taken(side, holders[side].clone());
        }
        hosted.lock(self.store()).await?.tell(Vec::new(), None);
        Ok(())
    }

    /// Somebody has taken the seat across from a member, who is told.
    pub(crate) async fn tell_host(&self, hosted: &HostedGame, taken: Side) -> Result<(), Error> {
        let holders = hosted.holders();
        let (host, newcomer) = (&holders[taken.other()], &holders[taken]);
        let Some(person) = host.person.clone().filter(|host| newcomer.person.as_ref() != Some(host)) else {
            return Ok(());
        };
        let title = hosted.lock(self.store()).await?.title();
        let notice = Notice {
            person,
            game: hosted.row.id.clone(),
            kind: Kind::SeatTaken,
            title,
            words: format!("{} has taken the seat you kept.", newcomer.called(taken)),
            path: format!("/game/{}", hosted.row.id),
        };
        Ok(self.club().notify(vec![notice], Vec::new()).await?)
    }
}
