//! Where a piece can get in one move, at what least cost, with or without road rates.

use hexmap::{Dir, Frontier, Hex, Reach, Step};
use table::Side;

use crate::ground::{Class, NEVER};
use crate::position::Pos;
use crate::setup::Id;
use crate::state::flag;

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

/// A mover on its way, with what every step of a search asks.
#[derive(Clone, Copy)]
pub(crate) struct Going<'a> {
    pos: Pos<'a>,
    mover: Mover,
    enemy: Side,
    unit: bool,
    night: bool,
}

/// One step that is allowed: what it costs without a road rate and with it.
struct Crossing {
    to: Hex,
    plain: Option<u8>,
    road: Option<u8>,
    zoc: bool,
}

impl Going<'_> {
    /// What a step costs, and whether it is allowed at all to one who has used a road rate or has not.
    #[inline]
    fn cross(&self, hex: Hex, on_road: bool, dir: Dir) -> Option<Crossing> {
        let (pos, mover) = (self.pos, self.mover);
        let to = pos.near(hex, dir)?;
        let zoc = pos.in_zoc(to, self.enemy);
        if zoc {
            let friend = self.unit || pos.held_by(to, self.enemy.other());
            if !mover.enters_zoc || on_road || !friend || pos.held_by(to, self.enemy) {
                return None;
            }
        }
        if self.night && !pos.along_road(hex, dir) {
            return None;
        }
        let road = pos.rate(mover.class, mover.slow, hex, dir);
        let calm = |_: &u8| !zoc && !pos.in_zoi(hex, self.enemy) && !pos.in_zoi(to, self.enemy);
        Some(Crossing { to, plain: pos.cost(mover.class, hex, dir), road: road.filter(calm), zoc })
    }

    /// The steps from a hex to the nodes of a search: two for each hex, without and with a road rate.
    #[inline]
    fn expand(&self, node: usize, frontier: &mut Frontier<'_>) {
        let (hex, road) = (Hex((node / 2) as u16), node % 2 == 1);
        for step in Dir::ALL.into_iter().filter_map(|dir| self.cross(hex, road, dir)) {
            let to = step.to.index() * 2;
            if let Some(cost) = step.plain {
                frontier.enter(Step { to: to + usize::from(road), cost: cost as u16, stops: step.zoc });
            }
            if let Some(cost) = step.road {
                frontier.enter(Step { to: to + 1, cost: cost as u16, stops: false });
            }
        }
    }

    /// The least cost of a step into a hex for one who enters no zone of control, [`NEVER`] if it is not allowed.
    /// Whether he has used a road rate makes no difference to him.
    #[inline]
    pub(crate) fn clear_cost(&self, hex: Hex, dir: Dir, to: Hex) -> u8 {
        let (pos, mover) = (self.pos, self.mover);
        if pos.in_zoc(to, self.enemy) {
            return NEVER;
        }
        let road = pos.along_road(hex, dir);
        if self.night && !road {
            return NEVER;
        }
        let plain = pos.cost_into(mover.class, hex, dir, to).unwrap_or(NEVER);
        if !road {
            return plain;
        }
        let calm = || !pos.in_zoi(hex, self.enemy) && !pos.in_zoi(to, self.enemy);
        match pos.rate(mover.class, mover.slow, hex, dir) {
            Some(rate) if rate < plain && calm() => rate,
            _ => plain,
        }
    }

    pub(crate) fn enemy(&self) -> Side {
        self.enemy
    }
}

impl<'a> Pos<'a> {
    /// The mover as it would be at the start of its own Movement Phase, or now if that is going on.
    pub(crate) fn mover(self, id: Id, in_command: bool) -> Mover {
        let piece = self.piece(id);
        let unit = self.setup.is_unit(id);
        let moving = self.is_moving(id);
        let stuck = self.unlimbered(id)
            || piece.has(flag::BUILDING)
            || (moving && (piece.has(flag::STOPPED) || self.is_held(id)));
        let budget = if moving { piece.mp } else { self.allowance(id) };
        Mover {
            id,
            class: self.class(id),
            budget: if stuck { 0 } else { budget },
            on_road: moving && piece.has(flag::ROAD | flag::PARTIAL),
            slow: unit && (self.disordered(id) || self.would_break_contact(id, moving)),
            enters_zoc: !self.is_night() && (!unit || (in_command && !self.shattered(id))),
        }
    }

    /// How a piece goes that keeps clear of the enemy, for so many MP.
    pub(crate) fn clear_mover(self, id: Id, mp: u8) -> Mover {
        let moving = self.is_moving(id);
        let slow = self.setup.is_unit(id) && (self.disordered(id) || self.would_break_contact(id, moving));
        Mover { id, class: self.class(id), budget: mp, on_road: false, slow, enters_zoc: false }
    }

    /// Whether the Movement Phase of its side is going on.
    fn is_moving(self, id: Id) -> bool {
        self.state.phase == crate::state::Phase::Movement && self.counter(id).side == self.state.side
    }

    /// Whether a unit would leave a zone of control with its first step, and be disorganized by that (5.3).
    fn would_break_contact(self, id: Id, moving: bool) -> bool {
        let piece = self.piece(id);
        let enemy = self.counter(id).side.other();
        (!moving || piece.has(flag::CONTACT)) && !self.is_night() && self.in_zoc(piece.at(), enemy)
    }

    pub(crate) fn going(self, mover: Mover) -> Going<'a> {
        let enemy = self.counter(mover.id).side.other();
        Going { pos: self, mover, enemy, unit: self.setup.is_unit(mover.id), night: self.is_night() }
    }

    /// Everything a mover can reach. Two nodes a hex: without and with a road rate on the way.
    pub(crate) fn reach(self, mover: Mover) -> Vec<Reached> {
        let mut nodes: Vec<(usize, u16)> = self.state.scratch.with(|room| {
            self.search(&mut room.reach, mover, self.piece(mover.id).at());
            room.reach.reached().collect()
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

    /// Which of these goals a mover can reach. Ways are searched only to those that are neither too far off nor at
    /// the end of a straight way.
    pub(crate) fn reached_of(self, mover: Mover, start: Hex, goals: &[Hex]) -> Vec<Hex> {
        let enemy = self.counter(mover.id).side.other();
        let near = |g: &Hex| !self.too_far(mover.class, start, *g, mover.budget);
        let straight = |g: &Hex| !self.in_zoc(*g, enemy) && self.walks(mover.id, start, mover.budget, *g, 0);
        let mut reached: Vec<Hex> = goals.iter().copied().filter(near).collect();
        let asked: Vec<Hex> = reached.iter().copied().filter(|g| !straight(g)).collect();
        if !asked.is_empty() {
            let missed = self.missed(mover, start, &asked, 0);
            reached.retain(|g| !missed.contains(g));
        }
        reached
    }

    /// Whether a mover can reach one of these goals.
    pub(crate) fn reaches_one(self, mover: Mover, start: Hex, goals: &[Hex]) -> bool {
        !goals.is_empty() && self.missed(mover, start, goals, goals.len() - 1).len() < goals.len()
    }

    /// Searches until no more than so many of these goals are missing, and says which. Ways that cannot lead there
    /// any more are not followed.
    fn missed(self, mover: Mover, start: Hex, goals: &[Hex], enough: usize) -> Vec<Hex> {
        let going = self.going(mover);
        let first = start.index() * 2 + usize::from(mover.on_road);
        let mut open = goals.to_vec();
        self.state.scratch.with(|room| {
            let nodes = self.setup.map.grid.len() * 2;
            room.reach.expand(nodes, first, mover.budget as u16, |node, spent, frontier| {
                open.retain(|g| !(0..2).any(|road| frontier.reached(g.index() * 2 + road)));
                let (hex, left) = (Hex((node / 2) as u16), mover.budget - spent as u8);
                if open.len() > enough && !open.iter().all(|g| self.out_of_reach(hex, *g, 0, left)) {
                    going.expand(node, frontier);
                }
            });
            open.retain(|g| !(0..2).any(|road| room.reach.cost(g.index() * 2 + road).is_some()));
        });
        open
    }

    /// Searches everything a mover can reach from a hex.
    pub(crate) fn search(self, reach: &mut Reach, mover: Mover, start: Hex) {
        let going = self.going(mover);
        let first = start.index() * 2 + usize::from(mover.on_road);
        let nodes = self.setup.map.grid.len() * 2;
        reach.expand(nodes, first, mover.budget as u16, |node, _, frontier| going.expand(node, frontier));
    }
}
