//! Places and stations.

use super::{Subject, Warning, warn};
use crate::{Dir, HexMap, Place, PlaceKind, Way};

/// M4. The edge of the map is named after what lies beyond it.
pub fn fords_without_water(map: &HexMap, found: &mut Vec<Warning>) {
    for (n, place) in map.places.iter().enumerate().filter(|(_, place)| is_called_crossing(place)) {
        let near = map.grid.neighbors(place.hex).map(|(_, hex)| hex).chain([place.hex]);
        let has_crossing =
            near.into_iter().any(|hex| Dir::ALL.iter().any(|dir| map.side(hex, *dir).crossing.is_some()));
        if !has_crossing {
            let at = map.grid.label(place.hex);
            let what = format!("{} in {at}: there is no crossing within a hex", place.name);
            warn(found, "M4", Subject::Place(n), what);
        }
    }
}

fn is_called_crossing(place: &Place) -> bool {
    place.kind != PlaceKind::Entry
        && place.name.split_whitespace().any(|word| ["Ford", "Bridge", "Ferry"].contains(&word))
}

/// M5.
pub fn towns_on_towns(map: &HexMap, found: &mut Vec<Warning>) {
    let is_town = |place: &Place| matches!(place.kind, PlaceKind::Town | PlaceKind::Village);
    for (n, place) in map.places.iter().enumerate() {
        for other in &map.places[..n] {
            let at = map.grid.label(place.hex);
            if other.name == place.name {
                warn(found, "M5", Subject::Place(n), format!("there are two places called {}", place.name));
            } else if other.hex == place.hex && is_town(other) && is_town(place) {
                let what = format!("{} and {} are both in {at}: move one", other.name, place.name);
                warn(found, "M5", Subject::Place(n), what);
            }
        }
    }
}

/// M6.
pub fn stations(map: &HexMap, found: &mut Vec<Warning>) {
    for hex in map.stations.iter().filter(|hex| !map.ways_in(*hex).has(Way::Railroad)) {
        let what = format!("the station in {} is not on a railroad", map.grid.label(hex));
        warn(found, "M6", Subject::Station(hex), what);
    }
}
