//! From a scenario file to a [`Setup`]: everything is checked once, here, and all faults are told at once.

mod keys;
mod pieces;
mod rest;

use std::collections::BTreeMap;

use hexmap::{Crossing, Dir, Hex, HexMap, Terrain};
use table::{
    BySide, Fault, Faults, Foreword, Rows, Side, Source, TableTexts, entry_keys, examine_whole, load_whole,
};

use crate::ground::{Ground, cover_of};
use crate::lint;
use crate::observe::Country;
use crate::setup::{Arm, Arrival, Begin, Bridge, Brigade, Counter, Hold, Id, Setup, Victory};
use crate::sight::Sight;
use crate::state::flag;
use crate::tables::Tables;
use keys::File;

/// The most counters a scenario may have.
const MOST: usize = 4000;

/// Reads a scenario; `read` fetches another file by the name written in it (map, charts).
///
/// # Errors
/// Everything that does not fit, each with its file, key and what was expected.
pub fn load(
    file: &str,
    text: &str,
    read: &mut dyn FnMut(&str) -> Result<String, String>,
) -> Result<Setup, Faults> {
    load_whole(file, text, |source, texts| setup(source, texts, read))
}

/// Everything that is wrong with a scenario and the files it names, and what is probably a slip.
pub fn examine(
    file: &str,
    text: &str,
    read: &mut dyn FnMut(&str) -> Result<String, String>,
) -> (Faults, Vec<Fault>) {
    examine_whole(file, text, |source, texts| setup(source, texts, read), lint::warnings)
}

/// The lists that may be written as tables.
fn rows() -> [Rows; 2] {
    [Rows::of::<keys::Unit>("units", "unit"), Rows::of::<keys::Commander>("commanders", "commander")]
}

/// Reads as much as can be read and notes everything that is wrong; a setup only where nothing is.
fn setup<'t>(
    source: &mut Source<'t>,
    texts: &'t TableTexts,
    read: &mut dyn FnMut(&str) -> Result<String, String>,
) -> Option<Setup> {
    let keys: File = source.read_with(&rows(), texts, read)?;
    if !source.is_scenario_of("lfm", &keys.format, &keys.system) {
        return None;
    }
    let foreword = keys.about.read(source, None);
    let map = read_map(&keys.map, read, source);
    let tables = read_tables(keys.lfm.tables.as_ref(), read, source);
    let map = map?;
    let mut loader = Loader { source, map: &map, names: BTreeMap::new() };
    let draft = loader.draft(&keys);
    (!source.has_faults()).then(|| finish(&keys, foreword, map, tables, draft))
}

fn read_map(
    name: &str,
    read: &mut dyn FnMut(&str) -> Result<String, String>,
    source: &mut Source,
) -> Option<HexMap> {
    let text = match read(name) {
        Ok(text) => text,
        Err(why) => {
            source.fault("map", format!("`{name}` cannot be read: {why}"));
            return None;
        }
    };
    let (map, faults) = HexMap::read(name, &text);
    source.include(faults);
    if let Some(map) = &map {
        let mut second = Source::new(name, &text);
        check_map(map, &mut second);
        source.include(second.into_faults());
    }
    map
}

/// What the general map format allows and this system does not.
fn check_map(map: &HexMap, source: &mut Source) {
    use Terrain::*;
    let known = [Clear, Woods, Orchard, Cornfield, Town, Marsh, Water];
    let strange = map.grid.hexes().find(|h| !known.contains(&map.terrain(*h)));
    if let Some(hex) = strange {
        let what = format!(
            "{} is `{}`: expected clear, woods, orchard, cornfield, town, marsh or water",
            map.grid.label(hex),
            map.terrain(hex)
        );
        source.fault("[terrain]", what);
    }
}

fn read_tables(
    key: Option<&keys::Tables>,
    read: &mut dyn FnMut(&str) -> Result<String, String>,
    source: &mut Source,
) -> Tables {
    let (name, text) = match key {
        None => return Tables::read(None, source),
        Some(keys::Tables::Table(table)) => {
            let mut here = Source::new(source.file.clone(), source.text);
            let tables = Tables::read(Some(table), &mut here);
            let faults = here.into_faults().0.into_iter();
            faults.for_each(|fault| source.fault(format!("[lfm.tables] {}", fault.key), fault.what));
            return tables;
        }
        Some(keys::Tables::Word(name)) => match read(name) {
            Ok(text) => (name, text),
            Err(why) => {
                source.fault("[lfm] tables", format!("`{name}` cannot be read: {why}"));
                return Tables::read(None, source);
            }
        },
    };
    let mut second = Source::new(name.as_str(), &text);
    let table: toml::Table = match second.parse() {
        Ok(table) => table,
        Err(faults) => {
            source.include(faults);
            return Tables::read(None, source);
        }
    };
    let tables = Tables::read(Some(&table), &mut second);
    source.include(second.into_faults());
    tables
}

/// What the file says, before the parts that cannot fail are worked out.
struct Draft {
    turn: u16,
    turns: u16,
    day_turns: u16,
    night_turns: u16,
    first_player: Vec<(u16, Side)>,
    rain: Vec<u16>,
    acting: BySide<Option<Id>>,
    first_hour: u16,
    minutes: u16,
    pieces: Vec<Counter>,
    units: usize,
    begin: Vec<Begin>,
    brigades: Vec<Brigade>,
    arrivals: Vec<Arrival>,
    holds: Vec<Hold>,
    bridges: Vec<Bridge>,
    victory: Victory,
    breastworks: Vec<Hex>,
    burned: Vec<usize>,
    charges: Vec<(Id, usize)>,
}

fn finish(keys: &File, foreword: Foreword, map: HexMap, tables: Tables, draft: Draft) -> Setup {
    let growth = |hex| {
        let cover = cover_of(&map, &tables, hex);
        (cover.height, cover.obstructed)
    };
    let sight = Sight::new(&map, growth);
    let find = |hex, dir: Dir| {
        let near = map.grid.neighbor(hex, dir)?;
        let same = |b: &Bridge| (b.hex, b.dir) == (hex, dir) || (b.hex, b.dir) == (near, dir.opposite());
        draft.bridges.iter().position(same)
    };
    let ground = Ground::new(&map, &tables, find);
    let of = |side| {
        let mine = draft.pieces.iter().enumerate().filter(|(_, p)| p.side == side);
        mine.map(|(n, _)| Id(n as u16)).collect()
    };
    let leads = |side| {
        let mine = draft.pieces.iter().enumerate().filter(|(_, p)| p.side == side && p.arm == Arm::Commander);
        mine.map(|(n, _)| Id(n as u16)).collect()
    };
    Setup {
        sides: BySide::from_fn(of),
        leaders: BySide::from_fn(leads),
        name: keys.name.clone(),
        description: keys.description.clone(),
        foreword,
        turns: draft.turns,
        turn: draft.turn,
        day_turns: draft.day_turns,
        night_turns: draft.night_turns,
        first_player: draft.first_player,
        rain: draft.rain,
        acting: draft.acting,
        days: keys.lfm.days.clone(),
        first_hour: draft.first_hour,
        minutes: draft.minutes,
        tables,
        pieces: draft.pieces,
        units: draft.units,
        brigades: draft.brigades,
        arrivals: draft.arrivals,
        holds: draft.holds,
        bridges: draft.bridges,
        victory: draft.victory,
        begin: draft.begin,
        breastworks: draft.breastworks,
        burned: draft.burned,
        charges: draft.charges,
        sight,
        ground,
        country: Country::default(),
        map,
    }
}

pub(crate) struct Loader<'a, 'b> {
    pub source: &'a mut Source<'b>,
    pub map: &'a HexMap,
    /// Ids of units and commanders.
    pub names: BTreeMap<String, Id>,
}

impl Loader<'_, '_> {
    fn draft(&mut self, keys: &File) -> Draft {
        let (turn, turns, day_turns, night_turns) = self.turns(keys);
        let bridges = self.bridges();
        let (mut pieces, begin) = self.pieces(keys);
        self.one_side_a_hex(&pieces, &begin);
        let brigades = self.brigades(keys, &mut pieces);
        let cycle = (day_turns, night_turns);
        let arrivals = self.arrivals(keys, &mut pieces, &begin, cycle);
        let holds = self.holds(keys, &mut pieces);
        let markers = self.markers(keys, &bridges, &pieces, &begin);
        Draft {
            turn,
            turns,
            day_turns,
            night_turns,
            first_player: self.first_player(keys, turn),
            rain: keys.lfm.rain.iter().map(|t| self.number("[lfm] rain", *t, 1, 9999) as u16).collect(),
            acting: self.acting(keys, &pieces),
            first_hour: self.optional("[lfm] first_hour", keys.lfm.first_hour, 8, 0, 23) as u16,
            minutes: self.optional("[lfm] minutes_per_turn", keys.lfm.minutes_per_turn, 60, 1, 1440) as u16,
            units: keys.unit.len(),
            victory: self.victory(keys, &pieces, &begin),
            pieces,
            begin,
            brigades,
            arrivals,
            holds,
            bridges,
            breastworks: markers.0,
            burned: markers.1,
            charges: markers.2,
        }
    }

    pub(crate) fn number(&mut self, key: &str, value: i64, low: i64, high: i64) -> i64 {
        if !(low..=high).contains(&value) {
            self.source.fault(key, format!("{value}: expected {low} to {high}"));
            return low;
        }
        value
    }

    fn optional(&mut self, key: &str, value: Option<i64>, default: i64, low: i64, high: i64) -> i64 {
        value.map_or(default, |v| self.number(key, v, low, high))
    }

    pub(crate) fn hex(&mut self, key: &str, label: &str) -> Option<Hex> {
        let found = self.map.grid.hex(label);
        if found.is_none() {
            self.source.fault(key, format!("`{label}` is not a hex of the map"));
        }
        found
    }

    /// A unit or commander by the name questions use.
    pub(crate) fn named(&mut self, key: &str, name: &str) -> Option<Id> {
        let found = self.names.get(name).copied();
        if found.is_none() {
            let what = format!("`{name}`: there is no unit or commander of that name");
            self.source.fault_near(key, what, name, self.names.keys().map(String::as_str));
        }
        found
    }

    fn turns(&mut self, keys: &File) -> (u16, u16, u16, u16) {
        let day_turns = self.optional("[lfm] day_turns", keys.lfm.day_turns, 12, 1, 100);
        let night_turns = self.optional("[lfm] night_turns", keys.lfm.night_turns, 2, 0, 100);
        let turn = self.optional("[lfm] turn", keys.lfm.turn, 1, 1, 5000);
        let last = (turn - 1) / (day_turns + night_turns) * (day_turns + night_turns) + day_turns;
        let turns = self.optional("[lfm] turns", keys.lfm.turns, last.max(turn), 1, 5000);
        if turns < turn {
            self.source
                .fault("[lfm] turns", format!("{turns} is before turn {turn}, which the position shows"));
        }
        (turn as u16, turns as u16, day_turns as u16, night_turns as u16)
    }

    fn first_player(&mut self, keys: &File, turn: u16) -> Vec<(u16, Side)> {
        let mut found = Vec::new();
        for (key, side) in &keys.lfm.first_player {
            match key.trim_start_matches("turn").parse::<u16>().ok().filter(|t| *t > 0) {
                Some(t) => found.push((t, *side)),
                None => self.source.fault("[lfm] first_player", format!("`{key}`: expected a turn number")),
            }
        }
        if let Some(side) = keys.first {
            match found.iter().find(|(t, _)| *t == turn) {
                Some((_, other)) if *other != side => {
                    self.source.fault("first", "contradicts [lfm] first_player for this turn");
                }
                _ => found.push((turn, side)),
            }
        }
        found
    }

    fn acting(&mut self, keys: &File, pieces: &[Counter]) -> BySide<Option<Id>> {
        let mut acting = BySide::default();
        for (side, name) in &keys.lfm.acting {
            let Some(id) = self.named("[lfm] acting", name) else { continue };
            let man = &pieces[id.index()];
            if man.stars < 2 || man.side != *side {
                self.source
                    .fault("[lfm] acting", format!("`{name}` is no {side} commander of 2 stars or more"));
            }
            acting[*side] = Some(id);
        }
        acting
    }

    fn bridges(&self) -> Vec<Bridge> {
        let bridge = |site: &&hexmap::CrossingSite| site.kind == Crossing::Bridge;
        let read = |site: &hexmap::CrossingSite| Bridge {
            hex: site.hex,
            dir: site.dir,
            burnable: !self.map.side(site.hex, site.dir).indestructible,
        };
        self.map.crossings.iter().filter(bridge).map(read).collect()
    }

    fn pieces(&mut self, keys: &File) -> (Vec<Counter>, Vec<Begin>) {
        let (mut pieces, mut begin) = (Vec::new(), Vec::new());
        if keys.unit.len() + keys.commander.len() > MOST {
            self.source.fault("[[unit]]", format!("at most {MOST} units and commanders are possible"));
            return (pieces, begin);
        }
        let mut labels = Labels::default();
        let title = |id: &Option<String>, name: &String| id.as_ref().unwrap_or(name).clone();
        let names: Vec<String> = keys.unit.iter().map(|unit| title(&unit.id, &unit.name)).collect();
        let titles = entry_keys("unit", names.iter().map(String::as_str));
        for (unit, key) in keys.unit.iter().zip(&titles) {
            let (counter, start) = self.unit(unit, &keys.lfm, &mut labels, key);
            self.name(&counter, key, pieces.len());
            pieces.push(counter);
            begin.push(start);
        }
        let names: Vec<String> = keys.commander.iter().map(|man| title(&man.id, &man.name)).collect();
        let titles = entry_keys("commander", names.iter().map(String::as_str));
        for (man, key) in keys.commander.iter().zip(&titles) {
            let (counter, start) = self.commander(man, keys, &mut labels, key);
            self.name(&counter, key, pieces.len());
            pieces.push(counter);
            begin.push(start);
        }
        self.lists(keys, &pieces);
        self.highest(&pieces);
        (pieces, begin)
    }

    fn name(&mut self, counter: &Counter, key: &str, number: usize) {
        if self.names.insert(counter.id.clone(), Id(number as u16)).is_some() {
            let what = "name: two counters have this name; give one of them an `id` of its own";
            self.source.fault(key, what);
        }
    }

    /// Names in free_units and retreat_before_combat must be units.
    fn lists(&mut self, keys: &File, pieces: &[Counter]) {
        let lists = [
            ("[lfm] free_units", &keys.lfm.free_units),
            ("[lfm] retreat_before_combat", &keys.lfm.retreat_before_combat),
        ];
        for (key, list) in lists {
            for name in list {
                let known =
                    pieces.iter().any(|p| p.arm != Arm::Commander && (p.id == *name || p.name == *name));
                if !known {
                    let what = format!("`{name}`: there is no unit of that name");
                    self.source.fault_near(key, what, name, pieces.iter().map(|p| p.id.as_str()));
                }
            }
        }
    }

    fn highest(&mut self, pieces: &[Counter]) {
        for side in Side::BOTH {
            if pieces.iter().filter(|p| p.side == side && p.stars == 4).count() > 1 {
                self.source
                    .fault("[[commander]] stars", format!("the {side} side has two 4-star commanders"));
            }
        }
    }

    /// A hex may hold units of one side only.
    fn one_side_a_hex(&mut self, pieces: &[Counter], begin: &[Begin]) {
        let mut holder: BTreeMap<Hex, Side> = BTreeMap::new();
        for (piece, start) in pieces.iter().zip(begin).filter(|(p, _)| p.arm != Arm::Commander) {
            let Some(hex) = start.hex else { continue };
            if *holder.entry(hex).or_insert(piece.side) != piece.side {
                let what = format!("{} holds units of both sides", self.map.grid.label(hex));
                self.source.fault(format!("[[unit]] {}: hex", piece.id), what);
            }
        }
    }
}

/// Labels of corps and divisions as numbers: only their equality matters.
#[derive(Default)]
pub(crate) struct Labels {
    corps: BTreeMap<(Side, String), u16>,
    divisions: BTreeMap<(Side, String, String), u16>,
}

impl Labels {
    pub(crate) fn corps(&mut self, side: Side, corps: &str) -> u16 {
        if corps.is_empty() {
            return 0;
        }
        let next = self.corps.len() as u16 + 1;
        *self.corps.entry((side, corps.to_owned())).or_insert(next)
    }

    pub(crate) fn division(&mut self, side: Side, corps: &str, division: &str) -> u16 {
        if division.is_empty() {
            return 0;
        }
        let next = self.divisions.len() as u16 + 1;
        *self.divisions.entry((side, corps.to_owned(), division.to_owned())).or_insert(next)
    }
}

/// The start flags of a word of `state`, or `None` if the arm has no such state.
pub(crate) fn state_flag(word: &str, arm: Arm) -> Option<(u32, u32)> {
    let cavalry = arm == Arm::Cavalry;
    match word {
        "disorganized" => Some((flag::D, 0)),
        // The marker lies on the stack, so a battery that rode with the cavalry can show it too.
        "charged" => Some((flag::D | flag::CHARGED, 0)),
        "mounted" if cavalry => Some((flag::MOUNTED, 0)),
        "dismounted" if cavalry => Some((0, flag::MOUNTED)),
        "limbered" if arm.is_gun() => Some((flag::LIMBERED, 0)),
        "unlimbered" if arm.is_gun() => Some((0, flag::LIMBERED)),
        "detached" if arm.is_regiment() => Some((flag::DETACHED, 0)),
        "building" => Some((flag::BUILDING, 0)),
        _ => None,
    }
}

/// The value of a Roman or decimal label.
pub(crate) fn label_number(label: &str) -> Option<u16> {
    if let Ok(n) = label.parse::<u16>() {
        return Some(n);
    }
    let value = |c| match c {
        'I' => Some(1),
        'V' => Some(5),
        'X' => Some(10),
        // No corps is numbered so high: an L is Longstreet's initial.
        _ => None,
    };
    let digits: Vec<u16> = label.chars().map(value).collect::<Option<_>>()?;
    let mut sum = 0i32;
    for (n, digit) in digits.iter().enumerate() {
        let before_larger = digits.get(n + 1).is_some_and(|next| next > digit);
        sum += if before_larger { -(*digit as i32) } else { *digit as i32 };
    }
    let back = roman(u16::try_from(sum).ok().filter(|n| *n > 0)?);
    (back == label).then_some(sum as u16)
}

fn roman(mut n: u16) -> String {
    let steps = [(10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")];
    let mut text = String::new();
    for (value, letters) in steps {
        while n >= value {
            text.push_str(letters);
            n -= value;
        }
    }
    text
}
