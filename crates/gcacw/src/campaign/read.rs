//! From a campaign file and `[campaign]` of a scenario to the [`Campaign`] of a game.

use std::collections::BTreeMap;

use hexmap::{Hex, HexMap, Terrain};
use table::{Rule, Side, Source};
use toml::Spanned;

use super::Campaign;
use super::arrivals::{ArrivalModifier, ArrivalRow, ArrivalTable, MOST_SETS, MOST_TABLES, Set};
use super::events::{Effect, EventRow};
use super::keys::{
    ArrivalKeys, ArrivalModifierKeys, CampaignFile, EffectKeys, EventKeys, ScenarioCampaign, SetKeys,
    TheaterKeys,
};
use super::theaters::Theater;
use crate::sequence::{Phase, Step};
use crate::setup::{Leader, LeaderId, Unit, UnitId, UnitSet};

/// The word every campaign file begins with.
const FORMAT: &str = "hardtack-campaign/1";

/// A built-in campaign: its word and its text, from the data beside the crates, or from within a published package.
macro_rules! built_in {
    ($id:literal) => {{
        #[cfg(not(packaged))]
        let text = include_str!(concat!("../../../../data/gcacw/campaign/", $id, ".campaign.toml"));
        #[cfg(packaged)]
        let text = include_str!(concat!("../../data/campaign/", $id, ".campaign.toml"));
        ($id, text)
    }};
}

/// The campaigns that are built in.
const BUILT_IN: [(&str, &str); 4] =
    [built_in!("hsn"), built_in!("bac"), built_in!("bac-8"), built_in!("bac-9")];

/// A campaign file, read but not yet fitted to a scenario.
pub(crate) struct Read {
    pub(crate) file: String,
    pub(crate) text: String,
}

/// Finds a campaign file: a built-in word, or the name of a file beside the scenario.
///
/// # Errors
/// There is none of that name.
pub(crate) fn read(word: &str, read: &mut dyn FnMut(&str) -> Result<String, String>) -> Result<Read, String> {
    if let Some((id, text)) = BUILT_IN.iter().find(|(id, _)| *id == word) {
        return Ok(Read { file: format!("{id}.campaign.toml"), text: (*text).to_owned() });
    }
    if !word.ends_with(".toml") {
        let words = BUILT_IN.map(|(id, _)| id).join(", ");
        return Err(format!("`{word}`: expected one of {words}, or a file such as \"mine.campaign.toml\""));
    }
    let text = read(word).map_err(|why| format!("`{word}` cannot be read: {why}"))?;
    Ok(Read { file: word.to_owned(), text })
}

/// Everything that the parts of a campaign are checked against.
pub(crate) struct Fit<'a, 'b, 'c> {
    pub(crate) map: &'a HexMap,
    pub(crate) turns: u8,
    /// The campaign file, for its faults.
    pub(crate) file: &'a mut Source<'b>,
    /// The scenario, for its own.
    pub(crate) scenario: &'a mut Source<'c>,
    pub(crate) units: &'a [Unit],
    pub(crate) leaders: &'a [Leader],
    /// The off-map boxes of the scenario.
    pub(crate) boxes: &'a [String],
}

/// Reads the keys of a campaign file.
pub(crate) fn parse(source: &mut Source) -> Option<CampaignFile> {
    let keys: CampaignFile = source.read()?;
    if keys.format != FORMAT {
        source.fault("format", format!("`{}`: expected \"{FORMAT}\"", keys.format));
    }
    Some(keys)
}

impl Fit<'_, '_, '_> {
    /// The whole campaign and the phases of its turns.
    pub(crate) fn campaign(&mut self, keys: &CampaignFile, own: &ScenarioCampaign) -> (Campaign, Vec<Step>) {
        let steps = self.steps(keys);
        let places = self.places(keys, own);
        let tables = self.tables(keys);
        let mut campaign = Campaign {
            name: keys.name.clone(),
            ours: keys.ours.clone(),
            starts: self.starts(keys),
            events: Vec::new(),
            tables,
            sets: Vec::new(),
            set_of: vec![None; self.units.len()],
            theaters: Vec::new(),
            supply: keys.supply.clone(),
            winter: self.winter(keys),
            manpower: self.manpower(keys),
            cavalry: self.cavalry(keys, &places),
            substitutes: self.substitutes(own),
        };
        campaign.events = self.events(keys, &campaign);
        campaign.theaters = own.theater.iter().filter_map(|t| self.theater(t, &steps, &campaign)).collect();
        self.sets(keys, own, &places, &mut campaign);
        self.days_of_arrival(&steps);
        (campaign, steps)
    }

    fn starts(&mut self, keys: &CampaignFile) -> Option<(u16, u8, u8)> {
        let text = keys.starts.as_deref()?;
        let day = crate::calendar::parse(text);
        if day.is_none() {
            self.file.fault("starts", format!("`{text}`: expected a day such as \"1864-11-29\""));
        }
        day
    }

    fn steps(&mut self, keys: &CampaignFile) -> Vec<Step> {
        let mut steps = Vec::new();
        for spanned in &keys.phase {
            let step = spanned.get_ref();
            if step.from == 0 || step.every == 0 || step.until < step.from {
                let what = "expected `from`, `until` and `every` of at least 1, in order";
                self.file.fault_at(spanned.span(), "[[phase]]", what);
                continue;
            }
            let (phase, from, until, every) = (step.phase, step.from, step.until, step.every);
            steps.push(Step { phase, from, until, every, not_last: step.not_last });
        }
        for needed in [Phase::LeaderTransfer, Phase::ActionCycle, Phase::Recovery, Phase::TurnIndication] {
            let held = |step: &Step| step.phase == needed && *step == Step::always(needed);
            if steps.iter().filter(|step| held(step)).count() != 1 {
                let what = format!("expected the {} once, on every turn", needed.name());
                self.file.fault("[[phase]]", what);
            }
        }
        if steps.last().is_some_and(|step| step.phase != Phase::TurnIndication) {
            self.file.fault("[[phase]]", "expected the Turn Indication Phase at the end");
        }
        steps
    }

    /// Hexes by what they are for: those of the file where they are on the map, or those of the scenario.
    fn places(&mut self, keys: &CampaignFile, own: &ScenarioCampaign) -> BTreeMap<String, Vec<Hex>> {
        let mut places: BTreeMap<String, Vec<Hex>> = BTreeMap::new();
        for (name, labels) in &keys.place {
            let hexes = labels.iter().filter_map(|label| self.map.grid.hex(label)).collect();
            places.insert(name.clone(), hexes);
        }
        for (name, labels) in &own.place {
            let key = format!("[campaign.place] {name}");
            if !keys.place.contains_key(name) {
                self.scenario.fault(&key, "the campaign has no place of this name");
            }
            let hexes = labels.iter().filter_map(|label| self.dry_hex(&key, label)).collect();
            places.insert(name.clone(), hexes);
        }
        places
    }

    /// A hex of the scenario in which units can stand.
    pub(super) fn dry_hex(&mut self, key: &str, label: &str) -> Option<Hex> {
        let hex = self.map.grid.hex(label);
        match hex {
            None => self.scenario.fault(key, format!("`{label}` is not on the map")),
            Some(hex) if self.map.terrain(hex) == Terrain::Water => {
                self.scenario.fault(key, format!("{label} is water: no unit can be there"));
            }
            _ => {}
        }
        hex
    }

    fn tables(&mut self, keys: &CampaignFile) -> Vec<ArrivalTable> {
        let named = |id: &str| keys.arrivals.iter().position(|t| t.get_ref().id == id).map(|n| n as u8);
        if keys.arrivals.len() > MOST_TABLES {
            self.file.fault("[[arrivals]]", format!("at most {MOST_TABLES} tables are possible"));
        }
        let mut tables = Vec::new();
        for (n, spanned) in keys.arrivals.iter().enumerate() {
            let table = spanned.get_ref();
            let key = format!("[[arrivals]] {}", table.id);
            if named(&table.id) != Some(n as u8) {
                self.file.fault_at(spanned.span(), &key, "another table has the same id");
            }
            if !keys.phase.iter().any(|step| step.get_ref().phase == table.phase) {
                self.file.fault_at(spanned.span(), &key, "phase: no [[phase]] of this campaign");
            }
            if table.place.as_ref().is_some_and(|place| !keys.place.contains_key(place)) {
                self.file.fault_at(spanned.span(), &key, "place: no [place] of this campaign");
            }
            if table.dice > 3 || (table.dice > 0) == table.row.is_empty() {
                self.file.fault_at(spanned.span(), &key, "expected 1 to 3 dice with rows, or neither");
            }
            let modifiers =
                table.modifier.iter().map(|m| self.arrival_modifier(spanned, m, &named)).collect();
            self.cited(spanned, table.rule.as_deref());
            tables.push(arrival_table(table, modifiers));
        }
        tables
    }

    /// The clause a table names, else the one for reinforcements in general.
    fn cited(&mut self, table: &Spanned<ArrivalKeys>, id: Option<&str>) -> Rule {
        let id = id.unwrap_or(CITED[0]);
        let known = CITED.into_iter().find(|known| *known == id);
        if known.is_none() {
            let key = format!("[[arrivals]] {}", table.get_ref().id);
            let what = format!("rule `{id}`: expected one of {}", CITED.join(", "));
            self.file.fault_at(table.span(), key, what);
        }
        Rule(known.unwrap_or(CITED[0]))
    }

    fn arrival_modifier(
        &mut self,
        table: &Spanned<ArrivalKeys>,
        keys: &ArrivalModifierKeys,
        named: &dyn Fn(&str) -> Option<u8>,
    ) -> ArrivalModifier {
        let closed = keys.closed.as_deref().and_then(|id| {
            let found = named(id);
            if found.is_none() {
                let key = format!("[[arrivals]] {}: modifier {}", table.get_ref().id, keys.name);
                self.file.fault_at(table.span(), key, format!("closed: there is no table `{id}`"));
            }
            found
        });
        ArrivalModifier {
            name: keys.name.clone().into(),
            value: keys.value,
            from: keys.from,
            until: keys.until,
            received: keys.received,
            each: keys.each,
            any: keys.any,
            closed,
            rule: self.cited(table, keys.rule.as_deref().or(table.get_ref().rule.as_deref())),
        }
    }

    fn events(&mut self, keys: &CampaignFile, campaign: &Campaign) -> Vec<EventRow> {
        if keys.event.len() > 64 {
            self.file.fault("[[event]]", "at most 64 lines are possible");
        }
        keys.event.iter().map(|spanned| self.event(spanned, campaign)).collect()
    }

    fn event(&mut self, spanned: &Spanned<EventKeys>, campaign: &Campaign) -> EventRow {
        let event = spanned.get_ref();
        let key = format!("[[event]] {}", event.name);
        if event.dice.is_empty() || event.dice.iter().any(|sum| !(2..=12).contains(sum)) {
            self.file.fault_at(spanned.span(), &key, "dice: expected sums of two dice, 2 to 12");
        }
        let effect = self.effect(&event.effect, campaign).unwrap_or_else(|what| {
            self.file.fault_at(spanned.span(), &key, format!("effect: {what}"));
            Effect::None
        });
        EventRow {
            dice: event.dice.iter().filter(|sum| **sum <= 12).fold(0, |bits, sum| bits | 1 << sum),
            from: event.from,
            until: event.until,
            weather: event.weather,
            once: event.once,
            name: event.name.clone(),
            text: event.text.clone(),
            effect,
        }
    }

    /// Something beyond the map, on a turn with an Off-Map Segment.
    fn theater(
        &mut self,
        spanned: &Spanned<TheaterKeys>,
        steps: &[Step],
        campaign: &Campaign,
    ) -> Option<Theater> {
        let keys = spanned.get_ref();
        let key = format!("[[campaign.theater]] {}", keys.name);
        let held = |step: &Step| step.phase == Phase::OffMapSegment && step.is_held(keys.turn, self.turns);
        let effect = match self.effect(&keys.effect, campaign) {
            _ if !steps.iter().any(held) => Err(format!("turn {} has no Off-Map Segment", keys.turn)),
            // The segment is the last business of a turn: what holds for a turn would be over at once.
            Ok(
                effect @ (Effect::Points(..)
                | Effect::Bring(_)
                | Effect::Shift(..)
                | Effect::Withdraw(_)
                | Effect::CommandValue(..)
                | Effect::ArmyInitiative(_)),
            ) => Ok(effect),
            Ok(_) => Err("effect: expected points, bring, shift, withdraw, command-value or army-initiative"
                .to_owned()),
            wrong => wrong,
        };
        match effect {
            Ok(effect) => Some(Theater { name: keys.name.clone(), turn: keys.turn, effect }),
            Err(what) => {
                self.scenario.fault_at(spanned.span(), &key, what);
                None
            }
        }
    }

    /// An effect with the names in it looked up.
    fn effect(&self, keys: &EffectKeys, campaign: &Campaign) -> Result<Effect, String> {
        let leader = |name: &str| {
            let named = |l: &Leader| l.name == name || crate::leaders::is_named(&l.name, name);
            self.leaders.iter().position(named).map(|n| LeaderId(n as u8))
        };
        Ok(match keys {
            EffectKeys::None => Effect::None,
            EffectKeys::Heat => Effect::Heat,
            EffectKeys::Rain { further_turns } => Effect::Rain(*further_turns),
            EffectKeys::Paralysis { foot, horse } => Effect::Paralysis([*foot, *horse]),
            EffectKeys::Pace { foot, horse } => Effect::Pace([*foot, *horse]),
            EffectKeys::MoreSets { table, sets } => Effect::MoreSets(campaign.table(table)?, *sets),
            EffectKeys::CommandValue { leader: name, change } => Effect::CommandValue(leader(name), *change),
            EffectKeys::ArmyInitiative { towards } => Effect::ArmyInitiative(*towards),
            EffectKeys::NoPontoons { side } => Effect::NoPontoons(*side),
            EffectKeys::NoRolls { side } => Effect::NoRolls(*side),
            EffectKeys::Reroll { side } => Effect::Reroll(*side),
            EffectKeys::NoGrandAssault { leader: name } => Effect::NoGrandAssault(leader(name)),
            EffectKeys::Idle { side, name } => self.idle(*side, name),
            EffectKeys::AttackBonus { side, value } => Effect::AttackBonus(*side, *value),
            EffectKeys::Boats { side } => Effect::Boats(*side),
            EffectKeys::Guide { points } => Effect::Guide(*points),
            EffectKeys::Bring { table } => Effect::Bring(campaign.table(table)?),
            EffectKeys::JoinLeader { leader: name } => Effect::JoinLeader(leader(name)),
            EffectKeys::Shift { table, turns } => Effect::Shift(campaign.table(table)?, *turns),
            EffectKeys::Points { side, points } => Effect::Points(*side, *points),
            EffectKeys::Withdraw { units } => Effect::Withdraw(self.named_units(units)?),
            EffectKeys::WinterEnd { earlier_on } => Effect::WinterEnd(*earlier_on),
            EffectKeys::NightMarch { side } => Effect::NightMarch(*side),
            EffectKeys::Raid { side, arm } => Effect::Raid(*side, *arm),
        })
    }

    fn named_units(&self, names: &[String]) -> Result<UnitSet, String> {
        let find = |name: &String| {
            let at = self.units.iter().position(|u| u.name == *name);
            at.map(|n| UnitId(n as u8)).ok_or_else(|| format!("there is no unit `{name}`"))
        };
        names.iter().map(find).collect()
    }

    /// The counter of this name, leader or unit, that an event keeps idle.
    fn idle(&self, side: Side, name: &str) -> Effect {
        let is = |other: &str| other == name || crate::leaders::is_named(other, name);
        let leader = self.leaders.iter().position(|l| l.side == side && is(&l.name));
        let unit = self.units.iter().position(|u| u.side == side && is(&u.name));
        Effect::Idle(leader.map(|n| LeaderId(n as u8)), unit.map(|n| UnitId(n as u8)))
    }

    fn sets(
        &mut self,
        keys: &CampaignFile,
        own: &ScenarioCampaign,
        places: &BTreeMap<String, Vec<Hex>>,
        campaign: &mut Campaign,
    ) {
        if own.set.len() > MOST_SETS {
            let found = own.set.len();
            self.scenario
                .fault("[[campaign.set]]", format!("{found} sets: at most {MOST_SETS} are possible"));
            return;
        }
        let mut sets: Vec<Set> = Vec::new();
        for spanned in &own.set {
            if let Some(set) = self.set(keys, spanned, places, campaign) {
                sets.push(set);
            }
        }
        sets.sort_by_key(|set| (set.table, set.number));
        for (n, set) in sets.iter().enumerate() {
            for unit in set.units {
                if campaign.set_of[unit.index()].replace(n as u8).is_some() {
                    let name = &self.units[unit.index()].name;
                    self.scenario.fault("[[campaign.set]]", format!("{name} is in two sets"));
                }
            }
        }
        campaign.sets = sets;
    }

    fn set(
        &mut self,
        keys: &CampaignFile,
        spanned: &Spanned<SetKeys>,
        places: &BTreeMap<String, Vec<Hex>>,
        campaign: &Campaign,
    ) -> Option<Set> {
        let set = spanned.get_ref();
        let key = format!("[[campaign.set]] {} {}", set.table, set.number);
        let mut fault = |what: String| self.scenario.fault_at(spanned.span(), &key, what);
        let table = campaign.table(&set.table).map_err(&mut fault).ok()?;
        let printed = keys.arrivals[table as usize].get_ref();
        let mut units = UnitSet::EMPTY;
        for name in &set.units {
            let own = |u: &Unit| printed.side.is_none_or(|side| u.side == side);
            let found = self.units.iter().position(|u| u.name == *name && own(u));
            match (found, printed.side) {
                (Some(n), _) => units.add(UnitId(n as u8)),
                (None, Some(side)) => fault(format!("units: there is no {side} unit `{name}`")),
                (None, None) => fault(format!("units: there is no unit `{name}`")),
            }
            let group = (set.number as usize).checked_sub(1).and_then(|n| printed.group.get(n));
            if !printed.group.is_empty() && group.is_none_or(|group| !group.contains(name)) {
                let expected = group.map(|group| group.join(", ")).unwrap_or_default();
                fault(format!("units: {name} is not of set {}: expected {expected}", set.number));
            }
        }
        let hexes = match (&set.hexes[..], &printed.place) {
            ([], Some(place)) => places.get(place).cloned().unwrap_or_default(),
            (labels, _) => labels.iter().filter_map(|label| self.dry_hex(&key, label)).collect(),
        };
        let place = set.off_map.as_ref().and_then(|name| self.boxes.iter().position(|b| b == name));
        if set.off_map.is_some() && place.is_none() {
            self.scenario.fault_at(spanned.span(), &key, "box: there is no [[campaign.box]] of this name");
        }
        if hexes.is_empty() && set.off_map.is_none() && set.turn != Some(0) {
            let what = "hexes: expected at least one hex of the map where it enters, or a `box`";
            self.scenario.fault_at(spanned.span(), &key, what);
        }
        let place = place.map(|at| at as u8);
        Some(Set { table, number: set.number, units, hexes, place, turn: set.turn })
    }

    /// A unit with a day of its own comes on a turn that has a phase for it.
    fn days_of_arrival(&mut self, steps: &[Step]) {
        for unit in self.units {
            let Some((turn, _)) = &unit.start.arrives else { continue };
            let phase = match unit.side {
                Side::Union => Phase::UnionReinforcement,
                Side::Confederate => Phase::ConfederateReinforcement,
            };
            let fits = |step: &Step| {
                (step.phase == phase || step.phase == Phase::Reinforcement) && step.is_held(*turn, self.turns)
            };
            if !steps.iter().any(fits) {
                let what = format!("arrives: turn {turn} has no {}", phase.name());
                self.scenario.fault(format!("[[unit]] {}", unit.name), what);
            }
        }
    }
}

impl Campaign {
    /// The table of arrivals of this id.
    fn table(&self, id: &str) -> Result<u8, String> {
        let found = self.tables.iter().position(|table| table.id == id).map(|n| n as u8);
        found.ok_or_else(|| {
            let ids: Vec<&str> = self.tables.iter().map(|table| table.id.as_str()).collect();
            format!("there is no table `{id}`: expected one of {}", ids.join(", "))
        })
    }
}

fn arrival_table(keys: &ArrivalKeys, modifiers: Vec<ArrivalModifier>) -> ArrivalTable {
    let row = |row: &super::keys::ArrivalRowKeys| ArrivalRow {
        from: row.from,
        until: row.until,
        at_most: row.at_most.unwrap_or(i16::MAX),
        sets: row.sets,
        fatigue: row.fatigue.min(4),
        closes: row.closes,
    };
    ArrivalTable {
        id: keys.id.clone(),
        name: keys.name.clone(),
        side: keys.side,
        phase: keys.phase,
        from: keys.from,
        until: keys.until,
        dice: keys.dice,
        rows: keys.row.iter().map(row).collect(),
        modifiers,
        blocked: keys.blocked,
        make_up: keys.make_up,
    }
}

/// The clauses that a table of arrivals may cite; the first is the one for reinforcements in general.
const CITED: [&str; 16] = [
    "G3.0-9", "GBAC-40", "GBAC-43", "GBAC-45", "GBAC-47", "GBAC-48", "GBAC-49", "GBAC-51", "GBAC-56",
    "GBAC-57", "GHSN-31", "GHSN-32", "GHSN-33", "GHSN-34", "GHSN-46", "GHSN-47",
];
