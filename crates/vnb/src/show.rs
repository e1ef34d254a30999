//! How events are played on the table. Stands are places: they are where they are aimed from and at.

use std::slice::from_ref;

use table::{Act, Show};

use crate::event::Event;

impl Event {
    /// What there is to see of it.
    pub(crate) fn show(&self) -> Option<Show> {
        use Event::*;
        Some(match self {
            Moved { piece, .. } => Act::Move.one(piece).to(piece),
            Charges { piece, target } => Act::Charge.one(piece).from(piece).to(target),
            Attacked { target, melee, fire } => {
                let all = [melee.as_slice(), fire].concat();
                let act = if melee.is_empty() { Act::Fire } else { Act::Attack };
                act.of(&all).between(&all, from_ref(target))
            }
            Volley { piece, target, .. } => Act::Fire.one(piece).from(piece).to(target),
            Blow { piece, target, .. } => Act::Attack.one(piece).from(piece).to(target),
            Repulsed { piece, by } => Act::Fire.one(by).from(by).to(piece),
            RiddenDown { piece, by } => Act::Charge.one(by).from(by).to(piece),
            GaveWay { piece, .. } | Evaded { piece, .. } | Routed { piece } => {
                Act::Retreat.one(piece).to(piece)
            }
            Casualties { piece, .. }
            | Eliminated { piece }
            | LeftTable { piece }
            | GunsLost { piece }
            | CommanderLost { piece } => Act::Loss.one(piece).to(piece),
            Entered { piece, .. } | CommanderReplaced { piece, .. } => Act::Arrival.one(piece).to(piece),
            Tested { piece, .. } | Rallied { piece } => Act::Roll.one(piece).to(piece),
            _ => return None,
        })
    }
}
