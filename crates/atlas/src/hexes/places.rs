//! Places in hexes: on their true bank of every water, and no two in one hex.

use geo::{Coord, LineString};
use hexmap::{Hex, PlaceKind};

use super::{Chain, Sheet};
use crate::courses::{apart, distance, heading_at, side_of};
use crate::plan::Place;

/// Waters so near to a place count when its bank is found.
const NEAR: f64 = 1.6;
/// A place is moved no farther than to a hex whose centre is so near.
const MOVED: f64 = 1.75;

impl Sheet<'_, '_> {
    pub(super) fn lay_places(&mut self) {
        let plan = self.plan;
        let mut taken: Vec<Hex> = Vec::new();
        let mut removed = vec![false; plan.places.len()];
        for (name, label, span) in &plan.overrides.place {
            let key = format!("[override] place {name}");
            let Some(n) = plan.places.iter().position(|p| p.name == *name) else {
                self.source.fault_at(
                    span.clone(),
                    key,
                    format!("there is no place `{name}`: expected one of the atlas"),
                );
                continue;
            };
            removed[n] = label.is_none();
            self.sites[n] = label.as_ref().and_then(|label| self.labelled(&key, label, span));
            taken.extend(self.sites[n]);
        }
        // Towns choose first; the author's order decides among equals.
        let mut order: Vec<usize> = (0..plan.places.len()).collect();
        order.sort_by_key(|n| (plan.places[*n].kind, *n));
        for n in order.into_iter().filter(|n| !removed[*n]) {
            let place = &plan.places[n];
            if self.sites[n].is_some() || !self.is_on(place.at) {
                continue;
            }
            // What is written at its crossing needs no hex of its own.
            if self.is_crossing(place) {
                self.sites[n] = self.lattice.nearest_hex(place.at, |_| true);
                continue;
            }
            let site = self.site(place, &taken);
            self.sites[n] = site;
            taken.extend(site);
        }
        for n in (0..plan.places.len()).filter(|n| removed[*n]) {
            self.at_crossing[n] = true;
        }
    }

    fn is_on(&self, at: Coord) -> bool {
        use geo::Intersects;
        self.plan.frame.intersects(&at)
    }

    /// Whether a place is nothing but a crossing that the atlas lists.
    pub(super) fn is_crossing(&self, place: &Place) -> bool {
        let small = matches!(place.kind, PlaceKind::Landmark | PlaceKind::Entry);
        small && self.plan.crossings.iter().any(|listed| listed.name == place.name)
    }

    /// The nearest free hex on the right banks; if there is none near, the nearest free one.
    fn site(&mut self, place: &Place, taken: &[Hex]) -> Option<Hex> {
        let own = self.lattice.nearest_hex(place.at, |_| true)?;
        let near = |hex: Hex| apart(self.lattice.centres[hex.index()], place.at) < MOVED;
        let free = |hex: Hex| !taken.contains(&hex) && !self.sea.contains(hex) && near(hex);
        let right = self.lattice.nearest_hex(place.at, |hex| free(hex) && self.on_right_bank(place, hex));
        let site = right.or_else(|| self.lattice.nearest_hex(place.at, free)).unwrap_or(own);
        if right.is_none() {
            self.note(format!("{}: no free hex on its bank is near", place.name));
        } else if site != own {
            let (from, to) = (self.grid.label(own), self.grid.label(site));
            let why = if taken.contains(&own) { "another place has its hex" } else { "its bank" };
            self.note(format!("{}: {to} instead of {from}, for {why}", place.name));
        }
        Some(site)
    }

    fn on_right_bank(&self, place: &Place, hex: Hex) -> bool {
        let centre = self.lattice.centres[hex.index()];
        self.chains.iter().all(|chain| {
            let laid = self.line(chain);
            let stream = &self.plan.streams[chain.stream];
            let told = place.banks.iter().find(|(water, _)| stream.is_called(water));
            let wanted = match told {
                Some((_, way)) => toward(&laid, centre, *way),
                None if distance(place.at, &chain.course) < NEAR => side_of(&chain.course, place.at),
                None => None,
            };
            match (wanted, side_of(&laid, centre)) {
                (Some(wanted), Some(found)) => wanted * found > 0.0,
                _ => true,
            }
        })
    }

    /// A chain as a line.
    pub(super) fn line(&self, chain: &Chain) -> LineString {
        chain.corners.iter().map(|corner| self.lattice.at[*corner]).collect()
    }
}

/// On which side of a line one is who goes that way from it, near this point.
fn toward(line: &LineString, near: Coord, way: Coord) -> Option<f64> {
    let nearest = line.0.iter().copied().min_by(|a, b| apart(*a, near).total_cmp(&apart(*b, near)))?;
    let heading = heading_at(line, nearest)?;
    Some(heading.x * way.y - heading.y * way.x)
}
