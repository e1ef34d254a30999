//! Carrying out moves and charges.

use crate::angle::Angle;
use crate::body::{body_at, front_centre, pose_of_front};
use crate::event::Event;
use crate::geometry::{CENT, INCH, Pt};
use crate::ids::{FeatureId, StandId};
use crate::kinds::Level;
use crate::movement::march::MarchPlan;
use crate::movement::plan::{MovePlan, Pay};
use crate::movement::terrain::Walk;
use crate::order::Act;
use crate::play::Play;
use crate::state::{Mover, Pose, Presence, mark};
use crate::terrain::Terrain;

impl Play<'_> {
    /// Makes a stand the one that moves; another's move is over then.
    pub(crate) fn begin_move(&mut self, id: StandId) -> Mover {
        if self.state.mover.is_some_and(|m| m.stand != id) {
            self.end_move();
        }
        let mover = self.pos().mover_of(id);
        self.state.mover = Some(mover);
        mover
    }

    /// The move of the active stand is over.
    pub(crate) fn end_move(&mut self) {
        let Some(mover) = self.state.mover.take() else { return };
        let id = mover.stand;
        self.state.piece_mut(id).set(mark::MOVED, true);
        self.tell(|who| Event::MoveOver { piece: who(id) });
        if !self.state.piece(id).on_table() {
            return;
        }
        if mover.approach_limited && mover.displaced {
            self.disorder(id, "moved out of command");
        }
        if self.pos().in_disordering_terrain(id) {
            self.disorder(id, "the ground it stands on");
        }
        self.overrun_commanders(id);
    }

    pub(crate) fn keep(&mut self, mover: Mover) {
        self.state.mover = Some(mover);
    }

    pub(crate) fn apply_move(&mut self, id: StandId, plan: &MovePlan, disorder: bool) {
        let mut mover = self.begin_move(id);
        let start = self.state.piece(id).pose;
        self.unsettle(id);
        self.detach(id);
        for pay in &plan.turns {
            mover.free_turn_used |= *pay == Pay::Free;
            if *pay == Pay::Half {
                mover.spent += self.pos().half(id);
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
            (mover.gone, mover.displaced) = (true, true);
            self.walked(id, &mut mover, &walk);
            let guns = self.pos().arm(id).is_artillery();
            mover.manhandled |= guns && !self.state.piece(id).has(mark::LIMBERED);
            mover.limbered_move |= guns && self.state.piece(id).has(mark::LIMBERED);
        }
        mover.halted |= plan.halted;
        self.trample(id, start, end);
        if plan.building.is_some() {
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
        let pos = self.pos();
        let start = pos.piece(id).pose;
        let facing = if pos.goes_anywhere(id) { start.facing } else { plan.heading };
        let from = front_centre(pos.kind(id), Pose { facing, ..start });
        let way = plan.end.centre() - start.centre();
        let budget = pos.budget_left(id, mover);
        let again = pos.walk(id, from, from + way, &pos.gait(id, budget, mover.streams, disorder));
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
        let pos = self.pos();
        for _ in 0..40 {
            let body = body_at(pos.kind(id), pose, pos.markers(id));
            let free = !pos.present().any(|o| {
                o != id && !pos.is_commander(o) && !pos.is_commander(id) && body.overlaps(&pos.body(o))
            });
            if free {
                return pose;
            }
            pose = Pose::at(pose.centre().toward(start.centre(), 1, 4), facing);
        }
        start
    }

    /// What the ground did on the way.
    pub(crate) fn walked(&mut self, id: StandId, mover: &mut Mover, walk: &Walk) {
        mover.streams = walk.streams;
        if walk.crossed.is_some() {
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
            self.tell(|who| Event::GunsLost { piece: who(id) });
        }
    }

    /// Puts a stand into a building.
    fn occupy(&mut self, id: StandId, feature: FeatureId) {
        let pose =
            Pose::at(self.setup.table.features[feature.index()].middle(), self.state.piece(id).pose.facing);
        self.state.piece_mut(id).set(mark::COLUMN, false);
        self.place(id, pose, "occupies a building");
        self.state.piece_mut(id).garrison = feature;
    }

    pub(crate) fn apply_march(&mut self, id: StandId, plan: &MarchPlan) {
        let mut mover = self.begin_move(id);
        self.unsettle(id);
        mover.spent += plan.cost;
        (mover.gone, mover.displaced, mover.halted) = (true, true, plan.halted);
        mover.limbered_move |= self.pos().arm(id).is_artillery();
        for walk in &plan.walks {
            self.walked(id, &mut mover, walk);
        }
        for pair in plan.path.windows(2) {
            let way = pair[1] - pair[0];
            let facing = crate::angle::heading(way.x, way.y);
            let kind = self.pos().kind(id);
            self.trample(id, pose_of_front(kind, pair[0], facing), pose_of_front(kind, pair[1], facing));
        }
        self.place(id, plan.end, "marches");
        self.keep(mover);
        self.overrun_commanders(id);
    }

    pub(crate) fn apply_form(&mut self, id: StandId, facing: Angle, form: bool) {
        let mut mover = self.begin_move(id);
        mover.spent += self.pos().half(id);
        self.unsettle(id);
        self.state.piece_mut(id).set(mark::COLUMN, form);
        let pose = Pose { facing, ..self.state.piece(id).pose };
        self.place(id, pose, if form { "forms march column" } else { "reforms" });
        self.tell(|who| Event::Changed {
            piece: who(id),
            to: if form { "in march column" } else { "in line" },
        });
        self.keep(mover);
    }

    pub(crate) fn apply_leave(&mut self, id: StandId, pose: Pose) {
        let mut mover = self.begin_move(id);
        let was = self.pos().garrisons(id);
        let column = self.pos().column(id);
        self.unsettle(id);
        self.state.piece_mut(id).garrison = FeatureId::NONE;
        self.place(id, pose, "leaves the building");
        if was == Some(Terrain::Town)
            && crate::terrain::movement(Terrain::Town, column) == crate::terrain::Code::EnterLeave
        {
            self.disorder(id, "left a town block");
        }
        mover.start = pose;
        mover.displaced = true;
        self.keep(mover);
    }

    pub(crate) fn apply_act(&mut self, id: StandId, act: Act) {
        let mut mover = self.begin_move(id);
        let (half, old) = (self.pos().half(id), self.pos().allowance(id));
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
                self.tell(|who| Event::Recovered { piece: who(id) });
            }
            Act::Stationary => {
                mover.spent += half;
                mover.finished = true;
                self.state.piece_mut(id).set(mark::STATIONARY | mark::NEWLY_STATIONARY, true);
            }
            Act::StepBack => return self.step_back(id, mover),
        }
        // What is spent of one allowance is spent in proportion of the other.
        let new = self.pos().allowance(id);
        mover.spent = mover.spent * new / old;
        if act != Act::Recover {
            self.tell(|who| Event::Changed { piece: who(id), to: changed(act) });
        }
        self.keep(mover);
    }

    /// Breaks contact by one inch, facing unchanged (VCHG-20, VCHG-21).
    fn step_back(&mut self, id: StandId, mut mover: Mover) {
        let pos = self.pos();
        let pose = pos.piece(id).pose;
        let mut touched = 0;
        for enemy in pos.contacts(id) {
            touched |= pos.contact_edges(id, enemy);
        }
        let turn = match touched {
            t if t & crate::body::edge::FRONT != 0 => 18_000,
            t if t & crate::body::edge::RIGHT != 0 => 27_000,
            t if t & crate::body::edge::LEFT != 0 => 9_000,
            t if t & crate::body::edge::REAR != 0 => 0,
            _ => 18_000,
        };
        let direction = crate::angle::normal(pose.facing + turn);
        let free = |inch: i64| {
            let to = Pose::at(pose.centre() + Pt::polar(inch, direction), pose.facing);
            let body = body_at(pos.kind(id), to, pos.markers(id));
            (!pos.taken(&body, |other| other == id) && self.setup.table.holds(&body.quad.0)).then_some(to)
        };
        let to = (0..=10).rev().find_map(|k| free(k * INCH / 10)).unwrap_or(pose);
        self.state.piece_mut(id).set(mark::MUST_CHOOSE, false);
        self.place(id, to, "steps back");
        mover.stepped_back = true;
        self.keep(mover);
    }

    pub(crate) fn apply_enter(&mut self, id: StandId, to: Pose) {
        if self.state.mover.is_some_and(|m| m.stand != id) {
            self.end_move();
        }
        let column = self.setup.stand(id).entry.is_some_and(|e| e.column);
        let artillery = self.pos().arm(id).is_artillery();
        let commander = self.pos().is_commander(id);
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
        self.tell(|who| Event::Entered { piece: who(id), to: to.into() });
        let mover = self.pos().mover_of(id);
        self.keep(mover);
    }

    fn tail_free(&self, id: StandId) -> bool {
        let pos = self.pos();
        !pos.taken(&pos.body(id), |other| other == id)
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
