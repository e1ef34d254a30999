//! Supply, counties and boxes as a client sees them.

use serde::Serialize;
use table::Side;

use super::logistics::{County, End, Link};
use super::view::PointsBySide;
use crate::position::Pos;
use crate::setup::{Arm, UnitId};

/// How armies are fed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct SupplyView {
    pub range: u8,
    pub capacity: u8,
    pub depots: Vec<DepotView>,
    pub wagons: Vec<WagonView>,
    /// Units on the map without supply.
    pub out_of_supply: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct DepotView {
    pub side: Side,
    pub at: String,
    /// It is built.
    pub stands: bool,
    /// It gives supply.
    pub serves: bool,
    /// The first turn on which it may be built.
    pub turn: u8,
    /// Supply points that wagon trains may load here in each Supply Segment.
    pub points: u8,
}

/// A wagon train and what it carries.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct WagonView {
    pub id: String,
    pub side: Side,
    pub points: u8,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct CountyView {
    pub name: String,
    /// Who holds it.
    pub side: Option<Side>,
    pub points: PointsBySide,
    pub places: Vec<CountyPlace>,
}

/// A town or station of a county, and who holds it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct CountyPlace {
    pub at: String,
    pub side: Option<Side>,
}

/// An off-map box.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct BoxView {
    pub name: String,
    pub units: Vec<String>,
    pub links: Vec<LinkView>,
}

/// A way out of a box.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
pub struct LinkView {
    /// Another box, or a hex.
    pub to: String,
    /// `rail`, `road`.
    pub kind: &'static str,
    pub turns: u8,
    /// Who may use it; none: both.
    pub side: Option<Side>,
}

/// Depots, wagon trains and who is out of supply, where the scenario has them.
pub(crate) fn supply(pos: &Pos) -> Option<SupplyView> {
    let supply = pos.setup.logistics.supply.as_ref()?;
    let name = |u: UnitId| pos.setup.unit(u).name.clone();
    let hungry = |u: &UnitId| pos.state.unit(*u).is_on_map() && pos.state.unit(*u).out_of_supply;
    let depots = supply.depots.iter().enumerate().map(|(n, depot)| DepotView {
        side: depot.side,
        at: pos.setup.map.grid.label(depot.hex),
        stands: pos.depot_stands(n),
        serves: pos.depot_serves(n),
        turn: depot.turn,
        points: depot.points,
    });
    let wagons = pos.setup.unit_ids().filter(|u| pos.setup.unit(*u).arm == Arm::Wagon);
    Some(SupplyView {
        range: supply.range,
        capacity: supply.capacity,
        depots: depots.collect(),
        wagons: wagons
            .map(|u| WagonView {
                id: name(u),
                side: pos.setup.unit(u).side,
                points: pos.state.unit(u).supplies,
            })
            .collect(),
        out_of_supply: pos.setup.unit_ids().filter(hungry).map(name).collect(),
    })
}

pub(crate) fn counties(pos: &Pos) -> Vec<CountyView> {
    let place =
        |hex: &hexmap::Hex| CountyPlace { at: pos.setup.map.grid.label(*hex), side: pos.spot_holder(*hex) };
    let of = |(n, county): (usize, &County)| CountyView {
        name: county.name.clone(),
        side: pos.state.ledger.counties.get(n).copied().flatten(),
        points: county.points.into(),
        places: county.hexes.iter().map(place).collect(),
    };
    pos.setup.logistics.counties.iter().enumerate().map(of).collect()
}

pub(crate) fn boxes(pos: &Pos) -> Vec<BoxView> {
    let of = |(b, name): (usize, &String)| {
        let inside = pos.setup.unit_ids().filter(|u| pos.box_of(*u) == Some(b as u8));
        BoxView {
            name: name.clone(),
            units: inside.map(|u| pos.setup.unit(u).name.clone()).collect(),
            links: links(pos, b as u8),
        }
    };
    pos.setup.logistics.boxes.iter().enumerate().map(of).collect()
}

/// The ways that begin or end in a box, seen from it.
fn links(pos: &Pos, b: u8) -> Vec<LinkView> {
    let name = |b: u8| pos.setup.logistics.boxes.get(b as usize).cloned().unwrap_or_default();
    let of = |link: &Link| LinkView {
        to: match link.to {
            End::Box(to) if to == b => name(link.from),
            End::Box(to) => name(to),
            End::Hex(hex) => pos.setup.map.grid.label(hex),
        },
        kind: if link.rail { "rail" } else { "road" },
        turns: link.turns,
        side: link.side,
    };
    let joined = pos.setup.logistics.links.iter().filter(|link| link.from == b || link.to == End::Box(b));
    joined.map(of).collect()
}
