//! Where a stand may sensibly go: into a charge, towards the enemy or an objective, round the end of his line,
//! over the bridge, along the road, back, or about. A few legs each, every one of them judged.

use crate::angle::{Angle, between, heading, normal};
use crate::charts::ranges;
use crate::few::Few;
use crate::geometry::{CENT, INCH, Pt, crossing};
use crate::ids::StandId;
use crate::kinds::{Arm, Rank};
use crate::movement::company::Company;
use crate::order::Order;
use crate::position::Pos;
use crate::state::{Mover, Pose, mark};
use crate::terrain::{Code, movement};

/// Beyond this an enemy is no reason to turn, to withdraw or to go round him.
const SIGHT_OF_BATTLE: i64 = 30 * INCH;
/// Middles of two stands this far apart have their fronts about an inch apart.
const CLOSE_UP: i64 = 4 * INCH;
/// How far aside a blocked stand tries its luck.
const SIDESTEP: Angle = 2_800;

/// The move a stand is about to make.
struct Prospect {
    id: StandId,
    centre: Pt,
    facing: Angle,
    /// How far it could go over open ground, and after a turn.
    ahead: i64,
    turned: i64,
    /// Whom it could meet.
    company: Company,
}

impl Prospect {
    fn to(&self, p: Pt) -> Angle {
        heading(p.x - self.centre.x, p.y - self.centre.y)
    }
    fn gap(&self, p: Pt) -> i64 {
        p.dist(self.centre)
    }
    fn far(&self, direction: Angle) -> i64 {
        if direction == self.facing { self.ahead } else { self.turned }
    }
}

impl Pos<'_> {
    pub(crate) fn near_road(&self, id: StandId) -> bool {
        let p = self.front_centre(id);
        self.setup.table.around(p, 3 * INCH).any(|(_, f)| f.kind.is_road() && f.line_distance(p) <= 3 * INCH)
    }

    /// The enemies within reach, nearest first: straight at their middle, or straight ahead, which costs raw
    /// troops no turn.
    pub(crate) fn offer_charges(&self, id: StandId, out: &mut Vec<Order>) {
        let mover = self.mover_of(id);
        let idle = (mover.gone && !mover.charging) || mover.halted || mover.stepped_back;
        let arm = self.arm(id);
        if idle || self.is_commander(id) || arm.is_artillery() || arm == Arm::InfantrySkirmisher {
            return;
        }
        if self.exhausted(id) || !self.commanded(id) {
            return;
        }
        let pose = self.piece(id).pose;
        let centre = pose.centre();
        let pace = if self.piece(id).has(mark::COLUMN) { 2 } else { 1 };
        let reach = pace * self.budget_left(id, &mover) / 6 + 3 * INCH;
        let mut near: Few<(i64, StandId), 32> = Few::new();
        for enemy in self.enemies_of(id) {
            let d = self.centre(enemy) - centre;
            if d.x.abs() <= reach && d.y.abs() <= reach && self.charge_row(id, enemy).is_ok() {
                near.push((d.square(), enemy));
            }
        }
        near.sort_unstable();
        for (_, enemy) in near.into_iter().take(4) {
            let d = self.centre(enemy) - centre;
            let kept = mover.charging || self.contact(id, enemy);
            let at = if kept { pose.facing } else { heading(d.x, d.y) };
            let straight = (at != pose.facing).then_some(pose.facing);
            let mut facings = [Some(at), straight];
            if self.setup.stand(id).is_raw() {
                facings.reverse();
            }
            let facing = facings.into_iter().flatten().find(|f| self.plan_charge(id, enemy, *f).is_ok());
            out.extend(facing.map(|facing| Order::Charge { stand: id, target: enemy, facing }));
        }
    }

    /// Where a stand may sensibly go.
    pub(crate) fn offer_moves(&self, id: StandId, out: &mut Vec<Order>) {
        if self.piece(id).has(mark::GROUND) {
            return;
        }
        let mover = self.mover_of(id);
        let pose = self.piece(id).pose;
        let left = (self.budget_left(id, &mover) / 6).max(0);
        let pace = if self.piece(id).has(mark::COLUMN) { 2 } else { 1 };
        let mut who = Prospect {
            id,
            centre: pose.centre(),
            facing: pose.facing,
            ahead: left * pace,
            turned: left * pace,
            company: self.company(id, left * pace + CENT),
        };
        // Raw troops pay for their turns.
        if !self.goes_anywhere(id) && !self.arm(id).is_artillery() && self.setup.stand(id).is_raw() {
            who.turned -= self.half(id) * pace / 6;
        }
        if self.is_commander(id) {
            self.offer_command_posts(&who, out);
            return;
        }
        let nearest = self
            .enemies_of(id)
            .map(|e| ((self.piece(e).pose.centre() - who.centre).square(), e))
            .min()
            .map(|(_, e)| e);
        if let Some(e) = nearest {
            self.offer_against(&who, e, &mover, out);
        }
        if mover.approach_limited {
            return;
        }
        self.offer_ahead(&who, out);
        if let Some(goal) = self.goal(id) {
            let aim = self.detour(id, who.centre, goal);
            let further = if aim == goal { 0 } else { 4 * INCH };
            let direction = who.to(aim);
            // An enemy on the way has been thought of.
            if nearest.is_none_or(|e| between(who.to(self.centre(e)), direction) > 800) {
                self.offer_leg(&who, direction, who.far(direction).min(who.gap(aim) + further), out);
            }
        }
        if self.piece(id).has(mark::COLUMN | mark::LIMBERED) {
            self.offer_march(&who, left, out);
        }
    }

    /// Close up to an enemy, or to where the own weapon just reaches him; his flank; face him; fall back.
    fn offer_against(&self, who: &Prospect, enemy: StandId, mover: &Mover, out: &mut Vec<Order>) {
        let at = self.centre(enemy);
        let (gap, to) = (who.gap(at), who.to(at));
        if !mover.approach_limited {
            let aim = self.detour(who.id, who.centre, at);
            if aim == at {
                let range = self.standoff(who.id);
                let far = who.far(to);
                self.offer_leg(who, to, far.min(gap - range), out);
                if far > gap - range && range > CLOSE_UP && !self.arm(who.id).is_artillery() {
                    self.try_leg(who, to, far.min(gap - CLOSE_UP), out);
                }
                self.offer_round(who, enemy, out);
            } else {
                let direction = who.to(aim);
                self.offer_leg(who, direction, who.far(direction).min(who.gap(aim) + 4 * INCH), out);
            }
        }
        if gap > SIGHT_OF_BATTLE {
            return;
        }
        self.offer_turn(who, to, out);
        self.offer_back(who, normal(to + 18_000), out);
    }

    /// How far from an enemy's middle a stand halts to fire at him.
    fn standoff(&self, id: StandId) -> i64 {
        let stand = self.setup.stand(id);
        if self.arm(id).is_cavalry() {
            return CLOSE_UP;
        }
        (ranges(stand.weapon).1 * CENT + 5 * INCH / 2).max(CLOSE_UP)
    }

    /// A place beside an enemy, behind the line of his front, from where he can be taken in flank.
    fn offer_round(&self, who: &Prospect, enemy: StandId, out: &mut Vec<Order>) {
        let piece = self.piece(enemy);
        if !self.arm(who.id).is_brigade() || piece.in_building() || self.routed(enemy) {
            return;
        }
        let at = piece.pose.centre();
        let side = Pt::polar(6 * INCH, normal(piece.pose.facing + 9_000));
        let behind = Pt::polar(2 * INCH, normal(piece.pose.facing + 18_000));
        let places = [at + side + behind, at - side + behind];
        let Some(place) = places.into_iter().min_by_key(|p| who.gap(*p)) else { return };
        if who.gap(place) <= who.turned && between(who.to(place), who.to(at)) > 500 {
            self.try_leg(who, who.to(place), who.gap(place), out);
        }
    }

    /// Straight ahead, half the way; the whole way, too, where turning is dear.
    fn offer_ahead(&self, who: &Prospect, out: &mut Vec<Order>) {
        if who.turned < who.ahead {
            self.try_leg(who, who.facing, who.ahead, out);
        }
        self.try_leg(who, who.facing, who.ahead / 2, out);
    }

    /// Back, with the face to the enemy where there is time for it.
    fn offer_back(&self, who: &Prospect, direction: Angle, out: &mut Vec<Order>) {
        let anywhere = self.goes_anywhere(who.id);
        let raw = who.turned < who.ahead;
        let length = if anywhere {
            who.ahead
        } else if raw {
            who.turned
        } else {
            who.ahead / 2
        };
        let facing = if raw { direction } else { who.facing };
        let to = Pose::at(who.centre + Pt::polar(length - CENT, direction), facing);
        if length >= INCH && self.plan_among(who.id, &who.company, to).is_ok() {
            out.push(Order::Move { stand: who.id, to, disorder: false });
        } else {
            self.try_leg(who, direction, length / 2, out);
        }
    }

    /// To the middle of the stands a commander leads, and to those who have lost touch.
    fn offer_command_posts(&self, who: &Prospect, out: &mut Vec<Order>) {
        let own = self.setup.stand(who.id);
        let commander = |s: StandId| {
            self.setup.divisions.get(usize::from(self.setup.stand(s).division)).map(|d| d.commander)
        };
        let own_troops =
            self.present_of(own.side).any(|s| !self.is_commander(s) && commander(s) == Some(who.id));
        let led = |s: &StandId| !self.is_commander(*s) && (!own_troops || commander(*s) == Some(who.id));
        let (mut sum, mut count, mut lost) = (Pt::default(), 0, None);
        for s in self.present_of(own.side).filter(led) {
            let p = self.centre(s);
            (sum, count) = (sum + p, count + 1);
            if lost.is_none_or(|(gap, _)| who.gap(p) > gap) {
                lost = Some((who.gap(p), p));
            }
        }
        if count == 0 {
            return;
        }
        let middle = Pt::new(sum.x / count, sum.y / count);
        self.try_leg(who, who.to(middle), who.ahead.min(who.gap(middle)), out);
        // Whoever is farthest off is just in reach again, and the others as near as that allows.
        if let Some((_, p)) = lost {
            let apart = p.dist(middle);
            let post = p.toward(middle, apart.min(6 * INCH), apart.max(1));
            self.try_leg(who, who.to(post), who.ahead.min(who.gap(post)), out);
        }
        let fugitive = self.present_of(own.side).find(|s| !self.is_commander(*s) && self.routed(*s));
        if let Some(p) = fugitive.map(|s| self.centre(s)).filter(|_| own.rank != Rank::Division) {
            self.try_leg(who, who.to(p), who.ahead.min(who.gap(p) - INCH), out);
        }
        if let Some(e) = self.nearest_centre(who) {
            self.try_leg(who, normal(who.to(e) + 18_000), who.ahead / 2, out);
        }
    }

    fn nearest_centre(&self, who: &Prospect) -> Option<Pt> {
        self.enemies_of(who.id)
            .map(|e| self.piece(e).pose.centre())
            .min_by_key(|p| (*p - who.centre).square())
    }

    /// The nearest objective the stand's side does not hold.
    fn goal(&self, id: StandId) -> Option<Pt> {
        let side = self.side(id);
        let open =
            self.setup.objectives.iter().zip(&self.state.objectives).filter(|(_, h)| **h != Some(side));
        open.map(|(o, _)| o.at).min_by_key(|p| (*p - self.piece(id).pose.centre()).square())
    }

    /// Where to aim for a place beyond water that cannot be crossed: at the bridge or ford that is least out
    /// of the way; the place itself where nothing lies between.
    pub(crate) fn detour(&self, id: StandId, from: Pt, to: Pt) -> Pt {
        let length = from.dist(to);
        let (low, high) = crate::geometry::bounds(&[from, to]);
        let column = self.column(id);
        let barred = self.setup.table.near(low, high).find(|(_, f)| {
            f.kind.is_water()
                && movement(f.kind, column) == Code::Prohibited
                && f.lines().any(|(a, b)| crossing(from, to, length, a, b).is_some())
        });
        let Some((_, water)) = barred else { return to };
        let fords = self.setup.table.features.iter().filter(|f| f.kind.is_point());
        fords
            .map(|f| f.points[0])
            .filter(|p| water.line_distance(*p) <= INCH / 2)
            .min_by_key(|p| from.dist(*p) + p.dist(to))
            .unwrap_or(to)
    }

    /// A leg in a direction, cut to where it can go; a little to one side where friends are in the way.
    fn offer_leg(&self, who: &Prospect, direction: Angle, length: i64, out: &mut Vec<Order>) {
        let gone = self.try_leg(who, direction, length, out);
        if gone * 2 >= length || length < 2 * INCH {
            return;
        }
        for aside in [SIDESTEP, -SIDESTEP] {
            if self.try_leg(who, normal(direction + aside), length, out) > gone {
                return;
            }
        }
    }

    /// Offers a leg as far as it goes; how far that is.
    fn try_leg(&self, who: &Prospect, direction: Angle, length: i64, out: &mut Vec<Order>) -> i64 {
        let facing = if self.goes_anywhere(who.id) { who.facing } else { direction };
        let mut length = length;
        if length < INCH / 2 {
            return 0;
        }
        for _ in 0..2 {
            let to = Pose::at(who.centre + Pt::polar(length, direction), facing);
            let order = Order::Move { stand: who.id, to, disorder: false };
            if out.contains(&order) {
                return length;
            }
            match self.plan_among(who.id, &who.company, to) {
                Ok(_) => {
                    out.push(order);
                    return length;
                }
                Err(blocked) if blocked.reach > INCH / 2 && blocked.reach + CENT < length => {
                    length = blocked.reach - 2 * CENT
                }
                Err(_) => return 0,
            }
        }
        0
    }

    fn offer_turn(&self, who: &Prospect, facing: Angle, out: &mut Vec<Order>) {
        let to = Pose { facing, ..self.piece(who.id).pose };
        if between(facing, who.facing) > 100 && self.plan_among(who.id, &who.company, to).is_ok() {
            out.push(Order::Move { stand: who.id, to, disorder: false });
        }
    }

    /// Along the roads a stand is on, both ways.
    fn offer_march(&self, who: &Prospect, left: i64, out: &mut Vec<Order>) {
        let id = who.id;
        let from = self.front_centre(id);
        let far = left * if self.piece(id).has(mark::COLUMN) { 3 } else { 1 };
        let table = &self.setup.table;
        let roads =
            table.around(from, INCH).filter(|(_, f)| f.kind.is_road() && f.line_distance(from) <= INCH / 2);
        for (_, road) in roads.take(2) {
            for forward in [true, false] {
                for way in [far, left, left / 2] {
                    let p = along_road(&road.points, from, way, forward);
                    let spot = Pose::at(p, 0);
                    if p.dist(from) > INCH && self.march_among(id, Some(&who.company), spot.x, spot.y).is_ok()
                    {
                        out.push(Order::March { stand: id, x: spot.x, y: spot.y });
                        break;
                    }
                }
            }
        }
    }
}

/// A place so far along a road from the point nearest to `from`.
fn along_road(points: &[Pt], from: Pt, way: i64, forward: bool) -> Pt {
    let last = points.len().saturating_sub(1);
    let point = |n: usize| if forward { points[n] } else { points[last - n] };
    let nearest = |n: usize| crate::geometry::nearest_on_segment(from, point(n), point(n + 1));
    let Some(n) = (0..last).min_by_key(|n| (nearest(*n) - from).square()) else { return from };
    let (mut at, mut left) = (nearest(n), way);
    for next in (n + 1..=last).map(point) {
        let step = at.dist(next);
        if step >= left {
            return at.toward(next, left, step.max(1));
        }
        left -= step;
        at = next;
    }
    at
}
