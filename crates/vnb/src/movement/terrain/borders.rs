//! What happens where a stretch enters or leaves an area, or crosses a line: slopes, towns, walls, water.

use crate::geometry::{INCH, Pt, within};
use crate::ids::{FeatureId, StandId};
use crate::movement::terrain::{Gait, Walk};
use crate::position::Pos;
use crate::setup::Feature;
use crate::terrain::{Code, Column, Slope, Terrain, movement};

impl Pos<'_> {
    pub(super) fn climb(&self, slope: Slope, gait: &Gait, walk: &mut Walk) -> bool {
        match slope {
            Slope::Nothing => true,
            Slope::Half => walk.pay_half(gait, "VTER-42", "uphill costs guns half a move"),
            Slope::HalfDisorder => {
                let paid = walk.pay_half(gait, "VTER-41", "a slope of two contours costs half a move");
                walk.disordered |= paid;
                paid
            }
            Slope::Prohibited => walk.refuse("VTER-42", "artillery cannot cross a slope of two contours"),
        }
    }

    pub(super) fn cross_area(&self, kind: Terrain, is: bool, gait: &Gait, walk: &mut Walk) -> bool {
        let code = movement(kind, gait.column);
        if is && code == Code::Prohibited {
            return walk.refuse("VTER-57", "the swamp is closed to this stand");
        }
        if is && (code.disorders_inside() || (code == Code::Roll && gait.marsh == 4)) {
            walk.disordered = true;
            walk.note("VTER-8", "disordered inside");
        }
        true
    }

    pub(super) fn cross_town(
        &self,
        id: StandId,
        feature: FeatureId,
        (was, is): (bool, bool),
        gait: &Gait,
        road: bool,
        walk: &mut Walk,
    ) -> bool {
        if was == is {
            return true;
        }
        if is && self.state.building(feature).burning_since > 0 {
            return walk.refuse("VTER-71", "the building burns");
        }
        let inside = || self.present().filter(|o| *o != id && self.piece(*o).garrison == feature);
        if is && inside().any(|o| self.side(o) != self.side(id)) {
            return walk.refuse("VGAP-44", "an enemy holds the building");
        }
        if is && road && inside().any(|o| self.arm(o).is_cavalry() || self.arm(o).is_artillery()) {
            return walk.refuse("VTER-10", "a stand in the town blocks the road");
        }
        if is
            && !road
            && gait.column == Column::InfantryBrigade
            && inside().any(|o| self.arm(o).is_infantry())
        {
            return walk.refuse("VTER-61", "the block is full");
        }
        let code = movement(Terrain::Town, gait.column);
        if !road && (code == Code::EnterLeave || (is && code.disorders_inside())) {
            walk.disordered = true;
            walk.note("VTER-59", "a town block disorders");
        }
        true
    }

    /// The walls of a fort or fortress (VTER-34, VTER-35, VTER-38).
    pub(super) fn cross_wall(
        &self,
        feature: FeatureId,
        f: &Feature,
        place: Pt,
        entering: bool,
        gait: &Gait,
        walk: &mut Walk,
    ) -> bool {
        let near = |points: &[Pt]| points.iter().any(|p| within(p.dist(place), 150));
        let gate = near(&f.entrances) && gait.march;
        if f.kind == Terrain::Fortress {
            let open =
                self.state.breaches.iter().any(|(b, x, y, n)| {
                    *b == feature && *n >= 3 && within(Pt::cents(*x, *y).dist(place), 150)
                });
            if !open && !near(&f.breaches) {
                return walk.refuse("VTER-38", "a fortress is entered only through a breach");
            }
            walk.disordered = true;
            return true;
        }
        let horse_or_guns =
            matches!(gait.column, Column::CavalryBrigade | Column::CavalrySkirmisher | Column::Artillery);
        if entering && horse_or_guns && !gate {
            return walk.refuse(
                "VTER-35",
                "cavalry and artillery enter a fort only in march column through its entrance",
            );
        }
        if !gate {
            walk.disordered = true;
            walk.note("VTER-34", "crossing the works of a fort disorders");
        }
        true
    }

    /// Water and works; false if the stand cannot cross.
    pub(super) fn cross_line(
        &self,
        _id: StandId,
        feature: FeatureId,
        place: Pt,
        gait: &Gait,
        road: bool,
        walk: &mut Walk,
    ) -> bool {
        let f = &self.setup.table.features[feature.index()];
        if !f.kind.is_water() {
            if !road && movement(f.kind, gait.column) == Code::EnterLeave {
                walk.disordered = true;
                walk.note("VTER-24", "works disorder cavalry");
            }
            return true;
        }
        let ok = match self.crossing_at(feature, place) {
            Some(Terrain::Bridge) => self.cross_bridge(gait, walk),
            Some(_) => self.cross_stream(gait, walk),
            None if f.kind == Terrain::Stream => self.cross_stream(gait, walk),
            None => self.cross_deep(f.kind, gait, walk),
        };
        if ok {
            walk.crossed = feature;
        }
        ok
    }

    /// The bridge or ford that serves a crossing of some water, bridges first.
    pub(super) fn crossing_at(&self, water: FeatureId, place: Pt) -> Option<Terrain> {
        let w = &self.setup.table.features[water.index()];
        let serves = |f: &&Feature| {
            f.kind.is_point()
                && within(f.points[0].dist(place), 50)
                && within(w.line_distance(f.points[0]), 50)
        };
        self.setup.table.around(place, INCH).map(|(_, f)| f).filter(serves).map(|f| f.kind).min()
    }

    pub(super) fn cross_bridge(&self, gait: &Gait, walk: &mut Walk) -> bool {
        if gait.march || gait.forced {
            return true;
        }
        if gait.choose_disorder && !gait.disordered && gait.column != Column::Commander {
            walk.disordered = true;
            walk.note("VTER-15", "crosses the bridge in disorder");
            return true;
        }
        walk.pay_half(gait, "VTER-15", "a bridge costs half a move outside march column")
    }

    pub(super) fn cross_stream(&self, gait: &Gait, walk: &mut Walk) -> bool {
        walk.streams += 1;
        match walk.streams {
            1 => walk.pay_half(gait, "VTER-55", "a stream costs half a move"),
            2 => {
                walk.disordered |= gait.column != Column::Commander;
                walk.note("VTER-56", "a second stream disorders");
                true
            }
            _ => walk.refuse("VTER-56", "a third stream cannot be crossed in one move"),
        }
    }

    pub(super) fn cross_deep(&self, kind: Terrain, gait: &Gait, walk: &mut Walk) -> bool {
        match movement(kind, gait.column) {
            Code::HalfDisordered => {
                let paid = walk.pay_half(gait, "VTER-47", "a marshy stream costs half a move");
                walk.disordered |= paid;
                walk.mired |= paid;
                walk.guns_lost |=
                    paid && matches!(gait.column, Column::InfantryBrigade | Column::CavalryBrigade);
                paid
            }
            Code::Half => walk.pay_half(gait, "VTER-49", "a marshy stream costs half a move"),
            _ if kind == Terrain::MarshyStream => {
                walk.refuse("VTER-48", "artillery cannot cross a marshy stream")
            }
            _ => walk.refuse("VTER-52", "the river can be crossed only at a bridge or ford"),
        }
    }
}
