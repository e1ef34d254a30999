//! What a scenario's author tells a reader before it is played: the `[about]` table, the same in all systems.

use serde::{Deserialize, Serialize};

use crate::{BySide, Side, Source};

/// What stands in `[about]`, and the year as the system knows it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Foreword {
    /// How long it takes two people who know the rules.
    pub minutes: Option<u16>,
    /// Long, and meant to be: both armies over many turns.
    pub campaign: bool,
    /// The year it is about.
    pub year: Option<u16>,
    /// What each side may try first.
    pub first: BySide<Option<String>>,
}

/// The keys of `[about]`, as they are written. Numbers are read wide and judged by [`ForewordKeys::read`], so that all
/// that are out of range are told at once.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForewordKeys {
    minutes: Option<i64>,
    #[serde(default)]
    campaign: bool,
    year: Option<i64>,
    union: Option<String>,
    confederate: Option<String>,
}

/// The years that a battle of these games may be of.
const YEARS: std::ops::RangeInclusive<i64> = 1600..=1950;
/// From a minute to a week of days and nights.
const MINUTES: std::ops::RangeInclusive<i64> = 1..=10_000;

impl ForewordKeys {
    /// What they say; whatever does not fit is noted. `known`: the year, and the key that says it, where the system has
    /// one of its own.
    pub fn read(&self, source: &mut Source, known: Option<(u16, &str)>) -> Foreword {
        let minutes = number(source, "[about] minutes", self.minutes, MINUTES);
        let mut year = number(source, "[about] year", self.year, YEARS);
        if let Some((known, key)) = known {
            if let Some(other) = year.filter(|year| *year != known) {
                source.fault(
                    "[about] year",
                    format!("{other}: by {key} it is {known}: expected that, or no such key"),
                );
            }
            year = Some(known);
        }
        let mut paragraph = |side: Side, text: &Option<String>| {
            if text.as_ref().is_some_and(|text| text.trim().is_empty()) {
                source.fault(
                    format!("[about] {}", side.word()),
                    "nothing is written: expected a few sentences, or no such key",
                );
            }
            text.as_ref().map(|text| text.trim().to_owned())
        };
        let first = BySide {
            union: paragraph(Side::Union, &self.union),
            confederate: paragraph(Side::Confederate, &self.confederate),
        };
        Foreword { minutes, campaign: self.campaign, year, first }
    }
}

fn number(
    source: &mut Source,
    key: &str,
    value: Option<i64>,
    range: std::ops::RangeInclusive<i64>,
) -> Option<u16> {
    let value = value?;
    if !range.contains(&value) {
        source.fault(key, format!("{value}: expected {} to {}", range.start(), range.end()));
        return None;
    }
    u16::try_from(value).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct File {
        #[serde(default)]
        about: ForewordKeys,
    }

    fn read(text: &str, known: Option<(u16, &str)>) -> Result<Foreword, String> {
        let mut source = Source::new("x.scenario.toml", text);
        let Some(file) = source.read::<File>() else { return Err(source.into_faults().to_string()) };
        let foreword = file.about.read(&mut source, known);
        source.finish(foreword).map_err(|faults| faults.to_string())
    }

    #[test]
    fn everything_in_it_is_read_and_nothing_must_be() {
        let text = "[about]\nminutes = 150\ncampaign = true\nyear = 1862\nunion = \" Attack. \"\nconfederate = \"Wait.\"\n";
        let first = BySide { union: Some("Attack.".to_owned()), confederate: Some("Wait.".to_owned()) };
        let whole = Foreword { minutes: Some(150), campaign: true, year: Some(1862), first };
        assert_eq!(read(text, None), Ok(whole));
        assert_eq!(read("", None), Ok(Foreword::default()));
        assert_eq!(read("[about]\n", None), Ok(Foreword::default()));
        assert_eq!(read("", Some((1864, "[vnb] date"))).map(|foreword| foreword.year), Ok(Some(1864)));
    }

    #[test]
    fn what_does_not_fit_is_told_where_it_stands() {
        let told = |text: &str| read(text, None).unwrap_err();
        assert_eq!(
            told("[about]\nminutes = 0\nyear = 62\n"),
            "x.scenario.toml:2:11: [about] minutes: 0: expected 1 to 10000\n\
             x.scenario.toml:3:8: [about] year: 62: expected 1600 to 1950"
        );
        assert!(told("[about]\nminutes = 10001\n").ends_with("10001: expected 1 to 10000"));
        assert!(told("[about]\nunion = \" \"\n").starts_with("x.scenario.toml:2:9: [about] union: nothing"));
        let word = told("[about]\nminuets = 20\n");
        assert!(
            word.starts_with("x.scenario.toml:2:1: [about] minuets: there is no key `minuets`"),
            "{word}"
        );
        assert!(word.contains("expected minutes, campaign, year, union, confederate"), "{word}");
        assert!(word.ends_with("did you mean `minutes`?"), "{word}");
        assert!(told("[about]\nminutes = 1.5\n").contains("expected a whole number"));
        assert!(told("[about]\ncampaign = 1\n").contains("expected true or false"));
        assert!(told("about = 3\n").contains("about"));
    }

    #[test]
    fn a_year_that_the_system_knows_is_not_contradicted() {
        let known = Some((1863, "[gcacw] year"));
        assert!(read("[about]\nyear = 1863\n", known).is_ok());
        let told = read("[about]\nyear = 1862\n", known).unwrap_err();
        let wanted = "[about] year: 1862: by [gcacw] year it is 1863: expected that, or no such key";
        assert_eq!(told, format!("x.scenario.toml:2:8: {wanted}"));
    }
}
