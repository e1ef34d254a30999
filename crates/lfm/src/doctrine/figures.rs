//! A position in figures, all from the Union's side: what a learned judgement of who will win looks at.

use table::{Side, figure::soft};

use super::scene::stake;
use crate::position::Pos;
use crate::setup::{Id, Prize};
use crate::state::{Phase, Where};

/// Places that are looked at one by one: those worth most.
const PRIZES: usize = 6;
/// Who is farther from every enemy than this is idle.
const IDLE: u16 = 8;

const OF_GAME: usize = 19;
const OF_SIDE: usize = 14;
const OF_PRIZE: usize = 14;

/// How many figures a position has.
pub(crate) const COUNT: usize = OF_GAME + 2 * OF_SIDE + PRIZES * OF_PRIZE;

/// A unit on the map.
struct Man {
    side: Side,
    id: Id,
    sp: f32,
    /// Hexes to the nearest enemy.
    apart: u16,
}

pub(crate) fn figures(pos: Pos, out: &mut Vec<f32>) {
    out.clear();
    game(pos, out);
    let men = men(pos);
    for side in Side::BOTH {
        army(pos, side, &men, out);
    }
    let mut prizes: Vec<(usize, &Prize)> = pos.setup.victory.prizes.iter().enumerate().collect();
    prizes.sort_by(|a, b| stake(b.1, Side::Union).total_cmp(&stake(a.1, Side::Union)).then(a.0.cmp(&b.0)));
    for (nth, prize) in prizes.into_iter().take(PRIZES) {
        place(pos, nth, prize, &men, out);
    }
    out.resize(COUNT, 0.0);
}

/// Points, time, and whose turn it is.
fn game(pos: Pos, out: &mut Vec<f32>) {
    let points = pos.points();
    let lead = (points.union - points.confederate) as f32;
    let victory = &pos.setup.victory;
    let margin = pos.least_margin(points);
    let left = f32::from(pos.setup.turns.saturating_sub(pos.state.turn));
    let spent = |side: Side| match victory.exhaustion[side] {
        Some(most) => pos.lost_sp(side) as f32 / most.max(1) as f32,
        None => 0.0,
    };
    let worth = super::worth(pos, Side::Union) as f32;
    let phasing = if pos.state.side == Side::Union { 1.0 } else { -1.0 };
    let (union, confederate) = (spent(Side::Union), spent(Side::Confederate));
    out.extend([
        left / 4.0,
        1.0 / (1.0 + left),
        lead / 20.0,
        lead / (5.0 * (1.0 + left)),
        soft((lead - margin) / 4.0),
        soft((lead - margin) / 12.0),
        soft((lead - margin) / 40.0),
        soft((lead + margin) / 4.0),
        soft((lead + margin) / 12.0),
        soft((lead + margin) / 40.0),
        union * union,
        confederate * confederate,
        phasing,
        if pos.state.second_half { phasing } else { 0.0 },
        if pos.state.phase == Phase::Combat { phasing } else { 0.0 },
        if pos.is_night() { 1.0 } else { 0.0 },
        margin / 10.0,
        worth / 20.0,
        soft(worth / 10.0),
    ]);
}

fn men(pos: Pos) -> Vec<Man> {
    let stacks = Side::BOTH.map(|side| pos.stacks_of(side).collect::<Vec<_>>());
    let mut men = Vec::new();
    for side in Side::BOTH {
        for id in pos.units_of(side) {
            let at = pos.piece(id).at();
            let apart = stacks[side.other() as usize].iter().map(|hex| pos.distance(at, *hex)).min();
            men.push(Man { side, id, sp: f32::from(pos.sp(id)), apart: apart.unwrap_or(u16::MAX) });
        }
    }
    men
}

/// A side's men and their order.
fn army(pos: Pos, side: Side, men: &[Man], out: &mut Vec<f32>) {
    let mut sum = [0f32; OF_SIDE];
    for id in pos.setup.side_ids(side).iter().filter(|id| pos.setup.is_unit(**id)) {
        let sp = f32::from(pos.counter(*id).sp);
        match pos.piece(*id).place {
            Where::Due => sum[0] += sp,
            Where::Away => sum[1] += sp,
            _ => {}
        }
    }
    for man in men.iter().filter(|m| m.side == side) {
        let counter = pos.counter(man.id);
        let when = |holds: bool| if holds { man.sp } else { 0.0 };
        sum[2] += man.sp;
        sum[3] += man.sp * f32::from(counter.cohesion) / 6.0;
        sum[4] += when(pos.disordered(man.id));
        sum[5] += when(pos.shattered(man.id));
        sum[6] += when(counter.arm.is_gun());
        sum[7] += when(pos.limbered(man.id));
        sum[8] += when(pos.mounted(man.id));
        sum[9] += when(man.apart <= 1);
        sum[10] += when(man.apart == 2);
        sum[11] += when(man.apart > IDLE);
        sum[12] += when(pos.has_breastwork(pos.piece(man.id).at()));
    }
    let shattered = pos.setup.brigades.iter().zip(&pos.state.brigades);
    sum[13] = shattered.filter(|(b, now)| b.side == side && now.shattered).count() as f32 * 10.0;
    out.extend(sum.map(|sp| sp / 20.0));
}

/// Who has how much in a place and about it.
fn place(pos: Pos, nth: usize, prize: &Prize, men: &[Man], out: &mut Vec<f32>) {
    let stake = stake(prize, Side::Union) / 10.0;
    let holder = match pos.state.held[nth] {
        Some(Side::Union) => 1.0,
        Some(Side::Confederate) => -1.0,
        None => 0.0,
    };
    let left = f32::from(pos.setup.turns.saturating_sub(pos.state.turn));
    let mut round = [[0f32; 4]; 2];
    for man in men {
        let sp = if pos.disordered(man.id) { 0.5 * man.sp } else { man.sp };
        let ring = match pos.distance(pos.piece(man.id).at(), prize.hex) {
            0 => 0,
            1 => 1,
            2..=3 => 2,
            4..=7 => 3,
            _ => continue,
        };
        round[man.side as usize][ring] += sp;
    }
    let [union, confederate] = round.map(|r| r[0] + r[1] + 0.7 * r[2] + 0.3 * r[3]);
    out.extend([stake, holder, holder * left / 4.0, holder * stake]);
    out.extend(round.as_flattened().iter().map(|sp| sp / 8.0));
    let ratio = (union - confederate) / (union + confederate + 2.0);
    out.extend([ratio, ratio * stake]);
}
