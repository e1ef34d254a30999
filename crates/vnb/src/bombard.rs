//! Siege guns against the walls of a fortress (VGAP-45).

use table::Refusal;

use crate::decide::no;
use crate::event::Event;
use crate::geometry::{Pt, within};
use crate::ids::{FeatureId, StandId};
use crate::play::Play;
use crate::position::Pos;
use crate::state::{Pose, mark};
use crate::terrain::Terrain;

impl Play<'_> {
    /// Siege guns at a wall.
    pub(crate) fn apply_bombard(&mut self, by: StandId, feature: FeatureId, x: i32, y: i32) {
        self.state.piece_mut(by).set(mark::FOUGHT, true);
        let pos = self.pos();
        let dice = if pos.stationary(by) { 2 } else { 1 };
        let hits = (0..dice).filter(|_| self.dice.d6("breaching") == 6).count() as u8;
        let section = Pt::cents(x, y);
        let found = self
            .state
            .breaches
            .iter()
            .position(|(f, bx, by, _)| *f == feature && within(Pt::cents(*bx, *by).dist(section), 150));
        let n = found.unwrap_or_else(|| {
            self.state.breaches.push((feature, x, y, 0));
            self.state.breaches.len() - 1
        });
        self.state.breaches[n].3 = (self.state.breaches[n].3 + hits).min(3);
        let points = self.state.breaches[n].3;
        if hits > 0 {
            let feature = self.setup.table.features[feature.index()].title();
            self.tell(|_| Event::Breach { feature, points });
        }
    }
}

impl Pos<'_> {
    pub(crate) fn bombardment_left(&self) -> bool {
        let fortress = self.setup.table.features.iter().any(|f| f.kind == Terrain::Fortress);
        fortress && !self.bombardments().is_empty()
    }

    /// Sections of fortress walls that siege guns can fire at: the nearest to each gun.
    pub(crate) fn bombardments(&self) -> Vec<(StandId, FeatureId, i32, i32)> {
        let mut found = Vec::new();
        for id in self.present_of(self.state.phasing) {
            if !self.arm(id).is_artillery() || !self.setup.stand(id).weapon.is_siege() {
                continue;
            }
            for (n, f) in self.setup.table.features.iter().enumerate() {
                if f.kind != Terrain::Fortress {
                    continue;
                }
                let spot = Pose::at(f.nearest(self.front_centre(id)), 0);
                if self.may_bombard(id, FeatureId::new(n), spot.x, spot.y).is_ok() {
                    found.push((id, FeatureId::new(n), spot.x, spot.y));
                }
            }
        }
        found
    }

    /// Checks fire at the wall of a fortress (VGAP-45).
    ///
    /// # Errors
    /// The rule against it.
    pub(crate) fn may_bombard(&self, by: StandId, feature: FeatureId, x: i32, y: i32) -> Result<(), Refusal> {
        if !self.here(by) || self.side(by) != self.state.phasing {
            return Err(no("VGAP-45", "there is no such stand"));
        }
        let wall = self.setup.table.features.get(feature.index()).filter(|f| f.kind == Terrain::Fortress);
        let Some(wall) = wall else { return Err(no("VGAP-45", "only fortress walls are breached")) };
        if !self.arm(by).is_artillery() || !self.setup.stand(by).weapon.is_siege() {
            return Err(no("VGAP-45", "only siege artillery breaches walls"));
        }
        if let Some(refusal) = self.cannot_fire(by) {
            return Err(refusal);
        }
        if self.piece(by).has(mark::FOUGHT) {
            return Err(no("VGAP-19", "a stand attacks once a phase"));
        }
        let p = Pt::cents(x, y);
        let Some((left, right)) = self.front_edge(by) else {
            return Err(no("VGAP-45", "the stand cannot fire"));
        };
        let range = crate::charts::ranges(self.setup.stand(by).weapon).1;
        if !within(wall.line_distance(p), 5)
            || !within(crate::geometry::point_segment(p, left, right), range)
            || self.behind_front(by, p)
        {
            return Err(no("VGAP-45", "the place is no wall in range"));
        }
        Ok(())
    }
}
