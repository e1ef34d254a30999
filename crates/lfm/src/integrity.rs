//! Brigades keep together (22).
//!
//! A regiment may leave its brigade while the Movement Phase lasts, if that can still be mended: it can come
//! back with what it has left, or one of the others can come to it without leaving somebody else alone. An
//! order after which neither is possible is refused. Who is apart when the phase ends is brought together
//! then (`rejoin`).

use std::cell::RefCell;

use hexmap::Hex;
use table::{Refusal, Rule};

use crate::play::Play;
use crate::position::Pos;
use crate::setup::Id;
use crate::state::flag;

/// How an order would leave the stack that is on its way: where, and with what.
pub(crate) struct After<'m> {
    pub members: &'m [Id],
    pub at: Hex,
    /// Twelfths of an MP that a member has left; 0 if its move is over.
    pub left: &'m dyn Fn(Id) -> u8,
}

impl After<'_> {
    /// Everybody where he is.
    fn now() -> After<'static> {
        After { members: &[], at: Hex(0), left: &|_| 0 }
    }
}

/// What is known of the brigades of a stack, for all the orders that are looked at together.
#[derive(Default)]
pub(crate) struct Bonds {
    /// Who is with his brigade now, or can be.
    kept: RefCell<Vec<(Id, bool)>>,
    /// Where those who stand aside can get.
    reach: RefCell<Vec<(Id, Vec<Hex>)>>,
}

impl Pos<'_> {
    /// The brigade that a regiment has to keep to; none for those who are detached or free (22.3, 20.7).
    fn bond(self, id: Id) -> Option<u16> {
        let (counter, piece) = (self.counter(id), self.piece(id));
        let bound =
            counter.arm.is_regiment() && !counter.free && piece.on_map() && !piece.has(flag::DETACHED);
        counter.brigade.filter(|_| bound)
    }

    /// The other regiments of its brigade on the map.
    pub fn kin(self, id: Id) -> impl Iterator<Item = Id> {
        let brigade = self.counter(id).brigade;
        brigade.into_iter().flat_map(move |b| self.brigade_on_map(b)).filter(move |r| *r != id)
    }

    /// Whether a regiment has no unit of its brigade in its hex or next to it (22.1).
    pub fn separated(self, id: Id) -> bool {
        self.bond(id).is_some() && self.kin(id).next().is_some() && !self.together(id, &After::now())
    }

    fn hex_after(self, id: Id, after: &After) -> Hex {
        if after.members.contains(&id) { after.at } else { self.piece(id).at() }
    }

    fn together(self, id: Id, after: &After) -> bool {
        let here = self.hex_after(id, after);
        self.kin(id).any(|r| self.distance(here, self.hex_after(r, after)) <= 1)
    }

    /// Whether the brigades of a stack, and their commanders, still keep together after an order, or can.
    pub(crate) fn keeps_bonds(self, after: &After, bonds: &Bonds) -> Result<(), Refusal> {
        let mut seen = None;
        for brigade in after.members.iter().filter_map(|m| self.counter(*m).brigade) {
            if seen != Some(brigade) {
                seen = Some(brigade);
                self.keeps_brigade(brigade, after, bonds)?;
            }
        }
        Ok(())
    }

    fn keeps_brigade(self, brigade: u16, after: &After, bonds: &Bonds) -> Result<(), Refusal> {
        let joins = self.comes_to_others(brigade, after);
        for id in self.brigade_on_map(brigade).filter(|r| self.bond(*r).is_some() && !joins) {
            if self.kin(id).next().is_none() || self.together(id, after) || self.can_mend(id, after, bonds) {
                continue;
            }
            let name = &self.counter(id).id;
            if self.was_kept(id, bonds) {
                let why = format!("{name} could not come back to its brigade, nor it to {name}");
                return Err(Refusal::new(Rule("L22-1"), why));
            }
            if after.members.contains(&id) {
                let why = format!(
                    "{name} is apart: at the end of the phase it goes as near to its brigade as it can"
                );
                return Err(Refusal::new(Rule("L22-2"), why));
            }
        }
        match self.setup.brigades[brigade as usize].commander {
            Some(chief) if self.loses_chief(chief, after, bonds) => {
                let why = format!("{} could not come to his men with the MP he has", self.counter(chief).id);
                Err(Refusal::new(Rule("L20-25"), why))
            }
            _ => Ok(()),
        }
    }

    /// Whether the stack comes to others of the brigade and leaves none: nobody may keep it from that.
    fn comes_to_others(self, brigade: u16, after: &After) -> bool {
        let beside = |hex: Hex| {
            let mut others = self.brigade_on_map(brigade).filter(|r| !after.members.contains(r));
            others.any(|r| self.distance(hex, self.piece(r).at()) <= 1)
        };
        let from = after.members.first().map(|m| self.piece(*m).at());
        from.is_some_and(|from| !beside(from)) && beside(after.at)
    }

    /// Whether it was with its brigade before the order, or could have been.
    fn was_kept(self, id: Id, bonds: &Bonds) -> bool {
        let known = bonds.kept.borrow().iter().find(|(k, _)| *k == id).map(|(_, kept)| *kept);
        known.unwrap_or_else(|| {
            let now = After::now();
            let kept = if self.setup.is_unit(id) {
                self.together(id, &now) || self.can_mend(id, &now, bonds)
            } else {
                self.with_his_men(id, &now) || self.can_attend(id, &now)
            };
            bonds.kept.borrow_mut().push((id, kept));
            kept
        })
    }

    /// Whether a regiment that is apart can go back, or somebody can come to it. Straight ways are tried
    /// before ways round are searched.
    fn can_mend(self, id: Id, after: &After, bonds: &Bonds) -> bool {
        let (here, left) = (self.hex_after(id, after), self.left_after(id, after));
        let kin: Vec<Hex> = self.kin(id).map(|r| self.hex_after(r, after)).collect();
        let on_the_way = |m: &Id| after.members.contains(m) && self.counter(*m).arm.is_regiment();
        let mut movers = self.kin(id).filter(on_the_way);
        if left > 0 && kin.iter().any(|g| self.walks(id, here, left, *g, 1))
            || movers.any(|m| self.walks(m, after.at, (after.left)(m), here, 1))
        {
            return true;
        }
        let able = |k: &Id| !after.members.contains(k) && self.may_come(*k) && self.spared(*k, id, after);
        let helpers: Vec<Id> = match self.somebody_waits(id, after) {
            true => Vec::new(),
            false => self.kin(id).filter(able).collect(),
        };
        helpers.iter().any(|k| self.walks(*k, self.piece(*k).at(), self.piece(*k).mp, here, 1))
            || self.gets_round(id, here, left, &kin)
            || self.kin(id).filter(on_the_way).any(|m| self.gets_round(m, after.at, (after.left)(m), &[here]))
            || helpers.iter().any(|k| self.comes_round(*k, here, bonds))
    }

    /// Whether another of the brigade is apart and cannot go back: who could come can come to one only.
    fn somebody_waits(self, id: Id, after: &After) -> bool {
        let stuck = |z: Id| {
            let (hex, left) = (self.hex_after(z, after), self.left_after(z, after));
            !self.together(z, after)
                && !self.kin(z).any(|r| self.walks(z, hex, left, self.hex_after(r, after), 1))
        };
        self.kin(id).filter(|z| self.bond(*z).is_some()).any(stuck)
    }

    fn left_after(self, id: Id, after: &After) -> u8 {
        if after.members.contains(&id) {
            return (after.left)(id);
        }
        if self.may_move(id).is_ok() && !self.keeps_works(self.piece(id).at(), &[id]) {
            self.piece(id).mp
        } else {
            0
        }
    }

    /// Whether a regiment could be called to another: not one in contact, which would have to leave it.
    pub(crate) fn may_come(self, id: Id) -> bool {
        self.bond(id).is_some()
            && !self.piece(id).has(flag::CONTACT)
            && self.may_move(id).is_ok()
            && !self.keeps_works(self.piece(id).at(), &[id])
    }

    /// The same as things stand.
    pub(crate) fn may_be_spared(self, id: Id, to: Id) -> bool {
        self.spared(id, to, &After::now())
    }

    /// Whether those it would leave have others beside them, or can come along.
    fn spared(self, id: Id, to: Id, after: &After) -> bool {
        let (from, goal) = (self.piece(id).at(), self.hex_after(to, after));
        let left_alone = |l: Id| {
            let hex = self.hex_after(l, after);
            let others = self.kin(l).filter(|r| *r != id);
            self.distance(hex, from) <= 1
                && !others.into_iter().any(|r| self.distance(hex, self.hex_after(r, after)) <= 1)
        };
        let follows = |l: Id| {
            !after.members.contains(&l)
                && self.may_come(l)
                && self.walks(l, self.piece(l).at(), self.piece(l).mp, goal, 1)
        };
        self.kin(id).filter(|l| *l != to && self.bond(*l).is_some()).all(|l| !left_alone(l) || follows(l))
    }

    /// Whether the straight way leads so near to a goal for these MP, clear of the enemy.
    pub(crate) fn walks(self, id: Id, from: Hex, mp: u8, goal: Hex, near: u16) -> bool {
        let (class, enemy) = (self.class(id), self.counter(id).side.other());
        let (mut at, mut left) = (from, mp);
        loop {
            let far = self.distance(at, goal);
            if far <= near {
                return at == from || near == 0 || self.may_end(id, at);
            }
            let open =
                |n: Hex| !self.held_by(n, enemy) && ((near == 0 && n == goal) || !self.in_zoc(n, enemy));
            let ways = self.neighbors(at).filter(|(dir, n)| {
                self.distance(*n, goal) < far && open(*n) && (!self.is_night() || self.along_road(at, *dir))
            });
            let priced = ways.filter_map(|(dir, n)| self.cost(class, at, dir).map(|cost| (cost, n)));
            match priced.min_by_key(|(cost, _)| *cost) {
                Some((cost, next)) if cost <= left => (at, left) = (next, left - cost),
                _ => return false,
            }
        }
    }

    /// Whether a regiment may end its move in a hex with those who stand there.
    pub(crate) fn may_end(self, id: Id, hex: Hex) -> bool {
        !self.mixes_modes(&[id], hex) && self.fits(id, hex)
    }

    /// Whether it gets beside one of these for so many MP, straight or by a way round.
    pub(crate) fn gets_beside(self, id: Id, from: Hex, left: u8, goals: &[Hex]) -> bool {
        goals.iter().any(|g| self.walks(id, from, left, *g, 1)) || self.gets_round(id, from, left, goals)
    }

    /// Whether it gets beside one of these by a way round, or by road.
    fn gets_round(self, id: Id, from: Hex, left: u8, goals: &[Hex]) -> bool {
        if left == 0 || goals.iter().all(|g| self.out_of_reach(from, *g, 1, left)) {
            return false;
        }
        let mut mover = self.mover(id, true);
        (mover.enters_zoc, mover.budget) = (false, left);
        self.gets_near(mover, from, goals, 1, |h| self.may_end(id, h))
    }

    /// Whether one that stands aside comes to a hex by a way round, or by road.
    fn comes_round(self, id: Id, to: Hex, bonds: &Bonds) -> bool {
        let piece = self.piece(id);
        if self.out_of_reach(piece.at(), to, 1, piece.mp) {
            return false;
        }
        let mut known = bonds.reach.borrow_mut();
        let nth = known.iter().position(|(k, _)| *k == id).unwrap_or_else(|| {
            let mut mover = self.mover(id, true);
            mover.enters_zoc = false;
            let ends = self.reach(mover).into_iter().map(|r| r.hex).filter(|h| self.may_end(id, *h));
            known.push((id, ends.collect()));
            known.len() - 1
        });
        known[nth].1.iter().any(|h| self.distance(*h, to) <= 1)
    }

    /// At a glance: nobody comes so near to a hex for these MP.
    pub(crate) fn out_of_reach(self, from: Hex, to: Hex, near: u16, mp: u8) -> bool {
        let hexes = self.distance(from, to).saturating_sub(near);
        self.setup.ground.at_least(from, to, hexes) > u16::from(mp)
    }

    fn with_his_men(self, chief: Id, after: &After) -> bool {
        let here = self.hex_after(chief, after);
        self.men_of(chief).any(|r| self.hex_after(r, after) == here)
    }

    fn men_of(self, chief: Id) -> impl Iterator<Item = Id> {
        self.counter(chief).brigade.into_iter().flat_map(move |b| self.brigade_on_map(b))
    }

    /// Whether a brigade commander comes to one of his regiments with what he has left (20.8, 1.2).
    fn can_attend(self, chief: Id, after: &After) -> bool {
        let (here, left) = (self.hex_after(chief, after), self.left_after(chief, after));
        let goals = || self.men_of(chief).map(|r| self.hex_after(r, after));
        if goals().any(|g| self.walks(chief, here, left, g, 0)) {
            return true;
        }
        if left == 0 || goals().all(|g| self.out_of_reach(here, g, 0, left)) {
            return false;
        }
        let mover = crate::reach::Mover { budget: left, ..self.mover(chief, true) };
        self.gets_near(mover, here, &goals().collect::<Vec<_>>(), 0, |_| true)
    }

    /// Whether an order takes a brigade commander's men from him for good, or him from them.
    fn loses_chief(self, chief: Id, after: &After, bonds: &Bonds) -> bool {
        self.piece(chief).on_map()
            && self.men_of(chief).next().is_some()
            && !self.with_his_men(chief, after)
            && !self.can_attend(chief, after)
            && self.was_kept(chief, bonds)
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
}
