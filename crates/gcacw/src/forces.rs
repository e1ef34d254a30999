//! Force markers (6.4, Limited Intelligence): where they stand, who is under them, and what each viewer has
//! been shown of it.
//!
//! Units under a marker stay on the map for every rule of their owner. A dummy is a marker with nobody
//! under it and exists here alone.

use arrayvec::ArrayVec;
use hexmap::Hex;
use table::{BySide, Side, Viewer};

use crate::pending::{Pending, Unseen};
use crate::setup::{LeaderId, MOST_UNITS, MOST_WATCHED, Setup, UnitId, UnitSet};
use crate::state::{NOBODY, State, UnitState};

/// The markers of a side.
pub(crate) const MARKERS: u8 = 10;
/// A dummy tires like a unit, so that an Action Cycle comes to its end.
pub(crate) const MOST_TIRED: u8 = 4;

/// Markers as bits.
pub(crate) type MarkerSet = u16;

/// Who holds each hex that counts.
pub(crate) type Holders = ArrayVec<Option<Side>, MOST_WATCHED>;

/// A dummy on the move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Feint {
    pub(crate) marker: u8,
    /// Half MP left.
    pub(crate) mp: u16,
    pub(crate) cavalry: bool,
    pub(crate) moved: bool,
    /// Orders it has given for nothing.
    pub(crate) waits: u8,
}

/// What somebody has been shown of the score.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Told {
    holders: Holders,
    scored: BySide<i32>,
}

/// The markers of both sides and what is known of them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Forces {
    at: [[Option<Hex>; MARKERS as usize]; 2],
    tired: [[u8; MARKERS as usize]; 2],
    under: [u8; MOST_UNITS],
    /// Every unit as the enemy last saw it.
    shown: [UnitState; MOST_UNITS],
    /// Units and leaders lost under a marker: the enemy does not know.
    gone: UnitSet,
    gone_leaders: u64,
    /// In the position as somebody knows it: the enemies he cannot place.
    pub(crate) unknown: UnitSet,
    pub(crate) unknown_leaders: u64,
    /// Units put under a marker with the initiative at hand.
    pub(crate) divided: UnitSet,
    /// Dummies that may still go along with the force that marches, and its allowance in half MP.
    pub(crate) along: MarkerSet,
    pub(crate) along_mp: u16,
    /// Whether that force rides.
    pub(crate) along_rides: bool,
    /// Markers that stood in its hex as it set out and have not moved since: everybody sees that.
    pub(crate) beside: MarkerSet,
    /// Markers that have moved in this action.
    pub(crate) moved: MarkerSet,
    /// For the Union player, the Confederate player, spectators.
    told: [Told; 3],
}

fn place(viewer: Viewer) -> usize {
    match viewer {
        Viewer::Seat(side) => side as usize,
        Viewer::Spectator | Viewer::Referee => 2,
    }
}

const VIEWERS: [Viewer; 3] = [Viewer::Seat(Side::Union), Viewer::Seat(Side::Confederate), Viewer::Spectator];

impl Forces {
    /// No marker is on the map and everybody knows all.
    pub(crate) fn new(state: &State) -> Forces {
        let told = Told { holders: state.holders.clone(), scored: state.scored };
        Forces {
            at: [[None; MARKERS as usize]; 2],
            tired: [[0; MARKERS as usize]; 2],
            under: [NOBODY; MOST_UNITS],
            shown: state.units,
            gone: UnitSet::EMPTY,
            gone_leaders: 0,
            unknown: UnitSet::EMPTY,
            unknown_leaders: 0,
            divided: UnitSet::EMPTY,
            along: 0,
            along_mp: 0,
            along_rides: false,
            beside: 0,
            moved: 0,
            told: [told.clone(), told.clone(), told],
        }
    }

    /// Where a marker stands.
    pub(crate) fn hex(&self, side: Side, marker: u8) -> Option<Hex> {
        self.at[side as usize].get(marker as usize).copied().flatten()
    }
    pub(crate) fn set(&mut self, side: Side, marker: u8, hex: Option<Hex>) {
        self.at[side as usize][marker as usize] = hex;
    }
    /// The markers of a side that are on the map, in order.
    pub(crate) fn markers(&self, side: Side) -> impl Iterator<Item = (u8, Hex)> + '_ {
        (0..MARKERS).filter_map(move |m| self.hex(side, m).map(|hex| (m, hex)))
    }
    pub(crate) fn markers_in(&self, side: Side, hex: Hex) -> impl Iterator<Item = u8> + '_ {
        self.markers(side).filter(move |(_, at)| *at == hex).map(|(m, _)| m)
    }
    pub(crate) fn any(&self, side: Side) -> bool {
        self.at[side as usize].iter().any(Option::is_some)
    }
    /// The lowest number that is not in use.
    pub(crate) fn free(&self, side: Side) -> Option<u8> {
        (0..MARKERS).find(|m| self.hex(side, *m).is_none())
    }
    /// The marker a unit is under.
    pub(crate) fn of(&self, unit: UnitId) -> Option<u8> {
        match self.under[unit.index()] {
            NOBODY => None,
            marker => Some(marker),
        }
    }
    pub(crate) fn put_under(&mut self, unit: UnitId, marker: Option<u8>) {
        self.under[unit.index()] = marker.unwrap_or(NOBODY);
    }
    /// The units under a marker.
    pub(crate) fn units(&self, setup: &Setup, side: Side, marker: u8) -> UnitSet {
        setup.by_side[side].into_iter().filter(|u| self.under[u.index()] == marker).collect()
    }
    pub(crate) fn is_dummy(&self, setup: &Setup, side: Side, marker: u8) -> bool {
        self.hex(side, marker).is_some() && self.units(setup, side, marker).is_empty()
    }
    pub(crate) fn tired(&self, side: Side, marker: u8) -> u8 {
        self.tired[side as usize][marker as usize]
    }
    pub(crate) fn tire(&mut self, side: Side, marker: u8) {
        let level = &mut self.tired[side as usize][marker as usize];
        *level = (*level + 1).min(MOST_TIRED);
    }
    /// The Recovery Phase rests dummies as it rests units.
    pub(crate) fn rest(&mut self) {
        for level in self.tired.iter_mut().flatten() {
            *level = level.saturating_sub(3);
        }
    }
    /// Nothing has been done yet with the initiative that is rolled for next.
    pub(crate) fn new_action(&mut self) {
        self.divided = UnitSet::EMPTY;
        self.nobody_along();
        self.moved = 0;
    }
    /// Nobody goes along any more.
    pub(crate) fn nobody_along(&mut self) {
        (self.along, self.beside) = (0, 0);
    }
    /// A force sets out from a hex: these of the markers there may go along with it.
    pub(crate) fn set_out(&mut self, side: Side, from: Hex, dummies: MarkerSet, allowance: u16, rides: bool) {
        let here = self.markers_in(side, from).fold(0, |set, m| set | 1 << m);
        self.beside = here & !self.moved;
        (self.along, self.along_mp, self.along_rides) = (dummies & self.beside, allowance, rides);
    }
    /// A marker has moved.
    pub(crate) fn stepped(&mut self, side: Side, marker: u8, to: Hex) {
        self.set(side, marker, Some(to));
        self.moved |= 1 << marker;
        self.beside &= !self.moved;
        self.along &= !self.moved;
    }

    /// A unit goes out of sight: this is how the enemy remembers it.
    pub(crate) fn remember(&mut self, unit: UnitId, state: &UnitState) {
        self.shown[unit.index()] = *state;
    }
    /// A unit is lost under its marker, with the leaders it leaves behind.
    pub(crate) fn lose(&mut self, unit: UnitId) {
        self.under[unit.index()] = NOBODY;
        self.gone.add(unit);
    }
    pub(crate) fn lose_leader(&mut self, leader: LeaderId) {
        self.gone_leaders |= 1 << leader.0;
    }
    pub(crate) fn found_leader(&mut self, leader: LeaderId) {
        self.gone_leaders &= !(1 << leader.0);
    }
    /// Without a marker on the map a side has no secrets left.
    pub(crate) fn forget_losses(&mut self, setup: &Setup, side: Side) {
        if !self.any(side) {
            self.gone = self.gone.minus(setup.by_side[side]);
            for leader in setup.leader_ids().filter(|l| setup.leader(*l).side == side) {
                self.found_leader(leader);
            }
        }
    }

    pub(crate) fn is_hidden(&self, unit: UnitId) -> bool {
        self.under[unit.index()] != NOBODY || self.gone.has(unit)
    }
    /// The units of a side that the enemy cannot place: all he knows is that they are under some marker.
    pub(crate) fn hidden(&self, setup: &Setup, side: Side) -> UnitSet {
        let known = self.unknown.and(setup.by_side[side]);
        setup.by_side[side].into_iter().filter(|u| self.is_hidden(*u)).collect::<UnitSet>().or(known)
    }
    /// Leaders lost under a marker, and those somebody cannot place.
    pub(crate) fn is_lost(&self, leader: LeaderId) -> bool {
        (self.gone_leaders | self.unknown_leaders) >> leader.0 & 1 != 0
    }

    // -------------------------------------------------------------- what viewers were told of the score

    /// A side is in a hex that counts: told to those who see it there.
    pub(crate) fn hold(&mut self, nth: usize, side: Side, seen: bool) {
        for viewer in VIEWERS {
            if seen || viewer.knows(side) {
                self.told[place(viewer)].holders[nth] = Some(side);
            }
        }
    }
    /// Points of a turn, as each viewer reckons them from the holders he knows.
    pub(crate) fn score(&mut self, side: Side, mut points: impl FnMut(&Holders) -> i32) {
        for told in &mut self.told {
            told.scored[side] += points(&told.holders);
        }
    }
}

impl State {
    /// The position as a viewer knows it: enemies under markers are nowhere, as they were last seen, and
    /// every enemy marker looks like a dummy.
    pub(crate) fn known_to(&self, setup: &Setup, viewer: Viewer) -> std::borrow::Cow<'_, State> {
        let secrets = viewer != Viewer::Referee;
        let Some(forces) = self.forces.as_ref().filter(|_| secrets) else {
            return std::borrow::Cow::Borrowed(self);
        };
        let told = forces.told[place(viewer)].clone();
        let mut known = self.clone();
        for side in Side::BOTH {
            if !viewer.knows(side) {
                known.forget_side(setup, side);
            }
        }
        known.holders.clone_from(&told.holders);
        known.scored = told.scored;
        if let Some(forces) = known.forces.as_mut() {
            forces.told = [told.clone(), told.clone(), told];
        }
        std::borrow::Cow::Owned(known)
    }

    /// Takes away everything that only this side knows.
    fn forget_side(&mut self, setup: &Setup, side: Side) {
        let Some(mut forces) = self.forces.take() else { return };
        let hidden = forces.hidden(setup, side);
        for leader in setup.leader_ids().filter(|l| setup.leader(*l).side == side) {
            let state = self.leaders[leader.index()];
            self.transferred &= !(1 << leader.0);
            if forces.is_lost(leader) || state.unit.is_some_and(|u| hidden.has(u)) {
                forces.unknown_leaders |= 1 << leader.0;
                // Which of the hidden units he is with nobody knows: the first stands for all.
                let state = &mut self.leaders[leader.index()];
                (state.unit, state.out, state.last_hex) = (hidden.first(), false, Hex(0));
            }
        }
        for unit in hidden {
            self.forget(unit, &forces.shown[unit.index()]);
            forces.put_under(unit, None);
        }
        forces.gone = forces.gone.minus(hidden);
        forces.unknown = forces.unknown.or(hidden);
        forces.tired[side as usize] = [0; MARKERS as usize];
        forces.divided = forces.divided.minus(setup.by_side[side]);
        let own = self.active == side;
        for decision in &mut self.pending {
            let hides = decision.march().is_some_and(|m| hidden.has(m.unit))
                || own && (decision.activation().is_some() || decision.is_about_markers());
            if hides {
                *decision = Unseen { side }.into();
            }
        }
        // How many of them there are is nobody's business either.
        self.pending.dedup_by(|b, a| matches!((a, b), (Pending::Unseen(_), Pending::Unseen(_))));
        if own {
            forces.nobody_along();
            (forces.along_mp, forces.along_rides, forces.moved) = (0, false, 0);
        }
        self.recovery.done = self.recovery.done.minus(setup.by_side[side]);
        self.flooded = self.flooded.minus(hidden);
        self.forces = Some(forces);
    }

    /// The marker a unit is under.
    pub(crate) fn marker_of(&self, unit: UnitId) -> Option<u8> {
        self.forces.as_ref().and_then(|f| f.of(unit))
    }

    /// Whether a unit is under a marker.
    #[inline]
    pub(crate) fn is_hidden(&self, unit: UnitId) -> bool {
        self.forces.as_ref().is_some_and(|f| f.is_hidden(unit))
    }

    pub(crate) fn is_leader_hidden(&self, leader: LeaderId) -> bool {
        let Some(forces) = &self.forces else { return false };
        forces.is_lost(leader)
            || self.leaders[leader.index()].unit.is_some_and(|u| forces.is_hidden(u) || forces.unknown.has(u))
    }

    /// Whether a side has a marker on the map: then what it is asked does not depend on what it hides.
    #[inline]
    pub(crate) fn hides(&self, side: Side) -> bool {
        self.forces.as_ref().is_some_and(|f| f.any(side))
    }

    /// Whether an enemy marker, dummy or not, is in a hex.
    #[inline]
    pub(crate) fn enemy_marker_in(&self, side: Side, hex: Hex) -> bool {
        self.forces.as_ref().is_some_and(|f| f.markers_in(side.other(), hex).next().is_some())
    }

    /// A position that a seat may take for the true one: the enemies it cannot place are dealt out to the
    /// enemy's markers by lot.
    pub(crate) fn imagined_by(
        &self,
        setup: &Setup,
        seat: Side,
        pick: &mut dyn FnMut(usize) -> usize,
    ) -> State {
        let mut state = self.known_to(setup, Viewer::Seat(seat)).into_owned();
        let Some(mut forces) = state.forces.take() else { return state };
        let enemy = seat.other();
        let pos = crate::position::Pos { setup, state: &state };
        let may_be_real = |hex: Hex| {
            let dummies = forces.markers(seat).filter(|(m, _)| forces.is_dummy(setup, seat, *m));
            !dummies.map(|(_, at)| at).any(|at| pos.touch(at, hex))
        };
        let open: Vec<(u8, Hex)> = forces.markers(enemy).filter(|(_, hex)| may_be_real(*hex)).collect();
        let (units, leaders) = (forces.unknown, forces.unknown_leaders);
        for unit in units {
            if open.is_empty() {
                forces.lose(unit);
                continue;
            }
            let (marker, hex) = open[pick(open.len())];
            forces.put_under(unit, Some(marker));
            state.put(unit, hex);
        }
        (forces.unknown, forces.unknown_leaders) = (UnitSet::EMPTY, 0);
        state.forces = Some(forces);
        state.deal_out_leaders(setup, leaders, units, pick);
        state
    }

    /// Gives every leader of a set a unit he may be with, by lot; who finds none is lost.
    fn deal_out_leaders(
        &mut self,
        setup: &Setup,
        leaders: u64,
        units: UnitSet,
        pick: &mut dyn FnMut(usize) -> usize,
    ) {
        let unplaced = |l: &LeaderId| leaders >> l.0 & 1 != 0;
        for leader in setup.leader_ids().filter(unplaced) {
            self.leaders[leader.index()].unit = None;
        }
        for leader in setup.leader_ids().filter(unplaced) {
            let pos = crate::position::Pos { setup, state: self };
            let fits = |u: &UnitId| {
                self.unit(*u).is_on_map()
                    && crate::command::can_attach(setup, leader, *u)
                    && !pos.level_taken(leader, *u)
            };
            let open: Vec<UnitId> = units.into_iter().filter(fits).collect();
            let unit = (!open.is_empty()).then(|| open[pick(open.len())]);
            self.leaders[leader.index()].unit = unit;
            if unit.is_none() {
                self.leaders[leader.index()].out = true;
                if let Some(forces) = self.forces.as_mut() {
                    forces.lose_leader(leader);
                }
            }
        }
    }
}
