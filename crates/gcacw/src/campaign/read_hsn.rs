//! The parts of a campaign that only some games have: winter, men, horses, forts, detached units.

use std::collections::BTreeMap;

use hexmap::Hex;

use super::attachment::Substitute;
use super::forts::{Fort, MOST_FORTS};
use super::keys::{CampaignFile, ScenarioCampaign};
use super::manpower::{ARMS, Manpower};
use super::mounts::Cavalry;
use super::read::Fit;
use super::winter::{TurnModifier, Winter};
use crate::setup::{Arm, UnitId};

impl Fit<'_, '_, '_> {
    pub(super) fn winter(&mut self, keys: &CampaignFile) -> Option<Winter> {
        let spanned = keys.winter.as_ref()?;
        let winter = spanned.get_ref();
        if winter.turns == 0 {
            self.file.fault_at(spanned.span(), "[winter] turns", "0: expected at least 1");
        }
        let modifiers = winter.modifier.iter().map(|m| TurnModifier {
            name: m.name.clone().into(),
            value: m.value,
            from: m.from,
            until: m.until,
        });
        Some(Winter {
            starts_at: winter.starts_at,
            turns: winter.turns.max(1),
            modifiers: modifiers.collect(),
        })
    }

    pub(super) fn manpower(&mut self, keys: &CampaignFile) -> Option<Manpower> {
        let spanned = keys.manpower.as_ref()?;
        let table = spanned.get_ref();
        let known = |arm: &Arm| ARMS.contains(arm);
        if table.die.len() != 6 || !table.die.iter().flatten().all(known) {
            let what = "expected six lists, one a face, of \"cavalry\" and \"infantry\"";
            self.file.fault_at(spanned.span(), "[manpower] die", what);
        }
        let mut rows = [[false; 2]; 6];
        for (row, arms) in rows.iter_mut().zip(&table.die) {
            *row = ARMS.map(|arm| arms.contains(&arm));
        }
        Some(Manpower { side: table.side, rows })
    }

    pub(super) fn cavalry(
        &mut self,
        keys: &CampaignFile,
        places: &BTreeMap<String, Vec<Hex>>,
    ) -> Option<Cavalry> {
        let spanned = keys.cavalry.as_ref()?;
        let table = spanned.get_ref();
        let hexes = places.get(&table.place).cloned();
        if hexes.is_none() {
            self.file.fault_at(spanned.span(), "[cavalry] place", "no [place] of this campaign");
        }
        Some(Cavalry {
            side: table.side,
            hexes: hexes.unwrap_or_default(),
            worn_out_on: table.worn_out_on,
            unmounts_at: table.unmounts_at,
            remounts_at: table.remounts_at,
        })
    }

    /// The forts of a scenario, with the values of their classes.
    pub(crate) fn forts(&mut self, keys: &CampaignFile, own: &ScenarioCampaign) -> Vec<Fort> {
        let mut forts: Vec<Fort> = Vec::new();
        for spanned in &own.fort {
            let site = spanned.get_ref();
            let key = format!("[[campaign.fort]] {}", site.hex);
            let Some(class) = keys.fort.get(&site.class) else {
                let known: Vec<&str> = keys.fort.keys().map(String::as_str).collect();
                let what = format!("class `{}`: expected one of {}", site.class, known.join(", "));
                self.scenario.fault_at(spanned.span(), &key, what);
                continue;
            };
            let Some(hex) = self.dry_hex(&key, &site.hex) else { continue };
            let enemy = |u: &crate::setup::Unit| u.start.hex == Some(hex) && u.side != class.side;
            if self.units.iter().any(enemy) || forts.iter().any(|fort| fort.hex == hex) {
                self.scenario.fault_at(spanned.span(), &key, "hex: an enemy or another fort is there");
            }
            let (combat, artillery) = (class.combat as i32 * 4, class.artillery as i32);
            forts.push(Fort { hex, side: class.side, class: site.class.clone(), combat, artillery });
        }
        if forts.len() > MOST_FORTS {
            let what = format!("{} forts: at most {MOST_FORTS} are possible", forts.len());
            self.scenario.fault("[[campaign.fort]]", what);
        }
        forts
    }

    pub(super) fn substitutes(&mut self, own: &ScenarioCampaign) -> Vec<Substitute> {
        let named = |name: &str| self.units.iter().position(|u| u.name == name).map(|n| UnitId(n as u8));
        let mut found: Vec<Substitute> = Vec::new();
        for spanned in &own.substitute {
            let keys = spanned.get_ref();
            let key = format!("[[campaign.substitute]] {}", keys.unit);
            let (unit, parent) = (named(&keys.unit), named(&keys.of));
            let (Some(unit), Some(parent)) = (unit, parent) else {
                self.scenario.fault_at(spanned.span(), &key, "unit, of: expected two units of the scenario");
                continue;
            };
            let kind = |u: UnitId| (self.units[u.index()].side, self.units[u.index()].arm);
            if unit == parent || kind(unit) != kind(parent) || found.iter().any(|sub| sub.unit == unit) {
                let what = "expected two units of one side and arm, the first named once";
                self.scenario.fault_at(spanned.span(), &key, what);
            }
            found.push(Substitute { unit, parent });
        }
        found
    }
}
