//! Those who fight together, as a player weighs them: what combat counts, and what there is to lose.

use hexmap::Hex;
use table::Side;

use super::weights::Weights;
use crate::combat::Force;
use crate::position::Pos;
use crate::setup::Id;
use crate::state::flag;
use crate::tables::Outcome;

/// What losing a unit costs its side, in victory points.
pub(crate) fn life(w: &Weights, pos: Pos, id: Id) -> f32 {
    let counter = pos.counter(id);
    let sp = counter.sp as f32;
    let mut value = sp * (pos.setup.victory.sp as f32 + w.men * counter.cohesion as f32 / 4.0);
    if let Some(number) = counter.brigade {
        let brigade = pos.state.brigades[number as usize];
        if !brigade.shattered && (brigade.lost + counter.sp as u16) * 2 >= brigade.total {
            value += w.shatters;
        }
        if brigade.shattered && brigade.lost + counter.sp as u16 >= brigade.total {
            value += pos.setup.victory.brigade as f32 * w.wiped_out;
        }
    }
    value
}

/// What a unit's order is worth.
pub(crate) fn order(w: &Weights, pos: Pos, id: Id) -> f32 {
    pos.counter(id).sp as f32 * w.order
}

/// The chance to fail a cohesion check.
pub(crate) fn fails(cohesion: u8, modifier: i16) -> f32 {
    let passing = (cohesion as i16 - modifier).clamp(0, 6);
    (6 - passing) as f32 / 6.0
}

/// A force with what is at stake in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stack {
    pub force: Force,
    /// What one of its units is worth.
    pub unit: f32,
    /// What it loses by disorder; for one in disorder, by having to retreat.
    pub order: f32,
    /// Whether it need not retreat.
    pub stands: bool,
    /// The chance that a unit fails a check.
    pub fails: f32,
    /// SP of its regiments, all of them.
    pub foot: u16,
    pub units: u8,
    /// Whether some of it can come and attack.
    pub mobile: bool,
}

impl Stack {
    const NOBODY: Stack = Stack {
        force: Force { hex: Hex(0), sp: 0, foot_cr: 0, gun_cr: 0, cv: 0, broken: false, sheltered: false },
        unit: 0.0,
        order: 0.0,
        stands: false,
        fails: 0.0,
        foot: 0,
        units: 0,
        mobile: false,
    };

    pub(crate) fn of(w: &Weights, pos: Pos, hex: Hex) -> Stack {
        let force = pos.force(hex);
        Stack { stands: pos.no_retreat(hex), ..Stack::sum(w, pos, force, pos.units(hex)) }
    }

    /// These units, as if they stood in the hex of the force.
    pub(crate) fn sum(w: &Weights, pos: Pos, force: Force, units: impl Iterator<Item = Id>) -> Stack {
        let (mut life_sum, mut order_sum, mut count, mut foot, mut mobile) = (0.0, 0.0, 0u8, 0, false);
        for id in units {
            life_sum += life(w, pos, id);
            order_sum += order(w, pos, id);
            count += 1;
            if !pos.counter(id).arm.is_gun() {
                foot += pos.sp(id);
                mobile |= !pos.shattered(id);
            }
        }
        let unit = life_sum / count.max(1) as f32;
        let order = if force.broken { unit * w.rout } else { order_sum };
        let cohesion = if force.foot_cr > 0 { force.foot_cr } else { force.gun_cr };
        let fails = fails(cohesion, 0);
        Stack { force, unit, order, stands: false, fails, foot, units: count, mobile }
    }
}

/// What a combat brings its attacker on the average, over every face of the die. `ground` is what the
/// defenders' hexes are worth to him.
pub(crate) fn fight(w: &Weights, pos: Pos, attackers: &[Stack], defenders: &[Stack], ground: f32) -> f32 {
    if attackers.is_empty() || defenders.is_empty() {
        return 0.0;
    }
    let forces = |stacks: &[Stack]| {
        let mut all = [stacks[0].force; 6];
        let n = stacks.len().min(6);
        all.iter_mut().zip(stacks).for_each(|(to, from)| *to = from.force);
        (all, n)
    };
    let ((a, n), (d, m)) = (forces(attackers), forces(defenders));
    let odds = pos.odds_between(&a[..n], &d[..m]);
    let drm = odds.drm.sum();
    let stakes = Stakes::new(attackers, defenders, ground);
    let crt = &pos.setup.tables.crt;
    (1..=6).map(|die| stakes.of(w, crt.at(die + drm, odds.column))).sum::<f32>() / 6.0
}

/// What each result means to the attacker.
pub(crate) struct Stakes {
    unit: f32,
    order: f32,
    foe_unit: f32,
    foe_order: f32,
    foe_stands: f32,
    foe_fails: f32,
    ground: f32,
    /// Whether two units can be lost.
    foe_units: f32,
}

impl Stakes {
    pub fn new(attackers: &[Stack], defenders: &[Stack], ground: f32) -> Stakes {
        let mean = |stacks: &[Stack], of: fn(&Stack) -> f32| {
            stacks.iter().map(of).sum::<f32>() / stacks.len().max(1) as f32
        };
        Stakes {
            unit: mean(attackers, |s| s.unit),
            order: attackers.iter().map(|s| s.order).sum(),
            foe_unit: mean(defenders, |s| s.unit),
            foe_order: defenders.iter().map(|s| s.order).sum(),
            foe_stands: mean(defenders, |s| f32::from(u8::from(s.stands))),
            foe_fails: mean(defenders, |s| s.fails),
            ground,
            foe_units: defenders.iter().map(|s| s.units as f32).sum(),
        }
    }

    pub(crate) fn of(&self, w: &Weights, outcome: Outcome) -> f32 {
        let driven = self.foe_order + self.ground;
        match outcome {
            Outcome::De2 => self.foe_unit * self.foe_units.min(2.0) + driven,
            Outcome::De => self.foe_unit + driven,
            // Who stands in cover pays with a check instead.
            Outcome::Dr => {
                driven * (1.0 - self.foe_stands) + self.foe_stands * self.foe_fails * self.foe_order
            }
            Outcome::Dc => self.foe_fails * self.foe_order,
            Outcome::Exc => -w.exchange * self.foe_unit,
            Outcome::Ne => 0.0,
            Outcome::Ar => w.price * -self.order,
            Outcome::Ae => w.price * (-self.unit - self.order),
        }
    }
}

/// The stacks next to a hex, without a heap.
#[derive(Clone, Copy)]
pub(crate) struct Ring {
    all: [Stack; 6],
    n: usize,
}

impl Ring {
    pub const fn new() -> Ring {
        Ring { all: [Stack::NOBODY; 6], n: 0 }
    }

    /// The stacks of a side next to a hex that can attack it.
    pub(crate) fn around(w: &Weights, pos: Pos, hex: Hex, side: Side) -> Ring {
        let mut ring = Ring::new();
        for (_, near) in pos.neighbors(hex) {
            if pos.held_by(near, side) && attacks(pos, near) {
                ring.push(Stack::of(w, pos, near));
            }
        }
        ring
    }

    pub(crate) fn push(&mut self, stack: Stack) {
        if self.n < self.all.len() {
            self.all[self.n] = stack;
            self.n += 1;
        }
    }

    pub(crate) fn all(&self) -> &[Stack] {
        &self.all[..self.n]
    }

    pub fn has(&self, hex: Hex) -> bool {
        self.all().iter().any(|s| s.force.hex == hex)
    }
}

/// Whether a stack could attack in its own turn.
pub(crate) fn attacks(pos: Pos, hex: Hex) -> bool {
    !pos.units(hex).any(|u| pos.shattered(u) || pos.piece(u).has(flag::CHARGE))
}
