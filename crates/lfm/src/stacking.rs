//! Stacking (4): 16 SP of one brigade, 10 SP of artillery, one mode of cavalry.

use hexmap::Hex;
use table::{Ask, Refusal, Room, Rule, Seats, Side};

use crate::Lfm;
use crate::decide::unchecked;
use crate::order::Order;
use crate::pending::{Open, Pending};
use crate::play::Play;
use crate::position::Pos;
use crate::setup::{Arm, Id};
use crate::state::flag;

/// The most SP of infantry and cavalry, and of artillery, in a hex.
pub(crate) const FOOT_LIMIT: u16 = 16;
pub(crate) const GUN_LIMIT: u16 = 10;

/// What units in one hex come to.
#[derive(Default)]
struct Load {
    /// The first regiment; whether one is of another brigade.
    first: Option<Id>,
    mixed: bool,
    foot: u16,
    batteries: u16,
    guns: u16,
    /// Cavalry that is dismounted, and that is mounted.
    modes: [bool; 2],
}

impl Load {
    #[inline]
    fn add(&mut self, pos: Pos, unit: Id) {
        let arm = pos.counter(unit).arm;
        if arm.is_gun() {
            (self.batteries, self.guns) = (self.batteries + 1, self.guns + pos.sp(unit));
            return;
        }
        self.mixed |= !pos.same_brigade(unit, *self.first.get_or_insert(unit));
        self.foot += pos.sp(unit);
        if arm == Arm::Cavalry {
            self.modes[usize::from(pos.mounted(unit))] = true;
        }
    }

    /// The rule that forbids them to stand together, and why.
    #[inline]
    fn forbidden(&self) -> Option<(&'static str, &'static str)> {
        if self.mixed {
            return Some(("L4-1", "regiments in a hex must be of one brigade"));
        }
        if self.foot > FOOT_LIMIT {
            return Some(("L4-1", "a hex holds 16 SP of infantry or cavalry"));
        }
        if self.batteries > 1 && self.guns > GUN_LIMIT {
            return Some(("L4-4", "a hex holds 10 SP of artillery, or one larger battery"));
        }
        if self.modes == [true; 2] {
            return Some(("L4-9", "cavalry in a hex must be all mounted or all dismounted"));
        }
        None
    }
}

impl Pos<'_> {
    /// Whether these units could stand together.
    pub(crate) fn legal_stack(self, units: impl Iterator<Item = Id>) -> Result<(), Refusal> {
        let mut load = Load::default();
        units.for_each(|unit| load.add(self, unit));
        load.forbidden().map_or(Ok(()), |(rule, why)| Err(Refusal::new(Rule(rule), why)))
    }

    /// Whether a unit may end its move in a hex with those who stand there.
    pub(crate) fn fits(self, id: Id, hex: Hex) -> bool {
        let mut load = Load::default();
        load.add(self, id);
        self.units(hex).filter(|u| *u != id).for_each(|u| load.add(self, u));
        load.forbidden().is_none()
    }

    /// Whether a friendly regiment of cavalry there is in the other mode.
    pub(crate) fn mixes_modes(self, members: &[Id], hex: Hex) -> bool {
        let horse = |u: &Id| self.counter(*u).arm == Arm::Cavalry;
        let mode = members.iter().copied().find(horse).map(|u| self.mounted(u));
        mode.is_some_and(|m| {
            self.units(hex).any(|u| horse(&u) && !members.contains(&u) && self.mounted(u) != m)
        })
    }

    pub fn overstacked(self, hex: Hex) -> bool {
        self.legal_stack(self.units(hex)).is_err()
    }

    /// The overfull hexes of a side, and how many units each would lose if movement ended now (4.5).
    pub(crate) fn overfull(self, side: Side) -> Vec<(Hex, usize)> {
        let full = self.stacks_of(side).filter(|h| self.overstacked(*h));
        full.map(|hex| (hex, self.least_losses(hex))).collect()
    }

    /// The fewest units that have to go: all but one brigade, all but one mode, then the largest.
    fn least_losses(self, hex: Hex) -> usize {
        let (guns, foot): (Vec<Id>, Vec<Id>) = self.units(hex).partition(|u| self.counter(*u).arm.is_gun());
        let most = |group: &[Id], alike: &dyn Fn(Id, Id) -> bool| -> Vec<Id> {
            let of = |a: &Id| group.iter().copied().filter(|b| alike(*a, *b)).collect::<Vec<_>>();
            group.iter().map(of).max_by_key(Vec::len).unwrap_or_default()
        };
        let brigade = most(&foot, &|a, b| a == b || self.same_brigade(a, b));
        let horse = |u: Id| self.counter(u).arm == Arm::Cavalry;
        let mode = most(&brigade, &|a, b| !horse(a) || !horse(b) || self.mounted(a) == self.mounted(b));
        let kept = self.within(&mode, FOOT_LIMIT) + self.within(&guns, GUN_LIMIT).max(guns.len().min(1));
        foot.len() + guns.len() - kept
    }

    /// How many of these can stay within a limit when the largest go first.
    fn within(self, group: &[Id], limit: u16) -> usize {
        let mut sizes: Vec<u16> = group.iter().map(|u| self.sp(*u)).collect();
        sizes.sort_unstable();
        while sizes.iter().sum::<u16>() > limit {
            sizes.pop();
        }
        sizes.len()
    }

    /// Whether an overfull hex was so when the Movement Phase began and nobody could have left it since: those who stand
    /// there have not moved, and none of them gets to a hex that has room, or had some before others moved in.
    pub(crate) fn was_shut_in(self, hex: Hex) -> bool {
        let moved = |u: &Id| self.piece(*u).has(flag::MOVED) && self.piece(*u).group != 0;
        let stayed = |u: Id| self.piece(u).has(flag::CROWDED) && !moved(&u);
        let room = |u: Id, to: Hex| {
            let before = self.units(to).filter(|o| !moved(o));
            self.legal_stack(before.chain([u])).is_ok() || self.fits(u, to)
        };
        let leaves = |u: Id| {
            let mover = self.mover(u, self.piece(u).has(flag::COMMAND));
            self.can_move(u) && self.reach(mover).iter().any(|r| r.hex != hex && room(u, r.hex))
        };
        self.units(hex).all(|u| stayed(u) && !leaves(u))
    }

    /// The regiments of an overfull hex that go if this one's brigade, or else its mode, is kept (4.5).
    pub(crate) fn lost_by_keeping(self, hex: Hex, id: Id) -> Vec<Id> {
        let foot: Vec<Id> = self.units(hex).filter(|u| self.counter(*u).arm.is_regiment()).collect();
        let brigades = foot.iter().any(|u| !self.same_brigade(*u, id));
        let mode = self.mounted(id);
        let goes = |u: &Id| match brigades {
            true => !self.same_brigade(*u, id),
            false => self.counter(*u).arm == Arm::Cavalry && self.mounted(*u) != mode,
        };
        foot.into_iter().filter(goes).collect()
    }

    /// Units whose loss is part of a smallest sufficient set.
    fn fewest(self, group: &[Id], excess: u16, out: &mut Vec<Order>) {
        let mut sizes: Vec<u16> = group.iter().map(|u| self.sp(*u)).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        let mut needed = 0;
        let mut sum = 0;
        while sum < excess {
            sum += sizes[needed];
            needed += 1;
        }
        for unit in group {
            let mut others = sizes.clone();
            let own = self.sp(*unit);
            if let Some(at) = others.iter().position(|s| *s == own) {
                others.remove(at);
            }
            if own + others.iter().take(needed - 1).sum::<u16>() >= excess {
                out.push(Order::Lose(*unit));
            }
        }
    }

    /// Guns: a single battery may be larger than the limit.
    fn fewest_guns(self, guns: &[Id], out: &mut Vec<Order>) {
        let mut found = Vec::new();
        let excess = guns.iter().map(|u| self.sp(*u)).sum::<u16>() - GUN_LIMIT;
        self.fewest(guns, excess, &mut found);
        if guns.len() == 2 {
            found = guns.iter().map(|u| Order::Lose(*u)).collect();
        }
        out.extend(found);
    }
}

impl Play<'_> {
    /// Whether a regiment's mode may be changed back to that of its stack when it returns.
    pub(crate) fn match_mode(&mut self, id: Id, mounted: bool) {
        if self.setup.counter(id).arm == Arm::Cavalry {
            self.state.clear(id, flag::MOUNTED);
            self.state.set(id, if mounted { flag::MOUNTED } else { 0 });
        }
    }
}

/// Too much stands in a hex at the end of movement: one brigade or mode is kept, or units are given up (4.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) struct Overstacked {
    pub hex: Hex,
}

impl Room<Lfm> for Overstacked {
    fn ask(&self, _pos: Pos<'_>) -> Ask {
        Ask::new("overstacked", "Choose what is lost in the overfull hex", "L4-12")
    }

    fn seats(&self, pos: Pos<'_>) -> Seats {
        pos.state.side.into()
    }

    fn orders(&self, pos: Pos<'_>, out: &mut Vec<Order>) {
        let units: Vec<Id> = pos.units(self.hex).collect();
        let foot: Vec<Id> = units.iter().copied().filter(|u| !pos.counter(*u).arm.is_gun()).collect();
        if foot.iter().any(|u| !pos.same_brigade(*u, foot[0])) {
            let mut kept: Vec<Id> = Vec::new();
            for unit in &foot {
                if !kept.iter().any(|k| pos.same_brigade(*k, *unit)) {
                    kept.push(*unit);
                }
            }
            out.extend(kept.into_iter().map(Order::Keep));
            return;
        }
        let horse: Vec<Id> = foot.iter().copied().filter(|u| pos.counter(*u).arm == Arm::Cavalry).collect();
        let one = |mounted: bool| horse.iter().copied().find(|u| pos.mounted(*u) == mounted);
        if let (Some(a), Some(b)) = (one(true), one(false)) {
            out.extend([Order::Keep(a), Order::Keep(b)]);
            return;
        }
        let too_much =
            |group: &[Id], limit: u16| group.iter().map(|u| pos.sp(*u)).sum::<u16>().saturating_sub(limit);
        let guns: Vec<Id> = units.iter().copied().filter(|u| pos.counter(*u).arm.is_gun()).collect();
        if too_much(&foot, FOOT_LIMIT) > 0 {
            pos.fewest(&foot, too_much(&foot, FOOT_LIMIT), out);
        } else if guns.len() > 1 && too_much(&guns, GUN_LIMIT) > 0 {
            pos.fewest_guns(&guns, out);
        }
    }

    fn check(&self, pos: Pos<'_>, order: &Order) -> Result<(), Refusal> {
        let mut legal = Vec::new();
        self.orders(pos, &mut legal);
        if legal.contains(order) {
            return Ok(());
        }
        Err(Refusal::new(
            Rule("L4-12"),
            "the hex must conform to the stacking limits, with no more losses than needed",
        ))
    }

    fn apply(&self, play: &mut Play<'_>, order: &Order) {
        match *order {
            Order::Lose(id) => play.eliminate(id),
            Order::Keep(id) => {
                for unit in play.pos().lost_by_keeping(self.hex, id) {
                    play.eliminate(unit);
                }
            }
            _ => unchecked(order),
        }
        if play.pos().overstacked(self.hex) {
            play.push(Pending::Overstacked(*self));
        }
    }
}

impl Open for Overstacked {
    fn waits(&self, pos: Pos<'_>) -> bool {
        pos.overstacked(self.hex)
    }

    fn alone(&self, _play: &mut Play<'_>) {}
}
