//! Movement (6.2): what it costs to enter a hex, what stops a mover, and where a march can end.

use hexmap::{Dir, Hex, Terrain, Water};
use table::{Refusal, Rule};

use crate::charts;
use crate::ground::{Edge, counts_as};
use crate::position::Pos;
use crate::setup::{Arm, UnitId};

/// What entering a hex takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    /// Half MP.
    Costs(u16),
    /// From one enemy zone of control to another: everything.
    ZocToZoc {
        /// A way joins the hexes: no harm.
        way: bool,
    },
}

/// What a unit meets in a hex it would enter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct There {
    pub(crate) enemy: bool,
    /// In an enemy normal zone of control.
    pub(crate) zoc: bool,
    /// Extra half MP for friends.
    pub(crate) friends: u16,
}

/// A marching unit as far as movement asks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Walker {
    pub(crate) unit: UnitId,
    pub(crate) at: Hex,
    /// Half MP left.
    pub(crate) mp: u16,
    /// It has neither moved nor attacked in this march.
    pub(crate) fresh: bool,
    /// It has not entered a hex by movement and has not attacked: the minimum move is open.
    pub(crate) minimum: bool,
}

/// A step a unit may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stride {
    pub(crate) entry: Entry,
    /// Half MP paid.
    pub(crate) paid: u16,
    /// By the minimum rule: all that was left, and the march is over.
    pub(crate) minimum: bool,
}

impl Pos<'_> {
    /// Whether a walker may enter a neighbouring hex, and what he pays.
    pub(crate) fn stride(&self, walker: &Walker, to: Hex) -> Result<Stride, Refusal> {
        let Some(dir) = self.setup.map.grid.direction(walker.at, to) else {
            return Err(Refusal::new(Rule("G6.1-2"), "a unit moves from hex to adjacent hex"));
        };
        let leaving = self.leaves_zoc(walker)?;
        let entry = self.entry(walker.unit, walker.at, dir, to, leaving)?;
        pay(walker, entry)
    }

    /// The same over a hexside that is not as the map has it.
    pub(crate) fn stride_over(&self, walker: &Walker, edge: &Edge, to: Hex) -> Result<Stride, Refusal> {
        let leaving = self.leaves_zoc(walker)?;
        pay(walker, self.price(walker.unit, edge, leaving, self.there(walker.unit, to)))
    }

    /// Whether the walker leaves an enemy zone of control, where he may.
    fn leaves_zoc(&self, walker: &Walker) -> Result<bool, Refusal> {
        let leaving = self.state.in_enemy_zoc(self.setup, self.setup.unit(walker.unit).side, walker.at);
        if leaving && !walker.fresh {
            return Err(Refusal::new(
                Rule("G6.2-35"),
                "in an enemy zone of control a unit stops; it may leave one only as the first thing in its march",
            ));
        }
        Ok(leaving)
    }
}

/// What is paid for an entry, and whether the points left are enough.
fn pay(walker: &Walker, entry: Entry) -> Result<Stride, Refusal> {
    let paid = match entry {
        Entry::ZocToZoc { .. } => walker.mp,
        Entry::Costs(cost) if cost <= walker.mp => cost,
        Entry::Costs(_) if walker.minimum => {
            return Ok(Stride { entry, paid: walker.mp, minimum: true });
        }
        Entry::Costs(_) => return Err(Refusal::new(Rule("G6.2-24"), "not enough movement points left")),
    };
    Ok(Stride { entry, paid, minimum: false })
}

impl Pos<'_> {
    /// The price of entering a hex, or the rule that forbids it. Movement points left are not looked at.
    pub(crate) fn entry(
        &self,
        unit: UnitId,
        from: Hex,
        dir: Dir,
        to: Hex,
        leaving_zoc: bool,
    ) -> Result<Entry, Refusal> {
        let side = self.setup.unit(unit).side;
        if self.state.is_enemy_in(self.setup, side, to) {
            return Err(Refusal::new(Rule("G6.2-23"), "the enemy is in that hex"));
        }
        if self.state.enemy_fort(self.setup, side, to).is_some() {
            return Err(Refusal::new(Rule("GHSN-39"), "an enemy fort stands in that hex"));
        }
        let edge = self.state.edge(self.setup, side, from, dir);
        if !edge.passable {
            return Err(self.barred(from, dir, to, &edge));
        }
        let there = self.there(unit, to);
        if there.zoc {
            self.by_day("a night march enters no enemy zone of control")?;
        }
        Ok(self.price(unit, &edge, leaving_zoc, there))
    }

    /// What crossing a passable hexside costs a unit.
    #[inline]
    pub(crate) fn price(&self, unit: UnitId, edge: &Edge, leaving_zoc: bool, there: There) -> Entry {
        if leaving_zoc && there.zoc {
            return Entry::ZocToZoc { way: edge.way };
        }
        let ferry = if edge.ferry { self.state.unit(unit).manpower as u16 / 3 * 2 } else { 0 };
        let leaving = if leaving_zoc { 2 } else { 0 };
        Entry::Costs(edge.cost + ferry + leaving + there.friends)
    }

    /// What a unit meets in a hex.
    pub(crate) fn there(&self, unit: UnitId, hex: Hex) -> There {
        let side = self.setup.unit(unit).side;
        There {
            enemy: self.state.is_shut(self.setup, side, hex),
            zoc: self.state.in_enemy_zoc(self.setup, side, hex),
            friends: self.friends_penalty(unit, hex),
        }
    }

    /// Extra half MP for friends in the hex (6.2).
    pub(crate) fn friends_penalty(&self, unit: UnitId, to: Hex) -> u16 {
        if self.rides(unit) { 0 } else { self.crowd(to) }
    }

    /// Extra half MP for men on foot who squeeze past friends in a hex (6.2).
    pub(crate) fn crowd(&self, to: Hex) -> u16 {
        let (mut combined, mut wagons) = (0, false);
        for friend in self.state.stack(to) {
            let printed = self.setup.unit(friend);
            match printed.arm {
                Arm::Infantry if !printed.mounted => combined += self.state.combat_value(self.setup, friend),
                Arm::Artillery => combined += self.state.combat_value(self.setup, friend),
                Arm::Cavalry if !self.rides(friend) => {
                    combined += self.state.combat_value(self.setup, friend)
                }
                Arm::Wagon => wagons = true,
                _ => {}
            }
        }
        charts::friendly_hex(combined, wagons, counts_as(self.setup.map.terrain(to), self.state.is_rain()))
    }

    /// Why a hexside cannot be crossed.
    pub(crate) fn barred(&self, from: Hex, dir: Dir, to: Hex, edge: &Edge) -> Refusal {
        let rain = self.state.is_rain();
        let terrain = |hex| counts_as(self.setup.map.terrain(hex), rain);
        let either = |kind| terrain(from) == kind || terrain(to) == kind;
        let side = self.setup.map.side(from, dir);
        if terrain(to) == Terrain::Water {
            return Refusal::new(Rule("G6.2-22"), "units cannot enter water");
        }
        if !edge.way && either(Terrain::Mountain) {
            return Refusal::new(
                Rule("G6.2-6"),
                "mountains are entered and left only by road, pike, railroad or trail",
            );
        }
        if !edge.way && either(Terrain::Swamp) {
            return Refusal::new(
                Rule("G6.2-8"),
                "swamps are entered and left only by road, pike, railroad or trail",
            );
        }
        match (side.water, side.crossing) {
            (Some(Water::Creek), _) => Refusal::new(
                Rule("G12-27"),
                "in rain a creek is crossed only by road, pike, railroad or trail",
            ),
            (Some(Water::AllWater), _) => {
                Refusal::new(Rule("G6.2-22"), "there is only water between the two hexes")
            }
            (Some(_), Some(_)) if rain => {
                Refusal::new(Rule("G12-26"), "in rain rivers are crossed only by bridge, dam or ferry")
            }
            (Some(Water::MajorRiver), Some(_)) => Refusal::new(
                Rule("G12-37"),
                "major rivers cannot be forded now, and no bridge or ferry stands here",
            ),
            (Some(_), Some(_)) => Refusal::new(
                Rule("G12-38"),
                "minor rivers cannot be forded now, and no bridge or ferry stands here",
            ),
            _ if self.enemy_pontoon(from, dir) => {
                Refusal::new(Rule("G10.2-2"), "the bridge here is the enemy's")
            }
            _ => Refusal::new(Rule("G6.2-10"), "a river is crossed only at a bridge, dam, ford or ferry"),
        }
    }

    fn enemy_pontoon(&self, hex: Hex, dir: Dir) -> bool {
        self.state.altered_at(self.setup, hex, dir).is_some_and(|a| a.pontoon.is_some())
    }
}
