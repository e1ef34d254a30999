//! What a scenario says about supply, counties and the country beyond the map, and what of it changes
//! during a game.

use arrayvec::ArrayVec;
use hexmap::{Hex, HexSet};
use table::{BySide, Side};

use crate::play::Play;
use crate::position::Pos;

/// The most that a scenario may have of each.
pub(crate) const MOST_DEPOTS: usize = 32;
pub(crate) const MOST_COUNTIES: usize = 64;
pub(crate) const MOST_BOXES: usize = 16;
pub(crate) const MOST_LINKS: usize = 64;
pub(crate) const MOST_SPOTS: usize = 256;

/// A place from which an army is fed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Depot {
    pub(crate) side: Side,
    pub(crate) hex: Hex,
    /// From this turn on it may be built in a Supply Segment; 0: it stands from the start.
    pub(crate) turn: u8,
    /// Supply points that wagon trains may load here in each Supply Segment.
    pub(crate) points: u8,
}

/// How armies are fed (Advanced Game of BAC).
#[derive(Clone, Debug)]
pub(crate) struct Supply {
    /// Hexes from a depot or wagon train to the farthest unit it feeds.
    pub(crate) range: u8,
    /// Supply points a wagon train carries.
    pub(crate) capacity: u8,
    /// Added to every forage die.
    pub(crate) forage: i16,
    /// Whose wagon trains wear out.
    pub(crate) reduction: Option<Side>,
    pub(crate) depots: Vec<Depot>,
}

/// A county and what it is worth.
#[derive(Clone, Debug)]
pub(crate) struct County {
    pub(crate) name: String,
    /// Its towns and stations.
    pub(crate) hexes: Vec<Hex>,
    /// For its holder in each VP Segment.
    pub(crate) points: BySide<i32>,
    pub(crate) held_by: Option<Side>,
    /// All that lies within its borders; its towns alone, where the scenario names no seat.
    pub(crate) area: HexSet,
}

/// One end of a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Box(u8),
    Hex(Hex),
}

/// A way between an off-map box and another, or an entry hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Link {
    pub(crate) from: u8,
    pub(crate) to: End,
    pub(crate) rail: bool,
    /// Turns on the way.
    pub(crate) turns: u8,
    /// Who may use it; `None`: both.
    pub(crate) side: Option<Side>,
}

impl Link {
    pub(crate) fn is_open_to(&self, side: Side) -> bool {
        self.side.is_none_or(|of| of == side)
    }

    /// Where it leads from one of its ends.
    pub(crate) fn other_end(&self, here: End) -> Option<End> {
        let from = End::Box(self.from);
        match here {
            _ if here == from => Some(self.to),
            _ if here == self.to => Some(from),
            _ => None,
        }
    }
}

/// A hex whose last occupant matters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub(crate) hex: Hex,
    pub(crate) held_by: Option<Side>,
}

/// Everything a scenario says about it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Logistics {
    pub(crate) supply: Option<Supply>,
    pub(crate) counties: Vec<County>,
    pub(crate) boxes: Vec<String>,
    pub(crate) links: Vec<Link>,
    /// The hexes at the ends of links.
    pub(crate) entries: HexSet,
    /// In the order of their hexes.
    pub(crate) spots: Vec<Spot>,
    /// For every hex of the map the number of its spot; beyond the last where it is none.
    pub(crate) spot_at: Vec<u16>,
}

impl Logistics {
    fn spot(&self, hex: Hex) -> Option<usize> {
        let at = *self.spot_at.get(hex.index())? as usize;
        (at < self.spots.len()).then_some(at)
    }
}

type Bits = [u64; MOST_SPOTS / 64];

/// What changes during a game. Points and Fatigue of wagon trains are the units' own.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Ledger {
    /// Depots that stand, by their place in the scenario.
    pub(crate) depots: u32,
    /// Spots by their last occupant.
    held: [Bits; 2],
    pub(crate) counties: ArrayVec<Option<Side>, MOST_COUNTIES>,
    /// Supply points still to be loaded at each depot in this Supply Segment.
    pub(crate) points: ArrayVec<u8, MOST_DEPOTS>,
    /// Who has repaired a station in this Supply Segment: Union, Confederate.
    pub(crate) mended: [bool; 2],
}

impl Ledger {
    pub(crate) fn set_up(logistics: &Logistics) -> Ledger {
        let mut ledger = Ledger::default();
        for (n, spot) in logistics.spots.iter().enumerate() {
            if let Some(side) = spot.held_by {
                ledger.take(n, side);
            }
        }
        if let Some(supply) = &logistics.supply {
            for (n, depot) in supply.depots.iter().enumerate() {
                ledger.depots |= u32::from(depot.turn == 0) << n;
                ledger.points.push(0);
            }
        }
        ledger.counties = logistics.counties.iter().map(|c| c.held_by).collect();
        ledger
    }

    fn take(&mut self, spot: usize, side: Side) {
        let (word, bit) = (spot / 64, 1u64 << (spot % 64));
        self.held[side as usize][word] |= bit;
        self.held[side.other() as usize][word] &= !bit;
    }

    fn holder(&self, spot: usize) -> Option<Side> {
        let has = |side: Side| self.held[side as usize][spot / 64] >> (spot % 64) & 1 != 0;
        Side::BOTH.into_iter().find(|side| has(*side))
    }
}

impl Pos<'_> {
    /// The side last in a town, station or depot hex.
    pub(crate) fn spot_holder(&self, hex: Hex) -> Option<Side> {
        self.setup.logistics.spot(hex).and_then(|at| self.state.ledger.holder(at))
    }
}

impl Play<'_> {
    /// A side's unit is in a hex: it holds it.
    pub(crate) fn hold_spot(&mut self, hex: Hex, side: Side) {
        if let Some(at) = self.setup.logistics.spot(hex) {
            self.state.ledger.take(at, side);
        }
    }
}
