//! Supply, counties and boxes as JSON for a client.

use serde_json::{Value, json};

use super::logistics::End;
use crate::position::Pos;
use crate::setup::{Arm, UnitId};

/// Where a unit beyond the map is, in words.
pub fn beyond(pos: &Pos, unit: UnitId) -> String {
    let ready = pos.state.unit(unit).ready;
    if let Some(End::Hex(hex)) = pos.link_of(unit).map(|link| link.to) {
        return format!("on its way to {}, turn {ready}", pos.setup.map.grid.label(hex));
    }
    let name = pos.box_of(unit).and_then(|b| pos.setup.logistics.boxes.get(b as usize)).map_or("", |b| b);
    if ready > pos.state.turn + 1 { format!("on its way to {name}, turn {ready}") } else { name.to_owned() }
}

/// Supply, depots, wagon trains, counties and boxes, as far as the scenario has them.
pub fn logistics(pos: &Pos) -> Value {
    let mut parts = serde_json::Map::new();
    if pos.setup.logistics.supply.is_some() {
        parts.insert("supply".to_owned(), supply(pos));
    }
    if !pos.setup.logistics.counties.is_empty() {
        parts.insert("counties".to_owned(), counties(pos));
    }
    if !pos.setup.logistics.boxes.is_empty() {
        parts.insert("boxes".to_owned(), boxes(pos));
    }
    Value::Object(parts)
}

fn supply(pos: &Pos) -> Value {
    let Some(supply) = &pos.setup.logistics.supply else { return Value::Null };
    let on_map = || pos.setup.unit_ids().filter(|u| pos.state.unit(*u).is_on_map());
    let hungry: Vec<&str> = on_map()
        .filter(|u| pos.state.unit(*u).out_of_supply)
        .map(|u| pos.setup.unit(u).name.as_str())
        .collect();
    let depots: Vec<Value> = supply
        .depots
        .iter()
        .enumerate()
        .map(|(n, depot)| {
            let hex = pos.setup.map.grid.label(depot.hex);
            json!({
                "side": depot.side,
                "at": hex,
                "stands": pos.depot_stands(n),
                "serves": pos.depot_serves(n),
                "turn": depot.turn,
                "points": depot.points,
            })
        })
        .collect();
    let wagons: Vec<Value> = pos
        .setup
        .unit_ids()
        .filter(|u| pos.setup.unit(*u).arm == Arm::Wagon)
        .map(|u| json!({"id": pos.setup.unit(u).name, "side": pos.setup.unit(u).side, "points": pos.state.unit(u).supplies}))
        .collect();
    json!({
        "range": supply.range,
        "capacity": supply.capacity,
        "depots": depots,
        "wagons": wagons,
        "out_of_supply": hungry,
    })
}

fn counties(pos: &Pos) -> Value {
    let of = |(n, county): (usize, &super::logistics::County)| {
        let holders: Vec<Value> = county
            .hexes
            .iter()
            .map(|hex| json!({"at": pos.setup.map.grid.label(*hex), "side": pos.spot_holder(*hex)}))
            .collect();
        json!({
            "name": county.name,
            "side": pos.state.ledger.counties.get(n).copied().flatten(),
            "points": {"union": county.points.union, "confederate": county.points.confederate},
            "places": holders,
        })
    };
    pos.setup.logistics.counties.iter().enumerate().map(of).collect()
}

fn boxes(pos: &Pos) -> Value {
    let links = |b: u8| -> Vec<Value> {
        pos.setup
            .logistics
            .links
            .iter()
            .filter(|link| link.from == b || link.to == End::Box(b))
            .map(|link| {
                let to = match link.to {
                    End::Box(to) if to == b => pos.setup.logistics.boxes[link.from as usize].clone(),
                    End::Box(to) => pos.setup.logistics.boxes[to as usize].clone(),
                    End::Hex(hex) => pos.setup.map.grid.label(hex),
                };
                let kind = if link.rail { "rail" } else { "road" };
                json!({"to": to, "kind": kind, "turns": link.turns, "side": link.side})
            })
            .collect()
    };
    let inside = |b: u8| -> Vec<&str> {
        pos.setup
            .unit_ids()
            .filter(|u| pos.box_of(*u) == Some(b))
            .map(|u| pos.setup.unit(u).name.as_str())
            .collect()
    };
    let names = pos.setup.logistics.boxes.iter().enumerate();
    names.map(|(b, name)| json!({"name": name, "units": inside(b as u8), "links": links(b as u8)})).collect()
}
