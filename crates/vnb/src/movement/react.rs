//! How those in the way of a charge react: skirmishers evade or are ridden down, fugitives rout again
//! (VCHG-14 to VCHG-19).

use crate::Vnb;
use crate::angle::{Angle, heading, normal};
use crate::body::{body_at, front_centre};
use crate::decide::{no, unchecked};
use crate::event::Event;
use crate::geometry::{INCH, Pt, within};
use crate::ids::{FeatureId, StandId};
use crate::kinds::Arm;
use crate::order::Order;
use crate::pending::Pending;
use crate::play::Play;
use crate::position::Pos;
use crate::state::{Pose, mark};
use crate::terrain::{Code, Terrain, movement};
use table::{Ask, Refusal, Room, Seats};

/// An infantry skirmisher about to be ridden down may run to cover (VCHG-16).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct RunToCover {
    pub skirmisher: StandId,
    pub by: StandId,
}

impl RunToCover {
    pub(crate) fn stale(&self, pos: Pos) -> bool {
        !pos.here(self.skirmisher)
    }
}

impl Room<Vnb> for RunToCover {
    fn ask(&self, _pos: Pos) -> Ask {
        Ask::new("cover", "Cavalry rides at your skirmishers: run to cover?", "VCHG-16")
    }
    fn seats(&self, pos: Pos) -> Seats {
        pos.side(self.skirmisher).into()
    }
    fn orders(&self, pos: Pos, out: &mut Vec<Order>) {
        out.extend(pos.cover_choices(self.skirmisher, self.by).into_iter().map(|to| Order::Cover { to }));
        out.push(Order::Decline);
    }
    fn check(&self, pos: Pos, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Cover { to } => pos.may_run_to(self.skirmisher, self.by, *to),
            Order::Decline => Ok(()),
            _ => Err(self.ask(pos).not_asked()),
        }
    }
    fn apply(&self, play: &mut Play, order: &Order) {
        match order {
            Order::Cover { to } => play.run_to_cover(self.skirmisher, *to),
            Order::Decline => play.ridden_down(self.skirmisher, self.by),
            other => unchecked(other),
        }
    }
}

impl Play<'_> {
    /// A stand met by a charger reacts; `beyond` is how much farther the charge goes.
    pub(crate) fn react(&mut self, by: StandId, met: StandId, beyond: i64) {
        let pos = self.pos();
        if pos.routed(met) {
            let failed = self.rout(met, Some(by));
            let drops =
                failed.into_iter().map(|id| (id, None, self.state.piece(id).level.failed())).collect();
            self.drop_levels(drops);
            return;
        }
        if pos.arm(met) == Arm::CavalrySkirmisher {
            self.fall_back(by, met, beyond);
            return;
        }
        if pos.cover_choices(met, by).is_empty() {
            self.ridden_down(met, by);
        } else {
            self.state.pending.push(Pending::Cover(RunToCover { skirmisher: met, by }));
        }
    }

    fn ridden_down(&mut self, met: StandId, by: StandId) {
        self.tell(|who| Event::RiddenDown { piece: who(met), by: who(by) });
        self.eliminate(met);
    }

    /// Cavalry skirmishers stay 6 in ahead of the charger (VCHG-15).
    fn fall_back(&mut self, by: StandId, met: StandId, beyond: i64) {
        let pos = self.pos();
        let charger = pos.piece(by).pose;
        let facing = pos.piece(met).pose.facing;
        let front = front_centre(pos.kind(by), charger);
        let body = body_at(pos.kind(met), Pose { facing, ..Pose::default() }, 0);
        let ahead = Pt::polar(INCH, charger.facing);
        let depth = body.quad.0.iter().map(|p| (ahead.dot(*p) / INCH).abs()).max().unwrap_or(0);
        let column = pos.column(met);
        let spot = |extra: i64| {
            Pose::at(front + Pt::polar(beyond + 6 * INCH + depth + extra, charger.facing), facing)
        };
        let found = (0..400).map(|k| spot(k * INCH / 4)).find(|pose| {
            let body = body_at(pos.kind(met), *pose, 0);
            let off = !self.setup.table.holds(&body.quad.0);
            off || (!pos.prohibited_at(front_centre(pos.kind(met), *pose), column) && pos.free(met, *pose))
        });
        let Some(pose) = found else { return self.eliminate(met) };
        let body = body_at(pos.kind(met), pose, 0);
        if !self.setup.table.holds(&body.quad.0) {
            return self.leave_table(met);
        }
        self.state.piece_mut(met).set(mark::COLUMN, false);
        self.tell(|who| Event::Evaded { piece: who(met), to: pose.into() });
        self.place(met, pose, "falls back");
    }

    fn run_to_cover(&mut self, skirmisher: StandId, to: Pose) {
        let pos = self.pos();
        let front = front_centre(pos.kind(skirmisher), to);
        let block = pos.feature_at(front, Terrain::Town).filter(|f| pos.room_in_block(skirmisher, *f));
        self.state.piece_mut(skirmisher).set(mark::COLUMN, false);
        self.tell(|who| Event::Evaded { piece: who(skirmisher), to: to.into() });
        self.place(skirmisher, to, "runs to cover");
        if let Some(block) = block {
            let piece = self.state.piece_mut(skirmisher);
            piece.garrison = block;
            piece.pose = Pose::at(self.setup.table.features[block.index()].middle(), to.facing);
            self.tell(|who| Event::Changed { piece: who(skirmisher), to: "in the building" });
        }
    }
}

impl Pos<'_> {
    pub(crate) fn prohibited_at(&self, p: Pt, column: crate::terrain::Column) -> bool {
        self.setup
            .table
            .features
            .iter()
            .any(|f| f.kind.is_area() && movement(f.kind, column) == Code::Prohibited && f.contains(p))
    }

    /// Whether a stand would overlap nobody at a pose, on the table.
    pub(crate) fn free(&self, id: StandId, pose: Pose) -> bool {
        let body = body_at(self.kind(id), pose, 0);
        self.setup.table.holds(&body.quad.0)
            && !self.present().any(|o| {
                o != id
                    && !self.is_commander(o)
                    && body.may_be_within(&self.body(o), 0)
                    && body.overlaps(&self.body(o))
            })
    }

    fn room_in_block(&self, id: StandId, feature: FeatureId) -> bool {
        let weight = |o: StandId| match self.arm(o) {
            a if a.is_foot_brigade() => 4,
            Arm::InfantrySkirmisher => 1,
            _ => 0,
        };
        let inside = || self.present().filter(|o| *o != id && self.piece(*o).garrison == feature);
        self.state.building(feature).burning_since == 0
            && self.block_clear(id, feature)
            && inside().all(|o| self.side(o) == self.side(id))
            && inside().map(weight).sum::<i32>() < 4
    }

    /// Places in cover within half a move: just inside a wood or town, or touching a friendly brigade's
    /// side or rear.
    pub(crate) fn cover_choices(&self, skirmisher: StandId, by: StandId) -> Vec<Pose> {
        let mut found = Vec::new();
        let pose = self.piece(skirmisher).pose;
        let (kind, centre) = (self.kind(skirmisher), pose.centre());
        let body = self.body(skirmisher);
        for (n, f) in self.setup.table.features.iter().enumerate() {
            if !matches!(f.kind, Terrain::Forest | Terrain::Town)
                || self.state.building(FeatureId::new(n)).burnt_out
            {
                continue;
            }
            let nearest = f.nearest(centre);
            if !within(body.point_distance(nearest), 800) || f.contains(centre) {
                continue;
            }
            if f.kind == Terrain::Town {
                if self.room_in_block(skirmisher, FeatureId::new(n)) {
                    let facing = heading(f.middle().x - centre.x, f.middle().y - centre.y);
                    found.push(crate::body::pose_of_front(kind, f.middle(), facing));
                }
                continue;
            }
            let d = nearest - centre;
            let facing = heading(d.x, d.y);
            let inside = Pose::at(nearest + Pt::polar(3 * INCH / 2, facing), facing);
            if self.free(skirmisher, inside) && f.contains(front_centre(kind, inside)) {
                found.push(inside);
            }
        }
        for friend in self.present_of(self.side(skirmisher)) {
            if self.arm(friend).is_brigade()
                && !self.routed(friend)
                && !self.piece(friend).in_building()
                && self.within(friend, skirmisher, 800)
            {
                found.extend(self.behind(skirmisher, friend).into_iter().find(|p| self.free(skirmisher, *p)));
            }
        }
        found.retain(|p| *p != pose && by != skirmisher);
        found.truncate(4);
        found
    }

    /// Places touching the rear or a side of a friend.
    fn behind(&self, id: StandId, friend: StandId) -> Vec<Pose> {
        let pose = self.piece(friend).pose;
        let (_, depth) = crate::charts::half_size(self.kind(id));
        let out = crate::geometry::CENT * i64::from(150 + depth);
        let spot = |turn: Angle, facing: Angle| {
            Pose::at(pose.centre() + Pt::polar(out, normal(pose.facing + turn)), normal(pose.facing + facing))
        };
        vec![spot(18_000, 0), spot(9_000, 9_000), spot(27_000, 27_000)]
    }

    /// Checks a run to cover.
    ///
    /// # Errors
    /// VCHG-16 where the place is no cover in reach.
    pub(crate) fn may_run_to(&self, skirmisher: StandId, by: StandId, to: Pose) -> Result<(), Refusal> {
        if self.cover_choices(skirmisher, by).contains(&to) {
            return Ok(());
        }
        Err(no("VCHG-16", "no cover within half a move there"))
    }
}
