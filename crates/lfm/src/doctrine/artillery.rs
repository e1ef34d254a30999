//! Ranged fire: at whom, with how many batteries, and when to limber up instead.

use hexmap::Hex;

use super::place::View;
use super::stack::{Stack, fails, life};
use crate::artillery::Bombardment;
use crate::order::Order;
use crate::position::Pos;
use crate::setup::Id;
use crate::sight::Los;

/// What so many checks of a unit are worth to the firer: disorder, then retreat, then loss.
#[derive(Clone, Copy)]
struct Harm {
    of: [f32; 4],
}

impl Harm {
    fn new(view: &View, unit: Id, stack: &Stack, ground: f32) -> Harm {
        let (pos, w) = (view.pos, view.w);
        let counter = pos.counter(unit);
        let hex = pos.piece(unit).at();
        let p = fails(counter.cohesion, pos.lonely(hex, counter.side));
        let stands = if stack.stands { w.fire_stands } else { 1.0 };
        let costs = [stack.order, stands * (w.fire_driven + w.fire_ground * ground), life(w, pos, unit)];
        let mut from = [[0f32; 4]; 4];
        for left in 1..4 {
            for rung in (0..3).rev() {
                let failed = costs[rung] + if rung < 2 { from[rung + 1][left - 1] } else { 0.0 };
                from[rung][left] = p * failed + (1.0 - p) * from[rung][left - 1];
            }
        }
        Harm { of: from[pos.rung(unit).min(2) as usize] }
    }

    fn expected(&self, pos: Pos, plan: &Bombardment) -> f32 {
        let drm = plan.drm.sum();
        let checks = |die: i16| pos.setup.tables.artillery.at(die + drm, plan.column).min(3);
        (1..=6).map(|die| self.of[checks(die) as usize]).sum::<f32>() / 6.0
    }
}

/// What a fire brings on the average, at the unit it hurts most.
pub(crate) fn expected(view: &View, batteries: &[Id], target: Hex, unit: Id) -> f32 {
    let Some(stack) = view.scene.foe(target) else { return 0.0 };
    let pos = view.pos;
    let sees = |b: &Id| pos.los(pos.piece(*b).at(), target, Some(view.side));
    let worst = batteries.iter().map(sees).max().unwrap_or(Los::Clear);
    let plan = pos.bombardment(batteries, target, unit, worst);
    Harm::new(view, unit, stack, view.ground(target, view.side)).expected(pos, &plan)
}

/// The unit of a hex that fire hurts most.
fn victim(view: &View, target: Hex) -> Option<(Id, Harm)> {
    let stack = view.scene.foe(target)?;
    let ground = view.ground(target, view.side);
    let of = |u: Id| {
        let harm = Harm::new(view, u, stack, ground);
        let bare = view.pos.mounted(u) || view.pos.limbered(u);
        (u, harm, harm.of[1] + harm.of[2] + if bare { 0.2 } else { 0.0 })
    };
    let best = view.pos.units(target).map(of).max_by(|a, b| a.2.total_cmp(&b.2));
    best.map(|(unit, harm, _)| (unit, harm))
}

/// The batteries of a hex that could fire together now.
fn battery_hex(pos: Pos, hex: Hex) -> Vec<Id> {
    pos.units(hex).filter(|u| pos.can_bombard(*u).is_ok()).collect()
}

pub(crate) fn score(view: &View, orders: &[Order], scores: &mut Vec<f32>) {
    match view.pos.state.mission.target {
        Some(target) => mission(view, Hex(target), orders, scores),
        None => aim(view, orders, scores),
    }
}

fn aim(view: &View, orders: &[Order], scores: &mut Vec<f32>) {
    let pos = view.pos;
    let mut known: Vec<(Hex, Option<(Id, Harm)>)> = Vec::new();
    let mut guns: (Hex, Vec<Id>) = (Hex(u16::MAX), Vec::new());
    for order in orders {
        let score = match order {
            Order::Aim(id, at) => at.hex(&pos.setup.map.grid).map_or(0.0, |target| {
                let from = pos.piece(*id).at();
                if guns.0 != from {
                    guns = (from, battery_hex(pos, from));
                }
                let found = known.iter().find(|k| k.0 == target).map(|k| k.1);
                let victim = found.unwrap_or_else(|| {
                    known.push((target, victim(view, target)));
                    known[known.len() - 1].1
                });
                victim.map_or(0.0, |(unit, harm)| {
                    let plan = pos.bombardment(&guns.1, target, unit, cover(view, from, target));
                    0.02 + harm.expected(pos, &plan)
                })
            }),
            Order::Limber(id) => limber(view, *id),
            _ => 0.0,
        };
        scores.push(score);
    }
}

/// Whether anything is in the way, at a glance.
fn cover(view: &View, from: Hex, target: Hex) -> Los {
    let hidden = view.pos.setup.ground.cover(target).obstructed;
    if hidden && view.pos.distance(from, target) > 1 { Los::Partial } else { Los::Clear }
}

/// A battery goes elsewhere when the battle has: no target, no enemy who could come, no place to guard.
fn limber(view: &View, id: Id) -> f32 {
    let pos = view.pos;
    let hex = pos.piece(id).at();
    let sees = view.field_of_fire(hex, pos.counter(id).sp as u16);
    if sees > 0.0 || view.scene.threat(hex) > 0.0 || pos.is_held(id) {
        return -0.3 - sees;
    }
    let far = view.scene.foes.iter().map(|f| pos.distance(hex, f.force.hex)).min().unwrap_or(0);
    let early = view.scene.turns_left > 1.0;
    if far > 5 && early { 0.2 } else { -0.1 }
}

/// More batteries, or fire now and at whom.
fn mission(view: &View, target: Hex, orders: &[Order], scores: &mut Vec<f32>) {
    let pos = view.pos;
    let mut batteries: Vec<Id> = pos.state.mission.batteries.iter().map(|b| Id(*b)).collect();
    let best = victim(view, target).map(|(unit, _)| unit);
    let now = best.map_or(0.0, |unit| expected(view, &batteries, target, unit));
    for order in orders {
        scores.push(match order {
            Order::Fire(unit) if Some(*unit) == best => now,
            Order::Fire(unit) => expected(view, &batteries, target, *unit).min(now) - 0.01,
            Order::Add(id) => {
                let here = pos.piece(*id).at();
                let same = batteries.iter().any(|b| pos.piece(*b).at() == here);
                batteries.push(*id);
                let with = best.map_or(0.0, |unit| expected(view, &batteries, target, unit));
                batteries.pop();
                // Guns of a hex that does not fire now can fire at somebody else.
                let alone = best.map_or(0.0, |unit| expected(view, &[*id], target, unit));
                if same { with + 0.05 } else { with - 0.8 * alone - 0.02 }
            }
            _ => 0.0,
        });
    }
}
