//! Where a piece can get in one move, at what least cost, with or without road rates.

use std::sync::Mutex;

use hexmap::{Dir, Hex, Reach, Step};

use crate::ground::Class;
use crate::position::Pos;
use crate::setup::Id;
use crate::state::flag;

/// Room to search in. It carries nothing from one search to the next: a copy begins with an empty one, and
/// all are equal.
#[derive(Debug, Default)]
pub(crate) struct Scratch(Mutex<Reach>);

impl Scratch {
    /// Lends the room; who comes while it is in use gets another.
    pub(crate) fn with<T>(&self, search: impl FnOnce(&mut Reach) -> T) -> T {
        match self.0.try_lock() {
            Ok(mut room) => search(&mut room),
            Err(_) => search(&mut Reach::new()),
        }
    }
}

impl Clone for Scratch {
    fn clone(&self) -> Scratch {
        Scratch::default()
    }
}

impl PartialEq for Scratch {
    fn eq(&self, _: &Scratch) -> bool {
        true
    }
}

impl Eq for Scratch {}

/// One mover: what it may do on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mover {
    pub id: Id,
    pub class: Class,
    pub budget: u8,
    /// Already used a road rate.
    pub on_road: bool,
    /// Pays the rate of disorganized units on roads.
    pub slow: bool,
    /// May enter enemy zones of control.
    pub enters_zoc: bool,
}

/// A hex that can be reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Reached {
    pub hex: Hex,
    pub cost: u16,
    /// The least cost can be had only with a road rate.
    pub road: bool,
}

impl Pos<'_> {
    /// The mover as it would be at the start of its own Movement Phase, or now if that is going on.
    pub(crate) fn mover(self, id: Id, in_command: bool) -> Mover {
        let piece = self.piece(id);
        let side = self.counter(id).side;
        let unit = self.setup.is_unit(id);
        let moving = self.state.phase == crate::state::Phase::Movement && side == self.state.side;
        let contact = unit && self.in_zoc(piece.at(), side.other());
        let leaves = contact && !self.is_night() && (!moving || piece.has(flag::CONTACT));
        let stuck = self.unlimbered(id)
            || piece.has(flag::BUILDING)
            || (moving && (piece.has(flag::STOPPED) || self.is_held(id)));
        let budget = if moving { piece.mp } else { self.allowance(id) };
        Mover {
            id,
            class: self.class(id),
            budget: if stuck { 0 } else { budget },
            on_road: moving && piece.has(flag::ROAD | flag::PARTIAL),
            slow: unit && (self.disordered(id) || leaves),
            enters_zoc: !self.is_night() && (!unit || (in_command && !self.shattered(id))),
        }
    }

    /// Everything a mover can reach. Two nodes a hex: without and with a road rate on the way.
    pub(crate) fn reach(self, mover: Mover) -> Vec<Reached> {
        self.reach_from(mover, self.piece(mover.id).at())
    }

    /// The same, as if it stood elsewhere.
    pub(crate) fn reach_from(self, mover: Mover, start: Hex) -> Vec<Reached> {
        let mut nodes: Vec<(usize, u16)> = self.state.scratch.with(|room| {
            self.search(room, mover, start);
            room.reached().collect()
        });
        nodes.sort_unstable();
        let mut found: Vec<Reached> = Vec::new();
        for (node, cost) in nodes {
            let (hex, road) = (Hex((node / 2) as u16), node % 2 == 1 && !mover.on_road);
            match found.last_mut().filter(|r| r.hex == hex) {
                Some(last) if cost < last.cost => *last = Reached { hex, cost, road },
                Some(_) => {}
                None => found.push(Reached { hex, cost, road }),
            }
        }
        found
    }

    /// Whether a mover comes so near to one of these goals, to a hex where it may end. Ways that cannot lead
    /// there any more are not followed.
    pub(crate) fn gets_near(
        self,
        mover: Mover,
        start: Hex,
        goals: &[Hex],
        near: u16,
        may_end: impl Fn(Hex) -> bool,
    ) -> bool {
        let enemy = self.counter(mover.id).side.other();
        let unit = self.setup.is_unit(mover.id);
        let first = start.index() * 2 + usize::from(mover.on_road);
        let there = |h: Hex| goals.iter().any(|g| self.distance(h, *g) <= near) && may_end(h);
        let mut found = false;
        self.state.scratch.with(|room| {
            room.run(self.setup.map.grid.len() * 2, first, mover.budget as u16, |node, spent, out| {
                let (hex, road) = (Hex((node / 2) as u16), node % 2 == 1);
                let left = mover.budget - spent as u8;
                found = found || there(hex);
                if found || goals.iter().all(|g| self.out_of_reach(hex, *g, near, left)) {
                    return;
                }
                for dir in Dir::ALL {
                    self.expand(mover, unit, hex, road, dir, enemy, out);
                }
            });
            // Hexes where the way ends are reached but not gone on from.
            found || room.reached().any(|(node, _)| there(Hex((node / 2) as u16)))
        })
    }

    /// Searches everything a mover can reach from a hex.
    pub(crate) fn search(self, room: &mut Reach, mover: Mover, start: Hex) {
        let enemy = self.counter(mover.id).side.other();
        let unit = self.setup.is_unit(mover.id);
        let first = start.index() * 2 + usize::from(mover.on_road);
        room.run(self.setup.map.grid.len() * 2, first, mover.budget as u16, |node, _, out| {
            let (hex, road) = (Hex((node / 2) as u16), node % 2 == 1);
            for dir in Dir::ALL {
                self.expand(mover, unit, hex, road, dir, enemy, out);
            }
        });
    }

    #[expect(clippy::too_many_arguments, reason = "the inner loop of one search")]
    pub(crate) fn expand(
        self,
        mover: Mover,
        unit: bool,
        hex: Hex,
        road: bool,
        dir: Dir,
        enemy: table::Side,
        out: &mut dyn FnMut(Step),
    ) {
        let Some(to) = self.near(hex, dir) else { return };
        if self.held_by(to, enemy) || (self.is_night() && !self.along_road(hex, dir)) {
            return;
        }
        let zoc = self.in_zoc(to, enemy);
        if let Some(cost) = self.cost(mover.class, hex, dir) {
            let friend = unit || self.held_by(to, enemy.other());
            if !zoc || (mover.enters_zoc && !road && friend) {
                out(Step { to: to.index() * 2 + usize::from(road), cost: cost as u16, stops: zoc });
            }
        }
        if let Some(cost) = self.rate(mover.class, mover.slow, hex, dir)
            && !zoc
            && !self.in_zoi(hex, enemy)
            && !self.in_zoi(to, enemy)
        {
            out(Step { to: to.index() * 2 + 1, cost: cost as u16, stops: false });
        }
    }
}
