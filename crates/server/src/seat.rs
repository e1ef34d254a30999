//! Who holds which seat, and what a token lets its bearer do.

use serde::{Deserialize, Serialize};
use table::{BySide, Seats, Side, Viewer};

use crate::token::{Token, TokenHash};
use crate::wire::{SeatInfo, SeatKind};
use crate::{Error, Staff};

/// Who is to play a side of a new game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum NewSeat {
    Me,
    /// A computer player of this name; the first of the staff unless one is named.
    Computer {
        #[serde(default)]
        officer: Option<String>,
        /// How long it may think about a decision, for those who take time.
        #[serde(default)]
        seconds: Option<f64>,
    },
    /// Whoever opens the invitation first.
    Friend {
        /// It stands in the lobby too, and anybody may take it.
        #[serde(default)]
        open: bool,
        /// The member of this name is asked to take it; nobody else can, but with the invitation.
        #[serde(default)]
        member: Option<String>,
    },
}

/// Who plays a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Holder {
    pub name: String,
    /// The computer player, if it is one.
    pub officer: Option<String>,
    pub token: Option<TokenHash>,
    /// Whose seat it is, if he is a member of the club: then every device of his opens it, and no token.
    pub person: Option<String>,
    /// The open invitation to this seat, if nobody has taken it yet.
    pub invitation: Option<TokenHash>,
}

impl Holder {
    /// The holder of a new seat, and the invitation to hand out if it is a friend's.
    pub fn of(seat: &NewSeat, me: &Sitter, staff: &Staff) -> Result<(Holder, Option<Token>), Error> {
        let empty =
            Holder { name: String::new(), officer: None, token: None, person: None, invitation: None };
        match seat {
            NewSeat::Me => Ok((me.holder(), None)),
            NewSeat::Friend { .. } => {
                let invitation = Token::new();
                Ok((Holder { invitation: Some(invitation.hash()), ..empty }, Some(invitation)))
            }
            NewSeat::Computer { officer, seconds } => {
                let posted = staff.post(officer.as_deref(), *seconds)?;
                Ok((Holder { name: posted.title(), officer: Some(posted.word()), ..empty }, None))
            }
        }
    }

    /// What its player is called: by his side, if he gave no name.
    pub(crate) fn called(&self, side: Side) -> String {
        match (&self.name, &self.invitation) {
            (name, None) if name.is_empty() => format!("The {side} player"),
            (name, _) => name.clone(),
        }
    }

    /// How the seat is shown to everybody; `stuck` says why its computer player gives no order.
    pub(crate) fn info(&self, side: Side, stuck: Option<String>) -> SeatInfo {
        let kind = match (&self.officer, &self.invitation) {
            (Some(_), _) => SeatKind::Computer,
            (None, Some(_)) => SeatKind::Open,
            (None, None) => SeatKind::Person,
        };
        let member = self.person.is_some();
        SeatInfo { kind, name: self.called(side), officer: self.officer.clone(), member, stuck }
    }
}

/// Who sits down: a member of the club, or a guest with a token of his own.
#[derive(Clone, Debug)]
pub enum Sitter {
    Member { person: String, name: String },
    Guest { token: Token, name: String },
}

impl Sitter {
    pub fn holder(&self) -> Holder {
        let (name, token, person) = match self {
            Sitter::Member { person, name } => (name, None, Some(person.clone())),
            Sitter::Guest { token, name } => (name, Some(token.hash()), None),
        };
        Holder { name: name.clone(), officer: None, token, person, invitation: None }
    }

    /// What others read.
    pub fn name(&self) -> &str {
        let (Sitter::Member { name, .. } | Sitter::Guest { name, .. }) = self;
        name
    }

    pub fn person(&self) -> Option<&str> {
        match self {
            Sitter::Member { person, .. } => Some(person),
            Sitter::Guest { .. } => None,
        }
    }

    /// What a guest has to keep.
    pub fn token(&self) -> Option<&Token> {
        match self {
            Sitter::Member { .. } => None,
            Sitter::Guest { token, .. } => Some(token),
        }
    }
}

/// What a request may see and do in one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    Watch,
    One(Side),
    Both,
}

impl Access {
    /// What a token opens; nobody without a token is refused, he watches.
    pub fn of(holders: &BySide<Holder>, token: Option<&Token>) -> Result<Access, Error> {
        let Some(token) = token else { return Ok(Access::Watch) };
        let hash = token.hash();
        let held: Vec<Side> =
            Side::BOTH.into_iter().filter(|s| holders[*s].token.as_ref() == Some(&hash)).collect();
        match held[..] {
            [] => Err(Error::UnknownToken),
            [side] => Ok(Access::One(side)),
            _ => Ok(Access::Both),
        }
    }

    /// What a member may do: without a seat he watches.
    pub fn of_person(holders: &BySide<Holder>, person: &str) -> Access {
        let mut held = Side::BOTH.into_iter().filter(|s| holders[*s].person.as_deref() == Some(person));
        match (held.next(), held.next()) {
            (None, _) => Access::Watch,
            (Some(side), None) => Access::One(side),
            _ => Access::Both,
        }
    }

    pub fn holds(self, side: Side) -> bool {
        match self {
            Access::Watch => false,
            Access::One(own) => own == side,
            Access::Both => true,
        }
    }

    pub fn sides(self) -> impl Iterator<Item = Side> {
        Side::BOTH.into_iter().filter(move |s| self.holds(*s))
    }

    /// The seat an order is given for: the one named, else the one of mine that is asked.
    pub fn seat(self, named: Option<Side>, asked: Option<Seats>) -> Result<Side, Error> {
        match (self, named) {
            (Access::Watch, _) => Err(Error::NoSeat),
            (_, Some(side)) if self.holds(side) => Ok(side),
            (_, Some(side)) => Err(Error::NotYourSeat(side)),
            (Access::One(own), None) => Ok(own),
            (Access::Both, None) => Ok(asked.map_or(Side::Union, Seats::first)),
        }
    }

    /// As whom the bearer looks at the game; once it is over everybody may see all.
    pub fn viewer(self, over: bool) -> Viewer {
        match self {
            _ if over => Viewer::Referee,
            Access::Watch => Viewer::Spectator,
            Access::One(side) => Viewer::Seat(side),
            Access::Both => Viewer::Referee,
        }
    }
}
