//! What lies where: planes by hex.

use std::sync::OnceLock;

use hexmap::{Dir, Hex, Terrain, Way};
use table::observation::{Sheet, sign};
use table::{Side, Viewer, words};

use crate::ground::{Edge, Weather};
use crate::position::Pos;
use crate::setup::Setup;
use crate::state::Burnt;
use crate::view::acts_in_secret;
use crate::works::Works;

words! {
    /// A plane. Those of the ground stand last: they are copied in one piece.
    Plane {
        OwnStrength = "own-strength",
        EnemyStrength = "enemy-strength",
        OwnLeaders = "own-leaders",
        EnemyLeaders = "enemy-leaders",
        OwnFatigue = "own-fatigue",
        EnemyFatigue = "enemy-fatigue",
        OwnWorks = "own-works",
        EnemyWorks = "enemy-works",
        OwnMarkers = "own-markers",
        EnemyMarkers = "enemy-markers",
        Holder = "holder",
        OwnPoints = "own-points",
        EnemyPoints = "enemy-points",
        Burnt = "burnt",
        Refused = "refused",
        Here = "here",
        Woods = "woods",
        Height = "height",
        Wet = "wet",
        Town = "town",
        Rails = "rails",
        Step0 = "step-0",
        Step1 = "step-1",
        Step2 = "step-2",
        Step3 = "step-3",
        Step4 = "step-4",
        Step5 = "step-5",
    }
}

/// The planes of the ground, worked out once for each kind of weather that is seen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Terrains([OnceLock<Box<[f32]>>; Weather::KINDS]);

impl Terrains {
    fn planes(&self, setup: &Setup, weather: Weather) -> &[f32] {
        self.0[weather.index()].get_or_init(|| survey(setup, weather))
    }
}

fn survey(setup: &Setup, weather: Weather) -> Box<[f32]> {
    let (map, hexes) = (&setup.map, setup.map.grid.len());
    let mut planes = vec![0.0; (Plane::ALL.len() - Plane::Woods as usize) * hexes];
    for hex in map.grid.hexes() {
        let mut put = |plane: Plane, number: f32| {
            planes[(plane as usize - Plane::Woods as usize) * hexes + hex.index()] = number;
        };
        let (height, wet) = match map.terrain(hex) {
            Terrain::Rolling => (0.25, 0.0),
            Terrain::Rough => (0.5, 0.0),
            Terrain::Hill => (0.75, 0.0),
            Terrain::Mountain => (1.0, 0.0),
            Terrain::ProvisionalSwamp => (0.0, 0.25),
            Terrain::Swamp | Terrain::Marsh => (0.0, 0.5),
            Terrain::Water => (0.0, 1.0),
            _ => (0.0, 0.0),
        };
        put(Plane::Height, height);
        put(Plane::Wet, wet);
        put(Plane::Woods, if map.terrain(hex) == Terrain::Woods { 1.0 } else { 0.0 });
        put(Plane::Town, if matches!(map.terrain(hex), Terrain::City | Terrain::Town) { 1.0 } else { 0.0 });
        let rails = map.ways_in(hex).has(Way::Railroad);
        put(Plane::Rails, if map.stations.contains(hex) { 1.0 } else { f32::from(u8::from(rails)) / 2.0 });
        for dir in Dir::ALL {
            put(step(dir), hindrance(setup.ground.edge(weather, hex, dir)));
        }
    }
    planes.into()
}

fn step(dir: Dir) -> Plane {
    Plane::ALL[Plane::Step0 as usize + dir.index()]
}

/// How much a hexside hinders whoever marches: 1 bars the way.
fn hindrance(edge: &Edge) -> f32 {
    if !edge.passable {
        return 1.0;
    }
    let ferry = if edge.ferry { 4.0 } else { 0.0 };
    ((f32::from(edge.cost) + ferry) / 20.0).min(0.9)
}

pub(super) fn planes(pos: &Pos, seat: Side, sheet: &mut Sheet) {
    let ground = Plane::Woods as usize * pos.setup.map.grid.len();
    sheet.planes[..ground].fill(0.0);
    sheet.planes[ground..].copy_from_slice(pos.setup.terrains.planes(pos.setup, pos.state.weather()));
    altered(pos, seat, sheet);
    units(pos, seat, sheet);
    places(pos, seat, sheet);
    if let Some(forces) = &pos.state.forces {
        for side in Side::BOTH {
            let plane = of(side, seat, Plane::OwnMarkers, Plane::EnemyMarkers);
            forces.markers(side).for_each(|(_, hex)| *sheet.at(plane, hex.index()) += 0.5);
        }
    }
    here(pos, seat, sheet);
}

fn of(side: Side, seat: Side, own: Plane, enemy: Plane) -> usize {
    if side == seat { own as usize } else { enemy as usize }
}

/// Hexsides on which something was built or destroyed: what a step costs there now.
fn altered(pos: &Pos, seat: Side, sheet: &mut Sheet) {
    for altered in &pos.state.altered {
        let Some(beyond) = pos.setup.map.grid.neighbor(altered.hex, altered.dir) else { continue };
        for (hex, dir) in [(altered.hex, altered.dir), (beyond, altered.dir.opposite())] {
            let edge = pos.state.edge(pos.setup, seat, hex, dir);
            *sheet.at(step(dir) as usize, hex.index()) = hindrance(&edge);
        }
    }
}

fn units(pos: &Pos, seat: Side, sheet: &mut Sheet) {
    for side in Side::BOTH {
        let strength = of(side, seat, Plane::OwnStrength, Plane::EnemyStrength);
        let fatigue = of(side, seat, Plane::OwnFatigue, Plane::EnemyFatigue);
        let works = of(side, seat, Plane::OwnWorks, Plane::EnemyWorks);
        for unit in pos.setup.by_side[side] {
            let state = pos.state.unit(unit);
            if !state.is_on_map() {
                continue;
            }
            let hex = state.hex.index();
            *sheet.at(strength, hex) += pos.state.combat_value(pos.setup, unit) as f32 / 80.0;
            let tired = sheet.at(fatigue, hex);
            *tired = tired.max(f32::from(state.fatigue) / 4.0);
            if state.works != Works::None {
                let dug = sheet.at(works, hex);
                *dug = dug.max(f32::from(state.works as u8) / 8.0);
            }
        }
    }
    for leader in pos.setup.leader_ids() {
        if let Some(hex) = pos.state.leader_hex(leader) {
            let plane = of(pos.setup.leader(leader).side, seat, Plane::OwnLeaders, Plane::EnemyLeaders);
            *sheet.at(plane, hex.index()) += 0.5;
        }
    }
}

/// Who holds what counts, and what it is worth.
fn places(pos: &Pos, seat: Side, sheet: &mut Sheet) {
    for (hex, holder) in pos.setup.victory.watched.iter().zip(&pos.state.holders) {
        *sheet.at(Plane::Holder as usize, hex.index()) = sign(*holder, seat);
    }
    for place in &pos.setup.victory.places {
        let plane = of(place.side, seat, Plane::OwnPoints, Plane::EnemyPoints);
        let each =
            if place.each { place.points as f32 } else { place.points as f32 / place.hexes.len() as f32 };
        place.hexes.iter().for_each(|hex| *sheet.at(plane, hex.index()) += each / 10.0);
    }
    for (hex, burnt) in &pos.state.burnt {
        *sheet.at(Plane::Burnt as usize, hex.index()) = match burnt {
            Burnt::Damaged => 0.5,
            Burnt::Destroyed => 1.0,
        };
    }
    pos.state.refused.iter().for_each(|hex| *sheet.at(Plane::Refused as usize, hex.index()) = 1.0);
}

/// Where the action is, and where it comes from.
fn here(pos: &Pos, seat: Side, sheet: &mut Sheet) {
    let mut mark = |hex: Hex, much: f32| {
        let here = sheet.at(Plane::Here as usize, hex.index());
        *here = here.max(much);
    };
    let state = pos.state;
    if let Some(march) = state.march() {
        mark(state.unit(march.unit).hex, 1.0);
    }
    if acts_in_secret(pos, Viewer::Seat(seat)) {
        return;
    }
    if let Some(feint) = state.feint() {
        let at = state.forces.as_ref().and_then(|forces| forces.hex(state.active, feint.marker));
        at.into_iter().for_each(|hex| mark(hex, 1.0));
    }
    if let Some(assault) = state.assault() {
        mark(assault.hex, 0.5);
    }
    if let Some(combat) = state.combat() {
        mark(combat.target, 1.0);
        mark(combat.from, 0.5);
    }
    if let Some(retreat) = state.retreat() {
        mark(retreat.at, 1.0);
    }
}
