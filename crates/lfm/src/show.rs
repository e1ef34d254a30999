//! How events are played on the map.

use std::slice::from_ref;

use table::{Act, Show};

use crate::event::Event;

impl Event {
    /// What there is to see of it.
    pub(crate) fn show(&self) -> Option<Show> {
        use Event::*;
        Some(match self {
            Moved { piece, from, to, path, .. } => Act::Move.one(piece).from(from).to(to).along(path),
            Advanced { piece, from, to } => Act::Move.one(piece).from(from).to(to),
            Relocated { piece, to } => Act::Move.one(piece).to(to),
            Fired { from, to, .. } => Act::Fire.nameless().between(from, from_ref(to)),
            Charged { from, to, .. } => Act::Charge.nameless().from(from).to(to),
            Fought { from, to, .. } => Act::Attack.nameless().between(from, to),
            Retreated { pieces, from, to } => Act::Retreat.of(pieces).from(from).to(to),
            LeftMap { pieces, from } => Act::Retreat.of(pieces).from(from),
            Lost { piece, from } => Act::Loss.one(piece).from(from),
            CasualtyRoll { piece, hit: true, .. } => Act::Loss.one(piece),
            Entered { piece, to } | Returned { piece, to } => Act::Arrival.one(piece).to(to),
            Checked { piece, at, .. } => Act::Roll.one(piece).to(at),
            CommandRoll { piece, .. } => Act::Roll.one(piece),
            ReorganizeRoll { at, .. } => Act::Roll.nameless().to(at),
            Works { at, .. } => Act::Work.nameless().to(at),
            BridgeRoll { piece, at, .. } => Act::Work.one(piece).to(at),
            _ => return None,
        })
    }
}
