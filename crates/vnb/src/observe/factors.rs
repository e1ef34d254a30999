//! Orders as numbers. A pose is a cell of the table and a sector of the compass; where two offered poses share both, the
//! list of orders tells them apart.

use table::Factors;

use crate::angle::{Angle, ONE, TURN, sin_cos};
use crate::ids::StandId;
use crate::order::{Act, Order};
use crate::setup::Setup;
use crate::state::Pose;

/// The kinds of orders, as they are written; acts last.
pub(super) const KINDS: [&str; 36] = [
    "pick",
    "move",
    "move disorder",
    "march",
    "form",
    "reform",
    "leave",
    "charge",
    "attach",
    "reinforce",
    "enter",
    "done",
    "end",
    "rally",
    "cover",
    "decline",
    "advance",
    "turn",
    "break",
    "ground",
    "attack",
    "answer",
    "give-way",
    "lose",
    "follow",
    "fire",
    "bombard",
    "convert",
    "limber",
    "unlimber",
    "mount",
    "dismount",
    "stand-up",
    "recover",
    "stationary",
    "step-back",
];

/// The first of the acts.
const ACTS: u16 = (KINDS.len() - Act::ALL.len()) as u16;
/// Side of a cell, in hundredths of an inch.
const CELL: i32 = 400;
/// Sectors of the compass; each has so many options.
const SECTORS: i32 = 16;
const OF_SECTOR: u16 = 4;

/// Cells of the table from west to east, and from south to north.
fn across(setup: &Setup) -> (usize, usize) {
    let cells = |size: i32| (size.max(0) / CELL) as usize + 1;
    (cells(setup.table.width), cells(setup.table.height))
}

pub(super) fn cells(setup: &Setup) -> usize {
    let (across, up) = across(setup);
    across * up
}

/// A cell by its south-western corner, in inches.
pub(super) fn cell_names(setup: &Setup) -> impl Iterator<Item = String> + use<> {
    let (across, up) = across(setup);
    let inches = CELL as usize / 100;
    (0..up).flat_map(move |y| (0..across).map(move |x| format!("{},{}", x * inches, y * inches)))
}

pub(super) fn options(setup: &Setup) -> usize {
    1 + setup.stands.len().max((SECTORS as usize) * usize::from(OF_SECTOR))
}

/// The first of the options of a sector.
fn sector(facing: Angle) -> u16 {
    let wide = TURN / SECTORS;
    let nth = (facing + wide / 2) / wide % SECTORS;
    1 + nth as u16 * OF_SECTOR
}

fn stand(id: StandId) -> u16 {
    if id.is_some() { 1 + id.index() as u16 } else { 0 }
}

fn cell(setup: &Setup, x: i32, y: i32) -> u16 {
    let (across, up) = across(setup);
    let nth = |cents: i32, of: usize| (cents.max(0) / CELL).min(of as i32 - 1) as usize;
    (1 + setup.stands.len() + nth(y, up) * across + nth(x, across)) as u16
}

/// The numbers of an order alone, beside which others of its list may have the same.
pub(super) fn factors(setup: &Setup, order: &Order) -> Factors {
    let spot =
        |kind: u16, id: StandId, to: &Pose| [kind, stand(id), cell(setup, to.x, to.y), sector(to.facing)];
    // As many hundredths as the last option says, at most.
    let length = |cents: i32| 1 + (cents.max(0) / 100).min(i32::from(OF_SECTOR) * SECTORS - 1) as u16;
    match *order {
        Order::Pick(id) => [0, stand(id), 0, 0],
        Order::Move { stand, ref to, disorder } => spot(1 + u16::from(disorder), stand, to),
        Order::March { stand: id, x, y } => [3, stand(id), cell(setup, x, y), 0],
        Order::Form { stand: id, facing } => [4, stand(id), 0, sector(facing)],
        Order::Reform { stand: id, facing } => [5, stand(id), 0, sector(facing)],
        Order::Leave { stand: id, side, facing } => {
            [6, stand(id), 0, sector(facing) + u16::from(side) % OF_SECTOR]
        }
        Order::Charge { stand: id, target, facing } => [7, stand(id), stand(target), sector(facing)],
        Order::Attach { commander, stand: to } => [8, stand(commander), stand(to), 0],
        Order::Reinforce { stand: id, brigade } => [9, stand(id), stand(brigade), 0],
        Order::Enter { stand, ref to } => spot(10, stand, to),
        Order::Done => [11, 0, 0, 0],
        Order::End => [12, 0, 0, 0],
        Order::Rally { stand: id, facing } => [13, stand(id), 0, sector(facing)],
        Order::Cover { ref to } => spot(14, StandId::NONE, to),
        Order::Decline => [15, 0, 0, 0],
        Order::Advance { stand: id, distance } => [16, stand(id), 0, length(distance)],
        Order::Turn { stand: id, facing } => [17, stand(id), 0, sector(facing)],
        Order::Break { stand: id, facing, target, .. } => [18, stand(id), stand(target), sector(facing)],
        Order::Ground(id) => [19, stand(id), 0, 0],
        Order::Attack { target, ref fire } => {
            let first = fire.first().copied().unwrap_or(StandId::NONE);
            [20, stand(first), stand(target), fire.len().min(setup.stands.len()) as u16]
        }
        Order::Answer(id) => [21, stand(id), 0, 0],
        Order::GiveWay(steps) => [22, 0, 0, 1 + u16::from(steps).min(OF_SECTOR * SECTORS as u16 - 1)],
        Order::Lose(id) => [23, stand(id), 0, 0],
        Order::Follow => [24, 0, 0, 0],
        Order::Fire { stand: id, target } => [25, stand(id), stand(target), 0],
        Order::Bombard { stand: id, x, y, .. } => [26, stand(id), cell(setup, x, y), 0],
        Order::Convert { battalion, first, second } => [27, stand(battalion), stand(first), stand(second)],
        Order::Act { stand: id, act } => [ACTS + act as u16, stand(id), 0, 0],
    }
}

/// Where an order leads: place and facing as they stand in a token.
pub(super) fn pose(setup: &Setup, order: &Order) -> Option<[f32; 4]> {
    let (x, y, facing) = match *order {
        Order::Move { to, .. } | Order::Enter { to, .. } | Order::Cover { to } => (to.x, to.y, to.facing),
        Order::March { x, y, .. } | Order::Bombard { x, y, .. } => {
            let [x, y] = place(setup, x, y);
            return Some([x, y, 0.0, 0.0]);
        }
        _ => return None,
    };
    let ([x, y], [north, east]) = (place(setup, x, y), direction(facing));
    Some([x, y, north, east])
}

/// A place from -1 in the south-west to 1 in the north-east.
pub(super) fn place(setup: &Setup, x: i32, y: i32) -> [f32; 2] {
    let table = &setup.table;
    let scaled = |cents: i32, size: i32| 2.0 * cents as f32 / size.max(1) as f32 - 1.0;
    [scaled(x, table.width), scaled(y, table.height)]
}

/// A facing as its shares of north and east.
pub(super) fn direction(facing: Angle) -> [f32; 2] {
    let (sine, cosine) = sin_cos(facing);
    [cosine as f32 / ONE as f32, sine as f32 / ONE as f32]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acts_have_the_kinds_of_their_words() {
        for act in Act::ALL {
            assert_eq!(KINDS[usize::from(ACTS) + act as usize], act.word());
        }
    }

    #[test]
    fn sectors_lie_about_their_directions() {
        assert_eq!([0, 100, 35_900, 1_124].map(sector), [1; 4]);
        assert_eq!([1_126, 2_250].map(sector), [1 + OF_SECTOR; 2]);
        assert_eq!(sector(18_000), 1 + 8 * OF_SECTOR);
        assert_eq!(direction(9_000), [0.0, 1.0]);
    }
}
