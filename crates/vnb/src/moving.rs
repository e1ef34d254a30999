//! Carrying out moves and charges.

use crate::angle::Angle;
use crate::charge::ChargePlan;
use crate::engine::Engine;
use crate::event::Event;
use crate::field::{body_at, front_centre, pose_of_front};
use crate::geometry::{CENT, INCH, Pt, Quad};
use crate::kinds::Level;
use crate::manoeuvre::MarchPlan;
use crate::movement::{MovePlan, Pay};
use crate::order::Act;
use crate::setup::{NONE, StandId};
use crate::sight::{CELL, crop_cell};
use crate::state::{Mover, Pending, Pose, Presence, mark};
use crate::terrain::Terrain;
use crate::walk::Walk;

impl Engine<'_> {
    /// Makes a stand the one that moves; another's move is over then.
    pub fn begin_move(&mut self, id: StandId) -> Mover {
        if self.state.mover.is_some_and(|m| m.stand != id) {
            self.end_move();
        }
        let mover = self.field().mover_of(id);
        self.state.mover = Some(mover);
        mover
    }

    /// The move of the active stand is over.
    pub fn end_move(&mut self) {
        let Some(mover) = self.state.mover.take() else { return };
        let id = mover.stand;
        let piece = self.state.piece_mut(id);
        piece.set(mark::MOVED, true);
        if !piece.on_table() {
            return;
        }
        if mover.approach_limited && mover.gone {
            self.disorder(id, "moved out of command");
        }
        if self.field().in_disordering_terrain(id) {
            self.disorder(id, "the ground it stands on");
        }
        self.overrun_commanders(id);
    }

    fn keep(&mut self, mover: Mover) {
        self.state.mover = Some(mover);
    }

    pub fn apply_move(&mut self, id: StandId, plan: &MovePlan, disorder: bool) {
        let mut mover = self.begin_move(id);
        let start = self.state.piece(id).pose;
        self.unsettle(id);
        self.state.piece_mut(id).attached = NONE;
        for pay in &plan.turns {
            mover.free_turn_used |= *pay == Pay::Free;
            if *pay == Pay::Half {
                mover.spent += self.field().half(id);
            }
            if *pay == Pay::Disorder {
                self.disorder(id, "turned in haste");
            }
        }
        let mut end = plan.end;
        if let Some(walk) = &plan.walk {
            let mut walk = walk.clone();
            if let Some(place) = walk.marsh {
                self.roll_marsh(id, place);
                end = self.through_marsh(id, &mover, plan, disorder, &mut walk);
            }
            mover.spent += walk.cost;
            mover.gone = true;
            self.walked(id, &mut mover, &walk);
            let guns = self.field().arm(id).is_artillery();
            mover.manhandled |= guns && !self.state.piece(id).has(mark::LIMBERED);
            mover.limbered_move |= guns && self.state.piece(id).has(mark::LIMBERED);
        }
        mover.stirred = true;
        mover.halted |= plan.halted;
        self.trample(id, start, end);
        if plan.building != NONE {
            self.occupy(id, plan.building);
            mover.halted = true;
        } else {
            self.place(id, end, "moves");
        }
        self.keep(mover);
        self.overrun_commanders(id);
    }

    /// How far a stand gets after a marsh die.
    fn through_marsh(
        &mut self,
        id: StandId,
        mover: &Mover,
        plan: &MovePlan,
        disorder: bool,
        walk: &mut Walk,
    ) -> Pose {
        let field = self.field();
        let start = field.piece(id).pose;
        let facing = if field.goes_anywhere(id) { start.facing } else { plan.heading };
        let from = front_centre(field.kind(id), Pose { facing, ..start });
        let way = plan.end.centre() - start.centre();
        let budget = field.budget_left(id, mover);
        let again = field.walk(id, from, from + way, &field.gait(id, budget, mover.streams, disorder));
        let reach = again.reach;
        *walk = again;
        if reach >= plan.length - CENT {
            return plan.end;
        }
        // Rounded down, so that a stand bogged down never overlaps what it had not reached.
        let mut pose = Pose::at(
            start.centre().toward(plan.end.centre(), (reach - CENT).max(0), plan.length.max(1)),
            facing,
        );
        let field = self.field();
        for _ in 0..40 {
            let body = body_at(field.kind(id), pose, field.markers(id));
            let free = !field.present().any(|o| {
                o != id && !field.is_commander(o) && !field.is_commander(id) && body.overlaps(&field.body(o))
            });
            if free {
                return pose;
            }
            pose = Pose::at(pose.centre().toward(start.centre(), 1, 4), facing);
        }
        start
    }

    /// What the ground did on the way.
    fn walked(&mut self, id: StandId, mover: &mut Mover, walk: &Walk) {
        mover.streams = walk.streams;
        if walk.crossed != NONE {
            mover.crossed = walk.crossed;
        }
        if walk.disordered {
            self.disorder(id, "the ground it crossed");
        }
        let piece = self.state.piece_mut(id);
        if walk.mired {
            piece.set(mark::MIRED, true);
        }
        if walk.guns_lost && piece.guns > 0 {
            piece.guns = 0;
            self.tell(|| Event::GunsLost { piece: id });
        }
    }

    /// Puts a stand into a building.
    fn occupy(&mut self, id: StandId, feature: u8) {
        let pose =
            Pose::at(self.setup.table.features[feature as usize].middle(), self.state.piece(id).pose.facing);
        self.place(id, pose, "occupies a building");
        let piece = self.state.piece_mut(id);
        piece.garrison = feature;
        piece.set(mark::COLUMN, false);
    }

    pub fn apply_march(&mut self, id: StandId, plan: &MarchPlan) {
        let mut mover = self.begin_move(id);
        self.unsettle(id);
        mover.spent += plan.cost;
        (mover.gone, mover.stirred, mover.halted) = (true, true, plan.halted);
        mover.limbered_move |= self.field().arm(id).is_artillery();
        for walk in &plan.walks {
            self.walked(id, &mut mover, walk);
        }
        for pair in plan.path.windows(2) {
            let way = pair[1] - pair[0];
            let facing = crate::angle::heading(way.x, way.y);
            let kind = self.field().kind(id);
            self.trample(id, pose_of_front(kind, pair[0], facing), pose_of_front(kind, pair[1], facing));
        }
        self.place(id, plan.end, "marches");
        self.keep(mover);
        self.overrun_commanders(id);
    }

    /// Flattens the crops a moving stand passes over (VTER-23, VGAP-46).
    fn trample(&mut self, id: StandId, from: Pose, to: Pose) {
        let field = self.field();
        if !self.setup.table.has_crops || field.arm(id).is_skirmisher() {
            return;
        }
        let kind = field.kind(id);
        let body = body_at(kind, Pose { facing: to.facing, ..from }, 0);
        let way = to.centre() - from.centre();
        let (low, high) = {
            let end = body.shifted(way);
            let all: Vec<Pt> = body.quad.0.iter().chain(end.quad.0.iter()).copied().collect();
            crate::geometry::bounds(&all)
        };
        if !self
            .setup
            .table
            .features
            .iter()
            .any(|f| f.kind == Terrain::Crops && !f.flattened && f.near_box(low, high))
        {
            return;
        }
        let (w, h) = (i64::from(self.setup.table.width) * CENT, i64::from(self.setup.table.height) * CENT);
        let cell = |v: i64, most: i64| (v.clamp(0, most - 1)) / CELL;
        let mut hit = Vec::new();
        for cx in cell(low.x, w)..=cell(high.x, w) {
            for cy in cell(low.y, h)..=cell(high.y, h) {
                let middle = Pt::new(cx * CELL + CELL / 2, cy * CELL + CELL / 2);
                let square = crate::field::Body {
                    quad: Quad::rect(middle, 0, CELL / 2, CELL / 2),
                    tail: None,
                    radius: 0,
                    centre: middle,
                    reach: CELL,
                };
                if crate::movement::swept(&body, way, &square) || body.overlaps(&square) {
                    hit.push(crop_cell(self.setup.table.width, middle));
                }
            }
        }
        for n in hit {
            if let Some(word) = self.state.trampled.get_mut(n / 64) {
                *word |= 1 << (n % 64);
            }
        }
    }

    pub fn apply_form(&mut self, id: StandId, facing: Angle, form: bool) {
        let mut mover = self.begin_move(id);
        mover.spent += self.field().half(id);
        mover.stirred = true;
        self.unsettle(id);
        self.state.piece_mut(id).set(mark::COLUMN, form);
        let pose = Pose { facing, ..self.state.piece(id).pose };
        self.place(id, pose, if form { "forms march column" } else { "reforms" });
        self.tell(|| Event::Changed { piece: id, to: if form { "in march column" } else { "in line" } });
        self.keep(mover);
    }

    pub fn apply_leave(&mut self, id: StandId, pose: Pose) {
        let mut mover = self.begin_move(id);
        let was = self.field().garrisons(id);
        let column = self.field().column(id);
        self.unsettle(id);
        self.state.piece_mut(id).garrison = NONE;
        self.place(id, pose, "leaves the building");
        if was == Some(Terrain::Town)
            && crate::terrain::movement(Terrain::Town, column) == crate::terrain::Code::EnterLeave
        {
            self.disorder(id, "left a town block");
        }
        mover.start = pose;
        mover.stirred = true;
        self.keep(mover);
    }

    pub fn apply_act(&mut self, id: StandId, act: Act) {
        let mut mover = self.begin_move(id);
        let (half, old) = (self.field().half(id), self.field().allowance(id));
        match act {
            Act::Limber | Act::Unlimber => {
                self.unsettle(id);
                self.state.piece_mut(id).set(mark::LIMBERED, act == Act::Limber);
            }
            Act::Mount | Act::Dismount => {
                self.unsettle(id);
                mover.spent += half;
                self.state.piece_mut(id).set(mark::DISMOUNTED, act == Act::Dismount);
            }
            Act::StandUp => {
                mover.spent += half;
                self.state.piece_mut(id).set(mark::GROUND, false);
            }
            Act::Recover => {
                mover.spent += half;
                self.state.piece_mut(id).level = Level::Good;
                // After any movement recovering is the last act.
                mover.finished |= mover.gone;
                self.tell(|| Event::Recovered { piece: id });
            }
            Act::Stationary => {
                mover.spent += half;
                mover.finished = true;
                self.state.piece_mut(id).set(mark::STATIONARY | mark::NEWLY_STATIONARY, true);
            }
            Act::StepBack => return self.step_back(id, mover),
        }
        // What is spent of one allowance is spent in proportion of the other.
        let new = self.field().allowance(id);
        mover.spent = mover.spent * new / old;
        if act != Act::Recover {
            self.tell(|| Event::Changed { piece: id, to: changed(act) });
        }
        self.keep(mover);
    }

    /// Breaks contact by one inch, facing unchanged (VCHG-20, VCHG-21).
    fn step_back(&mut self, id: StandId, mut mover: Mover) {
        let field = self.field();
        let pose = field.piece(id).pose;
        let mut touched = 0;
        for enemy in field.contacts(id) {
            touched |= field.contact_edges(id, enemy);
        }
        let turn = match touched {
            t if t & crate::field::edge::FRONT != 0 => 18_000,
            t if t & crate::field::edge::RIGHT != 0 => 27_000,
            t if t & crate::field::edge::LEFT != 0 => 9_000,
            t if t & crate::field::edge::REAR != 0 => 0,
            _ => 18_000,
        };
        let direction = crate::angle::normal(pose.facing + turn);
        let free = |inch: i64| {
            let to = Pose::at(pose.centre() + Pt::polar(inch, direction), pose.facing);
            let body = body_at(field.kind(id), to, field.markers(id));
            let clear = !field.present().any(|o| {
                o != id
                    && !field.is_commander(o)
                    && body.may_be_within(&field.body(o), 0)
                    && body.overlaps(&field.body(o))
            });
            (clear && self.setup.table.holds(&body.quad.0)).then_some(to)
        };
        let to = (0..=10).rev().find_map(|k| free(k * INCH / 10)).unwrap_or(pose);
        self.state.piece_mut(id).set(mark::MUST_CHOOSE, false);
        self.place(id, to, "steps back");
        (mover.stepped_back, mover.stirred) = (true, true);
        self.keep(mover);
    }

    pub fn apply_enter(&mut self, id: StandId, to: Pose) {
        if self.state.mover.is_some_and(|m| m.stand != id) {
            self.end_move();
        }
        let column = self.setup.stand(id).entry.is_some_and(|e| e.column);
        let artillery = self.field().arm(id).is_artillery();
        let commander = self.field().is_commander(id);
        let piece = self.state.piece_mut(id);
        piece.presence = Presence::OnTable;
        piece.pose = to;
        piece.set(mark::IN_COMMAND, true);
        piece.set(mark::COLUMN, column && !commander);
        piece.set(mark::LIMBERED, artillery);
        if column && !self.tail_free(id) {
            // No room for the markers: it comes on in line.
            self.state.piece_mut(id).set(mark::COLUMN, false);
        }
        self.tell(|| Event::Entered { piece: id, to: to.into() });
        let mover = self.field().mover_of(id);
        self.keep(mover);
    }

    fn tail_free(&self, id: StandId) -> bool {
        let field = self.field();
        let body = field.body(id);
        !field.present().any(|o| {
            o != id
                && !field.is_commander(o)
                && body.may_be_within(&field.body(o), 0)
                && body.overlaps(&field.body(o))
        })
    }

    /// Carries out a charge; it may stop for a reaction and go on later.
    pub fn apply_charge(&mut self, id: StandId, target: StandId, plan: Option<ChargePlan>) {
        let mut mover = self.begin_move(id);
        self.unsettle(id);
        self.state.piece_mut(id).set(mark::MUST_CHOOSE, false);
        let Some(plan) = plan else {
            let front = self.field().front_centre(id);
            self.charging(id, target, front);
            mover.finished = true;
            self.keep(mover);
            self.end_move();
            return;
        };
        if self.state.piece(id).has(mark::GROUND) {
            mover.spent += self.field().half(id);
            self.state.piece_mut(id).set(mark::GROUND, false);
        }
        mover.spent += if plan.pay == Pay::Half { self.field().half(id) } else { 0 };
        mover.free_turn_used |= plan.facing != self.state.piece(id).pose.facing;
        if plan.pay == Pay::Disorder {
            self.disorder(id, "turned in haste");
        }
        let turned = Pose { facing: plan.facing, ..self.state.piece(id).pose };
        self.state.piece_mut(id).pose = turned;
        if self.state.piece(id).charged == NONE {
            self.charging(id, target, plan.from);
        } else {
            self.state.piece_mut(id).charged = target;
        }
        (mover.gone, mover.stirred, mover.charging) = (true, true, true);
        self.keep(mover);
        if let Some((s, met)) = plan.met.first().copied() {
            self.advance_to(id, s, &plan);
            self.state.pending.push(Pending::Charge { by: id, at: target });
            let beyond = plan.length - plan.from.dist(self.field().front_centre(id));
            self.react(id, met, beyond);
        } else if !self.field().stops_in_contact(id, target) {
            self.advance_to(id, plan.length, &plan);
            self.state.piece_mut(id).charged = NONE;
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
        self.tell(|| Event::Charges { piece: id, target });
    }

    /// Goes part of the way of a charge and pays for it.
    fn advance_to(&mut self, id: StandId, length: i64, plan: &ChargePlan) {
        let field = self.field();
        let mut mover = field.mover_of(id);
        let gait = field.gait(id, field.budget_left(id, &mover), mover.streams, plan.hasty);
        let walk = field.walk(id, plan.from, plan.from + Pt::polar(length, plan.facing), &gait);
        if let Some(place) = walk.marsh {
            self.roll_marsh(id, place);
        }
        mover.spent += walk.cost;
        let reach = length.min(walk.reach);
        let start = self.state.piece(id).pose;
        let kind = self.field().kind(id);
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
        let field = self.field();
        let free = |pose: &Pose| {
            let body = body_at(field.kind(id), *pose, field.markers(id));
            self.setup.table.holds(&body.quad.0)
                && !field.present().any(|o| {
                    o != id
                        && !field.is_commander(o)
                        && body.may_be_within(&field.body(o), 0)
                        && body.overlaps(&field.body(o))
                })
        };
        let way = start.centre().dist(to.centre()).max(1);
        let steps = (way / (INCH / 4)).clamp(1, 200);
        (0..=steps)
            .map(|k| Pose::at(to.centre().toward(start.centre(), k, steps), to.facing))
            .find(free)
            .unwrap_or_else(|| {
                let before = field.mover_of(id).start;
                if before.centre() == start.centre() { before } else { start }
            })
    }

    /// The end of a charge: contact, or a stop an inch short.
    fn strike_home(&mut self, id: StandId, target: StandId, plan: ChargePlan) {
        let field = self.field();
        let mut mover = field.mover_of(id);
        let gait = field.gait(id, field.budget_left(id, &mover), mover.streams, plan.hasty);
        let mut walk = field.walk(id, plan.from, plan.from + Pt::polar(plan.length, plan.facing), &gait);
        if let Some(place) = walk.marsh {
            self.roll_marsh(id, place);
            let field = self.field();
            let gait = field.gait(id, field.budget_left(id, &mover), mover.streams, plan.hasty);
            walk = field.walk(id, plan.from, plan.from + Pt::polar(plan.length, plan.facing), &gait);
        }
        let start = self.state.piece(id).pose;
        mover.spent += walk.cost;
        let field = self.field();
        let in_order = !field.disordered(id);
        if walk.reach >= plan.length - CENT
            && let Some(flush) = field.line_up(id, target, &plan)
        {
            let touch = plan.from + Pt::polar(plan.length, plan.facing);
            field.walk_on(id, touch, plan.facing, flush, &mut walk);
        }
        self.walked(id, &mut mover, &walk);
        if mover.crossed != NONE && self.field().holds_bank(target, mover.crossed) {
            self.disorder(id, "the enemy holds the bank");
        }
        let field = self.field();
        let repulsed = in_order && field.disordered(id) && field.cartridge(target);
        let short = walk.reach < plan.length - CENT;
        let flush = if repulsed || short { None } else { field.line_up(id, target, &plan) };
        let kind = field.kind(id);
        let end = match flush {
            Some(pose) => pose,
            None => {
                let reach = walk.reach.min(plan.length - INCH).max(0);
                let stop = pose_of_front(kind, plan.from + Pt::polar(reach, plan.facing), plan.facing);
                self.clear_spot(id, start, stop)
            }
        };
        self.trample(id, start, end);
        if flush.is_some() && self.state.piece(id).has(mark::COLUMN) {
            self.keep_column(id, end);
        }
        self.place(id, end, "charges");
        if flush.is_some() {
            self.tell(|| Event::Contact { piece: id, target });
        } else {
            self.state.piece_mut(id).charged = NONE;
            if repulsed {
                self.tell(|| Event::Repulsed { piece: id, by: target });
            }
        }
        mover.finished = true;
        self.keep(mover);
        self.end_move();
    }

    /// A column that strikes home keeps its markers only where there is room for them.
    fn keep_column(&mut self, id: StandId, end: Pose) {
        let field = self.field();
        let body = body_at(field.kind(id), end, field.markers(id));
        let taken = field.present().any(|o| {
            o != id
                && !field.is_commander(o)
                && body.may_be_within(&field.body(o), 0)
                && body.overlaps(&field.body(o))
        });
        let off = body.tail.is_some_and(|t| !self.setup.table.holds(&t.0));
        if taken || off {
            self.state.piece_mut(id).set(mark::COLUMN, false);
        }
    }
}

fn changed(act: Act) -> &'static str {
    match act {
        Act::Limber => "limbered",
        Act::Unlimber => "unlimbered",
        Act::Mount => "mounted",
        Act::Dismount => "dismounted",
        Act::StandUp => "on its feet",
        Act::Recover => "in order",
        Act::Stationary => "stationary",
        Act::StepBack => "out of contact",
    }
}
