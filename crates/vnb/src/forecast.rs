//! What fire, a melee or a morale test may bring, in words: the same for previews, the terminal and the notes of
//! computer players.

use table::{Forecast, in_100};

/// What is lost.
const LOST: &str = "strength points";

/// The mean of a distribution over 0, 1, 2, ...
pub(crate) fn mean(odds: &[f64]) -> f64 {
    odds.iter().enumerate().map(|(n, p)| n as f64 * p).sum()
}

fn hits(n: usize) -> String {
    match n {
        0 => "no hit".to_owned(),
        1 => "1 hit".to_owned(),
        n => format!("{n} hits"),
    }
}

/// What fire may bring, from the chances of 0, 1, 2, ... hits.
pub(crate) fn of_fire(odds: &[f64]) -> Forecast {
    let any = 1.0 - odds.first().copied().unwrap_or(1.0);
    let many = odds.iter().copied().enumerate().rev().filter(|(_, p)| *p > 0.0);
    let forecast = Forecast::new(many.map(|(n, p)| (hits(n), p)));
    let forecast = forecast.success("at least one hit", any);
    let say = format!("{}: at least one hit; {:.1} on average.", in_100(any), mean(odds));
    forecast.saying(say)
}

/// What a melee may bring.
pub(crate) fn of_melee(wins: f64, loses: f64, neither: f64, ours: &[f64], theirs: &[f64]) -> Forecast {
    let all = [("you win the melee", wins), ("you lose it", loses), ("nobody is left to win it", neither)];
    let all = all.into_iter().filter(|(_, p)| *p > 0.0).map(|(say, p)| (say.to_owned(), p));
    Forecast::new(all).success("you win the melee", wins).losses(mean(ours), mean(theirs), LOST)
}

/// What a charge that strikes home leads to: the chances that both stand their tests, and of the melee between
/// them as they are.
pub(crate) fn of_charge(we_stand: f64, he_stands: f64, wins: f64) -> Forecast {
    let say = format!(
        "{}: you stand the test of a charge; {}: he does. If both stand, {}: you win the melee.",
        in_100(we_stand),
        in_100(he_stands).to_lowercase(),
        in_100(wins).to_lowercase(),
    );
    let all = [
        ("both stand, and you win the melee", we_stand * he_stands * wins),
        ("he fails his test", 1.0 - he_stands),
        ("he stands, and you fail your test", he_stands * (1.0 - we_stand)),
        ("both stand, and he wins the melee", we_stand * he_stands * (1.0 - wins)),
    ];
    let all = all.into_iter().filter(|(_, p)| *p > 0.0).map(|(say, p)| (say.to_owned(), p));
    Forecast::new(all).saying(say)
}

/// A charge that may not come to contact.
pub(crate) fn of_unsure_charge() -> Forecast {
    Forecast::default().saying(
        "Dice or another stand may still keep it from contact: what a melee would bring is not known yet."
            .to_owned(),
    )
}

/// What a move costs.
pub(crate) fn of_move(cost: f64, turning: f64, left: f64) -> Forecast {
    let turning = if turning > 0.0 { format!(", {turning:.1} of it for turning") } else { String::new() };
    Forecast::default().saying(format!("Costs {cost:.1} inches{turning}; {left:.1} are left."))
}

/// What a morale test may bring.
pub(crate) fn of_morale(pass: f64) -> Forecast {
    let all = [("it stands", pass), ("it fails", 1.0 - pass)];
    let all = all.into_iter().filter(|(_, p)| *p > 0.0).map(|(say, p)| (say.to_owned(), p));
    Forecast::new(all).success("it stands", pass)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fire_is_said_by_hits() {
        let forecast = of_fire(&[0.25, 0.5, 0.25]);
        assert_eq!(forecast.say, "75 in 100: at least one hit; 1.0 on average.");
        let says: Vec<&str> = forecast.outlooks.iter().map(|o| o.say.as_str()).collect();
        assert_eq!(says, ["2 hits", "1 hit", "no hit"]);
    }

    #[test]
    fn a_melee_is_said_by_who_wins_and_what_it_costs() {
        let forecast = of_melee(0.6, 0.4, 0.0, &[0.5, 0.5], &[0.0, 0.5, 0.5]);
        assert_eq!(
            forecast.say,
            "60 in 100: you win the melee; you lose 0.5, he loses 1.5 strength points on average."
        );
        assert_eq!(forecast.outlooks.len(), 2);
    }
}
