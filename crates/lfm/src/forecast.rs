//! What a combat, a charge or fire may bring, in words: every face of the die, and what counts as success. The same
//! for previews, the terminal and the notes of computer players.

use table::Forecast;

use crate::charge::ChargeOdds;
use crate::combat::Odds;
use crate::tables::{Chart, Outcome, Tables};

/// The six faces of a die on a column of a chart.
pub(crate) fn faces<T: Copy>(chart: &Chart<T>, column: usize, drm: i16) -> impl Iterator<Item = T> {
    (1..=6).map(move |die| chart.at(die + drm, column))
}

/// How good a result is for the attacker.
const fn merit(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::De2 => 7,
        Outcome::De => 6,
        Outcome::Dr => 5,
        Outcome::Dc => 4,
        Outcome::Exc => 3,
        Outcome::Ne => 2,
        Outcome::Ar => 1,
        Outcome::Ae => 0,
    }
}

/// Results on the faces of a die, the best first, with the chance that the defender gives ground.
fn of_results(faces: impl Iterator<Item = Outcome>) -> Forecast {
    let mut all: Vec<Outcome> = faces.collect();
    all.sort_by_key(|o| std::cmp::Reverse(merit(*o)));
    let each = 1.0 / all.len().max(1) as f64;
    let driven = all.iter().filter(|o| o.gives_ground()).count() as f64 * each;
    let repulsed = all.iter().filter(|o| matches!(o, Outcome::Ar | Outcome::Ae)).count() as f64 * each;
    let forecast = Forecast::new(all.iter().map(|o| (o.words().to_owned(), each)));
    let forecast = forecast.success("he gives ground", driven);
    let head = forecast.say.trim_end_matches('.').to_owned();
    match repulsed > 0.0 {
        true => forecast.saying(format!("{head}; {}: you are repulsed.", table::in_100(repulsed))),
        false => forecast,
    }
}

/// What a combat may bring.
pub(crate) fn of_combat(tables: &Tables, odds: &Odds) -> Forecast {
    let (odds_name, column) = (tables.odds_name(odds.odds), tables.odds_name(odds.column));
    let shifted = if odds.odds == odds.column { String::new() } else { format!(", fought as {column}") };
    of_results(faces(&tables.crt, odds.column, odds.drm.sum()))
        .fact("Strength Points", format!("{} against {}", odds.attacker_sp, odds.defender_sp))
        .fact("Odds", format!("{odds_name}{shifted}"))
        .fact("Cohesion", format!("{} against {}", odds.attacker_cr, odds.defender_cr))
        .fact("Die", format!("{:+}", odds.drm.sum()))
        .fact("Charts", tables.source.clone())
}

/// What a charge may bring.
pub(crate) fn of_charge(tables: &Tables, odds: &ChargeOdds) -> Forecast {
    let drm = odds.drm.sum();
    of_results(faces(&tables.charge, odds.column, drm))
        .fact("Cohesion", format!("{} against {}", odds.attacker_cr, odds.defender_cr))
        .fact("Die", format!("{drm:+}"))
        .fact("Charts", tables.source.clone())
}

/// So many cohesion checks, in words.
pub(crate) fn checks(n: u8) -> String {
    match n {
        0 => "no effect".to_owned(),
        1 => "it must check its cohesion".to_owned(),
        n => format!("it must check its cohesion {n} times"),
    }
}

/// What fire may bring: cohesion checks.
pub(crate) fn of_fire(tables: &Tables, column: usize, drm: i16) -> Forecast {
    let mut all: Vec<u8> = faces(&tables.artillery, column, drm).collect();
    all.sort_unstable_by(|a, b| b.cmp(a));
    let each = 1.0 / all.len().max(1) as f64;
    let hit = all.iter().filter(|n| **n > 0).count() as f64 * each;
    Forecast::new(all.iter().map(|n| (checks(*n), each)))
        .success("it must check its cohesion", hit)
        .fact("Column", tables.artillery.columns[column].clone())
        .fact("Die", format!("{drm:+}"))
        .fact("Charts", tables.source.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_best_for_the_attacker_is_said_first_and_repulses_are_not_kept_back() {
        use Outcome::{Ae, Ar, De, Dr, Ne};
        let forecast = of_results([Ae, Ar, Ne, Ne, Dr, De].into_iter());
        assert_eq!(forecast.say, "33 in 100: he gives ground; 33 in 100: you are repulsed.");
        let first = &forecast.outlooks[0];
        assert_eq!(first.say, "he loses a unit, the rest retreat");
        assert!((first.p - 1.0 / 6.0).abs() < 1e-12);
        assert_eq!(forecast.outlooks.len(), 5);
    }
}
