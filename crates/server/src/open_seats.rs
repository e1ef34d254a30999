//! Seats that anybody may take, and members who are asked by their names.

use std::collections::HashMap;

use club::notices::{Kind, Notice};
use club::people::devices::Bearer;
use table::{BySide, Side};

use crate::catalog::ScenarioCard;
use crate::hosted::{HostedGame, now};
use crate::limits::Deed;
use crate::seat::{NewSeat, Sitter};
use crate::store::{NewOpenSeat, OpenSeatRow, Place};
use crate::wire_club::{MyOpenSeats, OpenSeat, OpenSeats};
use crate::{Error, Games, Token};

/// OpenSeats on one page.
const A_PAGE: usize = 20;

impl Games {
    /// What the seats of a new game offer, and to whom.
    ///
    /// # Errors
    /// Nobody plays the other side, there is no such member, or he is the one who asks.
    pub(crate) async fn open_seats_of(
        &self,
        seats: &BySide<NewSeat>,
        member: Option<&Bearer>,
    ) -> Result<Vec<NewOpenSeat>, Error> {
        let mut offers = Vec::new();
        for side in Side::BOTH {
            let NewSeat::Friend { open, member: named } = &seats[side] else { continue };
            if !open && named.is_none() {
                continue;
            }
            if seats[side.other()] != NewSeat::Me {
                let why = "a seat can be offered by who plays the other side: give it `{\"kind\": \"me\"}`";
                return Err(Error::Malformed(why.into()));
            }
            offers.push(self.offer_to(side, *open, named.as_deref(), member).await?);
        }
        Ok(offers)
    }

    async fn offer_to(
        &self,
        side: Side,
        open: bool,
        named: Option<&str>,
        by: Option<&Bearer>,
    ) -> Result<NewOpenSeat, Error> {
        let person = match (named, by) {
            (None, _) => None,
            (Some(name), Some(by)) => {
                self.limits().take_as(Deed::Message, &by.person)?;
                Some(self.club().named(name).await?.id)
            }
            (Some(_), None) => {
                return Err(Error::Forbidden("sign in first: only a member asks another by his name".into()));
            }
        };
        if person.is_some() && person.as_deref() == by.map(|by| by.person.as_str()) {
            return Err(Error::Malformed("you cannot ask yourself: take both seats".into()));
        }
        Ok(NewOpenSeat { side, open, person })
    }

    /// Tells a member that he is asked to play.
    pub(crate) async fn tell_invited(
        &self,
        hosted: &HostedGame,
        person: String,
        by: &str,
    ) -> Result<(), Error> {
        let title = hosted.lock(self.store()).await?.title();
        let notice = Notice {
            person,
            game: hosted.row.id.clone(),
            kind: Kind::Invited,
            title,
            words: format!("{by} asks you to play: accept or decline."),
            path: "/#invitations".to_owned(),
        };
        Ok(self.club().notify(vec![notice], Vec::new()).await?)
    }

    /// He need not be told any more that he is asked.
    async fn answered(&self, person: &str, game: &str) -> Result<(), Error> {
        let over = vec![(person.to_owned(), game.to_owned(), Kind::Invited)];
        Ok(self.club().notify(Vec::new(), over).await?)
    }

    /// Seats that anybody may take, the newest first; `before` is where the page before ended.
    ///
    /// # Errors
    /// `before` is no such place, or the store failed.
    pub async fn open_seats(&self, before: Option<&str>) -> Result<OpenSeats, Error> {
        let after = before.map(Place::read).transpose()?;
        let mut found = self.store().open_seats(after, A_PAGE + 1).await?;
        let more = found.len() > A_PAGE;
        found.truncate(A_PAGE);
        let last = found.last().filter(|_| more);
        let next = last.map(|last| Place { since: last.since, key: last.key }.word());
        Ok(OpenSeats { seats: self.told(found), next })
    }

    /// What somebody is asked to play, and what he offers himself.
    ///
    /// # Errors
    /// The store failed.
    pub async fn my_open_seats(&self, tokens: &[Token], person: Option<&str>) -> Result<MyOpenSeats, Error> {
        let hashes = tokens.iter().map(Token::hash).collect();
        let to_me = match person {
            Some(person) => self.store().asked(person.to_owned()).await?,
            None => Vec::new(),
        };
        let by_me = self.store().offered_by(hashes, person.map(str::to_owned)).await?;
        Ok(MyOpenSeats { to_me: self.told(to_me), by_me: self.told(by_me) })
    }

    fn told(&self, offers: Vec<OpenSeatRow>) -> Vec<OpenSeat> {
        if offers.is_empty() {
            return Vec::new();
        }
        let cards: HashMap<String, ScenarioCard> =
            self.catalog().list().into_iter().map(|card| (card.id.clone(), card)).collect();
        let told = |offer: OpenSeatRow| {
            let card = cards.get(&offer.scenario);
            let of =
                |what: fn(&ScenarioCard) -> &String| card.map(|card| what(card).clone()).unwrap_or_default();
            OpenSeat {
                system: of(|card| &card.system),
                title: of(|card| &card.title),
                length: of(|card| &card.length),
                game: offer.game,
                scenario: offer.scenario,
                options: offer.options,
                side: offer.side,
                by: if offer.by.is_empty() { format!("The {} player", offer.side.other()) } else { offer.by },
                member: offer.by_person.is_some(),
                open: offer.open,
                to: offer.to,
                private: offer.private,
                since: offer.since,
                terms: offer.terms.filter(|terms| terms.clock.is_some()),
            }
        };
        offers.into_iter().map(told).collect()
    }

    /// Takes a seat that is offered.
    ///
    /// # Errors
    /// It is not offered to him, or not any more; it is his own offer.
    pub async fn sit(&self, id: &str, side: Side, who: &Sitter) -> Result<(), Error> {
        let taken = || {
            Error::NotFound(
                "this seat is not offered to you any more: somebody was faster, or it was taken back".into(),
            )
        };
        let Some((row, holders)) = self.store().game(id.to_owned()).await? else { return Err(taken()) };
        if who.person().is_some() && holders[side.other()].person.as_deref() == who.person() {
            return Err(Error::Forbidden("this is your own offer: somebody else has to take it".into()));
        }
        let asked = self.store().asked_for(row.key, side).await?;
        if !self.store().sit(row.key, side, who.holder(), self.settings().time.now()).await? {
            return Err(taken());
        }
        if let Some(asked) = asked {
            self.answered(&asked, id).await?;
        }
        self.sat_down(id, side, who).await
    }

    /// OpenSeats a seat of a game to others, or to a member by his name; who plays the other side may.
    ///
    /// # Errors
    /// It is not his to offer, or somebody has taken it.
    pub async fn offer_seat(
        &self,
        id: &str,
        token: Option<&Token>,
        offer: (Side, bool, Option<&str>),
    ) -> Result<(), Error> {
        let (side, open, named) = offer;
        let (hosted, access, _) = self.enter_as(id, token).await?;
        let by = self.may_offer(&hosted, access, side)?;
        let member = match token {
            Some(token) => self.club().bearer(token).await?,
            None => None,
        };
        let new = self.offer_to(side, open, named, member.as_ref()).await?;
        let (key, asked) = (hosted.row.key, new.person.clone());
        let before = self.store().asked_for(key, side).await?;
        if !self.store().open_seat(key, new, now()).await? {
            return Err(Error::Conflict("somebody has taken this seat".into()));
        }
        if let Some(before) = before.filter(|before| Some(before) != asked.as_ref()) {
            self.answered(&before, id).await?;
        }
        if let Some(person) = asked {
            self.tell_invited(&hosted, person, &by).await?;
        }
        Ok(())
    }

    /// Takes an offer back: the seat is for who has the invitation from then on.
    ///
    /// # Errors
    /// It is not his to take back, or there is none any more.
    pub async fn close_seat(&self, id: &str, token: Option<&Token>, side: Side) -> Result<(), Error> {
        let (hosted, access, _) = self.enter_as(id, token).await?;
        self.may_offer(&hosted, access, side)?;
        let asked = self.store().asked_for(hosted.row.key, side).await?;
        if !self.store().close_seat(hosted.row.key, side).await? {
            return Err(Error::NotFound("this seat is not offered any more".into()));
        }
        if let Some(asked) = asked {
            self.answered(&asked, id).await?;
        }
        Ok(())
    }

    /// Who offers a seat: the player of the other side, by the name others read.
    fn may_offer(&self, hosted: &HostedGame, access: crate::Access, side: Side) -> Result<String, Error> {
        if !access.holds(side.other()) {
            return Err(Error::NoSeat);
        }
        Ok(hosted.holders()[side.other()].called(side.other()))
    }

    /// A member does not want the seat that he was asked to take; who asked is told.
    ///
    /// # Errors
    /// He was not asked, or not any more.
    pub async fn decline(&self, id: &str, side: Side, who: &Bearer) -> Result<(), Error> {
        let gone = || Error::NotFound("you are not asked to take this seat any more".into());
        let Some((row, holders)) = self.store().game(id.to_owned()).await? else { return Err(gone()) };
        if !self.store().decline(row.key, side, who.person.clone()).await? {
            return Err(gone());
        }
        self.answered(&who.person, id).await?;
        let Some(person) = holders[side.other()].person.clone() else { return Ok(()) };
        let hosted = self.game(id).await?;
        let title = hosted.lock(self.store()).await?.title();
        let words = format!("{} has declined the seat you kept.", who.name);
        let path = format!("/game/{id}");
        let notice = Notice { person, game: id.to_owned(), kind: Kind::SeatTaken, title, words, path };
        Ok(self.club().notify(vec![notice], Vec::new()).await?)
    }
}
