//! What each step costs each class of mover (1, 2, the terrain effects chart), worked out once for every
//! hexside of the map. Costs are in twelfths of a movement point.

use std::sync::OnceLock;

use hexmap::{Crossing, Dir, Hex, HexMap, Reach, Step, Terrain, Water, Way};

use crate::tables::{Costs, Cover, MoveCosts, Tables};

/// Who pays: the columns of the terrain effects chart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Class {
    Foot = 0,
    Mounted = 1,
    Guns = 2,
    Commander = 3,
}

/// A prohibited step.
pub const NEVER: u8 = u8::MAX;

/// One step across one hexside, seen from the hex that is left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Crossed {
    /// Ordinary cost with whatever bridge stands; along a road by 2.3.
    pub open: [u8; 4],
    /// The same with the bridge burned.
    pub burned: [u8; 4],
    /// The road rate, 0 where no road crosses this side.
    pub rate: u8,
    /// Number of the bridge here plus one, 0 for none.
    pub bridge: u16,
}

impl Crossed {
    /// The least this step can cost, in order or not, by road or not.
    fn least(&self, class: Class, disordered_rate: u8) -> u8 {
        let open = self.open[class as usize].min(self.burned[class as usize]);
        if self.rate == 0 { open } else { open.min(self.rate).min(disordered_rate) }
    }
}

/// The largest allowance there is, in twelfths.
pub(crate) const MOST: u16 = 96;

/// Costs and cover of the whole map.
#[derive(Clone, Debug)]
pub struct Ground {
    sides: Vec<[Crossed; 6]>,
    enter: Vec<[u8; 4]>,
    cover: Vec<Cover>,
    works: Cover,
    works_cost: Costs,
    pub disordered_rate: u8,
    /// How many hexes every hex lies from the next road.
    to_road: Vec<u8>,
    /// For each hex and class: the dearest of the steps into it, each at its least; [`NEVER`] if one is prohibited.
    dearest_in: Vec<[u8; 4]>,
    /// The cheapest step across country and the cheapest by road.
    least: u8,
    least_rate: u8,
    /// For each hex and class: what it takes to every hex with nobody in the way; found when first asked for.
    open_ways: Vec<[OnceLock<Vec<u8>>; 4]>,
}

impl Ground {
    pub fn new(map: &HexMap, tables: &Tables, bridge_at: impl Fn(Hex, Dir) -> Option<usize>) -> Ground {
        let step = |hex: Hex, dir: Dir| match map.grid.neighbor(hex, dir) {
            Some(to) => crossed(map, &tables.moves, hex, dir, to, bridge_at(hex, dir)),
            None => Crossed { open: [NEVER; 4], burned: [NEVER; 4], rate: 0, bridge: 0 },
        };
        let sides: Vec<[Crossed; 6]> = map.grid.hexes().map(|h| Dir::ALL.map(|d| step(h, d))).collect();
        let all = || sides.iter().flatten();
        Ground {
            to_road: to_road(map, &sides),
            dearest_in: dearest_in(map, &sides, tables.moves.disordered_road),
            least: all().flat_map(|s| s.open).min().unwrap_or(NEVER),
            least_rate: all().map(|s| s.rate).filter(|r| *r != 0).min().unwrap_or(NEVER),
            open_ways: sides.iter().map(|_| std::array::from_fn(|_| OnceLock::new())).collect(),
            sides,
            enter: map
                .grid
                .hexes()
                .map(|h| enter_costs(map, &tables.moves, h).map(|c| c.unwrap_or(NEVER)))
                .collect(),
            cover: map.grid.hexes().map(|h| cover_of(map, tables, h)).collect(),
            works: tables.covers.breastwork,
            works_cost: tables.moves.breastwork,
            disordered_rate: tables.moves.disordered_road,
        }
    }

    #[inline]
    pub(crate) fn side(&self, hex: Hex, dir: Dir) -> &Crossed {
        &self.sides[hex.index()][dir.index()]
    }

    /// The cost of a hex alone, for those who come from beyond the edge.
    pub(crate) fn enter(&self, hex: Hex, class: Class) -> Option<u8> {
        Some(self.enter[hex.index()][class as usize]).filter(|c| *c != NEVER)
    }

    /// The least it could cost to come so near to a hex, at a glance: across country to the next road, by road,
    /// and across country again.
    pub(crate) fn at_least(&self, from: Hex, to: Hex, hexes: u16) -> u16 {
        let near = |h: Hex| u16::from(self.to_road[h.index()]);
        let across = (near(from) + near(to).saturating_sub(1)).min(hexes);
        across * u16::from(self.least) + (hexes - across) * u16::from(self.least_rate.min(self.least))
    }

    /// The least it takes from a hex to every other, with nobody in the way, every bridge standing and no works
    /// built; [`NEVER`] where that is more than anybody has.
    pub(crate) fn open_ways(&self, map: &HexMap, from: Hex, class: Class) -> &[u8] {
        self.open_ways[from.index()][class as usize].get_or_init(|| self.search_open(map, from, class))
    }

    fn search_open(&self, map: &HexMap, from: Hex, class: Class) -> Vec<u8> {
        let mut reach = Reach::new();
        reach.expand(map.grid.len(), from.index(), MOST, |node, _, frontier| {
            for (dir, to) in map.grid.neighbors(Hex(node as u16)) {
                let cost = self.least_step(Hex(node as u16), dir, class);
                frontier.enter(Step { to: to.index(), cost: u16::from(cost), stops: false });
            }
        });
        let mut least = vec![NEVER; map.grid.len()];
        reach.reached().for_each(|(node, cost)| least[node] = cost as u8);
        least
    }

    /// The least a step can cost, whatever is built or burned.
    #[inline]
    pub(crate) fn least_step(&self, hex: Hex, dir: Dir, class: Class) -> u8 {
        self.side(hex, dir).least(class, self.disordered_rate)
    }

    /// What it takes at least beside a hex that so much is the least to: one step less. Looked up, not searched.
    #[inline]
    pub(crate) fn least_beside(&self, hex: Hex, class: Class, there: u8) -> u8 {
        there.min(MOST as u8 + 1).saturating_sub(self.dearest_in[hex.index()][class as usize])
    }

    /// What a hex does for those in it, without breastworks built there.
    #[inline]
    pub(crate) fn cover(&self, hex: Hex) -> Cover {
        self.cover[hex.index()]
    }

    pub(crate) fn works(&self) -> Cover {
        self.works
    }

    /// What a breastwork adds to the cost of its hex.
    pub(crate) fn works_cost(&self, class: Class) -> u8 {
        self.works_cost[class as usize].unwrap_or(NEVER)
    }
}

fn dearest_in(map: &HexMap, sides: &[[Crossed; 6]], disordered_rate: u8) -> Vec<[u8; 4]> {
    const CLASSES: [Class; 4] = [Class::Foot, Class::Mounted, Class::Guns, Class::Commander];
    let into = |hex: Hex, class: Class| {
        let steps = map.grid.neighbors(hex).map(|(dir, from)| (from, dir.opposite()));
        steps.map(|(from, dir)| sides[from.index()][dir.index()].least(class, disordered_rate)).max()
    };
    map.grid.hexes().map(|hex| CLASSES.map(|class| into(hex, class).unwrap_or(NEVER))).collect()
}

/// Hexes from each hex to the next that a road leads out of.
fn to_road(map: &HexMap, sides: &[[Crossed; 6]]) -> Vec<u8> {
    let mut far = vec![u8::MAX; sides.len()];
    let on_road = |h: &Hex| sides[h.index()].iter().any(|s| s.rate != 0);
    let mut queue: std::collections::VecDeque<Hex> = map.grid.hexes().filter(on_road).collect();
    queue.iter().for_each(|h| far[h.index()] = 0);
    while let Some(hex) = queue.pop_front() {
        let next = far[hex.index()].saturating_add(1);
        for (_, near) in map.grid.neighbors(hex) {
            if next < far[near.index()] {
                far[near.index()] = next;
                queue.push_back(near);
            }
        }
    }
    far
}

/// Cover of the printed terrain.
pub(crate) fn cover_of(map: &HexMap, tables: &Tables, hex: Hex) -> Cover {
    let covers = &tables.covers;
    if map.sunken_roads.contains(hex) {
        return covers.sunken_road;
    }
    match map.terrain(hex) {
        Terrain::Woods => covers.woods,
        Terrain::Orchard => covers.orchard,
        Terrain::Cornfield => covers.cornfield,
        Terrain::Town => covers.town,
        Terrain::Marsh => covers.marsh,
        Terrain::Water => covers.water,
        _ => covers.clear,
    }
}

fn enter_costs(map: &HexMap, moves: &MoveCosts, hex: Hex) -> Costs {
    if map.sunken_roads.contains(hex) {
        return moves.sunken_road;
    }
    match map.terrain(hex) {
        Terrain::Woods => moves.woods,
        Terrain::Orchard => moves.orchard,
        Terrain::Cornfield => moves.cornfield,
        Terrain::Town => moves.town,
        Terrain::Marsh => moves.marsh,
        Terrain::Water => moves.water,
        _ => moves.clear,
    }
}

/// The road rate across a hexside: the cheapest of the ways that cross it.
fn road_rate(map: &HexMap, moves: &MoveCosts, hex: Hex, dir: Dir) -> u8 {
    let ways = map.side(hex, dir).ways;
    let rate = |way: Way| match way {
        Way::Pike => Some(moves.pike),
        Way::Road | Way::UnfinishedRailroad => Some(moves.road),
        Way::Trail => Some(moves.trail),
        Way::Railroad => None,
    };
    ways.iter().filter_map(rate).min().unwrap_or(0)
}

fn crossed(map: &HexMap, moves: &MoveCosts, hex: Hex, dir: Dir, to: Hex, bridge: Option<usize>) -> Crossed {
    let rate = road_rate(map, moves, hex, dir);
    let price = |class: usize, standing: bool| {
        let along = rate > 0 && (standing || bridge.is_none());
        step_cost(map, moves, (hex, dir, to), class, along, bridge.is_some() && standing)
    };
    Crossed {
        open: std::array::from_fn(|c| price(c, true)),
        burned: std::array::from_fn(|c| price(c, false)),
        rate,
        bridge: bridge.map_or(0, |n| n as u16 + 1),
    }
}

/// The ordinary cost of one step: the hex plus everything on the hexside (1.1, 2.3).
fn step_cost(
    map: &HexMap,
    moves: &MoveCosts,
    (hex, dir, to): (Hex, Dir, Hex),
    class: usize,
    along_road: bool,
    bridged: bool,
) -> u8 {
    let side = map.side(hex, dir);
    let (from_level, to_level) = (map.elevation(hex), map.elevation(to));
    let mut parts: Vec<(&str, Option<u8>)> = Vec::new();
    match (side.steep_slope, to_level.cmp(&from_level)) {
        (true, std::cmp::Ordering::Greater) => parts.push(("steep_up", moves.steep_up[class])),
        (true, _) => parts.push(("steep_down", moves.steep_down[class])),
        (false, std::cmp::Ordering::Greater) => parts.push(("slope_up", moves.slope_up[class])),
        (false, std::cmp::Ordering::Less) => parts.push(("slope_down", moves.slope_down[class])),
        (false, std::cmp::Ordering::Equal) => {}
    }
    if side.stone_wall {
        parts.push(("stone_wall", moves.stone_wall[class]));
    }
    match (side.water, side.crossing) {
        (None, _) => {}
        (Some(_), Some(Crossing::Bridge)) if bridged => parts.push(("bridge", moves.bridge[class])),
        (Some(_), Some(Crossing::Ford)) => parts.push(("ford", moves.ford[class])),
        (Some(Water::Creek), _) => parts.push(("creek", moves.creek[class])),
        (Some(_), _) => parts.push(("river", moves.river[class])),
    }
    let mut sum = if along_road {
        Some(moves.along_road as u32)
    } else {
        enter_costs(map, moves, to)[class].map(u32::from)
    };
    for (name, cost) in parts {
        if along_road && moves.cancels.iter().any(|c| c == name) {
            continue;
        }
        sum = sum.zip(cost).map(|(a, b)| a + b as u32);
    }
    sum.map_or(NEVER, |n| n.min(NEVER as u32 - 1) as u8)
}
