//! The printed charts, laid out as printed so that they can be compared cell by cell.

use hexmap::Terrain;
use table::Side;

use crate::module::{Module, RainColumn, StrategicMovement};

// ------------------------------------------------------------------ Combat Chart (7.5)

/// Lower ends of the columns, in quarters of Combat value: a half value between two columns uses the
/// right-hand one.
pub(crate) const DEFENDER_COLUMNS: [i32; 8] = [0, 13, 25, 45, 73, 105, 149, 197];
pub(crate) const ATTACKER_COLUMNS: [i32; 10] = [0, 13, 25, 45, 73, 105, 149, 197, 237, 277];

/// The lowest and the highest row.
pub(crate) const LOWEST: i32 = -8;
pub(crate) const HIGHEST: i32 = 10;

#[rustfmt::skip]
const DEFENDER: [[&str; 8]; 19] = [
    //  1/2-3    4-6     7-11    12-18   19-26   27-37   38-49   50+
    /* <=-8 */ ["-",    "-",    "-",    "-",    "-",    "-",    "-",    "-"],
    /*   -7 */ ["-",    "-",    "-",    "-",    "-",    "-",    "-",    "-"],
    /*   -6 */ ["-",    "-",    "-",    "-",    "-",    "-",    "-",    "-"],
    /*   -5 */ ["-",    "-",    "-",    "-",    "-",    "-",    "-",    "1"],
    /*   -4 */ ["-",    "-",    "-",    "-",    "-",    "-",    "1",    "1"],
    /*   -3 */ ["-",    "-",    "-",    "-",    "-",    "1",    "1",    "1"],
    /*   -2 */ ["f",    "f",    "f",    "f",    "f",    "1f",   "1f",   "1f"],
    /*   -1 */ ["F",    "F",    "F",    "F",    "1F",   "1F",   "1F",   "2F"],
    /*    0 */ ["D",    "D",    "D",    "D",    "1D",   "1D",   "2D",   "2D"],
    /*   +1 */ ["D",    "D",    "D",    "1D",   "1D",   "2D",   "2D",   "2D"],
    /*   +2 */ ["Dr",   "Dr",   "1Dr",  "1Dr",  "2Dr",  "2Dr",  "2Dr",  "3Dr"],
    /*   +3 */ ["Dr",   "Dr",   "1Dr",  "1Dr",  "2Dr",  "2Dr",  "3Dr",  "4Dr"],
    /*   +4 */ ["DR",   "1DR",  "1DR",  "2DR",  "3DR",  "3DR",  "4DR",  "5DR"],
    /*   +5 */ ["1DR",  "2DR",  "2DR",  "3DR",  "3DR",  "3DR",  "4DR",  "5DR"],
    /*   +6 */ ["1DR",  "2DR",  "2DR",  "3DR",  "3DR",  "4DR",  "5DR",  "6DR"],
    /*   +7 */ ["1DR",  "2DR",  "2DR",  "3DR",  "4DR",  "6DR",  "7DR",  "8DR"],
    /*   +8 */ ["2DR*", "2DR*", "3DR*", "4DR*", "5DR*", "7DR*", "7DR*", "9DR*"],
    /*   +9 */ ["2DR*", "3DR*", "4DR*", "4DR*", "5DR*", "7DR*", "8DR*", "10DR*"],
    /* >=10 */ ["3DR*", "4DR*", "5DR*", "5DR*", "6DR*", "8DR*", "9DR*", "11DR*"],
];

#[rustfmt::skip]
const ATTACKER: [[&str; 10]; 19] = [
    //  1/2-3   4-6    7-11   12-18  19-26  27-37  38-49  50-59  60-69  70+
    /* <=-8 */ ["3D",  "4D",  "5D",  "5D",  "6D",  "8D",  "10D", "12D", "14D", "16D"],
    /*   -7 */ ["2D",  "3D",  "4D",  "4D",  "5D",  "7D",  "9D",  "11D", "13D", "15D"],
    /*   -6 */ ["2D",  "2D",  "3D",  "3D",  "5D",  "6D",  "8D",  "10D", "12D", "13D"],
    /*   -5 */ ["1D",  "2D",  "2D",  "3D",  "4D",  "6D",  "7D",  "9D",  "11D", "12D"],
    /*   -4 */ ["1D",  "2D",  "2D",  "2D",  "3D",  "5D",  "6D",  "8D",  "9D",  "10D"],
    /*   -3 */ ["1D",  "2D",  "2D",  "2D",  "3D",  "4D",  "5D",  "7D",  "8D",  "9D"],
    /*   -2 */ ["D",   "1D",  "2D",  "2D",  "3D",  "3D",  "5D",  "7D",  "8D",  "9D"],
    /*   -1 */ ["D",   "1D",  "1D",  "1D",  "2D",  "3D",  "5D",  "6D",  "7D",  "8D"],
    /*    0 */ ["D",   "1D",  "1D",  "1D",  "2D",  "3D",  "4D",  "5D",  "6D",  "8D"],
    /*   +1 */ ["D",   "1D",  "1D",  "1D",  "2D",  "3D",  "3D",  "4D",  "5D",  "7D"],
    /*   +2 */ ["Da",  "Da",  "1Da", "1Da", "2Da", "2Da", "3Da", "4Da", "5Da", "6Da"],
    /*   +3 */ ["Fa",  "Fa",  "Fa",  "1Fa", "2Fa", "2Fa", "3Fa", "4Fa", "5Fa", "6Fa"],
    /*   +4 */ ["fa",  "fa",  "fa",  "1fa", "1fa", "2fa", "3fa", "3fa", "4fa", "5fa"],
    /*   +5 */ ["Ea",  "Ea",  "Ea",  "Ea",  "1Ea", "1Ea", "2Ea", "2Ea", "3Ea", "3Ea"],
    /*   +6 */ ["a",   "a",   "a",   "a",   "1a",  "1a",  "1a",  "2a",  "2a",  "3a"],
    /*   +7 */ ["a",   "a",   "a",   "a",   "a",   "1a",  "1a",  "1a",  "2a",  "2a"],
    /*   +8 */ ["a",   "a",   "a",   "a",   "a",   "a",   "1a",  "1a",  "1a",  "2a"],
    /*   +9 */ ["a",   "a",   "a",   "a",   "a",   "a",   "a",   "1a",  "1a",  "1a"],
    /* >=10 */ ["a",   "a",   "a",   "a",   "a",   "a",   "a",   "a",   "1a",  "1a"],
];

/// The fatigue letter of a result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) enum Strain {
    #[default]
    None,
    /// f: one level.
    Little,
    /// F: two levels.
    Great,
    /// D: three levels and disorganized.
    Disorganized,
}

impl Strain {
    /// The Fatigue Levels it costs.
    pub(crate) const fn levels(self) -> u8 {
        match self {
            Strain::None => 0,
            Strain::Little => 1,
            Strain::Great => 2,
            Strain::Disorganized => 3,
        }
    }
}

/// How far a beaten defender goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) enum Flight {
    #[default]
    None,
    /// r
    Retreat,
    /// R
    Rout,
    /// R*
    Panic,
}

/// A result of the Combat Chart, read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct CombatResult {
    pub(crate) loss: u8,
    pub(crate) strain: Strain,
    pub(crate) flight: Flight,
    /// E: the march ends.
    pub(crate) ends_march: bool,
    /// a: the attackers may advance.
    pub(crate) advance: bool,
    /// As printed.
    pub(crate) text: &'static str,
}

impl CombatResult {
    /// Reads a printed cell: a number, then letters; upper and lower case differ.
    pub(crate) const fn read(text: &'static str) -> CombatResult {
        let mut result = CombatResult {
            loss: 0,
            strain: Strain::None,
            flight: Flight::None,
            ends_march: false,
            advance: false,
            text,
        };
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            match bytes[at] {
                digit @ b'0'..=b'9' => result.loss = result.loss * 10 + (digit - b'0'),
                b'D' => result.strain = Strain::Disorganized,
                b'F' => result.strain = Strain::Great,
                b'f' => result.strain = Strain::Little,
                b'E' => result.ends_march = true,
                b'r' => result.flight = Flight::Retreat,
                b'R' => result.flight = Flight::Rout,
                b'*' => result.flight = Flight::Panic,
                b'a' => result.advance = true,
                _ => {}
            }
            at += 1;
        }
        result
    }

    /// A dash.
    pub(crate) fn is_nothing(&self) -> bool {
        self.text == "-"
    }
}

const fn read_all<const N: usize>(cells: [[&'static str; N]; 19]) -> [[CombatResult; N]; 19] {
    let mut read = [[CombatResult::read("-"); N]; 19];
    let mut row = 0;
    while row < 19 {
        let mut column = 0;
        while column < N {
            read[row][column] = CombatResult::read(cells[row][column]);
            column += 1;
        }
        row += 1;
    }
    read
}

static DEFENDER_RESULTS: [[CombatResult; 8]; 19] = read_all(DEFENDER);
static ATTACKER_RESULTS: [[CombatResult; 10]; 19] = read_all(ATTACKER);

fn row(difference: i32) -> usize {
    (difference.clamp(LOWEST, HIGHEST) - LOWEST) as usize
}

fn column(starts: &[i32], quarters: i32) -> usize {
    starts.iter().rposition(|start| quarters >= *start).unwrap_or(0)
}

/// The defender's result for a die difference and his Combat value without entrenchments.
pub(crate) fn defender_result(difference: i32, quarters: i32) -> &'static CombatResult {
    &DEFENDER_RESULTS[row(difference)][column(&DEFENDER_COLUMNS, quarters)]
}

/// The attacker's result for a die difference and his Combat value.
pub(crate) fn attacker_result(difference: i32, quarters: i32) -> &'static CombatResult {
    &ATTACKER_RESULTS[row(difference)][column(&ATTACKER_COLUMNS, quarters)]
}

// ------------------------------------------------------------------ Ratio Chart (7.4)

/// A ratio as the chart writes it, and its modifier of the attacker's die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ratio {
    pub(crate) attacker: u8,
    pub(crate) defender: u8,
    pub(crate) modifier: i16,
}

/// The ratio of two Combat values, rounded in the defender's favour.
pub(crate) fn ratio(attacker: i32, defender: i32) -> Ratio {
    if attacker >= defender {
        let n = attacker.checked_div(defender).map_or(14, |n| n.min(14)) as u8;
        Ratio { attacker: n, defender: 1, modifier: n as i16 - 1 }
    } else {
        let n = ((defender + attacker - 1).checked_div(attacker)).map_or(13, |n| n.min(13)) as u8;
        Ratio { attacker: 1, defender: n, modifier: 1 - n as i16 }
    }
}

// ------------------------------------------------------------------ Artillery Modifier Summary (7.4)

/// An entry of the summary.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Guns {
    /// No effect, or a fixed modifier.
    Sure(i16),
    /// `*`: counts on an even die.
    IfEven(i16),
    /// Dagger: +2 on an even die, +1 on an odd one.
    TwoOrOne,
}

const NE: Guns = Guns::Sure(0);

/// The entry for the defender's terrain (provisional swamps already resolved) and the difference of the
/// Artillery values.
#[rustfmt::skip]
pub(crate) fn artillery(terrain: Terrain, difference: i32) -> Guns {
    let column = match difference {
        ..=-4 => 0,
        -3..=1 => 1,
        2..=4 => 2,
        5..=7 => 3,
        _ => 4,
    };
    //                           -4 or less       -3 to +1          +2 to +4  +5 to +7         +8 or more
    let row = match terrain {
        Terrain::Clear =>       [Guns::Sure(-3), Guns::Sure(-2),    NE,       Guns::Sure(1),   Guns::TwoOrOne],
        Terrain::Rolling =>     [Guns::Sure(-2), Guns::Sure(-1),    NE,       Guns::IfEven(1), Guns::Sure(1)],
        Terrain::Rough
        | Terrain::Hill =>      [Guns::Sure(-1), Guns::IfEven(-1),  NE,       NE,              Guns::IfEven(1)],
        _ =>                    [NE,             NE,                NE,       NE,              NE],
    };
    row[column]
}

// ------------------------------------------------------------------ Movement dice (5.1, 5.2)

/// The MP of a unit that marches on its own, from the sum of its dice.
pub(crate) fn march(module: &Module, side: Side, cavalry: bool, sum: u8) -> u8 {
    match (cavalry, side) {
        (_, Side::Union) => sum,
        (true, Side::Confederate) => sum + 1,
        (false, Side::Confederate) => {
            let rule = module.confederate_march;
            (sum + rule.bonus).max(rule.minimum)
        }
    }
}

/// The MP that a leader's die gives to units on foot.
pub(crate) fn led_foot(module: &Module, side: Side, die: u8) -> u8 {
    let rule = module.infantry_leader(side);
    (die + rule.bonus).max(rule.minimum)
}

/// The MP that a cavalry leader's two dice give; `corps`: he is more than a division's.
pub(crate) fn led_cavalry(side: Side, corps: bool, sum: u8) -> u8 {
    sum + 1 + u8::from(corps) + u8::from(side == Side::Confederate)
}

// ------------------------------------------------------------------ Recovery (8.0)

/// Whether a unit of this Fatigue Level forms its ranks and takes heart again (step 3).
pub(crate) const fn pulls_itself_together(fatigue: u8) -> bool {
    fatigue <= 1
}

/// Whether a unit of this Fatigue Level becomes exhausted (step 4).
pub(crate) const fn wears_out(fatigue: u8) -> bool {
    fatigue >= 3
}

/// What a night leaves of a Fatigue Level (step 5).
pub(crate) const fn rested(fatigue: u8) -> u8 {
    fatigue.saturating_sub(3)
}

// ------------------------------------------------------------------ Extended March Table (5.1)

/// What an extended march does to a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Straggling {
    NoEffect,
    Disorganized,
    Lose(u8),
}

impl Straggling {
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Straggling::NoEffect => "NE",
            Straggling::Disorganized => "D",
            Straggling::Lose(1) => "1",
            Straggling::Lose(2) => "2",
            Straggling::Lose(_) => "3",
        }
    }
}

/// The Extended March Table.
pub(crate) fn extended_march(modified: i16, disorganized: bool, manpower: u8) -> Straggling {
    if modified <= 5 {
        return Straggling::NoEffect;
    }
    if !disorganized {
        return Straggling::Disorganized;
    }
    let row = (modified.min(8) - 6) as usize;
    //           Manpower: <=5  6-9  >=10
    let losses: [[u8; 3]; 3] = [[1, 1, 1], [1, 1, 2], [1, 2, 3]];
    let band = match manpower {
        ..=5 => 0,
        6..=9 => 1,
        _ => 2,
    };
    Straggling::Lose(losses[row][band])
}

/// Force march: MP gained and Manpower lost (5.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ForceMarch {
    pub(crate) bonus: u8,
    pub(crate) loss: u8,
}

/// An infantry unit that force marches.
pub(crate) fn force_march_infantry(die: u8, manpower: u8) -> ForceMarch {
    let loss = match die {
        1 => 0,
        6 if manpower >= 6 => 2,
        _ => 1,
    };
    ForceMarch { bonus: (die - 1).max(2), loss }
}

/// A cavalry unit that force marches, by the sum of two dice.
pub(crate) fn force_march_cavalry(sum: u8) -> ForceMarch {
    ForceMarch { bonus: (sum - 1).max(4), loss: u8::from(sum >= 8) }
}

// ------------------------------------------------------------------ Friendly-occupied hexes (6.2)

/// Extra half MP to enter a hex with friends: by their combined Combat value in quarters, whether a wagon
/// train is there, and the terrain.
pub(crate) fn friendly_hex(combined: i32, wagons: bool, terrain: Terrain) -> u16 {
    let close = matches!(terrain, Terrain::Woods | Terrain::Swamp | Terrain::Mountain);
    // The rows are whole-number bands: a half between two of them counts up.
    let level = match (combined + 3) / 4 {
        ..=2 => 0,
        3..=11 => 1,
        _ => 2,
    };
    let level = if wagons { 2 } else { level };
    match (level, close) {
        (0, _) => 0,
        (1, false) => 2,
        (_, false) => 4,
        (1, true) => 6,
        (_, true) => 8,
    }
}

// ------------------------------------------------------------------ Flank attacks (7.4, 7.8, 9.0)

/// The basic flank bonus.
pub(crate) const fn basic_flank(covered: u8) -> i16 {
    match covered {
        6 => 4,
        5 => 2,
        _ => 0,
    }
}

/// What a Flanks Refused marker leaves of the final bonus; a plain attack gains 1.
pub(crate) const fn refused_flank(bonus: i16) -> i16 {
    match bonus {
        4 => 2,
        _ => 1,
    }
}

/// What a redoubt, or cavalry fighting cavalry, leaves of the final bonus.
pub(crate) const fn blunted_flank(bonus: i16) -> i16 {
    match bonus {
        4 => 2,
        2 | 3 => 1,
        _ => 0,
    }
}

// ------------------------------------------------------------------ Rain Numbers (12.0)

/// How far the two Unfordable markers go for a rain result of `extra` further turns: minor, major.
pub(crate) const fn rain_numbers(column: RainColumn, extra: u8) -> Option<(u8, u8)> {
    Some(match (column, extra) {
        (RainColumn::Richmond, 0) => (1, 1),
        (RainColumn::Richmond, 1) => (2, 3),
        (RainColumn::Richmond, 2) => (4, 6),
        (RainColumn::Richmond, 3) => (6, 9),
        (RainColumn::Valley, 0) => (0, 1),
        (RainColumn::Valley, 1) => (1, 3),
        (RainColumn::Valley, 2) => (3, 5),
        (RainColumn::Others, 0) => (0, 1),
        (RainColumn::Others, 1) => (1, 2),
        (RainColumn::Others, 2) => (2, 3),
        (RainColumn::Others, 3) => (3, 4),
        _ => return None,
    })
}

// ------------------------------------------------------------------ Strategic and railroad movement (6.0)

/// Strategic Movement Allowance Table: by side (Union, Confederate), levels spent 2 to 4, and kind
/// (infantry or artillery, cavalry, wagon train); the second number under command paralysis.
pub(crate) const STRATEGIC_MOVEMENT: [[[(u8, u8); 3]; 3]; 2] = [
    [[(12, 10), (22, 18), (10, 8)], [(18, 15), (33, 27), (15, 12)], [(24, 20), (44, 36), (20, 16)]],
    [[(14, 12), (24, 20), (12, 10)], [(21, 18), (36, 30), (18, 15)], [(28, 24), (48, 40), (24, 20)]],
];

/// The strategic movement of a unit, where its game has it and uses the common table: levels of fatigue
/// spent 2 to 4, kind 0 to 2 as in the table.
pub(crate) fn strategic_allowance(
    module: &Module,
    advanced: bool,
    side: Side,
    levels: usize,
    kind: usize,
    paralysed: bool,
) -> Option<u8> {
    if !advanced || module.strategic_movement != StrategicMovement::Common {
        return None;
    }
    let row = STRATEGIC_MOVEMENT[side as usize].get(levels.checked_sub(2)?)?;
    row.get(kind).map(|(free, slow)| if paralysed { *slow } else { *free })
}

/// Fatigue a unit gains by going so many hexes by railroad; `None` is too far (BAC). Ours: the Union
/// rows, which are lost, are those of the Confederates.
pub(crate) const fn railroad_fatigue(hexes: u8) -> Option<u8> {
    match hexes {
        1..=13 => Some(1),
        14..=26 => Some(2),
        27..=40 => Some(3),
        _ => None,
    }
}
