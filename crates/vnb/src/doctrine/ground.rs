//! How well a stand stands at a place, for the computer players: near what it fights for, with the enemy before
//! its muzzles and friends beside it, nobody in its flank.

use table::Leaning;

use crate::doctrine::sketch::{Man, Sketch, Spot};
use crate::kinds::Level;

/// Where a formation is going.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    pub at: Spot,
    /// In inches.
    pub radius: f32,
    /// What an inch nearer is worth.
    pub pull: f32,
    /// To be taken rather than held.
    pub attack: bool,
    /// The middle of the formation.
    pub from: Spot,
    /// What the plan of the formation makes of it.
    pub leaning: Leaning,
}

impl Sketch<'_> {
    /// Where a stand's formation should go: the place with the best prospect for its distance.
    pub(crate) fn goal(&self, me: &Man) -> Goal {
        let (w, from) = (&self.w, self.middle(me));
        let (setup, state) = (self.pos.setup, self.pos.state);
        let leaning = self.leaning(me);
        let mut best: Option<(f32, Goal)> = None;
        for (n, (objective, holder)) in setup.objectives.iter().zip(&state.objectives).enumerate() {
            let at = Spot { x: objective.at.x as f32 / 1e6, y: objective.at.y as f32 / 1e6 };
            let (own, his) = self.strength_about(at, w.hope_reach, None);
            let held = *holder == Some(self.side);
            let need = if held { self.guard_need(at, me.division) } else { 1.0 };
            // Whoever changes the least and the most may cross them, which `clamp` would not bear.
            let hope = ((own + w.hope) / (his + 2.0)).max(w.hope_least).min(w.hope_most);
            let points = objective.points as f32;
            let planned = leaning.place == Some(n as u16);
            let lean = leaning.pull(n as u16, held) * if planned { 4.0 } else { 1.0 };
            let value = points * need * hope * lean / (from.far(at) + w.goal_way);
            if best.is_none_or(|(b, _)| value > b) {
                let radius = objective.radius as f32 / 100.0;
                let pull = points * if held { w.pull_held } else { w.pull_taken };
                let hurry =
                    w.pull_early + w.pull_late * f32::from(state.turn) / f32::from(setup.turns.max(1));
                let pull = pull.max(0.033).min(w.pull_most) * hurry;
                let pull = pull * if held && his <= 0.0 { w.pull_safe } else { 1.0 };
                let pull = pull * leaning.pull(n as u16, held);
                best = Some((value, Goal { at, radius, pull, attack: !held, from, leaning }));
            }
        }
        best.map_or_else(|| self.hunt(me), |(_, goal)| goal)
    }

    /// Without a place to fight for: the nearest enemy.
    fn hunt(&self, me: &Man) -> Goal {
        let nearest = self.enemies().min_by(|a, b| a.at.far(me.at).total_cmp(&b.at.far(me.at)));
        let at = nearest.map_or(me.at, |e| e.at);
        let leaning = self.leaning(me);
        Goal { at, radius: 5.4, pull: 0.031, attack: true, from: self.middle(me), leaning }
    }

    /// The middle of the stands of one formation.
    fn middle(&self, me: &Man) -> Spot {
        let (mut sum, mut n) = (Spot::default(), 0.0);
        for man in self.friends().filter(|m| m.division == me.division && m.arm.is_brigade()) {
            sum = Spot { x: sum.x + man.at.x, y: sum.y + man.at.y };
            n += 1.0;
        }
        if n == 0.0 { me.at } else { Spot { x: sum.x / n, y: sum.y / n } }
    }

    /// How much a place that is ours needs this formation: not where others guard it well enough.
    fn guard_need(&self, at: Spot, division: u8) -> f32 {
        let (own, his) = self.strength_about(at, self.w.guard_reach, Some(division));
        if his <= 0.0 {
            self.w.guard_idle
        } else if own >= his {
            self.w.guard_enough
        } else {
            self.w.guard_wanted
        }
    }

    /// Brigades of either side near a place, ours first; a formation of ours is left out.
    fn strength_about(&self, at: Spot, reach: f32, without: Option<u8>) -> (f32, f32) {
        let (mut own, mut his) = (0.0, 0.0);
        for man in self.men.iter().filter(|m| m.fights() && !m.arm.is_skirmisher()) {
            if man.at.far(at) < reach && (man.side != self.side || Some(man.division) != without) {
                let weight = if man.arm.is_artillery() { self.w.hope_guns } else { 1.0 };
                *(if man.side == self.side { &mut own } else { &mut his }) += weight;
            }
        }
        (own, his)
    }

    /// How well a stand stands at a place, facing that way.
    pub(crate) fn ground(&self, me: &Man, goal: &Goal, at: Spot, front: Spot, stationary: bool) -> f32 {
        let far = at.far(goal.at);
        let mut sum = -goal.pull * self.distance_cost(me, far - 0.27 * goal.radius);
        sum += self.holding(me, at);
        sum -= self.w.straggle * (at.far(goal.from) - self.w.straggle_free).clamp(0.0, 7.7);
        let (rough, woods) = self.footing(me, at);
        if rough && !me.shaken() {
            sum -= self.w.rough;
        }
        if at == me.at {
            sum += 0.3 * goal.leaning.stay;
        }
        sum + self.among(me, &goal.leaning, at, front, stationary, woods)
    }

    /// What it is worth to be on a place that counts: to take it, or to keep it where nobody else does.
    fn holding(&self, me: &Man, at: Spot) -> f32 {
        let (setup, state, w) = (self.pos.setup, self.pos.state, &self.w);
        // Ground counts when the battle ends.
        let late = f32::from(state.turn) / f32::from(setup.turns.max(1));
        let mut sum = 0.0;
        for (objective, holder) in setup.objectives.iter().zip(&state.objectives) {
            let centre = Spot { x: objective.at.x as f32 / 1e6, y: objective.at.y as f32 / 1e6 };
            let radius = objective.radius as f32 / 100.0 + 1.0;
            if at.far(centre) > radius {
                continue;
            }
            let (mut friend, mut enemy, mut near) = (false, false, false);
            for man in self.men.iter().filter(|m| m.id != me.id && m.fights()) {
                let apart = man.at.far(centre);
                if man.side == self.side {
                    friend |= apart <= radius;
                } else {
                    enemy |= apart <= radius;
                    near |= apart <= 5.7;
                }
            }
            let share = match (*holder == Some(self.side), friend) {
                (false, false) => {
                    if enemy {
                        w.hold_contested
                    } else {
                        w.hold_free
                    }
                }
                (false, true) => {
                    if enemy {
                        w.hold_help
                    } else {
                        0.035
                    }
                }
                (true, false) => {
                    if near {
                        w.hold_alone
                    } else {
                        w.hold_quiet
                    }
                }
                (true, true) => {
                    if near {
                        w.hold_second
                    } else {
                        0.0
                    }
                }
            };
            sum += share * (w.hold_early + w.hold_late * late * late) * objective.points as f32;
        }
        sum
    }

    /// Guns are content when they reach the place.
    fn distance_cost(&self, me: &Man, far: f32) -> f32 {
        let slack = if me.arm.is_artillery() { (me.range - self.w.pull_guns).max(0.0) } else { 0.0 };
        (far - slack).max(0.0)
    }

    /// The enemies and friends round a place.
    fn among(
        &self,
        me: &Man,
        leaning: &Leaning,
        at: Spot,
        front: Spot,
        stationary: bool,
        woods: bool,
    ) -> f32 {
        let w = &self.w;
        let (mut fire, mut taken, mut flank, mut threat) = (0.0f32, 0.0f32, 0.0f32, 0.0f32);
        let (mut chance, mut support, mut beside) = (0.0f32, 0.0f32, 0.0f32);
        // Limbered guns think of where they will unlimber.
        let own_fire =
            if me.limbered { w.fire_limbered * me.battery } else { me.fire[usize::from(stationary)] };
        for other in self.men.iter().filter(|m| m.id != me.id && m.fights()) {
            let way = at.to(other.at);
            let square = way.dot(way);
            if square > 19.0 * 19.0 {
                continue;
            }
            let apart = square.sqrt().max(0.1);
            if other.side == self.side {
                // Those beside him, and those who can come up.
                if other.arm.is_brigade() && apart < 17.0 {
                    support += if apart < 8.7 { 1.0 } else { w.support_far } * other.melee_now();
                    beside += if apart < 6.6 { 1.0 } else { 0.0 };
                }
                continue;
            }
            let gap = (apart - 2.7).max(0.0);
            let toward = front.dot(way) / apart;
            let his = -other.front.dot(way) / apart;
            if toward > 0.62 && gap <= me.range && own_fire > 0.0 {
                let save =
                    if other.arm.is_skirmisher() || other.arm.is_artillery() { w.fire_saved } else { 1.0 };
                fire = fire.max(own_fire * save * self.hit_value(other.division));
            }
            if his > 0.62 && gap <= other.range {
                taken += 0.71 * other.fire_now();
            }
            if other.charger() && gap <= other.reach {
                if toward < 0.084 {
                    flank = flank.max(w.flank - 0.017 * gap);
                }
                threat += other.melee_now() * (1.0 - gap / (other.reach + 5.1));
            }
            if me.charger() && gap <= w.chance_reach * me.reach {
                let open: f32 = if his < 0.0 && !other.indoors { w.chance_flank } else { w.chance_front };
                chance = chance.max(if other.shaken() { open + w.chance_shaken } else { open });
            }
        }
        let shelter = if woods { w.shelter } else { 1.0 };
        let own = self.hit_value(me.division);
        let stand = me.melee[usize::from(stationary)] * if me.arm.is_artillery() { 0.68 } else { 1.0 };
        let risk = w.risk * (threat - stand - support).max(0.0) * own;
        let price = if me.arm.is_artillery() { w.fire_taken_guns } else { w.fire_taken };
        let last = if me.sp <= 1.0 { w.last_point } else { 0.0 };
        let brittle = if me.level == Level::Good { 1.0 } else { w.brittle };
        let suffered = shelter * price * taken * (own + last) + flank + brittle * risk;
        let mut sum = w.fire_given * fire - leaning.danger * suffered + leaning.attack * chance;
        sum += w.beside * beside.min(3.0);
        if leaning.apart > 0.0 && beside == 0.0 && chance > 0.0 {
            sum += 0.3 * leaning.apart;
        }
        if stationary && threat > 0.0 {
            sum += w.settled * leaning.dig;
        }
        if (me.column || me.limbered) && threat > 0.45 {
            sum -= w.unready;
        }
        sum
    }
}
