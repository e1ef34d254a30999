//! Crossings: exactly where roads meet water, of the kind and name that the atlas lists, and where it lists one off the
//! roads.

use hexmap::{Crossing, Hex, PlaceKind, Water, Way};

use super::lattice::{Side, normal};
use super::{Sheet, Site};
use crate::courses::apart;
use crate::plan::{Listed, System};

/// A listed crossing belongs to a road that crosses its water so near.
const NEAR: f64 = 2.5;

/// Where a road crosses water.
#[derive(Clone, Copy)]
struct Meeting {
    side: Side,
    road: usize,
    stream: usize,
}

impl Sheet<'_, '_> {
    pub(super) fn lay_crossings(&mut self) {
        let plan = self.plan;
        let meetings = self.meetings();
        for listed in &plan.crossings {
            let (free, taken) =
                (self.place_of(listed, &meetings, false), self.place_of(listed, &meetings, true));
            match (free, taken) {
                (Some(side), _) => self.put(side, listed),
                (None, Some(side)) => self.share(side, listed),
                (None, None) => {
                    let water = listed.water.as_deref().unwrap_or("any water");
                    let what = match &listed.road {
                        Some(road) => format!("{road} does not cross {water}: expected a road that does"),
                        None => {
                            format!("it is not near {water}: expected at = [latitude, longitude] beside it")
                        }
                    };
                    self.source.fault_at(listed.span.clone(), &listed.key, what);
                }
            }
        }
        for meeting in &meetings {
            self.put_unlisted(*meeting);
        }
        self.override_crossings();
    }

    fn meetings(&self) -> Vec<Meeting> {
        let mut meetings = Vec::new();
        for (road, path) in self.ways.iter().enumerate() {
            for (hex, dir) in self.steps(path) {
                if let Some(stream) = self.stream_at(hex, dir) {
                    meetings.push(Meeting { side: normal(self.grid, hex, dir), road, stream });
                }
            }
        }
        meetings
    }

    /// The hexside of a listed crossing: where its road meets its water, else the nearest hexside of its water. Hexsides
    /// that have a crossing already are `taken`.
    fn place_of(&self, listed: &Listed, meetings: &[Meeting], taken: bool) -> Option<Side> {
        let far = |side: Side| match (listed.at, self.lattice.middle(side)) {
            (Some(at), Some(middle)) => apart(at, middle),
            _ => 0.0,
        };
        let nearest = |sides: Vec<Side>, within: f64| {
            let near = sides
                .into_iter()
                .filter(|side| far(*side) < within && self.crossings.contains_key(side) == taken);
            near.min_by(|a, b| far(*a).total_cmp(&far(*b)))
        };
        let fits = |m: &&Meeting| {
            listed.fits(&self.plan.streams[m.stream]) && listed.serves(&self.plan.roads[m.road])
        };
        let met = meetings.iter().filter(fits).map(|m| m.side).collect();
        let within = if listed.road.is_some() { f64::INFINITY } else { NEAR };
        nearest(met, within).or_else(|| {
            listed.at.filter(|_| listed.road.is_none())?;
            let wet = self.water.iter().filter(|(_, stream)| listed.fits(&self.plan.streams[**stream]));
            nearest(wet.map(|(side, _)| *side).collect(), NEAR)
        })
    }

    /// Two crossings in one hexside are drawn as one: a bridge, if one of them is.
    fn share(&mut self, side: Side, listed: &Listed) {
        let at = self.side_label(side);
        let Some(site) = self.crossings.get_mut(&side) else { return };
        if listed.kind == Crossing::Bridge {
            site.kind = Crossing::Bridge;
        }
        let first = site.name.clone().unwrap_or_default();
        self.note(format!("{} shares the hexside {at} with {first}", listed.name));
    }

    fn put(&mut self, side: Side, listed: &Listed) {
        // A town keeps its own name; a ford that was put down as a place is named at its crossing.
        let place = self.plan.places.iter().position(|p| p.name == listed.name);
        let mut name = Some(listed.name.clone());
        if let Some(n) = place {
            match self.plan.places[n].kind {
                PlaceKind::Town | PlaceKind::Village => name = None,
                PlaceKind::Landmark | PlaceKind::Entry => self.at_crossing[n] = true,
            }
        }
        let site = Site { kind: listed.kind, name, indestructible: listed.indestructible };
        self.crossings.insert(side, site);
    }

    /// A road that meets water where nothing is listed. Creeks of Great Campaigns need no crossing.
    fn put_unlisted(&mut self, meeting: Meeting) {
        let (road, stream) = (&self.plan.roads[meeting.road], &self.plan.streams[meeting.stream]);
        let is_creek = stream.kind == Water::Creek;
        let small = self.plan.system == System::GreatCampaigns || road.kind == Way::UnfinishedRailroad;
        if self.crossings.contains_key(&meeting.side) || is_creek && small {
            return;
        }
        let kind = match road.kind {
            Way::Pike | Way::Railroad => Crossing::Bridge,
            Way::Road if is_creek => Crossing::Bridge,
            _ => Crossing::Ford,
        };
        let at = self.side_label(meeting.side);
        self.notes.push(format!(
            "{} crosses {} at {at} by a {kind} that is not listed",
            road.title(),
            stream.title()
        ));
        self.crossings.insert(meeting.side, Site { kind, name: None, indestructible: false });
    }

    pub(super) fn side_label(&self, (hex, dir): Side) -> String {
        let near: Option<Hex> = self.grid.neighbor(hex, dir);
        let [a, b] = [Some(hex), near].map(|hex| hex.map(|hex| self.grid.label(hex)).unwrap_or_default());
        if a < b { format!("{a}/{b}") } else { format!("{b}/{a}") }
    }

    fn override_crossings(&mut self) {
        let plan = self.plan;
        for (label, kind, span) in &plan.overrides.crossing {
            let key = format!("[override] crossing {label}");
            let Some(side) = self.labelled_side(&key, label, span) else { continue };
            match kind {
                None => drop(self.crossings.remove(&side)),
                Some(_) if !self.water.contains_key(&side) => {
                    self.source.fault_at(span.clone(), key, format!("{label} has no water to cross"));
                }
                Some(kind) => {
                    let new = Site { kind: *kind, name: None, indestructible: false };
                    self.crossings.entry(side).or_insert(new).kind = *kind;
                }
            }
        }
    }
}
