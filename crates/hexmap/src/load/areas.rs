//! What fills hexes: terrain and elevation.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::Spanned;

use super::Loader;
use super::keys::{Entry, Text, Word};
use crate::{Hex, Terrain};

type Table = BTreeMap<Text, Spanned<Entry>>;

impl Loader<'_, '_> {
    pub(super) fn terrain(&mut self, table: &Spanned<Table>) -> Vec<Terrain> {
        let (span, keys) = (table.span(), table.get_ref());
        let mut default = Terrain::Clear;
        match keys.iter().find(|(word, _)| word.get_ref() == "default") {
            None => self.fault(span, "[terrain]", "the key `default` is missing"),
            Some((_, value)) => match value.get_ref() {
                Entry::Word(word) => {
                    let word = Spanned::new(value.span(), word.clone());
                    default = self.word("[terrain] default", &word).unwrap_or(default);
                }
                _ => {
                    let what = format!("expected one of {}", Terrain::words().join(", "));
                    self.fault(value.span(), "[terrain] default", what);
                }
            },
        }
        let mut terrain: Vec<Option<Terrain>> = vec![None; self.grid.len()];
        for (word, value) in keys.iter().filter(|(word, _)| word.get_ref() != "default") {
            let key = format!("[terrain] {}", word.get_ref());
            if let Some(kind) = self.word::<Terrain>(&key, word) {
                self.fill(&key, value, kind, &mut terrain, |old| {
                    format!("already `{old}`: a hex has one terrain")
                });
            }
        }
        terrain.into_iter().map(|t| t.unwrap_or(default)).collect()
    }

    pub(super) fn elevation(&mut self, keys: &Table) -> Vec<u8> {
        let mut default = 0;
        if let Some((_, value)) = keys.iter().find(|(word, _)| word.get_ref() == "default") {
            match value.get_ref() {
                Entry::Number(level @ 0..=9) => default = *level as u8,
                _ => self.fault(value.span(), "[elevation] default", "expected a level 0 to 9"),
            }
        }
        let mut levels: Vec<Option<u8>> = vec![None; self.grid.len()];
        for (word, value) in keys.iter().filter(|(word, _)| word.get_ref() != "default") {
            let key = format!("[elevation] {}", word.get_ref());
            match word.get_ref().as_bytes() {
                // A hill is written ring within ring: where lists overlap the highest counts.
                [digit @ b'0'..=b'9'] => {
                    let level = digit - b'0';
                    for (_, hex) in self.listed(&key, value) {
                        let here = &mut levels[hex.index()];
                        *here = Some(here.map_or(level, |old| old.max(level)));
                    }
                }
                _ => self.fault(word.span(), &key, "expected a level 0 to 9 as key"),
            }
        }
        levels.into_iter().map(|l| l.unwrap_or(default)).collect()
    }

    /// Writes `value` into every hex of the list; a hex that already holds another one is a fault.
    fn fill<T: Copy + PartialEq>(
        &mut self,
        key: &str,
        list: &Spanned<Entry>,
        value: T,
        into: &mut [Option<T>],
        taken: impl Fn(T) -> String,
    ) {
        for (span, hex) in self.listed(key, list) {
            match into[hex.index()].filter(|old| *old != value) {
                Some(old) => {
                    let label = self.grid.label(hex);
                    self.fault(span, key, format!("{label} is {}", taken(old)));
                }
                None => into[hex.index()] = Some(value),
            }
        }
    }

    /// The hexes of a list, each with the place it was read from.
    fn listed(&mut self, key: &str, list: &Spanned<Entry>) -> Vec<(Range<usize>, Hex)> {
        let Entry::List(entries) = list.get_ref() else {
            self.fault(list.span(), key, "expected a list of hexes such as [\"4610\", \"4611..4614\"]");
            return Vec::new();
        };
        let mut found = Vec::new();
        for entry in entries {
            let Some(text) = entry.get_ref().as_str() else {
                self.fault(entry.span(), key, format!("`{}`: expected a hex in quotes", entry.get_ref()));
                continue;
            };
            let hexes = self.hexes_at(key, text, entry.span());
            found.extend(hexes.into_iter().map(|hex| (entry.span(), hex)));
        }
        found
    }
}
