//! Supply, counties and off-map boxes of a scenario.

use std::collections::BTreeMap;

use hexmap::{Hex, HexSet, PlaceKind};
use table::{BySide, Side};

use super::keys::File;
use super::{Frame, Loader};
use crate::campaign::Campaign;
use crate::campaign::country::{CountyKeys, DepotKeys, EachSide, LinkKeys, LinkKind, PointsKeys, SupplyKeys};
use crate::campaign::keys::ScenarioCampaign;
use crate::campaign::logistics::{
    County, Depot, End, Link, Logistics, MOST_BOXES, MOST_COUNTIES, MOST_DEPOTS, MOST_LINKS, MOST_SPOTS,
    Spot, Supply,
};
use crate::setup::{Arm, Unit};

/// The numbers of the rules where a scenario says nothing.
const RANGE: u8 = 10;
const CAPACITY: u8 = 4;

impl Loader<'_, '_> {
    /// The names of the off-map boxes.
    pub(super) fn boxes(&mut self, keys: Option<&ScenarioCampaign>) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for place in keys.iter().flat_map(|k| &k.off_map) {
            let odd = place.name.trim() != place.name || place.name.is_empty() || place.name.contains(" > ");
            if odd || names.contains(&place.name) {
                let key = format!("[[campaign.box]] {}", place.name);
                self.source.fault(key, "name: expected words that no other box has, without ` > `");
            }
            names.push(place.name.clone());
        }
        self.at_most("[[campaign.box]]", names.len(), MOST_BOXES);
        names
    }

    /// The number of a box.
    pub(super) fn off_map_box(&mut self, key: &str, name: &str, boxes: &[String]) -> Option<u8> {
        let at = boxes.iter().position(|b| b == name);
        if at.is_none() {
            let what = format!("box: there is no [[campaign.box]] `{name}`");
            self.source.fault_near(key, what, name, boxes.iter().map(String::as_str));
        }
        at.map(|at| at as u8)
    }

    fn at_most(&mut self, key: &str, found: usize, most: usize) {
        if found > most {
            self.source.fault(key, format!("{found} of them: at most {most} are possible"));
        }
    }

    /// Everything about supply, counties and boxes.
    pub(super) fn logistics(
        &mut self,
        keys: &File,
        frame: &Frame,
        campaign: Option<&Campaign>,
        units: &[Unit],
    ) -> Logistics {
        let railroads = keys.gcacw.advanced && frame.module.railroad_movement;
        let none = ScenarioCampaign::default();
        let keys = keys.campaign.as_ref().unwrap_or(&none);
        let (boxes, usual) = (frame.boxes.clone(), campaign.and_then(|c| c.supply.as_ref()));
        let supply = self.supply(keys, usual, units);
        let counties: Vec<County> = keys.county.iter().map(|c| self.county(c)).collect();
        self.at_most("[[campaign.county]]", counties.len(), MOST_COUNTIES);
        let links: Vec<Link> =
            keys.link.iter().enumerate().filter_map(|(n, l)| self.link(n, l, &boxes)).collect();
        self.at_most("[[campaign.link]]", keys.link.len(), MOST_LINKS);
        let mut entries = HexSet::new(self.map.grid.len());
        for link in &links {
            if let End::Hex(hex) = link.to {
                entries.insert(hex);
            }
        }
        let (spots, spot_at) = (Vec::new(), vec![u16::MAX; self.map.grid.len()]);
        let mut logistics = Logistics { supply, counties, boxes, links, entries, spots, spot_at };
        logistics.spots = self.spots(keys, &logistics, units, railroads);
        for (n, spot) in logistics.spots.iter().enumerate() {
            logistics.spot_at[spot.hex.index()] = n as u16;
        }
        logistics
    }

    fn supply(
        &mut self,
        keys: &ScenarioCampaign,
        usual: Option<&SupplyKeys>,
        units: &[Unit],
    ) -> Option<Supply> {
        if keys.supply.is_none() && usual.is_none() {
            if !keys.depot.is_empty() {
                self.source.fault("[[campaign.depot]]", "expected a table [campaign.supply] beside it");
            }
            return None;
        }
        let own = keys.supply.clone().unwrap_or_default();
        let usual = usual.cloned().unwrap_or_default();
        let capacity = own.capacity.or(usual.capacity).unwrap_or(CAPACITY);
        for unit in units.iter().filter(|u| u.supplies > capacity) {
            let key = format!("[[unit]] {}", unit.name);
            self.source.fault(key, format!("supplies {}: a wagon train carries {capacity}", unit.supplies));
        }
        self.at_most("[[campaign.depot]]", keys.depot.len(), MOST_DEPOTS);
        Some(Supply {
            range: own.range.or(usual.range).unwrap_or(RANGE),
            capacity,
            forage: own.forage.or(usual.forage).unwrap_or(0),
            reduction: own.wagon_reduction.or(usual.wagon_reduction),
            depots: keys.depot.iter().filter_map(|d| self.depot(d)).collect(),
        })
    }

    fn depot(&mut self, keys: &DepotKeys) -> Option<Depot> {
        let hex = self.hex(&format!("[[campaign.depot]] {}: hex", keys.hex), &keys.hex)?;
        Some(Depot { side: keys.side, hex, turn: keys.turn, points: keys.points })
    }

    fn county(&mut self, keys: &CountyKeys) -> County {
        let key = format!("[[campaign.county]] {}", keys.name);
        let mut hexes = self.hexes(&format!("{key}: hexes"), &keys.hexes);
        let mut area = HexSet::new(self.map.grid.len());
        if let Some(seat) = keys.seat.as_deref().and_then(|label| self.hex(&format!("{key}: seat"), label)) {
            self.within_borders(seat, &mut area);
            hexes.extend(self.towns_in(&area));
        }
        hexes.sort_unstable();
        hexes.dedup();
        if hexes.is_empty() {
            self.source
                .fault(&key, "expected `hexes` (towns and stations), or a `seat` in a county with some");
        }
        hexes.iter().for_each(|hex| area.insert(*hex));
        let points = match keys.points {
            PointsKeys::Number(n) => {
                let n = n.clamp(-10_000, 10_000) as i32;
                BySide { union: n, confederate: n }
            }
            PointsKeys::Table(EachSide { union, confederate }) => BySide { union, confederate },
        };
        County { name: keys.name.clone(), hexes, points, held_by: keys.held_by, area }
    }

    /// Everything within the county borders around a hex.
    fn within_borders(&self, seat: Hex, area: &mut HexSet) {
        area.insert(seat);
        let mut open = vec![seat];
        while let Some(at) = open.pop() {
            for (dir, near) in self.map.grid.neighbors(at) {
                if !area.contains(near) && !self.map.side(at, dir).county {
                    area.insert(near);
                    open.push(near);
                }
            }
        }
    }

    /// The towns, villages and stations of a county.
    fn towns_in(&self, area: &HexSet) -> Vec<Hex> {
        let town = |p: &&hexmap::Place| matches!(p.kind, PlaceKind::Town | PlaceKind::Village);
        let towns = self.map.places.iter().filter(town).map(|p| p.hex);
        towns.chain(self.map.stations.iter()).filter(|hex| area.contains(*hex)).collect()
    }

    fn link(&mut self, n: usize, keys: &LinkKeys, boxes: &[String]) -> Option<Link> {
        let key = format!("[[campaign.link]] {}", n + 1);
        let mut find = |name: &str| {
            let at = boxes.iter().position(|b| b == name);
            if at.is_none() {
                self.source.fault(&key, format!("there is no box `{name}`"));
            }
            at.map(|at| at as u8)
        };
        let from = find(&keys.from);
        let to = match (&keys.to, &keys.hex) {
            (Some(name), None) => find(name).map(End::Box),
            (None, Some(label)) => self.hex(&format!("{key}: hex"), label).map(End::Hex),
            _ => {
                self.source.fault(&key, "expected `to` (a box) or `hex` (an entry hex), and not both");
                None
            }
        };
        let rail = keys.kind == LinkKind::Rail;
        Some(Link { from: from?, to: to?, rail, turns: keys.turns, side: keys.side })
    }

    /// Every hex whose last occupant matters, and who holds it at the start: who stands there, else who is
    /// named, else who holds the county.
    fn spots(
        &mut self,
        keys: &ScenarioCampaign,
        logistics: &Logistics,
        units: &[Unit],
        railroads: bool,
    ) -> Vec<Spot> {
        let mut held: BTreeMap<Hex, Option<Side>> = BTreeMap::new();
        if railroads {
            held.extend(self.map.stations.iter().map(|hex| (hex, None)));
        }
        for depot in logistics.supply.iter().flat_map(|s| &s.depots) {
            let known = held.entry(depot.hex).or_default();
            *known = known.or((depot.turn == 0).then_some(depot.side));
        }
        for county in &logistics.counties {
            for hex in &county.hexes {
                let known = held.entry(*hex).or_default();
                *known = known.or(county.held_by);
            }
        }
        for (side, labels) in [(Side::Union, &keys.held.union), (Side::Confederate, &keys.held.confederate)] {
            for hex in self.hexes("[campaign.held]", labels) {
                held.insert(hex, Some(side));
            }
        }
        for unit in units {
            if let Some(known) = unit.start.hex.and_then(|hex| held.get_mut(&hex)) {
                *known = Some(unit.side);
            }
        }
        self.at_most("[campaign] towns, stations and depots", held.len(), MOST_SPOTS);
        held.into_iter().map(|(hex, held_by)| Spot { hex, held_by }).collect()
    }

    /// What a unit carries: only wagon trains carry supply points.
    pub(super) fn supplies(&mut self, key: &str, arm: Arm, supplies: u8) -> u8 {
        if supplies > 0 && arm != Arm::Wagon {
            self.source.fault(key, "supplies: only a wagon train carries supply points");
        }
        supplies
    }
}
