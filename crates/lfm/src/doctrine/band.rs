//! Those who march together: regiments of one hex, limbered guns, or a commander alone.

use hexmap::Hex;

use super::place::View;
use super::stack::Stack;
use crate::combat::{Force, fighting_sp};
use crate::ground::Class;
use crate::position::Pos;
use crate::reach::Mover;
use crate::setup::{Arm, Id};
use crate::stacking::FOOT_LIMIT;
use crate::state::flag;

/// Near the enemy no more go together than fight from one hex.
const LINE: u16 = 8;
const MOST: usize = 24;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Troops,
    Guns,
    Staff,
}

#[derive(Clone, Copy)]
pub(crate) struct Band {
    ids: [Id; MOST],
    n: u8,
    pub kind: Kind,
    pub from: Hex,
    pub class: Class,
    pub brigade: Option<u16>,
    pub stack: Stack,
    pub mover: Mover,
    /// Leaving the hex disorganizes.
    pub bound: bool,
    /// Somebody else of the side stays in the hex.
    pub leaves_some: bool,
}

impl Band {
    pub(crate) fn ids(&self) -> &[Id] {
        &self.ids[..self.n as usize]
    }

    pub(crate) fn first(&self) -> Id {
        self.ids[0]
    }

    fn add(&mut self, id: Id) {
        if (self.n as usize) < MOST {
            self.ids[self.n as usize] = id;
            self.n += 1;
        }
    }

    /// These pieces of one hex, whatever they are.
    pub(crate) fn of(view: &View, ids: &[Id]) -> Option<Band> {
        let pos = view.pos;
        let first = *ids.first()?;
        let from = pos.piece(first).at();
        let guns = |u: &Id| pos.counter(*u).arm.is_gun();
        let units = || ids.iter().copied().filter(|u| pos.setup.is_unit(*u));
        let kind = match units().next() {
            None => Kind::Staff,
            Some(_) if units().all(|u| guns(&u)) => Kind::Guns,
            Some(_) => Kind::Troops,
        };
        let lead = units().find(|u| !guns(u)).or_else(|| units().next()).unwrap_or(first);
        // Guns go slowest; the class of the slowest holds for all.
        let class = ids.iter().map(|u| pos.class(*u)).filter(|c| *c != Class::Commander).max();
        let mut mover = pos.mover(lead, units().all(|u| pos.piece(u).has(flag::COMMAND)));
        mover.class = class.unwrap_or(Class::Commander);
        mover.budget = ids.iter().map(|u| pos.piece(*u).mp).min().unwrap_or(0);
        mover.slow = units().any(|u| pos.disordered(u) || pos.piece(u).has(flag::CONTACT));
        mover.on_road = ids.iter().any(|u| pos.piece(*u).has(flag::ROAD | flag::PARTIAL));
        mover.enters_zoc &= !units().any(|u| pos.shattered(u) || pos.piece(u).has(flag::CHARGE));
        let mut band = Band {
            ids: [first; MOST],
            n: 0,
            kind,
            from,
            class: mover.class,
            brigade: pos.counter(lead).brigade,
            stack: Stack::sum(view.w, pos, force(pos, from, units()), units()),
            mover,
            bound: units().any(|u| pos.piece(u).has(flag::CONTACT) && !pos.shattered(u)),
            leaves_some: pos.units(from).any(|u| !ids.contains(&u)),
        };
        ids.iter().for_each(|id| band.add(*id));
        Some(band)
    }

    pub(crate) fn mounted(&self) -> bool {
        self.class == Class::Mounted
    }

    /// The stack as it would stand in another hex.
    pub fn at(&self, pos: Pos, hex: Hex) -> Stack {
        let on_foot = self.class != Class::Mounted;
        let mut stack = self.stack;
        stack.force.hex = hex;
        stack.force.sheltered = on_foot && pos.has_breastwork(hex);
        stack.stands = on_foot && (pos.setup.ground.cover(hex).no_retreat || pos.state.works.contains(hex));
        stack
    }
}

/// What these units count together in combat.
fn force(pos: Pos, hex: Hex, units: impl Iterator<Item = Id>) -> Force {
    let (mut foot, mut guns) = (0, 0);
    let mut force =
        Force { hex, sp: 0, foot_cr: 0, gun_cr: 0, cv: 0, broken: false, sheltered: pos.has_breastwork(hex) };
    for id in units {
        let counter = pos.counter(id);
        if counter.arm.is_gun() {
            guns += pos.sp(id);
            force.gun_cr = force.gun_cr.max(counter.cohesion);
        } else {
            foot += pos.sp(id);
            force.foot_cr = force.foot_cr.max(counter.cohesion);
        }
        force.broken |= pos.disordered(id);
    }
    force.sp = fighting_sp(foot, guns);
    force
}

/// Whether a piece may set out, and has not set out yet in this phase: who was driven off by fire before it may.
fn fresh(pos: Pos, id: Id) -> bool {
    let piece = pos.piece(id);
    let stays = if pos.setup.is_unit(id) { piece.group == 0 } else { !piece.has(flag::MOVED) };
    stays && pos.can_move(id)
}

/// The regiments of a hex that would set out first, with their brigadier.
pub(crate) fn troops(view: &View, hex: Hex) -> Option<Band> {
    troops_but(view, hex, None)
}

/// Those of another brigade than the first one's, in a hex that cannot hold both.
pub(crate) fn strangers(view: &View, hex: Hex, first: &Band) -> Option<Band> {
    if !view.pos.overstacked(hex) {
        return None;
    }
    troops_but(view, hex, Some(first.brigade))
}

fn troops_but(view: &View, hex: Hex, but: Option<Option<u16>>) -> Option<Band> {
    let pos = view.pos;
    let mut ids = [Id::NONE; MOST];
    let mut n = 0;
    let mut sp = 0;
    let near = view.scene.threat(hex) > 0.0;
    for id in pos.units(hex).filter(|u| pos.counter(*u).arm.is_regiment()) {
        if n + 2 >= MOST || !fresh(pos, id) || but == Some(pos.counter(id).brigade) {
            continue;
        }
        let alike = n == 0
            || (pos.same_brigade(ids[0], id)
                && sp + pos.sp(id) <= FOOT_LIMIT
                && pos.mounted(ids[0]) == pos.mounted(id)
                && pos.piece(ids[0]).has(flag::COMMAND) == pos.piece(id).has(flag::COMMAND));
        let small = n == 0 || !near || sp + pos.sp(id) <= LINE;
        if alike && small {
            ids[n] = id;
            n += 1;
            sp += pos.sp(id);
        }
    }
    let brigade = pos.counter(*ids[..n].first()?).brigade;
    let chief = brigade.and_then(|b| pos.setup.brigades[b as usize].commander);
    if let Some(chief) = chief
        && pos.piece(chief).on_map()
        && pos.piece(chief).at() == hex
        && fresh(pos, chief)
    {
        ids[n] = chief;
        n += 1;
    }
    debug_assert_eq!(pos.counter(ids[0]).side, view.side);
    Band::of(view, &ids[..n])
}

/// The limbered batteries of a hex that go at one pace.
pub(crate) fn guns(view: &View, hex: Hex) -> Option<Band> {
    let pos = view.pos;
    let mut ids = [Id::NONE; MOST];
    let mut n = 0;
    for id in pos.units(hex).filter(|u| pos.limbered(*u)) {
        let horse = |u: Id| pos.counter(u).arm == Arm::HorseArtillery;
        if n < 4 && fresh(pos, id) && (n == 0 || horse(ids[0]) == horse(id)) {
            ids[n] = id;
            n += 1;
        }
    }
    Band::of(view, &ids[..n])
}

/// A commander of 2 stars and more.
pub(crate) fn staff(view: &View, id: Id) -> Option<Band> {
    if view.pos.counter(id).stars < 2 || !fresh(view.pos, id) {
        return None;
    }
    Band::of(view, &[id])
}
