//! A finite choice of sensible orders: towards, away, along a road, into a charge, wheel, keep.
//! Every order offered passes `check`; `check` judges any other pose as well.

use table::Side;

use crate::angle::{heading, normal};
use crate::field::Field;
use crate::geometry::{CENT, INCH, Pt};
use crate::morale::ADVANCE;
use crate::order::{Act, Order};
use crate::rules::standing;
use crate::setup::{NONE, Setup, StandId};
use crate::state::{Combat, Pending, Phase, Pose, Presence, Stage, State, mark};
use crate::terrain::Terrain;

/// Appends the orders offered to a seat.
pub fn orders(setup: &Setup, state: &State, seat: Side, out: &mut Vec<Order>) {
    if !standing(setup, state).seats().is_some_and(|s| s.contains(seat)) {
        return;
    }
    let field = Field::new(setup, state);
    match state.pending.last() {
        Some(pending) => field.offer_pending(pending, seat, out),
        None => match state.phase {
            Phase::Guns => {
                out.extend(
                    field
                        .conversions(seat)
                        .into_iter()
                        .take(40)
                        .map(|(battalion, first, second)| Order::Convert { battalion, first, second }),
                );
                out.push(Order::End);
            }
            Phase::Movement => match state.mover {
                Some(mover) => field.offer_acts(mover.stand, out),
                None => field.offer_picks(out),
            },
            Phase::Rally => {
                for stand in field.present_of(seat).filter(|id| field.may_rally(*id)) {
                    let facing = field.piece(stand).pose.facing;
                    for turn in [0, 18_000] {
                        let facing = normal(facing + turn);
                        if field.may_turn_in_place(stand, facing).is_ok() {
                            out.push(Order::Rally { stand, facing });
                        }
                    }
                }
                out.push(Order::End);
            }
            _ => field.offer_attacks(seat, out),
        },
    }
}

impl Field<'_> {
    fn offer_picks(&self, out: &mut Vec<Order>) {
        let mut must = false;
        for id in 0..self.setup.stands.len() as StandId {
            if self.side(id) != self.state.phasing {
                continue;
            }
            let piece = self.piece(id);
            if piece.presence == Presence::Waiting {
                if let Some(to) = self.free_entry(id) {
                    out.push(Order::Enter { stand: id, to });
                }
                continue;
            }
            must |= piece.has(mark::MUST_CHOOSE) && piece.on_table();
            if piece.on_table() && !piece.has(mark::MOVED) && self.may_act(id).is_ok() {
                out.push(Order::Pick(id));
            }
        }
        if !must {
            out.push(Order::End);
        }
    }

    /// What the stand that moves may do.
    fn offer_acts(&self, id: StandId, out: &mut Vec<Order>) {
        let piece = self.piece(id);
        if !piece.on_table() {
            out.push(Order::Done);
            return;
        }
        self.offer_charges(id, out);
        if piece.has(mark::MUST_CHOOSE) {
            out.push(Order::Act { stand: id, act: Act::StepBack });
            return;
        }
        out.push(Order::Done);
        let mover = self.mover_of(id);
        if mover.finished || mover.charging {
            return;
        }
        for act in Act::ALL {
            if self.act_fits(id, act) && self.may_do(id, act).is_ok() {
                out.push(Order::Act { stand: id, act });
            }
        }
        if mover.halted || mover.stepped_back {
            return;
        }
        let facing = piece.pose.facing;
        if mover.gone {
            // One leg is offered; whoever wants more of them says where.
            if piece.has(mark::COLUMN) && self.may_form(id, facing, false).is_ok() {
                out.push(Order::Reform { stand: id, facing });
            }
            if self.is_commander(id) {
                self.offer_attachment(id, out);
            }
            return;
        }
        if piece.in_building() {
            self.offer_leaving(id, out);
            return;
        }
        if piece.has(mark::COLUMN) {
            if self.may_form(id, facing, false).is_ok() {
                out.push(Order::Reform { stand: id, facing });
            }
        } else if self.near_road(id) && self.may_form(id, facing, true).is_ok() {
            out.push(Order::Form { stand: id, facing });
        }
        self.offer_moves(id, out);
        if self.is_commander(id) {
            self.offer_attachment(id, out);
        }
    }

    fn act_fits(&self, id: StandId, act: Act) -> bool {
        let (arm, piece) = (self.arm(id), self.piece(id));
        match act {
            Act::Limber | Act::Unlimber => arm.is_artillery(),
            Act::Mount => piece.has(mark::DISMOUNTED),
            Act::Dismount => arm.is_cavalry(),
            Act::StandUp => piece.has(mark::GROUND),
            Act::Recover => piece.level == crate::kinds::Level::Disordered,
            Act::Stationary => arm.can_be_stationary(),
            Act::StepBack => false,
        }
    }

    fn offer_leaving(&self, id: StandId, out: &mut Vec<Order>) {
        for side in 0..4 {
            let (a, b) = self.block_body(self.piece(id).garrison).quad.edge(side as usize);
            let facing = heading(-(b - a).y, (b - a).x);
            if self.may_leave(id, side, facing).is_ok() {
                out.push(Order::Leave { stand: id, side, facing });
            }
        }
    }

    fn offer_attachment(&self, id: StandId, out: &mut Vec<Order>) {
        let near = self.present_of(self.side(id)).find(|s| !self.is_commander(*s) && self.touching(*s, id));
        if let Some(stand) = near {
            out.push(Order::Attach { commander: id, stand });
        }
    }

    fn near_road(&self, id: StandId) -> bool {
        let p = self.front_centre(id);
        self.setup.table.features.iter().any(|f| f.kind.is_road() && f.line_distance(p) <= 3 * INCH)
    }

    /// Enemies within reach, straight at their middle or straight ahead.
    fn offer_charges(&self, id: StandId, out: &mut Vec<Order>) {
        let pose = self.piece(id).pose;
        let mover = self.mover_of(id);
        if (mover.gone && !mover.charging)
            || mover.halted
            || mover.stepped_back
            || self.exhausted(id)
            || !self.commanded(id)
        {
            return;
        }
        if self.is_commander(id)
            || self.arm(id).is_artillery()
            || self.arm(id) == crate::kinds::Arm::InfantrySkirmisher
        {
            return;
        }
        let reach = self.budget_left(id, &mover) / 6 + 3 * INCH;
        let centre = pose.centre();
        let mut offered = 0;
        for enemy in self.enemies_of(id) {
            let d = self.centre(enemy) - centre;
            if offered >= 3 || d.x.abs() > reach || d.y.abs() > reach || self.charge_row(id, enemy).is_err() {
                continue;
            }
            let at = heading(d.x, d.y);
            let facings = if mover.charging || self.contact(id, enemy) {
                [pose.facing, pose.facing]
            } else {
                [at, pose.facing]
            };
            if let Some(facing) = facings.into_iter().find(|f| self.plan_charge(id, enemy, *f).is_ok()) {
                out.push(Order::Charge { stand: id, target: enemy, facing });
                offered += 1;
            }
        }
    }

    /// Where a stand may sensibly go: to the enemy, away, ahead, to an objective, along a road; or turn.
    fn offer_moves(&self, id: StandId, out: &mut Vec<Order>) {
        let pose = self.piece(id).pose;
        let centre = pose.centre();
        let mover = self.mover_of(id);
        if self.piece(id).has(mark::GROUND) {
            return;
        }
        let enemy = self
            .enemies_of(id)
            .min_by_key(|e| ((self.piece(*e).pose.centre() - centre).square(), *e))
            .map(|e| self.centre(e));
        let left = (self.budget_left(id, &mover) / 6).max(0);
        let march = if self.piece(id).has(mark::COLUMN) { 2 } else { 1 };
        let far = left * march;
        let to = |p: Pt| heading(p.x - centre.x, p.y - centre.y);
        if let Some(e) = enemy {
            let gap = (e.dist(centre) - 4 * INCH).max(0);
            if !mover.approach_limited {
                self.offer_leg(id, to(e), far.min(gap), true, out);
            }
            self.offer_leg(id, normal(to(e) + 18_000), far / 2, false, out);
            self.offer_turn(id, to(e), out);
        }
        if mover.approach_limited {
            return;
        }
        self.offer_leg(id, pose.facing, far / 2, true, out);
        if let Some(o) = self.goal(id).filter(|_| !self.is_commander(id)) {
            self.offer_leg(id, to(o), far.min(o.dist(centre)), true, out);
        }
        if self.is_commander(id)
            && let Some(own) = self.own_stand(id)
        {
            let p = self.centre(own);
            let gap = (p.dist(centre) - 2 * INCH).max(0);
            self.offer_leg(id, to(p), far.min(gap), true, out);
        }
        if self.piece(id).has(mark::COLUMN | mark::LIMBERED) {
            self.offer_march(id, left, out);
        }
    }

    /// A stand the commander leads.
    fn own_stand(&self, id: StandId) -> Option<StandId> {
        let own = self.setup.stand(id);
        self.present_of(own.side).find(|s| {
            !self.is_commander(*s)
                && (own.rank != crate::kinds::Rank::Division || self.setup.stand(*s).division == own.division)
        })
    }

    fn goal(&self, id: StandId) -> Option<Pt> {
        let side = self.side(id);
        let open =
            self.setup.objectives.iter().zip(&self.state.objectives).filter(|(_, h)| **h != Some(side));
        open.map(|(o, _)| o.at).min_by_key(|p| (*p - self.piece(id).pose.centre()).square())
    }

    /// A leg in a direction, cut to where it can go.
    fn offer_leg(&self, id: StandId, direction: i32, length: i64, keep: bool, out: &mut Vec<Order>) {
        if length < INCH / 2 {
            return;
        }
        let start = self.piece(id).pose;
        let facing = if self.goes_anywhere(id) {
            start.facing
        } else if keep {
            direction
        } else {
            start.facing
        };
        let pose = |l: i64| Pose::at(start.centre() + Pt::polar(l, direction), facing);
        let mut length = length;
        for _ in 0..2 {
            let to = pose(length);
            match self.plan_move(id, to, false) {
                Ok(_) => {
                    let order = Order::Move { stand: id, to, disorder: false };
                    if !out.contains(&order) {
                        out.push(order);
                    }
                    return;
                }
                Err(blocked) if blocked.reach > INCH / 2 && blocked.reach + CENT < length => {
                    length = blocked.reach - 2 * CENT
                }
                Err(_) => return,
            }
        }
    }

    fn offer_turn(&self, id: StandId, facing: i32, out: &mut Vec<Order>) {
        let to = Pose { facing, ..self.piece(id).pose };
        if to != self.piece(id).pose && self.plan_move(id, to, false).is_ok() {
            out.push(Order::Move { stand: id, to, disorder: false });
        }
    }

    /// Along the road a stand is on, both ways.
    fn offer_march(&self, id: StandId, left: i64, out: &mut Vec<Order>) {
        let from = self.front_centre(id);
        let Some(road) =
            self.setup.table.features.iter().find(|f| f.kind.is_road() && f.line_distance(from) <= INCH / 2)
        else {
            return;
        };
        for forward in [true, false] {
            let far = along_road(
                &road.points,
                from,
                left * if self.piece(id).has(mark::COLUMN) { 3 } else { 1 },
                forward,
            );
            let near = along_road(&road.points, from, left, forward);
            for p in [far, near] {
                let spot = Pose::at(p, 0);
                if p.dist(from) > INCH && self.plan_march(id, spot.x, spot.y).is_ok() {
                    out.push(Order::March { stand: id, x: spot.x, y: spot.y });
                    break;
                }
            }
        }
    }

    fn offer_attacks(&self, seat: Side, out: &mut Vec<Order>) {
        let mut must = false;
        for target in self.present_of(seat.other()) {
            if self.is_commander(target) || self.piece(target).has(mark::CHOSEN) {
                continue;
            }
            let contact = self.in_contact(target);
            must |= contact;
            let firers = self.firers_at(target);
            if contact {
                out.push(Order::Attack { target, fire: Vec::new() });
            }
            if firers.len() > 1 {
                out.extend(firers.iter().take(3).map(|f| Order::Attack { target, fire: vec![*f] }));
            }
            if !firers.is_empty() {
                out.push(Order::Attack { target, fire: firers });
            }
        }
        if self.setup.table.features.iter().any(|f| f.kind == Terrain::Fortress) {
            out.extend(self.bombardments().into_iter().map(|(stand, feature, x, y)| Order::Bombard {
                stand,
                feature,
                x,
                y,
            }));
        }
        if !must {
            out.push(Order::End);
        }
    }

    fn offer_pending(&self, pending: &Pending, seat: Side, out: &mut Vec<Order>) {
        match pending {
            Pending::Cover { skirmisher, by } => {
                out.extend(self.cover_choices(*skirmisher, *by).into_iter().map(|to| Order::Cover { to }))
            }
            Pending::Exploit { stands, .. } => {
                for stand in stands.iter().copied() {
                    self.offer_advances(stand, out);
                    if let Some((e, _)) = self.nearest_enemy(stand) {
                        let d = self.centre(e) - self.centre(stand);
                        let facing = heading(d.x, d.y);
                        if self.may_turn_in_place(stand, facing).is_ok() {
                            out.push(Order::Turn { stand, facing });
                        }
                    }
                }
            }
            Pending::Advance { stands, .. } => stands.iter().for_each(|s| self.offer_advances(*s, out)),
            Pending::Breakthrough { stand } => self.offer_breaks(*stand, out),
            Pending::Ground { .. } => {
                out.extend(
                    self.present_of(seat).filter(|id| self.may_go_to_ground(*id).is_ok()).map(Order::Ground),
                );
            }
            Pending::Follow { .. } => out.push(Order::Follow),
            Pending::LastFire => {
                for stand in self.present_of(seat).filter(|id| self.can_fire_last(*id)) {
                    out.extend(
                        self.fire_targets(stand).into_iter().map(|target| Order::Fire { stand, target }),
                    );
                }
                out.push(Order::End);
                return;
            }
            Pending::Combat(combat) => return self.offer_choices(combat, out),
            Pending::Charge { .. } => {}
        }
        out.push(Order::Decline);
    }

    fn offer_choices(&self, combat: &Combat, out: &mut Vec<Order>) {
        match combat.stage {
            Stage::GiveWay => {
                let hits = self.asks_give_way(combat).map_or(0, |(_, h)| h);
                out.extend((0..=hits).map(Order::GiveWay));
            }
            Stage::Share => out.extend(self.sharers(combat.target).into_iter().map(Order::Lose)),
            _ => out.extend(self.answers(combat).into_iter().map(Order::Answer)),
        }
    }

    fn offer_advances(&self, stand: StandId, out: &mut Vec<Order>) {
        let found = [ADVANCE, 200, 100].into_iter().find(|d| self.plan_advance(stand, *d).is_ok());
        out.extend(found.map(|distance| Order::Advance { stand, distance }));
    }

    fn offer_breaks(&self, stand: StandId, out: &mut Vec<Order>) {
        let facing = self.piece(stand).pose.facing;
        let half = (self.allowance(stand) * 50) as i32;
        for distance in [half, half / 2] {
            if self.plan_break(stand, facing, distance, NONE).is_ok() {
                out.push(Order::Break { stand, facing, distance, target: NONE });
            }
        }
        for target in self.enemies_of(stand) {
            let d = self.centre(target) - self.centre(stand);
            let at = heading(d.x, d.y);
            if d.square() < (18 * INCH) * (18 * INCH) && self.plan_break(stand, at, 0, target).is_ok() {
                out.push(Order::Break { stand, facing: at, distance: 0, target });
            }
        }
    }
}

/// A place so far along a road from the point nearest to `from`.
fn along_road(points: &[Pt], from: Pt, way: i64, forward: bool) -> Pt {
    let mut line: Vec<Pt> = points.to_vec();
    if !forward {
        line.reverse();
    }
    let nearest = |n: usize| crate::geometry::nearest_on_segment(from, line[n], line[n + 1]);
    let Some(n) = (0..line.len().saturating_sub(1)).min_by_key(|n| (nearest(*n) - from).square()) else {
        return from;
    };
    let (mut at, mut left) = (nearest(n), way);
    for next in &line[n + 1..] {
        let step = at.dist(*next);
        if step >= left {
            return at.toward(*next, left, step.max(1));
        }
        left -= step;
        at = *next;
    }
    at
}
