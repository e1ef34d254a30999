//! Brigades keep together (22).
//!
//! A regiment may leave its brigade while the Movement Phase lasts, if that can still be mended: it can come
//! back with what it has left, or one of the others can come to it without leaving somebody else alone. An
//! order after which neither is possible is refused, but not to those who have to leave an overfull hex (9.1f).
//! Who is apart when the phase ends is brought together then (`rejoin`).

use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
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
    pub at: Hex,
    /// Twelfths of an MP that a member has left; 0 if its move is over.
    pub left: &'m dyn Fn(Id) -> u8,
}

/// What is known of the brigades of a stack, for all the orders that are looked at together. What has nothing to
/// do with where the stack goes is found out once.
pub(crate) struct Bonds<'m> {
    pos: Pos<'m>,
    /// The stack.
    members: &'m [Id],
    /// Its brigades; looked for when first asked about.
    bands: OnceCell<Vec<Band>>,
    /// The ways of those who are on their way to others.
    fields: RefCell<Vec<(Id, Goals, Arc<Field>)>>,
}

/// Where somebody wants to get.
type Goals = Vec<Hex>;

/// A brigade on the map, as it stands.
struct Band {
    men: Vec<Man>,
    chief: Option<Id>,
    /// How many of its regiments are with the stack.
    movers: usize,
    /// Where the others stand.
    stayers: Goals,
    /// Of its commander, if he is not with the stack: the MP he has left, whether he comes to one of the others.
    left: Cell<Option<u8>>,
    attends: Cell<Option<bool>>,
    /// Whether its commander is with his men now, or can be.
    kept: Cell<Option<bool>>,
    /// The last straight way that was found for one of the stack: who, from where, with what, beside which hex.
    way: Cell<Option<(Id, Hex, u8, Hex)>>,
}

struct Man {
    id: Id,
    at: Hex,
    /// Has to keep to its brigade.
    bound: bool,
    /// Is with the stack.
    moves: bool,
    /// Who stays: whether another who stays is in its hex or next to it.
    company: bool,
    /// Who stays: MP it has left, whether it can be called, whether it gets to another who stays, and straight.
    left: Cell<Option<u8>>,
    comes: Cell<Option<bool>>,
    returns: Cell<Option<bool>>,
    walks: Cell<Option<bool>>,
    /// Whether it is with its brigade now, or can be.
    kept: Cell<Option<bool>>,
}

/// What is in a cell; it is found out when it is first asked for.
fn known<T: Copy>(cell: &Cell<Option<T>>, find: impl FnOnce() -> T) -> T {
    cell.get().unwrap_or_else(|| {
        let found = find();
        cell.set(Some(found));
        found
    })
}

impl<'m> Bonds<'m> {
    pub(crate) fn of(pos: Pos<'m>, members: &'m [Id]) -> Bonds<'m> {
        Bonds { pos, members, bands: OnceCell::new(), fields: RefCell::default() }
    }

    fn bands(&self) -> &[Band] {
        self.bands.get_or_init(|| self.find_bands())
    }

    /// Whether the stack comes out of an overfull hex: sorting that out goes before keeping together.
    fn are_loose(&self) -> bool {
        self.members.iter().any(|m| self.pos.piece(*m).has(flag::CROWDED))
    }

    fn find_bands(&self) -> Vec<Band> {
        let brigade = |m: &Id| self.pos.counter(*m).brigade;
        // Most stacks are of one brigade.
        let mut bands = Vec::with_capacity(1);
        for (n, member) in self.members.iter().enumerate() {
            let Some(band) = brigade(member) else { continue };
            if !self.members[..n].iter().any(|m| brigade(m) == Some(band)) {
                bands.push(self.pos.band(band, self.members));
            }
        }
        bands
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

    fn band(self, brigade: u16, members: &[Id]) -> Band {
        let all = &self.setup.brigades[brigade as usize];
        let (mut men, mut stayers) = (Vec::with_capacity(all.regiments.len()), Vec::new());
        stayers.reserve_exact(all.regiments.len());
        for id in self.brigade_on_map(brigade) {
            let (at, moves) = (self.piece(id).at(), members.contains(&id));
            if !moves {
                stayers.push(at);
            }
            men.push(Man {
                id,
                at,
                bound: self.bound(id),
                moves,
                company: false,
                left: Cell::default(),
                comes: Cell::default(),
                returns: Cell::default(),
                walks: Cell::default(),
                kept: Cell::default(),
            });
        }
        let movers = men.len() - stayers.len();
        if movers > 0 {
            self.find_company(&mut men);
        }
        Band {
            movers,
            men,
            chief: all.commander.filter(|c| self.piece(*c).on_map()),
            stayers,
            left: Cell::default(),
            attends: Cell::default(),
            kept: Cell::default(),
            way: Cell::default(),
        }
    }

    /// Notes who of those who stay has company: two beside each other have it both.
    fn find_company(self, men: &mut [Man]) {
        for n in 0..men.len() {
            if men[n].moves || men[n].company {
                continue;
            }
            let beside = |m: &Man| !m.moves && m.id != men[n].id && self.distance(men[n].at, m.at) <= 1;
            if let Some(other) = men.iter().position(beside) {
                (men[n].company, men[other].company) = (true, true);
            }
        }
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
        let keeps = |band| Case { pos: self, band, after: Some(*after), bonds }.torn().is_none();
        bonds.are_loose() || bonds.bands().iter().all(keeps)
    }

    /// The same, with what forbids it.
    pub(crate) fn check_bonds(self, after: &After, bonds: &Bonds) -> Result<(), Refusal> {
        if bonds.are_loose() {
            return Ok(());
        }
        for band in bonds.bands() {
            let case = Case { pos: self, band, after: Some(*after), bonds };
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
        self.can_move(id) && !self.keeps_works(self.piece(id).at(), &[id])
    }

    /// Whether those a regiment would leave, as things stand, have others beside them or can come along.
    pub(crate) fn may_be_spared(self, id: Id, to: Id) -> bool {
        let alone = [id];
        let bonds = Bonds::of(self, &alone);
        let goal = self.piece(to).at();
        bonds.bands().iter().all(|band| {
            let case = Case { pos: self, band, after: None, bonds: &bonds };
            case.man(id).is_none_or(|man| case.spared(man, to, goal))
        })
    }
}

/// One brigade under one order, or as it stands.
#[derive(Clone, Copy)]
struct Case<'a> {
    pos: Pos<'a>,
    band: &'a Band,
    after: Option<After<'a>>,
    bonds: &'a Bonds<'a>,
}

impl<'a> Case<'a> {
    /// Who would be torn from his brigade.
    fn torn(&self) -> Option<Torn> {
        let men = &self.band.men;
        // Who stays where he is with all the others is as much with them as before.
        let parts = self.band.movers > 0 && men.len() > 1;
        for man in men.iter().filter(|m| parts && m.bound && !m.company && !self.together(m)) {
            if !self.can_mend(man) && (self.moves(man) || self.was_kept(man)) {
                if self.comes_to_others() {
                    break;
                }
                return Some(Torn::Regiment(man.id));
            }
        }
        self.band.chief.filter(|c| self.loses_chief(*c)).map(Torn::Chief)
    }

    fn refuse(&self, id: Id) -> Refusal {
        let name = &self.pos.counter(id).id;
        if self.man(id).is_some_and(|man| self.was_kept(man)) {
            let why = format!("{name} could not come back to its brigade, nor it to {name}");
            return Refusal::new(Rule("L22-1"), why);
        }
        let why =
            format!("{name} is apart: at the end of the phase it goes as near to its brigade as it can");
        Refusal::new(Rule("L22-2"), why)
    }

    fn moves(&self, man: &Man) -> bool {
        man.moves && self.after.is_some()
    }

    /// Where the regiments of the stack would stand, if there are any.
    fn movers_at(&self) -> Option<Hex> {
        self.after.filter(|_| self.band.movers > 0).map(|after| after.at)
    }

    fn man(&self, id: Id) -> Option<&'a Man> {
        self.band.men.iter().find(|m| m.id == id)
    }

    fn men_but(&self, man: &Man) -> impl Iterator<Item = &'a Man> {
        let id = man.id;
        self.band.men.iter().filter(move |m| m.id != id)
    }

    /// Where a regiment would stand.
    fn hex(&self, man: &Man) -> Hex {
        self.after.filter(|_| man.moves).map_or(man.at, |after| after.at)
    }

    fn left(&self, man: &Man) -> u8 {
        match self.after.filter(|_| man.moves) {
            Some(after) => (after.left)(man.id),
            None => known(&man.left, || self.left_to_stayer(man.id)),
        }
    }

    fn left_to_stayer(&self, id: Id) -> u8 {
        if self.pos.may_set_out(id) { self.pos.piece(id).mp } else { 0 }
    }

    fn may_come(&self, man: &Man) -> bool {
        known(&man.comes, || self.pos.may_come(man.id))
    }

    fn together(&self, man: &Man) -> bool {
        let beside = |a: Hex, b: Hex| self.pos.distance(a, b) <= 1;
        match self.after {
            None => self.men_but(man).any(|r| beside(man.at, r.at)),
            Some(after) if man.moves => {
                self.band.movers > 1 || self.band.stayers.iter().any(|h| beside(after.at, *h))
            }
            Some(after) => man.company || (self.band.movers > 0 && beside(man.at, after.at)),
        }
    }

    /// Whether the stack comes to others of the brigade and leaves none: nobody may keep it from that.
    fn comes_to_others(&self) -> bool {
        let beside = |hex: Hex| self.band.stayers.iter().any(|h| self.pos.distance(hex, *h) <= 1);
        let from = self.bonds.members.first().map(|m| self.pos.piece(*m).at());
        from.zip(self.after).is_some_and(|(from, after)| !beside(from) && beside(after.at))
    }

    /// Whether it was with its brigade before the order, or could have been.
    fn was_kept(&self, man: &Man) -> bool {
        let now = Case { after: None, ..*self };
        known(&man.kept, || now.together(man) || now.can_mend(man))
    }

    /// Whether a commander was with his men before the order, or could have come to them.
    fn was_with_his_men(&self, chief: Id) -> bool {
        let now = Case { after: None, ..*self };
        known(&self.band.kept, || now.with_his_men(chief) || now.can_attend(chief))
    }

    /// Whether a regiment that is apart can go back, or somebody can come to it.
    fn can_mend(&self, man: &Man) -> bool {
        let here = self.hex(man);
        self.goes_back(man, here) || self.is_met(man, here) || self.is_helped(man, here)
    }

    /// Whether a regiment that is apart gets to another.
    fn goes_back(&self, man: &Man, here: Hex) -> bool {
        let left = self.left(man);
        match self.after {
            None => {
                let kin: Goals = self.men_but(man).map(|r| r.at).collect();
                self.gets_beside(man.id, here, left, &kin)
            }
            Some(_) if man.moves => self.gets_beside(man.id, here, left, &self.band.stayers),
            Some(_) => {
                let others = || {
                    let kin: Goals = self.men_but(man).filter(|r| !r.moves).map(|r| r.at).collect();
                    self.gets_beside(man.id, here, left, &kin)
                };
                known(&man.returns, others)
                    || self.movers_at().is_some_and(|at| self.gets_beside(man.id, here, left, &[at]))
            }
        }
    }

    /// Whether one of the stack gets to a regiment that is apart.
    fn is_met(&self, man: &Man, here: Hex) -> bool {
        let Some(after) = self.after.filter(|_| self.band.movers > 0) else { return false };
        let mut movers = self.men_but(man).filter(|m| m.moves);
        movers.any(|m| self.gets_beside(m.id, after.at, (after.left)(m.id), &[here]))
    }

    /// Whether one who stands aside can come to a regiment, and nobody else needs him.
    fn is_helped(&self, man: &Man, here: Hex) -> bool {
        let pos = self.pos;
        let near = |k: &&Man| !pos.too_far_beside(pos.class(k.id), k.at, here, pos.piece(k.id).mp);
        let able = |k: &&Man| !self.moves(k) && self.may_come(k) && near(k);
        let mut able = self.men_but(man).filter(able).filter(|k| self.spared(k, man.id, here)).peekable();
        able.peek().is_some()
            && !self.somebody_waits(man)
            && able.any(|k| self.gets_beside(k.id, k.at, pos.piece(k.id).mp, &[here]))
    }

    /// Whether a regiment gets beside one of these hexes for so many MP.
    fn gets_beside(&self, id: Id, from: Hex, mp: u8, goals: &[Hex]) -> bool {
        let pos = self.pos;
        if !self.on_the_way(id) {
            return pos.gets_beside(id, mp, goals);
        }
        if goals.len() == 1 && self.band.way.get() == Some((id, from, mp, goals[0])) {
            return true;
        }
        if let Some(leads) = self.known_field_leads(id, (from, mp), goals) {
            return leads;
        }
        pos.nearest_beside(pos.class(id), from, mp, goals).is_some_and(|nearest| {
            self.walks(id, (from, mp), nearest)
                || pos.open_way_beside(id, from, mp, goals)
                || self.field_leads(id, (from, mp), goals, pos.ends_beside(id, goals, |_| true))
        })
    }

    /// Whether one of the stack walks straight beside a hex. It is asked again on behalf of who stands there.
    fn walks(&self, id: Id, (from, mp): (Hex, u8), goal: Hex) -> bool {
        let walks = self.pos.walks(id, from, mp, goal, 1);
        if walks {
            self.band.way.set(Some((id, from, mp, goal)));
        }
        walks
    }

    /// Those on their way stand elsewhere after every step: for them the ways are searched from the goals.
    fn on_the_way(&self, id: Id) -> bool {
        (self.after.is_some() && self.bonds.members.contains(&id)) || self.pos.state.group.contains(&id)
    }

    /// Whether one who is on his way gets for so many MP to where he may end to be with these goals, if a field
    /// was worked out for them.
    fn known_field_leads(&self, id: Id, (from, mp): (Hex, u8), goals: &[Hex]) -> Option<bool> {
        let known = self.bonds.fields.borrow();
        let field = known.iter().find(|(k, to, _)| *k == id && to == goals);
        field.map(|(_, _, field)| field.leads(from, mp))
    }

    /// The same, with a new field.
    fn field_leads(&self, id: Id, (from, mp): (Hex, u8), goals: &[Hex], ends: Vec<Hex>) -> bool {
        let field = self.pos.field_to(id, self.pos.piece(id).mp, ends);
        let leads = field.leads(from, mp);
        self.bonds.fields.borrow_mut().push((id, goals.to_vec(), field));
        leads
    }

    /// Whether another of the brigade is apart and cannot go back: who could come can come to one only.
    fn somebody_waits(&self, man: &Man) -> bool {
        self.men_but(man).filter(|z| z.bound).any(|z| !self.together(z) && !self.walks_back(z))
    }

    /// Whether a regiment walks straight to another.
    fn walks_back(&self, man: &Man) -> bool {
        let (hex, left) = (self.hex(man), self.left(man));
        let class = self.pos.class(man.id);
        let walks = |to: Hex| {
            !self.pos.too_far_beside(class, hex, to, left) && self.pos.walks(man.id, hex, left, to, 1)
        };
        if man.moves || self.after.is_none() {
            return self.men_but(man).any(|r| walks(self.hex(r)));
        }
        known(&man.walks, || self.men_but(man).any(|r| !r.moves && walks(r.at)))
            || self.movers_at().is_some_and(walks)
    }

    /// Whether those it would leave for a goal have others beside them, or can come along.
    fn spared(&self, man: &Man, to: Id, goal: Hex) -> bool {
        let pos = self.pos;
        let left_alone = |l: &Man| {
            let hex = self.hex(l);
            let mut others = self.men_but(l).filter(|r| r.id != man.id);
            pos.distance(hex, man.at) <= 1 && !others.any(|r| pos.distance(hex, self.hex(r)) <= 1)
        };
        let follows = |l: &Man| {
            !self.moves(l) && self.may_come(l) && pos.walks(l.id, l.at, pos.piece(l.id).mp, goal, 1)
        };
        self.men_but(man).filter(|l| l.id != to && l.bound).all(|l| !left_alone(l) || follows(l))
    }

    /// Whether a commander is with the stack that goes.
    fn goes_along(&self, chief: Id) -> Option<After<'a>> {
        self.after.filter(|_| self.bonds.members.contains(&chief))
    }

    fn with_his_men(&self, chief: Id) -> bool {
        let here = self.goes_along(chief).map_or(self.pos.piece(chief).at(), |after| after.at);
        match self.after {
            None => self.band.men.iter().any(|m| m.at == here),
            Some(_) => self.movers_at() == Some(here) || self.band.stayers.contains(&here),
        }
    }

    /// Whether a brigade commander comes to one of his regiments with what he has left (20.8, 1.2).
    fn can_attend(&self, chief: Id) -> bool {
        if let Some(after) = self.goes_along(chief) {
            return self.attends(chief, (after.at, (after.left)(chief)), &self.hexes());
        }
        let left = || known(&self.band.left, || self.left_to_stayer(chief));
        let comes = |men: &[Hex]| self.attends(chief, (self.pos.piece(chief).at(), left()), men);
        if self.after.is_none() {
            return comes(&self.hexes());
        }
        known(&self.band.attends, || comes(&self.band.stayers))
            || self.movers_at().is_some_and(|at| comes(&[at]))
    }

    /// Where the regiments would stand.
    fn hexes(&self) -> Cow<'a, [Hex]> {
        if self.band.movers == 0 {
            return Cow::Borrowed(&self.band.stayers);
        }
        self.band.men.iter().map(|m| self.hex(m)).collect()
    }

    /// Whether a commander comes to one of these hexes for so many MP.
    fn attends(&self, chief: Id, (here, left): (Hex, u8), men: &[Hex]) -> bool {
        let pos = self.pos;
        let near = |g: Hex| !pos.too_far(Class::Commander, here, g, left);
        let goals = || men.iter().copied().filter(|g| near(*g));
        let Some(nearest) = pos.nearest(here, men, near) else { return false };
        let walks = || pos.walks(chief, here, left, nearest, 0);
        let clear = match self.on_the_way(chief) {
            true => self
                .known_field_leads(chief, (here, left), men)
                .unwrap_or_else(|| walks() || self.field_leads(chief, (here, left), men, men.to_vec())),
            false => pos.gets_to(chief, left, goals, walks),
        };
        if clear {
            return true;
        }
        // There is no other way but into a zone of control, to men who stand there.
        let enemy = pos.counter(chief).side.other();
        let goals: Goals = goals().filter(|g| pos.in_zoc(*g, enemy)).collect();
        goals.iter().any(|g| pos.walks(chief, here, left, *g, 0))
            || pos.reaches_one(Mover { budget: left, ..pos.mover(chief, true) }, here, &goals)
    }

    /// Whether an order takes a brigade commander's men from him for good, or him from them.
    fn loses_chief(&self, chief: Id) -> bool {
        !self.band.men.is_empty()
            && !self.with_his_men(chief)
            && !self.can_attend(chief)
            && self.was_with_his_men(chief)
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
