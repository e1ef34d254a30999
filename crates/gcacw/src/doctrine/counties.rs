//! Counties as goals: they pay whoever was last in more of their towns, segment after segment (Advanced Game
//! of BAC).

use arrayvec::ArrayVec;
use hexmap::Hex;

use super::eye::{Eye, Force};

/// Towns of one county that are looked at.
const MOST_TOWNS: usize = 3;

impl<'a> Eye<'a> {
    /// The towns that decide who gets a county: the nearest to be taken, or those of ours nearest to the enemy.
    pub(super) fn find_counties(&mut self) {
        let pos = self.pos;
        let segments = if pos.setup.logistics.counties.is_empty() { 0 } else { pos.segments_left() };
        if segments == 0 {
            return;
        }
        for (nth, county) in pos.setup.logistics.counties.iter().enumerate() {
            let value = ((county.points.union + county.points.confederate) * segments) as f32;
            if value <= 0.0 {
                continue;
            }
            let ours = pos.state.ledger.counties.get(nth).copied().flatten() == Some(self.side);
            let [own, his] = [self.side, self.side.other()].map(|side| pos.towns_held(nth, side));
            let lead = if ours { own.saturating_sub(his) } else { his.saturating_sub(own) };
            // Every town that changes hands changes the balance by two; a tie leaves the county as it is.
            let flips = lead / 2 + 1;
            let whose = if ours { &self.foes } else { &self.own };
            let mut towns: ArrayVec<(u16, usize), 32> = ArrayVec::new();
            for (town, hex) in county.hexes.iter().enumerate().take(32) {
                if (pos.spot_holder(*hex) == Some(self.side)) == ours {
                    towns.push((
                        nearest(whose, self.memory.fields(self.pos.setup, self.side).to_town(nth, town)),
                        town,
                    ));
                }
            }
            towns.sort_unstable();
            for (_, town) in towns.into_iter().take(flips.min(MOST_TOWNS)) {
                let hex: Hex = county.hexes[town];
                self.add_goal(
                    hex,
                    self.memory.fields(self.pos.setup, self.side).to_town(nth, town),
                    value / flips as f32,
                    ours,
                );
            }
        }
    }
}

/// The way of whoever is nearest.
fn nearest(forces: &[Force], way: &[u16]) -> u16 {
    forces.iter().map(|f| way[f.hex.index()]).min().unwrap_or(u16::MAX)
}
