//! Charges: against men in disorder, with better men, or not at all.

use hexmap::{Dir, Hex};

use super::band::Band;
use super::place::View;
use super::stack::{Stack, Stakes};
use crate::setup::Id;

/// What a charge brings on the average, over every face of the die.
pub(crate) fn expected(view: &View, riders: &[Id], from: Hex, target: Hex, stack: &Stack) -> f32 {
    let Some(foe) = view.scene.foe(target) else { return 0.0 };
    let pos = view.pos;
    let odds = pos.charge_odds(riders, from, target);
    let drm = odds.drm.sum();
    // Nobody stands against horse (3.6).
    let foe = Stack { stands: false, ..*foe };
    let stakes = Stakes::new(&[*stack], &[foe], view.ground(target, view.side));
    let chart = &pos.setup.tables.charge;
    (1..=6).map(|die| stakes.of(view.w, chart.at(die + drm, odds.column))).sum::<f32>() / 6.0
}

/// The score of a charge for a stack whose place is worth `here`.
pub(crate) fn value(view: &View, band: &Band, dir: Dir, here: f32) -> f32 {
    let Some(target) = view.pos.near(band.from, dir) else { return here - 1.0 };
    let riders = view.pos.group_units();
    let blown = if band.stack.force.broken { 0.0 } else { band.stack.order };
    here + expected(view, &riders, band.from, target, &band.stack) - view.w.charge_blown * blown
}
