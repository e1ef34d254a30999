//! What a straight stretch of a move costs and does: terrain, roads, water, slopes (VTER-4 to VTER-60).
//!
//! The path of the middle of the front edge is cut where it crosses a boundary; between two cuts the
//! ground is the same. Costs are kept in sixths of a millionth of an inch, so that thirds (columns on
//! roads) and halves (columns across country) are exact.

use table::{Refusal, Rule};

use crate::few::Few;
use crate::geometry::{CENT, INCH, Pt, crossing, strictly_inside, within};
use crate::grid::FeatureSet;
use crate::ids::{FeatureId, StandId};
use crate::position::Pos;
use crate::setup::Feature;
use crate::state::mark;
use crate::terrain::{Code, Column, Slope, Terrain, movement, slope};

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

struct Ground<'a> {
    areas: Few<(FeatureId, &'a Feature), 24>,
    /// Those it begins in.
    begins: FeatureSet,
    roads: Few<(i64, i64), 8>,
    /// Lines crossed: the way from the start, and the feature.
    lines: Few<(i64, FeatureId), 12>,
    /// Where the ground may change, and which area's border is crossed there.
    marks: Few<(i64, FeatureId), 32>,
}

/// A place where no border is crossed.
const NO_BORDER: FeatureId = FeatureId::NONE;

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

    /// Everything the stretch meets; roads only for those they help.
    fn ground(&self, from: Pt, to: Pt, length: i64, roads: bool) -> Ground<'_> {
        let slack = INCH / 2;
        let low = Pt::new(from.x.min(to.x) - slack, from.y.min(to.y) - slack);
        let high = Pt::new(from.x.max(to.x) + slack, from.y.max(to.y) + slack);
        let mut ground = Ground {
            areas: Few::new(),
            begins: FeatureSet::default(),
            roads: Few::new(),
            lines: Few::new(),
            marks: Few::new(),
        };
        let (some, whole) = self.setup.table.grid.at(from);
        ground.marks.push((0, NO_BORDER));
        ground.marks.push((length, NO_BORDER));
        let table = &self.setup.table;
        let matter = if roads { table.underfoot.or(table.roads) } else { table.underfoot };
        for (n, f) in table.near_of(matter, low, high) {
            if f.kind.is_area() {
                if !beside(f, from, to) {
                    let marks = ground.marks.len();
                    border_crossings(f, from, to, length, |s| ground.marks.push((s, n)));
                    let begins = some.has(n) && (whole.has(n) || is_inside(f, from));
                    // An area that the stretch neither begins in nor comes to does not matter.
                    if begins || ground.marks.len() > marks {
                        ground.areas.push((n, f));
                        ground.begins.set(n, begins);
                    }
                }
                continue;
            }
            if roads && f.kind.is_road() {
                road_stretches(f, from, to, length, &mut ground);
            }
            if f.kind.is_underfoot() {
                for (a, b) in f.lines() {
                    if let Some(s) = crossing(from, to, length, a, b)
                        && s > 100
                        // A corner of the line is crossed once.
                        && ground.lines.last().is_none_or(|(t, m)| *m != n || (s - t).abs() > 100)
                    {
                        ground.lines.push((s, n));
                        ground.marks.push((s, NO_BORDER));
                    }
                }
            }
        }
        ground.marks.sort_unstable();
        ground.lines.sort_unstable();
        ground
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

    fn climb(&self, slope: Slope, gait: &Gait, walk: &mut Walk) -> bool {
        match slope {
            Slope::Nothing => true,
            Slope::Half => walk.pay_half(gait, "VTER-42", "uphill costs guns half a move"),
            Slope::HalfDisorder => {
                let paid = walk.pay_half(gait, "VTER-41", "a slope of two contours costs half a move");
                walk.disordered |= paid;
                paid
            }
            Slope::Prohibited => walk.refuse("VTER-42", "artillery cannot cross a slope of two contours"),
        }
    }

    fn cross_area(&self, kind: Terrain, is: bool, gait: &Gait, walk: &mut Walk) -> bool {
        let code = movement(kind, gait.column);
        if is && code == Code::Prohibited {
            return walk.refuse("VTER-57", "the swamp is closed to this stand");
        }
        if is && (code.disorders_inside() || (code == Code::Roll && gait.marsh == 4)) {
            walk.disordered = true;
            walk.note("VTER-8", "disordered inside");
        }
        true
    }

    fn cross_town(
        &self,
        id: StandId,
        feature: FeatureId,
        (was, is): (bool, bool),
        gait: &Gait,
        road: bool,
        walk: &mut Walk,
    ) -> bool {
        if was == is {
            return true;
        }
        if is && self.state.building(feature).burning_since > 0 {
            return walk.refuse("VTER-71", "the building burns");
        }
        let inside = || self.present().filter(|o| *o != id && self.piece(*o).garrison == feature);
        if is && inside().any(|o| self.side(o) != self.side(id)) {
            return walk.refuse("VGAP-44", "an enemy holds the building");
        }
        if is && road && inside().any(|o| self.arm(o).is_cavalry() || self.arm(o).is_artillery()) {
            return walk.refuse("VTER-10", "a stand in the town blocks the road");
        }
        if is
            && !road
            && gait.column == Column::InfantryBrigade
            && inside().any(|o| self.arm(o).is_infantry())
        {
            return walk.refuse("VTER-61", "the block is full");
        }
        let code = movement(Terrain::Town, gait.column);
        if !road && (code == Code::EnterLeave || (is && code.disorders_inside())) {
            walk.disordered = true;
            walk.note("VTER-59", "a town block disorders");
        }
        true
    }

    /// The walls of a fort or fortress (VTER-34, VTER-35, VTER-38).
    fn cross_wall(
        &self,
        feature: FeatureId,
        f: &Feature,
        place: Pt,
        entering: bool,
        gait: &Gait,
        walk: &mut Walk,
    ) -> bool {
        let near = |points: &[Pt]| points.iter().any(|p| within(p.dist(place), 150));
        let gate = near(&f.entrances) && gait.march;
        if f.kind == Terrain::Fortress {
            let open =
                self.state.breaches.iter().any(|(b, x, y, n)| {
                    *b == feature && *n >= 3 && within(Pt::cents(*x, *y).dist(place), 150)
                });
            if !open && !near(&f.breaches) {
                return walk.refuse("VTER-38", "a fortress is entered only through a breach");
            }
            walk.disordered = true;
            return true;
        }
        let horse_or_guns =
            matches!(gait.column, Column::CavalryBrigade | Column::CavalrySkirmisher | Column::Artillery);
        if entering && horse_or_guns && !gate {
            return walk.refuse(
                "VTER-35",
                "cavalry and artillery enter a fort only in march column through its entrance",
            );
        }
        if !gate {
            walk.disordered = true;
            walk.note("VTER-34", "crossing the works of a fort disorders");
        }
        true
    }

    /// Water and works; false if the stand cannot cross.
    fn cross_line(
        &self,
        _id: StandId,
        feature: FeatureId,
        place: Pt,
        gait: &Gait,
        road: bool,
        walk: &mut Walk,
    ) -> bool {
        let f = &self.setup.table.features[feature.index()];
        if !f.kind.is_water() {
            if !road && movement(f.kind, gait.column) == Code::EnterLeave {
                walk.disordered = true;
                walk.note("VTER-24", "works disorder cavalry");
            }
            return true;
        }
        let ok = match self.crossing_at(feature, place) {
            Some(Terrain::Bridge) => self.cross_bridge(gait, walk),
            Some(_) => self.cross_stream(gait, walk),
            None if f.kind == Terrain::Stream => self.cross_stream(gait, walk),
            None => self.cross_deep(f.kind, gait, walk),
        };
        if ok {
            walk.crossed = feature;
        }
        ok
    }

    /// The bridge or ford that serves a crossing of some water, bridges first.
    fn crossing_at(&self, water: FeatureId, place: Pt) -> Option<Terrain> {
        let w = &self.setup.table.features[water.index()];
        let serves = |f: &&Feature| {
            f.kind.is_point()
                && within(f.points[0].dist(place), 50)
                && within(w.line_distance(f.points[0]), 50)
        };
        self.setup.table.around(place, INCH).map(|(_, f)| f).filter(serves).map(|f| f.kind).min()
    }

    fn cross_bridge(&self, gait: &Gait, walk: &mut Walk) -> bool {
        if gait.march || gait.forced {
            return true;
        }
        if gait.choose_disorder && !gait.disordered && gait.column != Column::Commander {
            walk.disordered = true;
            walk.note("VTER-15", "crosses the bridge in disorder");
            return true;
        }
        walk.pay_half(gait, "VTER-15", "a bridge costs half a move outside march column")
    }

    fn cross_stream(&self, gait: &Gait, walk: &mut Walk) -> bool {
        walk.streams += 1;
        match walk.streams {
            1 => walk.pay_half(gait, "VTER-55", "a stream costs half a move"),
            2 => {
                walk.disordered |= gait.column != Column::Commander;
                walk.note("VTER-56", "a second stream disorders");
                true
            }
            _ => walk.refuse("VTER-56", "a third stream cannot be crossed in one move"),
        }
    }

    fn cross_deep(&self, kind: Terrain, gait: &Gait, walk: &mut Walk) -> bool {
        match movement(kind, gait.column) {
            Code::HalfDisordered => {
                let paid = walk.pay_half(gait, "VTER-47", "a marshy stream costs half a move");
                walk.disordered |= paid;
                walk.mired |= paid;
                walk.guns_lost |=
                    paid && matches!(gait.column, Column::InfantryBrigade | Column::CavalryBrigade);
                paid
            }
            Code::Half => walk.pay_half(gait, "VTER-49", "a marshy stream costs half a move"),
            _ if kind == Terrain::MarshyStream => {
                walk.refuse("VTER-48", "artillery cannot cross a marshy stream")
            }
            _ => walk.refuse("VTER-52", "the river can be crossed only at a bridge or ford"),
        }
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

fn is_inside(f: &Feature, p: Pt) -> bool {
    p.x >= f.low.x && p.x <= f.high.x && p.y >= f.low.y && p.y <= f.high.y && strictly_inside(p, &f.points)
}

/// Whether an area lies wholly to one side of the line of a stretch.
pub(crate) fn beside(f: &Feature, from: Pt, to: Pt) -> bool {
    let way = to - from;
    let (low, high) = (f.low - from, f.high - from);
    let corners = [low, Pt::new(low.x, high.y), high, Pt::new(high.x, low.y)].map(|p| way.cross(p));
    corners.iter().all(|side| *side > 0) || corners.iter().all(|side| *side < 0)
}

/// Where a stretch crosses the border of an area: only sides with their ends on either side of it can be
/// crossed.
pub(crate) fn border_crossings(f: &Feature, from: Pt, to: Pt, length: i64, mut note: impl FnMut(i64)) {
    let way = to - from;
    let Some(last) = f.points.last() else { return };
    let mut a = *last;
    let mut left = way.cross(a - from).signum();
    for b in &f.points {
        let side = way.cross(*b - from).signum();
        if side * left <= 0
            && let Some(s) = crossing(from, to, length, a, *b)
        {
            note(s);
        }
        (a, left) = (*b, side);
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

/// The stretches of a path along a road: within half an inch of it and within 30 degrees of its direction.
fn road_stretches(f: &Feature, from: Pt, to: Pt, length: i64, ground: &mut Ground) {
    let way = to - from;
    if length == 0 {
        return;
    }
    let apart = |a: i64, b: i64, c: i64, d: i64| a.max(b) + INCH < c.min(d) || c.max(d) + INCH < a.min(b);
    for (a, b) in f.lines() {
        if apart(a.x, b.x, from.x, to.x) || apart(a.y, b.y, from.y, to.y) {
            continue;
        }
        let along = b - a;
        let size = along.length().max(1);
        // cos 30 = 0.866: the path must run along the road, not across it.
        if (i128::from(way.dot(along)).abs()) * 1000 < i128::from(length) * i128::from(size) * 866 {
            continue;
        }
        let place = |p: Pt| (along.dot(p - a) / size, along.cross(p - a) / size);
        let ((s, h), (t, k)) = (place(from), place(to));
        let mut span = (0, length);
        for (x, y, low, high) in
            [(s, t, -INCH / 2, size + INCH / 2), (h, k, -INCH / 2 - CENT / 2, INCH / 2 + CENT / 2)]
        {
            if x == y {
                if x < low || x > high {
                    span = (1, 0);
                }
                continue;
            }
            let at = |v: i64| (v - x) * length / (y - x);
            let (u, v) = (at(low), at(high));
            span = (span.0.max(u.min(v)), span.1.min(u.max(v)));
        }
        if span.1 > span.0 {
            ground.roads.push(span);
            ground.marks.push((span.0, NO_BORDER));
            ground.marks.push((span.1, NO_BORDER));
        }
    }
}

impl Walk {
    fn note(&mut self, rule: &'static str, what: &'static str) {
        if !self.notes.iter().any(|(r, _)| *r == rule) {
            self.notes.push((rule, what));
        }
    }
    fn refuse(&mut self, rule: &'static str, why: &'static str) -> bool {
        self.stop = Some(Refusal::new(Rule(rule), why));
        false
    }
    /// Half a move, paid in whole or not at all (VGAP-5).
    fn pay_half(&mut self, gait: &Gait, rule: &'static str, what: &'static str) -> bool {
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
