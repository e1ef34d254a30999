//! Command (2.2, 2.5): who commands whom, and how far a leader's word reaches.

use arrayvec::ArrayVec;
use hexmap::{Hex, HexSet};
use table::Side;

use crate::play::Pos;
use crate::setup::{Arm, LeaderId, Setup, UnitId, UnitSet};

/// How far a leader may transfer.
const FARTHEST_TRANSFER: u16 = 10;

/// The most hexes within three of one.
const MOST_IN_RADIUS: usize = 37;

/// Whether a leader may be attached to a unit by its type and command (2.2); other leaders apart.
pub fn can_attach(setup: &Setup, leader: LeaderId, unit: UnitId) -> bool {
    let l = setup.leader(leader);
    l.commands.has(unit) && (!l.rank.is_high() || setup.unit(unit).arm == Arm::Infantry)
}

impl Pos<'_> {
    /// A leader's Command value, as printed and as a campaign has changed it.
    pub fn command_value(&self, leader: LeaderId) -> u8 {
        let change = self.g.leaders[leader.index()].command_change;
        self.s.leader(leader).command_value.saturating_add_signed(change)
    }

    /// The hexes within a leader's command radius, his own first (2.5).
    pub fn command_radius(&self, leader: LeaderId) -> ArrayVec<Hex, MOST_IN_RADIUS> {
        match self.g.leader_hex(leader) {
            Some(hex) => self.radius_from(self.s.leader(leader).side, hex),
            None => ArrayVec::new(),
        }
    }

    fn radius_from(&self, side: Side, from: Hex) -> ArrayVec<Hex, MOST_IN_RADIUS> {
        let mut found = ArrayVec::new();
        found.push(from);
        let mut ring = 0;
        for _ in 0..self.s.radius {
            let end = found.len();
            for at in ring..end {
                for (_, near) in self.s.map.grid.neighbors(found[at]) {
                    if !found.contains(&near) && self.command_passes(side, near) {
                        found.push(near);
                    }
                }
            }
            ring = end;
        }
        found
    }

    /// Whether a command path may enter a hex: no enemy in it, and no enemy zone unless a friend holds it.
    fn command_passes(&self, side: Side, hex: Hex) -> bool {
        match self.g.side_in(self.s, hex) {
            Some(there) => there == side,
            None => !self.g.in_any_enemy_zoc(self.s, side, hex),
        }
    }

    /// The units of his command within a leader's radius.
    pub fn units_in_radius(&self, leader: LeaderId) -> UnitSet {
        let hexes = self.command_radius(leader);
        self.s
            .leader(leader)
            .commands
            .into_iter()
            .filter(|u| self.g.unit(*u).is_on_map() && hexes.contains(&self.g.unit(*u).hex))
            .collect()
    }

    /// Whether the unit already carries a leader of the same level (6.3).
    pub fn level_taken(&self, leader: LeaderId, unit: UnitId) -> bool {
        let level = self.s.leader(leader).rank.level();
        self.leaders_of(unit).any(|other| other != leader && self.s.leader(other).rank.level() == level)
    }

    /// The leaders attached to a unit.
    pub fn leaders_of(&self, unit: UnitId) -> impl Iterator<Item = LeaderId> + '_ {
        self.s.leader_ids().filter(move |l| self.g.leaders[l.index()].unit == Some(unit))
    }

    /// Whether a path of ten hexes that keeps clear of the enemy leads from a leader to a unit (6.3).
    /// `known` keeps the hexes he can reach once they had to be worked out.
    pub fn transfer_reaches(&self, leader: LeaderId, unit: UnitId, known: &mut Option<HexSet>) -> bool {
        let Some(from) = self.g.leader_hex(leader) else { return false };
        let (to, grid) = (self.g.unit(unit).hex, &self.s.map.grid);
        if grid.distance(from, to) > FARTHEST_TRANSFER {
            return false;
        }
        // Most ways are open: walk straight there, and search only where the enemy stands in it.
        self.walks_straight(self.s.leader(leader).side, from, to)
            || known.get_or_insert_with(|| self.transfer_reach(leader, from)).contains(to)
    }

    /// Whether always taking a free hex nearer to the goal leads there.
    fn walks_straight(&self, side: Side, from: Hex, to: Hex) -> bool {
        let grid = &self.s.map.grid;
        let mut at = from;
        for left in (0..grid.distance(from, to)).rev() {
            let nearer = |(_, hex): &(hexmap::Dir, Hex)| {
                grid.distance(*hex, to) == left && !self.g.is_enemy_in(self.s, side, *hex)
            };
            match grid.neighbors(at).find(nearer) {
                Some((_, hex)) => at = hex,
                None => return false,
            }
        }
        true
    }

    fn transfer_reach(&self, leader: LeaderId, from: Hex) -> HexSet {
        let mut seen = HexSet::new(self.s.map.grid.len());
        let side = self.s.leader(leader).side;
        seen.insert(from);
        let mut ring = vec![from];
        for _ in 0..FARTHEST_TRANSFER {
            let mut next = Vec::new();
            for hex in ring {
                for (_, near) in self.s.map.grid.neighbors(hex) {
                    if !seen.contains(near) && !self.g.is_enemy_in(self.s, side, near) {
                        seen.insert(near);
                        next.push(near);
                    }
                }
            }
            ring = next;
        }
        seen
    }
}
