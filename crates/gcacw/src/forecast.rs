//! Results of the charts in words, and what an attack or an extended march may bring: the same sentences for
//! previews, the log and the notes of computer players.

use table::{Forecast, chances};

use crate::charts::{self, CombatResult, Flight, Guns, Strain};
use crate::combat::Sum;

/// What a result of the Combat Chart does to the side it is of: `loses 2, is disorganized and routs`.
pub(crate) fn result_words(result: &CombatResult, extra_loss: u8) -> String {
    let loss = result.loss + extra_loss;
    let lost = (loss > 0).then(|| format!("loses {loss}"));
    let strain = match result.strain {
        Strain::None => None,
        Strain::Little => Some("tires"),
        Strain::Great => Some("tires badly"),
        Strain::Disorganized => Some("is disorganized"),
    };
    let flight = match result.flight {
        Flight::None => None,
        Flight::Retreat => Some("retreats"),
        Flight::Rout => Some("routs"),
        Flight::Panic => Some("routs in panic"),
    };
    let then = match (result.advance, result.ends_march) {
        (true, true) => Some("may advance, then halts"),
        (true, false) => Some("may advance"),
        (false, true) => Some("halts"),
        (false, false) => None,
    };
    let parts = [strain, flight, then].into_iter().flatten().map(str::to_owned);
    let parts: Vec<String> = lost.into_iter().chain(parts).collect();
    match parts.split_last() {
        None => "is unshaken".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

/// How a fight ends for the defender, in the fewest words.
fn fate(result: &CombatResult) -> &'static str {
    match (result.flight, result.strain) {
        (Flight::Panic, _) => "he routs in panic",
        (Flight::Rout, _) => "he routs",
        (Flight::Retreat, _) => "he retreats",
        (Flight::None, Strain::Disorganized) => "he holds, disorganized",
        (Flight::None, Strain::Little | Strain::Great) => "he holds, tired",
        (Flight::None, Strain::None) => "he holds, unshaken",
    }
}

/// What an attack may bring.
pub(crate) fn of_attack(sum: &Sum) -> Forecast {
    let mut odds = chances(|dice| sum.roll(dice).difference);
    odds.sort_by_key(|(difference, _)| -*difference);
    let (mut gives_way, mut ours, mut theirs) = (0.0, 0.0, 0.0);
    let mut fates = Vec::with_capacity(odds.len());
    for (difference, p) in odds {
        let defender = charts::defender_result(difference, sum.chart_value);
        let attacker = charts::attacker_result(difference, sum.attacker_value);
        gives_way += if defender.flight == Flight::None { 0.0 } else { p };
        ours += f64::from(attacker.loss + sum.extra_loss) * p;
        theirs += f64::from(defender.loss) * p;
        fates.push((fate(defender).to_owned(), p));
    }
    let value = |quarters: i32| f64::from(quarters) / 4.0;
    let guns = match sum.guns {
        Guns::Sure(_) => String::new(),
        Guns::IfEven(n) => format!(", and {n:+} by the guns on an even die"),
        Guns::TwoOrOne => ", and +2 or +1 by the guns".to_owned(),
    };
    let forecast = Forecast::new(fates)
        .success("he gives way", gives_way)
        .losses(ours, theirs, "Manpower")
        .fact("Combat value", format!("{} against {}", value(sum.attacker_value), value(sum.defender_value)))
        .fact("Ratio", format!("{} to {}", sum.ratio.attacker, sum.ratio.defender))
        .fact("Your die", format!("{:+}{guns}", sum.attacker_modifier()))
        .fact("His die", format!("{:+}", sum.defender_modifier()));
    match sum.flank.effective {
        0 => forecast,
        bonus => forecast.fact("Flank bonus", format!("{bonus:+}, in your die")),
    }
}

/// A result of the Extended March table in words.
pub(crate) fn march_words(result: &str) -> &'static str {
    match result {
        "NE" => "keeps its ranks",
        "D" => "is disorganized",
        "1" => "loses 1 Manpower to straggling",
        "2" => "loses 2 Manpower to straggling",
        _ => "loses 3 Manpower to straggling",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_a_result_is_said() {
        let words = |text| result_words(&CombatResult::read(text), 0);
        assert_eq!(words("-"), "is unshaken");
        assert_eq!(words("2DR*"), "loses 2, is disorganized and routs in panic");
        assert_eq!(words("1fa"), "loses 1, tires and may advance");
        assert_eq!(words("Ea"), "may advance, then halts");
        assert_eq!(words("F"), "tires badly");
        assert_eq!(words("Dr"), "is disorganized and retreats");
    }

    #[test]
    fn a_loss_by_rule_comes_on_top_of_the_chart() {
        assert_eq!(result_words(&CombatResult::read("1D"), 1), "loses 2 and is disorganized");
    }
}
