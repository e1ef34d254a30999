//! Command (2.2, 2.5): who commands whom, and how far a leader's word reaches.

use arrayvec::ArrayVec;
use hexmap::{Hex, HexSet};
use table::Side;

use crate::position::Pos;
use crate::setup::{Arm, LeaderId, Rank, Setup, UnitId, UnitSet};

/// How far a leader may transfer.
const FARTHEST_TRANSFER: u16 = 10;

/// The most hexes within three of one.
const MOST_IN_RADIUS: usize = 37;

/// Whether a leader may be attached to a unit by its type and command (2.2); other leaders apart.
pub(crate) fn can_attach(setup: &Setup, leader: LeaderId, unit: UnitId) -> bool {
    let l = setup.leader(leader);
    l.commands.has(unit) && (!l.rank.is_high() || setup.unit(unit).arm == Arm::Infantry)
}

impl Pos<'_> {
    /// A leader's Command value, as printed and as a campaign has changed it.
    pub(crate) fn command_value(&self, leader: LeaderId) -> u8 {
        let change = self.state.leaders[leader.index()].command_change;
        self.setup.leader(leader).command_value.saturating_add_signed(change)
    }

    /// The hexes within a leader's command radius, his own first (2.5).
    pub(crate) fn command_radius(&self, leader: LeaderId) -> ArrayVec<Hex, MOST_IN_RADIUS> {
        match self.state.leader_hex(leader) {
            Some(hex) => self.radius_from(self.setup.leader(leader).side, hex),
            None => ArrayVec::new(),
        }
    }

    fn radius_from(&self, side: Side, from: Hex) -> ArrayVec<Hex, MOST_IN_RADIUS> {
        let mut found = ArrayVec::new();
        found.push(from);
        let mut ring = 0;
        for _ in 0..self.setup.radius {
            let end = found.len();
            for at in ring..end {
                for (_, near) in self.setup.map.grid.neighbors(found[at]) {
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
        match self.state.side_in(self.setup, hex) {
            Some(there) => there == side,
            None => !self.state.in_any_enemy_zoc(self.setup, side, hex),
        }
    }

    /// The units of his command within a leader's radius.
    pub(crate) fn units_in_radius(&self, leader: LeaderId) -> UnitSet {
        let hexes = self.command_radius(leader);
        self.setup
            .leader(leader)
            .commands
            .into_iter()
            .filter(|u| self.state.unit(*u).is_on_map() && hexes.contains(&self.state.unit(*u).hex))
            .collect()
    }

    /// Whether the unit already carries a leader of the same level (6.3).
    pub(crate) fn level_taken(&self, leader: LeaderId, unit: UnitId) -> bool {
        let level = self.setup.leader(leader).rank.level();
        self.leaders_of(unit).any(|other| other != leader && self.setup.leader(other).rank.level() == level)
    }

    /// The units that carry a leader, level by level: for who asks about many of them.
    pub(crate) fn carriers(&self) -> [UnitSet; Rank::LEVELS] {
        let mut carriers = [UnitSet::EMPTY; Rank::LEVELS];
        for leader in self.setup.leader_ids() {
            if let Some(unit) = self.state.leaders[leader.index()].unit {
                carriers[self.setup.leader(leader).rank.level() as usize].add(unit);
            }
        }
        carriers
    }

    /// The leaders attached to a unit.
    pub(crate) fn leaders_of(&self, unit: UnitId) -> impl Iterator<Item = LeaderId> + '_ {
        self.setup.leader_ids().filter(move |l| self.state.leaders[l.index()].unit == Some(unit))
    }

    /// Whether a path of ten hexes that keeps clear of the enemy leads from a leader to a unit (6.3).
    /// `known` keeps what he can reach once that had to be worked out.
    pub(crate) fn transfer_reaches(
        &self,
        leader: LeaderId,
        unit: UnitId,
        known: &mut Option<HexSet>,
    ) -> bool {
        let Some(from) = self.state.leader_hex(leader) else { return false };
        let (to, grid) = (self.state.unit(unit).hex, &self.setup.map.grid);
        if grid.distance(from, to) > FARTHEST_TRANSFER {
            return false;
        }
        let side = self.setup.leader(leader).side;
        // Most ways are open: walk straight there, and search only where the enemy stands in it.
        grid.leads_straight(from, to, |_, _, hex| !self.state.is_enemy_in(self.setup, side, hex))
            || known.get_or_insert_with(|| self.transfer_reach(side, from)).contains(to)
    }

    fn transfer_reach(&self, side: Side, from: Hex) -> HexSet {
        let mut seen = HexSet::new(self.setup.map.grid.len());
        seen.insert(from);
        let mut ring = vec![from];
        for _ in 0..FARTHEST_TRANSFER {
            let mut next = Vec::new();
            for hex in ring {
                for (_, near) in self.setup.map.grid.neighbors(hex) {
                    if !seen.contains(near) && !self.state.is_enemy_in(self.setup, side, near) {
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
