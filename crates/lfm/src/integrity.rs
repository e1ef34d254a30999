//! Brigades keep together (22), brigade commanders stay with their men (20.8), commanders left alone (21.2).

use std::borrow::Cow;
use std::cell::Cell;

use hexmap::{Hex, Reach};
use table::{Ask, Refusal, Room, Rule, Seats};

use crate::Lfm;
use crate::decide::unchecked;
use crate::event::Event;
use crate::ground::Class;
use crate::order::{Order, Spot};
use crate::pending::{Open, Pending, Step};
use crate::play::Play;
use crate::position::Pos;
use crate::setup::Id;
use crate::stacking::Overstacked;
use crate::state::{Where, flag};

thread_local! {
    /// Room to search in; it carries nothing from one search to the next.
    static BACK: Cell<Reach> = Cell::new(Reach::new());
}

impl<'a> Pos<'a> {
    /// Whether a regiment has no unit of its brigade in its hex or next to it (22.1).
    pub(crate) fn separated(self, id: Id) -> bool {
        let counter = self.counter(id);
        let Some(brigade) = counter.brigade else { return false };
        let piece = self.piece(id);
        if !counter.arm.is_regiment() || counter.free || !piece.on_map() || piece.has(flag::DETACHED) {
            return false;
        }
        let mut kin = self.brigade_on_map(brigade).filter(|r| *r != id).peekable();
        kin.peek().is_some() && kin.all(|r| self.distance(piece.at(), self.piece(r).at()) > 1)
    }

    /// Where a separated regiment has to go: next to its brigade, or as near as it gets (22.1, 22.2).
    fn rejoin_hexes(self, id: Id) -> Vec<Hex> {
        if !self.separated(id) || self.may_move(id).is_err() {
            return Vec::new();
        }
        let here = self.piece(id).at();
        let mut mover = self.mover(id, true);
        mover.enters_zoc = false;
        let kin: Vec<Hex> = self
            .brigade_on_map(self.counter(id).brigade.unwrap_or_default())
            .filter(|r| *r != id)
            .map(|r| self.piece(r).at())
            .collect();
        let reached: Vec<Hex> = self.reach(mover).iter().map(|r| r.hex).filter(|h| *h != here).collect();
        let beside = |h: &Hex| kin.iter().any(|k| self.distance(*h, *k) <= 1);
        let mut goals: Vec<Hex> = reached.iter().copied().filter(beside).collect();
        if goals.is_empty() {
            goals = self.nearest_in_mp(&reached, here, &kin, mover.class);
        }
        goals.retain(|h| !self.mixes_modes(&[id], *h) && !self.keeps_works(here, &[id]));
        goals
    }

    /// Of the hexes in reach, those with the fewest MP left to go; none if that is no nearer than here.
    fn nearest_in_mp(self, reached: &[Hex], here: Hex, kin: &[Hex], class: Class) -> Vec<Hex> {
        let far = kin.iter().map(|k| self.distance(here, *k)).min().unwrap_or(0);
        let mut back = BACK.take();
        // Only a very long way round needs the wide search.
        for budget in [(far + 8) * 40, 20_000] {
            self.search_back(&mut back, kin, here, class, budget);
            if back.cost(here.index()).is_some() {
                break;
            }
        }
        let left = |h: &Hex| back.cost(h.index()).unwrap_or(u16::MAX);
        let best = reached.iter().map(left).min().unwrap_or(u16::MAX);
        let nearer = best < left(&here);
        let found = reached.iter().copied().filter(|h| nearer && left(h) == best).collect();
        BACK.set(back);
        found
    }

    /// The MP it takes to the nearest of these, from every hex that is no farther off than `here`.
    fn search_back(self, back: &mut Reach, kin: &[Hex], here: Hex, class: Class, budget: u16) {
        let hexes = self.setup.map.grid.len();
        let mut found = u16::MAX;
        back.run(hexes + 1, hexes, budget, |node, spent, out| {
            if node == hexes {
                kin.iter().for_each(|k| out(hexmap::Step { to: k.index(), cost: 0, stops: false }));
                return;
            }
            if node == here.index() {
                found = spent;
            }
            if spent >= found {
                return;
            }
            for (dir, from) in self.neighbors(Hex(node as u16)) {
                let there = dir.opposite();
                let ways = [self.cost(class, from, there), self.rate(class, false, from, there)];
                if let Some(cost) = ways.into_iter().flatten().min() {
                    out(hexmap::Step { to: from.index(), cost: cost as u16, stops: false });
                }
            }
        });
    }

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
    pub(crate) fn homeless(self, id: Id) -> bool {
        let man = self.counter(id);
        let Some(brigade) = man.brigade.filter(|_| man.stars == 1) else { return false };
        self.piece(id).on_map() && self.brigade_on_map(brigade).next().is_none()
    }

    /// Where a stray brigade commander goes: to a regiment he can reach, else to the nearest.
    fn attend_hexes(self, id: Id) -> Vec<Hex> {
        if !self.astray(id) {
            return Vec::new();
        }
        let brigade = self.counter(id).brigade.unwrap_or_default();
        let mut homes: Vec<Hex> = self.brigade_on_map(brigade).map(|r| self.piece(r).at()).collect();
        homes.sort_unstable();
        homes.dedup();
        if !self.piece(id).on_map() || homes.len() < 2 {
            return homes;
        }
        let moving = self.state.phase == crate::state::Phase::Movement;
        if moving && self.counter(id).side == self.state.side {
            let reached = self.reach(self.mover(id, true));
            let near: Vec<Hex> =
                homes.iter().copied().filter(|h| reached.iter().any(|r| r.hex == *h)).collect();
            if !near.is_empty() {
                return near;
            }
        }
        let here = self.piece(id).at();
        let least = homes.iter().map(|h| self.distance(here, *h)).min();
        homes.retain(|h| Some(self.distance(here, *h)) == least);
        homes
    }

    /// Where a separated regiment or stray commander may be put.
    pub(crate) fn rejoin_choices(self, id: Id) -> Cow<'a, [Hex]> {
        if self.state.choices_of == id {
            return Cow::Borrowed(&self.state.choices);
        }
        Cow::Owned(if self.setup.is_unit(id) { self.rejoin_hexes(id) } else { self.attend_hexes(id) })
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

    fn check_place(self, order: &Order, choices: &[Hex], rule: &'static str) -> Result<(), Refusal> {
        match self.placed(order) {
            Some(hex) if choices.contains(&hex) => Ok(()),
            _ => Err(Refusal::new(Rule(rule), "choose one of the hexes offered")),
        }
    }

    /// The hex that an order names for a piece.
    fn placed(self, order: &Order) -> Option<Hex> {
        match order {
            Order::Place(at) => at.hex(&self.setup.map.grid),
            _ => None,
        }
    }

    pub(crate) fn place_orders(self, choices: &[Hex], out: &mut Vec<Order>) {
        out.extend(choices.iter().map(|h| Order::Place(Spot::of(&self.setup.map.grid, *h))));
    }

    /// Works that may be torn down: those with own units in them (24.6).
    pub(crate) fn razable(self) -> Vec<Hex> {
        self.state.works.iter().filter(|h| self.held_by(*h, self.state.side)).collect()
    }
}

impl Play<'_> {
    /// Whether a regiment is within its brigade commander's range, or which of his detached ones a
    /// commander has within his.
    pub(crate) fn reach_of_brigadier(&self, id: Id) -> u16 {
        let pos = self.pos();
        let counter = pos.counter(id);
        let Some(brigade) = counter.brigade else { return u16::MAX };
        let commander = self.setup.brigades[brigade as usize].commander;
        match commander.filter(|c| pos.piece(*c).on_map() && pos.piece(id).on_map()) {
            Some(c) if pos.piece(id).has(flag::DETACHED) => {
                pos.distance(pos.piece(id).at(), pos.piece(c).at())
            }
            _ => u16::MAX,
        }
    }

    /// A detached regiment that comes into its commander's range is detached no more (22.3).
    pub(crate) fn end_detachment(&mut self, id: Id, was: u16) {
        let now = self.reach_of_brigadier(id);
        if was != u16::MAX && was > 2 && now <= 2 {
            self.mark(id, 0, flag::DETACHED, "no longer detached");
        }
    }

    /// The steps at the end of the Movement Phase: brigades together, commanders with them, stacks
    /// within the limits, works torn down.
    pub(crate) fn end_movement(&mut self, step: u8) {
        if step < 4 {
            self.push(Step::EndMovement { step: step + 1 });
        }
        let side = self.state.side;
        match step {
            0 => {
                for id in self.setup.side_ids(side) {
                    if self.setup.is_unit(*id)
                        && self.pos().separated(*id)
                        && self.pos().may_move(*id).is_ok()
                    {
                        self.push(Pending::Rejoin(Rejoin { piece: *id }));
                    }
                }
            }
            1 => self.attend(side),
            2 => {
                let pos = self.pos();
                let full: Vec<Hex> = pos.stacks_of(side).filter(|h| pos.overstacked(*h)).collect();
                for hex in full {
                    self.push(Pending::Overstacked(Overstacked { hex }));
                }
            }
            3 => {
                if !self.pos().razable().is_empty() {
                    self.push(Pending::Raze(Raze));
                }
            }
            _ => self.next_phase(),
        }
    }

    /// Brigade commanders without their men are sent to them; those without any go to their superior.
    pub(crate) fn attend(&mut self, side: table::Side) {
        for id in self.setup.leaders[side].iter().copied() {
            if self.pos().astray(id) {
                self.push(Pending::Rejoin(Rejoin { piece: id }));
            } else if self.pos().homeless(id) {
                self.push(Pending::Stranded(Stranded { commander: id }));
            }
        }
    }

    /// Works out once where a piece may rejoin; nothing changes until it has.
    pub(crate) fn find_choices(&mut self, piece: Id) {
        if self.state.choices_of != piece {
            self.state.choices = self.pos().rejoin_choices(piece).into_owned();
            self.state.choices_of = piece;
        }
    }

    pub(crate) fn rejoin(&mut self, id: Id, hex: Hex) {
        self.state.choices_of = Id::NONE;
        if self.setup.is_unit(id) {
            let contact = self.state.piece(id).has(flag::CONTACT) && !self.pos().is_night();
            let from = self.pos().piece(id).at();
            self.state.shift(self.setup, id, hex);
            self.state.set(id, flag::MOVED | flag::FRESH | flag::STOPPED);
            self.state.clear(id, flag::CONTACT);
            self.state.pieces[id.index()].mine = 0;
            if contact && !self.pos().shattered(id) {
                self.state.set(id, flag::D);
            }
            self.tell(|s| Event::Moved {
                piece: s.counter(id).id.clone(),
                from: s.label(from),
                to: s.label(hex),
                road: false,
            });
            self.mingle(hex);
            self.strand(from, self.setup.counter(id).side);
        } else {
            self.relocate(id, hex);
            self.state.set(id, flag::MOVED);
        }
    }

    fn relocate(&mut self, id: Id, hex: Hex) {
        self.state.shift(self.setup, id, hex);
        self.tell(|s| Event::Relocated { piece: s.counter(id).id.clone(), to: s.label(hex) });
    }

    fn raze(&mut self, hex: Hex) {
        self.state.works.remove(hex);
        self.state.flipped.retain(|h| *h != hex);
        self.tell(|s| Event::Works { at: s.label(hex), built: false });
        if !self.pos().razable().is_empty() {
            self.push(Pending::Raze(Raze));
        }
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
                self.state.lift(self.setup, id, Where::Waiting);
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

/// A regiment must go back to its brigade (22), or a brigade commander to his men (20.8).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct Rejoin {
    pub piece: Id,
}

impl Room<Lfm> for Rejoin {
    fn ask(&self, _pos: Pos<'_>) -> Ask {
        Ask::new("rejoin", "Choose where it joins its brigade", "L22-2")
    }

    fn seats(&self, pos: Pos<'_>) -> Seats {
        pos.counter(self.piece).side.into()
    }

    fn orders(&self, pos: Pos<'_>, out: &mut Vec<Order>) {
        pos.place_orders(&pos.rejoin_choices(self.piece), out);
    }

    fn check(&self, pos: Pos<'_>, order: &Order) -> Result<(), Refusal> {
        pos.check_place(order, &pos.rejoin_choices(self.piece), "L22-2")
    }

    fn apply(&self, play: &mut Play<'_>, order: &Order) {
        match play.pos().placed(order) {
            Some(hex) => play.rejoin(self.piece, hex),
            None => unchecked(order),
        }
    }
}

impl Open for Rejoin {
    fn prepare(&self, play: &mut Play<'_>) {
        play.find_choices(self.piece);
    }

    fn waits(&self, pos: Pos<'_>) -> bool {
        pos.rejoin_choices(self.piece).len() > 1
    }

    fn alone(&self, play: &mut Play<'_>) {
        let hex = play.pos().rejoin_choices(self.piece).first().copied();
        play.state.choices_of = Id::NONE;
        if let Some(hex) = hex {
            play.rejoin(self.piece, hex);
        }
    }
}

/// Works may be torn down at the end of movement (24.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct Raze;

impl Room<Lfm> for Raze {
    fn ask(&self, _pos: Pos<'_>) -> Ask {
        Ask::new("raze", "Tear breastworks down, or leave them", "L24-12")
    }

    fn seats(&self, pos: Pos<'_>) -> Seats {
        pos.state.side.into()
    }

    fn orders(&self, pos: Pos<'_>, out: &mut Vec<Order>) {
        out.push(Order::Done);
        let spot = |h: Hex| Spot::of(&pos.setup.map.grid, h);
        out.extend(pos.razable().into_iter().map(|h| Order::Raze(spot(h))));
    }

    fn check(&self, pos: Pos<'_>, order: &Order) -> Result<(), Refusal> {
        match *order {
            Order::Done => Ok(()),
            Order::Raze(at) if at.hex(&pos.setup.map.grid).is_some_and(|h| pos.razable().contains(&h)) => {
                Ok(())
            }
            _ => Err(Refusal::new(Rule("L24-12"), "only built works with own units in them are torn down")),
        }
    }

    fn apply(&self, play: &mut Play<'_>, order: &Order) {
        match *order {
            Order::Raze(at) => {
                if let Some(hex) = at.hex(&play.setup.map.grid) {
                    play.raze(hex);
                }
            }
            Order::Done => {}
            _ => unchecked(order),
        }
    }
}

impl Open for Raze {
    fn waits(&self, pos: Pos<'_>) -> bool {
        !pos.razable().is_empty()
    }

    fn alone(&self, _play: &mut Play<'_>) {}
}
