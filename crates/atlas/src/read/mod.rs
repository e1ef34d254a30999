//! From the text of an atlas to a [`Plan`]: everything is checked here, and all faults are told at once.

mod crossings;
mod frame;
mod geojson;
mod heights;
mod lines;
mod overrides;
mod places;
mod sources;

use std::collections::BTreeMap;

use geo::{Coord, LineString};
use table::{Earth, Faults, Source};

use crate::Reader;
use crate::keys::{File, Position, Stop, Text};
use crate::plan::{Plan, System};

/// The word every atlas begins with.
const FORMAT: &str = "hardtack-atlas/1";

/// Makes the plan. Faults that leave nothing to go on with are returned; the others wait in `source`.
pub fn plan(source: &mut Source, reader: Reader<'_>) -> Result<Plan, Faults> {
    let keys: File = source.parse()?;
    if keys.format.get_ref() != FORMAT {
        let what = format!("`{}`: expected \"{FORMAT}\"", keys.format.get_ref());
        source.fault_at(keys.format.span(), "format", what);
    }
    let system = System::from_word(keys.system.get_ref());
    if system.is_none() {
        let what = format!("`{}`: expected one of {}", keys.system.get_ref(), System::expected());
        source.fault_at(keys.system.span(), "system", what);
    }
    let framed = system.and_then(|system| frame::read(&keys, system, source));
    let Some(mut plan) = framed else { return Err(source.clone().into_faults()) };
    let mut desk = Desk { plan: &mut plan, source, reader };
    desk.sources(&keys.source);
    desk.places(&keys.place);
    desk.crossings(&keys);
    desk.lines(&keys.line);
    desk.areas(&keys.area);
    desk.overrides(&keys.overrides);
    desk.bends(&keys.bend);
    desk.check_names();
    Ok(plan)
}

/// The plan while it is being made, and what is needed for it.
struct Desk<'a, 'b> {
    plan: &'a mut Plan,
    source: &'a mut Source<'b>,
    reader: Reader<'a>,
}

impl Desk<'_, '_> {
    /// A point of the earth on the plane of the map.
    fn on_map(&self, at: Earth) -> Coord {
        let (x, y) = self.plan.geo.to_map(at, self.plan.yards);
        Coord { x, y }
    }

    fn position(&mut self, key: &str, position: &Position) -> Option<Coord> {
        let [latitude, longitude] = *position.get_ref();
        self.point(key, [latitude, longitude], position.span())
    }

    /// A point that lies on the map, or not so far from it that latitude and longitude must be wrong.
    fn point(
        &mut self,
        key: &str,
        [latitude, longitude]: [f64; 2],
        span: std::ops::Range<usize>,
    ) -> Option<Coord> {
        let at = Earth::new(latitude, longitude).map(|at| self.on_map(at));
        let found = at.filter(|at| self.is_near_map(*at));
        if found.is_none() {
            let centre = self.plan.geo.centre;
            let what = format!(
                "[{latitude}, {longitude}] is nowhere near the map: expected latitude, then longitude, about [{:.2}, {:.2}]",
                centre.latitude, centre.longitude
            );
            self.source.fault_at(span, key, what);
        }
        found
    }

    /// Whether a point lies on the map, or beside it by no more than its size.
    fn is_near_map(&self, at: Coord) -> bool {
        let frame = self.plan.frame;
        at.x.abs() < 1.5 * frame.width() + 9.0 && at.y.abs() < 1.5 * frame.height() + 9.0
    }

    /// Where a stop of a line lies, and which place it is.
    fn stop(&mut self, key: &str, stop: &Stop, span: std::ops::Range<usize>) -> Option<crate::plan::Stop> {
        match stop {
            Stop::Point(at) => self.point(key, *at, span).map(|at| crate::plan::Stop { at, place: None }),
            Stop::Name(name) => {
                if let Some(n) = self.plan.places.iter().position(|p| p.name == *name) {
                    return Some(crate::plan::Stop { at: self.plan.places[n].at, place: Some(n) });
                }
                let listed = self.plan.crossings.iter().find(|c| c.name == *name).and_then(|c| c.at);
                if listed.is_none() {
                    let what = format!(
                        "there is no place `{name}`: expected one of [place], of a source, or [latitude, longitude]"
                    );
                    self.source.fault_at(span, key, what);
                }
                listed.map(|at| crate::plan::Stop { at, place: None })
            }
        }
    }

    fn line(&mut self, key: &str, stops: &[toml::Spanned<Stop>]) -> LineString {
        stops
            .iter()
            .filter_map(|stop| self.stop(key, stop.get_ref(), stop.span()))
            .map(|stop| stop.at)
            .collect()
    }

    /// A word of a closed list, or a fault that names the list.
    fn word<W>(
        &mut self,
        key: &str,
        text: &Text,
        read: impl Fn(&str) -> Option<W>,
        expected: &str,
    ) -> Option<W> {
        let found = read(text.get_ref());
        if found.is_none() {
            let what = format!("`{}`: expected one of {expected}", text.get_ref());
            self.source.fault_at(text.span(), key, what);
        }
        found
    }

    fn bends(&mut self, keys: &BTreeMap<Text, Vec<Position>>) {
        for (water, points) in keys {
            let key = format!("[bend] {}", water.get_ref());
            if !self.plan.streams.iter().any(|stream| stream.is_called(water.get_ref())) {
                self.source.fault_at(water.span(), &key, "there is no such water: expected the name of one");
            }
            for point in points {
                let at = self.position(&key, point);
                self.plan.bends.extend(at.map(|at| (water.get_ref().clone(), at)));
            }
        }
    }

    /// Names that must belong to something: the waters of banks, the roads and waters of crossings.
    fn check_names(&mut self) {
        let Desk { plan, source, .. } = self;
        let is_water = |name: &str| plan.streams.iter().any(|s| s.is_called(name));
        let waters = || {
            let names: Vec<_> = plan.streams.iter().filter_map(|s| s.name.as_deref()).collect();
            names.join(", ")
        };
        for place in &plan.places {
            for (water, _) in place.banks.iter().filter(|(water, _)| !is_water(water)) {
                let what = format!("bank: there is no water `{water}`: expected one of {}", waters());
                source.fault_at(place.span.clone(), &place.key, what);
            }
        }
        for listed in &plan.crossings {
            if let Some(water) = listed.water.as_deref().filter(|water| !is_water(water)) {
                let what = format!("there is no water `{water}`: expected one of {}", waters());
                source.fault_at(listed.span.clone(), &listed.key, what);
            }
            if let Some(road) =
                listed.road.as_ref().filter(|r| plan.roads.iter().all(|x| x.name.as_ref() != Some(r)))
            {
                let what = format!("there is no road `{road}`: expected the name of a [[line]]");
                source.fault_at(listed.span.clone(), &listed.key, what);
            }
        }
    }
}
