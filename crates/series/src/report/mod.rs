//! A page about a series of games, and its figures for programs.

mod fighting;
mod page;
mod plots;
mod study;

use anyhow::bail;
use library::Scenario;
use serde_json::{Value, json};
use table::Side;

use crate::results::Row;
pub use study::Study;

impl Study {
    /// # Errors
    /// There are no games, or they are of several scenarios.
    pub fn of(rows: Vec<Row>) -> anyhow::Result<Study> {
        let Some(first) = rows.first() else { bail!("there are no games in the results") };
        if let Some(other) = rows.iter().find(|row| row.scenario_hash != first.scenario_hash) {
            bail!(
                "the results are of `{}` and of `{}`: a page is about one scenario",
                first.scenario,
                other.scenario
            );
        }
        Ok(Study { scenario: first.scenario.clone(), hash: first.scenario_hash.clone(), rows })
    }

    /// The scenario, to draw its map: if it is still there and still the same.
    pub fn drawn(&self) -> Option<Scenario> {
        library::open(&self.scenario).ok().filter(|scenario| scenario.hash().starts_with(&self.hash))
    }

    /// The page, with the map where the scenario is known.
    pub fn page(&self, scenario: Option<&Scenario>) -> String {
        page::html(self, scenario)
    }

    /// What the page says, for programs.
    pub fn figures(&self, scenario: Option<&Scenario>) -> Value {
        let leads: Vec<f64> = self.leads().iter().map(|lead| *lead as f64).collect();
        let (mean, margin) = study::mean(&leads);
        let place = |spot: &fighting::Spot| {
            let name = fighting::name(scenario, &spot.at);
            json!({ "at": spot.at, "name": name, "fights": spot.fights(), "won": spot.won })
        };
        let places: Vec<Value> = fighting::spots(self, scenario).iter().map(place).collect();
        let degrees: serde_json::Map<String, Value> =
            self.degrees().into_iter().map(|(degree, count)| (degree, json!(count))).collect();
        json!({
            "scenario": self.scenario,
            "games": self.rows.len(),
            "wins": Side::BOTH.map(|side| self.share_won(Some(side)).count),
            "draws": self.share_won(None).count,
            "lead": { "mean": mean, "margin": margin },
            "degrees": degrees,
            "places": places,
        })
    }
}
