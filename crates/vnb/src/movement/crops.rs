//! Standing crops that moving stands flatten (VTER-23, VGAP-46).

use crate::body::body_at;
use crate::geometry::{CENT, Pt, Quad};
use crate::ids::StandId;
use crate::play::Play;
use crate::sight::{CELL, crop_cell};
use crate::state::Pose;
use crate::terrain::Terrain;

impl Play<'_> {
    /// Flattens the crops a moving stand passes over (VTER-23, VGAP-46).
    pub(crate) fn trample(&mut self, id: StandId, from: Pose, to: Pose) {
        let pos = self.pos();
        if !self.setup.table.has_crops || pos.arm(id).is_skirmisher() {
            return;
        }
        let kind = pos.kind(id);
        let body = body_at(kind, Pose { facing: to.facing, ..from }, 0);
        let way = to.centre() - from.centre();
        let (low, high) = {
            let end = body.shifted(way);
            let all: Vec<Pt> = body.quad.0.iter().chain(end.quad.0.iter()).copied().collect();
            crate::geometry::bounds(&all)
        };
        if !self
            .setup
            .table
            .features
            .iter()
            .any(|f| f.kind == Terrain::Crops && !f.flattened && f.near_box(low, high))
        {
            return;
        }
        let (w, h) = (i64::from(self.setup.table.width) * CENT, i64::from(self.setup.table.height) * CENT);
        let cell = |v: i64, most: i64| (v.clamp(0, most - 1)) / CELL;
        let mut hit = Vec::new();
        for cx in cell(low.x, w)..=cell(high.x, w) {
            for cy in cell(low.y, h)..=cell(high.y, h) {
                let middle = Pt::new(cx * CELL + CELL / 2, cy * CELL + CELL / 2);
                let square = crate::body::Body {
                    quad: Quad::rect(middle, 0, CELL / 2, CELL / 2),
                    tail: None,
                    radius: 0,
                    centre: middle,
                    reach: CELL,
                };
                if crate::movement::way::swept(&body, way, &square) || body.overlaps(&square) {
                    hit.push(crop_cell(self.setup.table.width, middle));
                }
            }
        }
        for n in hit {
            if let Some(word) = self.state.trampled.get_mut(n / 64) {
                *word |= 1 << (n % 64);
            }
        }
    }
}
