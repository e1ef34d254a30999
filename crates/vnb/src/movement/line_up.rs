//! The geometry of a charge: the corridor before a front edge, and how a charger comes to lie flush with the edge
//! it meets (VGAP-9).

use crate::angle::{Angle, ONE, heading, normal, sin_cos};
use crate::body::{Body, TOUCH, body_at};
use crate::charts::half_size;
use crate::geometry::{CENT, INCH, Pt, Quad};
use crate::ids::StandId;
use crate::movement::charge::ChargePlan;
use crate::position::Pos;
use crate::state::Pose;

impl Pos<'_> {
    /// Where a charger ends flush with the edge it meets (VGAP-9); none if there is no room.
    pub(crate) fn line_up(&self, id: StandId, target: StandId, plan: &ChargePlan) -> Option<Pose> {
        let at = plan.from + Pt::polar(plan.length, plan.facing);
        let (a, b) = self.contacted_edge(target, plan.from, at)?;
        let (w, d) = half_size(self.kind(id));
        let (w, d) = (i64::from(w) * CENT, i64::from(d) * CENT);
        let along = b - a;
        let size = along.length().max(1);
        let facing = normal(heading(-along.y, along.x) + 18_000);
        let (low, high) = (INCH / 2 - w, size + w - INCH / 2);
        let wanted = along.dot(at - a) / size;
        let nearest = wanted.clamp(low, high);
        if (nearest - wanted).abs() > 3 * INCH {
            return None;
        }
        let spot = |s: i64| Pose::at(a.toward(b, s, size) - Pt::polar(d, facing), facing);
        let fits = |s: &i64| (low..=high).contains(s) && self.free_in_contact(id, target, spot(*s));
        let places = || {
            let slides = (0..=15).flat_map(|k| [k * INCH / 10, -k * INCH / 10]);
            slides.map(|k| nearest + k).filter(fits).map(spot)
        };
        // Where the markers of a column have room, rather than where they have not.
        places().find(|pose| self.column_fits(id, *pose)).or_else(|| places().next())
    }

    /// Whether the markers of a march column have room behind it at a pose.
    pub(crate) fn column_fits(&self, id: StandId, pose: Pose) -> bool {
        let body = body_at(self.kind(id), pose, self.markers(id));
        let Some(tail) = body.tail else { return true };
        self.setup.table.holds(&tail.0) && !self.taken(&body, |other| other == id)
    }

    /// The edge a charge is lined up on: the front, or the side or rear it meets when it comes from behind
    /// the front line.
    fn contacted_edge(&self, target: StandId, from: Pt, at: Pt) -> Option<(Pt, Pt)> {
        let body = self.body(target);
        let nearest = |quad: &Quad, edges: std::ops::Range<usize>| {
            let facing_us = |(a, b): &(Pt, Pt)| (*b - *a).cross(from - *a) > 0;
            edges
                .map(|n| quad.edge(n))
                .filter(facing_us)
                .min_by_key(|(a, b)| crate::geometry::point_segment(at, *a, *b))
        };
        if self.piece(target).in_building() {
            return nearest(&body.quad, 0..4);
        }
        let flank = self.routed(target) || self.behind_front(target, from);
        let own = body.quad.point_distance(at);
        let tail = body.tail.filter(|t| t.point_distance(at) + CENT < own);
        match tail {
            Some(tail) => nearest(&tail, 1..4),
            None if flank => nearest(&body.quad, 1..4),
            None => Some(body.quad.edge(0)),
        }
    }

    fn free_in_contact(&self, id: StandId, target: StandId, pose: Pose) -> bool {
        let body = body_at(self.kind(id), pose, 0);
        if !self.setup.table.holds(&body.quad.0) {
            return false;
        }
        let them = self.body(target);
        if crate::body::contact_edges(&body, &them) & crate::body::edge::FRONT == 0 || body.overlaps(&them) {
            return false;
        }
        !self.taken(&body, |other| other == id || other == target || self.shares_building(other, target))
    }
    fn shares_building(&self, a: StandId, b: StandId) -> bool {
        let (p, q) = (self.piece(a), self.piece(b));
        p.in_building() && p.garrison == q.garrison
    }
}

pub(crate) fn front_centre_of(quad: &Quad) -> Pt {
    let (a, b) = quad.edge(0);
    Pt::new((a.x + b.x) / 2, (a.y + b.y) / 2)
}

/// A thin strip along the front edge: what sweeps ahead in a charge.
pub(crate) fn front_strip(quad: &Quad) -> Quad {
    let [a, b, c, d] = quad.0;
    Quad([a, b, b.toward(c, 1, 20), a.toward(d, 1, 20)])
}

/// How far a front edge goes straight ahead before it touches a body; none if it misses.
pub fn corridor(from: Pt, facing: Angle, half_width: i32, body: &Body) -> Option<i64> {
    let (s, c) = sin_cos(facing);
    let local = |p: Pt| {
        let d = p - from;
        Pt::new((d.x * c - d.y * s) / ONE, (d.x * s + d.y * c) / ONE)
    };
    let wide = i64::from(half_width) * CENT - CENT;
    let mut first: Option<i64> = None;
    for quad in std::iter::once(&body.quad).chain(body.tail.as_ref()) {
        let corners = quad.0.map(local);
        for n in 0..4 {
            let (p, q) = (corners[n], corners[(n + 1) % 4]);
            if let Some(ahead) = least_ahead(p, q, wide) {
                first = Some(first.map_or(ahead, |f: i64| f.min(ahead)));
            }
        }
    }
    first.filter(|f| *f >= -TOUCH * CENT - CENT / 2).map(|f| f.max(0))
}

/// The least way ahead of the part of an edge that lies in the corridor.
fn least_ahead(p: Pt, q: Pt, wide: i64) -> Option<i64> {
    let (p, q) = if p.x <= q.x { (p, q) } else { (q, p) };
    if q.x < -wide || p.x > wide {
        return None;
    }
    if p.x == q.x {
        return Some(p.y.min(q.y));
    }
    let at = |x: i64| p.y + (q.y - p.y) * (x - p.x) / (q.x - p.x);
    Some(at(p.x.max(-wide)).min(at(q.x.min(wide))))
}
