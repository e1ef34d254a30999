//! A general does not go round in circles: guns that limber and unlimber at no cost could do so for ever.

use std::collections::HashMap;

use staff::{Budget, Chooser, Level, Player};
use table::{SeededDice, Side};

/// Game 8 of this series of the Battle of Bull Run once never ended.
#[test]
fn no_position_of_a_generals_game_comes_up_again_and_again() {
    let scenario = library::open("bull-run-1861").unwrap();
    let general = Player { level: Level::General, budget: Budget::Steps(60) };
    let (mut game, _) = scenario.start(&mut SeededDice::of_series(5, 8));
    let mut dice = SeededDice::of_series(6, 8);
    let mut choosers = Side::BOTH.map(|side| Chooser::new(5, 8, side));
    let mut seen = HashMap::<u64, u32>::new();
    for _ in 0..500 {
        let Some(seats) = game.standing().seats() else { break };
        let seat = seats.first();
        let picked = staff::pick(general, game.as_ref(), seat, &mut choosers[seat as usize]).unwrap();
        assert!(game.play_nth(seat, picked.nth, &mut dice));
        let times = seen.entry(game.fingerprint()).or_default();
        *times += 1;
        assert!(*times < 4, "a position came up {times} times: {}", game.orders(seat).join(", "));
    }
    assert!(seen.len() > 300);
}
