//! Carrying out a charge: the turn, those met on the way, contact or a stop an inch short.

use crate::body::{body_at, pose_of_front};
use crate::event::Event;
use crate::geometry::{CENT, INCH, Pt};
use crate::ids::StandId;
use crate::movement::charge::ChargePlan;
use crate::movement::plan::Pay;
use crate::pending::Pending;
use crate::play::Play;
use crate::state::{Phase, Pose, mark};

/// A charge that goes on after a reaction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct GoOn {
    pub by: StandId,
    pub at: StandId,
}

impl Play<'_> {
    /// A charge goes on after a reaction, if it still can.
    pub(crate) fn resume_charge(&mut self, GoOn { by, at }: GoOn) {
        if !self.state.piece(by).on_table()
            || !self.state.piece(at).on_table()
            || self.state.phase != Phase::Movement
        {
            return;
        }
        let facing = self.state.piece(by).pose.facing;
        if let Ok(plan) = self.pos().plan_charge(by, at, facing) {
            self.apply_charge(by, at, plan);
        }
    }

    /// Carries out a charge; it may stop for a reaction and go on later.
    pub(crate) fn apply_charge(&mut self, id: StandId, target: StandId, plan: Option<ChargePlan>) {
        let mut mover = self.begin_move(id);
        self.unsettle(id);
        self.state.piece_mut(id).set(mark::MUST_CHOOSE, false);
        let Some(plan) = plan else {
            let front = self.pos().front_centre(id);
            self.charging(id, target, front);
            mover.finished = true;
            self.keep(mover);
            self.end_move();
            return;
        };
        if self.state.piece(id).has(mark::GROUND) {
            mover.spent += self.pos().half(id);
            self.state.piece_mut(id).set(mark::GROUND, false);
            self.tell(|who| Event::Changed { piece: who(id), to: "on its feet" });
        }
        mover.spent += if plan.pay == Pay::Half { self.pos().half(id) } else { 0 };
        mover.free_turn_used |= plan.facing != self.state.piece(id).pose.facing;
        if plan.pay == Pay::Disorder {
            self.disorder(id, "turned in haste");
        }
        let turned = Pose { facing: plan.facing, ..self.state.piece(id).pose };
        self.state.piece_mut(id).pose = turned;
        if self.state.piece(id).charged.is_none() {
            self.charging(id, target, plan.from);
        } else {
            self.state.piece_mut(id).charged = target;
        }
        (mover.gone, mover.displaced, mover.charging) = (true, true, true);
        self.keep(mover);
        if let Some((s, met)) = plan.met.first().copied() {
            self.advance_to(id, s, &plan);
            self.state.pending.push(Pending::Charge(GoOn { by: id, at: target }));
            let beyond = plan.length - plan.from.dist(self.pos().front_centre(id));
            self.react(id, met, beyond);
        } else if !self.pos().stops_in_contact(id, target) {
            self.state.piece_mut(id).charged = StandId::NONE;
            self.advance_to(id, plan.length, &plan);
            self.react(id, target, 0);
        } else {
            self.strike_home(id, target, plan);
        }
    }

    fn charging(&mut self, id: StandId, target: StandId, from: Pt) {
        let spot = Pose::at(from, 0);
        let piece = self.state.piece_mut(id);
        piece.charged = target;
        piece.from = (spot.x, spot.y);
        piece.set(mark::CHARGED, true);
        self.tell(|who| Event::Charges { piece: who(id), target: who(target) });
    }

    /// Goes part of the way of a charge and pays for it.
    fn advance_to(&mut self, id: StandId, length: i64, plan: &ChargePlan) {
        let pos = self.pos();
        let mut mover = pos.mover_of(id);
        let gait = pos.gait(id, pos.budget_left(id, &mover), mover.streams, plan.hasty);
        let walk = pos.walk(id, plan.from, plan.from + Pt::polar(length, plan.facing), &gait);
        if let Some(place) = walk.marsh {
            self.roll_marsh(id, place);
        }
        mover.spent += walk.cost;
        let reach = length.min(walk.reach);
        let start = self.state.piece(id).pose;
        let kind = self.pos().kind(id);
        let to =
            pose_of_front(kind, plan.from + Pt::polar((reach - 3 * CENT).max(0), plan.facing), plan.facing);
        let to = self.clear_spot(id, start, to);
        self.walked(id, &mut mover, &walk);
        self.trample(id, start, to);
        self.place(id, to, "charges");
        self.keep(mover);
    }

    /// The last place on the way where a charger overlaps no stand; as it stood before its turn if it
    /// cannot even turn.
    fn clear_spot(&self, id: StandId, start: Pose, to: Pose) -> Pose {
        let pos = self.pos();
        let free = |pose: &Pose| {
            let body = body_at(pos.kind(id), *pose, pos.markers(id));
            self.setup.table.holds(&body.quad.0)
                && !pos.present().any(|o| {
                    o != id
                        && !pos.is_commander(o)
                        && body.may_be_within(&pos.body(o), 0)
                        && body.overlaps(&pos.body(o))
                })
        };
        let way = start.centre().dist(to.centre()).max(1);
        let steps = (way / (INCH / 4)).clamp(1, 200);
        (0..=steps)
            .map(|k| Pose::at(to.centre().toward(start.centre(), k, steps), to.facing))
            .find(free)
            .unwrap_or_else(|| {
                let before = pos.mover_of(id).start;
                if before.centre() == start.centre() { before } else { start }
            })
    }

    /// The end of a charge: contact, or a stop an inch short.
    fn strike_home(&mut self, id: StandId, target: StandId, plan: ChargePlan) {
        let pos = self.pos();
        let mut mover = pos.mover_of(id);
        let gait = pos.gait(id, pos.budget_left(id, &mover), mover.streams, plan.hasty);
        let mut walk = pos.walk(id, plan.from, plan.from + Pt::polar(plan.length, plan.facing), &gait);
        if let Some(place) = walk.marsh {
            self.roll_marsh(id, place);
            let pos = self.pos();
            let gait = pos.gait(id, pos.budget_left(id, &mover), mover.streams, plan.hasty);
            walk = pos.walk(id, plan.from, plan.from + Pt::polar(plan.length, plan.facing), &gait);
        }
        let start = self.state.piece(id).pose;
        mover.spent += walk.cost;
        let pos = self.pos();
        let in_order = !pos.disordered(id);
        if walk.reach >= plan.length - CENT
            && let Some(flush) = pos.line_up(id, target, &plan)
        {
            let touch = plan.from + Pt::polar(plan.length, plan.facing);
            pos.walk_on(id, touch, plan.facing, flush, &mut walk);
        }
        self.walked(id, &mut mover, &walk);
        if mover.crossed.is_some() && self.pos().holds_bank(target, mover.crossed) {
            self.disorder(id, "the enemy holds the bank");
        }
        let pos = self.pos();
        let repulsed = in_order && pos.disordered(id) && pos.cartridge(target);
        let short = walk.reach < plan.length - CENT;
        // A march column that has no room for its markers in contact stops an inch out, too (VGAP-9).
        let flush = if repulsed || short { None } else { pos.line_up(id, target, &plan) };
        let flush = flush.filter(|end| pos.column_fits(id, *end));
        let kind = pos.kind(id);
        let end = match flush {
            Some(pose) => pose,
            None => {
                let reach = walk.reach.min(plan.length - INCH).max(0);
                let stop = pose_of_front(kind, plan.from + Pt::polar(reach, plan.facing), plan.facing);
                self.clear_spot(id, start, stop)
            }
        };
        self.trample(id, start, end);
        self.place(id, end, "charges");
        if flush.is_some() {
            self.tell(|who| Event::Contact { piece: who(id), target: who(target) });
        } else {
            self.state.piece_mut(id).charged = StandId::NONE;
            self.tell(|who| match repulsed {
                true => Event::Repulsed { piece: who(id), by: who(target) },
                false => Event::StoppedShort { piece: who(id), target: who(target) },
            });
        }
        mover.finished = true;
        self.keep(mover);
        self.end_move();
    }
}
