//! A loaded map.

use crate::{Crossing, Dir, Grid, Hex, HexSet, Picture, PlaceKind, Terrain, Wall, Water, Way, Ways};
use table::{BySide, Earth, Faults, Geo};

/// Which way a ridge on a hexside goes, seen from the hex that is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ridge {
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
    pub water: Option<Water>,
    pub crossing: Option<Crossing>,
    pub ways: Ways,
    pub ridge: Ridge,
    pub stone_wall: bool,
    pub steep_slope: bool,
    /// A county border runs here (Great Campaigns).
    pub county: bool,
    /// The bridge here can never be destroyed.
    pub indestructible: bool,
}

impl Hexside {
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
    pub kind: Water,
    pub name: Option<String>,
    pub sides: Vec<(Hex, Dir)>,
}

/// A road, pike, trail or railroad from hex to hex, as drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawn {
    pub kind: Way,
    pub path: Vec<Hex>,
    pub name: Option<String>,
}

/// A bridge, ford, ferry or dam with its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CrossingSite {
    pub hex: Hex,
    pub dir: Dir,
    pub kind: Crossing,
    pub name: Option<String>,
}

/// A name on the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub hex: Hex,
    pub name: String,
    pub kind: PlaceKind,
}

/// A redoubt or permanent fort printed on the map, and who may use it. `None`: the file names no side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Redoubt {
    pub hex: Hex,
    pub benefits: Option<BySide<bool>>,
}

/// A hex map. Everything in it fits: see [`HexMap::parse`].
#[derive(Clone, Debug)]
pub struct HexMap {
    pub name: String,
    pub yards_per_hex: u32,
    pub grid: Grid,
    /// Where the map lies on the earth, if its file says so.
    pub geo: Option<Geo>,
    pub(crate) terrain: Vec<Terrain>,
    pub(crate) elevation: Vec<u8>,
    pub(crate) sides: Vec<[Hexside; 6]>,
    pub rivers: Vec<River>,
    pub roads: Vec<Drawn>,
    pub crossings: Vec<CrossingSite>,
    pub places: Vec<Place>,
    pub stations: HexSet,
    pub redoubts: Vec<Redoubt>,
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
