//! A position in figures, all from the Union's side: what a learned judgement of who will win looks at.
//!
//! They are few, cheap and of about the same size: points and how far they are from another verdict, the days
//! that are left, the armies and their condition, and who has how much about the places that count most.

use arrayvec::ArrayVec;
use table::{Side, figure::soft};

use super::eye::{Eye, Force, Goal};
use super::memory::Memory;
use super::worth;
use crate::position::Pos;
use crate::state::Whereabouts;

/// Places that are looked at one by one: those worth most.
const GOALS: usize = 6;
/// Who is farther from every enemy than this is idle.
const IDLE: u16 = 7;

const OF_GAME: usize = 16;
const OF_SIDE: usize = 16;
const OF_GOAL: usize = 20;

/// How many figures a position has.
pub(crate) const COUNT: usize = OF_GAME + 2 * OF_SIDE + GOALS * OF_GOAL;

pub(crate) fn figures(pos: Pos, memory: &Memory, out: &mut Vec<f32>) {
    out.clear();
    let eye = Eye::open(pos, Side::Union, memory);
    game(&eye, out);
    for side in Side::BOTH {
        army(&eye, side, out);
    }
    let mut goals: ArrayVec<&Goal, { super::eye::MOST_GOALS }> = eye.goals.iter().collect();
    goals.sort_by(|a, b| b.value.total_cmp(&a.value).then(a.hex.index().cmp(&b.hex.index())));
    for goal in goals.iter().take(GOALS) {
        place(&eye, goal, out);
    }
    out.resize(COUNT, 0.0);
}

/// Points, time, and whose action it is.
fn game(eye: &Eye, out: &mut Vec<f32>) {
    let pos = eye.pos;
    let points = pos.points();
    let lead = (points.union - points.confederate) as f32;
    let (to_win, to_lose) = edges(pos, lead);
    let verdict = match pos.verdict().winner {
        Some(Side::Union) => 1.0,
        Some(Side::Confederate) => -1.0,
        None => 0.0,
    };
    let left = eye.left;
    let hopes: f32 = eye.goals.iter().map(|g| g.value * (g.hope() - f32::from(u8::from(g.held)))).sum();
    let active = if pos.state.active == Side::Union { 1.0 } else { -1.0 };
    out.extend([
        left / 4.0,
        1.0 / (1.0 + left),
        lead / 10.0,
        verdict,
        verdict / (1.0 + left),
        soft(to_win / 2.0),
        soft(to_win / 6.0),
        soft(to_win / 20.0),
        soft(to_lose / 2.0),
        soft(to_lose / 6.0),
        soft(to_lose / 20.0),
        to_win / (4.0 * (1.0 + left)),
        to_lose / (4.0 * (1.0 + left)),
        hopes / 10.0,
        worth::counties(pos, Side::Union) as f32 / 10.0,
        active,
    ]);
}

/// How far the lead is above the least with which the Union wins, and above the most with which it loses.
pub(crate) fn edges(pos: Pos, lead: f32) -> (f32, f32) {
    let levels = &pos.setup.victory.levels;
    let of = |side: Side| levels.iter().filter(move |l| l.winner == Some(side));
    let win = of(Side::Union).filter_map(|l| l.at_least).min().unwrap_or(1);
    let lose = of(Side::Confederate).filter_map(|l| l.at_most).max().unwrap_or(-1);
    (lead - win as f32 + 0.5, lead - lose as f32 - 0.5)
}

/// A side's men and their condition.
fn army(eye: &Eye, side: Side, out: &mut Vec<f32>) {
    let (own, foes) = sides(eye, side);
    let mut sum = [0f32; OF_SIDE];
    for unit in eye.pos.setup.by_side[side] {
        let state = eye.pos.state.unit(unit);
        let men = f32::from(state.manpower);
        if !state.is_on_map() {
            let comes =
                matches!(state.whereabouts, Whereabouts::Arriving | Whereabouts::OffMap | Whereabouts::Boxed);
            sum[0] += if comes { men } else { 0.0 };
            continue;
        }
        sum[1] += men;
        sum[2] += eye.strength(unit);
        sum[3 + usize::from(state.fatigue.min(4))] += men;
        sum[8] += if state.disorganized { men } else { 0.0 };
        sum[9] += if state.exhausted { men } else { 0.0 };
        sum[10] += if state.demoralized > 0 { men } else { 0.0 };
        sum[11] += men * (eye.pos.works_quarters(unit) - 4) as f32 / 4.0;
        sum[12] += if eye.pos.setup.cavalry.has(unit) { men } else { 0.0 };
    }
    for force in own {
        let nearest = foes.iter().map(|f| eye.apart(f.hex, force.hex)).min().unwrap_or(u16::MAX);
        sum[13] += if nearest <= 1 { force.strength } else { 0.0 };
        sum[14] += if nearest > IDLE { force.strength } else { 0.0 };
        sum[15] += force.able;
    }
    out.extend(sum.map(|men| men / 20.0));
}

fn sides<'a>(eye: &'a Eye, side: Side) -> (&'a [Force], &'a [Force]) {
    if eye.side == side { (&eye.own, &eye.foes) } else { (&eye.foes, &eye.own) }
}

/// Who has how much in a place and about it.
fn place(eye: &Eye, goal: &Goal, out: &mut Vec<f32>) {
    let holder = match (goal.held, eye.pos.holder(goal.hex)) {
        (true, _) => 1.0,
        (false, Some(Side::Confederate)) => -1.0,
        _ => 0.0,
    };
    let (union, confederate) = (Round::of(eye, goal, &eye.own), Round::of(eye, goal, &eye.foes));
    let all = |r: &Round| r.inside + r.beside + 0.7 * r.near + 0.3 * r.far;
    let defence = defence(eye, goal);
    let attacker = if defence > 0.0 { confederate.biggest } else { union.biggest };
    out.extend([
        goal.value / 5.0,
        holder,
        holder * eye.left / 4.0,
        holder * goal.value / 5.0,
        union.inside / 10.0,
        union.beside / 10.0,
        union.near / 10.0,
        union.far / 10.0,
        union.able / 10.0,
        union.ring / 3.0,
        confederate.inside / 10.0,
        confederate.beside / 10.0,
        confederate.near / 10.0,
        confederate.far / 10.0,
        confederate.able / 10.0,
        confederate.ring / 3.0,
        defence / 10.0,
        defence / (attacker + defence.abs() + 1.0),
        (all(&union) - all(&confederate)) / (all(&union) + all(&confederate) + 1.0),
        goal.hope(),
    ]);
}

/// The strength of a side by its distance from a place.
#[derive(Default)]
struct Round {
    inside: f32,
    beside: f32,
    near: f32,
    far: f32,
    /// Within three hexes and fit to go on.
    able: f32,
    /// Stacks beside it, and the biggest of them.
    ring: f32,
    biggest: f32,
}

impl Round {
    fn of(eye: &Eye, goal: &Goal, forces: &[Force]) -> Round {
        let mut round = Round::default();
        for force in forces {
            let apart = eye.apart(force.hex, goal.hex);
            match apart {
                0 => round.inside += force.strength,
                1 => {
                    round.beside += force.strength;
                    round.ring += 1.0;
                    round.biggest = round.biggest.max(force.able);
                }
                2..=3 => round.near += force.strength,
                4..=7 => round.far += force.strength,
                _ => {}
            }
            if apart <= 3 {
                round.able += force.able;
            }
        }
        round
    }
}

/// What would stand against an attack on a place, with its works: less than 0 where the Confederates are in it.
fn defence(eye: &Eye, goal: &Goal) -> f32 {
    let mut sum = 0;
    for unit in eye.pos.state.stack(goal.hex) {
        let sign = if eye.pos.setup.unit(unit).side == Side::Union { 1 } else { -1 };
        sum += sign * eye.pos.defence_value(unit);
    }
    sum as f32 / 4.0
}
