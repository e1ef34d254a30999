//! The maps and scenarios that come with the program: they load, and their ground hangs together.

use std::path::{Path, PathBuf};

use crate::Setup;
use hexmap::{Crossing, Dir, Hex, HexMap, Water};

fn data(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data").join(folder)
}

fn load(path: &Path) -> Setup {
    let text = std::fs::read_to_string(path).unwrap();
    let folder = path.parent().unwrap();
    let mut read = |name: &str| std::fs::read_to_string(folder.join(name)).map_err(|e| e.to_string());
    crate::load(&path.display().to_string(), &text, &mut read).unwrap_or_else(|faults| panic!("{faults}"))
}

fn with_ending(folder: &str, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(data(folder)).unwrap().map(|e| e.unwrap().path());
    let mut found: Vec<PathBuf> = entries.filter(|p| p.display().to_string().ends_with(ending)).collect();
    found.sort();
    assert!(!found.is_empty(), "no {ending} in {folder}");
    found
}

fn maps() -> Vec<HexMap> {
    let parse = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        HexMap::parse(&path.display().to_string(), &text).unwrap_or_else(|faults| panic!("{faults}"))
    };
    with_ending("gcacw", ".map.toml").into_iter().map(parse).collect()
}

fn map(id: &str) -> HexMap {
    let name = format!("{id}.map.toml");
    let text = std::fs::read_to_string(data("gcacw").join(&name)).unwrap();
    HexMap::parse(&name, &text).unwrap_or_else(|faults| panic!("{faults}"))
}

fn is_river(water: Option<Water>) -> bool {
    matches!(water, Some(Water::MinorRiver | Water::MajorRiver))
}

/// Two hexsides meet at a corner if they share one hex and their other hexes are neighbours.
fn meet(map: &HexMap, (a, d): (Hex, Dir), (b, e): (Hex, Dir)) -> bool {
    let (one, other) = ([a, map.grid.neighbor(a, d).unwrap()], [b, map.grid.neighbor(b, e).unwrap()]);
    let Some(shared) = one.into_iter().find(|h| other.contains(h)) else { return false };
    let far = |pair: [Hex; 2]| if pair[0] == shared { pair[1] } else { pair[0] };
    map.grid.direction(far(one), far(other)).is_some()
}

#[test]
fn every_scenario_loads() {
    for path in with_ending("gcacw", ".scenario.toml") {
        let setup = load(&path);
        assert!(!setup.description.is_empty() && !setup.victory.levels.is_empty(), "{}", setup.name);
        assert!(setup.starts.is_some(), "{}", setup.name);
    }
}

#[test]
fn the_example_of_the_handbook_loads() {
    let setup = load(&data("examples").join("crossroads-gcacw.scenario.toml"));
    assert_eq!((setup.units.len(), setup.leaders.len(), setup.turns), (8, 4, 2));
    let cleburne = setup.unit(setup.unit_named("Cleburne").unwrap());
    assert_eq!(cleburne.start.arrives.as_ref().map(|(turn, hexes)| (*turn, hexes.len())), Some((2, 2)));
    let jackson = setup.leader(setup.leader_named("Jackson").unwrap());
    assert!(jackson.commands.has(setup.unit_named("Armstrong").unwrap()));
    assert_eq!((setup.restrictions.len(), setup.modifiers.len(), setup.markers.len()), (2, 1, 4));
}

#[test]
fn the_lesson_is_small() {
    let setup = load(&data("gcacw").join("lesson-spring-hill.scenario.toml"));
    assert_eq!(setup.turns, 4);
    for side in table::Side::BOTH {
        assert!((1..=8).contains(&setup.by_side[side].len()));
    }
}

#[test]
fn rivers_have_no_gaps() {
    for map in maps() {
        for river in &map.rivers {
            for pair in river.sides.windows(2) {
                let (from, to) = (map.side_label(pair[0].0, pair[0].1), map.side_label(pair[1].0, pair[1].1));
                assert!(meet(&map, pair[0], pair[1]), "{}, {:?}: {from} and {to}", map.name, river.name);
            }
        }
    }
}

#[test]
fn ways_cross_rivers_only_at_crossings() {
    for map in maps() {
        for hex in map.grid.hexes() {
            for (dir, _) in map.grid.neighbors(hex) {
                let side = map.side(hex, dir);
                let dry = !side.ways.any() || !is_river(side.water) || side.crossing.is_some();
                assert!(dry, "{}: {}", map.name, map.side_label(hex, dir));
            }
        }
    }
}

#[test]
fn crossings_lie_on_rivers_and_bridges_carry_ways() {
    for map in maps() {
        for crossing in &map.crossings {
            let side = map.side(crossing.hex, crossing.dir);
            let label = map.side_label(crossing.hex, crossing.dir);
            assert!(is_river(side.water), "{}: {label}", map.name);
            assert!(crossing.kind != Crossing::Bridge || side.ways.any(), "{}: {label}", map.name);
            // A map made from geography knows only the names that its author lists.
            assert!(crossing.name.is_some() || map.geo.is_some(), "{}: {label}", map.name);
        }
    }
}

#[test]
fn stations_lie_on_railroads() {
    for map in maps() {
        for hex in map.grid.hexes().filter(|h| map.stations.contains(*h)) {
            assert!(map.ways_in(hex).has(hexmap::Way::Railroad), "{}: {}", map.name, map.grid.label(hex));
        }
    }
}

#[test]
fn entries_lie_at_the_edge_and_on_a_way() {
    for map in maps() {
        for place in map.places.iter().filter(|p| p.kind == hexmap::PlaceKind::Entry) {
            let inner = map.grid.neighbors(place.hex).count() == 6;
            assert!(!inner && map.ways_in(place.hex).any(), "{}: {}", map.name, place.name);
        }
    }
}

#[test]
fn the_bull_run_mountains_have_two_gaps() {
    let map = map("bull-run");
    let passable = |h: &Hex| map.terrain(*h) == hexmap::Terrain::Mountain && map.ways_in(*h).any();
    let gaps: Vec<String> = map.grid.hexes().filter(passable).map(|h| map.grid.label(h)).collect();
    // Hopewell Gap is two hexes long, Thoroughfare Gap one.
    assert_eq!(gaps, ["2512", "2513", "2312"]);
}

/// Hexes that can be reached without crossing a river anywhere.
fn same_bank(map: &HexMap, from: &str, to: &str) -> bool {
    let (from, to) = (map.grid.hex(from).unwrap(), map.grid.hex(to).unwrap());
    let mut seen = vec![false; map.grid.len()];
    let mut open = vec![from];
    while let Some(hex) = open.pop() {
        if std::mem::replace(&mut seen[hex.index()], true) {
            continue;
        }
        let dry = map.grid.neighbors(hex).filter(|(dir, _)| !is_river(map.side(hex, *dir).water));
        open.extend(dry.map(|(_, near)| near));
    }
    seen[to.index()]
}

#[test]
fn rivers_part_their_banks() {
    let (bull_run, tennessee) = (map("bull-run"), map("middle-tennessee"));
    // Columbia from the road to Spring Hill, and both ends of Hood's pontoon bridge.
    assert!(!same_bank(&tennessee, "1414", "1515") && !same_bank(&tennessee, "1019", "1120"));
    assert!(same_bank(&tennessee, "1515", "2320") && same_bank(&tennessee, "1120", "2320"));
    // Nashville from Edgefield.
    assert!(!same_bank(&tennessee, "5327", "5528"));
    // Warrenton from the far bank of the Rappahannock.
    assert!(!same_bank(&bull_run, "1408", "1201"));
}

/// The hex of a town or village.
fn town<'m>(map: &'m HexMap, name: &str) -> &'m hexmap::Place {
    map.places.iter().find(|p| p.name == name).unwrap_or_else(|| panic!("no {name} on {}", map.name))
}

#[test]
fn the_campaign_maps_are_large_and_their_rivers_part_the_towns() {
    for (id, apart, together) in [
        (
            "hoods-tennessee",
            [("Florence", "Tuscumbia"), ("Columbia", "Spring Hill"), ("Nashville", "Edgefield")],
            [("Pulaski", "Columbia"), ("Spring Hill", "Franklin"), ("Florence", "Lawrenceburg")],
        ),
        (
            "chattanooga",
            [("Bridgeport", "Shellmound"), ("Stevenson", "Trenton"), ("Chattanooga", "Jasper")],
            [("Chattanooga", "Rossville"), ("LaFayette", "Dalton"), ("Trenton", "Valley Head")],
        ),
    ] {
        let map = map(id);
        assert!(map.grid.len() >= 2000, "{id}");
        let label = |name| map.grid.label(town(&map, name).hex);
        for (a, b) in apart {
            assert!(!same_bank(&map, &label(a), &label(b)), "{id}: {a} and {b} stand on one bank");
        }
        for (a, b) in together {
            assert!(same_bank(&map, &label(a), &label(b)), "{id}: a river parts {a} and {b}");
        }
    }
}

#[test]
fn every_town_of_a_campaign_map_stands_on_a_way() {
    for id in ["hoods-tennessee", "chattanooga"] {
        let map = map(id);
        for place in map.places.iter().filter(|p| p.kind != hexmap::PlaceKind::Landmark) {
            assert!(map.ways_in(place.hex).any(), "{id}: {}", place.name);
        }
    }
}

#[test]
fn mountains_of_the_campaign_maps_can_be_crossed_somewhere() {
    let map = map("chattanooga");
    let climbs = |h: &Hex| map.terrain(*h) == hexmap::Terrain::Mountain && map.ways_in(*h).any();
    assert!(map.grid.hexes().filter(climbs).count() >= 40);
    // Lookout Mountain above Chattanooga is all cliff, and its one village has a road.
    let summertown = town(&map, "Summertown").hex;
    assert_eq!(map.terrain(summertown), hexmap::Terrain::Mountain);
}

#[test]
fn the_campaigns_have_their_calendars_and_armies() {
    // Turn 14 of the Tennessee campaign is 6 December, as its winter weather table says.
    for (id, turns, starts, least_units, sets, counties) in [
        ("middle-tennessee-1864", 39, (1864, 11, 23), 45, 21, 0),
        ("chickamauga-1863", 24, (1863, 9, 1), 50, 11, 14),
        ("chattanooga-1863", 32, (1863, 10, 28), 45, 7, 14),
    ] {
        let setup = load(&data("gcacw").join(format!("{id}.scenario.toml")));
        assert_eq!((setup.turns, setup.starts), (turns, Some(starts)), "{id}");
        assert!(setup.units.len() >= least_units, "{id}: {} units", setup.units.len());
        let campaign = setup.campaign.as_ref().expect("an Advanced Game");
        assert_eq!((campaign.sets.len(), setup.logistics.counties.len()), (sets, counties), "{id}");
        for side in table::Side::BOTH {
            let on_map = setup.by_side[side].into_iter().filter(|u| setup.unit(*u).start.hex.is_some());
            assert!(on_map.count() >= 5, "{id}: {side}");
        }
    }
}

#[test]
fn events_find_the_people_they_name() {
    for (id, leaders, units) in [
        ("middle-tennessee-1864", &["Thomas", "Forrest"][..], &["Cleburne", "Smith-A", "J. Miller"][..]),
        ("chickamauga-1863", &["Bragg", "Stanley", "Longstreet"], &["Law", "Kershaw", "Pickett"]),
        ("chattanooga-1863", &["Bragg", "Cheatham", "Hardee", "Sherman"], &["Stanley", "Quarles", "Baldwin"]),
    ] {
        let setup = load(&data("gcacw").join(format!("{id}.scenario.toml")));
        assert!(leaders.iter().all(|name| setup.leader_named(name).is_some()), "{id}");
        assert!(units.iter().all(|name| setup.unit_named(name).is_some()), "{id}");
    }
}

#[test]
fn every_county_of_the_campaign_map_is_closed() {
    // A county whose border leaks would take in the towns of its neighbours.
    let setup = load(&data("gcacw").join("chickamauga-1863.scenario.toml"));
    let mut seen = std::collections::HashSet::new();
    for county in &setup.logistics.counties {
        assert!(!county.hexes.is_empty(), "{}", county.name);
        for hex in &county.hexes {
            assert!(seen.insert(*hex), "{}: {} is in two counties", county.name, setup.map.grid.label(*hex));
        }
    }
}
