//! What has to happen before a step is done.

use table::{Played, Side, Standing, Viewer};

use super::glob::Glob;

/// One of the things a step can wait for.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Condition {
    /// The student presses Next.
    Read,
    /// The student gives an order that reads so.
    Order(Glob),
    /// A piece stands in a hex.
    At {
        piece: String,
        hex: String,
    },
    /// The student is asked for a decision of this kind.
    Kind(String),
    /// One of the sentences of what just happened reads so.
    Event(Glob),
    /// It is this turn, or a later one.
    Turn(u16),
    /// This number was on a die that just fell.
    Die(u8),
    /// The game is over.
    Over,
    All(Vec<Condition>),
    Any(Vec<Condition>),
}

/// A position, and the order that led to it.
pub(crate) struct Moment<'a> {
    pub game: &'a dyn table::Game,
    /// The student's side.
    pub you: Side,
    /// Who gave which order last, and what came of it; nobody at the beginning of a step.
    pub last: Option<(Side, &'a str, &'a Played)>,
}

impl Condition {
    pub fn holds(&self, now: &Moment) -> bool {
        match self {
            Condition::Read => false,
            Condition::Order(glob) => {
                now.last.is_some_and(|(seat, order, _)| seat == now.you && glob.fits(order))
            }
            Condition::At { piece, hex } => {
                let view = now.game.view(Viewer::Seat(now.you));
                view.pieces.iter().any(|p| p.id == *piece && p.now.at.as_deref() == Some(hex))
            }
            Condition::Kind(kind) => match now.game.standing() {
                Standing::Waiting(asked) => asked.kind == kind && asked.seats.contains(now.you),
                Standing::Over(_) => false,
            },
            Condition::Event(glob) => {
                let said = |(_, _, played): (_, _, &Played)| {
                    played.seen_by(Viewer::Seat(now.you)).iter().any(|heard| glob.fits(&heard.say))
                };
                now.last.is_some_and(said)
            }
            Condition::Turn(turn) => now.game.view(Viewer::Seat(now.you)).turn >= *turn,
            Condition::Die(die) => now.last.is_some_and(|(_, _, p)| p.rolls.iter().any(|r| r.die == *die)),
            Condition::Over => now.game.standing().is_over(),
            Condition::All(all) => all.iter().all(|one| one.holds(now)),
            Condition::Any(any) => any.iter().any(|one| one.holds(now)),
        }
    }

    /// Itself, and those it is made of.
    pub fn parts(&self) -> Box<dyn Iterator<Item = &Condition> + '_> {
        match self {
            Condition::All(parts) | Condition::Any(parts) => {
                Box::new(parts.iter().flat_map(Condition::parts))
            }
            one => Box::new(std::iter::once(one)),
        }
    }

    /// The orders it waits for.
    pub fn orders(&self) -> impl Iterator<Item = &Glob> {
        self.parts().filter_map(|part| match part {
            Condition::Order(glob) => Some(glob),
            _ => None,
        })
    }

    pub fn is_read(&self) -> bool {
        *self == Condition::Read
    }

    /// Whether it waits for the end of the game.
    pub fn is_end(&self) -> bool {
        self.parts().any(|part| *part == Condition::Over)
    }
}
