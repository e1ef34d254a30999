//! What lies on the line of a charge: friends, other enemies and their zones, the bank of a stream; and whether the
//! target was seen.

use table::Refusal;

use crate::angle::{between, heading, normal};
use crate::body::{Body, TOUCH};
use crate::decide::no;
use crate::few::Few;
use crate::geometry::{CENT, INCH, Pt, off_segment, within};
use crate::ids::{FeatureId, StandId};
use crate::movement::line_up::{corridor, front_centre_of, front_strip};
use crate::movement::way::swept;
use crate::position::Pos;
use crate::state::Pose;
use crate::terrain::Terrain;

impl Pos<'_> {
    /// Friends and other enemies on the line of a charge.
    pub(crate) fn on_the_way(
        &self,
        id: StandId,
        target: StandId,
        body: &Body,
        way: Pt,
        length: i64,
    ) -> Result<Few<(i64, StandId), 4>, (u8, Refusal)> {
        let mut met = Few::new();
        let ahead = Body { quad: front_strip(&body.quad), tail: None, ..*body };
        let (mut friends, mut enemies) = (false, false);
        for other in self.present() {
            if other == id || other == target || self.is_commander(other) {
                continue;
            }
            let end = body.centre + way;
            if off_segment(self.piece(other).pose.centre(), body.centre, end, 11 * INCH) {
                continue;
            }
            let them = self.body(other);
            if off_segment(them.centre, body.centre, end, body.reach + them.reach + INCH) {
                continue;
            }
            if self.side(other) == self.side(id) {
                friends |= self.blocks_friend(id, other) && swept(&ahead, way, &them);
                continue;
            }
            let facing = heading(way.x, way.y);
            let touch = corridor(front_centre_of(&body.quad), facing, 150, &them)
                .filter(|s| *s <= length - 2 * CENT && swept(&ahead, way, &them));
            match touch {
                Some(s) if self.routed(other) || self.rides_through(id, other) => met.push((s, other)),
                Some(_) => enemies = true,
                None => enemies |= self.zone_in_the_way(id, other, body, way, length),
            }
        }
        if friends {
            return Err((4, no("VGAP-6", "friends are in the way")));
        }
        let pose = self.piece(id).pose;
        let turned = Pose { facing: heading(way.x, way.y), ..pose };
        if enemies || length > 0 && self.pivot_clear(id, &self.company(id, 0), pose, turned).is_err() {
            return Err((5, no("VMOV-23", "another enemy is in the way")));
        }
        met.sort_unstable();
        Ok(met)
    }

    /// Another enemy's zone: it stops a charger who may not charge that enemy, or who would pass on through.
    fn zone_in_the_way(&self, id: StandId, enemy: StandId, body: &Body, way: Pt, length: i64) -> bool {
        let Some((a, b)) = self.front_edge(enemy).filter(|_| self.has_zone(enemy)) else { return false };
        let at = |s: i64| body.shifted(Pt::default().toward(way, s, length.max(1))).segment_distance(a, b);
        let (start, end) = (at(0), at(length));
        let enters = crate::movement::way::first_within(at, length, 100, body.tail.is_none()).is_some();
        if !enters || within(start, 100) && at((INCH / 20).min(length)) >= start - 200 {
            return false;
        }
        let may = self.charge_row(id, enemy).is_ok() && !(self.disordered(id) && self.cartridge(enemy));
        !may || !within(end, 100)
    }

    /// A defender who faces the water and touches its bank (VTER-17).
    pub(crate) fn holds_bank(&self, target: StandId, water: FeatureId) -> bool {
        let Some((a, b)) = self.front_edge(target) else { return false };
        let across = heading((b - a).x, (b - a).y);
        self.setup.table.features[water.index()].lines().any(|(c, d)| {
            let along = heading((d - c).x, (d - c).y);
            let apart = between(across, along).min(between(across, normal(along + 18_000)));
            apart <= 4_500 && within(crate::geometry::segment_segment(a, b, c, d), TOUCH)
        })
    }

    /// Whether a stand saw another when the player turn began (VCHG-3).
    pub(crate) fn seen_before(&self, id: StandId, target: StandId) -> bool {
        let moved = |s: StandId| {
            let piece = self.piece(s);
            self.state.before.get(s.index()).is_some_and(|b| *b != (piece.pose, piece.garrison))
        };
        if !moved(id) && !moved(target) && self.state.trampled == self.state.before_trampled {
            return self.visible(id, target);
        }
        let mut then = self.state.clone();
        for s in [id, target] {
            if let Some((pose, garrison)) = self.state.before.get(s.index()) {
                let piece = &mut then.pieces[s.index()];
                (piece.pose, piece.garrison) = (*pose, *garrison);
            }
        }
        then.trampled.clone_from(&self.state.before_trampled);
        Pos::new(self.setup, &then).visible(id, target)
    }

    /// Whether fugitives or skirmishers of the enemy are in a forest both fought in last turn (VGAP-31).
    pub(crate) fn may_pursue(&self, id: StandId, target: StandId) -> bool {
        self.setup.options.pursuit_in_woods
            && self.piece(id).pursues == target
            && self
                .feature_at(self.front_centre(id), Terrain::Forest)
                .is_some_and(|f| self.setup.table.features[f.index()].contains(self.front_centre(target)))
    }
}
