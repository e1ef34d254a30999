//! A loaded scenario: table, roster, formations, victory. Never changes during a game.

use table::{Foreword, Side};

use crate::angle::Angle;
use crate::geometry::{Pt, Quad, bounds, in_polygon, nearest_on_segment, point_segment, sides, stretches};
use crate::grid::{FeatureSet, Grid};
use crate::ids::{FeatureId, StandId};
use crate::kinds::{Kind, Rank, Weapon};
use crate::night::Night;
use crate::state::{Phase, Piece};
use crate::terrain::Terrain;

/// Everything about a battle that never changes.
#[derive(Clone, Debug)]
pub struct Setup {
    pub name: String,
    pub description: String,
    pub foreword: Foreword,
    pub turns: u16,
    pub table: Table,
    pub first: Side,
    pub phasing: Side,
    pub turn: u16,
    pub phase: Phase,
    /// Year, month, day.
    pub date: Option<(u16, u8, u8)>,
    /// Minutes after midnight at which turn 1 begins.
    pub starts: u16,
    /// In the order in which they fall.
    pub nights: Vec<Night>,
    pub options: Options,
    pub stands: Vec<Stand>,
    pub divisions: Vec<Division>,
    pub objectives: Vec<Objective>,
    pub victory: VictoryPoints,
    /// The stands as the scenario places them.
    pub pieces: Vec<Piece>,
    /// Side and kind of every stand, asked for all the time: they lie close together here.
    pub sorts: Vec<(Side, Kind)>,
    /// How far each stand could ever fire, in hundredths of an inch.
    pub ranges: Vec<i64>,
}

/// Optional rules of a scenario.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    pub poorly_trained: bool,
    pub pursuit_in_woods: bool,
    pub forest_edge_is_feature: bool,
    pub dedicated_guns: bool,
}

impl Options {
    /// The rules that players may switch on, each with its title and what it changes.
    pub const CHOICES: [[&'static str; 3]; 2] = [
        [
            "pursuit-in-woods",
            "Pursuit in woods",
            "Winners of a melee may follow a beaten enemy through woods as well.",
        ],
        [
            "forest-edge-is-feature",
            "The edge of a forest is a feature",
            "In a forest a stand may become stationary along its edge, as along a road, a stream or a wall.",
        ],
    ];

    /// Whether the rule of this word is on.
    pub fn is_on(&self, word: &str) -> bool {
        match word {
            "pursuit-in-woods" => self.pursuit_in_woods,
            "forest-edge-is-feature" => self.forest_edge_is_feature,
            _ => false,
        }
    }

    /// Switches a rule on; false if players have no such choice.
    pub fn switch_on(&mut self, word: &str) -> bool {
        match word {
            "pursuit-in-woods" => self.pursuit_in_woods = true,
            "forest-edge-is-feature" => self.forest_edge_is_feature = true,
            _ => return false,
        }
        true
    }
}

/// What never changes about a stand.
#[derive(Clone, Debug)]
pub struct Stand {
    pub side: Side,
    pub name: String,
    pub kind: Kind,
    /// Commanders carry none that counts.
    pub weapon: Weapon,
    pub morale: u8,
    pub sp: u16,
    /// The formation whose losses and commander count for it.
    pub division: u8,
    pub corps: Option<String>,
    pub rank: Rank,
    pub poorly_trained: bool,
    pub militia: bool,
    pub elites: bool,
    pub sharpshooter: bool,
    pub repeating: bool,
    pub horse: bool,
    pub released: u16,
    pub entry: Option<Entry>,
}

impl Stand {
    /// Armed with advanced small arms (VCOM-12).
    pub fn is_cartridge(&self) -> bool {
        self.kind != Kind::Commander && self.weapon.is_cartridge()
    }
    /// Poorly trained or militia: no free facing change.
    pub fn is_raw(&self) -> bool {
        self.poorly_trained || self.militia
    }
}

/// Where and when a stand arrives (VGAP-47).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    pub turn: u16,
    /// The point on the edge, in hundredths of an inch.
    pub x: i32,
    pub y: i32,
    pub facing: Angle,
    pub column: bool,
}

/// What kind of formation a casualty track belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Formation {
    Division,
    CorpsTroops,
    ArmyTroops,
}

/// A division, or the troops a corps or army commander leads himself.
#[derive(Clone, Debug)]
pub struct Division {
    pub side: Side,
    pub name: String,
    pub corps: Option<String>,
    pub formation: Formation,
    pub exhaustion: u16,
    pub commander: StandId,
    pub casualties: u16,
    pub exhausted: bool,
    pub collapsed: bool,
}

/// A place worth points.
#[derive(Clone, Debug)]
pub struct Objective {
    pub name: String,
    pub at: Pt,
    pub feature: FeatureId,
    /// In hundredths of an inch.
    pub radius: i64,
    pub points: i32,
    pub held_by: Option<Side>,
}

/// What counts at the end (VGAP-48).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VictoryPoints {
    pub casualty: i32,
    pub exhausted: i32,
    pub collapsed: i32,
    pub margin: i32,
    pub sudden_death: bool,
}

impl Default for VictoryPoints {
    fn default() -> Self {
        VictoryPoints { casualty: 1, exhausted: 3, collapsed: 6, margin: 10, sudden_death: true }
    }
}

/// The table and its terrain.
#[derive(Clone, Debug)]
pub struct Table {
    pub name: String,
    /// In hundredths of an inch.
    pub width: i32,
    pub height: i32,
    /// Where the table lies on the earth, if its file says so.
    pub geo: Option<table::Geo>,
    pub features: Vec<Feature>,
    /// Whether there are standing crops at all.
    pub has_crops: bool,
    pub has_hills: bool,
    /// The features by place.
    pub grid: Grid,
    /// Those that matter to whoever goes over them, and the roads, which help some.
    pub underfoot: FeatureSet,
    pub roads: FeatureSet,
}

impl Table {
    /// Yards that an inch of the table stands for.
    pub const YARDS: f64 = 100.0;

    /// Where on the earth a point of the table lies, given in inches; `None` if the file does not say where it is.
    pub fn earth(&self, x: f64, y: f64) -> Option<table::Earth> {
        let (wide, high) = (f64::from(self.width) / 100.0, f64::from(self.height) / 100.0);
        self.geo.map(|geo| geo.to_earth((x - wide / 2.0, high / 2.0 - y), Table::YARDS))
    }
}

/// One feature of the table.
#[derive(Clone, Debug)]
pub struct Feature {
    pub kind: Terrain,
    pub name: Option<String>,
    /// Corners of an area, points of a line, or one point.
    pub points: Vec<Pt>,
    pub low: Pt,
    pub high: Pt,
    /// Level of the ground on a hill.
    pub level: u8,
    pub stone: bool,
    pub blocks_los: bool,
    pub flattened: bool,
    pub entrances: Vec<Pt>,
    pub breaches: Vec<Pt>,
    /// Works whose last point equals the first.
    pub closed: bool,
    /// The block of a town or the village.
    pub quad: Option<Quad>,
}

impl Feature {
    pub fn new(kind: Terrain, points: Vec<Pt>) -> Feature {
        let (low, high) = bounds(&points);
        let closed = kind.is_line() && points.len() > 2 && points.first() == points.last();
        Feature {
            kind,
            name: None,
            points,
            low,
            high,
            level: u8::from(kind == Terrain::Hill),
            stone: false,
            blocks_los: false,
            flattened: false,
            entrances: Vec::new(),
            breaches: Vec::new(),
            closed,
            quad: None,
        }
    }
    /// How an author or player would call it.
    pub fn title(&self) -> String {
        match &self.name {
            Some(name) => name.clone(),
            None => self.kind.word().replace('-', " "),
        }
    }
    #[inline]
    pub fn near_box(&self, low: Pt, high: Pt) -> bool {
        self.low.x <= high.x && self.high.x >= low.x && self.low.y <= high.y && self.high.y >= low.y
    }
    /// Whether a place lies in the area, border included.
    #[inline]
    pub fn contains(&self, p: Pt) -> bool {
        p.x >= self.low.x
            && p.x <= self.high.x
            && p.y >= self.low.y
            && p.y <= self.high.y
            && in_polygon(p, &self.points)
    }
    /// The sides of an area, the stretches of a line.
    pub fn lines(&self) -> impl Iterator<Item = (Pt, Pt)> + '_ {
        let back = if self.kind.is_area() { self.points.first() } else { None };
        self.points.iter().zip(self.points.iter().skip(1).chain(back)).map(|(a, b)| (*a, *b))
    }
    /// Distance of a point from its line or outline.
    pub fn line_distance(&self, p: Pt) -> i64 {
        if self.points.len() == 1 {
            return p.dist(self.points[0]);
        }
        self.lines().map(|(a, b)| point_segment(p, a, b)).min().unwrap_or(i64::MAX)
    }
    /// Its middle: of the outline's box for areas, of the points for lines.
    pub fn middle(&self) -> Pt {
        match self.quad {
            Some(quad) => quad.centre(),
            None => Pt::new((self.low.x + self.high.x) / 2, (self.low.y + self.high.y) / 2),
        }
    }
    /// The nearest point of its line or outline.
    pub fn nearest(&self, p: Pt) -> Pt {
        self.lines()
            .map(|(a, b)| nearest_on_segment(p, a, b))
            .min_by_key(|q| (*q - p).square())
            .unwrap_or(self.points[0])
    }
    /// Area outlines as closed polygons, lines as open ones.
    pub fn outline(&self) -> Vec<(Pt, Pt)> {
        if self.kind.is_area() { sides(&self.points).collect() } else { stretches(&self.points).collect() }
    }
}

impl Table {
    /// The level of the ground: that of the highest hill a place lies in.
    pub fn level(&self, p: Pt) -> u8 {
        if !self.has_hills {
            return 0;
        }
        self.areas(p, |kind| kind == Terrain::Hill).map(|(_, f)| f.level).max().unwrap_or(0)
    }
    /// The areas of some kinds that cover a place, their borders included, with their numbers.
    #[inline]
    pub fn areas(
        &self,
        p: Pt,
        kinds: impl Fn(Terrain) -> bool,
    ) -> impl Iterator<Item = (FeatureId, &Feature)> {
        let (some, whole) = self.grid.at(p);
        some.map(|n| (n, &self.features[n.index()]))
            .filter(move |(n, f)| f.kind.is_area() && kinds(f.kind) && (whole.has(*n) || f.contains(p)))
    }
    /// The features that may come into a box.
    #[inline]
    pub fn near(&self, low: Pt, high: Pt) -> impl Iterator<Item = (FeatureId, &Feature)> + '_ {
        self.grid
            .near(low, high)
            .map(|n| (n, &self.features[n.index()]))
            .filter(move |(_, f)| f.near_box(low, high))
    }
    /// As [`Table::near`], of some features.
    #[inline]
    pub fn near_of(
        &self,
        some: FeatureSet,
        low: Pt,
        high: Pt,
    ) -> impl Iterator<Item = (FeatureId, &Feature)> + '_ {
        let near = self.grid.near(low, high).and(some);
        near.map(|n| (n, &self.features[n.index()])).filter(move |(_, f)| f.near_box(low, high))
    }
    /// The features that may come within some distance of a place.
    pub fn around(&self, p: Pt, distance: i64) -> impl Iterator<Item = (FeatureId, &Feature)> + '_ {
        let d = Pt::new(distance, distance);
        self.near(p - d, p + d)
    }
    /// Whether a whole shape lies on the table.
    pub fn holds(&self, points: &[Pt]) -> bool {
        let (w, h) = (Pt::cents(self.width, 0).x, Pt::cents(0, self.height).y);
        // A corner may hang over by what rounding a pose to hundredths can cost.
        let slack = 8_000;
        points.iter().all(|p| p.x >= -slack && p.y >= -slack && p.x <= w + slack && p.y <= h + slack)
    }
    pub fn feature_named(&self, name: &str) -> Option<FeatureId> {
        self.features.iter().position(|f| f.name.as_deref() == Some(name)).map(FeatureId::new)
    }
}

impl Setup {
    pub fn stand(&self, id: StandId) -> &Stand {
        &self.stands[id.index()]
    }
    pub fn find(&self, name: &str) -> Option<StandId> {
        self.stands.iter().position(|s| s.name == name).map(StandId::new)
    }
    pub fn name_of(&self, id: StandId) -> &str {
        self.stands.get(id.index()).map_or("nobody", |s| &s.name)
    }
    /// The clock at the beginning of a turn: an hour a turn (VSEQ-5), from the morning on after a night (VGAP-55).
    pub fn clock(&self, turn: u16) -> String {
        let night = self.nights.iter().rev().find(|night| night.after < turn);
        let (begins, before) = night.map_or((self.starts, 0), |night| (night.until, night.after));
        time(u32::from(begins) + 60 * u32::from(turn.saturating_sub(before + 1)))
    }
}

/// Minutes after midnight as a clock shows them.
pub(crate) fn time(minutes: u32) -> String {
    format!("{:02}:{:02}", (minutes / 60) % 24, minutes % 60)
}

/// Yards that some inches on the table stand for (VSEQ-6).
pub fn yards(inches: i32) -> i32 {
    inches * 100
}

/// Strength points of a body of men or guns (VSEQ-7).
pub fn strength_of(men: u32, guns: u32) -> u32 {
    men.div_ceil(500) + guns.div_ceil(6)
}
