//! How events are played on the map.

use table::{Act, Show};

use crate::event::Event;

impl Event {
    /// What there is to see of it.
    pub(crate) fn show(&self) -> Option<Show> {
        use Event::*;
        Some(match self {
            Move { piece, from, to, .. }
            | MarkerMoves { piece, from, to, .. }
            | Rail { piece, from, to, .. }
            | Swamp { piece, from, to }
            | Advance { piece, from, to } => Act::Move.one(piece).from(from).to(to),
            Attack { piece, from, to, .. } => Act::Attack.one(piece).from(from).to(to),
            AssaultTarget { to } => Act::Attack.nameless().to(to),
            Combat(combat) => Act::Attack.nameless().from(&combat.from).to(&combat.to),
            Retreat { pieces, from, to, .. } => Act::Retreat.of(pieces).from(from).to(to),
            CavalryRetreat { pieces, from, .. } | Withdraw { pieces, from, .. } => {
                Act::Retreat.of(pieces).from(from)
            }
            RetreatOver { pieces, to, .. } => Act::Retreat.of(pieces).to(to),
            Eliminated { piece, from, .. } | WagonRemoved { piece, from } => Act::Loss.one(piece).from(from),
            Loss { piece, .. } | LeaderLost { piece } | CommanderKilled { piece, .. } => Act::Loss.one(piece),
            Arrival { piece, to } | Rejoin { piece, to, .. } => Act::Arrival.one(piece).to(to),
            ForceMarker { piece, to, .. } | Reveal { piece, to, .. } | ComesIntoTheOpen { piece, to, .. } => {
                Act::Arrival.one(piece).to(to)
            }
            Entrench { piece, .. } => Act::Work.one(piece),
            Bridge { piece, to, .. } | Burn { piece, to, .. } => Act::Work.one(piece).to(to),
            ExtendedMarch { piece, .. } | AssaultCommand { piece, .. } | GrandAssault { piece, .. } => {
                Act::Roll.one(piece)
            }
            _ => return None,
        })
    }
}
