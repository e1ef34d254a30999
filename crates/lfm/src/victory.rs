//! Victory points and the end of the game (step 8).

use table::view::Points;
use table::{BySide, Outcome, Side};

use crate::event::Event;
use crate::play::Play;
use crate::position::Pos;
use crate::state::Where;

/// One line of the count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub label: String,
    pub side: Side,
    pub points: i32,
}

impl Pos<'_> {
    /// SP of a side that are eliminated, for good or still recoverable.
    pub fn lost_sp(self, side: Side) -> i32 {
        let lost = |id: &&crate::setup::Id| matches!(self.piece(**id).place, Where::Lost | Where::Gone);
        self.setup.side_ids(side).iter().filter(lost).map(|id| self.counter(*id).sp as i32).sum()
    }

    fn destroyed_brigades(self, side: Side) -> i32 {
        let gone = |n: &usize| {
            let brigade = &self.setup.brigades[*n];
            let none_left =
                !brigade.regiments.is_empty() && brigade.regiments.iter().all(|r| !self.may_return(*r));
            brigade.side == side && none_left
        };
        (0..self.setup.brigades.len()).filter(gone).count() as i32
    }

    /// Every line of the count, for both sides.
    pub(crate) fn count_lines(self) -> Vec<Line> {
        let mut lines = Vec::new();
        self.each_line(|label, side, points| lines.push(Line { label: label.to_owned(), side, points }));
        lines
    }

    fn each_line(self, mut each: impl FnMut(&str, Side, i32)) {
        let victory = &self.setup.victory;
        for side in Side::BOTH {
            let mut line = |label: &str, points: i32| {
                if points != 0 {
                    each(label, side, points);
                }
            };
            let enemy = side.other();
            line(Points::GIVEN, victory.handicap[side]);
            line("Enemy strength eliminated", victory.sp * self.lost_sp(enemy));
            line("Enemy brigades destroyed", victory.brigade * self.destroyed_brigades(enemy));
            line("Enemy commanders hit", victory.commander * self.state.casualties[enemy] as i32);
            for (prize, holder) in victory.prizes.iter().zip(&self.state.held) {
                if *holder == Some(side) && prize.only.is_none_or(|only| only == side) {
                    line(&prize.name, prize.points);
                }
            }
        }
    }

    pub(crate) fn points(self) -> BySide<i32> {
        let mut sum = BySide::default();
        self.each_line(|_, side, points| sum[side] += points);
        sum
    }

    /// The lead that is no draw any more: a share of the larger total, or the least level.
    pub(crate) fn least_margin(self, points: BySide<i32>) -> f32 {
        let victory = &self.setup.victory;
        let share = (points.union.max(points.confederate) * victory.draw) as f32 / 100.0;
        share.max(victory.levels.first().map_or(1.0, |(least, _)| *least as f32))
    }

    /// A side that has lost as much as the scenario lets it.
    fn exhausted_side(self) -> Option<Side> {
        let spent = |side: &Side| {
            self.setup.victory.exhaustion[*side].is_some_and(|most| self.lost_sp(*side) >= most)
        };
        let mut sides = Side::BOTH.into_iter().filter(spent);
        match (sides.next(), sides.next()) {
            (Some(side), None) => Some(side),
            _ => None,
        }
    }

    /// Which of the scenario's conditions decides.
    pub(crate) fn because(self) -> String {
        if let Some(loser) = self.exhausted_side() {
            let most = self.setup.victory.exhaustion[loser].unwrap_or_default();
            let lost = self.lost_sp(loser);
            return format!("The {loser} side has lost {lost} Strength Points and is exhausted at {most}.");
        }
        let sum = self.points();
        let (margin, larger) = ((sum.union - sum.confederate).abs(), sum.union.max(sum.confederate));
        let victory = &self.setup.victory;
        let so_far = self.state.outcome.is_some() && self.state.turn < self.setup.turns;
        if let Some(lead) = victory.sudden.filter(|lead| so_far && margin >= *lead) {
            return format!(
                "The margin is {margin} victory points at the end of a day, and {lead} are enough."
            );
        }
        let verdict = self.verdict();
        let least = victory.levels.iter().find(|(_, word)| *word == verdict.degree).map(|(least, _)| *least);
        match (verdict.winner, least) {
            (Some(_), Some(least)) => {
                format!("The margin is {margin} victory points; {least} or more is {}.", verdict.degree)
            }
            (Some(_), None) => format!("The margin is {margin} victory points."),
            (None, _) if margin == 0 => "Both sides have the same number of victory points.".to_owned(),
            (None, _) if margin * 100 < larger * victory.draw => format!(
                "The margin is {margin} victory points, less than {} percent of {larger}: a draw.",
                victory.draw
            ),
            (None, _) => format!("The margin is {margin} victory points, too little for a victory."),
        }
    }

    /// Who has won, by how much: a margin below the draw percentage of the larger total is a draw.
    pub(crate) fn verdict(self) -> Outcome {
        let sum = self.points();
        let points = [sum.union, sum.confederate];
        if let Some(loser) = self.exhausted_side() {
            return Outcome { winner: Some(loser.other()), degree: "decisive".into(), points };
        }
        let margin = (sum.union - sum.confederate).abs();
        let larger = sum.union.max(sum.confederate);
        let levels = &self.setup.victory.levels;
        let degree = match levels.is_empty() {
            true => Some("marginal"),
            false => levels.iter().rev().find(|(least, _)| margin >= *least).map(|(_, word)| *word),
        };
        let draw = margin == 0 || margin * 100 < larger * self.setup.victory.draw;
        match degree.filter(|_| !draw) {
            Some(degree) => {
                let winner = if sum.union > sum.confederate { Side::Union } else { Side::Confederate };
                Outcome { winner: Some(winner), degree: degree.into(), points }
            }
            None => Outcome { winner: None, degree: "draw".into(), points },
        }
    }
}

impl Play<'_> {
    pub(crate) fn count(&mut self) {
        let sum = self.pos().points();
        self.tell(|_| Event::Count { union: sum.union, confederate: sum.confederate });
    }

    pub(crate) fn exhausted(&self) -> bool {
        self.pos().exhausted_side().is_some()
    }

    /// Whether a day's count already decides the battle.
    pub(crate) fn sudden_victory(&self) -> bool {
        let sum = self.pos().points();
        self.setup.victory.sudden.is_some_and(|lead| (sum.union - sum.confederate).abs() >= lead)
    }

    pub(crate) fn game_over(&mut self) {
        self.count();
        let outcome = self.pos().verdict();
        self.state.outcome = Some(outcome.clone());
        self.state.phase = crate::state::Phase::Over;
        self.tell(|_| Event::GameOver { winner: outcome.winner, degree: outcome.degree });
    }
}
