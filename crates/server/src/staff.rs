//! Computer players, as the server sees them: a name and a choice.

use std::sync::Arc;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;
use table::{Game, Side};

use crate::Error;
use crate::thought::Thought;

/// What a computer player decided and why.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Choice {
    pub order: String,
    pub note: Note,
}

/// What a computer player considered: told with his order where the game keeps nothing secret.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Note {
    /// Who decided: `General`.
    pub by: String,
    /// The reason in a sentence; empty where there was none to give.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub why: String,
    /// The orders he weighed, the best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Weighed>>"))]
    pub weighed: Vec<Weighed>,
}

impl Note {
    pub fn is_empty(&self) -> bool {
        self.why.is_empty() && self.weighed.is_empty()
    }
}

/// One order that was considered.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Weighed {
    /// The order as its card says it.
    pub label: String,
    /// How good it looked, in about victory points.
    pub score: f64,
    /// How often it was played out; 0: judged by doctrine alone.
    pub trials: u32,
    pub chosen: bool,
}

/// Chooses an order for a seat that is asked, in about this time, and sooner if the thought is hurried; `None` if it
/// has none to give.
pub type Choose = dyn Fn(&dyn Game, Side, Duration, &Thought) -> Option<Choice> + Send + Sync;

/// A computer player of the strength that was asked for.
pub type Rated = dyn Fn(u16) -> Officer + Send + Sync;

/// A computer player.
#[derive(Clone, Serialize, JsonSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Officer {
    /// The word in requests and in the database.
    pub name: String,
    /// What players read: `Random orders`.
    pub title: String,
    /// How it plays, in a sentence.
    pub about: String,
    /// The seconds he takes for a decision unless told otherwise; `None`: he answers at once.
    pub seconds: Option<f64>,
    /// The least and the most of the ratings he can be asked to have, where his strength is chosen: it is written behind his
    /// name, `elo1600`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub ratings: Option<[u16; 2]>,
    /// Who he is with a rating.
    #[serde(skip)]
    #[cfg_attr(feature = "ts", ts(skip))]
    pub rated: Option<Arc<Rated>>,
    #[serde(skip)]
    #[cfg_attr(feature = "ts", ts(skip))]
    pub choose: Arc<Choose>,
}

/// An officer and the time he was given for a decision: written `veteran` or `general:1500ms`.
#[derive(Clone)]
pub struct Posted {
    pub officer: Officer,
    pub time: Duration,
}

/// The shortest and the longest that anybody may think about one decision, in seconds.
const LEAST: f64 = 0.01;
const MOST: f64 = 60.0;

impl Posted {
    /// The word that the database keeps.
    pub fn word(&self) -> String {
        match self.officer.seconds {
            Some(_) => format!("{}:{}ms", self.officer.name, self.time.as_millis()),
            None => self.officer.name.clone(),
        }
    }

    /// Whether he answers at once.
    pub fn is_quick(&self) -> bool {
        self.officer.seconds.is_none()
    }

    /// What players read: `General, 1.5 s`.
    pub fn title(&self) -> String {
        match self.officer.seconds {
            Some(_) => format!("{}, {} s", self.officer.title, self.time.as_secs_f64()),
            None => self.officer.title.clone(),
        }
    }
}

/// The computer players at hand; the first is the usual one.
#[derive(Clone)]
pub struct Staff {
    officers: Vec<Officer>,
    /// The most seconds anybody may take.
    most: f64,
}

impl Staff {
    /// # Panics
    /// Without a single officer: every side must be able to find a player.
    pub fn new(officers: Vec<Officer>) -> Staff {
        assert!(!officers.is_empty(), "a staff has at least one officer");
        Staff { officers, most: MOST }
    }

    /// Nobody may think longer than this about one decision.
    pub fn with_most(self, seconds: f64) -> Staff {
        Staff { most: seconds.clamp(LEAST, MOST), ..self }
    }

    /// One officer who gives any legal order.
    pub fn random() -> Staff {
        Staff::new(vec![Officer {
            name: "random".into(),
            title: "Random orders".into(),
            about: "Gives any legal order, with no plan at all. Good for learning the sequence of play."
                .into(),
            seconds: None,
            ratings: None,
            rated: None,
            choose: Arc::new(random_order),
        }])
    }

    pub fn list(&self) -> &[Officer] {
        &self.officers
    }

    /// The officer of this name (the usual one if none is named) with this time for a decision.
    pub fn post(&self, name: Option<&str>, seconds: Option<f64>) -> Result<Posted, Error> {
        let officer = match name {
            None => self.officers[0].clone(),
            Some(name) => self.named(name)?,
        };
        match (officer.seconds, seconds) {
            (None, Some(_)) => {
                Err(Error::Malformed(format!("{} answers at once and takes no time", officer.title)))
            }
            (_, Some(wish)) if !(LEAST..=self.most).contains(&wish) => {
                Err(Error::Malformed(format!("a decision may take {LEAST} to {} seconds", self.most)))
            }
            (usual, wish) => {
                let time = Duration::from_secs_f64(wish.or(usual).unwrap_or(0.0).min(self.most));
                Ok(Posted { officer, time })
            }
        }
    }

    /// The officer of this name; `elo1600` is one of that strength.
    fn named(&self, name: &str) -> Result<Officer, Error> {
        let plain = self.officers.iter().find(|o| o.name == name && o.rated.is_none());
        if let Some(officer) = plain {
            return Ok(officer.clone());
        }
        for officer in &self.officers {
            let (Some(rated), Some([low, high])) = (&officer.rated, officer.ratings) else { continue };
            let Some(rating) = name.strip_prefix(officer.name.as_str()) else { continue };
            return match rating.parse::<u16>() {
                Ok(rating) if (low..=high).contains(&rating) => Ok(rated(rating)),
                _ => Err(Error::Malformed(format!(
                    "expected a rating from {low} to {high} behind the name: `{}{low}`",
                    officer.name
                ))),
            };
        }
        Err(Error::no_such("computer player", name))
    }

    /// Reads what `Posted::word` wrote.
    pub fn posted(&self, word: &str) -> Result<Posted, Error> {
        let Some((name, time)) = word.split_once(':') else { return self.post(Some(word), None) };
        let seconds = time.strip_suffix("ms").and_then(|ms| ms.parse::<f64>().ok()).map(|ms| ms / 1000.0);
        // Who was given more time than is allowed now has what is allowed.
        self.post(Some(name), seconds.map(|seconds| seconds.min(self.most)))
    }
}

pub(crate) fn random_order(game: &dyn Game, seat: Side, _: Duration, _: &Thought) -> Option<Choice> {
    let mut orders = game.orders(seat);
    if orders.is_empty() {
        return None;
    }
    let number = u64::from_le_bytes(crate::token::random());
    let order = orders.swap_remove((number % orders.len() as u64) as usize);
    Some(Choice { order, note: Note::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn staff() -> Staff {
        let mut officers = Staff::random().officers;
        officers.push(Officer { name: "general".into(), seconds: Some(1.0), ..officers[0].clone() });
        let plain = officers[1].clone();
        let rated = move |rating| Officer { name: format!("elo{rating}"), ..plain.clone() };
        let elo = Officer { name: "elo".into(), ratings: Some([800, 2200]), ..officers[1].clone() };
        officers.push(Officer { rated: Some(Arc::new(rated)), ..elo });
        Staff::new(officers)
    }

    #[test]
    fn a_posted_officer_reads_as_it_is_written() {
        for (name, seconds, word) in [
            ("random", None, "random"),
            ("general", None, "general:1000ms"),
            ("general", Some(0.02), "general:20ms"),
            ("elo1600", Some(0.02), "elo1600:20ms"),
        ] {
            let posted = staff().post(Some(name), seconds).unwrap();
            assert_eq!(posted.word(), word);
            assert_eq!(staff().posted(word).unwrap().time, posted.time);
        }
    }

    #[test]
    fn time_that_nobody_can_take_is_refused() {
        for (name, seconds) in [("random", 1.0), ("general", 0.0), ("general", 1e9), ("general", f64::NAN)] {
            assert!(staff().post(Some(name), Some(seconds)).is_err(), "{name} {seconds}");
        }
        for name in ["nobody", "elo", "elo700", "elo1600.5", "elo99999"] {
            assert!(staff().post(Some(name), None).is_err(), "{name}");
        }
    }

    #[test]
    fn the_owner_has_a_say_in_how_long_anybody_thinks() {
        let short = staff().with_most(0.5);
        assert!(short.post(Some("general"), Some(1.0)).is_err());
        for word in ["general:60000ms", "general:500ms"] {
            assert_eq!(short.posted(word).unwrap().time, Duration::from_millis(500), "{word}");
        }
        assert_eq!(short.post(Some("general"), None).unwrap().time, Duration::from_millis(500));
    }
}
