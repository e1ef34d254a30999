//! A loaded map.

use crate::{Crossing, Dir, Grid, Hex, HexSet, Picture, PlaceKind, Terrain, Wall, Water, Way, Ways};
use table::{BySide, Earth, Faults, Geo};

/// Which way a ridge on a hexside goes, seen from the hex that is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ridge {
    /// No ridge.
    #[default]
    None,
    /// The ridge lies in the hex beyond: crossing goes up.
    Up,
    /// The ridge lies in this hex: crossing goes down.
    Down,
}

/// Everything on one hexside, seen from one of its two hexes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hexside {
    /// Water that flows along it.
    pub water: Option<Water>,
    /// Where that can be crossed.
    pub crossing: Option<Crossing>,
    /// Roads and railroads that go across it.
    pub ways: Ways,
    /// A ridge along it.
    pub ridge: Ridge,
    /// A stone wall along it.
    pub stone_wall: bool,
    /// A slope too steep to charge up in order.
    pub steep_slope: bool,
    /// A county border runs here (Great Campaigns).
    pub county: bool,
    /// The bridge here can never be destroyed.
    pub indestructible: bool,
}

impl Hexside {
    /// Whether it has such a wall.
    pub fn wall(&self, wall: Wall) -> bool {
        match wall {
            Wall::StoneWall => self.stone_wall,
            Wall::SteepSlope => self.steep_slope,
        }
    }
}

/// A named stretch of water, as drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct River {
    /// How wide it is.
    pub kind: Water,
    /// Its name, where it has one.
    pub name: Option<String>,
    /// The hexsides it flows along, from its source.
    pub sides: Vec<(Hex, Dir)>,
}

/// A road, pike, trail or railroad from hex to hex, as drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// What kind of way it is.
    pub kind: Way,
    /// The hexes it goes through.
    pub path: Vec<Hex>,
    /// Its name, where it has one.
    pub name: Option<String>,
}

/// A bridge, ford, ferry or dam with its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CrossingSite {
    /// The hex on one bank.
    pub hex: Hex,
    /// Where the other bank lies from there.
    pub dir: Dir,
    /// What is crossed on.
    pub kind: Crossing,
    /// Its name, where it has one.
    pub name: Option<String>,
}

/// A name on the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Where it lies.
    pub hex: Hex,
    /// What is written on the map.
    pub name: String,
    /// What kind of place it is.
    pub kind: PlaceKind,
}

/// A redoubt or permanent fort printed on the map, and who may use it. `None`: the file names no side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Redoubt {
    /// Where it lies.
    pub hex: Hex,
    /// Which sides it protects; nothing: both.
    pub benefits: Option<BySide<bool>>,
}

/// A hex map. Everything in it fits: see [`HexMap::parse`].
#[derive(Clone, Debug)]
pub struct HexMap {
    /// What it is called.
    pub name: String,
    /// How far it is from one hex to the next.
    pub yards_per_hex: u32,
    /// Its hexes and their labels.
    pub grid: Grid,
    /// Where the map lies on the earth, if its file says so.
    pub geo: Option<Geo>,
    pub(crate) terrain: Vec<Terrain>,
    pub(crate) elevation: Vec<u8>,
    pub(crate) sides: Vec<[Hexside; 6]>,
    /// Rivers and creeks as they are drawn.
    pub rivers: Vec<River>,
    /// Roads and railroads as they are drawn.
    pub roads: Vec<Drawn>,
    /// Bridges, fords, ferries and dams.
    pub crossings: Vec<CrossingSite>,
    /// Towns and whatever else has a name.
    pub places: Vec<Place>,
    /// Hexes with a railroad station.
    pub stations: HexSet,
    /// Works that stand from the beginning.
    pub redoubts: Vec<Redoubt>,
    /// Hexes with a sunken road.
    pub sunken_roads: HexSet,
    /// Hexes on top of a plateau (Great Campaigns).
    pub plateaus: HexSet,
    /// The picture under it, if it has one.
    pub picture: Option<Picture>,
    /// The pictures of counters, if it has any.
    pub art: Option<Art>,
}

/// Pictures of counters beside the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Art {
    /// The folder that its pictures lie in.
    pub folder: String,
    /// What they are called: `{side}_{name}.png`.
    pub name: String,
}

impl HexMap {
    /// Reads a map file. `file` is only for messages.
    ///
    /// # Errors
    /// Everything that does not fit, each with its key and what was expected.
    pub fn parse(file: &str, text: &str) -> Result<HexMap, Faults> {
        crate::load::parse(file, text)
    }

    /// The map as far as it can be read, and everything that is wrong with it: for whoever looks for faults in other
    /// files beside it. Without a grid there is no map.
    pub fn read(file: &str, text: &str) -> (Option<HexMap>, Faults) {
        crate::load::read(file, text)
    }

    /// What a hex is made of.
    #[inline]
    pub fn terrain(&self, hex: Hex) -> Terrain {
        self.terrain[hex.index()]
    }

    /// The level of a hex (Last Full Measure), 0 to 9.
    #[inline]
    pub fn elevation(&self, hex: Hex) -> u8 {
        self.elevation[hex.index()]
    }

    /// What is on a hexside, seen from `hex`.
    #[inline]
    pub fn side(&self, hex: Hex, dir: Dir) -> &Hexside {
        &self.sides[hex.index()][dir.index()]
    }

    /// What is on the hexside between two neighbours; `None` if they are not adjacent.
    pub fn between(&self, from: Hex, to: Hex) -> Option<&Hexside> {
        self.grid.direction(from, to).map(|d| self.side(from, d))
    }

    /// The ways that run in a hex: across any of its sides.
    pub fn ways_in(&self, hex: Hex) -> Ways {
        self.sides[hex.index()].iter().fold(Ways::NONE, |sum, side| sum.union(side.ways))
    }

    /// A hexside as files write it: `4610/4611`, the smaller label first.
    pub fn side_label(&self, hex: Hex, dir: Dir) -> String {
        let own = self.grid.label(hex);
        match self.grid.neighbor(hex, dir).map(|n| self.grid.label(n)) {
            Some(other) if other < own => format!("{other}/{own}"),
            Some(other) => format!("{own}/{other}"),
            None => format!("{own}/-"),
        }
    }

    /// The hexside written so (either order), if both hexes are on the map and adjacent.
    pub fn find_side(&self, label: &str) -> Option<(Hex, Dir)> {
        let (a, b) = label.split_once('/')?;
        let (a, b) = (self.grid.hex(a)?, self.grid.hex(b)?);
        self.grid.direction(a, b).map(|d| (a, d))
    }

    /// Where on the earth the centre of a hex lies, if the map knows where it lies itself.
    pub fn earth(&self, hex: Hex) -> Option<Earth> {
        let yards = f64::from(self.yards_per_hex);
        self.geo.map(|geo| geo.to_earth(self.grid.from_middle(hex), yards))
    }

    /// The name of a place in this hex, if it has one.
    pub fn place_name(&self, hex: Hex) -> Option<&str> {
        self.places.iter().find(|p| p.hex == hex).map(|p| p.name.as_str())
    }
}
