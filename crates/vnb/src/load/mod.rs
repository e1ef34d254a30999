//! Reading a scenario: all faults at once, nothing half-loaded.

pub(crate) mod formations;
mod keys;
mod stands;
pub(crate) mod tables;

use table::{Fault, Faults, Rows, Side, Source, TableTexts, entry_keys, examine_whole, load_whole};

use crate::charts::{DEDICATED_GUN_RANGE, ranges};
use crate::geometry::Pt;
use crate::lint;
use crate::load::formations::{divisions, objectives, reinforcements};
use crate::load::keys::{RawScenario, RawVnb, Said};
use crate::load::stands::{links, placed, read_stand};
use crate::load::tables::{empty, hundredths, read_table_file};
use crate::night::Night;
use crate::setup::{Options, Setup, Table, VictoryPoints};
use crate::state::Phase;

/// Most stands a scenario may hold: their numbers fit in a byte.
const MOST_STANDS: usize = 240;

/// Reads a scenario. `read` fetches the table file by the name the scenario gives it.
///
/// # Errors
/// Everything that is wrong with the scenario and its table.
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
fn rows() -> [Rows; 3] {
    [
        Rows::of::<keys::RawStand>("units", "stand"),
        Rows::of::<keys::RawStand>("stands", "stand"),
        Rows::of::<keys::RawDivision>("divisions", "division"),
    ]
}

/// Reads as much as can be read and notes everything that is wrong.
fn setup<'t>(
    source: &mut Source<'t>,
    texts: &'t TableTexts,
    read: &mut dyn FnMut(&str) -> Result<String, String>,
) -> Option<Setup> {
    let raw: RawScenario = source.read_with(&rows(), texts, read)?;
    let table = read_table(source, raw.table.as_deref(), read);
    header(source, &raw);
    if raw.stand.len() > MOST_STANDS {
        source.fault("stand", format!("{} stands: expected at most {MOST_STANDS}", raw.stand.len()));
        return None;
    }
    let is_known = table.is_some();
    let mut setup = frame(source, &raw, table);
    let keys = entry_keys("stand", raw.stand.iter().map(|stand| stand.name.as_str()));
    for (stand, key) in raw.stand.iter().zip(&keys) {
        let (made, piece) = read_stand(source, &setup, stand, key);
        if setup.find(&stand.name).is_some() {
            source.fault(format!("{key}: name"), "the name is used twice: expected a name of its own");
        }
        setup.sorts.push((made.side, made.kind));
        setup.ranges.push(ranges(made.weapon).1.max(DEDICATED_GUN_RANGE));
        setup.stands.push(made);
        setup.pieces.push(piece);
    }
    divisions(source, &mut setup, &raw.division, &raw.stand);
    links(source, &mut setup, &raw.stand, &keys);
    reinforcements(source, &mut setup, &raw.reinforcement);
    objectives(source, &mut setup, &raw.objective);
    if is_known {
        placed(source, &setup, &keys);
    }
    Some(setup)
}

fn read_table(
    source: &mut Source,
    name: Option<&str>,
    read: &mut dyn FnMut(&str) -> Result<String, String>,
) -> Option<Table> {
    let Some(name) = name else {
        source.fault("table", "missing: expected the file of the table, such as `henry-hill.table.toml`");
        return None;
    };
    match read(name) {
        Ok(text) => {
            let (table, faults) = read_table_file(name, &text);
            source.include(faults);
            table
        }
        Err(why) => {
            source.fault("table", format!("`{name}` cannot be read: {why}"));
            None
        }
    }
}

fn header(source: &mut Source, raw: &RawScenario) {
    source.is_scenario_of("vnb", &raw.format, &raw.system);
    if raw.first.is_none() {
        source.fault("first", "missing: expected the side that takes the first player turn");
    }
}

/// Everything of the setup that is not a stand.
fn frame(source: &mut Source, raw: &RawScenario, table: Option<Table>) -> Setup {
    let first = raw.first.as_ref().map_or(Side::Union, |said| said.side(source, "first"));
    let phasing = raw.vnb.phasing.as_ref().map_or(first, |said| said.side(source, "[vnb]: phasing"));
    let turn = number(source, "[vnb]: turn", raw.vnb.turn, 1, 1..=999) as u16;
    let turns = number(source, "[vnb]: turns", raw.vnb.turns, 8, 1..=999) as u16;
    if turn > turns {
        source.fault("[vnb]: turn", format!("{turn}: the game has only {turns} turns"));
    }
    let date = raw.vnb.date.as_deref().and_then(|d| {
        let read = date(d);
        if read.is_none() {
            source.fault("[vnb]: date", format!("`{d}`: expected a date such as `1862-04-06`"));
        }
        read
    });
    let foreword = raw.about.read(source, date.map(|(year, ..)| (year, "[vnb] date")));
    let points = VictoryPoints::default();
    let victory = raw.vnb.victory.as_ref().map_or(points, |v| VictoryPoints {
        casualty: v.casualty.unwrap_or(points.casualty).clamp(0, 1_000),
        exhausted: v.exhausted.unwrap_or(points.exhausted).clamp(0, 1_000),
        collapsed: v.collapsed.unwrap_or(points.collapsed).clamp(0, 1_000),
        margin: v.margin.unwrap_or(points.margin).clamp(0, 100),
        sudden_death: v.sudden_death.unwrap_or(true),
    });
    Setup {
        name: raw.name.clone(),
        description: raw.description.clone(),
        foreword,
        turns,
        table: table.unwrap_or_else(|| empty(9_600, 7_200)),
        first,
        phasing,
        turn,
        phase: phase(source, raw.vnb.phase.as_ref()),
        date,
        starts: clock(source, "[vnb]: starts", raw.vnb.starts.as_deref()),
        nights: nights(source, &raw.vnb, turns),
        options: options(source, &raw.vnb),
        stands: Vec::new(),
        divisions: Vec::new(),
        objectives: Vec::new(),
        victory,
        pieces: Vec::new(),
        sorts: Vec::new(),
        ranges: Vec::new(),
    }
}

/// The phase a scenario begins in: one that waits for somebody, or that ends in one that does.
fn phase(source: &mut Source, said: Option<&Said<Phase>>) -> Phase {
    let expected = "`movement`, `rally`, `morale` or `combat`";
    let key = "[vnb]: phase";
    match said.map_or(Phase::Movement, |said| said.or_fault(source, key, expected, Phase::Movement)) {
        Phase::Command | Phase::Movement => Phase::Movement,
        begins @ (Phase::Rally | Phase::Morale | Phase::Combat) => begins,
        other @ (Phase::Guns | Phase::Exhaustion) => {
            source.fault(
                key,
                format!("no battle begins with the {} phase: expected {expected}", other.title()),
            );
            Phase::Movement
        }
    }
}

/// The nights of a battle of several days, one after the other.
fn nights(source: &mut Source, raw: &RawVnb, turns: u16) -> Vec<Night> {
    let mut nights: Vec<Night> = Vec::new();
    for night in raw.nights.iter().flatten() {
        let key = "[vnb]: nights";
        let until = clock(source, key, Some(&night.until));
        let least = nights.last().map_or(1, |before| i64::from(before.after) + 1);
        if !(least..i64::from(turns)).contains(&night.after) {
            let what = format!("after {}: expected a turn from {least} to {}", night.after, turns - 1);
            source.fault(key, what);
            continue;
        }
        nights.push(Night { after: night.after as u16, until });
    }
    nights
}

fn clock(source: &mut Source, key: &str, text: Option<&str>) -> u16 {
    let Some(text) = text else { return 600 };
    let read = text.split_once(':').and_then(|(h, m)| Some((h.parse::<u16>().ok()?, m.parse::<u16>().ok()?)));
    match read {
        Some((h, m)) if h < 24 && m < 60 => h * 60 + m,
        _ => {
            source.fault(key, format!("`{text}`: expected a time such as `10:00`"));
            600
        }
    }
}

fn options(source: &mut Source, raw: &RawVnb) -> Options {
    let mut options = Options { dedicated_guns: raw.dedicated_guns == Some(true), ..Options::default() };
    for word in raw.options.iter().flatten() {
        match word.as_str() {
            "poorly-trained" => options.poorly_trained = true,
            "pursuit-in-woods" => options.pursuit_in_woods = true,
            "forest-edge-is-feature" => options.forest_edge_is_feature = true,
            _ => source.fault(
                "[vnb]: options",
                format!(
                    "`{word}`: expected `poorly-trained`, `pursuit-in-woods` or `forest-edge-is-feature`"
                ),
            ),
        }
    }
    options
}

fn date(text: &str) -> Option<(u16, u8, u8)> {
    let mut parts = text.split('-');
    let year = parts.next()?.parse().ok()?;
    let (month, day) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let fits = (1..=12).contains(&month) && (1..=31).contains(&day) && parts.next().is_none();
    fits.then_some((year, month, day))
}

pub(crate) fn number(
    source: &mut Source,
    key: &str,
    value: Option<i64>,
    default: i64,
    range: std::ops::RangeInclusive<i64>,
) -> i64 {
    match value {
        None => default,
        Some(n) if range.contains(&n) => n,
        Some(n) => {
            source.fault(key, format!("{n}: expected {} to {}", range.start(), range.end()));
            default
        }
    }
}

/// A point given in inches.
pub(crate) fn point(xy: [f64; 2]) -> Pt {
    Pt::cents(hundredths(xy[0]), hundredths(xy[1]))
}
