//! Better figures for the doctrines than those they come with: found by playing against a league (`cargo xtask tune`), for a
//! battle and a side, or for all battles of a system.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use table::{Game, Side, Tuning};

/// The figures that differ from the usual ones, by name.
pub type Figures = BTreeMap<String, f32>;

/// The tunings of a system: by battle, or [`ANY`], and by side.
pub type Tunings = BTreeMap<String, BTreeMap<String, Figures>>;

/// What holds for battles that have none of their own.
pub const ANY: &str = "any";

/// The tunings that come with the program, by system.
static KNOWN: LazyLock<BTreeMap<&'static str, Tunings>> = LazyLock::new(|| {
    let files = [
        ("gcacw", include_str!("../tunings/gcacw.toml")),
        ("lfm", include_str!("../tunings/lfm.toml")),
        ("vnb", include_str!("../tunings/vnb.toml")),
    ];
    // That they can all be read is a test: a program with a damaged one still plays.
    files.into_iter().map(|(system, text)| (system, toml::from_str(text).unwrap_or_default())).collect()
});

/// What counts how much to a side of this battle when a general leads it.
#[must_use]
pub fn of(game: &dyn Game, side: Side) -> Tuning {
    let find = |system: &Tunings| {
        let sides = system.get(game.battle()).or_else(|| system.get(ANY))?;
        Some(read(game, sides.get(side.word())?))
    };
    KNOWN.get(game.system()).and_then(find).unwrap_or_default()
}

/// The usual figures of a system with these in place of some.
#[must_use]
pub fn read(game: &dyn Game, figures: &Figures) -> Tuning {
    let values: Vec<f32> =
        game.weights().iter().map(|(name, usual)| figures.get(*name).copied().unwrap_or(*usual)).collect();
    Tuning::new(&values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tuning_that_comes_with_the_program_can_be_read_and_names_battles_sides_and_figures_that_there_are()
     {
        for text in [
            include_str!("../tunings/gcacw.toml"),
            include_str!("../tunings/lfm.toml"),
            include_str!("../tunings/vnb.toml"),
        ] {
            toml::from_str::<Tunings>(text).unwrap();
        }
        let entries = library::list();
        for (system, tunings) in KNOWN.iter() {
            let of_system: Vec<_> = entries.iter().filter(|e| e.system == *system).collect();
            let start = |id: &str| library::open(id).unwrap().start(&mut table::SeededDice::from_number(1)).0;
            let games: Vec<_> = of_system.iter().map(|entry| start(&entry.id)).collect();
            let names = games[0].weights();
            for (battle, sides) in tunings {
                assert!(battle == ANY || games.iter().any(|game| game.battle() == battle), "{battle}");
                for (side, figures) in sides {
                    assert!(Side::BOTH.iter().any(|known| known.word() == side), "{battle}: {side}");
                    for (name, value) in figures {
                        assert!(names.iter().any(|(known, _)| known == name), "{battle}: {name}");
                        assert!(value.is_finite(), "{battle}: {name}");
                    }
                }
            }
        }
    }
}
