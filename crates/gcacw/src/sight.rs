//! What a Force marker can stand next to (Limited Intelligence): where it may be placed, and what opens it.

use hexmap::{Dir, Hex};
use table::{Refusal, Rule, Side};

use crate::event::Event;
use crate::ground::Zoc;
use crate::play::Play;
use crate::position::Pos;
use crate::setup::{UnitId, UnitSet};

/// How far cavalry in the open sees.
const CAVALRY_SEES: u16 = 2;

/// The name of a marker, as everybody reads it.
pub(crate) fn marker_name(side: Side, marker: u8) -> String {
    format!("{side} Force {}", marker + 1)
}

impl Pos<'_> {
    /// Whether somebody could go from one of two adjacent hexes to the other.
    fn joined(&self, hex: Hex, dir: Dir, near: Hex) -> bool {
        Side::BOTH.into_iter().any(|side| {
            let (there, back) = (
                self.state.edge(self.setup, side, hex, dir),
                self.state.edge(self.setup, side, near, dir.opposite()),
            );
            [there, back].iter().any(|e| e.passable || e.retreat || e.zoc != Zoc::None)
        })
    }

    /// Whether two hexes are adjacent and no impassable terrain bars the way.
    pub(crate) fn touch(&self, hex: Hex, near: Hex) -> bool {
        self.setup.map.grid.direction(hex, near).is_some_and(|dir| self.joined(hex, dir, near))
    }

    /// Whether a path of cavalry's sight over a hexside is blocked: impassable, or woods without a way.
    fn sight_blocked(&self, side: Side, hex: Hex, near: Hex) -> bool {
        let Some(dir) = self.setup.map.grid.direction(hex, near) else { return true };
        let edge = self.state.edge(self.setup, side, hex, dir);
        !self.joined(hex, dir, near) || (edge.woods && !edge.way)
    }

    /// Whether every path of two hexes from a marker of `side` to enemy cavalry is blocked.
    fn is_screened(&self, side: Side, hex: Hex, cavalry: Hex) -> bool {
        let grid = &self.setup.map.grid;
        grid.neighbors(hex).filter(|(_, middle)| grid.distance(*middle, cavalry) == 1).all(|(_, middle)| {
            self.state.side_in(self.setup, middle) == Some(side)
                || self.sight_blocked(side.other(), cavalry, middle)
                || self.sight_blocked(side.other(), middle, hex)
        })
    }

    /// Whether a unit stands on the map as itself.
    fn is_open(&self, unit: UnitId) -> bool {
        self.state.unit(unit).is_on_map() && self.state.marker_of(unit).is_none()
    }

    /// Enemy cavalry in the open that sees a hex two hexes away.
    fn seen_by_cavalry(&self, side: Side, hex: Hex) -> bool {
        self.setup.cavalry.and(self.setup.by_side[side.other()]).into_iter().any(|u| {
            let at = self.state.unit(u).hex;
            self.is_open(u)
                && self.setup.map.grid.distance(hex, at) == CAVALRY_SEES
                && !self.is_screened(side, hex, at)
        })
    }

    /// Whether a player may place one more marker in a hex. He judges by what he sees.
    pub(crate) fn may_place_marker(&self, side: Side, hex: Hex) -> Result<(), Refusal> {
        let no = |rule, why: &'static str| Err(Refusal::new(Rule(rule), why));
        let Some(forces) = &self.state.forces else {
            return no("GLI-1", "this game is played without Limited Intelligence");
        };
        if forces.free(side).is_none() {
            return no("GLI-3", "all ten Force markers are in use");
        }
        if self.state.side_in(self.setup, hex) != Some(side) && forces.markers_in(side, hex).next().is_none()
        {
            return no("GLI-5", "a Force marker goes where units or Force markers of yours are");
        }
        if self.state.refused.contains(&hex) {
            return no("GLI-5", "units with refused flanks are seen");
        }
        for (dir, near) in self.setup.map.grid.neighbors(hex) {
            let enemy = self.state.is_enemy_in(self.setup, side, near)
                || forces.markers_in(side.other(), near).next().is_some();
            if enemy && self.joined(hex, dir, near) {
                return no("GLI-9", "the enemy is adjacent");
            }
        }
        if self.seen_by_cavalry(side, hex) {
            return no("GLI-10", "enemy cavalry within two hexes sees the place");
        }
        Ok(())
    }

    /// The markers that must be opened now.
    fn exposed(&self) -> Vec<(Side, u8)> {
        let Some(forces) = &self.state.forces else { return Vec::new() };
        let mut found = Vec::new();
        for side in Side::BOTH {
            for (marker, hex) in forces.markers(side) {
                if self.is_exposed(side, hex) {
                    found.push((side, marker));
                }
            }
        }
        found
    }

    /// Whether the enemy stands next to a hex, passes it on a retreat, or sees it from a distance.
    fn is_exposed(&self, side: Side, hex: Hex) -> bool {
        let fleeing = self.state.retreat().filter(|r| r.side != side).map(|r| r.at);
        let touched = |(dir, near): (Dir, Hex)| {
            (self.state.is_enemy_in(self.setup, side, near) || fleeing == Some(near))
                && self.joined(hex, dir, near)
        };
        self.setup.map.grid.neighbors(hex).any(touched) || self.seen_by_cavalry(side, hex)
    }
}

impl Play<'_> {
    /// Opens every marker that the enemy has come near to; what was opened may see others.
    pub(crate) fn look_out(&mut self) {
        if self.state.forces.is_none() {
            return;
        }
        loop {
            let exposed = self.pos().exposed();
            if exposed.is_empty() {
                return;
            }
            for (side, marker) in exposed {
                self.open_marker(side, marker);
            }
        }
    }

    /// Replaces a marker by its units, or takes it off if it is a dummy.
    pub(crate) fn open_marker(&mut self, side: Side, marker: u8) {
        let setup = self.setup;
        let Some(forces) = self.state.forces.as_mut() else { return };
        let Some(hex) = forces.hex(side, marker) else { return };
        let units = forces.units(setup, side, marker);
        forces.set(side, marker, None);
        forces.along &= !(1 << marker);
        forces.beside &= !(1 << marker);
        for unit in units {
            forces.put_under(unit, None);
        }
        forces.forget_losses(setup, side);
        let leaders: Vec<_> = setup
            .leader_ids()
            .filter(|l| self.state.leaders[l.index()].unit.is_some_and(|u| units.has(u)))
            .collect();
        self.tell(|t| Event::Reveal {
            side,
            piece: marker_name(side, marker),
            to: t.hex(hex),
            units: t.units(units),
            leaders: t.leaders(leaders),
        });
        self.come_into_the_open(units, hex, side);
    }

    /// One unit leaves its marker and is seen; the rest stay.
    pub(crate) fn show(&mut self, unit: UnitId) {
        let side = self.setup.unit(unit).side;
        let Some(marker) = self.state.marker_of(unit) else { return };
        let alone = self.state.forces.as_ref().is_some_and(|f| f.units(self.setup, side, marker).len() == 1);
        if alone {
            return self.open_marker(side, marker);
        }
        let hex = self.state.unit(unit).hex;
        if let Some(forces) = self.state.forces.as_mut() {
            forces.put_under(unit, None);
        }
        self.tell(|t| Event::ComesIntoTheOpen { side, piece: t.unit(unit), to: t.hex(hex) });
        self.come_into_the_open(UnitSet::EMPTY.with(unit), hex, side);
    }

    /// What a hidden force does not do to the enemy it does once it is seen.
    fn come_into_the_open(&mut self, units: UnitSet, hex: Hex, side: Side) {
        if units.is_empty() {
            return;
        }
        self.hold(hex, side);
        self.release_near(hex, side);
        let marching = self.state.march().map(|m| m.unit);
        for unit in units.into_iter().filter(|u| Some(*u) != marching) {
            self.come_to_rest(unit);
        }
    }
}
