//! How far every hex lies from every place that brings points, and how good a hex is to stand in: worked
//! out once, when a computer player first asks.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use hexmap::{Dir, Hex, HexMap, Water};

use crate::ground::{Class, Ground, NEVER};
use crate::setup::Setup;

/// Nobody gets there.
const NO_WAY: u16 = u16::MAX;

pub(crate) struct Marches {
    /// For each place and class of mover: twelfths of a movement point from every hex.
    to: Vec<[OnceCell<Vec<u16>>; 4]>,
    strong: Vec<f32>,
}

impl Marches {
    pub(crate) fn of(setup: &Setup) -> Marches {
        let to = setup.victory.prizes.iter().map(|_| std::array::from_fn(|_| OnceCell::new())).collect();
        let strong = setup.map.grid.hexes().map(|h| strength(&setup.map, &setup.ground, h)).collect();
        Marches { to, strong }
    }

    /// Twelfths of a movement point from every hex to a place, by its number, with nobody in the way.
    pub(crate) fn to(&self, setup: &Setup, place: usize, class: Class) -> &[u16] {
        let goal = setup.victory.prizes[place].hex;
        self.to[place][class as usize].get_or_init(|| search(&setup.map, &setup.ground, goal, class))
    }

    /// How much better than open ground a hex is to defend, in about die roll modifiers.
    #[inline]
    pub(crate) fn strong(&self, hex: Hex) -> f32 {
        self.strong[hex.index()]
    }
}

/// The cheapest marches to a hex, searched backwards.
fn search(map: &HexMap, ground: &Ground, goal: Hex, class: Class) -> Vec<u16> {
    let mut far = vec![NO_WAY; map.grid.len()];
    let mut queue = BinaryHeap::from([Reverse((0u16, goal))]);
    far[goal.index()] = 0;
    while let Some(Reverse((spent, hex))) = queue.pop() {
        if spent > far[hex.index()] {
            continue;
        }
        for (dir, from) in map.grid.neighbors(hex) {
            let step = ground.side(from, dir.opposite());
            let open = step.open[class as usize];
            if open == NEVER {
                continue;
            }
            let cost = if step.rate != 0 { open.min(step.rate) } else { open };
            let there = spent.saturating_add(cost as u16);
            if there < far[from.index()] {
                far[from.index()] = there;
                queue.push(Reverse((there, from)));
            }
        }
    }
    far
}

fn strength(map: &HexMap, ground: &Ground, hex: Hex) -> f32 {
    let cover = ground.cover(hex);
    let mut sum = 0.0;
    sum += if cover.breastwork { 1.0 } else { 0.0 };
    sum += if cover.no_retreat { 0.6 } else { 0.0 };
    let level = map.elevation(hex);
    for dir in Dir::ALL {
        let Some(near) = map.grid.neighbor(hex, dir) else { continue };
        let side = map.side(hex, dir);
        let lower = map.elevation(near) < level;
        sum += if lower { 0.17 } else { 0.0 };
        sum += if map.elevation(near) > level { -0.1 } else { 0.0 };
        sum += if lower && side.steep_slope { 0.17 } else { 0.0 };
        sum += if side.stone_wall && !cover.breastwork { 0.17 } else { 0.0 };
        sum += if side.water == Some(Water::Creek) { 0.1 } else { 0.0 };
    }
    sum
}
