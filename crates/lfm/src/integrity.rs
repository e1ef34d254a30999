//! Brigades keep together (22).
//!
//! A regiment may leave its brigade while the Movement Phase lasts, if that can still be mended: it can come
//! back with what it has left, or one of the others can come to it without leaving somebody else alone. An
//! order after which neither is possible is refused. Who is apart when the phase ends is brought together
//! then (`rejoin`).

use std::cell::RefCell;
use std::sync::Arc;

use hexmap::Hex;
use table::{Refusal, Rule};

use crate::ground::Class;
use crate::play::Play;
use crate::position::Pos;
use crate::reach::Mover;
use crate::scratch::Field;
use crate::setup::Id;
use crate::state::flag;

/// How an order would leave the stack that is on its way: where, and with what.
#[derive(Clone, Copy)]
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
pub(crate) struct Bonds {
    bands: Vec<Band>,
    /// Who is with his brigade now, or can be.
    kept: RefCell<Vec<(Id, bool)>>,
    /// The ways of those who are on their way to others.
    fields: RefCell<Vec<(Id, Goals, Arc<Field>)>>,
}

/// Where somebody wants to get.
type Goals = Vec<Hex>;

/// A brigade on the map, as it stands.
struct Band {
    men: Vec<Man>,
    chief: Option<Id>,
}

#[derive(Clone, Copy)]
struct Man {
    id: Id,
    at: Hex,
    /// Has to keep to its brigade.
    bound: bool,
}

impl Bonds {
    pub(crate) fn of(pos: Pos, members: &[Id]) -> Bonds {
        let (mut bands, mut seen) = (Vec::new(), Vec::new());
        for brigade in members.iter().filter_map(|m| pos.counter(*m).brigade) {
            if !seen.contains(&brigade) {
                seen.push(brigade);
                bands.push(pos.band(brigade));
            }
        }
        Bonds { bands, kept: RefCell::default(), fields: RefCell::default() }
    }
}

/// What an order would tear apart.
enum Torn {
    Regiment(Id),
    Chief(Id),
}

impl Pos<'_> {
    /// Whether a regiment has to keep to its brigade; not those who are detached or free (22.3, 20.7).
    fn bound(self, id: Id) -> bool {
        let (counter, piece) = (self.counter(id), self.piece(id));
        counter.brigade.is_some()
            && counter.arm.is_regiment()
            && !counter.free
            && piece.on_map()
            && !piece.has(flag::DETACHED)
    }

    fn band(self, brigade: u16) -> Band {
        let man = |id: Id| Man { id, at: self.piece(id).at(), bound: self.bound(id) };
        let chief = self.setup.brigades[brigade as usize].commander.filter(|c| self.piece(*c).on_map());
        let mut men = Vec::with_capacity(self.setup.brigades[brigade as usize].regiments.len());
        men.extend(self.brigade_on_map(brigade).map(man));
        Band { men, chief }
    }

    /// The other regiments of its brigade on the map.
    pub fn kin(self, id: Id) -> impl Iterator<Item = Id> {
        let brigade = self.counter(id).brigade;
        brigade.into_iter().flat_map(move |b| self.brigade_on_map(b)).filter(move |r| *r != id)
    }

    /// Whether a regiment has no unit of its brigade in its hex or next to it (22.1).
    pub fn separated(self, id: Id) -> bool {
        let here = self.piece(id).at();
        let mut kin = self.kin(id).peekable();
        self.bound(id) && kin.peek().is_some() && !kin.any(|r| self.distance(here, self.piece(r).at()) <= 1)
    }

    /// Whether the brigades of a stack, and their commanders, still keep together after an order, or can.
    pub(crate) fn keeps_bonds(self, after: &After, bonds: &Bonds) -> bool {
        bonds.bands.iter().all(|band| Case { pos: self, band, after: *after, bonds }.torn().is_none())
    }

    /// The same, with what forbids it.
    pub(crate) fn check_bonds(self, after: &After, bonds: &Bonds) -> Result<(), Refusal> {
        for band in &bonds.bands {
            let case = Case { pos: self, band, after: *after, bonds };
            match case.torn() {
                Some(Torn::Regiment(id)) => return Err(case.refuse(id)),
                Some(Torn::Chief(chief)) => {
                    let name = &self.counter(chief).id;
                    let why = format!("{name} could not come to his men with the MP he has");
                    return Err(Refusal::new(Rule("L20-25"), why));
                }
                None => {}
            }
        }
        Ok(())
    }

    /// Whether a regiment could be called to another: not one in contact, which would have to leave it.
    pub(crate) fn may_come(self, id: Id) -> bool {
        self.bound(id) && !self.piece(id).has(flag::CONTACT) && self.may_set_out(id)
    }

    fn may_set_out(self, id: Id) -> bool {
        self.may_move(id).is_ok() && !self.keeps_works(self.piece(id).at(), &[id])
    }

    /// Whether those a regiment would leave, as things stand, have others beside them or can come along.
    pub(crate) fn may_be_spared(self, id: Id, to: Id) -> bool {
        let bonds = Bonds::of(self, &[id]);
        let goal = self.piece(to).at();
        bonds.bands.iter().all(|band| {
            let case = Case { pos: self, band, after: After::now(), bonds: &bonds };
            case.man(id).is_none_or(|man| case.spared(man, to, goal))
        })
    }
}

/// One brigade under one order.
#[derive(Clone, Copy)]
struct Case<'a> {
    pos: Pos<'a>,
    band: &'a Band,
    after: After<'a>,
    bonds: &'a Bonds,
}

impl<'a> Case<'a> {
    /// Who would be torn from his brigade.
    fn torn(self) -> Option<Torn> {
        let apart = |m: &&Man| m.bound && self.men_but(m.id).next().is_some() && !self.together(m);
        for man in self.band.men.iter().filter(apart) {
            let moves = self.moves(man.id);
            if !self.can_mend(man) && (moves || self.was_kept(man.id)) {
                if self.comes_to_others() {
                    break;
                }
                return Some(Torn::Regiment(man.id));
            }
        }
        self.band.chief.filter(|c| self.loses_chief(*c)).map(Torn::Chief)
    }

    fn refuse(self, id: Id) -> Refusal {
        let name = &self.pos.counter(id).id;
        if self.was_kept(id) {
            let why = format!("{name} could not come back to its brigade, nor it to {name}");
            return Refusal::new(Rule("L22-1"), why);
        }
        let why =
            format!("{name} is apart: at the end of the phase it goes as near to its brigade as it can");
        Refusal::new(Rule("L22-2"), why)
    }

    fn moves(self, id: Id) -> bool {
        self.after.members.contains(&id)
    }

    fn man(self, id: Id) -> Option<&'a Man> {
        self.band.men.iter().find(|m| m.id == id)
    }

    fn men_but(self, id: Id) -> impl Iterator<Item = &'a Man> {
        self.band.men.iter().filter(move |m| m.id != id)
    }

    /// Where a regiment would stand.
    fn hex(self, man: &Man) -> Hex {
        if self.moves(man.id) { self.after.at } else { man.at }
    }

    fn left(self, id: Id) -> u8 {
        if self.moves(id) {
            return (self.after.left)(id);
        }
        if self.pos.may_set_out(id) { self.pos.piece(id).mp } else { 0 }
    }

    fn together(self, man: &Man) -> bool {
        let here = self.hex(man);
        self.men_but(man.id).any(|r| self.pos.distance(here, self.hex(r)) <= 1)
    }

    /// Whether the stack comes to others of the brigade and leaves none: nobody may keep it from that.
    fn comes_to_others(self) -> bool {
        let beside = |hex: Hex| {
            let mut others = self.band.men.iter().filter(|m| !self.moves(m.id));
            others.any(|m| self.pos.distance(hex, m.at) <= 1)
        };
        let from = self.after.members.first().map(|m| self.pos.piece(*m).at());
        from.is_some_and(|from| !beside(from)) && beside(self.after.at)
    }

    /// Whether it was with its brigade before the order, or could have been.
    fn was_kept(self, id: Id) -> bool {
        let known = self.bonds.kept.borrow().iter().find(|(k, _)| *k == id).map(|(_, kept)| *kept);
        known.unwrap_or_else(|| {
            let now = Case { after: After::now(), ..self };
            let kept = match self.man(id) {
                Some(man) => now.together(man) || now.can_mend(man),
                None => now.with_his_men(id) || now.can_attend(id),
            };
            self.bonds.kept.borrow_mut().push((id, kept));
            kept
        })
    }

    /// Whether a regiment that is apart can go back, or somebody can come to it.
    fn can_mend(self, man: &Man) -> bool {
        let here = self.hex(man);
        let mut kin = Vec::with_capacity(self.band.men.len());
        kin.extend(self.men_but(man.id).map(|r| self.hex(r)));
        let mut movers = self.men_but(man.id).filter(|m| self.moves(m.id));
        self.gets_beside(man.id, here, self.left(man.id), &kin)
            || movers.any(|m| self.gets_beside(m.id, self.after.at, (self.after.left)(m.id), &[here]))
            || self.is_helped(man, here)
    }

    /// Whether one who stands aside can come to a regiment, and nobody else needs him.
    fn is_helped(self, man: &Man, here: Hex) -> bool {
        let pos = self.pos;
        let near = |k: &&Man| !pos.too_far_beside(pos.class(k.id), k.at, here, pos.piece(k.id).mp);
        let able = |k: &&Man| !self.moves(k.id) && near(k) && pos.may_come(k.id);
        let mut able = self.men_but(man.id).filter(able).filter(|k| self.spared(k, man.id, here)).peekable();
        able.peek().is_some()
            && !self.somebody_waits(man.id)
            && able.any(|k| self.gets_beside(k.id, k.at, pos.piece(k.id).mp, &[here]))
    }

    /// Whether a regiment gets beside one of these hexes for so many MP.
    fn gets_beside(self, id: Id, from: Hex, mp: u8, goals: &[Hex]) -> bool {
        let pos = self.pos;
        if !self.on_the_way(id) {
            return pos.gets_beside(id, mp, goals);
        }
        let near = |g: &&Hex| !pos.too_far_beside(pos.class(id), from, **g, mp);
        let nearest = goals.iter().filter(near).min_by_key(|g| pos.distance(from, **g));
        nearest.is_some_and(|nearest| {
            let walks = || pos.walks(id, from, mp, *nearest, 1);
            self.field_leads(id, (from, mp), goals, walks, || pos.ends_beside(id, goals))
        })
    }

    /// Those on their way stand elsewhere after every step: for them the ways are searched from the goals.
    fn on_the_way(self, id: Id) -> bool {
        self.moves(id) || self.pos.state.group.contains(&id)
    }

    /// Whether one who is on his way gets for so many MP to where he may end to be with these goals. A field is
    /// worked out only if he does not get there straight.
    fn field_leads(
        self,
        id: Id,
        (from, mp): (Hex, u8),
        goals: &[Hex],
        walks: impl FnOnce() -> bool,
        ends: impl FnOnce() -> Vec<Hex>,
    ) -> bool {
        let mut known = self.bonds.fields.borrow_mut();
        if let Some((_, _, field)) = known.iter().find(|(k, to, _)| *k == id && to == goals) {
            return field.leads(from, mp);
        }
        walks() || {
            let field = self.pos.field_to(id, self.pos.piece(id).mp, ends());
            let leads = field.leads(from, mp);
            known.push((id, goals.to_vec(), field));
            leads
        }
    }

    /// Whether another of the brigade is apart and cannot go back: who could come can come to one only.
    fn somebody_waits(self, id: Id) -> bool {
        let stuck = |z: &Man| {
            let (hex, left) = (self.hex(z), self.left(z.id));
            !self.together(z) && !self.men_but(z.id).any(|r| self.pos.walks(z.id, hex, left, self.hex(r), 1))
        };
        self.men_but(id).filter(|z| z.bound).any(stuck)
    }

    /// Whether those it would leave for a goal have others beside them, or can come along.
    fn spared(self, man: &Man, to: Id, goal: Hex) -> bool {
        let pos = self.pos;
        let left_alone = |l: &Man| {
            let hex = self.hex(l);
            let mut others = self.men_but(l.id).filter(|r| r.id != man.id);
            pos.distance(hex, man.at) <= 1 && !others.any(|r| pos.distance(hex, self.hex(r)) <= 1)
        };
        let follows = |l: &Man| {
            !self.moves(l.id) && pos.may_come(l.id) && pos.walks(l.id, l.at, pos.piece(l.id).mp, goal, 1)
        };
        self.men_but(man.id).filter(|l| l.id != to && l.bound).all(|l| !left_alone(l) || follows(l))
    }

    fn hex_of(self, id: Id) -> Hex {
        if self.moves(id) { self.after.at } else { self.pos.piece(id).at() }
    }

    fn with_his_men(self, chief: Id) -> bool {
        let here = self.hex_of(chief);
        self.band.men.iter().any(|m| self.hex(m) == here)
    }

    /// Whether a brigade commander comes to one of his regiments with what he has left (20.8, 1.2).
    fn can_attend(self, chief: Id) -> bool {
        let (pos, here, left) = (self.pos, self.hex_of(chief), self.left(chief));
        let too_far = |g: &Hex| pos.too_far(Class::Commander, here, *g, left);
        let goals = || self.band.men.iter().map(|m| self.hex(m)).filter(|g| !too_far(g));
        let Some(nearest) = goals().min_by_key(|g| pos.distance(here, *g)) else { return false };
        let walks = || pos.walks(chief, here, left, nearest, 0);
        let clear = match self.on_the_way(chief) {
            true => {
                let all: Vec<Hex> = self.band.men.iter().map(|m| self.hex(m)).collect();
                self.field_leads(chief, (here, left), &all, walks, || all.clone())
            }
            false => pos.gets_to(chief, left, goals, walks),
        };
        if clear {
            return true;
        }
        // There is no other way but into a zone of control, to men who stand there.
        let enemy = pos.counter(chief).side.other();
        let goals: Vec<Hex> = goals().filter(|g| pos.in_zoc(*g, enemy)).collect();
        goals.iter().any(|g| pos.walks(chief, here, left, *g, 0))
            || pos.reaches_one(Mover { budget: left, ..pos.mover(chief, true) }, here, &goals)
    }

    /// Whether an order takes a brigade commander's men from him for good, or him from them.
    fn loses_chief(self, chief: Id) -> bool {
        !self.band.men.is_empty()
            && !self.with_his_men(chief)
            && !self.can_attend(chief)
            && self.was_kept(chief)
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
