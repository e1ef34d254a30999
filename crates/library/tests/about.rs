//! The table `[about]`: the same in all systems.

use library::{examine, skeleton, systems};
use table::Side;

/// The files of a new scenario of a system, with a line of its `[about]` changed.
fn texts(system: &str, old: &str, new: &str) -> Vec<(String, String)> {
    let mut texts = skeleton(system, "fight").unwrap();
    let scenario = texts.iter_mut().find(|(name, _)| name.ends_with(".scenario.toml")).unwrap();
    assert!(scenario.1.contains(old), "{system}: {old}");
    scenario.1 = scenario.1.replacen(old, new, 1);
    texts
}

fn open(texts: &[(String, String)]) -> library::Scenario {
    let is_scenario = |(name, _): &&(String, String)| name.ends_with(".scenario.toml");
    let (name, text) = texts.iter().find(is_scenario).unwrap();
    let beside: Vec<(&str, String)> =
        texts.iter().map(|(name, text)| (name.as_str(), text.clone())).collect();
    library::open_texts(name, text.clone(), &beside).unwrap()
}

#[test]
fn it_is_read_in_every_system() {
    for system in systems() {
        let scenario = open(&texts(system.id, "[about]", "[about]\ncampaign = true"));
        assert!(scenario.foreword.campaign, "{}", system.id);
        assert_eq!(scenario.foreword.minutes, Some(scenario.minutes()));
        for side in Side::BOTH {
            let text = scenario.foreword.first[side].as_deref().unwrap();
            assert!(text.ends_with('.') && !text.starts_with(char::is_whitespace), "{text}");
            assert!(scenario.units[side] > 0);
        }
        assert_ne!(scenario.foreword.first.union, scenario.foreword.first.confederate);
        assert_eq!(scenario.game.map(|game| game.code), (system.id == "gcacw").then_some("HSN"));
    }
}

#[test]
fn what_does_not_fit_is_told_with_its_line() {
    for system in systems() {
        let found = examine(&texts(system.id, "[about]", "[about]\nyear = 62\nunoin = 3"));
        let told = |key: &str| found.iter().find(|finding| finding.key == key).unwrap().clone();
        let year = told("[about] year");
        assert_eq!(
            (year.severity, year.expected.as_deref()),
            ("fault", Some("1600 to 1950")),
            "{}",
            system.id
        );
        let word = told("[about] unoin");
        assert_eq!(word.did_you_mean.as_deref(), Some("union"));
        assert_eq!(word.line, year.line.map(|line| line + 1));
        assert_eq!((year.column, word.column), (Some(8), Some(1)));
    }
}

#[test]
fn the_length_is_guessed_where_nobody_says_it() {
    for system in systems() {
        let said = open(&texts(system.id, "minutes = ", "minutes = 1 # "));
        assert_eq!(said.minutes(), 1);
        let guessed = open(&texts(system.id, "minutes = ", "# "));
        assert_eq!(guessed.foreword.minutes, None);
        let units = (guessed.units.union + guessed.units.confederate) as f64;
        assert_eq!(guessed.minutes(), (f64::from(guessed.turns) * units * system.minutes) as u16);
    }
}

/// Whoever chooses from the list knows how long it takes, when it was and how to begin.
#[test]
fn every_scenario_that_ships_says_what_it_is() {
    for entry in library::list() {
        let foreword = library::open(&entry.id).unwrap().foreword;
        assert!(foreword.minutes.is_some(), "{}: [about] minutes", entry.id);
        assert!(foreword.year.is_some(), "{}: [about] year", entry.id);
        for side in Side::BOTH {
            assert!(foreword.first[side].is_some(), "{}: [about] {}", entry.id, side.word());
        }
    }
}
