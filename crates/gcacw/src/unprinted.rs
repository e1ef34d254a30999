//! The values our sources lack (Terrain Chart, disorganized Combat values): ours by default, from a data
//! file, and replaceable by a scenario.

use std::collections::BTreeMap;

use hexmap::Terrain;
use serde::Deserialize;
use table::Source;

/// The terrains whose cost can be set: all that can be entered without a way.
pub(crate) const OPEN_TERRAINS: [Terrain; 6] =
    [Terrain::Clear, Terrain::Rolling, Terrain::Rough, Terrain::Woods, Terrain::Hill, Terrain::City];

/// Terrains whose printed cost never counts: entered by a way alone, or as rough (6.2).
const BY_OTHER_RULES: [Terrain; 3] = [Terrain::Swamp, Terrain::ProvisionalSwamp, Terrain::Mountain];

const DEFAULTS: &str = include_str!("../data/unprinted.toml");

/// Charts with values of ours, or the ones a scenario put in their place.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Unprinted {
    /// Half MP to enter each of [`OPEN_TERRAINS`]: dry, rain.
    terrain: [[u16; 2]; 6],
    /// Quarter points of Combat value by Manpower; index 0 is unused.
    disorganized: [i32; 22],
    /// Whether the scenario brought its own values (shown on the screen).
    pub(crate) terrain_is_ours: bool,
    pub(crate) disorganized_is_ours: bool,
}

#[derive(Deserialize)]
struct DefaultsFile {
    terrain: BTreeMap<String, Vec<f64>>,
    disorganized: DefaultValues,
}

#[derive(Deserialize)]
struct DefaultValues {
    values: Vec<f64>,
}

/// `[gcacw.tables]` of a scenario.
#[derive(Deserialize, Default, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct TableKeys {
    #[serde(default)]
    pub(crate) terrain: BTreeMap<String, Vec<f64>>,
    #[serde(default)]
    pub(crate) disorganized: Option<Vec<f64>>,
}

impl Unprinted {
    /// Our values, with what a scenario replaces.
    pub(crate) fn with(keys: &TableKeys, source: &mut Source) -> Unprinted {
        let mut values = Unprinted {
            terrain: [[0; 2]; 6],
            disorganized: [0; 22],
            terrain_is_ours: true,
            disorganized_is_ours: true,
        };
        match Source::new("unprinted.toml", DEFAULTS).parse::<DefaultsFile>() {
            Ok(ours) => {
                values.set_terrain(&ours.terrain, source);
                values.set_disorganized(&ours.disorganized.values, source);
            }
            Err(faults) => source.fault("[gcacw.tables]", format!("our own values: {faults}")),
        }
        if !keys.terrain.is_empty() {
            values.set_terrain(&keys.terrain, source);
            values.terrain_is_ours = false;
        }
        if let Some(list) = &keys.disorganized {
            values.set_disorganized(list, source);
            values.disorganized_is_ours = false;
        }
        values
    }

    fn set_terrain(&mut self, rows: &BTreeMap<String, Vec<f64>>, source: &mut Source) {
        for (word, costs) in rows {
            let key = format!("[gcacw.tables] terrain {word}");
            let row = OPEN_TERRAINS.iter().position(|t| t.word() == word);
            if row.is_none() && !BY_OTHER_RULES.iter().any(|t| t.word() == word) {
                let words = OPEN_TERRAINS.map(|t| t.word()).join(", ");
                source.fault(key, format!("no cost can be set: expected one of {words}"));
                continue;
            }
            let halves: Option<Vec<u16>> = costs.iter().map(|c| halves(*c)).collect();
            match (halves.as_deref(), row) {
                (Some([dry, rain]), Some(row)) => self.terrain[row] = [*dry, *rain],
                (Some([_, _]), None) => {}
                _ => source.fault(key, "expected [dry, rain] in movement points, whole or half"),
            }
        }
    }

    fn set_disorganized(&mut self, list: &[f64], source: &mut Source) {
        let key = "[gcacw.tables] disorganized";
        if list.len() != 21 {
            source.fault(key, format!("{} values: expected 21, for Manpower 1 to 21", list.len()));
            return;
        }
        for (n, value) in list.iter().enumerate() {
            let quarters = value * 4.0;
            let fits = (quarters / 2.0).fract() == 0.0 && quarters > 0.0 && *value < (n + 1) as f64;
            let rises = n == 0 || *value >= list[n - 1];
            if !fits || !rises {
                source.fault(
                    key,
                    format!(
                        "{value} for Manpower {}: expected a value below the Manpower that never falls",
                        n + 1
                    ),
                );
                return;
            }
            self.disorganized[n + 1] = quarters as i32;
        }
        if self.disorganized[1] != 2 || self.disorganized[21] != 56 {
            source.fault(key, "Manpower 1 must give 0.5 and Manpower 21 must give 14");
        }
    }

    /// Half MP to enter a terrain without a way; `None` where that is not possible.
    pub(crate) fn terrain_cost(&self, terrain: Terrain, rain: bool) -> Option<u16> {
        let row = OPEN_TERRAINS.iter().position(|t| *t == terrain)?;
        Some(self.terrain[row][usize::from(rain)])
    }

    /// Combat value in quarters of a disorganized unit.
    #[inline]
    pub(crate) fn disorganized(&self, manpower: u8) -> i32 {
        self.disorganized[manpower.min(21) as usize]
    }
}

/// Movement points as halves; `None` if they are no whole number of halves.
fn halves(points: f64) -> Option<u16> {
    let halves = points * 2.0;
    (halves.fract() == 0.0 && (0.0..=200.0).contains(&halves)).then_some(halves as u16)
}
