//! The ending as it is told: on the page, in the terminal, over HTTP.

use serde::Serialize;
use table::view::Points;
use table::{BySide, Closing, Outcome, Side};

use crate::course::{Course, Losses};
use crate::luck::Luck;
use crate::turning::{Decision, TurningPoint};

/// What a finished game came to.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ending {
    /// Nobody: a draw.
    pub winner: Option<Side>,
    /// In the scenario's words: `marginal`.
    pub degree: String,
    /// Victory points of each side.
    pub points: BySide<i32>,
    /// Who won, and by how much: `Union victory, marginal: 12 points to 8`.
    pub headline: String,
    /// The condition that decided, in a sentence of the rule system.
    pub why: String,
    /// How people ended it, if they did and not the rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub closed: Option<Closing>,
    /// How the scenario says it is won; empty where it does not.
    pub conditions: String,
    /// What the points are for. Together they are the points.
    pub sources: Vec<Source>,
    /// How the game went, turn by turn.
    pub course: Course,
    /// What both sides lost.
    pub losses: Losses,
    /// The dice beside their odds.
    pub luck: Luck,
    /// Where the game turned, in turn.
    pub turning_points: Vec<TurningPoint>,
    /// The decisions worth asking a computer player about, the weightiest first.
    #[serde(skip)]
    pub decisions: Vec<Decision>,
}

/// Something that counts, and what each side has for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Source {
    /// What it is, as players say it.
    pub label: String,
    /// Points of each side for it.
    pub points: BySide<i32>,
}

/// Who won and by how much, in a line.
pub(crate) fn headline(outcome: &Outcome, closed: Option<Closing>) -> String {
    let [union, confederate] = outcome.points;
    if let Some(closed) = closed {
        return format!("{}: Union {union} points, Confederate {confederate}", closed.headline());
    }
    let degree = match outcome.degree.as_ref() {
        "victory" | "" => String::new(),
        degree => format!(", {degree}"),
    };
    match outcome.winner {
        Some(Side::Union) => format!("Union victory{degree}: {union} points to {confederate}"),
        Some(Side::Confederate) => format!("Confederate victory{degree}: {confederate} points to {union}"),
        None => format!("A draw: Union {union} points, Confederate {confederate}"),
    }
}

/// What changed from one count to the next: `Henry Hill: Union -4, Confederate +4.`
pub(crate) fn scored(before: &[Source], now: &[Source]) -> String {
    let of = |all: &[Source], label: &str| {
        all.iter().find(|source| source.label == label).map_or(BySide::default(), |source| source.points)
    };
    let gone = before.iter().filter(|source| now.iter().all(|other| other.label != source.label));
    let change = |source: &Source| {
        let (was, is) = (of(before, &source.label), of(now, &source.label));
        let sides = Side::BOTH.into_iter().filter(|side| was[*side] != is[*side]);
        let sides: Vec<String> = sides.map(|side| format!("{side} {:+}", is[side] - was[side])).collect();
        (!sides.is_empty()).then(|| format!("{}: {}.", source.label, sides.join(", ")))
    };
    now.iter().chain(gone).filter_map(change).collect::<Vec<_>>().join(" ")
}

/// The lines of a score, one for each thing that counts. What nobody has any points for is left out.
pub(crate) fn sources(lines: &[Points]) -> Vec<Source> {
    let mut all: Vec<Source> = Vec::new();
    for line in lines.iter().filter(|line| line.points != 0) {
        let Some(side) = line.side else { continue };
        let known = all.iter().position(|source| source.label == line.label);
        let at = known.unwrap_or_else(|| {
            all.push(Source { label: line.label.clone(), points: BySide::default() });
            all.len() - 1
        });
        all[at].points[side] += line.points;
    }
    all.sort_by_key(|source| -source.points.union.abs().max(source.points.confederate.abs()));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_won_is_said_with_his_own_points_first() {
        let outcome =
            |winner, degree: &'static str| Outcome { winner, degree: degree.into(), points: [3, 9] };
        let said = |winner, degree| headline(&outcome(winner, degree), None);
        assert_eq!(said(Some(Side::Confederate), "marginal"), "Confederate victory, marginal: 9 points to 3");
        assert_eq!(said(Some(Side::Union), "victory"), "Union victory: 3 points to 9");
        assert_eq!(said(None, "draw"), "A draw: Union 3 points, Confederate 9");
    }

    #[test]
    fn a_place_that_changes_hands_is_said_for_both_sides() {
        let source = |label: &str, union, confederate| Source {
            label: label.into(),
            points: BySide { union, confederate },
        };
        let before = [source("Hill", 4, 0), source("Losses", 2, 1)];
        let now = [source("Hill", 0, 4), source("Losses", 2, 1), source("Mill", 0, 1)];
        assert_eq!(scored(&before, &now), "Hill: Union -4, Confederate +4. Mill: Confederate +1.");
        assert_eq!(scored(&now, &before), "Hill: Union +4, Confederate -4. Mill: Confederate -1.");
        assert_eq!(scored(&now, &now), "");
    }

    #[test]
    fn what_both_sides_score_by_is_one_line_and_what_nobody_holds_is_none() {
        let line = |label: &str, side, points| Points { label: label.into(), side, points };
        let lines = [
            line("Hill", None, 5),
            line("Losses", Some(Side::Union), 2),
            line("Mill", Some(Side::Union), 0),
            line("Losses", Some(Side::Confederate), 4),
        ];
        let all = sources(&lines);
        let both = BySide { union: 2, confederate: 4 };
        assert_eq!(all, [Source { label: "Losses".into(), points: both }]);
    }
}
