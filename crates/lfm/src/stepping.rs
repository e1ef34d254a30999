//! One step of a stack (1, 2, 5): what it costs, and what forbids it.

use hexmap::{Dir, Hex};
use table::{Refusal, Rule, Side};

use crate::ground::{Class, NEVER};
use crate::position::Pos;
use crate::setup::{Arm, Id};
use crate::state::flag;

/// The rule that forbids something, and why.
type Forbidden = (&'static str, &'static str);

/// A stack in a hex, with what every step from there asks of it, worked out once for all of them.
pub(crate) struct Walkers<'a> {
    pos: Pos<'a>,
    members: &'a [Id],
    pub hex: Hex,
    enemy: Side,
    night: bool,
    /// What is true of one of them at least.
    flags: u32,
    /// Those who pay alike, and the fewest MP that one of them has.
    purses: [Purse; 8],
    kinds: usize,
    /// Cavalry is among them.
    horse: bool,
    /// Would leave works that must be kept.
    keeps_works: bool,
}

/// Members that pay the same for every step.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Purse {
    class: Class,
    /// Pays the rate of disorganized units on roads.
    slow: bool,
    mp: u8,
}

impl Purse {
    /// What a step costs, with a road rate or without; `None` if it is prohibited.
    #[inline]
    fn price(self, pos: Pos, hex: Hex, (dir, to): (Dir, Hex), road: bool) -> Option<u8> {
        if road {
            return pos.rate(self.class, self.slow, hex, dir);
        }
        pos.cost_into(self.class, hex, dir, to)
    }
}

impl Pos<'_> {
    /// Whether a piece pays the rate of disorganized units on roads.
    fn is_slow(self, id: Id) -> bool {
        self.setup.is_unit(id) && self.disordered(id)
    }

    /// What one member pays for a step; `None` if it is prohibited.
    pub(crate) fn price(self, id: Id, hex: Hex, dir: Dir, road: bool) -> Option<u8> {
        let purse = Purse { class: self.class(id), slow: road && self.is_slow(id), mp: 0 };
        purse.price(self, hex, (dir, self.near(hex, dir)?), road)
    }

    /// Whether a stack of these members could make a step; its brigades are asked afterwards.
    pub(crate) fn may_step_with(self, members: &[Id], hex: Hex, dir: Dir, road: bool) -> Result<(), Refusal> {
        match Walkers::of(self, members, hex).forbidden(dir, road) {
            Some((rule, why)) => Err(Refusal::new(Rule(rule), why)),
            None => Ok(()),
        }
    }
}

impl<'a> Walkers<'a> {
    pub(crate) fn of(pos: Pos<'a>, members: &'a [Id], hex: Hex) -> Walkers<'a> {
        let none = Purse { class: Class::Foot, slow: false, mp: NEVER };
        let mut walkers = Walkers {
            pos,
            members,
            hex,
            enemy: pos.state.side.other(),
            night: pos.is_night(),
            flags: 0,
            purses: [none; 8],
            kinds: 0,
            horse: false,
            keeps_works: pos.keeps_works(hex, members),
        };
        members.iter().for_each(|m| walkers.add(*m));
        walkers
    }

    fn add(&mut self, id: Id) {
        self.flags |= self.pos.piece(id).flags;
        self.horse |= self.pos.counter(id).arm == Arm::Cavalry;
        let pos = self.pos;
        let purse = Purse { class: pos.class(id), slow: pos.is_slow(id), mp: pos.piece(id).mp };
        let alike = |p: &&mut Purse| (p.class, p.slow) == (purse.class, purse.slow);
        match self.purses[..self.kinds].iter_mut().find(alike) {
            Some(known) => known.mp = known.mp.min(purse.mp),
            // Four classes, each in order and not: there is always room for another kind.
            None => {
                self.purses[self.kinds] = purse;
                self.kinds += 1;
            }
        }
    }

    fn purses(&self) -> &[Purse] {
        &self.purses[..self.kinds]
    }

    /// Whether nothing forbids a step.
    pub(crate) fn can_step(&self, dir: Dir, road: bool) -> bool {
        self.forbidden(dir, road).is_none()
    }

    /// What forbids a step.
    fn forbidden(&self, dir: Dir, road: bool) -> Option<Forbidden> {
        let pos = self.pos;
        if self.flags & flag::STOPPED != 0 {
            return Some(("L5-4", "the stack has to stop here"));
        }
        let Some(to) = pos.near(self.hex, dir) else { return Some(("L1-1", "there is no hex")) };
        if pos.held_by(to, self.enemy) {
            return Some(("L1-10", "the hex holds enemy units"));
        }
        if self.night && !pos.along_road(self.hex, dir) {
            return Some(("L23-7", "at night units move along roads only"));
        }
        if road && let Some(why) = self.forbids_road((dir, to)) {
            return Some(why);
        }
        if !self.can_pay((dir, to), road) {
            return self.unpaid(dir, road);
        }
        if self.keeps_works {
            return Some(("L24-6", "somebody must stay in the new breastworks this turn"));
        }
        if pos.in_zoc(to, self.enemy)
            && let Some(why) = self.forbids_zoc((dir, to), road)
        {
            return Some(why);
        }
        if self.horse && pos.mixes_modes(self.members, to) && !self.can_go_on((dir, to), road) {
            return Some(("L4-9", "mounted and dismounted cavalry do not stand together"));
        }
        None
    }

    fn can_pay(&self, step: (Dir, Hex), road: bool) -> bool {
        let price = |p: &Purse| p.price(self.pos, self.hex, step, road);
        self.purses().iter().all(|p| price(p).is_some_and(|cost| cost <= p.mp))
    }

    /// The first who cannot pay for a step says why.
    fn unpaid(&self, dir: Dir, road: bool) -> Option<Forbidden> {
        self.members.iter().find_map(|m| match self.pos.price(*m, self.hex, dir, road) {
            None => Some(("L1-2", "the step is prohibited for part of the stack")),
            Some(cost) if cost > self.pos.piece(*m).mp => Some(("L1-1", "not enough movement points")),
            Some(_) => None,
        })
    }

    /// Whether nobody pays more for a step by road.
    pub(crate) fn save_by_road(&self, step: (Dir, Hex)) -> bool {
        let price = |p: &Purse, road: bool| p.price(self.pos, self.hex, step, road).unwrap_or(NEVER);
        self.purses().iter().all(|p| price(p, true) <= price(p, false))
    }

    fn forbids_road(&self, (dir, to): (Dir, Hex)) -> Option<Forbidden> {
        if !self.pos.along_road(self.hex, dir) {
            return Some(("L2-2", "no road crosses that hexside"));
        }
        if self.flags & flag::CHARGE != 0 {
            return Some(("L3-3", "cavalry that charges uses no road rate"));
        }
        if self.pos.in_zoi(self.hex, self.enemy) || self.pos.in_zoi(to, self.enemy) {
            return Some(("L2-3", "no road rate in an enemy zone of influence"));
        }
        None
    }

    /// Entering an enemy zone of control (5, 16.4, 20.1, 23.2, 26.6).
    fn forbids_zoc(&self, (dir, to): (Dir, Hex), road: bool) -> Option<Forbidden> {
        let pos = self.pos;
        if self.night {
            return Some(("L23-2", "no unit enters a zone of control at night"));
        }
        if road || self.flags & flag::ROAD != 0 {
            return Some(("L2-6", "a stack that used a road rate enters no zone of control"));
        }
        if self.flags & flag::PARTIAL != 0 {
            return Some(("L26-9", "a partial allowance counts as road movement"));
        }
        let units: Vec<Id> = self.members.iter().copied().filter(|m| pos.setup.is_unit(*m)).collect();
        if units.is_empty() && !pos.held_by(to, pos.state.side) {
            return Some(("L1-11", "a commander alone stays away from the enemy"));
        }
        if units.iter().any(|u| pos.shattered(*u)) {
            return Some(("L16-4", "a shattered brigade enters no zone of control"));
        }
        let bound = |u: &Id| !pos.piece(*u).has(flag::COMMAND) || pos.piece(*u).has(flag::CHARGE);
        if units.iter().any(bound) && !self.could_charge(&units, (dir, to)) {
            return Some(("L5-10", "a unit out of command enters no zone of control, unless to charge"));
        }
        None
    }

    /// Whether the units of the stack could charge from a hex when they have paid for the step into it.
    fn could_charge(&self, units: &[Id], (dir, to): (Dir, Hex)) -> bool {
        let pos = self.pos;
        let price = |u: &Id| pos.price(*u, self.hex, dir, false);
        let left = |u: &Id| price(u).map_or(0, |cost| pos.piece(*u).mp.saturating_sub(cost));
        pos.can_charge_from(units, to, units.iter().map(left).min().unwrap_or(0))
    }

    /// Whether the stack could step on from a hex where it must not stay.
    fn can_go_on(&self, step: (Dir, Hex), road: bool) -> bool {
        let (pos, to) = (self.pos, step.1);
        if pos.in_zoc(to, self.enemy) {
            return false;
        }
        let onward = |(d, next): (Dir, Hex)| {
            let pays = |p: &Purse| {
                let spent = p.price(pos, self.hex, step, road).unwrap_or(NEVER);
                pos.cost_into(p.class, to, d, next).is_some_and(|c| spent.saturating_add(c) <= p.mp)
            };
            !pos.in_zoc(next, self.enemy)
                && (!self.night || pos.along_road(to, d))
                && !pos.mixes_modes(self.members, next)
                && self.purses().iter().all(pays)
        };
        pos.neighbors(to).any(onward)
    }
}
