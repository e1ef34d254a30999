//! The corps that can be given a plan: those under a leader, with what is left of them.

use table::{Formation, Side};

use super::eye::Eye;
use super::memory::Memory;
use crate::position::Pos;
use crate::setup::Rank;

/// Places a corps may be sent to.
const GOALS: usize = 3;

pub(crate) fn formations(pos: Pos, side: Side, memory: &Memory) -> Vec<Formation> {
    let eye = Eye::open(pos, side, memory);
    let mut found = Vec::new();
    for (number, leader) in pos.setup.leaders.iter().enumerate() {
        if leader.side != side || leader.rank == Rank::Army {
            continue;
        }
        let units = || leader.commands.into_iter().filter(|u| pos.state.unit(*u).is_on_map());
        let strength: f32 = units().map(|u| eye.strength(u)).sum();
        let Some(first) = units().next() else { continue };
        if strength <= 0.0 {
            continue;
        }
        // Seen from the strongest of them.
        let main = units().max_by(|a, b| eye.strength(*a).total_cmp(&eye.strength(*b))).unwrap_or(first);
        let from = pos.state.unit(main).hex;
        let mut goals: Vec<(f32, _)> = eye
            .goals
            .iter()
            .filter(|g| !g.held && g.distance(from) < eye.horizon())
            .map(|g| (g.value / (8.0 + g.distance(from)), g.hex))
            .collect();
        goals.sort_by(|a, b| b.0.total_cmp(&a.0));
        let name =
            |hex| pos.setup.map.place_name(hex).map_or_else(|| pos.setup.map.grid.label(hex), str::to_owned);
        let goals = goals.into_iter().take(GOALS).map(|(_, hex)| (hex.0, name(hex))).collect();
        found.push(Formation { number: number as u16, name: leader.name.clone(), strength, goals });
    }
    found.sort_by(|a, b| b.strength.total_cmp(&a.strength));
    found
}
