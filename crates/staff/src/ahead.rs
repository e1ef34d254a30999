//! What those who look ahead have in common.

use table::{Game, Memory, SeededDice, Side, Standing};

use crate::Chooser;

/// Whether the doctrine would answer an order by one that leads back to where the game stands now: guns that
/// limber and unlimber could do so for ever.
pub(crate) fn comes_back(game: &dyn Game, seat: Side, nth: usize, series: u64, memory: &mut Memory) -> bool {
    let mut dice = SeededDice::of_series(series, 0);
    let mut chooser = Chooser::new(series, 0, seat);
    let mut ahead = game.imagined(seat, &mut |n| chooser.below(n));
    let before = ahead.fingerprint();
    ahead.play_nth(seat, nth, &mut dice);
    let Standing::Waiting(asked) = ahead.standing() else { return false };
    if asked.seats.first() != seat {
        return false;
    }
    let mut best = |scores: &[f32]| best_of(scores, &mut chooser);
    ahead.play_advised(seat, memory, &mut best, &mut dice) && ahead.fingerprint() == before
}

/// The best score's number, equals by lot.
pub(crate) fn best_of(scores: &[f32], chooser: &mut Chooser) -> usize {
    let (mut found, mut equals) = (0, 1);
    for (nth, score) in scores.iter().enumerate().skip(1) {
        if *score > scores[found] {
            (found, equals) = (nth, 1);
        } else if *score == scores[found] {
            equals += 1;
            if chooser.below(equals) == 0 {
                found = nth;
            }
        }
    }
    found
}
