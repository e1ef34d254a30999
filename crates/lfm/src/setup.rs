//! A loaded scenario: map, counters, charts. Never changes.

use hexmap::{Dir, Hex, HexMap};
use table::{BySide, Foreword, Side};

use crate::ground::Ground;
use crate::observe::Country;
use crate::sight::Sight;
use crate::tables::Tables;

/// A counter, by number: units first, then commanders, each in the order of the file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Id(pub u16);

impl Id {
    pub const NONE: Id = Id(u16::MAX);
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
    #[inline]
    pub(crate) const fn is_some(self) -> bool {
        self.0 != u16::MAX
    }
}

/// What kind of counter (LINT-2). Horse artillery is artillery that moves like cavalry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arm {
    Infantry,
    Cavalry,
    Artillery,
    HorseArtillery,
    Commander,
}

impl Arm {
    pub(crate) const fn is_gun(self) -> bool {
        matches!(self, Arm::Artillery | Arm::HorseArtillery)
    }
    pub(crate) const fn is_regiment(self) -> bool {
        matches!(self, Arm::Infantry | Arm::Cavalry)
    }
    pub const fn word(self) -> &'static str {
        match self {
            Arm::Infantry => "infantry",
            Arm::Cavalry => "cavalry",
            Arm::Artillery => "artillery",
            Arm::HorseArtillery => "horse-artillery",
            Arm::Commander => "commander",
        }
    }
}

/// One counter as printed.
#[derive(Clone, Debug)]
pub struct Counter {
    pub side: Side,
    /// How questions and answers call it.
    pub id: String,
    pub name: String,
    pub arm: Arm,
    pub corps: String,
    pub division: String,
    pub brigade_label: String,
    /// Numbers of equal labels, 0 for none: corps, and division within it.
    pub corps_no: u16,
    pub division_no: u16,
    /// Index into [`Setup::brigades`].
    pub brigade: Option<u16>,
    pub sp: u8,
    pub limbered_sp: u8,
    pub cohesion: u8,
    /// Regiment under 20.7, free of brigade integrity.
    pub free: bool,
    /// May retreat before combat though not cavalry.
    pub evades: bool,
    pub stars: u8,
    pub cv: u8,
    pub replacement_cv: u8,
    pub replacement: Option<String>,
    pub cavalry_leader: bool,
    pub seniority: u16,
    /// Index into [`Setup::arrivals`].
    pub arrival: Option<u16>,
    /// Index into [`Setup::holds`].
    pub hold: Option<u16>,
}

/// A brigade of regiments with its commander.
#[derive(Clone, Debug)]
pub struct Brigade {
    pub side: Side,
    pub label: String,
    pub corps_no: u16,
    pub division_no: u16,
    pub regiments: Vec<Id>,
    pub commander: Option<Id>,
    pub strength: u16,
}

/// A group of the order of appearance (26).
#[derive(Clone, Debug)]
pub struct Arrival {
    pub side: Side,
    pub turn: u16,
    pub hex: Hex,
    /// Twelfths of an MP on the turn of arrival, where partial.
    pub mp: Option<u8>,
    pub pieces: Vec<Id>,
}

/// Units that may not move yet.
#[derive(Clone, Copy, Debug)]
pub struct Hold {
    pub until: u16,
    pub contact: bool,
}

/// A bridge that can stand or be burned.
#[derive(Clone, Copy, Debug)]
pub struct Bridge {
    pub hex: Hex,
    pub dir: Dir,
    pub burnable: bool,
}

/// Hexes that bring points to who holds them.
#[derive(Clone, Debug)]
pub struct Prize {
    pub name: String,
    pub hex: Hex,
    pub points: i32,
    pub only: Option<Side>,
    pub held_by: Option<Side>,
}

#[derive(Clone, Debug)]
pub struct Victory {
    pub sp: i32,
    pub brigade: i32,
    pub commander: i32,
    pub draw: i32,
    pub handicap: BySide<i32>,
    /// Least margin and degree, the smallest first.
    pub levels: Vec<(i32, &'static str)>,
    pub exhaustion: BySide<Option<i32>>,
    pub sudden: Option<i32>,
    pub prizes: Vec<Prize>,
}

/// How a position begins, piece by piece.
#[derive(Clone, Copy, Debug)]
pub struct Begin {
    pub hex: Option<Hex>,
    pub flags: u32,
}

/// A scenario that fits: see [`crate::load`].
#[derive(Clone, Debug)]
pub struct Setup {
    pub name: String,
    pub description: String,
    pub foreword: Foreword,
    /// The last turn.
    pub turns: u16,
    /// The turn the position shows.
    pub turn: u16,
    pub map: HexMap,
    pub day_turns: u16,
    pub night_turns: u16,
    pub first_player: Vec<(u16, Side)>,
    pub rain: Vec<u16>,
    pub acting: BySide<Option<Id>>,
    pub days: Vec<String>,
    pub first_hour: u16,
    pub minutes: u16,
    pub tables: Tables,
    pub pieces: Vec<Counter>,
    pub units: usize,
    /// The pieces of each side.
    pub(crate) sides: BySide<Vec<Id>>,
    /// The commanders of each side.
    pub(crate) leaders: BySide<Vec<Id>>,
    pub brigades: Vec<Brigade>,
    pub arrivals: Vec<Arrival>,
    pub holds: Vec<Hold>,
    pub bridges: Vec<Bridge>,
    pub victory: Victory,
    pub(crate) begin: Vec<Begin>,
    pub(crate) breastworks: Vec<Hex>,
    pub(crate) burned: Vec<usize>,
    pub(crate) charges: Vec<(Id, usize)>,
    pub sight: Sight,
    pub(crate) ground: Ground,
    /// The ground in numbers, for programs that learn.
    pub(crate) country: Country,
}

impl Setup {
    #[inline]
    pub fn counter(&self, id: Id) -> &Counter {
        &self.pieces[id.index()]
    }

    /// The pieces of a side, units first.
    #[inline]
    pub(crate) fn side_ids(&self, side: Side) -> &[Id] {
        &self.sides[side]
    }

    pub fn unit_ids(&self) -> impl Iterator<Item = Id> + use<> {
        (0..self.units as u16).map(Id)
    }

    pub(crate) fn is_unit(&self, id: Id) -> bool {
        id.index() < self.units
    }

    /// The counter that questions call so.
    pub fn find(&self, id: &str) -> Option<Id> {
        self.pieces.iter().position(|p| p.id == id).map(|n| Id(n as u16))
    }

    pub fn label(&self, hex: Hex) -> String {
        self.map.grid.label(hex)
    }

    /// Whether a turn is a night turn (23.1).
    pub fn is_night(&self, turn: u16) -> bool {
        (turn - 1) % (self.day_turns + self.night_turns) >= self.day_turns
    }

    /// The day of a turn, from 1, and the turn within it, from 1.
    pub fn day_of(&self, turn: u16) -> (u16, u16) {
        let cycle = self.day_turns + self.night_turns;
        ((turn - 1) / cycle + 1, (turn - 1) % cycle + 1)
    }

    /// The number of the bridge on a hexside.
    pub(crate) fn bridge_at(&self, hex: Hex, dir: Dir) -> Option<usize> {
        let near = self.map.grid.neighbor(hex, dir)?;
        self.bridges
            .iter()
            .position(|b| (b.hex, b.dir) == (hex, dir) || (b.hex, b.dir) == (near, dir.opposite()))
    }

    /// A turn as the track names it.
    pub(crate) fn turn_label(&self, turn: u16) -> String {
        let (day, of_day) = self.day_of(turn);
        let day_name = match self.days.get(day as usize - 1) {
            Some(name) => name.clone(),
            None => format!("Day {day}"),
        };
        if of_day > self.day_turns {
            return format!("{day_name}, night turn {}", of_day - self.day_turns);
        }
        let minutes = self.first_hour as u32 * 60 + (of_day as u32 - 1) * self.minutes as u32;
        format!("{day_name}, {}:{:02}", minutes / 60 % 24, minutes % 60)
    }
}
