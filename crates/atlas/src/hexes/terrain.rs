//! What fills hexes: heights, areas in the order of the atlas, the sea, the hexes of places, the author's last word.

use geo::{BoundingRect, Contains, Coord, Intersects, MultiPolygon};
use hexmap::{Hex, LabelOrder, Terrain};

use super::Sheet;
use crate::ground::patch;
use crate::plan::{AreaKind, Span, System};

/// Points of a hex that are looked at, on each of six rays from the centre.
const RINGS: [f64; 3] = [0.16, 0.32, 0.46];

impl Sheet<'_, '_> {
    pub(super) fn lay_terrain(&mut self) {
        self.heights();
        for area in &self.plan.areas {
            let mut inside: Vec<Hex> =
                self.grid.hexes().filter(|hex| self.is_in(&area.shape, *hex, area.share)).collect();
            let wanted = (inside.len() as f64 * area.cover).round() as usize;
            let worth = |hex: &Hex| patch(self.lattice.centres[hex.index()]);
            inside.sort_by(|a, b| worth(a).total_cmp(&worth(b)).then(a.cmp(b)));
            for hex in inside.into_iter().take(wanted) {
                match area.kind {
                    AreaKind::Terrain(terrain) => self.terrain[hex.index()] = terrain,
                    AreaKind::Level(level) => self.levels[hex.index()] = self.levels[hex.index()].max(level),
                    AreaKind::Table(..) => {}
                }
            }
        }
        for hex in self.sea.iter() {
            self.terrain[hex.index()] = Terrain::Water;
        }
        for (place, site) in self.plan.places.iter().zip(&self.sites) {
            if let (Some(terrain), Some(hex)) = (place.terrain, site) {
                self.terrain[hex.index()] = terrain;
            }
        }
        self.overrides();
    }

    fn heights(&mut self) {
        for grid in &self.plan.heights {
            for hex in self.grid.hexes() {
                let centre = self.lattice.centres[hex.index()];
                let at = self.plan.geo.to_earth((centre.x, centre.y), self.plan.yards);
                let Some(level) = grid.height(at).map(|height| grid.level(height)) else { continue };
                match self.plan.system {
                    System::LastFullMeasure => self.levels[hex.index()] = level.min(9) as u8,
                    _ => self.terrain[hex.index()] = grid.terrain[level],
                }
            }
        }
    }

    /// Whether so much of a hex lies in a shape.
    fn is_in(&self, shape: &MultiPolygon, hex: Hex, share: f64) -> bool {
        let centre = self.lattice.centres[hex.index()];
        let near = |at: Coord| shape.contains(&at);
        let around = shape.bounding_rect().is_some_and(|rect| {
            rect.intersects(&geo::Rect::new(
                centre - Coord { x: 0.6, y: 0.6 },
                centre + Coord { x: 0.6, y: 0.6 },
            ))
        });
        if !around {
            return false;
        }
        let rays = (0..6).map(|n| f64::from(n) * std::f64::consts::FRAC_PI_3);
        let points = rays
            .flat_map(|angle| RINGS.map(|far| centre + Coord { x: angle.cos() * far, y: angle.sin() * far }));
        let inside = points.chain([centre]).filter(|at| near(*at)).count();
        inside as f64 / (6 * RINGS.len() + 1) as f64 >= share.max(0.01)
    }

    fn overrides(&mut self) {
        let plan = self.plan;
        for (label, terrain, span) in &plan.overrides.terrain {
            for hex in self.range(&format!("[override] terrain {label}"), label, span) {
                self.terrain[hex.index()] = *terrain;
            }
        }
        for (label, level, span) in &plan.overrides.elevation {
            let key = format!("[override] elevation {label}");
            if *level > 9 {
                self.source.fault_at(span.clone(), &key, format!("{level}: expected a level 0 to 9"));
            }
            for hex in self.range(&key, label, span) {
                self.levels[hex.index()] = (*level).min(9);
            }
        }
    }

    /// A hex, or a range along a row or column as map files write them: `1010..1014`.
    fn range(&mut self, key: &str, label: &str, span: &Span) -> Vec<Hex> {
        let Some((first, last)) = label.split_once("..") else {
            return self.labelled(key, label, span).into_iter().collect();
        };
        let (first, last) = (self.labelled(key, first, span), self.labelled(key, last, span));
        let (Some(first), Some(last)) = (first, last) else { return Vec::new() };
        let ((row, column), (last_row, last_column)) = (self.grid.place(first), self.grid.place(last));
        let is_straight = match self.grid.label {
            LabelOrder::RowColumn => row == last_row,
            LabelOrder::ColumnRow => column == last_column,
        };
        if !is_straight {
            self.source.fault_at(
                span.clone(),
                key,
                format!("`{label}`: a range runs along one row, or column if labels are CCRR"),
            );
            return Vec::new();
        }
        let (low, high) = (first.min(last), first.max(last));
        let step = if row == last_row { 1 } else { usize::from(self.grid.columns) };
        (low.0..=high.0).step_by(step).map(Hex).collect()
    }
}
