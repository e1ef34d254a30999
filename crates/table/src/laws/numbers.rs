//! The laws of numbers: what programs that learn see, and what they choose from.

use crate::laws::trial::{Held, Look, Match};
use crate::laws::{Law, Picks, Report};
use crate::view::Condition;
use crate::{Commander, Factors, NoLog, SeededDice, Side, Viewer};

/// No number of an observation is larger.
const MOST: f32 = 20.0;

impl<R: Commander> Match<'_, R> {
    pub fn numbers(&self, look: &Look<R>, picks: &mut Picks, report: &mut Report) -> Held {
        self.holds(Law::OrdersInNumbers, look.order, look.kind, self.ordered(look, picks))?;
        self.holds(Law::PositionInNumbers, look.order, look.kind, self.whole(look))?;
        // A step further is much work for one look.
        if picks.below(4) > 0 {
            return Ok(());
        }
        report.numbered += 1;
        let text = self.words(look.seat, look.given);
        self.holds(Law::PositionInNumbers, look.order, &text, self.changes(look))
    }

    /// Every legal order has numbers of its own inside the sizes, and they lead back to it.
    fn ordered(&self, look: &Look<R>, picks: &mut Picks) -> Result<(), String> {
        let (space, listed) = (R::space(self.setup), look.listed);
        let mut all = Vec::new();
        R::factors(self.setup, listed, &mut all);
        if all.len() != listed.len() {
            return Err(format!("{} orders, numbers for {}", listed.len(), all.len()));
        }
        let words = |nth: usize| R::write_order(self.setup, &listed[nth]);
        if let Some(nth) = all.iter().position(|factors| !space.holds(*factors)) {
            return Err(format!("`{}` is {:?}, outside {space:?}", words(nth), all[nth]));
        }
        let mut sorted: Vec<(Factors, usize)> = all.iter().copied().zip(0..).collect();
        sorted.sort_unstable();
        if let Some(same) = sorted.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(format!(
                "`{}` and `{}` are both {:?}",
                words(same[0].1),
                words(same[1].1),
                same[0].0
            ));
        }
        // Where nobody has described the system in numbers, only the list tells orders apart.
        let alone = R::LISTS_ALL && !R::shape(self.setup).is_empty();
        for nth in picks.some(listed.len(), self.trial.sample) {
            let (factors, order) = (all[nth], R::order_of(self.setup, all[nth]));
            if order.as_ref().map_or(alone, |order| *order != listed[nth]) {
                return Err(format!("`{}` is {factors:?}, and that is {order:?}", words(nth)));
            }
            let back = R::nth_of(self.setup, listed, factors);
            if back != Some(nth) {
                return Err(format!("`{}` is {factors:?}, order {nth}, and that is {back:?}", words(nth)));
            }
        }
        Ok(())
    }

    fn seen(&self, state: &R::State, seat: Side, before: f32) -> Vec<f32> {
        let mut numbers = vec![before; R::shape(self.setup).len()];
        R::observe(self.setup, state, seat, &mut numbers);
        numbers
    }

    /// Every number is written, whatever was there before, is one, and is not large.
    fn whole(&self, look: &Look<R>) -> Result<(), String> {
        for seat in Side::BOTH {
            let (one, other) = (self.seen(look.state, seat, f32::NAN), self.seen(look.state, seat, 7.0));
            let wrong = |(a, b): (&f32, &f32)| a.to_bits() != b.to_bits() || a.is_nan() || a.abs() > MOST;
            if let Some(at) = one.iter().zip(&other).position(wrong) {
                return Err(format!("number {at} as {seat} sees it is {}, then {}", one[at], other[at]));
            }
        }
        Ok(())
    }

    /// A piece that looks otherwise after an order has other numbers.
    fn changes(&self, look: &Look<R>) -> Result<(), String> {
        let shape = R::shape(self.setup);
        let mut after = look.state.clone();
        let mut dice = SeededDice::from_number(look.order as u64);
        R::apply(self.setup, &mut after, look.seat, look.given, &mut dice, &mut NoLog);
        for seat in Side::BOTH {
            let pieces = |state| -> Vec<(String, Condition)> {
                let view = R::view(self.setup, state, Viewer::Seat(seat));
                view.pieces.into_iter().map(|piece| (piece.id, piece.now)).take(shape.tokens).collect()
            };
            let (one, other) = (self.seen(look.state, seat, 0.0), self.seen(&after, seat, 0.0));
            let row = |numbers: &[f32], nth: usize| {
                let at = shape.parts().0 + nth * shape.token;
                numbers[at..at + shape.token].to_vec()
            };
            for (nth, (before, now)) in pieces(look.state).iter().zip(&pieces(&after)).enumerate() {
                if before.0 != now.0 || before.1 == now.1 || row(&one, nth) != row(&other, nth) {
                    continue;
                }
                // Pieces that come and go have no place of their own in a view: then any number tells.
                let placed = R::labels(self.setup).pieces.get(nth + 1) == Some(&now.0);
                if placed || one == other {
                    return Err(format!(
                        "{} looks otherwise to {seat} and has the same numbers: {:?}, then {:?}",
                        now.0, before.1, now.1
                    ));
                }
            }
        }
        Ok(())
    }
}
