//! A table as the bearer of a token may see it.

use std::collections::BTreeMap;

use table::{OrderCard, Side, Standing};

use crate::hosted::{Locked, hex};
use crate::live::Live;
use crate::seat::Access;
use crate::store::{About, OriginRow};
use crate::undo::taking_back;
use crate::{Error, why, wire};

impl Locked<'_> {
    /// Everything the bearer of `access` may know: the position, the orders open to him, whose turn it is.
    pub fn table(&mut self, access: Access) -> Result<wire::Table, Error> {
        let (seats, asked, proposed) = (self.seats(), self.position().asked, self.position().proposed);
        let timing = self.timing();
        let (clock, rests) = (timing.told(self.hosted.time.now()), timing.rests());
        let standing = self.standing();
        let over = standing.is_over();
        let viewer = access.viewer(over);
        let live = self.live();
        let row = &self.hosted.row;
        let About { name, next } = self.hosted.about();
        let mut undo = BTreeMap::new();
        for side in access.sides() {
            undo.insert(side, taking_back(live, side)?);
        }
        Ok(wire::Table {
            id: row.id.clone(),
            scenario: row.scenario.clone(),
            options: row.options.clone(),
            system: live.game.system(),
            created: row.created,
            seats,
            private: row.private,
            spectators: *self.hosted.spectators.borrow(),
            you: access.sides().collect(),
            viewer: viewer.into(),
            seq: live.seq,
            orders: live.orders.len(),
            standing: live.told(viewer),
            view: live.game.view(viewer),
            // While the game rests nobody gives orders.
            cards: if rests { Vec::new() } else { cards(live, access, &standing) },
            at_any_time: if rests { Vec::new() } else { at_any_time(live, access) },
            undo,
            asked,
            proposed: proposed.filter(|_| !over),
            name,
            next,
            seed_hash: row.seed_hash(),
            seed: (over && row.lesson.is_none()).then(|| hex(&row.seed)),
            from: row.origin.as_ref().map(OriginRow::told),
            first: live.first.clone(),
            coach: live.class.as_ref().map(|class| class.coach(live.game.as_ref())),
            clock,
        })
    }

    /// The words of the legal orders of each own seat that is asked.
    pub fn legal(&self, access: Access) -> BTreeMap<Side, Vec<String>> {
        let asked = self.standing().seats();
        let rests = self.timing().rests();
        let mine = access.sides().filter(|side| !rests && asked.is_some_and(|a| a.contains(*side)));
        mine.map(|side| (side, self.live().game.orders(side))).collect()
    }

    /// Why a piece cannot go or do something somewhere.
    pub fn why_not(
        &self,
        access: Access,
        piece: Option<&str>,
        at: Option<&str>,
    ) -> Result<wire::WhyNot, Error> {
        let seat = access.seat(None, self.standing().seats())?;
        self.live().is_open()?;
        Ok(why::why_not(self.live().game.as_ref(), seat, piece, at))
    }
}

fn cards(live: &Live, access: Access, standing: &Standing) -> Vec<wire::Card> {
    let asked = standing.seats();
    let mine = access.sides().filter(|side| asked.is_some_and(|a| a.contains(*side)));
    mine.flat_map(|side| seated(live.game.cards(side), side)).collect()
}

/// The orders that own seats may give whoever is asked.
fn at_any_time(live: &Live, access: Access) -> Vec<wire::Card> {
    if live.closed.is_some() {
        return Vec::new();
    }
    access.sides().flat_map(|side| seated(live.game.cards_at_any_time(side), side)).collect()
}

fn seated(cards: Vec<OrderCard>, seat: Side) -> impl Iterator<Item = wire::Card> {
    cards.into_iter().map(move |card| wire::Card { card, seat })
}
