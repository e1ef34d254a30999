//! Units and leaders: what a counter may show, where it may stand, and who commands whom.

use std::collections::HashSet;

use hexmap::{Hex, Terrain};
use table::{Side, entry_keys};

use super::keys::{ArrivesKeys, File, LeaderKeys, Tactical, UnitKeys};
use super::{Frame, Loader};
use crate::campaign::Mount;
use crate::setup::{Arm, Leader, MOST_LEADERS, MOST_UNITS, Rank, Size, Start, Unit, UnitId, UnitSet};

impl Loader<'_, '_> {
    pub(super) fn units(&mut self, keys: &File, frame: &Frame) -> Vec<Unit> {
        if keys.unit.len() > MOST_UNITS {
            self.source
                .fault("[[unit]]", format!("{} units: at most {MOST_UNITS} are possible", keys.unit.len()));
            return Vec::new();
        }
        let mut names = HashSet::new();
        let mut units: Vec<Unit> = Vec::new();
        let titles = entry_keys("unit", keys.unit.iter().map(|unit| unit.name.as_str()));
        for (unit, key) in keys.unit.iter().zip(titles) {
            if !names.insert(unit.name.as_str()) {
                self.source.fault(&key, "name: another unit has the same name");
            }
            self.name(&key, &unit.name);
            self.unit_values(&key, unit, frame);
            let start = self.start(&key, unit, frame);
            if let Some(hex) = start.hex
                && let Some(enemy) = units.iter().find(|u| u.start.hex == Some(hex) && u.side != unit.side)
            {
                let label = self.map.grid.label(hex);
                self.source.fault(&key, format!("hex: the enemy {} stands in {label}", enemy.name));
            }
            let (attack, defend) = tactical(&unit.tactical);
            units.push(Unit {
                side: unit.side,
                name: unit.name.clone(),
                size: unit.size,
                arm: unit.arm,
                mounted: unit.mounted,
                command: unit.command.clone(),
                division: unit.division.clone(),
                army: unit.army.clone(),
                tactical_attack: attack,
                tactical_defend: defend,
                alone: unit.alone,
                artillery: unit.artillery.unwrap_or(0),
                manpower: unit.manpower,
                start,
                out_of_supply: unit.out_of_supply,
                retreat_march: unit.retreat_march,
                supplies: self.supplies(&key, unit.arm, unit.supplies),
            });
        }
        self.follower(keys, frame, &mut units);
        units
    }

    /// The counter that follows a commander who falls: what the scenario leaves out of it is as his, with a
    /// Tactical value one lower.
    fn follower(&mut self, keys: &File, frame: &Frame, units: &mut Vec<Unit>) {
        let Some([falls, follows]) = frame.mortal_commander else { return };
        let Some(fallen) = units.iter().find(|u| u.name == falls).cloned() else { return };
        let (attack, defend) = (fallen.tactical_attack, fallen.tactical_defend);
        let lower = (attack.saturating_sub(1), defend.saturating_sub(1));
        if let Some(at) = keys.unit.iter().position(|u| u.name == follows) {
            if keys.unit[at].tactical.is_none() {
                (units[at].tactical_attack, units[at].tactical_defend) = lower;
            }
            units[at].artillery = keys.unit[at].artillery.unwrap_or(fallen.artillery);
        } else if units.len() < MOST_UNITS {
            units.push(Unit {
                name: follows.to_owned(),
                tactical_attack: lower.0,
                tactical_defend: lower.1,
                start: Start::aside(),
                ..fallen
            });
        }
    }

    /// The unit whose commander may fall and the counter that waits to follow it (7.5).
    pub(super) fn stand_in(&mut self, frame: &Frame, units: &[Unit]) -> Option<(UnitId, UnitId)> {
        let [falls, follows] = frame.mortal_commander?;
        let named = |name: &str| units.iter().position(|u| u.name == name);
        let fallen = named(falls)?;
        let key = format!("[[unit]] {follows}");
        let Some(stand_in) = named(follows) else {
            self.source.fault(&key, format!("missing: it takes the place of {falls}, who may be killed"));
            return None;
        };
        let alike = |u: &Unit| (u.side, u.arm, u.manpower, u.command.clone(), u.division.clone());
        if alike(&units[fallen]) != alike(&units[stand_in]) {
            let why = "side, arm, manpower, command and division: expected those of";
            self.source.fault(&key, format!("{why} {falls}, whose place it takes"));
        }
        Some((UnitId(fallen as u8), UnitId(stand_in as u8)))
    }

    fn name(&mut self, key: &str, name: &str) {
        let odd = name.trim() != name || name.is_empty() || name.contains(" > ") || name.contains('\n');
        if odd {
            self.source.fault(key, "name: expected words without ` > ` and without blanks at the ends");
        }
    }

    fn unit_values(&mut self, key: &str, unit: &UnitKeys, frame: &Frame) {
        let most = frame.module.max_manpower;
        if unit.manpower == 0 || unit.manpower > most {
            let found = unit.manpower;
            self.source.fault(key, format!("manpower {found}: expected 1 to {most} in this game"));
        }
        match (unit.side, unit.size) {
            (Side::Confederate, Size::Squadron) => {
                self.source.fault(key, "size: only the Union has squadrons");
            }
            (Side::Union, Size::DemiDivision) => {
                self.source.fault(key, "size: only the Confederates have demi-divisions");
            }
            _ => {}
        }
        if unit.fatigue > 4 {
            self.source.fault(key, format!("fatigue {}: expected 0 to 4", unit.fatigue));
        }
        if unit.demoralized > 2 {
            self.source.fault(key, format!("demoralized {}: expected 1 or 2", unit.demoralized));
        }
        if unit.retreat_march && !frame.module.retreat_marches {
            self.source.fault(key, "retreat_march: this game has no retreat marches");
        }
        if unit.horses != Mount::Fresh && unit.arm != Arm::Cavalry {
            self.source.fault(key, "horses: only cavalry has horses that wear out");
        }
        if unit.mounted && unit.arm != Arm::Infantry {
            self.source.fault(key, "mounted: only infantry is mounted infantry");
        }
        let (attack, defend) = tactical(&unit.tactical);
        if attack > 20 || defend > 20 || unit.artillery.is_some_and(|guns| guns > 50) {
            let which = if attack > 20 || defend > 20 { "tactical" } else { "artillery" };
            self.source.fault(key, format!("{which}: no counter shows such a value"));
        }
    }

    fn start(&mut self, key: &str, unit: &UnitKeys, frame: &Frame) -> Start {
        let hex = unit.hex.as_deref().and_then(|label| self.hex(&format!("{key}: hex"), label));
        if let Some(hex) = hex {
            self.dry(key, hex);
        }
        let arrives = unit.arrives.as_ref().map(|a| self.arrives(key, a));
        let places = [unit.hex.is_some(), unit.arrives.is_some(), unit.off_map.is_some()];
        match places.into_iter().filter(|named| *named).count() {
            0 if frame.mortal_commander.is_some_and(|[_, follows]| unit.name == follows) => {}
            0 if frame.in_sets.contains(&unit.name) => {}
            0 => self.source.fault(key, "the key `hex` (or `arrives`, or `box`) is missing"),
            _ if frame.in_sets.contains(&unit.name) => {
                self.source.fault(key, "it comes with a set: neither `hex` nor `arrives` is expected");
            }
            1 => {}
            _ => self.source.fault(key, "`hex`, `arrives` and `box` exclude each other"),
        }
        let named = unit.off_map.as_ref().or(unit.arrives.as_ref().and_then(|a| a.off_map.as_ref()));
        let place = named.and_then(|name| self.off_map_box(key, name, &frame.boxes));
        Start {
            hex,
            arrives,
            place,
            fatigue: unit.fatigue.min(4),
            exhausted: unit.exhausted,
            horses: unit.horses,
            disorganized: unit.disorganized,
            demoralized: unit.demoralized.min(2),
            works: unit.entrenchment,
        }
    }

    fn arrives(&mut self, key: &str, arrives: &ArrivesKeys) -> (u8, Vec<Hex>) {
        let key = format!("{key}: arrives");
        if arrives.hexes.is_empty() != arrives.off_map.is_some() || arrives.turn == 0 {
            self.source.fault(&key, "expected { turn = 2, hexes = [\"4610\"] }, or a `box` instead of hexes");
        }
        let hexes = self.hexes(&key, &arrives.hexes);
        for hex in &hexes {
            self.dry(&key, *hex);
        }
        (arrives.turn, hexes)
    }

    fn dry(&mut self, key: &str, hex: Hex) {
        if self.map.terrain(hex) == Terrain::Water {
            let label = self.map.grid.label(hex);
            self.source.fault(key, format!("{label} is water: no unit can be there"));
        }
    }

    pub(super) fn leaders(&mut self, keys: &File, frame: &Frame, units: &[Unit]) -> Vec<Leader> {
        if keys.leader.len() > MOST_LEADERS {
            let found = keys.leader.len();
            self.source.fault("[[leader]]", format!("{found} leaders: at most {MOST_LEADERS} are possible"));
            return Vec::new();
        }
        let mut names = HashSet::new();
        let mut corps: Vec<String> = Vec::new();
        let mut leaders: Vec<Leader> = Vec::new();
        let titles = entry_keys("leader", keys.leader.iter().map(|leader| leader.name.as_str()));
        for (leader, key) in keys.leader.iter().zip(titles) {
            if !names.insert(leader.name.as_str()) {
                self.source.fault(&key, "name: another leader has the same name");
            }
            self.name(&key, &leader.name);
            self.leader_values(&key, leader, frame);
            let commands = commanded(leader, units);
            let with = match leader.with.as_deref() {
                Some(name) => {
                    let Some(at) = units.iter().position(|u| u.name == name) else {
                        let what = format!("with: there is no unit `{name}`");
                        let own = units.iter().filter(|u| u.side == leader.side).map(|u| u.name.as_str());
                        self.source.fault_near(&key, what, name, own);
                        continue;
                    };
                    let with = UnitId(at as u8);
                    self.attachment(&key, leader, with, commands, units, &leaders);
                    Some(with)
                }
                None if keys.campaign.is_some() => None,
                None => {
                    self.source.fault(&key, "the key `with` is missing");
                    continue;
                }
            };
            let (mut attack, mut defend) = tactical(&leader.tactical);
            let jackson =
                leader.side == Side::Confederate && crate::leaders::is_named(&leader.name, "Jackson");
            if let (true, Some(value)) = (jackson, frame.module.jackson_tactical) {
                (attack, defend) = (value, value);
            }
            leaders.push(Leader {
                side: leader.side,
                name: leader.name.clone(),
                rank: leader.rank,
                cavalry: leader.arm == Some(Arm::Cavalry),
                command: leader.command.clone(),
                tactical_attack: attack,
                tactical_defend: defend,
                command_value: leader.command_value,
                with,
                commands,
                corps: corps_number(leader, units, commands, &mut corps),
            });
        }
        leaders
    }

    fn leader_values(&mut self, key: &str, leader: &LeaderKeys, frame: &Frame) {
        if leader.rank == Rank::Army {
            if leader.tactical.is_some() {
                self.source.fault(key, "tactical: army leaders have none");
            }
            if !frame.module.army_leaders {
                self.source.fault(key, "rank: this game has no army leaders");
            }
        } else if leader.tactical.is_none() {
            self.source.fault(key, "the key `tactical` is missing");
        }
        let grand = frame.module.grand_divisions && leader.side == Side::Union;
        if leader.rank == Rank::GrandDivision && !grand {
            self.source.fault(key, "rank: only Burnside's army had Grand Divisions");
        }
        if matches!(leader.arm, Some(Arm::Artillery | Arm::Wagon)) {
            self.source.fault(key, "arm: a leader is of the infantry or the cavalry");
        }
        if leader.command_value > 20 {
            self.source.fault(key, "command_value: no counter shows such a value");
        }
    }

    fn attachment(
        &mut self,
        key: &str,
        leader: &LeaderKeys,
        with: UnitId,
        commands: UnitSet,
        units: &[Unit],
        others: &[Leader],
    ) {
        let unit = &units[with.index()];
        if unit.side != leader.side || !commands.has(with) {
            self.source.fault(key, format!("with: {} is not of his command", unit.name));
        } else if leader.rank.is_high() && unit.arm != Arm::Infantry {
            self.source.fault(key, "with: army and district leaders are attached to infantry");
        } else if others.iter().any(|o| o.with == Some(with) && o.rank.level() == leader.rank.level()) {
            self.source.fault(key, format!("with: {} has a leader of the same level", unit.name));
        }
    }
}

fn tactical(keys: &Option<Tactical>) -> (u8, u8) {
    match keys {
        None => (0, 0),
        Some(Tactical::Number(value)) => {
            let value = u8::try_from(*value).unwrap_or(u8::MAX);
            (value, value)
        }
        Some(Tactical::Table(two)) => (two.attack, two.defend),
    }
}

/// The units a leader commands (2.2): by designation, division, or army; high leaders without a word
/// command everybody.
fn commanded(leader: &LeaderKeys, units: &[Unit]) -> UnitSet {
    let of_side = |under: &dyn Fn(&Unit) -> bool| -> UnitSet {
        (0..units.len() as u8)
            .map(UnitId)
            .filter(|u| units[u.index()].side == leader.side && under(&units[u.index()]))
            .collect()
    };
    let named = match leader.command.as_deref() {
        None => UnitSet::EMPTY,
        Some(word) => of_side(&|unit| is_under(leader.rank, word, unit)),
    };
    // An army leader whose word is on no counter names an army that needs no tags: everybody's.
    if leader.rank.is_high() && named.is_empty() { of_side(&|_| true) } else { named }
}

/// Whether a unit's designation names a leader's command. `M-W` is division M of corps W; where the
/// second part is a number, as in `CAV-2`, it is the number of the division.
fn is_under(rank: Rank, word: &str, unit: &Unit) -> bool {
    let designation = unit.command.as_deref().unwrap_or_default();
    if designation == word {
        return true;
    }
    let (division, corps) = match designation.split_once('-') {
        Some((corps, number)) if number.bytes().all(|b| b.is_ascii_digit()) => (Some(number), corps),
        Some((division, corps)) => (Some(division), corps),
        None => (None, designation),
    };
    match rank {
        Rank::Division => division == Some(word) || unit.division.as_deref() == Some(word),
        Rank::Corps | Rank::GrandDivision => corps == word,
        Rank::Army | Rank::District => corps == word || unit.army.as_deref() == Some(word),
    }
}

/// A number for the corps a leader belongs to: a division leader's is that of the units he commands.
fn corps_number(leader: &LeaderKeys, units: &[Unit], commands: UnitSet, known: &mut Vec<String>) -> u16 {
    let own = leader.command.clone().unwrap_or_default();
    let word = match leader.rank {
        Rank::Division => commands
            .first()
            .and_then(|u| units[u.index()].command.as_deref())
            .map(|d| d.rsplit('-').next().unwrap_or(d).to_owned())
            .unwrap_or(own),
        _ => own,
    };
    match known.iter().position(|k| *k == word) {
        Some(at) => at as u16,
        None => {
            known.push(word);
            known.len() as u16 - 1
        }
    }
}
