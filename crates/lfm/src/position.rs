//! A position, to be asked about: who stands where, in what order, under which zones.

use hexmap::{Dir, Hex, HexSet};
use table::Side;

use crate::ground::{Class, NEVER};
use crate::setup::{Arm, Counter, Id, Setup};
use crate::sight::Los;
use crate::state::{NONE, Piece, State, Where, flag};
use crate::tables::{ON_FOOT, SWIFT};

/// A scenario with a position of it.
#[derive(Clone, Copy)]
pub struct Pos<'a> {
    pub setup: &'a Setup,
    pub state: &'a State,
}

/// Walks the pieces of a hex.
pub struct Stack<'a> {
    pieces: &'a [Piece],
    at: u16,
}

impl Iterator for Stack<'_> {
    type Item = Id;
    #[inline]
    fn next(&mut self) -> Option<Id> {
        if self.at == NONE {
            return None;
        }
        let id = Id(self.at);
        self.at = self.pieces[id.index()].next;
        Some(id)
    }
}

impl<'a> Pos<'a> {
    pub fn new(setup: &'a Setup, state: &'a State) -> Self {
        Pos { setup, state }
    }

    #[inline]
    pub fn counter(self, id: Id) -> &'a Counter {
        self.setup.counter(id)
    }

    #[inline]
    pub fn piece(self, id: Id) -> &'a Piece {
        self.state.piece(id)
    }

    /// Combat units in a hex, in the order of the file.
    #[inline]
    pub(crate) fn units(self, hex: Hex) -> Stack<'a> {
        Stack { pieces: &self.state.pieces, at: self.state.units[hex.index()] }
    }

    #[inline]
    pub(crate) fn leaders(self, hex: Hex) -> Stack<'a> {
        Stack { pieces: &self.state.pieces, at: self.state.leaders[hex.index()] }
    }

    pub(crate) fn leaders_of(self, hex: Hex, side: Side) -> impl Iterator<Item = Id> + 'a {
        self.leaders(hex).filter(move |id| self.counter(*id).side == side)
    }

    /// The side whose units stand in a hex.
    #[inline]
    pub(crate) fn holder(self, hex: Hex) -> Option<Side> {
        let first = self.state.units[hex.index()];
        (first != NONE).then(|| self.counter(Id(first)).side)
    }

    #[inline]
    pub(crate) fn held_by(self, hex: Hex, side: Side) -> bool {
        self.holder(hex) == Some(side)
    }

    /// Everything of a side that stands on the map.
    pub fn on_map(self, side: Side) -> impl Iterator<Item = Id> + 'a {
        self.setup.side_ids(side).iter().copied().filter(move |id| self.piece(*id).on_map())
    }

    pub fn units_of(self, side: Side) -> impl Iterator<Item = Id> + 'a {
        self.on_map(side).filter(move |id| self.setup.is_unit(*id))
    }

    pub(crate) fn leaders_on_map(self, side: Side) -> impl Iterator<Item = Id> + 'a {
        self.setup.leaders[side].iter().copied().filter(move |id| self.piece(*id).on_map())
    }

    /// The hexes that hold units of a side, each once.
    pub fn stacks_of(self, side: Side) -> impl Iterator<Item = Hex> + 'a {
        self.units_of(side)
            .filter(move |id| self.state.units[self.piece(*id).hex as usize] == id.0)
            .map(move |id| self.piece(id).at())
    }

    #[inline]
    pub fn near(self, hex: Hex, dir: Dir) -> Option<Hex> {
        self.setup.map.grid.neighbor(hex, dir)
    }

    pub fn neighbors(self, hex: Hex) -> impl Iterator<Item = (Dir, Hex)> + 'a {
        self.setup.map.grid.neighbors(hex)
    }

    pub fn distance(self, a: Hex, b: Hex) -> u16 {
        self.setup.sight.range(a, b)
    }

    pub fn is_night(self) -> bool {
        self.setup.is_night(self.state.turn)
    }

    /// Whether a hex is in a zone of control of `side` (5.1).
    #[inline]
    pub fn in_zoc(self, hex: Hex, side: Side) -> bool {
        let find = || self.held_by(hex, side) || self.touches(hex, side);
        if self.state.influence_known && side != self.state.side {
            debug_assert_eq!(self.state.control.contains(hex), find());
            return self.state.control.contains(hex);
        }
        find()
    }

    /// Whether units of `side` stand next to a hex.
    #[inline]
    pub(crate) fn touches(self, hex: Hex, side: Side) -> bool {
        Dir::ALL.into_iter().any(|d| self.near(hex, d).is_some_and(|n| self.held_by(n, side)))
    }

    /// Whether a hex is in a zone of influence of `side` (6.1); there is none at night (23.5).
    #[inline]
    pub(crate) fn in_zoi(self, hex: Hex, side: Side) -> bool {
        if self.state.influence_known && side != self.state.side {
            debug_assert_eq!(self.state.influence.contains(hex), self.find_zoi(hex, side));
            return self.state.influence.contains(hex);
        }
        self.find_zoi(hex, side)
    }

    /// Every hex in a zone of influence of `side`.
    pub(crate) fn influence_of(self, side: Side, set: &mut HexSet) {
        if self.is_night() {
            return;
        }
        for hex in self.stacks_of(side) {
            let guns = self.has_guns(hex);
            self.setup.sight.influenced(hex, guns).iter().for_each(|there| set.insert(*there));
        }
    }

    /// Every hex in a zone of control of `side`.
    pub(crate) fn control_of(self, side: Side, set: &mut HexSet) {
        for hex in self.stacks_of(side) {
            set.insert(hex);
            self.neighbors(hex).for_each(|(_, near)| set.insert(near));
        }
    }

    fn find_zoi(self, hex: Hex, side: Side) -> bool {
        if self.is_night() {
            return false;
        }
        let sight = &self.setup.sight;
        sight.influenced(hex, false).iter().any(|there| self.held_by(*there, side))
            || sight.influenced(hex, true).iter().any(|h| self.held_by(*h, side) && self.has_guns(*h))
    }

    fn has_guns(self, hex: Hex) -> bool {
        self.units(hex).any(|u| self.counter(u).arm.is_gun())
    }

    pub fn shattered(self, id: Id) -> bool {
        let counter = self.counter(id);
        counter.arm.is_regiment()
            && counter.brigade.is_some_and(|b| self.state.brigades[b as usize].shattered)
    }

    /// Disorganized, or shattered, which counts as such (16.5).
    pub fn disordered(self, id: Id) -> bool {
        self.piece(id).has(flag::D) || self.shattered(id)
    }

    pub(crate) fn mounted(self, id: Id) -> bool {
        self.counter(id).arm == Arm::Cavalry && self.piece(id).has(flag::MOUNTED)
    }

    pub fn limbered(self, id: Id) -> bool {
        self.counter(id).arm.is_gun() && self.piece(id).has(flag::LIMBERED)
    }

    pub(crate) fn unlimbered(self, id: Id) -> bool {
        self.counter(id).arm.is_gun() && !self.piece(id).has(flag::LIMBERED)
    }

    /// Strength of the side that is up.
    pub fn sp(self, id: Id) -> u16 {
        let counter = self.counter(id);
        if self.limbered(id) { counter.limbered_sp as u16 } else { counter.sp as u16 }
    }

    /// A commander's command value: of his replacement where his back is up.
    pub fn cv(self, id: Id) -> u8 {
        let counter = self.counter(id);
        if self.piece(id).has(flag::REPLACED) { counter.replacement_cv } else { counter.cv }
    }

    pub(crate) fn class(self, id: Id) -> Class {
        match self.counter(id).arm {
            Arm::Commander => Class::Commander,
            Arm::Artillery | Arm::HorseArtillery => Class::Guns,
            Arm::Cavalry if self.piece(id).has(flag::MOUNTED) => Class::Mounted,
            _ => Class::Foot,
        }
    }

    /// Movement allowance in twelfths (1.2).
    pub fn allowance(self, id: Id) -> u8 {
        match self.counter(id).arm {
            Arm::Commander | Arm::HorseArtillery => SWIFT,
            Arm::Cavalry if self.piece(id).has(flag::MOUNTED) => SWIFT,
            _ => ON_FOOT,
        }
    }

    /// The ordinary cost of a step for a class; `None` if it is prohibited (1.1, 2.3).
    #[inline]
    pub(crate) fn cost(self, class: Class, hex: Hex, dir: Dir) -> Option<u8> {
        self.cost_into(class, hex, dir, self.near(hex, dir)?)
    }

    /// The same, for those who know where the step leads.
    #[inline]
    pub(crate) fn cost_into(self, class: Class, hex: Hex, dir: Dir, to: Hex) -> Option<u8> {
        let side = self.setup.ground.side(hex, dir);
        let burned = side.bridge != 0 && self.state.burned[side.bridge as usize - 1];
        let base = if burned { side.burned[class as usize] } else { side.open[class as usize] };
        if base == NEVER {
            return None;
        }
        if !self.state.works.contains(to) {
            return Some(base);
        }
        let more = self.setup.ground.works_cost(class);
        (more != NEVER).then(|| base.saturating_add(more))
    }

    /// Whether a road crosses this hexside.
    #[inline]
    pub(crate) fn along_road(self, hex: Hex, dir: Dir) -> bool {
        let side = self.setup.ground.side(hex, dir);
        side.rate != 0 && !(side.bridge != 0 && self.state.burned[side.bridge as usize - 1])
    }

    /// The road rate of a step, regardless of zones (2.2, 16.3).
    #[inline]
    pub(crate) fn rate(self, class: Class, disordered: bool, hex: Hex, dir: Dir) -> Option<u8> {
        if !self.along_road(hex, dir) {
            return None;
        }
        let side = self.setup.ground.side(hex, dir);
        if side.open[class as usize] == NEVER {
            return None;
        }
        Some(if disordered { self.setup.ground.disordered_rate } else { side.rate })
    }

    /// Line of sight for fire: hexes with units of `side` count one level higher (27 item 5).
    pub fn los(self, from: Hex, to: Hex, side: Option<Side>) -> Los {
        self.setup.sight.los(from, to, |hex| side.is_some() && self.holder(hex) == side)
    }

    /// Whether terrain or works count as a breastwork (24.2, 24.3).
    pub fn has_breastwork(self, hex: Hex) -> bool {
        self.setup.ground.cover(hex).breastwork
            || (self.state.works.contains(hex) && self.setup.ground.works().breastwork)
    }

    /// Whether a stack in this hex need not retreat (9.1d). Mounted cavalry profits from woods and
    /// towns, not from works and sunken roads.
    pub fn no_retreat(self, hex: Hex) -> bool {
        let cover = self.setup.ground.cover(hex);
        let built = self.state.works.contains(hex) && self.setup.ground.works().no_retreat;
        let sunken = self.setup.map.sunken_roads.contains(hex);
        if cover.no_retreat && !sunken {
            return true;
        }
        (cover.no_retreat || built) && self.units(hex).any(|u| !self.mounted(u))
    }

    /// The best command value of 2 stars or more in a hex.
    pub(crate) fn best_cv(self, hex: Hex, side: Side) -> u8 {
        let cv = self.leaders_of(hex, side).filter(|l| self.counter(*l).stars >= 2).map(|l| self.cv(l));
        cv.max().unwrap_or(0)
    }

    /// All SP of regiments in a hex.
    pub fn regiment_sp(self, hex: Hex) -> u16 {
        self.units(hex).filter(|u| !self.counter(*u).arm.is_gun()).map(|u| self.sp(u)).sum()
    }

    /// Whether two pieces are of one brigade.
    pub fn same_brigade(self, a: Id, b: Id) -> bool {
        let (a, b) = (self.counter(a).brigade, self.counter(b).brigade);
        a.is_some() && a == b
    }

    /// Regiments of a brigade on the map.
    pub(crate) fn brigade_on_map(self, brigade: u16) -> impl Iterator<Item = Id> + 'a {
        let all = &self.setup.brigades[brigade as usize].regiments;
        all.iter().copied().filter(move |id| self.piece(*id).on_map())
    }

    /// Whether a regiment is in play or may still come.
    pub(crate) fn may_return(self, id: Id) -> bool {
        !matches!(self.piece(id).place, Where::Lost | Where::Gone)
    }
}
