//! The field at a glance: what a watcher without rules sees.

use table::{Field, Glance, Role};

use super::eye::Eye;
use super::memory::Memory;
use crate::pending::Pending;
use crate::position::Pos;
use crate::sequence::Phase;

/// Hexes: who is farther than a good day's march from everything is idle. Muskets reach the next hex.
const REACH: f32 = 8.0;
const MUSKETS: f32 = 1.1;

pub(crate) fn glance(pos: Pos, memory: &Memory, field: &mut Field) {
    let grid = &pos.setup.map.grid;
    let place = |hex| {
        let (x, y) = grid.from_middle(hex);
        [x as f32, y as f32]
    };
    for side in table::Side::BOTH {
        for unit in pos.setup.by_side[side] {
            let state = pos.state.unit(unit);
            if !state.is_on_map() {
                continue;
            }
            let refused = pos.state.refused.contains(&state.hex);
            field.pieces.push(Glance {
                piece: unit.index() as u16,
                side,
                role: Role::Men,
                strength: state.manpower.into(),
                at: place(state.hex),
                stance: (pos.works_quarters(unit) as u32) << 1 | u32::from(refused),
                limbered: false,
            });
        }
    }
    // What a Union player takes for a goal, a Confederate does: the places are the same.
    let eye = Eye::open(pos, table::Side::Union, memory);
    field.goals.extend(eye.goals.iter().map(|goal| place(goal.hex)));
    let between =
        matches!(pos.state.asked(), Some(Pending::Initiative(_) | Pending::Yielded(_) | Pending::Action(_)));
    field.turn_of = None;
    field.busy = !between && pos.phase() == Phase::ActionCycle && pos.state.outcome.is_none();
    field.ahead = pos.verdict().winner;
    field.last = u16::from(pos.state.turn) >= u16::from(pos.setup.turns);
    field.reach = REACH;
    field.muskets = MUSKETS;
}
