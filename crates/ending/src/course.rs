//! The course of a game: points, losses and who seemed to be winning, order by order.

use serde::Serialize;
use table::{BySide, Game, Tally, Viewer};

/// More marks than this nobody sees on a page.
const MOST_MARKS: usize = 400;
/// A change of the judgement below this many victory points is no mark of its own.
const SLIGHT: f64 = 0.25;

/// How the game went.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Course {
    /// How many orders were given.
    pub orders: usize,
    /// The turns, and how each ended.
    pub turns: Vec<TurnMark>,
    /// The moments at which anything changed.
    pub marks: Vec<Mark>,
}

/// A turn that was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TurnMark {
    /// Its number.
    pub turn: u16,
    /// As players say it: a date, an hour.
    pub label: String,
    /// How many orders had been given when it began.
    pub from: usize,
    /// Points and losses at its end.
    pub points: BySide<i32>,
    /// What each side had lost by then.
    pub lost: BySide<i32>,
}

/// How the game stood after so many orders.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mark {
    /// How many orders had been given.
    pub n: usize,
    /// Victory points of each side.
    pub points: BySide<i32>,
    /// What each side had lost so far.
    pub lost: BySide<i32>,
    /// By how much the Union seemed to be ahead, in about victory points, as computer players judge positions; below 0 the
    /// Confederacy did.
    pub lead: f64,
}

/// What both sides lost.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "wire.d.ts"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Losses {
    /// What is lost, in the words of the system: `Manpower`.
    pub of: String,
    /// What each side had, later arrivals too.
    pub strength: BySide<i32>,
    /// What of it is gone.
    pub lost: BySide<i32>,
}

fn by_side([union, confederate]: [i32; 2]) -> BySide<i32> {
    BySide { union, confederate }
}

impl Losses {
    pub(crate) fn of(tally: &Tally) -> Losses {
        Losses { of: tally.of.to_owned(), strength: by_side(tally.strength), lost: by_side(tally.lost) }
    }
}

impl Mark {
    pub(crate) fn of(n: usize, tally: &Tally, lead: f64) -> Mark {
        Mark { n, points: by_side(tally.points), lost: by_side(tally.lost), lead }
    }

    fn differs(&self, from: &Mark) -> bool {
        self.points != from.points || self.lost != from.lost || (self.lead - from.lead).abs() >= SLIGHT
    }
}

impl Course {
    /// The game stands so; `mark` is drawn from the same position.
    pub(crate) fn add(&mut self, game: &dyn Game, tally: &Tally, mark: Mark) {
        self.orders = mark.n;
        if self.turns.last().is_none_or(|last| last.turn != tally.turn) {
            let label = game.view(Viewer::Referee).turn_label;
            let (points, lost) = (mark.points, mark.lost);
            // What the last order of a turn led to belongs to that turn.
            if let Some(last) = self.turns.last_mut() {
                (last.points, last.lost) = (points, lost);
            }
            self.turns.push(TurnMark { turn: tally.turn, label, from: mark.n, points, lost });
        }
        if let Some(now) = self.turns.last_mut() {
            (now.points, now.lost) = (mark.points, mark.lost);
        }
        if self.marks.last().is_none_or(|last| mark.differs(last)) {
            self.marks.push(mark);
        }
    }

    /// The game is over; `last` is how it ended.
    pub(crate) fn close(&mut self, last: Mark) {
        if self.marks.last().is_none_or(|mark| mark.n != last.n) {
            self.marks.push(last);
        }
        let every = self.marks.len().div_ceil(MOST_MARKS).max(1);
        let (mut place, mut before) = (0, None::<Mark>);
        let end = self.marks.len();
        // Points and losses are never dropped: only what was thought in between.
        self.marks.retain(|mark| {
            place += 1;
            let same = before.is_some_and(|b| b.points == mark.points && b.lost == mark.lost);
            before = Some(*mark);
            !same || place == end || place.is_multiple_of(every)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_course_is_thinned_but_keeps_every_change_of_points() {
        let mut course = Course::default();
        let mark = |n: usize| Mark {
            n,
            points: by_side([(n / 1000) as i32, 0]),
            lost: BySide::default(),
            lead: n as f64,
        };
        course.marks = (0..5000).map(mark).collect();
        course.close(mark(5000));
        assert!(course.marks.len() <= MOST_MARKS + 10, "{}", course.marks.len());
        for n in [0, 1000, 2000, 3000, 4000, 5000] {
            assert!(course.marks.iter().any(|m| m.n == n), "{n}");
        }
    }
}
