//! How a regiment gets to another, clear of the enemy: straight, by a way round, or by road.
//!
//! Such ways are asked for again and again while a stack moves hex by hex: what was found is kept until the enemy,
//! works or bridges change (`scratch`).

use std::sync::Arc;

use hexmap::{Hex, HexSet, Step};

use crate::ground::{Class, NEVER};
use crate::position::Pos;
use crate::reach::{Going, Mover};
use crate::scratch::{Field, Gait, Gets, Room};
use crate::setup::Id;

impl Pos<'_> {
    /// At a glance: nobody comes so near to a hex for these MP.
    #[inline]
    pub(crate) fn out_of_reach(self, from: Hex, to: Hex, near: u16, mp: u8) -> bool {
        let hexes = self.distance(from, to).saturating_sub(near);
        self.setup.ground.at_least(from, to, hexes) > u16::from(mp)
    }

    /// Whether nobody of this class comes beside a hex for these MP, whatever stands in the way.
    pub(crate) fn too_far_beside(self, class: Class, from: Hex, to: Hex, mp: u8) -> bool {
        let ground = &self.setup.ground;
        let ways = ground.open_ways(&self.setup.map, from, class);
        let there = ways[to.index()];
        there > mp
            && (ground.least_beside(to, class, there) > mp
                || !self.neighbors(to).any(|(_, h)| ways[h.index()] <= mp))
    }

    /// The nearest of these hexes that somebody of this class may come beside for so many MP.
    pub(crate) fn nearest_beside(self, class: Class, from: Hex, mp: u8, goals: &[Hex]) -> Option<Hex> {
        self.nearest(from, goals, |goal| !self.too_far_beside(class, from, goal, mp))
    }

    /// The nearest of some hexes that will do, the first of them if several are; asked of few.
    pub(crate) fn nearest(self, from: Hex, goals: &[Hex], will_do: impl Fn(Hex) -> bool) -> Option<Hex> {
        let mut nearest: Option<(u16, Hex)> = None;
        for goal in goals {
            let far = self.distance(from, *goal);
            if nearest.is_none_or(|(least, _)| far < least) && will_do(*goal) {
                nearest = Some((far, *goal));
            }
        }
        nearest.map(|(_, goal)| goal)
    }

    /// The same of the hex itself.
    pub(crate) fn too_far(self, class: Class, from: Hex, to: Hex, mp: u8) -> bool {
        self.setup.ground.open_ways(&self.setup.map, from, class)[to.index()] > mp
    }

    /// Whether the straight way leads so near to a goal for these MP, clear of the enemy.
    pub(crate) fn walks(self, id: Id, from: Hex, mp: u8, goal: Hex, near: u16) -> bool {
        let (class, enemy, night) = (self.class(id), self.counter(id).side.other(), self.is_night());
        let (mut at, mut left, mut far) = (from, mp, self.distance(from, goal));
        while far > near {
            let mut best = (NEVER, at);
            for (dir, next) in self.setup.map.grid.nearer(at, goal) {
                let shut =
                    self.in_zoc(next, enemy) && (near != 0 || next != goal || self.held_by(next, enemy));
                if shut || (night && !self.along_road(at, dir)) {
                    continue;
                }
                let cost = self.cost_into(class, at, dir, next).unwrap_or(NEVER);
                if cost < best.0 {
                    best = (cost, next);
                }
            }
            if best.0 == NEVER || best.0 > left {
                return false;
            }
            (at, left, far) = (best.1, left - best.0, far - 1);
        }
        at == from || near == 0 || self.fits(id, at)
    }

    /// Whether a regiment gets from where it stands beside one of these goals, for so many MP.
    pub(crate) fn gets_beside(self, id: Id, mp: u8, goals: &[Hex]) -> bool {
        let from = self.piece(id).at();
        let class = self.class(id);
        let Some(nearest) = self.nearest_beside(class, from, mp, goals) else { return false };
        let straight = || self.walks(id, from, mp, nearest, 1);
        let straight = || straight() || self.open_way_beside(id, from, mp, goals);
        self.gets(id, mp, straight, |hexes| {
            let there = |h: Hex| hexes.contains(h) && self.fits(id, h);
            goals.iter().any(|g| there(*g) || self.neighbors(*g).any(|(_, h)| there(h)))
        })
    }

    /// Whether a way that is the cheapest with nobody in it leads beside one of these goals for so many MP as things
    /// are. It is free more often than not.
    pub(crate) fn open_way_beside(self, id: Id, from: Hex, mp: u8, goals: &[Hex]) -> bool {
        let mover = self.clear_mover(id, mp);
        let (going, gait) = (self.going(mover), Gait { class: mover.class, slow: mover.slow, mp });
        let ways = self.setup.ground.open_ways(&self.setup.map, from, mover.class);
        goals.iter().any(|goal| {
            let mut end: Option<(u8, Hex)> = None;
            for hex in self.neighbors(*goal).map(|(_, h)| h).chain([*goal]) {
                let far = ways[hex.index()];
                if far <= mp && end.is_none_or(|(least, _)| far < least) && self.fits(id, hex) {
                    end = Some((far, hex));
                }
            }
            end.is_some_and(|(_, end)| self.is_open(going, gait, (from, end)))
        })
    }

    /// Whether a cheapest way between two hexes with nobody in it can be gone as things are; looked at from its end.
    fn is_open(self, going: Going, gait: Gait, (from, end): (Hex, Hex)) -> bool {
        let ways = self.setup.ground.open_ways(&self.setup.map, from, gait.class);
        let (mut at, mut left) = (end, gait.mp);
        while at != from {
            let here = ways[at.index()];
            let last = self.neighbors(at).find(|(dir, before)| {
                let least = self.setup.ground.least_step(*before, dir.opposite(), gait.class);
                ways[before.index()] < here && ways[before.index()].saturating_add(least) == here
            });
            let Some((dir, before)) = last else { return false };
            match going.clear_cost(before, dir.opposite(), at) {
                cost if cost <= left => (at, left) = (before, left - cost),
                _ => return false,
            }
        }
        true
    }

    /// Whether a piece gets from where it stands to one of these goals, which it perhaps walks to straight.
    pub(crate) fn gets_to<I: Iterator<Item = Hex>>(
        self,
        id: Id,
        mp: u8,
        goals: impl Fn() -> I,
        walks: impl FnOnce() -> bool,
    ) -> bool {
        self.gets(id, mp, walks, |hexes| goals().any(|g| hexes.contains(g)))
    }

    /// Asks where a piece gets to. Ways round are searched only if they are not known and the straight way does
    /// not do.
    fn gets(self, id: Id, mp: u8, straight: impl FnOnce() -> bool, ask: impl Fn(&HexSet) -> bool) -> bool {
        let (mover, from) = (self.clear_mover(id, mp), self.piece(id).at());
        let gait = Gait { class: mover.class, slow: mover.slow, mp };
        let known = self.with_room(id, |room| room.gets(id, gait, from).map(&ask));
        known.unwrap_or_else(|| straight() || self.with_gets(id, mp, ask))
    }

    /// Which of these ends a regiment gets to from where it stands. Its ways are searched only if one of them is
    /// not at the end of a way that is free.
    pub(crate) fn ends_reached(self, id: Id, mp: u8, mut ends: Vec<Hex>) -> Vec<Hex> {
        let (mover, from) = (self.clear_mover(id, mp), self.piece(id).at());
        let (going, gait) = (self.going(mover), Gait { class: mover.class, slow: mover.slow, mp });
        let known = self.with_room(id, |room| room.gets(id, gait, from).is_some());
        if known || !ends.iter().all(|h| self.is_open(going, gait, (from, *h))) {
            self.with_gets(id, mp, |hexes| ends.retain(|h| hexes.contains(*h)));
        }
        ends
    }

    /// Every hex that a regiment gets to from where it stands, in order.
    pub(crate) fn clear_reach(self, id: Id, mp: u8) -> Vec<Hex> {
        self.with_gets(id, mp, |hexes| hexes.iter().collect())
    }

    fn with_gets<T>(self, id: Id, mp: u8, ask: impl FnOnce(&HexSet) -> T) -> T {
        let (mover, from) = (self.clear_mover(id, mp), self.piece(id).at());
        let gait = Gait { class: mover.class, slow: mover.slow, mp };
        self.with_room(id, |room| {
            if let Some(hexes) = room.gets(id, gait, from) {
                return ask(hexes);
            }
            let hexes = self.find_gets(room, self.going(mover), gait, from);
            let told = ask(&hexes);
            room.keep_gets(id, Gets { gait, from, hexes });
            told
        })
    }

    fn find_gets(self, room: &mut Room, going: Going, gait: Gait, from: Hex) -> HexSet {
        let size = self.setup.map.grid.len();
        let reach = &mut room.reach;
        reach.expand(size, from.index(), gait.mp as u16, |node, _, frontier| {
            let hex = Hex(node as u16);
            for (dir, to) in self.neighbors(hex) {
                let cost = going.clear_cost(hex, dir, to);
                if cost != NEVER {
                    frontier.enter(Step { to: to.index(), cost: cost as u16, stops: false });
                }
            }
        });
        let mut hexes = HexSet::new(size);
        reach.reached().for_each(|(node, _)| hexes.insert(Hex(node as u16)));
        hexes
    }

    /// What it takes a piece with so many MP to one of these ends.
    pub(crate) fn field_to(self, id: Id, mp: u8, ends: Vec<Hex>) -> Arc<Field> {
        let mover = self.clear_mover(id, mp);
        let gait = Gait { class: mover.class, slow: mover.slow, mp };
        let from = self.piece(id).at();
        self.with_room(id, |room| {
            if let Some(field) = room.field(id, gait, &ends) {
                return field;
            }
            let cost = self.find_field(room, self.going(mover), gait, (from, &ends));
            let field = Arc::new(Field { id, gait, from, ends, cost });
            room.keep_field(field.clone());
            field
        })
    }

    /// Where a regiment may end its move beside one of these goals, among hexes that will do.
    pub(crate) fn ends_beside(self, id: Id, goals: &[Hex], will_do: impl Fn(Hex) -> bool) -> Vec<Hex> {
        let mut ends: Vec<Hex> = goals.to_vec();
        goals.iter().for_each(|g| ends.extend(self.neighbors(*g).map(|(_, h)| h)));
        ends.sort_unstable();
        ends.dedup();
        ends.retain(|h| will_do(*h) && self.fits(id, *h));
        ends
    }

    /// Searched backwards from the ends: a hex in a zone of control can be left but not passed. Hexes that are too
    /// far from where the piece stands are no use to it.
    fn find_field(self, room: &mut Room, going: Going, gait: Gait, (from, ends): (Hex, &[Hex])) -> Vec<u8> {
        let size = self.setup.map.grid.len();
        let reach = &mut room.reach;
        let ways = self.setup.ground.open_ways(&self.setup.map, from, gait.class);
        reach.expand(size + 1, size, gait.mp as u16, |node, spent, frontier| {
            if node == size {
                ends.iter().for_each(|h| frontier.enter(Step { to: h.index(), cost: 0, stops: false }));
                return;
            }
            let hex = Hex(node as u16);
            if ways[node] > gait.mp - spent as u8 {
                return;
            }
            for (dir, before) in self.neighbors(hex) {
                let cost = going.clear_cost(before, dir.opposite(), hex);
                if cost != NEVER && frontier.improves(before.index(), cost as u16) {
                    let stops = self.in_zoc(before, going.enemy());
                    frontier.enter(Step { to: before.index(), cost: cost as u16, stops });
                }
            }
        });
        let mut cost = vec![Field::TOO_FAR; size];
        let reached = reach.reached().filter(|(node, _)| *node != size);
        reached.for_each(|(node, spent)| cost[node] = spent as u8);
        cost
    }

    /// Whether what is kept would be found again; some of it is looked at each time.
    pub(crate) fn ways_still_hold(self) -> bool {
        if !self.state.influence_known {
            return true;
        }
        let (gets, fields) = self.state.scratch.with(|room| (room.gets.clone(), room.fields.clone()));
        let going = |id: Id, gait: Gait| {
            self.going(Mover { class: gait.class, slow: gait.slow, ..self.clear_mover(id, gait.mp) })
        };
        let first = usize::from(self.state.groups % 8);
        let mut gets = gets.into_iter().enumerate().skip(first).step_by(8);
        let mut fields = fields.iter().skip(first);
        gets.all(|(n, gets)| {
            let id = Id(n as u16);
            gets.is_none_or(|g| {
                self.find_gets(&mut Room::default(), going(id, g.gait), g.gait, g.from) == g.hexes
            })
        }) && fields.next().is_none_or(|f| {
            let found = self.find_field(&mut Room::default(), going(f.id, f.gait), f.gait, (f.from, &f.ends));
            found == f.cost
        })
    }

    /// The room of the position, if the enemy's zones are noted: then everything found there is still true.
    fn with_room<T>(self, id: Id, ask: impl FnOnce(&mut Room) -> T) -> T {
        if self.state.influence_known && self.counter(id).side == self.state.side {
            self.state.scratch.with(ask)
        } else {
            ask(&mut Room::default())
        }
    }
}
