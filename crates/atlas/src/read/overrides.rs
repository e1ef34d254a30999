//! The author's last word.

use hexmap::{Crossing, Terrain};

use super::Desk;
use crate::keys::{OverrideKeys, Text};
use crate::plan::System;

/// The word that takes something away.
const NONE: &str = "none";

impl Desk<'_, '_> {
    pub(super) fn overrides(&mut self, keys: &OverrideKeys) {
        let all = [&keys.terrain, &keys.water, &keys.crossing, &keys.place];
        let given =
            all.iter().flat_map(|map| map.keys()).chain(keys.elevation.keys()).chain(keys.road.keys());
        if let Some(first) = given
            .min_by_key(|text| text.span().start)
            .filter(|_| self.plan.system == System::VolleyAndBayonet)
        {
            self.source.fault_at(
                first.span(),
                "[override]",
                "a table has no hexes: expected no overrides with vnb",
            );
        }
        for (hex, word) in &keys.terrain {
            let key = format!("[override] terrain {}", hex.get_ref());
            if let Some(terrain) = self.word(&key, word, Terrain::from_word, &Terrain::expected()) {
                self.plan.overrides.terrain.push((hex.get_ref().clone(), terrain, hex.span()));
            }
        }
        for (hex, level) in &keys.elevation {
            self.plan.overrides.elevation.push((hex.get_ref().clone(), *level.get_ref(), hex.span()));
        }
        for (side, name) in &keys.water {
            self.plan.overrides.water.push((side.get_ref().clone(), unless_none(name), side.span()));
        }
        for (side, word) in &keys.crossing {
            let key = format!("[override] crossing {}", side.get_ref());
            let read =
                |word: &str| if word == NONE { Some(None) } else { Crossing::from_word(word).map(Some) };
            if let Some(kind) = self.word(&key, word, read, &format!("{}, `{NONE}`", Crossing::expected())) {
                self.plan.overrides.crossing.push((side.get_ref().clone(), kind, side.span()));
            }
        }
        for (name, hex) in &keys.place {
            self.plan.overrides.place.push((name.get_ref().clone(), unless_none(hex), name.span()));
        }
        for (name, path) in &keys.road {
            let path = path.iter().map(|hex| (hex.get_ref().clone(), hex.span())).collect();
            self.plan.overrides.road.push((name.get_ref().clone(), path, name.span()));
        }
    }
}

fn unless_none(text: &Text) -> Option<String> {
    Some(text.get_ref().clone()).filter(|word| word != NONE)
}
