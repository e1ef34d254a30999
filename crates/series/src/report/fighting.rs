//! Where the fighting was: heat on the map.

use std::collections::BTreeMap;
use std::fmt::Write;

use library::{Board, Scenario};
use table::Side;

use super::study::Study;

/// The fights of one place.
#[derive(Clone, Debug, Default)]
pub struct Spot {
    pub at: String,
    /// Begun by each side.
    pub by: [usize; 2],
    pub won: usize,
}

impl Spot {
    pub fn fights(&self) -> usize {
        self.by[0] + self.by[1]
    }
}

/// Every place with fights, the hottest first. Points of a table are gathered square by square.
pub fn spots(study: &Study, scenario: Option<&Scenario>) -> Vec<Spot> {
    let table = scenario.is_some_and(|scenario| matches!(scenario.board(), Board::Table(_)));
    let mut spots: BTreeMap<String, Spot> = BTreeMap::new();
    for fight in study.fights() {
        let at = if table { square(&fight.at) } else { fight.at.clone() };
        let spot = spots.entry(at.clone()).or_insert_with(|| Spot { at, ..Spot::default() });
        spot.by[fight.by as usize] += 1;
        spot.won += usize::from(fight.won);
    }
    let mut spots: Vec<Spot> = spots.into_values().collect();
    spots.sort_by_key(|spot| std::cmp::Reverse(spot.fights()));
    spots
}

/// Inches to a side of the squares into which a table is cut.
const SQUARE: f64 = 2.0;

/// The middle of the square in which a point lies.
fn square(at: &str) -> String {
    let middle = |text: &str| {
        text.parse::<f64>()
            .map_or_else(|_| text.to_owned(), |v| format!("{}", ((v / SQUARE).floor() + 0.5) * SQUARE))
    };
    at.split(',').map(middle).collect::<Vec<_>>().join(",")
}

/// What players call a hex.
pub fn name(scenario: Option<&Scenario>, at: &str) -> Option<String> {
    let Board::Hexes(map) = scenario?.board() else { return None };
    let hex = map.grid.hex(at)?;
    map.places.iter().find(|place| place.hex == hex).map(|place| place.name.clone())
}

/// A place with its name, where it has one: `2320 Spring Hill`.
pub fn called(scenario: Option<&Scenario>, at: &str) -> String {
    name(scenario, at).map_or_else(|| at.to_owned(), |name| format!("{at} {name}"))
}

/// The map with the heat on it.
pub fn map(scenario: &Scenario, spots: &[Spot]) -> String {
    let most = spots.first().map_or(1, Spot::fights).max(1) as f64;
    let radius = match scenario.board() {
        Board::Hexes(_) => 33.0,
        Board::Table(_) => 26.0,
    };
    let mut heat = String::from("<g class=\"heat\">");
    for spot in spots.iter().rev() {
        let Some((x, y)) = scenario.place(&spot.at) else { continue };
        let share = spot.fights() as f64 / most;
        // The eye compares areas and depth of colour by their roots.
        let _ = write!(
            heat,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"{}\" fill-opacity=\"{:.2}\" stroke=\"#5c0f08\" \
             stroke-opacity=\"{:.2}\" stroke-width=\"1.5\"><title>{}: {} fights</title></circle>",
            radius * (0.4 + 0.6 * share.sqrt()),
            colour(share),
            0.35 + 0.45 * share.sqrt(),
            0.4 + 0.5 * share,
            super::plots::escape(&called(Some(scenario), &spot.at)),
            spot.fights()
        );
    }
    scenario.plan(&(heat + "</g>"))
}

/// From yellow through orange to dark red: a scale that also reads in grey.
fn colour(share: f64) -> String {
    const STOPS: [[f64; 3]; 4] =
        [[250.0, 214.0, 96.0], [240.0, 138.0, 48.0], [200.0, 52.0, 34.0], [104.0, 10.0, 24.0]];
    let at = share.sqrt().clamp(0.0, 1.0) * 3.0;
    let n = (at as usize).min(2);
    let mix = |k: usize| STOPS[n][k] + (STOPS[n + 1][k] - STOPS[n][k]) * (at - n as f64);
    format!("rgb({:.0},{:.0},{:.0})", mix(0), mix(1), mix(2))
}

/// What success means in a system, in words.
pub fn success(system: &str) -> &'static str {
    library::system(system).map_or("", |system| system.success)
}

/// `Union 3, Confederate 5`.
pub fn by_side(by: [usize; 2]) -> String {
    Side::BOTH.map(|side| format!("{side} {}", by[side as usize])).join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_of_a_table_are_gathered_in_squares() {
        assert_eq!(square("3.9,0.2"), "3,1");
        assert_eq!(square("-0.5,12.0"), "-1,13");
        assert_eq!(square("4610"), "4611");
    }

    #[test]
    fn the_scale_runs_from_yellow_to_dark_red() {
        assert_eq!(colour(0.0), "rgb(250,214,96)");
        assert_eq!(colour(1.0), "rgb(104,10,24)");
    }
}
