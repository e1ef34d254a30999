//! The position read as a player reads the table: footprints, distances, contact, fronts and flanks.

use table::Side;

use crate::angle::between;
use crate::body::{Body, TOUCH, body_at, contact_edges, edge, front_centre, own_quad};
use crate::charts::rate;
use crate::few::Few;
use crate::geometry::{CENT, INCH, Pt, Quad, cents, within};
use crate::ids::{FeatureId, StandId};
use crate::kinds::{Arm, Kind, Level};
use crate::setup::Setup;
use crate::state::{Piece, State, mark};
use crate::terrain::{Column, Terrain};

/// The position with its scenario: every question about the table starts here.
#[derive(Clone, Copy)]
pub struct Pos<'a> {
    pub setup: &'a Setup,
    pub state: &'a State,
}

impl<'a> Pos<'a> {
    pub fn new(setup: &'a Setup, state: &'a State) -> Pos<'a> {
        Pos { setup, state }
    }
    #[inline]
    pub(crate) fn piece(&self, id: StandId) -> &'a Piece {
        &self.state.pieces[id.index()]
    }
    #[inline]
    pub(crate) fn side(&self, id: StandId) -> Side {
        self.setup.sorts[id.index()].0
    }
    #[inline]
    pub(crate) fn kind(&self, id: StandId) -> Kind {
        self.setup.sorts[id.index()].1
    }
    /// How the stand fights at the moment.
    pub fn arm(&self, id: StandId) -> Arm {
        Arm::of(self.kind(id), self.piece(id).has(mark::DISMOUNTED))
    }
    pub(crate) fn column(&self, id: StandId) -> Column {
        Column::of(self.arm(id))
    }
    pub(crate) fn is_commander(&self, id: StandId) -> bool {
        self.kind(id) == Kind::Commander
    }
    /// Whether there is a stand of this number.
    pub(crate) fn known(&self, id: StandId) -> bool {
        id.index() < self.setup.stands.len()
    }
    /// Whether there is such a stand, on the table.
    pub(crate) fn here(&self, id: StandId) -> bool {
        self.known(id) && self.piece(id).on_table()
    }
    /// All stands, wherever they are.
    pub(crate) fn everybody(&self) -> impl Iterator<Item = StandId> + use<> {
        (0..self.state.pieces.len()).map(StandId::new)
    }
    /// All stands on the table.
    pub(crate) fn present(&self) -> impl Iterator<Item = StandId> + 'a {
        let pieces = &self.state.pieces;
        (0..pieces.len()).filter(|n| pieces[*n].on_table()).map(StandId::new)
    }
    pub(crate) fn present_of(&self, side: Side) -> impl Iterator<Item = StandId> + 'a {
        let sorts = &self.setup.sorts;
        self.present().filter(move |id| sorts[id.index()].0 == side)
    }
    /// Enemy stands on the table, commanders left out.
    pub(crate) fn enemies_of(&self, id: StandId) -> impl Iterator<Item = StandId> + 'a {
        let (sorts, side) = (&self.setup.sorts, self.side(id).other());
        let fights = move |e: &StandId| {
            let (whose, kind) = sorts[e.index()];
            whose == side && kind != Kind::Commander
        };
        self.present().filter(fights)
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
    pub(crate) fn near(&self, id: StandId, p: Pt, reach: i64) -> bool {
        let piece = self.piece(id);
        let own = if piece.has(mark::COLUMN) { 13 * INCH / 2 } else { 3 * INCH };
        let d = piece.pose.centre() - p;
        let r = reach + own;
        d.x.abs() <= r && d.y.abs() <= r && d.square() <= r * r
    }

    /// Whether a stand other than those left out lies across a footprint; commanders do not count.
    pub(crate) fn taken(&self, body: &Body, left_out: impl Fn(StandId) -> bool) -> bool {
        self.present().any(|other| {
            // Buildings may be larger than any stand.
            if !self.piece(other).in_building() && !self.near(other, body.centre, body.reach) {
                return false;
            }
            if self.is_commander(other) || left_out(other) {
                return false;
            }
            let them = self.body(other);
            body.may_be_within(&them, 0) && body.overlaps(&them)
        })
    }

    pub fn body(&self, id: StandId) -> Body {
        let piece = self.piece(id);
        if piece.in_building() {
            return self.block_body(piece.garrison);
        }
        body_at(self.kind(id), piece.pose, self.markers(id))
    }
    /// The footprint of whoever is in a building.
    pub(crate) fn block_body(&self, feature: FeatureId) -> Body {
        let quad = self.setup.table.features[feature.index()].quad.unwrap_or(Quad([Pt::default(); 4]));
        let centre = quad.centre();
        Body { quad, tail: None, radius: 0, centre, reach: centre.dist(quad.0[0]) }
    }
    /// The stand's own rectangle, without markers; its block in a building.
    pub(crate) fn own(&self, id: StandId) -> Quad {
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
    pub(crate) fn front_centre(&self, id: StandId) -> Pt {
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

    pub(crate) fn level(&self, id: StandId) -> u8 {
        self.setup.table.level(self.front_centre(id))
    }
    pub fn distance(&self, a: StandId, b: StandId) -> i64 {
        self.body(a).distance(&self.body(b))
    }
    pub(crate) fn within(&self, a: StandId, b: StandId, hundredths: i64) -> bool {
        if !self.near(a, self.piece(b).pose.centre(), (hundredths + 1) * CENT + 13 * INCH / 2) {
            return false;
        }
        let (p, q) = (self.body(a), self.body(b));
        p.may_be_within(&q, (hundredths + 1) * CENT) && within(p.distance(&q), hundredths)
    }
    pub fn touching(&self, a: StandId, b: StandId) -> bool {
        self.within(a, b, TOUCH)
    }

    pub(crate) fn disordered(&self, id: StandId) -> bool {
        self.piece(id).level != Level::Good || self.setup.stand(id).militia
    }
    pub(crate) fn routed(&self, id: StandId) -> bool {
        self.piece(id).level == Level::Routed
    }
    pub(crate) fn stationary(&self, id: StandId) -> bool {
        self.piece(id).has(mark::STATIONARY)
    }
    pub(crate) fn unlimbered(&self, id: StandId) -> bool {
        self.arm(id).is_artillery() && !self.piece(id).has(mark::LIMBERED)
    }
    pub(crate) fn cartridge(&self, id: StandId) -> bool {
        self.setup.stand(id).is_cartridge()
    }
    pub(crate) fn exhausted(&self, id: StandId) -> bool {
        let division = self.setup.stand(id).division as usize;
        self.state.losses.get(division).is_some_and(|l| l.exhausted)
    }

    /// Whether the stand is in an area of this kind, burnt-out buildings being broken ground.
    pub fn is_in(&self, id: StandId, terrain: Terrain) -> bool {
        self.feature_at(self.front_centre(id), terrain).is_some()
    }
    pub fn feature_at(&self, p: Pt, terrain: Terrain) -> Option<FeatureId> {
        let may_be = |kind: Terrain| kind == terrain || kind.is_building();
        let found = self.setup.table.areas(p, may_be).find(|(n, _)| self.terrain_now(*n) == Some(terrain));
        found.map(|(n, _)| n)
    }
    /// What a feature counts as now; none where a fire has left nothing to say.
    pub(crate) fn terrain_now(&self, feature: FeatureId) -> Option<Terrain> {
        let kind = self.setup.table.features[feature.index()].kind;
        if kind.is_building() && self.state.building(feature).burnt_out {
            return Some(Terrain::BrokenGround);
        }
        Some(kind)
    }
    /// The kind of building a stand garrisons, if any.
    pub(crate) fn garrisons(&self, id: StandId) -> Option<Terrain> {
        let garrison = self.piece(id).garrison;
        (garrison.is_some()).then(|| self.setup.table.features[garrison.index()].kind)
    }

    /// Which edges of `a` (bits of [`edge`]) are in contact with `b`; 0 if none is.
    pub(crate) fn contact_edges(&self, a: StandId, b: StandId) -> u8 {
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
    pub(crate) fn contacts(&self, id: StandId) -> Few<StandId, 8> {
        let mut found = Few::new();
        if self.is_commander(id) {
            return found;
        }
        let body = self.body(id);
        for enemy in self.enemies_of(id) {
            if !self.near(enemy, body.centre, body.reach + INCH / 10) {
                continue;
            }
            if self.contact(id, enemy) {
                found.push(enemy);
            }
        }
        found
    }
    pub(crate) fn in_contact(&self, id: StandId) -> bool {
        if self.is_commander(id) {
            return false;
        }
        let centre = self.piece(id).pose.centre();
        let reach = if self.piece(id).has(mark::COLUMN) { 13 * INCH / 2 } else { 3 * INCH } + INCH / 10;
        self.enemies_of(id).any(|e| self.near(e, centre, reach) && self.contact(id, e))
    }

    /// Whether a point lies strictly behind the prolonged front edge of a stand (VGAP-10).
    pub(crate) fn behind_front(&self, id: StandId, p: Pt) -> bool {
        let Some((left, right)) = self.front_edge(id) else { return false };
        let across = right - left;
        // Clockwise corners: ahead is where the cross product is positive. Judged in hundredths.
        let ahead = across.cross(p - left) / across.length().max(1);
        cents(ahead) < 0
    }
    /// Whether the contact of `by` is on the flank (or rear) of `of`.
    pub(crate) fn flank_contact(&self, of: StandId, by: StandId) -> bool {
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
    pub(crate) fn supported(&self, id: StandId) -> bool {
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
    pub(crate) fn reinforcing(&self, brigade: StandId) -> arrayvec::ArrayVec<StandId, 2> {
        let mut found = arrayvec::ArrayVec::new();
        if !self.arm(brigade).is_foot_brigade() {
            return found;
        }
        for (n, piece) in self.state.pieces.iter().enumerate() {
            let id = StandId::new(n);
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
    pub(crate) fn may_reinforce(&self, id: StandId, brigade: StandId) -> bool {
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
    pub(crate) fn is_reinforcing(&self, id: StandId) -> bool {
        let brigade = self.piece(id).reinforces;
        brigade.is_some() && self.piece(brigade).on_table() && self.reinforcing(brigade).contains(&id)
    }
    /// The army commander attached to a stand.
    pub(crate) fn army_commander(&self, id: StandId) -> Option<StandId> {
        self.present_of(self.side(id)).find(|c| {
            self.is_commander(*c)
                && self.setup.stand(*c).rank == crate::kinds::Rank::Army
                && self.piece(*c).attached == id
        })
    }
    /// Distance to the nearest enemy stand.
    pub(crate) fn nearest_enemy(&self, id: StandId) -> Option<(StandId, i64)> {
        let body = self.body(id);
        self.enemies_of(id).map(|e| (e, body.distance(&self.body(e)))).min_by_key(|(e, d)| (*d, *e))
    }
}
