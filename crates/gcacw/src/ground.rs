//! The ground: what each hexside means for movement, zones of control, attacks and retreats, worked out
//! once for every kind of weather (2.3, 2.4, 6.2, 7.1, 7.4, 7.6, 10.0, 12.0).

use hexmap::{Crossing, Dir, Hex, HexMap, HexSet, Hexside, Ridge, Terrain, Water, Way, Ways};
use table::Side;

use crate::unprinted::Unprinted;

/// Rain, and which rivers cannot be forded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Weather {
    pub(crate) rain: bool,
    pub(crate) minor_unfordable: bool,
    pub(crate) major_unfordable: bool,
}

impl Weather {
    pub(crate) const KINDS: usize = 8;

    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.rain as usize | (self.minor_unfordable as usize) << 1 | (self.major_unfordable as usize) << 2
    }

    const fn of(index: usize) -> Weather {
        Weather { rain: index & 1 != 0, minor_unfordable: index & 2 != 0, major_unfordable: index & 4 != 0 }
    }

    /// Whether fords of this water can be used (12.0).
    const fn fordable(self, water: Water) -> bool {
        !self.rain
            && match water {
                Water::MinorRiver => !self.minor_unfordable,
                Water::MajorRiver => !self.major_unfordable,
                _ => true,
            }
    }
}

/// A zone of control across a hexside (2.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Zoc {
    None,
    /// Over a woods hexside without a way.
    Restricted,
    Normal,
}

/// What a hexside means to somebody who goes from one of its hexes to the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Edge {
    /// Half MP: way or terrain, and ridge. Ferries, zones and friends come on top.
    pub(crate) cost: u16,
    /// A mover may cross; attacks may cross too.
    pub(crate) passable: bool,
    /// The ferry penalty is due.
    pub(crate) ferry: bool,
    /// A road, pike, railroad or trail crosses.
    pub(crate) way: bool,
    /// At least one of the hexes is woods.
    pub(crate) woods: bool,
    pub(crate) zoc: Zoc,
    /// A retreat may cross.
    pub(crate) retreat: bool,
    /// In a retreat this counts as a road.
    pub(crate) retreat_way: bool,
    /// Mountain or swamp on either side, and no way (7.4, 1c and 3c).
    pub(crate) cut_by_land: bool,
    /// Water that cannot be crossed here now (7.4, 1d and 3d).
    pub(crate) cut_by_water: bool,
}

/// Changes of a hexside during play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Altered {
    /// The hex with the smaller number, and the direction from it.
    pub(crate) hex: Hex,
    pub(crate) dir: Dir,
    /// The permanent bridge or ferry is destroyed.
    pub(crate) destroyed: bool,
    pub(crate) pontoon: Option<Side>,
}

/// Terrain as it counts in this weather: a provisional swamp is rough when dry, swamp in rain.
#[inline]
pub(crate) const fn counts_as(terrain: Terrain, rain: bool) -> Terrain {
    match terrain {
        Terrain::ProvisionalSwamp if rain => Terrain::Swamp,
        Terrain::ProvisionalSwamp => Terrain::Rough,
        other => other,
    }
}

/// The river of a hexside: only those are bridged (10.0).
pub(crate) fn river(side: &Hexside) -> Option<Water> {
    side.water.filter(|water| matches!(water, Water::MinorRiver | Water::MajorRiver))
}

/// What a crossing amounts to after destruction (10.2).
pub(crate) fn remaining_crossing(
    side: &Hexside,
    altered: Option<&Altered>,
    leaves_ford: bool,
) -> Option<Crossing> {
    match side.crossing {
        Some(Crossing::Bridge | Crossing::Ferry) if altered.is_some_and(|a| a.destroyed) => {
            (side.water == Some(Water::MinorRiver) || leaves_ford).then_some(Crossing::Ford)
        }
        other => other,
    }
}

/// One hexside, looked at from one hex.
pub(crate) struct Look<'a> {
    pub(crate) map: &'a HexMap,
    pub(crate) unprinted: &'a Unprinted,
    pub(crate) weather: Weather,
    pub(crate) altered: Option<&'a Altered>,
    pub(crate) leaves_ford: bool,
    /// Whose pontoons can be used; `None` where nobody's are in question.
    pub(crate) side: Option<Side>,
}

impl Look<'_> {
    /// Works the hexside out.
    pub(crate) fn edge(&self, from: Hex, dir: Dir, to: Hex) -> Edge {
        let side = self.map.side(from, dir);
        let rain = self.weather.rain;
        let (here, there) = (counts_as(self.map.terrain(from), rain), counts_as(self.map.terrain(to), rain));
        let pontoon = self.altered.and_then(|a| a.pontoon);
        let own_pontoon = pontoon.is_some() && pontoon == self.side;
        let pontoon_road = self.map.ways_in(from).any() && self.map.ways_in(to).any();
        let way = side.ways.any() || (own_pontoon && pontoon_road);
        let zone_way = side.ways.any() || (pontoon.is_some() && pontoon_road);
        let city = here == Terrain::City || there == Terrain::City;
        let closed = |t| matches!(t, Terrain::Mountain | Terrain::Swamp);
        let closed_land = closed(here) || closed(there);
        let woods = here == Terrain::Woods || there == Terrain::Woods;
        let water = there == Terrain::Water;
        let crossing = remaining_crossing(side, self.altered, self.leaves_ford);
        let over = |way, bridged| self.water_passes(side, crossing, way, city, bridged);
        let passable = over(way, own_pontoon) && (way || !closed_land) && !water;
        let zone = over(zone_way, pontoon.is_some());
        Edge {
            cost: self.cost(side, there, own_pontoon && pontoon_road),
            passable,
            ferry: self.ferry_penalty(side, crossing, own_pontoon),
            way,
            woods,
            zoc: match zone && (zone_way || !closed_land) && !water {
                false => Zoc::None,
                true if woods && !zone_way => Zoc::Restricted,
                true => Zoc::Normal,
            },
            retreat: over(way || city, own_pontoon) && (way || city || !closed_land) && !water,
            retreat_way: way || city,
            cut_by_land: closed_land && !zone_way,
            cut_by_water: !zone || water,
        }
    }

    /// Whether the water of a hexside lets somebody over (6.2, 12.0).
    fn water_passes(
        &self,
        side: &Hexside,
        crossing: Option<Crossing>,
        way: bool,
        city: bool,
        bridged: bool,
    ) -> bool {
        match side.water {
            None => true,
            Some(Water::AllWater) => false,
            Some(Water::Creek) => !self.weather.rain || way || city,
            Some(river) => {
                bridged
                    || match crossing {
                        Some(Crossing::Bridge | Crossing::Dam | Crossing::Ferry) => true,
                        Some(Crossing::Ford) => self.weather.fordable(river),
                        None => false,
                    }
            }
        }
    }

    /// Ferries cost extra on a major river always, on a minor one only while it cannot be forded (6.2).
    fn ferry_penalty(&self, side: &Hexside, crossing: Option<Crossing>, bridged: bool) -> bool {
        crossing == Some(Crossing::Ferry)
            && !bridged
            && match side.water {
                Some(Water::MajorRiver) => true,
                Some(Water::MinorRiver) => !self.weather.fordable(Water::MinorRiver),
                _ => false,
            }
    }

    /// Half MP of way or terrain, plus the ridge (6.2, 10.0, 12.0).
    fn cost(&self, side: &Hexside, there: Terrain, pontoon_road: bool) -> u16 {
        let mut ways = side.ways;
        if pontoon_road {
            ways.add(Way::Road);
        }
        let base = match way_cost(ways, there, self.weather.rain) {
            Some(cost) => cost,
            None => self.unprinted.terrain_cost(there, self.weather.rain).unwrap_or(0),
        };
        base + if side.ridge == Ridge::None { 0 } else { 2 }
    }
}

/// Half MP along the cheapest way of a hexside.
pub(crate) fn way_cost(ways: Ways, there: Terrain, rain: bool) -> Option<u16> {
    let of = |way| match (way, rain) {
        (Way::Pike, true) => 3,
        (Way::Trail, _) => {
            let dry = if there == Terrain::Mountain { 4 } else { 2 };
            dry + if rain { 2 } else { 0 }
        }
        (_, true) => 4,
        (_, false) => 2,
    };
    ways.iter().map(of).min()
}

/// Every hexside of a map in every weather, as long as nothing is built or destroyed.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    edges: Vec<Vec<[Edge; 6]>>,
    /// Hexes along which a river flows.
    rivers: HexSet,
}

const NO_EDGE: Edge = Edge {
    cost: 0,
    passable: false,
    ferry: false,
    way: false,
    woods: false,
    zoc: Zoc::None,
    retreat: false,
    retreat_way: false,
    cut_by_land: false,
    cut_by_water: false,
};

impl Ground {
    pub(crate) fn survey(map: &HexMap, unprinted: &Unprinted) -> Ground {
        let edges = (0..Weather::KINDS)
            .map(|kind| {
                let look = Look {
                    map,
                    unprinted,
                    weather: Weather::of(kind),
                    altered: None,
                    leaves_ford: false,
                    side: None,
                };
                let around = |hex| {
                    Dir::ALL.map(|dir| match map.grid.neighbor(hex, dir) {
                        Some(to) => look.edge(hex, dir, to),
                        None => NO_EDGE,
                    })
                };
                map.grid.hexes().map(around).collect()
            })
            .collect();
        let mut rivers = HexSet::new(map.grid.len());
        let along = |hex: &Hex| Dir::ALL.into_iter().any(|dir| river(map.side(*hex, dir)).is_some());
        map.grid.hexes().filter(along).for_each(|hex| rivers.insert(hex));
        Ground { edges, rivers }
    }

    /// Whether a river flows along a hex.
    #[inline]
    pub(crate) fn has_rivers(&self, hex: Hex) -> bool {
        self.rivers.contains(hex)
    }

    #[inline]
    pub(crate) fn edge(&self, weather: Weather, hex: Hex, dir: Dir) -> &Edge {
        &self.in_weather(weather)[hex.index()][dir.index()]
    }

    /// The hexsides of every hex in one kind of weather.
    #[inline]
    pub(crate) fn in_weather(&self, weather: Weather) -> &[[Edge; 6]] {
        &self.edges[weather.index()]
    }
}
