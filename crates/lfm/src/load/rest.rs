//! Reading markers, arrivals, holds and victory conditions.

use hexmap::{Dir, Hex};
use table::{BySide, Side};

use crate::load::Loader;
use crate::load::keys::{self, File};
use crate::setup::{Arm, Arrival, Begin, Bridge, Counter, Hold, Id, Prize, Victory};

/// Breastworks, burned bridges, and units about to burn one.
type Markers = (Vec<Hex>, Vec<usize>, Vec<(Id, usize)>);

impl Loader<'_, '_> {
    pub(crate) fn markers(
        &mut self,
        file: &File,
        bridges: &[Bridge],
        pieces: &[Counter],
        begin: &[Begin],
    ) -> Markers {
        let mut found: Markers = Default::default();
        for (n, marker) in file.marker.iter().enumerate() {
            let key = format!("[[marker]] {} ({})", n + 1, marker.kind);
            match marker.kind.as_str() {
                "breastwork" => match &marker.hex {
                    Some(label) => found.0.extend(self.hex(&format!("{key}: hex"), label)),
                    None => self.source.fault(&key, "the key `hex` is missing"),
                },
                "burned-bridge" => {
                    if let Some(at) = self.bridge(&key, marker, bridges) {
                        found.1.push(at);
                    }
                }
                "bridge-charge" => {
                    let at = self.bridge(&key, marker, bridges);
                    let unit = match &marker.unit {
                        Some(name) => self.named(&format!("{key}: unit"), name),
                        None => {
                            self.source.fault(&key, "the key `unit` is missing");
                            None
                        }
                    };
                    if let (Some(at), Some(unit)) = (at, unit) {
                        self.at_bridge(&key, unit, bridges[at], pieces, begin);
                        found.2.push((unit, at));
                    }
                }
                _ => self.source.fault(
                    format!("{key}: kind"),
                    format!("`{}`: expected breastwork, burned-bridge or bridge-charge", marker.kind),
                ),
            }
        }
        found
    }

    fn at_bridge(&mut self, key: &str, unit: Id, bridge: Bridge, pieces: &[Counter], begin: &[Begin]) {
        let near = self.map.grid.neighbor(bridge.hex, bridge.dir);
        let there = begin[unit.index()].hex;
        let stands = there == Some(bridge.hex) || (there.is_some() && there == near);
        if pieces[unit.index()].arm == Arm::Commander || !stands {
            self.source.fault(format!("{key}: unit"), "expected a unit that stands at this bridge");
        }
    }

    fn bridge(&mut self, key: &str, marker: &keys::Marker, bridges: &[Bridge]) -> Option<usize> {
        let Some(label) = &marker.hexside else {
            self.source.fault(key, "the key `hexside` is missing");
            return None;
        };
        let Some((hex, dir)) = self.map.find_side(label) else {
            self.source.fault(format!("{key}: hexside"), format!("`{label}` is not a hexside of the map"));
            return None;
        };
        let near = self.map.grid.neighbor(hex, dir);
        let same =
            |b: &Bridge| (b.hex, b.dir) == (hex, dir) || (Some(b.hex) == near && b.dir == dir.opposite());
        let found = bridges.iter().position(same);
        if found.is_none() {
            self.source.fault(format!("{key}: hexside"), format!("there is no bridge on {label}"));
        }
        found
    }

    pub(crate) fn arrivals(
        &mut self,
        file: &File,
        pieces: &mut [Counter],
        begin: &[Begin],
        (day_turns, night_turns): (u16, u16),
    ) -> Vec<Arrival> {
        let mut found = Vec::new();
        for (n, keys) in file.arrival.iter().enumerate() {
            let key = format!("[[arrival]] {}", n + 1);
            let mut turn = self.number(&format!("{key}: turn"), keys.turn, 1, 5000);
            if let Some(day) = keys.day {
                let day = self.number(&format!("{key}: day"), day, 1, 100);
                turn += (day - 1) * (day_turns + night_turns) as i64;
            }
            let hex = self.entry(&key, keys);
            let mp = keys.mp.map(|n| self.number(&format!("{key}: mp"), n, 1, 8) as u8 * 12);
            let listed = self.group(&key, keys, pieces, begin, n as u16);
            let Some(first) = listed.first() else { continue };
            let side = pieces[first.index()].side;
            if listed.iter().any(|id| pieces[id.index()].side != side) {
                self.source.fault(format!("{key}: units"), "a group is of one side");
            }
            let hex = hex.unwrap_or(Hex(0));
            found.push(Arrival { side, turn: turn.min(9000) as u16, hex, mp, pieces: listed });
        }
        self.all_placed(pieces, begin, file);
        found
    }

    fn entry(&mut self, key: &str, keys: &keys::Arrival) -> Option<Hex> {
        match (&keys.hex, &keys.road) {
            (Some(label), _) => self.hex(&format!("{key}: hex"), label),
            (None, Some(road)) => {
                let edge = |h: &Hex| Dir::ALL.into_iter().any(|d| self.map.grid.neighbor(*h, d).is_none());
                let named = self.map.roads.iter().filter(|r| r.name.as_deref() == Some(road));
                let ends: Vec<Hex> =
                    named.flat_map(|r| [r.path[0], r.path[r.path.len() - 1]]).filter(edge).collect();
                if ends.is_empty() {
                    let what = format!("`{road}` is no road of the map that ends at its edge");
                    self.source.fault(format!("{key}: road"), what);
                }
                ends.first().copied()
            }
            (None, None) => {
                self.source.fault(key, "where: expected `hex` or `road`");
                None
            }
        }
    }

    fn group(
        &mut self,
        key: &str,
        keys: &keys::Arrival,
        pieces: &mut [Counter],
        begin: &[Begin],
        number: u16,
    ) -> Vec<Id> {
        if keys.units.is_empty() {
            self.source.fault(format!("{key}: units"), "expected the names of units or commanders");
        }
        let mut listed = Vec::new();
        for name in &keys.units {
            let Some(id) = self.named(&format!("{key}: units"), name) else { continue };
            if begin[id.index()].hex.is_some() {
                self.source.fault(format!("{key}: units"), format!("`{name}` is on the map already"));
            }
            if pieces[id.index()].arrival.replace(number).is_some() {
                self.source.fault(format!("{key}: units"), format!("`{name}` arrives twice"));
            }
            listed.push(id);
        }
        listed
    }

    fn all_placed(&mut self, pieces: &[Counter], begin: &[Begin], file: &File) {
        let wrote_hex = file.unit.iter().map(|u| u.hex.is_some());
        let wrote_hex: Vec<bool> = wrote_hex.chain(file.commander.iter().map(|c| c.hex.is_some())).collect();
        for (n, piece) in pieces.iter().enumerate() {
            if begin[n].hex.is_none() && !wrote_hex[n] && piece.arrival.is_none() {
                let kind = if piece.arm == Arm::Commander { "[[commander]]" } else { "[[unit]]" };
                let what = "this key is missing: expected a hex, or the name in an [[arrival]]";
                self.source.fault(format!("{kind} {}: hex", piece.id), what);
            }
        }
    }

    pub(crate) fn holds(&mut self, file: &File, pieces: &mut [Counter]) -> Vec<Hold> {
        let mut found = Vec::new();
        for (n, keys) in file.hold.iter().enumerate() {
            let key = format!("[[hold]] {}", n + 1);
            let until = self.number(&format!("{key}: until"), keys.until, 1, 9000) as u16;
            found.push(Hold { until, contact: keys.contact });
            for name in &keys.units {
                if let Some(id) = self.named(&format!("{key}: units"), name) {
                    pieces[id.index()].hold = Some(n as u16);
                }
            }
            let Some(corps) = &keys.corps else {
                if keys.units.is_empty() {
                    self.source.fault(&key, "who: expected `units`, or `side` and `corps`");
                }
                continue;
            };
            let Some(side) = keys.side else {
                self.source.fault(format!("{key}: side"), "this key is missing: `corps` needs it");
                continue;
            };
            let of = |p: &&mut Counter| {
                p.side == side && p.corps == *corps && keys.division.as_ref().is_none_or(|d| *d == p.division)
            };
            for piece in pieces.iter_mut().filter(of) {
                piece.hold = Some(n as u16);
            }
        }
        found
    }

    pub(crate) fn victory(&mut self, file: &File, pieces: &[Counter], begin: &[Begin]) -> Victory {
        let mut victory = Victory {
            sp: 1,
            brigade: 5,
            commander: 0,
            draw: 10,
            handicap: BySide::default(),
            levels: Vec::new(),
            exhaustion: BySide::default(),
            sudden: None,
            prizes: Vec::new(),
        };
        let Some(keys) = &file.victory else {
            self.source.fault("[victory]", "this section is missing; it may be empty");
            return victory;
        };
        let mut value = |name: &str, value: Option<i64>, default: i32, low: i64| match value {
            Some(v) => self.number(&format!("[victory] {name}"), v, low, 100_000) as i32,
            None => default,
        };
        victory.sp = value("sp", keys.sp, 1, 0);
        victory.brigade = value("brigade", keys.brigade, 5, 0);
        victory.commander = value("commander", keys.commander, 0, 0);
        victory.draw = value("draw", keys.draw, 10, 0);
        victory.sudden = keys.sudden.map(|v| value("sudden", Some(v), 0, 1));
        for side in Side::BOTH {
            let given = keys.handicap.get(&side).copied();
            victory.handicap[side] = value("handicap", given, 0, -100_000);
            victory.exhaustion[side] =
                keys.exhaustion.get(&side).map(|v| value("exhaustion", Some(*v), 0, 1));
        }
        victory.levels = self.levels(keys);
        victory.prizes = self.prizes(keys, pieces, begin);
        victory
    }

    fn levels(&mut self, keys: &keys::Victory) -> Vec<(i32, &'static str)> {
        let mut levels = Vec::new();
        for (word, margin) in &keys.levels {
            let Some(known) = ["marginal", "substantial", "decisive"].into_iter().find(|k| k == word) else {
                let what = format!("`{word}`: expected marginal, substantial or decisive");
                self.source.fault("[victory] levels", what);
                continue;
            };
            levels.push((self.number("[victory] levels", *margin, 0, 100_000) as i32, known));
        }
        levels.sort();
        levels
    }

    fn prizes(&mut self, keys: &keys::Victory, pieces: &[Counter], begin: &[Begin]) -> Vec<Prize> {
        let mut prizes = Vec::new();
        for (n, keys) in keys.hex.iter().enumerate() {
            let key = format!("[[victory.hex]] {} ({})", n + 1, keys.name);
            let points = self.number(&format!("{key}: points"), keys.points, -10_000, 10_000) as i32;
            for label in &keys.hexes {
                let Some(hex) = self.hex(&format!("{key}: hexes"), label) else { continue };
                let standing =
                    pieces.iter().zip(begin).find(|(p, b)| p.arm != Arm::Commander && b.hex == Some(hex));
                prizes.push(Prize {
                    name: if keys.name.is_empty() { label.clone() } else { keys.name.clone() },
                    hex,
                    points,
                    only: keys.only,
                    held_by: keys.held_by.or(standing.map(|(p, _)| p.side)),
                });
            }
        }
        prizes
    }
}
