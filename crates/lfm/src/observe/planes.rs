//! What lies where: planes by hex.

use std::sync::OnceLock;

use hexmap::{Dir, Hex, Terrain};
use table::observation::{Sheet, flag, sign};
use table::{Side, words};

use crate::ground::{Class, NEVER};
use crate::pending::Party;
use crate::position::Pos;
use crate::setup::Setup;

words! {
    /// A plane. Those of the ground stand last: they are copied in one piece.
    Plane {
        OwnStrength = "own-strength",
        EnemyStrength = "enemy-strength",
        OwnGuns = "own-guns",
        EnemyGuns = "enemy-guns",
        OwnDisorder = "own-disorder",
        EnemyDisorder = "enemy-disorder",
        OwnLeaders = "own-leaders",
        EnemyLeaders = "enemy-leaders",
        Works = "works",
        Holder = "holder",
        OwnPoints = "own-points",
        EnemyPoints = "enemy-points",
        BurnedBridge = "burned-bridge",
        Here = "here",
        Fight = "fight",
        ToAttack = "to-attack",
        Elevation = "elevation",
        Woods = "woods",
        Fields = "fields",
        Town = "town",
        Wet = "wet",
        Cover = "cover",
        Road = "road",
        Step0 = "step-0",
        Step1 = "step-1",
        Step2 = "step-2",
        Step3 = "step-3",
        Step4 = "step-4",
        Step5 = "step-5",
    }
}

/// The planes of the ground, worked out when they are first asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Country(OnceLock<Box<[f32]>>);

fn survey(setup: &Setup) -> Box<[f32]> {
    let (map, hexes) = (&setup.map, setup.map.grid.len());
    let mut planes = vec![0.0; (Plane::ALL.len() - Plane::Elevation as usize) * hexes];
    for hex in map.grid.hexes() {
        let mut put = |plane: Plane, number: f32| {
            planes[(plane as usize - Plane::Elevation as usize) * hexes + hex.index()] = number;
        };
        let terrain = map.terrain(hex);
        put(Plane::Elevation, f32::from(map.elevation(hex)) / 9.0);
        put(Plane::Woods, flag(terrain == Terrain::Woods));
        put(Plane::Fields, flag(matches!(terrain, Terrain::Orchard | Terrain::Cornfield)));
        put(Plane::Town, flag(terrain == Terrain::Town));
        put(
            Plane::Wet,
            match terrain {
                Terrain::Marsh => 0.5,
                Terrain::Water => 1.0,
                _ => 0.0,
            },
        );
        let cover = setup.ground.cover(hex);
        put(
            Plane::Cover,
            match (cover.breastwork, cover.no_retreat) {
                (true, _) => 1.0,
                (false, true) => 0.5,
                (false, false) => 0.0,
            },
        );
        put(Plane::Road, flag(Dir::ALL.into_iter().any(|dir| setup.ground.side(hex, dir).rate != 0)));
        for dir in Dir::ALL {
            put(step(dir), hindrance(setup.ground.side(hex, dir).open[Class::Foot as usize]));
        }
    }
    planes.into()
}

fn step(dir: Dir) -> Plane {
    Plane::ALL[Plane::Step0 as usize + dir.index()]
}

/// How much a hexside hinders men on foot, in movement points out of four: 1 bars the way.
fn hindrance(twelfths: u8) -> f32 {
    if twelfths == NEVER { 1.0 } else { (f32::from(twelfths) / 48.0).min(0.9) }
}

pub(super) fn planes(pos: Pos, seat: Side, sheet: &mut Sheet) {
    let setup = pos.setup;
    let ground = Plane::Elevation as usize * setup.map.grid.len();
    sheet.planes[..ground].fill(0.0);
    sheet.planes[ground..].copy_from_slice(setup.country.0.get_or_init(|| survey(setup)));
    pieces(pos, seat, sheet);
    places(pos, seat, sheet);
    bridges(pos, sheet);
    here(pos, sheet);
}

fn pieces(pos: Pos, seat: Side, sheet: &mut Sheet) {
    for side in Side::BOTH {
        // The enemy's plane follows the own one.
        let enemy = usize::from(side != seat);
        for id in pos.on_map(side) {
            let (counter, hex) = (pos.counter(id), pos.piece(id).at().index());
            if !pos.setup.is_unit(id) {
                *sheet.at(Plane::OwnLeaders as usize + enemy, hex) += f32::from(counter.stars) / 4.0;
                continue;
            }
            let sp = f32::from(pos.sp(id)) / 10.0;
            let plane = if counter.arm.is_gun() { Plane::OwnGuns } else { Plane::OwnStrength };
            *sheet.at(plane as usize + enemy, hex) += sp;
            if pos.disordered(id) {
                *sheet.at(Plane::OwnDisorder as usize + enemy, hex) += sp;
            }
        }
    }
}

/// Who holds what counts, and what it is worth.
fn places(pos: Pos, seat: Side, sheet: &mut Sheet) {
    for (prize, holder) in pos.setup.victory.prizes.iter().zip(&pos.state.held) {
        let hex = prize.hex.index();
        *sheet.at(Plane::Holder as usize, hex) = sign(*holder, seat);
        let points = prize.points as f32 / 10.0;
        if prize.only.is_none_or(|only| only == seat) {
            *sheet.at(Plane::OwnPoints as usize, hex) += points;
        }
        if prize.only.is_none_or(|only| only != seat) {
            *sheet.at(Plane::EnemyPoints as usize, hex) += points;
        }
    }
    pos.state.works.iter().for_each(|hex| *sheet.at(Plane::Works as usize, hex.index()) = 1.0);
}

fn bridges(pos: Pos, sheet: &mut Sheet) {
    let burned = pos.setup.bridges.iter().zip(&pos.state.burned).filter(|(_, burned)| **burned);
    for (bridge, _) in burned {
        let Some(beyond) = pos.near(bridge.hex, bridge.dir) else { continue };
        for (hex, dir) in [(bridge.hex, bridge.dir), (beyond, bridge.dir.opposite())] {
            *sheet.at(Plane::BurnedBridge as usize, hex.index()) = 1.0;
            let cost = pos.setup.ground.side(hex, dir).burned[Class::Foot as usize];
            *sheet.at(step(dir) as usize, hex.index()) = hindrance(cost);
        }
    }
}

/// The stack on the move or in retreat; the two sides of a fight; the hexes that must still be attacked.
fn here(pos: Pos, sheet: &mut Sheet) {
    let state = pos.state;
    for id in state.group.iter().chain(&state.retreat).filter(|id| pos.piece(**id).on_map()) {
        *sheet.at(Plane::Here as usize, pos.piece(*id).at().index()) = 1.0;
    }
    for (party, number) in [(Party::Attackers, 1.0), (Party::Defenders, -1.0)] {
        state.fight.hexes(party).for_each(|hex| *sheet.at(Plane::Fight as usize, hex.index()) = number);
    }
    if let Some(target) = state.mission.target {
        *sheet.at(Plane::Fight as usize, Hex(target).index()) = -1.0;
    }
    state.open.iter().for_each(|hex| *sheet.at(Plane::ToAttack as usize, hex.index()) = 1.0);
}
