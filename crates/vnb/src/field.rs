//! The position read as a player reads the table: footprints, distances, contact, fronts and flanks.

use table::Side;

use crate::angle::{Angle, between};
use crate::charts::{MARKER, half_size, rate};
use crate::geometry::{CENT, INCH, Pt, Quad, cents, point_segment, within};
use crate::kinds::{Arm, Kind, Level};
use crate::setup::{NONE, Setup, StandId};
use crate::state::{Piece, Pose, State, mark};
use crate::terrain::{Column, Terrain};

/// Stands this deep in each other overlap; less is what rounding poses to hundredths costs.
pub const OVERLAP_SLACK: i64 = 2 * CENT;
/// Touching: at most this far apart, in hundredths.
pub const TOUCH: i64 = 2;
/// Contact: edges that lie on each other for at least this, in hundredths (VGAP-9).
pub const COMMON_EDGE: i64 = 50;

/// The edges of a stand, as bits.
pub mod edge {
    pub const FRONT: u8 = 1;
    pub const RIGHT: u8 = 2;
    pub const REAR: u8 = 4;
    pub const LEFT: u8 = 8;
    pub const TAIL: u8 = 16;
}

/// The ground a stand covers: its rectangle and the markers of its column, or a commander's disc.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    pub quad: Quad,
    pub tail: Option<Quad>,
    /// Radius of a disc; 0 for rectangles.
    pub radius: i64,
    pub centre: Pt,
    /// Everything lies within this distance of the centre.
    pub reach: i64,
}

impl Body {
    fn quads(&self) -> impl Iterator<Item = &Quad> {
        std::iter::once(&self.quad).chain(self.tail.as_ref())
    }
    fn is_disc(&self) -> bool {
        self.radius > 0
    }
    /// Distance between two bodies, 0 if they touch or overlap.
    pub fn distance(&self, o: &Body) -> i64 {
        let gap = match (self.is_disc(), o.is_disc()) {
            (true, true) => self.centre.dist(o.centre),
            (true, false) => o.point_gap(self.centre),
            (false, true) => self.point_gap(o.centre),
            (false, false) => self.quads().flat_map(|a| o.quads().map(|b| a.distance(b))).min().unwrap_or(0),
        };
        (gap - self.radius - o.radius).max(0)
    }
    fn point_gap(&self, p: Pt) -> i64 {
        self.quads().map(|q| q.point_distance(p)).min().unwrap_or(0)
    }
    /// Distance of a point from the ground it covers.
    pub fn point_distance(&self, p: Pt) -> i64 {
        if self.is_disc() { (self.centre.dist(p) - self.radius).max(0) } else { self.point_gap(p) }
    }
    /// Distance of a segment from the ground it covers.
    pub fn segment_distance(&self, a: Pt, b: Pt) -> i64 {
        if self.is_disc() {
            return (point_segment(self.centre, a, b) - self.radius).max(0);
        }
        self.quads().map(|q| q.segment_distance(a, b)).min().unwrap_or(0)
    }
    /// Whether two bodies overlap by more than rounding costs.
    pub fn overlaps(&self, o: &Body) -> bool {
        if self.is_disc() || o.is_disc() {
            return self.distance(o) == 0
                && self.centre.dist(o.centre) < self.reach + o.reach - OVERLAP_SLACK;
        }
        self.quads().any(|a| o.quads().any(|b| a.deeper_than(b, OVERLAP_SLACK)))
    }
    pub fn may_be_within(&self, o: &Body, limit: i64) -> bool {
        let reach = self.reach + o.reach + limit;
        let d = self.centre - o.centre;
        d.x.abs() <= reach && d.y.abs() <= reach && d.square() <= reach * reach
    }
    pub fn shifted(&self, by: Pt) -> Body {
        Body {
            quad: self.quad.shifted(by),
            tail: self.tail.map(|t| t.shifted(by)),
            centre: self.centre + by,
            ..*self
        }
    }
}

/// A stand's own rectangle (a square around the disc for commanders).
pub fn own_quad(kind: Kind, pose: Pose) -> Quad {
    let (w, d) = half_size(kind);
    // A disc lies on the table as its box does, however it is turned.
    let facing = if kind == Kind::Commander { 0 } else { pose.facing };
    Quad::rect(pose.centre(), facing, i64::from(w) * CENT, i64::from(d) * CENT)
}

/// The ground a stand covers in a pose with so many column markers behind it.
pub fn body_at(kind: Kind, pose: Pose, markers: u8) -> Body {
    let (w, d) = half_size(kind);
    let (w, d) = (i64::from(w) * CENT, i64::from(d) * CENT);
    let centre = pose.centre();
    if kind == Kind::Commander {
        return Body { quad: own_quad(kind, pose), tail: None, radius: w, centre, reach: w };
    }
    let quad = Quad::rect(centre, pose.facing, w, d);
    let length = i64::from(MARKER.1) * CENT * i64::from(markers);
    let tail = (markers > 0).then(|| {
        let middle = centre + Pt::polar(-(d + length / 2), pose.facing);
        Quad::rect(middle, pose.facing, i64::from(MARKER.0) * CENT, length / 2)
    });
    let reach = if markers > 0 { d + length + INCH / 2 } else { w + d };
    Body { quad, tail, radius: 0, centre, reach }
}

/// The position with its scenario: every question about the table starts here.
#[derive(Clone, Copy)]
pub struct Field<'a> {
    pub setup: &'a Setup,
    pub state: &'a State,
}

impl<'a> Field<'a> {
    pub fn new(setup: &'a Setup, state: &'a State) -> Field<'a> {
        Field { setup, state }
    }
    #[inline]
    pub fn piece(&self, id: StandId) -> &'a Piece {
        &self.state.pieces[id as usize]
    }
    pub fn side(&self, id: StandId) -> Side {
        self.setup.stand(id).side
    }
    pub fn kind(&self, id: StandId) -> Kind {
        self.setup.stand(id).kind
    }
    /// How the stand fights at the moment.
    pub fn arm(&self, id: StandId) -> Arm {
        Arm::of(self.kind(id), self.piece(id).has(mark::DISMOUNTED))
    }
    pub fn column(&self, id: StandId) -> Column {
        Column::of(self.arm(id))
    }
    pub fn is_commander(&self, id: StandId) -> bool {
        self.kind(id) == Kind::Commander
    }
    /// All stands on the table.
    pub fn present(&self) -> impl Iterator<Item = StandId> + 'a {
        let pieces = &self.state.pieces;
        (0..pieces.len()).filter(|n| pieces[*n].on_table()).map(|n| n as StandId)
    }
    pub fn present_of(&self, side: Side) -> impl Iterator<Item = StandId> + 'a {
        let setup = self.setup;
        self.present().filter(move |id| setup.stand(*id).side == side)
    }
    /// Enemy stands on the table, commanders left out.
    pub fn enemies_of(&self, id: StandId) -> impl Iterator<Item = StandId> + 'a {
        let setup = self.setup;
        self.present_of(self.side(id).other()).filter(move |e| setup.stand(*e).kind != Kind::Commander)
    }
    pub fn markers(&self, id: StandId) -> u8 {
        let piece = self.piece(id);
        if !piece.has(mark::COLUMN) {
            return 0;
        }
        rate(self.arm(id), piece.has(mark::LIMBERED), 0, false).markers
    }
    /// The printed allowance in inches (VMOV-2).
    pub fn allowance(&self, id: StandId) -> i64 {
        let (piece, stand) = (self.piece(id), self.setup.stand(id));
        rate(self.arm(id), piece.has(mark::LIMBERED), piece.guns, stand.horse).allowance
    }

    /// Whether a stand may come within `reach` of a point: a quick look before its shape is worked out.
    #[inline]
    pub fn near(&self, id: StandId, p: Pt, reach: i64) -> bool {
        let piece = self.piece(id);
        let own = if piece.has(mark::COLUMN) { 13 * INCH / 2 } else { 3 * INCH };
        let d = piece.pose.centre() - p;
        let r = reach + own;
        d.x.abs() <= r && d.y.abs() <= r && d.square() <= r * r
    }

    pub fn body(&self, id: StandId) -> Body {
        let piece = self.piece(id);
        if piece.in_building() {
            return self.block_body(piece.garrison);
        }
        body_at(self.kind(id), piece.pose, self.markers(id))
    }
    /// The footprint of whoever is in a building.
    pub fn block_body(&self, feature: u8) -> Body {
        let quad = self.setup.table.features[feature as usize].quad.unwrap_or(Quad([Pt::default(); 4]));
        let centre = quad.centre();
        Body { quad, tail: None, radius: 0, centre, reach: centre.dist(quad.0[0]) }
    }
    /// The stand's own rectangle, without markers; its block in a building.
    pub fn own(&self, id: StandId) -> Quad {
        let piece = self.piece(id);
        if piece.in_building() {
            self.block_body(piece.garrison).quad
        } else {
            own_quad(self.kind(id), piece.pose)
        }
    }
    pub fn centre(&self, id: StandId) -> Pt {
        let piece = self.piece(id);
        if piece.in_building() { self.block_body(piece.garrison).centre } else { piece.pose.centre() }
    }
    /// The middle of the front edge: where a stand is (VTER-3). Buildings and discs: the centre.
    pub fn front_centre(&self, id: StandId) -> Pt {
        let piece = self.piece(id);
        if piece.in_building() {
            return self.centre(id);
        }
        front_centre(self.kind(id), piece.pose)
    }
    /// The front edge; none in buildings and for commanders.
    pub fn front_edge(&self, id: StandId) -> Option<(Pt, Pt)> {
        if self.piece(id).in_building() || self.is_commander(id) { None } else { Some(self.own(id).edge(0)) }
    }

    pub fn level(&self, id: StandId) -> u8 {
        self.setup.table.level(self.front_centre(id))
    }
    pub fn distance(&self, a: StandId, b: StandId) -> i64 {
        self.body(a).distance(&self.body(b))
    }
    pub fn within(&self, a: StandId, b: StandId, hundredths: i64) -> bool {
        if !self.near(a, self.piece(b).pose.centre(), (hundredths + 1) * CENT + 13 * INCH / 2) {
            return false;
        }
        let (p, q) = (self.body(a), self.body(b));
        p.may_be_within(&q, (hundredths + 1) * CENT) && within(p.distance(&q), hundredths)
    }
    pub fn touching(&self, a: StandId, b: StandId) -> bool {
        self.within(a, b, TOUCH)
    }

    pub fn disordered(&self, id: StandId) -> bool {
        self.piece(id).level != Level::Good || self.setup.stand(id).militia
    }
    pub fn routed(&self, id: StandId) -> bool {
        self.piece(id).level == Level::Routed
    }
    pub fn stationary(&self, id: StandId) -> bool {
        self.piece(id).has(mark::STATIONARY)
    }
    pub fn unlimbered(&self, id: StandId) -> bool {
        self.arm(id).is_artillery() && !self.piece(id).has(mark::LIMBERED)
    }
    pub fn cartridge(&self, id: StandId) -> bool {
        self.setup.stand(id).is_cartridge()
    }
    pub fn exhausted(&self, id: StandId) -> bool {
        let division = self.setup.stand(id).division as usize;
        self.state.losses.get(division).is_some_and(|l| l.exhausted)
    }

    /// Whether the stand is in an area of this kind, burnt-out buildings being broken ground.
    pub fn is_in(&self, id: StandId, terrain: Terrain) -> bool {
        self.feature_at(self.front_centre(id), terrain).is_some()
    }
    pub fn feature_at(&self, p: Pt, terrain: Terrain) -> Option<u8> {
        let may_be = |kind: Terrain| kind == terrain || kind.is_building();
        let found = self.setup.table.areas(p, may_be).find(|(n, _)| self.terrain_now(*n) == Some(terrain));
        found.map(|(n, _)| n)
    }
    /// What a feature counts as now; none where a fire has left nothing to say.
    pub fn terrain_now(&self, feature: u8) -> Option<Terrain> {
        let kind = self.setup.table.features[feature as usize].kind;
        if kind.is_building() && self.state.building(feature).burnt_out {
            return Some(Terrain::BrokenGround);
        }
        Some(kind)
    }
    /// The kind of building a stand garrisons, if any.
    pub fn garrisons(&self, id: StandId) -> Option<Terrain> {
        let garrison = self.piece(id).garrison;
        (garrison != NONE).then(|| self.setup.table.features[garrison as usize].kind)
    }

    /// Which edges of `a` (bits of [`edge`]) are in contact with `b`; 0 if none is.
    pub fn contact_edges(&self, a: StandId, b: StandId) -> u8 {
        let (p, q) = (self.body(a), self.body(b));
        if !p.may_be_within(&q, INCH / 10) || p.radius > 0 || q.radius > 0 {
            return 0;
        }
        let (x, y) = (self.piece(a), self.piece(b));
        if x.in_building() && x.garrison == y.garrison {
            return 0;
        }
        contact_edges(&p, &q)
    }
    pub fn contact(&self, a: StandId, b: StandId) -> bool {
        self.contact_edges(a, b) != 0
    }
    /// Enemies in contact with a stand.
    pub fn contacts(&self, id: StandId) -> arrayvec::ArrayVec<StandId, 16> {
        let mut found = arrayvec::ArrayVec::new();
        if self.is_commander(id) {
            return found;
        }
        let body = self.body(id);
        for enemy in self.enemies_of(id) {
            if !self.near(enemy, body.centre, body.reach + INCH / 10) || found.is_full() {
                continue;
            }
            if self.contact(id, enemy) {
                found.push(enemy);
            }
        }
        found
    }
    pub fn in_contact(&self, id: StandId) -> bool {
        if self.is_commander(id) {
            return false;
        }
        let centre = self.piece(id).pose.centre();
        let reach = if self.piece(id).has(mark::COLUMN) { 13 * INCH / 2 } else { 3 * INCH } + INCH / 10;
        self.enemies_of(id).any(|e| self.near(e, centre, reach) && self.contact(id, e))
    }

    /// Whether a point lies strictly behind the prolonged front edge of a stand (VGAP-10).
    pub fn behind_front(&self, id: StandId, p: Pt) -> bool {
        let Some((left, right)) = self.front_edge(id) else { return false };
        let across = right - left;
        // Clockwise corners: ahead is where the cross product is positive. Judged in hundredths.
        let ahead = across.cross(p - left) / across.length().max(1);
        cents(ahead) < 0
    }
    /// Whether the contact of `by` is on the flank (or rear) of `of`.
    pub fn flank_contact(&self, of: StandId, by: StandId) -> bool {
        if self.piece(of).in_building() {
            return false;
        }
        if self.routed(of) || self.contact_edges(of, by) == edge::TAIL {
            return true;
        }
        if self.piece(by).charged == of {
            let (x, y) = self.piece(by).from;
            return self.behind_front(of, Pt::cents(x, y));
        }
        if self.piece(of).charged == by {
            return false;
        }
        self.behind_front(of, self.front_centre(by))
    }

    /// Supported artillery (VCOM-36).
    pub fn supported(&self, id: StandId) -> bool {
        let piece = self.piece(id);
        if !self.arm(id).is_artillery() || piece.in_building() {
            return false;
        }
        self.present_of(self.side(id)).any(|friend| {
            self.arm(friend).is_foot_brigade()
                && !self.disordered(friend)
                && !self.piece(friend).in_building()
                && between(self.piece(friend).pose.facing, piece.pose.facing) <= 1_500
                && self.contact_edges(id, friend) & (edge::LEFT | edge::RIGHT | edge::REAR) != 0
        })
    }

    /// The skirmishers that reinforce a brigade (VGAP-34), two at most.
    pub fn reinforcing(&self, brigade: StandId) -> arrayvec::ArrayVec<StandId, 2> {
        let mut found = arrayvec::ArrayVec::new();
        if !self.arm(brigade).is_foot_brigade() {
            return found;
        }
        for (n, piece) in self.state.pieces.iter().enumerate() {
            let id = n as StandId;
            if piece.reinforces == brigade
                && piece.on_table()
                && self.may_reinforce(id, brigade)
                && !found.is_full()
            {
                found.push(id);
            }
        }
        found
    }
    /// Whether a skirmisher fulfils what reinforcing a brigade asks.
    pub fn may_reinforce(&self, id: StandId, brigade: StandId) -> bool {
        let (own, other) = (self.setup.stand(id), self.setup.stand(brigade));
        let corps = |s: &crate::setup::Stand| {
            s.corps
                .clone()
                .or_else(|| self.setup.divisions.get(s.division as usize).and_then(|d| d.corps.clone()))
        };
        let same = own.division == other.division
            || (own.sharpshooter && corps(own).is_some() && corps(own) == corps(other));
        self.arm(id) == Arm::InfantrySkirmisher
            && self.arm(brigade).is_foot_brigade()
            && own.side == other.side
            && same
            && !self.disordered(id)
            && !self.piece(brigade).in_building()
            && !self.piece(id).in_building()
            && self.touches_side_or_rear(id, brigade)
    }
    fn touches_side_or_rear(&self, id: StandId, brigade: StandId) -> bool {
        let body = self.body(id);
        let own = self.own(brigade);
        (1..4).any(|n| {
            let (a, b) = own.edge(n);
            within(body.segment_distance(a, b), TOUCH)
        }) && !self.only_front(&body, &own)
    }
    /// Whether a body lies wholly ahead of the front edge: it touches a side at the corner at most.
    fn only_front(&self, body: &Body, own: &Quad) -> bool {
        let (left, right) = own.edge(0);
        let across = right - left;
        body.quad.0.iter().all(|p| across.cross(*p - left) / across.length().max(1) >= -CENT)
    }
    /// Whether a skirmisher's declared reinforcing counts now.
    pub fn is_reinforcing(&self, id: StandId) -> bool {
        let brigade = self.piece(id).reinforces;
        brigade != NONE && self.piece(brigade).on_table() && self.reinforcing(brigade).contains(&id)
    }
    /// The army commander attached to a stand.
    pub fn army_commander(&self, id: StandId) -> Option<StandId> {
        self.present_of(self.side(id)).find(|c| {
            self.is_commander(*c)
                && self.setup.stand(*c).rank == crate::kinds::Rank::Army
                && self.piece(*c).attached == id
        })
    }
    /// Distance to the nearest enemy stand.
    pub fn nearest_enemy(&self, id: StandId) -> Option<(StandId, i64)> {
        let body = self.body(id);
        self.enemies_of(id).map(|e| (e, body.distance(&self.body(e)))).min_by_key(|(e, d)| (*d, *e))
    }
}

/// The middle of the front edge in a pose.
pub fn front_centre(kind: Kind, pose: Pose) -> Pt {
    if kind == Kind::Commander {
        return pose.centre();
    }
    let (_, depth) = half_size(kind);
    pose.centre() + Pt::polar(i64::from(depth) * CENT, pose.facing)
}

/// The pose whose front-edge centre is at a point.
pub fn pose_of_front(kind: Kind, front: Pt, facing: Angle) -> Pose {
    let depth = if kind == Kind::Commander { 0 } else { half_size(kind).1 };
    Pose::at(front - Pt::polar(i64::from(depth) * CENT, facing), facing)
}

/// Which edges of `a` lie on edges of `b`.
pub fn contact_edges(a: &Body, b: &Body) -> u8 {
    let mut found = 0;
    let lies = |(p, q): (Pt, Pt)| {
        b.quads().any(|o| o.edges().any(|(c, d)| cents(common(p, q, c, d)) >= COMMON_EDGE))
    };
    for n in 0..4 {
        if lies(a.quad.edge(n)) {
            found |= 1 << n;
        }
    }
    if let Some(tail) = &a.tail
        && tail.edges().any(lies)
    {
        found |= edge::TAIL;
    }
    found
}

/// The length for which the segment `c` to `d` lies on `a` to `b` (at most 0.02 in apart).
fn common(a: Pt, b: Pt, c: Pt, d: Pt) -> i64 {
    let along = b - a;
    let length = along.length();
    if length == 0 {
        return 0;
    }
    let place = |p: Pt| (along.dot(p - a) / length, along.cross(p - a) / length);
    let ((mut s, mut h), (mut t, mut k)) = (place(c), place(d));
    if s > t {
        (s, h, t, k) = (t, k, s, h);
    }
    let (mut low, mut high) = (s.max(0), t.min(length));
    if high <= low {
        return 0;
    }
    // Keep only the stretch where the edges are close enough.
    let near = TOUCH * CENT + CENT / 2 - 1;
    let at = |x: i64| h + ((k - h) as i128 * (x - s) as i128 / (t - s).max(1) as i128) as i64;
    let where_is = |height: i64| s + ((height - h) as i128 * (t - s) as i128 / (k - h) as i128) as i64;
    if at(low).abs() > near || at(high).abs() > near {
        if k == h {
            return 0;
        }
        let (x, y) = (where_is(-near), where_is(near));
        low = low.max(x.min(y));
        high = high.min(x.max(y));
    }
    (high - low).max(0)
}
