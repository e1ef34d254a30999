//! The field at a glance: what a watcher without rules sees.

use table::{Field, Glance, Role, Side};

use super::sketch::Sketch;
use crate::exhaustion::verdict;
use crate::position::Pos;

/// Inches: who is farther than a good march from everything is idle; how far muskets fire.
const REACH: f32 = 24.0;
const MUSKETS: f32 = 4.0;

pub(crate) fn glance(pos: Pos, field: &mut Field) {
    field.turn_of = Some(pos.state.phasing);
    field.busy = pos.state.mover.is_some();
    field.ahead = verdict(pos.points(), pos.setup.victory.margin).0;
    field.last = pos.state.turn >= pos.setup.turns;
    field.reach = REACH;
    field.muskets = MUSKETS;
    let hundredth = |n: i64| n as f32 / 100.0;
    let objectives = pos.setup.objectives.iter();
    field.goals.extend(objectives.map(|o| [hundredth(o.at.x), hundredth(o.at.y)]));
    for man in Sketch::new(pos, Side::Union).men {
        let role = match man.arm {
            _ if man.is_commander() => Role::Commander,
            arm if arm.is_artillery() => Role::Guns,
            _ => Role::Men,
        };
        let facing = ((man.front.y.atan2(man.front.x) * 100.0) as i32) as u32;
        let flags = u32::from(man.stationary)
            | u32::from(man.column) << 1
            | u32::from(man.limbered) << 2
            | (man.level as u32) << 3;
        field.pieces.push(Glance {
            piece: man.id.index() as u16,
            side: man.side,
            role,
            strength: man.sp as u16,
            at: [man.at.x, man.at.y],
            stance: facing << 8 | flags,
            limbered: man.limbered,
        });
    }
}
