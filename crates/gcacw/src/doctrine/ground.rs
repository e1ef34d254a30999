//! How good it is for a unit to end in a hex.

use arrayvec::ArrayVec;
use hexmap::{Hex, Terrain};
use table::Leaning;

use super::eye::{Eye, Goal, MOST_GOALS};
use crate::setup::{Arm, UnitId};

/// One unit's view of the ground; what is the same for every hex is worked out once.
pub(crate) struct Stance<'a, 'b> {
    eye: &'a Eye<'b>,
    unit: UnitId,
    strength: f32,
    cavalry: bool,
    wagon: bool,
    here: Hex,
    horizon: f32,
    leaning: Leaning,
    /// The goals with what they are worth to this unit along the way, and once it stands in them.
    pulls: ArrayVec<(&'a Goal<'b>, f32, f32), MOST_GOALS>,
}

impl<'a, 'b> Stance<'a, 'b> {
    pub(crate) fn of(eye: &'a Eye<'b>, unit: UnitId) -> Stance<'a, 'b> {
        let (strength, here) = (eye.strength(unit), eye.pos.state.unit(unit).hex);
        let weight = (strength / 4.0).clamp(0.3, 1.5);
        let leaning = eye.leaning(unit);
        let pull = |goal: &'a Goal<'b>| {
            // What a plan is about needs everybody.
            let planned = leaning.place == Some(goal.hex.0);
            let need = if planned { 1.0 } else { goal.need(strength, here) };
            let there = if goal.held { goal.value * need * eye.w.keep } else { goal.value * eye.w.capture };
            let leaning = leaning.pull(goal.hex.0, goal.held);
            (goal, goal.value * need * weight * eye.w.pull * leaning, there * leaning)
        };
        let arm = eye.pos.setup.unit(unit).arm;
        let (cavalry, wagon) = (arm == Arm::Cavalry, arm == Arm::Wagon);
        // No place is worth a wagon train.
        let goals = eye.goals.iter().take(if wagon { 0 } else { MOST_GOALS });
        let pulls = goals.map(pull).collect();
        Stance { eye, unit, strength, cavalry, wagon, here, horizon: eye.horizon(), leaning, pulls }
    }

    /// The worth of standing in a hex.
    pub(crate) fn at(&self, hex: Hex) -> f32 {
        if self.wagon {
            return super::campaign::wagon(self.eye, hex);
        }
        let stay = if hex == self.here { self.leaning.stay } else { 0.0 };
        self.goals(hex) + self.neighbours(hex) + stay
    }

    /// The pull of what is worth having: far goals pull as steadily as near ones.
    fn goals(&self, hex: Hex) -> f32 {
        let mut sum = 0.0;
        for (goal, along, there) in &self.pulls {
            let way = goal.distance(hex);
            if way < self.horizon {
                sum += along * (1.0 - way / self.horizon);
            }
            if goal.hex == hex {
                sum += there;
            }
        }
        sum
    }

    /// What so many half MP may bring at best, spent on the way to one goal.
    pub(crate) fn toward(&self, reach: f32) -> f32 {
        let gain = |(goal, along, there): &(&Goal, f32, f32)| {
            let way = goal.distance(self.here);
            let gone = (way.min(self.horizon) - (way - reach).max(0.0)).max(0.0);
            along * gone / self.horizon + if way > 0.0 && way <= reach { *there } else { 0.0 }
        };
        self.pulls.iter().map(gain).fold(0.0, f32::max)
    }

    /// Friends and foes nearby, and the ground to meet them on.
    fn neighbours(&self, hex: Hex) -> f32 {
        let eye = self.eye;
        let (foe_near, foe_about) = eye.around(&eye.foes, hex);
        if foe_near + foe_about == 0.0 {
            return 0.0;
        }
        let (mut near, mut about) = eye.around(&eye.own, hex);
        // He himself is counted where he stands now.
        match eye.apart(self.here, hex) {
            0..=1 => near -= self.strength,
            2..=3 => about -= self.strength,
            _ => {}
        }
        let stand = self.stand(hex);
        let own = self.strength * stand + near + about * 0.5;
        let foe = foe_near + foe_about * 0.6;
        let ratio = own / foe.max(0.1);
        let mut sum = (stand - 1.0) * eye.w.ground * self.strength.sqrt();
        if ratio < 1.0 {
            // Alone among enemies: what he may lose.
            let share = if self.cavalry { eye.w.danger_horse } else { eye.w.danger };
            sum -= (1.0 - ratio) * self.strength * eye.own_blood * share * self.leaning.danger;
        } else if foe_near > 0.0 {
            sum += eye.zeal * eye.w.press * (ratio - 1.0).min(1.0) * foe_near.min(self.strength);
        }
        if self.leaning.apart > 0.0 && near == 0.0 && foe_near > 0.0 && hex != self.here {
            // Beside the enemy, where no friend stands: his flank.
            sum += self.leaning.apart * self.strength.sqrt() * 0.3;
        }
        sum
    }

    /// What the ground makes of a defender.
    fn stand(&self, hex: Hex) -> f32 {
        let ground: f32 = match self.eye.pos.setup.map.terrain(hex) {
            Terrain::Hill => 1.15,
            Terrain::Mountain => 1.35,
            _ => 1.0,
        };
        if self.eye.pos.setup.redoubt(hex, self.eye.side) {
            ground.max(1.5)
        } else if self.here == hex {
            ground * self.eye.pos.works_quarters(self.unit) as f32 / 4.0
        } else {
            ground
        }
    }
}

/// The worth of a unit in a hex.
pub(crate) fn place(eye: &Eye, unit: UnitId, hex: Hex) -> f32 {
    Stance::of(eye, unit).at(hex)
}
