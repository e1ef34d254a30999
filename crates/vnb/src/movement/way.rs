//! What stands in the way of a body that goes straight on: friends, enemies, zones of control; how far it comes
//! before it touches somebody. Geometry of stands; the ground under them is `terrain`.

use table::Refusal;

use crate::angle::{heading, normal};
use crate::body::{Body, OVERLAP_SLACK, body_at, front_centre};
use crate::decide::no;
use crate::geometry::{CENT, INCH, Pt, Quad, off_segment, within};
use crate::ids::StandId;
use crate::movement::company::Company;
use crate::movement::terrain::{Gait, Walk};
use crate::position::Pos;
use crate::state::Pose;

impl Pos<'_> {
    /// A straight leg: terrain first, then stands and zones in the way.
    pub(crate) fn leg(&self, id: StandId, company: &Company, stretch: &Stretch, gait: &Gait) -> Leg {
        let (kind, way) = (self.kind(id), stretch.way);
        let from = front_centre(kind, stretch.start);
        let mut walk = self.walk(id, from, from + way, gait);
        let mut reach = walk.reach;
        let mut stop = walk.stop.take();
        let body = body_at(kind, stretch.start, self.markers(id));
        if let Some((s, refusal)) = self.obstacle(id, company, &body, stretch, reach) {
            reach = s;
            stop = Some(refusal);
        }
        Leg { reach, stop, walk }
    }

    /// The first stand or zone that stops a body on its way, and where; none if the ground has stopped it before.
    fn obstacle(
        &self,
        id: StandId,
        company: &Company,
        body: &Body,
        stretch: &Stretch,
        reach: i64,
    ) -> Option<(i64, Refusal)> {
        if reach <= 0 {
            return None;
        }
        let (way, length) = (stretch.way, stretch.length);
        // As far as the stand comes, for all that is known, and a little more: what it does not meet there need
        // not be measured.
        let mut first = First { at: reach, refusal: None };
        let part = |least: i64| match least + 4 * CENT {
            far if far < length => Pt::default().toward(way, far, length),
            _ => way,
        };
        let middle = body.centre + Pt::new(way.x / 2, way.y / 2);
        let around = length / 2 + body.reach;
        for other in company.others() {
            let them = &other.body;
            // The leg with an inch around it, as a band.
            if !self.near(other.id, middle, around + INCH)
                || !other.enemy && !self.blocks_friend(id, other.id)
                || off_segment(them.centre, body.centre, body.centre + way, body.reach + them.reach + INCH)
            {
                continue;
            }
            if !other.enemy {
                if swept(body, way, them) && !keeps_clear(body, part(first.at), them) {
                    let s = touch_ahead(body, way, length, them);
                    first.note((s - CENT).max(0), "VGAP-6", "a friendly stand is in the way");
                }
                continue;
            }
            let zone = other.zone.and_then(|edge| zone_stop(body, (way, part(first.at)), length, edge));
            // Halted by its zone, a stand need not know where it would touch it.
            let short = |s: i64| keeps_clear(body, Pt::default().toward(way, s, length.max(1)), them);
            if swept(body, way, them) && !zone.is_some_and(short) && !keeps_clear(body, part(first.at), them)
            {
                let s = (touch_ahead(body, way, length, them) - 3 * CENT).max(0);
                if self.piece(other.id).in_building() {
                    first.note(s, "VGAP-44", "an enemy holds the building");
                } else {
                    first.note(s, "VMOV-13", "an enemy stand is in the way");
                }
            }
            if let Some(s) = zone {
                first.note(s, "VMOV-23", "the zone of control of an enemy stops the stand");
            }
        }
        first.refusal.map(|refusal| (first.at, refusal))
    }

    /// Brigades do not pass brigades, nobody passes routed friends (VGAP-6).
    pub(crate) fn blocks_friend(&self, id: StandId, friend: StandId) -> bool {
        if self.is_commander(id) {
            return false;
        }
        self.routed(friend) || (self.arm(id).is_brigade() && self.arm(friend).is_brigade())
    }

    /// Whether a stand has a zone of control at all.
    pub(crate) fn has_zone(&self, id: StandId) -> bool {
        !self.routed(id) && self.front_edge(id).is_some()
    }

    /// Whether a pose lies in an enemy zone.
    pub(crate) fn in_zone(&self, id: StandId, company: &Company, pose: Pose) -> bool {
        let body = body_at(self.kind(id), pose, self.markers(id));
        company.enemies().any(|e| {
            self.near(e.id, body.centre, body.reach + INCH)
                && e.zone.is_some_and(|(a, b)| within(body.segment_distance(a, b), 100))
        })
    }

    /// A pivot must not sweep over an enemy (VGAP-4).
    pub(crate) fn pivot_clear(
        &self,
        id: StandId,
        company: &Company,
        from: Pose,
        to: Pose,
    ) -> Result<(), Refusal> {
        if from.facing == to.facing || self.is_commander(id) {
            return Ok(());
        }
        let kind = self.kind(id);
        let sweep = 5 * INCH / 2;
        let turn = normal(to.facing - from.facing + 18_000) - 18_000;
        for enemy in company.enemies() {
            if !self.near(enemy.id, from.centre(), sweep)
                || !reaches(from.centre(), sweep, &enemy.body)
                || self.contact(id, enemy.id)
            {
                continue;
            }
            let hits = (1..=6).any(|n| {
                let pose = Pose { facing: normal(from.facing + turn * n / 6), ..from };
                body_at(kind, pose, 0).overlaps(&enemy.body)
            });
            if hits {
                return Err(no("VGAP-4", "the stand cannot turn over an enemy"));
            }
        }
        Ok(())
    }
}

/// The first thing in the way.
struct First {
    at: i64,
    refusal: Option<Refusal>,
}

impl First {
    fn note(&mut self, at: i64, rule: &'static str, why: &'static str) {
        if at < self.at {
            *self = First { at, refusal: Some(no(rule, why)) };
        }
    }
}

/// Where a stand's front-edge centre goes straight on.
pub(crate) struct Stretch {
    pub(crate) start: Pose,
    pub(crate) way: Pt,
    pub(crate) length: i64,
}

/// The outcome of a straight leg.
pub struct Leg {
    pub reach: i64,
    pub stop: Option<Refusal>,
    pub walk: Walk,
}

/// Where an enemy's zone of control before its front edge ends a leg (VMOV-23); none if it does not, or not on the
/// part of the leg that matters.
fn zone_stop(body: &Body, (way, part): (Pt, Pt), length: i64, (a, b): (Pt, Pt)) -> Option<i64> {
    if body.tail.is_none() && passes(&body.quad, part, &Quad([a, b, b, a]), INCH + CENT + 1) {
        return None;
    }
    let at = |s: i64| body.shifted(Pt::default().toward(way, s, length)).segment_distance(a, b);
    let start = at(0);
    if within(start, 100) {
        // Inside already: the first step must not go closer.
        let step = (INCH / 20).min(length);
        return (at(step) < start - 200).then_some(0);
    }
    // A hundredth is what rounding a pose costs.
    first_within_from(start, at, length, 100, body.tail.is_none()).filter(|s| length - s > CENT)
}

fn reaches(centre: Pt, radius: i64, body: &Body) -> bool {
    let d = body.centre - centre;
    let r = radius + body.reach;
    d.x.abs() <= r && d.y.abs() <= r && d.square() <= r * r
}

/// Whether a body moved along `way` runs into another, by more than rounding costs.
pub fn swept(body: &Body, way: Pt, other: &Body) -> bool {
    body.quads().any(|a| other.quads().any(|b| !passes(a, way, b, -OVERLAP_SLACK)))
}

/// Whether a body moved along `way` stays clearly apart from another.
fn keeps_clear(body: &Body, way: Pt, other: &Body) -> bool {
    body.quads().all(|a| other.quads().all(|b| passes(a, way, b, 6 * CENT)))
}

/// Whether a straight line shows a gap of at least this between a quad swept along a step and another;
/// negative where they may lie so deep in each other.
fn passes(a: &Quad, way: Pt, b: &Quad, gap: i64) -> bool {
    let normal_of = |d: Pt| Pt::new(-d.y, d.x);
    // The way itself first: most stands lie to one side of it.
    let axes = std::iter::once(way)
        .chain([a.0[1] - a.0[0], a.0[2] - a.0[1], a.0[3] - a.0[2], a.0[0] - a.0[3]])
        .chain([b.0[1] - b.0[0], b.0[2] - b.0[1], b.0[3] - b.0[2], b.0[0] - b.0[3]])
        .map(normal_of);
    for axis in axes {
        let ((mut low, mut high), (c, d)) = (span(a, axis), span(b, axis));
        let push = axis.dot(way);
        (low, high) = (low + push.min(0), high + push.max(0));
        let apart = (c - high).max(low - d);
        // Measured only where the sign does not say it.
        if gap <= 0 && apart >= 0 && (axis.x, axis.y) != (0, 0) {
            return true;
        }
        if (gap > 0) == (apart > 0) {
            let size = axis.length();
            if size > 0 && apart / size >= gap {
                return true;
            }
        }
    }
    false
}

/// The shadow of a quad on an axis.
#[inline]
fn span(q: &Quad, axis: Pt) -> (i64, i64) {
    let [a, b, c, d] = q.0.map(|p| axis.dot(p));
    (a.min(b).min(c.min(d)), a.max(b).max(c.max(d)))
}

/// How far a body goes before it touches another: worked out for a body that goes straight ahead, searched
/// for otherwise.
fn touch_ahead(body: &Body, way: Pt, length: i64, other: &Body) -> i64 {
    let (a, b) = body.quad.edge(0);
    let across = b - a;
    let straight = across.dot(way).abs() / across.length().max(1) < 200;
    // The markers of a column follow in the track of their stand.
    if !straight || body.radius > 0 {
        return first_touch(body, way, length, other, 0);
    }
    let front = Pt::new((a.x + b.x) / 2, (a.y + b.y) / 2);
    let half = (across.length() / 2 / CENT) as i32;
    crate::movement::line_up::corridor(front, heading(way.x, way.y), half, other).unwrap_or(0).min(length)
}

/// How far a body goes before it comes within `limit` hundredths of another.
pub fn first_touch(body: &Body, way: Pt, length: i64, other: &Body, limit: i64) -> i64 {
    let at = |s: i64| body.shifted(Pt::default().toward(way, s, length)).distance(other);
    first_within(at, length, limit, body.tail.is_none() && other.tail.is_none()).unwrap_or(length)
}

/// The first place where the distance of a body that goes straight on comes within a limit.
///
/// It may always go on by what is still too much. The distance of bodies without dents (`convex`: nobody in
/// column) never falls faster later than it fell before, so there it may go on by what the last step promises,
/// and once the distance grows it grows for good. The least step is half a hundredth.
pub(crate) fn first_within(at: impl Fn(i64) -> i64, length: i64, limit: i64, convex: bool) -> Option<i64> {
    first_within_from(at(0), at, length, limit, convex)
}

/// As [`first_within`], where the distance at the start is known.
fn first_within_from(
    start: i64,
    at: impl Fn(i64) -> i64,
    length: i64,
    limit: i64,
    convex: bool,
) -> Option<i64> {
    /// What rounding can make a distance seem to fall.
    const NOISE: i64 = 8;
    let near = limit * CENT + CENT / 2 - 1;
    let (mut s, mut step, mut last, mut d) = (0, 0, i64::MAX, start);
    // Long grazing ways go on in steps of half a hundredth.
    for _ in 0..20_000 {
        if d <= near {
            return Some(s);
        }
        let known = convex && step > 0;
        if s >= length || (known && d > last + NOISE) {
            return None;
        }
        let over = d - near;
        let promised = if known { (over * step / (last - d + NOISE).max(1)).min(1 << 40) } else { 0 };
        let next = (s + over.max(promised).max(CENT / 2)).min(length);
        (step, last, s) = (next - s, d, next);
        d = at(s);
    }
    None
}
