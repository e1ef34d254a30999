//! From a scenario file to a [`Setup`]: everything is checked once, here, and all faults are told at once.

mod keys;
mod logistics;
mod pieces;
mod rest;

use std::collections::{BTreeMap, HashSet};

use hexmap::{Crossing, Hex, HexMap, HexSet, Terrain};
use table::{BySide, Fault, Faults, Rows, Side, Source, TableTexts, examine_whole, load_whole};

use crate::campaign::{self, Campaign, Fort};
use crate::ground::Ground;
use crate::lint;
use crate::module::{ArmyInitiative, Edition, Module, Tie};
use crate::observe::Terrains;
use crate::sequence::{self, Step};
use crate::setup::{Arm, Event, Leader, Options, Setup, Unit, UnitId, UnitSet};
use crate::unprinted::Unprinted;
use crate::works::Period;
use keys::File;

/// Reads a scenario. `file` is only for messages; `read` fetches the map by the name the scenario gives.
///
/// # Errors
/// Everything that does not fit, each with its file, key and what was expected.
pub fn load(
    file: &str,
    text: &str,
    read: &mut dyn FnMut(&str) -> Result<String, String>,
) -> Result<Setup, Faults> {
    load_with(file, text, &[], read)
}

/// As [`load`], with optional rules beyond those that the file switches on, by their words.
///
/// # Errors
/// As [`load`]; a word that is no optional rule is a fault as well.
pub fn load_with(
    file: &str,
    text: &str,
    options: &[String],
    read: &mut dyn FnMut(&str) -> Result<String, String>,
) -> Result<Setup, Faults> {
    load_whole(file, text, |source, texts| setup(source, texts, options, read))
}

/// Everything that is wrong with a scenario and the files it names, and what is probably a slip.
pub fn examine(
    file: &str,
    text: &str,
    read: &mut dyn FnMut(&str) -> Result<String, String>,
) -> (Faults, Vec<Fault>) {
    examine_whole(file, text, |source, texts| setup(source, texts, &[], read), lint::warnings)
}

/// The lists that may be written as tables.
fn rows() -> [Rows; 2] {
    [Rows::of::<keys::UnitKeys>("units", "unit"), Rows::of::<keys::LeaderKeys>("leaders", "leader")]
}

/// Reads as much as can be read and notes everything that is wrong; a setup only where nothing is.
fn setup<'t>(
    source: &mut Source<'t>,
    texts: &'t TableTexts,
    options: &[String],
    read: &mut dyn FnMut(&str) -> Result<String, String>,
) -> Option<Setup> {
    let keys: File = source.read_with(&rows(), texts, read)?;
    if !source.is_scenario_of("gcacw", &keys.format, &keys.system) {
        return None;
    }
    let map = map(&keys, source, read)?;
    let campaign_text = campaign_text(&keys, source, read);
    let mut loader = Loader { map: &map, source };
    let frame = loader.frame(&keys, options)?;
    let foreword = keys.about.read(loader.source, Some((frame.year, "[gcacw] year")));
    let units = loader.units(&keys, &frame);
    let leaders = loader.leaders(&keys, &frame, &units);
    let stand_in = loader.stand_in(&frame, &units);
    let rest = loader.rest(&keys, &frame, &units, &leaders);
    let redoubts = loader.redoubts(&frame);
    let leaves_ford = loader.leaves_ford();
    let campaign = match &campaign_text {
        Some(text) => loader.campaign(&keys, text, &frame, &units, &leaders),
        None => None,
    };
    let logistics = loader.logistics(&keys, &frame, campaign.as_ref().map(|(c, _, _)| c), &units);
    if source.has_faults() {
        return None;
    }
    let (campaign, steps, forts) = match campaign {
        Some((campaign, steps, forts)) => (Some(campaign), steps, forts),
        None => (None, sequence::BASIC.to_vec(), Vec::new()),
    };
    let all = |is: &dyn Fn(&Unit) -> bool| -> UnitSet {
        (0..units.len() as u8).map(UnitId).filter(|u| is(&units[u.index()])).collect()
    };
    let by_side = BySide::from_fn(|side: Side| all(&|unit| unit.side == side));
    let (cavalry, wagons) = (all(&|unit| unit.arm == Arm::Cavalry), all(&|unit| unit.arm == Arm::Wagon));
    let mut setup = Setup {
        name: keys.name.clone(),
        description: keys.description.clone(),
        foreword,
        module: frame.module,
        year: frame.year,
        period: frame.period,
        turns: frame.turns,
        starts: frame.starts.or(campaign.as_ref().and_then(|c| c.starts)),
        advanced: keys.gcacw.advanced,
        options: frame.options,
        steps,
        campaign,
        forts,
        random_events: keys.gcacw.random_events,
        events: frame.events,
        ties: frame.ties,
        army_initiative: frame.army_initiative,
        edition: frame.edition,
        ground: Ground::survey(&map, &frame.unprinted),
        unprinted: frame.unprinted,
        by_side,
        cavalry,
        wagons,
        late: UnitSet::EMPTY,
        stand_in,
        units,
        leaders,
        markers: rest.markers,
        modifiers: rest.modifiers,
        restrictions: rest.restrictions,
        victory: rest.victory,
        rain: keys.weather.rain,
        heat: keys.weather.heat,
        minor_unfordable_until: keys.weather.minor_unfordable_until,
        major_unfordable_until: keys.weather.major_unfordable_until,
        redoubts,
        leaves_ford,
        radius: frame.module.command_radius(frame.year),
        logistics,
        rails: crate::campaign::rails::Rails::of(&map),
        terrains: Terrains::default(),
        map,
    };
    setup.late = setup.unit_ids().filter(|unit| setup.comes_later(*unit)).collect();
    Some(setup)
}

fn map(
    keys: &File,
    source: &mut Source,
    read: &mut dyn FnMut(&str) -> Result<String, String>,
) -> Option<HexMap> {
    match read(&keys.map) {
        Ok(text) => {
            let (map, faults) = HexMap::read(&keys.map, &text);
            source.include(faults);
            map
        }
        Err(why) => {
            source.fault("map", format!("`{}` cannot be read: {why}", keys.map));
            None
        }
    }
}

/// The campaign file a scenario is played by: the one it names, or that of its Advanced Game.
fn campaign_text(
    keys: &File,
    source: &mut Source,
    read: &mut dyn FnMut(&str) -> Result<String, String>,
) -> Option<campaign::Read> {
    if keys.campaign.is_some() && !keys.gcacw.advanced {
        source.fault("[campaign]", "only the Advanced Game has campaigns: expected `advanced = true`");
    }
    let usual = Module::parse(&keys.gcacw.game).and_then(|module| module.campaign);
    let named = keys.campaign.as_ref().and_then(|own| own.rules.as_deref());
    if keys.campaign.is_some() && named.or(usual).is_none() {
        source.fault("[campaign] rules", "this game has no campaign of its own: expected a file");
    }
    let word = named.or(usual).filter(|_| keys.gcacw.advanced)?;
    match campaign::read(word, read) {
        Ok(text) => Some(text),
        Err(why) => {
            source.fault("[campaign] rules", why);
            None
        }
    }
}

/// What the `[gcacw]` table says.
struct Frame {
    module: &'static Module,
    year: u16,
    period: Period,
    turns: u8,
    starts: Option<(u16, u8, u8)>,
    options: Options,
    events: [Event; 11],
    ties: [Tie; 6],
    army_initiative: Option<ArmyInitiative>,
    edition: Edition,
    /// A commander who may fall, and who follows him: only in the Advanced Game.
    mortal_commander: Option<[&'static str; 2]>,
    /// Names of the units that come with a set of a campaign.
    in_sets: HashSet<String>,
    /// Names of the off-map boxes.
    boxes: Vec<String>,
    unprinted: Unprinted,
}

struct Loader<'a, 'b> {
    map: &'a HexMap,
    source: &'a mut Source<'b>,
}

fn in_sets(keys: &File) -> HashSet<String> {
    let sets = keys.campaign.iter().flat_map(|campaign| &campaign.set);
    let sets = sets.filter(|set| set.get_ref().turn != Some(0));
    sets.flat_map(|set| set.get_ref().units.iter().cloned()).collect()
}

impl Loader<'_, '_> {
    fn frame(&mut self, keys: &File, options: &[String]) -> Option<Frame> {
        let g = &keys.gcacw;
        let Some(module) = Module::parse(&g.game) else {
            let codes = crate::module::MODULES.map(|m| m.code.word()).join(" ");
            self.source.fault("[gcacw] game", format!("`{}`: expected one of {codes}", g.game));
            return None;
        };
        self.terrain();
        self.crossings(module);
        let year = g.year.unwrap_or(module.year);
        if !(1861..=1865).contains(&year) {
            self.source.fault("[gcacw] year", format!("{year}: expected 1861 to 1865"));
        }
        if !(1..=200).contains(&g.turns) {
            self.source.fault("[gcacw] turns", format!("{}: expected 1 to 200", g.turns));
        }
        let starts = g.starts.as_deref().and_then(|text| {
            let day = crate::calendar::parse(text);
            if day.is_none() {
                self.source
                    .fault("[gcacw] starts", format!("`{text}`: expected a day such as \"1864-11-29\""));
            }
            day
        });
        let events = self.events(g.random_events, &g.events, module);
        let mut rules = Options::default();
        self.options("[gcacw] optional", &g.optional, &mut rules);
        self.options("options", options, &mut rules);
        if rules.limited_intelligence && g.advanced {
            let what = "limited-intelligence is for the Basic Game: it does not go with `advanced = true`";
            self.source.fault("[gcacw] optional", what);
        }
        Some(Frame {
            module,
            year,
            period: Period::of(year),
            turns: g.turns.clamp(1, 200) as u8,
            starts,
            options: rules,
            events,
            ties: self.ties(&g.ties, module),
            army_initiative: self.army_initiative(g.army_initiative, g.advanced, module),
            edition: self.edition(g.edition, module),
            mortal_commander: module.mortal_commander.filter(|_| g.advanced),
            in_sets: in_sets(keys),
            boxes: self.boxes(keys.campaign.as_ref()),
            unprinted: Unprinted::with(&g.tables, self.source),
        })
    }

    /// The campaign as it fits the scenario, if its file can be read at all.
    fn campaign(
        &mut self,
        keys: &File,
        text: &campaign::Read,
        frame: &Frame,
        units: &[Unit],
        leaders: &[Leader],
    ) -> Option<(Campaign, Vec<Step>, Vec<Fort>)> {
        let mut file = Source::new(text.file.as_str(), &text.text);
        let Some(campaign_keys) = campaign::parse(&mut file) else {
            self.source.include(file.into_faults());
            return None;
        };
        let mut fit = campaign::Fit {
            map: self.map,
            turns: frame.turns,
            file: &mut file,
            scenario: self.source,
            units,
            leaders,
            boxes: &frame.boxes,
        };
        let none = Default::default();
        let own = keys.campaign.as_ref().unwrap_or(&none);
        let (campaign, steps) = fit.campaign(&campaign_keys, own);
        let forts = fit.forts(&campaign_keys, own);
        self.source.include(file.into_faults());
        Some((campaign, steps, forts))
    }

    /// A map of this system has only its nine terrains and water.
    fn terrain(&mut self) {
        let foreign = |t| matches!(t, Terrain::Orchard | Terrain::Cornfield | Terrain::Town | Terrain::Marsh);
        for hex in self.map.grid.hexes() {
            let terrain = self.map.terrain(hex);
            if foreign(terrain) {
                let label = self.map.grid.label(hex);
                self.source
                    .fault("map", format!("{label} is `{terrain}`, which Great Campaigns does not know"));
                return;
            }
        }
    }

    /// On the published maps some names speak of dams and ferries that are none (6.2).
    fn crossings(&mut self, module: &Module) {
        for site in &self.map.crossings {
            let label = self.map.side_label(site.hex, site.dir);
            let at = |list: &[&str]| label.split('/').any(|hex| list.contains(&hex));
            // A map of one's own may have any letter; only these sheets are the published ones.
            let published = module.prints_sheet(&label);
            let none = |list: Option<&[&str]>| published && list.is_some_and(|only| !at(only));
            let fault = match site.kind {
                Crossing::Dam if at(module.no_dams) || none(module.dams) => "this is no dam in this game",
                Crossing::Ferry if none(module.ferries) => "this is no ferry in this game",
                Crossing::Ferry if self.on_the_potomac(site.hex, site.dir) => {
                    "the ferries of the Potomac are fords"
                }
                _ => continue,
            };
            self.source.fault("map", format!("the crossing on {label}: {fault}"));
        }
    }

    fn on_the_potomac(&self, hex: Hex, dir: hexmap::Dir) -> bool {
        let side = self.map.side_label(hex, dir);
        let potomac = |name: &str| name == "Potomac" || name == "Potomac River";
        self.map.rivers.iter().any(|river| {
            river.name.as_deref().is_some_and(potomac)
                && river.sides.iter().any(|(h, d)| self.map.side_label(*h, *d) == side)
        })
    }

    fn options(&mut self, key: &str, words: &[String], options: &mut Options) {
        for word in words {
            if !options.switch_on(word) {
                let known = Options::WORDS.map(|option| option.word).join(", ");
                self.source.fault(key, format!("`{word}`: expected one of {known}"));
            }
        }
    }

    fn ties(&mut self, words: &Option<Vec<Tie>>, module: &Module) -> [Tie; 6] {
        match words.as_deref() {
            None => module.ties,
            Some(&[a, b, c, d, e, f]) => [a, b, c, d, e, f],
            Some(other) => {
                self.source.fault(
                    "[gcacw] ties",
                    format!("{} entries: expected 6, for ties of 1 to 6", other.len()),
                );
                module.ties
            }
        }
    }

    /// The army initiative: only where the Advanced Game has it, and the Confederates' where none is named.
    fn army_initiative(
        &mut self,
        named: Option<ArmyInitiative>,
        advanced: bool,
        module: &Module,
    ) -> Option<ArmyInitiative> {
        let in_play = advanced && module.army_initiative;
        if named.is_some() && !in_play {
            self.source.fault("[gcacw] army_initiative", "this game has no army initiative");
        }
        in_play.then(|| named.unwrap_or(ArmyInitiative::Confederate))
    }

    fn edition(&mut self, named: Option<Edition>, module: &Module) -> Edition {
        if named == Some(Edition::Redesign) && !module.redesigned {
            self.source.fault("[gcacw] edition", "this game has no redesigned edition");
        }
        named.unwrap_or(module.usual_edition())
    }

    fn events(&mut self, on: bool, rows: &BTreeMap<String, String>, module: &Module) -> [Event; 11] {
        let mut table = [Event::None; 11];
        if on && rows.is_empty() {
            self.source
                .fault("[gcacw] events", "random_events needs a table: events = { 2 = \"rain\", ... }");
        }
        for (row, word) in rows {
            let key = format!("[gcacw] events {row}");
            let Some(n) = row.parse::<usize>().ok().filter(|n| (2..=12).contains(n)) else {
                self.source.fault(key, "expected a row 2 to 12");
                continue;
            };
            let event = match word.as_str() {
                "none" => Event::None,
                "heat" => Event::Heat,
                "rain" => Event::Rain(0),
                "rain+1" => Event::Rain(1),
                "rain+2" => Event::Rain(2),
                "rain+3" => Event::Rain(3),
                _ => {
                    self.source
                        .fault(key, format!("`{word}`: expected none, heat, rain, rain+1, rain+2 or rain+3"));
                    continue;
                }
            };
            if let Event::Rain(extra) = event
                && crate::charts::rain_numbers(module.rain_numbers, extra).is_none()
            {
                self.source.fault(key, format!("`{word}` does not occur in this game"));
            }
            table[n - 2] = event;
        }
        table
    }

    fn hex(&mut self, key: &str, label: &str) -> Option<Hex> {
        let hex = self.map.grid.hex(label);
        if hex.is_none() {
            self.source.fault(key, format!("`{label}` is not on the map"));
        }
        hex
    }

    fn hexes(&mut self, key: &str, labels: &[String]) -> Vec<Hex> {
        labels.iter().filter_map(|label| self.hex(key, label)).collect()
    }

    fn side(&mut self, key: &str, label: &str) -> Option<(Hex, hexmap::Dir)> {
        let side = self.map.find_side(label);
        if side.is_none() {
            self.source.fault(key, format!("`{label}`: expected a hexside of the map such as \"4610/4611\""));
        }
        side.map(|(hex, dir)| match self.map.grid.neighbor(hex, dir) {
            Some(other) if other < hex => (other, dir.opposite()),
            _ => (hex, dir),
        })
    }

    /// Who benefits from each redoubt: as the map says, else as the game does (9.0).
    fn redoubts(&mut self, frame: &Frame) -> BySide<HexSet> {
        let open = frame.year >= frame.module.redoubts_from;
        let usual = BySide::from_fn(|side| open && frame.module.redoubts[side]);
        BySide::from_fn(|side| {
            let mut hexes = HexSet::new(self.map.grid.len());
            let own = self.map.redoubts.iter().filter(|r| r.benefits.unwrap_or(usual)[side]);
            own.for_each(|r| hexes.insert(r.hex));
            hexes
        })
    }

    /// Snicker's and Berry's Ferry leave a ford behind (10.2).
    fn leaves_ford(&self) -> Vec<(Hex, hexmap::Dir)> {
        self.map
            .crossings
            .iter()
            .filter(|c| c.name.as_deref().is_some_and(|n| n == "Snicker's Ferry" || n == "Berry's Ferry"))
            .map(|c| match self.map.grid.neighbor(c.hex, c.dir) {
                Some(other) if other < c.hex => (other, c.dir.opposite()),
                _ => (c.hex, c.dir),
            })
            .collect()
    }
}
