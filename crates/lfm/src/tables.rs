//! The charts: odds, results, artillery, charges, modifiers, terrain. The built-in values are ours; a
//! scenario may replace any section, so that an owner of the printed card can play with its values.

use table::Source;
use toml::{Table, Value};

/// The built-in charts.
#[cfg(not(packaged))]
pub const DEFAULT: &str = include_str!("../../../data/lfm-tables/default.tables.toml");
/// The built-in charts.
#[cfg(packaged)]
pub const DEFAULT: &str = include_str!("../data/default.tables.toml");

/// What a combat or a charge comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Outcome {
    /// The defender loses two units, the rest retreats.
    De2,
    /// The defender loses one unit, the rest retreats.
    De,
    /// The defender retreats.
    Dr,
    /// One defending unit takes a cohesion check.
    Dc,
    /// Exchange.
    Exc,
    /// No effect.
    #[default]
    Ne,
    /// The attacker retreats.
    Ar,
    /// The attacker loses one unit, the rest retreats.
    Ae,
}

impl Outcome {
    /// Whether the defenders have to leave their hexes.
    pub(crate) fn gives_ground(self) -> bool {
        matches!(self, Outcome::De2 | Outcome::De | Outcome::Dr)
    }
    /// The units that the attacker or the defender has to give up.
    pub(crate) fn units_lost(self, attacker: bool) -> u16 {
        match (self, attacker) {
            (Outcome::De2, false) => 2,
            (Outcome::De | Outcome::Exc, false) | (Outcome::Exc | Outcome::Ae, true) => 1,
            _ => 0,
        }
    }
    pub const fn code(self) -> &'static str {
        match self {
            Outcome::De2 => "DE2",
            Outcome::De => "DE",
            Outcome::Dr => "DR",
            Outcome::Dc => "DC",
            Outcome::Exc => "EXC",
            Outcome::Ne => "NE",
            Outcome::Ar => "AR",
            Outcome::Ae => "AE",
        }
    }

    /// The result as one would tell it to the attacker: `he loses a unit and retreats`.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Outcome::De2 => "he loses two units, the rest retreat",
            Outcome::De => "he loses a unit, the rest retreat",
            Outcome::Dr => "he retreats",
            Outcome::Dc => "one of his units must check its cohesion",
            Outcome::Exc => "each side loses a unit",
            Outcome::Ne => "nothing happens",
            Outcome::Ar => "you retreat",
            Outcome::Ae => "you lose a unit, the rest retreat",
        }
    }

    /// The same, as the log tells it to both.
    pub(crate) const fn told(self) -> &'static str {
        match self {
            Outcome::De2 => "the defender loses two units, the rest retreat",
            Outcome::De => "the defender loses a unit, the rest retreat",
            Outcome::Dr => "the defender retreats",
            Outcome::Dc => "a defending unit must check its cohesion",
            Outcome::Exc => "each side loses a unit",
            Outcome::Ne => "no effect",
            Outcome::Ar => "the attacker retreats",
            Outcome::Ae => "the attacker loses a unit, the rest retreat",
        }
    }

    pub(crate) fn from_code(code: &str) -> Option<Outcome> {
        use Outcome::*;
        [De2, De, Dr, Dc, Exc, Ne, Ar, Ae].into_iter().find(|o| o.code() == code)
    }
}

/// A chart with a row for each modified die, held at its first and last row.
#[derive(Clone, Debug, Default)]
pub struct Chart<T> {
    pub columns: Vec<String>,
    first: i16,
    rows: Vec<Vec<T>>,
}

impl<T: Copy> Chart<T> {
    pub fn at(&self, row: i16, column: usize) -> T {
        let n = (row - self.first).clamp(0, self.rows.len() as i16 - 1);
        self.rows[n as usize][column.min(self.columns.len() - 1)]
    }

    /// The modified dice that have a row.
    pub(crate) fn dice(&self) -> impl Iterator<Item = i16> {
        self.first..self.first + self.rows.len() as i16
    }
}

/// Movement points in twelfths: of riders, horse artillery and commanders, and of all others (1.2).
pub(crate) const SWIFT: u8 = 96;
pub(crate) const ON_FOOT: u8 = 60;

/// Costs for foot, mounted, guns, commander; `None` is prohibited.
pub type Costs = [Option<u8>; 4];

/// What terrain does to those in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cover {
    pub no_retreat: bool,
    pub breastwork: bool,
    pub height: u8,
    pub obstructed: bool,
}

#[derive(Clone, Debug, Default)]
pub struct CombatDrm {
    pub flanked: i16,
    pub all_higher: i16,
    pub all_lower: i16,
    pub attacker_commander: i16,
    pub defender_commander: i16,
    pub weak_commander: i16,
    pub attacker_disorganized: i16,
    pub defender_disorganized: i16,
    pub breastwork: i16,
    pub stone_wall: i16,
    pub creek: i16,
    pub steep_slope: i16,
    pub growth: i16,
}

#[derive(Clone, Debug, Default)]
pub struct ArtilleryDrm {
    pub partial: i16,
    pub breastwork: i16,
    pub disorganized: i16,
    pub mounted_or_limbered: i16,
    pub crowded: i16,
}

#[derive(Clone, Debug, Default)]
pub struct ChargeDrm {
    pub target_disorganized: i16,
    pub target_shattered: i16,
    pub cavalry_disorganized: i16,
    pub steep_slope: i16,
    pub breastwork: i16,
    pub stone_wall: i16,
    pub creek: i16,
    pub town_or_woods: i16,
}

/// Costs of entering hexes and crossing hexsides, in twelfths of a movement point.
#[derive(Clone, Debug, Default)]
pub struct MoveCosts {
    pub clear: Costs,
    pub cornfield: Costs,
    pub orchard: Costs,
    pub woods: Costs,
    pub town: Costs,
    pub marsh: Costs,
    pub water: Costs,
    pub sunken_road: Costs,
    pub breastwork: Costs,
    pub slope_up: Costs,
    pub slope_down: Costs,
    pub steep_up: Costs,
    pub steep_down: Costs,
    pub creek: Costs,
    pub stone_wall: Costs,
    pub river: Costs,
    pub ford: Costs,
    pub bridge: Costs,
    pub along_road: u8,
    pub cancels: Vec<String>,
    pub pike: u8,
    pub road: u8,
    pub trail: u8,
    pub disordered_road: u8,
}

#[derive(Clone, Debug, Default)]
pub struct Covers {
    pub clear: Cover,
    pub cornfield: Cover,
    pub orchard: Cover,
    pub woods: Cover,
    pub town: Cover,
    pub marsh: Cover,
    pub water: Cover,
    pub sunken_road: Cover,
    pub breastwork: Cover,
}

/// All charts of a scenario.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// Whose values they are, as shown to the players.
    pub source: String,
    /// Sections that a scenario's own file replaced or changed.
    pub replaced: Vec<String>,
    odds: Vec<(String, u32, u32)>,
    pub crt: Chart<Outcome>,
    pub stand_test: bool,
    pub combat: CombatDrm,
    /// Column shift for a difference of -3 to +3.
    pub shift: [i8; 7],
    pub artillery: Chart<u8>,
    pub min_sp: Vec<u16>,
    pub fire: ArtilleryDrm,
    pub charge: Chart<Outcome>,
    pub charge_drm: ChargeDrm,
    pub moves: MoveCosts,
    pub covers: Covers,
    pub zoi_drm: i16,
}

impl Tables {
    /// The odds column: the rightmost one whose ratio the attacker reaches.
    pub fn odds(&self, attacker: u16, defender: u16) -> usize {
        let reaches = |(_, num, den): &(String, u32, u32)| attacker as u32 * den >= defender as u32 * num;
        self.odds.iter().rposition(reaches).unwrap_or(0)
    }

    /// How many columns of odds there are.
    pub(crate) fn columns(&self) -> usize {
        self.odds.len()
    }

    pub fn odds_name(&self, column: usize) -> &str {
        &self.odds[column].0
    }

    /// The column after the shift for the difference of the cohesion ratings.
    pub fn shifted(&self, column: usize, shift: i8) -> usize {
        (column as i32 + shift as i32).clamp(0, self.odds.len() as i32 - 1) as usize
    }

    pub fn shift(&self, difference: i8) -> i8 {
        self.shift[(difference.clamp(-3, 3) + 3) as usize]
    }

    pub fn fire_column(&self, sp: u16) -> usize {
        self.min_sp.iter().rposition(|least| sp >= *least).unwrap_or(0)
    }

    /// Charge columns run from the most negative difference to the most positive one.
    pub fn charge_column(&self, difference: i8) -> usize {
        let wanted = |name: &String| name.trim_start_matches('+').parse::<i8>().ok();
        let all: Vec<i8> = self.charge.columns.iter().filter_map(wanted).collect();
        all.iter().rposition(|d| difference >= *d).unwrap_or(0)
    }

    /// The built-in charts, changed by those of a scenario.
    pub fn read(changes: Option<&Table>, source: &mut Source) -> Tables {
        let mut all: Table = toml::from_str(DEFAULT).unwrap_or_default();
        let mut replaced = Vec::new();
        for (key, value) in changes.into_iter().flatten() {
            if !all.contains_key(key) {
                source.fault(key, "unknown section of the charts");
                continue;
            }
            replaced.push(key.clone());
            merge(&mut all, key, value);
        }
        let mut reader = Reader { all, source };
        let mut tables = reader.tables();
        tables.replaced = replaced.into_iter().filter(|k| k != "source").collect();
        tables
    }
}

/// Charts with rows are replaced whole, lists of values key by key.
fn merge(into: &mut Table, key: &str, value: &Value) {
    let whole = ["crt", "artillery", "charge", "odds", "combat_cr"].contains(&key);
    match (into.get_mut(key), value) {
        (Some(Value::Table(old)), Value::Table(new)) if !whole => {
            for (inner, value) in new {
                if old.contains_key(inner) {
                    merge(old, inner, value);
                } else {
                    old.insert(inner.clone(), value.clone());
                }
            }
        }
        _ => {
            into.insert(key.to_owned(), value.clone());
        }
    }
}

struct Reader<'a, 'b> {
    all: Table,
    source: &'a mut Source<'b>,
}

impl Reader<'_, '_> {
    fn tables(&mut self) -> Tables {
        let crt = self.chart("crt", |v| v.as_str().and_then(Outcome::from_code), "a result such as \"DR\"");
        let odds = self.odds();
        if odds.len() != crt.columns.len() {
            self.source.fault("[crt] columns", "expected as many columns as [odds] has");
        }
        let check = |v: &Value| v.as_integer().and_then(|n| u8::try_from(n).ok()).filter(|n| *n <= 9);
        let artillery = self.chart("artillery", check, "a number of checks, 0 to 9");
        let min_sp = self.numbers("artillery", "min_sp", artillery.columns.len(), 0, 1000);
        let charge = self.chart("charge", |v| v.as_str().and_then(charge_code), "a result such as \"DR\"");
        let bad = charge.columns.iter().any(|c| c.trim_start_matches('+').parse::<i8>().is_err());
        if bad {
            self.source.fault("[charge] columns", "expected differences such as \"-1\", \"0\", \"+1\"");
        }
        let shift = self.numbers("combat_cr", "column_shift", 7, -9, 9);
        Tables {
            source: self.all.get("source").and_then(Value::as_str).unwrap_or("ours").to_owned(),
            replaced: Vec::new(),
            odds,
            crt,
            stand_test: self.flag("crt_results", "nr_stand_test"),
            combat: self.combat_drm(),
            shift: std::array::from_fn(|n| shift.get(n).map_or(0, |s| *s as i8)),
            artillery,
            min_sp: min_sp.iter().map(|n| *n as u16).collect(),
            fire: self.artillery_drm(),
            charge,
            charge_drm: self.charge_drm(),
            moves: self.moves(),
            covers: self.covers(),
            zoi_drm: self.number("reorganization", "zoi_drm"),
        }
    }

    fn at(&mut self, section: &str, key: &str) -> Option<Value> {
        let mut place = &Value::Table(self.all.clone());
        for part in section.split('.') {
            match place.get(part) {
                Some(inner) => place = inner,
                None => {
                    self.source.fault(format!("[{section}]"), "this section is missing");
                    return None;
                }
            }
        }
        let found = place.get(key).cloned();
        if found.is_none() {
            self.source.fault(format!("[{section}] {key}"), "this key is missing");
        }
        found
    }

    fn number(&mut self, section: &str, key: &str) -> i16 {
        let Some(value) = self.at(section, key) else { return 0 };
        match value.as_integer().filter(|n| (-20..=20).contains(n)) {
            Some(n) => n as i16,
            None => {
                self.source.fault(format!("[{section}] {key}"), "expected a number from -20 to 20");
                0
            }
        }
    }

    fn flag(&mut self, section: &str, key: &str) -> bool {
        match self.at(section, key).map(|v| v.as_bool()) {
            Some(Some(flag)) => flag,
            Some(None) => {
                self.source.fault(format!("[{section}] {key}"), "expected true or false");
                false
            }
            None => false,
        }
    }

    fn numbers(&mut self, section: &str, key: &str, count: usize, low: i64, high: i64) -> Vec<i64> {
        let Some(value) = self.at(section, key) else { return vec![0; count] };
        let read = |v: &Value| v.as_integer().filter(|n| (low..=high).contains(n));
        let list: Option<Vec<i64>> = value.as_array().and_then(|l| l.iter().map(read).collect());
        match list.filter(|l| l.len() == count) {
            Some(list) => list,
            None => {
                let what = format!("expected {count} whole numbers from {low} to {high}");
                self.source.fault(format!("[{section}] {key}"), what);
                vec![0; count]
            }
        }
    }

    fn columns(&mut self, section: &str) -> Vec<String> {
        let value = self.at(section, "columns");
        let names = value.as_ref().and_then(Value::as_array).map(|list| {
            list.iter().filter_map(Value::as_str).map(|s| s.replace(':', "-")).collect::<Vec<_>>()
        });
        match names.filter(|n| !n.is_empty() && n.len() <= 40) {
            Some(names) => names,
            None => {
                self.source.fault(format!("[{section}] columns"), "expected a list of column names");
                vec![String::new()]
            }
        }
    }

    fn odds(&mut self) -> Vec<(String, u32, u32)> {
        let columns = self.columns("odds");
        let num = self.numbers("odds", "num", columns.len(), 1, 1000);
        let den = self.numbers("odds", "den", columns.len(), 1, 1000);
        let pairs = num.into_iter().zip(den);
        columns.into_iter().zip(pairs).map(|(name, (n, d))| (name, n as u32, d as u32)).collect()
    }

    fn chart<T: Copy + Default>(
        &mut self,
        section: &str,
        read: impl Fn(&Value) -> Option<T>,
        wanted: &str,
    ) -> Chart<T> {
        let columns = self.columns(section);
        let table = self.all.get(section).and_then(Value::as_table).cloned().unwrap_or_default();
        let mut rows: Vec<(i16, Vec<T>)> = Vec::new();
        for (key, value) in table.iter().filter(|(k, _)| !["columns", "min_sp"].contains(&k.as_str())) {
            let place = format!("[{section}] {key}");
            let Some(n) = key.parse::<i16>().ok().filter(|n| (-40..=40).contains(n)) else {
                self.source.fault(place, "expected a modified die such as \"-1\" as key");
                continue;
            };
            let list: Option<Vec<T>> = value.as_array().and_then(|l| l.iter().map(&read).collect());
            match list.filter(|l| l.len() == columns.len()) {
                Some(list) => rows.push((n, list)),
                None => {
                    self.source.fault(place, format!("expected {} entries, each {wanted}", columns.len()))
                }
            }
        }
        rows.sort_by_key(|(n, _)| *n);
        let first = rows.first().map_or(0, |(n, _)| *n);
        if rows.is_empty() || rows.iter().enumerate().any(|(n, row)| row.0 != first + n as i16) {
            self.source.fault(format!("[{section}]"), "expected one row for each modified die, without gaps");
            return Chart { rows: vec![vec![T::default(); columns.len()]], columns, first: 0 };
        }
        Chart { columns, first, rows: rows.into_iter().map(|(_, row)| row).collect() }
    }

    fn combat_drm(&mut self) -> CombatDrm {
        let mut n = |key| self.number("combat_drm", key);
        CombatDrm {
            flanked: n("flanked"),
            all_higher: n("attackers_all_higher"),
            all_lower: n("attackers_all_lower"),
            attacker_commander: n("attacker_commander_cv4_to_6"),
            defender_commander: n("defender_commander_cv4_to_6"),
            weak_commander: n("commander_cv_below_4"),
            attacker_disorganized: n("attacking_hex_disorganized"),
            defender_disorganized: n("defending_hex_d_or_shattered"),
            breastwork: n("breastwork_town_sunken_road"),
            stone_wall: n("stone_wall_all_attackers"),
            creek: n("creek_all_attackers"),
            steep_slope: n("steep_slope_up_all_attackers"),
            growth: n("woods_orchard_cornfield"),
        }
    }

    fn artillery_drm(&mut self) -> ArtilleryDrm {
        let mut n = |key| self.number("artillery_drm", key);
        ArtilleryDrm {
            partial: n("los_partially_obstructed"),
            breastwork: n("target_in_breastwork_or_sunken_road"),
            disorganized: n("any_firing_battery_disorganized"),
            mounted_or_limbered: n("target_unit_mounted_or_limbered"),
            crowded: n("target_hex_over_8_sp"),
        }
    }

    fn charge_drm(&mut self) -> ChargeDrm {
        let mut n = |key| self.number("charge_drm", key);
        ChargeDrm {
            target_disorganized: n("target_disorganized"),
            target_shattered: n("target_shattered"),
            cavalry_disorganized: n("cavalry_disorganized"),
            steep_slope: n("steep_slope"),
            breastwork: n("breastwork"),
            stone_wall: n("stone_wall"),
            creek: n("creek"),
            town_or_woods: n("town_or_woods"),
        }
    }

    fn costs(&mut self, section: &str, key: &str) -> Costs {
        let list = self.numbers(section, key, 4, -1, 240);
        std::array::from_fn(|n| u8::try_from(list[n]).ok())
    }

    fn rate(&mut self, section: &str, key: &str) -> u8 {
        let place = format!("[{section}] {key}");
        match self.at(section, key).map(|v| v.as_integer().filter(|n| (1..=240).contains(n))) {
            Some(Some(n)) => n as u8,
            Some(None) => {
                self.source.fault(place, "expected twelfths of an MP, 1 to 240");
                12
            }
            None => 12,
        }
    }

    fn moves(&mut self) -> MoveCosts {
        let mut enter = |key| self.costs("tec.move.enter", key);
        let mut costs = MoveCosts {
            clear: enter("clear"),
            cornfield: enter("cornfield"),
            orchard: enter("orchard"),
            woods: enter("woods"),
            town: enter("town"),
            marsh: enter("marsh"),
            water: enter("water"),
            sunken_road: enter("sunken_road"),
            breastwork: enter("breastwork"),
            ..MoveCosts::default()
        };
        let mut cross = |key| self.costs("tec.move.cross", key);
        costs.slope_up = cross("slope_up");
        costs.slope_down = cross("slope_down");
        costs.steep_up = cross("steep_up");
        costs.steep_down = cross("steep_down");
        costs.creek = cross("creek");
        costs.stone_wall = cross("stone_wall");
        costs.river = cross("river");
        costs.ford = cross("ford");
        costs.bridge = cross("bridge");
        costs.along_road = self.rate("tec.move.along_road", "enter");
        costs.cancels = self.cancels();
        costs.pike = self.rate("tec.road", "pike");
        costs.road = self.rate("tec.road", "road");
        costs.trail = self.rate("tec.road", "trail");
        costs.disordered_road = self.rate("tec.road", "disorganized_or_shattered");
        costs
    }

    fn cancels(&mut self) -> Vec<String> {
        let known = ["slope_up", "slope_down", "steep_up", "steep_down", "stone_wall", "creek", "ford"];
        let value = self.at("tec.move.along_road", "cancels");
        let list = value.as_ref().and_then(Value::as_array).cloned().unwrap_or_default();
        let words: Vec<String> = list.iter().filter_map(Value::as_str).map(str::to_owned).collect();
        if words.len() != list.len() || words.iter().any(|w| !known.contains(&w.as_str())) {
            let what = format!("expected a list of {}", known.join(", "));
            self.source.fault("[tec.move.along_road] cancels", what);
        }
        words
    }

    fn cover(&mut self, key: &str) -> Cover {
        let Some(value) = self.at("tec.combat", key) else { return Cover::default() };
        let list = value.as_array().cloned().unwrap_or_default();
        let parsed = match &list[..] {
            [a, b, c, d] => a.as_bool().zip(b.as_bool()).zip(c.as_integer()).zip(d.as_bool()),
            _ => None,
        };
        match parsed {
            Some((((no_retreat, breastwork), height @ 0..=9), obstructed)) => {
                Cover { no_retreat, breastwork, height: height as u8, obstructed }
            }
            _ => {
                let what = "expected [no retreat, breastwork, height 0 to 9, obstructed]";
                self.source.fault(format!("[tec.combat] {key}"), what);
                Cover::default()
            }
        }
    }

    fn covers(&mut self) -> Covers {
        Covers {
            clear: self.cover("clear"),
            cornfield: self.cover("cornfield"),
            orchard: self.cover("orchard"),
            woods: self.cover("woods"),
            town: self.cover("town"),
            marsh: self.cover("marsh"),
            water: self.cover("water"),
            sunken_road: self.cover("sunken_road"),
            breastwork: self.cover("breastwork"),
        }
    }
}

fn charge_code(code: &str) -> Option<Outcome> {
    Outcome::from_code(code).filter(|o| !matches!(o, Outcome::De2 | Outcome::Exc))
}
