//! A position in figures, all from the Union's side: what a learned judgement of who will win looks at.

use table::{Side, figure::soft};

use super::sketch::{Man, Sketch, Spot};
use crate::kinds::Level;
use crate::position::Pos;
use crate::state::Presence;

/// Objectives that are looked at one by one: those worth most.
const OBJECTIVES: usize = 5;
/// Farther than this from every enemy a brigade is idle, nearer than this it is engaged. In inches.
const IDLE: f32 = 24.0;
const CLOSE: f32 = 6.0;

const OF_GAME: usize = 16;
const OF_SIDE: usize = 21;
const OF_OBJECTIVE: usize = 18;

/// How many figures a position has.
pub(crate) const COUNT: usize = OF_GAME + 2 * OF_SIDE + OBJECTIVES * OF_OBJECTIVE;

pub(crate) fn figures(pos: Pos, out: &mut Vec<f32>) {
    out.clear();
    let sketch = Sketch::new(pos, Side::Union);
    let left = f32::from(pos.setup.turns.saturating_sub(pos.state.turn));
    game(&pos, left, out);
    for side in Side::BOTH {
        army(&sketch, side, out);
    }
    let mut order: Vec<usize> = (0..pos.setup.objectives.len()).collect();
    order.sort_by_key(|n| (-pos.setup.objectives[*n].points, *n));
    for nth in order.into_iter().take(OBJECTIVES) {
        objective(&sketch, nth, left, out);
    }
    out.resize(COUNT, 0.0);
}

/// Points, time, and whose turn it is.
fn game(pos: &Pos, left: f32, out: &mut Vec<f32>) {
    let [union, confederate] = pos.points();
    let lead = (union - confederate) as f32;
    // Below a share of all points it is a draw.
    let margin = ((union + confederate) * pos.setup.victory.margin) as f32 / 100.0;
    let worth = super::worth::worth(pos.setup, pos.state, Side::Union) as f32;
    let phasing = if pos.state.phasing == Side::Union { 1.0 } else { -1.0 };
    let second = if pos.state.phasing != pos.setup.first { 1.0 } else { 0.0 };
    out.extend([
        left / 4.0,
        1.0 / (1.0 + left),
        lead / 10.0,
        lead / (2.0 * (1.0 + left)),
        soft((lead - margin) / 2.0),
        soft((lead - margin) / 6.0),
        soft((lead - margin) / 20.0),
        soft((lead + margin) / 2.0),
        soft((lead + margin) / 6.0),
        soft((lead + margin) / 20.0),
        phasing,
        phasing / (1.0 + left),
        second,
        (pos.state.phase as u8) as f32 / 8.0 * phasing,
        worth / 10.0,
        soft(worth / 5.0),
    ]);
}

/// A side's men and their condition.
fn army(sketch: &Sketch, side: Side, out: &mut Vec<f32>) {
    let pos = &sketch.pos;
    let mut sum = [0f32; OF_SIDE];
    for (stand, piece) in pos.setup.stands.iter().zip(&pos.state.pieces) {
        if stand.side == side && piece.presence == Presence::Waiting {
            sum[0] += f32::from(piece.sp);
        }
    }
    for man in sketch.men.iter().filter(|m| m.side == side) {
        if man.is_commander() {
            sum[1] += 1.0;
            continue;
        }
        let when = |holds: bool| if holds { man.sp } else { 0.0 };
        let nearest = nearest(sketch, man);
        sum[2] += when(man.level == Level::Good);
        sum[3] += when(man.level == Level::Disordered);
        sum[4] += when(man.level == Level::PermanentlyDisordered);
        sum[5] += when(man.routed());
        sum[6] += when(man.stationary);
        sum[7] += when(man.column);
        sum[8] += when(man.limbered);
        sum[9] += when(man.exhausted);
        sum[10] += when(man.arm.is_artillery());
        sum[11] += when(man.arm.is_cavalry());
        sum[12] += man.sp * man.morale / 5.0;
        sum[13] += 2.0 * man.fire_now();
        sum[14] += 2.0 * man.melee_now();
        sum[15] += if nearest <= man.range { 2.0 * man.fire_now() } else { 0.0 };
        sum[16] += when(nearest > IDLE);
        sum[17] += when(nearest < CLOSE);
    }
    for (division, losses) in pos.setup.divisions.iter().zip(&pos.state.losses) {
        if division.side != side || division.exhaustion == 0 {
            continue;
        }
        let spent = (f32::from(losses.total) / f32::from(division.exhaustion)).min(1.5);
        sum[18] += 4.0 * spent * spent;
        sum[19] += if losses.exhausted { 4.0 } else { 0.0 };
        sum[20] += if losses.collapsed { 4.0 } else { 0.0 };
    }
    out.extend(sum.map(|sp| sp / 10.0));
}

/// Inches to the nearest enemy that fights.
fn nearest(sketch: &Sketch, man: &Man) -> f32 {
    let foes = sketch.men.iter().filter(|o| o.side != man.side && o.fights());
    foes.map(|o| man.at.far(o.at)).fold(99.0, f32::min)
}

/// Who has how much on an objective and about it.
fn objective(sketch: &Sketch, nth: usize, left: f32, out: &mut Vec<f32>) {
    let objective = &sketch.pos.setup.objectives[nth];
    let at = Spot { x: objective.at.x as f32 / 1e6, y: objective.at.y as f32 / 1e6 };
    let radius = objective.radius as f32 / 100.0;
    let holder = match sketch.pos.state.objectives[nth] {
        Some(Side::Union) => 1.0,
        Some(Side::Confederate) => -1.0,
        None => 0.0,
    };
    let mut near = [60.0f32; 2];
    let mut round = [[0f32; 4]; 2];
    for man in sketch.men.iter().filter(|m| m.fights()) {
        let gap = (man.at.far(at) - radius - 1.5).max(0.0);
        let side = man.side as usize;
        near[side] = near[side].min(gap);
        let ring = match gap {
            gap if gap <= 0.0 => 0,
            gap if gap <= 4.0 => 1,
            gap if gap <= 8.0 => 2,
            gap if gap <= 16.0 => 3,
            _ => continue,
        };
        round[side][ring] += man.sp;
    }
    let alone = match (near[0] <= 0.0, near[1] <= 0.0) {
        (true, false) => 1.0,
        (false, true) => -1.0,
        _ => 0.0,
    };
    let [union, confederate] = round.map(|r| r[0] + 0.8 * r[1] + 0.5 * r[2] + 0.25 * r[3]);
    let ratio = (union - confederate) / (union + confederate + 2.0);
    let points = objective.points as f32 / 5.0;
    out.extend([points, holder, holder * left / 4.0, holder * points, alone, alone / (1.0 + left)]);
    out.extend([soft(near[0] / 8.0), soft(near[1] / 8.0), ratio, ratio * points]);
    out.extend(round.as_flattened().iter().map(|sp| sp / 5.0));
}
