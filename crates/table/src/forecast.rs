//! What the dice may bring, in words: the one sentence before a commitment, and every outcome with its chance.
//!
//! A system fills it in from its exact calculator, and the same forecast is what the page and the terminal show,
//! what `hardtack ask --words` says and what computer players write in their notes.

use serde::Serialize;

/// What an order may bring.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Forecast {
    /// The headline: `58 in 100: he gives way; you lose 0.9, he loses 1.4 Manpower on average.`
    pub say: String,
    /// What counts as success, and its chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub success: Option<Outlook>,
    /// What both sides lose on average.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub losses: Option<Losses>,
    /// Everything that can happen, the best for whoever asks first.
    pub outlooks: Vec<Outlook>,
    /// What it comes from, in pairs of name and value: `Ratio`, `3-1`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<(&'static str, String)>,
}

/// Something that can happen, in words, and its chance.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Outlook {
    /// What can happen, in words.
    pub say: String,
    /// Its chance, 0 to 1.
    pub p: f64,
}

/// Losses to be expected.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Losses {
    /// Of whoever asks.
    pub ours: f64,
    /// Of the other side.
    pub theirs: f64,
    /// What is lost: `Manpower`, `Strength Points`.
    pub of: &'static str,
}

impl Forecast {
    /// A forecast of outcomes; those that are said alike stand together.
    pub fn new(outlooks: impl IntoIterator<Item = (String, f64)>) -> Forecast {
        let mut all: Vec<Outlook> = Vec::new();
        for (say, p) in outlooks {
            match all.iter_mut().find(|known| known.say == say) {
                Some(known) => known.p += p,
                None => all.push(Outlook { say, p }),
            }
        }
        Forecast { outlooks: all, ..Forecast::default() }.said()
    }

    /// The same with what counts as success.
    #[must_use]
    pub fn success(mut self, say: impl Into<String>, p: f64) -> Forecast {
        self.success = Some(Outlook { say: say.into(), p });
        self.said()
    }

    /// The same with what both sides lose on average.
    #[must_use]
    pub fn losses(mut self, ours: f64, theirs: f64, of: &'static str) -> Forecast {
        self.losses = Some(Losses { ours, theirs, of });
        self.said()
    }

    /// The same with something it comes from.
    #[must_use]
    pub fn fact(mut self, name: &'static str, value: impl Into<String>) -> Forecast {
        self.facts.push((name, value.into()));
        self
    }

    /// The same with another headline.
    #[must_use]
    pub fn saying(mut self, say: impl Into<String>) -> Forecast {
        self.say = say.into();
        self
    }

    fn said(mut self) -> Forecast {
        let likeliest = || self.outlooks.iter().max_by(|a, b| a.p.total_cmp(&b.p));
        let head = self.success.as_ref().or_else(likeliest);
        let chance = head.map(|o| format!("{}: {}", in_100(o.p), o.say));
        let losses = self.losses.map(|l| {
            format!("you lose {}, he loses {} {} on average", amount(l.ours), amount(l.theirs), l.of)
        });
        let parts: Vec<String> = chance.into_iter().chain(losses).collect();
        self.say = if parts.is_empty() { String::new() } else { parts.join("; ") + "." };
        self
    }
}

/// A chance as people say it at a table: `58 in 100`.
pub fn in_100(p: f64) -> String {
    match (p * 100.0).round() {
        _ if p <= 0.0 => "Never".to_owned(),
        _ if p >= 1.0 - 1e-9 => "Always".to_owned(),
        n if n < 1.0 => "Under 1 in 100".to_owned(),
        n if n > 99.0 => "Over 99 in 100".to_owned(),
        n => format!("{n} in 100"),
    }
}

/// An average, with one digit where it has one.
fn amount(n: f64) -> String {
    let text = format!("{n:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forecast_is_one_sentence_about_success_and_losses() {
        let forecast = Forecast::new([("he routs".to_owned(), 0.25), ("nothing".to_owned(), 0.75)])
            .success("he gives way", 0.25)
            .losses(0.94, 1.0, "Manpower");
        assert_eq!(forecast.say, "25 in 100: he gives way; you lose 0.9, he loses 1 Manpower on average.");
    }

    #[test]
    fn without_a_success_the_likeliest_is_said() {
        let forecast =
            Forecast::new([("it holds".to_owned(), 1.0 / 3.0), ("it fails".to_owned(), 2.0 / 3.0)]);
        assert_eq!(forecast.say, "67 in 100: it fails.");
    }

    #[test]
    fn outcomes_said_alike_stand_together() {
        let forecast = Forecast::new(["a", "b", "a"].map(|w| (w.to_owned(), 1.0 / 3.0)));
        let says: Vec<&str> = forecast.outlooks.iter().map(|o| o.say.as_str()).collect();
        assert_eq!(says, ["a", "b"]);
        assert!((forecast.outlooks[0].p - 2.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn chances_next_to_nothing_and_to_certainty_are_not_rounded_away() {
        let says = [0.0, 0.001, 0.5, 0.999, 1.0].map(in_100);
        assert_eq!(says, ["Never", "Under 1 in 100", "50 in 100", "Over 99 in 100", "Always"]);
    }
}
