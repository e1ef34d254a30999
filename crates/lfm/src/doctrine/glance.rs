//! The field at a glance: what a watcher without rules sees.

use table::{Field, Glance, Role};

use crate::position::Pos;
use crate::state::flag;

/// Hexes: who is farther than two turns' march from everything is idle. Muskets reach the next hex.
const REACH: f32 = 10.0;
const MUSKETS: f32 = 1.1;

/// What of a piece an order changes on purpose.
const STANCE: u32 = flag::MOUNTED | flag::LIMBERED | flag::DETACHED | flag::BUILDING;

pub(crate) fn glance(pos: Pos, field: &mut Field) {
    let place = |hex| {
        let (x, y) = pos.setup.map.grid.from_middle(hex);
        [x as f32, y as f32]
    };
    for side in table::Side::BOTH {
        for id in pos.setup.side_ids(side).iter().copied().filter(|id| pos.piece(*id).on_map()) {
            let (counter, piece) = (pos.counter(id), pos.piece(id));
            let role = match counter.arm {
                arm if arm.is_gun() => Role::Guns,
                _ if pos.setup.is_unit(id) => Role::Men,
                _ => Role::Commander,
            };
            field.pieces.push(Glance {
                piece: id.index() as u16,
                side,
                role,
                strength: if role == Role::Commander { 0 } else { pos.sp(id) },
                at: place(piece.at()),
                stance: piece.flags & STANCE,
                limbered: role == Role::Guns && pos.limbered(id),
            });
        }
    }
    field.goals.extend(pos.setup.victory.prizes.iter().map(|prize| place(prize.hex)));
    field.turn_of = Some(pos.state.side);
    field.busy = !pos.state.group.is_empty();
    field.ahead = pos.verdict().winner;
    field.last = pos.state.turn >= pos.setup.turns;
    field.reach = REACH;
    field.muskets = MUSKETS;
}
