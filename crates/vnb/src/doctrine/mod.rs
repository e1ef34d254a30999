//! What the doctrine thinks of each order, in about victory points. Formations go for ground that counts, in
//! line and within reach of their general; guns unlimber where they reach somebody; brigades charge together
//! and where the dice favour them; shaken troops recover.
//!
//! What counts how much is in `weights`, and can be changed by who plays; the smaller figures are here, in
//! `ground` and in `fight`, found with those by many games of the doctrine against itself.

pub(crate) mod fight;
pub(crate) mod figures;
pub(crate) mod formations;
pub(crate) mod glance;
pub(crate) mod ground;
pub(crate) mod odds;
pub(crate) mod reason;
pub(crate) mod sketch;
mod weights;
pub(crate) mod worth;

use table::{Plans, Side};

use crate::doctrine::ground::Goal;
use crate::doctrine::sketch::{Man, Sketch, Spot};
use crate::ids::StandId;
use crate::kinds::{Level, Rank};
use crate::order::{Act, Order};
use crate::position::Pos;
use crate::setup::Setup;
use crate::state::{Pose, State, mark};
use crate::terrain::Terrain;

/// What can be changed in the doctrine, and how it comes.
pub(crate) const WEIGHTS: &[(&str, f32)] = weights::Weights::NAMES;

/// A score for each of a seat's orders, by what its formations are told to do.
pub(crate) fn doctrine(
    setup: &Setup,
    state: &State,
    seat: Side,
    orders: &[Order],
    plans: &Plans,
    scores: &mut Vec<f32>,
) {
    scores.clear();
    if orders.len() < 2 {
        scores.resize(orders.len(), 0.0);
        return;
    }
    let sketch = Sketch::new(Pos::new(setup, state), seat).under(plans);
    let mover = orders.iter().find_map(mover_of).and_then(|id| sketch.man(id));
    let moves = orders.iter().any(|o| matches!(o, Order::Done)) || state.mover.is_some();
    match mover.filter(|_| moves) {
        Some(me) if me.is_commander() => {
            scores.extend(orders.iter().map(|o| sketch.command_post(me, o)));
        }
        Some(me) => {
            let goal = sketch.goal(me);
            let here = sketch.stay(me, &goal);
            scores.extend(orders.iter().map(|o| sketch.act(me, &goal, here, o)));
        }
        None => scores.extend(orders.iter().map(|o| sketch.choice(o))),
    }
    for score in scores.iter_mut().filter(|s| !s.is_finite()) {
        *score = 0.0;
    }
}

/// The stand an order moves.
fn mover_of(order: &Order) -> Option<StandId> {
    match order {
        Order::Move { stand, .. }
        | Order::March { stand, .. }
        | Order::Form { stand, .. }
        | Order::Reform { stand, .. }
        | Order::Act { stand, .. }
        | Order::Leave { stand, .. }
        | Order::Charge { stand, .. } => Some(*stand),
        Order::Attach { commander, .. } => Some(*commander),
        _ => None,
    }
}

impl Sketch<'_> {
    /// What it is worth to a stand to stay as it is.
    pub(crate) fn stay(&self, me: &Man, goal: &Goal) -> f32 {
        self.ground(me, goal, me.at, me.front, me.stationary)
    }

    /// An order of the stand that moves.
    fn act(&self, me: &Man, goal: &Goal, here: f32, order: &Order) -> f32 {
        match order {
            Order::Move { to, .. } => self.ground(me, goal, Spot::of(*to), Spot::ahead(to.facing), false),
            Order::March { x, y, .. } => {
                let at = Spot::of(Pose::new(*x, *y, 0));
                let way = me.at.to(at);
                let length = way.length().max(0.1);
                self.ground(me, goal, at, Spot { x: way.x / length, y: way.y / length }, false)
            }
            Order::Form { .. } => here + self.form(me, goal),
            Order::Reform { .. } => here - self.form(me, goal),
            Order::Leave { facing, .. } => {
                let out = Spot::ahead(*facing);
                let at = Spot { x: me.at.x + 3.0 * out.x, y: me.at.y + 3.0 * out.y };
                self.ground(me, goal, at, out, false) - 0.23
            }
            Order::Charge { target, facing, .. } => match self.man(*target) {
                Some(target) => {
                    self.charge(&self.in_haste(me, *facing), target) + self.w.charge_from * here.min(0.0)
                }
                None => here,
            },
            Order::Act { act, .. } => here + self.special(me, goal, here, *act),
            Order::Done => here,
            _ => here - 0.5,
        }
    }

    /// Whether a march column pays: far from the place to go to, far from the enemy.
    fn form(&self, me: &Man, goal: &Goal) -> f32 {
        let far = me.at.far(goal.at);
        let enemy = self.nearest(me.at);
        if enemy < 24.0 || far < 16.0 || me.stationary {
            -1.0
        } else {
            self.w.column * (far - 17.0).min(24.0)
        }
    }

    /// The middle of the nearest enemy who fights.
    pub(crate) fn nearest(&self, at: Spot) -> f32 {
        self.enemies().map(|e| e.at.far(at)).fold(99.0, f32::min)
    }

    fn special(&self, me: &Man, goal: &Goal, here: f32, act: Act) -> f32 {
        let enemy = self.nearest(me.at);
        match act {
            Act::Recover => self.w.recover + if enemy < 33.0 { 0.55 } else { 0.0 },
            Act::Stationary => {
                let settled = self.ground(me, goal, me.at, me.front, true) - here;
                settled + if enemy < 28.0 { self.w.settle_near } else { -0.056 }
            }
            Act::Unlimber => self.guns(me) - 0.074,
            Act::Limber => {
                let wait = goal.attack && me.at.far(goal.at) > me.range;
                if self.guns(me) > 0.0 {
                    -0.69
                } else if wait {
                    self.w.limber
                } else {
                    -0.12
                }
            }
            Act::Dismount => {
                if (3.8..14.0).contains(&enemy) && me.at.far(goal.at) < 11.0 {
                    self.w.dismount
                } else {
                    -0.47
                }
            }
            Act::Mount => {
                if enemy > 25.0 && me.at.far(goal.at) > 25.0 {
                    0.34
                } else {
                    -0.3
                }
            }
            Act::StandUp => {
                if me.at.far(goal.at) > 5.0 {
                    self.w.stand_up
                } else {
                    -0.14
                }
            }
            Act::StepBack => -0.15,
        }
    }

    /// What unlimbered guns would reach from where they are.
    fn guns(&self, me: &Man) -> f32 {
        let best = self.enemies().map(|e| {
            let way = me.at.to(e.at);
            let apart = way.length().max(0.1);
            let seen = me.front.dot(way) / apart > 0.61 && apart - 1.3 <= me.range;
            if seen { if apart < 8.6 { 0.64 } else { 1.0 } } else { 0.0 }
        });
        best.fold(0.0, f32::max)
    }

    /// What a charge would bring: both tests, then the dice of all who take part.
    pub(crate) fn charge(&self, me: &Man, target: &Man) -> f32 {
        let (w, chance) = (&self.w, self.charge_chance(me, target));
        let (own, his) = (self.hit_value(me.division), self.hit_value(target.division));
        let helped = self.helpers(me, target);
        let dealt = me.melee[0] + helped;
        let taken = target.melee_now();
        let mut gain = w.charge_gain
            + w.charge_gain_shaken * f32::from(u8::from(target.shaken()))
            + self.on_objective(target);
        if target.routed() || target.column || target.limbered {
            gain += 0.4;
        }
        if target.arm.is_artillery() {
            gain += w.charge_gain_guns;
        }
        let loss =
            w.charge_loss + if me.shaken() { 2.0 } else { 0.0 } + if me.stationary { 0.086 } else { 0.0 };
        let gain = gain * self.leaning(me).attack;
        let blows = w.charge_dealt * (dealt * his).min(target.sp * his)
            - w.charge_taken * (taken * own).min(me.sp * own);
        let (passes, holds) = self.tests(me, target, self.in_flank(me, target));
        let shock = |m: &Man, p: f32| (1.0 - p) * if m.shaken() { w.shock_shaken } else { w.shock };
        chance * gain - (1.0 - chance) * loss + blows + shock(target, holds) - shock(me, passes)
    }

    /// Raw troops who must turn before they charge lose their order.
    fn in_haste(&self, me: &Man, facing: crate::angle::Angle) -> Man {
        let turns = self.pos.piece(me.id).pose.facing != facing;
        let mut hasty = *me;
        if turns && !me.shaken() && self.pos.setup.stand(me.id).is_raw() {
            hasty.level = Level::Disordered;
            hasty.melee = me.melee.map(|m| 0.42 * m);
        }
        hasty
    }

    /// Whether a charge would come from behind the line of the target's front.
    fn in_flank(&self, me: &Man, target: &Man) -> bool {
        !target.indoors && target.front.dot(target.at.to(me.at)) < 1.5
    }

    /// The chance to win the melee that a charge leads to.
    pub(crate) fn charge_chance(&self, me: &Man, target: &Man) -> f32 {
        if target.routed() {
            return 0.97;
        }
        let flank = self.in_flank(me, target);
        let (own, his) = self.tests(me, target, flank);
        let helped = self.helpers(me, target);
        let (steady, shaken) = (me.melee[0], me.melee[0] * if me.shaken() { 1.0 } else { 0.5 });
        let defence = target.melee_now();
        let weak = defence * if target.shaken() { 1.0 } else { 0.5 };
        let tie = (0.5 + 0.12 * (me.morale - target.morale) + if flank { 0.12 } else { 0.0 }).clamp(0.1, 0.9);
        let mut sum = 0.0;
        for (p, passed) in [(own, true), (1.0 - own, false)] {
            for (q, held) in [(his, true), (1.0 - his, false)] {
                let won = match (passed || !me.shaken(), held || !target.shaken()) {
                    (_, false) => 1.0,
                    (false, true) => 0.0,
                    (true, true) => {
                        let dealt = helped + if passed { steady } else { shaken };
                        crate::doctrine::odds::wins(dealt, if held { defence } else { weak }, tie)
                    }
                };
                sum += p * q * won;
            }
        }
        sum
    }

    /// Chances that charger and target pass their morale tests.
    fn tests(&self, me: &Man, target: &Man, flank: bool) -> (f32, f32) {
        let mut own = me.morale - if me.shaken() { 1.0 } else { 0.0 };
        let mut his = target.morale - if target.shaken() { 1.0 } else { 0.0 };
        if flank {
            own += 1.0;
            his -= if target.column { 2.0 } else { 1.0 };
        }
        if target.arm.is_artillery() && !target.limbered && !flank {
            own -= 1.0;
        }
        if target.arm.is_skirmisher() {
            own += 1.0;
        }
        if me.arm.is_cavalry() && (target.arm.is_infantry() || target.arm.is_artillery()) {
            his -= 1.0;
        }
        if target.indoors {
            his += 1.0;
        }
        let table = &self.pos.setup.table;
        if table.has_hills && target.stationary {
            let level = |m: &Man| self.pos.level(m.id);
            his += if level(target) > level(me) { 1.0 } else { 0.0 };
        }
        (crate::doctrine::odds::passes(own), crate::doctrine::odds::passes(his))
    }

    /// Hits to be expected of friends who are at the target already, or who could still join: two at most.
    fn helpers(&self, me: &Man, target: &Man) -> f32 {
        let mut sum = 0.0;
        let mut hoped = 0.0f32;
        for friend in self.friends().filter(|f| f.id != me.id && f.charger()) {
            let piece = self.pos.piece(friend.id);
            if piece.charged == target.id {
                sum += friend.melee_now();
                continue;
            }
            let ready = !piece.has(mark::MOVED) && piece.has(mark::IN_COMMAND) && !friend.column;
            if ready && friend.at.far(target.at) < 14.0 {
                hoped += self.w.help * friend.melee[0];
            }
        }
        sum + hoped.min(0.18)
    }

    /// What it is worth to drive a stand off the ground it holds.
    fn on_objective(&self, target: &Man) -> f32 {
        let objectives = &self.pos.setup.objectives;
        let near = objectives.iter().filter(|o| {
            let at = Spot { x: o.at.x as f32 / 1e6, y: o.at.y as f32 / 1e6 };
            target.at.far(at) <= o.radius as f32 / 100.0 + 1.6
        });
        near.map(|o| self.w.charge_gain_place * o.points as f32).sum()
    }

    /// An order of the commander who moves.
    fn command_post(&self, me: &Man, order: &Order) -> f32 {
        match order {
            Order::Move { to, .. } => self.post(me, Spot::of(*to)) - 0.016,
            Order::Attach { stand, .. } => {
                let with = self.man(*stand).filter(|m| m.fights());
                let near = with.is_some_and(|m| self.nearest(m.at) < 6.0);
                let army = self.pos.setup.stand(me.id).rank == Rank::Army;
                self.post(me, me.at) + if near { if army { 0.25 } else { 0.1 } } else { 0.033 }
            }
            _ => self.post(me, me.at),
        }
    }

    /// Whether a stand takes its orders from a commander himself.
    fn leads(&self, me: &Man, man: &Man) -> bool {
        let formation = self.pos.setup.divisions.get(usize::from(man.division));
        formation.is_some_and(|d| d.commander == me.id)
    }

    /// How well a commander stands at a place: near all he leads, near those who ran, away from the enemy.
    fn post(&self, me: &Man, at: Spot) -> f32 {
        let stand = self.pos.setup.stand(me.id);
        let mut sum = 0.0;
        for man in self.men.iter().filter(|m| m.side == self.side && !m.is_commander()) {
            let far = man.at.far(at);
            if self.leads(me, man) {
                let lost = if far > self.w.post_reach { self.w.post_lost } else { 0.0 };
                sum -= (lost + self.w.post_far * far.min(34.0))
                    * if man.arm.is_brigade() { 1.0 } else { self.w.post_small };
            }
            sum -= 0.00035 * far;
            if man.routed() && stand.rank != Rank::Division {
                sum += (self.w.post_routed - 0.055 * far).max(0.0) + if far < 1.6 { 0.46 } else { 0.0 };
            }
        }
        sum - self.w.post_danger * ((6.5 - self.nearest(at)) / 6.9).clamp(0.0, 1.0)
    }

    /// An order that moves nobody in particular: whom to pick, whom to fight, what to make of a success.
    fn choice(&self, order: &Order) -> f32 {
        match order {
            Order::Pick(id) => self.pick(*id),
            Order::Enter { .. } => 1.6,
            Order::Rally { stand, facing } => {
                let Some(man) = self.man(*stand) else { return 2.2 };
                let ahead = Spot::ahead(*facing);
                let toward = self.enemies().map(|e| ahead.dot(man.at.to(e.at))).fold(0.0, f32::max);
                1.9 + if toward > 0.0 { 0.067 } else { 0.0 }
            }
            Order::Advance { stand, distance } => self.go(*stand, None, *distance as f32 / 100.0),
            Order::Turn { stand, facing } => self.go(*stand, Some(Spot::ahead(*facing)), 0.0),
            Order::Break { stand, facing, distance, target } => match (self.man(*stand), self.man(*target)) {
                (Some(me), Some(target)) if target_id(order).is_some() => self.charge(me, target),
                _ => self.go(*stand, Some(Spot::ahead(*facing)), *distance as f32 / 100.0),
            },
            Order::Cover { .. } => 1.0,
            Order::Follow => self.w.follow,
            Order::Ground(id) => {
                let enemy = self.man(*id).map_or(99.0, |m| self.nearest(m.at));
                if (5.4..16.0).contains(&enemy) { self.w.to_ground } else { -0.28 }
            }
            _ => self.fight(order),
        }
    }

    /// What it brings a stand to go straight on, or to turn, after a success.
    fn go(&self, id: StandId, front: Option<Spot>, distance: f32) -> f32 {
        let Some(me) = self.man(id) else { return 0.0 };
        let goal = self.goal(me);
        let front = front.unwrap_or(me.front);
        let at = Spot { x: me.at.x + front.x * distance, y: me.at.y + front.y * distance };
        self.ground(me, &goal, at, front, false) - self.stay(me, &goal)
    }

    /// Which stand moves next: those in contact, then the line from the enemy backwards, generals last. Below
    /// zero: it is well where it is.
    fn pick(&self, id: StandId) -> f32 {
        let Some(me) = self.man(id) else { return -1.0 };
        let piece = self.pos.piece(id);
        if piece.has(mark::MUST_CHOOSE) {
            return 4.0;
        }
        if me.is_commander() {
            return self.pick_commander(me);
        }
        let enemy = self.nearest(me.at);
        let base = 1.0 - self.w.pick_far * enemy;
        if me.level == Level::Disordered {
            return base + self.w.pick_disordered;
        }
        if me.arm.is_artillery() && !me.limbered && me.stationary && self.guns(me) > 0.0 {
            return -0.23;
        }
        let goal = self.goal(me);
        let settled = me.stationary && (me.indoors || self.guards(me, &goal));
        if settled { -0.23 } else { base }
    }

    /// A settled stand that covers the ground it is meant to hold, or has the enemy before its muzzles.
    fn guards(&self, me: &Man, goal: &Goal) -> bool {
        let ahead = self.enemies().any(|e| {
            let way = me.at.to(e.at);
            let apart = way.length().max(0.1);
            me.front.dot(way) / apart > 0.58 && apart - 2.7 <= me.range
        });
        ahead || (!goal.attack && me.at.far(goal.at) <= goal.radius + 1.5)
    }

    fn pick_commander(&self, me: &Man) -> f32 {
        let wanted = |m: &Man| {
            let far = m.at.far(me.at);
            self.leads(me, m) && far > 6.0 || m.routed() && far < 29.0
        };
        let lost = self.men.iter().any(|m| m.side == self.side && !m.is_commander() && wanted(m));
        if lost || self.nearest(me.at) < 5.0 { 0.27 } else { -0.4 }
    }

    /// Whether the ground at a place disorders a stand, and whether woods shelter it there.
    pub(crate) fn footing(&self, me: &Man, at: Spot) -> (bool, bool) {
        let p = crate::geometry::Pt::new((at.x * 1e6) as i64, (at.y * 1e6) as i64);
        let column = crate::terrain::Column::of(me.arm);
        let (mut rough, mut woods) = (false, false);
        let kinds = |kind: Terrain| {
            kind == Terrain::Forest || crate::terrain::movement(kind, column).disorders_inside()
        };
        for (_, f) in self.pos.setup.table.areas(p, kinds) {
            rough |= crate::terrain::movement(f.kind, column).disorders_inside();
            woods |= f.kind == Terrain::Forest && me.arm.is_infantry();
        }
        (rough, woods)
    }
}

fn target_id(order: &Order) -> &StandId {
    match order {
        Order::Break { target, .. } => target,
        _ => &StandId::NONE,
    }
}
