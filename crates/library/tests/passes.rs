//! The card of whoever has nothing to do: never two of them, and it is about nobody.

use table::{SeededDice, Standing};

/// Orders of a game that are looked at.
const ORDERS: usize = 250;

/// Plays at random; how often passing was on offer, and how often it was given.
fn played(id: &str, seed: u64) -> (usize, usize) {
    let mut dice = SeededDice::from_number(seed);
    let mut game = library::open(id).unwrap().start(&mut dice).0;
    let (mut offered, mut given) = (0, 0);
    for n in 0..ORDERS {
        let Standing::Waiting(decision) = game.standing() else { break };
        let seat = decision.seats.first();
        let cards = game.cards(seat);
        let passing: Vec<_> = cards.iter().filter(|card| card.passes).collect();
        assert!(passing.len() < 2, "{id}, {}: {passing:?}", decision.kind);
        let about = |card: &&&table::OrderCard| card.piece.is_some() || card.target.is_some() || card.ends;
        assert_eq!(passing.iter().find(about), None, "{id}, {}", decision.kind);
        offered += passing.len();
        // Every third time on it; else any order, so that the game goes everywhere.
        let pass = passing.first().filter(|_| n % 3 == 0).map(|card| card.order.clone());
        given += usize::from(pass.is_some());
        let any = || cards[(n * 7 + seed as usize) % cards.len()].order.clone();
        game.play(seat, &pass.unwrap_or_else(any), &mut dice).unwrap();
    }
    (offered, given)
}

#[test]
fn passing_is_one_order_at_most_and_about_nobody() {
    for id in ["spring-hill-franklin", "rummels-farm", "lesson-henry-hill"] {
        let (mut offered, mut given) = (0, 0);
        for seed in 1..5 {
            let (more, others) = played(id, seed);
            (offered, given) = (offered + more, given + others);
        }
        assert!(offered > 20 && given > 5, "{id}: offered {offered}, given {given}");
    }
}
