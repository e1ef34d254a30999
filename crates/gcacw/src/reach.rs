//! Where a march can end (6.2): every hex within an allowance, at its least cost.
//!
//! The price of a step is [`Pos::price`], the same as in play; only what a mover meets in each hex is
//! gathered once beforehand instead of hex by hex.

use hexmap::{Dir, Hex, Reach, Step};

use crate::ground::Zoc;
use crate::movement::{Entry, There};
use crate::position::Pos;
use crate::setup::UnitId;

/// Scratch space and result. Keep one and use it again.
#[derive(Clone, Debug, Default)]
pub(crate) struct MarchReach {
    reach: Reach,
    marks: Vec<Mark>,
    run: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    run: u32,
    there: There,
}

impl MarchReach {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Every hex the march can end in, with half MP, in no particular order.
    pub(crate) fn reached(&self) -> impl Iterator<Item = (Hex, u16)> + '_ {
        self.reach.reached().map(|(node, cost)| (Hex(node as u16), cost))
    }

    /// Half MP to a hex; `None` if it cannot be reached.
    #[cfg(test)]
    pub(crate) fn cost(&self, hex: Hex) -> Option<u16> {
        self.reach.cost(hex.index())
    }

    /// The cheapest way to a hex, start and end included.
    pub(crate) fn path(&self, hex: Hex) -> Vec<Hex> {
        self.reach.path(hex.index()).into_iter().map(|node| Hex(node as u16)).collect()
    }

    fn begin(&mut self, hexes: usize) {
        if self.marks.len() < hexes {
            self.marks.resize(hexes, Mark::default());
        }
        self.run = self.run.checked_add(1).unwrap_or_else(|| {
            self.marks.fill(Mark::default());
            1
        });
    }

    #[inline]
    fn mark(&mut self, hex: Hex) -> &mut There {
        let mark = &mut self.marks[hex.index()];
        if mark.run != self.run {
            *mark = Mark { run: self.run, there: There::default() };
        }
        &mut mark.there
    }
}

#[inline]
fn met(marks: &[Mark], run: u32, hex: Hex) -> There {
    let mark = &marks[hex.index()];
    if mark.run == run { mark.there } else { There::default() }
}

impl Pos<'_> {
    /// Works out where a march with this allowance, in half MP, can end by movement alone.
    pub(crate) fn march_reach(&self, unit: UnitId, allowance: u16, out: &mut MarchReach) {
        let (s, g) = (self.setup, self.state);
        let start = g.unit(unit).hex;
        let side = s.unit(unit).side;
        out.begin(s.map.grid.len());
        self.look_around(unit, out);
        let start_in_zoc = met(&out.marks, out.run, start).zoc;
        let (marks, run) = (&out.marks, out.run);
        let weather = g.weather();
        out.reach.expand(s.map.grid.len(), start.index(), allowance, |node, spent, frontier| {
            let from = Hex(node as u16);
            let first = spent == 0 && from == start;
            for dir in Dir::ALL {
                let edge = if g.altered.is_empty() {
                    s.ground.edge(weather, from, dir)
                } else {
                    &g.edge(s, side, from, dir)
                };
                if !edge.passable {
                    continue;
                }
                let Some(to) = s.map.grid.neighbor(from, dir) else { continue };
                if !first && !frontier.improves(to.index(), edge.cost) {
                    continue;
                }
                let there = met(marks, run, to);
                if there.enemy || to == start || (there.zoc && self.is_night()) {
                    continue;
                }
                debug_assert_eq!(there, self.there(unit, to));
                let cost = match self.price(unit, edge, first && start_in_zoc, there) {
                    Entry::ZocToZoc { .. } => allowance,
                    // The first hex is guaranteed, whatever it costs.
                    Entry::Costs(cost) if first => cost.min(allowance),
                    Entry::Costs(cost) => cost,
                };
                let stops = there.zoc || spent + cost >= allowance;
                frontier.enter(Step { to: to.index(), cost, stops });
            }
        });
    }

    /// Marks enemies, their zones of control, and friends to be squeezed past.
    fn look_around(&self, unit: UnitId, out: &mut MarchReach) {
        let (s, g) = (self.setup, self.state);
        let side = s.unit(unit).side;
        for enemy in s.by_side[side.other()] {
            let state = g.unit(enemy);
            if !state.is_on_map() || out.mark(state.hex).enemy {
                continue;
            }
            out.mark(state.hex).enemy = true;
            for (dir, near) in s.map.grid.neighbors(state.hex) {
                if g.edge(s, side.other(), state.hex, dir).zoc == Zoc::Normal {
                    out.mark(near).zoc = true;
                }
            }
        }
        for fort in s.forts.iter().filter(|fort| g.enemy_fort(s, side, fort.hex).is_some()) {
            out.mark(fort.hex).enemy = true;
        }
        if let Some(forces) = &g.forces {
            for (_, hex) in forces.markers(side.other()) {
                out.mark(hex).enemy = true;
            }
        }
        for friend in s.by_side[side] {
            let state = g.unit(friend);
            if state.is_on_map() {
                out.mark(state.hex).friends = self.friends_penalty(unit, state.hex);
            }
        }
    }
}
