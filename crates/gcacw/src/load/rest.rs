//! Markers, modifiers, restrictions and victory.

use hexmap::HexSet;
use table::entry_keys;

use super::keys::{File, MarkerKeys, MarkerKind, RestrictionKeys, VictoryKeys, When};
use super::{Frame, Loader};
use crate::combat::MOST_MODIFIERS;
use crate::setup::{
    Automatic, BridgePoints, DieOf, Leader, LeaderId, Level, LossPoints, MOST_WATCHED, PlacePoints,
    Restriction, SpecialModifier, StartMarker, StationPoints, Unit, UnitId, UnitSet, Victory,
};

pub(super) struct Rest {
    pub(crate) markers: Vec<StartMarker>,
    pub(crate) modifiers: Vec<SpecialModifier>,
    pub(crate) restrictions: Vec<Restriction>,
    pub(crate) victory: Victory,
}

impl Loader<'_, '_> {
    pub(super) fn rest(&mut self, keys: &File, frame: &Frame, units: &[Unit], leaders: &[Leader]) -> Rest {
        Rest {
            markers: self.markers(keys, frame),
            modifiers: self.modifiers(keys, leaders),
            restrictions: keys
                .restriction
                .iter()
                .enumerate()
                .map(|(n, r)| self.restriction(n, r, units))
                .collect(),
            victory: self.victory(&keys.victory),
        }
    }

    /// The scenario's markers, and those that the published game's map always has.
    fn markers(&mut self, keys: &File, frame: &Frame) -> Vec<StartMarker> {
        let mut markers: Vec<StartMarker> =
            keys.marker.iter().enumerate().filter_map(|(n, m)| self.marker(n, m)).collect();
        let printed = |sides: &[[&str; 2]]| -> Vec<(hexmap::Hex, hexmap::Dir)> {
            sides.iter().filter_map(|[a, b]| self.map.find_side(&format!("{a}/{b}"))).collect()
        };
        let river = |hex, dir| self.map.side(hex, dir).water.is_some();
        for (hex, dir) in printed(frame.module.union_pontoons) {
            if river(hex, dir) && self.map.side(hex, dir).crossing.is_none() {
                markers.push(StartMarker::Pontoon(table::Side::Union, hex, dir));
            }
        }
        for (hex, dir) in printed(frame.module.broken_for_good) {
            if self.map.side(hex, dir).crossing == Some(hexmap::Crossing::Bridge) {
                markers.push(StartMarker::DestroyedCrossing(hex, dir));
            }
        }
        markers
    }

    fn marker(&mut self, n: usize, keys: &MarkerKeys) -> Option<StartMarker> {
        let key = format!("[[marker]] {}", n + 1);
        let needs_hexside = matches!(keys.kind, MarkerKind::Pontoon | MarkerKind::Destroyed);
        if needs_hexside {
            let Some(label) = &keys.hexside else {
                self.source.fault(&key, "the key `hexside` is missing");
                return None;
            };
            let (hex, dir) = self.side(&format!("{key}: hexside"), label)?;
            let there = self.map.side(hex, dir);
            return match keys.kind {
                MarkerKind::Pontoon => {
                    let Some(side) = keys.side else {
                        self.source.fault(&key, "side: expected the owner of the pontoon bridge");
                        return None;
                    };
                    if there.water.is_none() {
                        self.source.fault(&key, format!("{label} has no river to bridge"));
                    }
                    Some(StartMarker::Pontoon(side, hex, dir))
                }
                _ => {
                    let breakable =
                        matches!(there.crossing, Some(hexmap::Crossing::Bridge | hexmap::Crossing::Ferry));
                    if !breakable {
                        self.source.fault(&key, format!("{label} has no bridge or ferry to destroy"));
                    }
                    Some(StartMarker::DestroyedCrossing(hex, dir))
                }
            };
        }
        let Some(label) = &keys.hex else {
            self.source.fault(&key, "the key `hex` is missing");
            return None;
        };
        let hex = self.hex(&format!("{key}: hex"), label)?;
        let station = self.map.stations.contains(hex);
        match keys.kind {
            MarkerKind::FlanksRefused => Some(StartMarker::FlanksRefused(hex)),
            _ if !station => {
                self.source.fault(&key, format!("{label} has no railroad station"));
                None
            }
            MarkerKind::DamagedStation => Some(StartMarker::DamagedStation(hex)),
            _ => Some(StartMarker::DestroyedStation(hex)),
        }
    }

    fn modifiers(&mut self, keys: &File, leaders: &[Leader]) -> Vec<SpecialModifier> {
        let mut found = Vec::new();
        let count = keys.gcacw.modifier.len();
        if count > MOST_MODIFIERS {
            let what = format!("{count} of them: at most {MOST_MODIFIERS} are possible");
            self.source.fault("[[gcacw.modifier]]", what);
        }
        let titles = entry_keys("gcacw.modifier", keys.gcacw.modifier.iter().map(|m| m.name.as_str()));
        for (modifier, key) in keys.gcacw.modifier.iter().zip(titles) {
            let mut leader = None;
            if let Some(name) = &modifier.leader {
                leader = leaders.iter().position(|l| l.name == *name).map(|at| LeaderId(at as u8));
                if leader.is_none() {
                    let what = format!("leader: there is no leader `{name}`");
                    self.source.fault_near(&key, what, name, leaders.iter().map(|l| l.name.as_str()));
                }
            }
            if !(-12..=12).contains(&modifier.value) {
                self.source.fault(&key, format!("value {}: expected -12 to 12", modifier.value));
            }
            let hexes = modifier.hexes.as_ref().map(|labels| self.hexes(&key, labels));
            if hexes.is_some() && !matches!(modifier.to, DieOf::Attacker | DieOf::Defender) {
                self.source.fault(&key, "hexes: expected only with the dice of attacker or defender");
            }
            found.push(SpecialModifier {
                hexes,
                to: modifier.to,
                side: modifier.side,
                value: modifier.value,
                name: modifier.name.clone().into(),
                action: modifier.action,
                leader,
                turns: modifier.turns.clone(),
            });
        }
        found
    }

    /// Two entries that name one hex may not give it to different sides.
    fn held_twice(&mut self, victory: &Victory) {
        for (n, place) in victory.places.iter().enumerate() {
            let Some(side) = place.held_by else { continue };
            for hex in &place.hexes {
                let differs = |p: &&PlacePoints| p.hexes.contains(hex) && p.held_by == Some(side.other());
                let Some(other) = victory.places[..n].iter().find(differs) else { continue };
                let label = self.map.grid.label(*hex);
                let key = format!("[[victory.place]] {} ({})", n + 1, place.name);
                self.source.fault(key, format!("held_by: {} gives {label} to the other side", other.name));
            }
        }
    }

    fn restriction(&mut self, n: usize, keys: &RestrictionKeys, units: &[Unit]) -> Restriction {
        let key = format!("[[restriction]] {}", n + 1);
        for name in &keys.units {
            if !units.iter().any(|u| u.name == *name && u.side == keys.side) {
                let what = format!("units: there is no {} unit `{name}`", keys.side);
                self.source.fault_near(&key, what, name, units.iter().map(|u| u.name.as_str()));
            }
        }
        if keys.until.is_none() && keys.forbid.is_empty() {
            self.source.fault(&key, "expected `until` (a turn) or `forbid` (actions)");
        }
        let whole = keys.units.is_empty() && keys.command.is_none();
        let named =
            |u: &Unit| keys.units.contains(&u.name) || (keys.command.is_some() && keys.command == u.command);
        let held: UnitSet = (0..units.len() as u8)
            .map(UnitId)
            .filter(|u| units[u.index()].side == keys.side && (whole || named(&units[u.index()])))
            .collect();
        Restriction {
            units: if keys.until.is_some() { held } else { UnitSet::EMPTY },
            side: keys.side,
            until: keys.until,
            released_by: keys.released_by,
            turns: keys.turns.clone(),
            forbid: keys.forbid.clone(),
            only: (!whole).then_some(held),
        }
    }

    fn victory(&mut self, keys: &VictoryKeys) -> Victory {
        let mut victory = Victory { description: keys.description.clone(), ..Victory::default() };
        for (n, place) in keys.place.iter().enumerate() {
            let name = place.name.clone().unwrap_or_else(|| place.hexes.join(", "));
            let key = format!("[[victory.place]] {} ({name})", n + 1);
            let hexes = self.hexes(&format!("{key}: hexes"), &place.hexes);
            if place.hexes.is_empty() {
                self.source.fault(&key, "hexes: expected at least one");
            }
            victory.watched.extend(&hexes);
            victory.places.push(PlacePoints {
                name,
                side: place.side,
                hexes,
                points: place.points,
                each: place.each,
                every_turn: place.when == When::Turn,
                held_by: place.held_by,
            });
        }
        for (n, loss) in keys.loss.iter().enumerate() {
            if loss.per == 0 {
                self.source.fault(format!("[[victory.loss]] {}: per", n + 1), "0: expected at least 1");
            }
            victory.losses.push(LossPoints { side: loss.side, points: loss.points, per: loss.per.max(1) });
        }
        self.works_of_destruction(keys, &mut victory);
        for level in &keys.level {
            victory.levels.push(Level {
                at_least: level.at_least,
                at_most: level.at_most,
                winner: level.winner,
                degree: level.degree.clone().into(),
            });
        }
        for (n, automatic) in keys.automatic.iter().enumerate() {
            let key = format!("[[victory.automatic]] {}: hexes", n + 1);
            let hexes = self.hexes(&key, &automatic.hexes);
            if automatic.hexes.is_empty() {
                self.source.fault(key, "expected at least one");
            }
            victory.watched.extend(&hexes);
            victory.automatic.push(Automatic {
                side: automatic.side,
                hexes,
                all: automatic.all,
                degree: automatic.degree.clone().into(),
                from_turn: automatic.from_turn,
                every_action: automatic.every_action,
            });
        }
        victory.watched.sort_unstable();
        victory.watched.dedup();
        self.held_twice(&victory);
        if victory.watched.len() > MOST_WATCHED {
            let found = victory.watched.len();
            self.source
                .fault("[victory]", format!("{found} hexes count: at most {MOST_WATCHED} are possible"));
        }
        victory
    }

    fn works_of_destruction(&mut self, keys: &VictoryKeys, victory: &mut Victory) {
        for (n, station) in keys.station.iter().enumerate() {
            let mut set = HexSet::new(self.map.grid.len());
            for hex in self.hexes(&format!("[[victory.station]] {}: hexes", n + 1), &station.hexes) {
                set.insert(hex);
            }
            let hexes = if station.hexes.is_empty() { self.map.stations.clone() } else { set };
            victory.stations.push(StationPoints {
                side: station.side,
                damaged: station.damaged,
                destroyed: station.destroyed,
                hexes,
            });
        }
        for (n, bridge) in keys.bridge.iter().enumerate() {
            let key = format!("[[victory.bridge]] {}: sides", n + 1);
            let sides = bridge.sides.iter().filter_map(|s| self.side(&key, s)).collect();
            victory.bridges.push(BridgePoints { side: bridge.side, points: bridge.points, sides });
        }
    }
}
