//! Roads and crossings.

use super::{Subject, Warning, warn};
use crate::{Crossing, Dir, Drawn, Hex, HexMap, Water, Way};

/// Steps of a road within which it crosses a river only once.
const TWICE: usize = 4;

fn title(road: &Drawn) -> &str {
    road.name.as_deref().unwrap_or(road.kind.word())
}

/// The hexsides that a road crosses, with the number of the step.
fn steps<'a>(map: &'a HexMap, road: &'a Drawn) -> impl Iterator<Item = (usize, Hex, Dir)> + 'a {
    let step =
        move |(n, pair): (usize, &[Hex])| map.grid.direction(pair[0], pair[1]).map(|dir| (n, pair[0], dir));
    road.path.windows(2).enumerate().filter_map(step)
}

/// M2. Creeks are crossed anywhere; the bed of an unfinished railroad has no bridges.
pub fn without_crossing(map: &HexMap, found: &mut Vec<Warning>) {
    for (n, road) in map.roads.iter().enumerate().filter(|(_, road)| road.kind != Way::UnfinishedRailroad) {
        for (_, hex, dir) in steps(map, road) {
            let side = map.side(hex, dir);
            if side.crossing.is_none()
                && let Some(water) = side.water.filter(|water| *water != Water::Creek)
            {
                let at = map.side_label(hex, dir);
                let what = format!(
                    "{} goes over the {water} at {at} where there is no crossing: add a [[crossing]]",
                    title(road)
                );
                warn(found, "M2", Subject::Road(n), what);
            }
        }
    }
}

/// M3. Not for creeks, which wind as roads do, nor where every crossing has a name: then somebody meant it.
pub fn crossing_twice(map: &HexMap, found: &mut Vec<Warning>) {
    for (n, road) in map.roads.iter().enumerate() {
        let mut before: Vec<(usize, &str, String)> = Vec::new();
        for (step, hex, dir) in steps(map, road) {
            let Some(river) = river_at(map, hex, dir).filter(|_| !has_name(map, hex, dir)) else { continue };
            let at = map.side_label(hex, dir);
            if let Some((_, _, first)) =
                before.iter().find(|(old, name, first)| *name == river && step - old <= TWICE && *first != at)
            {
                let what = format!(
                    "{} crosses {river} at {first} and again at {at}: lead it along one bank",
                    title(road)
                );
                warn(found, "M3", Subject::Road(n), what);
            }
            before.push((step, river, at));
        }
    }
}

fn has_name(map: &HexMap, hex: Hex, dir: Dir) -> bool {
    let here = map.side_label(hex, dir);
    map.crossings.iter().any(|site| site.name.is_some() && map.side_label(site.hex, site.dir) == here)
}

/// The name of the river along a hexside.
fn river_at(map: &HexMap, hex: Hex, dir: Dir) -> Option<&str> {
    let back = map.grid.neighbor(hex, dir).map(|near| (near, dir.opposite()));
    let mut rivers = map.rivers.iter().filter(|river| river.kind != Water::Creek);
    let here = rivers.find(|river| river.sides.iter().any(|side| *side == (hex, dir) || Some(*side) == back));
    here.and_then(|river| river.name.as_deref())
}

/// M8. Fords, ferries and mill dams may lie off the roads; whoever builds a bridge has a road.
pub fn crossings_without_road(map: &HexMap, found: &mut Vec<Warning>) {
    for (n, site) in map.crossings.iter().enumerate().filter(|(_, site)| site.kind == Crossing::Bridge) {
        let near = map.grid.neighbor(site.hex, site.dir);
        let has_way = [Some(site.hex), near].into_iter().flatten().any(|hex| map.ways_in(hex).any());
        if !has_way {
            let name = site.name.as_deref().unwrap_or(site.kind.word());
            let what = format!("{name} at {}: no road is near", map.side_label(site.hex, site.dir));
            warn(found, "M8", Subject::Crossing(n), what);
        }
    }
}
