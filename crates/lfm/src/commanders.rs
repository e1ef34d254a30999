//! Commanders and their troops: brigade commanders stay with their men (20.8), commanders left alone (21.2).

use hexmap::Hex;
use table::{Ask, Refusal, Room, Rule, Seats, Side};

use crate::Lfm;
use crate::decide::unchecked;
use crate::event::Event;
use crate::order::{Order, Spot};
use crate::pending::{Open, Pending};
use crate::play::Play;
use crate::position::Pos;
use crate::rejoin::Rejoin;
use crate::setup::Id;
use crate::state::Where;

impl Pos<'_> {
    /// Whether a brigade commander is away from his regiments though there are some on the map (20.8).
    pub(crate) fn astray(self, id: Id) -> bool {
        let man = self.counter(id);
        let Some(brigade) = man.brigade.filter(|_| man.stars == 1) else { return false };
        let piece = self.piece(id);
        let here = |r: Id| piece.on_map() && self.piece(r).at() == piece.at();
        let mut regiments = self.brigade_on_map(brigade).peekable();
        matches!(piece.place, Where::Map | Where::Waiting)
            && regiments.peek().is_some()
            && !regiments.any(here)
    }

    /// Whether a brigade commander has no regiment left on the map (20.8).
    #[inline]
    pub(crate) fn homeless(self, id: Id) -> bool {
        let man = self.counter(id);
        let Some(brigade) = man.brigade.filter(|_| man.stars == 1) else { return false };
        self.piece(id).on_map() && self.brigade_on_map(brigade).next().is_none()
    }

    /// Where a stray brigade commander goes: to a regiment that he reaches with what he has left; one whose
    /// men were taken from him goes to the nearest of the others, as after a combat (21.2).
    pub(crate) fn attend_hexes(self, id: Id) -> Vec<Hex> {
        if !self.astray(id) {
            return Vec::new();
        }
        let brigade = self.counter(id).brigade.unwrap_or_default();
        let mut homes: Vec<Hex> = self.brigade_on_map(brigade).map(|r| self.piece(r).at()).collect();
        homes.sort_unstable();
        homes.dedup();
        if !self.piece(id).on_map() {
            return homes;
        }
        let moving = self.state.phase == crate::state::Phase::Movement;
        if moving && self.counter(id).side == self.state.side {
            let near = self.reached_of(self.mover(id, true), self.piece(id).at(), &homes);
            if !near.is_empty() {
                return near;
            }
        }
        let here = self.piece(id).at();
        let least = homes.iter().map(|h| self.distance(here, *h)).min();
        homes.retain(|h| Some(self.distance(here, *h)) == least);
        homes
    }

    /// Where a commander without troops goes: the nearest unit under him, or his superior (21.2).
    pub(crate) fn refuges(self, id: Id) -> Vec<Hex> {
        let (man, piece) = (self.counter(id), self.piece(id));
        if self.homeless(id) {
            let chief = self.superior(id).map(|c| self.piece(c).at());
            return chief.into_iter().filter(|h| *h != piece.at()).collect();
        }
        if !piece.on_map() || self.held_by(piece.at(), man.side) {
            return Vec::new();
        }
        let here = piece.at();
        let under = |u: &Id| {
            let unit = self.counter(*u);
            match man.stars {
                1 => unit.brigade.is_some() && unit.brigade == man.brigade,
                2 => unit.division_no != 0 && unit.division_no == man.division_no,
                3 => unit.corps_no != 0 && unit.corps_no == man.corps_no,
                _ => true,
            }
        };
        let mut found: Vec<Hex> = Vec::new();
        let units: Vec<Hex> = self.units_of(man.side).filter(under).map(|u| self.piece(u).at()).collect();
        let least = units.iter().map(|h| self.distance(here, *h)).min();
        found.extend(units.into_iter().filter(|h| Some(self.distance(here, *h)) == least));
        if man.stars > 1 || found.is_empty() {
            let mut chief = self.superior(id);
            while let Some(c) = chief.filter(|c| self.piece(*c).at() == here) {
                chief = self.superior(c);
            }
            found.extend(chief.map(|c| self.piece(c).at()));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    pub(crate) fn check_place(
        self,
        order: &Order,
        choices: &[Hex],
        rule: &'static str,
    ) -> Result<(), Refusal> {
        match self.placed(order) {
            Some(hex) if choices.contains(&hex) => Ok(()),
            _ => Err(Refusal::new(Rule(rule), "choose one of the hexes offered")),
        }
    }

    /// The hex that an order names for a piece.
    pub(crate) fn placed(self, order: &Order) -> Option<Hex> {
        match order {
            Order::Place(at) => at.hex(&self.setup.map.grid),
            _ => None,
        }
    }

    pub(crate) fn place_orders(self, choices: &[Hex], out: &mut Vec<Order>) {
        out.extend(choices.iter().map(|h| Order::Place(Spot::of(&self.setup.map.grid, *h))));
    }
}

impl Play<'_> {
    /// Brigade commanders without their men are sent to them; those without any go to their superior.
    pub(crate) fn attend(&mut self, side: Side) {
        for id in self.setup.leaders[side].iter().copied() {
            if self.pos().astray(id) {
                self.push(Pending::Rejoin(Rejoin { piece: id, to: None }));
            } else if self.pos().homeless(id) {
                self.push(Pending::Stranded(Stranded { commander: id }));
            }
        }
    }

    pub(crate) fn relocate(&mut self, id: Id, hex: Hex) {
        self.state.shift(self.setup, id, hex);
        self.tell(|s| Event::Relocated { piece: s.counter(id).id.clone(), to: s.label(hex) });
    }

    /// One refuge, or none: then he waits off the map.
    pub(crate) fn stranded_alone(&mut self, id: Id) {
        let pos = self.pos();
        if !pos.piece(id).on_map() {
            return;
        }
        let homeless = pos.homeless(id);
        if !homeless && pos.held_by(pos.piece(id).at(), pos.counter(id).side) {
            return;
        }
        match pos.refuges(id).first().copied() {
            Some(hex) => self.relocate(id, hex),
            None if homeless && pos.superior(id).is_some() => {}
            None if homeless || pos.holder(pos.piece(id).at()).is_some() => {
                let from = pos.piece(id).at();
                self.state.lift(self.setup, id, Where::Waiting);
                self.tell(|s| Event::LeftMap { pieces: vec![s.counter(id).id.clone()], from: s.label(from) });
            }
            None => {}
        }
    }
}

/// A commander without troops goes to somebody (21.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct Stranded {
    pub commander: Id,
}

impl Room<Lfm> for Stranded {
    fn ask(&self, _pos: Pos<'_>) -> Ask {
        Ask::new("commander-hex", "Choose where the commander goes", "L21-3")
    }

    fn seats(&self, pos: Pos<'_>) -> Seats {
        pos.counter(self.commander).side.into()
    }

    fn orders(&self, pos: Pos<'_>, out: &mut Vec<Order>) {
        pos.place_orders(&pos.refuges(self.commander), out);
    }

    fn check(&self, pos: Pos<'_>, order: &Order) -> Result<(), Refusal> {
        pos.check_place(order, &pos.refuges(self.commander), "L21-3")
    }

    fn apply(&self, play: &mut Play<'_>, order: &Order) {
        match play.pos().placed(order) {
            Some(hex) => play.relocate(self.commander, hex),
            None => unchecked(order),
        }
    }
}

impl Open for Stranded {
    fn waits(&self, pos: Pos<'_>) -> bool {
        pos.refuges(self.commander).len() > 1
    }

    fn alone(&self, play: &mut Play<'_>) {
        play.stranded_alone(self.commander);
    }
}
