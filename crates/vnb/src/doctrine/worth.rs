//! How good a position is, in about victory points: what stands on the board already, and what it is about to
//! become.

use table::Side;

use crate::doctrine::sketch::{Man, Sketch, Spot};
use crate::kinds::Level;
use crate::position::Pos;
use crate::setup::Setup;
use crate::state::State;

/// Distance over which a place nobody contests any more slips away, in inches.
const CONTEST: f32 = 14.0;

/// The worth of a position for a side.
pub fn worth(setup: &Setup, state: &State, side: Side) -> f64 {
    let pos = Pos::new(setup, state);
    let points = pos.points();
    let lead = (points[side as usize] - points[side.other() as usize]) as f32;
    if state.over.is_some() {
        return f64::from(lead);
    }
    let sketch = Sketch::new(pos, side);
    let mut sum = lead;
    for man in &sketch.men {
        sum += if man.side == side { 1.0 } else { -1.0 } * state_of(&sketch, man);
    }
    sum += formations(&pos, side) + places(&sketch);
    f64::from(sum)
}

/// What a stand's condition is worth beside its strength.
fn state_of(sketch: &Sketch, man: &Man) -> f32 {
    if man.is_commander() {
        return 0.5;
    }
    let hit = sketch.hit_value(man.division);
    let order = match man.level {
        Level::Good => 0.0,
        Level::Disordered => -0.4,
        Level::PermanentlyDisordered => -0.9,
        _ => -(0.8 + 0.45 * hit * man.sp.min(6.0)),
    };
    let settled = if man.stationary { 0.15 } else { 0.0 };
    // Men on the table can still fight: a little for every one of them.
    order + settled + 0.12 * man.sp + pressure(sketch, man)
}

/// The nearest enemies: those he has before his muzzles, and those who have him in flank.
fn pressure(sketch: &Sketch, man: &Man) -> f32 {
    if man.routed() || man.indoors {
        return 0.0;
    }
    let (mut fire, mut flank) = (0.0f32, 0.0f32);
    for other in sketch.men.iter().filter(|o| o.side != man.side && o.fights()) {
        let way = man.at.to(other.at);
        let square = way.dot(way);
        if square > 18.0 * 18.0 {
            continue;
        }
        let apart = square.sqrt().max(0.1);
        let toward = man.front.dot(way) / apart;
        if toward > 0.6 && apart - 2.7 <= man.range {
            fire = fire.max(man.fire_now());
        }
        if toward < 0.0 && other.charger() && apart < 14.0 {
            flank = flank.max(0.3);
        }
    }
    0.6 * fire - flank
}

/// Formations near the end of their strength.
fn formations(pos: &Pos, side: Side) -> f32 {
    let victory = pos.setup.victory;
    let mut sum = 0.0;
    for (division, losses) in pos.setup.divisions.iter().zip(&pos.state.losses) {
        if losses.collapsed || division.exhaustion == 0 {
            continue;
        }
        let spent = (f32::from(losses.total) / f32::from(division.exhaustion)).min(1.5);
        let danger = if losses.exhausted {
            0.3 * (victory.collapsed - victory.exhausted) as f32
        } else {
            0.6 * victory.exhausted as f32 * spent * spent
        };
        sum += if division.side == side { -danger } else { danger };
    }
    sum
}

/// Places about to change hands: who is nearer, and how much time is left to get there.
fn places(sketch: &Sketch) -> f32 {
    let (setup, state) = (sketch.pos.setup, sketch.pos.state);
    let left = f32::from(setup.turns.saturating_sub(state.turn));
    let mut sum = 0.0;
    for (objective, holder) in setup.objectives.iter().zip(&state.objectives) {
        let at = Spot { x: objective.at.x as f32 / 1e6, y: objective.at.y as f32 / 1e6 };
        let radius = objective.radius as f32 / 100.0;
        let mut near = [60.0f32; 2];
        for man in sketch.men.iter().filter(|m| m.fights() && (m.arm.is_brigade() || m.sp > 1.0)) {
            let gap = (man.at.far(at) - radius - 1.5).max(0.0);
            let slot = &mut near[usize::from(man.side != sketch.side)];
            *slot = slot.min(gap);
        }
        // Whoever is on it alone takes it when the turn ends; whoever is nearer may still get it.
        let pull = ((near[1] - near[0]) / CONTEST).clamp(-1.0, 1.0);
        let held = match holder {
            Some(side) if *side == sketch.side => 1.0,
            Some(_) => -1.0,
            None => 0.0,
        };
        let alone = match (near[0] <= 0.0, near[1] <= 0.0) {
            (true, false) => 1.0,
            (false, true) => -1.0,
            _ => held,
        };
        let hope = if left > 0.0 { 0.25 } else { 0.1 };
        sum += objective.points as f32 * (0.8 * (alone - held) / 2.0 + hope * (pull - alone * 0.3));
    }
    sum
}
