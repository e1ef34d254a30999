//! Ridges and walls along hexsides.

use geo::LineString;
use hexmap::{Hex, Wall};

use super::Sheet;
use super::cheapest::cheapest;
use crate::courses::{dense, distance, side_of};
use crate::plan::RimKind;

impl Sheet<'_, '_> {
    pub(super) fn lay_rims(&mut self) {
        for rim in &self.plan.rims {
            let line = dense(&rim.line);
            let corners = self.along(&line);
            if corners.len() < 2 {
                let what = "it has no hexside on the map: expected points inside the frame";
                self.source.fault_at(rim.span.clone(), &rim.key, what);
            }
            let laid: LineString = corners.iter().map(|corner| self.lattice.at[*corner]).collect();
            for side in self.lattice.sides(&corners) {
                let (hex, dir) = side;
                let Some(near) = self.grid.neighbor(hex, dir) else { continue };
                match rim.kind {
                    RimKind::Ridge { high_left } => {
                        self.ridges.insert(side, self.high(&laid, hex, near, high_left));
                    }
                    RimKind::Wall(wall) => {
                        let flat = self.levels[hex.index()] == self.levels[near.index()];
                        if wall == Wall::SteepSlope && flat {
                            let at = self.side_label(side);
                            self.note(format!("{at} has no steep slope: both hexes are on one level"));
                            continue;
                        }
                        self.walls.insert((side, wall), ());
                    }
                    RimKind::Table(_) => {}
                }
            }
        }
    }

    /// The chain of corners that keeps closest to a line.
    fn along(&self, line: &LineString) -> Vec<usize> {
        let lattice = &self.lattice;
        let ends = [line.0.first(), line.0.last()].map(|at| at.and_then(|at| lattice.nearest(*at, |_| true)));
        let [Some(start), Some(end)] = ends else { return Vec::new() };
        let found = cheapest(
            lattice.at.len(),
            start,
            |n| n == end,
            |corner, out| {
                out.extend(
                    lattice
                        .next(corner)
                        .iter()
                        .map(|(next, _)| (*next, 0.05 + distance(lattice.at[*next], line).powi(2))),
                );
            },
        );
        found.unwrap_or_default()
    }

    fn high(&self, line: &LineString, hex: Hex, near: Hex, high_left: bool) -> Hex {
        let side = |hex: Hex| side_of(line, self.lattice.centres[hex.index()]);
        // At the ends of the line only one of the two may lie beside it.
        let hex_is_left = side(hex).map(|s| s < 0.0).or_else(|| side(near).map(|s| s > 0.0)).unwrap_or(true);
        if hex_is_left == high_left { hex } else { near }
    }
}
