//! What stands in the way of a body that goes straight on: friends, enemies, zones of control; how far it comes
//! before it touches somebody. Geometry of stands; the ground under them is `terrain`.

use arrayvec::ArrayVec;
use table::Refusal;

use crate::angle::{heading, normal};
use crate::body::{Body, OVERLAP_SLACK, body_at, front_centre};
use crate::decide::no;
use crate::geometry::{CENT, INCH, Pt, Quad, point_segment, within};
use crate::ids::StandId;
use crate::movement::terrain::Walk;
use crate::position::Pos;
use crate::state::Pose;

impl Pos<'_> {
    /// A straight leg: terrain first, then stands and zones in the way.
    #[expect(clippy::too_many_arguments, reason = "a leg is all of these")]
    pub(crate) fn leg(
        &self,
        id: StandId,
        start: Pose,
        way: Pt,
        length: i64,
        budget: i64,
        streams: u8,
        disorder: bool,
    ) -> Leg {
        let kind = self.kind(id);
        let from = front_centre(kind, start);
        let gait = self.gait(id, budget, streams, disorder);
        let mut walk = self.walk(id, from, from + way, &gait);
        let mut reach = walk.reach;
        let mut stop = walk.stop.take();
        let body = body_at(kind, start, self.markers(id));
        if let Some((s, refusal)) = self.obstacle(id, &body, way, length)
            && s < reach
        {
            reach = s;
            stop = Some(refusal);
        }
        Leg { reach, stop, walk }
    }

    /// The first stand or zone that stops a body on its way, and where.
    fn obstacle(&self, id: StandId, body: &Body, way: Pt, length: i64) -> Option<(i64, Refusal)> {
        let mut first: Option<(i64, Refusal)> = None;
        let mut note = |s: i64, refusal: Refusal| {
            if first.as_ref().is_none_or(|(t, _)| s < *t) {
                first = Some((s, refusal));
            }
        };
        let middle = body.centre + Pt::new(way.x / 2, way.y / 2);
        let around = length / 2 + body.reach;
        let own = self.side(id);
        for other in self.present() {
            if other == id || self.is_commander(other) {
                continue;
            }
            if !self.near(other, middle, around + INCH) {
                continue;
            }
            let friend = self.side(other) == own;
            if friend && !self.blocks_friend(id, other) {
                continue;
            }
            let them = self.body(other);
            // The leg with an inch around it, as a band.
            if point_segment(them.centre, body.centre, body.centre + way) > body.reach + them.reach + INCH {
                continue;
            }
            if friend {
                if swept(body, way, &them) {
                    let s = touch_ahead(body, way, length, &them);
                    note((s - CENT).max(0), no("VGAP-6", "a friendly stand is in the way"));
                }
                continue;
            }
            let zone = self.zone_stop(body, way, length, other);
            // Halted by its zone, a stand need not know where it would touch it.
            let short = |s: i64| keeps_clear(body, Pt::default().toward(way, s, length.max(1)), &them);
            if swept(body, way, &them) && !zone.is_some_and(short) {
                let s = touch_ahead(body, way, length, &them);
                let held = self.piece(other).in_building();
                let refusal = if held {
                    no("VGAP-44", "an enemy holds the building")
                } else {
                    no("VMOV-13", "an enemy stand is in the way")
                };
                note((s - 3 * CENT).max(0), refusal);
            }
            if let Some(s) = zone {
                note(s, no("VMOV-23", "the zone of control of an enemy stops the stand"));
            }
        }
        first
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

    /// Where an enemy's zone of control ends a leg (VMOV-23); none if it does not.
    fn zone_stop(&self, body: &Body, way: Pt, length: i64, enemy: StandId) -> Option<i64> {
        if !self.has_zone(enemy) {
            return None;
        }
        let (a, b) = self.front_edge(enemy)?;
        if body.tail.is_none() && passes(&body.quad, way, &Quad([a, b, b, a]), INCH + CENT + 1) {
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
        first_within(at, length, 100, body.tail.is_none()).filter(|s| length - s > CENT)
    }

    /// Whether a pose lies in an enemy zone.
    pub(crate) fn in_zone(&self, id: StandId, pose: Pose) -> bool {
        let body = body_at(self.kind(id), pose, self.markers(id));
        self.enemies_of(id).any(|e| {
            self.near(e, body.centre, body.reach + INCH)
                && self.has_zone(e)
                && self.front_edge(e).is_some_and(|(a, b)| within(body.segment_distance(a, b), 100))
        })
    }

    /// A pivot must not sweep over an enemy (VGAP-4).
    pub(crate) fn pivot_clear(&self, id: StandId, from: Pose, to: Pose) -> Result<(), Refusal> {
        if from.facing == to.facing || self.is_commander(id) {
            return Ok(());
        }
        let kind = self.kind(id);
        let sweep = 5 * INCH / 2;
        let turn = normal(to.facing - from.facing + 18_000) - 18_000;
        for enemy in self.enemies_of(id) {
            if !self.near(enemy, from.centre(), sweep) {
                continue;
            }
            let them = self.body(enemy);
            if !reaches(from.centre(), sweep, &them) || self.contact(id, enemy) {
                continue;
            }
            let hits = (1..=6).any(|n| {
                let pose = Pose { facing: normal(from.facing + turn * n / 6), ..from };
                body_at(kind, pose, 0).overlaps(&them)
            });
            if hits {
                return Err(no("VGAP-4", "the stand cannot turn over an enemy"));
            }
        }
        Ok(())
    }
}

/// The outcome of a straight leg.
pub struct Leg {
    pub reach: i64,
    pub stop: Option<Refusal>,
    pub walk: Walk,
}

fn reaches(centre: Pt, radius: i64, body: &Body) -> bool {
    let d = body.centre - centre;
    let r = radius + body.reach;
    d.x.abs() <= r && d.y.abs() <= r && d.square() <= r * r
}

/// Whether a body moved along `way` runs into another, by more than rounding costs.
pub fn swept(body: &Body, way: Pt, other: &Body) -> bool {
    let parts = |b: &Body| -> ArrayVec<Quad, 2> { std::iter::once(b.quad).chain(b.tail).collect() };
    let theirs = parts(other);
    parts(body).iter().any(|a| theirs.iter().any(|b| !passes(a, way, b, -OVERLAP_SLACK)))
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
    /// What rounding can make a distance seem to fall.
    const NOISE: i64 = 8;
    let near = limit * CENT + CENT / 2 - 1;
    let (mut s, mut step, mut last) = (0, 0, i64::MAX);
    // Long grazing ways go on in steps of half a hundredth.
    for _ in 0..20_000 {
        let d = at(s);
        if d <= near {
            return Some(s);
        }
        let known = convex && step > 0;
        if s >= length || (known && d > last + NOISE) {
            return None;
        }
        let over = d - near;
        let promised = if known {
            (i128::from(over) * i128::from(step) / i128::from((last - d + NOISE).max(1))).min(1 << 40) as i64
        } else {
            0
        };
        let next = (s + over.max(promised).max(CENT / 2)).min(length);
        (step, last, s) = (next - s, d, next);
    }
    None
}
