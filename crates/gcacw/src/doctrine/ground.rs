//! How good it is for a unit to end in a hex.

use hexmap::{Hex, Terrain};

use super::eye::Eye;
use crate::setup::{Arm, UnitId};

/// Half MP that one step of the pull of a goal is worth: far goals pull as steadily as near ones.
pub fn place(eye: &Eye, unit: UnitId, hex: Hex) -> f32 {
    goals(eye, unit, hex) + neighbours(eye, unit, hex)
}

/// The pull of what is worth having.
fn goals(eye: &Eye, unit: UnitId, hex: Hex) -> f32 {
    let (strength, from) = (eye.strength(unit), eye.pos.g.unit(unit).hex);
    let horizon = eye.horizon();
    let weight = (strength / 4.0).clamp(0.3, 1.5);
    let mut sum = 0.0;
    for goal in &eye.goals {
        let need = goal.need(strength, from);
        let way = goal.distance(hex);
        if way < horizon {
            sum += goal.value * need * weight * (1.0 - way / horizon);
        }
        if goal.hex == hex {
            sum += if goal.held { goal.value * need * 0.4 } else { goal.value * 0.9 };
        }
    }
    sum
}

/// Friends and foes nearby, and the ground to meet them on.
fn neighbours(eye: &Eye, unit: UnitId, hex: Hex) -> f32 {
    let (foe_near, foe_about) = eye.around(&eye.foes, hex);
    if foe_near + foe_about == 0.0 {
        return 0.0;
    }
    let strength = eye.strength(unit);
    let cavalry = eye.pos.s.unit(unit).arm == Arm::Cavalry;
    let here = eye.pos.g.unit(unit).hex;
    let (mut near, mut about) = eye.around(&eye.own, hex);
    // He himself is counted where he stands now.
    match eye.apart(here, hex) {
        0..=1 => near -= strength,
        2..=3 => about -= strength,
        _ => {}
    }
    let own = strength * stand(eye, unit, hex) + near + about * 0.5;
    let foe = foe_near + foe_about * 0.6;
    let ratio = own / foe.max(0.1);
    let mut sum = 0.0;
    if ratio < 1.0 {
        // Alone among enemies: what he may lose.
        let share = if cavalry { 0.2 } else { 0.35 };
        sum -= (1.0 - ratio) * strength * eye.own_blood * share;
    } else if foe_near > 0.0 {
        sum += eye.zeal * 0.10 * (ratio - 1.0).min(1.0) * foe_near.min(strength);
    }
    sum + (stand(eye, unit, hex) - 1.0) * 0.3 * strength.sqrt()
}

/// What the ground makes of a defender.
fn stand(eye: &Eye, unit: UnitId, hex: Hex) -> f32 {
    let ground: f32 = match eye.pos.s.map.terrain(hex) {
        Terrain::Hill => 1.15,
        Terrain::Mountain => 1.35,
        _ => 1.0,
    };
    let state = eye.pos.g.unit(unit);
    if eye.pos.s.redoubt(hex, eye.side) {
        ground.max(1.5)
    } else if state.hex == hex {
        ground * eye.pos.works_quarters(unit) as f32 / 4.0
    } else {
        ground
    }
}
