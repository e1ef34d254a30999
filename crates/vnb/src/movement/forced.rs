//! Forced moves: retreats, routs, giving way (VGAP-25, VGAP-27, VGAP-28, VGAP-30).

use crate::angle::{Angle, heading, normal};
use crate::body::{Body, body_at, front_centre};
use crate::event::Event;
use crate::geometry::{CENT, INCH, Pt, within};
use crate::ids::{FeatureId, StandId};
use crate::kinds::{Kind, Level};
use crate::movement::way::swept;
use crate::play::Play;
use crate::position::Pos;
use crate::state::{Pose, mark};

/// How a forced move went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Forced {
    Moved,
    /// Stopped short by an enemy or by prohibited terrain.
    Blocked,
    OffTable,
}

/// The outcome of a straight forced path.
struct Path {
    reach: i64,
    end: Forced,
    disordered: bool,
}

impl Pos<'_> {
    /// How far a stand can be driven in a direction; friends do not stop it.
    fn forced_path(&self, id: StandId, direction: Angle, length: i64) -> Path {
        let pose = self.piece(id).pose;
        let kind = self.kind(id);
        let from = if self.piece(id).in_building() { pose.centre() } else { front_centre(kind, pose) };
        let way = Pt::polar(length, direction);
        let walk = self.walk(id, from, from + way, &self.forced_gait(id));
        let mut path = Path {
            reach: walk.reach,
            end: if walk.stop.is_some() { Forced::Blocked } else { Forced::Moved },
            disordered: walk.disordered,
        };
        let body = body_at(kind, pose, 0);
        if let Some(s) = self.enemies_stop(id, &body, way, length, None)
            && s < path.reach
        {
            (path.reach, path.end) = (s, Forced::Blocked);
        }
        let off = (1..=64).map(|k| path.reach * k / 64).find(|s| {
            let moved = body.shifted(Pt::default().toward(way, *s, length.max(1)));
            !self.setup.table.holds(&[moved.centre])
        });
        if off.is_some()
            || !self
                .setup
                .table
                .holds(&body.shifted(Pt::default().toward(way, path.reach, length.max(1))).quad.0)
        {
            path.end = Forced::OffTable;
        }
        path
    }

    /// The place an inch short of the first enemy on the way; those left behind do not count.
    fn enemies_stop(
        &self,
        id: StandId,
        body: &Body,
        way: Pt,
        length: i64,
        except: Option<StandId>,
    ) -> Option<i64> {
        let mut first: Option<i64> = None;
        for enemy in self.enemies_of(id) {
            let them = self.body(enemy);
            let middle = body.centre + Pt::new(way.x / 2, way.y / 2);
            let apart = them.centre - middle;
            let near = length / 2 + body.reach + them.reach + 2 * INCH;
            if Some(enemy) == except || apart.square() > near * near {
                continue;
            }
            let at = |s: i64| body.shifted(Pt::default().toward(way, s, length.max(1))).distance(&them);
            let start = at(0);
            let step = (INCH / 10).min(length);
            let s = if start < INCH {
                if at(step) < start { Some(0) } else { None }
            } else {
                let s = crate::movement::way::first_touch(body, way, length, &them, 99);
                (s < length || within(at(length), 99)).then_some(s)
            };
            // An inch is kept to the hundredth.
            if let Some(s) = s.map(|s| (s - CENT).max(0)) {
                first = Some(first.map_or(s, |f| f.min(s)));
            }
        }
        first
    }

    /// Goes on past friends until the stand is clear of all; how far that is.
    fn clear_of_friends(&self, id: StandId, direction: Angle, reach: i64) -> Option<i64> {
        let (kind, pose) = (self.kind(id), self.piece(id).pose);
        (0..200).map(|k| reach + k * INCH / 4).find(|s| {
            let body = body_at(
                kind,
                Pose {
                    facing: pose.facing,
                    ..Pose::at(pose.centre() + Pt::polar(*s, direction), pose.facing)
                },
                0,
            );
            !self.present().any(|o| {
                o != id
                    && !self.is_commander(o)
                    && body.may_be_within(&self.body(o), 0)
                    && body.overlaps(&self.body(o))
            })
        })
    }
}

impl Play<'_> {
    /// Drives a stand straight in a direction. `facing`: how it ends up.
    pub(crate) fn drive(
        &mut self,
        id: StandId,
        direction: Angle,
        length: i64,
        facing: Angle,
        how: &'static str,
    ) -> Forced {
        self.break_up(id);
        // Leaving a building is the first step, and may be the last.
        if !self.state.piece(id).on_table() {
            return Forced::OffTable;
        }
        let from = self.state.piece(id).pose;
        let pos = self.pos();
        let path = pos.forced_path(id, direction, length);
        if path.end == Forced::OffTable {
            self.leave_table(id);
            return Forced::OffTable;
        }
        let mut reach = path.reach;
        let mut end = path.end;
        match pos.clear_of_friends(id, direction, reach) {
            Some(clear) if clear == reach => {}
            Some(clear) => {
                let farther = pos.forced_path(id, direction, clear);
                match farther.end {
                    Forced::OffTable => {
                        self.leave_table(id);
                        return Forced::OffTable;
                    }
                    // No clear ground beyond the friends: back to the last place that is.
                    Forced::Blocked => {
                        reach = self.last_clear(id, direction, reach);
                        end = Forced::Blocked;
                    }
                    Forced::Moved => reach = clear,
                }
            }
            None => {
                reach = self.last_clear(id, direction, reach);
                end = Forced::Blocked;
            }
        }
        let to = Pose::at(from.centre() + Pt::polar(reach, direction), facing);
        let to = if self.turn_fits(id, to) { to } else { Pose { facing: from.facing, ..to } };
        self.place(id, to, how);
        if path.disordered {
            self.disorder(id, "the ground it was driven over");
        }
        end
    }

    /// Whether a stand fits where it ends with its new facing.
    fn turn_fits(&self, id: StandId, to: Pose) -> bool {
        let pos = self.pos();
        let body = body_at(pos.kind(id), to, 0);
        self.setup.table.holds(&body.quad.0)
            && !pos.present().any(|o| {
                o != id
                    && !pos.is_commander(o)
                    && body.may_be_within(&pos.body(o), 0)
                    && body.overlaps(&pos.body(o))
            })
    }

    /// The last place on a path where the stand overlaps nobody.
    fn last_clear(&self, id: StandId, direction: Angle, reach: i64) -> i64 {
        let pos = self.pos();
        let (kind, pose) = (pos.kind(id), pos.piece(id).pose);
        let clear = |s: i64| {
            let body = body_at(kind, Pose::at(pose.centre() + Pt::polar(s, direction), pose.facing), 0);
            !pos.present().any(|o| {
                o != id
                    && !pos.is_commander(o)
                    && body.may_be_within(&pos.body(o), 0)
                    && body.overlaps(&pos.body(o))
            })
        };
        (0..=64).rev().map(|k| reach * k / 64).find(|s| clear(*s)).unwrap_or(0)
    }

    /// A stand driven off leaves column, building, ground and its stationary place; guns limber.
    fn break_up(&mut self, id: StandId) {
        self.unsettle(id);
        self.limber_up(id);
        let piece = self.state.piece_mut(id);
        let (marched, lay) = (piece.has(mark::COLUMN), piece.has(mark::GROUND));
        piece.set(mark::COLUMN | mark::GROUND, false);
        piece.charged = StandId::NONE;
        let indoors = piece.in_building();
        if marched {
            self.tell(|who| Event::Changed { piece: who(id), to: "out of its march column" });
        }
        if lay {
            self.tell(|who| Event::Changed { piece: who(id), to: "on its feet" });
        }
        if indoors {
            self.put_outside(id);
        }
    }

    /// Guns that are driven off limber.
    fn limber_up(&mut self, id: StandId) {
        let artillery = self.pos().arm(id).is_artillery();
        let piece = self.state.piece_mut(id);
        let newly = artillery && !piece.has(mark::LIMBERED);
        piece.set(mark::LIMBERED, artillery);
        if newly {
            self.tell(|who| Event::Changed { piece: who(id), to: "limbered" });
        }
    }

    /// Puts a stand out of its building, on the side away from the nearest enemy.
    pub(crate) fn put_outside(&mut self, id: StandId) {
        let pos = self.pos();
        let block = pos.block_body(pos.piece(id).garrison);
        let away = pos.nearest_enemy(id).map_or(0, |(e, _)| {
            let d = block.centre - pos.centre(e);
            heading(d.x, d.y)
        });
        let kind = pos.kind(id);
        let spots = [0, 4_500, -4_500, 9_000, -9_000, 13_500, -13_500, 18_000];
        let spot = |turn: Angle| {
            let facing = normal(away + 18_000);
            Pose::at(block.centre + Pt::polar(block.reach + 2 * INCH + INCH / 4, normal(away + turn)), facing)
        };
        let free = |pose: &Pose| {
            let body = body_at(kind, *pose, 0);
            self.setup.table.holds(&body.quad.0)
                && !pos.present().any(|o| {
                    o != id
                        && !pos.is_commander(o)
                        && body.may_be_within(&pos.body(o), 0)
                        && body.overlaps(&pos.body(o))
                })
        };
        let found = spots.into_iter().map(spot).find(free);
        self.state.piece_mut(id).garrison = FeatureId::NONE;
        match found {
            Some(pose) => self.place(id, pose, "leaves the building"),
            None => self.eliminate(id),
        }
    }

    /// A stand driven off that was blocked takes a casualty; if it could not break contact it is lost (VGAP-30).
    pub(crate) fn settle(&mut self, id: StandId, outcome: Forced) {
        if outcome != Forced::Blocked || !self.state.piece(id).on_table() {
            return;
        }
        let pos = self.pos();
        let caught = pos.enemies_of(id).any(|e| pos.within(id, e, 99));
        if caught {
            self.eliminate(id);
        } else {
            self.lose(id, 1);
        }
    }

    /// Retreat after melee: half a move along a direction, facing unchanged (VGAP-25).
    pub(crate) fn retreat(&mut self, id: StandId, direction: Angle) {
        self.limber_up(id);
        let length = self.pos().allowance(id) * INCH / 2;
        self.retreat_by(id, direction, length, "retreats");
    }

    /// Retreat over a given length; reinforcing skirmishers and commanders near it may come along.
    pub(crate) fn retreat_by(&mut self, id: StandId, direction: Angle, length: i64, how: &'static str) {
        let from = self.state.piece(id).pose;
        let near = self.commanders_near(id);
        let facing = from.facing;
        let outcome = self.drive(id, direction, length, facing, how);
        self.settle(id, outcome);
        self.offer_follow(near, id, from);
    }

    /// All effects of a rout (VMOR-29 to VMOR-36). `from`: the enemy it runs from. Gives back friends it
    /// ran over who failed their check.
    pub(crate) fn rout(&mut self, id: StandId, from: Option<StandId>) -> Vec<StandId> {
        self.state.piece_mut(id).level = Level::Routed;
        self.tell(|who| Event::Routed { piece: who(id) });
        let pos = self.pos();
        let centre = pos.centre(id);
        let direction = match from.or_else(|| pos.nearest_enemy(id).map(|(e, _)| e)) {
            Some(enemy) => {
                let d = centre - pos.centre(enemy);
                heading(d.x, d.y)
            }
            None => normal(pos.piece(id).pose.facing + 18_000),
        };
        if self.state.piece(id).guns > 0 {
            self.state.piece_mut(id).guns = 0;
            self.tell(|who| Event::GunsLost { piece: who(id) });
        }
        self.break_up(id);
        if !self.state.piece(id).on_table() {
            return Vec::new();
        }
        let start = self.state.piece(id).pose;
        let length = self.pos().allowance(id) * INCH;
        let direction = self.rout_direction(id, direction, length);
        let crossed = self.friends_crossed(id, start, direction, length);
        let outcome = self.drive(id, direction, length, direction, "routs");
        self.settle(id, outcome);
        self.lose(id, 1);
        self.commander_at_risk(id);
        self.jostle(crossed)
    }

    /// Straight away, or bent by at most 45 degrees if that avoids enemies and prohibited terrain.
    fn rout_direction(&self, id: StandId, direction: Angle, length: i64) -> Angle {
        let pos = self.pos();
        let bends = [0, 1_500, -1_500, 3_000, -3_000, 4_500, -4_500];
        let open =
            |bend: &Angle| pos.forced_path(id, normal(direction + bend), length).end != Forced::Blocked;
        normal(direction + bends.into_iter().find(open).unwrap_or(0))
    }

    /// Friendly brigades and guns, not routed, on the path of a rout (VGAP-28).
    fn friends_crossed(&self, id: StandId, start: Pose, direction: Angle, length: i64) -> Vec<StandId> {
        let pos = self.pos();
        let body = body_at(pos.kind(id), start, 0);
        let reach = pos.forced_path(id, direction, length).reach;
        let way = Pt::polar(reach, direction);
        let crossed = |o: &StandId| {
            let arm = pos.arm(*o);
            *o != id
                && (arm.is_brigade() || arm.is_artillery())
                && !pos.routed(*o)
                && !pos.piece(*o).has(mark::JOSTLED)
                && swept(&body, way, &pos.body(*o))
        };
        pos.present_of(pos.side(id)).filter(crossed).collect()
    }

    /// The check of stands run over by routing friends; those that fail are given back.
    fn jostle(&mut self, crossed: Vec<StandId>) -> Vec<StandId> {
        let mut failed = Vec::new();
        for id in crossed {
            self.state.piece_mut(id).set(mark::JOSTLED, true);
            let pos = self.pos();
            let needs = i16::from(self.setup.stand(id).morale) - i16::from(pos.disordered(id))
                + i16::from(pos.army_commander(id).is_some());
            let die = self.dice.d6("run over by friends");
            let passed = i16::from(die) <= needs;
            self.tell(|who| Event::Tested { piece: who(id), needs, die, passed });
            if !passed {
                failed.push(id);
            }
        }
        failed
    }

    /// Drops a stand one level; routs are carried out with everything they bring with them.
    pub(crate) fn drop_levels(&mut self, failed: Vec<(StandId, Option<StandId>, Level)>) {
        let mut queue = std::collections::VecDeque::from(failed);
        while let Some((id, from, level)) = queue.pop_front() {
            if !self.state.piece(id).on_table() {
                continue;
            }
            match level {
                Level::Eliminated => self.eliminate(id),
                Level::Routed => {
                    for other in self.rout(id, from) {
                        let next = self.state.piece(other).level.failed();
                        queue.push_back((other, None, next));
                    }
                }
                _ => {
                    self.state.piece_mut(id).level = level;
                    self.tell(|who| Event::Level { piece: who(id), level });
                }
            }
        }
    }

    /// Where a stand routs by kind.
    pub(crate) fn is_stand(&self, id: StandId) -> bool {
        self.setup.stand(id).kind != Kind::Commander
    }
}
