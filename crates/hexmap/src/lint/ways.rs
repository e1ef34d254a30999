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

/// M3. Not for creeks, which wind as roads do, nor where both crossings have names: then somebody meant it.
pub fn crossing_twice(map: &HexMap, found: &mut Vec<Warning>) {
    for (n, road) in map.roads.iter().enumerate() {
        let mut before: Vec<(usize, usize, String, bool)> = Vec::new();
        for (step, hex, dir) in steps(map, road) {
            let Some(river) = river_at(map, hex, dir) else { continue };
            let (at, named) = (map.side_label(hex, dir), has_name(map, hex, dir));
            let twice = |(old, other, first, name): &&(usize, usize, String, bool)| {
                *other == river && step - old <= TWICE && *first != at && !(named && *name)
            };
            if let Some((_, _, first, _)) = before.iter().find(twice) {
                let river = map.rivers[river].name.as_deref().unwrap_or("a river");
                let what = format!(
                    "{} crosses {river} at {first} and again at {at}: lead it along one bank",
                    title(road)
                );
                warn(found, "M3", Subject::Road(n), what);
            }
            before.push((step, river, at, named));
        }
    }
}

fn has_name(map: &HexMap, hex: Hex, dir: Dir) -> bool {
    let here = map.side_label(hex, dir);
    map.crossings.iter().any(|site| site.name.is_some() && map.side_label(site.hex, site.dir) == here)
}

/// The river along a hexside: the first of its name, where it has one.
fn river_at(map: &HexMap, hex: Hex, dir: Dir) -> Option<usize> {
    let back = map.grid.neighbor(hex, dir).map(|near| (near, dir.opposite()));
    let is_here = |river: &crate::River| {
        river.kind != Water::Creek
            && river.sides.iter().any(|side| *side == (hex, dir) || Some(*side) == back)
    };
    let here = map.rivers.iter().position(is_here)?;
    let name = map.rivers[here].name.as_ref();
    let first = map.rivers.iter().position(|river| name.is_some() && river.name.as_ref() == name);
    Some(first.unwrap_or(here))
}

/// M8. Mill dams lie off the roads, fords and ferries with a name did, and others up to two hexes from one; whoever builds
/// a bridge has a road.
pub fn crossings_without_road(map: &HexMap, found: &mut Vec<Warning>) {
    let is_asked = |site: &crate::CrossingSite| match site.kind {
        Crossing::Bridge => true,
        Crossing::Ford | Crossing::Ferry => site.name.is_none(),
        Crossing::Dam => false,
    };
    for (n, site) in map.crossings.iter().enumerate().filter(|(_, site)| is_asked(site)) {
        let mut near: Vec<Hex> =
            map.grid.neighbor(site.hex, site.dir).into_iter().chain([site.hex]).collect();
        let rings = if site.kind == Crossing::Bridge { 0 } else { 2 };
        for _ in 0..rings {
            let around: Vec<Hex> =
                near.iter().flat_map(|hex| map.grid.neighbors(*hex).map(|(_, next)| next)).collect();
            near.extend(around);
        }
        if !near.into_iter().any(|hex| map.ways_in(hex).any()) {
            let name = site.name.as_deref().unwrap_or(site.kind.word());
            let what = format!("{name} at {}: no road is near", map.side_label(site.hex, site.dir));
            warn(found, "M8", Subject::Crossing(n), what);
        }
    }
}
