//! What a straight stretch of a move costs and does: terrain, roads, water, slopes (VTER-4 to VTER-60).
//!
//! The path of the middle of the front edge is cut where it crosses a boundary; between two cuts the
//! ground is the same. Costs are kept in sixths of a millionth of an inch, so that thirds (columns on
//! roads) and halves (columns across country) are exact.

mod borders;
mod ground;

use table::{Refusal, Rule};

use crate::few::Few;
use crate::geometry::{CENT, INCH, Pt};
use crate::grid::FeatureSet;
use crate::ids::{FeatureId, StandId};
use crate::position::Pos;
use crate::state::mark;
use crate::terrain::{Code, Column, Terrain, movement, slope};

use ground::{Ground, NO_BORDER, is_inside};
pub(crate) use ground::{beside, border_crossings};

/// One inch of allowance, in cost units.
pub const COST_INCH: i64 = 6 * INCH;

/// What a stretch did to the stand, up to where it got.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    /// How far it got, at most the length asked for.
    pub reach: i64,
    pub cost: i64,
    pub disordered: bool,
    pub guns_lost: bool,
    pub mired: bool,
    pub streams: u8,
    /// The last water crossed.
    pub crossed: FeatureId,
    /// Why it got no farther.
    pub stop: Option<Refusal>,
    /// Where it went into a marsh for which no die has been rolled.
    pub marsh: Option<Pt>,
    /// Notes for a preview: the rule of every effect met.
    pub notes: Few<(&'static str, &'static str), 8>,
}

/// How the stand goes.
#[derive(Clone, Copy, Debug)]
pub struct Gait {
    pub column: Column,
    pub march: bool,
    /// Half a move, in cost units.
    pub half: i64,
    /// What may still be spent.
    pub budget: i64,
    /// Pays with disorder where it may choose.
    pub choose_disorder: bool,
    /// Cannot pay with disorder any more.
    pub disordered: bool,
    pub streams: u8,
    /// The marsh factor; 0 if no die has been rolled.
    pub marsh: u8,
    /// Forced moves: no costs, only disorder and prohibitions.
    pub forced: bool,
}

impl Pos<'_> {
    /// Walks from one place of the front-edge centre straight to another.
    pub(crate) fn walk(&self, id: StandId, from: Pt, to: Pt, gait: &Gait) -> Walk {
        let length = from.dist(to);
        let mut walk = Walk {
            reach: 0,
            cost: 0,
            disordered: false,
            guns_lost: false,
            mired: false,
            streams: gait.streams,
            crossed: FeatureId::NONE,
            stop: None,
            marsh: None,
            notes: Few::new(),
        };
        let roads = gait.march || gait.column == Column::Artillery;
        let ground = self.ground(from, to, length, roads);
        if ground.areas.is_empty() && ground.lines.is_empty() && ground.roads.is_empty() {
            walk.go(0, length, pace(gait, false, 1), gait);
            return walk;
        }
        self.cross(id, &ground, from, to, length, gait, &mut walk);
        walk
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one walk, used only here")]
    fn cross(
        &self,
        id: StandId,
        ground: &Ground,
        from: Pt,
        to: Pt,
        length: i64,
        gait: &Gait,
        walk: &mut Walk,
    ) {
        let mut before = ground.begins;
        let mut next_line = 0;
        // Areas whose border has been crossed since the ground was last looked at.
        let mut stirred = FeatureSet::default();
        for n in 0..ground.marks.len() - 1 {
            let ((s, border), (t, _)) = (ground.marks[n], ground.marks[n + 1]);
            if border != NO_BORDER {
                stirred.insert(border);
            }
            while let Some((at, feature)) = ground.lines.get(next_line).filter(|(at, _)| *at <= s) {
                next_line += 1;
                if !self.cross_line(
                    id,
                    *feature,
                    from.toward(to, *at, length),
                    gait,
                    self.on_road(ground, *at, gait),
                    walk,
                ) {
                    walk.reach = (at - CENT).max(0).min(length);
                    return;
                }
            }
            if t - s < 50 && t != length {
                continue;
            }
            let mut now = before;
            if stirred != FeatureSet::default() {
                let middle = from.toward(to, (s + t) / 2, length);
                for area in std::mem::take(&mut stirred) {
                    now.set(area, is_inside(&self.setup.table.features[area.index()], middle));
                }
            }
            let road = self.on_road(ground, (s + t) / 2, gait);
            // Where that is, for the few who have to know.
            let place = || from.toward(to, s, length);
            if !self.enter(id, ground, before, now, &place, gait, road, walk) {
                walk.reach = (s - CENT).max(0).min(length);
                return;
            }
            before = now;
            let factor = if road { 1 } else { self.factor(ground, now, gait, &place, walk) };
            if !walk.go(s, t, pace(gait, road, factor), gait) {
                return;
            }
        }
        while let Some((at, feature)) = ground.lines.get(next_line) {
            next_line += 1;
            if !self.cross_line(id, *feature, to, gait, self.on_road(ground, *at, gait), walk) {
                walk.reach = (at - CENT).max(0).min(length);
                return;
            }
        }
    }

    /// Whether the road counts here: columns, and artillery however it moves (VTER-53).
    fn on_road(&self, ground: &Ground, s: i64, gait: &Gait) -> bool {
        (gait.march || gait.column == Column::Artillery)
            && ground.roads.iter().any(|(a, b)| (*a..=*b).contains(&s))
    }

    /// How many inches of allowance an inch here takes.
    fn factor(
        &self,
        ground: &Ground,
        now: FeatureSet,
        gait: &Gait,
        place: &dyn Fn() -> Pt,
        walk: &mut Walk,
    ) -> i64 {
        let mut most = 1;
        for (feature, f) in ground.areas.iter() {
            if !now.has(*feature) {
                continue;
            }
            let kind = self.terrain_now(*feature).unwrap_or(f.kind);
            match movement(kind, gait.column) {
                code if code.is_double() => {
                    most = most.max(2);
                    walk.note("VTER-5", "an inch counts as two");
                }
                Code::Roll if gait.marsh == 0 => {
                    walk.marsh.get_or_insert_with(place);
                }
                Code::Roll => most = most.max(i64::from(gait.marsh)),
                _ => {}
            }
        }
        most
    }

    /// Leaving and entering areas at a cut; false if it cannot.
    #[expect(clippy::too_many_arguments, reason = "the parts of one walk, used only here")]
    fn enter(
        &self,
        id: StandId,
        ground: &Ground,
        before: FeatureSet,
        now: FeatureSet,
        place: &dyn Fn() -> Pt,
        gait: &Gait,
        road: bool,
        walk: &mut Walk,
    ) -> bool {
        if before != now && self.setup.table.has_hills {
            let level = |set: FeatureSet| {
                let hills = ground.areas.iter().filter(|(n, f)| set.has(*n) && f.kind == Terrain::Hill);
                hills.map(|(_, f)| f.level).max().unwrap_or(0)
            };
            if !road && !self.climb(slope(gait.column, level(before), level(now)), gait, walk) {
                return false;
            }
        }
        for (feature, f) in ground.areas.iter() {
            let (was, is) = (before.has(*feature), now.has(*feature));
            if !was && !is {
                continue;
            }
            let kind = self.terrain_now(*feature).unwrap_or(f.kind);
            let ok = if kind.is_fort() {
                was == is || self.cross_wall(*feature, f, place(), is, gait, walk)
            } else if kind == Terrain::Town {
                self.cross_town(id, *feature, (was, is), gait, road, walk)
            } else {
                road || self.cross_area(kind, is, gait, walk)
            };
            if !ok {
                return false;
            }
        }
        true
    }

    /// The gait of a stand for a voluntary move.
    pub(crate) fn gait(&self, id: StandId, budget: i64, streams: u8, choose_disorder: bool) -> Gait {
        let piece = self.piece(id);
        Gait {
            column: self.column(id),
            march: piece.has(mark::COLUMN),
            half: self.allowance(id) * COST_INCH / 2,
            budget,
            choose_disorder,
            disordered: self.disordered(id),
            streams,
            marsh: piece.marsh,
            forced: false,
        }
    }
    /// The gait of a forced move: terrain costs do not count.
    pub(crate) fn forced_gait(&self, id: StandId) -> Gait {
        Gait { budget: i64::MAX / 4, march: false, forced: true, marsh: 1, ..self.gait(id, 0, 0, false) }
    }
}

/// Cost units a millionth of an inch takes.
fn pace(gait: &Gait, road: bool, factor: i64) -> i64 {
    match (gait.march, road) {
        (true, true) => 2,
        (true, false) => 3 * factor,
        (false, _) => 6 * factor,
    }
}

impl Walk {
    pub(super) fn note(&mut self, rule: &'static str, what: &'static str) {
        if !self.notes.iter().any(|(r, _)| *r == rule) {
            self.notes.push((rule, what));
        }
    }
    pub(super) fn refuse(&mut self, rule: &'static str, why: &'static str) -> bool {
        self.stop = Some(Refusal::new(Rule(rule), why));
        false
    }
    /// Half a move, paid in whole or not at all (VGAP-5).
    pub(super) fn pay_half(&mut self, gait: &Gait, rule: &'static str, what: &'static str) -> bool {
        if gait.forced {
            return true;
        }
        if self.cost + gait.half > gait.budget {
            return self.refuse(rule, what);
        }
        self.cost += gait.half;
        self.note(rule, what);
        true
    }
    /// Goes on from `s` to `t`; false if the allowance ends on the way.
    fn go(&mut self, s: i64, t: i64, pace: i64, gait: &Gait) -> bool {
        let left = gait.budget - self.cost;
        let need = if gait.forced { 0 } else { (t - s) * pace };
        if need > left {
            self.reach = s + (left / pace).max(0);
            self.cost = gait.budget;
            self.refuse("VMOV-2", "the movement allowance does not reach that far");
            return false;
        }
        self.cost += need;
        self.reach = t;
        true
    }
}
