//! Open water: all hexes that can be reached from a point at sea without crossing a coast.

use geo::{BoundingRect, Coord, Intersects, Line, Rect};

use super::Sheet;
use hexmap::Hex;

impl Sheet<'_, '_> {
    pub(super) fn lay_coasts(&mut self) {
        for coast in &self.plan.coasts {
            // Each line with its rectangle: most are far from most steps.
            let parts: Vec<(Rect, Line)> =
                coast.lines.iter().flat_map(|l| l.lines()).map(|part| (part.bounding_rect(), part)).collect();
            let crosses = |a: Coord, b: Coord| {
                let step = Line::new(a, b);
                let around = step.bounding_rect();
                parts.iter().any(|(rect, part)| rect.intersects(&around) && part.intersects(&step))
            };
            let mut open: Vec<Hex> = Vec::new();
            for at in &coast.sea {
                let near =
                    self.lattice.nearest_hex(*at, |hex| !crosses(self.lattice.centres[hex.index()], *at));
                open.extend(
                    near.filter(|hex| crate::courses::apart(self.lattice.centres[hex.index()], *at) < 1.5),
                );
            }
            while let Some(hex) = open.pop() {
                if self.sea.contains(hex) {
                    continue;
                }
                self.sea.insert(hex);
                let here = self.lattice.centres[hex.index()];
                let next = self.grid.neighbors(hex).map(|(_, near)| near);
                open.extend(next.filter(|near| !crosses(here, self.lattice.centres[near.index()])));
            }
        }
    }
}
